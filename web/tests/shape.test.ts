import { describe, expect, test } from 'vitest';
import { readPatch, readReport, readTick } from '../src/protocol';
import { array, instance, nullable, number, object, optional, string } from '../src/shape';

describe('a reader', () => {
  test('returns what has the right shape, without what it does not know', () => {
    const read = object({ name: string, sizes: array(number) });
    expect(read({ name: 'a', sizes: [1, 2], more: true }, 'x')).toEqual({
      name: 'a',
      sizes: [1, 2],
    });
  });

  test.each([
    [
      'a number that is none',
      { kind: 'cut', stretch: Number.NaN },
      'tick.stretch is not a finite number',
    ],
    [
      'a field that is missing',
      { kind: 'silence', start_sample: 1 },
      'tick.end_sample is not a finite number',
    ],
    ['an unknown kind', { kind: 'shout' }, 'tick.kind is not one of tick, discard, silence, cut'],
    ['no object', 'cut', 'tick is not an object'],
    [
      'a reason that is none',
      { kind: 'tick', segment: 0, start_sample: 0, end_sample: 1, reason: 'why', stamps: {} },
      'tick.reason is not one of pause, cut, end',
    ],
  ])('refuses %s and names it', (_, message, error) => {
    expect(() => readTick(message, 'tick')).toThrow(error);
  });

  test('names the place in a list', () => {
    const report = {
      kind: 'captions',
      patches: [{ op: 'clear' }, { op: 'add_row' }],
      finished: [],
      stamps: {},
      heard: null,
    };
    expect(() => readReport(report, 'report')).toThrow(
      'report.patches[1].row is not a finite number',
    );
  });

  test('fills in what a patch may leave out', () => {
    const patch = { op: 'add_word', id: 7, row: 0, text: 'so', committed: false };
    expect(readPatch(patch, 'patch')).toEqual({ ...patch, part: 0, glue: false, before: null });
  });

  test('takes null only where it may stand', () => {
    expect(nullable(number)(null, 'x')).toBeNull();
    expect(() => number(null, 'x')).toThrow('x is not a finite number');
    expect(optional(number, 3)(undefined, 'x')).toBe(3);
  });

  test('refuses an instance of a class that this browser does not have', () => {
    const shared = instance('SharedArrayBuffer', () => undefined);
    expect(() => shared(new ArrayBuffer(8), 'buffer')).toThrow('buffer is not a SharedArrayBuffer');
  });
});
