//! The places of cues, found when they are first needed.
//!
//! A cue's place depends on the cues that are shown when it starts, theirs on those before, and so
//! back to a moment at which nothing is shown. What lies between two such moments is an island:
//! it is placed as a whole, and the rest of a long file is left alone.

use super::index::TimeIndex;
use super::options::TimedOptions;
use super::place::{Prepared, place_all};
use surtitle_cues::{Cue, Region};

/// Placed cues by rank.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// The first rank of each island.
    islands: Vec<usize>,
    placed: Vec<Option<Prepared>>,
}

impl Places {
    /// No cue of `index` is placed yet.
    pub(super) fn new(index: &TimeIndex) -> Self {
        Self {
            islands: index.islands(),
            placed: vec![None; index.order.len()],
        }
    }

    /// Forgets all places, for they were found with other options.
    pub(super) fn forget(&mut self) {
        self.placed.fill(None);
    }

    /// Places the cues of `order` whose ranks are given, with all of their islands.
    pub(super) fn find(
        &mut self,
        ranks: &[usize],
        cues: &[Cue],
        order: &[usize],
        regions: &[Region],
        options: &TimedOptions,
    ) {
        for rank in ranks {
            if self.get(*rank).is_some() {
                continue;
            }
            let after = self.islands.partition_point(|first| first <= rank);
            let from = after
                .checked_sub(1)
                .and_then(|at| self.islands.get(at))
                .copied()
                .unwrap_or(0);
            let to = self.islands.get(after).copied().unwrap_or(order.len());
            let placed = place_all(
                cues,
                order.get(from..to).unwrap_or_default(),
                regions,
                options,
            );
            for (slot, prepared) in self.placed.iter_mut().skip(from).zip(placed) {
                *slot = Some(prepared);
            }
        }
    }

    /// The place of a rank, where it was found.
    pub(super) fn get(&self, rank: usize) -> Option<&Prepared> {
        self.placed.get(rank)?.as_ref()
    }
}
