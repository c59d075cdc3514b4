//! The WebVTT cue text tokeniser (WebVTT 6.4), one function a state.

use crate::entities;

/// A piece of cue text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Text(String),
    Start {
        name: String,
        classes: Vec<String>,
        annotation: String,
    },
    End(String),
    Timestamp(String),
}

/// Takes tokens off the front of cue text.
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    fn text(&mut self) -> Token {
        let end = self.rest.find('<').unwrap_or(self.rest.len());
        Token::Text(decode_references(self.take(end)))
    }

    /// The text before `length`; the rest stays.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self
            .rest
            .split_at_checked(length)
            .unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    /// A tag whose `<` is the first character of the rest.
    fn tag(&mut self) -> Token {
        self.take(1);
        let end = self.rest.find('>').unwrap_or(self.rest.len());
        let inside = self.take(end);
        self.take(1);
        match inside.chars().next() {
            Some('/') => Token::End(inside.chars().skip(1).collect()),
            Some(first) if first.is_ascii_digit() => Token::Timestamp(inside.to_owned()),
            _ => start_tag(inside),
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        match self.rest.chars().next()? {
            '<' => Some(self.tag()),
            _ => Some(self.text()),
        }
    }
}

fn is_space(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\u{C}' | ' ')
}

/// `name.class.class annotation`; classes end at the first space.
fn start_tag(inside: &str) -> Token {
    let (head, annotation) = inside.split_once(is_space).unwrap_or((inside, ""));
    let mut parts = head.split('.');
    Token::Start {
        name: parts.next().unwrap_or_default().to_owned(),
        classes: parts
            .filter(|class| !class.is_empty())
            .map(str::to_owned)
            .collect(),
        annotation: collapse(&decode_references(annotation)),
    }
}

/// Spaces at the ends go, runs of them become one.
fn collapse(annotation: &str) -> String {
    annotation
        .split(is_space)
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Replaces HTML character references; an `&` that starts none stays.
fn decode_references(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        let reference = entities::consume(after);
        let (character, length) = reference.unwrap_or_else(|| ("&".to_owned(), 0));
        decoded.push_str(&character);
        rest = after.get(length..).unwrap_or_default();
    }
    decoded.push_str(rest);
    decoded
}
