//! The state machine.

use crate::event::{Event, Events, Reason};
use crate::recent::{Frame, Recent};
use crate::{Error, SegmentOptions};
use surtitle_vad::{FRAME_SAMPLES, SAMPLE_RATE_HZ};

/// Cuts a stream of frames into segments of speech.
pub struct Segmenter {
    options: SegmentOptions,
    limits: Limits,
    recent: Recent,
    state: State,
    position: u64,
    previous_end: u64,
    next_segment: u64,
}

/// The options in frames and samples.
struct Limits {
    pre_roll_samples: u64,
    hang_over_frames: u32,
    tail_frames: u32,
    min_speech_frames: u32,
    confirm_speech_frames: u32,
    max_segment_samples: u64,
    look_back_samples: u64,
}

enum State {
    Quiet,
    /// Some speech, not yet enough: frames of speech less frames without.
    Candidate {
        start: u64,
        evidence: u32,
    },
    Open(Open),
}

struct Open {
    segment: u64,
    start: u64,
    speech_frames: u32,
    quiet_frames: u32,
    /// Whether it goes on from a cut, so that even one frame of speech is the end of a word.
    continues: bool,
}

fn samples(ms: u32) -> u64 {
    u64::from(ms) * u64::from(SAMPLE_RATE_HZ) / 1000
}

fn frames(ms: u32) -> u32 {
    u32::try_from(samples(ms).div_ceil(FRAME_SAMPLES as u64)).unwrap_or(u32::MAX)
}

impl Segmenter {
    /// A segmenter before the first sample.
    ///
    /// # Errors
    /// Where an option is outside its range.
    pub fn new(options: SegmentOptions) -> Result<Self, Error> {
        options.check()?;
        let min_speech_frames = frames(options.min_speech_ms);
        Ok(Self {
            limits: Limits {
                pre_roll_samples: samples(options.pre_roll_ms),
                hang_over_frames: frames(options.hang_over_ms),
                tail_frames: frames(options.tail_ms),
                min_speech_frames,
                confirm_speech_frames: frames(options.confirm_speech_ms),
                max_segment_samples: samples(options.max_segment_ms),
                look_back_samples: 2 * u64::from(min_speech_frames) * FRAME_SAMPLES as u64,
            },
            recent: Recent::new(frames(options.cut_search_ms) as usize),
            state: State::Quiet,
            position: 0,
            previous_end: 0,
            next_segment: 0,
            options,
        })
    }

    /// Samples consumed.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Where the open segment ends if nothing more is said; without one, [`Self::position`].
    pub fn tail_end(&self) -> u64 {
        match &self.state {
            State::Open(open) => self.tail_end_of(open),
            State::Quiet | State::Candidate { .. } => self.position,
        }
    }

    /// Takes a whole frame's speech probability and level in dB.
    ///
    /// A probability that is not a number counts as no speech.
    pub fn push(&mut self, probability: f32, level_db: f32) -> Events {
        self.push_samples(probability, level_db, FRAME_SAMPLES)
    }

    /// The same for a last frame of which only `samples` belong to the stream.
    pub fn push_samples(&mut self, probability: f32, level_db: f32, samples: usize) -> Events {
        let frame = Frame {
            start: self.position,
            end: self.position + samples as u64,
            speech: probability >= self.options.offset_threshold,
            probability,
            level_db,
        };
        self.position = frame.end;
        self.recent.push(frame);
        match std::mem::replace(&mut self.state, State::Quiet) {
            State::Quiet if probability >= self.options.onset_threshold => {
                self.consider(frame.start, 1)
            }
            State::Quiet => Events::default(),
            State::Candidate { start, evidence } if frame.speech => {
                self.consider(start, evidence + 1)
            }
            State::Candidate { start, evidence } => self.consider(start, evidence - 1),
            State::Open(open) => self.go_on(open, frame),
        }
    }

    /// Ends the stream, or a stretch of it: what is open is closed at the last sample.
    pub fn flush(&mut self) -> Events {
        match std::mem::replace(&mut self.state, State::Quiet) {
            State::Open(open) => Events::one(self.end(open, Reason::End)),
            State::Quiet | State::Candidate { .. } => Events::default(),
        }
    }

    /// Opens a segment if the evidence is enough.
    fn consider(&mut self, start: u64, evidence: u32) -> Events {
        if evidence < self.limits.min_speech_frames {
            if evidence > 0 {
                self.state = State::Candidate { start, evidence };
            }
            return Events::default();
        }
        let start = start
            .max(self.position.saturating_sub(self.limits.look_back_samples))
            .saturating_sub(self.limits.pre_roll_samples)
            .max(self.previous_end);
        Events::one(self.open(start, evidence, 0, false))
    }

    fn open(&mut self, start: u64, speech: u32, quiet: u32, continues: bool) -> Event {
        let segment = self.next_segment;
        self.next_segment += 1;
        self.state = State::Open(Open {
            segment,
            start,
            speech_frames: speech,
            quiet_frames: quiet,
            continues,
        });
        Event::Open {
            segment,
            start_sample: start,
        }
    }

    fn go_on(&mut self, mut open: Open, frame: Frame) -> Events {
        if frame.speech {
            open.speech_frames += 1;
            open.quiet_frames = 0;
        } else {
            open.quiet_frames += 1;
        }
        if open.quiet_frames >= self.limits.hang_over_frames {
            return Events::one(self.end(open, Reason::Pause));
        }
        let next_frame_end = self.position + FRAME_SAMPLES as u64;
        if next_frame_end - open.start > self.limits.max_segment_samples {
            return self.cut(&open);
        }
        self.state = State::Open(open);
        Events::default()
    }

    /// Ends `open` here, unless it turned out to hold too little speech.
    fn end(&mut self, open: Open, reason: Reason) -> Event {
        let needed = if open.continues {
            1
        } else {
            self.limits.confirm_speech_frames
        };
        let speaking = open.quiet_frames == 0;
        if open.speech_frames < needed && !speaking {
            return Event::Discard {
                segment: open.segment,
                start_sample: open.start,
            };
        }
        self.close(&open, self.tail_end_of(&open), reason)
    }

    fn tail_end_of(&self, open: &Open) -> u64 {
        let beyond = open.quiet_frames.saturating_sub(self.limits.tail_frames);
        self.position - u64::from(beyond) * FRAME_SAMPLES as u64
    }

    fn close(&mut self, open: &Open, end_sample: u64, reason: Reason) -> Event {
        self.previous_end = end_sample;
        Event::Close {
            segment: open.segment,
            start_sample: open.start,
            end_sample,
            reason,
        }
    }

    fn cut(&mut self, open: &Open) -> Events {
        let cut = self.recent.quietest_after(open.start);
        let close = self.close(open, cut.sample, Reason::Cut);
        let quiet = open.quiet_frames.min(cut.frames_after);
        let next = self.open(cut.sample, cut.speech_frames_after, quiet, true);
        Events::two(close, next)
    }
}
