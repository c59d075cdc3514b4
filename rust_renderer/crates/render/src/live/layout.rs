//! The live layout: state, and what each call does to it.

use super::diff::diff;
use super::items::{Word, items_of};
use super::options::LiveOptions;
use super::patch::LivePatch;
use super::place::Rows;
use super::row::Row;
use crate::error::OptionError;

/// Lays out words as they are recognised. A placed word does not move; see the rules in the source
/// of `place`.
#[derive(Clone, Debug)]
pub struct LiveLayout {
    options: LiveOptions,
    shown: Rows,
    /// The words of the last call, which are not shown again after a clearing.
    last_ids: Vec<u64>,
    /// When what is shown last changed.
    changed_ms: f64,
}

impl LiveLayout {
    /// An empty layout; the error names an option that is out of its range.
    pub fn new(options: LiveOptions) -> Result<Self, OptionError> {
        options.check()?;
        Ok(Self {
            options,
            shown: Rows::default(),
            last_ids: Vec::new(),
            changed_ms: 0.0,
        })
    }

    /// The rows, from the top.
    pub fn rows(&self) -> &[Row] {
        &self.shown.rows
    }

    /// Shows `words`, all the words of the open sentence in order, at the time `now_ms` of any
    /// clock. Words that are shown and not among them are finished and stay until they roll off, or
    /// are withdrawn and go: those in `withdrawn`; where it is `None`, those that are not committed
    /// and those that stand after a word that is still wanted.
    pub fn apply(
        &mut self,
        words: &[Word],
        now_ms: f64,
        withdrawn: Option<&[u64]>,
    ) -> Vec<LivePatch> {
        let items = items_of(words, self.options.max_chars);
        let before = self.shown.rows.clone();
        self.shown.forget(words);
        self.shown.withdraw(words, &items, withdrawn);
        self.shown.update(&items);
        self.shown.insert(&items, &self.options);
        self.shown.overflow(&self.options);
        self.shown.drop_empty();
        self.last_ids = words.iter().map(|word| word.id).collect();
        let patches = diff(&before, &self.shown.rows);
        if !patches.is_empty() {
            self.changed_ms = now_ms;
        }
        patches
    }

    /// Clears what has not changed for the hang time. Call it a few times a second.
    pub fn tick(&mut self, now_ms: f64) -> Vec<LivePatch> {
        let is_due = self
            .options
            .hang_ms
            .is_some_and(|hang_ms| now_ms - self.changed_ms >= hang_ms);
        if is_due { self.clear() } else { Vec::new() }
    }

    /// Clears at once. Words that were shown are not shown again.
    pub fn clear(&mut self) -> Vec<LivePatch> {
        let patches = diff(&self.shown.rows, &[]);
        if !patches.is_empty() {
            self.shown.rows.clear();
            self.shown.cleared.append(&mut self.last_ids);
        }
        patches
    }
}
