//! Bytes to lines: encoding, byte order marks, NUL and the three kinds of line break.

use crate::error::{ErrorCode, Errors};
use std::borrow::Cow;

/// The text of a file with `\n` as the only line break and U+FFFD for what is no character.
pub(crate) fn decode(bytes: &[u8], errors: &mut Errors) -> String {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes, errors),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes, errors),
        _ => utf8(bytes, errors),
    }
}

/// As [`decode`], for WebVTT, which is UTF-8 and nothing else (section 6.1).
pub(crate) fn utf8(bytes: &[u8], errors: &mut Errors) -> String {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if let Err(error) = std::str::from_utf8(bytes) {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        report_encoding(&String::from_utf8_lossy(before), "UTF-8", errors);
    }
    clean(&String::from_utf8_lossy(bytes), errors)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, errors: &mut Errors) -> String {
    let units = bytes.chunks_exact(2).map(|pair| {
        unit([
            pair.first().copied().unwrap_or(0),
            pair.last().copied().unwrap_or(0),
        ])
    });
    let mut text = String::with_capacity(bytes.len());
    let mut bad = bytes.len() % 2 == 1;
    for character in char::decode_utf16(units) {
        if character.is_err() && !bad {
            report_encoding(&text, "UTF-16", errors);
            bad = true;
        }
        text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    clean(&text, errors)
}

fn report_encoding(before: &str, encoding: &str, errors: &mut Errors) {
    let line = line_count(before);
    let message = format!("not {encoding} text from here on; save the file as UTF-8");
    errors.report(ErrorCode::BadEncoding, line, message);
}

/// The number of the line that text after `before` is on.
fn line_count(before: &str) -> usize {
    let (mut lines, mut after_cr) = (1, false);
    for byte in before.bytes() {
        lines += usize::from(byte == b'\r' || (byte == b'\n' && !after_cr));
        after_cr = byte == b'\r';
    }
    lines
}

fn clean(text: &str, errors: &mut Errors) -> String {
    let text = normalise_breaks(text);
    let Some((before, _)) = text.split_once('\0') else {
        return text.into_owned();
    };
    errors.report(
        ErrorCode::NulCharacter,
        line_count(before),
        "NUL characters were read as U+FFFD",
    );
    text.replace('\0', "\u{FFFD}")
}

/// Text that a file can hold: one kind of line break, no NUL.
pub(crate) fn writable(text: &str) -> String {
    normalise_breaks(text).replace('\0', "\u{FFFD}")
}

/// Text without an arrow, which would be read as a timing line: of the dashes before a `>` one is
/// left, since with two of three there would still be an arrow.
pub(crate) fn without_arrows(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character == '>' && out.ends_with("--") {
            out.truncate(out.trim_end_matches('-').len() + 1);
        }
        out.push(character);
    }
    out
}

/// CRLF and lone CR become LF.
pub(crate) fn normalise_breaks(text: &str) -> Cow<'_, str> {
    if !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}
