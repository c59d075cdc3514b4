//! The WebVTT cases of the Web Platform Tests, read from the shared test data where it is present.

use serde_json::Value;
use std::path::PathBuf;
use surtitle_cues::{Cue, Document, Element, Kind, Node, Region, parse_cue_text, parse_vtt};

/// The folder of the cases; `None`, with the reason printed, where it is absent.
fn cases() -> Option<PathBuf> {
    let root =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/data/peer/webvtt");
    if root.join("expected.json").is_file() {
        return Some(root);
    }
    eprintln!("skipped: no WebVTT conformance cases at {}", root.display());
    None
}

fn json(path: PathBuf) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn enum_text<T: serde::Serialize>(value: T) -> Value {
    serde_json::to_value(value).unwrap()
}

/// A number, or "auto".
fn auto(value: Option<f64>) -> Value {
    value.map_or(Value::from("auto"), Value::from)
}

fn region_of<'a>(document: &'a Document, cue: &Cue) -> Option<&'a Region> {
    let id = cue.settings.region.as_ref()?;
    document
        .regions
        .iter()
        .rev()
        .find(|region| &region.id == id)
}

fn region_property(region: &Region, name: &str) -> Value {
    match name {
        "lines" => region.lines.into(),
        "regionAnchorX" => region.region_anchor_x.into(),
        "regionAnchorY" => region.region_anchor_y.into(),
        "viewportAnchorX" => region.viewport_anchor_x.into(),
        "viewportAnchorY" => region.viewport_anchor_y.into(),
        "scroll" => enum_text(region.scroll),
        other => panic!("unknown region property {other}"),
    }
}

/// The value of a path in the names of the TextTrackCue interface.
fn lookup(document: &Document, path: &str) -> Value {
    if path == "cues.length" {
        return document.cues.len().into();
    }
    let (index, property) = path
        .strip_prefix("cues[")
        .unwrap()
        .split_once("].")
        .unwrap();
    let Some(cue) = document.cues.get(index.parse::<usize>().unwrap()) else {
        return Value::from("(no such cue)");
    };
    let settings = &cue.settings;
    match property {
        "id" => cue.id.clone().into(),
        "text" => cue.text.clone().into(),
        "startTime" => (cue.start_ms as f64 / 1000.0).into(),
        "endTime" => (cue.end_ms as f64 / 1000.0).into(),
        "line" => auto(settings.line),
        "snapToLines" => settings.snap_to_lines.into(),
        "lineAlign" => enum_text(settings.line_align),
        "position" => auto(settings.position),
        "positionAlign" => enum_text(settings.position_align),
        "size" => settings.size.into(),
        "align" => enum_text(settings.align),
        "vertical" => enum_text(settings.vertical),
        // Regions of one file are one and the same where their address is.
        "region" => {
            region_of(document, cue).map_or(Value::Null, |region| format!("{region:p}").into())
        }
        nested => {
            let name = nested.strip_prefix("region.").unwrap();
            region_of(document, cue).map_or(Value::Null, |region| region_property(region, name))
        }
    }
}

fn same(actual: &Value, expected: &Value) -> bool {
    match (actual.as_f64(), expected.as_f64()) {
        // SameValue: −0 is not 0.
        (Some(a), Some(b)) => a.to_bits() == b.to_bits(),
        _ => actual == expected,
    }
}

fn holds(document: &Document, path: &str, relation: &str, value: &Value) -> bool {
    let actual = lookup(document, path);
    let expected = match value.get("same_as") {
        Some(other) => lookup(document, other.as_str().unwrap()),
        None => value.clone(),
    };
    match relation {
        "equals" => same(&actual, &expected),
        "not_equals" => !same(&actual, &expected),
        "present" => !actual.is_null(),
        other => panic!("unknown relation {other}"),
    }
}

#[test]
fn every_file_case_of_the_web_platform_tests_passes() {
    let Some(root) = cases() else { return };
    let expected = json(root.join("expected.json"));
    let mut failures = Vec::new();
    for (name, assertions) in expected.as_object().unwrap() {
        let document = parse_vtt(&std::fs::read(root.join("files").join(name)).unwrap());
        for assertion in assertions.as_array().unwrap() {
            let [path, relation, value] = assertion.as_array().unwrap().as_slice() else {
                panic!()
            };
            let (path, relation) = (path.as_str().unwrap(), relation.as_str().unwrap());
            if !holds(&document, path, relation, value) {
                failures.push(format!(
                    "{name}: {path} {relation} {value}, got {}",
                    lookup(&document, path)
                ));
            }
        }
    }
    let total = expected.as_object().unwrap().len();
    assert!(
        failures.is_empty(),
        "of {total} files:\n{}",
        failures.join("\n")
    );
}

fn timestamp(milliseconds: u64) -> String {
    let (hours, rest) = (milliseconds / 3_600_000, milliseconds % 3_600_000);
    format!(
        "{hours:02}:{:02}:{:02}.{:03}",
        rest / 60_000,
        rest / 1000 % 60,
        rest % 1000
    )
}

fn attributes(element: &Element) -> (&'static str, Option<(&'static str, &str)>) {
    match element.kind {
        Kind::Class => ("span", None),
        Kind::Voice => ("span", Some(("title", &element.annotation))),
        Kind::Language => ("span", Some(("lang", &element.annotation))),
        kind => (kind.tag(), None),
    }
}

/// The tree in the indented form of the cases: attributes by name, `| ` before each line.
fn dump(nodes: &[Node], depth: usize, out: &mut String) {
    let indent = format!("| {}", "  ".repeat(depth));
    for node in nodes {
        match node {
            Node::Text(text) => out.push_str(&format!("{indent}\"{text}\"\n")),
            Node::Timestamp(time) => {
                out.push_str(&format!("{indent}<?timestamp {}>\n", timestamp(*time)))
            }
            Node::Element(element) => {
                let (tag, attribute) = attributes(element);
                out.push_str(&format!("{indent}<{tag}>\n"));
                if !element.classes.is_empty() {
                    out.push_str(&format!(
                        "{indent}  class=\"{}\"\n",
                        element.classes.join(" ")
                    ));
                }
                if let Some((name, value)) = attribute {
                    out.push_str(&format!("{indent}  {name}=\"{value}\"\n"));
                }
                dump(&element.children, depth + 1, out);
            }
        }
    }
}

#[test]
fn every_cue_text_case_of_the_web_platform_tests_passes() {
    let Some(root) = cases() else { return };
    let (mut failures, mut total) = (Vec::new(), 0);
    for name in ["text", "tags", "entities", "timestamps", "tree-building"] {
        for case in json(root.join("cue-text").join(format!("{name}.json")))
            .as_array()
            .unwrap()
        {
            let text = case["text"].as_str().unwrap();
            let file = format!("WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n{text}");
            let document = parse_vtt(file.as_bytes());
            let mut tree = String::new();
            dump(&parse_cue_text(&document.cues[0].text), 0, &mut tree);
            total += 1;
            if tree != case["expectedTree"].as_str().unwrap() {
                failures.push(format!(
                    "{name}: {text:?}\nexpected\n{}got\n{tree}",
                    case["expectedTree"].as_str().unwrap()
                ));
            }
        }
    }
    eprintln!("{} of {total} trees", total - failures.len());
    assert!(
        failures.is_empty(),
        "{} of {total} failed:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
