import { RING_SAMPLES } from '../capture/ring';
import type { Report, Stamps } from '../protocol';
import { StageTimes } from '../stage-times';
import { part } from './elements';

const REFRESH_MS = 500;

type Level = Omit<Extract<Report, { kind: 'level' }>, 'arrivals'>;

export interface DebugFacts {
  readonly isolated: boolean;
}

/**
 * What `?debug` shows: the seven stages, the ring, the recogniser's effort and the main thread's
 * long tasks. The last summary also stands as JSON in `data-json`, for benches.
 */
export class DebugPanel {
  readonly #panel = part('debug');
  readonly #times = new StageTimes();
  readonly #facts: DebugFacts;
  readonly #longTasks_ms: number[] = [];
  #level: Level | undefined;
  #effort: Extract<Report, { kind: 'effort' }> | undefined;

  constructor(facts: DebugFacts) {
    this.#facts = facts;
    this.#panel.hidden = false;
    if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) this.#longTasks_ms.push(entry.duration);
      }).observe({ type: 'longtask', buffered: true });
    }
    setInterval(() => this.#show(), REFRESH_MS);
  }

  /** For benches: `surtitle:update` on the document, once a pass stands there and is not painted. */
  applied({ heard }: Extract<Report, { kind: 'captions' }>, stamps: Stamps): void {
    if (heard === null) return;
    document.dispatchEvent(new CustomEvent('surtitle:update', { detail: { ...heard, stamps } }));
  }

  painted(stamps: Stamps): void {
    this.#times.add(stamps);
  }

  take(report: Report): void {
    if (report.kind === 'level') this.#takeLevel(report);
    if (report.kind === 'effort') this.#effort = report;
  }

  #takeLevel({ arrivals, ...level }: Extract<Report, { kind: 'level' }>): void {
    this.#level = level;
    document.dispatchEvent(new CustomEvent('surtitle:arrivals', { detail: arrivals }));
  }

  #show(): void {
    const stages = this.#times.summary();
    const level = this.#level;
    const effort = this.#effort;
    this.#panel.dataset['json'] = JSON.stringify({
      ...this.#facts,
      stages,
      level,
      effort,
      long_tasks_ms: this.#longTasks_ms,
    });
    this.#panel.replaceChildren(this.#table(stages), this.#notes(level, effort));
  }

  #table(stages: ReturnType<StageTimes['summary']>): HTMLTableElement {
    const table = document.createElement('table');
    table.createCaption().textContent =
      'Milliseconds each stage adds; “capture” is the whole way from the loudspeaker to the picture';
    const head = table.createTHead().insertRow();
    for (const title of ['stage', 'latest', 'p50', 'p95', 'captions']) {
      const cell = document.createElement('th');
      cell.textContent = title;
      head.append(cell);
    }
    const body = table.createTBody();
    for (const { stage, latest_ms, p50_ms, p95_ms, count } of stages) {
      const row = body.insertRow();
      const figures = [latest_ms, p50_ms, p95_ms].map((value_ms) => milliseconds(value_ms));
      for (const text of [stage, ...figures, String(count)]) row.insertCell().textContent = text;
    }
    return table;
  }

  #notes(
    level: Level | undefined,
    effort: Extract<Report, { kind: 'effort' }> | undefined,
  ): HTMLPreElement {
    const notes = document.createElement('pre');
    const fill = level === undefined ? 0 : (100 * level.backlog_samples) / RING_SAMPLES;
    const longest_ms = Math.max(0, ...this.#longTasks_ms);
    notes.textContent = [
      `ring       ${fill.toFixed(2)} % unread, ${level?.lost_samples ?? 0} samples lost, ${level?.gap_samples ?? 0} never delivered`,
      `speech     p ${level?.probability.toFixed(2) ?? '–'}, ${level?.level_db.toFixed(0) ?? '–'} dB, ${level?.speaking ? 'speaking' : 'quiet'}`,
      `recogniser ${effort?.ticks ?? 0} passes, ${effort?.dropped ?? 0} ticks dropped, ${effort?.lost_samples ?? 0} samples lost, encode ${milliseconds(effort?.encode_ms)}, decode ${milliseconds(effort?.decode_ms)}`,
      `engine     Moonshine tiny in the Rust core, ${this.#facts.isolated ? 'cross-origin isolated' : 'not isolated (MessagePort)'}`,
      `main       ${this.#longTasks_ms.length} long tasks, the longest ${longest_ms.toFixed(0)} ms`,
    ].join('\n');
    return notes;
  }
}

function milliseconds(value_ms: number | undefined): string {
  return value_ms === undefined || Number.isNaN(value_ms) ? '–' : value_ms.toFixed(1);
}
