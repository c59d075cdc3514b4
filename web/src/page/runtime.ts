import { CaptureGraph } from '../capture/graph';
import type { AudioOutlet } from '../capture/outlet';
import { Engine } from '../engine';
import { isModelKept } from '../models/store';
import { Problem, type ProblemCode } from '../problem';
import type { Fault, Report, WorkerName } from '../protocol';
import { COLUMNS } from '../render/picture';
import { detectSupport, requireSimd, type Support } from '../support';
import { createWorker } from '../workers/create';

const WORKER_LABELS: Readonly<Record<WorkerName, string>> = {
  speech: 'The speech detector',
  recogniser: 'The speech recogniser',
  policy: 'The caption rules',
};

export interface RuntimeListener {
  onReport(report: Report): void;
  onRestart(message: string): void;
  /** `retry` is absent where only another browser helps. */
  onFailure(problem: Problem, retry?: () => void): void;
}

/** How long a source that has been chosen waits for captions that are about to be ready. */
const PATIENCE_MS = 6_000;

/** The audio graph and the workers behind the page. */
export class Runtime {
  readonly support: Support = detectSupport(globalThis);
  readonly ready = new Set<WorkerName>();
  readonly engine: Engine;
  readonly #listener: RuntimeListener;
  readonly #outlets: AudioOutlet[] = [];
  #graph: CaptureGraph | undefined;
  #settle: () => void = () => undefined;

  constructor(listener: RuntimeListener, measured: boolean) {
    this.#listener = listener;
    this.engine = new Engine({
      createWorker,
      announce: (outlet) => this.#announce(outlet),
      shared: this.support.isolated,
      columns: COLUMNS.landscape,
      measured,
      onReport: (report) => this.#take(report),
      onRestart: (fault) => this.#restarted(fault),
      onFailure: (fault) => this.#failed(fault),
      now_ms: () => performance.now(),
    });
  }

  get graph(): CaptureGraph | undefined {
    return this.#graph;
  }

  async start(): Promise<void> {
    requireSimd(globalThis.WebAssembly?.validate);
    this.engine.start();
    this.#graph = await CaptureGraph.open();
    for (const outlet of this.#outlets.splice(0)) this.#graph.announce(outlet);
  }

  /**
   * Resolves when captions can begin, if an earlier visit has left everything here; without that,
   * after a failure or after six seconds, at once: the film is not kept waiting for a download.
   */
  async settled(): Promise<void> {
    const manifest_url = new URL('models/manifest.json', document.baseURI).href;
    if (this.engine.ready || !(await isModelKept(globalThis.caches, manifest_url))) return;
    await new Promise<void>((resolve) => {
      this.#settle = resolve;
      setTimeout(resolve, PATIENCE_MS);
    });
  }

  #announce(outlet: AudioOutlet): void {
    if (this.#graph === undefined) this.#outlets.push(outlet);
    else this.#graph.announce(outlet);
  }

  #take(report: Report): void {
    if (report.kind === 'ready') this.ready.add(report.worker);
    if (this.engine.ready) this.#settle();
    this.#listener.onReport(report);
  }

  #restarted(fault: Fault): void {
    this.ready.delete(fault.worker);
    this.#listener.onRestart(`${WORKER_LABELS[fault.worker]} stopped and was started again.`);
  }

  #failed(fault: Fault): void {
    this.ready.delete(fault.worker);
    this.#settle();
    const crashed = fault.code === 'worker-crashed';
    const message = crashed
      ? `${WORKER_LABELS[fault.worker]} stopped again and again (${fault.message}).`
      : fault.message;
    const remedy = crashed
      ? 'Close other programs and tabs that need much memory, then try again.'
      : fault.remedy;
    const code = crashed ? 'worker-failed' : (fault.code as ProblemCode);
    const retry = () => this.engine.restart(fault.worker);
    this.#listener.onFailure(new Problem(code, message, remedy), retry);
  }
}
