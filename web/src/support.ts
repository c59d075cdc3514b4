import { Problem } from './problem';

/**
 * The smallest module with a SIMD instruction: one function that splats an i32 and drops it.
 * `WebAssembly.validate` says in microseconds whether the Rust core and onnxruntime can run.
 */
const SIMD_MODULE = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x04, 0x01, 0x60, 0x00, 0x00, 0x03, 0x02,
  0x01, 0x00, 0x0a, 0x09, 0x01, 0x07, 0x00, 0x41, 0x00, 0xfd, 0x11, 0x1a, 0x0b,
]);

export interface Support {
  /** Cross-origin isolated: SharedArrayBuffer and threads are there. */
  readonly isolated: boolean;
  /** Threads for onnxruntime. */
  readonly threads: number;
}

/** More threads than this gain nothing with a model of 27 million parameters. */
const MOST_THREADS = 4;

/** Throws a `Problem` where the page cannot work at all. */
export function requireSimd(
  validate: ((bytes: Uint8Array<ArrayBuffer>) => boolean) | undefined,
): void {
  if (validate?.(SIMD_MODULE) === true) return;
  throw new Problem(
    'no-simd',
    'This browser lacks WebAssembly SIMD, which the speech recogniser needs.',
    'Update the browser: Chrome or Edge 91, Firefox 89 or Safari 16.4 and later have it. On the ' +
      'command line, “surtitle transcribe FILE” needs no browser.',
  );
}

/**
 * One core stays free for the picture and the other workers where there are three or more; two are
 * both used, since a pass with one thread takes half as long again (decision 0064). `wanted` is what
 * the address asks for (`?threads=1`), to measure with.
 */
export function threadsFor(isolated: boolean, cores: number, wanted: number | null): number {
  if (!isolated) return 1;
  if (wanted !== null) return Math.max(1, Math.min(MOST_THREADS, wanted));
  return Math.max(Math.min(2, cores), Math.min(MOST_THREADS, cores - 1));
}

export function detectSupport(scope: {
  readonly crossOriginIsolated: boolean;
  readonly navigator: { readonly hardwareConcurrency: number };
  readonly location: { readonly search: string };
}): Support {
  const isolated = scope.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined';
  const wanted = Number.parseInt(
    new URLSearchParams(scope.location.search).get('threads') ?? '',
    10,
  );
  const cores = scope.navigator.hardwareConcurrency;
  return { isolated, threads: threadsFor(isolated, cores, Number.isNaN(wanted) ? null : wanted) };
}
