//! The noise floor of each band: the minimum of the last two seconds.
//!
//! Minimum statistics (R. Martin, "Noise power spectral density estimation based on optimal
//! smoothing and minimum statistics", 2001): speech falls back to the noise in every band many
//! times a second, so the minimum over a time longer than a syllable is the noise's.

use crate::bands::BANDS;

/// Frames whose minimum is kept as one number.
const BLOCK_FRAMES: usize = 8;

/// Blocks remembered: 8 · 8 frames of 32 ms are 2 s.
const BLOCKS: usize = 8;

/// Before the first sample lies a quiet room, so that speech that begins at sample 0 stands
/// above a floor at once: log2 of -70 dB of full scale.
const PRIOR_LOG2: f32 = -23.25;

/// Weight of the newest frame in the smoothed energy.
const SMOOTHING: f32 = 0.5;

/// The floors of all bands.
pub struct NoiseFloor {
    smoothed: [f32; BANDS],
    blocks: [[f32; BANDS]; BLOCKS],
    older: [f32; BANDS],
    frame: usize,
}

impl NoiseFloor {
    /// A quiet room.
    pub fn new() -> Self {
        Self {
            smoothed: [PRIOR_LOG2; BANDS],
            blocks: [[PRIOR_LOG2; BANDS]; BLOCKS],
            older: [PRIOR_LOG2; BANDS],
            frame: 0,
        }
    }

    /// Takes a frame's log2 energies and writes the floors.
    pub fn update(&mut self, energies: &[f32; BANDS], floors: &mut [f32; BANDS]) {
        let block = self.frame / BLOCK_FRAMES % BLOCKS;
        if self.frame.is_multiple_of(BLOCK_FRAMES) {
            self.forget(block);
        }
        self.frame += 1;
        let newest = &mut self.blocks[block];
        for band in 0..BANDS {
            let smoothed = &mut self.smoothed[band];
            *smoothed += SMOOTHING * (energies[band] - *smoothed);
            newest[band] = newest[band].min(*smoothed);
            floors[band] = newest[band].min(self.older[band]);
        }
    }

    /// Starts `block` anew, and gathers the minimum of all the others.
    fn forget(&mut self, block: usize) {
        self.blocks[block] = [f32::INFINITY; BANDS];
        self.older = [f32::INFINITY; BANDS];
        for block in &self.blocks {
            for (older, value) in self.older.iter_mut().zip(block) {
                *older = older.min(*value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(levels: impl IntoIterator<Item = f32>) -> f32 {
        let (mut floor, mut floors) = (NoiseFloor::new(), [0.0; BANDS]);
        for level in levels {
            floor.update(&[level; BANDS], &mut floors);
        }
        floors[0]
    }

    #[test]
    fn the_floor_follows_a_louder_noise_within_two_seconds_and_a_bit() {
        let frames = BLOCK_FRAMES * (BLOCKS + 2);
        assert!((after(std::iter::repeat_n(-10.0, frames)) + 10.0).abs() < 0.1);
    }

    #[test]
    fn the_floor_stays_below_speech_that_pauses_once_a_second() {
        let frames = (0..200).map(|frame| if frame % 32 < 6 { -20.0 } else { -5.0 });
        assert!(after(frames) < -19.0);
    }

    #[test]
    fn the_floor_falls_at_once_when_the_noise_stops() {
        let frames = std::iter::repeat_n(-5.0, 100).chain([-20.0; 6]);
        assert!(after(frames) < -19.0);
    }
}
