import { FRAME_SAMPLES, SAMPLE_RATE_HZ } from '../capture/rate';
import type { RingReader } from '../capture/ring';
import type { Tick, TickMessage } from '../protocol';
import { number, oneOf, type Read, tagged } from '../shape';

export const readSegmentEvent = tagged('kind', {
  open: { segment: number, start_sample: number },
  close: {
    segment: number,
    start_sample: number,
    end_sample: number,
    reason: oneOf('pause', 'cut', 'end'),
  },
  discard: { segment: number },
});
export type SegmentEvent = Read<typeof readSegmentEvent>;

/** Between two words on a silence that lasts: a quarter of a second. */
const SILENCE_SAMPLES = SAMPLE_RATE_HZ / 4;

/** The Rust segmenter with its VAD, as the bindings give it. */
export interface SegmenterLike {
  push(samples: Float32Array): unknown;
  flush(): unknown;
  /** Where the open segment ends if nothing more is said. */
  readonly tail_end: number;
  readonly probability: number;
  readonly level_db: number;
}

export interface SpeechStageOptions {
  readonly reader: RingReader;
  readonly createSegmenter: () => SegmenterLike;
  readonly emit: (message: TickMessage) => void;
  readonly clock_ms: () => number;
}

interface Cut {
  readonly at_sample: number;
  readonly stretch: number;
}

/**
 * Follows the ring frame by frame through VAD and segmenter and emits ticks. The segmenter starts
 * anew at each cut, so that no segment and no pre-roll reaches across a seek; segments are
 * numbered on across cuts.
 */
export class SpeechStage {
  readonly #options: SpeechStageOptions;
  readonly #frame = new Float32Array(FRAME_SAMPLES);
  readonly #cuts: Cut[] = [];
  #segmenter: SegmenterLike;
  #base = 0;
  #position: number;
  #segmentBase = 0;
  #segmentNext = 0;
  #open: { segment: number; start_sample: number } | undefined;
  #ticked = 0;
  #silenceStart = 0;
  #silenceTold = 0;
  lost_samples = 0;

  constructor(options: SpeechStageOptions) {
    this.#options = options;
    this.#segmenter = options.createSegmenter();
    this.#position = options.reader.oldest();
    this.#base = this.#position;
  }

  get position(): number {
    return this.#position;
  }

  get speaking(): boolean {
    return this.#open !== undefined;
  }

  get probability(): number {
    return this.#segmenter.probability;
  }

  get level_db(): number {
    return this.#segmenter.level_db;
  }

  /** The position that must have been written before `advance` can do something. */
  get wanted(): number {
    const cut = this.#cuts[0];
    const frame = this.#position + FRAME_SAMPLES;
    return cut === undefined ? frame : Math.min(frame, Math.max(cut.at_sample, this.#position));
  }

  cut(at_sample: number, stretch: number): void {
    this.#cuts.push({ at_sample, stretch });
  }

  /** Takes every whole frame that is there, and the cuts that lie between them. */
  advance(): void {
    const { reader } = this.#options;
    this.#skipLost();
    while (this.wanted <= reader.written()) {
      const cut = this.#cuts[0];
      if (cut !== undefined && cut.at_sample < this.#position + FRAME_SAMPLES) {
        this.#cuts.shift();
        this.#breakAt(Math.max(cut.at_sample, this.#position));
        this.#options.emit({ kind: 'cut', stretch: cut.stretch });
      } else {
        this.#takeFrame();
      }
    }
  }

  #takeFrame(): void {
    const captured_ms = this.#options.clock_ms();
    if (!this.#options.reader.read(this.#position, this.#frame)) {
      this.#skipLost();
      return;
    }
    const events = this.#segmenter.push(this.#frame);
    this.#position += FRAME_SAMPLES;
    this.#handle(events, captured_ms);
    if (this.#open === undefined) this.#tellSilence();
    else this.#tickOnce(this.#open, this.#base + this.#segmenter.tail_end, captured_ms);
  }

  /** In a pause there is nothing new to hear. */
  #tickOnce(
    open: { segment: number; start_sample: number },
    end_sample: number,
    captured_ms: number,
  ): void {
    if (end_sample === this.#ticked) return;
    this.#ticked = end_sample;
    this.#tick(open, end_sample, null, captured_ms);
  }

  #tellSilence(): void {
    const told = Math.max(this.#silenceTold, this.#silenceStart);
    if (this.#position < told + SILENCE_SAMPLES) return;
    this.#silenceTold = this.#position;
    const span = { start_sample: this.#silenceStart, end_sample: this.#position };
    this.#options.emit({ kind: 'silence', ...span });
  }

  #handle(events: unknown, captured_ms: number): void {
    for (const event of events as Iterable<unknown>) {
      this.#handleOne(readSegmentEvent(event, 'segment event'), captured_ms);
    }
  }

  #handleOne(event: SegmentEvent, captured_ms: number): void {
    const segment = this.#segmentBase + event.segment;
    this.#segmentNext = Math.max(this.#segmentNext, segment + 1);
    if (event.kind === 'discard') {
      this.#open = undefined;
      this.#silenceStart = this.#position;
      this.#options.emit({ kind: 'discard', segment });
      return;
    }
    const start_sample = this.#base + event.start_sample;
    if (event.kind === 'open') {
      this.#open = { segment, start_sample };
    } else {
      const end_sample = this.#base + event.end_sample;
      this.#open = undefined;
      this.#silenceStart = end_sample;
      this.#tick({ segment, start_sample }, end_sample, event.reason, captured_ms);
    }
  }

  #tick(
    open: { segment: number; start_sample: number },
    end_sample: number,
    reason: Tick['reason'],
    captured_ms: number,
  ): void {
    const stamps = { capture: captured_ms, vad: this.#options.clock_ms() };
    this.#options.emit({ kind: 'tick', ...open, end_sample, reason, stamps });
  }

  /** Ends what is open with the samples before `at`, and begins again there. */
  #breakAt(at: number): void {
    const captured_ms = this.#options.clock_ms();
    const rest = new Float32Array(at - this.#position);
    if (rest.length > 0 && this.#options.reader.read(this.#position, rest)) {
      this.#handle(this.#segmenter.push(rest), captured_ms);
    }
    this.#handle(this.#segmenter.flush(), captured_ms);
    this.#restartAt(at);
  }

  #restartAt(at: number): void {
    this.#segmenter = this.#options.createSegmenter();
    this.#segmentBase = this.#segmentNext;
    this.#position = at;
    this.#base = at;
    this.#silenceStart = at;
    this.#open = undefined;
  }

  /** Where the writer has lapped this reader: what is gone is counted, the rest goes on. */
  #skipLost(): void {
    const oldest = this.#options.reader.oldest();
    if (oldest <= this.#position) return;
    this.lost_samples += oldest - this.#position;
    this.#handle(this.#segmenter.flush(), this.#options.clock_ms());
    this.#restartAt(oldest);
  }
}
