import type { Tick, TickMessage } from '../protocol';

/**
 * A pass that fills the whole time would leave nothing for the other threads of a small machine:
 * the next interim pass waits until a fifth of the time since the last one began was free.
 */
const PACE = 1.25;

/** Weight of the newest cost in the running mean; about the last five passes count. */
const COST_WEIGHT = 0.2;

/**
 * What the recogniser does next. Pure: time comes in as an argument.
 * - Of interim ticks only the newest is kept; the others are dropped and counted.
 * - The last pass of a closed segment, discards, silences and cuts are never dropped and keep
 *   their order.
 * - An interim tick is stale and dropped as soon as anything certain follows it: its segment has
 *   been closed, discarded or cut.
 * - An interim pass does not begin before the cost of the last one has passed, with a fifth to
 *   spare, so a slow machine ticks less often instead of falling behind.
 */
export class TickQueue {
  readonly #certain: TickMessage[] = [];
  #newest: Tick | undefined;
  #began_ms = 0;
  #cost_ms = 0;
  dropped = 0;

  push(message: TickMessage): void {
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
    const wait_ms = this.#began_ms + this.#cost_ms * PACE - now_ms;
    if (wait_ms > 0) return wait_ms;
    const tick = this.#newest;
    this.#newest = undefined;
    return tick;
  }

  /** To be told after each pass. */
  passed(began_ms: number, ended_ms: number): void {
    const cost_ms = ended_ms - began_ms;
    this.#began_ms = began_ms;
    this.#cost_ms = this.#cost_ms === 0 ? cost_ms : this.#mean(cost_ms);
  }

  #mean(cost_ms: number): number {
    const mean_ms = this.#cost_ms + COST_WEIGHT * (cost_ms - this.#cost_ms);
    return Math.max(mean_ms, cost_ms);
  }

  #dropNewest(): void {
    if (this.#newest !== undefined) this.dropped += 1;
    this.#newest = undefined;
  }
}
