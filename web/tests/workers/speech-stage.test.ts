import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { initSync, SpeechSegmenter } from '../../generated/native/surtitle_web.js';
import { RingReader, RingWriter, ringBytes, ringMemory } from '../../src/capture/ring';
import type { TickMessage } from '../../src/protocol';
import { type SegmentEvent, SpeechStage } from '../../src/workers/speech-stage';

const CORE = new URL('../../generated/native/surtitle_web_bg.wasm', import.meta.url);

function openRing(samples: number) {
  const memory = ringMemory(new ArrayBuffer(ringBytes(samples)));
  const waiter = { changed: () => Promise.resolve() };
  return { writer: new RingWriter(memory), reader: new RingReader(memory, waiter) };
}

function write(writer: RingWriter, audio: Float32Array): void {
  for (let at = 0; at < audio.length; at += 1000) {
    const part = audio.subarray(at, at + 1000);
    writer.write(part, part.length);
  }
}

/** A segmenter that says what a script tells it after so many frames. */
class ScriptedSegmenter {
  readonly probability = 0;
  readonly level_db = -60;
  readonly #script: Readonly<Record<number, SegmentEvent>>;
  frames = 0;
  open = false;
  /** Frames from which on nobody speaks. */
  quiet_from = Number.POSITIVE_INFINITY;

  constructor(script: Readonly<Record<number, SegmentEvent>>) {
    this.#script = script;
  }

  push(): SegmentEvent[] {
    this.frames += 1;
    const event = this.#script[this.frames];
    if (event !== undefined) this.open = event.kind === 'open';
    return event === undefined ? [] : [event];
  }

  get tail_end(): number {
    return 512 * Math.min(this.frames, this.quiet_from);
  }

  flush(): SegmentEvent[] {
    if (!this.open) return [];
    this.open = false;
    const end_sample = this.frames * 512;
    return [{ kind: 'close', segment: 0, start_sample: 512, end_sample, reason: 'end' }];
  }
}

function run(frames: number, script: Readonly<Record<number, SegmentEvent>>, ring = 2 ** 16) {
  const { writer, reader } = openRing(ring);
  const messages: TickMessage[] = [];
  const stage = new SpeechStage({
    reader,
    createSegmenter: () => new ScriptedSegmenter(script),
    emit: (message) => messages.push(message),
    clock_ms: () => 5,
  });
  const feed = (count: number) => {
    write(writer, new Float32Array(512 * count));
    stage.advance();
  };
  feed(frames);
  return { stage, messages, feed };
}

const OPEN: SegmentEvent = { kind: 'open', segment: 0, start_sample: 512 };
const CLOSE: SegmentEvent = {
  kind: 'close',
  segment: 0,
  start_sample: 512,
  end_sample: 9000,
  reason: 'pause',
};

describe('the speech stage', () => {
  test('ticks at once when a segment opens, then at every frame', () => {
    const { messages } = run(20, { 4: OPEN });
    const ends = messages
      .filter(({ kind }) => kind === 'tick')
      .map((m) => 'end_sample' in m && m.end_sample);
    expect(ends[0]).toBe(4 * 512);
    expect(ends).toEqual(Array.from({ length: 17 }, (_, frame) => (4 + frame) * 512));
  });

  test('does not tick while a pause leaves nothing new to hear', () => {
    const { writer, reader } = openRing(2 ** 16);
    const segmenter = new ScriptedSegmenter({ 4: OPEN });
    segmenter.quiet_from = 10;
    const ends: number[] = [];
    const stage = new SpeechStage({
      reader,
      createSegmenter: () => segmenter,
      emit: (message) => message.kind === 'tick' && ends.push(message.end_sample),
      clock_ms: () => 5,
    });
    write(writer, new Float32Array(512 * 20));
    stage.advance();
    expect(ends.at(-1)).toBe(10 * 512);
    expect(ends).toHaveLength(7);
    segmenter.quiet_from = Number.POSITIVE_INFINITY;
    write(writer, new Float32Array(512));
    stage.advance();
    expect(ends.at(-1)).toBe(21 * 512);
  });

  test('gives a closed segment’s last pass its end and its reason', () => {
    const { messages } = run(20, { 4: OPEN, 19: CLOSE });
    expect(messages.at(-1)).toEqual({
      kind: 'tick',
      segment: 0,
      start_sample: 512,
      end_sample: 9000,
      reason: 'pause',
      stamps: { capture: 5, vad: 5 },
    });
  });

  test('ends what is open at a cut and numbers segments on behind it', () => {
    const { stage, messages, feed } = run(20, { 4: OPEN });
    stage.cut(20 * 512 + 100, 1);
    feed(10);
    const at = messages.findIndex(({ kind }) => kind === 'cut');
    expect(messages[at - 1]).toMatchObject({ kind: 'tick', segment: 0, reason: 'end' });
    expect(messages[at]).toEqual({ kind: 'cut', stretch: 1 });
    const next = messages.slice(at).find(({ kind }) => kind === 'tick');
    expect(next).toMatchObject({ segment: 1, start_sample: 20 * 512 + 100 + 512 });
  });

  test('tells of a cut though no further audio comes', () => {
    const { stage, messages } = run(20, { 4: OPEN });
    stage.cut(20 * 512, 1);
    stage.advance();
    expect(messages.at(-1)).toEqual({ kind: 'cut', stretch: 1 });
  });

  test('tells of silence while nobody speaks', () => {
    const { messages } = run(40, {});
    expect(messages.map(({ kind }) => kind)).toContain('silence');
    expect(messages.at(-1)).toMatchObject({ kind: 'silence', start_sample: 0 });
  });

  test('counts what the writer has lapped and goes on with the rest', () => {
    const { stage, feed } = run(4, {}, 2 ** 14);
    feed(64);
    expect(stage.lost_samples).toBe(64 * 512 - 2 ** 14 + 4096);
    expect(stage.position).toBeGreaterThan(67 * 512 - 512);
  });
});

describe.skipIf(!existsSync(CORE))('the speech stage over the Rust segmenter', () => {
  beforeAll(() => {
    initSync({ module: readFileSync(CORE) });
  });

  test('hears nothing in digital silence', () => {
    const { writer, reader } = openRing(2 ** 17);
    const messages: TickMessage[] = [];
    const stage = new SpeechStage({
      reader,
      createSegmenter: () => new SpeechSegmenter(undefined),
      emit: (message) => messages.push(message),
      clock_ms: () => 0,
    });
    write(writer, new Float32Array(80_000));
    stage.advance();
    expect(messages.every(({ kind }) => kind === 'silence')).toBe(true);
  });
});
