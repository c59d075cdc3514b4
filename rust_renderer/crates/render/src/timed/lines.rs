//! Runs broken into the lines that are painted.

use super::breaks::{Piece, balanced, is_space, pieces};
use super::runs::Run;
use crate::text::cells;
use serde::{Deserialize, Serialize};

/// A line of runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Line {
    /// Its runs, in reading order.
    pub runs: Vec<Run>,
}

impl Line {
    /// Width in cells; a ruby annotation may be wider than what it stands over.
    pub(super) fn cells(&self) -> usize {
        self.runs
            .iter()
            .map(|run| cells(&run.text).max(cells(&run.ruby) / 2))
            .sum()
    }
}

/// The lines of runs: one a line of the file, broken further where it is wider than `limit` cells.
pub(super) fn lines_of(runs: &[Run], limit: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for line in file_lines(runs) {
        let text: String = line.iter().map(|run| run.text.as_str()).collect();
        let pieces = pieces(&text, limit, &ruby_ranges(&line));
        for (from, to) in balanced(&pieces, limit) {
            lines.extend(pieces.get(from..to).and_then(|pieces| cut(&line, pieces)));
        }
    }
    lines
}

/// The runs of each line of the file. Runs of spaces are one space (CSS `white-space: pre-line`,
/// which WebVTT 7.4 asks for).
fn file_lines(runs: &[Run]) -> Vec<Vec<Run>> {
    let mut lines = vec![Vec::new()];
    let mut after_space = true;
    for run in runs {
        for (index, text) in run.text.split('\n').enumerate() {
            if index > 0 {
                lines.push(Vec::new());
                after_space = true;
            }
            let text = collapse(text, &mut after_space);
            if let Some(line) = lines.last_mut().filter(|_| !text.is_empty()) {
                line.push(Run {
                    text,
                    ..run.clone()
                });
            }
        }
    }
    lines
}

fn collapse(text: &str, after_space: &mut bool) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for character in text.chars() {
        let is_space = is_space(character);
        if !(is_space && *after_space) {
            collapsed.push(if is_space { ' ' } else { character });
        }
        *after_space = is_space;
    }
    collapsed
}

fn ruby_ranges(line: &[Run]) -> Vec<(usize, usize)> {
    let mut from = 0;
    let mut ranges = Vec::new();
    for run in line {
        let to = from + run.text.len();
        if !run.ruby.is_empty() {
            ranges.push((from, to));
        }
        from = to;
    }
    ranges
}

/// The runs between the first piece's start and the last one's end.
fn cut(line: &[Run], pieces: &[Piece]) -> Option<Line> {
    let (start, end) = (pieces.first()?.start, pieces.last()?.end);
    let mut from = 0;
    let mut runs = Vec::new();
    for run in line {
        let to = from + run.text.len();
        let part = run
            .text
            .get(start.max(from).saturating_sub(from)..end.min(to).saturating_sub(from));
        if let Some(text) = part.filter(|text| !text.is_empty()) {
            runs.push(Run {
                text: text.to_owned(),
                ..run.clone()
            });
        }
        from = to;
    }
    Some(Line { runs })
}
