//! Convolutions over columns that lie one behind the other, in f32: their weights are f32.

use crate::HIDDEN_SIZE;

/// Outputs that are summed together, and columns.
const WIDTH: usize = 8;
const ROWS: usize = 4;

/// A convolution; a column of its input is `channels` values.
#[derive(Debug)]
pub struct Convolution {
    /// For every eight outputs their weights [width * channels, 8].
    blocks: Vec<f32>,
    /// Values that one output column looks at, and from one to the next.
    pub reach: usize,
    step: usize,
    pub outputs: usize,
}

impl Convolution {
    /// A convolution with `weights` [outputs, channels, width] and a step of `step` columns.
    pub fn new(
        weights: &[f32],
        channels: usize,
        width: usize,
        step: usize,
        outputs: usize,
    ) -> Self {
        assert!(outputs.is_multiple_of(WIDTH));
        let mut blocks = Vec::with_capacity(weights.len());
        for first in (0..outputs).step_by(WIDTH) {
            for column in 0..width {
                for channel in 0..channels {
                    let outputs = first..first + WIDTH;
                    blocks.extend(
                        outputs
                            .map(|output| weights[(output * channels + channel) * width + column]),
                    );
                }
            }
        }
        Self {
            blocks,
            reach: width * channels,
            step: step * channels,
            outputs,
        }
    }

    /// How many columns `values` values give.
    pub fn columns(&self, values: usize) -> usize {
        values
            .checked_sub(self.reach)
            .map_or(0, |rest| rest / self.step + 1)
    }

    /// Convolves `values` and appends all columns but the first `done` to `out`.
    pub fn run(&self, values: &[f32], done: usize, out: &mut Vec<f32>) {
        let count = self.columns(values.len());
        if count <= done {
            return;
        }
        let start = out.len();
        out.resize(start + (count - done) * self.outputs, 0.0);
        let out = &mut out[start..];
        let row = |index: usize| &values[index * self.step..index * self.step + self.reach];
        for (block, weights) in self.blocks.chunks_exact(WIDTH * self.reach).enumerate() {
            let mut put = |index: usize, sums: &[f32; WIDTH]| {
                let at = (index - done) * self.outputs + block * WIDTH;
                out[at..at + WIDTH].copy_from_slice(sums);
            };
            let mut index = done;
            while index + ROWS <= count {
                let rows: [&[f32]; ROWS] = std::array::from_fn(|place| row(index + place));
                for (place, sums) in sums(&rows, weights).iter().enumerate() {
                    put(index + place, sums);
                }
                index += ROWS;
            }
            while index < count {
                put(index, &sums(&[row(index)], weights)[0]);
                index += 1;
            }
        }
    }
}

#[inline(always)]
fn sums<const M: usize>(rows: &[&[f32]; M], weights: &[f32]) -> [[f32; WIDTH]; M] {
    let mut sums = [[0.0; WIDTH]; M];
    let weights = weights.as_chunks::<WIDTH>().0;
    let rows = rows.map(|row| &row[..weights.len()]);
    for (index, weights) in weights.iter().enumerate() {
        for (row, sums) in rows.iter().zip(&mut sums) {
            let value = row[index];
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += value * weight;
            }
        }
    }
    sums
}

/// A convolution of columns that are normalised as a group: `scale * (x - mean) / deviation + shift`
/// with one mean and deviation for all, which change with every sample that is added. What does
/// not change with them is the convolution of the columns as they are, with `scale` in its weights.
#[derive(Debug)]
pub struct GroupedConvolution {
    pub plain: Convolution,
    /// For each output, what the mean and what the shift add.
    of_mean: Vec<f32>,
    of_shift: Vec<f32>,
}

impl GroupedConvolution {
    /// A convolution with `weights` [outputs, 288, width] and a bias over normalised columns.
    pub fn new(
        mut weights: Vec<f32>,
        bias: &[f32],
        (scale, shift): (&[f32], &[f32]),
        (width, step): (usize, usize),
    ) -> Self {
        let (mut of_mean, mut of_shift) = (Vec::new(), Vec::new());
        for (weights, bias) in weights.chunks_exact_mut(HIDDEN_SIZE * width).zip(bias) {
            let (mut mean, mut constant) = (0.0_f64, f64::from(*bias));
            for (weights, (scale, shift)) in
                weights.chunks_exact_mut(width).zip(scale.iter().zip(shift))
            {
                for weight in weights {
                    constant += f64::from(*weight) * f64::from(*shift);
                    *weight *= scale;
                    mean += f64::from(*weight);
                }
            }
            of_mean.push(mean as f32);
            of_shift.push(constant as f32);
        }
        let plain = Convolution::new(&weights, HIDDEN_SIZE, width, step, bias.len());
        Self {
            plain,
            of_mean,
            of_shift,
        }
    }

    /// What `plain` gave, for a mean and deviation, into `out`.
    pub fn normalise(&self, plain: &[f32], mean: f32, deviation: f32, out: &mut Vec<f32>) {
        out.clear();
        out.extend_from_slice(plain);
        for column in out.chunks_exact_mut(self.plain.outputs) {
            let constants = self.of_mean.iter().zip(&self.of_shift);
            for (value, (of_mean, of_shift)) in column.iter_mut().zip(constants) {
                *value = (*value - mean * of_mean) / deviation + of_shift;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(count: usize, seed: u32) -> Vec<f32> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        (0..count).map(|_| next()).collect()
    }

    fn slow(
        weights: &[f32],
        columns: &[f32],
        channels: usize,
        width: usize,
        step: usize,
    ) -> Vec<f64> {
        let mut out = Vec::new();
        for place in (0..=columns.len() / channels - width).step_by(step) {
            for weights in weights.chunks_exact(channels * width) {
                let mut sum = 0.0;
                for column in 0..width {
                    for channel in 0..channels {
                        let value = columns[(place + column) * channels + channel];
                        sum += f64::from(weights[channel * width + column]) * f64::from(value);
                    }
                }
                out.push(sum);
            }
        }
        out
    }

    #[test]
    fn a_convolution_multiplies_columns_in_their_order() {
        let (channels, width, step, outputs) = (3, 5, 2, 16);
        let weights = values(outputs * channels * width, 3);
        let convolution = Convolution::new(&weights, channels, width, step, outputs);
        for count in [5, 6, 13, 15] {
            let columns = values(count * channels, 4);
            let mut out = vec![7.0];
            convolution.run(&columns, 0, &mut out);
            let right = slow(&weights, &columns, channels, width, step);
            assert_eq!(out.len(), 1 + right.len());
            for (value, right) in out[1..].iter().zip(&right) {
                assert!(
                    (f64::from(*value) - right).abs() < 1e-5,
                    "{value} for {right}"
                );
            }
            let mut rest = Vec::new();
            convolution.run(&columns, 1, &mut rest);
            assert_eq!(rest, out[1 + outputs..]);
        }
        let mut out = Vec::new();
        convolution.run(&values(4 * channels, 4), 0, &mut out);
        assert!(out.is_empty());
    }

    #[test]
    fn a_normalised_group_is_what_normalising_first_gives() {
        let (width, step, outputs) = (2, 1, 8);
        let weights = values(outputs * HIDDEN_SIZE * width, 1);
        let (scale, shift) = (values(HIDDEN_SIZE, 2), values(HIDDEN_SIZE, 3));
        let bias = values(outputs, 4);
        let columns = values(4 * HIDDEN_SIZE, 5);
        let (mean, deviation) = (0.3, 0.7);
        let normed: Vec<f32> = columns
            .iter()
            .enumerate()
            .map(|(index, value)| {
                let channel = index % HIDDEN_SIZE;
                (value - mean) / deviation * scale[channel] + shift[channel]
            })
            .collect();
        let right = slow(&weights, &normed, HIDDEN_SIZE, width, step);
        let grouped = GroupedConvolution::new(weights, &bias, (&scale, &shift), (width, step));
        let (mut plain, mut out) = (Vec::new(), Vec::new());
        grouped.plain.run(&columns, 0, &mut plain);
        grouped.normalise(&plain, mean, deviation, &mut out);
        assert_eq!(out.len(), right.len());
        for (index, (value, right)) in out.iter().zip(&right).enumerate() {
            let right = right + f64::from(bias[index % outputs]);
            assert!(
                (f64::from(*value) - right).abs() < 1e-4,
                "{value} for {right}"
            );
        }
    }
}
