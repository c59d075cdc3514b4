//! Values of the core as plain Python objects, and back.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use serde::{Serialize, de::DeserializeOwned};

pyo3::import_exception!(surtitle.errors, SurtitleError);

/// A value as dicts, lists, strings and numbers.
pub(crate) fn to_python<'py, T: Serialize>(
    py: Python<'py>,
    value: &T,
) -> PyResult<Bound<'py, PyAny>> {
    pythonize::pythonize(py, value).map_err(|error| SurtitleError::new_err(error.to_string()))
}

/// A value from dicts and lists; the error says that `what` is wrong, and how.
pub(crate) fn from_python<T: DeserializeOwned>(
    value: &Bound<'_, PyAny>,
    what: &str,
) -> PyResult<T> {
    pythonize::depythonize(value)
        .map_err(|error| SurtitleError::new_err(format!("{what}: {error}")))
}

/// The same, with the default where nothing is given.
pub(crate) fn or_default<T: DeserializeOwned + Default>(
    value: Option<&Bound<'_, PyAny>>,
    what: &str,
) -> PyResult<T> {
    value.map_or_else(|| Ok(T::default()), |value| from_python(value, what))
}

/// Copies `what` out of a buffer of one dimension, contiguous, float32.
pub(crate) fn copy_floats(
    py: Python<'_>,
    object: &Bound<'_, PyAny>,
    what: &str,
) -> PyResult<Vec<f32>> {
    match PyBuffer::get(object) {
        Ok(buffer) if buffer.dimensions() == 1 && buffer.is_c_contiguous() => buffer.to_vec(py),
        _ => Err(PyTypeError::new_err(format!(
            "{what} must be a one-dimensional contiguous buffer of float32, \
             such as numpy.ascontiguousarray({what}, numpy.float32)"
        ))),
    }
}
