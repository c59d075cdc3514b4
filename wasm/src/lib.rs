//! The recogniser as a WASI-NN guest: a waveform goes in, words with times come out.
//!
//! The same bytes run in the browser (a host over onnxruntime-web) and in Python (a host over
//! onnxruntime under wasmtime). The guest owns everything that both must agree on: the draft
//! verification, the greedy tail, the guard against loops, the token cap, detokenising and the
//! word times. It imports only `wasi_ephemeral_nn`, and of that only two named graphs:
//!
//! | graph | inputs | outputs |
//! | --- | --- | --- |
//! | `moonshine/encoder` | 0 waveform f32 `[1, N]`, 16 kHz | 0 hidden states f32 `[1, S, 288]` |
//! | `moonshine/decoder` | 0 token ids i32 `[1, K]`; 1 hidden states f32 `[1, S, 288]`; 2 kept positions i32 `[1]` | 0 next tokens i32 `[1, K]`; 1 their log-probabilities f32 `[1, K]`; 2 attention f32 `[1, K, S]` |
//!
//! The decoder is stateful: its keys and values stay in the host's execution context. Setting
//! input 1 empties them; input 2 cuts them back to that many positions before the next compute.
//!
//! Exports: see [`mod@abi`]. Everything else is plain Rust and is tested natively.

pub mod align;
pub mod decode;
pub mod gate;
pub mod json;
pub mod network;
pub mod recogniser;
pub mod repetition;
pub mod tokenizer;

#[cfg(target_arch = "wasm32")]
pub mod abi;
#[cfg(target_arch = "wasm32")]
mod wasi_nn;

/// Samples a second of every waveform here.
pub const SAMPLE_RATE_HZ: usize = 16_000;

/// Samples that one encoder frame advances: the product of its convolutions' strides, 64 · 3 · 2.
pub const SAMPLES_PER_FRAME: usize = 384;
