import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { openInlet } from '../../src/capture/inlet';
import { FRAME_SAMPLES } from '../../src/capture/rate';
import { type RingReader, ringBytes } from '../../src/capture/ring';
import { bundledWorker } from '../bundled-worker';
import { firstWrong, seededRandom } from './signal';

const WRITER = new URL('./ring-writer.worker.ts', import.meta.url);
const RING = 2 ** 17;
/** More than a lap and a half, a whole number of frames. */
const TOTAL = 400 * FRAME_SAMPLES;

interface Twin {
  readonly name: string;
  start(seed: number): Promise<{ reader: RingReader; ended: Promise<unknown> }>;
}

const twins: readonly Twin[] = [
  {
    name: 'shared memory',
    async start(seed) {
      const buffer = new SharedArrayBuffer(ringBytes(RING));
      const reader = openInlet({ kind: 'shared', buffer });
      const worker = await bundledWorker(WRITER, { seed, total: TOTAL, buffer });
      return { reader, ended: once(worker, 'exit') };
    },
  },
  {
    name: 'message port',
    async start(seed) {
      const { port1, port2 } = new MessageChannel();
      const reader = openInlet({ kind: 'port', port: port2 }, RING);
      const worker = await bundledWorker(WRITER, { seed, total: TOTAL, port: port1 }, [port1]);
      return { reader, ended: once(worker, 'exit') };
    },
  },
];

describe.each(twins)('a ring fed by another thread through $name', ({ start }) => {
  test.each([1, 2, 3])(
    'gives its follower every sample once and in order (seed %i)',
    async (seed) => {
      const { reader, ended } = await start(seed);
      const random = seededRandom(seed + 100);
      let position = 0;
      while (position < TOTAL) {
        const piece = new Float32Array(Math.min(TOTAL - position, 1 + Math.floor(random() * 3000)));
        await reader.passed(position + piece.length);
        expect(reader.read(position, piece)).toBe(true);
        expect(firstWrong(piece, position)).toBe(-1);
        position += piece.length;
      }
      await ended;
      expect(reader.written()).toBe(TOTAL);
      expect(reader.gap_samples).toBe(0);
    },
  );

  test('never hands out a sample that has been overwritten', async () => {
    const { reader, ended } = await start(7);
    const random = seededRandom(70);
    const piece = new Float32Array(4000);
    let given = 0;
    await reader.passed(piece.length);
    while (reader.written() < TOTAL) {
      const newest = reader.written() - piece.length;
      const at = Math.max(0, newest - Math.floor(random() * 1.5 * RING));
      if (reader.read(at, piece)) {
        given += 1;
        expect(firstWrong(piece, at)).toBe(-1);
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
    await ended;
    expect(given).toBeGreaterThan(0);
    expect(reader.read(0, piece)).toBe(false);
  });
});
