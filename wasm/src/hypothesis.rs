//! What the decoder has said of a segment.

use crate::network::Answers;
use crate::tokenizer::END;

/// A decoded segment: the tokens without begin and end, with what the decoder said of each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hypothesis {
    /// Tokens, without `<s>` and `</s>`.
    pub tokens: Vec<u32>,
    /// Natural logarithm of each token's probability.
    pub log_probabilities: Vec<f32>,
    /// The same of the end; 0 where the decoder did not come to it.
    pub end_log_probability: f32,
    /// Rows of S attention values, one for each token and one for the end.
    pub attention: Vec<f32>,
    /// Encoder frames S.
    pub frames: usize,
    /// Tokens of the draft that were kept.
    pub agreed: usize,
    /// The decoder reached `</s>`; false when the cap or the loop guard stopped it.
    pub ended: bool,
}

impl Hypothesis {
    /// The natural logarithm of the probability of all of it.
    #[must_use]
    pub fn log_probability(&self) -> f32 {
        self.log_probabilities.iter().sum::<f32>() + self.end_log_probability
    }

    /// The first `count` tokens as they were decoded, over `frames` frames now.
    #[must_use]
    pub fn beginning(&self, count: usize, frames: usize) -> Self {
        let mut attention = Vec::with_capacity(count * frames);
        for row in self.attention.chunks(self.frames.max(1)).take(count) {
            attention.extend(
                row.iter()
                    .copied()
                    .chain(std::iter::repeat(0.0))
                    .take(frames),
            );
        }
        Self {
            tokens: self.tokens[..count].to_vec(),
            log_probabilities: self.log_probabilities[..count].to_vec(),
            attention,
            frames,
            ..Self::default()
        }
    }

    /// Takes over `draft`, which stands, and the answer behind it. An end leaves only its attention
    /// row and its probability.
    pub fn take(&mut self, answers: &Answers, draft: &[u32]) {
        for row in 0..=draft.len() {
            let token = draft.get(row);
            // The draft's own probability is as much lower as its logit is.
            let deficit = token.map_or(0.0, |_| answers.deficits[row]);
            let log_probability = answers.log_probabilities[row] - deficit;
            match *token.unwrap_or(&answers.tokens[row]) {
                END => self.end_log_probability = log_probability,
                token => {
                    self.tokens.push(token);
                    self.log_probabilities.push(log_probability);
                }
            }
            let columns = row * self.frames..(row + 1) * self.frames;
            self.attention
                .extend_from_slice(&answers.attention[columns]);
        }
    }

    /// Drops all tokens from place `length` on.
    pub fn cut(&mut self, length: usize) {
        self.tokens.truncate(length);
        self.log_probabilities.truncate(length);
        self.attention.truncate(length * self.frames);
        self.agreed = self.agreed.min(length);
    }
}
