//! Rows of items.

use super::patch::Key;
use serde::{Deserialize, Serialize};

/// A word, or a part of a word that is wider than a row, in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// The word's id and the part's number.
    #[serde(flatten)]
    pub key: Key,
    /// What it says.
    pub text: String,
    /// Whether it is set right against what is before it, without a space.
    #[serde(default)]
    pub glue: bool,
    /// Whether it will stay as it is.
    pub committed: bool,
    /// Its width.
    #[serde(skip)]
    pub(crate) cells: usize,
}

/// A row of items. Rows are named by numbers that only grow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Its name.
    pub row: u64,
    /// What stands in it, in reading order.
    pub items: Vec<Item>,
}

impl Row {
    /// Width in cells, with the spaces between.
    pub(super) fn cells(&self) -> usize {
        self.items
            .iter()
            .enumerate()
            .map(|(index, item)| item.cells + usize::from(index > 0 && !item.glue))
            .sum()
    }

    /// Width with `item` at its end.
    pub(super) fn cells_with(&self, item: &Item) -> usize {
        let space = usize::from(!self.items.is_empty() && !item.glue);
        self.cells() + space + item.cells
    }
}

/// Where an item stands: index of the row and of the item in it.
pub(super) fn find(rows: &[Row], key: Key) -> Option<(usize, usize)> {
    rows.iter().enumerate().find_map(|(row_index, row)| {
        let index = row.items.iter().position(|item| item.key == key)?;
        Some((row_index, index))
    })
}
