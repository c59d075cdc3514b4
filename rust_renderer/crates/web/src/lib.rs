//! The Rust core for the web: each module only converts types for wasm-bindgen.

mod convert;
pub mod cues;
pub mod layout;
pub mod moonshine;
pub mod speech;
