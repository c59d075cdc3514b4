//! Patches of the timed layout.

use super::geometry::Box;
use super::lines::Line;
use serde::{Deserialize, Serialize};
use surtitle_cues::{Align, Vertical};

/// A cue in its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShownCue {
    /// Its index in the list the layout was made of.
    pub cue: usize,
    /// Its id, as in the file.
    pub id: String,
    /// Its start.
    pub start_ms: u64,
    /// Its end.
    pub end_ms: u64,
    /// Its lines, broken as they are to be painted.
    pub lines: Vec<Line>,
    /// How the lines are aligned in the box: `left`, `center` or `right`.
    pub align: Align,
    /// The writing direction.
    pub vertical: Vertical,
    /// Where it stands.
    #[serde(rename = "box")]
    pub area: Box,
}

/// One change of what is shown. They are to be applied in the order they are given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum TimedPatch {
    /// A cue comes up.
    AddCue(ShownCue),
    /// A cue moves.
    MoveCue {
        /// Its index.
        cue: usize,
        /// Where it stands now.
        #[serde(rename = "box")]
        area: Box,
    },
    /// A cue goes.
    RemoveCue {
        /// Its index.
        cue: usize,
    },
}
