//! `tokenizer.bin`: a length-prefixed list of byte strings, one a token.

use std::fmt;

/// `<s>`, the token before the first.
pub const BEGIN: u32 = 1;
/// `</s>`, the token after the last.
pub const END: u32 = 2;

/// U+2581, which stands for the space before a word.
const WORD_MARK: &str = "\u{2581}";

/// The model writes these for music, alone or around lyrics. They are no speech.
const MUSIC_MARKS: [char; 4] = ['♪', '♫', '\u{fffd}', ' '];

/// Marks that never stand twice in a row.
const SINGLE_MARKS: [char; 3] = [',', ';', ':'];

/// The file is not a token list; the message says where it breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenizerError(pub String);

impl fmt::Display for TokenizerError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A word and the tokens that it is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The text, with its punctuation, without spaces around it.
    pub text: String,
    /// The indices of its first token and of the one after its last.
    pub tokens: std::ops::Range<usize>,
}

/// The pieces of text that tokens stand for.
#[derive(Debug, Default)]
pub struct Tokenizer {
    pieces: Vec<Vec<u8>>,
}

impl Tokenizer {
    /// Reads the bytes of `tokenizer.bin`: a length of one byte, or of two if the first is 128 or
    /// more (its low 7 bits, then the second times 128), followed by that many bytes.
    ///
    /// # Errors
    /// [`TokenizerError`] if a length points past the end or the list has no token after `</s>`.
    pub fn parse(bytes: &[u8]) -> Result<Self, TokenizerError> {
        let mut pieces = Vec::new();
        let mut rest = bytes;
        while let Some((&first, after)) = rest.split_first() {
            let (length, after) = match (first, after.split_first()) {
                (0..128, _) => (usize::from(first), after),
                (_, Some((&second, after))) => {
                    (usize::from(second) * 128 + usize::from(first) - 128, after)
                }
                (_, None) => return Err(broken(bytes.len() - rest.len())),
            };
            if length > after.len() {
                return Err(broken(bytes.len() - rest.len()));
            }
            let (piece, after) = after.split_at(length);
            pieces.push(piece.to_vec());
            rest = after;
        }
        if pieces.len() <= END as usize {
            return Err(TokenizerError(format!(
                "the tokenizer has only {} tokens",
                pieces.len()
            )));
        }
        Ok(Self { pieces })
    }

    /// The words of `tokens`. A word begins at a token that begins with a space; control tokens
    /// (`<s>`, `<<ST_…>>`) and tokens outside the list say nothing.
    #[must_use]
    pub fn words(&self, tokens: &[u32]) -> Vec<Word> {
        let mut words: Vec<(Vec<u8>, std::ops::Range<usize>)> = Vec::new();
        for (index, &token) in tokens.iter().enumerate() {
            let piece = self.piece(token);
            let (begins, bytes) = match piece.strip_prefix(WORD_MARK.as_bytes()) {
                Some(bytes) => (true, bytes),
                None => (false, piece),
            };
            match words.last_mut() {
                Some((text, range)) if !begins => {
                    text.extend_from_slice(bytes);
                    range.end = index + 1;
                }
                _ => words.push((bytes.to_vec(), index..index + 1)),
            }
        }
        words
            .into_iter()
            .filter_map(|(bytes, tokens)| word(&bytes, tokens))
            .collect()
    }

    fn piece(&self, token: u32) -> &[u8] {
        let piece = self
            .pieces
            .get(token as usize)
            .map_or(&[][..], Vec::as_slice);
        if token <= END || piece.starts_with(b"<<") {
            &[]
        } else {
            piece
        }
    }
}

fn word(bytes: &[u8], tokens: std::ops::Range<usize>) -> Option<Word> {
    let text = String::from_utf8_lossy(bytes).replace(WORD_MARK, " ");
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // Over a pause the decoder may set a mark behind the one that the draft has already.
    for mark in SINGLE_MARKS {
        while text.contains(&format!("{mark}{mark}")) {
            text = text.replace(&format!("{mark}{mark}"), &mark.to_string());
        }
    }
    let says_something = text
        .chars()
        .any(|character| !MUSIC_MARKS.contains(&character));
    says_something.then_some(Word { text, tokens })
}

fn broken(offset: usize) -> TokenizerError {
    TokenizerError(format!("the tokenizer breaks off at byte {offset}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(pieces: &[&str]) -> Vec<u8> {
        pieces
            .iter()
            .flat_map(|piece| [&[piece.len() as u8], piece.as_bytes()].concat())
            .collect()
    }

    fn sample() -> Tokenizer {
        let pieces = [
            "<unk>", "<s>", "</s>", "▁Hel", "lo", ",", "▁world", ".", "▁", "<<ST_7>>", "▁▁",
        ];
        Tokenizer::parse(&list(&pieces)).unwrap()
    }

    fn texts(tokens: &[u32]) -> Vec<String> {
        sample()
            .words(tokens)
            .into_iter()
            .map(|word| word.text)
            .collect()
    }

    #[test]
    fn pieces_join_to_words_with_their_punctuation() {
        let words = sample().words(&[3, 4, 5, 6, 7]);
        assert_eq!(
            words[0],
            Word {
                text: "Hello,".into(),
                tokens: 0..3
            }
        );
        assert_eq!(
            words[1],
            Word {
                text: "world.".into(),
                tokens: 3..5
            }
        );
    }

    #[test]
    fn a_comma_behind_a_comma_is_one() {
        assert_eq!(texts(&[3, 4, 5, 5, 5, 6]), ["Hello,", "world"]);
        assert_eq!(texts(&[6, 7, 7, 7]), ["world..."]);
    }

    #[test]
    fn control_tokens_and_bare_spaces_say_nothing() {
        assert_eq!(texts(&[1, 9, 8, 10, 3, 4, 2, 40_000]), ["Hello"]);
    }

    #[test]
    fn a_text_that_begins_inside_a_word_is_kept() {
        assert_eq!(texts(&[4, 6]), ["lo", "world"]);
    }

    #[test]
    fn half_a_character_is_shown_as_such_inside_a_word() {
        let mut bytes = list(&["<unk>", "<s>", "</s>", "na"]);
        bytes.extend([1, 0xc3]);
        let words = Tokenizer::parse(&bytes).unwrap().words(&[3, 4]);
        assert_eq!(words[0].text, "na\u{fffd}");
    }

    #[test]
    fn music_marks_and_broken_characters_alone_are_no_words() {
        let mut bytes = list(&["<unk>", "<s>", "</s>", "▁♪♪", "▁♪", "▁la"]);
        bytes.extend([1, 0xe2]);
        let words = Tokenizer::parse(&bytes).unwrap().words(&[3, 4, 5, 3, 6]);
        assert_eq!(words.len(), 1);
        assert_eq!(words[0].text, "la");
    }

    #[test]
    fn a_long_piece_has_a_length_of_two_bytes() {
        let long = "x".repeat(300);
        let mut bytes = list(&["<unk>", "<s>", "</s>"]);
        bytes.extend([128 + 44, 2]);
        bytes.extend(long.as_bytes());
        assert_eq!(Tokenizer::parse(&bytes).unwrap().words(&[3])[0].text, long);
    }

    #[test]
    fn a_broken_list_is_an_error() {
        assert!(Tokenizer::parse(&[5, b'a']).is_err());
        assert!(Tokenizer::parse(&[200]).is_err());
        assert!(Tokenizer::parse(&[]).is_err());
    }
}
