import { audioInlet } from './capture/inlet';
import {
  array,
  boolean,
  instance,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Read,
  record,
  string,
  tagged,
} from './shape';

/**
 * Every message between the page and its workers. A reader (`readX(value, 'name')`) narrows what
 * arrives from `unknown`; the types are what the readers return, so the two cannot disagree.
 *
 *   page ──► speech ──► recogniser ──► policy ──► page
 *
 * Positions are absolute samples at 16 kHz. Stamps are milliseconds of `clock_ms()`.
 */

/** The seven stages in the order in which a word passes them. */
export const STAGES = ['capture', 'vad', 'recognise', 'text', 'layout', 'sync', 'paint'] as const;
export type Stage = (typeof STAGES)[number];

/** When the newest audio of a chunk left each stage; a stage not passed yet is absent. */
export const stamps = record(number);
export type Stamps = Read<typeof stamps>;

export const workerName = oneOf('speech', 'recogniser', 'policy');
export type WorkerName = Read<typeof workerName>;

const port = instance('MessagePort', () => globalThis.MessagePort);

/** Page → speech worker. */
export const readSpeechOrder = tagged('kind', {
  start: { inlet: audioInlet, measured: boolean },
  /** The port to the recogniser worker; a later one replaces it. */
  connect: { port },
  /** The stream before `at_sample` and after it do not belong together (seek, another source). */
  cut: { at_sample: number, stretch: number },
});
export type SpeechOrder = Read<typeof readSpeechOrder>;

/** Why a segment was closed; null while it is open. */
const closeReason = nullable(oneOf('pause', 'cut', 'end'));

/** Speech worker → recogniser worker. */
export const readTick = tagged('kind', {
  /** The whole segment as it stands; a pass with a reason is its last. */
  tick: {
    segment: number,
    start_sample: number,
    end_sample: number,
    reason: closeReason,
    stamps,
  },
  discard: { segment: number },
  /** Nobody has spoken from `start_sample` to `end_sample`. */
  silence: { start_sample: number, end_sample: number },
  cut: { stretch: number },
});
export type TickMessage = Read<typeof readTick>;
export type Tick = Extract<TickMessage, { kind: 'tick' }>;

/** Page → recogniser worker. */
export const readRecogniserOrder = tagged('kind', {
  start: { inlet: audioInlet },
  connect: { port },
  /** The speech worker's port; a later one replaces it. */
  listen: { port },
});
export type RecogniserOrder = Read<typeof readRecogniserOrder>;

const spokenWord = object({ text: string, start_s: number, end_s: number, confidence: number });
export type SpokenWord = Read<typeof spokenWord>;

/** Recogniser worker → policy worker. Word times are seconds from the segment's start. */
export const readHypothesis = tagged('kind', {
  hypothesis: {
    segment: number,
    revision: number,
    start_sample: number,
    end_sample: number,
    final: boolean,
    reason: closeReason,
    words: array(spokenWord),
    /** After a cut: words heard beyond it; seconds from `end_sample`. */
    rest: array(spokenWord),
    stamps,
  },
  silence: { start_sample: number, end_sample: number },
  cut: { stretch: number },
});
export type HypothesisMessage = Read<typeof readHypothesis>;
export type Hypothesis = Extract<HypothesisMessage, { kind: 'hypothesis' }>;

const timedWord = object({ text: string, start_s: number, end_s: number });

/** A finished phrase in media seconds, and the stretch, from one cut to the next, that it is of. */
export const phrase = object({
  start_s: number,
  end_s: number,
  text: string,
  words: array(timedWord),
  stretch: number,
});
export type Phrase = Read<typeof phrase>;

export const exportFormat = oneOf('srt', 'vtt', 'txt');
export type ExportFormat = Read<typeof exportFormat>;

/** Page → policy worker. */
export const readPolicyOrder = tagged('kind', {
  start: { columns: number },
  listen: { port },
  anchor: { sample: number, media_s: number, rate: number },
  /** While held (the media is paused) captions do not run out. */
  hold: { held: boolean },
  /** Empty the picture now, and paint nothing of the stretches before `stretch`. */
  clear: { stretch: number },
  columns: { columns: number },
  export: { format: exportFormat, phrases: array(phrase), request: number },
});
export type PolicyOrder = Read<typeof readPolicyOrder>;

/** A word on the picture; `part` counts the rows of a word that is wider than one. */
const wordKey = { id: number, part: optional(number, 0) };
export interface WordKey {
  readonly id: number;
  readonly part: number;
}

/** Patches of the painted overlay, as the Rust crate `render` emits them. */
export const readPatch = tagged('op', {
  add_row: { row: number },
  remove_row: { row: number },
  add_word: {
    ...wordKey,
    row: number,
    text: string,
    committed: boolean,
    /** No space stands before it. */
    glue: optional(boolean, false),
    /** The word before which it comes; null: at the row's end. */
    before: optional(nullable(object(wordKey)), null),
  },
  set_word: { ...wordKey, text: string },
  commit_word: wordKey,
  remove_word: wordKey,
  clear: {},
});
export type Patch = Read<typeof readPatch>;

const span = object({ segment: number, start_sample: number, end_sample: number });
export type Span = Read<typeof span>;

/** Any worker → page. */
export const readReport = tagged('kind', {
  ready: { worker: workerName },
  /** `what` is being loaded; `total_bytes` null where the length is not known. */
  progress: {
    worker: workerName,
    what: string,
    loaded_bytes: number,
    total_bytes: nullable(number),
  },
  /** `fatal`: the worker can do no more and has to be started again. */
  fault: { worker: workerName, code: string, message: string, remedy: string, fatal: boolean },
  /** Speech worker, about four times a second. */
  level: {
    probability: number,
    level_db: number,
    speaking: boolean,
    position: number,
    backlog_samples: number,
    lost_samples: number,
    gap_samples: number,
    /** Measured only: the count of samples written and the clock, in pairs, at each look. */
    arrivals: array(number),
  },
  /** Recogniser worker, after each pass. */
  effort: {
    ticks: number,
    dropped: number,
    lost_samples: number,
    encode_ms: number,
    decode_ms: number,
  },
  captions: {
    patches: array(readPatch),
    finished: array(phrase),
    stamps,
    /** The span that a pass of the recogniser heard; null for what came without one. */
    heard: nullable(span),
  },
  exported: { request: number, text: string },
});
export type Report = Read<typeof readReport>;
export type Fault = Extract<Report, { kind: 'fault' }>;
