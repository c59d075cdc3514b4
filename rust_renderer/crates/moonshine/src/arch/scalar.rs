//! Plain Rust: what the others must give.

use super::{PAIR, WIDTH};

/// For each of the `M` rows [K] the eight sums of its products with a block of weights [K * 8].
#[cfg_attr(
    any(
        all(target_arch = "wasm32", target_feature = "simd128"),
        target_arch = "x86_64"
    ),
    allow(dead_code)
)]
pub fn sums<const M: usize>(rows: &[&[i16]; M], weights: &[i8]) -> [[i32; WIDTH]; M] {
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
