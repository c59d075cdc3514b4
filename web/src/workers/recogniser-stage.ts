import { SAMPLE_RATE_HZ } from '../capture/rate';
import type { RingReader } from '../capture/ring';
import type { HypothesisMessage, SpokenWord, Tick, TickMessage } from '../protocol';
import type { Pass } from '../recognise';
import { TickQueue } from './tick-queue';

interface Heard {
  readonly words: readonly SpokenWord[];
  readonly rest: readonly SpokenWord[];
  readonly context_samples: number;
}

/** What the stage needs of a recogniser. */
export interface RecogniserLike {
  recognise(
    audio: Float32Array,
    options: { segment: number; pass: Pass },
  ): Heard & { encode_ms: number; decode_ms: number };
}

export interface RecogniserStageOptions {
  readonly reader: RingReader;
  readonly recogniser: RecogniserLike;
  readonly emit: (message: HypothesisMessage) => void;
  readonly clock_ms: () => number;
}

/** Room for a live segment (at most 15 s) with its context; a longer one makes it grow. */
const AUDIO_SAMPLES = 20 * SAMPLE_RATE_HZ;

/** Turns the newest ticks into hypotheses; `TickQueue` says which and when. */
export class RecogniserStage {
  readonly queue = new TickQueue();
  readonly #options: RecogniserStageOptions;
  /**
   * The newest tick of each open segment, the number of its next revision, and the words that a
   * cut left for it while it has none of its own.
   */
  readonly #shown = new Map<
    number,
    { tick: Tick; revision: number; carried: readonly SpokenWord[] }
  >();
  /** The segment that goes on from a cut, and the audio that its passes want in front. */
  #context = { segment: -1, samples: 0 };
  #audio = new Float32Array(AUDIO_SAMPLES);
  ticks = 0;
  lost_samples = 0;
  encode_ms = 0;
  decode_ms = 0;

  constructor(options: RecogniserStageOptions) {
    this.#options = options;
  }

  /** Does the next piece of work. Returns milliseconds until there may be more, or null. */
  async step(): Promise<number | null> {
    const next = this.queue.next(this.#options.clock_ms());
    if (next === null || typeof next === 'number') return next;
    await this.#work(next);
    return 0;
  }

  async #work(message: TickMessage): Promise<void> {
    if (message.kind === 'tick') await this.#pass(message);
    else if (message.kind === 'discard') this.#withdraw(message.segment);
    else this.#options.emit(message);
  }

  async #pass(tick: Tick): Promise<void> {
    await this.#options.reader.passed(tick.end_sample);
    const { segment } = tick;
    const context_samples = this.#context.segment === segment ? this.#context.samples : 0;
    const from = tick.start_sample - context_samples;
    const audio = this.#room(tick.end_sample - from);
    if (!this.#options.reader.read(from, audio)) {
      this.lost_samples += audio.length;
      return;
    }
    const began_ms = this.#options.clock_ms();
    const pass = tick.reason === 'cut' ? 'cut' : tick.reason === null ? 'open' : 'final';
    const result = this.#options.recogniser.recognise(audio, { segment, pass });
    const ended_ms = this.#options.clock_ms();
    if (pass === 'cut') this.#context = { segment: segment + 1, samples: result.context_samples };
    this.queue.passed(began_ms);
    this.ticks += 1;
    this.encode_ms = result.encode_ms;
    this.decode_ms = result.decode_ms;
    const begun = {
      ...tick,
      stamps: { ...tick.stamps, began: began_ms, encoded: began_ms + result.encode_ms },
    };
    this.#emit(begun, result, ended_ms);
  }

  #emit(tick: Tick, heard: Pick<Heard, 'words' | 'rest'>, recognised_ms: number): void {
    const { kind: _, ...span } = tick;
    const final = tick.reason !== null;
    const before = this.#shown.get(tick.segment);
    const revision = before?.revision ?? 0;
    // A pass without words says nothing, so what a cut left still stands.
    const carried = heard.words.length === 0 ? (before?.carried ?? []) : [];
    const stamps = { ...tick.stamps, recognise: recognised_ms };
    const said = { final, revision, words: [...heard.words], rest: [...heard.rest], stamps };
    this.#options.emit({ ...span, kind: 'hypothesis', ...said });
    if (final) this.#shown.delete(tick.segment);
    else this.#shown.set(tick.segment, { tick, revision: revision + 1, carried });
    if (heard.rest.length === 0) return;
    const next = { ...tick, segment: tick.segment + 1, start_sample: tick.end_sample };
    this.#shown.set(next.segment, { tick: next, revision: 0, carried: heard.rest });
  }

  /**
   * A segment that was not speech ends without words, if any of it has been shown; but what was
   * heard before a cut stays said.
   */
  #withdraw(segment: number): void {
    const shown = this.#shown.get(segment);
    if (shown === undefined) return;
    const said = { words: shown.carried, rest: [] };
    this.#emit({ ...shown.tick, reason: 'end' }, said, this.#options.clock_ms());
  }

  #room(samples: number): Float32Array {
    if (samples > this.#audio.length) this.#audio = new Float32Array(2 * samples);
    return this.#audio.subarray(0, samples);
  }
}
