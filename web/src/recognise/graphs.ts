/**
 * The two named graphs that the recogniser guest asks for, over onnxruntime-web.
 *
 * The same contexts stand in `python/surtitle/engine/graphs.py`; golden cases prove that the two
 * give the same tokens.
 */
import { ElementType, type Ort, type OrtSession, type OrtTensor } from './ort';

/** An execution context in the sense of WASI-NN. */
export interface Context {
  /** Sets input `index`; `bytes` are little-endian and valid for the length of the call. */
  setInput(index: number, shape: readonly number[], bytes: Uint8Array): void;
  compute(): void;
  /** The bytes of an output of the last run; valid until the next call. */
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

const LAYERS = 6;
const HEADS = 8;
const HEAD_SIZE = 36;
const MEMORIES = 2 * LAYERS;
const ROW_BYTES = HEAD_SIZE * 4;
const ANSWERS = 3;

/** `moonshine/encoder`: 0 waveform f32 [1, N] → 0 hidden states f32 [1, S, 288]. */
class EncoderContext implements Context {
  private audio: OrtTensor | undefined;
  private hiddenStates: OrtTensor | undefined;

  private readonly ort: Ort;
  private readonly encoder: OrtSession;
  private readonly times: GraphTimes;

  constructor(ort: Ort, encoder: OrtSession, times: GraphTimes) {
    this.ort = ort;
    this.encoder = encoder;
    this.times = times;
  }

  setInput(_index: number, shape: readonly number[], bytes: Uint8Array): void {
    release(this.ort, this.audio);
    this.audio = this.ort.createTensor(ElementType.float32, shape, bytes);
  }

  compute(): void {
    const start = performance.now();
    release(this.ort, this.hiddenStates);
    this.hiddenStates = undefined;
    [this.hiddenStates] = this.encoder.run([present(this.audio)]);
    this.times.encode_ms += performance.now() - start;
  }

  getOutput(_index: number): Uint8Array {
    return this.ort.describe(present(this.hiddenStates)).bytes;
  }

  close(): void {
    release(this.ort, this.audio, this.hiddenStates);
    this.audio = undefined;
    this.hiddenStates = undefined;
  }
}

/**
 * `moonshine/decoder`, stateful. Inputs: 0 ids i32 [1, K]; 1 hidden states f32 [1, S, 288],
 * which empties the memory; 2 kept positions i32 [1], to which the memory is cut. Outputs:
 * 0 tokens i32 [1, K]; 1 log-probabilities f32 [1, K]; 2 attention f32 [1, K, S].
 */
class DecoderContext implements Context {
  private ids: OrtTensor | undefined;
  private encoderMemory: OrtTensor[] = [];
  private memory: OrtTensor[] = [];
  private answers: OrtTensor[] = [];

  private readonly ort: Ort;
  private readonly cross: OrtSession;
  private readonly decoder: OrtSession;
  private readonly times: GraphTimes;

  constructor(ort: Ort, cross: OrtSession, decoder: OrtSession, times: GraphTimes) {
    this.ort = ort;
    this.cross = cross;
    this.decoder = decoder;
    this.times = times;
  }

  setInput(index: number, shape: readonly number[], bytes: Uint8Array): void {
    const start = performance.now();
    if (index === 0) {
      release(this.ort, this.ids);
      this.ids = this.ort.createTensor(ElementType.int64, shape, asInt64(bytes));
    } else if (index === 1) {
      this.remember(shape, bytes);
    } else {
      this.memory = this.memory.map((tensor) => this.cutTo(tensor, asWords(bytes)[0] ?? 0));
    }
    this.times.decode_ms += performance.now() - start;
  }

  compute(): void {
    const start = performance.now();
    const inputs = [present(this.ids), ...this.memory, ...this.encoderMemory];
    const outputs = this.decoder.run(inputs);
    release(this.ort, ...this.memory, ...this.answers);
    this.answers = outputs.slice(0, ANSWERS);
    this.memory = outputs.slice(ANSWERS);
    this.times.decode_ms += performance.now() - start;
  }

  getOutput(index: number): Uint8Array {
    return this.ort.describe(present(this.answers[index])).bytes;
  }

  close(): void {
    release(this.ort, this.ids, ...this.memory, ...this.encoderMemory, ...this.answers);
    this.ids = undefined;
    this.memory = [];
    this.encoderMemory = [];
    this.answers = [];
  }

  private remember(shape: readonly number[], bytes: Uint8Array): void {
    const hiddenStates = this.ort.createTensor(ElementType.float32, shape, bytes);
    release(this.ort, ...this.encoderMemory, ...this.memory);
    this.encoderMemory = this.cross.run([hiddenStates]);
    release(this.ort, hiddenStates);
    this.memory = Array.from({ length: MEMORIES }, () =>
      this.ort.allocateTensor(ElementType.float32, [1, HEADS, 0, HEAD_SIZE], 0),
    );
  }

  /** The first `kept` positions of a key or value [1, heads, T, head size]. */
  private cutTo(tensor: OrtTensor, kept: number): OrtTensor {
    const { shape } = this.ort.describe(tensor);
    const length = shape[2] ?? 0;
    if (kept >= length) {
      return tensor;
    }
    const bytes = HEADS * kept * ROW_BYTES;
    const cut = this.ort.allocateTensor(ElementType.float32, [1, HEADS, kept, HEAD_SIZE], bytes);
    const source = this.ort.describe(tensor).bytes;
    for (let head = 0; head < HEADS; head += 1) {
      const from = head * length * ROW_BYTES;
      this.ort.heap.set(
        source.subarray(from, from + kept * ROW_BYTES),
        cut.data + head * kept * ROW_BYTES,
      );
    }
    release(this.ort, tensor);
    return cut;
  }
}

/** Loads the model's graphs; `files` maps a file's name in the model to its bytes. */
export async function loadGraphs(
  ort: Ort,
  files: Readonly<Record<string, Uint8Array>>,
  times: GraphTimes,
): Promise<GraphRegistry> {
  // Folds the hybrid decoder's int8 weights to float32 at load, and keeps its products float32.
  const config = { 'session.disable_quant_qdq': '1' };
  const load = (name: string): Promise<OrtSession> => {
    const file = files[name];
    if (file === undefined) {
      throw new Error(`The model has no file called ${name}.`);
    }
    return ort.createSession(file, config);
  };
  const encoder = await load('encoder.onnx');
  const cross = await load('cross.onnx');
  const decoder = await load('decoder.onnx');
  return new Map<string, () => Context>([
    ['moonshine/encoder', () => new EncoderContext(ort, encoder, times)],
    ['moonshine/decoder', () => new DecoderContext(ort, cross, decoder, times)],
  ]);
}

function asWords(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.slice().buffer);
}

function asInt64(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(BigInt64Array.from(asWords(bytes), BigInt).buffer);
}

function present<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error('the graph was run or read before its inputs were set');
  }
  return value;
}

function release(ort: Ort, ...tensors: readonly (OrtTensor | undefined)[]): void {
  for (const tensor of tensors) {
    if (tensor !== undefined) {
      ort.release(tensor);
    }
  }
}
