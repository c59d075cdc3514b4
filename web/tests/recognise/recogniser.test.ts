import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { initSync } from '../../generated/native/surtitle_web';
import { createRecogniser, type Pass, type Recogniser } from '../../src/recognise/index';

interface Tick {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  readonly pass: Pass;
  readonly text: string;
  readonly tokens: readonly number[];
  readonly agreed_tokens: number;
  readonly context_samples: number;
  readonly rest: readonly { text: string }[];
  readonly words: readonly { start_s: number; end_s: number; confidence: number }[];
}
interface Golden {
  readonly cases: readonly { audio: string; ticks: readonly Tick[] }[];
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const golden = join(root, 'tests/golden/recogniser');
const guestPath = join(root, 'python/surtitle/engine/recogniser.wasm');
const cache = process.env['SURTITLE_CACHE'] ?? join(homedir(), '.cache/surtitle');
const model = join(cache, 'models/moonshine-tiny-en');
const names = ['encoder.onnx', 'cross.onnx', 'decoder.onnx', 'tokenizer.bin'];
const missing = [guestPath, ...names.map((name) => join(model, name))].filter(
  (path) => !existsSync(path),
);

function pcm(name: string): Float32Array {
  const bytes = readFileSync(join(golden, name));
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
  return Float32Array.from(samples, (sample) => sample / 32_768);
}

async function start(): Promise<Recogniser> {
  const files = Object.fromEntries(
    names.map((name) => [name, new Uint8Array(readFileSync(join(model, name)))]),
  );
  initSync({ module: readFileSync(join(root, 'web/generated/native/surtitle_web_bg.wasm')) });
  const guest = await WebAssembly.compile(readFileSync(guestPath));
  return createRecogniser({ guest, files });
}

describe.skipIf(missing.length > 0)(
  `the guest over the Rust core (needs ${missing.join(', ') || 'nothing more'})`,
  () => {
    const { cases } = JSON.parse(readFileSync(join(golden, 'growing.json'), 'utf8')) as Golden;
    let recogniser: Recogniser;
    beforeAll(async () => {
      recogniser = await start();
    }, 60_000);
    afterAll(() => recogniser.close());

    test.each(cases.map((one, index) => ({ ...one, first: 10 * index })))(
      'gives the same tokens as Python on $audio as it grows',
      ({ audio, ticks, first }) => {
        const samples = pcm(audio);
        for (const tick of ticks) {
          const heard = recogniser.recognise(samples.subarray(tick.from, tick.to), {
            segment: first + tick.segment,
            pass: tick.pass,
          });
          expect(heard.text).toBe(tick.text);
          expect([...heard.tokens]).toEqual(tick.tokens);
          expect(heard.agreedTokens).toBe(tick.agreed_tokens);
          expect(heard.rest.map((word) => word.text)).toEqual(tick.rest.map((word) => word.text));
          expect(Math.abs(heard.context_samples - tick.context_samples)).toBeLessThan(800);
          expect(heard.encode_ms > 0).toBe(tick.pass !== 'cut');
          expect(heard.decode_ms > 0).toBe(tick.pass !== 'cut');
          for (const [index, word] of heard.words.entries()) {
            expect(word.start_s).toBeCloseTo(tick.words[index]?.start_s ?? Number.NaN, 1);
            expect(word.end_s).toBeCloseTo(tick.words[index]?.end_s ?? Number.NaN, 1);
            expect(word.confidence).toBeCloseTo(tick.words[index]?.confidence ?? Number.NaN, 1);
          }
        }
      },
      60_000,
    );

    test('a draft changes nothing but the work', () => {
      const samples = pcm('silly.s16');
      const first = recogniser.recognise(samples, { segment: 90, pass: 'open' });
      const again = recogniser.recognise(samples, { segment: 90, pass: 'final' });
      expect([...again.tokens]).toEqual([...first.tokens]);
      expect(first.agreedTokens).toBe(0);
      expect(again.agreedTokens).toBe(first.tokens.length);
    }, 60_000);

    test('a blink of audio says nothing', () => {
      const heard = recogniser.recognise(new Float32Array(800), { segment: 91, pass: 'final' });
      expect(heard.text).toBe('');
      expect(heard.words).toEqual([]);
    });

    test('a segment of a minute is refused in words', () => {
      const audio = new Float32Array(960_000);
      expect(() => recogniser.recognise(audio, { segment: 92, pass: 'final' })).toThrow(/too long/);
    });
  },
);
