import { Problem } from '../problem';
import type { ModelFile } from './manifest';

/** Attempts at one file; each goes on where the last one broke off. */
const ATTEMPTS = 4;
const PAUSE_MS = 500;

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;
export type Received = (bytes: number) => void;

export function unreachable(what: string): Problem {
  return new Problem(
    'model-unreachable',
    `The speech model (${what}) could not be fetched: the server does not answer.`,
    'Start the server again with “surtitle serve”, then reload this page. Once the model has been ' +
      'loaded it is kept in this browser and works without a network.',
  );
}

function missing(what: string): Problem {
  return new Problem(
    'model-missing',
    `The server has no speech model (${what}).`,
    'Type “surtitle models fetch” where the server runs, then reload this page.',
  );
}

export async function ask(fetch: Fetch, url: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch {
    throw unreachable(url);
  }
  if (response.status === 404 || response.status === 503) throw missing(url);
  if (!response.ok) throw unreachable(`${url}, status ${response.status}`);
  return response;
}

/**
 * Fetches a file of known length into one buffer. A connection that breaks is taken up again with
 * a range request; a file longer or shorter than the manifest says is left to the hash check.
 */
export async function download(
  fetch: Fetch,
  file: ModelFile,
  received: Received,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.bytes);
  let at = 0;
  for (let attempt = 1; at < bytes.length; attempt += 1) {
    try {
      at = await fill(fetch, file.url, bytes, at, received);
      if (at < bytes.length) throw unreachable(file.name);
    } catch (error) {
      const lasting = error instanceof Problem && error.code !== 'model-unreachable';
      if (lasting || attempt >= ATTEMPTS)
        throw error instanceof Problem ? error : unreachable(file.name);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }
  return bytes;
}

/** Fills `bytes` from `at` on, as far as the connection lasts, and returns how far it came. */
async function fill(
  fetch: Fetch,
  url: string,
  bytes: Uint8Array,
  at: number,
  received: Received,
): Promise<number> {
  const response = await ask(fetch, url, at > 0 ? { headers: { Range: `bytes=${at}-` } } : {});
  let filled = response.status === 206 ? at : 0;
  const reader = response.body?.getReader();
  if (reader === undefined) return filled;
  for (;;) {
    const chunk = await reader.read().catch(() => null);
    if (chunk === null || chunk.done) return filled;
    const part = chunk.value.subarray(0, bytes.length - filled);
    bytes.set(part, filled);
    filled += part.length;
    received(filled);
  }
}
