//! Bindings of the speech types for the web.

use js_sys::{Array, Float32Array, Object, RangeError, Reflect, TypeError};
use surtitle_segment::{Event, SegmentOptions};
use surtitle_vad::{FRAME_SAMPLES, VadOptions};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Options of `Vad`. */
export interface VadOptions {
  /** Whether SIMD is used (true); the results do not differ. */
  simd?: boolean;
}

/** Options of `SpeechSegmenter`; defaults in brackets. */
export interface SpeechSegmenterOptions extends VadOptions {
  /** Audio kept before the first speech: 0 to 1000 (300). */
  pre_roll_ms?: number;
  /** Quiet that ends a segment, and its tail: 32 to 5000 (512). */
  hang_over_ms?: number;
  tail_ms?: number;
  /** Speech that opens a segment: 32 to 500 (128). */
  min_speech_ms?: number;
  /** Speech without which a pause discards the segment: 32 to 2000 (160). */
  confirm_speech_ms?: number;
  /** The longest segment: 3000 to 600000 (6000). */
  max_segment_ms?: number;
  /** How far back a cut may lie: 32 to half of `max_segment_ms` (2000). */
  cut_search_ms?: number;
  /** The probability that begins speech: 0.01 to 0.99 (0.5). */
  onset_threshold?: number;
  /** The probability that goes on with speech: 0.01 to `onset_threshold` (0.35). */
  offset_threshold?: number;
}

/** Sample positions count from the start of the stream. */
export type SpeechEvent =
  | { kind: "open"; segment: number; start_sample: number }
  | {
      kind: "close";
      segment: number;
      start_sample: number;
      end_sample: number;
      reason: "pause" | "cut" | "end";
    }
  | { kind: "discard"; segment: number; start_sample: number };
"#;

#[wasm_bindgen]
extern "C" {
    /// An options object.
    #[wasm_bindgen(typescript_type = "VadOptions")]
    pub type JsVadOptions;
    /// An options object.
    #[wasm_bindgen(typescript_type = "SpeechSegmenterOptions")]
    pub type JsSpeechSegmenterOptions;
    /// A list of events.
    #[wasm_bindgen(typescript_type = "SpeechEvent[]")]
    pub type JsSpeechEvents;
}

/// Speech probability of each 32 ms frame (512 samples of mono f32 at 16 kHz).
#[wasm_bindgen]
pub struct Vad(surtitle_vad::Vad);

#[wasm_bindgen]
impl Vad {
    /// A detector before the first sample. Throws a TypeError or RangeError that names a wrong
    /// option.
    #[wasm_bindgen(constructor)]
    pub fn new(options: Option<JsVadOptions>) -> Result<Vad, JsValue> {
        let vad = read_options(options.as_deref(), |key, _| {
            Err(RangeError::new(&format!("option is {key}; it accepts simd")).into())
        })?;
        Ok(Self(surtitle_vad::Vad::new(vad)))
    }

    /// The speech probability, 0 to 1, of the next frame. Throws a RangeError unless it has 512
    /// samples.
    pub fn push(&mut self, frame: &[f32]) -> Result<f32, JsValue> {
        let frame: &[f32; FRAME_SAMPLES] = frame.try_into().map_err(|_| {
            let message = format!("frame has {} samples; it needs 512", frame.len());
            RangeError::new(&message)
        })?;
        Ok(self.0.push(frame))
    }

    /// The probability of the last frame; 0 before the first.
    #[wasm_bindgen(getter)]
    pub fn probability(&self) -> f32 {
        self.0.probability()
    }

    /// The level of the last frame in dB of full scale; -120 at the least.
    #[wasm_bindgen(getter)]
    pub fn level_db(&self) -> f32 {
        self.0.level_db()
    }

    /// What the rule saw of the last frame.
    pub fn features(&self) -> Float32Array {
        Float32Array::from(self.0.features().as_slice())
    }
}

/// Segments of speech in a stream of mono f32 at 16 kHz.
#[wasm_bindgen]
pub struct SpeechSegmenter(surtitle_segment::SpeechSegmenter);

#[wasm_bindgen]
impl SpeechSegmenter {
    /// A segmenter before the first sample. Throws a TypeError or RangeError that names a wrong
    /// option and what it accepts.
    #[wasm_bindgen(constructor)]
    pub fn new(options: Option<JsSpeechSegmenterOptions>) -> Result<SpeechSegmenter, JsValue> {
        let mut segment = SegmentOptions::default();
        let vad = read_options(options.as_deref(), |key, value| {
            let value = value
                .as_f64()
                .ok_or_else(|| TypeError::new(&format!("{key} must be a number")))?;
            segment.set(key, value).map_err(range_error)
        })?;
        let segmenter = surtitle_segment::SpeechSegmenter::new(vad, segment);
        Ok(Self(segmenter.map_err(range_error)?))
    }

    /// Takes any number of samples and returns what began or ended in them. Samples that do not
    /// fill a frame of 512 wait for the next call.
    pub fn push(&mut self, samples: &[f32]) -> JsSpeechEvents {
        let events = Array::new();
        self.0.push(samples, |event| {
            events.push(&event_object(event));
        });
        events.unchecked_into()
    }

    /// Ends the stream, or a stretch of it: what is open is closed at the last sample pushed.
    pub fn flush(&mut self) -> JsSpeechEvents {
        let events = Array::new();
        self.0.flush(|event| {
            events.push(&event_object(event));
        });
        events.unchecked_into()
    }

    /// The speech probability, 0 to 1, of the last frame.
    #[wasm_bindgen(getter)]
    pub fn probability(&self) -> f32 {
        self.0.probability()
    }

    /// The level of the last frame in dB of full scale; -120 at the least.
    #[wasm_bindgen(getter)]
    pub fn level_db(&self) -> f32 {
        self.0.level_db()
    }

    /// Samples consumed, without those that wait for their frame to fill.
    #[wasm_bindgen(getter)]
    pub fn position(&self) -> f64 {
        self.0.position() as f64
    }

    /// Where the open segment ends if nothing more is said; without one, the position.
    #[wasm_bindgen(getter)]
    pub fn tail_end(&self) -> f64 {
        self.0.tail_end() as f64
    }
}

fn range_error(error: surtitle_segment::Error) -> JsValue {
    RangeError::new(&error.to_string()).into()
}

/// Reads `simd`, and gives every other option that is set to `other`.
fn read_options(
    options: Option<&JsValue>,
    mut other: impl FnMut(&str, JsValue) -> Result<(), JsValue>,
) -> Result<VadOptions, JsValue> {
    let mut vad = VadOptions::default();
    let Some(options) = options else {
        return Ok(vad);
    };
    let options: &Object = options
        .dyn_ref()
        .ok_or_else(|| TypeError::new("options must be an object"))?;
    for entry in Object::entries(options) {
        let entry = Array::from(&entry);
        let (key, value) = (entry.get(0).as_string().unwrap_or_default(), entry.get(1));
        if value.is_undefined() {
            continue;
        }
        if key == "simd" {
            let simd = value
                .as_bool()
                .ok_or_else(|| TypeError::new("simd must be true or false"))?;
            vad = vad.with_simd(simd);
        } else {
            other(&key, value)?;
        }
    }
    Ok(vad)
}

fn event_object(event: Event) -> JsValue {
    let object = Object::new();
    let set = |key: &str, value: JsValue| {
        // A fresh plain object takes every property.
        Reflect::set(&object, &key.into(), &value).unwrap_throw();
    };
    let begin = |kind: &str, segment: u64, start_sample: u64| {
        set("kind", kind.into());
        set("segment", (segment as f64).into());
        set("start_sample", (start_sample as f64).into());
    };
    match event {
        Event::Open {
            segment,
            start_sample,
        } => begin("open", segment, start_sample),
        Event::Close {
            segment,
            start_sample,
            end_sample,
            reason,
        } => {
            begin("close", segment, start_sample);
            set("end_sample", (end_sample as f64).into());
            set("reason", reason.name().into());
        }
        Event::Discard {
            segment,
            start_sample,
        } => begin("discard", segment, start_sample),
    }
    object.into()
}
