import { STAGES, type Stage, type Stamps } from './protocol';

/** Samples kept a stage: at ten captions a second the last minute or more. */
const KEPT = 1_000;

export interface StageSummary {
  readonly stage: Stage;
  readonly latest_ms: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly count: number;
}

/** Nearest-rank percentile of unsorted values; NaN without any. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number;
}

/**
 * What each stage adds to a chunk's way: its stamp minus the one of the stage before it. For
 * `capture`, which has none before it, the time is that from the capture to the last stage
 * stamped: the whole way.
 */
export class StageTimes {
  readonly #values = new Map<Stage, number[]>(STAGES.map((stage) => [stage, []]));

  add(stamps: Stamps): void {
    let before = stamps['capture'];
    if (before === undefined) return;
    const first = before;
    for (const stage of STAGES) {
      const stamp = stamps[stage];
      if (stamp === undefined || stage === 'capture') continue;
      this.#push(stage, stamp - before);
      before = stamp;
    }
    this.#push('capture', before - first);
  }

  summary(): readonly StageSummary[] {
    return STAGES.map((stage) => {
      const values = this.#values.get(stage) ?? [];
      return {
        stage,
        latest_ms: values.at(-1) ?? Number.NaN,
        p50_ms: percentile(values, 0.5),
        p95_ms: percentile(values, 0.95),
        count: values.length,
      };
    });
  }

  #push(stage: Stage, value_ms: number): void {
    const values = this.#values.get(stage) as number[];
    values.push(value_ms);
    if (values.length > KEPT) values.shift();
  }
}
