import { clock_ms } from '../clock';
import type { Report, Stamps } from '../protocol';
import { SpokenLog } from '../render/log';
import { CaptionOverlay } from '../render/overlay';
import { PaintClock } from '../render/paint-clock';
import { part } from './elements';
import type { TranscriptPanel } from './transcript-panel';

type CaptionsReport = Extract<Report, { kind: 'captions' }>;

export interface CaptionsListener {
  /** The patches stand in the document; nothing of them is painted yet. */
  onApplied(report: CaptionsReport, stamps: Stamps): void;
  onPainted(stamps: Stamps): void;
}

/** Puts what the policy worker says on the picture, into the log and into the transcript. */
export class Captions {
  readonly #overlay = new CaptionOverlay(part('captions'));
  readonly #log = new SpokenLog(part('spoken-log'));
  readonly #transcript: TranscriptPanel;
  readonly #clock: PaintClock;
  readonly #onApplied: CaptionsListener['onApplied'];

  constructor(transcript: TranscriptPanel, listener: CaptionsListener) {
    this.#transcript = transcript;
    this.#onApplied = listener.onApplied;
    this.#clock = new PaintClock(listener.onPainted);
  }

  take(report: CaptionsReport): void {
    const [first] = this.#overlay.apply(report.patches);
    const stamps = { ...report.stamps, sync: clock_ms() };
    if (first !== undefined) this.#clock.expect(first, stamps);
    this.#onApplied(report, stamps);
    for (const phrase of report.finished) {
      this.#log.add(phrase.text);
      this.#transcript.add(phrase);
    }
  }

  begin(seekable: boolean): void {
    this.#overlay.apply([{ op: 'clear' }]);
    this.#log.clear();
    this.#transcript.begin(seekable);
  }
}
