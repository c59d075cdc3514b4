//! The golden cases in `tests/golden/cues`, which the bindings run too.
//!
//! `SURTITLE_BLESS=1 cargo test` writes the answers anew; read the difference before you keep it.

use serde_json::{Value, json};
use std::path::PathBuf;
use surtitle_cues::{
    Document, VttOptions, parse_cue_text, parse_srt, parse_vtt, write_srt, write_vtt,
};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../tests/golden/cues")
}

/// The answers to one case: what its input reads as and is written as.
fn answers(case: &Value) -> Value {
    if let Some(text) = case["cue_text"].as_str() {
        return json!({ "tree": parse_cue_text(text) });
    }
    let document: Document = match (case["vtt"].as_str(), case["srt"].as_str()) {
        (Some(file), _) => parse_vtt(file.as_bytes()),
        (_, Some(file)) => parse_srt(file.as_bytes()),
        _ => serde_json::from_value(case["document"].clone()).unwrap(),
    };
    let word_times = case["word_times"].as_bool().unwrap_or_default();
    json!({
        "document": document,
        "written_vtt": write_vtt(&document, VttOptions { word_times }),
        "written_srt": write_srt(&document.cues),
    })
}

#[test]
fn every_golden_case_reads_and_writes_as_recorded() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let mut cases: Vec<Value> = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        if std::env::var_os("SURTITLE_BLESS").is_some() {
            for case in &mut cases {
                case["expected"] = answers(case);
            }
            std::fs::write(&file, serde_json::to_string_pretty(&cases).unwrap() + "\n").unwrap();
        }
        for case in &cases {
            assert_eq!(
                answers(case),
                case["expected"],
                "{}: {}",
                file.display(),
                case["name"]
            );
        }
    }
}
