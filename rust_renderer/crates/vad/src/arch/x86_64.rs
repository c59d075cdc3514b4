//! SSE2, which every x86-64 machine has.

use super::{LANES, Lanes};
use core::arch::x86_64::{
    __m128, _mm_add_ps, _mm_and_ps, _mm_andnot_ps, _mm_cmplt_ps, _mm_cvtss_f32, _mm_div_ps,
    _mm_loadu_ps, _mm_max_ps, _mm_min_ps, _mm_movehl_ps, _mm_movelh_ps, _mm_mul_ps, _mm_set1_ps,
    _mm_shuffle_ps, _mm_sqrt_ps, _mm_storeu_ps, _mm_sub_ps, _mm_unpackhi_ps, _mm_unpacklo_ps,
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
