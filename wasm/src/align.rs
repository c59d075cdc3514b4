//! Word times: the cheapest monotone path of the tokens through the encoder's frames.
//!
//! The decoder's cross-attention looks at the place in the audio that a token is made of, so the
//! path that collects most attention while it only moves forward gives each token its frames
//! (dynamic time warping, as in J. Louradour's and OpenAI's Whisper timestamps).

/// The frame at which each row of `attention` (rows of `frames` values) begins, not decreasing.
#[must_use]
pub fn row_starts(attention: &[f32], frames: usize) -> Vec<usize> {
    if frames == 0 {
        return Vec::new();
    }
    let rows = attention.len() / frames;
    let steps = cheapest_steps(attention, rows, frames);
    let mut starts = vec![0; rows];
    let (mut row, mut frame) = (rows, frames);
    while row > 0 && frame > 0 {
        starts[row - 1] = frame - 1;
        match steps[(row - 1) * frames + frame - 1] {
            Step::Both => (row, frame) = (row - 1, frame - 1),
            Step::Row => row -= 1,
            Step::Frame => frame -= 1,
        }
    }
    starts
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
