//! Tokens to answers.

use crate::attention::{Memory, Rotary, attend};
use crate::layers::{Dense, Room, SelfAttention, square};
use crate::matrix::Matrix;
use crate::model::{Model, ModelError};
use crate::{HIDDEN_SIZE, LAYERS, LONGEST, VOCABULARY, math};

const INNER_SIZE: usize = 1_152;

/// Cross-attention heads that look at the word being said: (layer, head). Their mean is the
/// attention that comes out. See docs/decisions/0051-word-times.md.
const ALIGNED_HEADS: [(usize, usize); 4] = [(4, 1), (4, 2), (5, 2), (5, 5)];

/// Tokens whose logits are computed together; 4 rows of 32 768 f32 stay in a processor's cache.
const LOGIT_ROWS: usize = 4;

/// What the decoder says after each of the K tokens that it read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answers {
    /// The best next token, K values.
    pub tokens: Vec<u32>,
    /// The natural logarithm of its probability, K values.
    pub log_probabilities: Vec<f32>,
    /// How far the proposed token's logit lies behind it, K values.
    pub deficits: Vec<f32>,
    /// Where it looked: K rows of a value for each frame.
    pub attention: Vec<f32>,
}

#[derive(Debug)]
struct Layer {
    attention: SelfAttention,
    cross_norm: Vec<f32>,
    cross_key: Matrix,
    cross_value: Matrix,
    cross_query: Matrix,
    cross_out: Matrix,
    norm: Vec<f32>,
    inner: Dense,
    outer: Dense,
}

impl Layer {
    fn read(cross: &Model<'_>, model: &Model<'_>, layer: usize) -> Result<Self, ModelError> {
        let name = format!("layers.{layer}");
        let (heard, mlp) = (format!("present.{layer}.encoder"), format!("{name}.mlp"));
        Ok(Self {
            attention: SelfAttention::read(
                model,
                &format!("{name}.input_norm"),
                &format!("{name}.self"),
            )?,
            cross_norm: model.vector(&format!("{name}.cross_norm"), 1, HIDDEN_SIZE)?,
            cross_key: square(cross, &format!("{heard}.key.product"))?,
            cross_value: square(cross, &format!("{heard}.value.product"))?,
            cross_query: square(model, &format!("{name}.cross.q"))?,
            cross_out: square(model, &format!("{name}.cross.out"))?,
            norm: model.vector(&format!("{name}.mlp_norm"), 1, HIDDEN_SIZE)?,
            inner: Dense::read(model, &format!("{mlp}.fc1"), HIDDEN_SIZE, 2 * INNER_SIZE)?,
            outer: Dense::read(model, &format!("{mlp}.fc2"), INNER_SIZE, HIDDEN_SIZE)?,
        })
    }

    fn hear(
        &self,
        rows: &mut [f32],
        heard: &Memory,
        room: &mut Room,
        look: impl FnMut(usize, usize, &[f32]),
    ) {
        math::normalise(rows, &self.cross_norm, &mut room.normed);
        self.cross_query
            .multiply(&room.normed, &mut room.rounded, &mut room.queries);
        let frames = heard.len();
        let (scores, context) = (&mut room.scores, &mut room.context);
        attend(&room.queries, heard, |_| frames, scores, context, look);
        self.cross_out
            .multiply(&room.context, &mut room.rounded, &mut room.narrow);
        math::add(rows, &room.narrow);
    }

    fn think(&self, rows: &mut [f32], room: &mut Room) {
        math::normalise(rows, &self.norm, &mut room.normed);
        self.inner
            .run(&room.normed, &mut room.rounded, &mut room.wide);
        room.context.clear();
        for row in room.wide.chunks_exact_mut(2 * INNER_SIZE) {
            let (open, gate) = row.split_at_mut(INNER_SIZE);
            math::gate(open, gate);
            room.context.extend_from_slice(open);
        }
        self.outer
            .run(&room.context, &mut room.rounded, &mut room.narrow);
        math::add(rows, &room.narrow);
    }
}

/// The decoder with the frames that it attends to and the tokens that it has read.
#[derive(Debug)]
pub struct Decoder {
    layers: Vec<Layer>,
    norm: Vec<f32>,
    logits: Matrix,
    rotary: Rotary,
    heard: [Memory; LAYERS],
    read: [Memory; LAYERS],
    room: Room,
}

impl Decoder {
    /// The decoder of a `cross.onnx` and a `decoder.onnx` that `surtitle models fetch` has built.
    ///
    /// # Errors
    /// [`ModelError`] if they are other files.
    pub fn new(cross: &[u8], decoder: &[u8]) -> Result<Self, ModelError> {
        let cross = Model::read("cross.onnx", cross)?;
        let model = Model::read("decoder.onnx", decoder)?;
        let layers = (0..LAYERS).map(|layer| Layer::read(&cross, &model, layer));
        let rotary = Rotary::new(
            model.floats("rotary_cos", Rotary::SIZE)?,
            model.floats("rotary_sin", Rotary::SIZE)?,
        );
        Ok(Self {
            layers: layers.collect::<Result<_, _>>()?,
            norm: model.vector("final_norm", 1, HIDDEN_SIZE)?,
            // The embedding is the same weights: its rows are this matrix's columns.
            logits: model.matrix("logits", HIDDEN_SIZE, VOCABULARY)?,
            rotary,
            heard: Default::default(),
            read: Default::default(),
            room: Room::default(),
        })
    }

    /// Forgets all frames but the first `frames`.
    pub fn keep_frames(&mut self, frames: usize) {
        for memory in &mut self.heard {
            memory.keep(frames);
        }
    }

    /// Forgets all tokens but the first `tokens`.
    pub fn keep_tokens(&mut self, tokens: usize) {
        for memory in &mut self.read {
            memory.keep(tokens);
        }
    }

    /// Adds frames f32 [S, 288] of the encoder to those that are attended to.
    ///
    /// # Errors
    /// A message if the values do not fill whole frames.
    pub fn hear(&mut self, hidden: &[f32]) -> Result<(), String> {
        if !hidden.len().is_multiple_of(HIDDEN_SIZE) {
            let count = hidden.len();
            return Err(format!("{count} values are no frames of {HIDDEN_SIZE}"));
        }
        let room = &mut self.room;
        for (layer, memory) in self.layers.iter().zip(&mut self.heard) {
            layer
                .cross_key
                .multiply(hidden, &mut room.rounded, &mut room.keys);
            memory.keys.extend_from_slice(&room.keys);
            layer
                .cross_value
                .multiply(hidden, &mut room.rounded, &mut room.keys);
            memory.values.extend_from_slice(&room.keys);
        }
        Ok(())
    }

    /// Reads `ids`, which follow the tokens that it has read, and answers each; `proposed` are the
    /// tokens that are expected next.
    ///
    /// # Errors
    /// A message if there are none, the two differ in number, a token is none of the model's, or
    /// there are more than it has positions for.
    pub fn read(&mut self, ids: &[u32], proposed: &[u32]) -> Result<Answers, String> {
        let frames = self.heard[0].len();
        if ids.is_empty() || ids.len() != proposed.len() || frames == 0 {
            let (ids, proposed) = (ids.len(), proposed.len());
            return Err(format!(
                "{ids} tokens with {proposed} proposed ones over {frames} frames cannot be read"
            ));
        }
        let all = ids.iter().chain(proposed);
        if let Some(id) = all.copied().find(|id| *id as usize >= VOCABULARY) {
            return Err(format!("{id} is no token; they are less than {VOCABULARY}"));
        }
        if self.read[0].len() + ids.len() > LONGEST {
            return Err(format!("more than {LONGEST} tokens"));
        }
        let mut rows = Vec::with_capacity(ids.len() * HIDDEN_SIZE);
        for id in ids {
            self.logits.column(*id as usize, &mut rows);
        }
        let mut answers = Answers {
            attention: vec![0.0; ids.len() * frames],
            ..Answers::default()
        };
        let room = &mut self.room;
        let memories = self.read.iter_mut().zip(&self.heard);
        for ((index, layer), (read, heard)) in self.layers.iter().enumerate().zip(memories) {
            layer
                .attention
                .run(&mut rows, read, &self.rotary, true, room);
            layer.hear(&mut rows, heard, room, |row, head, weights| {
                if ALIGNED_HEADS.contains(&(index, head)) {
                    let sums = &mut answers.attention[row * frames..(row + 1) * frames];
                    math::add(sums, weights);
                }
            });
            layer.think(&mut rows, room);
        }
        for weight in &mut answers.attention {
            *weight /= ALIGNED_HEADS.len() as f32;
        }
        math::normalise(&rows, &self.norm, &mut room.normed);
        answer(&self.logits, proposed, room, &mut answers);
        Ok(answers)
    }
}

fn answer(matrix: &Matrix, proposed: &[u32], room: &mut Room, answers: &mut Answers) {
    let groups = room
        .normed
        .chunks(LOGIT_ROWS * HIDDEN_SIZE)
        .zip(proposed.chunks(LOGIT_ROWS));
    for (rows, proposed) in groups {
        matrix.multiply(rows, &mut room.rounded, &mut room.wide);
        for (logits, proposed) in room.wide.chunks_exact(VOCABULARY).zip(proposed) {
            let (token, best, log_sum) = math::summary(logits);
            answers.tokens.push(token as u32);
            answers.deficits.push(best - logits[*proposed as usize]);
            answers.log_probabilities.push(-log_sum);
        }
    }
}
