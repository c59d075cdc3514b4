//! Word times: the cheapest monotone path of the tokens through the encoder's frames.
//!
//! The decoder's cross-attention looks at the place in the audio that a token is made of, so the
//! path that collects most attention while it only moves forward gives each token its frames
//! (dynamic time warping, as in J. Louradour's and OpenAI's Whisper timestamps).

/// The frames of one row on the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first frame.
    pub first: usize,
    /// The last frame, not before the first.
    pub last: usize,
}

/// The frames that each row of `attention` (rows of `frames` values) has on the path.
#[must_use]
pub fn row_spans(attention: &[f32], frames: usize) -> Vec<Span> {
    if frames == 0 {
        return Vec::new();
    }
    let rows = attention.len() / frames;
    let steps = cheapest_steps(attention, rows, frames);
    let mut spans = vec![Span { first: 0, last: 0 }; rows];
    let (mut row, mut frame) = (rows, frames);
    let mut last = frames;
    while row > 0 && frame > 0 {
        spans[row - 1] = Span {
            first: frame - 1,
            last: last - 1,
        };
        match steps[(row - 1) * frames + frame - 1] {
            Step::Both => (row, frame, last) = (row - 1, frame - 1, frame - 1),
            Step::Row => (row, last) = (row - 1, frame),
            Step::Frame => frame -= 1,
        }
    }
    spans
}

/// How far beyond its frames on the path a row's attention counts as on the path: 96 ms.
const NEAR_FRAMES: usize = 4;

/// The share of their attention that the rows have on or near the path, 0 to 1.
///
/// Speech has its words one after another in the audio, so the decoder looks at each where it
/// stands; words that are made up have no place and attention wanders.
#[must_use]
pub fn focus(attention: &[f32], frames: usize, spans: &[Span]) -> f32 {
    if frames == 0 || spans.is_empty() {
        return 0.0;
    }
    let near = |(row, span): (&[f32], &Span)| -> f32 {
        let from = span.first.saturating_sub(NEAR_FRAMES);
        let to = (span.last + NEAR_FRAMES).min(frames - 1);
        row[from..=to].iter().sum()
    };
    let total: f32 = attention.chunks_exact(frames).zip(spans).map(near).sum();
    total / spans.len() as f32
}

#[derive(Clone, Copy)]
enum Step {
    Both,
    Row,
    Frame,
}

/// How the best path enters each cell, row by row.
fn cheapest_steps(attention: &[f32], rows: usize, frames: usize) -> Vec<Step> {
    let mut steps = Vec::with_capacity(rows * frames);
    let mut above = vec![f32::INFINITY; frames + 1];
    above[0] = 0.0;
    for row in attention.chunks_exact(frames) {
        let mut current = vec![f32::INFINITY; frames + 1];
        for (frame, value) in row.iter().enumerate() {
            let (both, by_row, by_frame) = (above[frame], above[frame + 1], current[frame]);
            let (step, cost) = if both <= by_row && both <= by_frame {
                (Step::Both, both)
            } else if by_row <= by_frame {
                (Step::Row, by_row)
            } else {
                (Step::Frame, by_frame)
            };
            steps.push(step);
            current[frame + 1] = cost - value;
        }
        above = current;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row_starts(attention: &[f32], frames: usize) -> Vec<usize> {
        row_spans(attention, frames)
            .iter()
            .map(|span| span.first)
            .collect()
    }

    #[test]
    fn spans_follow_one_another_and_cover_the_audio() {
        #[rustfmt::skip]
        let attention = [
            0.9, 0.8, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.9, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.7, 0.9,
        ];
        let spans = row_spans(&attention, 5);
        let expected = [(0, 1), (2, 2), (3, 4)].map(|(first, last)| Span { first, last });
        assert_eq!(spans, expected);
    }

    #[test]
    fn attention_on_the_path_is_focused_and_attention_elsewhere_is_not() {
        let mut pointed = vec![0.0; 2 * 40];
        (pointed[5], pointed[40 + 30]) = (1.0, 1.0);
        let spans = row_spans(&pointed, 40);
        assert!(focus(&pointed, 40, &spans) > 0.99);
        let mut wandering = vec![0.0; 3 * 40];
        for (place, value) in wandering.iter_mut().enumerate() {
            *value = if place % 40 % 13 == 0 { 0.25 } else { 0.0 };
        }
        assert!(
            focus(
                &wandering,
                40,
                &[Span {
                    first: 19,
                    last: 20
                }; 3]
            ) < 0.3
        );
    }

    #[test]
    fn each_row_begins_where_its_attention_does() {
        #[rustfmt::skip]
        let attention = [
            0.9, 0.8, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.9, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.7, 0.9, 0.1,
        ];
        assert_eq!(row_starts(&attention, 6), [0, 2, 3]);
    }

    #[test]
    fn a_glance_back_does_not_turn_the_path() {
        #[rustfmt::skip]
        let attention = [
            0.9, 0.1, 0.0, 0.0,
            0.0, 0.2, 0.8, 0.0,
            0.6, 0.0, 0.0, 0.5,
        ];
        assert_eq!(row_starts(&attention, 4), [0, 1, 3]);
    }

    #[test]
    fn more_tokens_than_frames_share_them_in_order() {
        let starts = row_starts(&[0.5; 5 * 2], 2);
        assert_eq!(starts.len(), 5);
        assert!(starts.is_sorted() && *starts.last().unwrap() < 2);
    }

    #[test]
    fn no_audio_has_no_times() {
        assert_eq!(row_starts(&[], 0), Vec::<usize>::new());
        assert_eq!(row_starts(&[], 3), Vec::<usize>::new());
    }
}
