//! SSE2, which every x86-64 has.

use super::{PAIR, WIDTH};
use core::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_loadl_epi64, _mm_madd_epi16, _mm_set1_epi32, _mm_setzero_si128,
    _mm_srai_epi16, _mm_storeu_si128, _mm_unpacklo_epi8,
};

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
pub fn sums<const M: usize>(rows: &[&[i16]; M], weights: &[i8]) -> [[i32; WIDTH]; M] {
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
