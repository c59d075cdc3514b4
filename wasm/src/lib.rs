//! The recogniser as a WASI-NN guest: a waveform goes in, words with times come out.
//!
//! The same bytes run in the browser (a host over the Rust core) and in Python (a host over
//! onnxruntime under wasmtime). The guest owns everything that both must agree on: what of a
//! segment is encoded again, the draft verification, the greedy tail, the guard against loops, the
//! token cap, detokenising and the word times. It imports only `wasi_ephemeral_nn`, and of that only two named graphs:
//!
//! | graph | inputs | outputs |
//! | --- | --- | --- |
//! | `moonshine/encoder` | 0 waveform f32 `[1, N]`, 16 kHz, behind the kept frames; 1 moments of what was before f32 `[3]`; 2 kept frames i32 `[1]` | 0 hidden states f32 `[1, S, 288]` of the new frames; 1 column sums and squares f32 `[2, C]` |
//! | `moonshine/decoder` | 0 token ids i32 `[1, K]`; 1 proposed next ids i32 `[1, K]`; 2 hidden states f32 `[1, S, 288]`; 3 kept frames i32 `[1]`; 4 kept tokens i32 `[1]` | 0 next tokens i32 `[1, K]`; 1 their log-probabilities f32 `[1, K]`; 2 the deficits of the proposed f32 `[1, K]`; 3 attention f32 `[1, K, all frames]` |
//!
//! Both are stateful: keys and values stay in the host's execution context. The encoder's input 2
//! and the decoder's inputs 3 and 4 cut them back before the next run. The decoder's input 2 adds
//! frames behind those it has kept.
//!
//! Exports: see [`mod@abi`]. Everything else is plain Rust and is tested natively.

pub mod align;
pub mod bias;
pub mod carry;
pub mod decode;
pub mod encode;
pub mod gate;
pub mod hypothesis;
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
