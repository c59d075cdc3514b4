//! Attention of some rows to remembered ones, and the memory.

use crate::{HEAD_SIZE, HEADS, HIDDEN_SIZE, LONGEST, math};

/// Of a head's values the first 32 are turned by their position, in neighbouring pairs.
const TURNED_PAIRS: usize = 16;

/// Keys and values [T, 288] of what a layer has read.
#[derive(Debug, Default)]
pub struct Memory {
    pub keys: Vec<f32>,
    pub values: Vec<f32>,
}

impl Memory {
    /// Rows that are remembered.
    pub fn len(&self) -> usize {
        self.keys.len() / HIDDEN_SIZE
    }

    /// Forgets what lies behind the first `count` rows.
    pub fn keep(&mut self, count: usize) {
        self.keys.truncate(count * HIDDEN_SIZE);
        self.values.truncate(count * HIDDEN_SIZE);
    }
}

/// The cosine and sine by which each pair of a head is turned at a position.
#[derive(Debug)]
pub struct Rotary {
    cosines: Vec<f32>,
    sines: Vec<f32>,
}

impl Rotary {
    /// Values in either of the two tables.
    pub const SIZE: usize = LONGEST * TURNED_PAIRS;

    pub fn new(cosines: Vec<f32>, sines: Vec<f32>) -> Self {
        Self { cosines, sines }
    }

    /// Turns the heads of rows [M, 288] of which the first stands at `position`.
    pub fn turn(&self, rows: &mut [f32], position: usize) {
        for (row, place) in rows.chunks_exact_mut(HIDDEN_SIZE).zip(position..) {
            let angles = place * TURNED_PAIRS..(place + 1) * TURNED_PAIRS;
            let (cosines, sines) = (&self.cosines[angles.clone()], &self.sines[angles]);
            for head in row.chunks_exact_mut(HEAD_SIZE) {
                for ((pair, cosine), sine) in head.chunks_exact_mut(2).zip(cosines).zip(sines) {
                    let (left, right) = (pair[0], pair[1]);
                    pair[0] = left * cosine - right * sine;
                    pair[1] = right * cosine + left * sine;
                }
            }
        }
    }
}

/// Attends with `queries` [M, 288] to `memory` into `out` [M, 288]. Row `m` sees the first
/// `seen(m)` rows; `look` gets every head's weights of every row.
pub fn attend(
    queries: &[f32],
    memory: &Memory,
    seen: impl Fn(usize) -> usize,
    scratch: &mut Vec<f32>,
    out: &mut Vec<f32>,
    mut look: impl FnMut(usize, usize, &[f32]),
) {
    let scale = 1.0 / (HEAD_SIZE as f32).sqrt();
    out.resize(queries.len(), 0.0);
    for head in 0..HEADS {
        let part = head * HEAD_SIZE..(head + 1) * HEAD_SIZE;
        let rows = queries
            .chunks_exact(HIDDEN_SIZE)
            .zip(out.chunks_exact_mut(HIDDEN_SIZE));
        for (row, (query, out)) in rows.enumerate() {
            let count = seen(row);
            let query: &[f32; HEAD_SIZE] = query[part.clone()].first_chunk().expect("a head");
            scratch.clear();
            let keys = memory.keys.chunks_exact(HIDDEN_SIZE).take(count);
            scratch.extend(keys.map(|key| math::dot(query, &key[part.clone()]) * scale));
            math::softmax(scratch);
            look(row, head, scratch);
            let mut sums = [0.0; HEAD_SIZE];
            for (weight, value) in scratch.iter().zip(memory.values.chunks_exact(HIDDEN_SIZE)) {
                let value: &[f32; HEAD_SIZE] = value[part.clone()].first_chunk().expect("a head");
                for (sum, value) in sums.iter_mut().zip(value) {
                    *sum += weight * value;
                }
            }
            out[part.clone()].copy_from_slice(&sums);
        }
    }
}
