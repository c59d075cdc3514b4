import { expect, test } from 'vitest';
import { requireSimd, threadsFor } from '../src/support';

test('a browser with SIMD passes', () => {
  expect(() => requireSimd(WebAssembly.validate)).not.toThrow();
});

test.each([
  ['without WebAssembly', undefined],
  ['without SIMD', () => false],
])('a browser %s is told what to update', (_, validate) => {
  expect(() => requireSimd(validate)).toThrow(/WebAssembly SIMD/);
  try {
    requireSimd(validate);
  } catch (error) {
    expect(error).toMatchObject({
      code: 'no-simd',
      remedy: expect.stringContaining('Safari 16.4'),
    });
  }
});

test.each([
  [false, 8, null, 1],
  [false, 8, 4, 1],
  [true, 1, null, 1],
  [true, 2, null, 2],
  [true, 2, 1, 1],
  [true, 4, null, 3],
  [true, 16, null, 4],
  [true, 16, 99, 4],
  [true, 16, 0, 1],
])('isolated %s with %i cores, %o wanted: %i threads', (isolated, cores, wanted, threads) => {
  expect(threadsFor(isolated, cores, wanted)).toBe(threads);
});
