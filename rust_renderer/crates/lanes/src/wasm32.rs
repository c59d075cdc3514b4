//! WebAssembly SIMD (`simd128`).

use super::{LANES, Lanes, PAIR, WIDTH};
use core::arch::wasm32::{
    f32x4_abs, f32x4_add, f32x4_div, f32x4_extract_lane, f32x4_lt, f32x4_mul, f32x4_pmax,
    f32x4_pmin, f32x4_splat, f32x4_sqrt, f32x4_sub, i16x8_load_extend_i8x8, i32x4_add,
    i32x4_dot_i16x8, i32x4_shuffle, i32x4_splat, v128, v128_and, v128_load, v128_load32_splat,
    v128_store,
};

/// Four f32 in a `v128`.
#[derive(Clone, Copy, Debug)]
pub struct Simd128(v128);

impl Lanes for Simd128 {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self(f32x4_splat(value))
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Self {
        // SAFETY: the reference covers 16 readable bytes, and `v128_load` asks no alignment.
        Self(unsafe { v128_load(from.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        // SAFETY: the reference covers 16 writable bytes, and `v128_store` asks no alignment.
        unsafe { v128_store(to.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(f32x4_add(self.0, other.0))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(f32x4_sub(self.0, other.0))
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(f32x4_mul(self.0, other.0))
    }

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self(f32x4_div(self.0, other.0))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(f32x4_sqrt(self.0))
    }

    // The "pseudo" minimum is the one instruction on x86; it takes its first operand unless the
    // second is less, so the operands stand in the order of the plain twin's ternary.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(f32x4_pmin(other.0, self.0))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(f32x4_pmax(other.0, self.0))
    }

    #[inline(always)]
    fn finite_or_zero(self) -> Self {
        let finite = f32x4_lt(f32x4_abs(self.0), f32x4_splat(f32::INFINITY));
        Self(v128_and(self.0, finite))
    }

    #[inline(always)]
    fn reverse(self) -> Self {
        Self(i32x4_shuffle::<3, 2, 1, 0>(self.0, self.0))
    }

    #[inline(always)]
    fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
        let [a, b, c, d] = rows.map(|row| row.0);
        let ab_low = i32x4_shuffle::<0, 4, 1, 5>(a, b);
        let ab_high = i32x4_shuffle::<2, 6, 3, 7>(a, b);
        let cd_low = i32x4_shuffle::<0, 4, 1, 5>(c, d);
        let cd_high = i32x4_shuffle::<2, 6, 3, 7>(c, d);
        [
            Self(i32x4_shuffle::<0, 1, 4, 5>(ab_low, cd_low)),
            Self(i32x4_shuffle::<2, 3, 6, 7>(ab_low, cd_low)),
            Self(i32x4_shuffle::<0, 1, 4, 5>(ab_high, cd_high)),
            Self(i32x4_shuffle::<2, 3, 6, 7>(ab_high, cd_high)),
        ]
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        let halves = f32x4_add(self.0, i32x4_shuffle::<2, 3, 0, 1>(self.0, self.0));
        f32x4_extract_lane::<0>(halves) + f32x4_extract_lane::<1>(halves)
    }
}

/// Eight weights as eight i16.
#[inline(always)]
fn load(from: &[i8; 8]) -> v128 {
    // SAFETY: the reference covers 8 readable bytes, and no alignment is asked.
    unsafe { i16x8_load_extend_i8x8(from.as_ptr()) }
}

/// For each of the `M` rows [K] the eight sums of its products with a block of weights [K * 8].
#[inline(always)]
pub fn pair_sums<const M: usize>(rows: &[&[i16]; M], weights: &[i8]) -> [[i32; WIDTH]; M] {
    let pairs = weights.len() / (PAIR * WIDTH);
    assert!(rows.iter().all(|row| row.len() == PAIR * pairs));
    let mut lanes = [[i32x4_splat(0); 2]; M];
    for (index, weights) in weights.as_chunks::<{ PAIR * WIDTH }>().0.iter().enumerate() {
        let (first, second) = (
            weights.first_chunk().expect("16"),
            weights.last_chunk().expect("16"),
        );
        let (first, second) = (load(first), load(second));
        for (row, lanes) in rows.iter().zip(&mut lanes) {
            // SAFETY: every row has two values for each pair, as asserted; no alignment is asked.
            let pair = unsafe { v128_load32_splat(row.as_ptr().add(PAIR * index).cast()) };
            lanes[0] = i32x4_add(lanes[0], i32x4_dot_i16x8(pair, first));
            lanes[1] = i32x4_add(lanes[1], i32x4_dot_i16x8(pair, second));
        }
    }
    let mut sums = [[0; WIDTH]; M];
    for (sums, [low, high]) in sums.iter_mut().zip(lanes) {
        let (first, second) = sums.split_at_mut(4);
        // SAFETY: each half has 16 writable bytes, and no alignment is asked.
        unsafe {
            v128_store(first.as_mut_ptr().cast(), low);
            v128_store(second.as_mut_ptr().cast(), high);
        }
    }
    sums
}
