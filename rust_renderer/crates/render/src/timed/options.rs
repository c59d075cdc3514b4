//! Options of the timed layout.

use crate::error::{OptionError, in_range};
use serde::{Deserialize, Serialize};

/// Options of [`crate::TimedLayout`]. The layout has no font: it reckons with its usual measures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimedOptions {
    /// Width of the picture by its height.
    pub aspect_ratio: f64,
    /// Size of the font in per cent of the picture's height (WebVTT 7.4: 5).
    pub font_percent: f64,
    /// Height of a line by the font's size.
    pub line_height: f64,
    /// Width of a cell by the font's size: half an em, a little more than the mean of Latin text in
    /// the usual fonts; a CJK character of two cells is exactly an em.
    pub cell_width: f64,
    /// The safe area: lines counted from an edge begin this far from it, in per cent.
    pub margin_percent: f64,
    /// Cells a line before it is broken, where the cue's box is not narrower.
    pub max_chars: usize,
}

impl Default for TimedOptions {
    fn default() -> Self {
        Self {
            aspect_ratio: 16.0 / 9.0,
            font_percent: 5.0,
            line_height: 1.3,
            cell_width: 0.5,
            margin_percent: 5.0,
            max_chars: 42,
        }
    }
}

impl TimedOptions {
    pub(crate) fn check(&self) -> Result<(), OptionError> {
        in_range("aspect_ratio", self.aspect_ratio, 0.1, 10.0)?;
        in_range("font_percent", self.font_percent, 0.5, 50.0)?;
        in_range("line_height", self.line_height, 0.5, 5.0)?;
        in_range("cell_width", self.cell_width, 0.1, 2.0)?;
        in_range("margin_percent", self.margin_percent, 0.0, 40.0)?;
        in_range("max_chars", self.max_chars as f64, 1.0, 1000.0)
    }
}
