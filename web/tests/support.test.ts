import { expect, test } from 'vitest';
import { requireSimd } from '../src/support';

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
