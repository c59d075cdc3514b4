//! The recogniser's neural network, Moonshine tiny, with a memory of what it has read.
//!
//! The [`Encoder`] turns audio into frames and goes on from frames that it has kept; the
//! [`Decoder`] reads tokens and answers each with the next one, how likely that is, how far behind
//! it a proposed token lies, and where in the audio it looked. Both take their weights from the
//! ONNX graphs that Surtitle builds of the shipped model, and compute what those graphs say.
//!
//! Quantised weights stay the bytes that they are in the file. What they multiply is rounded to 14
//! to 16 bits a row and the products are summed as integers, which is exact whatever the order, so
//! WebAssembly SIMD, SSE2 and plain Rust give the same bits; all else is f32 in a fixed order.
//! See docs/decisions/0066-our-own-matrix-products.md.

mod attention;
mod convolution;
mod decoder;
mod encoder;
mod front;
mod layers;
mod math;
mod matrix;
mod model;
mod onnx;

pub use decoder::{Answers, Decoder};
pub use encoder::{Encoder, Window};
pub use model::ModelError;

/// Layers of the encoder, and of the decoder.
pub const LAYERS: usize = 6;

/// Attention heads in a layer.
pub const HEADS: usize = 8;

/// Values of a head.
pub const HEAD_SIZE: usize = 36;

/// Values of a frame or a token between two layers.
pub const HIDDEN_SIZE: usize = HEADS * HEAD_SIZE;

/// Positions that the model's tables of sines reach: 49 s of audio, or as many tokens.
pub const LONGEST: usize = 2_048;

/// Tokens that the decoder knows.
pub const VOCABULARY: usize = 32_768;

const NORM_EPSILON: f32 = 1e-5;
