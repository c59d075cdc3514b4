//! Words as they come in, and the items they are laid out as.

use super::patch::Key;
use super::row::Item;
use crate::text::{cells, chunks, joins_without_space, tidy};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A word that should be shown. Its id names it for as long as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// Its name.
    pub id: u64,
    /// Its text, without spaces around it.
    pub text: String,
    /// Whether it will stay as it is.
    #[serde(default)]
    pub committed: bool,
}

/// The items of the words, in order. A word wider than a row becomes several; a word without text,
/// or with an id that came before, none.
pub(super) fn items_of(words: &[Word], max_chars: usize) -> Vec<Item> {
    let mut seen = HashSet::with_capacity(words.len());
    words
        .iter()
        .filter(|word| seen.insert(word.id))
        .flat_map(|word| parts(word, max_chars))
        .collect()
}

fn parts(word: &Word, max_chars: usize) -> Vec<Item> {
    let text = tidy(&word.text);
    if text.is_empty() {
        return Vec::new();
    }
    let item = |(part, text): (u32, &str)| Item {
        key: Key { id: word.id, part },
        text: text.to_owned(),
        glue: part > 0 || joins_without_space(text),
        committed: word.committed,
        cells: cells(text),
    };
    (0..).zip(chunks(&text, max_chars)).map(item).collect()
}
