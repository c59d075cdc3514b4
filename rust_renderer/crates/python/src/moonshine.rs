//! Bindings of the recogniser's network for CPython.

use crate::convert::copy_floats;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

pyo3::import_exception!(surtitle.errors, SurtitleError);

/// Adds this module's classes to the extension module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<MoonshineEncoder>()?;
    module.add_class::<MoonshineDecoder>()
}

/// Audio to frames, going on from those that were kept.
#[pyclass(module = "surtitle._native")]
struct MoonshineEncoder(surtitle_moonshine::Encoder);

#[pymethods]
impl MoonshineEncoder {
    #[new]
    fn new(encoder: &[u8]) -> PyResult<Self> {
        let encoder = surtitle_moonshine::Encoder::new(encoder);
        Ok(Self(encoder.map_err(refused)?))
    }

    #[getter]
    fn frames(&self) -> usize {
        self.0.frames()
    }

    fn keep(&mut self, frames: usize) {
        self.0.keep(frames);
    }

    fn encode<'py>(
        &mut self,
        py: Python<'py>,
        audio: &Bound<'py, PyAny>,
        before: [f32; 3],
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let audio = copy_floats(py, audio, "audio")?;
        let window = py
            .detach(|| self.0.encode(&audio, before))
            .map_err(PyValueError::new_err)?;
        let sums: Vec<f32> = [window.sums, window.squares].concat();
        Ok((bytes(py, &window.hidden), bytes(py, &sums)))
    }
}

/// Tokens to answers, over frames that it has heard.
#[pyclass(module = "surtitle._native")]
struct MoonshineDecoder(surtitle_moonshine::Decoder);

#[pymethods]
impl MoonshineDecoder {
    #[new]
    fn new(cross: &[u8], decoder: &[u8]) -> PyResult<Self> {
        let decoder = surtitle_moonshine::Decoder::new(cross, decoder);
        Ok(Self(decoder.map_err(refused)?))
    }

    fn keep_frames(&mut self, frames: usize) {
        self.0.keep_frames(frames);
    }

    fn keep_tokens(&mut self, tokens: usize) {
        self.0.keep_tokens(tokens);
    }

    fn hear(&mut self, py: Python<'_>, hidden: &Bound<'_, PyAny>) -> PyResult<()> {
        let hidden = copy_floats(py, hidden, "hidden")?;
        py.detach(|| self.0.hear(&hidden))
            .map_err(PyValueError::new_err)
    }

    #[allow(clippy::type_complexity)]
    fn read<'py>(
        &mut self,
        py: Python<'py>,
        ids: Vec<u32>,
        proposed: Vec<u32>,
    ) -> PyResult<(Vec<u32>, Vec<f32>, Vec<f32>, Bound<'py, PyBytes>)> {
        let answers = py
            .detach(|| self.0.read(&ids, &proposed))
            .map_err(PyValueError::new_err)?;
        let attention = bytes(py, &answers.attention);
        Ok((
            answers.tokens,
            answers.log_probabilities,
            answers.deficits,
            attention,
        ))
    }
}

fn refused(error: surtitle_moonshine::ModelError) -> PyErr {
    SurtitleError::new_err(format!("{error}. Run `surtitle models verify`."))
}

fn bytes<'py>(py: Python<'py>, values: &[f32]) -> Bound<'py, PyBytes> {
    let values: Vec<u8> = values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    PyBytes::new(py, &values)
}
