//! Bindings of the cues types for CPython.

use crate::convert::{SurtitleError, from_python, to_python};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyString};
use surtitle_cues::{Cue, Document, VttOptions};

/// The bytes of a file that is given as text or as bytes.
fn bytes_of(data: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(text) = data.cast::<PyString>() {
        // Lone surrogates cannot be UTF-8; they are read as U+FFFD.
        return Ok(text.to_string_lossy().into_owned().into_bytes());
    }
    if let Ok(bytes) = data.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    if let Ok(bytes) = data.cast::<PyByteArray>() {
        return Ok(bytes.to_vec());
    }
    Err(SurtitleError::new_err(
        "a subtitle file must be str, bytes or bytearray",
    ))
}

/// A document, or a bare list of cues.
fn document_of(value: &Bound<'_, PyAny>) -> PyResult<Document> {
    if value.is_instance_of::<PyDict>() {
        return from_python(value, "document");
    }
    Ok(Document {
        cues: from_python(value, "cues")?,
        ..Document::default()
    })
}

/// Reads a WebVTT file; what is wrong with it is in the result's `errors`.
#[pyfunction]
fn parse_vtt<'py>(data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let bytes = bytes_of(data)?;
    let document = data.py().detach(|| surtitle_cues::parse_vtt(&bytes));
    to_python(data.py(), &document)
}

/// Reads an SRT file; what is wrong with it is in the result's `errors`.
#[pyfunction]
fn parse_srt<'py>(data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let bytes = bytes_of(data)?;
    let document = data.py().detach(|| surtitle_cues::parse_srt(&bytes));
    to_python(data.py(), &document)
}

/// Writes valid WebVTT from a document or a list of cues.
#[pyfunction]
#[pyo3(signature = (document, *, word_times = false))]
fn write_vtt(document: &Bound<'_, PyAny>, word_times: bool) -> PyResult<String> {
    Ok(surtitle_cues::write_vtt(
        &document_of(document)?,
        VttOptions { word_times },
    ))
}

/// Writes SRT.
#[pyfunction]
fn write_srt(cues: &Bound<'_, PyAny>) -> PyResult<String> {
    let cues: Vec<Cue> = from_python(cues, "cues")?;
    Ok(surtitle_cues::write_srt(&cues))
}

/// The tree of a cue's text.
#[pyfunction]
fn parse_cue_text<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &surtitle_cues::parse_cue_text(text))
}

/// A cue's text without its markup.
#[pyfunction]
fn plain_text(text: &str) -> String {
    surtitle_cues::plain_text(text)
}

/// Plain text as WebVTT cue text.
#[pyfunction]
fn escape_text(text: &str) -> String {
    surtitle_cues::escape(text)
}

/// Adds this module's functions to the extension module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(parse_vtt, module)?)?;
    module.add_function(wrap_pyfunction!(parse_srt, module)?)?;
    module.add_function(wrap_pyfunction!(write_vtt, module)?)?;
    module.add_function(wrap_pyfunction!(write_srt, module)?)?;
    module.add_function(wrap_pyfunction!(parse_cue_text, module)?)?;
    module.add_function(wrap_pyfunction!(plain_text, module)?)?;
    module.add_function(wrap_pyfunction!(escape_text, module)?)
}
