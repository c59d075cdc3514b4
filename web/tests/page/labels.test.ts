import { expect, test } from 'vitest';
import { downloadName } from '../../src/page/downloads';
import { bytesLabel, timeLabel } from '../../src/page/time-label';

test.each([
  [0, '0:00'],
  [9.99, '0:09'],
  [75, '1:15'],
  [3600, '1:00:00'],
  [11_045, '3:04:05'],
  [-3, '0:00'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
])('%f seconds are %s', (time_s, label) => {
  expect(timeLabel(time_s)).toBe(label);
});

test('bytes are told with the whole where it is known', () => {
  expect(bytesLabel(1_500_000, 43_000_000)).toBe('1.5 of 43.0 MB');
  expect(bytesLabel(1_500_000, null)).toBe('1.5 MB');
});

test.each([
  ['talk.mp4', 'talk.srt'],
  ['a.b.webm', 'a.b.srt'],
  ['microphone', 'microphone.srt'],
  ['.mp4', 'captions.srt'],
])('captions of %s are downloaded as %s', (source, name) => {
  expect(downloadName(source, 'srt')).toBe(name);
});
