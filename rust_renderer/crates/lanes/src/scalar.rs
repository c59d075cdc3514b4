//! The plain twin: the oracle of the tests, and the path of machines without SIMD.

use super::{LANES, Lanes, PAIR, WIDTH};

/// Four f32 in an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plain([f32; LANES]);

impl Plain {
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(f32, f32) -> f32) -> Self {
        Self(std::array::from_fn(|lane| {
            operation(self.0[lane], other.0[lane])
        }))
    }
}

impl Lanes for Plain {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([value; LANES])
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Self {
        Self(*from)
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        *to = self.0;
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.map(f32::sqrt))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, |a, b| if a < b { a } else { b })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn finite_or_zero(self) -> Self {
        Self(self.0.map(|a| if a.is_finite() { a } else { 0.0 }))
    }

    #[inline(always)]
    fn reverse(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([d, c, b, a])
    }

    #[inline(always)]
    fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
        std::array::from_fn(|column| Self(rows.map(|row| row.0[column])))
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        let [a, b, c, d] = self.0;
        (a + c) + (b + d)
    }
}

/// For each of the `M` rows [K] the eight sums of its products with a block of weights [K * 8].
pub fn pair_sums<const M: usize>(rows: &[&[i16]; M], weights: &[i8]) -> [[i32; WIDTH]; M] {
    let mut sums = [[0_i32; WIDTH]; M];
    for (row, sums) in rows.iter().zip(&mut sums) {
        for (pair, weights) in row
            .as_chunks::<PAIR>()
            .0
            .iter()
            .zip(weights.as_chunks::<{ PAIR * WIDTH }>().0)
        {
            for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<PAIR>().0) {
                let products = i32::from(pair[0]) * i32::from(weights[0])
                    + i32::from(pair[1]) * i32::from(weights[1]);
                *sum = sum.wrapping_add(products);
            }
        }
    }
    sums
}
