//! Reading SRT. There is no standard: a cue is found by its timing line, whatever surrounds it.

use crate::decode;
use crate::error::{ErrorCode, Errors, excerpt};
use crate::model::{Cue, Document, Settings};
use crate::srt_markup;
use crate::timestamp::{self, MAX_MS};

/// How long a cue is shown whose end cannot be read: the longest a cue should last (Netflix timed
/// text style guide, 7 s), or up to the next cue.
const GUESSED_DURATION_MS: u64 = 7000;

/// Reads an SRT file, UTF-8 or UTF-16 with a byte order mark. Cues stay in the file's order.
pub fn parse_srt(bytes: &[u8]) -> Document {
    let mut errors = Errors::default();
    let text = decode::decode(bytes, &mut errors);
    let lines: Vec<&str> = text.split('\n').collect();
    let mut cues: Vec<Drafted> = drafts(&lines, &mut errors);
    mend_times(&mut cues, &mut errors);
    check_order(&cues, &mut errors);
    let cues = cues.into_iter().map(|drafted| drafted.cue).collect();
    Document {
        cues,
        errors: errors.into_sorted(),
        ..Document::default()
    }
}

/// A cue whose times may be unknown yet.
struct Drafted {
    cue: Cue,
    start_ms: Option<u64>,
    end_ms: Option<u64>,
    /// Line of its timing line, from 1.
    line: usize,
}

/// Where a timing line stands, and the number above it.
struct Anchor {
    index: usize,
    has_number: bool,
}

fn is_number(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
}

fn anchors(lines: &[&str]) -> Vec<Anchor> {
    let mut above = "";
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if is_timing(line) {
            found.push(Anchor {
                index,
                has_number: is_number(above),
            });
        }
        above = line;
    }
    found
}

/// A line with an arrow and, on one side at least, something like a time.
fn is_timing(line: &str) -> bool {
    let Some((start, end)) = line.split_once("-->") else {
        return false;
    };
    let digit_colon = |text: &str| {
        text.trim_start()
            .starts_with(|c: char| c.is_ascii_digit() || c == '-')
            && text.contains(':')
    };
    digit_colon(start) || digit_colon(end)
}

fn drafts(lines: &[&str], errors: &mut Errors) -> Vec<Drafted> {
    let anchors = anchors(lines);
    let first_line = anchors.first().map_or(lines.len(), |anchor| {
        anchor.index - usize::from(anchor.has_number)
    });
    report_stray(lines.get(..first_line).unwrap_or_default(), errors);
    let ends = anchors
        .iter()
        .skip(1)
        .map(|next| next.index - usize::from(next.has_number));
    let ends = ends.chain(std::iter::once(lines.len()));
    anchors
        .iter()
        .zip(ends)
        .map(|(anchor, end)| draft(lines, anchor, end, errors))
        .collect()
}

fn report_stray(lines: &[&str], errors: &mut Errors) {
    for (index, line) in lines.iter().enumerate() {
        if !line.trim().is_empty() {
            let message = format!("\"{}\" belongs to no cue; it was left out", excerpt(line));
            errors.report(ErrorCode::StrayText, index + 1, message);
        }
    }
}

fn draft(lines: &[&str], anchor: &Anchor, end: usize, errors: &mut Errors) -> Drafted {
    let line = anchor.index + 1;
    let number = anchor
        .index
        .checked_sub(1)
        .and_then(|above| lines.get(above))
        .filter(|_| anchor.has_number);
    if number.is_none() {
        errors.report(
            ErrorCode::MissingNumber,
            line,
            "the cue has no number above it",
        );
    }
    let timing = lines.get(anchor.index).copied().unwrap_or_default();
    let (start, end_text) = timing.split_once("-->").unwrap_or((timing, ""));
    let body = lines.get(line..end.max(line)).unwrap_or_default();
    let (text, settings) = text_of(body, line + 1, errors);
    let id = number.map_or(String::new(), |number| number.trim().to_owned());
    Drafted {
        cue: Cue {
            id,
            text,
            settings,
            ..Cue::default()
        },
        start_ms: time(start.trim(), line, errors),
        end_ms: time(
            end_text.split_whitespace().next().unwrap_or_default(),
            line,
            errors,
        ),
        line,
    }
}

fn text_of(body: &[&str], line: usize, errors: &mut Errors) -> (String, Settings) {
    let text: Vec<&str> = body
        .iter()
        .copied()
        .filter(|line| !line.trim().is_empty())
        .collect();
    if text.is_empty() {
        errors.report(ErrorCode::EmptyCue, line - 1, "the cue has no text");
    }
    srt_markup::to_cue_text(&text.join("\n"), line, errors)
}

/// `H:M:S,ms` in any width; hours and milliseconds may be missing, the decimal sign `.` or `:`.
fn time(text: &str, line: usize, errors: &mut Errors) -> Option<u64> {
    let (milliseconds, strict) = loose_time(text)
        .or_else(|| {
            text.strip_prefix('-')
                .and_then(loose_time)
                .map(|_| (0, false))
        })
        .or_else(|| {
            let message = format!("\"{}\" is no time", excerpt(text));
            errors.report(ErrorCode::BadTiming, line, message);
            None
        })?;
    if !strict {
        let meant = timestamp::format(milliseconds, ',');
        let message = format!("the time \"{}\" was read as {meant}", excerpt(text));
        errors.report(ErrorCode::LooseTiming, line, message);
    }
    Some(milliseconds)
}

/// The time, and whether it is written exactly as `HH:MM:SS,mmm`.
fn loose_time(text: &str) -> Option<(u64, bool)> {
    let fields: Vec<&str> = text.split([':', ',', '.']).map(str::trim).collect();
    let has_fraction = text.contains([',', '.']) || fields.len() == 4;
    let (clock, fraction) = match fields.split_last() {
        Some((fraction, clock)) if has_fraction => (clock, *fraction),
        _ => (fields.as_slice(), ""),
    };
    let [hours, minutes, seconds] = match *clock {
        [hours, minutes, seconds] => [number(hours)?, number(minutes)?, number(seconds)?],
        [minutes, seconds] => [0, number(minutes)?, number(seconds)?],
        _ => return None,
    };
    let milliseconds = timestamp::from_parts(hours, minutes, seconds, fraction_ms(fraction)?);
    Some((milliseconds, timestamp::format(milliseconds, ',') == text))
}

fn number(text: &str) -> Option<u64> {
    let (value, length, rest) = timestamp::digits(text);
    (length > 0 && rest.is_empty()).then_some(value)
}

/// Decimals after the sign: `5` is half a second, and what is finer than a millisecond is cut.
fn fraction_ms(decimals: &str) -> Option<u64> {
    if !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let padded = decimals.bytes().chain(std::iter::repeat(b'0')).take(3);
    Some(padded.fold(0, |value, digit| value * 10 + u64::from(digit - b'0')))
}

/// Gives every cue a start and an end; where neither could be read there is nothing to show it by.
fn mend_times(drafts: &mut Vec<Drafted>, errors: &mut Errors) {
    drafts.retain(|draft| draft.start_ms.is_some() || draft.end_ms.is_some());
    mend_starts(drafts);
    let mut next_start = None;
    for draft in drafts.iter_mut().rev() {
        let start = draft.cue.start_ms;
        if draft.end_ms.is_some_and(|end| end <= start) {
            let message = "the cue ends at or before its start; its end was guessed";
            errors.report(ErrorCode::EndBeforeStart, draft.line, message);
        }
        let end = draft.end_ms.filter(|end| *end > start);
        draft.cue.end_ms = end.unwrap_or_else(|| guessed_end(start, next_start));
        next_start = Some(start);
    }
}

/// A start that could not be read is the end of the cue above, where that is not too long ago.
fn mend_starts(drafts: &mut [Drafted]) {
    let mut end_above = 0;
    for draft in drafts {
        let end = draft.end_ms.unwrap_or(0);
        let earliest = end.saturating_sub(GUESSED_DURATION_MS);
        let guess = if end_above < end {
            earliest.max(end_above)
        } else {
            earliest
        };
        draft.cue.start_ms = draft.start_ms.unwrap_or(guess);
        end_above = draft.end_ms.unwrap_or(draft.cue.start_ms);
    }
}

fn guessed_end(start_ms: u64, next_start_ms: Option<u64>) -> u64 {
    let latest = start_ms.saturating_add(GUESSED_DURATION_MS).min(MAX_MS);
    next_start_ms
        .filter(|next| *next > start_ms)
        .map_or(latest, |next| next.min(latest))
}

fn check_order(drafts: &[Drafted], errors: &mut Errors) {
    for (before, after) in drafts.iter().zip(drafts.iter().skip(1)) {
        if after.cue.start_ms < before.cue.start_ms {
            errors.report(
                ErrorCode::OutOfOrder,
                after.line,
                "the cue starts before the one above it",
            );
        } else if after.cue.start_ms < before.cue.end_ms {
            errors.report(
                ErrorCode::Overlap,
                after.line,
                "the cue starts before the one above it has ended",
            );
        }
    }
}
