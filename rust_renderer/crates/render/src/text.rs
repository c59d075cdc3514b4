//! The width of text in cells, and where words join without a space.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Width in terminal-like cells (UAX #11): a Latin letter is 1, a CJK character or an emoji is 2,
/// a combining mark is 0.
pub fn cells(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Whether a word is set right against the one before it: it begins in a script that is written
/// without spaces. It depends on the word alone, so that no word changes when its neighbour does.
pub fn joins_without_space(word: &str) -> bool {
    word.chars().next().is_some_and(is_unspaced)
}

/// Characters of scripts without spaces between words, and the marks and forms set among them.
pub(crate) fn is_unspaced(character: char) -> bool {
    matches!(u32::from(character),
        0x0E00..=0x0EFF   // Thai, Lao
        | 0x1000..=0x109F // Myanmar
        | 0x1780..=0x17FF // Khmer
        | 0x2E80..=0x303F // CJK radicals, symbols and punctuation
        | 0x3040..=0x312F // Hiragana, Katakana, Bopomofo
        | 0x31A0..=0x4DBF // extensions, CJK extension A
        | 0x4E00..=0x9FFF // CJK unified ideographs
        | 0xF900..=0xFAFF // CJK compatibility ideographs
        | 0xFF00..=0xFF65 // full-width forms
        | 0xFF66..=0xFF9F // half-width Katakana
        | 0x2_0000..=0x3_FFFF) // CJK extensions B and on
}

/// Trimmed, every run of white space one space, so that a word is one line.
pub(crate) fn tidy(text: &str) -> String {
    let is_tidy = !text.contains(|c: char| c.is_whitespace() || c.is_control());
    if is_tidy {
        return text.to_owned();
    }
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Cuts text into parts of at most `limit` cells, between graphemes (UAX #29). A grapheme that is
/// wider than `limit` is a part of its own.
pub(crate) fn chunks(text: &str, limit: usize) -> Vec<&str> {
    if cells(text) <= limit {
        return vec![text];
    }
    let (mut parts, mut start, mut end) = (Vec::new(), 0, 0);
    for (at, grapheme) in text.grapheme_indices(true) {
        let after = at + grapheme.len();
        let fits = text
            .get(start..after)
            .is_some_and(|part| cells(part) <= limit);
        if !fits && end > start {
            parts.extend(text.get(start..end));
            start = end;
        }
        end = after;
    }
    parts.extend(text.get(start..end).filter(|part| !part.is_empty()));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_character_takes_two_cells_and_a_mark_none() {
        assert_eq!(cells("abc"), 3);
        assert_eq!(cells("字幕"), 4);
        assert_eq!(cells("e\u{301}"), 1);
        assert_eq!(cells("👩‍👩‍👧"), 2);
    }

    #[test]
    fn a_text_is_cut_between_graphemes() {
        assert_eq!(
            chunks("e\u{301}e\u{301}e\u{301}", 2),
            ["e\u{301}e\u{301}", "e\u{301}"]
        );
        assert_eq!(chunks("字幕字幕", 3), ["字", "幕", "字", "幕"]);
        assert_eq!(chunks("字", 1), ["字"]);
        assert_eq!(chunks("", 1), [""]);
    }

    #[test]
    fn white_space_and_control_characters_do_not_break_a_word() {
        assert_eq!(tidy(" a\n\tb\u{0}c "), "a b c");
        assert_eq!(tidy(" \n "), "");
    }
}
