/**
 * The two named graphs that the recogniser guest asks for, over the Rust core (`initNative` first).
 *
 * The same contexts stand in `python/surtitle/engine/graphs.py` over onnxruntime; golden cases prove
 * that the two give the same tokens.
 */
import { MoonshineDecoder, MoonshineEncoder } from '../../generated/native/surtitle_web.js';

/** An execution context in the sense of WASI-NN. */
export interface Context {
  /** Sets input `index`; `bytes` are little-endian and valid for the length of the call. */
  setInput(index: number, bytes: Uint8Array): void;
  compute(): void;
  /** The bytes of an output of the last run. */
  getOutput(index: number): Uint8Array;
  close(): void;
}

/** Graph name → a new execution context of it. */
export type GraphRegistry = ReadonlyMap<string, () => Context>;

/** Milliseconds spent in the graphs since they were last reset. */
export interface GraphTimes {
  encode_ms: number;
  decode_ms: number;
}

/**
 * `moonshine/encoder`, stateful. Inputs: 0 waveform f32 [1, N] from the first new frame's first
 * sample on; 1 moments f32 [3] of what was before it; 2 kept frames i32 [1], to which the memory is
 * cut. Outputs: 0 hidden states f32 [1, S, 288] of the new frames; 1 column sums f32 [2, C].
 */
class EncoderContext implements Context {
  private audio = new Float32Array();
  private moments = new Float32Array(3);

  private readonly encoder: MoonshineEncoder;
  private readonly times: GraphTimes;

  constructor(encoder: MoonshineEncoder, times: GraphTimes) {
    this.encoder = encoder;
    this.times = times;
  }

  setInput(index: number, bytes: Uint8Array): void {
    if (index === 0) this.audio = new Float32Array(bytes.slice().buffer);
    else if (index === 1) this.moments = new Float32Array(bytes.slice().buffer);
    else this.encoder.keep(words(bytes)[0] ?? 0);
  }

  compute(): void {
    const start = performance.now();
    this.encoder.encode(this.audio, this.moments);
    this.times.encode_ms += performance.now() - start;
  }

  getOutput(index: number): Uint8Array {
    return bytesOf(index === 0 ? this.encoder.hidden : this.encoder.sums);
  }

  close(): void {
    this.encoder.free();
  }
}

/**
 * `moonshine/decoder`, stateful. Inputs: 0 ids i32 [1, K]; 1 proposed next ids i32 [1, K]; 2 hidden
 * states f32 [1, S, 288] that follow the kept frames; 3 kept frames i32 [1], to be set before them;
 * 4 kept tokens i32 [1], to which the memory is cut.
 * Outputs: 0 tokens i32 [1, K]; 1 log-probabilities f32 [1, K]; 2 deficits of the proposed ids
 * f32 [1, K]; 3 attention f32 [1, K, all frames].
 */
class DecoderContext implements Context {
  private ids: Uint32Array = new Uint32Array();
  private proposed: Uint32Array = new Uint32Array();

  private readonly decoder: MoonshineDecoder;
  private readonly times: GraphTimes;

  constructor(decoder: MoonshineDecoder, times: GraphTimes) {
    this.decoder = decoder;
    this.times = times;
  }

  setInput(index: number, bytes: Uint8Array): void {
    const start = performance.now();
    if (index === 0) this.ids = words(bytes);
    else if (index === 1) this.proposed = words(bytes);
    else if (index === 2) this.decoder.hear(new Float32Array(bytes.slice().buffer));
    else if (index === 3) this.decoder.keepFrames(words(bytes)[0] ?? 0);
    else this.decoder.keepTokens(words(bytes)[0] ?? 0);
    this.times.decode_ms += performance.now() - start;
  }

  compute(): void {
    const start = performance.now();
    this.decoder.read(this.ids, this.proposed);
    this.times.decode_ms += performance.now() - start;
  }

  getOutput(index: number): Uint8Array {
    const { decoder } = this;
    if (index === 0) return bytesOf(decoder.tokens);
    if (index === 1) return bytesOf(decoder.logProbabilities);
    return bytesOf(index === 2 ? decoder.deficits : decoder.attention);
  }

  close(): void {
    this.decoder.free();
  }
}

/** The graphs of a model; `files` maps a file's name in the model to its bytes. */
export function graphsOf(
  files: Readonly<Record<string, Uint8Array>>,
  times: GraphTimes,
): GraphRegistry {
  const file = (name: string): Uint8Array => {
    const bytes = files[name];
    if (bytes === undefined) throw new Error(`The model has no file called ${name}.`);
    return bytes;
  };
  const encoder = () => new MoonshineEncoder(file('encoder.onnx'));
  const decoder = () => new MoonshineDecoder(file('cross.onnx'), file('decoder.onnx'));
  return new Map<string, () => Context>([
    ['moonshine/encoder', () => new EncoderContext(encoder(), times)],
    ['moonshine/decoder', () => new DecoderContext(decoder(), times)],
  ]);
}

function words(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.slice().buffer);
}

function bytesOf(values: Float32Array | Uint32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
