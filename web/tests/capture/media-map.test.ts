import { expect, test } from 'vitest';
import { hasDrifted, MediaMap } from '../../src/capture/media-map';

const SECOND = 16_000;

test('without an anchor a sample has the stream’s own time', () => {
  expect(new MediaMap().media_s(2 * SECOND)).toBe(2);
});

test('time follows play, pause, seek and speed', () => {
  const map = new MediaMap();
  map.add({ sample: 1 * SECOND, media_s: 10, rate: 1 });
  map.add({ sample: 3 * SECOND, media_s: 12, rate: 0 });
  map.add({ sample: 5 * SECOND, media_s: 12, rate: 1 });
  map.add({ sample: 6 * SECOND, media_s: 100, rate: 2 });
  expect(map.media_s(2 * SECOND)).toBe(11);
  expect(map.media_s(4 * SECOND)).toBe(12);
  expect(map.media_s(5.5 * SECOND)).toBe(12.5);
  expect(map.media_s(7 * SECOND)).toBe(102);
});

test('an anchor at the same sample replaces the last', () => {
  const map = new MediaMap();
  map.add({ sample: SECOND, media_s: 1, rate: 0 });
  map.add({ sample: SECOND, media_s: 5, rate: 1 });
  expect(map.media_s(2 * SECOND)).toBe(6);
});

test('audio from just before the first anchor is not put before it', () => {
  const map = new MediaMap();
  map.add({ sample: SECOND, media_s: 30, rate: 1 });
  expect(map.media_s(SECOND / 2)).toBe(30);
});

test('a drift of more than 40 ms is told from the clock’s own grain', () => {
  const map = new MediaMap();
  map.add({ sample: 0, media_s: 0, rate: 1 });
  expect(hasDrifted(map, { sample: SECOND, media_s: 1.03, rate: 1 })).toBe(false);
  expect(hasDrifted(map, { sample: SECOND, media_s: 0.9, rate: 1 })).toBe(true);
});
