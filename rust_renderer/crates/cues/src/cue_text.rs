//! The tree of a cue's text (WebVTT 6.4, "WebVTT cue text parsing rules").

use crate::error::{ErrorCode, Errors, excerpt};
use crate::timestamp;
use crate::tokens::{Token, Tokens};
use serde::{Deserialize, Serialize};

/// Tags nested deeper than this are read as if they were not there. The tree is walked and dropped
/// by recursion, and a cue may be 100 000 times `<b>`.
pub const MAX_DEPTH: usize = 64;

/// What a tag stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// `<c>`
    Class,
    /// `<i>`
    Italic,
    /// `<b>`
    Bold,
    /// `<u>`
    Underline,
    /// `<ruby>`
    Ruby,
    /// `<rt>`
    RubyText,
    /// `<v name>`
    Voice,
    /// `<lang tag>`
    Language,
}

impl Kind {
    pub(crate) const ALL: [Self; 8] = [
        Self::Class,
        Self::Italic,
        Self::Bold,
        Self::Underline,
        Self::Ruby,
        Self::RubyText,
        Self::Voice,
        Self::Language,
    ];

    /// The tag's name in WebVTT.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Class => "c",
            Self::Italic => "i",
            Self::Bold => "b",
            Self::Underline => "u",
            Self::Ruby => "ruby",
            Self::RubyText => "rt",
            Self::Voice => "v",
            Self::Language => "lang",
        }
    }

    fn from_tag(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.tag() == name)
    }

    fn has_annotation(self) -> bool {
        matches!(self, Self::Voice | Self::Language)
    }
}

/// A tag and what stands in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Element {
    /// What it is.
    pub kind: Kind,
    /// Its classes, without dots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    /// The voice's name or the language tag; empty for every other kind.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub annotation: String,
    /// What stands in it.
    pub children: Vec<Node>,
}

/// A node of a cue's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Node {
    /// Text, with its character references resolved.
    Text(String),
    /// A moment in milliseconds: what follows comes up then.
    Timestamp(u64),
    /// A tag.
    Element(Element),
}

/// Parses cue text. It never fails: what is no tag is left out, as WebVTT says.
pub fn parse_cue_text(text: &str) -> Vec<Node> {
    build(text, 1, &mut Errors::default())
}

/// The text of a cue without its markup; ruby annotations are left out.
pub fn plain_text(text: &str) -> String {
    let mut plain = String::new();
    push_plain(&parse_cue_text(text), &mut plain);
    plain
}

fn push_plain(nodes: &[Node], plain: &mut String) {
    for node in nodes {
        match node {
            Node::Text(text) => plain.push_str(text),
            Node::Element(element) if element.kind != Kind::RubyText => {
                push_plain(&element.children, plain)
            }
            Node::Element(_) | Node::Timestamp(_) => {}
        }
    }
}

/// What is wrong with a cue's tags; `line` is that of the text's first line.
pub(crate) fn check(text: &str, line: usize, errors: &mut Errors) {
    if text.contains('<') {
        build(text, line, errors);
    }
}

/// The open elements, innermost last. Each holds its children until it is closed.
struct Builder<'e> {
    root: Vec<Node>,
    open: Vec<Element>,
    /// Tags that were left out for their depth and are still open.
    skipped: Vec<Kind>,
    line: usize,
    errors: &'e mut Errors,
}

fn build(text: &str, line: usize, errors: &mut Errors) -> Vec<Node> {
    let mut builder = Builder {
        root: Vec::new(),
        open: Vec::new(),
        skipped: Vec::new(),
        line,
        errors,
    };
    for token in Tokens::new(text) {
        builder.token(token);
    }
    if let Some(element) = builder.open.first() {
        let message = format!(
            "<{}> is not closed; it was closed at the end of the cue",
            element.kind.tag()
        );
        // A voice that spans the whole cue may leave out its end tag.
        let whole_cue =
            builder.root.is_empty() && builder.open.len() == 1 && element.kind == Kind::Voice;
        if !whole_cue {
            builder.report(message);
        }
    }
    while builder.close() {}
    builder.root
}

impl Builder<'_> {
    fn report(&mut self, message: String) {
        self.errors.report(ErrorCode::BadTag, self.line, message);
    }

    fn current(&self) -> Option<Kind> {
        self.open.last().map(|element| element.kind)
    }

    fn append(&mut self, node: Node) {
        match self.open.last_mut() {
            Some(element) => element.children.push(node),
            None => self.root.push(node),
        }
    }

    /// Closes the innermost element; false where none is open.
    fn close(&mut self) -> bool {
        let Some(element) = self.open.pop() else {
            return false;
        };
        self.append(Node::Element(element));
        true
    }

    fn token(&mut self, token: Token) {
        match token {
            Token::Text(text) => {
                self.line += text.bytes().filter(|byte| *byte == b'\n').count();
                self.append(Node::Text(text));
            }
            Token::Timestamp(time) => self.timestamp(&time),
            Token::Start {
                name,
                classes,
                annotation,
            } => self.start(&name, classes, annotation),
            Token::End(name) => self.end(&name),
        }
    }

    fn timestamp(&mut self, time: &str) {
        match timestamp::collect(time) {
            Some((milliseconds, "")) => self.append(Node::Timestamp(milliseconds)),
            _ => self.report(format!(
                "<{}> is no timestamp; it was left out",
                excerpt(time)
            )),
        }
    }

    fn start(&mut self, name: &str, classes: Vec<String>, annotation: String) {
        match Kind::from_tag(name) {
            Some(Kind::RubyText) if self.current() != Some(Kind::Ruby) => {
                self.report("<rt> outside <ruby>; the tag was left out".to_owned());
            }
            Some(kind) if self.open.len() >= MAX_DEPTH => {
                self.report(format!(
                    "<{name}> is nested more than {MAX_DEPTH} deep; the tag was left out"
                ));
                self.skipped.push(kind);
            }
            Some(kind) => {
                let annotation = if kind.has_annotation() {
                    annotation
                } else {
                    String::new()
                };
                self.open.push(Element {
                    kind,
                    classes,
                    annotation,
                    children: Vec::new(),
                });
            }
            None => self.report(format!(
                "<{}> is no tag of WebVTT; it was left out",
                excerpt(name)
            )),
        }
    }

    fn end(&mut self, name: &str) {
        let kind = Kind::from_tag(name);
        if kind.is_some() && self.skipped.last().copied() == kind {
            self.skipped.pop();
        } else if kind.is_some() && self.current() == kind {
            self.close();
        } else if kind == Some(Kind::Ruby) && self.current() == Some(Kind::RubyText) {
            self.close();
            self.close();
        } else {
            self.report(format!(
                "</{}> closes nothing; it was left out",
                excerpt(name)
            ));
        }
    }
}
