//! Bindings of the speech types for CPython.

use crate::convert::copy_floats;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use surtitle_segment::{Event, SegmentOptions};
use surtitle_vad::{FRAME_SAMPLES, VadOptions};

pyo3::import_exception!(surtitle.errors, SurtitleError);

/// Adds this module's classes to the extension module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Vad>()?;
    module.add_class::<SpeechSegmenter>()?;
    module.add_class::<SpeechEvent>()
}

/// Speech probability of each 32 ms frame (512 samples of mono f32 at 16 kHz).
#[pyclass(module = "surtitle._native")]
struct Vad(surtitle_vad::Vad);

#[pymethods]
impl Vad {
    #[new]
    #[pyo3(signature = (options=None))]
    fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let vad = read_options(options, |key, _| {
            let message = format!("option is {key}; it accepts simd");
            Err(SurtitleError::new_err(message))
        })?;
        Ok(Self(surtitle_vad::Vad::new(vad)))
    }

    fn push(&mut self, py: Python<'_>, frame: &Bound<'_, PyAny>) -> PyResult<f32> {
        let samples = copy_floats(py, frame, "samples")?;
        let frame: &[f32; FRAME_SAMPLES] = samples.as_slice().try_into().map_err(|_| {
            let message = format!("frame has {} samples; it needs 512", samples.len());
            PyValueError::new_err(message)
        })?;
        Ok(self.0.push(frame))
    }

    #[getter]
    fn probability(&self) -> f32 {
        self.0.probability()
    }

    #[getter]
    fn level_db(&self) -> f32 {
        self.0.level_db()
    }

    fn features(&self) -> Vec<f32> {
        self.0.features().to_vec()
    }
}

/// Segments of speech in a stream of mono f32 at 16 kHz.
#[pyclass(module = "surtitle._native")]
struct SpeechSegmenter(surtitle_segment::SpeechSegmenter);

#[pymethods]
impl SpeechSegmenter {
    #[new]
    #[pyo3(signature = (options=None))]
    fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut segment = SegmentOptions::default();
        let vad = read_options(options, |key, value| {
            let value: f64 = value
                .extract()
                .map_err(|_| PyTypeError::new_err(format!("{key} must be a number")))?;
            segment.set(key, value).map_err(option_error)
        })?;
        let segmenter = surtitle_segment::SpeechSegmenter::new(vad, segment);
        Ok(Self(segmenter.map_err(option_error)?))
    }

    fn push(&mut self, py: Python<'_>, samples: &Bound<'_, PyAny>) -> PyResult<Vec<SpeechEvent>> {
        let mut events = Vec::new();
        let samples = copy_floats(py, samples, "samples")?;
        self.0.push(&samples, |event| events.push(event.into()));
        Ok(events)
    }

    fn flush(&mut self) -> Vec<SpeechEvent> {
        let mut events = Vec::new();
        self.0.flush(|event| events.push(event.into()));
        events
    }

    #[getter]
    fn probability(&self) -> f32 {
        self.0.probability()
    }

    #[getter]
    fn level_db(&self) -> f32 {
        self.0.level_db()
    }

    #[getter]
    fn position(&self) -> u64 {
        self.0.position()
    }

    #[getter]
    fn tail_end(&self) -> u64 {
        self.0.tail_end()
    }
}

/// A segment's beginning or end.
#[pyclass(module = "surtitle._native", frozen, get_all, eq)]
#[derive(PartialEq)]
struct SpeechEvent {
    kind: &'static str,
    segment: u64,
    start_sample: u64,
    end_sample: Option<u64>,
    reason: Option<&'static str>,
}

#[pymethods]
impl SpeechEvent {
    fn __repr__(&self) -> String {
        let mut text = format!(
            "SpeechEvent(kind='{}', segment={}, start_sample={}",
            self.kind, self.segment, self.start_sample
        );
        if let (Some(end_sample), Some(reason)) = (self.end_sample, self.reason) {
            text += &format!(", end_sample={end_sample}, reason='{reason}'");
        }
        text + ")"
    }
}

impl From<Event> for SpeechEvent {
    fn from(event: Event) -> Self {
        let (kind, segment, start_sample, end) = match event {
            Event::Open {
                segment,
                start_sample,
            } => ("open", segment, start_sample, None),
            Event::Close {
                segment,
                start_sample,
                end_sample,
                reason,
            } => ("close", segment, start_sample, Some((end_sample, reason))),
            Event::Discard {
                segment,
                start_sample,
            } => ("discard", segment, start_sample, None),
        };
        Self {
            kind,
            segment,
            start_sample,
            end_sample: end.map(|(sample, _)| sample),
            reason: end.map(|(_, reason)| reason.name()),
        }
    }
}

fn option_error(error: surtitle_segment::Error) -> PyErr {
    SurtitleError::new_err(error.to_string())
}

/// Reads `simd`, and gives every other option to `other`.
fn read_options(
    options: Option<&Bound<'_, PyDict>>,
    mut other: impl FnMut(&str, Bound<'_, PyAny>) -> PyResult<()>,
) -> PyResult<VadOptions> {
    let mut vad = VadOptions::default();
    for (key, value) in options.into_iter().flatten() {
        let key: String = key.extract()?;
        if key == "simd" {
            vad = vad.with_simd(value.extract()?);
        } else {
            other(&key, value)?;
        }
    }
    Ok(vad)
}
