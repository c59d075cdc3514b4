/// <reference types="emscripten" />

import type { PyodideAPI } from 'pyodide';
import { counted, type OnProgress, withCountedFetch } from './progress';
import { type PolicyManifest, readManifest } from './types';

export interface StartOptions {
  /** Absolute address of the folder that `build-snapshot.mjs` made. */
  readonly indexUrl: string;
  /** Address of the memory snapshot; null starts from the sources. Default: in that folder. */
  readonly snapshotUrl?: string | null;
  readonly onProgress?: OnProgress;
  /** Reads a file; Node has no fetch for `file:`. */
  readonly readBytes?: (url: string) => Promise<Uint8Array>;
}

export interface Interpreter {
  readonly pyodide: PyodideAPI;
  readonly startedFrom: 'snapshot' | 'sources';
  /** Why the snapshot was not used though it was asked for; null where it was. */
  readonly fallbackReason: string | null;
}

type PyodideModule = typeof import('pyodide');
type PyodideConfig = NonNullable<Parameters<PyodideModule['loadPyodide']>[0]>;

const SOURCES = 'surtitle_policy.zip';
const MOUNTED = `/lib/${SOURCES}`;

/** Starts Python from the snapshot, or from the sources where the snapshot does not load. */
export async function startInterpreter(options: StartOptions): Promise<Interpreter> {
  const folder = new Folder(options);
  const manifest = await folder.manifest();
  const snapshotUrl = options.snapshotUrl === undefined ? 'snapshot.bin' : options.snapshotUrl;
  if (snapshotUrl === null) return fromSources(folder, manifest, null);
  try {
    return await fromSnapshot(folder, manifest, snapshotUrl);
  } catch (error) {
    return await fromSources(folder, manifest, error instanceof Error ? error.message : `${error}`);
  }
}

async function fromSnapshot(
  folder: Folder,
  manifest: PolicyManifest,
  snapshotUrl: string,
): Promise<Interpreter> {
  const snapshot = await folder.bytes(snapshotUrl, manifest);
  const known = manifest.files.find((file) => snapshotUrl.endsWith(file.name));
  if (known !== undefined && snapshot.length !== known.bytes) {
    throw new Error(`the snapshot has ${snapshot.length} bytes, its manifest says ${known.bytes}`);
  }
  // Every module is in the snapshot, so the 2.5 MB of the standard library would only be carried
  // about: a small zip stands in its place. `build-snapshot.mjs` checks that nothing is missed.
  const stdLibURL = folder.place(SOURCES);
  const pyodide = await folder.load(manifest, { _loadSnapshot: snapshot, stdLibURL });
  return { pyodide, startedFrom: 'snapshot', fallbackReason: null };
}

async function fromSources(
  folder: Folder,
  manifest: PolicyManifest,
  fallbackReason: string | null,
): Promise<Interpreter> {
  const [pyodide, sources] = await Promise.all([
    folder.load(manifest, {}),
    folder.bytes(SOURCES, manifest),
  ]);
  pyodide.FS.writeFile(MOUNTED, sources);
  pyodide.runPython(`import sys; sys.path.insert(0, "${MOUNTED}")`);
  return { pyodide, startedFrom: 'sources', fallbackReason };
}

/** The generated folder: its files, with progress. */
class Folder {
  readonly #options: StartOptions;
  readonly #indexUrl: string;
  readonly #onProgress: OnProgress;

  constructor(options: StartOptions) {
    this.#options = options;
    this.#indexUrl = options.indexUrl.endsWith('/') ? options.indexUrl : `${options.indexUrl}/`;
    this.#onProgress = options.onProgress ?? (() => {});
  }

  async manifest(): Promise<PolicyManifest> {
    const text = new TextDecoder().decode(await this.#read(`${this.#indexUrl}manifest.json`));
    return readManifest(JSON.parse(text), 'manifest');
  }

  /** The file's address in a browser, its path in Node. */
  place(name: string): string {
    return localPath(`${this.#indexUrl}${name}`);
  }

  async bytes(name: string, manifest: PolicyManifest): Promise<Uint8Array> {
    const url = new URL(name, this.#indexUrl).href;
    const known = manifest.files.find((file) => url.endsWith(`/${file.name}`));
    return this.#read(url, { what: known?.name ?? name, total_bytes: known?.bytes ?? null });
  }

  async load(manifest: PolicyManifest, config: PyodideConfig): Promise<PyodideAPI> {
    const sizes = new Map(manifest.files.map((file) => [file.name, file.bytes]));
    return withCountedFetch(sizes, this.#onProgress, async () => {
      const address = `${this.#indexUrl}pyodide.mjs`;
      const module: PyodideModule = await import(/* @vite-ignore */ address);
      return module.loadPyodide({
        indexURL: this.place(''),
        packageBaseUrl: this.place(''),
        lockFileContents: JSON.stringify({ info: manifest.info, packages: {} }),
        ...config,
      });
    });
  }

  async #read(
    url: string,
    shown: { what: string; total_bytes: number | null } | null = null,
  ): Promise<Uint8Array> {
    if (this.#options.readBytes !== undefined) return this.#options.readBytes(url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answers ${response.status}`);
    const body =
      shown === null
        ? response
        : counted(response, shown.what, shown.total_bytes, this.#onProgress);
    return new Uint8Array(await body.arrayBuffer());
  }
}

/** Pyodide takes paths in Node, addresses in a browser. */
function localPath(url: string): string {
  return url.startsWith('file:') ? decodeURIComponent(new URL(url).pathname) : url;
}
