//! The fewest patches between two states.

use super::patch::{Key, LivePatch};
use super::row::{Item, Row};
use std::collections::HashMap;

/// The patches that make `new` of `old`. What goes, goes first, so that a word that moves is never
/// there twice.
pub(super) fn diff(old: &[Row], new: &[Row]) -> Vec<LivePatch> {
    if new.is_empty() {
        return if old.is_empty() {
            Vec::new()
        } else {
            vec![LivePatch::Clear]
        };
    }
    let before = Places::of(old);
    let after = Places::of(new);
    let mut patches = Vec::new();
    removals(old, new, &after, &mut patches);
    for row in new {
        if !old.iter().any(|other| other.row == row.row) {
            patches.push(LivePatch::AddRow { row: row.row });
        }
        row_patches(row, &before, &mut patches);
    }
    patches
}

/// Which row an item stands in, and the item.
struct Places<'a>(HashMap<Key, (u64, &'a Item)>);

impl<'a> Places<'a> {
    fn of(rows: &'a [Row]) -> Self {
        let places = rows.iter().flat_map(|row| {
            row.items
                .iter()
                .map(move |item| (item.key, (row.row, item)))
        });
        Self(places.collect())
    }

    /// The item, where it stands in `row` and may stay the same element.
    fn kept(&self, row: u64, item: &Item) -> Option<&'a Item> {
        let (place, other) = self.0.get(&item.key)?;
        // A word never becomes uncommitted, and its space belongs to the element.
        (*place == row && other.glue == item.glue).then_some(*other)
    }
}

fn removals(old: &[Row], new: &[Row], after: &Places<'_>, patches: &mut Vec<LivePatch>) {
    for row in old {
        if !new.iter().any(|other| other.row == row.row) {
            patches.push(LivePatch::RemoveRow { row: row.row });
            continue;
        }
        let gone = row
            .items
            .iter()
            .filter(|item| after.kept(row.row, item).is_none());
        patches.extend(gone.map(|item| LivePatch::RemoveWord { key: item.key }));
    }
}

fn row_patches(row: &Row, before: &Places<'_>, patches: &mut Vec<LivePatch>) {
    for (index, item) in row.items.iter().enumerate() {
        match before.kept(row.row, item) {
            Some(old) => changes(old, item, patches),
            None => {
                let mut following = row.items.iter().skip(index + 1);
                let next = following.find(|item| before.kept(row.row, item).is_some());
                patches.push(added(row.row, item, next.map(|item| item.key)));
            }
        }
    }
}

fn added(row: u64, item: &Item, before: Option<Key>) -> LivePatch {
    let (key, text) = (item.key, item.text.clone());
    LivePatch::AddWord {
        row,
        key,
        text,
        committed: item.committed,
        glue: item.glue,
        before,
    }
}

fn changes(old: &Item, new: &Item, patches: &mut Vec<LivePatch>) {
    if old.text != new.text {
        patches.push(LivePatch::SetWord {
            key: new.key,
            text: new.text.clone(),
        });
    }
    if new.committed && !old.committed {
        patches.push(LivePatch::CommitWord { key: new.key });
    }
}
