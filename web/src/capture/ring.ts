/**
 * A ring of mono samples with absolute positions: sample 0 is the first one ever written, and a
 * position never wraps (2^53 samples are 17 000 years).
 *
 * Contract
 * - One writer (the AudioWorklet). `RingWriter` never blocks, never allocates, never waits for a
 *   reader: it overwrites the oldest samples.
 * - Any number of readers, each with its own `RingReader` (the speech worker follows the stream,
 *   the recogniser worker fetches whole segments by absolute position). A reader writes nothing
 *   shared, so readers cannot disturb each other or the writer.
 * - The writer publishes `WRITTEN` after the samples it counts. A reader copies first and looks at
 *   `WRITTEN` again afterwards: what the writer may have overwritten meanwhile (up to `MARGIN`
 *   samples past the published count) is reported as lost, never handed out.
 * - `WRITTEN` holds the low 32 bits of the count. A reader extends it from its own last look, so it
 *   must look at least once in 2^32 samples (74 hours).
 */

/** Header words (Int32) before the samples. */
const WRITTEN = 0;
const GAP = 1;
const FIRST = 2;
const HEADER_WORDS = 4;
const HEADER_BYTES = HEADER_WORDS * Int32Array.BYTES_PER_ELEMENT;

/**
 * 65.5 s: a hidden tab whose workers wake once a second, or once a minute under Chromium's
 * intensive throttling, still finds every sample. A power of two keeps the index a mask.
 */
export const RING_SAMPLES = 2 ** 20;

/** The most samples that one `write` may bring: what lies between publishing and overwriting. */
export const MARGIN = 4096;

/** Samples between two wake-ups of the readers: half a VAD frame, 16 ms. */
const NOTIFY_SAMPLES = 256;

export interface RingMemory {
  readonly header: Int32Array;
  readonly samples: Float32Array;
}

/** Bytes of a ring; `samples` must be a power of two of at least twice `MARGIN`. */
export function ringBytes(samples: number): number {
  if (samples < 2 * MARGIN || (samples & (samples - 1)) !== 0) {
    throw new RangeError(`a ring holds a power of two of at least ${2 * MARGIN}, not ${samples}`);
  }
  return HEADER_BYTES + samples * Float32Array.BYTES_PER_ELEMENT;
}

export function ringMemory(buffer: ArrayBufferLike): RingMemory {
  return {
    header: new Int32Array(buffer, 0, HEADER_WORDS),
    samples: new Float32Array(buffer, HEADER_BYTES),
  };
}

export class RingWriter {
  readonly #header: Int32Array;
  readonly #samples: Float32Array;
  readonly #mask: number;
  #low = 0;
  #sinceNotify = 0;

  constructor(memory: RingMemory) {
    this.#header = memory.header;
    this.#samples = memory.samples;
    this.#mask = memory.samples.length - 1;
    this.#low = Atomics.load(this.#header, WRITTEN);
  }

  /** Appends the first `count` (at most `MARGIN`) samples of `block`. */
  write(block: Float32Array, count: number): void {
    for (let i = 0; i < count; i += 1) {
      this.#samples[(this.#low + i) & this.#mask] = block[i] as number;
    }
    this.#publish(count);
  }

  /** Appends `count` zeros, for samples that the device never delivered. */
  writeZeros(count: number): void {
    let left = count;
    while (left > 0) {
      const part = Math.min(left, MARGIN);
      for (let i = 0; i < part; i += 1) this.#samples[(this.#low + i) & this.#mask] = 0;
      this.#publish(part);
      left -= part;
    }
  }

  /** Adds to the count of samples that stand as zeros because they were never delivered. */
  countGap(count: number): void {
    Atomics.add(this.#header, GAP, count);
  }

  /** Lets an unused ring begin at `position` (below 2^32): what came before was never in it. */
  beginAt(position: number): void {
    this.#low = position | 0;
    Atomics.store(this.#header, FIRST, this.#low);
    Atomics.store(this.#header, WRITTEN, this.#low);
  }

  #publish(count: number): void {
    this.#low = (this.#low + count) | 0;
    Atomics.store(this.#header, WRITTEN, this.#low);
    this.#sinceNotify += count;
    if (this.#sinceNotify >= NOTIFY_SAMPLES) {
      this.#sinceNotify = 0;
      Atomics.notify(this.#header, WRITTEN);
    }
  }
}

/** How a reader learns of new samples: the only thing in which the two twins differ. */
export interface RingWaiter {
  /**
   * Resolves after the writer has published something newer than `seen`, and now and then without
   * a cause: the writer does not wake its readers for every block, and its last may be such a one.
   */
  changed(header: Int32Array, index: number, seen: number): Promise<void>;
}

export class RingReader {
  readonly #header: Int32Array;
  readonly #samples: Float32Array;
  readonly #waiter: RingWaiter;
  #written = 0;

  constructor(memory: RingMemory, waiter: RingWaiter) {
    this.#header = memory.header;
    this.#samples = memory.samples;
    this.#waiter = waiter;
    this.#written = Atomics.load(this.#header, WRITTEN) >>> 0;
  }

  /** Samples that the audio device never delivered and that stand as zeros in the stream. */
  get gap_samples(): number {
    return Atomics.load(this.#header, GAP);
  }

  /** Absolute count of samples written so far. */
  written(): number {
    const ahead = (Atomics.load(this.#header, WRITTEN) - (this.#written | 0)) >>> 0;
    this.#written += ahead;
    return this.#written;
  }

  /** The oldest position that can still be read whole. */
  oldest(): number {
    const first = Atomics.load(this.#header, FIRST) >>> 0;
    return Math.max(first, this.written() - this.#samples.length + MARGIN);
  }

  /**
   * Copies `into.length` samples from absolute position `start`. False, with the contents of
   * `into` undefined, if a part of them has been overwritten; throws if a part is not written yet.
   */
  read(start: number, into: Float32Array): boolean {
    if (start + into.length > this.written()) {
      throw new RangeError(`samples ${start} to ${start + into.length} are not written yet`);
    }
    const from = start % this.#samples.length;
    const head = Math.min(into.length, this.#samples.length - from);
    into.set(this.#samples.subarray(from, from + head));
    if (head < into.length) into.set(this.#samples.subarray(0, into.length - head), head);
    return start >= this.oldest();
  }

  /** Resolves when there are more samples than at the last look, or after a short while. */
  changed(): Promise<void> {
    return this.#waiter.changed(this.#header, WRITTEN, this.#written | 0);
  }

  /** Resolves once `written() >= position`. */
  async passed(position: number): Promise<void> {
    while (this.written() < position) await this.changed();
  }
}
