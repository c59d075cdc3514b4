//! Samples in, events out: the detector and the state machine together.

use crate::{Error, Event, SegmentOptions, Segmenter};
use surtitle_vad::{FRAME_SAMPLES, Vad, VadOptions};

/// Segments a stream of samples: mono f32 at 16 kHz.
pub struct SpeechSegmenter {
    vad: Vad,
    segmenter: Segmenter,
    frame: [f32; FRAME_SAMPLES],
    filled: usize,
}

impl SpeechSegmenter {
    /// A segmenter before the first sample.
    ///
    /// # Errors
    /// Where an option is outside its range.
    pub fn new(vad: VadOptions, options: SegmentOptions) -> Result<Self, Error> {
        Ok(Self {
            vad: Vad::new(vad),
            segmenter: Segmenter::new(options)?,
            frame: [0.0; FRAME_SAMPLES],
            filled: 0,
        })
    }

    /// Takes any number of samples; those that do not fill a frame wait for the next call.
    pub fn push(&mut self, mut samples: &[f32], mut on_event: impl FnMut(Event)) {
        while !samples.is_empty() {
            let (head, rest) = samples.split_at(samples.len().min(FRAME_SAMPLES - self.filled));
            self.frame[self.filled..self.filled + head.len()].copy_from_slice(head);
            self.filled += head.len();
            samples = rest;
            if self.filled == FRAME_SAMPLES {
                self.push_frame(&mut on_event);
            }
        }
    }

    /// Ends the stream, or a stretch of it: samples that wait are padded with zeros to a frame,
    /// and what is open is closed at the last sample pushed.
    pub fn flush(&mut self, mut on_event: impl FnMut(Event)) {
        if self.filled > 0 {
            self.frame[self.filled..].fill(0.0);
            self.push_frame(&mut on_event);
        }
        self.segmenter.flush().into_iter().for_each(on_event);
    }

    /// The speech probability of the last frame, 0 to 1.
    pub fn probability(&self) -> f32 {
        self.vad.probability()
    }

    /// The level of the last frame in dB of full scale.
    pub fn level_db(&self) -> f32 {
        self.vad.level_db()
    }

    /// Samples consumed, without those that wait for their frame to fill.
    pub fn position(&self) -> u64 {
        self.segmenter.position()
    }

    /// Where the open segment ends if nothing more is said; without one, the position.
    pub fn tail_end(&self) -> u64 {
        self.segmenter.tail_end()
    }

    fn push_frame(&mut self, on_event: &mut impl FnMut(Event)) {
        let probability = self.vad.push(&self.frame);
        let level_db = self.vad.level_db();
        let events = self
            .segmenter
            .push_samples(probability, level_db, self.filled);
        self.filled = 0;
        events.into_iter().for_each(on_event);
    }
}
