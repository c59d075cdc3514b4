/** `what` is being loaded; `total_bytes` is its size once unpacked, null where it is not known. */
export interface PolicyProgress {
  readonly what: string;
  readonly loaded_bytes: number;
  readonly total_bytes: number | null;
}

export type OnProgress = (progress: PolicyProgress) => void;

/** The response with its body counted as it passes. */
export function counted(
  response: Response,
  what: string,
  total_bytes: number | null,
  onProgress: OnProgress,
): Response {
  if (response.body === null) return response;
  let loaded_bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      loaded_bytes += chunk.byteLength;
      onProgress({ what, loaded_bytes, total_bytes });
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
}

/**
 * Counts what Pyodide fetches by itself while `load` runs: it has no hook of its own, and its
 * WebAssembly is the largest file there is. Calls for other addresses pass untouched.
 */
export async function withCountedFetch<T>(
  sizes: ReadonlyMap<string, number>,
  onProgress: OnProgress,
  load: () => Promise<T>,
): Promise<T> {
  const plain = globalThis.fetch;
  const watched: typeof fetch = async (input, init) => {
    const response = await plain(input, init);
    const url = input instanceof Request ? input.url : String(input);
    const name = url.slice(url.lastIndexOf('/') + 1);
    const total_bytes = sizes.get(name);
    return total_bytes === undefined ? response : counted(response, name, total_bytes, onProgress);
  };
  globalThis.fetch = watched;
  try {
    return await load();
  } finally {
    if (globalThis.fetch === watched) globalThis.fetch = plain;
  }
}
