//! Word times inside a cue's text.

use crate::cue_text::{Node, parse_cue_text};
use crate::model::Cue;
use crate::serialise;

/// The cue text `text` with a timestamp before each of the cue's words that begins inside the cue
/// and after the word before it (WebVTT 4.2.2: timestamps grow and lie between start and end).
/// A word that is not found in the text is passed over.
pub fn with_word_times(text: &str, cue: &Cue) -> String {
    if cue.words.is_empty() {
        return text.to_owned();
    }
    let mut nodes = parse_cue_text(text);
    let mut timer = Timer {
        cue,
        next: 0,
        last_ms: cue.start_ms,
    };
    timer.nodes(&mut nodes);
    serialise::cue_text(&nodes)
}

struct Timer<'a> {
    cue: &'a Cue,
    /// Index of the next word to find.
    next: usize,
    last_ms: u64,
}

impl Timer<'_> {
    fn nodes(&mut self, nodes: &mut Vec<Node>) {
        let mut timed = Vec::with_capacity(nodes.len());
        for mut node in nodes.drain(..) {
            match node {
                Node::Text(text) => self.text(&text, &mut timed),
                Node::Element(ref mut element) => {
                    self.nodes(&mut element.children);
                    timed.push(node);
                }
                // Times that were there make room for the ones that are being written.
                Node::Timestamp(_) => {}
            }
        }
        *nodes = timed;
    }

    /// Cuts a text before each word that has a time of its own.
    fn text(&mut self, text: &str, timed: &mut Vec<Node>) {
        let (mut from, mut searched) = (0, 0);
        while let Some(word) = self.cue.words.get(self.next) {
            let Some(offset) = text.get(searched..).and_then(|rest| rest.find(&word.text)) else {
                if self.is_last_chance(text, searched) {
                    break;
                }
                self.next += 1;
                continue;
            };
            let start = searched + offset;
            searched = start + word.text.len();
            self.next += 1;
            if word.start_ms > self.last_ms && word.start_ms < self.cue.end_ms {
                push_text(text.get(from..start).unwrap_or_default(), timed);
                timed.push(Node::Timestamp(word.start_ms));
                self.last_ms = word.start_ms;
                from = start;
            }
        }
        push_text(text.get(from..).unwrap_or_default(), timed);
    }

    /// No later word is in what is left of this text either, so they belong to a later node.
    fn is_last_chance(&self, text: &str, searched: usize) -> bool {
        let rest = text.get(searched..).unwrap_or_default();
        !self
            .cue
            .words
            .iter()
            .skip(self.next + 1)
            .any(|word| !word.text.is_empty() && rest.contains(&word.text))
    }
}

fn push_text(text: &str, nodes: &mut Vec<Node>) {
    if !text.is_empty() {
        nodes.push(Node::Text(text.to_owned()));
    }
}
