//! What the encoder's and the decoder's layers share.

use crate::attention::{Memory, Rotary, attend};
use crate::matrix::{Matrix, Rounded};
use crate::model::{Model, ModelError};
use crate::{HIDDEN_SIZE, math};

/// Room that every layer uses again.
#[derive(Debug, Default)]
pub struct Room {
    pub rounded: Rounded,
    pub normed: Vec<f32>,
    pub queries: Vec<f32>,
    pub keys: Vec<f32>,
    pub context: Vec<f32>,
    pub scores: Vec<f32>,
    pub wide: Vec<f32>,
    pub narrow: Vec<f32>,
}

/// A square matrix whose product is called `output`.
pub fn square(model: &Model<'_>, output: &str) -> Result<Matrix, ModelError> {
    model.matrix(output, HIDDEN_SIZE, HIDDEN_SIZE)
}

/// A matrix with a bias.
#[derive(Debug)]
pub struct Dense {
    matrix: Matrix,
    bias: Vec<f32>,
}

impl Dense {
    pub fn read(
        model: &Model<'_>,
        output: &str,
        inputs: usize,
        outputs: usize,
    ) -> Result<Self, ModelError> {
        Ok(Self {
            matrix: model.matrix(&format!("{output}.product"), inputs, outputs)?,
            bias: model.vector(output, 1, outputs)?,
        })
    }

    pub fn run(&self, rows: &[f32], rounded: &mut Rounded, out: &mut Vec<f32>) {
        self.matrix.multiply(rows, rounded, out);
        math::add_to_rows(out, &self.bias);
    }
}

/// Self-attention with the normalisation before it.
#[derive(Debug)]
pub struct SelfAttention {
    norm: Vec<f32>,
    query: Matrix,
    key: Matrix,
    value: Matrix,
    out: Matrix,
}

impl SelfAttention {
    pub fn read(model: &Model<'_>, norm: &str, name: &str) -> Result<Self, ModelError> {
        Ok(Self {
            norm: model.vector(norm, 1, HIDDEN_SIZE)?,
            query: square(model, &format!("{name}.q"))?,
            key: square(model, &format!("{name}.k"))?,
            value: square(model, &format!("{name}.v"))?,
            out: square(model, &format!("{name}.out"))?,
        })
    }

    /// Adds to `rows` [M, 288], which follow what `memory` holds, and remembers them.
    pub fn run(
        &self,
        rows: &mut [f32],
        memory: &mut Memory,
        rotary: &Rotary,
        causal: bool,
        room: &mut Room,
    ) {
        let position = memory.len();
        math::normalise(rows, &self.norm, &mut room.normed);
        self.query.round(&room.normed, &mut room.rounded);
        self.query
            .multiply_rounded(&room.rounded, &mut room.queries);
        self.key.multiply_rounded(&room.rounded, &mut room.keys);
        rotary.turn(&mut room.queries, position);
        rotary.turn(&mut room.keys, position);
        memory.keys.extend_from_slice(&room.keys);
        self.value.multiply_rounded(&room.rounded, &mut room.keys);
        memory.values.extend_from_slice(&room.keys);
        let total = memory.len();
        let seen = |row| if causal { position + row + 1 } else { total };
        let (scores, context) = (&mut room.scores, &mut room.context);
        attend(&room.queries, memory, seen, scores, context, |_, _, _| {});
        self.out
            .multiply(&room.context, &mut room.rounded, &mut room.narrow);
        math::add(rows, &room.narrow);
    }
}
