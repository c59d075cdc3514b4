//! A cue's tree as runs of one style, the form that is painted.

use serde::{Deserialize, Serialize};
use surtitle_cues::{Element, Kind, Node};

/// A piece of text of one style. What is left out is off, or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Run {
    /// The text, on one line.
    pub text: String,
    /// The text set over it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ruby: String,
    /// `<b>`
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bold: bool,
    /// `<i>`
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub italic: bool,
    /// `<u>`
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub underline: bool,
    /// The classes of all tags around it, outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    /// Who says it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub voice: String,
    /// Its language tag.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// When it is said; it is to come before that moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<u64>,
}

/// The runs of a tree, in reading order. Line breaks are in their texts.
pub(super) fn runs_of(nodes: &[Node]) -> Vec<Run> {
    let mut flattener = Flattener {
        runs: Vec::new(),
        start_ms: None,
    };
    flattener.nodes(nodes, &Run::default());
    flattener.runs
}

struct Flattener {
    runs: Vec<Run>,
    start_ms: Option<u64>,
}

impl Flattener {
    fn nodes(&mut self, nodes: &[Node], style: &Run) {
        for node in nodes {
            match node {
                Node::Text(text) => self.text(text, style),
                Node::Timestamp(milliseconds) => self.start_ms = Some(*milliseconds),
                Node::Element(element) if element.kind == Kind::Ruby => self.ruby(element, style),
                Node::Element(element) => self.nodes(&element.children, &styled(element, style)),
            }
        }
    }

    fn text(&mut self, text: &str, style: &Run) {
        if !text.is_empty() {
            self.runs.push(Run {
                text: text.to_owned(),
                start_ms: self.start_ms,
                ..style.clone()
            });
        }
    }

    /// Each `<rt>` stands over the text since the one before it.
    fn ruby(&mut self, element: &Element, style: &Run) {
        let style = styled(element, style);
        let mut base = self.runs.len();
        for node in &element.children {
            match node {
                Node::Element(inner) if inner.kind == Kind::RubyText => {
                    self.annotate(base, &text_of(&inner.children));
                    base = self.runs.len();
                }
                other => self.nodes(std::slice::from_ref(other), &style),
            }
        }
    }

    /// Joins the runs from `base` on to one with an annotation.
    fn annotate(&mut self, base: usize, annotation: &str) {
        let mut runs = self.runs.drain(base..);
        let Some(mut first) = runs.next() else {
            return;
        };
        runs.for_each(|run| first.text.push_str(&run.text));
        // A base over a line's end could not be annotated.
        first.text = first.text.replace('\n', " ");
        first.ruby = annotation.replace('\n', " ");
        self.runs.push(first);
    }
}

fn text_of(nodes: &[Node]) -> String {
    let text = |node: &Node| match node {
        Node::Text(text) => text.clone(),
        Node::Element(element) => text_of(&element.children),
        Node::Timestamp(_) => String::new(),
    };
    nodes.iter().map(text).collect()
}

fn styled(element: &Element, style: &Run) -> Run {
    let mut style = style.clone();
    style.classes.extend(element.classes.iter().cloned());
    match element.kind {
        Kind::Bold => style.bold = true,
        Kind::Italic => style.italic = true,
        Kind::Underline => style.underline = true,
        Kind::Voice => style.voice.clone_from(&element.annotation),
        Kind::Language => style.language.clone_from(&element.annotation),
        Kind::Class | Kind::Ruby | Kind::RubyText => {}
    }
    style
}
