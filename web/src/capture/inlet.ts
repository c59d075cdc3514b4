import { instance, number, object, type Reader, tagged } from '../shape';
import {
  RING_SAMPLES,
  type RingMemory,
  RingReader,
  type RingWaiter,
  RingWriter,
  ringBytes,
  ringMemory,
} from './ring';

/**
 * The two ways in which audio reaches a worker. `shared` is the fast path; `port` is its plain
 * twin for a page that is not cross-origin isolated: blocks come as messages into a ring that the
 * worker alone owns. Both end in a `RingReader`.
 */
export type AudioInlet =
  | { readonly kind: 'shared'; readonly buffer: SharedArrayBuffer }
  | { readonly kind: 'port'; readonly port: MessagePort };

export const audioInlet: Reader<AudioInlet> = tagged('kind', {
  shared: { buffer: instance('SharedArrayBuffer', () => globalThis.SharedArrayBuffer) },
  port: { port: instance('MessagePort', () => globalThis.MessagePort) },
});

const portBlock = object({
  start: number,
  gap_samples: number,
  samples: instance('Float32Array', () => Float32Array),
});

/** Milliseconds between looks where `Atomics.waitAsync` is missing: half a VAD frame. */
const POLL_MS = 16;

/** Milliseconds after which a reader looks without having been woken. */
const PATIENCE_MS = 50;

const sharedWaiter: RingWaiter = {
  async changed(header, index, seen) {
    if (typeof Atomics.waitAsync === 'function') {
      const shared = header as Int32Array<SharedArrayBuffer>;
      await Atomics.waitAsync(shared, index, seen, PATIENCE_MS).value;
    } else {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  },
};

class PortWaiter implements RingWaiter {
  readonly #waiting = new Set<() => void>();

  changed(): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer);
        this.#waiting.delete(settle);
        resolve();
      };
      const timer = setTimeout(settle, PATIENCE_MS);
      this.#waiting.add(settle);
    });
  }

  wake(): void {
    for (const settle of [...this.#waiting]) settle();
  }
}

/** Fills a ring from a port that a `PortOutlet` feeds. */
function fillFromPort(port: MessagePort, memory: RingMemory, waiter: PortWaiter): void {
  const writer = new RingWriter(memory);
  let next = -1;
  let gap_samples = 0;
  port.onmessage = (event: MessageEvent<unknown>) => {
    const block = portBlock(event.data, 'block');
    if (next < 0) writer.beginAt(block.start);
    else if (block.start > next) writer.writeZeros(block.start - next);
    writer.write(block.samples, block.samples.length);
    writer.countGap(block.gap_samples - gap_samples);
    next = block.start + block.samples.length;
    gap_samples = block.gap_samples;
    waiter.wake();
  };
}

export function openInlet(inlet: AudioInlet, ringSamples = RING_SAMPLES): RingReader {
  if (inlet.kind === 'shared') return new RingReader(ringMemory(inlet.buffer), sharedWaiter);
  const memory = ringMemory(new ArrayBuffer(ringBytes(ringSamples)));
  const waiter = new PortWaiter();
  fillFromPort(inlet.port, memory, waiter);
  return new RingReader(memory, waiter);
}
