//! The cues stage.
