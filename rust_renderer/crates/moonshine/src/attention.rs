//! Attention of some rows to remembered ones, and the memory.

use crate::{HEAD_SIZE, HEADS, HIDDEN_SIZE, LONGEST, math};
use surtitle_lanes::{Fastest, LANES, Lanes};

/// Vectors of a head.
const FOURS: usize = HEAD_SIZE / LANES;

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
    out.resize(queries.len(), 0.0);
    // Rows as their heads: head h of row t is number HEADS * t + h.
    let queries = queries.as_chunks::<HEAD_SIZE>().0;
    let keys = memory.keys.as_chunks::<HEAD_SIZE>().0;
    let values = memory.values.as_chunks::<HEAD_SIZE>().0;
    let out = out.as_chunks_mut::<HEAD_SIZE>().0;
    for head in 0..HEADS {
        let rows = queries.iter().zip(out.iter_mut()).skip(head).step_by(HEADS);
        for (row, (query, out)) in rows.enumerate() {
            scores(query, keys, head, seen(row), scratch);
            math::softmax(scratch);
            look(row, head, scratch);
            weighted_sum(scratch, values.iter().skip(head).step_by(HEADS), out);
        }
    }
}

type Head = [f32; HEAD_SIZE];

/// The products of `query` with the first `count` keys of a head, scaled.
fn scores(query: &Head, keys: &[Head], head: usize, count: usize, scores: &mut Vec<f32>) {
    const SCALE: f32 = 1.0 / 6.0;
    const {
        assert!(
            HEAD_SIZE == 36,
            "the scale is one by the root of a head's size"
        )
    };
    let query = lanes(query);
    let product = |row: usize| {
        let key = lanes(&keys[HEADS * row + head]);
        let first = query[0].mul(key[0]);
        (1..FOURS).fold(first, |sum, four| sum.add(query[four].mul(key[four])))
    };
    scores.clear();
    scores.resize(count, 0.0);
    let (fours, rest) = scores.as_chunks_mut::<LANES>();
    let done = LANES * fours.len();
    for (index, scores) in fours.iter_mut().enumerate() {
        let products = std::array::from_fn(|place| product(LANES * index + place));
        let [a, b, c, d] = Fastest::transpose(products);
        a.add(c)
            .add(b.add(d))
            .mul(Fastest::splat(SCALE))
            .store(scores);
    }
    for (index, score) in rest.iter_mut().enumerate() {
        *score = product(done + index).sum() * SCALE;
    }
}

fn weighted_sum<'a>(weights: &[f32], values: impl Iterator<Item = &'a Head>, out: &mut Head) {
    let mut sums = [Fastest::splat(0.0); FOURS];
    for (weight, value) in weights.iter().zip(values) {
        let (weight, value) = (Fastest::splat(*weight), lanes(value));
        for four in 0..FOURS {
            sums[four] = sums[four].add(weight.mul(value[four]));
        }
    }
    for (sum, out) in sums.into_iter().zip(out.as_chunks_mut().0) {
        sum.store(out);
    }
}

#[inline(always)]
fn lanes(head: &Head) -> [Fastest; FOURS] {
    std::array::from_fn(|four| Fastest::load(&head.as_chunks().0[four]))
}
