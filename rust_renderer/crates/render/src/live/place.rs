//! Where words go. The rules, in the order they are applied:
//!
//! 1. A word that is shown stays in its row, whatever its text becomes.
//! 2. A new word goes after the word before it in the list. At the end of the last row it goes on
//!    where it fits into `max_chars`, else a new row begins: a row once broken stays broken.
//! 3. A row that has grown past `max_chars` and a quarter, by words that changed or came in between,
//!    gives its last words to the row below, as few as bring it back to that. A single word is
//!    never moved.
//! 4. A new row pushes the oldest one off where there would be more than `max_rows`.
//! 5. A row that has lost all its words goes, but for the last one: the rows above it would jump.

use super::items::Word;
use super::options::LiveOptions;
use super::patch::Key;
use super::row::{Item, Row, find};

/// What is shown, and the counter that names rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    pub(super) next_row: u64,
    /// Items that left with their row and are not shown again.
    pub(super) rolled_off: Vec<Key>,
    /// Words that left when all was cleared and are not shown again.
    pub(super) cleared: Vec<u64>,
}

impl Rows {
    /// Takes off the words that are no longer wanted.
    pub(super) fn withdraw(&mut self, words: &[Word], items: &[Item], withdrawn: Option<&[u64]>) {
        let wanted = |key: Key| items.iter().any(|item| item.key == key);
        // A word that is listed and has not this part any more, or no text at all.
        let shortened = |key: Key| words.iter().any(|word| word.id == key.id);
        let mut seen_wanted = false;
        for row in &mut self.rows {
            row.items.retain(|item| {
                if wanted(item.key) {
                    seen_wanted = true;
                    return true;
                }
                let taken_back = match withdrawn {
                    Some(ids) => ids.contains(&item.key.id),
                    // Finished words leave the list at its front.
                    None => !item.committed || seen_wanted,
                };
                !(taken_back || shortened(item.key))
            });
        }
    }

    /// Gives the words that are shown their new text and state.
    pub(super) fn update(&mut self, items: &[Item]) {
        for row in &mut self.rows {
            for item in &mut row.items {
                if let Some(new) = items.iter().find(|new| new.key == item.key) {
                    let committed = item.committed || new.committed;
                    item.clone_from(new);
                    item.committed = committed;
                }
            }
        }
    }

    /// Puts the words that are not shown yet into their places.
    pub(super) fn insert(&mut self, items: &[Item], options: &LiveOptions) {
        let mut after: Option<Key> = None;
        for (index, item) in items.iter().enumerate() {
            if self.has_left(item.key) {
                continue;
            }
            if find(&self.rows, item.key).is_none() {
                let following = items.get(index + 1..).unwrap_or_default();
                if !self.insert_one(item, after, following, options) {
                    self.rolled_off.push(item.key);
                    continue;
                }
            }
            after = Some(item.key);
        }
    }

    /// False where the word's place has rolled off.
    fn insert_one(
        &mut self,
        item: &Item,
        after: Option<Key>,
        following: &[Item],
        options: &LiveOptions,
    ) -> bool {
        let place = after.and_then(|key| find(&self.rows, key));
        let next = following.iter().find_map(|next| find(&self.rows, next.key));
        match (place, next) {
            (None, None) if following.iter().any(|next| self.has_left(next.key)) => return false,
            (None, Some((row, at))) => self.put(row, at, item),
            (Some((row, at)), next) if !self.is_end(row, at) => {
                // At a row's end before a row that goes on, it may still fit.
                let at_row_end = self
                    .rows
                    .get(row)
                    .is_some_and(|row| at + 1 == row.items.len());
                match next.filter(|(next_row, _)| {
                    at_row_end && *next_row > row && !self.fits(row, item, options)
                }) {
                    Some((next_row, next_at)) => self.put(next_row, next_at, item),
                    None => self.put(row, at + 1, item),
                }
            }
            _ => self.append(item, options),
        }
        true
    }

    fn has_left(&self, key: Key) -> bool {
        self.rolled_off.contains(&key) || self.cleared.contains(&key.id)
    }

    /// Whether this is the last word of all.
    fn is_end(&self, row: usize, at: usize) -> bool {
        let below_is_empty = self
            .rows
            .iter()
            .skip(row + 1)
            .all(|row| row.items.is_empty());
        below_is_empty
            && self
                .rows
                .get(row)
                .is_some_and(|row| at + 1 == row.items.len())
    }

    fn fits(&self, row: usize, item: &Item, options: &LiveOptions) -> bool {
        self.rows
            .get(row)
            .is_some_and(|row| row.items.is_empty() || row.cells_with(item) <= options.max_chars)
    }

    fn put(&mut self, row: usize, at: usize, item: &Item) {
        if let Some(row) = self.rows.get_mut(row) {
            row.items.insert(at.min(row.items.len()), item.clone());
        }
    }

    fn append(&mut self, item: &Item, options: &LiveOptions) {
        let last = self.rows.len().wrapping_sub(1);
        if !self.fits(last, item, options) {
            self.add_row(options);
        }
        if let Some(row) = self.rows.last_mut() {
            row.items.push(item.clone());
        }
    }

    fn add_row(&mut self, options: &LiveOptions) {
        if self.rows.len() >= options.max_rows {
            let row = self.rows.remove(0);
            self.rolled_off
                .extend(row.items.iter().map(|item| item.key));
        }
        self.rows.push(Row {
            row: self.next_row,
            items: Vec::new(),
        });
        self.next_row += 1;
    }

    /// Moves the ends of rows that are far too wide down, from the top.
    pub(super) fn overflow(&mut self, options: &LiveOptions) {
        let mut index = 0;
        while let Some(row) = self.rows.get_mut(index) {
            let moved = cut(row, options);
            index += 1;
            if moved.is_empty() {
                continue;
            }
            if index == self.rows.len() {
                let before = self.rows.len();
                self.add_row(options);
                index -= usize::from(self.rows.len() == before);
            }
            if let Some(below) = self.rows.get_mut(index) {
                below.items.splice(0..0, moved);
            }
        }
    }

    /// Drops rows without words, but the last one of several.
    pub(super) fn drop_empty(&mut self) {
        let last = self.rows.last().map(|row| row.row);
        self.rows
            .retain(|row| !row.items.is_empty() || Some(row.row) == last);
        if self.rows.iter().all(|row| row.items.is_empty()) {
            self.rows.clear();
        }
    }

    /// Forgets words that left and that the list no longer holds.
    pub(super) fn forget(&mut self, words: &[Word]) {
        let listed = |id: u64| words.iter().any(|word| word.id == id);
        self.rolled_off.retain(|key| listed(key.id));
        self.cleared.retain(|id| listed(*id));
    }
}

/// The words off the end of a row that is far too wide.
fn cut(row: &mut Row, options: &LiveOptions) -> Vec<Item> {
    let mut moved = Vec::new();
    while row.items.len() > 1 && row.cells() > options.hard_chars() {
        moved.extend(row.items.pop());
    }
    moved.reverse();
    moved
}
