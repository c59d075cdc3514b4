//! What patches mean: the plainest thing that can apply them.

use super::patch::{Key, LivePatch};
use super::row::{Item, Row, find};
use crate::text::cells;

/// Rows of words that only patches change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveModel {
    /// The rows, from the top.
    pub rows: Vec<Row>,
}

impl LiveModel {
    /// Applies patches; a patch that names what is not there is an error that says so.
    pub fn apply(&mut self, patches: &[LivePatch]) -> Result<(), String> {
        patches.iter().try_for_each(|patch| self.apply_one(patch))
    }

    fn apply_one(&mut self, patch: &LivePatch) -> Result<(), String> {
        match patch {
            LivePatch::AddRow { row } => self.rows.push(Row {
                row: *row,
                items: Vec::new(),
            }),
            LivePatch::RemoveRow { row } => {
                let index = self.row(*row)?;
                self.rows.remove(index);
            }
            LivePatch::AddWord {
                row,
                key,
                text,
                committed,
                glue,
                before,
            } => {
                let item = Item {
                    key: *key,
                    text: text.clone(),
                    glue: *glue,
                    committed: *committed,
                    cells: cells(text),
                };
                self.add(*row, item, *before)?;
            }
            LivePatch::SetWord { key, text } => {
                let item = self.item(*key)?;
                item.text.clone_from(text);
                item.cells = cells(text);
            }
            LivePatch::CommitWord { key } => self.item(*key)?.committed = true,
            LivePatch::RemoveWord { key } => {
                let (row, index) = self.place(*key)?;
                self.rows.get_mut(row).map(|row| row.items.remove(index));
            }
            LivePatch::Clear => self.rows.clear(),
        }
        Ok(())
    }

    fn row(&self, name: u64) -> Result<usize, String> {
        let index = self.rows.iter().position(|row| row.row == name);
        index.ok_or_else(|| format!("there is no row {name}"))
    }

    fn place(&self, key: Key) -> Result<(usize, usize), String> {
        find(&self.rows, key).ok_or_else(|| format!("there is no word {key:?}"))
    }

    fn item(&mut self, key: Key) -> Result<&mut Item, String> {
        let (row, index) = self.place(key)?;
        let item = self
            .rows
            .get_mut(row)
            .and_then(|row| row.items.get_mut(index));
        item.ok_or_else(|| format!("there is no word {key:?}"))
    }

    fn add(&mut self, row: u64, item: Item, before: Option<Key>) -> Result<(), String> {
        if find(&self.rows, item.key).is_some() {
            return Err(format!("word {:?} is there already", item.key));
        }
        let row_index = self.row(row)?;
        let items = &mut self
            .rows
            .get_mut(row_index)
            .ok_or("there is no such row")?
            .items;
        let at = match before {
            None => items.len(),
            Some(key) => {
                let place = items.iter().position(|item| item.key == key);
                place.ok_or_else(|| format!("there is no word {key:?} in row {row}"))?
            }
        };
        items.insert(at, item);
        Ok(())
    }
}
