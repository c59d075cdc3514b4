import { array, boolean, nullable, number, object, type Read, record, string } from '../shape';

/**
 * What crosses the border to the Python policy; the fields and their meaning are those of
 * `surtitle.policy.wire`, `surtitle.policy.hypothesis` and `surtitle.policy.options`.
 */

/** One word of a hypothesis; times in seconds since the start of the stream. */
export interface HypothesisWord {
  readonly text: string;
  readonly start_s: number;
  readonly end_s: number;
  readonly confidence?: number | null;
}

/** The words of one segment as understood now. `reason` says why a final one was closed. */
export interface Hypothesis {
  readonly segment: number;
  readonly revision: number;
  readonly start_s: number;
  readonly end_s: number;
  readonly final: boolean;
  readonly reason?: string | null;
  readonly words: readonly HypothesisWord[];
  /** Behind a cut: words heard beyond it, with which the next segment begins. */
  readonly rest?: readonly HypothesisWord[];
}

/** Every option is optional; the defaults stand in `surtitle.policy.options`. */
export interface PolicyOptions {
  readonly language?: string;
  readonly agreement?: number;
  readonly withdrawal?: number;
  readonly hold_last_word?: boolean;
  readonly last_word_wait_s?: number;
  readonly last_word_confidence?: number;
  readonly max_word_repeats?: number;
  readonly max_phrase_repeats?: number;
  readonly pause_s?: number;
  readonly max_phrase_s?: number;
  readonly max_phrase_chars?: number;
  readonly max_line_chars?: number | null;
  readonly max_lines?: number;
  readonly max_chars_per_s?: number | null;
  readonly min_cue_ms?: number;
  readonly max_cue_ms?: number;
  readonly close_gap_ms?: number;
  readonly frame_rate_hz?: number;
}

export const EXPORT_FORMATS = ['srt', 'vtt', 'txt', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What a JSON transcript says about its making. */
export interface Recognition {
  readonly model?: string;
  readonly duration_s?: number | null;
  readonly rtf?: number | null;
}

/** A finished phrase as `exportPhrases` takes it. */
export interface TimedPhrase {
  readonly start_s: number;
  readonly end_s: number;
  readonly words: readonly HypothesisWord[];
}

const shownWord = object({
  id: number,
  text: string,
  start_s: number,
  end_s: number,
  committed: boolean,
});
export type ShownWord = Read<typeof shownWord>;

const finishedPhrase = object({
  start_s: number,
  end_s: number,
  text: string,
  words: array(shownWord),
});
export type FinishedPhrase = Read<typeof finishedPhrase>;

/**
 * What to show now. An id that leaves `words` is either named in `withdrawn_ids` (take it off the
 * screen) or has finished (it stays until it rolls off).
 */
export const readUpdate = object({
  segment: number,
  revision: number,
  words: array(shownWord),
  withdrawn: number,
  withdrawn_ids: array(number),
  finished: array(finishedPhrase),
  ignored: nullable(string),
});
export type Update = Read<typeof readUpdate>;

/** `lines` are plain; `text` is the same as WebVTT cue text. */
const cue = object({ start_ms: number, end_ms: number, lines: array(string), text: string });
export type Cue = Read<typeof cue>;
export const readCues = array(cue);

export const readCounters = record(number);
export type Counters = Read<typeof readCounters>;

/** How an error crosses: `type` is the Python class, `message` names the remedy. */
export const readFault = object({ type: string, message: string });

const file = object({ name: string, bytes: number, brotli_bytes: number, sha256: string });
/** `manifest.json` beside the runtime's files. */
export const readManifest = object({
  pyodide: string,
  /** The `info` of `pyodide-lock.json`. */
  info: object({ arch: string, platform: string, abi_version: string, python: string }),
  inputs: string,
  files: array(file),
});
export type PolicyManifest = Read<typeof readManifest>;
