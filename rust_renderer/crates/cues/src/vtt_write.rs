//! Writing WebVTT that is valid whatever the cues hold.

use crate::cue_text::parse_cue_text;
use crate::model::{
    Align, Cue, Document, LineAlign, PositionAlign, Region, Scroll, Settings, Vertical,
};
use crate::serialise;
use crate::timestamp;
use crate::words::with_word_times;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// What [`write_vtt`] may add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VttOptions {
    /// Whether a cue's `words` are written as timestamps in its text.
    pub word_times: bool,
}

/// Writes a document as WebVTT; reading it gives its cues, regions, styles and comments again.
///
/// What the format cannot hold is made to fit: empty lines and arrows leave, texts are escaped,
/// settings out of their range are left out.
pub fn write_vtt(document: &Document, options: VttOptions) -> String {
    let mut out = "WEBVTT".to_owned();
    let header = block_text(&document.header);
    if !header.is_empty() {
        // A header line on the first line stands after a space.
        out.push(if document.header.starts_with('\n') {
            '\n'
        } else {
            ' '
        });
        out.push_str(&header);
    }
    out.push_str("\n\n");
    for comment in &document.comments {
        push_block(&mut out, "NOTE\n", &block_text(comment));
    }
    for style in &document.styles {
        push_block(&mut out, "STYLE\n", &block_text(style));
    }
    for region in document
        .regions
        .iter()
        .filter(|region| is_token(&region.id))
    {
        push_block(&mut out, "REGION\n", &region_text(region));
    }
    for cue in &document.cues {
        push_cue(&mut out, cue, options);
    }
    out
}

fn push_block(out: &mut String, name: &str, text: &str) {
    if !text.is_empty() {
        out.push_str(name);
        out.push_str(text);
        out.push_str("\n\n");
    }
}

fn push_cue(out: &mut String, cue: &Cue, options: VttOptions) {
    let id = block_text(&cue.id).replace('\n', " ");
    if !id.is_empty() {
        out.push_str(&id);
        out.push('\n');
    }
    let (start, end) = (
        timestamp::format(cue.start_ms, '.'),
        timestamp::format(cue.end_ms, '.'),
    );
    out.push_str(&format!(
        "{start} --> {end}{}\n",
        settings_text(&cue.settings)
    ));
    let text = crate::decode::normalise_breaks(&cue.text);
    let text = if options.word_times {
        with_word_times(&text, cue)
    } else {
        text
    };
    let text = serialise::cue_text(&parse_cue_text(&text));
    out.push_str(&text);
    out.push_str(if text.is_empty() { "\n" } else { "\n\n" });
}

/// Text that can stand in a block: no empty lines, no arrow, no NUL.
fn block_text(text: &str) -> String {
    let text = crate::decode::normalise_breaks(text).replace('\0', "\u{FFFD}");
    let lines: Vec<&str> = text.split('\n').filter(|line| !line.is_empty()).collect();
    let mut text = lines.join("\n");
    while text.contains("-->") {
        text = text.replace("-->", "->");
    }
    text
}

fn is_token(text: &str) -> bool {
    !text.is_empty()
        && !text.contains(char::is_whitespace)
        && !text.contains(['\0'])
        && !text.contains("-->")
}

fn is_percentage(value: f64) -> bool {
    (0.0..=100.0).contains(&value)
}

fn region_text(region: &Region) -> String {
    let mut lines = vec![format!("id:{}", region.id)];
    let default = Region::default();
    if region.width != default.width && is_percentage(region.width) {
        lines.push(format!("width:{}%", region.width));
    }
    if region.lines != default.lines && region.lines.is_finite() && region.lines >= 0.0 {
        lines.push(format!("lines:{}", region.lines.trunc()));
    }
    let anchors = [
        (
            "regionanchor",
            region.region_anchor_x,
            region.region_anchor_y,
        ),
        (
            "viewportanchor",
            region.viewport_anchor_x,
            region.viewport_anchor_y,
        ),
    ];
    for (name, x, y) in anchors {
        if (x, y) != (0.0, 100.0) && is_percentage(x) && is_percentage(y) {
            lines.push(format!("{name}:{x}%,{y}%"));
        }
    }
    if region.scroll == Scroll::Up {
        lines.push("scroll:up".to_owned());
    }
    lines.join("\n")
}

/// The settings that differ from WebVTT's defaults, each after a space.
fn settings_text(settings: &Settings) -> String {
    let mut out = String::new();
    match settings.vertical {
        Vertical::Horizontal => {}
        Vertical::GrowingLeft => out.push_str(" vertical:rl"),
        Vertical::GrowingRight => out.push_str(" vertical:lr"),
    }
    push_line(&mut out, settings);
    if let Some(position) = settings.position.filter(|value| is_percentage(*value)) {
        push_setting(
            &mut out,
            format_args!(
                " position:{position}%{}",
                position_align(settings.position_align)
            ),
        );
    }
    if settings.size != 100.0 && is_percentage(settings.size) {
        push_setting(&mut out, format_args!(" size:{}%", settings.size));
    }
    out.push_str(match settings.align {
        Align::Center => "",
        Align::Start => " align:start",
        Align::End => " align:end",
        Align::Left => " align:left",
        Align::Right => " align:right",
    });
    if let Some(region) = settings.region.as_deref().filter(|id| is_token(id)) {
        push_setting(&mut out, format_args!(" region:{region}"));
    }
    out
}

fn push_setting(out: &mut String, setting: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = out.write_fmt(setting);
}

fn push_line(out: &mut String, settings: &Settings) {
    let align = match settings.line_align {
        LineAlign::Start => "",
        LineAlign::Center => ",center",
        LineAlign::End => ",end",
    };
    match settings.line {
        Some(line) if settings.snap_to_lines && line.is_finite() => {
            push_setting(out, format_args!(" line:{line}{align}"));
        }
        Some(line) if !settings.snap_to_lines && is_percentage(line) => {
            push_setting(out, format_args!(" line:{line}%{align}"));
        }
        _ => {}
    }
}

fn position_align(align: PositionAlign) -> &'static str {
    match align {
        PositionAlign::Auto => "",
        PositionAlign::LineLeft => ",line-left",
        PositionAlign::Center => ",center",
        PositionAlign::LineRight => ",line-right",
    }
}
