//! Which cues are active at a moment: a search tree over their ends, in the order of their starts.

/// Cues in the order of their starts (the longer first, then as given), and for each range of them
/// the latest end, so that a search leaves out the ranges that are over.
#[derive(Clone, Debug, Default)]
pub(super) struct TimeIndex {
    /// Indices into the list as it was given.
    pub(super) order: Vec<usize>,
    starts_ms: Vec<u64>,
    sorted_ends_ms: Vec<u64>,
    /// A binary tree in an array: node `n` covers its children `2n` and `2n + 1`.
    latest_end_ms: Vec<u64>,
    leaves: usize,
}

impl TimeIndex {
    /// An index of `(start_ms, end_ms)`; a cue that does not end after its start is never active.
    pub(super) fn new(times: &[(u64, u64)]) -> Self {
        let time = |index: &usize| times.get(*index).copied().unwrap_or_default();
        let mut order: Vec<usize> = (0..times.len())
            .filter(|index| time(index).0 < time(index).1)
            .collect();
        order.sort_by_key(|index| (time(index).0, u64::MAX - time(index).1, *index));
        let starts_ms: Vec<u64> = order.iter().map(|index| time(index).0).collect();
        let ends_ms: Vec<u64> = order.iter().map(|index| time(index).1).collect();
        let mut sorted_ends_ms = ends_ms.clone();
        sorted_ends_ms.sort_unstable();
        let leaves = order.len().next_power_of_two();
        let latest_end_ms = tree(&ends_ms, leaves);
        Self {
            order,
            starts_ms,
            sorted_ends_ms,
            latest_end_ms,
            leaves,
        }
    }

    /// Ranks (places in `order`) of the cues with `start <= time < end`, ascending.
    pub(super) fn active(&self, time_ms: u64) -> Vec<usize> {
        let begun = self.starts_ms.partition_point(|start| *start <= time_ms);
        let mut found = Vec::new();
        self.search(1, 0, self.leaves, begun, time_ms, &mut found);
        found
    }

    fn search(
        &self,
        node: usize,
        from: usize,
        size: usize,
        begun: usize,
        time_ms: u64,
        found: &mut Vec<usize>,
    ) {
        let is_over = self
            .latest_end_ms
            .get(node)
            .is_none_or(|latest| *latest <= time_ms);
        if is_over || from >= begun {
            return;
        }
        if size == 1 {
            found.push(from);
            return;
        }
        let half = size / 2;
        self.search(2 * node, from, half, begun, time_ms, found);
        self.search(2 * node + 1, from + half, half, begun, time_ms, found);
    }

    /// The first moment after `time_ms` at which a cue starts or ends.
    pub(super) fn next_change(&self, time_ms: u64) -> Option<u64> {
        let first_after = |times: &[u64]| {
            times
                .get(times.partition_point(|time| *time <= time_ms))
                .copied()
        };
        let (start, end) = (
            first_after(&self.starts_ms),
            first_after(&self.sorted_ends_ms),
        );
        start.into_iter().chain(end).min()
    }

    /// The first rank of each run of cues between two moments at which none is shown.
    pub(super) fn islands(&self) -> Vec<usize> {
        let mut shown_until_ms = 0;
        let mut islands = Vec::new();
        for (rank, (start, end)) in self.starts_ms.iter().zip(self.ends_ms()).enumerate() {
            if rank == 0 || *start >= shown_until_ms {
                islands.push(rank);
            }
            shown_until_ms = shown_until_ms.max(*end);
        }
        islands
    }

    /// The ends in the order of the starts: the leaves of the tree.
    fn ends_ms(&self) -> impl Iterator<Item = &u64> {
        self.latest_end_ms.iter().skip(self.leaves)
    }

    /// The last moment up to `time_ms` at which a cue starts or ends; 0 where there is none.
    pub(super) fn last_change(&self, time_ms: u64) -> u64 {
        let last_until = |times: &[u64]| {
            let after = times.partition_point(|time| *time <= time_ms);
            after
                .checked_sub(1)
                .and_then(|at| times.get(at))
                .copied()
                .unwrap_or(0)
        };
        last_until(&self.starts_ms).max(last_until(&self.sorted_ends_ms))
    }
}

fn tree(ends_ms: &[u64], leaves: usize) -> Vec<u64> {
    let mut tree = vec![0; leaves];
    tree.extend_from_slice(ends_ms);
    tree.resize(2 * leaves, 0);
    for node in (1..leaves).rev() {
        let child = |at: usize| tree.get(at).copied().unwrap_or(0);
        let latest = child(2 * node).max(child(2 * node + 1));
        if let Some(slot) = tree.get_mut(node) {
            *slot = latest;
        }
    }
    tree
}
