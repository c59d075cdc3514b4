import { Problem } from './problem';

/**
 * The smallest module with a SIMD instruction: one function that splats an i32 and drops it.
 * `WebAssembly.validate` says in microseconds whether the Rust core can run.
 */
const SIMD_MODULE = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x04, 0x01, 0x60, 0x00, 0x00, 0x03, 0x02,
  0x01, 0x00, 0x0a, 0x09, 0x01, 0x07, 0x00, 0x41, 0x00, 0xfd, 0x11, 0x1a, 0x0b,
]);

export interface Support {
  /** Cross-origin isolated: SharedArrayBuffer is there. */
  readonly isolated: boolean;
}

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

export function detectSupport(scope: { readonly crossOriginIsolated: boolean }): Support {
  return { isolated: scope.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined' };
}
