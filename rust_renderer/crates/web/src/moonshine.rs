//! Bindings of the recogniser's network for the web.

use surtitle_moonshine::{Answers, Decoder, Encoder, Window};
use wasm_bindgen::prelude::*;

/// Audio to frames, going on from those that were kept.
#[wasm_bindgen]
pub struct MoonshineEncoder {
    encoder: Encoder,
    window: Window,
}

#[wasm_bindgen]
impl MoonshineEncoder {
    /// The encoder of an `encoder.onnx`. Throws an Error that says what the file lacks.
    #[wasm_bindgen(constructor)]
    pub fn new(encoder: &[u8]) -> Result<MoonshineEncoder, JsError> {
        Ok(Self {
            encoder: Encoder::new(encoder)?,
            window: Window::default(),
        })
    }

    /// Forgets all but the first `frames`.
    pub fn keep(&mut self, frames: usize) {
        self.encoder.keep(frames);
    }

    /// Encodes audio that follows the frames that are kept. `before` are count, sum and sum of
    /// squares of the first convolution's values over these. Throws an Error if the audio gives no
    /// frame, or too many.
    pub fn encode(&mut self, audio: &[f32], before: &[f32]) -> Result<(), JsError> {
        let before = before
            .try_into()
            .map_err(|_| JsError::new("moments are three numbers"))?;
        let window = self.encoder.encode(audio, before);
        self.window = window.map_err(|error| JsError::new(&error))?;
        Ok(())
    }

    /// The new frames of the last pass, f32 [S, 288].
    #[wasm_bindgen(getter)]
    pub fn hidden(&self) -> Vec<f32> {
        self.window.hidden.clone()
    }

    /// Sums of the columns of its first convolution, then their sums of squares: f32 [2, C].
    #[wasm_bindgen(getter)]
    pub fn sums(&self) -> Vec<f32> {
        [self.window.sums.as_slice(), &self.window.squares].concat()
    }
}

/// Tokens to answers, over frames that it has heard.
#[wasm_bindgen]
pub struct MoonshineDecoder {
    decoder: Decoder,
    answers: Answers,
}

#[wasm_bindgen]
impl MoonshineDecoder {
    /// The decoder of a `cross.onnx` and a `decoder.onnx`. Throws an Error that says what a file
    /// lacks.
    #[wasm_bindgen(constructor)]
    pub fn new(cross: &[u8], decoder: &[u8]) -> Result<MoonshineDecoder, JsError> {
        Ok(Self {
            decoder: Decoder::new(cross, decoder)?,
            answers: Answers::default(),
        })
    }

    /// Forgets all frames but the first `frames`.
    #[wasm_bindgen(js_name = keepFrames)]
    pub fn keep_frames(&mut self, frames: usize) {
        self.decoder.keep_frames(frames);
    }

    /// Forgets all tokens but the first `tokens`.
    #[wasm_bindgen(js_name = keepTokens)]
    pub fn keep_tokens(&mut self, tokens: usize) {
        self.decoder.keep_tokens(tokens);
    }

    /// Adds frames f32 [S, 288] to those that are attended to. Throws an Error for others.
    pub fn hear(&mut self, hidden: &[f32]) -> Result<(), JsError> {
        self.decoder
            .hear(hidden)
            .map_err(|error| JsError::new(&error))
    }

    /// Reads tokens and answers each. Throws an Error if they cannot be read.
    pub fn read(&mut self, ids: &[u32], proposed: &[u32]) -> Result<(), JsError> {
        let answers = self.decoder.read(ids, proposed);
        self.answers = answers.map_err(|error| JsError::new(&error))?;
        Ok(())
    }

    /// The best next tokens of the last pass, u32 [K].
    #[wasm_bindgen(getter)]
    pub fn tokens(&self) -> Vec<u32> {
        self.answers.tokens.clone()
    }

    /// Natural logarithms of their probabilities, f32 [K].
    #[wasm_bindgen(getter, js_name = logProbabilities)]
    pub fn log_probabilities(&self) -> Vec<f32> {
        self.answers.log_probabilities.clone()
    }

    /// How far the proposed tokens' logits lie behind, f32 [K].
    #[wasm_bindgen(getter)]
    pub fn deficits(&self) -> Vec<f32> {
        self.answers.deficits.clone()
    }

    /// Attention f32 [K, frames].
    #[wasm_bindgen(getter)]
    pub fn attention(&self) -> Vec<f32> {
        self.answers.attention.clone()
    }
}
