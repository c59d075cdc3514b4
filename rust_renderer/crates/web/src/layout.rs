//! Bindings of the layout types for the web.

use crate::convert::{from_js, options, to_js};
use surtitle_render::{LiveOptions, TimedOptions, Word};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = r#"
/** Options of `LiveLayout`. */
export interface LiveOptions {
  /** Cells a row, 4 to 200; a CJK character is 2. Default 42. */
  max_chars?: number;
  /** Rows, 2 to 4. Default 2. */
  max_rows?: number;
  /** How long what is shown stays after its last change; null keeps it. Default 1500. */
  hang_ms?: number | null;
}

/** A word that should be shown. */
export interface LiveWord {
  id: number;
  text: string;
  committed?: boolean;
}

/** Names a word on the screen: `part` is there, from 1, where a word is wider than a row and goes on. */
export interface LiveKey {
  id: number;
  part?: number;
}

/** One change of the live captions, to be applied in the order given. */
export type LivePatch =
  | { op: "add_row"; row: number }
  | { op: "remove_row"; row: number }
  | ({
      op: "add_word";
      row: number;
      text: string;
      committed: boolean;
      /** No space stands before it. */
      glue?: boolean;
      /** The word it comes before; left out: at the row's end. */
      before?: LiveKey;
    } & LiveKey)
  | ({ op: "set_word"; text: string } & LiveKey)
  | ({ op: "commit_word" } & LiveKey)
  | ({ op: "remove_word" } & LiveKey)
  | { op: "clear" };

/** A row as it is shown. */
export interface LiveRow {
  row: number;
  items: ({ text: string; committed: boolean; glue: boolean } & LiveKey)[];
}

/** Options of `TimedLayout`. */
export interface TimedOptions {
  /** Width of the picture by its height. Default 16 / 9. */
  aspect_ratio?: number;
  /** Size of the font in per cent of the picture's height. Default 5. */
  font_percent?: number;
  /** Height of a line by the font's size. Default 1.3. */
  line_height?: number;
  /** Width of a Latin letter by the font's size. Default 0.5. */
  cell_width?: number;
  /** How far from the picture's edge lines begin, in per cent. Default 5. */
  margin_percent?: number;
  /** Cells a line. Default 42. */
  max_chars?: number;
}

/** A piece of text of one style; what is left out is off. */
export interface CueRun {
  text: string;
  ruby?: string;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  classes?: string[];
  voice?: string;
  language?: string;
  /** It is to come before this moment of the media. */
  start_ms?: number;
}

/** A box in per cent of the picture. */
export interface CueBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A cue in its place; `cue` is its index in the list given. */
export interface ShownCue {
  cue: number;
  id: string;
  start_ms: number;
  end_ms: number;
  lines: CueRun[][];
  align: "left" | "center" | "right";
  vertical: "" | "rl" | "lr";
  box: CueBox;
}

/** One change of the timed captions, to be applied in the order given. */
export type TimedPatch =
  | ({ op: "add_cue" } & ShownCue)
  | { op: "move_cue"; cue: number; box: CueBox }
  | { op: "remove_cue"; cue: number };
"#;

/// Lays out words as they are recognised: paint-on, roll-up.
#[wasm_bindgen]
pub struct LiveLayout {
    inner: surtitle_render::LiveLayout,
}

#[wasm_bindgen]
impl LiveLayout {
    /// An empty layout. Throws where an option is unknown or out of its range.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "LiveOptions | null")] live_options: JsValue,
    ) -> Result<Self, JsError> {
        let live_options: LiveOptions = options(live_options, "LiveLayout options")?;
        Ok(Self {
            inner: surtitle_render::LiveLayout::new(live_options)?,
        })
    }

    /// Shows `words`, all the words of the open sentence in order. Words shown before and left out
    /// now have finished and stay, but for those in `withdrawn_ids`; without that list, tentative
    /// words go, and committed ones that stand after a word that is still there.
    #[wasm_bindgen(unchecked_return_type = "LivePatch[]")]
    pub fn apply(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "readonly LiveWord[]")] words: JsValue,
        now_ms: f64,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly number[] | null")]
        withdrawn_ids: JsValue,
    ) -> Result<JsValue, JsError> {
        let words: Vec<Word> = from_js(words, "words")?;
        let withdrawn: Option<Vec<u64>> = from_js(withdrawn_ids, "withdrawn_ids")?;
        to_js(&self.inner.apply(&words, now_ms, withdrawn.as_deref()))
    }

    /// Clears what has not changed for the hang time. Call it a few times a second.
    #[wasm_bindgen(unchecked_return_type = "LivePatch[]")]
    pub fn tick(&mut self, now_ms: f64) -> Result<JsValue, JsError> {
        to_js(&self.inner.tick(now_ms))
    }

    /// Clears at once. Words that were shown are not shown again.
    #[wasm_bindgen(unchecked_return_type = "LivePatch[]")]
    pub fn clear(&mut self) -> Result<JsValue, JsError> {
        to_js(&self.inner.clear())
    }

    /// The rows that are shown, from the top.
    #[wasm_bindgen(unchecked_return_type = "LiveRow[]")]
    pub fn rows(&self) -> Result<JsValue, JsError> {
        to_js(&self.inner.rows())
    }
}

/// Says which cues stand where at a moment of the media.
#[wasm_bindgen]
pub struct TimedLayout {
    inner: surtitle_render::TimedLayout,
}

/// A moment of the media clock: a fraction of a millisecond has not come yet.
fn moment(time_ms: f64) -> u64 {
    // The conversion saturates, and makes 0 of NaN.
    time_ms.floor() as u64
}

#[wasm_bindgen]
impl TimedLayout {
    /// A layout of cues in any order. Throws where an option is unknown or out of its range.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "readonly Cue[]")] cues: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "TimedOptions | null")]
        timed_options: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly CueRegion[] | null")]
        regions: JsValue,
    ) -> Result<Self, JsError> {
        let timed_options: TimedOptions = options(timed_options, "TimedLayout options")?;
        let regions: Option<_> = from_js(regions, "regions")?;
        let inner = surtitle_render::TimedLayout::new(
            from_js(cues, "cues")?,
            regions.unwrap_or_default(),
            timed_options,
        )?;
        Ok(Self { inner })
    }

    /// The patches from what is shown to what is to be shown at `time_ms`; moments may come in any
    /// order.
    #[wasm_bindgen(unchecked_return_type = "TimedPatch[]")]
    pub fn at(&mut self, time_ms: f64) -> Result<JsValue, JsError> {
        to_js(&self.inner.at(moment(time_ms)))
    }

    /// The first moment after `time_ms` at which something changes.
    pub fn next_change_ms(&self, time_ms: f64) -> Option<f64> {
        self.inner
            .next_change(moment(time_ms))
            .map(|next| next as f64)
    }

    /// Lays out anew; the next `at` says what changed. Throws as the constructor does.
    pub fn configure(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "TimedOptions | null")] timed_options: JsValue,
    ) -> Result<(), JsError> {
        Ok(self
            .inner
            .configure(options(timed_options, "TimedLayout options")?)?)
    }

    /// All cues that are shown, in the order of their starts.
    #[wasm_bindgen(unchecked_return_type = "ShownCue[]")]
    pub fn shown(&self) -> Result<JsValue, JsError> {
        to_js(&self.inner.shown())
    }
}
