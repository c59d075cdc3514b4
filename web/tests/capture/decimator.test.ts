import { expect, test } from 'vitest';
import { Decimator, lowPass } from '../../src/capture/decimator';

const RATE_HZ = 48_000;

/** Amplitude in dB at the output for a tone of amplitude 1, after the filter has settled. */
function level_db(tone_hz: number, quantum: number): number {
  const decimator = new Decimator(RATE_HZ);
  const out = new Float32Array(1024);
  const block = new Float32Array(quantum);
  let energy = 0;
  let count = 0;
  for (let at = 0; at < RATE_HZ; at += quantum) {
    for (let i = 0; i < quantum; i += 1) {
      block[i] = Math.sin((2 * Math.PI * tone_hz * (at + i)) / RATE_HZ);
    }
    const written = decimator.process(block, quantum, out);
    if (at < RATE_HZ / 10) continue;
    for (let i = 0; i < written; i += 1) energy += (out[i] as number) ** 2;
    count += written;
  }
  return 10 * Math.log10((2 * energy) / count);
}

test.each([100, 1000, 3000, 6000])('a tone of %i Hz passes unchanged', (tone_hz) => {
  expect(Math.abs(level_db(tone_hz, 128))).toBeLessThan(0.1);
});

test.each([8200, 10_000, 15_900, 20_000])(
  'a tone of %i Hz leaves no alias above −55 dB',
  (tone_hz) => {
    expect(level_db(tone_hz, 128)).toBeLessThan(-55);
  },
);

test('the block size changes nothing', () => {
  const noise = Float32Array.from({ length: 6000 }, (_, i) => Math.sin(i * i));
  const run = (quantum: number) => {
    const decimator = new Decimator(RATE_HZ);
    const out = new Float32Array(1024);
    const all: number[] = [];
    for (let at = 0; at < noise.length; at += quantum) {
      const count = Math.min(quantum, noise.length - at);
      const written = decimator.process(noise.subarray(at, at + count), count, out);
      all.push(...out.subarray(0, written));
    }
    return all;
  };
  expect(run(128)).toEqual(run(1000));
  expect(run(7)).toEqual(run(128));
  expect(run(128)).toHaveLength(2000);
});

test('at the recogniser’s own rate samples pass untouched', () => {
  const out = new Float32Array(4);
  expect(new Decimator(16_000).process(new Float32Array([1, -1, 0.5, 0]), 4, out)).toBe(4);
  expect([...out]).toEqual([1, -1, 0.5, 0]);
});

test('the filter lets a constant through at full level', () => {
  expect(lowPass(3).reduce((sum, tap) => sum + tap, 0)).toBeCloseTo(1, 6);
});

test('a rate that is no whole multiple is refused', () => {
  expect(() => new Decimator(44_100)).toThrow(/44100 Hz/);
});
