import type { AudioInlet } from './capture/inlet';
import type { AudioOutlet } from './capture/outlet';
import { RING_SAMPLES, ringBytes } from './capture/ring';
import {
  type ExportFormat,
  type Fault,
  type Phrase,
  type PolicyOrder,
  type RecogniserOrder,
  type Report,
  readReport,
  type SpeechOrder,
  type WorkerName,
} from './protocol';

/** A worker that crashes more often than this within `CRASH_WINDOW_MS` is left alone. */
const CRASHES_ALLOWED = 3;
const CRASH_WINDOW_MS = 60_000;

/** The part of `Worker` that the engine uses. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent<unknown>) => void) | null;
}

export interface EngineOptions {
  readonly createWorker: (name: WorkerName) => WorkerLike;
  /** Tells the capture worklet where its samples go. */
  readonly announce: (outlet: AudioOutlet) => void;
  readonly shared: boolean;
  readonly columns: number;
  /** Reports when each sample arrived. */
  readonly measured: boolean;
  readonly onReport: (report: Report) => void;
  /** A worker has crashed and is being started again. */
  readonly onRestart: (fault: Fault) => void;
  /** A worker cannot be started again without the viewer's help. */
  readonly onFailure: (fault: Fault) => void;
  readonly now_ms: () => number;
}

/** The slots of the worklet's ports for the workers that read audio. */
const SLOTS: Readonly<Partial<Record<WorkerName, number>>> = { speech: 0, recogniser: 1 };
const ORDER: readonly WorkerName[] = ['speech', 'recogniser', 'policy'];

type Order = SpeechOrder | RecogniserOrder | PolicyOrder;

/**
 * Starts the three workers, wires them into a chain, and starts one again alone when it crashes.
 * The ring and the other workers go on meanwhile, so what is said during a restart is caught up.
 */
export class Engine {
  readonly #options: EngineOptions;
  readonly #workers = new Map<WorkerName, WorkerLike>();
  readonly #ready = new Set<WorkerName>();
  readonly #crashes_ms: number[] = [];
  readonly #buffer: SharedArrayBuffer | undefined;
  readonly #exports = new Map<number, (text: string) => void>();
  #columns: number;
  #anchor: Extract<PolicyOrder, { kind: 'anchor' }> | undefined;
  #requests = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#columns = options.columns;
    if (options.shared) this.#buffer = new SharedArrayBuffer(ringBytes(RING_SAMPLES));
  }

  get ready(): boolean {
    return this.#ready.size === ORDER.length;
  }

  start(): void {
    if (this.#buffer !== undefined) {
      this.#options.announce({ kind: 'shared', buffer: this.#buffer });
    }
    for (const name of ORDER) this.#create(name);
    this.#wire('speech', 'recogniser');
    this.#wire('recogniser', 'policy');
  }

  /** Starts a worker anew and connects it with its neighbours. */
  restart(name: WorkerName): void {
    this.#workers.get(name)?.terminate();
    this.#ready.delete(name);
    this.#create(name);
    if (name !== 'policy') this.#wire(name, name === 'speech' ? 'recogniser' : 'policy');
    if (name !== 'speech') this.#wire(name === 'policy' ? 'recogniser' : 'speech', name);
    if (name === 'policy' && this.#anchor !== undefined) this.#post(name, this.#anchor);
  }

  cut(at_sample: number, stretch: number): void {
    this.#post('speech', { kind: 'cut', at_sample, stretch });
  }

  anchor(sample: number, media_s: number, rate: number): void {
    this.#anchor = { kind: 'anchor', sample, media_s, rate };
    this.#post('policy', this.#anchor);
  }

  hold(held: boolean): void {
    this.#post('policy', { kind: 'hold', held });
  }

  clear(stretch: number): void {
    this.#post('policy', { kind: 'clear', stretch });
  }

  columns(columns: number): void {
    if (columns === this.#columns) return;
    this.#columns = columns;
    this.#post('policy', { kind: 'columns', columns });
  }

  export(format: ExportFormat, phrases: readonly Phrase[]): Promise<string> {
    const request = this.#requests;
    this.#requests += 1;
    return new Promise((resolve) => {
      this.#exports.set(request, resolve);
      this.#post('policy', { kind: 'export', format, phrases: [...phrases], request });
    });
  }

  #create(name: WorkerName): void {
    const worker = this.#options.createWorker(name);
    worker.onmessage = (event) => this.#take(name, event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fault(crash(name, event.message || 'it could not be loaded'));
    };
    worker.onmessageerror = () => this.#fault(crash(name, 'a message could not be read'));
    this.#workers.set(name, worker);
    this.#post(name, this.#startOrder(name));
  }

  #startOrder(name: WorkerName): Order {
    const { measured } = this.#options;
    if (name === 'policy') return { kind: 'start', columns: this.#columns };
    if (name === 'speech') return { kind: 'start', inlet: this.#inlet(name), measured };
    return { kind: 'start', inlet: this.#inlet(name) };
  }

  #inlet(name: WorkerName): AudioInlet {
    if (this.#buffer !== undefined) return { kind: 'shared', buffer: this.#buffer };
    const { port1, port2 } = new MessageChannel();
    this.#options.announce({ kind: 'port', port: port1, slot: SLOTS[name] ?? 0 });
    return { kind: 'port', port: port2 };
  }

  #wire(from: WorkerName, to: WorkerName): void {
    const { port1, port2 } = new MessageChannel();
    this.#post(from, { kind: 'connect', port: port1 });
    this.#post(to, { kind: 'listen', port: port2 });
  }

  #post(name: WorkerName, order: Order): void {
    this.#workers.get(name)?.postMessage(order, transfers(order));
  }

  #take(name: WorkerName, data: unknown): void {
    const report = this.#read(name, data);
    if (report === undefined) return;
    if (report.kind === 'ready') this.#ready.add(report.worker);
    if (report.kind === 'exported') {
      this.#exports.get(report.request)?.(report.text);
      this.#exports.delete(report.request);
    }
    if (report.kind === 'fault' && report.fatal) this.#fault(report);
    else this.#options.onReport(report);
  }

  /** A worker whose reports cannot be read is as good as crashed. */
  #read(name: WorkerName, data: unknown): Report | undefined {
    try {
      return readReport(data, `report of ${name}`);
    } catch (error) {
      this.#fault(crash(name, error instanceof Error ? error.message : String(error)));
      return undefined;
    }
  }

  #fault(fault: Fault): void {
    this.#ready.delete(fault.worker);
    const now_ms = this.#options.now_ms();
    this.#crashes_ms.push(now_ms);
    const recent = this.#crashes_ms.filter((at_ms) => now_ms - at_ms < CRASH_WINDOW_MS);
    if (fault.code !== 'worker-crashed' || recent.length > CRASHES_ALLOWED) {
      this.#workers.get(fault.worker)?.terminate();
      this.#options.onFailure(fault);
    } else {
      this.#options.onRestart(fault);
      this.restart(fault.worker);
    }
  }
}

function crash(worker: WorkerName, message: string): Fault {
  return { kind: 'fault', worker, code: 'worker-crashed', message, remedy: '', fatal: true };
}

function transfers(order: Order): Transferable[] {
  if ('port' in order) return [order.port];
  if ('inlet' in order && order.inlet.kind === 'port') return [order.inlet.port];
  return [];
}
