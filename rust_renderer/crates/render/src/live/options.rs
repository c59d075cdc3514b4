//! Options of the live layout.

use crate::error::{OptionError, in_range};
use serde::{Deserialize, Serialize};

/// Options of [`crate::LiveLayout`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LiveOptions {
    /// Cells a row: a Latin letter is 1, a CJK character 2. 42 for Latin scripts, 32 for Chinese
    /// and Korean, 26 for Japanese, 24 in portrait (Netflix timed-text style; 16, 16 and 13
    /// characters). From 4 to 200.
    pub max_chars: usize,
    /// Rows shown before the oldest rolls off, 2 to 4.
    pub max_rows: usize,
    /// How long what is shown stays after its last change, in milliseconds (BBC: a hang of at most
    /// 1.5 s); `None` keeps it.
    pub hang_ms: Option<f64>,
}

impl Default for LiveOptions {
    fn default() -> Self {
        Self {
            max_chars: 42,
            max_rows: 2,
            hang_ms: Some(1500.0),
        }
    }
}

impl LiveOptions {
    /// A row may grow this far, by words that change or come in between, before its end is moved
    /// down: a quarter over, which the picture's safe area still holds at the usual size.
    pub(crate) fn hard_chars(&self) -> usize {
        self.max_chars + self.max_chars / 4
    }

    pub(crate) fn check(&self) -> Result<(), OptionError> {
        in_range("max_chars", self.max_chars as f64, 4.0, 200.0)?;
        in_range("max_rows", self.max_rows as f64, 2.0, 4.0)?;
        self.hang_ms.map_or(Ok(()), |hang_ms| {
            in_range("hang_ms", hang_ms, 0.0, 3_600_000.0)
        })
    }
}
