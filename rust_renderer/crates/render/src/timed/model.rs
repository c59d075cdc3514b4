//! What patches mean: the plainest thing that can apply them.

use super::patch::{ShownCue, TimedPatch};
use std::collections::BTreeMap;

/// The cues that are shown, by index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimedModel {
    /// The cues.
    pub cues: BTreeMap<usize, ShownCue>,
}

impl TimedModel {
    /// Applies patches; a patch that names what is not there is an error that says so.
    pub fn apply(&mut self, patches: &[TimedPatch]) -> Result<(), String> {
        for patch in patches {
            match patch {
                TimedPatch::AddCue(shown) => {
                    if self.cues.insert(shown.cue, shown.clone()).is_some() {
                        return Err(format!("cue {} is there already", shown.cue));
                    }
                }
                TimedPatch::MoveCue { cue, area } => {
                    let shown = self
                        .cues
                        .get_mut(cue)
                        .ok_or_else(|| format!("there is no cue {cue}"))?;
                    shown.area = *area;
                }
                TimedPatch::RemoveCue { cue } => {
                    self.cues
                        .remove(cue)
                        .ok_or_else(|| format!("there is no cue {cue}"))?;
                }
            }
        }
        Ok(())
    }
}
