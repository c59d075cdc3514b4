//! The decode loop: one pass verifies the draft, the tail is greedy.
//!
//! A draft is verified with a *bias*: its token stands unless the decoder's own choice beats it by
//! more than a margin in logits. What has been shown should not flicker for a toss-up; the tail,
//! which has seen the least audio, gives way more easily. Of a long draft only the end is read
//! again. The last pass of a segment reads all of it, and what the bias has held is mended where that
//! makes the text clearly likelier. See docs/decisions/0061-verify-with-a-bias.md and
//! 0067-long-segments-mended-whole.md.

use crate::SAMPLE_RATE_HZ;
use crate::bias::Bias;
use crate::hypothesis::Hypothesis;
use crate::network::{Answers, Network, NetworkError};
use crate::repetition::loop_start;
use crate::tokenizer::{BEGIN, END};

/// Tokens a second that speech can need. Moonshine allows 6.5, which very fast speech exceeds
/// (read speech has about 4, sped up 1.7 times 7); loops are caught by their own guard.
pub const TOKENS_PER_SECOND: f32 = 9.0;

/// Tokens granted however short the audio is: a short answer and its full stop.
pub const TOKENS_AT_LEAST: usize = 4;

/// The draft's last tokens that are read again in every pass, 4 to 5 s of speech.
pub const READ_TOKENS: usize = 16;

/// A segment is mended if it becomes more probable by this much, as a natural logarithm, for each
/// token from the first change on: the further back, the more has been read that jumps.
pub const MENDING_LEAD_PER_TOKEN: f32 = 0.1;

/// The tokens expected in a segment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Draft {
    /// An earlier hypothesis of the same speech; may be empty.
    pub tokens: Vec<u32>,
    /// How many of them stand whatever the decoder says.
    pub forced: usize,
    /// What was decoded last, if the tokens are those of it: then the network remembers them.
    pub last: Option<Hypothesis>,
}

impl Draft {
    /// The tokens that need not be read again.
    fn settled(&self) -> usize {
        let last = self.last.as_ref().map_or(0, |last| last.tokens.len());
        last.saturating_sub(READ_TOKENS)
    }
}

/// The number of tokens that `samples` of audio may yield.
#[must_use]
pub fn token_cap(samples: usize) -> usize {
    TOKENS_AT_LEAST + (samples as f32 / SAMPLE_RATE_HZ as f32 * TOKENS_PER_SECOND) as usize
}

/// Decodes `samples` of audio that the network has encoded into `frames`, starting from `draft`.
/// Without a bias, and with a draft that is read whole, the result equals greedy decoding from
/// nothing whenever the decoder gives the same answer to a token in a batch as alone.
///
/// # Errors
/// [`NetworkError`] if a graph cannot be run.
pub fn decode(
    network: &mut impl Network,
    frames: usize,
    samples: usize,
    draft: &Draft,
    bias: Bias,
) -> Result<Hypothesis, NetworkError> {
    Decoding::begin(network, frames, samples, draft)?.follow(bias)
}

/// Decodes with the bias, and without where it holds something; the result without it is taken
/// where it is enough more probable ([`MENDING_LEAD_PER_TOKEN`]).
///
/// # Errors
/// [`NetworkError`] if a graph cannot be run.
pub fn decode_mending(
    network: &mut impl Network,
    frames: usize,
    samples: usize,
    draft: &Draft,
) -> Result<Hypothesis, NetworkError> {
    let mut decoding = Decoding::begin(network, frames, samples, draft)?;
    let held = decoding.follow(Bias::OPEN)?;
    if decoding.agreed(Bias::NONE) == held.agreed {
        return Ok(held);
    }
    let free = decoding.follow(Bias::NONE)?;
    Ok(if mends(&free, &held) { free } else { held })
}

/// Whether `free` is worth what jumps. A text without an end is never better than one with.
fn mends(free: &Hypothesis, held: &Hypothesis) -> bool {
    if free.ended != held.ended {
        return free.ended;
    }
    let same = held.tokens.iter().zip(&free.tokens);
    let changed = held.tokens.len() - same.take_while(|(held, free)| held == free).count();
    let lead = MENDING_LEAD_PER_TOKEN * changed as f32;
    free.log_probability() > held.log_probability() + lead
}

/// A draft that was read, and what the decoder says of it.
struct Decoding<'a, N> {
    network: &'a mut N,
    frames: usize,
    cap: usize,
    draft: &'a Draft,
    /// Tokens of the draft before the first one that is judged.
    settled: usize,
    /// Tokens of the draft behind those.
    expected: &'a [u32],
    answers: Answers,
}

impl<'a, N: Network> Decoding<'a, N> {
    fn begin(
        network: &'a mut N,
        frames: usize,
        samples: usize,
        draft: &'a Draft,
    ) -> Result<Self, NetworkError> {
        let cap = token_cap(samples).max(draft.forced + 1);
        let expected = &draft.tokens[..draft.tokens.len().min(cap - 1)];
        let settled = draft.settled().min(expected.len());
        let ids: Vec<u32> = [BEGIN].iter().chain(expected).copied().collect();
        let proposed: Vec<u32> = expected.iter().chain(&[END]).copied().collect();
        let answers = network.decode(settled, &ids[settled..], &proposed[settled..])?;
        Ok(Self {
            network,
            frames,
            cap,
            draft,
            settled,
            expected: &expected[settled..],
            answers,
        })
    }

    /// How many of the draft's tokens stand.
    fn agreed(&self, bias: Bias) -> usize {
        let stands = |place: &usize| {
            let index = self.settled + place;
            index < self.draft.forced
                || self.answers.tokens[*place] == self.expected[*place]
                || self.answers.deficits[*place] <= bias.margin(index, self.draft.tokens.len())
        };
        self.settled + (0..self.expected.len()).take_while(stands).count()
    }

    /// The draft as far as it stands, and greedily on from there.
    fn follow(&mut self, bias: Bias) -> Result<Hypothesis, NetworkError> {
        let mut hypothesis = match &self.draft.last {
            Some(last) => last.beginning(self.settled, self.frames),
            None => Hypothesis::default().beginning(0, self.frames),
        };
        hypothesis.agreed = self.agreed(bias);
        let stood = hypothesis.agreed - self.settled;
        hypothesis.take(&self.answers, &self.expected[..stood]);
        let mut last = self.answers.tokens[stood];
        let mut kept = hypothesis.agreed + 1;
        loop {
            if last == END {
                hypothesis.ended = true;
                break;
            }
            if let Some(start) = loop_start(&hypothesis.tokens) {
                hypothesis.cut(start);
                break;
            }
            if hypothesis.tokens.len() >= self.cap {
                break;
            }
            let answers = self.network.decode(kept, &[last], &[END])?;
            hypothesis.take(&answers, &[]);
            last = answers.tokens[0];
            kept += 1;
        }
        Ok(hypothesis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Encoded, Moments};

    /// Answers with a fixed text whatever it is asked, and keeps what it was asked.
    struct Script {
        text: Vec<u32>,
        /// How far any other token is behind.
        deficit: f32,
        memory: Vec<u32>,
        /// Where it looks, whatever it says.
        attention: Vec<f32>,
        passes: Vec<(usize, Vec<u32>)>,
    }

    impl Script {
        fn saying(text: &[u32]) -> Self {
            Self {
                text: text.to_vec(),
                deficit: 9.0,
                memory: Vec::new(),
                attention: vec![0.5, 0.5],
                passes: Vec::new(),
            }
        }
    }

    impl Network for Script {
        fn encode(
            &mut self,
            _kept: usize,
            _before: Moments,
            _window: &[f32],
        ) -> Result<Encoded, NetworkError> {
            unreachable!("decoding does not encode")
        }

        fn decode(
            &mut self,
            kept: usize,
            ids: &[u32],
            proposed: &[u32],
        ) -> Result<Answers, NetworkError> {
            self.passes.push((kept, ids.to_vec()));
            self.memory.truncate(kept);
            let mut answers = Answers::default();
            for (id, proposed) in ids.iter().zip(proposed) {
                self.memory.push(*id);
                let said = self.memory.len() - 1;
                let token = self.text.get(said).copied().unwrap_or(END);
                answers.tokens.push(token);
                answers.log_probabilities.push(-0.1);
                let behind = if token == *proposed {
                    0.0
                } else {
                    self.deficit
                };
                answers.deficits.push(behind);
                answers.attention.extend(&self.attention);
            }
            Ok(answers)
        }
    }

    fn drafted(tokens: &[u32], forced: usize) -> Draft {
        Draft {
            tokens: tokens.to_vec(),
            forced,
            last: None,
        }
    }

    fn run(script: &mut Script, draft: &[u32], bias: Bias) -> Hypothesis {
        decode(script, 2, 16_000, &drafted(draft, 0), bias).unwrap()
    }

    #[test]
    fn a_right_draft_costs_one_pass() {
        let mut script = Script::saying(&[10, 11, 12]);
        let hypothesis = run(&mut script, &[10, 11, 12], Bias::NONE);
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
            let hypothesis = run(&mut script, draft, Bias::NONE);
            assert_eq!(hypothesis.tokens, [10, 11, 12], "draft {draft:?}");
            assert_eq!(hypothesis.attention.len(), 4 * 2, "draft {draft:?}");
            assert_eq!(hypothesis.log_probabilities.len(), 3, "draft {draft:?}");
        }
    }

    #[test]
    fn the_memory_keeps_just_the_confirmed_tokens() {
        let mut script = Script::saying(&[10, 11, 12]);
        run(&mut script, &[10, 50], Bias::NONE);
        assert_eq!(script.passes[0], (0, vec![BEGIN, 10, 50]));
        assert_eq!(script.passes[1], (2, vec![11]));
    }

    #[test]
    fn a_draft_stands_against_a_lead_within_the_margin_and_no_further() {
        let mut script = Script::saying(&[10, 11, 12, 13, 14]);
        script.deficit = 1.0;
        let draft = [10, 50, 12, 13, 14];
        let hypothesis = run(&mut script, &draft, Bias::OPEN);
        assert_eq!(hypothesis.tokens, draft);
        assert!((hypothesis.log_probabilities[1] + 1.1).abs() < 1e-6);
        script.deficit = 2.5;
        let hypothesis = run(&mut script, &draft, Bias::OPEN);
        assert_eq!(hypothesis.tokens, [10, 11, 12, 13, 14]);
    }

    #[test]
    fn the_tail_of_a_draft_gives_way_sooner_than_its_body() {
        let mut script = Script::saying(&[10, 11, 12, 13, 14]);
        script.deficit = 1.0;
        let hypothesis = run(&mut script, &[10, 11, 12, 50, 14], Bias::OPEN);
        assert_eq!(hypothesis.tokens, [10, 11, 12, 13, 14]);
    }

    #[test]
    fn what_lies_far_back_gives_way_last() {
        let text: Vec<u32> = (10..25).collect();
        let mut script = Script::saying(&text);
        script.deficit = 3.0;
        let draft: Vec<u32> = (10..25).map(|id| if id == 11 { 50 } else { id }).collect();
        assert_eq!(run(&mut script, &draft, Bias::OPEN).tokens[1], 50);
        let near: Vec<u32> = (10..25).map(|id| if id == 20 { 50 } else { id }).collect();
        assert_eq!(run(&mut script, &near, Bias::OPEN).tokens[10], 20);
        script.deficit = 4.5;
        assert_eq!(run(&mut script, &draft, Bias::OPEN).tokens[1], 11);
    }

    #[test]
    fn of_a_long_draft_only_the_end_is_read_again() {
        let text: Vec<u32> = (100..130).collect();
        let mut script = Script::saying(&text);
        let first = drafted(&text[..28], 0);
        let first = decode(&mut script, 2, 64_000, &first, Bias::OPEN).unwrap();
        let (draft, count) = (first.tokens.clone(), first.tokens.len());
        let draft = Draft {
            tokens: draft,
            forced: 0,
            last: Some(first),
        };
        script.text = (100..131).collect();
        script.attention = vec![0.2, 0.3, 0.5];
        script.passes.clear();
        let hypothesis = decode(&mut script, 3, 64_000, &draft, Bias::OPEN).unwrap();
        let settled = count - READ_TOKENS;
        assert_eq!(script.passes[0].0, settled);
        assert_eq!(script.passes[0].1.len(), READ_TOKENS + 1);
        assert_eq!(hypothesis.tokens, script.text);
        assert_eq!(hypothesis.log_probabilities.len(), 31);
        // What was decoded over two frames has looked at none of the third.
        assert_eq!(hypothesis.attention.len(), 32 * 3);
        assert_eq!(hypothesis.attention[..3], [0.5, 0.5, 0.0]);
    }

    fn mended(deficit: f32, draft: &[u32]) -> Vec<u32> {
        let mut script = Script::saying(&[10, 11, 12, 13, 14]);
        script.deficit = deficit;
        let draft = drafted(draft, 0);
        decode_mending(&mut script, 2, 16_000, &draft)
            .unwrap()
            .tokens
    }

    #[test]
    fn what_the_bias_has_held_is_mended_where_that_is_worth_the_jump() {
        assert_eq!(mended(0.3, &[10, 50, 12, 13, 14]), [10, 50, 12, 13, 14]);
        assert_eq!(mended(0.5, &[10, 50, 12, 13, 14]), [10, 11, 12, 13, 14]);
        // Near the end less is enough.
        assert_eq!(mended(0.3, &[10, 11, 12, 13, 50]), [10, 11, 12, 13, 14]);
    }

    #[test]
    fn a_text_that_a_loop_has_cut_short_mends_nothing_that_came_to_its_end() {
        let whole = Hypothesis {
            tokens: vec![10, 11, 12],
            log_probabilities: vec![-1.0; 3],
            end_log_probability: -1.0,
            ended: true,
            ..Hypothesis::default()
        };
        let short = Hypothesis {
            tokens: vec![10],
            log_probabilities: vec![-0.1],
            ..Hypothesis::default()
        };
        assert!(!mends(&short, &whole));
        assert!(mends(&whole, &short));
    }

    #[test]
    fn forced_tokens_stand_whatever_the_decoder_says() {
        let mut script = Script::saying(&[10, 11, 12]);
        let draft = drafted(&[50, 51], 1);
        let hypothesis = decode(&mut script, 2, 16_000, &draft, Bias::NONE).unwrap();
        assert_eq!(hypothesis.tokens, [50, 11, 12]);
    }

    #[test]
    fn a_text_without_an_end_stops_at_the_cap() {
        let endless: Vec<u32> = (100..400).collect();
        let hypothesis = run(&mut Script::saying(&endless), &[], Bias::NONE);
        assert_eq!(hypothesis.tokens.len(), token_cap(16_000));
        assert!(!hypothesis.ended);
    }

    #[test]
    fn a_loop_is_said_once() {
        let looping: Vec<u32> = [7, 8].into_iter().chain([20, 21, 22].repeat(50)).collect();
        let mut script = Script::saying(&looping);
        let hypothesis = decode(&mut script, 2, 64_000, &Draft::default(), Bias::NONE).unwrap();
        assert_eq!(hypothesis.tokens, [7, 8, 20, 21, 22]);
        assert!(!hypothesis.ended);
    }
}
