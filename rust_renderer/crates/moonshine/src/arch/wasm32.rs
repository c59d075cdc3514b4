//! WebAssembly SIMD (`simd128`).

use super::{PAIR, WIDTH};
use core::arch::wasm32::{
    i16x8_load_extend_i8x8, i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128, v128_load32_splat,
    v128_store,
};

/// Eight weights as eight i16.
#[inline(always)]
fn load(from: &[i8; 8]) -> v128 {
    // SAFETY: the reference covers 8 readable bytes, and no alignment is asked.
    unsafe { i16x8_load_extend_i8x8(from.as_ptr()) }
}

/// For each of the `M` rows [K] the eight sums of its products with a block of weights [K * 8].
#[inline(always)]
pub fn sums<const M: usize>(rows: &[&[i16]; M], weights: &[i8]) -> [[i32; WIDTH]; M] {
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
