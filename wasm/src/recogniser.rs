//! A segment's audio to words with times, remembering the last hypothesis as the next draft.

use crate::align::{Span, focus, row_spans};
use crate::bias::Bias;
use crate::carry::{Carry, split};
use crate::decode::{Draft, decode, decode_mending};
use crate::encode::WindowedEncoder;
use crate::gate::is_speech;
use crate::hypothesis::Hypothesis;
use crate::network::{Network, NetworkError};
use crate::tokenizer::Tokenizer;
use crate::{SAMPLE_RATE_HZ, SAMPLES_PER_FRAME};

/// Shorter audio has no encoder frame to attend to.
pub const SHORTEST_SAMPLES: usize = SAMPLE_RATE_HZ / 10;

/// A cut is taken from the last hypothesis if that heard at least this much beyond it: 250 ms.
pub const SURE_SAMPLES: usize = SAMPLE_RATE_HZ / 4;

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
    /// Its tokens among those of the hypothesis.
    pub tokens: std::ops::Range<usize>,
}

/// What is asked of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// The segment still grows.
    Open,
    /// It is complete.
    Final,
    /// It is cut here, in the midst of speech, and the next segment goes on from there.
    Cut,
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
    /// After a cut: the words that were heard beyond it, which the next segment begins with.
    pub rest: Vec<TimedWord>,
    /// After a cut: how much of the audio before it the next segment's passes want in front.
    pub context_samples: usize,
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
    encoder: WindowedEncoder,
    segment: Option<u32>,
    draft: Draft,
    /// Audio in front of the segment's first sample.
    context_samples: usize,
    /// The last open pass of the segment, and how much audio it had.
    last: Option<(Recognition, usize)>,
    carry: Option<(u32, Carry)>,
}

impl<N: Network> Recogniser<N> {
    /// A recogniser that has heard nothing.
    pub fn new(network: N, tokenizer: Tokenizer) -> Self {
        Self {
            network,
            tokenizer,
            encoder: WindowedEncoder::default(),
            segment: None,
            draft: Draft::default(),
            context_samples: 0,
            last: None,
            carry: None,
        }
    }

    /// Recognises `audio`, all of segment `segment` so far, behind as much of what came before it
    /// as the cut that it goes on from asked for. The last hypothesis of the same segment is the
    /// draft; another segment begins with what a cut left for it, or with none.
    ///
    /// # Errors
    /// [`NetworkError`] if a graph cannot be run; the draft is dropped.
    pub fn recognise(
        &mut self,
        audio: &[f32],
        segment: u32,
        pass: Pass,
    ) -> Result<Recognition, NetworkError> {
        if self.segment.replace(segment) != Some(segment) {
            self.begin(segment);
        }
        if pass == Pass::Cut {
            if let Some(recognition) = self.cut(audio.len(), segment) {
                return Ok(recognition);
            }
        }
        if audio.len() < SHORTEST_SAMPLES {
            return Ok(Recognition::default());
        }
        let open = pass == Pass::Open;
        let mut draft = std::mem::take(&mut self.draft);
        if !open {
            // All of it is read again.
            draft.last = None;
        }
        let frames = self.encoder.encode(&mut self.network, audio, !open)?;
        let network = &mut self.network;
        let hypothesis = if open {
            decode(network, frames, audio.len(), &draft, Bias::OPEN)?
        } else {
            decode_mending(network, frames, audio.len(), &draft)?
        };
        self.draft = Draft {
            // The guard against loops may have cut into the context.
            forced: draft.forced.min(hypothesis.tokens.len()),
            tokens: hypothesis.tokens.clone(),
            last: Some(hypothesis.clone()),
        };
        let recognition = self.timed(hypothesis, audio.len(), !open);
        self.last = open.then(|| (recognition.clone(), audio.len()));
        Ok(recognition)
    }

    fn begin(&mut self, segment: u32) {
        let carry = self.carry.take().filter(|(next, _)| *next == segment);
        let Carry {
            draft,
            context_samples,
        } = carry.map(|(_, carry)| carry).unwrap_or_default();
        self.draft = draft;
        self.context_samples = context_samples;
        self.encoder.reset();
        self.last = None;
    }

    /// Splits what was last heard, where that reaches far enough beyond the cut to be sure of it.
    fn cut(&mut self, samples: usize, segment: u32) -> Option<Recognition> {
        let (last, heard_samples) = self.last.take()?;
        if heard_samples < samples + SURE_SAMPLES {
            return None;
        }
        let cut_s = duration_s(samples.saturating_sub(self.context_samples));
        let (recognition, carry) = split(last, cut_s, self.draft.forced);
        self.carry = Some((segment.wrapping_add(1), carry));
        Some(recognition)
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
            rest: Vec::new(),
            context_samples: 0,
        }
    }

    fn timed_words(
        &self,
        hypothesis: &Hypothesis,
        spans: &[Span],
        samples: usize,
    ) -> Vec<TimedWord> {
        let end_s = duration_s(samples);
        let context_s = duration_s(self.context_samples);
        let start_of = |row: usize| {
            let at_s = spans
                .get(row)
                .map_or(end_s, |span| seconds(span.first).min(end_s));
            (at_s - context_s).max(0.0)
        };
        let words = self.tokenizer.words(&hypothesis.tokens).into_iter();
        words
            .filter(|word| word.tokens.start >= self.draft.forced)
            .map(|word| TimedWord {
                start_s: start_of(word.tokens.start),
                end_s: start_of(word.tokens.end),
                confidence: geometric_mean(&hypothesis.log_probabilities[word.tokens.clone()]),
                text: word.text,
                tokens: word.tokens,
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
