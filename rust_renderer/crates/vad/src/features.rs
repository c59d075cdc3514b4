//! The numbers that the rule sees of each frame.

use crate::bands::{BANDS, Bands, log2};
use crate::floor::NoiseFloor;
use crate::pitch::{Pitch, PitchFinder};
use crate::spectrum::{Complex, Fft, PADDED_BINS, POINTS, powers};
use crate::{FRAME_SAMPLES, MIN_LEVEL_DB};
use surtitle_lanes::{LANES, Lanes, four, four_mut};

/// Features that are not per band; see [`Features::scalars`].
const SCALARS: usize = 8;

/// Features a frame: shape per band in both windows, height over the noise floor per band, and
/// the scalars.
pub const FEATURES: usize = 3 * BANDS + SCALARS;

/// Samples between the two windows that see a frame.
const HOP_SAMPLES: usize = POINTS / 2;

/// Samples are held within 12 dB over full scale, so that no sum overflows.
const SAMPLE_LIMIT: f32 = 4.0;

/// Energy added to each band: -90 dB of full scale, the noise of 16 bits in a band.
const ENERGY_FLOOR: f32 = 1.0e-9;

/// Bands from 300 to 3400 Hz, where speech carries its words.
const SPEECH_BANDS: std::ops::Range<usize> = 4..23;

/// The running loudness rises by this share of the way at once, and falls by 0.5 dB a second.
const LOUDNESS_RISE: f32 = 0.3;
const LOUDNESS_FALL_LOG2: f32 = 0.005;

/// Loudness before the first sample: log2 of -60 dB of full scale.
const LOUDNESS_PRIOR_LOG2: f32 = -20.0;

/// Frame in, features out.
pub struct Features {
    window: [f32; POINTS],
    fft: Fft,
    bands: Bands,
    pitch: PitchFinder,
    floor: NoiseFloor,
    tail: [f32; HOP_SAMPLES],
    packed: Complex,
    powers: [[f32; PADDED_BINS]; 2],
    energies: [[f32; BANDS]; 2],
    mean: [f32; BANDS],
    floors: [f32; BANDS],
    loudness_log2: f32,
    lag_samples: usize,
    level_db: f32,
    /// The last frame's features.
    pub values: [f32; FEATURES],
}

impl Features {
    /// The state before the first sample: silence.
    pub fn new() -> Self {
        let hann =
            |n: usize| 0.5 - 0.5 * (std::f64::consts::TAU * (n as f64 + 0.5) / POINTS as f64).cos();
        let window_energy = (0..POINTS).map(|n| hann(n).powi(2)).sum();
        Self {
            window: std::array::from_fn(|n| hann(n) as f32),
            fft: Fft::new(),
            bands: Bands::new(window_energy),
            pitch: PitchFinder::new(),
            floor: NoiseFloor::new(),
            tail: [0.0; HOP_SAMPLES],
            packed: Complex::zero(),
            powers: [[0.0; PADDED_BINS]; 2],
            energies: [[0.0; BANDS]; 2],
            mean: [0.0; BANDS],
            floors: [0.0; BANDS],
            loudness_log2: LOUDNESS_PRIOR_LOG2,
            lag_samples: 0,
            level_db: MIN_LEVEL_DB,
            values: [0.0; FEATURES],
        }
    }

    /// The level of the last frame, in dB of full scale, no lower than [`MIN_LEVEL_DB`].
    pub fn level_db(&self) -> f32 {
        self.level_db
    }

    /// Takes the next frame.
    #[inline(always)]
    pub fn push<L: Lanes>(&mut self, frame: &[f32; FRAME_SAMPLES]) {
        self.fill_windows::<L>(frame);
        self.fft.transform::<L>(&mut self.packed);
        powers::<L>(&self.packed, &mut self.powers);
        for (power, energies) in self.powers.iter().zip(&mut self.energies) {
            self.bands.log2_energies::<L>(power, ENERGY_FLOOR, energies);
        }
        let pitches = self.pitch.find::<L>(&mut self.fft, &self.powers);
        for band in 0..BANDS {
            self.mean[band] = 0.5 * (self.energies[0][band] + self.energies[1][band]);
        }
        self.floor.update(&self.mean, &mut self.floors);
        self.write_values(pitches);
    }

    /// Packs the window half a frame back as real, the newest as imaginary parts.
    #[inline(always)]
    fn fill_windows<L: Lanes>(&mut self, frame: &[f32; FRAME_SAMPLES]) {
        let mut energy = L::splat(0.0);
        let (limit, below) = (L::splat(SAMPLE_LIMIT), L::splat(-SAMPLE_LIMIT));
        for n in (0..POINTS).step_by(LANES) {
            let newest = L::load(four(frame, n)).finite_or_zero();
            let newest = newest.min(limit).max(below);
            energy = energy.add(newest.mul(newest));
            let weight = L::load(four(&self.window, n));
            newest.mul(weight).store(four_mut(&mut self.packed.im, n));
            if n < HOP_SAMPLES {
                let before = L::load(four(&self.tail, n));
                before.mul(weight).store(four_mut(&mut self.packed.re, n));
                let weight = L::load(four(&self.window, n + HOP_SAMPLES));
                newest
                    .mul(weight)
                    .store(four_mut(&mut self.packed.re, n + HOP_SAMPLES));
            } else {
                newest.store(four_mut(&mut self.tail, n - HOP_SAMPLES));
            }
        }
        let mean_square = energy.sum() / FRAME_SAMPLES as f32;
        let decibels = 10.0 * std::f32::consts::LOG10_2 * log2(mean_square + f32::MIN_POSITIVE);
        self.level_db = decibels.max(MIN_LEVEL_DB);
    }

    fn write_values(&mut self, pitches: [Pitch; 2]) {
        let mean = self.mean.iter().sum::<f32>() / BANDS as f32;
        for band in 0..BANDS {
            self.values[band] = 0.25 * (self.energies[0][band] - mean);
            self.values[BANDS + band] = 0.25 * (self.energies[1][band] - mean);
            let height = self.mean[band] - self.floors[band];
            self.values[2 * BANDS + band] = 0.25 * height.clamp(0.0, 16.0);
        }
        let scalars = self.scalars(mean, pitches);
        self.values[3 * BANDS..].copy_from_slice(&scalars);
    }

    /// Loudness under the loudest of late, height over the floor in the speech bands, change
    /// between the two windows, rise between them, strength of the pitch in both, the
    /// pitch's lag, and how well it holds.
    fn scalars(&mut self, mean: f32, pitches: [Pitch; 2]) -> [f32; SCALARS] {
        let above = mean - self.loudness_log2;
        self.loudness_log2 += if above > 0.0 {
            LOUDNESS_RISE * above
        } else {
            -LOUDNESS_FALL_LOG2
        };
        let heights = SPEECH_BANDS.map(|band| self.mean[band] - self.floors[band]);
        let height = heights.sum::<f32>() / SPEECH_BANDS.len() as f32;
        let (mut change, mut rise) = (0.0, 0.0);
        for band in 0..BANDS {
            let step = self.energies[1][band] - self.energies[0][band];
            change += step.abs();
            rise += step;
        }
        let steps = [
            self.lag_samples,
            pitches[0].lag_samples,
            pitches[1].lag_samples,
        ];
        self.lag_samples = pitches[1].lag_samples;
        [
            0.25 * above.clamp(-16.0, 4.0),
            0.25 * height.clamp(0.0, 16.0),
            change / BANDS as f32,
            rise / BANDS as f32,
            2.0 * pitches[0].strength,
            2.0 * pitches[1].strength,
            pitches[1].lag_samples as f32 / 100.0,
            (steps[0].abs_diff(steps[1]) + steps[1].abs_diff(steps[2])).min(40) as f32 / 20.0,
        ]
    }
}
