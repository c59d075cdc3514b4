//! Boxes in per cent of the picture.

use super::options::TimedOptions;
use serde::{Deserialize, Serialize};
use surtitle_cues::{Align, PositionAlign, Settings, Vertical};

/// A box in per cent of the picture's width and height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Box {
    /// Left edge.
    pub left: f64,
    /// Top edge.
    pub top: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// Boxes that touch do not overlap; sums of percentages are off by less than this.
const TOUCH: f64 = 1e-6;

impl Box {
    /// Whether the two have more than an edge in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        let apart = |a: f64, a_size: f64, b: f64, b_size: f64| {
            a + a_size <= b + TOUCH || b + b_size <= a + TOUCH
        };
        !apart(self.left, self.width, other.left, other.width)
            && !apart(self.top, self.height, other.top, other.height)
    }
}

/// The measures of the picture along one writing direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measures {
    /// Width of a cell in per cent of the inline axis.
    pub(super) cell: f64,
    /// Height of a line in per cent of the block axis.
    pub(super) step: f64,
    /// The safe area's margin on the block axis.
    pub(super) margin: f64,
}

impl Measures {
    pub(super) fn new(options: &TimedOptions, vertical: Vertical) -> Self {
        let cell = options.font_percent * options.cell_width;
        let step = options.font_percent * options.line_height;
        let margin = options.margin_percent;
        match vertical {
            Vertical::Horizontal => Self {
                cell: cell / options.aspect_ratio,
                step,
                margin,
            },
            _ => Self {
                cell,
                step: step / options.aspect_ratio,
                margin,
            },
        }
    }
}

/// A stretch of an axis, in per cent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) start: f64,
    pub(super) size: f64,
}

/// The box of a stretch along the lines and one across them. Lines that grow to the left are
/// counted from the right edge.
pub(super) fn area(vertical: Vertical, inline: Span, block: Span) -> Box {
    match vertical {
        Vertical::Horizontal => Box {
            left: inline.start,
            top: block.start,
            width: inline.size,
            height: block.size,
        },
        Vertical::GrowingRight => Box {
            left: block.start,
            top: inline.start,
            width: block.size,
            height: inline.size,
        },
        Vertical::GrowingLeft => Box {
            left: 100.0 - block.start - block.size,
            top: inline.start,
            width: block.size,
            height: inline.size,
        },
    }
}

/// Start and end as left and right, by the direction of the text.
pub(super) fn physical_align(align: Align, is_rtl: bool) -> Align {
    match (align, is_rtl) {
        (Align::Start, false) | (Align::End, true) => Align::Left,
        (Align::Start, true) | (Align::End, false) => Align::Right,
        (other, _) => other,
    }
}

/// The box along the lines (WebVTT 7.2, steps 3 to 5): position, its alignment, and the size that
/// still fits. Where the position is "auto" the box stands at the edge its text is aligned to.
pub(super) fn inline_span(settings: &Settings, is_rtl: bool) -> Span {
    let align = physical_align(settings.align, is_rtl);
    let position = settings
        .position
        .filter(|value| (0.0..=100.0).contains(value))
        .unwrap_or(match align {
            Align::Left => 0.0,
            Align::Right => 100.0,
            _ => 50.0,
        });
    let at = match (settings.position_align, align) {
        (PositionAlign::Auto, Align::Left) => PositionAlign::LineLeft,
        (PositionAlign::Auto, Align::Right) => PositionAlign::LineRight,
        (PositionAlign::Auto, _) => PositionAlign::Center,
        (given, _) => given,
    };
    let largest = match at {
        PositionAlign::LineLeft => 100.0 - position,
        PositionAlign::LineRight => position,
        _ => 2.0 * position.min(100.0 - position),
    };
    let size = if (0.0..=100.0).contains(&settings.size) {
        settings.size
    } else {
        100.0
    };
    let size = size.min(largest);
    let start = match at {
        PositionAlign::LineLeft => position,
        PositionAlign::LineRight => position - size,
        _ => position - size / 2.0,
    };
    Span { start, size }
}

/// Where the text itself stands in its box, by its alignment: what may not collide.
pub(super) fn text_span(inline: Span, text_size: f64, align: Align) -> Span {
    let room = inline.size - text_size;
    let before = match align {
        Align::Left | Align::Start => 0.0,
        Align::Right | Align::End => room,
        Align::Center => room / 2.0,
    };
    Span {
        start: inline.start + before,
        size: text_size,
    }
}

/// Whether a text begins in a script that is written from right to left: its first strong character
/// (UAX #9, P2 and P3), for the scripts in use today.
pub(super) fn is_rtl(text: &str) -> bool {
    let strong = |character: char| match u32::from(character) {
        0x0590..=0x08FF
        | 0xFB1D..=0xFDFF
        | 0xFE70..=0xFEFF
        | 0x1_0800..=0x1_0FFF
        | 0x1_E800..=0x1_EFFF
        | 0x200F => Some(true),
        _ => character.is_alphabetic().then_some(false),
    };
    text.chars().find_map(strong).unwrap_or(false)
}
