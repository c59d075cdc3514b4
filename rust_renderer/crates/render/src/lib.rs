//! The render stage.
