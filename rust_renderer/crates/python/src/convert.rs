//! Values of the core as plain Python objects, and back.

use pyo3::prelude::*;
use serde::{Serialize, de::DeserializeOwned};

/// A `surtitle.errors.SurtitleError` with a message.
pub(crate) fn surtitle_error(py: Python<'_>, message: &str) -> PyErr {
    let raise = || {
        py.import("surtitle.errors")?
            .getattr("SurtitleError")?
            .call1((message,))
    };
    raise().map_or_else(|error| error, PyErr::from_value)
}

/// A value as dicts, lists, strings and numbers.
pub(crate) fn to_python<'py, T: Serialize>(
    py: Python<'py>,
    value: &T,
) -> PyResult<Bound<'py, PyAny>> {
    pythonize::pythonize(py, value).map_err(|error| surtitle_error(py, &error.to_string()))
}

/// A value from dicts and lists; the error says that `what` is wrong, and how.
pub(crate) fn from_python<T: DeserializeOwned>(
    value: &Bound<'_, PyAny>,
    what: &str,
) -> PyResult<T> {
    pythonize::depythonize(value)
        .map_err(|error| surtitle_error(value.py(), &format!("{what}: {error}")))
}

/// The same, with the default where nothing is given.
pub(crate) fn or_default<T: DeserializeOwned + Default>(
    value: Option<&Bound<'_, PyAny>>,
    what: &str,
) -> PyResult<T> {
    value.map_or_else(|| Ok(T::default()), |value| from_python(value, what))
}
