import type { Tick, TickMessage } from '../protocol';

/** Interim passes begin no closer than this: more often would only cost power. */
const INTERVAL_MS = 90;

/**
 * What the recogniser does next. Pure: time comes in as an argument.
 * - Of interim ticks only the newest is kept; the others are dropped and counted.
 * - The last pass of a closed segment, discards, silences and cuts are never dropped and keep
 *   their order.
 * - An interim tick is stale and dropped as soon as anything certain follows it: its segment has
 *   been closed, discarded or cut.
 * - Passes run one after the other and each takes the newest tick, so a slow machine passes less
 *   often instead of falling behind.
 */
export class TickQueue {
  readonly #certain: TickMessage[] = [];
  #newest: Tick | undefined;
  #began_ms = Number.NEGATIVE_INFINITY;
  dropped = 0;
  /** Messages so far. */
  received = 0;

  push(message: TickMessage): void {
    this.received += 1;
    if (message.kind === 'tick' && message.reason === null) {
      this.#dropNewest();
      this.#newest = message;
      return;
    }
    this.#dropNewest();
    this.#certain.push(message);
  }

  /** The next message to work on, milliseconds to wait before one is due, or null for nothing. */
  next(now_ms: number): TickMessage | number | null {
    const certain = this.#certain.shift();
    if (certain !== undefined) return certain;
    if (this.#newest === undefined) return null;
    const wait_ms = this.#began_ms + INTERVAL_MS - now_ms;
    if (wait_ms > 0) return wait_ms;
    const tick = this.#newest;
    this.#newest = undefined;
    return tick;
  }

  /** To be told after each pass. */
  passed(began_ms: number): void {
    this.#began_ms = began_ms;
  }

  #dropNewest(): void {
    if (this.#newest !== undefined) this.dropped += 1;
    this.#newest = undefined;
  }
}
