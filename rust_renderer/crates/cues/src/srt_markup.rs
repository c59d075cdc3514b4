//! SRT's markup (`<b>`, `<i>`, `<u>`, `<font color>`, `{\an8}`) and what it is in WebVTT.

use crate::error::{ErrorCode, Errors, excerpt};
use crate::model::{Align, Settings};
use crate::serialise::escape;

/// WebVTT's default colour classes (WebVTT 5.1); other colours have no name there.
const COLOURS: [(&str, &str); 8] = [
    ("white", "#ffffff"),
    ("lime", "#00ff00"),
    ("cyan", "#00ffff"),
    ("red", "#ff0000"),
    ("yellow", "#ffff00"),
    ("magenta", "#ff00ff"),
    ("blue", "#0000ff"),
    ("black", "#000000"),
];

/// The value of `<font color>` for a class, where it names a colour.
pub(crate) fn colour_of_class(class: &str) -> Option<&'static str> {
    COLOURS
        .iter()
        .find(|(name, _)| *name == class)
        .map(|(_, value)| *value)
}

/// SRT text as WebVTT cue text, and the place that `{\an…}` asks for.
pub(crate) fn to_cue_text(text: &str, line: usize, errors: &mut Errors) -> (String, Settings) {
    let mut converter = Converter {
        out: String::with_capacity(text.len()),
        open: Vec::new(),
        settings: Settings::default(),
        line,
        errors,
    };
    converter.convert(text);
    // A line may have held nothing but a tag that was left out.
    let lines: Vec<&str> = converter
        .out
        .split('\n')
        .filter(|line| !line.is_empty())
        .collect();
    (lines.join("\n"), converter.settings)
}

struct Converter<'e> {
    out: String,
    /// Open tags: the name in SRT and the one written for it, none where the tag was left out.
    open: Vec<(String, Option<&'static str>)>,
    settings: Settings,
    line: usize,
    errors: &'e mut Errors,
}

impl Converter<'_> {
    fn convert(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find(['<', '{']) {
            let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
            self.text(before);
            let length = self.markup(from);
            if length == 0 {
                self.text(from.get(..1).unwrap_or_default());
            }
            rest = from.get(length.max(1)..).unwrap_or_default();
        }
        self.text(rest);
        while let Some((name, written)) = self.open.pop() {
            self.bad_tag(format!(
                "<{name}> is not closed; it was closed at the end of the cue"
            ));
            self.close(written);
        }
    }

    fn text(&mut self, text: &str) {
        self.line += text.bytes().filter(|byte| *byte == b'\n').count();
        self.out.push_str(&escape(text));
    }

    fn bad_tag(&mut self, message: String) {
        self.errors.report(ErrorCode::BadTag, self.line, message);
    }

    /// Takes a tag or an override off the front: how long it is, 0 where it is plain text.
    fn markup(&mut self, from: &str) -> usize {
        let close = if from.starts_with('<') { '>' } else { '}' };
        let Some(end) = from.find(close) else {
            return 0;
        };
        let inside = from.get(1..end).unwrap_or_default();
        let taken = if close == '>' {
            self.tag(inside)
        } else {
            self.overrides(inside)
        };
        if taken { end + 1 } else { 0 }
    }

    fn tag(&mut self, inside: &str) -> bool {
        let lower = inside.trim().to_ascii_lowercase();
        let name = lower
            .trim_start_matches('/')
            .split([' ', '\t', '\n'])
            .next()
            .unwrap_or_default();
        if !matches!(name, "b" | "i" | "u" | "font" | "s") {
            return false;
        }
        if lower.starts_with('/') {
            self.end(name);
        } else {
            self.start(name, &lower);
        }
        true
    }

    fn start(&mut self, name: &str, tag: &str) {
        let written = match name {
            "b" => Some("b"),
            "i" => Some("i"),
            "u" => Some("u"),
            "font" => colour_class(tag),
            _ => None,
        };
        if self.open.len() >= crate::cue_text::MAX_DEPTH {
            self.bad_tag(format!("<{name}> is nested too deep; it was left out"));
            return;
        }
        match written {
            Some("b" | "i" | "u") => self.out.push_str(&format!("<{name}>")),
            Some(class) => self.out.push_str(&format!("<c.{class}>")),
            None => self.bad_tag(format!(
                "<{}> has no like in WebVTT; it was left out",
                excerpt(tag)
            )),
        }
        self.open.push((name.to_owned(), written));
    }

    /// Closes up to and including the innermost open `name`.
    fn end(&mut self, name: &str) {
        if !self.open.iter().any(|(open, _)| open == name) {
            self.bad_tag(format!("</{name}> closes nothing; it was left out"));
            return;
        }
        while let Some((open, written)) = self.open.pop() {
            self.close(written);
            if open == name {
                return;
            }
            self.bad_tag(format!("<{open}> is not closed before </{name}>"));
        }
    }

    fn close(&mut self, written: Option<&'static str>) {
        match written {
            Some(name @ ("b" | "i" | "u")) => self.out.push_str(&format!("</{name}>")),
            Some(_) => self.out.push_str("</c>"),
            None => {}
        }
    }

    /// SubStation's overrides; of these only the place (`\an1` to `\an9`) has a meaning here.
    fn overrides(&mut self, inside: &str) -> bool {
        if !inside.starts_with('\\') {
            return false;
        }
        let place = inside
            .split('\\')
            .find_map(|code| code.strip_prefix("an")?.parse::<u8>().ok());
        match place {
            Some(place @ 1..=9) => self.place(place),
            _ => self.bad_tag(format!("{{{}}} was left out", excerpt(inside))),
        }
        true
    }

    /// The keys of a number pad: 1 to 3 below, 7 to 9 above, left to right.
    fn place(&mut self, key: u8) {
        self.settings.align = match key % 3 {
            1 => Align::Left,
            2 => Align::Center,
            _ => Align::Right,
        };
        (self.settings.line, self.settings.snap_to_lines) = match key {
            1..=3 => (None, true),
            4..=6 => (Some(50.0), false),
            _ => (Some(0.0), true),
        };
        if (4..=6).contains(&key) {
            self.settings.line_align = crate::model::LineAlign::Center;
        }
    }
}

fn colour_class(tag: &str) -> Option<&'static str> {
    let (_, value) = tag.split_once("color")?;
    let value = value.trim_start_matches([' ', '=', '"', '\'']);
    let value = value.split([' ', '"', '\'']).next()?;
    COLOURS
        .iter()
        .find(|(name, hexadecimal)| value == *name || value == *hexadecimal)
        .map(|(name, _)| *name)
}
