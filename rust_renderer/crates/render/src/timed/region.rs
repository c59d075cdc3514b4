//! Cues in regions (WebVTT 7.2, "process the region"): stacked from the region's bottom, the newest
//! lowest, so that a new one pushes the others up; what rises over the region's top is cut off.

use super::geometry::{Box, Measures};
use super::options::TimedOptions;
use super::place::Prepared;
use surtitle_cues::{Region, Vertical};

/// A cue's place in its region: its box and how many of its first lines are cut off.
pub(super) struct InRegion {
    pub(super) area: Box,
    pub(super) cut_lines: usize,
}

/// The region's box.
fn box_of(region: &Region, options: &TimedOptions) -> Box {
    let step = Measures::new(options, Vertical::Horizontal).step;
    let height = (region.lines * step).min(100.0);
    Box {
        left: region.viewport_anchor_x - region.region_anchor_x * region.width / 100.0,
        top: region.viewport_anchor_y - region.region_anchor_y * height / 100.0,
        width: region.width,
        height,
    }
}

/// The places of the cues of one region, given in the order of their starts; `None` for a cue that
/// has risen out of the region.
pub(super) fn stack(
    region: &Region,
    cues: &[&Prepared],
    options: &TimedOptions,
) -> Vec<Option<InRegion>> {
    let frame = box_of(region, options);
    let mut bottom = frame.top + frame.height;
    let mut places: Vec<Option<InRegion>> = cues
        .iter()
        .rev()
        .map(|cue| {
            let place = one(&frame, cue, bottom);
            bottom = place.as_ref().map_or(frame.top, |place| place.area.top);
            place
        })
        .collect();
    places.reverse();
    places
}

fn one(frame: &Box, cue: &Prepared, bottom: f64) -> Option<InRegion> {
    let step = cue.measures.step;
    let fitting = ((bottom - frame.top) / step + 1e-6).floor().max(0.0) as usize;
    let shown = cue.lines.len().min(fitting);
    let height = shown as f64 * step;
    let area = Box {
        left: frame.left + cue.inline.start * frame.width / 100.0,
        top: bottom - height,
        width: cue.inline.size * frame.width / 100.0,
        height,
    };
    (shown > 0).then_some(InRegion {
        area,
        cut_lines: cue.lines.len() - shown,
    })
}
