//! How firmly the tokens of a draft stand against the decoder's own choice.
//! See docs/decisions/0061-verify-with-a-bias.md.

/// The draft's last tokens that are still near, 2 to 3 s of speech.
pub const FAR_TOKENS: usize = 10;

/// How firmly a draft stands, in logits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bias {
    /// For the draft's last `tail_tokens` tokens.
    pub tail: f32,
    /// For those before.
    pub body: f32,
    /// For those further back than [`FAR_TOKENS`]: they have been read, and all that stands behind
    /// a correction jumps.
    pub far: f32,
    /// How many tokens are the tail.
    pub tail_tokens: usize,
}

impl Bias {
    /// While the segment grows.
    pub const OPEN: Self = Self {
        tail: 0.5,
        body: 2.0,
        far: 4.0,
        tail_tokens: 3,
    };
    /// The decoder's own choice.
    pub const NONE: Self = Self {
        tail: 0.0,
        body: 0.0,
        far: 0.0,
        tail_tokens: 0,
    };

    /// By how much the decoder's own choice must beat token `index` of a draft of `length`.
    #[must_use]
    pub fn margin(self, index: usize, length: usize) -> f32 {
        if index + self.tail_tokens >= length {
            self.tail
        } else if index + FAR_TOKENS >= length {
            self.body
        } else {
            self.far
        }
    }
}
