//! Vectors, three ways: WebAssembly SIMD, SSE2 and plain Rust.
//!
//! Kernels are written once over [`Lanes`], four f32. All operations are single IEEE-754 operations
//! on each lane and [`Lanes::sum`] fixes the order of its additions, so the plain twin gives the
//! same bits as the instructions do. See docs/decisions/0010-four-lanes-written-once.md.
//!
//! [`pair_sums`] adds products of whole numbers. A block of weights belongs to [`WIDTH`] outputs.
//! For each pair of inputs it has the pair's two weights for the first output, the two for the
//! second and so on, so that one instruction multiplies four pairs and adds the products of each.
//! Such sums do not depend on their order, and all three ways go round beyond 32 bits alike.

mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

pub use scalar::{Plain, pair_sums as plain_pair_sums};
#[cfg(not(any(
    all(target_arch = "wasm32", target_feature = "simd128"),
    target_arch = "x86_64"
)))]
pub use scalar::{Plain as Fastest, pair_sums};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use wasm32::{Simd128 as Fastest, pair_sums};
#[cfg(target_arch = "x86_64")]
pub use x86_64::{Sse2 as Fastest, pair_sums};

/// Lanes in a vector.
pub const LANES: usize = 4;

/// Outputs of a block of weights.
pub const WIDTH: usize = 8;

/// Inputs that are multiplied together.
pub const PAIR: usize = 2;

/// A vector of four f32.
pub trait Lanes: Copy {
    /// All lanes equal to `value`.
    fn splat(value: f32) -> Self;
    /// The lanes in memory order.
    fn load(from: &[f32; LANES]) -> Self;
    /// Writes the lanes in memory order.
    fn store(self, to: &mut [f32; LANES]);
    /// Lane by lane sum.
    fn add(self, other: Self) -> Self;
    /// Lane by lane difference.
    fn sub(self, other: Self) -> Self;
    /// Lane by lane product.
    fn mul(self, other: Self) -> Self;
    /// Lane by lane quotient.
    fn div(self, other: Self) -> Self;
    /// Lane by lane square root.
    fn sqrt(self) -> Self;
    /// The lesser of each pair; neither may be NaN.
    fn min(self, other: Self) -> Self;
    /// The greater of each pair; neither may be NaN.
    fn max(self, other: Self) -> Self;
    /// The lanes, with zero where a lane is infinite or not a number.
    fn finite_or_zero(self) -> Self;
    /// The lanes in reverse order.
    fn reverse(self) -> Self;
    /// Rows become columns.
    fn transpose(rows: [Self; LANES]) -> [Self; LANES];
    /// `(lane 0 + lane 2) + (lane 1 + lane 3)`.
    fn sum(self) -> f32;
}

/// The four values of `values` that start at `index`, as an array.
///
/// # Panics
/// Where fewer than four are left.
#[inline(always)]
pub fn four(values: &[f32], index: usize) -> &[f32; LANES] {
    values[index..index + LANES]
        .first_chunk()
        .expect("the slice has four values")
}

/// The same for writing.
///
/// # Panics
/// Where fewer than four are left.
#[inline(always)]
pub fn four_mut(values: &mut [f32], index: usize) -> &mut [f32; LANES] {
    values[index..index + LANES]
        .first_chunk_mut()
        .expect("the slice has four values")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(count: usize, range: i32, seed: u32) -> impl Iterator<Item = i32> {
        let mut state = seed;
        (0..count).map(move |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as i32 % (2 * range + 1) - range
        })
    }

    #[test]
    fn instructions_give_what_plain_rust_gives() {
        let inputs = 288;
        let rows: Vec<Vec<i16>> = (0..4)
            .map(|row| {
                noise(inputs, 32_767, row)
                    .map(|value| value as i16)
                    .collect()
            })
            .collect();
        let rows: [&[i16]; 4] = std::array::from_fn(|row| rows[row].as_slice());
        let bytes: Vec<i8> = noise(inputs * WIDTH, 127, 9)
            .map(|value| value as i8)
            .collect();
        assert_eq!(pair_sums(&rows, &bytes), plain_pair_sums(&rows, &bytes));
        assert_eq!(
            pair_sums(&[rows[2]], &bytes)[0],
            pair_sums(&rows, &bytes)[2]
        );
    }
}
