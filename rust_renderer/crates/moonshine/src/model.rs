//! Weights found by what they give, so no name of the shipped graph matters.

use crate::matrix::Matrix;
use crate::onnx::{self, FLOAT, Graph, Tensor, UINT8};
use std::fmt;

/// A model file that is not what Surtitle builds; the message says what it lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelError(pub(crate) String);

impl fmt::Display for ModelError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for ModelError {}

/// A file's graph.
pub struct Model<'a> {
    name: &'static str,
    graph: Graph<'a>,
}

impl<'a> Model<'a> {
    pub fn read(name: &'static str, bytes: &'a [u8]) -> Result<Self, ModelError> {
        let graph = onnx::read(bytes)
            .ok_or_else(|| ModelError(format!("{name} is not an ONNX file, or is cut short")))?;
        Ok(Self { name, graph })
    }

    /// The f32 weight [`size`] that goes into the node behind `output` as its input `index`.
    pub fn vector(&self, output: &str, index: usize, size: usize) -> Result<Vec<f32>, ModelError> {
        let name = self.input(output, index)?;
        self.floats(name, size)
    }

    /// The f32 tensor called `name`.
    pub fn floats(&self, name: &str, size: usize) -> Result<Vec<f32>, ModelError> {
        let bytes = self.raw(name, FLOAT, 4 * size)?;
        let values = bytes.as_chunks().0.iter();
        Ok(values.map(|value| f32::from_le_bytes(*value)).collect())
    }

    /// The quantised matrix [`inputs`, `outputs`] whose product is called `output`.
    pub fn matrix(
        &self,
        output: &str,
        inputs: usize,
        outputs: usize,
    ) -> Result<Matrix, ModelError> {
        let dequantised = self.input(output, 1)?;
        let weights = self.raw(self.input(dequantised, 0)?, UINT8, inputs * outputs)?;
        let scale = self.floats(self.input(dequantised, 1)?, 1)?[0];
        let zero = self.raw(self.input(dequantised, 2)?, UINT8, 1)?[0];
        Ok(Matrix::new(weights, inputs, outputs, scale, zero))
    }

    fn input(&self, output: &str, index: usize) -> Result<&'a str, ModelError> {
        let node = self.graph.nodes.get(output);
        let input = node.and_then(|node| node.inputs.get(index));
        input.copied().ok_or_else(|| {
            let name = self.name;
            ModelError(format!(
                "{name} has no node with {index} inputs that gives {output}"
            ))
        })
    }

    fn raw(&self, name: &str, kind: u64, bytes: usize) -> Result<&'a [u8], ModelError> {
        let tensor = self.graph.tensors.get(name);
        match tensor {
            Some(Tensor {
                kind: found, raw, ..
            }) if *found == kind && raw.len() == bytes => Ok(raw),
            Some(Tensor { dims, kind, .. }) => Err(ModelError(format!(
                "{} has a weight {name} of type {kind} and shape {dims:?}; {bytes} bytes are needed",
                self.name
            ))),
            None => Err(ModelError(format!("{} has no weight {name}", self.name))),
        }
    }
}
