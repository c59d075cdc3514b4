//! The decode loop: one pass verifies the draft, the tail is greedy.

use crate::SAMPLE_RATE_HZ;
use crate::network::{Answers, Network, NetworkError};
use crate::repetition::loop_start;
use crate::tokenizer::{BEGIN, END};

/// Tokens a second that speech can need. Moonshine allows 6.5, which very fast speech exceeds
/// (read speech has about 4, sped up 1.7 times 7); loops are caught by their own guard.
pub const TOKENS_PER_SECOND: f32 = 9.0;

/// Tokens granted however short the audio is: a short answer and its full stop.
pub const TOKENS_AT_LEAST: usize = 4;

/// A decoded segment: the tokens without begin and end, with what the decoder said of each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hypothesis {
    /// Tokens, without `<s>` and `</s>`.
    pub tokens: Vec<u32>,
    /// Natural logarithm of each token's probability.
    pub log_probabilities: Vec<f32>,
    /// Rows of S attention values, one for each token and one for the end.
    pub attention: Vec<f32>,
    /// Encoder frames S.
    pub frames: usize,
    /// Tokens of the draft that were kept.
    pub agreed: usize,
    /// The decoder reached `</s>`; false when the cap or the loop guard stopped it.
    pub ended: bool,
}

/// The number of tokens that `samples` of audio may yield.
#[must_use]
pub fn token_cap(samples: usize) -> usize {
    TOKENS_AT_LEAST + (samples as f32 / SAMPLE_RATE_HZ as f32 * TOKENS_PER_SECOND) as usize
}

/// Decodes `audio`, starting from `draft` (the tokens of an earlier hypothesis of the same
/// speech; may be empty). The result equals greedy decoding from nothing whenever the decoder
/// gives the same answer to a token in a batch as alone.
///
/// # Errors
/// [`NetworkError`] if a graph cannot be run.
pub fn decode(
    network: &mut impl Network,
    audio: &[f32],
    draft: &[u32],
) -> Result<Hypothesis, NetworkError> {
    let frames = network.encode(audio)?;
    let cap = token_cap(audio.len());
    let mut hypothesis = Hypothesis {
        frames,
        ..Hypothesis::default()
    };
    let mut ids = vec![BEGIN];
    ids.extend(draft.iter().take(cap.saturating_sub(1)));
    let mut kept = 0;
    loop {
        let answers = network.decode(kept, &ids)?;
        let agreed = take_agreed(&mut hypothesis, &answers, &ids[1..]);
        if kept == 0 {
            hypothesis.agreed = agreed;
        }
        let last = answers.tokens[agreed];
        if last == END {
            hypothesis.ended = true;
            break;
        }
        if let Some(start) = loop_start(&hypothesis.tokens) {
            cut(&mut hypothesis, start);
            break;
        }
        if hypothesis.tokens.len() >= cap {
            break;
        }
        kept += agreed + 1;
        ids = vec![last];
    }
    Ok(hypothesis)
}

/// Takes over the answers up to and including the first that contradicts the draft, and returns
/// how many draft tokens were confirmed. An end token leaves only its attention row behind.
fn take_agreed(hypothesis: &mut Hypothesis, answers: &Answers, draft: &[u32]) -> usize {
    let agreed = answers
        .tokens
        .iter()
        .zip(draft)
        .take_while(|(answer, draft)| answer == draft)
        .count();
    for (row, &token) in answers.tokens[..=agreed].iter().enumerate() {
        if token != END {
            hypothesis.tokens.push(token);
            hypothesis
                .log_probabilities
                .push(answers.log_probabilities[row]);
        }
        let columns = row * hypothesis.frames..(row + 1) * hypothesis.frames;
        hypothesis
            .attention
            .extend_from_slice(&answers.attention[columns]);
    }
    agreed
}

fn cut(hypothesis: &mut Hypothesis, length: usize) {
    hypothesis.tokens.truncate(length);
    hypothesis.log_probabilities.truncate(length);
    hypothesis.attention.truncate(length * hypothesis.frames);
    hypothesis.agreed = hypothesis.agreed.min(length);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers with a fixed text whatever it is asked, and keeps what it was asked.
    struct Script {
        text: Vec<u32>,
        memory: Vec<u32>,
        passes: Vec<(usize, Vec<u32>)>,
    }

    impl Script {
        fn saying(text: &[u32]) -> Self {
            Self {
                text: text.to_vec(),
                memory: Vec::new(),
                passes: Vec::new(),
            }
        }
    }

    impl Network for Script {
        fn encode(&mut self, _audio: &[f32]) -> Result<usize, NetworkError> {
            self.memory.clear();
            Ok(2)
        }

        fn decode(&mut self, kept: usize, ids: &[u32]) -> Result<Answers, NetworkError> {
            self.passes.push((kept, ids.to_vec()));
            self.memory.truncate(kept);
            let mut answers = Answers::default();
            for id in ids {
                self.memory.push(*id);
                let said = &self.memory[1..];
                let token = if self.text.starts_with(said) {
                    self.text.get(said.len()).copied().unwrap_or(END)
                } else {
                    99
                };
                answers.tokens.push(token);
                answers.log_probabilities.push(-0.1);
                answers.attention.extend([0.5, 0.5]);
            }
            Ok(answers)
        }
    }

    static SECOND: [f32; 16_000] = [0.0; 16_000];

    #[test]
    fn a_right_draft_costs_one_pass() {
        let mut script = Script::saying(&[10, 11, 12]);
        let hypothesis = decode(&mut script, &SECOND, &[10, 11, 12]).unwrap();
        assert_eq!(hypothesis.tokens, [10, 11, 12]);
        assert_eq!(
            (script.passes.len(), hypothesis.agreed, hypothesis.ended),
            (1, 3, true)
        );
    }

    #[test]
    fn a_wrong_draft_is_cut_at_the_first_difference_and_gives_the_greedy_result() {
        for draft in [
            &[][..],
            &[10],
            &[10, 50],
            &[50],
            &[10, 11, 12, 13],
            &[10, 50, 12],
        ] {
            let mut script = Script::saying(&[10, 11, 12]);
            let hypothesis = decode(&mut script, &SECOND, draft).unwrap();
            assert_eq!(hypothesis.tokens, [10, 11, 12], "draft {draft:?}");
            assert_eq!(hypothesis.attention.len(), 4 * 2, "draft {draft:?}");
            assert_eq!(hypothesis.log_probabilities.len(), 3, "draft {draft:?}");
        }
    }

    #[test]
    fn the_memory_keeps_just_the_confirmed_tokens() {
        let mut script = Script::saying(&[10, 11, 12]);
        decode(&mut script, &SECOND, &[10, 50]).unwrap();
        assert_eq!(script.passes[0], (0, vec![BEGIN, 10, 50]));
        assert_eq!(script.passes[1], (2, vec![11]));
    }

    #[test]
    fn a_text_without_an_end_stops_at_the_cap() {
        let endless: Vec<u32> = (100..400).collect();
        let hypothesis = decode(&mut Script::saying(&endless), &SECOND, &[]).unwrap();
        assert_eq!(hypothesis.tokens.len(), token_cap(16_000));
        assert!(!hypothesis.ended);
    }

    #[test]
    fn a_loop_is_said_once() {
        let looping: Vec<u32> = [7, 8].into_iter().chain([20, 21, 22].repeat(50)).collect();
        let hypothesis = decode(&mut Script::saying(&looping), &[0.0; 64_000], &[]).unwrap();
        assert_eq!(hypothesis.tokens, [7, 8, 20, 21, 22]);
        assert!(!hypothesis.ended);
    }
}
