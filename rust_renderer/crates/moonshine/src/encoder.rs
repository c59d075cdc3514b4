//! Audio to frames.

use crate::attention::{Memory, Rotary};
use crate::front::Front;
use crate::layers::{Dense, Room, SelfAttention};
use crate::model::{Model, ModelError};
use crate::{HIDDEN_SIZE, LAYERS, LONGEST, math};

const INNER_SIZE: usize = 1_152;

/// What one pass made of a window of audio.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Window {
    /// The new frames f32 [S, 288].
    pub hidden: Vec<f32>,
    /// The sum of each column of the first convolution, C values.
    pub sums: Vec<f32>,
    /// The sum of squares of each, C values.
    pub squares: Vec<f32>,
}

#[derive(Debug)]
struct Layer {
    attention: SelfAttention,
    norm: Vec<f32>,
    inner: Dense,
    outer: Dense,
}

impl Layer {
    fn read(model: &Model<'_>, layer: usize) -> Result<Self, ModelError> {
        let name = format!("layers.{layer}");
        let mlp = format!("{name}.mlp");
        Ok(Self {
            attention: SelfAttention::read(model, &format!("{name}.input_norm"), &name)?,
            norm: model.vector(&format!("{name}.mlp_norm"), 1, HIDDEN_SIZE)?,
            inner: Dense::read(model, &format!("{mlp}.fc1"), HIDDEN_SIZE, INNER_SIZE)?,
            outer: Dense::read(model, &format!("{mlp}.fc2"), INNER_SIZE, HIDDEN_SIZE)?,
        })
    }

    fn run(&self, rows: &mut [f32], memory: &mut Memory, rotary: &Rotary, room: &mut Room) {
        self.attention.run(rows, memory, rotary, false, room);
        math::normalise(rows, &self.norm, &mut room.normed);
        self.inner
            .run(&room.normed, &mut room.rounded, &mut room.wide);
        math::gelu(&mut room.wide);
        self.outer
            .run(&room.wide, &mut room.rounded, &mut room.narrow);
        math::add(rows, &room.narrow);
    }
}

/// The encoder with the frames that it has kept.
#[derive(Debug)]
pub struct Encoder {
    front: Front,
    layers: Vec<Layer>,
    norm: Vec<f32>,
    rotary: Rotary,
    memories: [Memory; LAYERS],
    room: Room,
}

impl Encoder {
    /// The encoder of an `encoder.onnx` that `surtitle models fetch` has built.
    ///
    /// # Errors
    /// [`ModelError`] if it is another file.
    pub fn new(model: &[u8]) -> Result<Self, ModelError> {
        let model = Model::read("encoder.onnx", model)?;
        let layers: Result<_, _> = (0..LAYERS)
            .map(|layer| Layer::read(&model, layer))
            .collect();
        let rotary = Rotary::new(
            model.floats("rotary_cos", Rotary::SIZE)?,
            model.floats("rotary_sin", Rotary::SIZE)?,
        );
        Ok(Self {
            front: Front::read(&model)?,
            layers: layers?,
            norm: model.vector("last_hidden_state", 1, HIDDEN_SIZE)?,
            rotary,
            memories: Default::default(),
            room: Room::default(),
        })
    }

    /// Frames that are kept.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.memories[0].len()
    }

    /// Forgets all but the first `frames`.
    pub fn keep(&mut self, frames: usize) {
        for memory in &mut self.memories {
            memory.keep(frames);
        }
    }

    /// Encodes `audio` (16 kHz, from the first sample of the first new frame on), and keeps its
    /// frames. `before` are count, sum and sum of squares of the first convolution's values over
    /// the frames that are kept.
    ///
    /// # Errors
    /// A message if the audio gives no frame, or more than the model has positions for.
    pub fn encode(&mut self, audio: &[f32], before: [f32; 3]) -> Result<Window, String> {
        let kept = self.frames();
        let mut frames = Vec::new();
        let sums = self.front.run(kept, audio, before, &mut frames);
        let new = frames.len() / HIDDEN_SIZE;
        if new == 0 {
            return Err(format!("{} samples are too few for a frame", audio.len()));
        }
        if kept + new > LONGEST {
            return Err(format!("{} frames are more than {LONGEST}", kept + new));
        }
        for (layer, memory) in self.layers.iter().zip(&mut self.memories) {
            layer.run(&mut frames, memory, &self.rotary, &mut self.room);
        }
        let mut window = Window {
            hidden: Vec::new(),
            sums: sums.values,
            squares: sums.squares,
        };
        math::normalise(&frames, &self.norm, &mut window.hidden);
        Ok(window)
    }
}
