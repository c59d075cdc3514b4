//! Harmonicity: how strongly a window repeats itself at a voice's pitch.
//!
//! The autocorrelation comes from the magnitude spectrum, not the power spectrum: the square root
//! flattens formants, so that the peak belongs to the pitch. Both magnitude spectra are real and
//! even, so one complex FFT turns both into their autocorrelations at once.

use crate::spectrum::{BINS, Complex, Fft, PADDED_BINS, POINTS};
use surtitle_lanes::{LANES, Lanes, four, four_mut};

/// Lags searched, in samples: 400 Hz (a child's voice) down to 80 Hz (a deep one).
pub const LAGS: std::ops::Range<usize> = 40..200;

/// Bins heard: 94 Hz to 3 kHz. Higher harmonics of a real voice are too noisy to help.
const FIRST_BIN: usize = 3;
const LAST_BIN: usize = 96;

/// What one window says about pitch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pitch {
    /// Autocorrelation at the best lag, over that at lag 0: 0 for noise, towards 1 for a tone.
    pub strength: f32,
    /// The best lag in samples.
    pub lag_samples: usize,
}

/// The weights of the bins and the work space.
pub struct PitchFinder {
    weights: [f32; PADDED_BINS],
    spectrum: Complex,
}

impl PitchFinder {
    /// Makes the weights.
    pub fn new() -> Self {
        let mut weights = [0.0; PADDED_BINS];
        for (bin, weight) in weights
            .iter_mut()
            .enumerate()
            .take(LAST_BIN)
            .skip(FIRST_BIN)
        {
            let at = bin as f32 / LAST_BIN as f32;
            *weight = 1.0 - at * at;
        }
        Self {
            weights,
            spectrum: Complex::zero(),
        }
    }

    /// Finds the pitch of the two windows whose power spectra are given.
    #[inline(always)]
    pub fn find<L: Lanes>(
        &mut self,
        fft: &mut Fft,
        powers: &[[f32; PADDED_BINS]; 2],
    ) -> [Pitch; 2] {
        for bin in (0..LAST_BIN).step_by(LANES) {
            let weight = L::load(four(&self.weights, bin));
            let magnitude = |power| L::load(four(power, bin)).sqrt().mul(weight);
            magnitude(&powers[0]).store(four_mut(&mut self.spectrum.re, bin));
            magnitude(&powers[1]).store(four_mut(&mut self.spectrum.im, bin));
        }
        self.spectrum.re[LAST_BIN..BINS].fill(0.0);
        self.spectrum.im[LAST_BIN..BINS].fill(0.0);
        mirror(&mut self.spectrum.re);
        mirror(&mut self.spectrum.im);
        fft.transform::<L>(&mut self.spectrum);
        [best::<L>(&self.spectrum.re), best::<L>(&self.spectrum.im)]
    }
}

/// Makes a spectrum even, so that its transform is real.
#[inline(always)]
fn mirror(half: &mut [f32; POINTS]) {
    let (low, high) = half.split_at_mut(BINS);
    for (to, from) in high.iter_mut().rev().zip(&low[1..]) {
        *to = *from;
    }
}

#[inline(always)]
fn best<L: Lanes>(autocorrelation: &[f32; POINTS]) -> Pitch {
    let energy = autocorrelation[0];
    if energy <= f32::MIN_POSITIVE {
        return Pitch::default();
    }
    let mut best = L::splat(0.0);
    for lag in LAGS.step_by(LANES) {
        best = best.max(L::load(four(autocorrelation, lag)));
    }
    let mut lanes = [0.0; LANES];
    best.store(&mut lanes);
    let peak = lanes.into_iter().fold(0.0, f32::max);
    let lag = LAGS.clone().find(|lag| autocorrelation[*lag] == peak);
    Pitch {
        strength: peak / energy,
        lag_samples: lag.unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surtitle_lanes::Plain;

    fn pitch(samples: impl Fn(usize) -> f32) -> Pitch {
        let mut fft = Fft::new();
        let mut signal = Complex::zero();
        for (n, sample) in signal.re.iter_mut().enumerate() {
            let phase = std::f32::consts::TAU * n as f32 / POINTS as f32;
            *sample = samples(n) * (0.5 - 0.5 * phase.cos());
        }
        let mut powers = [[0.0; PADDED_BINS]; 2];
        fft.transform::<Plain>(&mut signal);
        crate::spectrum::powers::<Plain>(&signal, &mut powers);
        PitchFinder::new().find::<Plain>(&mut fft, &powers)[0]
    }

    #[test]
    fn a_train_of_pulses_has_the_lag_of_its_period() {
        let found = pitch(|n| f32::from(u8::from(n % 100 == 0)));
        assert!(found.lag_samples.abs_diff(100) <= 1, "{found:?}");
        assert!(found.strength > 0.5, "{found:?}");
    }

    #[test]
    fn one_click_has_no_pitch() {
        let found = pitch(|n| f32::from(u8::from(n == 256)));
        assert!(found.strength < 0.2, "{found:?}");
    }

    #[test]
    fn silence_has_no_pitch() {
        assert_eq!(pitch(|_| 0.0), Pitch::default());
    }
}
