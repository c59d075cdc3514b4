//! The one JSON object that goes to the host.

use std::fmt::Write as _;

use crate::recogniser::{Recognition, TimedWord};

/// Writes `{"tokens", "agreed_tokens", "ended", "focus", "rejected", "text", "words": [{"text",
/// "start_s", "end_s", "confidence"}], "rest": [the same], "context_samples"}`.
#[must_use]
pub fn write(recognition: &Recognition) -> String {
    let tokens: Vec<String> = recognition.tokens.iter().map(u32::to_string).collect();
    let list = |words: &[TimedWord]| words.iter().map(word).collect::<Vec<_>>().join(",");
    format!(
        r#"{{"tokens":[{}],"agreed_tokens":{},"ended":{},"focus":{:.4},"rejected":{},"text":{},"words":[{}],"rest":[{}],"context_samples":{}}}"#,
        tokens.join(","),
        recognition.agreed_tokens,
        recognition.ended,
        recognition.focus,
        recognition.rejected,
        string(&recognition.text()),
        list(&recognition.words),
        list(&recognition.rest),
        recognition.context_samples
    )
}

fn word(word: &TimedWord) -> String {
    format!(
        r#"{{"text":{},"start_s":{:.3},"end_s":{:.3},"confidence":{:.4}}}"#,
        string(&word.text),
        word.start_s,
        word.end_s,
        word.confidence
    )
}

fn string(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            control if control < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", control as u32);
            }
            plain => quoted.push(plain),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_backslashes_and_controls_are_escaped() {
        assert_eq!(string("a\"b\\c\nd é"), "\"a\\\"b\\\\c\\u000ad é\"");
    }
}
