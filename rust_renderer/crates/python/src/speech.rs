//! Bindings of the speech types for CPython.

use pyo3::prelude::*;

/// Adds this module's classes to the extension module.
pub fn register(_module: &Bound<'_, PyModule>) -> PyResult<()> {
    Ok(())
}
