//! Writing WebVTT that is valid whatever the cues hold.

use crate::cue_text::parse_cue_text;
use crate::decode;
use crate::model::{Cue, Document, Region};
use crate::serialise;
use crate::settings_write::{is_token, region_text, settings_text};
use crate::timestamp;
use crate::words::with_word_times;
use serde::{Deserialize, Serialize};

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
        push_cue(&mut out, cue, &document.regions, options);
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

fn push_cue(out: &mut String, cue: &Cue, regions: &[Region], options: VttOptions) {
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
        settings_text(&cue.settings, regions)
    ));
    let text = decode::writable(&cue.text);
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
    let text = decode::writable(text);
    let lines: Vec<&str> = text.split('\n').filter(|line| !line.is_empty()).collect();
    decode::without_arrows(&lines.join("\n"))
}
