//! Log energies of mel-spaced bands.

use crate::SAMPLE_RATE_HZ;
use crate::spectrum::{BINS, PADDED_BINS, POINTS};
use surtitle_lanes::{LANES, Lanes, four};

/// Bands of the filter bank.
pub const BANDS: usize = 32;

/// The lowest band begins and the highest ends here. Below 80 Hz is mains hum and rumble; above
/// 7600 Hz the resampling filter of a browser leaves nothing to trust.
const RANGE_HZ: (f64, f64) = (80.0, 7600.0);

/// One triangular filter: weights from bin `start` on, a whole number of vectors.
struct Filter {
    start: usize,
    weights: Vec<f32>,
}

/// The filter bank.
pub struct Bands {
    filters: Vec<Filter>,
}

/// O'Shaughnessy's mel scale.
fn mel(hz: f64) -> f64 {
    2595.0 * (1.0 + hz / 700.0).log10()
}

fn hz(mel: f64) -> f64 {
    700.0 * (10f64.powf(mel / 2595.0) - 1.0)
}

impl Bands {
    /// Makes the filters for windows whose squares sum to `window_energy`: a full-scale sine in a
    /// band's middle then has about the energy 1.
    pub fn new(window_energy: f64) -> Self {
        let (low, high) = (mel(RANGE_HZ.0), mel(RANGE_HZ.1));
        let edge_bin = |index: usize| {
            hz(low + (high - low) * index as f64 / (BANDS + 1) as f64) * POINTS as f64
                / f64::from(SAMPLE_RATE_HZ)
        };
        let scale = 4.0 / (window_energy * POINTS as f64);
        let filters = (0..BANDS)
            .map(|band| Filter::new([0, 1, 2].map(|i| edge_bin(band + i)), scale))
            .collect();
        Self { filters }
    }

    /// Writes log2 of each band's energy, never below `floor_log2`.
    #[inline(always)]
    pub fn log2_energies<L: Lanes>(
        &self,
        power: &[f32; PADDED_BINS],
        floor: f32,
        to: &mut [f32; BANDS],
    ) {
        for (filter, value) in self.filters.iter().zip(to) {
            *value = log2(filter.apply::<L>(power) + floor);
        }
    }
}

impl Filter {
    fn new([low, centre, high]: [f64; 3], scale: f64) -> Self {
        // A band narrower than a bin would fall between two bins and hear nothing.
        let (low, high) = (low.min(centre - 1.0), high.max(centre + 1.0));
        let start = low.ceil() as usize;
        let end = (high.floor() as usize).min(BINS - 1);
        let length = (end + 1 - start).next_multiple_of(LANES);
        let weight = |bin: usize| {
            let at = bin as f64;
            let slope = ((at - low) / (centre - low)).min((high - at) / (high - centre));
            if bin < BINS { slope.max(0.0) } else { 0.0 }
        };
        let weights = (start..start + length)
            .map(|bin| (weight(bin) * scale) as f32)
            .collect();
        Self { start, weights }
    }

    #[inline(always)]
    fn apply<L: Lanes>(&self, power: &[f32; PADDED_BINS]) -> f32 {
        let bins = &power[self.start..self.start + self.weights.len()];
        let mut total = L::splat(0.0);
        for index in (0..self.weights.len()).step_by(LANES) {
            let product = L::load(four(bins, index)).mul(L::load(four(&self.weights, index)));
            total = total.add(product);
        }
        total.sum()
    }
}

/// log2 of a positive, finite, normal number, within 2e-4.
///
/// The exponent is read from the bits; the mantissa goes through the quotient of the area
/// hyperbolic tangent's series, log2(m) = 2/ln2 · (t + t³/3 + t⁵/5 + t⁷/7) with t = (m−1)/(m+1).
/// The C library's logarithm differs between machines in its last bit; this does not.
pub fn log2(value: f32) -> f32 {
    const SCALE: f32 = 2.0 * std::f32::consts::LOG2_E;
    let bits = value.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits((bits & 0x007F_FFFF) | 0x3F80_0000);
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let series = t * (1.0 + square * (1.0 / 3.0 + square * (1.0 / 5.0 + square * (1.0 / 7.0))));
    exponent as f32 + SCALE * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_right_to_two_ten_thousandths() {
        let mut value = 1.0e-12_f32;
        while value < 1.0e6 {
            assert!((log2(value) - value.log2()).abs() < 2e-4, "{value}");
            value *= 1.013;
        }
    }

    #[test]
    fn every_band_hears_something() {
        let mut power = [0.0; PADDED_BINS];
        power[..BINS].fill(1.0);
        let mut energies = [0.0; BANDS];
        Bands::new(192.0).log2_energies::<surtitle_lanes::Plain>(&power, 1e-12, &mut energies);
        assert!(
            energies.iter().all(|energy| *energy > -30.0),
            "{energies:?}"
        );
    }
}
