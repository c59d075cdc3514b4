//! Where a cue stands (WebVTT 7.2): lines broken, box computed, collisions avoided.
//!
//! A cue's place is found once, against the cues that start before it and are still shown when it
//! starts. So it never moves while it is shown, and it does not matter from where one seeks.

use super::geometry::{Box, Measures, Span, area, inline_span, is_rtl, physical_align, text_span};
use super::lines::{Line, lines_of};
use super::options::TimedOptions;
use super::runs::runs_of;
use surtitle_cues::{Align, Cue, LineAlign, Region, Settings, parse_cue_text};

/// A cue with its lines, ready to be placed.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    pub(super) lines: Vec<Line>,
    pub(super) align: Align,
    pub(super) measures: Measures,
    pub(super) inline: Span,
    /// Stretch of the text itself along the lines.
    text: Span,
    /// Where it stands, outside regions.
    pub(super) area: Box,
    /// Which region it stands in.
    pub(super) region: Option<usize>,
}

/// Of the cues that are shown already this many, the latest, are avoided: more never fit.
const MAX_NEIGHBOURS: usize = 64;

/// Lines out of the picture by more than this are all the same.
const FARTHEST_LINE: f64 = 1000.0;

impl Prepared {
    fn new(cue: &Cue, regions: &[Region], options: &TimedOptions) -> Self {
        let measures = Measures::new(options, cue.settings.vertical);
        let runs = runs_of(&parse_cue_text(&cue.text));
        let is_rtl = runs.first().is_some_and(|run| is_rtl(&run.text));
        let inline = inline_span(&cue.settings, is_rtl);
        let region = region_of(&cue.settings, regions);
        let share = region
            .and_then(|index| regions.get(index))
            .map_or(1.0, |region| region.width / 100.0);
        let room = (inline.size * share / measures.cell)
            .floor()
            .clamp(1.0, options.max_chars as f64);
        let lines = lines_of(&runs, room as usize);
        let align = physical_align(cue.settings.align, is_rtl);
        let widest = lines.iter().map(Line::cells).max().unwrap_or(0) as f64 * measures.cell;
        let text = text_span(inline, widest.min(inline.size), align);
        Self {
            lines,
            align,
            measures,
            inline,
            text,
            area: Box::default(),
            region,
        }
    }

    /// Height of the lines on the block axis.
    fn block_size(&self) -> f64 {
        self.lines.len() as f64 * self.measures.step
    }
}

/// The region a cue stands in: the last one of its id. Vertical cues and cues with a line stand
/// outside any (WebVTT 7.2).
fn region_of(settings: &Settings, regions: &[Region]) -> Option<usize> {
    let id = settings.region.as_ref()?;
    let is_outside =
        settings.vertical != surtitle_cues::Vertical::Horizontal || settings.line.is_some();
    if is_outside {
        None
    } else {
        regions.iter().rposition(|region| &region.id == id)
    }
}

/// Places the cues of `order`, which is by start. The result is in that order.
pub(super) fn place_all(
    cues: &[Cue],
    order: &[usize],
    regions: &[Region],
    options: &TimedOptions,
) -> Vec<Prepared> {
    let mut placed = Vec::with_capacity(order.len());
    let mut shown: Vec<(u64, Box)> = Vec::new();
    for cue in order.iter().filter_map(|index| cues.get(*index)) {
        let mut prepared = Prepared::new(cue, regions, options);
        if prepared.region.is_none() {
            shown.retain(|(end_ms, _)| *end_ms > cue.start_ms);
            let first = shown.len().saturating_sub(MAX_NEIGHBOURS);
            let solid = place(
                &mut prepared,
                &cue.settings,
                shown.get(first..).unwrap_or_default(),
            );
            shown.push((cue.end_ms, solid));
        }
        placed.push(prepared);
    }
    placed
}

/// Finds the cue's box; gives the box of its text, which later cues keep clear of.
fn place(prepared: &mut Prepared, settings: &Settings, others: &[(u64, Box)]) -> Box {
    let search = Search {
        prepared,
        settings,
        others,
    };
    let start = if settings.snap_to_lines {
        search.by_lines()
    } else {
        search.by_percentage()
    };
    let block = Span {
        start,
        size: prepared.block_size(),
    };
    prepared.area = area(settings.vertical, prepared.inline, block);
    area(settings.vertical, prepared.text, block)
}

struct Search<'a> {
    prepared: &'a Prepared,
    settings: &'a Settings,
    others: &'a [(u64, Box)],
}

impl Search<'_> {
    fn size(&self) -> f64 {
        self.prepared.block_size()
    }

    fn is_free(&self, start: f64) -> bool {
        let block = Span {
            start,
            size: self.size(),
        };
        let candidate = area(self.settings.vertical, self.prepared.text, block);
        !self
            .others
            .iter()
            .any(|(_, other)| other.overlaps(&candidate))
    }

    /// "Adjust the positions of boxes", where the line is a number of lines: from the line given,
    /// step by step away from its edge, then, where that leaves the picture, the other way.
    fn by_lines(&self) -> f64 {
        let Measures { step, margin, .. } = self.prepared.measures;
        let (low, high) = (margin, (100.0 - margin - self.size()).max(margin));
        let line = self
            .settings
            .line
            .filter(|line| line.is_finite())
            .unwrap_or(-1.0);
        let line = line.round().clamp(-FARTHEST_LINE, FARTHEST_LINE);
        let start = if line < 0.0 {
            100.0 - margin + step * line
        } else {
            margin + step * line
        };
        // The first step that is inside the picture; steps keep to the grid of lines.
        let start = if start > high {
            start - ((start - high) / step - 1e-9).ceil() * step
        } else {
            start
        };
        let start = if start < low {
            start + ((low - start) / step - 1e-9).ceil() * step
        } else {
            start
        };
        let away = if line < 0.0 { -step } else { step };
        let grid = |step: f64| {
            let is_inside = move |at: &f64| (low - 1e-6..=high + 1e-6).contains(at);
            (0..)
                .map(move |count| start + step * f64::from(count))
                .take_while(is_inside)
        };
        let places = grid(away).chain(grid(-away));
        let free = places.clone().find(|at| self.is_free(*at));
        // In a picture that is full, where the least is covered; of equal places the first.
        let least = || places.min_by(|a, b| self.covered(*a).total_cmp(&self.covered(*b)));
        free.or_else(least)
            .unwrap_or_else(|| start.clamp(low, high))
    }

    /// How much of other cues a place would cover, in per cent of the block axis.
    fn covered(&self, start: f64) -> f64 {
        let end = start + self.size();
        let shared =
            |block: Span| (end.min(block.start + block.size) - start.max(block.start)).max(0.0);
        self.others
            .iter()
            .map(|(_, other)| shared(self.block_of(other)))
            .sum()
    }

    /// The same where the line is a percentage: the nearest free place.
    fn by_percentage(&self) -> f64 {
        let size = self.size();
        let line = self
            .settings
            .line
            .filter(|line| line.is_finite())
            .unwrap_or(100.0);
        let wanted = match self.settings.line_align {
            LineAlign::Start => line,
            LineAlign::Center => line - size / 2.0,
            LineAlign::End => line - size,
        };
        let high = (100.0 - size).max(0.0);
        let wanted = wanted.clamp(0.0, high);
        let beside = self.others.iter().flat_map(|(_, other)| {
            let block = self.block_of(other);
            [block.start - size, block.start + block.size]
        });
        let free = beside
            .chain([wanted])
            .filter(|at| (0.0..=high).contains(at) && self.is_free(*at));
        let distance = |at: &f64| (at - wanted).abs();
        free.min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .unwrap_or(wanted)
    }

    /// The stretch of a box across this cue's lines.
    fn block_of(&self, other: &Box) -> Span {
        match self.settings.vertical {
            surtitle_cues::Vertical::Horizontal => Span {
                start: other.top,
                size: other.height,
            },
            surtitle_cues::Vertical::GrowingRight => Span {
                start: other.left,
                size: other.width,
            },
            surtitle_cues::Vertical::GrowingLeft => Span {
                start: 100.0 - other.left - other.width,
                size: other.width,
            },
        }
    }
}
