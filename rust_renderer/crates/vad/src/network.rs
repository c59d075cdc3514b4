//! From features to a probability: three small layers with exponential averages between them.
//!
//! A first layer of units looks at the frame. Beside each unit stand its averages over an eighth
//! of a second, half a second and two seconds; the second layer looks at units and averages, and
//! so can tell how fast they change; beside its units stand averages too, for the third; one
//! logistic output ends it. The averages are the only memory and their spans are fixed, so nothing
//! can become unstable, and what the network remembers of bad input fades. The weights and their
//! origin stand in `weights.rs`.

use crate::features::FEATURES;
use crate::weights::{
    FIRST, FIRST_BIAS, FIRST_UNITS, LAST, LAST_BIAS, SECOND, SECOND_BIAS, SECOND_UNITS, THIRD,
    THIRD_BIAS, THIRD_UNITS,
};
use surtitle_lanes::{LANES, Lanes, four, four_mut};

/// Shares of the newest frame in the averages: time constants of 4, 16 and 64 frames.
const SHARES: [f32; 3] = [1.0 / 4.0, 1.0 / 16.0, 1.0 / 64.0];

/// A layer's units and their averages.
const FIRST_WIDE: usize = FIRST_UNITS * (1 + SHARES.len());
const SECOND_WIDE: usize = SECOND_UNITS * (1 + SHARES.len());

/// One stream's memory.
pub struct Network {
    /// The units of the last frame, then their averages, span by span.
    first: [f32; FIRST_WIDE],
    second: [f32; SECOND_WIDE],
}

impl Network {
    /// The memory before the first frame.
    pub fn new() -> Self {
        Self {
            first: [0.0; FIRST_WIDE],
            second: [0.0; SECOND_WIDE],
        }
    }

    /// The probability of speech in the frame that `features` describe.
    #[inline(always)]
    pub fn push<L: Lanes>(&mut self, features: &[f32; FEATURES]) -> f32 {
        let first = layer::<L, FEATURES, FIRST_UNITS>(features, &FIRST, &FIRST_BIAS);
        remember::<L>(&first, &mut self.first);
        let second = layer::<L, FIRST_WIDE, SECOND_UNITS>(&self.first, &SECOND, &SECOND_BIAS);
        remember::<L>(&second, &mut self.second);
        let third = layer::<L, SECOND_WIDE, THIRD_UNITS>(&self.second, &THIRD, &THIRD_BIAS);
        let mut total = L::splat(0.0);
        for unit in (0..THIRD_UNITS).step_by(LANES) {
            let product = L::load(four(&third, unit)).mul(L::load(four(&LAST, unit)));
            total = total.add(product);
        }
        1.0 / (1.0 + (-(total.sum() + LAST_BIAS)).exp())
    }
}

/// Writes `units` to the front of `wide`, and moves the averages behind them towards them.
#[inline(always)]
fn remember<L: Lanes>(units: &[f32], wide: &mut [f32]) {
    let (now, averages) = wide.split_at_mut(units.len());
    now.copy_from_slice(units);
    for (average, share) in averages.chunks_exact_mut(units.len()).zip(SHARES) {
        let share = L::splat(share);
        for unit in (0..units.len()).step_by(LANES) {
            let before = L::load(four(average, unit));
            let step = L::load(four(units, unit)).sub(before).mul(share);
            before.add(step).store(four_mut(average, unit));
        }
    }
}

/// Outputs computed side by side: the sums of one wait for nothing of the others.
const BLOCK: usize = 2 * LANES;

/// `squash(bias + inputs · weights)`.
#[inline(always)]
fn layer<L: Lanes, const INPUTS: usize, const OUTPUTS: usize>(
    inputs: &[f32; INPUTS],
    weights: &[[f32; OUTPUTS]; INPUTS],
    bias: &[f32; OUTPUTS],
) -> [f32; OUTPUTS] {
    const { assert!(OUTPUTS.is_multiple_of(BLOCK), "whole blocks of units") };
    let mut outputs = [0.0; OUTPUTS];
    for output in (0..OUTPUTS).step_by(BLOCK) {
        let (left, right) = (output, output + LANES);
        let mut totals = [L::load(four(bias, left)), L::load(four(bias, right))];
        for (input, row) in inputs.iter().zip(weights) {
            let input = L::splat(*input);
            totals[0] = totals[0].add(input.mul(L::load(four(row, left))));
            totals[1] = totals[1].add(input.mul(L::load(four(row, right))));
        }
        squash(totals[0]).store(four_mut(&mut outputs, left));
        squash(totals[1]).store(four_mut(&mut outputs, right));
    }
    outputs
}

/// tanh's Padé approximant x(27 + x²)/(27 + 9x²), clamped where it reaches ±1.
#[inline(always)]
fn squash<L: Lanes>(x: L) -> L {
    let x = x.min(L::splat(3.0)).max(L::splat(-3.0));
    let square = x.mul(x);
    let above = x.mul(square.add(L::splat(27.0)));
    above.div(square.mul(L::splat(9.0)).add(L::splat(27.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use surtitle_lanes::{Fastest, Plain};

    #[test]
    fn squashing_is_near_the_hyperbolic_tangent() {
        for step in -60..=60 {
            let x = step as f32 / 10.0;
            let mut got = [0.0; LANES];
            squash(Plain::splat(x)).store(&mut got);
            assert!((got[0] - x.tanh()).abs() < 0.025, "{x}: {}", got[0]);
        }
    }

    #[test]
    fn an_average_reaches_two_thirds_of_a_step_after_its_span() {
        let mut wide = [0.0; 4 * LANES];
        for _ in 0..16 {
            remember::<Plain>(&[1.0; LANES], &mut wide);
        }
        let averages = [wide[LANES], wide[2 * LANES], wide[3 * LANES]];
        assert!(averages[0] > 0.98 && (0.6..0.7).contains(&averages[1]) && averages[2] < 0.25);
    }

    #[test]
    fn simd_and_plain_networks_agree_to_the_last_bit() {
        let (mut plain, mut fast) = (Network::new(), Network::new());
        for frame in 0..50 {
            let features = std::array::from_fn(|n| ((n * 7 + frame * 13) % 29) as f32 / 10.0 - 1.4);
            let (a, b) = (
                plain.push::<Plain>(&features),
                fast.push::<Fastest>(&features),
            );
            assert_eq!(a.to_bits(), b.to_bits(), "frame {frame}");
        }
    }
}
