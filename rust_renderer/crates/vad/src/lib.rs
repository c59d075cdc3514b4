//! The vad stage.
