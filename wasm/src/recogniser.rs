//! A segment's audio to words with times, remembering the last hypothesis as the next draft.

use crate::align::{Span, focus, row_spans};
use crate::decode::{Hypothesis, decode};
use crate::gate::is_speech;
use crate::network::{Network, NetworkError};
use crate::tokenizer::Tokenizer;
use crate::{SAMPLE_RATE_HZ, SAMPLES_PER_FRAME};

/// Shorter audio has no encoder frame to attend to.
pub const SHORTEST_SAMPLES: usize = SAMPLE_RATE_HZ / 10;

/// A word with its place in the segment.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedWord {
    /// The text with its punctuation.
    pub text: String,
    /// Seconds from the segment's first sample.
    pub start_s: f32,
    /// Seconds from the segment's first sample, not before `start_s`.
    pub end_s: f32,
    /// Geometric mean of its tokens' probabilities, 0 to 1.
    pub confidence: f32,
}

/// What was heard in a segment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Recognition {
    /// Tokens, without `<s>` and `</s>`.
    pub tokens: Vec<u32>,
    /// How many of the draft's tokens stood.
    pub agreed_tokens: usize,
    /// The decoder came to an end by itself.
    pub ended: bool,
    /// The share of attention that lies where the words stand, 0 to 1; 0 without words.
    pub focus: f32,
    /// Words were decoded but are not taken for speech.
    pub rejected: bool,
    /// The words in order; none if rejected.
    pub words: Vec<TimedWord>,
}

impl Recognition {
    /// The words joined by spaces.
    #[must_use]
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        texts.join(" ")
    }
}

/// Recognises segments one tick at a time.
pub struct Recogniser<N> {
    network: N,
    tokenizer: Tokenizer,
    segment: Option<u32>,
    draft: Vec<u32>,
}

impl<N: Network> Recogniser<N> {
    /// A recogniser that has heard nothing.
    pub fn new(network: N, tokenizer: Tokenizer) -> Self {
        Self {
            network,
            tokenizer,
            segment: None,
            draft: Vec::new(),
        }
    }

    /// Recognises `audio`, all of segment `segment` so far, or all of it (`is_final`). The last hypothesis of the same
    /// segment is the draft; another segment begins without one.
    ///
    /// # Errors
    /// [`NetworkError`] if a graph cannot be run; the draft is dropped.
    pub fn recognise(
        &mut self,
        audio: &[f32],
        segment: u32,
        is_final: bool,
    ) -> Result<Recognition, NetworkError> {
        if self.segment.replace(segment) != Some(segment) {
            self.draft.clear();
        }
        if audio.len() < SHORTEST_SAMPLES {
            return Ok(Recognition::default());
        }
        let draft = std::mem::take(&mut self.draft);
        let hypothesis = decode(&mut self.network, audio, &draft)?;
        self.draft.clone_from(&hypothesis.tokens);
        Ok(self.timed(hypothesis, audio.len(), is_final))
    }

    fn timed(&self, hypothesis: Hypothesis, samples: usize, is_final: bool) -> Recognition {
        let spans = row_spans(&hypothesis.attention, hypothesis.frames);
        let words = self.timed_words(&hypothesis, &spans, samples);
        let token_spans = &spans[..spans.len().min(hypothesis.tokens.len())];
        let focus = focus(&hypothesis.attention, hypothesis.frames, token_spans);
        let confidences: Vec<f32> = words.iter().map(|word| word.confidence).collect();
        let speech = is_speech(focus, &confidences, duration_s(samples), is_final);
        Recognition {
            rejected: !speech && !words.is_empty(),
            words: if speech { words } else { Vec::new() },
            focus,
            agreed_tokens: hypothesis.agreed,
            ended: hypothesis.ended,
            tokens: hypothesis.tokens,
        }
    }

    fn timed_words(
        &self,
        hypothesis: &Hypothesis,
        spans: &[Span],
        samples: usize,
    ) -> Vec<TimedWord> {
        let end_s = duration_s(samples);
        let start_of = |row: usize| {
            spans
                .get(row)
                .map_or(end_s, |span| seconds(span.first).min(end_s))
        };
        let words = self.tokenizer.words(&hypothesis.tokens).into_iter();
        words
            .map(|word| TimedWord {
                start_s: start_of(word.tokens.start),
                end_s: start_of(word.tokens.end),
                confidence: geometric_mean(&hypothesis.log_probabilities[word.tokens]),
                text: word.text,
            })
            .collect()
    }
}

fn duration_s(samples: usize) -> f32 {
    samples as f32 / SAMPLE_RATE_HZ as f32
}

fn seconds(frame: usize) -> f32 {
    duration_s(frame * SAMPLES_PER_FRAME)
}

fn geometric_mean(log_probabilities: &[f32]) -> f32 {
    let sum: f32 = log_probabilities.iter().sum();
    (sum / log_probabilities.len().max(1) as f32).exp()
}
