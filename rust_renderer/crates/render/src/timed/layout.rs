//! The timed layout: what is shown, and what each moment does to it.

use super::geometry::Box;
use super::index::TimeIndex;
use super::options::TimedOptions;
use super::patch::{ShownCue, TimedPatch};
use super::place::Prepared;
use super::places::Places;
use super::region::stack;
use crate::error::OptionError;
use surtitle_cues::{Cue, Region};

/// Says which cues stand where at a moment of the media, as patches to what it said before. Moments
/// may come in any order.
#[derive(Clone, Debug)]
pub struct TimedLayout {
    cues: Vec<Cue>,
    regions: Vec<Region>,
    options: TimedOptions,
    index: TimeIndex,
    places: Places,
    shown: Vec<Shown>,
    /// Up to this moment, from the one before it, nothing changes.
    settled: Option<(u64, u64)>,
    /// Set when what is shown was laid out with other options.
    stale: bool,
}

/// What is shown of a cue.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shown {
    rank: usize,
    area: Box,
    cut_lines: usize,
}

impl TimedLayout {
    /// A layout of cues, in any order. Where two regions have one id the last one counts. The
    /// error names an option that is out of its range.
    pub fn new(
        cues: Vec<Cue>,
        regions: Vec<Region>,
        options: TimedOptions,
    ) -> Result<Self, OptionError> {
        options.check()?;
        let times: Vec<(u64, u64)> = cues.iter().map(|cue| (cue.start_ms, cue.end_ms)).collect();
        let index = TimeIndex::new(&times);
        let places = Places::new(&index);
        let regions = regions.into_iter().map(usable).collect();
        let shown = Vec::new();
        Ok(Self {
            cues,
            regions,
            options,
            index,
            places,
            shown,
            settled: None,
            stale: false,
        })
    }

    /// Lays out anew, for another size of font or shape of picture. The next [`Self::at`] says what
    /// changed.
    pub fn configure(&mut self, options: TimedOptions) -> Result<(), OptionError> {
        options.check()?;
        self.options = options;
        self.places.forget();
        self.settled = None;
        self.stale = true;
        Ok(())
    }

    /// The patches from what is shown to what is to be shown at `time_ms`. A cue is shown from its
    /// start up to, not including, its end.
    pub fn at(&mut self, time_ms: u64) -> Vec<TimedPatch> {
        if self
            .settled
            .is_some_and(|(from, to)| (from..to).contains(&time_ms))
        {
            return Vec::new();
        }
        let ranks = self.index.active(time_ms);
        let (order, options) = (&self.index.order, &self.options);
        self.places
            .find(&ranks, &self.cues, order, &self.regions, options);
        let target = self.target(&ranks);
        let patches = self.patches(&target);
        self.shown = target;
        self.stale = false;
        self.settled = Some((
            self.index.last_change(time_ms),
            self.next_change(time_ms).unwrap_or(u64::MAX),
        ));
        patches
    }

    /// The first moment after `time_ms` at which something changes.
    pub fn next_change(&self, time_ms: u64) -> Option<u64> {
        self.index.next_change(time_ms)
    }

    /// All that is shown now, in the order of the starts.
    pub fn shown(&self) -> Vec<ShownCue> {
        self.shown
            .iter()
            .filter_map(|shown| self.shown_cue(shown))
            .collect()
    }

    fn target(&self, ranks: &[usize]) -> Vec<Shown> {
        let mut target: Vec<Shown> = ranks
            .iter()
            .filter_map(|rank| self.outside_regions(*rank))
            .collect();
        for (region_index, region) in self.regions.iter().enumerate() {
            let of_region = |rank: &&usize| self.region(**rank) == Some(region_index);
            let ranks: Vec<usize> = ranks.iter().filter(of_region).copied().collect();
            target.extend(self.in_region(region, &ranks));
        }
        target.sort_by_key(|shown| shown.rank);
        target
    }

    fn region(&self, rank: usize) -> Option<usize> {
        let prepared = self.places.get(rank)?;
        prepared.region.filter(|_| !prepared.lines.is_empty())
    }

    fn outside_regions(&self, rank: usize) -> Option<Shown> {
        let prepared = self
            .places
            .get(rank)
            .filter(|prepared| prepared.region.is_none() && !prepared.lines.is_empty())?;
        Some(Shown {
            rank,
            area: prepared.area,
            cut_lines: 0,
        })
    }

    fn in_region(&self, region: &Region, ranks: &[usize]) -> Vec<Shown> {
        let cues: Vec<&Prepared> = ranks
            .iter()
            .filter_map(|rank| self.places.get(*rank))
            .collect();
        let places = stack(region, &cues, &self.options);
        let placed = ranks
            .iter()
            .zip(places)
            .filter_map(|(rank, place)| Some((*rank, place?)));
        placed
            .map(|(rank, place)| Shown {
                rank,
                area: place.area,
                cut_lines: place.cut_lines,
            })
            .collect()
    }

    /// What goes, then what moves, then what comes.
    fn patches(&self, target: &[Shown]) -> Vec<TimedPatch> {
        let find = |list: &[Shown], rank: usize| {
            let at = list.binary_search_by_key(&rank, |shown| shown.rank).ok()?;
            list.get(at).copied()
        };
        // The same lines may stay; other lines are another cue.
        let stays = |a: &Shown, b: &Shown| a.cut_lines == b.cut_lines && !self.stale;
        let kept = |list: &[Shown], shown: &Shown| {
            find(list, shown.rank).filter(|other| stays(shown, other))
        };
        let gone = self
            .shown
            .iter()
            .filter(|shown| kept(target, shown).is_none());
        let mut patches: Vec<TimedPatch> = gone
            .map(|shown| TimedPatch::RemoveCue {
                cue: self.cue_index(shown.rank),
            })
            .collect();
        let mut added = Vec::new();
        for shown in target {
            match kept(&self.shown, shown) {
                None => added.extend(self.shown_cue(shown).map(TimedPatch::AddCue)),
                Some(before) if before.area != shown.area => {
                    patches.push(TimedPatch::MoveCue {
                        cue: self.cue_index(shown.rank),
                        area: shown.area,
                    });
                }
                Some(_) => {}
            }
        }
        patches.append(&mut added);
        patches
    }

    fn cue_index(&self, rank: usize) -> usize {
        self.index.order.get(rank).copied().unwrap_or_default()
    }

    fn shown_cue(&self, shown: &Shown) -> Option<ShownCue> {
        let cue_index = self.cue_index(shown.rank);
        let (cue, prepared) = (self.cues.get(cue_index)?, self.places.get(shown.rank)?);
        Some(ShownCue {
            cue: cue_index,
            id: cue.id.clone(),
            start_ms: cue.start_ms,
            end_ms: cue.end_ms,
            lines: prepared.lines.get(shown.cut_lines..)?.to_vec(),
            align: prepared.align,
            vertical: cue.settings.vertical,
            area: shown.area,
        })
    }
}

/// A region with numbers that can be reckoned with; others are left at their defaults.
fn usable(region: Region) -> Region {
    let default = Region::default();
    let percentage = |value: f64, default: f64| {
        if (0.0..=100.0).contains(&value) {
            value
        } else {
            default
        }
    };
    Region {
        width: percentage(region.width, default.width),
        lines: if region.lines >= 0.0 {
            region.lines
        } else {
            default.lines
        },
        region_anchor_x: percentage(region.region_anchor_x, default.region_anchor_x),
        region_anchor_y: percentage(region.region_anchor_y, default.region_anchor_y),
        viewport_anchor_x: percentage(region.viewport_anchor_x, default.viewport_anchor_x),
        viewport_anchor_y: percentage(region.viewport_anchor_y, default.viewport_anchor_y),
        ..region
    }
}
