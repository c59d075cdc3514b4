//! The segment stage.
