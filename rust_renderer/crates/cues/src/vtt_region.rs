//! Region settings (WebVTT 6.2, "collect WebVTT region settings").

use crate::error::{ErrorCode, Errors, excerpt};
use crate::model::{Region, Scroll};
use crate::settings::{is_space, name_and_value, percentage, whole_number};

/// Reads the lines of a `REGION` block; what is wrong is reported and left at its default.
pub(crate) fn parse(text: &str, line: usize, errors: &mut Errors) -> Region {
    let mut region = Region::default();
    for setting in text.split(is_space).filter(|setting| !setting.is_empty()) {
        let known =
            name_and_value(setting).and_then(|(name, value)| apply(&mut region, name, value));
        if known.is_none() {
            let message = format!(
                "\"{}\" is no region setting; it was left out",
                excerpt(setting)
            );
            errors.report(ErrorCode::BadRegion, line, message);
        }
    }
    region
}

fn apply(region: &mut Region, name: &str, value: &str) -> Option<()> {
    match name {
        "id" => value.clone_into(&mut region.id),
        "width" => region.width = percentage(value)?,
        "lines" => region.lines = whole_number(value)?,
        "regionanchor" => (region.region_anchor_x, region.region_anchor_y) = anchor(value)?,
        "viewportanchor" => (region.viewport_anchor_x, region.viewport_anchor_y) = anchor(value)?,
        "scroll" if value == "up" => region.scroll = Scroll::Up,
        _ => return None,
    }
    Some(())
}

fn anchor(value: &str) -> Option<(f64, f64)> {
    let (x, y) = value.split_once(',')?;
    Some((percentage(x)?, percentage(y)?))
}
