//! The Rust core for CPython (`surtitle._native`): each module only converts types for PyO3.

use pyo3::prelude::*;

mod convert;
mod cues;
mod layout;
mod moonshine;
mod speech;

/// Registers every class of the core.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    cues::register(module)?;
    layout::register(module)?;
    moonshine::register(module)?;
    speech::register(module)
}
