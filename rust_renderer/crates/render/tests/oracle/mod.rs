//! Plain twins of the layouts: they know no state, and lay everything out from nothing.
#![allow(dead_code, reason = "each test binary uses its own part")]

use surtitle_cues::{Cue, Vertical, plain_text};
use surtitle_render::*;

/// How many patches are needed from one state to another, by counting what differs.
pub fn naive_patch_count(before: &[Row], after: &[Row]) -> usize {
    if after.is_empty() {
        return usize::from(!before.is_empty());
    }
    let row = |rows: &[Row], name: u64| rows.iter().find(|row| row.row == name).cloned();
    let mut count = 0;
    for old in before {
        let Some(new) = row(after, old.row) else {
            count += 1;
            continue;
        };
        for item in &old.items {
            count += match new
                .items
                .iter()
                .find(|other| other.key == item.key && other.glue == item.glue)
            {
                None => 1,
                Some(other) => {
                    usize::from(other.text != item.text)
                        + usize::from(other.committed != item.committed)
                }
            };
        }
    }
    for new in after {
        let old = row(before, new.row);
        count += usize::from(old.is_none());
        let is_old = |item: &&Item| {
            old.iter()
                .flat_map(|row| &row.items)
                .any(|other| other.key == item.key && other.glue == item.glue)
        };
        count += new.items.iter().filter(|item| !is_old(item)).count();
    }
    count
}

/// A row as it reads.
pub fn row_text(row: &Row) -> String {
    let mut text = String::new();
    for item in &row.items {
        if !text.is_empty() && !item.glue {
            text.push(' ');
        }
        text.push_str(&item.text);
    }
    text
}

/// Words broken into rows, the plain way: into each row what fits.
pub fn wrapped(texts: &[String], max_chars: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for text in texts {
        let word = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut is_first_part = true;
        for part in plain_chunks(&word, max_chars) {
            let glue = !is_first_part || joins_without_space(&part);
            is_first_part = false;
            let space = if glue { "" } else { " " };
            match rows
                .last_mut()
                .filter(|row| cells(row) + space.len() + cells(&part) <= max_chars)
            {
                Some(row) => *row = format!("{row}{space}{part}"),
                None => rows.push(part),
            }
        }
    }
    rows
}

/// Parts no wider than `limit`, one character after the other; combining marks stay with theirs.
fn plain_chunks(word: &str, limit: usize) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for grapheme in unicode_segmentation::UnicodeSegmentation::graphemes(word, true) {
        match parts
            .last_mut()
            .filter(|part| cells(part) + cells(grapheme) <= limit)
        {
            Some(part) => part.push_str(grapheme),
            None => parts.push(grapheme.to_owned()),
        }
    }
    parts
}

/// The indices of the cues that are active and have something to show, by looking at every one.
pub fn active(cues: &[Cue], time_ms: u64) -> Vec<usize> {
    let is_active = |cue: &Cue| {
        cue.start_ms <= time_ms && time_ms < cue.end_ms && !plain_text(&cue.text).trim().is_empty()
    };
    (0..cues.len())
        .filter(|index| is_active(&cues[*index]))
        .collect()
}

/// Whether a cue is written across, where the tests know where it stands.
pub fn is_plain(cue: &Cue) -> bool {
    cue.settings.vertical == Vertical::Horizontal
        && cue.settings.region.is_none()
        && cue.settings.line.is_none()
}
