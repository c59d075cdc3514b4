import { Problem } from '../problem';
import { ask, download, type Fetch } from './download';
import { type Manifest, type ModelFile, readManifest } from './manifest';

/** Bumped when what is stored changes its meaning; older stores are deleted. */
const CACHE_NAME = 'surtitle-models-1';
const CACHE_PREFIX = 'surtitle-models-';

/** What the store needs of the browser; the caches and the digest exist in secure contexts only. */
export interface ModelHost {
  readonly fetch: Fetch;
  readonly caches: CacheStorage | undefined;
  readonly subtle: SubtleCrypto | undefined;
}

export interface ModelProgress {
  readonly what: string;
  readonly loaded_bytes: number;
  readonly total_bytes: number;
}

export interface Model {
  readonly name: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** True if nothing had to be fetched. */
  readonly cached: boolean;
}

/**
 * Loads every file of the manifest: from Cache Storage where it is there, else from the server.
 * Bytes are checked against the manifest's SHA-256 in both cases, and stored only if they match.
 */
export async function loadModel(
  host: ModelHost,
  manifest_url: string,
  onProgress: (progress: ModelProgress) => void,
): Promise<Model> {
  const cache = await openCache(host.caches);
  const manifest = await loadManifest(host, cache, manifest_url);
  const total_bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const files: Record<string, Uint8Array> = {};
  let before_bytes = 0;
  let cached = true;
  for (const file of manifest.files) {
    const kept = await fromCache(host, cache, file);
    cached &&= kept !== undefined;
    const at = before_bytes;
    const received = (bytes: number) =>
      onProgress({
        what: file.name,
        loaded_bytes: at + bytes,
        total_bytes,
      });
    files[file.name] = kept ?? (await fromServer(host, cache, file, received));
    before_bytes += file.bytes;
    received(file.bytes);
  }
  return { name: manifest.model, files, cached };
}

/** Whether an earlier visit has kept the whole model, so that loading it takes a moment only. */
export async function isModelKept(
  caches: CacheStorage | undefined,
  manifest_url: string,
): Promise<boolean> {
  const cache = await caches?.open(CACHE_NAME);
  const kept = await cache?.match(manifest_url);
  if (cache === undefined || kept === undefined) return false;
  const { files } = absolute(readManifest(await kept.json(), 'manifest'), manifest_url);
  const found = await Promise.all(files.map((file) => cache.match(file.url)));
  return found.every((response) => response !== undefined);
}

async function openCache(caches: CacheStorage | undefined): Promise<Cache | undefined> {
  if (caches === undefined) return undefined;
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME) await caches.delete(name);
  }
  return caches.open(CACHE_NAME);
}

/** The server's manifest, or without a network the one of the last visit. */
async function loadManifest(
  host: ModelHost,
  cache: Cache | undefined,
  url: string,
): Promise<Manifest> {
  try {
    const response = await ask(host.fetch, url, { cache: 'no-cache' });
    const text = await response.text();
    const manifest = readManifest(JSON.parse(text), 'manifest');
    await cache?.put(url, new Response(text));
    return absolute(manifest, url);
  } catch (error) {
    const kept = await cache?.match(url);
    if (kept === undefined) throw error;
    return absolute(readManifest(await kept.json(), 'manifest'), url);
  }
}

function absolute(manifest: Manifest, base: string): Manifest {
  const files = manifest.files.map((file) => ({ ...file, url: new URL(file.url, base).href }));
  return { ...manifest, files };
}

async function fromCache(
  host: ModelHost,
  cache: Cache | undefined,
  file: ModelFile,
): Promise<Uint8Array | undefined> {
  const response = await cache?.match(file.url);
  if (response === undefined) return undefined;
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (await matches(host.subtle, bytes, file)) return bytes;
  await cache?.delete(file.url);
  return undefined;
}

async function fromServer(
  host: ModelHost,
  cache: Cache | undefined,
  file: ModelFile,
  received: (bytes: number) => void,
): Promise<Uint8Array> {
  const bytes = await download(host.fetch, file, received);
  if (!(await matches(host.subtle, bytes, file))) throw corrupt(file);
  await keep(cache, file, bytes);
  return bytes;
}

/** A full disk is no reason not to caption: the next visit fetches again. */
async function keep(
  cache: Cache | undefined,
  file: ModelFile,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  try {
    await cache?.put(file.url, new Response(bytes));
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
  }
}

async function matches(
  subtle: SubtleCrypto | undefined,
  bytes: Uint8Array<ArrayBuffer>,
  file: ModelFile,
): Promise<boolean> {
  if (bytes.length !== file.bytes) return false;
  if (subtle === undefined) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') === file.sha256;
}

function corrupt(file: ModelFile): Problem {
  return new Problem(
    'model-corrupt',
    `The speech model's file ${file.name} does not have the hash that the server promised.`,
    'Type “surtitle models verify” where the server runs, fetch what it names, then reload this page.',
  );
}
