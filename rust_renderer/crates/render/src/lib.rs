//! Layout of live and timed captions. It gives patches and knows no DOM.
//!
//! [`LiveLayout`] paints words on as they are recognised and rolls rows up; [`TimedLayout`] says
//! which cues stand where at a moment of the media. Both answer with the fewest patches that lead
//! from what is shown to what should be; [`LiveModel`] and [`TimedModel`] apply them, and are the
//! definition of what a patch means.
#![deny(missing_docs)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod error;
mod live;
mod text;
mod timed;

pub use error::OptionError;
pub use live::{Item, Key, LiveLayout, LiveModel, LiveOptions, LivePatch, Row, Word};
pub use text::{cells, joins_without_space};
pub use timed::{Box, Line, Run, ShownCue, TimedLayout, TimedModel, TimedOptions, TimedPatch};
