import type { Stamps } from '../protocol';
import { TIMED_WORD } from './overlay';

/** Chunks whose paint never came (their words were gone before the next frame) are forgotten. */
const WAITING_MS = 5_000;

interface TimedEntry extends PerformanceEntry {
  readonly identifier?: string;
  readonly renderTime?: number;
}

/**
 * Completes a chunk's stamps with the time at which its first new word was presented, from
 * Element Timing where the browser has it, else from the first task after the next frame.
 */
export class PaintClock {
  readonly #waiting = new Map<string, Stamps>();
  readonly #done: (stamps: Stamps) => void;
  readonly #timed: boolean;

  constructor(done: (stamps: Stamps) => void) {
    this.#done = done;
    this.#timed = PerformanceObserver.supportedEntryTypes.includes('element');
    if (!this.#timed) return;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as TimedEntry[]) this.#painted(entry);
    }).observe({ type: 'element', buffered: true });
  }

  expect(word: number, stamps: Stamps): void {
    if (this.#timed) {
      this.#forgetLate(stamps);
      this.#waiting.set(`${TIMED_WORD}${word}`, stamps);
    } else {
      requestAnimationFrame(() => setTimeout(() => this.#finish(stamps, performance.now())));
    }
  }

  #painted(entry: TimedEntry): void {
    const stamps = this.#waiting.get(entry.identifier ?? '');
    if (stamps === undefined) return;
    this.#waiting.delete(entry.identifier ?? '');
    this.#finish(stamps, entry.renderTime || entry.startTime);
  }

  #finish(stamps: Stamps, at_ms: number): void {
    this.#done({ ...stamps, paint: performance.timeOrigin + at_ms });
  }

  #forgetLate(newest: Stamps): void {
    const sync_ms = newest['sync'] ?? 0;
    for (const [word, stamps] of this.#waiting) {
      if (sync_ms - (stamps['sync'] ?? 0) > WAITING_MS) this.#waiting.delete(word);
    }
  }
}
