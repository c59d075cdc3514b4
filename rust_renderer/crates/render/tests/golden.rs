//! The golden cases in `tests/golden/layout`, which the bindings run too.
//!
//! `SURTITLE_BLESS=1 cargo test` writes the answers anew; read the difference before you keep it.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use surtitle_render::{LiveLayout, TimedLayout, Word};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../tests/golden/layout")
        .join(name)
}

/// A field of a case; the default where the case has none.
fn field<T: serde::de::DeserializeOwned + Default>(case: &Value, name: &str) -> T {
    case.get(name).map_or_else(T::default, |value| {
        serde_json::from_value(value.clone()).unwrap()
    })
}

/// Runs each case's steps and compares, or writes, what they answer.
fn run(path: &Path, mut answer: impl FnMut(&Value) -> (Vec<Value>, Value)) {
    let mut cases: Vec<Value> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let bless = std::env::var_os("SURTITLE_BLESS").is_some();
    for case in &mut cases {
        let (patches, shown) = answer(case);
        for (step, patches) in case["steps"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .zip(patches)
        {
            if bless {
                step["patches"] = patches.clone();
            }
            assert_eq!(step["patches"], patches, "{}: {step}", path.display());
        }
        if bless {
            case["shown"] = shown.clone();
        }
        assert_eq!(case["shown"], shown, "{}: {}", path.display(), case["name"]);
    }
    if bless {
        std::fs::write(path, serde_json::to_string_pretty(&cases).unwrap() + "\n").unwrap();
    }
}

#[test]
fn every_live_golden_case_is_laid_out_as_recorded() {
    run(&file("live.json"), |case| {
        let mut layout = LiveLayout::new(field(case, "options")).unwrap();
        let steps = case["steps"].as_array().unwrap().iter();
        let patches = steps.map(|step| {
            let now_ms = step["now_ms"].as_f64().unwrap_or_default();
            json!(match (step.get("words"), step.get("clear")) {
                (Some(_), _) => {
                    let words: Vec<Word> = field(step, "words");
                    let withdrawn: Option<Vec<u64>> = field(step, "withdrawn_ids");
                    layout.apply(&words, now_ms, withdrawn.as_deref())
                }
                (None, Some(_)) => layout.clear(),
                (None, None) => layout.tick(now_ms),
            })
        });
        (patches.collect(), json!(layout.rows()))
    });
}

#[test]
fn every_timed_golden_case_is_laid_out_as_recorded() {
    run(&file("timed.json"), |case| {
        let (cues, regions) = (field(case, "cues"), field(case, "regions"));
        let mut layout = TimedLayout::new(cues, regions, field(case, "options")).unwrap();
        let steps = case["steps"].as_array().unwrap().iter();
        let patches = steps.map(|step| {
            if step.get("options").is_some() {
                layout.configure(field(step, "options")).unwrap();
            }
            json!(layout.at(step["at_ms"].as_u64().unwrap()))
        });
        (patches.collect(), json!(layout.shown()))
    });
}
