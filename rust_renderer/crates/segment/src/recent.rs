//! The last frames, and the quietest point in them.

use std::collections::VecDeque;

/// 40 dB of level weigh as much as the whole range of the probability. Probabilities change
/// over several frames; the level shows the closure between two words within one.
const LEVEL_SPAN_DB: f32 = 40.0;

/// What is remembered of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Its first sample.
    pub start: u64,
    /// The sample after its last.
    pub end: u64,
    /// Whether it goes on with speech.
    pub speech: bool,
    /// Its speech probability.
    pub probability: f32,
    /// Its level in dB.
    pub level_db: f32,
}

impl Frame {
    fn middle(&self) -> u64 {
        self.start.midpoint(self.end)
    }

    /// Low where a cut does least harm; what is not a number counts as loud.
    fn harm(&self) -> f32 {
        let harm = self.probability + self.level_db / LEVEL_SPAN_DB;
        if harm.is_nan() { f32::INFINITY } else { harm }
    }
}

/// Where to cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The first sample of what goes on.
    pub sample: u64,
    /// Frames of speech from there on, the one that is cut too: half of it goes on.
    pub speech_frames_after: u32,
    /// Frames from there on, the one that is cut too.
    pub frames_after: u32,
}

/// A ring of frames; its room is taken once.
pub struct Recent {
    frames: VecDeque<Frame>,
    capacity: usize,
}

impl Recent {
    /// Room for `capacity` frames, at least one.
    pub fn new(capacity: usize) -> Self {
        Self {
            frames: VecDeque::with_capacity(capacity),
            capacity,
        }
    }

    /// Adds the newest frame and forgets the oldest.
    pub fn push(&mut self, frame: Frame) {
        if self.frames.len() == self.capacity {
            self.frames.pop_front();
        }
        self.frames.push_back(frame);
    }

    /// The middle of the frame after sample `start` that is least like speech, the latest of
    /// equals. The newest frame must lie after `start`.
    pub fn quietest_after(&self, start: u64) -> Cut {
        let after = self.frames.iter().enumerate();
        let quietest = after
            .filter(|(_, frame)| frame.start > start)
            .min_by(|(i, a), (j, b)| a.harm().total_cmp(&b.harm()).then(j.cmp(i)));
        let index = quietest.map_or(self.frames.len() - 1, |(index, _)| index);
        let rest = self.frames.range(index..);
        let speech = rest.clone().filter(|frame| frame.speech).count();
        Cut {
            sample: self.frames[index].middle(),
            speech_frames_after: speech as u32,
            frames_after: rest.len() as u32,
        }
    }
}
