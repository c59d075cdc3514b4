//! Cue settings (WebVTT 6.3, "parse the WebVTT cue settings").

use crate::error::{ErrorCode, Errors, excerpt};
use crate::model::{Align, LineAlign, PositionAlign, Region, Settings, Vertical};

/// Splits `name:value`; a colon at either end, or none, is no setting.
pub(crate) fn name_and_value(setting: &str) -> Option<(&str, &str)> {
    let (name, value) = setting.split_once(':')?;
    (!name.is_empty() && !value.is_empty()).then_some((name, value))
}

/// WebVTT's white space; not U+000B.
pub(crate) fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\u{C}' | '\r')
}

/// Digits, and a fraction with digits on both sides of its point.
fn number(text: &str) -> Option<f64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// "Parse a percentage string": 0 to 100.
pub(crate) fn percentage(text: &str) -> Option<f64> {
    number(text.strip_suffix('%')?).filter(|value| *value <= 100.0)
}

/// A whole number without a sign, however long.
pub(crate) fn whole_number(text: &str) -> Option<f64> {
    number(text).filter(|_| !text.contains('.'))
}

/// Reads all settings of a cue; what is wrong is reported and left at its default.
pub(crate) fn parse(text: &str, regions: &[Region], line: usize, errors: &mut Errors) -> Settings {
    let mut settings = Settings::default();
    for setting in text.split(is_space).filter(|setting| !setting.is_empty()) {
        let pair = name_and_value(setting);
        if let Some(("region", id)) = pair {
            region(id, regions, &mut settings, line, errors);
        } else if pair
            .and_then(|(name, value)| apply(&mut settings, name, value))
            .is_none()
        {
            let message = format!(
                "\"{}\" is no cue setting; it was left out",
                excerpt(setting)
            );
            errors.report(ErrorCode::BadSetting, line, message);
        }
    }
    settings
}

fn region(id: &str, regions: &[Region], settings: &mut Settings, line: usize, errors: &mut Errors) {
    let known = regions.iter().any(|region| region.id == id);
    settings.region = known.then(|| id.to_owned());
    if !known {
        let message = format!(
            "region \"{}\" is not defined; the cue stands outside any",
            excerpt(id)
        );
        errors.report(ErrorCode::UnknownRegion, line, message);
    }
}

fn apply(settings: &mut Settings, name: &str, value: &str) -> Option<()> {
    match name {
        "vertical" => settings.vertical = vertical(value)?,
        "line" => {
            let (line, snap_to_lines, align) = line(value)?;
            settings.line = Some(line);
            settings.snap_to_lines = snap_to_lines;
            settings.line_align = align.unwrap_or(settings.line_align);
        }
        "position" => {
            let (position, align) = position(value)?;
            settings.position = Some(position);
            settings.position_align = align.unwrap_or(settings.position_align);
        }
        "size" => settings.size = percentage(value)?,
        "align" => settings.align = align(value)?,
        _ => return None,
    }
    Some(())
}

fn vertical(value: &str) -> Option<Vertical> {
    match value {
        "rl" => Some(Vertical::GrowingLeft),
        "lr" => Some(Vertical::GrowingRight),
        _ => None,
    }
}

fn line(value: &str) -> Option<(f64, bool, Option<LineAlign>)> {
    let (number, align) = value
        .split_once(',')
        .map_or((value, None), |(number, align)| (number, Some(align)));
    let align = match align {
        None => None,
        Some("start") => Some(LineAlign::Start),
        Some("center") => Some(LineAlign::Center),
        Some("end") => Some(LineAlign::End),
        Some(_) => return None,
    };
    if number.ends_with('%') {
        return Some((percentage(number)?, false, align));
    }
    Some((signed_number(number)?, true, align))
}

fn signed_number(text: &str) -> Option<f64> {
    match text.strip_prefix('-') {
        // Zero minus zero is +0: HTML's numbers know no −0.
        Some(magnitude) => number(magnitude).map(|value| 0.0 - value),
        None => number(text),
    }
}

fn position(value: &str) -> Option<(f64, Option<PositionAlign>)> {
    let (number, align) = value
        .split_once(',')
        .map_or((value, None), |(number, align)| (number, Some(align)));
    let align = match align {
        None => None,
        Some("line-left") => Some(PositionAlign::LineLeft),
        Some("center") => Some(PositionAlign::Center),
        Some("line-right") => Some(PositionAlign::LineRight),
        Some(_) => return None,
    };
    Some((percentage(number)?, align))
}

fn align(value: &str) -> Option<Align> {
    match value {
        "start" => Some(Align::Start),
        "center" => Some(Align::Center),
        "end" => Some(Align::End),
        "left" => Some(Align::Left),
        "right" => Some(Align::Right),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minus_zero_is_zero_as_a_line_and_nothing_as_a_percentage() {
        let (line, snap_to_lines, _) = line("-0").unwrap();
        assert!(line.is_sign_positive() && snap_to_lines);
        assert_eq!(percentage("-0%"), None);
    }

    #[test]
    fn numbers_need_digits_on_both_sides_of_the_point_and_an_end() {
        assert_eq!(number("1.50"), Some(1.5));
        for bad in [
            "",
            ".5",
            "5.",
            "1..5",
            "1e2",
            "+1",
            "1.5.0",
            &"9".repeat(400),
        ] {
            assert_eq!(number(bad), None, "{bad:?}");
        }
    }
}
