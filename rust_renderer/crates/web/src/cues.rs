//! Bindings of the cues types for the web.

use crate::convert::{from_js, options, to_js};
use surtitle_cues::{Cue, Document, VttOptions};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = r#"
/** WebVTT cue settings; what is left out has WebVTT's default. */
export interface CueSettings {
  vertical?: "rl" | "lr";
  /** A line number, or per cent where `snap_to_lines` is false; left out: "auto". */
  line?: number;
  snap_to_lines?: boolean;
  line_align?: "start" | "center" | "end";
  /** Per cent; left out: "auto". */
  position?: number;
  position_align?: "auto" | "line-left" | "center" | "line-right";
  /** Per cent. */
  size?: number;
  align?: "start" | "center" | "end" | "left" | "right";
  region?: string;
}

/** A word of a cue and when it begins. */
export interface CueWord {
  text: string;
  start_ms: number;
}

/** A piece of WebVTT cue text and when it is shown: from `start_ms` up to, not including, `end_ms`. */
export interface Cue {
  id?: string;
  start_ms: number;
  end_ms: number;
  /** WebVTT cue text: `escape_text` makes it from plain text. */
  text: string;
  settings?: CueSettings;
  words?: CueWord[];
}

/** A WebVTT region; numbers are per cent, but `lines`. */
export interface CueRegion {
  id?: string;
  width?: number;
  lines?: number;
  region_anchor_x?: number;
  region_anchor_y?: number;
  viewport_anchor_x?: number;
  viewport_anchor_y?: number;
  scroll?: "" | "up";
}

/** What was wrong with a file, and on which line, counted from 1. */
export interface CueParseError {
  code:
    | "bad-signature"
    | "bad-encoding"
    | "nul-character"
    | "bad-timing"
    | "loose-timing"
    | "end-before-start"
    | "out-of-order"
    | "overlap"
    | "bad-setting"
    | "unknown-region"
    | "bad-region"
    | "misplaced-block"
    | "stray-text"
    | "missing-number"
    | "empty-cue"
    | "bad-tag";
  line: number;
  message: string;
}

/** A subtitle file that was read; cues are in its order. */
export interface CueDocument {
  header: string;
  regions: CueRegion[];
  styles: string[];
  comments: string[];
  cues: Cue[];
  errors: CueParseError[];
}

/** The tree of a cue's text. */
export type CueNode =
  | { text: string }
  | { timestamp: number }
  | {
      element: {
        kind: "class" | "italic" | "bold" | "underline" | "ruby" | "ruby-text" | "voice" | "language";
        classes?: string[];
        annotation?: string;
        children: CueNode[];
      };
    };

/** Options of `write_vtt`. */
export interface VttOptions {
  /** Whether a cue's `words` are written as timestamps in its text. */
  word_times?: boolean;
}
"#;

/// The bytes of a file that is given as text or as bytes.
fn bytes_of(data: &JsValue) -> Result<Vec<u8>, JsError> {
    if let Some(text) = data.as_string() {
        return Ok(text.into_bytes());
    }
    let bytes = data
        .dyn_ref::<js_sys::Uint8Array>()
        .map(js_sys::Uint8Array::to_vec);
    bytes.ok_or_else(|| JsError::new("a subtitle file must be a string or a Uint8Array"))
}

/// A document, or a bare list of cues.
fn document_of(value: JsValue) -> Result<Document, JsError> {
    if js_sys::Array::is_array(&value) {
        return Ok(Document {
            cues: from_js(value, "cues")?,
            ..Document::default()
        });
    }
    from_js(value, "document")
}

/// Reads a WebVTT file. It does not throw for what is in the file: see `errors` of the result.
#[wasm_bindgen(unchecked_return_type = "CueDocument")]
pub fn parse_vtt(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] data: JsValue,
) -> Result<JsValue, JsError> {
    to_js(&surtitle_cues::parse_vtt(&bytes_of(&data)?))
}

/// Reads an SRT file. It does not throw for what is in the file: see `errors` of the result.
#[wasm_bindgen(unchecked_return_type = "CueDocument")]
pub fn parse_srt(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] data: JsValue,
) -> Result<JsValue, JsError> {
    to_js(&surtitle_cues::parse_srt(&bytes_of(&data)?))
}

/// Writes valid WebVTT. Throws where a value has not the type of its field.
#[wasm_bindgen]
pub fn write_vtt(
    #[wasm_bindgen(unchecked_param_type = "Partial<CueDocument> | readonly Cue[]")]
    document: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "VttOptions | null")] vtt_options: JsValue,
) -> Result<String, JsError> {
    let vtt_options: VttOptions = options(vtt_options, "write_vtt options")?;
    Ok(surtitle_cues::write_vtt(
        &document_of(document)?,
        vtt_options,
    ))
}

/// Writes SRT. Throws where a value has not the type of its field.
#[wasm_bindgen]
pub fn write_srt(
    #[wasm_bindgen(unchecked_param_type = "readonly Cue[]")] cues: JsValue,
) -> Result<String, JsError> {
    let cues: Vec<Cue> = from_js(cues, "cues")?;
    Ok(surtitle_cues::write_srt(&cues))
}

/// The tree of a cue's text.
#[wasm_bindgen(unchecked_return_type = "CueNode[]")]
pub fn parse_cue_text(text: &str) -> Result<JsValue, JsError> {
    to_js(&surtitle_cues::parse_cue_text(text))
}

/// A cue's text without its markup.
#[wasm_bindgen]
pub fn plain_text(text: &str) -> String {
    surtitle_cues::plain_text(text)
}

/// Plain text as WebVTT cue text.
#[wasm_bindgen]
pub fn escape_text(text: &str) -> String {
    surtitle_cues::escape(text)
}
