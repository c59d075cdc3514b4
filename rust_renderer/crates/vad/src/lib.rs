//! The vad stage: the probability of speech in each 32 ms frame of mono audio at 16 kHz.
//!
//! Two overlapping windows a frame go through one FFT into 32 log bands and a harmonicity; an
//! adaptive noise floor per band says how far each stands out; a small learned table of weights
//! turns that into a probability. Everything is computed in a fixed order of IEEE-754 operations,
//! so the SIMD paths give the same bits as the plain one. Nothing is allocated after
//! [`Vad::new`].
//!
//! ```
//! use surtitle_vad::{FRAME_SAMPLES, Vad, VadOptions};
//!
//! let mut vad = Vad::new(VadOptions::default());
//! assert!(vad.push(&[0.0; FRAME_SAMPLES]) < 0.1);
//! ```

mod bands;
mod features;
mod floor;
mod network;
mod pitch;
mod spectrum;
mod weights;

pub use features::FEATURES;

use features::Features;
use network::Network;
use surtitle_lanes::{Fastest, Lanes, Plain};

/// Samples a second of all audio.
pub const SAMPLE_RATE_HZ: u32 = 16_000;

/// Samples in a frame: 32 ms.
pub const FRAME_SAMPLES: usize = 512;

/// The level of digital silence, in dB of full scale.
pub const MIN_LEVEL_DB: f32 = -120.0;

/// Frames below this level hold no speech whatever their shape: the rounding noise of 16 bits
/// lies at -98 dB of full scale, and nobody's speech that low can be recognised.
const SILENCE_DB: f32 = -85.0;

/// Options of [`Vad::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VadOptions {
    /// Whether SIMD is used where the machine has it. The results do not differ.
    pub simd: bool,
}

impl Default for VadOptions {
    fn default() -> Self {
        Self { simd: true }
    }
}

impl VadOptions {
    /// The same options with `simd` set.
    #[must_use]
    pub fn with_simd(mut self, simd: bool) -> Self {
        self.simd = simd;
        self
    }
}

/// A voice activity detector: one stream's state.
pub struct Vad {
    options: VadOptions,
    features: Features,
    network: Network,
    probability: f32,
}

impl Vad {
    /// The state before the first sample.
    pub fn new(options: VadOptions) -> Self {
        Self {
            options,
            features: Features::new(),
            network: Network::new(),
            probability: 0.0,
        }
    }

    /// Takes the next frame and returns the probability, 0 to 1, that it holds speech.
    ///
    /// A sample that is infinite or not a number counts as 0, and one beyond ±4 as ±4.
    pub fn push(&mut self, frame: &[f32; FRAME_SAMPLES]) -> f32 {
        if self.options.simd {
            self.push_on::<Fastest>(frame)
        } else {
            self.push_on::<Plain>(frame)
        }
    }

    /// The probability of the last frame; 0 before the first.
    pub fn probability(&self) -> f32 {
        self.probability
    }

    /// The level of the last frame, in dB of full scale (RMS); [`MIN_LEVEL_DB`] at the least.
    pub fn level_db(&self) -> f32 {
        self.features.level_db()
    }

    /// What the rule saw of the last frame, for training and for diagnostics.
    pub fn features(&self) -> &[f32; FEATURES] {
        &self.features.values
    }

    fn push_on<L: Lanes>(&mut self, frame: &[f32; FRAME_SAMPLES]) -> f32 {
        self.features.push::<L>(frame);
        let probability = self.network.push::<L>(&self.features.values);
        let silent = self.level_db() < SILENCE_DB;
        self.probability = if silent { 0.0 } else { probability };
        self.probability
    }
}
