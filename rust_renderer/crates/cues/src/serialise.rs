//! A cue's tree as valid WebVTT cue text.

use crate::cue_text::{Element, Node};
use crate::decode;
use crate::timestamp;

/// Plain text as cue text: `&`, `<` and `>` are escaped (`>` so that no `-->` can appear), and the
/// characters that WebVTT has a name for are named. Every kind of line break becomes `\n`.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in decode::normalise_breaks(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\u{A0}' => escaped.push_str("&nbsp;"),
            '\u{200E}' => escaped.push_str("&lrm;"),
            '\u{200F}' => escaped.push_str("&rlm;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The tree as cue text. Parsing it gives the tree again, but for empty lines, which cue text
/// cannot hold: they are left out.
pub fn cue_text(nodes: &[Node]) -> String {
    let mut text = String::new();
    push_nodes(nodes, &mut text);
    let lines: Vec<&str> = text.split('\n').filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

fn push_nodes(nodes: &[Node], out: &mut String) {
    for node in nodes {
        match node {
            Node::Text(text) => out.push_str(&escape(text)),
            Node::Timestamp(milliseconds) => {
                out.push('<');
                out.push_str(&timestamp::format(*milliseconds, '.'));
                out.push('>');
            }
            Node::Element(element) => push_element(element, out),
        }
    }
}

fn push_element(element: &Element, out: &mut String) {
    let tag = element.kind.tag();
    out.push('<');
    out.push_str(tag);
    for class in &element.classes {
        out.push('.');
        out.push_str(class);
    }
    if !element.annotation.is_empty() {
        out.push(' ');
        out.push_str(&escape(&element.annotation));
    }
    // A tag must not end in an arrow, which would end the cue.
    if out.ends_with("--") {
        out.push(' ');
    }
    out.push('>');
    push_nodes(&element.children, out);
    out.push_str("</");
    out.push_str(tag);
    out.push('>');
}
