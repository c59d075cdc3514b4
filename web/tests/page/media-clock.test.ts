import { describe, expect, test } from 'vitest';
import { MediaClock } from '../../src/page/media-clock';

class FakeMedia extends EventTarget {
  currentTime = 0;
  playbackRate = 1;
  paused = true;
  ended = false;
  seeking = false;

  fire(name: string, change: Partial<FakeMedia> = {}): void {
    Object.assign(this, change);
    this.dispatchEvent(new Event(name));
  }
}

function open() {
  const said: (readonly unknown[])[] = [];
  let position = 0;
  const media = new FakeMedia();
  const clock = new MediaClock({
    position: () => position,
    cut: (...args) => said.push(['cut', ...args]),
    anchor: (...args) => said.push(['anchor', ...args]),
    hold: (...args) => said.push(['hold', ...args]),
    clear: (...args) => said.push(['clear', ...args]),
  });
  clock.follow(media);
  const take = () => said.splice(0);
  return { media, clock, take, at: (sample: number) => (position = sample) };
}

describe('the media clock', () => {
  test('anchors play and pause, and holds the captions while paused', () => {
    const { media, take, at } = open();
    at(1000);
    media.fire('play', { paused: false });
    expect(take()).toEqual([
      ['anchor', 1000, 0, 1],
      ['hold', false],
    ]);
    at(17_000);
    media.fire('pause', { paused: true, currentTime: 1 });
    expect(take()).toEqual([
      ['anchor', 17_000, 1, 0],
      ['hold', true],
    ]);
  });

  test('cuts at a seek, clears the picture and stands still until it has arrived', () => {
    const { media, take, at } = open();
    media.fire('play', { paused: false });
    take();
    at(5000);
    media.fire('seeking', { currentTime: 60, seeking: true });
    expect(take()).toEqual([
      ['cut', 5000, 1],
      ['clear', 1],
      ['anchor', 5000, 60, 0],
      ['hold', false],
    ]);
    at(6000);
    media.fire('seeked', { seeking: false });
    expect(take()).toContainEqual(['anchor', 6000, 60, 1]);
  });

  test('a loop cuts but leaves the last words to be read', () => {
    const { media, take } = open();
    media.fire('seeking', { currentTime: 0, paused: false, seeking: true });
    expect(take().map(([what]) => what)).not.toContain('clear');
  });

  test('follows the speed', () => {
    const { media, take, at } = open();
    at(8000);
    media.fire('ratechange', { paused: false, playbackRate: 2, currentTime: 4 });
    expect(take()).toContainEqual(['anchor', 8000, 4, 2]);
  });

  test('mends a drift, and leaves the grain of the clock alone', () => {
    const { media, take, at } = open();
    media.fire('playing', { paused: false });
    take();
    at(16_000);
    media.fire('timeupdate', { currentTime: 1.02 });
    expect(take()).toEqual([]);
    at(32_000);
    media.fire('timeupdate', { currentTime: 1.5 });
    expect(take()).toEqual([['anchor', 32_000, 1.5, 1]]);
  });

  test('the end finishes what was said and lets the captions run out', () => {
    const { media, take, at } = open();
    at(9000);
    media.fire('pause', { paused: true, ended: true, currentTime: 3 });
    media.fire('ended');
    expect(take()).toEqual([
      ['anchor', 9000, 3, 0],
      ['hold', false],
      ['cut', 9000, 1],
    ]);
  });

  test('a microphone begins at 0 and runs on', () => {
    const { clock, take, at } = open();
    at(4000);
    clock.beginLive();
    expect(take()).toEqual([
      ['cut', 4000, 1],
      ['anchor', 4000, 0, 1],
      ['hold', false],
    ]);
  });
});
