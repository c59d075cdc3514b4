//! The guard against loops: a decoder that has lost the speech says one thing over and over.

/// The longest phrase, in tokens, whose repetition is looked for.
pub const LONGEST_PHRASE: usize = 12;

/// If the tokens end in a phrase said too often in a row, the length up to which they are kept:
/// the phrase once.
///
/// People do repeat themselves ("no, no, no, no"), so a single token may come five times and a
/// longer phrase twice.
#[must_use]
pub fn loop_start(tokens: &[u32]) -> Option<usize> {
    (1..=LONGEST_PHRASE).find_map(|length| {
        let allowed = if length == 1 {
            5
        } else if length <= 3 {
            3
        } else {
            2
        };
        let window = length * (allowed + 1);
        let tail = tokens.get(tokens.len().checked_sub(window)?..)?;
        let repeats = tail[length..]
            .iter()
            .zip(tail)
            .all(|(later, earlier)| later == earlier);
        repeats.then(|| first_copy_end(tokens, length))
    })
}

/// The end of the first of the copies of a phrase of `length` tokens that the tokens end in.
fn first_copy_end(tokens: &[u32], length: usize) -> usize {
    let period = tokens
        .iter()
        .rev()
        .zip(tokens.iter().rev().skip(length))
        .take_while(|(later, earlier)| later == earlier)
        .count();
    tokens.len() - period
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_equal_tokens_are_speech_and_six_are_a_loop() {
        assert_eq!(loop_start(&[1, 9, 9, 9, 9, 9]), None);
        assert_eq!(loop_start(&[1, 9, 9, 9, 9, 9, 9]), Some(2));
    }

    #[test]
    fn a_phrase_of_four_is_allowed_twice() {
        let phrase = [1, 2, 3, 4];
        assert_eq!(loop_start(&phrase.repeat(2)), None);
        assert_eq!(loop_start(&phrase.repeat(3)), Some(4));
    }

    #[test]
    fn a_phrase_of_two_is_allowed_three_times() {
        assert_eq!(loop_start(&[5, 6].repeat(3)), None);
        assert_eq!(loop_start(&[5, 6].repeat(4)), Some(2));
    }

    #[test]
    fn ordinary_text_is_no_loop() {
        assert_eq!(loop_start(&[]), None);
        assert_eq!(loop_start(&[1, 2, 3, 1, 2, 4, 1, 2, 5]), None);
    }
}
