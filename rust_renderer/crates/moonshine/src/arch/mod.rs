//! Sums of integer products, three ways: WebAssembly SIMD, SSE2 and plain Rust.
//!
//! A block of weights belongs to eight outputs. For each pair of inputs it has sixteen values: the
//! pair's two for the first output, the two for the second and so on, so that one instruction
//! multiplies four pairs and adds the products of each. Integer sums do not depend on their order,
//! and all three ways go round beyond 32 bits alike.

mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(test)]
pub use scalar::sums as plain_sums;
#[cfg(not(any(
    all(target_arch = "wasm32", target_feature = "simd128"),
    target_arch = "x86_64"
)))]
pub use scalar::sums;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use wasm32::sums;
#[cfg(target_arch = "x86_64")]
pub use x86_64::sums;

/// Outputs of a block.
pub const WIDTH: usize = 8;

/// Inputs that are multiplied together.
pub const PAIR: usize = 2;

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
        assert_eq!(sums(&rows, &bytes), plain_sums(&rows, &bytes));
        assert_eq!(sums(&[rows[2]], &bytes)[0], sums(&rows, &bytes)[2]);
    }
}
