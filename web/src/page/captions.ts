import { clock_ms } from '../clock';
import type { Report, Stamps } from '../protocol';
import { SpokenLog } from '../render/log';
import { CaptionOverlay } from '../render/overlay';
import { PaintClock } from '../render/paint-clock';
import { part } from './elements';
import type { TranscriptPanel } from './transcript-panel';

type CaptionsReport = Extract<Report, { kind: 'captions' }>;

/** Puts what the policy worker says on the picture, into the log and into the transcript. */
export class Captions {
  readonly #overlay = new CaptionOverlay(part('captions'));
  readonly #log = new SpokenLog(part('spoken-log'));
  readonly #transcript: TranscriptPanel;
  readonly #clock: PaintClock;

  constructor(transcript: TranscriptPanel, onPainted: (stamps: Stamps) => void) {
    this.#transcript = transcript;
    this.#clock = new PaintClock(onPainted);
  }

  take(report: CaptionsReport): void {
    const [first] = this.#overlay.apply(report.patches);
    if (first !== undefined) this.#clock.expect(first, { ...report.stamps, sync: clock_ms() });
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
