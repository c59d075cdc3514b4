import { type Hypothesis, PolicyRuntime } from '../src/policy';

/** Starts the policy in a real module worker and times it, for `measure-start.mjs`. */

interface Order {
  readonly indexUrl: string;
  readonly snapshotUrl: string | null;
  readonly pushes: number;
}

const SENTENCE = 'the quick brown fox jumps over the lazy dog and then it goes home again.';
const REVISIONS = 20;

function hypothesis(n: number): Hypothesis {
  const segment = Math.floor(n / REVISIONS);
  const revision = n % REVISIONS;
  const texts = SENTENCE.split(' ').slice(0, revision + 1);
  const start_s = segment * 6;
  const words = texts.map((text, place) => {
    const begin_s = start_s + place * 0.3;
    return { text, start_s: begin_s, end_s: begin_s + 0.3, confidence: 0.9 };
  });
  const final = revision === REVISIONS - 1;
  return { segment, revision, start_s, end_s: start_s + 5, final, words };
}

async function measure({ indexUrl, snapshotUrl, pushes }: Order) {
  const loaded = new Map<string, number>();
  const began = performance.now();
  const runtime = await PolicyRuntime.start({
    indexUrl,
    snapshotUrl,
    onProgress: ({ what, loaded_bytes }) => loaded.set(what, loaded_bytes),
  });
  const ready_ms = performance.now() - began;
  const took_us: number[] = [];
  for (let n = 0; n < pushes; n += 1) {
    const given = hypothesis(n);
    const before = performance.now();
    runtime.push(given);
    took_us.push((performance.now() - before) * 1000);
  }
  runtime.finish();
  took_us.sort((a, b) => a - b);
  const { startedFrom, fallbackReason } = runtime;
  return {
    startedFrom,
    fallbackReason,
    ready_ms,
    push_p50_us: took_us[Math.floor(pushes / 2)],
    push_p95_us: took_us[Math.floor(pushes * 0.95)],
    phrases: runtime.export('txt').split('\n').length - 1,
    loaded_bytes: Object.fromEntries(loaded),
  };
}

addEventListener('message', (event: MessageEvent<Order>) => {
  measure(event.data).then(
    (result) => postMessage(result),
    (error: unknown) => postMessage({ error: String(error) }),
  );
});
