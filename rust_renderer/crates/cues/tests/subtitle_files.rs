//! Subtitle files from the wild, read from the shared test data where it is present.

use std::path::PathBuf;
use surtitle_cues::*;

/// A file of the data; `None`, with the reason printed, where it is absent.
fn read(name: &str) -> Option<Document> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../../shared/data/speech/subs")
        .join(name);
    let Ok(bytes) = std::fs::read(&path) else {
        eprintln!("skipped: no subtitle file at {}", path.display());
        return None;
    };
    Some(if name.ends_with(".srt") {
        parse_srt(&bytes)
    } else {
        parse_vtt(&bytes)
    })
}

fn codes(document: &Document) -> Vec<ErrorCode> {
    document.errors.iter().map(|error| error.code).collect()
}

#[test]
fn the_same_sonnet_in_both_formats_gives_the_same_cues() {
    let (Some(srt), Some(vtt)) = (read("sonnet001.srt"), read("sonnet001.vtt")) else {
        return;
    };
    assert_eq!(srt.cues.len(), 15);
    assert_eq!(srt, vtt);
    assert!(srt.errors.is_empty());
}

#[test]
fn a_file_in_another_encoding_keeps_its_cues_and_says_which_line_is_wrong() {
    let Some(document) = read("cdown_gb2312.srt") else {
        return;
    };
    assert_eq!(document.cues.len(), 3);
    assert_eq!(document.errors[0].code, ErrorCode::BadEncoding);
    assert_eq!(document.errors[0].line, 3);
}

#[test]
fn carriage_returns_alone_break_lines() {
    let Some(document) = read("asticode_example-in-carriage-return.srt") else {
        return;
    };
    assert_eq!(document.cues.len(), 3);
    assert!(
        document.cues[1]
            .text
            .starts_with("That's true. You don’t often find 632\npieces")
    );
    assert!(
        codes(&document)
            .iter()
            .all(|code| *code == ErrorCode::LooseTiming)
    );
}

#[test]
fn styled_srt_keeps_its_colours_and_tags() {
    let Some(document) = read("asticode_example-in-styled.srt") else {
        return;
    };
    assert_eq!(
        document.cues[0].text,
        "<c.lime><b>[instrumental music]</b></c>"
    );
    assert_eq!(
        document.cues[6].text,
        "<i>Test with multi line italics\nTerminated on the next line</i>"
    );
    assert_eq!(document.cues[8].text, "Do no fall to the next item");
    let unclosed: Vec<usize> = document.errors.iter().map(|error| error.line).collect();
    assert_eq!(
        (codes(&document), unclosed),
        (vec![ErrorCode::BadTag], vec![33])
    );
}

#[test]
fn a_broken_signature_gives_no_cues_and_one_error() {
    let Some(document) = read("asticode_broken-1-in.vtt") else {
        return;
    };
    assert!(document.cues.is_empty());
    assert_eq!(codes(&document), [ErrorCode::BadSignature]);
}

#[test]
fn word_timed_captions_of_a_video_site_are_read_with_their_header() {
    let Some(document) = read("glut23_youtube_dl.vtt") else {
        return;
    };
    assert!(
        document
            .header
            .starts_with("\nKind: captions\nLanguage: en")
    );
    let timed = &document.cues[2];
    assert_eq!(plain_text(&timed.text), "this will happen is I'm telling");
    assert!(parse_cue_text(&timed.text).contains(&Node::Timestamp(304_199)));
}

#[test]
fn every_file_is_written_so_that_it_reads_the_same() {
    for name in [
        "asticode_example-in-html-entities.vtt",
        "glut23_captions_with_bom.vtt",
        "glut23_invalid_timeframe.srt",
        "mdn_friday.vtt",
        "videojs_elephantsdream_captions.en.vtt",
        "w3c_newlines.vtt",
        "w3c_tags.vtt",
        "w3c_timings-garbage.vtt",
    ] {
        let Some(document) = read(name) else { return };
        let written = write_vtt(&document, VttOptions::default());
        let again = parse_vtt(written.as_bytes());
        assert_eq!(again.cues.len(), document.cues.len(), "{name}");
        assert_eq!(write_vtt(&again, VttOptions::default()), written, "{name}");
    }
}
