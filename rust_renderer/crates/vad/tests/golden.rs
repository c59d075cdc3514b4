//! The golden cases that the bindings run too: tests/golden/vad.

use serde::Deserialize;
use std::path::PathBuf;
use surtitle_vad::{FRAME_SAMPLES, Vad, VadOptions};

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
    pieces: Vec<Piece>,
    frames: Frames,
    tolerance: Tolerance,
}

#[derive(Deserialize)]
struct Frames {
    probability: Vec<f32>,
    level_db: Vec<f32>,
}

#[derive(Deserialize)]
struct Tolerance {
    probability: f32,
    level_db: f32,
}

fn golden() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../tests/golden/vad")
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
            let bytes = std::fs::read(golden().join(file)).expect("the audio is there");
            bytes
                .chunks_exact(2)
                .map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) * gain / 32768.0)
                .skip(*start)
                .take(end - start)
                .collect()
        }
    }
}

fn cases() -> Vec<(String, Case)> {
    let entries = std::fs::read_dir(golden()).expect("the golden cases are there");
    let cases: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a readable case");
            let case = serde_json::from_str(&text).expect("a case");
            (path.display().to_string(), case)
        })
        .collect();
    assert!(!cases.is_empty());
    cases
}

#[test]
fn probabilities_and_levels_are_the_golden_ones() {
    for (name, case) in cases() {
        for simd in [true, false] {
            let mut vad = Vad::new(VadOptions::default().with_simd(simd));
            let samples: Vec<f32> = case.pieces.iter().flat_map(samples).collect();
            let frames: Vec<&[f32; FRAME_SAMPLES]> = samples
                .chunks_exact(FRAME_SAMPLES)
                .map(|frame| frame.try_into().expect("a whole frame"))
                .collect();
            assert_eq!(frames.len(), case.frames.probability.len(), "{name}");
            for (index, frame) in frames.iter().enumerate() {
                let off = (vad.push(frame) - case.frames.probability[index]).abs();
                assert!(
                    off <= case.tolerance.probability,
                    "{name}, frame {index}: {off}"
                );
                let off = (vad.level_db() - case.frames.level_db[index]).abs();
                assert!(
                    off <= case.tolerance.level_db,
                    "{name}, frame {index}: {off} dB"
                );
            }
        }
    }
}
