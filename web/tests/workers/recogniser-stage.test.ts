import { expect, test } from 'vitest';
import { RingReader, RingWriter, ringBytes, ringMemory } from '../../src/capture/ring';
import type { HypothesisMessage, Tick } from '../../src/protocol';
import type { Pass } from '../../src/recognise';
import { RecogniserStage } from '../../src/workers/recogniser-stage';

/** Hears as many words as the audio has whole seconds, and remembers what it was given. */
function open(ring = 2 ** 17) {
  const memory = ringMemory(new ArrayBuffer(ringBytes(ring)));
  const writer = new RingWriter(memory);
  const reader = new RingReader(memory, { changed: () => Promise.resolve() });
  const heard: { length: number; first: number; pass: Pass }[] = [];
  const said: HypothesisMessage[] = [];
  let now_ms = 0;
  const stage = new RecogniserStage({
    reader,
    recogniser: {
      recognise(audio, { pass }) {
        heard.push({ length: audio.length, first: audio[0] ?? 0, pass });
        now_ms += 60;
        const words = Array.from({ length: Math.floor(audio.length / 16_000) }, (_, i) => ({
          text: `word${i}`,
          start_s: i,
          end_s: i + 1,
          confidence: 1,
        }));
        if (pass !== 'cut')
          return { words, rest: [], context_samples: 0, encode_ms: 40, decode_ms: 20 };
        const rest = [{ text: 'beyond', start_s: 0, end_s: 0.4, confidence: 1 }];
        return { words, rest, context_samples: 8_000, encode_ms: 0, decode_ms: 0 };
      },
    },
    emit: (message) => said.push(message),
    clock_ms: () => now_ms,
  });
  const write = (count: number, value: number) => {
    for (let at = 0; at < count; at += 1000) writer.write(new Float32Array(1000).fill(value), 1000);
  };
  const settle = async () => {
    for (let wait = await stage.step(); wait !== null; wait = await stage.step()) now_ms += wait;
  };
  return { stage, write, settle, heard, said };
}

function tick(
  segment: number,
  span: readonly [number, number],
  reason: Tick['reason'] = null,
): Tick {
  const [start_sample, end_sample] = span;
  return { kind: 'tick', segment, start_sample, end_sample, reason, stamps: { capture: 1 } };
}

test('a hypothesis is of the whole segment, with its revision and stamps', async () => {
  const { stage, write, settle, heard, said } = open();
  write(40_000, 0.5);
  stage.queue.push(tick(3, [1000, 17_000]));
  await settle();
  stage.queue.push(tick(3, [1000, 35_000], 'pause'));
  await settle();
  expect(heard).toEqual([
    { length: 16_000, first: 0.5, pass: 'open' },
    { length: 34_000, first: 0.5, pass: 'final' },
  ]);
  expect(said).toMatchObject([
    { kind: 'hypothesis', segment: 3, revision: 0, final: false, reason: null },
    { kind: 'hypothesis', segment: 3, revision: 1, final: true, reason: 'pause' },
  ]);
  expect(said[0]).toMatchObject({ stamps: { capture: 1, recognise: 60 } });
});

test('a discarded segment takes its words back, one that was never shown says nothing', async () => {
  const { stage, write, settle, said } = open();
  write(40_000, 0);
  stage.queue.push(tick(0, [0, 16_000]));
  await settle();
  stage.queue.push({ kind: 'discard', segment: 0 });
  stage.queue.push({ kind: 'discard', segment: 1 });
  await settle();
  expect(said).toHaveLength(2);
  expect(said[1]).toMatchObject({ segment: 0, revision: 1, final: true, words: [] });
});

test('audio that is gone is counted and not recognised', async () => {
  const { stage, write, settle, heard, said } = open(2 ** 14);
  write(40_000, 0);
  stage.queue.push(tick(0, [0, 8000], 'pause'));
  await settle();
  expect(heard).toEqual([]);
  expect(said).toEqual([]);
  expect(stage.lost_samples).toBe(8000);
});

test('cuts and silences go on to the policy in their place', async () => {
  const { stage, write, settle, said } = open();
  write(20_000, 0);
  stage.queue.push(tick(0, [0, 16_000], 'end'));
  stage.queue.push({ kind: 'cut', stretch: 1 });
  stage.queue.push({ kind: 'silence', start_sample: 16_000, end_sample: 20_000 });
  await settle();
  expect(said.map(({ kind }) => kind)).toEqual(['hypothesis', 'cut', 'silence']);
});

test('the segment behind a cut gets the audio that it wants in front, the one after it does not', async () => {
  const { stage, write, settle, heard } = open();
  write(100_000, 0.5);
  for (const one of [
    tick(0, [1000, 49_000], 'cut'),
    tick(1, [49_000, 65_000], 'pause'),
    tick(2, [70_000, 86_000], 'pause'),
  ]) {
    stage.queue.push(one);
  }
  await settle();
  expect(heard.map(({ length, pass }) => [length, pass])).toEqual([
    [48_000, 'cut'],
    [24_000, 'final'],
    [16_000, 'final'],
  ]);
});

test('what was heard beyond a cut stays said if nothing follows', async () => {
  const { stage, write, settle, said } = open();
  write(60_000, 0.5);
  stage.queue.push(tick(0, [1000, 49_000], 'cut'));
  stage.queue.push({ kind: 'discard', segment: 1 });
  await settle();
  expect(said[0]).toMatchObject({ segment: 0, final: true, rest: [{ text: 'beyond' }] });
  expect(said[1]).toMatchObject({ segment: 1, final: true, words: [{ text: 'beyond' }] });
});

test('what was heard beyond a cut stays said if the passes behind it hear nothing', async () => {
  const { stage, write, settle, said } = open();
  write(60_000, 0.5);
  stage.queue.push(tick(0, [1000, 41_000], 'cut'));
  await settle();
  // With its context of 8000 samples less than a second: no word.
  stage.queue.push(tick(1, [41_000, 46_000]));
  await settle();
  stage.queue.push({ kind: 'discard', segment: 1 });
  await settle();
  expect(said[1]).toMatchObject({ segment: 1, revision: 0, final: false, words: [] });
  expect(said[2]).toMatchObject({ revision: 1, final: true, words: [{ text: 'beyond' }] });
});
