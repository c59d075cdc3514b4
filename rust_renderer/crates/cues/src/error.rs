//! What was wrong with a file, and where.

use serde::{Deserialize, Serialize};

/// The kind of a [`ParseError`]; its serialised name is the kebab-case of the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// The file does not begin with `WEBVTT`: WebVTT has no cue to give then.
    BadSignature,
    /// Bytes that are not in the file's encoding; each was read as U+FFFD.
    BadEncoding,
    /// A NUL, read as U+FFFD.
    NulCharacter,
    /// A line with an arrow that is no timing line.
    BadTiming,
    /// A time that is written against the format but can be understood.
    LooseTiming,
    /// A cue that ends at or before its start.
    EndBeforeStart,
    /// A cue that starts before the one above it.
    OutOfOrder,
    /// An SRT cue that starts before the one above it has ended.
    Overlap,
    /// A cue setting that is unknown or has a value out of its range.
    BadSetting,
    /// A cue setting that names a region the file does not define.
    UnknownRegion,
    /// A region setting that is unknown or has a value out of its range.
    BadRegion,
    /// A `STYLE` or `REGION` block after the first cue, which WebVTT ignores.
    MisplacedBlock,
    /// Text that belongs to no cue.
    StrayText,
    /// An SRT cue without its number.
    MissingNumber,
    /// An SRT cue without text.
    EmptyCue,
    /// A tag that is unknown, unclosed, or closed without being open.
    BadTag,
}

/// One thing that was wrong with a file. The cue it concerns is kept where it could be understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParseError {
    /// The kind.
    pub code: ErrorCode,
    /// The line it is on, counted from 1.
    pub line: usize,
    /// What was found and what was done about it.
    pub message: String,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Errors as they are found; a damaged file may have one on every line, so the list is bounded.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    list: Vec<ParseError>,
}

/// Enough to see what is wrong with a file; ten megabytes of noise should not give as much again.
const MAX_ERRORS: usize = 1000;

impl Errors {
    pub(crate) fn report(&mut self, code: ErrorCode, line: usize, message: impl Into<String>) {
        if self.list.len() < MAX_ERRORS {
            self.list.push(ParseError {
                code,
                line,
                message: message.into(),
            });
        }
    }

    pub(crate) fn into_sorted(mut self) -> Vec<ParseError> {
        self.list.sort_by_key(|error| error.line);
        self.list
    }
}

/// A piece of the input for a message, cut so that one bad line cannot fill the report.
pub(crate) fn excerpt(text: &str) -> String {
    const LIMIT: usize = 40;
    let mut characters = text.trim().chars();
    let mut cut: String = characters.by_ref().take(LIMIT).collect();
    if characters.next().is_some() {
        cut.push('…');
    }
    cut
}
