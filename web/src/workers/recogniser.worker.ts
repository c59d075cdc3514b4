import guestUrl from '../../../python/surtitle/engine/recogniser.wasm?url';
import { openInlet } from '../capture/inlet';
import { clock_ms } from '../clock';
import { loadModel, type ModelProgress } from '../models/store';
import { initNative } from '../native';
import {
  type HypothesisMessage,
  type RecogniserOrder,
  readRecogniserOrder,
  readTick,
} from '../protocol';
import { createRecogniser } from '../recognise';
import { RecogniserStage } from './recogniser-stage';
import { guarded, nextTask, report, reportFault } from './report';

/** Milliseconds between two progress reports, so that a fast disk does not flood the page. */
const PROGRESS_INTERVAL_MS = 60;

let policy: MessagePort | undefined;
let stage: RecogniserStage | undefined;
const early: unknown[] = [];
let wake: () => void = () => undefined;

function emit(message: HypothesisMessage): void {
  policy?.postMessage(message);
}

const take = guarded('recogniser', (data: unknown) => {
  if (stage === undefined) early.push(data);
  else stage.queue.push(readTick(data, 'tick'));
  wake();
});

function progressReporter(): (progress: ModelProgress) => void {
  let reported_ms = 0;
  return (progress) => {
    const now_ms = performance.now();
    if (
      now_ms - reported_ms < PROGRESS_INTERVAL_MS &&
      progress.loaded_bytes < progress.total_bytes
    ) {
      return;
    }
    reported_ms = now_ms;
    report({ kind: 'progress', worker: 'recogniser', ...progress });
  };
}

async function loadRecogniser() {
  const host = {
    fetch: (url: string, init?: RequestInit) => fetch(url, init),
    caches: globalThis.caches as CacheStorage | undefined,
    subtle: globalThis.crypto.subtle as SubtleCrypto | undefined,
  };
  const manifest_url = new URL('../models/manifest.json', self.location.href).href;
  const [, guest, model] = await Promise.all([
    initNative(),
    WebAssembly.compileStreaming(fetch(guestUrl)),
    loadModel(host, manifest_url, progressReporter()),
  ]);
  return createRecogniser({ guest, files: { ...model.files } });
}

/**
 * Waits until all that has arrived is in the queue. A pass blocks this thread, and the messages that
 * come meanwhile are then handed out one a task: without this the next pass would take the oldest.
 */
async function drained(current: RecogniserStage): Promise<void> {
  for (let received = -1; received !== current.queue.received; ) {
    received = current.queue.received;
    await nextTask();
  }
}

async function run(current: RecogniserStage): Promise<void> {
  for (;;) {
    await drained(current);
    const ticks = current.ticks;
    const wait_ms = await current.step();
    if (current.ticks > ticks) reportEffort(current);
    if (wait_ms === 0) continue;
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (wait_ms !== null) setTimeout(resolve, wait_ms);
    });
  }
}

function reportEffort(current: RecogniserStage): void {
  const { ticks, lost_samples, encode_ms, decode_ms } = current;
  const { dropped } = current.queue;
  report({ kind: 'effort', ticks, dropped, lost_samples, encode_ms, decode_ms });
}

async function start(order: Extract<RecogniserOrder, { kind: 'start' }>): Promise<void> {
  const reader = openInlet(order.inlet);
  const recogniser = await loadRecogniser();
  stage = new RecogniserStage({ reader, recogniser, emit, clock_ms });
  for (const data of early.splice(0)) stage.queue.push(readTick(data, 'tick'));
  report({ kind: 'ready', worker: 'recogniser' });
  run(stage).catch((error: unknown) => reportFault('recogniser', error));
}

const handle = guarded('recogniser', async (data: unknown) => {
  const order = readRecogniserOrder(data, 'recogniser order');
  if (order.kind === 'start') await start(order);
  else if (order.kind === 'connect') policy = order.port;
  else order.port.onmessage = (event: MessageEvent<unknown>) => void take(event.data);
});

self.onmessage = (event: MessageEvent<unknown>) => void handle(event.data);
