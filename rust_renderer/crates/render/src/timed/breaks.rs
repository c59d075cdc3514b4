//! Where a line of text may be broken: at spaces, and between characters of scripts without them.

use crate::text::{cells, is_unspaced};
use unicode_segmentation::UnicodeSegmentation;

/// Marks that may not begin a line (JIS X 4051, the part of it that captions meet).
const NEVER_FIRST: &str = "、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ";

/// Marks that may not end a line.
const NEVER_LAST: &str = "‘“（〔［｛〈《「『【";

/// A piece that stays together: byte range in the text, without the spaces around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) cells: usize,
    /// Cells of the space before it, where it does not begin a line.
    pub(super) space: usize,
}

/// The pieces of a text without line breaks; none is wider than `limit`, but a single grapheme.
/// `whole` are ranges that are not broken inside.
pub(super) fn pieces(text: &str, limit: usize, whole: &[(usize, usize)]) -> Vec<Piece> {
    let mut cutter = Cutter {
        found: Vec::new(),
        limit,
        start: 0,
        cells: 0,
        space: 0,
    };
    if text.is_ascii() {
        let characters = (0..text.len()).filter_map(|at| text.get(at..at + 1).map(|one| (at, one)));
        cutter.take_all(characters, whole);
    } else {
        cutter.take_all(text.grapheme_indices(true), whole);
    }
    cutter.cut(text.len());
    cutter.found
}

/// White space that collapses and breaks; not the spaces that are there to keep words together.
pub(super) fn is_space(character: char) -> bool {
    character.is_whitespace() && !matches!(character, '\u{A0}' | '\u{2007}' | '\u{202F}')
}

/// Whether a line may be broken between two characters without a space.
fn may_break(before: Option<char>, after: char) -> bool {
    let Some(before) = before else {
        return false;
    };
    (is_unspaced(before) || is_unspaced(after))
        && !NEVER_FIRST.contains(after)
        && !NEVER_LAST.contains(before)
}

/// Goes over the graphemes of a text and ends pieces between them.
struct Cutter {
    found: Vec<Piece>,
    limit: usize,
    /// Where the open piece begins, and its width so far.
    start: usize,
    cells: usize,
    space: usize,
}

impl Cutter {
    fn take_all<'a>(
        &mut self,
        graphemes: impl Iterator<Item = (usize, &'a str)>,
        whole: &[(usize, usize)],
    ) {
        let mut before: Option<char> = None;
        for (at, grapheme) in graphemes {
            let first = grapheme.chars().next().unwrap_or(' ');
            let is_inside = whole.iter().any(|(from, to)| *from < at && at < *to);
            if is_space(first) && !is_inside {
                self.cut(at);
                self.start = at + grapheme.len();
                self.space = 1;
                before = None;
                continue;
            }
            let width = cells(grapheme);
            if !is_inside && (may_break(before, first) || self.cells + width > self.limit) {
                self.cut(at);
            }
            self.cells += width;
            before = grapheme.chars().next_back();
        }
    }

    /// Ends the piece at `end`, where there is one.
    fn cut(&mut self, end: usize) {
        if end > self.start {
            let space = if self.found.is_empty() { 0 } else { self.space };
            self.found.push(Piece {
                start: self.start,
                end,
                cells: self.cells,
                space,
            });
            self.space = 0;
        }
        self.start = end;
        self.cells = 0;
    }
}

/// Breaks pieces into lines: as few as `limit` allows, and those as even as can be. Gives each
/// line's pieces as a range of their indices.
pub(super) fn balanced(pieces: &[Piece], limit: usize) -> Vec<(usize, usize)> {
    let lines = greedy(pieces, limit);
    if lines.len() < 2 {
        return lines;
    }
    let (mut low, mut high) = (1, limit);
    while low < high {
        let middle = low.midpoint(high);
        if greedy(pieces, middle).len() <= lines.len() {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    greedy(pieces, high)
}

/// Fills each line as far as it goes.
fn greedy(pieces: &[Piece], limit: usize) -> Vec<(usize, usize)> {
    let (mut lines, mut start, mut width) = (Vec::new(), 0, 0);
    for (index, piece) in pieces.iter().enumerate() {
        let with_piece = width + piece.space + piece.cells;
        if index > start && with_piece > limit {
            lines.push((start, index));
            start = index;
            width = piece.cells;
        } else {
            width = if index == start {
                piece.cells
            } else {
                with_piece
            };
        }
    }
    if start < pieces.len() {
        lines.push((start, pieces.len()));
    }
    lines
}
