//! Products of activations with quantised weights, in integers.

use crate::math;
use surtitle_lanes::{PAIR, WIDTH, pair_sums};

/// Rows that one pass over a block of weights multiplies.
const ROWS: usize = 4;

/// Activations in whole numbers, each row with a scale of its own.
#[derive(Debug, Default)]
pub struct Rounded {
    values: Vec<i16>,
    scales: Vec<f32>,
    totals: Vec<i32>,
    inputs: usize,
}

impl Rounded {
    /// Rounds rows [M, inputs] to whole numbers up to `most`.
    fn take(&mut self, rows: &[f32], inputs: usize, most: f32) {
        self.values.clear();
        self.scales.clear();
        self.totals.clear();
        self.inputs = inputs;
        for row in rows.chunks_exact(inputs) {
            let largest = math::largest(row);
            // A row of zeros, or of nothing that counts, becomes zero.
            let (scale, factor) = if largest > 0.0 && largest < f32::INFINITY {
                (largest / most, most / largest)
            } else {
                (0.0, 0.0)
            };
            let start = self.values.len();
            self.values
                .extend(row.iter().map(|value| math::round(value * factor)));
            let values = self.values[start..].iter();
            self.totals
                .push(values.map(|value| i32::from(*value)).sum());
            self.scales.push(scale);
        }
    }

    fn row(&self, index: usize) -> &[i16] {
        &self.values[index * self.inputs..(index + 1) * self.inputs]
    }

    /// Calls `with` for every row's sums over a block of weights.
    #[inline(always)]
    fn blocks(&self, weights: &[i8], mut with: impl FnMut(usize, &[i32; WIDTH])) {
        let count = self.scales.len();
        let mut row = 0;
        while row + ROWS <= count {
            let rows: [&[i16]; ROWS] = std::array::from_fn(|index| self.row(row + index));
            for (index, sums) in pair_sums(&rows, weights).iter().enumerate() {
                with(row + index, sums);
            }
            row += ROWS;
        }
        while row < count {
            with(row, &pair_sums(&[self.row(row)], weights)[0]);
            row += 1;
        }
    }
}

/// A quantised matrix: `scale * (byte - zero)`.
#[derive(Debug)]
pub struct Matrix {
    blocks: Vec<i8>,
    inputs: usize,
    outputs: usize,
    scale: f32,
    /// What every stored byte lacks: they are moved so that they fit i8.
    offset: i32,
    /// The largest activation with which no sum of products leaves 32 bits.
    most: f32,
}

impl Matrix {
    /// A matrix of `weights` [inputs, outputs]; both sizes are even, outputs a multiple of eight.
    pub fn new(weights: &[u8], inputs: usize, outputs: usize, scale: f32, zero: u8) -> Self {
        assert!(inputs.is_multiple_of(PAIR) && outputs.is_multiple_of(WIDTH));
        let at = |input: usize, output: usize| weights[input * outputs + output];
        let blocks = pack(inputs, outputs, |input, output| {
            (at(input, output) ^ 0x80) as i8
        });
        Self {
            blocks,
            inputs,
            outputs,
            scale,
            offset: 128 - i32::from(zero),
            most: (i32::MAX / (inputs as i32 * i32::from(zero.max(255 - zero)))).min(32_767) as f32,
        }
    }

    /// The weights of one output.
    pub fn column(&self, output: usize, out: &mut Vec<f32>) {
        let block = &self.blocks[output / WIDTH * WIDTH * self.inputs..][..WIDTH * self.inputs];
        let place = output % WIDTH * PAIR;
        for pairs in block.as_chunks::<{ PAIR * WIDTH }>().0 {
            let pair = pairs[place..place + PAIR].iter();
            out.extend(pair.map(|weight| (i32::from(*weight) + self.offset) as f32 * self.scale));
        }
    }

    /// `rows` [M, inputs] times the matrix, into `out` [M, outputs].
    pub fn multiply(&self, rows: &[f32], rounded: &mut Rounded, out: &mut Vec<f32>) {
        self.round(rows, rounded);
        self.multiply_rounded(rounded, out);
    }

    /// Rounds `rows` [M, inputs] for [`Self::multiply_rounded`] of this matrix, or of another of 288
    /// inputs, with which all of 16 bits fits.
    pub fn round(&self, rows: &[f32], rounded: &mut Rounded) {
        rounded.take(rows, self.inputs, self.most);
    }

    /// The same for rows that are rounded already.
    pub fn multiply_rounded(&self, rounded: &Rounded, out: &mut Vec<f32>) {
        out.resize(rounded.scales.len() * self.outputs, 0.0);
        let blocks = self.blocks.chunks_exact(WIDTH * self.inputs);
        for (block, weights) in blocks.enumerate() {
            rounded.blocks(weights, |row, sums| {
                let scale = rounded.scales[row] * self.scale;
                // What goes round beyond 32 bits comes back: the sum of both fits.
                let total = rounded.totals[row].wrapping_mul(self.offset);
                let start = row * self.outputs + block * WIDTH;
                let out: &mut [f32; WIDTH] = out[start..start + WIDTH]
                    .first_chunk_mut()
                    .expect("eight outputs");
                for (out, sum) in out.iter_mut().zip(sums) {
                    *out = sum.wrapping_add(total) as f32 * scale;
                }
            });
        }
    }
}

/// The weights in blocks of eight outputs and pairs of inputs, as `arch` wants them.
fn pack<W>(inputs: usize, outputs: usize, weight: impl Fn(usize, usize) -> W) -> Vec<W> {
    let mut blocks = Vec::with_capacity(inputs * outputs);
    for first_output in (0..outputs).step_by(WIDTH) {
        for first_input in (0..inputs).step_by(PAIR) {
            for output in first_output..first_output + WIDTH {
                for input in first_input..first_input + PAIR {
                    blocks.push(weight(input, output));
                }
            }
        }
    }
    blocks
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

    /// `rows` [M, inputs] times weights [inputs, outputs] in f64.
    fn product(rows: &[f32], weights: &[f64], inputs: usize, outputs: usize) -> Vec<f64> {
        let mut result = Vec::new();
        for row in rows.chunks_exact(inputs) {
            for output in 0..outputs {
                let terms = row.iter().enumerate();
                result.push(
                    terms
                        .map(|(input, value)| f64::from(*value) * weights[input * outputs + output])
                        .sum(),
                );
            }
        }
        result
    }

    #[test]
    fn a_product_is_right_to_the_rounding_of_its_rows() {
        let (inputs, outputs) = (288, 24);
        let bytes: Vec<u8> = values(inputs * outputs, 1)
            .iter()
            .map(|v| ((v + 1.0) * 127.9) as u8)
            .collect();
        let (scale, zero) = (0.01, 137);
        let matrix = Matrix::new(&bytes, inputs, outputs, scale, zero);
        let exact: Vec<f64> = bytes
            .iter()
            .map(|byte| (f64::from(*byte) - 137.0) * 0.01)
            .collect();
        for count in [1, 3, 4, 7] {
            let mut rows = values(count * inputs, 2);
            rows[..inputs].iter_mut().for_each(|value| *value *= 1e-4);
            let mut out = Vec::new();
            matrix.multiply(&rows, &mut Rounded::default(), &mut out);
            let right = product(&rows, &exact, inputs, outputs);
            for (index, (value, right)) in out.iter().zip(&right).enumerate() {
                let size = if index < outputs { 1e-4 } else { 1.0 };
                assert!(
                    (f64::from(*value) - right).abs() < 2e-3 * size,
                    "{value} for {right}"
                );
            }
            assert_eq!(out.len(), count * outputs);
        }
        let mut column = Vec::new();
        matrix.column(11, &mut column);
        for (input, weight) in column.iter().enumerate() {
            assert!((f64::from(*weight) - exact[input * outputs + 11]).abs() < 1e-6);
        }
    }

    #[test]
    fn the_largest_values_stay_within_32_bits() {
        let matrix = Matrix::new(&vec![0; 1_152 * 8], 1_152, 8, 1.0, 255);
        let mut out = Vec::new();
        matrix.multiply(&vec![1.0; 1_152], &mut Rounded::default(), &mut out);
        assert!(
            out.iter()
                .all(|value| (value / (-255.0 * 1_152.0) - 1.0).abs() < 1e-5)
        );
    }

    #[test]
    fn rows_of_nothing_give_nothing() {
        let matrix = Matrix::new(&[7; 2 * 8], 2, 8, 1.0, 128);
        let mut out = Vec::new();
        matrix.multiply(
            &[0.0, 0.0, f32::NAN, 1.0, f32::INFINITY, 1.0],
            &mut Rounded::default(),
            &mut out,
        );
        assert_eq!(out, [0.0; 24]);
    }
}
