//! Four f32 lanes, three ways: WebAssembly SIMD, SSE2 and plain Rust.
//!
//! Every kernel of this crate is written once over [`Lanes`]. All operations are single IEEE-754
//! operations on each lane and [`Lanes::sum`] fixes the order of its additions, so the plain twin
//! gives the same bits as the instructions do.

mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

pub use scalar::Plain;
#[cfg(not(any(
    all(target_arch = "wasm32", target_feature = "simd128"),
    target_arch = "x86_64"
)))]
pub use scalar::Plain as Fastest;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use wasm32::Simd128 as Fastest;
#[cfg(target_arch = "x86_64")]
pub use x86_64::Sse2 as Fastest;

/// Lanes in a vector.
pub const LANES: usize = 4;

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
