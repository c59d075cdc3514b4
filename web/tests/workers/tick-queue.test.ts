import { describe, expect, test } from 'vitest';
import type { Tick, TickMessage } from '../../src/protocol';
import { TickQueue } from '../../src/workers/tick-queue';

function tick(segment: number, end_sample: number, reason: Tick['reason'] = null): Tick {
  return { kind: 'tick', segment, start_sample: 0, end_sample, reason, stamps: {} };
}

function drain(queue: TickQueue, now_ms: number): TickMessage[] {
  const messages: TickMessage[] = [];
  for (;;) {
    const next = queue.next(now_ms);
    if (next === null || typeof next === 'number') return messages;
    messages.push(next);
  }
}

describe('the tick queue', () => {
  test('keeps only the newest interim tick and counts the others', () => {
    const queue = new TickQueue();
    for (const end of [1600, 3200, 4800]) queue.push(tick(0, end));
    expect(drain(queue, 0)).toEqual([tick(0, 4800)]);
    expect(queue.dropped).toBe(2);
  });

  test('never drops the last pass of a segment, and keeps the order of what is certain', () => {
    const queue = new TickQueue();
    const certain: TickMessage[] = [
      tick(0, 9000, 'pause'),
      { kind: 'silence', start_sample: 9000, end_sample: 13_000 },
      tick(1, 20_000, 'cut'),
      { kind: 'discard', segment: 2 },
      { kind: 'cut', stretch: 1 },
    ];
    for (const message of certain) queue.push(message);
    expect(drain(queue, 0)).toEqual(certain);
    expect(queue.dropped).toBe(0);
  });

  test('drops an interim tick that the end of its segment has made stale', () => {
    const queue = new TickQueue();
    queue.push(tick(0, 1600));
    queue.push(tick(0, 3000, 'pause'));
    expect(drain(queue, 0)).toEqual([tick(0, 3000, 'pause')]);
    expect(queue.dropped).toBe(1);
  });

  test('begins an interim pass no sooner than 90 ms after the last one', () => {
    const queue = new TickQueue();
    queue.passed(1000);
    queue.push(tick(0, 1600));
    expect(queue.next(1050)).toBe(40);
    expect(queue.next(1090)).toEqual(tick(0, 1600));
  });

  test('does not let a last pass wait', () => {
    const queue = new TickQueue();
    queue.passed(1000);
    queue.push(tick(0, 1600, 'pause'));
    expect(queue.next(1001)).toEqual(tick(0, 1600, 'pause'));
  });

  test('never lets delay grow, however slow the machine', () => {
    const queue = new TickQueue();
    const cost_ms = 470;
    let busyUntil_ms = 0;
    let oldest_ms = 0;
    for (let now_ms = 0; now_ms < 60_000; now_ms += 100) {
      queue.push(tick(0, now_ms * 16));
      const next = now_ms >= busyUntil_ms ? queue.next(now_ms) : null;
      if (next === null || typeof next === 'number') continue;
      oldest_ms = Math.max(oldest_ms, now_ms - (next as Tick).end_sample / 16);
      busyUntil_ms = now_ms + cost_ms;
      queue.passed(now_ms);
    }
    expect(oldest_ms).toBe(0);
    expect(queue.dropped).toBeGreaterThan(400);
  });
});
