import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type Hypothesis,
  PolicyError,
  type PolicyProgress,
  PolicyRuntime,
  type RuntimeOptions,
} from '../../src/policy';
import { counted, withCountedFetch } from '../../src/policy/progress';

const indexUrl = new URL('../../generated/pyodide/', import.meta.url).href;
const START_MS = 60_000;

async function readBytes(url: string): Promise<Uint8Array> {
  return new Uint8Array(await readFile(new URL(url)));
}

function start(options: Partial<RuntimeOptions> = {}): Promise<PolicyRuntime> {
  return PolicyRuntime.start({ indexUrl, readBytes, ...options });
}

function said(text: string, changes: Partial<Hypothesis> = {}): Hypothesis {
  const words = text.split(' ').map((word, place) => ({
    text: word,
    start_s: place * 0.3,
    end_s: place * 0.3 + 0.3,
    // Sure enough for a last word to be shown at once.
    confidence: 0.97,
  }));
  return { segment: 0, revision: 0, start_s: 0, end_s: 9, final: false, words, ...changes };
}

let shared: Promise<PolicyRuntime>;

beforeAll(async () => {
  // Does nothing where the snapshot is that of the sources as they are.
  const build = fileURLToPath(new URL('../../pyodide/build-snapshot.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [build]);
  shared = start();
}, START_MS);

describe('the policy in Pyodide', () => {
  test(
    'starts from the snapshot',
    async () => {
      const runtime = await shared;
      expect(runtime.startedFrom).toBe('snapshot');
      expect(runtime.fallbackReason).toBeNull();
    },
    START_MS,
  );

  test('commits what two hypotheses agree on and finishes phrases at the end', async () => {
    const runtime = await shared;
    runtime.reset();
    const first = runtime.push(said('Hello there'));
    expect(first.words.map((word) => word.committed)).toEqual([false, false]);
    const second = runtime.push(said('hello, there friend', { revision: 1 }));
    expect(second.words.map(({ id, text, committed }) => [id, text, committed])).toEqual([
      [1, 'hello,', true],
      [2, 'there', true],
      [3, 'friend', false],
    ]);
    const last = runtime.push(said('Hello there.', { revision: 2, final: true, reason: 'pause' }));
    expect(last.withdrawn_ids).toEqual([3]);
    expect(last.finished.map((phrase) => phrase.text)).toEqual(['Hello there.']);
    expect(runtime.cues()).toEqual([
      { start_ms: 0, end_ms: 833, lines: ['Hello there.'], text: 'Hello there.' },
    ]);
  });

  test.each([
    ['srt', '1\n00:00:00,000 --> 00:00:00,833\nHi.\n\n'],
    ['vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:00.833\nHi.\n\n'],
    ['txt', 'Hi.\n'],
  ] as const)('exports %s', async (format, expected) => {
    const session = (await shared).createSession();
    session.push(said('Hi.', { final: true, reason: 'pause' }));
    expect(session.export(format)).toBe(expected);
    session.close();
  });

  test('exports a JSON transcript that says how it was made', async () => {
    const session = (await shared).createSession();
    session.push(said('Hi.', { final: true, reason: 'pause' }));
    const transcript: unknown = JSON.parse(session.export('json', { model: 'm', rtf: 0.1 }));
    expect(transcript).toMatchObject({ text: 'Hi.', model: 'm', rtf: 0.1 });
  });

  test('keeps sessions apart and forgets a closed one', async () => {
    const runtime = await shared;
    const [one, two] = [runtime.createSession({ language: 'ja' }), runtime.createSession()];
    one.push(said('One.', { final: true, reason: 'pause' }));
    expect(two.export('txt')).toBe('');
    one.close();
    expect(() => one.export('txt')).toThrow(/open it first/);
    two.close();
  });

  test('puts phrases of several sessions in order of time', async () => {
    const runtime = await shared;
    const phrase = (text: string, start_s: number) => ({
      start_s,
      end_s: start_s + 1,
      words: [{ text, start_s, end_s: start_s + 1 }],
    });
    const phrases = [phrase('Later.', 9), phrase('Sooner.', 1)];
    expect(runtime.exportPhrases(phrases, 'txt')).toBe('Sooner.\nLater.\n');
  });

  test('mends times that are no numbers and counts them', async () => {
    const session = (await shared).createSession();
    const update = session.push(said('One.', { start_s: Number.NaN, final: true, reason: 'end' }));
    expect(update.finished).toHaveLength(1);
    expect(session.counters()['mended_times']).toBe(1);
    session.close();
  });

  test('throws the error of the policy with its type and remedy', async () => {
    const runtime = await shared;
    const broken = { ...said('One.'), segment: -1 };
    expect(() => runtime.push(broken)).toThrow(PolicyError);
    expect(() => runtime.push(broken)).toThrow(/'segment' is -1: give an integer from 0/);
    expect(() => runtime.createSession({ agreement: 0 })).toThrow(/agreement is 0/);
    expect(() => runtime.advance(Number.NaN)).toThrow(PolicyError);
  });

  test('a reset with a bad option keeps the session that was there', async () => {
    const runtime = await shared;
    runtime.reset();
    runtime.push(said('Still here.', { final: true, reason: 'pause' }));
    expect(() => runtime.reset({ pause_s: -1 })).toThrow(/pause_s/);
    expect(runtime.export('txt')).toBe('Still here.\n');
  });
});

describe('without a usable snapshot', () => {
  test(
    'starts from the sources and says why',
    async () => {
      const damaged = async (url: string) =>
        url.endsWith('snapshot.bin') ? new Uint8Array(31_457_424) : readBytes(url);
      const runtime = await start({ readBytes: damaged });
      expect(runtime.startedFrom).toBe('sources');
      expect(runtime.fallbackReason).toMatch(/snapshot/i);
      const update = runtime.push(said('Hello.', { final: true, reason: 'pause' }));
      expect(update.finished.map((phrase) => phrase.text)).toEqual(['Hello.']);
    },
    START_MS,
  );

  test(
    'starts from the sources when asked to',
    async () => {
      const runtime = await start({ snapshotUrl: null });
      expect([runtime.startedFrom, runtime.fallbackReason]).toEqual(['sources', null]);
    },
    START_MS,
  );

  test('a folder without a manifest is an error', async () => {
    await expect(start({ indexUrl: new URL('nowhere/', indexUrl).href })).rejects.toThrow(/ENOENT/);
  });
});

describe('progress', () => {
  const plain = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = plain;
  });

  test('counts a body as it passes and leaves it as it is', async () => {
    const seen: PolicyProgress[] = [];
    const response = counted(new Response('abcdef'), 'six', 6, (progress) => seen.push(progress));
    expect(await response.text()).toBe('abcdef');
    expect(seen.at(-1)).toEqual({ what: 'six', loaded_bytes: 6, total_bytes: 6 });
  });

  test('counts only the files it knows while loading and then lets go of fetch', async () => {
    const answer = async () => new Response('abc');
    globalThis.fetch = answer;
    const seen: string[] = [];
    const sizes = new Map([['known.wasm', 3]]);
    await withCountedFetch(
      sizes,
      ({ what }) => seen.push(what),
      async () => {
        await (await fetch('https://a.example/known.wasm')).text();
        await (await fetch(new URL('https://a.example/other.wasm'))).text();
      },
    );
    expect(seen).toEqual(['known.wasm']);
    expect(globalThis.fetch).toBe(answer);
  });
});
