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
  [false, 8, 1],
  [true, 1, 1],
  [true, 2, 1],
  [true, 4, 3],
  [true, 16, 4],
])('isolated %s with %i cores: %i threads', (isolated, cores, threads) => {
  expect(threadsFor(isolated, cores)).toBe(threads);
});
