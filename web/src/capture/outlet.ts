import { instance, type Reader, tagged } from '../shape';
import { FRAME_SAMPLES } from './rate';
import { RingWriter, ringMemory } from './ring';

/**
 * Where the worklet puts its samples, told to it by message: the shared ring, or (twin) one port
 * for each worker that reads. A port of the same name replaces the last one, which is how a
 * restarted worker is fed again.
 */
export type AudioOutlet =
  | { readonly kind: 'shared'; readonly buffer: SharedArrayBuffer }
  | { readonly kind: 'port'; readonly port: MessagePort; readonly slot: number };

/** Workers that read audio: the speech worker and the recogniser worker. */
export const PORT_SLOTS = 2;

export const audioOutlet: Reader<AudioOutlet> = tagged('kind', {
  shared: { buffer: instance('SharedArrayBuffer', () => globalThis.SharedArrayBuffer) },
  port: {
    port: instance('MessagePort', () => globalThis.MessagePort),
    slot: (value, path) => {
      if (value !== 0 && value !== 1) throw new RangeError(`${path} is not 0 or 1`);
      return value;
    },
  },
});

export interface SampleSink {
  write(block: Float32Array, count: number): void;
  writeZeros(count: number): void;
  countGap(count: number): void;
}

/**
 * Collects VAD frames and posts each to the ports. The message is one kept object that
 * `postMessage` copies, so nothing is allocated on this side.
 */
export class PortSink implements SampleSink {
  readonly #ports: (MessagePort | undefined)[] = new Array(PORT_SLOTS).fill(undefined);
  readonly #message = { start: 0, gap_samples: 0, samples: new Float32Array(FRAME_SAMPLES) };
  #fill = 0;

  connect(slot: number, port: MessagePort): void {
    this.#ports[slot] = port;
  }

  write(block: Float32Array, count: number): void {
    for (let i = 0; i < count; i += 1) this.#push(block[i] as number);
  }

  writeZeros(count: number): void {
    for (let i = 0; i < count; i += 1) this.#push(0);
  }

  countGap(count: number): void {
    this.#message.gap_samples += count;
  }

  #push(sample: number): void {
    this.#message.samples[this.#fill] = sample;
    this.#fill += 1;
    if (this.#fill < FRAME_SAMPLES) return;
    for (let i = 0; i < PORT_SLOTS; i += 1) this.#ports[i]?.postMessage(this.#message);
    this.#message.start += FRAME_SAMPLES;
    this.#fill = 0;
  }
}

/** Takes outlets as they are announced; there is no sink before the first. */
export class SinkSwitch {
  readonly #ports = new PortSink();
  sink: SampleSink | undefined;

  take(outlet: AudioOutlet): void {
    if (outlet.kind === 'shared') {
      this.sink = new RingWriter(ringMemory(outlet.buffer));
    } else {
      this.#ports.connect(outlet.slot, outlet.port);
      this.sink = this.#ports;
    }
  }
}
