import { expect, test } from 'vitest';
import { percentile, StageTimes } from '../src/stage-times';

test('each stage is given the time since the one before it, capture the whole way', () => {
  const times = new StageTimes();
  times.add({
    capture: 100,
    vad: 102,
    recognise: 180,
    text: 181,
    layout: 182,
    sync: 185,
    paint: 200,
  });
  const latest = Object.fromEntries(
    times.summary().map(({ stage, latest_ms }) => [stage, latest_ms]),
  );
  expect(latest).toEqual({
    capture: 100,
    vad: 2,
    recognise: 78,
    text: 1,
    layout: 1,
    sync: 3,
    paint: 15,
  });
});

test('a stage that a chunk has not passed is left out', () => {
  const times = new StageTimes();
  times.add({ capture: 100, recognise: 150 });
  const counts = Object.fromEntries(times.summary().map(({ stage, count }) => [stage, count]));
  expect(counts).toMatchObject({ capture: 1, vad: 0, recognise: 1, paint: 0 });
});

test('percentiles are of the nearest rank', () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect(percentile(values, 0.5)).toBe(50);
  expect(percentile(values, 0.95)).toBe(95);
  expect(percentile([7], 0.95)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});
