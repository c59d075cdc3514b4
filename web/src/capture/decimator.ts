import { SAMPLE_RATE_HZ } from './rate';

/**
 * Low-pass and decimation by a whole factor, for an AudioContext that runs at a multiple of 16 kHz
 * so that the viewer keeps hearing the film at full bandwidth.
 *
 * The filter is a Kaiser-windowed sinc (Kaiser 1974; beta 6.2 gives 65 dB of stop band) with 48
 * taps a phase: at 48 kHz flat to 6.6 kHz, −6 dB at 7.3 kHz, below −60 dB from 8 kHz on, and a
 * delay of 1.5 ms.
 */
const TAPS_PER_PHASE = 48;
const KAISER_BETA = 6.2;
const CUTOFF_HZ = 7_300;

/** The longest block that `process` takes at once. */
const BLOCK_SAMPLES = 1024;

function besselI0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > 1e-12 * sum; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** Coefficients with a gain of 1 at 0 Hz, for a stream of `factor` × 16 kHz. */
export function lowPass(factor: number): Float32Array {
  const taps = TAPS_PER_PHASE * factor;
  const cutoff = (2 * CUTOFF_HZ) / (SAMPLE_RATE_HZ * factor);
  const middle = (taps - 1) / 2;
  const ideal = Float64Array.from({ length: taps }, (_, i) => {
    const x = Math.PI * cutoff * (i - middle);
    const sinc = x === 0 ? 1 : Math.sin(x) / x;
    const window = besselI0(KAISER_BETA * Math.sqrt(1 - ((i - middle) / middle) ** 2));
    return sinc * window;
  });
  const gain = ideal.reduce((sum, value) => sum + value, 0);
  return Float32Array.from(ideal, (value) => value / gain);
}

export class Decimator {
  readonly #factor: number;
  readonly #taps: Float32Array;
  readonly #line: Float32Array;
  #phase = 0;

  /** `rate_hz` must be a whole multiple of 16 kHz; a factor of 1 copies. */
  constructor(rate_hz: number) {
    this.#factor = rate_hz / SAMPLE_RATE_HZ;
    if (!Number.isInteger(this.#factor) || this.#factor < 1) {
      throw new RangeError(`${rate_hz} Hz is no whole multiple of ${SAMPLE_RATE_HZ} Hz`);
    }
    this.#taps = this.#factor === 1 ? new Float32Array([1]) : lowPass(this.#factor);
    this.#line = new Float32Array(this.#taps.length - 1 + BLOCK_SAMPLES);
  }

  /**
   * Filters the first `count` (at most 1024) samples of `block` into `out`, which has room for
   * them, and returns how many samples it wrote. Allocates nothing.
   */
  process(block: Float32Array, count: number, out: Float32Array): number {
    const history = this.#taps.length - 1;
    for (let i = 0; i < count; i += 1) this.#line[history + i] = block[i] as number;
    let written = 0;
    let at = this.#phase;
    for (; at < count; at += this.#factor) {
      out[written] = this.#dot(at);
      written += 1;
    }
    this.#phase = at - count;
    this.#line.copyWithin(0, count, count + history);
    return written;
  }

  #dot(at: number): number {
    let sum = 0;
    for (let k = 0; k < this.#taps.length; k += 1) {
      sum += (this.#taps[k] as number) * (this.#line[at + k] as number);
    }
    return sum;
  }
}
