//! Bindings of the layout types for CPython.

use crate::convert::{SurtitleError, from_python, or_default, to_python};
use pyo3::prelude::*;
use surtitle_render::Word;

/// Lays out words as they are recognised: paint-on, roll-up.
#[pyclass(module = "surtitle._native")]
struct LiveLayout {
    inner: surtitle_render::LiveLayout,
}

#[pymethods]
impl LiveLayout {
    #[new]
    #[pyo3(signature = (options = None))]
    fn new(options: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let options = or_default(options, "LiveLayout options")?;
        let inner = surtitle_render::LiveLayout::new(options);
        Ok(Self {
            inner: inner.map_err(|error| SurtitleError::new_err(error.to_string()))?,
        })
    }

    #[pyo3(signature = (words, now_ms, withdrawn_ids = None))]
    fn apply<'py>(
        &mut self,
        words: &Bound<'py, PyAny>,
        now_ms: f64,
        withdrawn_ids: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let list: Vec<Word> = from_python(words, "words")?;
        let withdrawn: Option<Vec<u64>> = or_default(withdrawn_ids, "withdrawn_ids")?;
        to_python(
            words.py(),
            &self.inner.apply(&list, now_ms, withdrawn.as_deref()),
        )
    }

    fn tick<'py>(&mut self, py: Python<'py>, now_ms: f64) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner.tick(now_ms))
    }

    fn clear<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner.clear())
    }

    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner.rows())
    }
}

/// Says which cues stand where at a moment of the media.
#[pyclass(module = "surtitle._native")]
struct TimedLayout {
    inner: surtitle_render::TimedLayout,
}

/// A moment of the media clock: a fraction of a millisecond has not come yet.
fn moment(time_ms: f64) -> u64 {
    // The conversion saturates, and makes 0 of NaN.
    time_ms.floor() as u64
}

#[pymethods]
impl TimedLayout {
    #[new]
    #[pyo3(signature = (cues, options = None, regions = None))]
    fn new(
        cues: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyAny>>,
        regions: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let list = from_python(cues, "cues")?;
        let regions = or_default(regions, "regions")?;
        let options = or_default(options, "TimedLayout options")?;
        let inner = surtitle_render::TimedLayout::new(list, regions, options);
        Ok(Self {
            inner: inner.map_err(|error| SurtitleError::new_err(error.to_string()))?,
        })
    }

    fn at<'py>(&mut self, py: Python<'py>, time_ms: f64) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner.at(moment(time_ms)))
    }

    fn next_change_ms(&self, time_ms: f64) -> Option<u64> {
        self.inner.next_change(moment(time_ms))
    }

    fn configure(&mut self, options: &Bound<'_, PyAny>) -> PyResult<()> {
        let configured = self
            .inner
            .configure(from_python(options, "TimedLayout options")?);
        configured.map_err(|error| SurtitleError::new_err(error.to_string()))
    }

    fn shown<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner.shown())
    }
}

/// Adds this module's classes to the extension module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<LiveLayout>()?;
    module.add_class::<TimedLayout>()
}
