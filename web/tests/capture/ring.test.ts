import { describe, expect, test } from 'vitest';
import { openInlet } from '../../src/capture/inlet';
import { PortSink, type SampleSink, SinkSwitch } from '../../src/capture/outlet';
import { FRAME_SAMPLES } from '../../src/capture/rate';
import { MARGIN, RingReader, RingWriter, ringBytes, ringMemory } from '../../src/capture/ring';
import { firstWrong, sampleAt } from './signal';

const RING = 2 ** 14;

interface Twin {
  readonly name: string;
  open(): { sink: SampleSink; readers: readonly [RingReader, RingReader] };
}

const twins: readonly Twin[] = [
  {
    name: 'shared memory',
    open() {
      const buffer = new SharedArrayBuffer(ringBytes(RING));
      const reader = () => openInlet({ kind: 'shared', buffer });
      return { sink: new RingWriter(ringMemory(buffer)), readers: [reader(), reader()] };
    },
  },
  {
    name: 'message ports',
    open() {
      const sink = new PortSink();
      const reader = (slot: number) => {
        const { port1, port2 } = new MessageChannel();
        sink.connect(slot, port1);
        return openInlet({ kind: 'port', port: port2 }, RING);
      };
      return { sink, readers: [reader(0), reader(1)] };
    },
  },
];

function writeSignal(sink: SampleSink, from: number, count: number): void {
  for (let at = from; at < from + count; at += 100) {
    const part = Math.min(100, from + count - at);
    sink.write(
      Float32Array.from({ length: part }, (_, i) => sampleAt(at + i)),
      part,
    );
  }
}

describe.each(twins)('a ring through $name', ({ open }) => {
  test('lets a second reader fetch by absolute position what the first has passed', async () => {
    const { sink, readers } = open();
    writeSignal(sink, 0, 4 * FRAME_SAMPLES);
    const [follower, fetcher] = readers;
    await follower.passed(4 * FRAME_SAMPLES);
    const segment = new Float32Array(700);
    await fetcher.passed(1000 + segment.length);
    expect(fetcher.read(1000, segment)).toBe(true);
    expect(firstWrong(segment, 1000)).toBe(-1);
  });

  test('reads across the end of its memory', async () => {
    const { sink, readers } = open();
    const total = RING + 8 * FRAME_SAMPLES;
    writeSignal(sink, 0, total);
    await readers[0].passed(total);
    const across = new Float32Array(2000);
    expect(readers[0].read(RING - 1000, across)).toBe(true);
    expect(firstWrong(across, RING - 1000)).toBe(-1);
  });

  test('reports what has been lapped as lost and keeps a margin for the writer', async () => {
    const { sink, readers } = open();
    const total = RING + 8 * FRAME_SAMPLES;
    writeSignal(sink, 0, total);
    await readers[0].passed(total);
    const piece = new Float32Array(10);
    expect(readers[0].oldest()).toBe(total - RING + MARGIN);
    expect(readers[0].read(readers[0].oldest() - 1, piece)).toBe(false);
    expect(readers[0].read(readers[0].oldest(), piece)).toBe(true);
  });

  test('counts what the device never delivered and keeps its place as silence', async () => {
    const { sink, readers } = open();
    writeSignal(sink, 0, FRAME_SAMPLES);
    sink.writeZeros(FRAME_SAMPLES);
    sink.countGap(FRAME_SAMPLES);
    writeSignal(sink, 2 * FRAME_SAMPLES, FRAME_SAMPLES);
    await readers[0].passed(3 * FRAME_SAMPLES);
    const gap = new Float32Array(FRAME_SAMPLES).fill(1);
    const after = new Float32Array(FRAME_SAMPLES);
    expect(readers[0].read(FRAME_SAMPLES, gap)).toBe(true);
    expect(gap.every((value) => value === 0)).toBe(true);
    expect(readers[0].read(2 * FRAME_SAMPLES, after)).toBe(true);
    expect(firstWrong(after, 2 * FRAME_SAMPLES)).toBe(-1);
    expect(readers[0].gap_samples).toBe(FRAME_SAMPLES);
  });

  test('refuses samples that are not written yet', () => {
    const { readers } = open();
    expect(() => readers[0].read(0, new Float32Array(1))).toThrow(/not written yet/);
  });
});

describe('the ring', () => {
  test('goes on counting where the 32-bit counter wraps', () => {
    const memory = ringMemory(new ArrayBuffer(ringBytes(RING)));
    const writer = new RingWriter(memory);
    writer.beginAt(2 ** 32 - 300);
    const reader = new RingReader(memory, { changed: () => Promise.resolve() });
    writeSignal(writer, 2 ** 32 - 300, 1000);
    expect(reader.written()).toBe(2 ** 32 + 700);
    const piece = new Float32Array(1000);
    expect(reader.read(2 ** 32 - 300, piece)).toBe(true);
    expect(firstWrong(piece, 2 ** 32 - 300)).toBe(-1);
  });

  test('refuses a size that is no power of two', () => {
    expect(() => ringBytes(60 * 16_000)).toThrow(/power of two/);
  });
});

describe('a port that joins late', () => {
  test('begins at the stream’s position and not at 0', async () => {
    const sinks = new SinkSwitch();
    const first = new MessageChannel();
    sinks.take({ kind: 'port', port: first.port1, slot: 0 });
    if (sinks.sink === undefined) throw new Error('no sink');
    writeSignal(sinks.sink, 0, 2 * FRAME_SAMPLES);
    const late = new MessageChannel();
    sinks.take({ kind: 'port', port: late.port1, slot: 1 });
    const reader = openInlet({ kind: 'port', port: late.port2 }, RING);
    writeSignal(sinks.sink, 2 * FRAME_SAMPLES, FRAME_SAMPLES);
    await reader.passed(3 * FRAME_SAMPLES);
    expect(reader.oldest()).toBe(2 * FRAME_SAMPLES);
    expect(reader.read(FRAME_SAMPLES, new Float32Array(10))).toBe(false);
    expect(reader.gap_samples).toBe(0);
  });
});
