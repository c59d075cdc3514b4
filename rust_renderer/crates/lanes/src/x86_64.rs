//! SSE2, which every x86-64 machine has.

use super::{LANES, Lanes, PAIR, WIDTH};
use core::arch::x86_64::{
    __m128, __m128i, _mm_add_epi32, _mm_add_ps, _mm_and_ps, _mm_andnot_ps, _mm_cmplt_ps,
    _mm_cvtss_f32, _mm_div_ps, _mm_loadl_epi64, _mm_loadu_ps, _mm_madd_epi16, _mm_max_ps,
    _mm_min_ps, _mm_movehl_ps, _mm_movelh_ps, _mm_mul_ps, _mm_set1_epi32, _mm_set1_ps,
    _mm_setzero_si128, _mm_shuffle_ps, _mm_sqrt_ps, _mm_srai_epi16, _mm_storeu_ps,
    _mm_storeu_si128, _mm_sub_ps, _mm_unpackhi_ps, _mm_unpacklo_epi8, _mm_unpacklo_ps,
};

/// Four f32 in an SSE register.
#[derive(Clone, Copy, Debug)]
pub struct Sse2(__m128);

/// Calls an SSE2 intrinsic that touches no memory.
macro_rules! sse2 {
    ($call:expr) => {
        // SAFETY: SSE2 is part of the x86-64 baseline, and the call touches registers only.
        unsafe { $call }
    };
}

#[allow(
    unused_unsafe,
    reason = "compilers before 1.87 mark every intrinsic unsafe"
)]
impl Lanes for Sse2 {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self(sse2!(_mm_set1_ps(value)))
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Self {
        // SAFETY: the reference covers 16 readable bytes, and `loadu` asks no alignment.
        Self(unsafe { _mm_loadu_ps(from.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        // SAFETY: the reference covers 16 writable bytes, and `storeu` asks no alignment.
        unsafe { _mm_storeu_ps(to.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(sse2!(_mm_add_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(sse2!(_mm_sub_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(sse2!(_mm_mul_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self(sse2!(_mm_div_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(sse2!(_mm_sqrt_ps(self.0)))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(sse2!(_mm_min_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(sse2!(_mm_max_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn finite_or_zero(self) -> Self {
        Self(sse2!({
            let size = _mm_andnot_ps(_mm_set1_ps(-0.0), self.0);
            _mm_and_ps(self.0, _mm_cmplt_ps(size, _mm_set1_ps(f32::INFINITY)))
        }))
    }

    #[inline(always)]
    fn reverse(self) -> Self {
        Self(sse2!(_mm_shuffle_ps::<0b00_01_10_11>(self.0, self.0)))
    }

    #[inline(always)]
    fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
        let [a, b, c, d] = rows.map(|row| row.0);
        sse2!({
            let (ab_low, ab_high) = (_mm_unpacklo_ps(a, b), _mm_unpackhi_ps(a, b));
            let (cd_low, cd_high) = (_mm_unpacklo_ps(c, d), _mm_unpackhi_ps(c, d));
            [
                Self(_mm_movelh_ps(ab_low, cd_low)),
                Self(_mm_movehl_ps(cd_low, ab_low)),
                Self(_mm_movelh_ps(ab_high, cd_high)),
                Self(_mm_movehl_ps(cd_high, ab_high)),
            ]
        })
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        sse2!({
            let halves = _mm_add_ps(self.0, _mm_movehl_ps(self.0, self.0));
            let odd = _mm_shuffle_ps::<0b01>(halves, halves);
            _mm_cvtss_f32(halves) + _mm_cvtss_f32(odd)
        })
    }
}

/// Eight weights as eight i16.
#[inline(always)]
fn load(from: &[i8; 8]) -> __m128i {
    // SAFETY: the reference covers 8 readable bytes, and no alignment is asked.
    let bytes = unsafe { _mm_loadl_epi64(from.as_ptr().cast()) };
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_srai_epi16::<8>(_mm_unpacklo_epi8(bytes, bytes)) }
}

/// For each of the `M` rows [K] the eight sums of its products with a block of weights [K * 8].
#[inline(always)]
pub fn pair_sums<const M: usize>(rows: &[&[i16]; M], weights: &[i8]) -> [[i32; WIDTH]; M] {
    // SAFETY: SSE2 is part of x86-64.
    let mut lanes = unsafe { [[_mm_setzero_si128(); 2]; M] };
    let weights = weights.as_chunks::<{ PAIR * WIDTH }>().0;
    let rows = rows.map(|row| &row.as_chunks::<PAIR>().0[..weights.len()]);
    for (index, weights) in weights.iter().enumerate() {
        let (first, second) = (
            weights.first_chunk().expect("16"),
            weights.last_chunk().expect("16"),
        );
        let (first, second) = (load(first), load(second));
        for (row, lanes) in rows.iter().zip(&mut lanes) {
            let [low, high] = row[index];
            let both = i32::from(low) & 0xffff | i32::from(high) << 16;
            // SAFETY: SSE2 is part of x86-64.
            unsafe {
                let pair = _mm_set1_epi32(both);
                lanes[0] = _mm_add_epi32(lanes[0], _mm_madd_epi16(pair, first));
                lanes[1] = _mm_add_epi32(lanes[1], _mm_madd_epi16(pair, second));
            }
        }
    }
    let mut sums = [[0; WIDTH]; M];
    for (sums, [low, high]) in sums.iter_mut().zip(lanes) {
        let (first, second) = sums.split_at_mut(4);
        // SAFETY: each half has 16 writable bytes, and no alignment is asked.
        unsafe {
            _mm_storeu_si128(first.as_mut_ptr().cast(), low);
            _mm_storeu_si128(second.as_mut_ptr().cast(), high);
        }
    }
    sums
}
