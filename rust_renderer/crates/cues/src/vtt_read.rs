//! Reading WebVTT (WebVTT 6.1, "WebVTT parser algorithm").

use crate::cue_text;
use crate::decode;
use crate::error::{ErrorCode, Errors, excerpt};
use crate::model::{Cue, Document};
use crate::settings::{self, is_space};
use crate::timestamp;
use crate::vtt_region;

const ARROW: &str = "-->";

/// Reads a WebVTT file. Without the `WEBVTT` signature there are no cues, as the standard says.
pub fn parse_vtt(bytes: &[u8]) -> Document {
    let mut errors = Errors::default();
    let text = decode::utf8(bytes, &mut errors);
    let mut parser = Parser::new(&text, errors);
    parser.file();
    Document {
        errors: parser.errors.into_sorted(),
        ..parser.document
    }
}

struct Parser<'a> {
    lines: Vec<&'a str>,
    /// Index of the next line to read.
    next: usize,
    document: Document,
    seen_cue: bool,
    last_start_ms: u64,
    errors: Errors,
}

/// What the lines of a block have turned out to be.
enum Block {
    Unknown,
    Style,
    Region,
    Cue(Cue),
    /// A timing line was seen and could not be read.
    BadCue,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, errors: Errors) -> Self {
        let mut lines: Vec<&str> = text.split('\n').collect();
        // A line break at the end of the file begins no further line.
        if lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        Self {
            lines,
            next: 0,
            document: Document::default(),
            seen_cue: false,
            last_start_ms: 0,
            errors,
        }
    }

    fn line(&self) -> Option<&'a str> {
        self.lines.get(self.next).copied()
    }

    fn file(&mut self) {
        let Some(after) = self.line().and_then(signature) else {
            let message = "the file does not begin with \"WEBVTT\", so it has no cues; add that line at its top";
            self.errors.report(ErrorCode::BadSignature, 1, message);
            return;
        };
        self.next = 1;
        let mut header = vec![after];
        self.header(&mut header);
        self.document.header = header.join("\n").trim_end().to_owned();
        while let Some(line) = self.line() {
            if line.is_empty() {
                self.next += 1;
            } else {
                self.block();
            }
        }
    }

    /// The lines under the signature, up to an empty line or a timing line.
    fn header(&mut self, header: &mut Vec<&'a str>) {
        while let Some(line) = self
            .line()
            .filter(|line| !line.is_empty() && !line.contains(ARROW))
        {
            header.push(line);
            self.next += 1;
        }
    }

    /// "Collect a WebVTT block", outside the header.
    fn block(&mut self) {
        let first_line = self.next + 1;
        let mut text_line = first_line;
        let mut kind = Block::Unknown;
        let mut buffer: Vec<&str> = Vec::new();
        while let Some(line) = self.line().filter(|line| !line.is_empty()) {
            let line_count = self.next + 2 - first_line;
            let seen_arrow = matches!(kind, Block::Cue(_) | Block::BadCue);
            if line.contains(ARROW) {
                if line_count != 1 && (line_count != 2 || seen_arrow) {
                    break;
                }
                kind = self.timing(line, buffer.first().copied().unwrap_or_default());
                buffer.clear();
                text_line = self.next + 2;
            } else {
                if line_count == 2 && !seen_arrow {
                    kind = self.definition(&mut buffer, first_line);
                }
                buffer.push(line);
            }
            self.next += 1;
        }
        self.finish(kind, &buffer, first_line, text_line);
    }

    /// `STYLE` or `REGION` alone on a block's first line.
    fn definition(&mut self, buffer: &mut Vec<&str>, first_line: usize) -> Block {
        let name = buffer
            .first()
            .map_or("", |line| line.trim_end_matches(is_space));
        let kind = match name {
            "STYLE" => Block::Style,
            "REGION" => Block::Region,
            _ => return Block::Unknown,
        };
        if self.seen_cue {
            let message = format!("{name} after the first cue is ignored; move it to the top");
            self.errors
                .report(ErrorCode::MisplacedBlock, first_line, message);
            return Block::Unknown;
        }
        buffer.clear();
        kind
    }

    fn finish(&mut self, kind: Block, buffer: &[&str], first_line: usize, text_line: usize) {
        match kind {
            Block::Cue(mut cue) => {
                cue.text = buffer.join("\n");
                cue_text::check(&cue.text, text_line, &mut self.errors);
                self.document.cues.push(cue);
            }
            Block::Style => self.document.styles.push(buffer.join("\n")),
            Block::Region => {
                let region = vtt_region::parse(&buffer.join("\n"), first_line, &mut self.errors);
                self.document.regions.push(region);
            }
            Block::BadCue => {}
            Block::Unknown => self.comment_or_stray(buffer, first_line),
        }
    }

    fn comment_or_stray(&mut self, buffer: &[&str], line: usize) {
        let first = buffer.first().copied().unwrap_or_default();
        if let Some(comment) = first
            .strip_prefix("NOTE")
            .filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
        {
            let mut lines = vec![comment.trim_start()];
            lines.extend(buffer.iter().skip(1));
            self.document
                .comments
                .push(lines.join("\n").trim_start_matches('\n').to_owned());
        } else if !matches!(first.trim_end_matches(is_space), "STYLE" | "REGION") {
            let message = format!("\"{}\" belongs to no cue; it was left out", excerpt(first));
            self.errors.report(ErrorCode::StrayText, line, message);
        }
    }

    /// "Collect WebVTT cue timings and settings".
    fn timing(&mut self, line: &str, id: &str) -> Block {
        let number = self.next + 1;
        let Some((start_ms, end_ms, rest)) = timings(line) else {
            let message = format!(
                "\"{}\" is no timing line; the cue was left out",
                excerpt(line)
            );
            self.errors.report(ErrorCode::BadTiming, number, message);
            return Block::BadCue;
        };
        self.seen_cue = true;
        self.check_order(start_ms, end_ms, number);
        let settings = settings::parse(rest, &self.document.regions, number, &mut self.errors);
        Block::Cue(Cue {
            id: id.to_owned(),
            start_ms,
            end_ms,
            settings,
            ..Cue::default()
        })
    }

    fn check_order(&mut self, start_ms: u64, end_ms: u64, line: usize) {
        if end_ms <= start_ms {
            let message = "the cue ends at or before its start, so it is never shown";
            self.errors.report(ErrorCode::EndBeforeStart, line, message);
        }
        if start_ms < self.last_start_ms {
            let message = "the cue starts before the one above it";
            self.errors.report(ErrorCode::OutOfOrder, line, message);
        }
        self.last_start_ms = start_ms;
    }
}

/// What follows `WEBVTT` on the first line; `None` where the line is no signature.
fn signature(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("WEBVTT")?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then(|| rest.trim_matches(is_space))
}

/// Start, end and what follows them.
fn timings(line: &str) -> Option<(u64, u64, &str)> {
    let (start_ms, rest) = timestamp::collect(line.trim_start_matches(is_space))?;
    let rest = rest.trim_start_matches(is_space).strip_prefix(ARROW)?;
    let (end_ms, rest) = timestamp::collect(rest.trim_start_matches(is_space))?;
    Some((start_ms, end_ms, rest))
}
