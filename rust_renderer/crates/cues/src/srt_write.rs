//! Writing SRT: numbers from 1, a comma before the milliseconds, the tags that players know.

use crate::cue_text::{Element, Kind, Node, parse_cue_text};
use crate::decode;
use crate::model::{Align, Cue, Settings};
use crate::srt_markup::colour_of_class;
use crate::timestamp;

/// Writes cues as SRT, in their order. A cue without text is left out: SRT has no way to say it.
pub fn write_srt(cues: &[Cue]) -> String {
    let mut out = String::new();
    let mut number = 1_u64;
    for cue in cues {
        let text = srt_text(&cue.text);
        if text.is_empty() {
            continue;
        }
        let (start, end) = (
            timestamp::format(cue.start_ms, ','),
            timestamp::format(cue.end_ms, ','),
        );
        out.push_str(&format!(
            "{number}\n{start} --> {end}\n{}{text}\n\n",
            place(&cue.settings)
        ));
        number += 1;
    }
    out
}

/// `{\an…}` for a cue that does not stand at the bottom in the middle.
fn place(settings: &Settings) -> String {
    let column = match settings.align {
        Align::Start | Align::Left => 1,
        Align::Center => 2,
        Align::End | Align::Right => 3,
    };
    let row = match (settings.line, settings.snap_to_lines) {
        (Some(line), true) if (0.0..3.0).contains(&line) => 6,
        (Some(line), false) if line < 33.0 => 6,
        (Some(line), false) if line < 66.0 => 3,
        _ => 0,
    };
    match row + column {
        2 => String::new(),
        key => format!("{{\\an{key}}}"),
    }
}

fn srt_text(cue_text: &str) -> String {
    let mut text = String::new();
    push_nodes(&parse_cue_text(cue_text), &mut text);
    let text = decode::writable(&text);
    let lines: Vec<&str> = text
        .split('\n')
        .filter(|line| !line.trim().is_empty())
        .collect();
    decode::without_arrows(&lines.join("\n"))
}

fn push_nodes(nodes: &[Node], out: &mut String) {
    for node in nodes {
        match node {
            Node::Text(text) => out.push_str(text),
            Node::Timestamp(_) => {}
            Node::Element(element) => push_element(element, out),
        }
    }
}

fn push_element(element: &Element, out: &mut String) {
    let (open, close) = tags(element);
    out.push_str(&open);
    push_nodes(&element.children, out);
    out.push_str(close);
}

/// What stands before and after an element's text; a ruby annotation goes into brackets.
fn tags(element: &Element) -> (String, &'static str) {
    let colour = element
        .classes
        .iter()
        .find_map(|class| colour_of_class(class));
    match (element.kind, colour) {
        (Kind::Bold, _) => ("<b>".to_owned(), "</b>"),
        (Kind::Italic, _) => ("<i>".to_owned(), "</i>"),
        (Kind::Underline, _) => ("<u>".to_owned(), "</u>"),
        (Kind::RubyText, _) => ("(".to_owned(), ")"),
        (_, Some(colour)) => (format!("<font color=\"{colour}\">"), "</font>"),
        _ => (String::new(), ""),
    }
}
