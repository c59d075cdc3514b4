//! What the segmenter says.

/// Why a segment ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The speaker paused.
    Pause,
    /// The segment became too long; the next one begins where it ends.
    Cut,
    /// The stream ended.
    End,
}

impl Reason {
    /// The word for it in the bindings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Cut => "cut",
            Self::End => "end",
        }
    }
}

/// A segment's beginning or end. Samples are counted from the start of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Speech has begun: the segment's audio is to be kept and recognised from `start_sample`.
    Open {
        /// The segment's number, counted from 0.
        segment: u64,
        /// Its first sample.
        start_sample: u64,
    },
    /// The segment is complete.
    Close {
        /// The segment's number.
        segment: u64,
        /// Its first sample.
        start_sample: u64,
        /// The sample after its last.
        end_sample: u64,
        /// Why it ended.
        reason: Reason,
    },
    /// What was opened is not speech after all: nothing of it is to be shown.
    Discard {
        /// The segment's number.
        segment: u64,
        /// Where it had begun.
        start_sample: u64,
    },
}

/// The events of one frame, in order: none, one, or at a cut two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events {
    events: [Option<Event>; 2],
}

impl Events {
    pub(crate) fn one(event: Event) -> Self {
        Self {
            events: [Some(event), None],
        }
    }

    pub(crate) fn two(first: Event, second: Event) -> Self {
        Self {
            events: [Some(first), Some(second)],
        }
    }
}

impl IntoIterator for Events {
    type Item = Event;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<Event>, 2>>;

    fn into_iter(self) -> Self::IntoIter {
        self.events.into_iter().flatten()
    }
}
