//! The boundary to the neural network: what the recogniser needs from whoever runs the graphs.

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
    /// By how much the proposed token's logit is lower than the best one's, K values of 0 or more.
    pub deficits: Vec<f32>,
    /// Cross-attention over the encoder's frames, K rows of S values.
    pub attention: Vec<f32>,
}

/// Count, sum and sum of squares of values: what a normalisation needs of the past.
pub type Moments = [f32; 3];

/// What the encoder made of a window of audio.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Encoded {
    /// Frames that the decoder can now attend to: those kept and the new ones.
    pub frames: usize,
    /// The sum of each column of the window's first convolution.
    pub sums: Vec<f32>,
    /// The sum of squares of each of these columns.
    pub squares: Vec<f32>,
}

/// An encoder and a decoder, each with a memory of what it has read.
pub trait Network {
    /// Cuts the encoder's memory back to `kept` frames, encodes the window that follows them
    /// (16 kHz, −1 to 1) and empties the decoder's memory of tokens. `before` are the moments of
    /// the first convolution's values over the kept frames.
    ///
    /// # Errors
    /// [`NetworkError`] if the host refuses.
    fn encode(
        &mut self,
        kept: usize,
        before: Moments,
        window: &[f32],
    ) -> Result<Encoded, NetworkError>;

    /// Cuts the decoder's memory back to `kept` tokens, then reads `ids` in one pass. `proposed`
    /// are the tokens that are expected to follow each of them.
    ///
    /// # Errors
    /// [`NetworkError`] if the host refuses.
    fn decode(
        &mut self,
        kept: usize,
        ids: &[u32],
        proposed: &[u32],
    ) -> Result<Answers, NetworkError>;
}
