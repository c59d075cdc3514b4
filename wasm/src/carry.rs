//! What one segment leaves to the next when it is cut in the midst of speech.
//!
//! The words before the cut are final as they stand: they have heard more than the audio up to the
//! cut, so decoding that again could only be worse. The words behind it are the draft of the next
//! segment. That also gets some of the words before the cut, with their audio, as a context that
//! stands whatever the decoder says: a model that begins in the midst of a sentence hears less.
//! See docs/decisions/0062-carry-across-a-cut.md.

use crate::SAMPLE_RATE_HZ;
use crate::decode::Draft;
use crate::recogniser::{Recognition, TimedWord};

/// How far back the context may reach.
pub const CONTEXT_S: f32 = 2.0;

/// The context begins this long before its first word.
const LEAD_S: f32 = 0.04;

/// The beginning of the next segment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Carry {
    /// The tokens of the context, which are forced, and of what was heard beyond the cut.
    pub draft: Draft,
    /// The context's audio.
    pub context_samples: usize,
}

/// Splits `last` at `cut_s` of its segment. Its first `forced` tokens are an older context.
#[must_use]
pub fn split(last: Recognition, cut_s: f32, forced: usize) -> (Recognition, Carry) {
    let middle = |word: &TimedWord| (word.start_s + word.end_s) / 2.0;
    let place = last.words.partition_point(|word| middle(word) < cut_s);
    let (said, beyond) = last.words.split_at(place);
    let context = context_of(said, cut_s);
    let from = |words: &[TimedWord]| words.first().map(|word| word.tokens.start);
    let end = said.last().map_or(forced, |word| word.tokens.end);
    let next = from(beyond).unwrap_or(end);
    let first = from(context).unwrap_or(next);
    let carry = Carry {
        draft: Draft {
            tokens: if last.rejected {
                Vec::new()
            } else {
                last.tokens[first..].to_vec()
            },
            forced: if last.rejected { 0 } else { next - first },
            last: None,
        },
        context_samples: context.first().map_or(0, |word| {
            ((cut_s - word.start_s + LEAD_S) * SAMPLE_RATE_HZ as f32) as usize
        }),
    };
    let rest = beyond.iter().map(|word| moved(word, cut_s)).collect();
    let recognition = Recognition {
        words: said.to_vec(),
        rest,
        tokens: last.tokens[..next].to_vec(),
        context_samples: carry.context_samples,
        agreed_tokens: last.agreed_tokens.min(next),
        ..last
    };
    (recognition, carry)
}

/// The last words that began no longer than [`CONTEXT_S`] before the cut.
fn context_of(said: &[TimedWord], cut_s: f32) -> &[TimedWord] {
    let first = said.partition_point(|word| word.start_s < cut_s - CONTEXT_S);
    let context = &said[first..];
    // The context cannot reach back beyond the segment, where its lead would lie.
    match context.first() {
        Some(word) if word.start_s < LEAD_S => &context[1..],
        _ => context,
    }
}

/// The word as the next segment has it, which begins at the cut.
fn moved(word: &TimedWord, cut_s: f32) -> TimedWord {
    TimedWord {
        start_s: (word.start_s - cut_s).max(0.0),
        end_s: (word.end_s - cut_s).max(0.0),
        ..word.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(words: &[(&str, f32, f32)]) -> Recognition {
        let words: Vec<TimedWord> = words
            .iter()
            .enumerate()
            .map(|(index, &(text, start_s, end_s))| TimedWord {
                text: text.into(),
                start_s,
                end_s,
                confidence: 0.9,
                tokens: 2 * index..2 * index + 2,
            })
            .collect();
        Recognition {
            tokens: (100..100 + 2 * words.len() as u32).collect(),
            words,
            ..Recognition::default()
        }
    }

    fn texts(words: &[TimedWord]) -> Vec<&str> {
        words.iter().map(|word| word.text.as_str()).collect()
    }

    #[test]
    fn words_before_the_cut_are_said_and_those_behind_it_are_the_draft() {
        let last = heard(&[
            ("a", 0.1, 0.5),
            ("long", 0.5, 1.0),
            ("way", 3.0, 3.4),
            ("to", 3.5, 3.8),
            ("go", 3.8, 4.2),
        ]);
        let (said, carry) = split(last, 3.45, 0);
        assert_eq!(texts(&said.words), ["a", "long", "way"]);
        assert_eq!(texts(&said.rest), ["to", "go"]);
        assert!((said.rest[0].start_s - 0.05).abs() < 1e-5);
        assert_eq!(carry.draft.tokens, [104, 105, 106, 107, 108, 109]);
        assert_eq!(carry.draft.forced, 2);
        assert_eq!(carry.context_samples, ((0.45 + 0.04) * 16_000.0) as usize);
        assert_eq!(said.context_samples, carry.context_samples);
    }

    #[test]
    fn nothing_behind_the_cut_leaves_the_context_alone() {
        let (said, carry) = split(heard(&[("well", 2.0, 2.4)]), 2.5, 0);
        assert_eq!(texts(&said.words), ["well"]);
        assert!(said.rest.is_empty());
        assert_eq!((carry.draft.tokens.len(), carry.draft.forced), (2, 2));
    }

    #[test]
    fn a_word_at_the_segments_edge_is_no_context() {
        let (_, carry) = split(heard(&[("so", 0.0, 0.4), ("on", 0.6, 0.9)]), 0.5, 0);
        assert_eq!(carry.context_samples, 0);
        assert_eq!(carry.draft.tokens, [102, 103]);
        assert_eq!(carry.draft.forced, 0);
    }

    #[test]
    fn words_that_were_not_taken_for_speech_leave_nothing() {
        let last = Recognition {
            rejected: true,
            words: Vec::new(),
            ..heard(&[("you", 1.0, 1.4)])
        };
        let (said, carry) = split(last, 2.0, 0);
        assert!(said.words.is_empty());
        assert_eq!(carry, Carry::default());
    }

    #[test]
    fn an_old_context_does_not_come_back() {
        let mut last = heard(&[("old", 0.0, 0.0), ("new", 1.0, 1.4), ("word", 1.5, 1.9)]);
        last.words.remove(0);
        let (said, carry) = split(last, 0.9, 2);
        assert!(said.words.is_empty());
        assert_eq!(texts(&said.rest), ["new", "word"]);
        assert_eq!(carry.draft.tokens, [102, 103, 104, 105]);
        assert_eq!(carry.draft.forced, 0);
    }
}
