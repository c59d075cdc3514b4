import { MediaMap } from '../capture/media-map';
import { SAMPLE_RATE_HZ } from '../capture/rate';
import type { Hypothesis as PolicyHypothesis, Update } from '../policy';
import {
  type Hypothesis,
  type HypothesisMessage,
  type Patch,
  type PolicyOrder,
  type Report,
  readPatch,
  type Span,
  type SpokenWord,
  type Stamps,
} from '../protocol';
import { array } from '../shape';

/** One stretch's session of the Python policy. */
export interface SessionLike {
  push(hypothesis: PolicyHypothesis): Update;
  advance(stream_s: number): Update;
  finish(): Update;
  close(): void;
}

interface LaidWord {
  readonly id: number;
  readonly text: string;
  readonly committed: boolean;
}

/** The Rust `LiveLayout`; answers are lists of patches. */
export interface LayoutLike {
  apply(words: readonly LaidWord[], now_ms: number, withdrawn_ids: readonly number[]): unknown;
  tick(now_ms: number): unknown;
}

export interface PolicyStageOptions {
  readonly createSession: () => SessionLike;
  readonly createLayout: (columns: number) => LayoutLike;
  readonly emit: (report: Extract<Report, { kind: 'captions' }>) => void;
  readonly clock_ms: () => number;
  readonly columns: number;
}

const readPatches = array(readPatch);

/** A caption whose audio is older than this goes to the transcript alone: it would only flash by. */
const STALE_MS = 6_000;

/**
 * Words in, patches and finished phrases out. A stretch (from one cut to the next) has a session
 * of its own, since the policy takes its times in order and a seek turns them back.
 */
export class PolicyStage {
  readonly #options: PolicyStageOptions;
  readonly #media = new MediaMap();
  #session: SessionLike;
  #layout: LayoutLike;
  #stretch = 0;
  #paintFrom = 0;
  #columns: number;
  #held = false;
  /** Word ids start from 0 in each session; on the picture they go on counting. */
  #idBase = 0;
  #idNext = 0;

  constructor(options: PolicyStageOptions) {
    this.#options = options;
    this.#columns = options.columns;
    this.#session = options.createSession();
    this.#layout = options.createLayout(options.columns);
  }

  take(message: HypothesisMessage): void {
    if (message.kind === 'hypothesis') this.#push(message);
    else if (message.kind === 'silence') this.#advance(message.start_sample, message.end_sample);
    else this.#cut(message.stretch);
  }

  anchor(order: Extract<PolicyOrder, { kind: 'anchor' }>): void {
    this.#media.add(order);
  }

  hold(held: boolean): void {
    this.#held = held;
  }

  clear(stretch: number): void {
    this.#paintFrom = stretch;
    this.#layOutAnew();
  }

  columns(columns: number): void {
    this.#columns = columns;
    this.#layOutAnew();
  }

  #layOutAnew(): void {
    this.#layout = this.#options.createLayout(this.#columns);
    this.#emit([{ op: 'clear' }], [], {}, null);
  }

  /** Lets captions run out. To be called a few times a second. */
  tick(): void {
    if (this.#held) return;
    const patches = readPatches(this.#layout.tick(this.#options.clock_ms()), 'patches');
    if (patches.length > 0) this.#emit(patches, [], {}, null);
  }

  #push(message: Hypothesis): void {
    const update = this.#session.push(this.#inMediaTime(message));
    const { segment, start_sample, end_sample } = message;
    this.#show(update, message.stamps, { segment, start_sample, end_sample });
  }

  #inMediaTime(message: Hypothesis): PolicyHypothesis {
    const { segment, revision, final, reason, start_sample, end_sample } = message;
    const words = this.#moved(message.words, start_sample);
    const rest = this.#moved(message.rest, end_sample);
    const start_s = this.#media.media_s(start_sample);
    const end_s = this.#media.media_s(end_sample);
    return { segment, revision, final, reason, start_s, end_s, words, rest };
  }

  /** Words whose times are seconds from sample `from`, in media seconds. */
  #moved(words: readonly SpokenWord[], from: number): SpokenWord[] {
    const at = (start_s: number) => this.#media.media_s(from + start_s * SAMPLE_RATE_HZ);
    return words.map((word) => ({ ...word, start_s: at(word.start_s), end_s: at(word.end_s) }));
  }

  /** Silence ends a phrase even while the media is paused and its clock stands. */
  #advance(start_sample: number, end_sample: number): void {
    const silent_s = (end_sample - start_sample) / SAMPLE_RATE_HZ;
    const update = this.#session.advance(this.#media.media_s(start_sample) + silent_s);
    const { finished } = update;
    if (finished.length > 0) this.#emit([], finished, {}, null);
  }

  #cut(stretch: number): void {
    this.#show(this.#session.finish(), {}, null);
    this.#session.close();
    this.#session = this.#options.createSession();
    this.#stretch = stretch;
    this.#idBase = this.#idNext;
  }

  #show(update: Update, stamps: Stamps, heard: Span | null): void {
    const text_ms = this.#options.clock_ms();
    const age_ms = text_ms - (stamps['capture'] ?? text_ms);
    const painted = this.#stretch >= this.#paintFrom && age_ms < STALE_MS;
    const patches = painted ? this.#lay(update, text_ms) : [];
    const layout_ms = this.#options.clock_ms();
    const passed = { ...stamps, text: text_ms, layout: layout_ms };
    this.#emit(patches, update.finished, passed, heard);
  }

  #lay(update: Update, now_ms: number): Patch[] {
    const words = update.words.map(({ id, text, committed }) => ({
      id: id + this.#idBase,
      text,
      committed,
    }));
    this.#idNext = words.reduce((next, word) => Math.max(next, word.id + 1), this.#idNext);
    const withdrawn = update.withdrawn_ids.map((id) => id + this.#idBase);
    return readPatches(this.#layout.apply(words, now_ms, withdrawn), 'patches');
  }

  #emit(patches: Patch[], finished: Update['finished'], stamps: Stamps, heard: Span | null): void {
    const phrases = finished.map((said) => ({ ...said, stretch: this.#stretch }));
    if (patches.length === 0 && phrases.length === 0 && stamps['text'] === undefined) return;
    this.#options.emit({ kind: 'captions', patches, finished: phrases, stamps, heard });
  }
}
