import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isModelKept, loadModel, type ModelHost } from '../../src/models/store';

const MANIFEST_URL = 'http://page.test/models/manifest.json';
const BYTES = Uint8Array.from({ length: 5000 }, (_, i) => i % 251);

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Cache Storage as a map: what the store uses of it. */
class MemoryCaches {
  readonly stores = new Map<string, Map<string, Response>>();

  async keys(): Promise<string[]> {
    return [...this.stores.keys()];
  }

  async delete(name: string): Promise<boolean> {
    return this.stores.delete(name);
  }

  async open(name: string) {
    const store = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, store);
    return {
      match: async (url: string) => store.get(url)?.clone(),
      put: async (url: string, response: Response) => void store.set(url, response),
      delete: async (url: string) => store.delete(url),
    };
  }
}

type Answer = (url: string, init: RequestInit) => Response | Promise<Response>;

function host(answer: Answer, caches: MemoryCaches | undefined = new MemoryCaches()) {
  const asked: string[] = [];
  const made: ModelHost = {
    fetch: async (url, init = {}) => {
      asked.push(url);
      return answer(url, init);
    },
    caches: caches as unknown as CacheStorage,
    subtle: globalThis.crypto.subtle,
  };
  return { host: made, asked };
}

function manifest(hash = sha256(BYTES)): Response {
  const file = { name: 'a.onnx', url: `/models/${hash}/a.onnx`, bytes: BYTES.length, sha256: hash };
  return Response.json({ model: 'tiny', files: [file] });
}

const serve: Answer = (url) => (url === MANIFEST_URL ? manifest() : new Response(BYTES));
const quiet = () => undefined;

describe('the model store', () => {
  test('fetches, tells its progress in bytes and keeps what it has checked', async () => {
    const caches = new MemoryCaches();
    const progress: number[] = [];
    const first = await loadModel(host(serve, caches).host, MANIFEST_URL, (p) => {
      expect(p.total_bytes).toBe(BYTES.length);
      progress.push(p.loaded_bytes);
    });
    expect(first.cached).toBe(false);
    expect(first.files['a.onnx']).toEqual(BYTES);
    expect(progress.at(-1)).toBe(BYTES.length);
    const again = host(serve, caches);
    const second = await loadModel(again.host, MANIFEST_URL, quiet);
    expect(second.cached).toBe(true);
    expect(again.asked).toEqual([MANIFEST_URL]);
  });

  test('works without a network once everything is kept', async () => {
    const caches = new MemoryCaches();
    await loadModel(host(serve, caches).host, MANIFEST_URL, quiet);
    const offline = host(() => Promise.reject(new TypeError('failed')), caches);
    const model = await loadModel(offline.host, MANIFEST_URL, quiet);
    expect(model.files['a.onnx']).toEqual(BYTES);
  });

  test('says what to do when the first visit has no server', async () => {
    const offline = host(() => Promise.reject(new TypeError('failed')));
    const loaded = loadModel(offline.host, MANIFEST_URL, quiet);
    await expect(loaded).rejects.toMatchObject({
      code: 'model-unreachable',
      remedy: expect.stringContaining('surtitle serve'),
    });
  });

  test.each([404, 503])(
    'says what to type when the server has no model (status %i)',
    async (status) => {
      const empty = host(() => new Response('', { status }));
      const loaded = loadModel(empty.host, MANIFEST_URL, quiet);
      await expect(loaded).rejects.toMatchObject({
        code: 'model-missing',
        remedy: expect.stringContaining('surtitle models fetch'),
      });
    },
  );

  test('refuses bytes with another hash, and does not keep them', async () => {
    const caches = new MemoryCaches();
    const wrong = BYTES.slice().fill(0, 0, 3);
    const corrupt: Answer = (url) => (url === MANIFEST_URL ? manifest() : new Response(wrong));
    const loaded = loadModel(host(corrupt, caches).host, MANIFEST_URL, quiet);
    await expect(loaded).rejects.toMatchObject({
      code: 'model-corrupt',
      message: expect.stringContaining('a.onnx'),
      remedy: expect.stringContaining('surtitle models verify'),
    });
    const mended = host(serve, caches);
    expect((await loadModel(mended.host, MANIFEST_URL, quiet)).cached).toBe(false);
  });

  test('fetches again what has gone bad in the cache', async () => {
    const caches = new MemoryCaches();
    await loadModel(host(serve, caches).host, MANIFEST_URL, quiet);
    for (const store of caches.stores.values()) {
      for (const url of store.keys()) {
        if (url.endsWith('.onnx')) store.set(url, new Response(new Uint8Array(BYTES.length)));
      }
    }
    const model = await loadModel(host(serve, caches).host, MANIFEST_URL, quiet);
    expect(model.cached).toBe(false);
    expect(model.files['a.onnx']).toEqual(BYTES);
  });

  test('takes a broken download up where it broke off', async () => {
    const ranges: (string | null)[] = [];
    const breaking: Answer = (url, init) => {
      if (url === MANIFEST_URL) return manifest();
      const range = new Headers(init.headers).get('Range');
      ranges.push(range);
      if (range === null) return new Response(brokenBody(BYTES.subarray(0, 2000)));
      const from = Number(/bytes=(\d+)-/.exec(range)?.[1]);
      return new Response(BYTES.slice(from), { status: 206 });
    };
    const model = await loadModel(host(breaking).host, MANIFEST_URL, quiet);
    expect(model.files['a.onnx']).toEqual(BYTES);
    expect(ranges).toEqual([null, 'bytes=2000-']);
  });

  test('works in a page without Cache Storage', async () => {
    const { host: plain } = host(serve);
    const model = await loadModel({ ...plain, caches: undefined }, MANIFEST_URL, quiet);
    expect(model.files['a.onnx']).toEqual(BYTES);
  });

  test('knows whether the whole model is kept', async () => {
    const caches = new MemoryCaches();
    const storage = caches as unknown as CacheStorage;
    expect(await isModelKept(undefined, MANIFEST_URL)).toBe(false);
    expect(await isModelKept(storage, MANIFEST_URL)).toBe(false);
    await loadModel(host(serve, caches).host, MANIFEST_URL, quiet);
    expect(await isModelKept(storage, MANIFEST_URL)).toBe(true);
    for (const store of caches.stores.values()) store.delete([...store.keys()].at(-1) ?? '');
    expect(await isModelKept(storage, MANIFEST_URL)).toBe(false);
  });

  test('deletes the stores of older versions', async () => {
    const caches = new MemoryCaches();
    await caches.open('surtitle-models-0');
    await caches.open('someone-else');
    await loadModel(host(serve, caches).host, MANIFEST_URL, quiet);
    expect(await caches.keys()).toEqual(['someone-else', 'surtitle-models-1']);
  });
});

function brokenBody(part: Uint8Array): ReadableStream<Uint8Array> {
  let sent = false;
  return new ReadableStream({
    pull(controller) {
      if (sent) controller.error(new TypeError('network error'));
      else controller.enqueue(part);
      sent = true;
    },
  });
}
