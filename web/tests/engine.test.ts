import { describe, expect, test } from 'vitest';
import type { AudioOutlet } from '../src/capture/outlet';
import { Engine, type WorkerLike } from '../src/engine';
import {
  type Fault,
  type Report,
  readPolicyOrder,
  readRecogniserOrder,
  readSpeechOrder,
  type WorkerName,
} from '../src/protocol';

const READERS = {
  speech: readSpeechOrder,
  recogniser: readRecogniserOrder,
  policy: readPolicyOrder,
} as const;

/** Stands where a worker would; every order must be one that the real worker accepts. */
class RecordingWorker implements WorkerLike {
  readonly name: WorkerName;
  readonly orders: { kind: string }[] = [];
  terminated = false;
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  onmessageerror: WorkerLike['onmessageerror'] = null;

  constructor(name: WorkerName) {
    this.name = name;
  }

  postMessage(message: unknown): void {
    this.orders.push(READERS[this.name](message, 'order'));
  }

  terminate(): void {
    this.terminated = true;
  }

  send(report: Report): void {
    this.onmessage?.({ data: report } as MessageEvent<unknown>);
  }

  crash(message: string): void {
    this.onerror?.({ message, preventDefault: () => undefined } as ErrorEvent);
  }
}

function open(shared = true) {
  const workers: RecordingWorker[] = [];
  const outlets: AudioOutlet[] = [];
  const restarts: Fault[] = [];
  const failures: Fault[] = [];
  const reports: Report[] = [];
  let now_ms = 0;
  const engine = new Engine({
    createWorker: (name) => {
      const worker = new RecordingWorker(name);
      workers.push(worker);
      return worker;
    },
    announce: (outlet) => outlets.push(outlet),
    shared,
    columns: 42,
    measured: false,
    onReport: (report) => reports.push(report),
    onRestart: (fault) => restarts.push(fault),
    onFailure: (fault) => failures.push(fault),
    now_ms: () => now_ms,
  });
  engine.start();
  const newest = (name: WorkerName) => {
    const worker = workers.findLast((candidate) => candidate.name === name);
    if (worker === undefined) throw new Error(`no ${name}`);
    return worker;
  };
  const kinds = (name: WorkerName) => newest(name).orders.map(({ kind }) => kind);
  return {
    engine,
    workers,
    outlets,
    restarts,
    failures,
    reports,
    newest,
    kinds,
    wait: (ms: number) => (now_ms += ms),
  };
}

describe('the engine', () => {
  test('starts three workers in a chain over one shared ring', () => {
    const { workers, outlets, kinds } = open();
    expect(workers.map(({ name }) => name)).toEqual(['speech', 'recogniser', 'policy']);
    expect(outlets.map(({ kind }) => kind)).toEqual(['shared']);
    expect(kinds('speech')).toEqual(['start', 'connect']);
    expect(kinds('recogniser')).toEqual(['start', 'listen', 'connect']);
    expect(kinds('policy')).toEqual(['start', 'listen']);
  });

  test('without shared memory gives each reading worker a port of its own', () => {
    const { outlets } = open(false);
    expect(outlets.map((outlet) => outlet.kind === 'port' && outlet.slot)).toEqual([0, 1]);
  });

  test('is ready when all three workers have said so', () => {
    const { engine, newest } = open();
    for (const name of ['speech', 'recogniser'] as const) {
      newest(name).send({ kind: 'ready', worker: name });
    }
    expect(engine.ready).toBe(false);
    newest('policy').send({ kind: 'ready', worker: 'policy' });
    expect(engine.ready).toBe(true);
  });

  test.each([
    ['speech', ['start', 'connect']],
    ['recogniser', ['start', 'connect', 'listen']],
    ['policy', ['start', 'listen']],
  ] as const)('starts a crashed %s worker again, alone, and wires it in', (name, orders) => {
    const { workers, newest, kinds, restarts } = open();
    const crashed = newest(name);
    crashed.crash('out of memory');
    expect(restarts).toMatchObject([{ worker: name, message: 'out of memory' }]);
    expect(crashed.terminated).toBe(true);
    expect(newest(name)).not.toBe(crashed);
    expect(kinds(name)).toEqual(orders);
    expect(workers).toHaveLength(4);
  });

  test('tells a restarted policy worker the media time again', () => {
    const { engine, newest } = open();
    engine.anchor(16_000, 30, 1);
    newest('policy').crash('boom');
    expect(newest('policy').orders.at(-1)).toEqual({
      kind: 'anchor',
      sample: 16_000,
      media_s: 30,
      rate: 1,
    });
  });

  test('gives up a worker that crashes again and again, until it is asked to try once more', () => {
    const { engine, newest, restarts, failures, workers } = open();
    for (let crash = 0; crash < 4; crash += 1) newest('recogniser').crash('boom');
    expect(restarts).toHaveLength(3);
    expect(failures).toHaveLength(1);
    const count = workers.length;
    engine.restart('recogniser');
    expect(workers).toHaveLength(count + 1);
  });

  test('a crash now and then is no reason to give up', () => {
    const { newest, failures, wait } = open();
    for (let crash = 0; crash < 6; crash += 1) {
      newest('recogniser').crash('boom');
      wait(61_000);
    }
    expect(failures).toEqual([]);
  });

  test('does not restart what a restart cannot mend', () => {
    const { newest, restarts, failures } = open();
    const code = 'model-missing';
    const fault = {
      kind: 'fault',
      worker: 'recogniser',
      code,
      message: 'm',
      remedy: 'r',
      fatal: true,
    } as const;
    newest('recogniser').send(fault);
    expect(restarts).toEqual([]);
    expect(failures).toEqual([fault]);
  });

  test('an export is answered with the text of its own request', async () => {
    const { engine, newest } = open();
    const first = engine.export('srt', []);
    const second = engine.export('vtt', []);
    newest('policy').send({ kind: 'exported', request: 1, text: 'WEBVTT' });
    newest('policy').send({ kind: 'exported', request: 0, text: '1' });
    expect(await first).toBe('1');
    expect(await second).toBe('WEBVTT');
  });

  test('a report of a wrong shape is stopped at the boundary, named, and its worker restarted', () => {
    const { newest, restarts, reports } = open();
    newest('speech').send({ kind: 'ready', worker: 'nobody' } as unknown as Report);
    expect(reports).toEqual([]);
    expect(restarts).toMatchObject([{ worker: 'speech' }]);
    expect(restarts[0]?.message).toContain('report of speech.worker is not one of');
  });
});
