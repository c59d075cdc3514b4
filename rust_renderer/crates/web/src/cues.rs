//! Bindings of the cues types for the web.
