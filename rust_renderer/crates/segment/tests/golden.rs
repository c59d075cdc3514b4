//! The golden cases that the bindings run too: tests/golden/segment.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use surtitle_segment::{Error, Event, SegmentOptions, SpeechSegmenter};
use surtitle_vad::VadOptions;

#[derive(Deserialize)]
#[serde(untagged)]
enum Piece {
    Zeros {
        zeros: usize,
    },
    File {
        file: String,
        start: usize,
        end: usize,
        gain: f32,
    },
}

#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    pieces: Vec<Piece>,
    options: BTreeMap<String, f64>,
    #[serde(default)]
    events: Vec<Expected>,
    error: Option<String>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Expected {
    kind: String,
    segment: u64,
    start_sample: u64,
    end_sample: Option<u64>,
    reason: Option<String>,
}

impl From<Event> for Expected {
    fn from(event: Event) -> Self {
        let (kind, segment, start_sample, end) = match event {
            Event::Open {
                segment,
                start_sample,
            } => ("open", segment, start_sample, None),
            Event::Close {
                segment,
                start_sample,
                end_sample,
                reason,
            } => ("close", segment, start_sample, Some((end_sample, reason))),
            Event::Discard {
                segment,
                start_sample,
            } => ("discard", segment, start_sample, None),
        };
        Self {
            kind: kind.to_owned(),
            segment,
            start_sample,
            end_sample: end.map(|(sample, _)| sample),
            reason: end.map(|(_, reason)| reason.name().to_owned()),
        }
    }
}

fn golden(stage: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../tests/golden")
        .join(stage)
}

fn samples(piece: &Piece) -> Vec<f32> {
    match piece {
        Piece::Zeros { zeros } => vec![0.0; *zeros],
        Piece::File {
            file,
            start,
            end,
            gain,
        } => {
            let bytes = std::fs::read(golden("vad").join(file)).expect("the audio is there");
            bytes
                .chunks_exact(2)
                .map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) * gain / 32768.0)
                .skip(*start)
                .take(end - start)
                .collect()
        }
    }
}

fn run(case: &Case) -> Result<Vec<Expected>, Error> {
    let mut options = SegmentOptions::default();
    for (key, value) in &case.options {
        options.set(key, *value)?;
    }
    let mut segmenter = SpeechSegmenter::new(VadOptions::default(), options)?;
    let samples: Vec<f32> = case.pieces.iter().flat_map(samples).collect();
    let mut events = Vec::new();
    segmenter.push(&samples, |event| events.push(event.into()));
    segmenter.flush(|event| events.push(event.into()));
    Ok(events)
}

#[test]
fn segments_and_errors_are_the_golden_ones() {
    let entries = std::fs::read_dir(golden("segment")).expect("the golden cases are there");
    let mut count = 0;
    for entry in entries {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a readable case");
        let case: Case = serde_json::from_str(&text).expect("a case");
        let got = run(&case).map_err(|error| error.to_string());
        let expected = match &case.error {
            Some(error) => Err(error.clone()),
            None => Ok(case.events),
        };
        assert_eq!(got, expected, "{}", path.display());
        count += 1;
    }
    assert!(count > 0);
}
