//! What of a growing segment is encoded again.
//!
//! A tick adds a tenth of a second to seconds that have been encoded before. Frames that already
//! had some future keep their keys and values, and only what follows is encoded. Kept frames have
//! not seen what came later, so every fifth pass goes further back and every final one begins anew.
//! See docs/decisions/0060-encode-the-end.md for what this costs and saves.

use crate::network::{Moments, Network, NetworkError};
use crate::{SAMPLE_RATE_HZ, SAMPLES_PER_FRAME};

/// A frame is kept once this many others follow it: 0.74 s.
pub const FUTURE_FRAMES: usize = 31;

/// Every so many passes more is encoded anew,
pub const PASSES_BETWEEN_LONG_ONES: usize = 5;

/// and only frames are kept that this many follow: 2.5 s.
pub const LONG_FUTURE_FRAMES: usize = 104;

/// Silence appended to every segment, 200 ms. Without it the model takes the edge of the audio for
/// the end of a word and says another word every tick.
pub const PADDING_SAMPLES: usize = SAMPLE_RATE_HZ / 5;

/// Columns of the first convolution in an encoder frame, and values in a column.
const COLUMNS_PER_FRAME: usize = 6;
const COLUMN_VALUES: usize = 288;

/// The samples that one frame looks at: those of its columns, and of the convolutions' reach.
const FRAME_REACH_SAMPLES: usize = 895;

/// Remembers what has been encoded of one segment.
#[derive(Debug, Default)]
pub struct WindowedEncoder {
    passes: usize,
    /// Frames of audio, not of padding, that the last pass gave.
    heard: usize,
    sums: Vec<f32>,
    squares: Vec<f32>,
    window: Vec<f32>,
}

impl WindowedEncoder {
    /// Forgets the segment.
    pub fn reset(&mut self) {
        self.passes = 0;
        self.heard = 0;
    }

    /// Encodes `audio`, all of the segment so far; with `whole` nothing of earlier passes is used.
    /// Returns the number of frames.
    ///
    /// # Errors
    /// [`NetworkError`] if a graph cannot be run.
    pub fn encode(
        &mut self,
        network: &mut impl Network,
        audio: &[f32],
        whole: bool,
    ) -> Result<usize, NetworkError> {
        self.passes += 1;
        let kept = if whole {
            0
        } else if self.passes % PASSES_BETWEEN_LONG_ONES == 0 {
            self.heard.saturating_sub(LONG_FUTURE_FRAMES)
        } else {
            self.heard.saturating_sub(FUTURE_FRAMES)
        };
        // A host that sends less audio than before has taken some of it back.
        let kept = kept.min(frames_of(audio.len()));
        self.heard = 0;
        self.window.clear();
        self.window
            .extend_from_slice(&audio[kept * SAMPLES_PER_FRAME..]);
        self.window.resize(self.window.len() + PADDING_SAMPLES, 0.0);
        let columns = kept * COLUMNS_PER_FRAME;
        self.sums.truncate(columns);
        self.squares.truncate(columns);
        let encoded = network.encode(kept, self.moments(), &self.window)?;
        self.sums.extend(&encoded.sums);
        self.squares.extend(&encoded.squares);
        self.heard = frames_of(audio.len());
        Ok(encoded.frames)
    }

    fn moments(&self) -> Moments {
        let total = |values: &[f32]| values.iter().map(|value| f64::from(*value)).sum::<f64>();
        let count = self.sums.len() * COLUMN_VALUES;
        [
            count as f32,
            total(&self.sums) as f32,
            total(&self.squares) as f32,
        ]
    }
}

/// The frames that `samples` of audio give.
fn frames_of(samples: usize) -> usize {
    samples
        .checked_sub(FRAME_REACH_SAMPLES)
        .map_or(0, |rest| rest / SAMPLES_PER_FRAME + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Answers, Encoded};

    /// Notes what it is asked to encode; each column sums to 1 and its squares to 2.
    #[derive(Default)]
    struct Ear {
        calls: Vec<(usize, Moments, usize)>,
    }

    impl Network for Ear {
        fn encode(
            &mut self,
            kept: usize,
            before: Moments,
            window: &[f32],
        ) -> Result<Encoded, NetworkError> {
            self.calls.push((kept, before, window.len()));
            let columns = window.len() / 64;
            Ok(Encoded {
                frames: kept + frames_of(window.len()),
                sums: vec![1.0; columns],
                squares: vec![2.0; columns],
            })
        }

        fn decode(
            &mut self,
            _kept: usize,
            _ids: &[u32],
            _proposed: &[u32],
        ) -> Result<Answers, NetworkError> {
            unreachable!("nothing is decoded here")
        }
    }

    fn pass(encoder: &mut WindowedEncoder, ear: &mut Ear, samples: usize, whole: bool) -> usize {
        let audio = vec![0.1; samples];
        encoder.encode(ear, &audio, whole).unwrap()
    }

    #[test]
    fn only_what_follows_the_settled_frames_is_encoded_again() {
        let (mut encoder, mut ear) = (WindowedEncoder::default(), Ear::default());
        pass(&mut encoder, &mut ear, 32_000, false);
        let frames = pass(&mut encoder, &mut ear, 33_600, false);
        let settled = frames_of(32_000) - FUTURE_FRAMES;
        let (kept, before, window) = ear.calls[1];
        assert_eq!(kept, settled);
        assert_eq!(window, 33_600 - settled * 384 + PADDING_SAMPLES);
        let columns = (6 * settled) as f32;
        assert_eq!(before, [288.0 * columns, columns, 2.0 * columns]);
        assert_eq!(frames, settled + frames_of(window));
    }

    #[test]
    fn a_whole_pass_and_a_new_segment_begin_anew_and_every_fifth_goes_further_back() {
        let (mut encoder, mut ear) = (WindowedEncoder::default(), Ear::default());
        for _ in 0..5 {
            pass(&mut encoder, &mut ear, 64_000, false);
        }
        pass(&mut encoder, &mut ear, 64_000, true);
        pass(&mut encoder, &mut ear, 64_000, false);
        encoder.reset();
        pass(&mut encoder, &mut ear, 64_000, false);
        let frames = frames_of(64_000);
        let (short, long) = (frames - FUTURE_FRAMES, frames - LONG_FUTURE_FRAMES);
        let kept: Vec<usize> = ear.calls.iter().map(|call| call.0).collect();
        assert_eq!(kept, [0, short, short, short, long, 0, short, 0]);
        assert!(
            ear.calls
                .iter()
                .all(|call| call.0 > 0 || call.1 == [0.0; 3])
        );
    }

    #[test]
    fn audio_that_has_become_shorter_is_encoded_from_where_it_ends() {
        let (mut encoder, mut ear) = (WindowedEncoder::default(), Ear::default());
        pass(&mut encoder, &mut ear, 64_000, false);
        pass(&mut encoder, &mut ear, 16_000, false);
        let kept = ear.calls[1].0;
        assert!(kept <= frames_of(16_000), "{kept} frames of 1 s");
    }

    #[test]
    fn short_audio_settles_nothing() {
        let (mut encoder, mut ear) = (WindowedEncoder::default(), Ear::default());
        for samples in [1_600, 8_000, 12_000] {
            pass(&mut encoder, &mut ear, samples, false);
        }
        assert!(ear.calls.iter().all(|call| call.0 == 0));
    }
}
