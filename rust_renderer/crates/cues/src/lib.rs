//! Cues, and the two files they travel in: WebVTT and SRT.
//!
//! Reading recovers and reports. Whatever the bytes, [`parse_vtt`] and [`parse_srt`] give a
//! [`Document`] with every cue that could be saved and a [`ParseError`] for each thing that was
//! wrong, with its line. Nothing here panics: the lints below keep `unwrap`, indexing and their
//! kin out of the product code, and nesting of tags is bounded so that no input can exhaust the
//! stack.
//!
//! WebVTT follows the parsing algorithms of the W3C's WebVTT (sections 6.1 to 6.5), SRT has no
//! standard and is read as players read it. A cue's text is WebVTT cue text in both cases, so that
//! one tree ([`parse_cue_text`]) and one layout serve them.
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

mod cue_text;
mod decode;
mod entities;
mod error;
mod millis;
mod model;
mod serialise;
mod settings;
mod settings_write;
mod srt_markup;
mod srt_read;
mod srt_write;
mod timestamp;
mod tokens;
mod vtt_read;
mod vtt_region;
mod vtt_write;
mod words;

pub use cue_text::{Element, Kind, MAX_DEPTH, Node, parse_cue_text, plain_text};
pub use error::{ErrorCode, ParseError};
pub use model::{
    Align, Cue, Document, LineAlign, PositionAlign, Region, Scroll, Settings, Vertical, Word,
};
pub use serialise::{cue_text, escape};
pub use srt_read::parse_srt;
pub use srt_write::write_srt;
pub use timestamp::MAX_MS;
pub use vtt_read::parse_vtt;
pub use vtt_write::{VttOptions, write_vtt};
pub use words::with_word_times;
