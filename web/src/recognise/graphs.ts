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
const ANSWERS = 4;

/**
 * `moonshine/encoder`, stateful. Inputs: 0 waveform f32 [1, N] from the first new frame's first
 * sample on; 1 moments f32 [3] of what was before it; 2 kept frames i32 [1], to which the memory is
 * cut. Outputs: 0 hidden states f32 [1, S, 288] of the new frames; 1 column sums f32 [2, C].
 */
class EncoderContext implements Context {
  private audio: OrtTensor | undefined;
  private moments: OrtTensor | undefined;
  private outputs: OrtTensor[] = [];

  private readonly ort: Ort;
  private readonly encoder: OrtSession;
  private readonly times: GraphTimes;
  private readonly memory: Memory;

  constructor(ort: Ort, encoder: OrtSession, times: GraphTimes) {
    this.ort = ort;
    this.encoder = encoder;
    this.times = times;
    this.memory = new Memory(ort);
  }

  setInput(index: number, shape: readonly number[], bytes: Uint8Array): void {
    if (index === 0) {
      release(this.ort, this.audio);
      this.audio = this.ort.createTensor(ElementType.float32, shape, bytes);
    } else if (index === 1) {
      release(this.ort, this.moments);
      this.moments = this.ort.createTensor(ElementType.float32, shape, bytes);
    } else {
      this.memory.cutTo(asWords(bytes)[0] ?? 0);
    }
  }

  compute(): void {
    const start = performance.now();
    const inputs = [present(this.audio), present(this.moments), ...this.memory.tensors];
    const outputs = this.encoder.run(inputs);
    release(this.ort, ...this.outputs);
    this.outputs = outputs.slice(0, 2);
    this.memory.replace(outputs.slice(2));
    this.times.encode_ms += performance.now() - start;
  }

  getOutput(index: number): Uint8Array {
    return this.ort.describe(present(this.outputs[index])).bytes;
  }

  close(): void {
    release(this.ort, this.audio, this.moments, ...this.outputs);
    this.audio = undefined;
    this.moments = undefined;
    this.outputs = [];
    this.memory.replace([]);
  }
}

/**
 * `moonshine/decoder`, stateful. Inputs: 0 ids i32 [1, K]; 1 proposed next ids i32 [1, K]; 2 hidden
 * states f32 [1, S, 288] that follow the kept frames, which empties the memory of tokens; 3 kept
 * frames i32 [1], to be set before them; 4 kept tokens i32 [1], to which the memory is cut.
 * Outputs: 0 tokens i32 [1, K]; 1 log-probabilities f32 [1, K]; 2 deficits of the proposed ids
 * f32 [1, K]; 3 attention f32 [1, K, all frames].
 */
class DecoderContext implements Context {
  private ids: OrtTensor | undefined;
  private proposed: OrtTensor | undefined;
  private answers: OrtTensor[] = [];

  private readonly ort: Ort;
  private readonly cross: OrtSession;
  private readonly decoder: OrtSession;
  private readonly times: GraphTimes;
  private readonly frames: Memory;
  private readonly memory: Memory;

  constructor(ort: Ort, cross: OrtSession, decoder: OrtSession, times: GraphTimes) {
    this.ort = ort;
    this.cross = cross;
    this.decoder = decoder;
    this.times = times;
    this.frames = new Memory(ort);
    this.memory = new Memory(ort);
  }

  setInput(index: number, shape: readonly number[], bytes: Uint8Array): void {
    const start = performance.now();
    if (index === 0) {
      release(this.ort, this.ids);
      this.ids = this.ort.createTensor(ElementType.int64, shape, asInt64(bytes));
    } else if (index === 1) {
      release(this.ort, this.proposed);
      this.proposed = this.ort.createTensor(ElementType.int64, shape, asInt64(bytes));
    } else if (index === 2) {
      this.attend(shape, bytes);
    } else {
      const memory = index === 3 ? this.frames : this.memory;
      memory.cutTo(asWords(bytes)[0] ?? 0);
    }
    this.times.decode_ms += performance.now() - start;
  }

  compute(): void {
    const start = performance.now();
    const ids = [present(this.ids), present(this.proposed)];
    const outputs = this.decoder.run([...ids, ...this.memory.tensors, ...this.frames.tensors]);
    release(this.ort, ...this.answers);
    this.answers = outputs.slice(0, ANSWERS);
    this.memory.replace(outputs.slice(ANSWERS));
    this.times.decode_ms += performance.now() - start;
  }

  getOutput(index: number): Uint8Array {
    return this.ort.describe(present(this.answers[index])).bytes;
  }

  close(): void {
    release(this.ort, this.ids, this.proposed, ...this.answers);
    this.ids = undefined;
    this.proposed = undefined;
    this.answers = [];
    this.frames.replace([]);
    this.memory.replace([]);
  }

  private attend(shape: readonly number[], bytes: Uint8Array): void {
    const hiddenStates = this.ort.createTensor(ElementType.float32, shape, bytes);
    const projections = this.cross.run([hiddenStates]);
    release(this.ort, hiddenStates);
    this.frames.append(projections);
    this.memory.cutTo(0);
  }
}

/** The keys and values f32 [1, heads, T, head size] of all layers, in onnxruntime's heap. */
class Memory {
  tensors: readonly OrtTensor[];

  private readonly ort: Ort;

  constructor(ort: Ort) {
    this.ort = ort;
    this.tensors = Array.from({ length: MEMORIES }, () => this.room(0));
  }

  /** Takes over `tensors` and releases what it had. */
  replace(tensors: readonly OrtTensor[]): void {
    release(this.ort, ...this.tensors);
    this.tensors = tensors;
  }

  /** Keeps the first `kept` positions. */
  cutTo(kept: number): void {
    if (this.tensors.every((tensor) => this.length(tensor) <= kept)) return;
    this.replace(
      this.tensors.map((tensor) => {
        const cut = this.room(kept);
        this.copy(tensor, kept, cut, 0);
        return cut;
      }),
    );
  }

  /** Puts the positions of `added` behind its own, and releases `added`. */
  append(added: readonly OrtTensor[]): void {
    if (this.tensors.every((tensor) => this.length(tensor) === 0)) {
      this.replace(added);
      return;
    }
    const joined = this.tensors.map((tensor, index) => {
      const more = present(added[index]);
      const kept = this.length(tensor);
      const both = this.room(kept + this.length(more));
      this.copy(tensor, kept, both, 0);
      this.copy(more, this.length(more), both, kept);
      return both;
    });
    release(this.ort, ...added);
    this.replace(joined);
  }

  private room(length: number): OrtTensor {
    const bytes = HEADS * length * ROW_BYTES;
    return this.ort.allocateTensor(ElementType.float32, [1, HEADS, length, HEAD_SIZE], bytes);
  }

  private length(tensor: OrtTensor): number {
    return this.ort.describe(tensor).shape[2] ?? 0;
  }

  /** Copies the first `count` positions of every head of `from` to `at` in `to`. */
  private copy(from: OrtTensor, count: number, to: OrtTensor, at: number): void {
    const source = this.ort.describe(from);
    const target = this.ort.describe(to);
    const sourceLength = source.shape[2] ?? 0;
    const targetLength = target.shape[2] ?? 0;
    for (let head = 0; head < HEADS; head += 1) {
      const start = head * sourceLength * ROW_BYTES;
      const rows = source.bytes.subarray(start, start + count * ROW_BYTES);
      target.bytes.set(rows, (head * targetLength + at) * ROW_BYTES);
    }
  }
}

/** Loads the model's graphs; `files` maps a file's name in the model to its bytes. */
export async function loadGraphs(
  ort: Ort,
  files: Readonly<Record<string, Uint8Array>>,
  times: GraphTimes,
): Promise<GraphRegistry> {
  // Folds the int8 weights to float32 at load, and keeps the products float32.
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
