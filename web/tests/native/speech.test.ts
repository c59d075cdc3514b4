import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  initSync,
  type SpeechEvent,
  SpeechSegmenter,
  type SpeechSegmenterOptions,
  Vad,
} from '../../generated/native/surtitle_web';

const FRAME_SAMPLES = 512;
const native = fileURLToPath(new URL('../../generated/native/', import.meta.url));
const golden = fileURLToPath(new URL('../../../tests/golden/', import.meta.url));

type Piece =
  | { readonly zeros: number }
  | { readonly file: string; readonly start: number; readonly end: number; readonly gain: number };

interface VadCase {
  readonly pieces: readonly Piece[];
  readonly options: { readonly simd?: boolean };
  readonly tolerance: { readonly probability: number; readonly level_db: number };
  readonly frames: { readonly probability: number[]; readonly level_db: number[] };
}

interface SegmentCase {
  readonly pieces: readonly Piece[];
  readonly options: SpeechSegmenterOptions;
  readonly events?: readonly SpeechEvent[];
  readonly error?: string;
}

function cases<Case>(stage: string): (readonly [string, Case])[] {
  const names = readdirSync(join(golden, stage)).filter((name) => name.endsWith('.json'));
  return names.map((name) => [name, JSON.parse(readFileSync(join(golden, stage, name), 'utf8'))]);
}

function audio(pieces: readonly Piece[]): Float32Array {
  const parts = pieces.map((piece) => {
    if ('zeros' in piece) return new Float32Array(piece.zeros);
    const bytes = readFileSync(join(golden, 'vad', piece.file));
    const part = new Float32Array(piece.end - piece.start);
    for (let n = 0; n < part.length; n += 1) {
      part[n] = Math.fround(bytes.readInt16LE(2 * (piece.start + n)) * Math.fround(piece.gain));
      part[n] = (part[n] as number) / 32_768;
    }
    return part;
  });
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function each(samples: Float32Array, take: (frame: Float32Array) => void): void {
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
    take(samples.subarray(at, at + FRAME_SAMPLES));
  }
}

beforeAll(() => {
  initSync({ module: readFileSync(join(native, 'surtitle_web_bg.wasm')) });
});

describe.each([true, false])('with simd %s', (simd) => {
  test.each(cases<VadCase>('vad'))('%s gives the golden probabilities and levels', (_, content) => {
    const vad = new Vad({ ...content.options, simd });
    let frame = 0;
    each(audio(content.pieces), (samples) => {
      const { frames, tolerance } = content;
      const probability = frames.probability[frame] as number;
      expect(Math.abs(vad.push(samples) - probability)).toBeLessThanOrEqual(tolerance.probability);
      const level_db = frames.level_db[frame] as number;
      expect(Math.abs(vad.level_db - level_db)).toBeLessThanOrEqual(tolerance.level_db);
      frame += 1;
    });
    expect(frame).toBe(content.frames.probability.length);
    vad.free();
  });
});

test.each(cases<SegmentCase>('segment'))('%s gives the golden segments', (_, content) => {
  if (content.error !== undefined) {
    expect(() => new SpeechSegmenter(content.options)).toThrow(new RangeError(content.error));
    return;
  }
  const segmenter = new SpeechSegmenter(content.options);
  const events = [...segmenter.push(audio(content.pieces)), ...segmenter.flush()];
  expect(events).toEqual(content.events);
  segmenter.free();
});

test('SIMD and scalar agree to the last bit on speech', () => {
  const fast = new Vad({ simd: true });
  const plain = new Vad({ simd: false });
  each(audio([{ file: 'speech.s16', start: 0, end: 90_951, gain: 1 }]), (frame) => {
    expect(fast.push(frame)).toBe(plain.push(frame));
    expect(fast.features()).toEqual(plain.features());
  });
});

test('an option of another type, an unknown one and a short frame are refused by name', () => {
  const wrong = (options: object) => () => new SpeechSegmenter(options as SpeechSegmenterOptions);
  expect(wrong({ hang_over_ms: '400' })).toThrow(new TypeError('hang_over_ms must be a number'));
  expect(wrong({ simd: 1 })).toThrow(new TypeError('simd must be true or false'));
  expect(() => new Vad({ loud: true } as object)).toThrow('option is loud; it accepts simd');
  expect(() => new Vad().push(new Float32Array(511))).toThrow(
    'frame has 511 samples; it needs 512',
  );
});

test('an option that is undefined counts as not given', () => {
  const options = { hang_over_ms: undefined } as unknown as SpeechSegmenterOptions;
  expect(new SpeechSegmenter(options).position).toBe(0);
});
