//! Audio to the frames that the layers take, computing no column twice.
//!
//! A growing segment comes again and again with a little more at its end, from an earlier frame on
//! or a later one. Columns are kept as long as the audio under them is the same to the bit.

use crate::convolution::{Convolution, GroupedConvolution};
use crate::model::{Model, ModelError};
use crate::{HIDDEN_SIZE, NORM_EPSILON, math};

/// Values of a column behind the second convolution.
const MIDDLE_SIZE: usize = 576;

/// Width and step of each convolution, in columns of what it reads.
const FIRST: (usize, usize) = (127, 64);
const SECOND: (usize, usize) = (7, 3);
const THIRD: (usize, usize) = (3, 2);

/// From one frame to the next.
const COLUMNS_PER_FRAME: usize = SECOND.1 * THIRD.1;
const MIDDLES_PER_FRAME: usize = THIRD.1;
const SAMPLES_PER_FRAME: usize = FIRST.1 * COLUMNS_PER_FRAME;

/// What is known of the audio from frame `first` of the segment on.
#[derive(Debug, Default)]
struct Known {
    first: usize,
    audio: Vec<f32>,
    /// Behind the first convolution, [C, 288].
    columns: Vec<f32>,
    /// Behind the second one, which is then normalised, [C, 576].
    middles: Vec<f32>,
}

/// Sums over each column of the first convolution, and of its squares.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sums {
    pub values: Vec<f32>,
    pub squares: Vec<f32>,
}

/// The three convolutions.
#[derive(Debug)]
pub struct Front {
    first: Convolution,
    second: GroupedConvolution,
    third: Convolution,
    third_bias: Vec<f32>,
    known: Known,
    normed: Vec<f32>,
}

impl Front {
    pub fn read(model: &Model<'_>) -> Result<Self, ModelError> {
        let scale = model.vector("norm_scale", 0, HIDDEN_SIZE)?;
        let shift = model.vector("norm_shift", 0, HIDDEN_SIZE)?;
        let first = model.vector("conv1", 1, HIDDEN_SIZE * FIRST.0)?;
        let second = model.vector("conv2", 1, MIDDLE_SIZE * HIDDEN_SIZE * SECOND.0)?;
        let second_bias = model.vector("conv2", 2, MIDDLE_SIZE)?;
        let third = model.vector("conv3", 1, HIDDEN_SIZE * MIDDLE_SIZE * THIRD.0)?;
        Ok(Self {
            first: Convolution::new(&first, 1, FIRST.0, FIRST.1, HIDDEN_SIZE),
            second: GroupedConvolution::new(second, &second_bias, (&scale, &shift), SECOND),
            third: Convolution::new(&third, MIDDLE_SIZE, THIRD.0, THIRD.1, HIDDEN_SIZE),
            third_bias: model.vector("conv3", 2, HIDDEN_SIZE)?,
            known: Known::default(),
            normed: Vec::new(),
        })
    }

    /// The frames [S, 288] of `audio`, which begins at frame `kept`, into `frames`; and the sums of
    /// its columns. `before` are count, sum and sum of squares of the columns before it.
    pub fn run(
        &mut self,
        kept: usize,
        audio: &[f32],
        before: [f32; 3],
        frames: &mut Vec<f32>,
    ) -> Sums {
        self.known
            .agree(kept, audio, &self.first, &self.second.plain);
        let known = &mut self.known;
        let start = kept - known.first;
        let done = known.columns.len() / HIDDEN_SIZE;
        let new = known.columns.len();
        self.first.run(&known.audio, done, &mut known.columns);
        math::tanh(&mut known.columns[new..]);
        let done = known.middles.len() / MIDDLE_SIZE;
        self.second
            .plain
            .run(&known.columns, done, &mut known.middles);
        let columns = known.columns.get(start * COLUMNS_PER_FRAME * HIDDEN_SIZE..);
        let columns = columns.unwrap_or_default();
        let each = columns.chunks_exact(HIDDEN_SIZE);
        let sums = Sums {
            values: each.clone().map(math::sum).collect(),
            squares: each.map(|column| math::dot(column, column)).collect(),
        };
        let (mean, deviation) = moments(before, columns.len(), &sums);
        let middles = known.middles.get(start * MIDDLES_PER_FRAME * MIDDLE_SIZE..);
        self.second.normalise(
            middles.unwrap_or_default(),
            mean,
            deviation,
            &mut self.normed,
        );
        math::gelu(&mut self.normed);
        frames.clear();
        self.third.run(&self.normed, 0, frames);
        math::add_to_rows(frames, &self.third_bias);
        math::gelu(frames);
        sums
    }
}

impl Known {
    /// Takes over `audio`, which begins at frame `kept`, and forgets all columns that differ.
    fn agree(&mut self, kept: usize, audio: &[f32], first: &Convolution, second: &Convolution) {
        let start = kept
            .checked_sub(self.first)
            .map(|frames| frames * SAMPLES_PER_FRAME);
        let start = start.filter(|start| *start <= self.audio.len());
        let Some(start) = start else {
            *self = Self {
                first: kept,
                ..Self::default()
            };
            self.audio.extend_from_slice(audio);
            return;
        };
        let pairs = self.audio[start..].iter().zip(audio);
        let same = start
            + pairs
                .take_while(|(known, new)| known.to_bits() == new.to_bits())
                .count();
        self.audio.truncate(same);
        self.audio.extend_from_slice(&audio[same - start..]);
        let columns = self.columns.len() / HIDDEN_SIZE;
        let columns = columns.min(first.columns(same));
        self.columns.truncate(columns * HIDDEN_SIZE);
        let middles = second.columns(self.columns.len());
        self.middles.truncate(middles * MIDDLE_SIZE);
    }
}

/// Mean and deviation of all columns' values.
fn moments(before: [f32; 3], values: usize, sums: &Sums) -> (f32, f32) {
    let count = before[0] + values as f32;
    let total = |values: &[f32]| values.iter().sum::<f32>();
    let mean = (before[1] + total(&sums.values)) / count;
    let square = (before[2] + total(&sums.squares)) / count;
    (mean, (square - mean * mean + NORM_EPSILON).sqrt())
}
