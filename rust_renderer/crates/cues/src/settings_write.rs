//! Cue and region settings as text. What is at its default or out of its range is left out.

use crate::model::{Align, LineAlign, PositionAlign, Region, Scroll, Settings, Vertical};

/// Whether a text can be a region's id.
pub(crate) fn is_token(text: &str) -> bool {
    !text.is_empty()
        && !text.contains(char::is_whitespace)
        && !text.contains('\0')
        && !text.contains("-->")
}

/// A percentage as text; `None` where it is out of range.
fn percentage(value: f64) -> Option<String> {
    // Adding zero makes +0 of −0, whose sign could not be read back.
    (0.0..=100.0)
        .contains(&value)
        .then(|| format!("{}%", value + 0.0))
}

/// The lines of a `REGION` block.
pub(crate) fn region_text(region: &Region) -> String {
    let anchor = |name: &str, x: f64, y: f64| {
        let is_default = (x, y) == (0.0, 100.0);
        let (x, y) = (percentage(x)?, percentage(y)?);
        (!is_default).then(|| format!("{name}:{x},{y}"))
    };
    let has_lines = region.lines != 3.0 && region.lines.is_finite() && region.lines >= 0.0;
    let settings = [
        Some(format!("id:{}", region.id)),
        percentage(region.width)
            .filter(|_| region.width != 100.0)
            .map(|width| format!("width:{width}")),
        has_lines.then(|| format!("lines:{}", region.lines.trunc() + 0.0)),
        anchor(
            "regionanchor",
            region.region_anchor_x,
            region.region_anchor_y,
        ),
        anchor(
            "viewportanchor",
            region.viewport_anchor_x,
            region.viewport_anchor_y,
        ),
        (region.scroll == Scroll::Up).then(|| "scroll:up".to_owned()),
    ];
    settings
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("\n")
}

/// A cue's settings, each after a space. A region must be one of `regions`.
pub(crate) fn settings_text(settings: &Settings, regions: &[Region]) -> String {
    let named = |name: &str, value: &str| (!value.is_empty()).then(|| format!("{name}:{value}"));
    let size = percentage(settings.size).filter(|_| settings.size != 100.0);
    let region = settings
        .region
        .as_deref()
        .filter(|id| is_token(id) && regions.iter().any(|region| region.id == *id));
    let texts = [
        named("vertical", vertical(settings.vertical)),
        line(settings).map(|line| format!("line:{line}")),
        position(settings).map(|position| format!("position:{position}")),
        size.map(|size| format!("size:{size}")),
        named("align", align(settings.align)),
        region.map(|region| format!("region:{region}")),
    ];
    texts
        .into_iter()
        .flatten()
        .map(|text| format!(" {text}"))
        .collect()
}

fn vertical(vertical: Vertical) -> &'static str {
    match vertical {
        Vertical::Horizontal => "",
        Vertical::GrowingLeft => "rl",
        Vertical::GrowingRight => "lr",
    }
}

fn line(settings: &Settings) -> Option<String> {
    let align = match settings.line_align {
        LineAlign::Start => "",
        LineAlign::Center => ",center",
        LineAlign::End => ",end",
    };
    let line = settings.line?;
    let number = if settings.snap_to_lines {
        line.is_finite().then(|| (line + 0.0).to_string())
    } else {
        percentage(line)
    };
    number.map(|number| number + align)
}

fn position(settings: &Settings) -> Option<String> {
    let align = match settings.position_align {
        PositionAlign::Auto => "",
        PositionAlign::LineLeft => ",line-left",
        PositionAlign::Center => ",center",
        PositionAlign::LineRight => ",line-right",
    };
    percentage(settings.position?).map(|position| position + align)
}

fn align(align: Align) -> &'static str {
    match align {
        Align::Center => "",
        Align::Start => "start",
        Align::End => "end",
        Align::Left => "left",
        Align::Right => "right",
    }
}
