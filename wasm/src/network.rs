//! The boundary to the neural network: what the decode loop needs from whoever runs the graphs.

use std::fmt;

/// A graph could not be run; the message names the graph, the call and the host's status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkError(pub String);

impl fmt::Display for NetworkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for NetworkError {}

/// What the decoder says after each of the K tokens of one pass.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answers {
    /// The best next token after each input, K values.
    pub tokens: Vec<u32>,
    /// The natural logarithm of its probability, K values.
    pub log_probabilities: Vec<f32>,
    /// Cross-attention over the encoder's frames, K rows of S values.
    pub attention: Vec<f32>,
}

/// An encoder and a decoder with a memory of the tokens it has read.
pub trait Network {
    /// Encodes a waveform (16 kHz, −1 to 1), empties the decoder's memory and returns the number
    /// of encoder frames S.
    ///
    /// # Errors
    /// [`NetworkError`] if the host refuses.
    fn encode(&mut self, audio: &[f32]) -> Result<usize, NetworkError>;

    /// Cuts the decoder's memory back to `kept` tokens, then reads `ids` in one pass.
    ///
    /// # Errors
    /// [`NetworkError`] if the host refuses.
    fn decode(&mut self, kept: usize, ids: &[u32]) -> Result<Answers, NetworkError>;
}
