//! The segment stage: where speech begins and ends.
//!
//! [`Segmenter`] is a pure state machine over one probability and one level a frame.
//! [`SpeechSegmenter`] feeds it from a detector. Losing a word is worse than a little audio too
//! much, because the recogniser can still reject what is not speech: segments reach back before
//! the onset, keep the pause that ends them, and one that is too long is cut without a gap.

mod error;
mod event;
mod options;
mod recent;
mod segmenter;
mod stream;

pub use error::Error;
pub use event::{Event, Events, Reason};
pub use options::SegmentOptions;
pub use segmenter::Segmenter;
pub use stream::SpeechSegmenter;
