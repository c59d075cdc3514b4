//! Properties of reading and writing that hold for any input.

use proptest::prelude::*;
use surtitle_cues::*;

/// Pieces that bring a parser into each of its states.
fn fragment() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: [&str; 44] = [
        "WEBVTT",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "-->",
        " --> ",
        "00:00:01.000",
        "00:00:02,500",
        "1",
        "99:59:59.999",
        "NOTE",
        "STYLE\n",
        "REGION\n",
        "id:a",
        "lines:2",
        "region:a",
        "line:1",
        "line:-0%",
        "align:start",
        "position:5%,center",
        "<b>",
        "</b>",
        "<ruby>",
        "<rt>",
        "</ruby>",
        "<v a.b>",
        "<lang en>",
        "<00:00:01.500>",
        "<c.x.y z",
        "&",
        "&amp;",
        "&#x",
        "&nbsp",
        "{\\an8}",
        "<font color=\"red\">",
        "</font>",
        "text",
        "字幕",
        "\u{FEFF}",
        "\0",
        "--",
    ];
    prop_oneof![
        8 => prop::sample::select(PIECES.to_vec()).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ]
}

fn noise() -> impl Strategy<Value = Vec<u8>> {
    (any::<bool>(), prop::collection::vec(fragment(), 0..60)).prop_map(|(signed, pieces)| {
        let mut bytes = if signed {
            b"WEBVTT\n\n".to_vec()
        } else {
            Vec::new()
        };
        bytes.extend(pieces.concat());
        bytes
    })
}

/// Errors that are about what the cues say, not about how they are written.
fn is_about_times(error: &ParseError) -> bool {
    matches!(
        error.code,
        ErrorCode::EndBeforeStart | ErrorCode::OutOfOrder | ErrorCode::Overlap
    )
}

fn settings() -> impl Strategy<Value = Settings> {
    let percentage = || (0_u32..=1000).prop_map(|tenths| f64::from(tenths) / 10.0);
    let vertical = prop::sample::select(vec![
        Vertical::Horizontal,
        Vertical::GrowingLeft,
        Vertical::GrowingRight,
    ]);
    let align = prop::sample::select(vec![
        Align::Start,
        Align::Center,
        Align::End,
        Align::Left,
        Align::Right,
    ]);
    let line = prop_oneof![
        Just((None, true, LineAlign::Start)),
        (-1000_i32..1000).prop_map(|line| (Some(f64::from(line)), true, LineAlign::Center)),
        percentage().prop_map(|line| (Some(line), false, LineAlign::End)),
    ];
    let position = prop_oneof![
        Just((None, PositionAlign::Auto)),
        percentage().prop_map(|position| (Some(position), PositionAlign::LineRight)),
    ];
    (vertical, align, line, position, percentage()).prop_map(
        |(vertical, align, line, position, size)| Settings {
            vertical,
            line: line.0,
            snap_to_lines: line.1,
            line_align: line.2,
            position: position.0,
            position_align: position.1,
            size,
            align,
            region: None,
        },
    )
}

fn plain_line() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z<>&{}/ .-]{1,20}",
        "\\PC{1,12}",
        Just("-->".to_owned()),
        Just("1".to_owned())
    ]
    .prop_filter("a line of cue text is not blank", |line| {
        !line.trim().is_empty()
    })
}

fn plain() -> impl Strategy<Value = String> {
    prop::collection::vec(plain_line(), 1..4).prop_map(|lines| lines.join("\n"))
}

fn cue() -> impl Strategy<Value = Cue> {
    (
        0..MAX_MS,
        1_u64..100_000,
        "[a-z0-9 ]{0,8}",
        plain(),
        settings(),
    )
        .prop_map(|(start_ms, length, id, text, settings)| Cue {
            id,
            start_ms,
            end_ms: (start_ms + length).min(MAX_MS),
            text: escape(&text),
            settings,
            words: Vec::new(),
        })
}

/// Cues whose fields hold anything at all.
fn wild_cue() -> impl Strategy<Value = Cue> {
    let text = prop::collection::vec(fragment(), 0..12)
        .prop_map(|pieces| String::from_utf8_lossy(&pieces.concat()).into_owned());
    (
        any::<u64>(),
        any::<u64>(),
        ".{0,10}",
        text,
        settings(),
        any::<f64>(),
    )
        .prop_map(|(start_ms, end_ms, id, text, settings, odd)| Cue {
            id: format!("{id}-->"),
            start_ms,
            end_ms,
            text,
            settings: Settings {
                size: odd,
                region: Some("a b".to_owned()),
                ..settings
            },
            words: vec![Word {
                text: "text".to_owned(),
                start_ms,
            }],
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_never_panics_and_errors_come_in_the_order_of_lines(bytes in noise()) {
        for document in [parse_vtt(&bytes), parse_srt(&bytes)] {
            prop_assert!(document.errors.is_sorted_by_key(|error| error.line));
            prop_assert!(document.errors.iter().all(|error| error.line >= 1));
            for cue in &document.cues {
                prop_assert!(!cue.text.contains('\0') && !cue.text.contains('\r') && !cue.text.contains("\n\n"));
                prop_assert!(cue.end_ms <= MAX_MS && cue.start_ms <= MAX_MS);
            }
        }
    }

    #[test]
    fn what_was_read_from_noise_is_written_so_that_it_reads_the_same(bytes in noise()) {
        for document in [parse_vtt(&bytes), parse_srt(&bytes)] {
            let again = parse_vtt(write_vtt(&document, VttOptions::default()).as_bytes());
            prop_assert!(again.errors.iter().all(is_about_times), "{:?}", again.errors);
            prop_assert_eq!(again.cues.len(), document.cues.len());
            for (cue, before) in again.cues.iter().zip(&document.cues) {
                prop_assert_eq!((cue.start_ms, cue.end_ms, &cue.settings), (before.start_ms, before.end_ms, &before.settings));
                prop_assert_eq!(plain_text(&cue.text).replace('\n', ""), plain_text(&before.text).replace('\n', ""));
            }
        }
    }

    #[test]
    fn a_vtt_file_that_was_written_reads_as_the_cues_it_was_written_from(cues in prop::collection::vec(cue(), 0..6)) {
        let document = Document { cues: cues.clone(), ..Document::default() };
        let read = parse_vtt(write_vtt(&document, VttOptions::default()).as_bytes());
        prop_assert!(read.errors.iter().all(is_about_times), "{:?}", read.errors);
        prop_assert_eq!(read.cues, cues);
    }

    #[test]
    fn an_srt_file_that_was_written_reads_as_the_times_and_texts_it_was_written_from(mut cues in prop::collection::vec(cue(), 0..6)) {
        for cue in &mut cues {
            // SRT cannot escape what looks like its markup.
            cue.text = cue.text.replace("&lt;", "(").replace('{', "(");
        }
        let read = parse_srt(write_srt(&cues).as_bytes());
        prop_assert_eq!(read.cues.len(), cues.len());
        for (cue, before) in read.cues.iter().zip(&cues) {
            prop_assert_eq!((cue.start_ms, cue.end_ms.max(cue.start_ms)), (before.start_ms, before.end_ms));
        }
        prop_assert_eq!(write_srt(&read.cues), write_srt(&cues));
    }

    #[test]
    fn writing_wild_cues_gives_a_valid_file_with_as_many_cues(cues in prop::collection::vec(wild_cue(), 0..5)) {
        let document = Document {
            header: "a\n\n-->".to_owned(),
            styles: vec!["x {\n\n}\n-->".to_owned()],
            comments: vec!["\n-->\n".to_owned()],
            cues: cues.clone(),
            ..Document::default()
        };
        for word_times in [false, true] {
            let written = write_vtt(&document, VttOptions { word_times });
            let read = parse_vtt(written.as_bytes());
            prop_assert!(read.errors.iter().all(is_about_times), "{:?}\n{written}", read.errors);
            prop_assert_eq!(read.cues.len(), cues.len());
            prop_assert_eq!(write_vtt(&read, VttOptions::default()), written);
        }
        let read = parse_srt(write_srt(&cues).as_bytes());
        prop_assert!(read.cues.len() <= cues.len());
    }

    #[test]
    fn plain_text_comes_out_of_its_escaped_form(text in plain()) {
        prop_assert_eq!(plain_text(&escape(&text)), text);
    }

    #[test]
    fn a_tree_survives_being_written_and_parsed(text in prop::collection::vec(fragment(), 0..20)) {
        let text = String::from_utf8_lossy(&text.concat()).replace(['\r', '\n', '\0'], " ");
        let tree = merged(parse_cue_text(&text));
        // A line break can also come from a character reference; empty lines cannot be written.
        let debug = format!("{tree:?}");
        prop_assume!(!debug.contains("\\n") && !debug.contains("\\r"));
        prop_assert_eq!(parse_cue_text(&cue_text(&tree)), tree);
    }
}

/// Neighbouring texts joined, and empty ones left out, as text on paper is.
fn merged(nodes: Vec<Node>) -> Vec<Node> {
    let mut out: Vec<Node> = Vec::new();
    for node in nodes {
        match (out.last_mut(), node) {
            (Some(Node::Text(before)), Node::Text(text)) => before.push_str(&text),
            (_, Node::Element(element)) => {
                let children = merged(element.children);
                out.push(Node::Element(Element {
                    children,
                    ..element
                }));
            }
            (_, node) => out.push(node),
        }
    }
    out
}

#[test]
fn twenty_thousand_nested_tags_neither_overflow_the_stack_nor_lose_the_text() {
    for tag in ["<b>", "<ruby><rt>", "<c.x>", "</b>", "<i><b>"] {
        let text = format!("{}text", tag.repeat(20_000));
        let file = format!("WEBVTT\n\n00:00.000 --> 00:01.000\n{text}");
        let document = parse_vtt(file.as_bytes());
        let written = write_vtt(&document, VttOptions::default());
        assert!(written.contains("text"));
        let srt = format!("1\n00:00:00,000 --> 00:00:01,000\n{text}");
        assert!(parse_srt(srt.as_bytes()).cues[0].text.contains("text"));
    }
}

#[test]
fn a_file_of_nothing_but_mistakes_reports_a_bounded_number_of_them() {
    let file = format!("WEBVTT\n\n{}", "a --> b\n\n".repeat(5000));
    assert_eq!(parse_vtt(file.as_bytes()).errors.len(), 1000);
}

#[test]
fn an_arrow_of_a_million_dashes_is_written_in_one_pass() {
    let text = format!("{}>", "-".repeat(1_000_000));
    let cue = Cue {
        id: text.clone(),
        end_ms: 1,
        text,
        ..Cue::default()
    };
    assert!(write_srt(std::slice::from_ref(&cue)).ends_with("\n->\n\n"));
    let document = Document {
        cues: vec![cue],
        ..Document::default()
    };
    assert!(write_vtt(&document, VttOptions::default()).starts_with("WEBVTT\n\n->\n"));
}
