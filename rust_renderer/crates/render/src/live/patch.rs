//! Patches of the live layout.

use serde::{Deserialize, Serialize};

fn is_zero(part: &u32) -> bool {
    *part == 0
}

/// The name of an item: a word's id and, where a word is wider than a row, the part of it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct Key {
    /// The word's id.
    pub id: u64,
    /// The part, from 0; left out where it is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub part: u32,
}

/// One change of what is shown. They are to be applied in the order they are given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum LivePatch {
    /// An empty row comes up under the others.
    AddRow {
        /// Its name.
        row: u64,
    },
    /// A row goes, with all that stands in it.
    RemoveRow {
        /// Its name.
        row: u64,
    },
    /// A word comes up in a row: at its end, or before another word.
    AddWord {
        /// The row.
        row: u64,
        /// The word.
        #[serde(flatten)]
        key: Key,
        /// What it says.
        text: String,
        /// Whether it will stay as it is.
        committed: bool,
        /// True where no space stands before it; left out otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        glue: bool,
        /// The word it comes before; left out where it comes at the row's end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<Key>,
    },
    /// A word says something else now, in its place.
    SetWord {
        /// The word.
        #[serde(flatten)]
        key: Key,
        /// What it says.
        text: String,
    },
    /// A word will stay as it is.
    CommitWord {
        /// The word.
        #[serde(flatten)]
        key: Key,
    },
    /// A word goes.
    RemoveWord {
        /// The word.
        #[serde(flatten)]
        key: Key,
    },
    /// All rows go.
    Clear,
}
