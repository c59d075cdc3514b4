//! The cue model, in the names of WebVTT. The defaults are WebVTT's, and are left out of the
//! serialised form.

use crate::error::ParseError;
use serde::{Deserialize, Serialize};

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// One word of a cue with the moment it is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// The word as it stands in the cue's text, without markup.
    pub text: String,
    /// When it begins, in milliseconds of the media.
    #[serde(deserialize_with = "crate::millis::deserialize")]
    pub start_ms: u64,
}

/// A piece of text and when it is shown: from `start_ms` up to, not including, `end_ms`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cue {
    /// WebVTT's identifier or SRT's number; may be empty.
    #[serde(default, skip_serializing_if = "is_default")]
    pub id: String,
    /// Start in milliseconds.
    #[serde(deserialize_with = "crate::millis::deserialize")]
    pub start_ms: u64,
    /// End in milliseconds.
    #[serde(deserialize_with = "crate::millis::deserialize")]
    pub end_ms: u64,
    /// WebVTT cue text: `&`, `<` are escaped, tags are kept. [`crate::escape`] makes it from plain text.
    pub text: String,
    /// Where the cue stands.
    #[serde(default, skip_serializing_if = "is_default")]
    pub settings: Settings,
    /// Word times, for writing them into the text; empty when unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<Word>,
}

/// The writing direction of a cue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Vertical {
    /// Lines run across, one under the other.
    #[default]
    #[serde(rename = "")]
    Horizontal,
    /// Lines run down, the next one to the left.
    #[serde(rename = "rl")]
    GrowingLeft,
    /// Lines run down, the next one to the right.
    #[serde(rename = "lr")]
    GrowingRight,
}

/// Which edge of the cue box stands on the line of `line`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineAlign {
    /// Its first edge.
    #[default]
    Start,
    /// Its middle.
    Center,
    /// Its last edge.
    End,
}

/// Which part of the cue box stands at `position`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PositionAlign {
    /// As the text is aligned.
    #[default]
    Auto,
    /// Its left (or top) edge.
    LineLeft,
    /// Its middle.
    Center,
    /// Its right (or bottom) edge.
    LineRight,
}

/// How the lines are aligned in the cue box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Align {
    /// To the start edge of each line's own direction.
    Start,
    /// In the middle.
    #[default]
    Center,
    /// To the end edge of each line's own direction.
    End,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// WebVTT cue settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Writing direction.
    #[serde(skip_serializing_if = "is_default")]
    pub vertical: Vertical,
    /// A line number (`snap_to_lines`) or a percentage; `None` is "auto".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<f64>,
    /// Whether `line` counts lines; else it is a percentage of the picture.
    #[serde(skip_serializing_if = "is_true")]
    pub snap_to_lines: bool,
    /// Alignment of the box to the line.
    #[serde(skip_serializing_if = "is_default")]
    pub line_align: LineAlign,
    /// Percentage across the picture; `None` is "auto".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<f64>,
    /// Alignment of the box to the position.
    #[serde(skip_serializing_if = "is_default")]
    pub position_align: PositionAlign,
    /// Width (or height, when vertical) of the box in per cent of the picture.
    #[serde(skip_serializing_if = "is_full")]
    pub size: f64,
    /// Alignment of the text in the box.
    #[serde(skip_serializing_if = "is_default")]
    pub align: Align,
    /// The id of the region that the cue stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
}

fn is_true(value: &bool) -> bool {
    *value
}

fn is_full(size: &f64) -> bool {
    *size == 100.0
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            vertical: Vertical::default(),
            line: None,
            snap_to_lines: true,
            line_align: LineAlign::default(),
            position: None,
            position_align: PositionAlign::default(),
            size: 100.0,
            align: Align::default(),
            region: None,
        }
    }
}

/// Whether a region scrolls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scroll {
    /// Cues stand where they are put.
    #[default]
    #[serde(rename = "")]
    None,
    /// A new cue pushes the ones before it up.
    #[serde(rename = "up")]
    Up,
}

/// A WebVTT region: a part of the picture that cues are put into. Numbers are per cent, but `lines`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Region {
    /// What cues call it.
    pub id: String,
    /// Width of the region.
    pub width: f64,
    /// Height of the region in lines; a float because WebVTT's has no upper bound.
    pub lines: f64,
    /// The point of the region that is put on the viewport anchor, across.
    pub region_anchor_x: f64,
    /// The same, down.
    pub region_anchor_y: f64,
    /// The point of the picture, across.
    pub viewport_anchor_x: f64,
    /// The same, down.
    pub viewport_anchor_y: f64,
    /// Scrolling.
    pub scroll: Scroll,
}

impl Default for Region {
    fn default() -> Self {
        Self {
            id: String::new(),
            width: 100.0,
            lines: 3.0,
            region_anchor_x: 0.0,
            region_anchor_y: 100.0,
            viewport_anchor_x: 0.0,
            viewport_anchor_y: 100.0,
            scroll: Scroll::None,
        }
    }
}

/// A file that was read. Cues are in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Document {
    /// What stands after `WEBVTT` on the first line and on the lines right under it.
    pub header: String,
    /// `REGION` blocks. Where two have one id, the last one counts.
    pub regions: Vec<Region>,
    /// `STYLE` blocks, as CSS text.
    pub styles: Vec<String>,
    /// `NOTE` blocks, without the word.
    pub comments: Vec<String>,
    /// The cues.
    pub cues: Vec<Cue>,
    /// What was wrong, by line.
    pub errors: Vec<ParseError>,
}
