/**
 * A thin synchronous layer over onnxruntime-web's plain WebAssembly build.
 *
 * `_OrtRun` returns a status there and not a promise, so a guest's `compute` can call it without
 * suspending. Tensors stay in onnxruntime's heap: what one run puts out is what the next takes in.
 */

/** The part of the Emscripten module that is used here (onnxruntime-web 1.30). */
interface OrtModule {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  stackSave(): number;
  stackRestore(stack: number): void;
  stackAlloc(bytes: number): number;
  lengthBytesUTF8(text: string): number;
  stringToUTF8(text: string, pointer: number, capacity: number): void;
  UTF8ToString(pointer: number): string;
  _OrtInit(threads: number, loggingLevel: number): number;
  _OrtGetLastError(code: number, message: number): number;
  _OrtCreateSessionOptions(
    optimisationLevel: number,
    memoryArena: boolean,
    memoryPattern: boolean,
    executionMode: number,
    profiling: boolean,
    profilePrefix: number,
    logId: number,
    logSeverity: number,
    logVerbosity: number,
    optimisedPath: number,
  ): number;
  _OrtAddSessionConfigEntry(options: number, key: number, value: number): number;
  _OrtReleaseSessionOptions(options: number): number;
  _OrtCreateSession(data: number, bytes: number, options: number): Promise<number>;
  _OrtReleaseSession(session: number): number;
  _OrtGetInputOutputCount(session: number, inputs: number, outputs: number): number;
  _OrtGetInputOutputMetadata(session: number, index: number, name: number, data: number): number;
  _OrtCreateTensor(
    type: number,
    data: number,
    bytes: number,
    shape: number,
    rank: number,
    location: number,
  ): number;
  _OrtGetTensorData(
    tensor: number,
    type: number,
    data: number,
    shape: number,
    rank: number,
  ): number;
  _OrtReleaseTensor(tensor: number): number;
  _OrtFree(pointer: number): number;
  _OrtRun(
    session: number,
    inputNames: number,
    inputs: number,
    inputCount: number,
    outputNames: number,
    outputCount: number,
    outputs: number,
    options: number,
  ): number | Promise<number>;
}

/** ONNX's `TensorProto.DataType` numbers. */
export const ElementType = { float32: 1, int32: 6, int64: 7 } as const;
export type ElementType = (typeof ElementType)[keyof typeof ElementType];

const POINTER_BYTES = 4;
const LOCATION_CPU = 1;
const ALL_OPTIMISATIONS = 99;
const WARNING = 2;
const ERROR = 3;

/** onnxruntime refused; the message is its own. */
export class OrtError extends Error {
  override readonly name = 'OrtError';
}

/** One onnxruntime instance: its heap, its threads and what lives in them. */
export class Ort {
  private readonly module: OrtModule;

  private constructor(module: OrtModule) {
    this.module = module;
  }

  /**
   * Starts onnxruntime.
   * @param baseUrl where `ort-wasm-simd-threaded.mjs` and `.wasm` lie, with a trailing slash
   * @param threads 1 without SharedArrayBuffer
   */
  static async start(baseUrl: string, threads: number): Promise<Ort> {
    const url = `${baseUrl}ort-wasm-simd-threaded.mjs`;
    const { default: factory } = (await import(/* @vite-ignore */ url)) as {
      default: (options: object) => Promise<OrtModule>;
    };
    const module = await factory({
      numThreads: threads,
      locateFile: (file: string) => baseUrl + file,
    });
    const ort = new Ort(module);
    ort.check(module._OrtInit(threads, ERROR));
    return ort;
  }

  /** Loads a model. `config` are session configuration entries. */
  async createSession(model: Uint8Array, config: Record<string, string>): Promise<OrtSession> {
    const { module } = this;
    const options = module._OrtCreateSessionOptions(
      ALL_OPTIMISATIONS,
      true,
      true,
      0,
      false,
      0,
      0,
      WARNING,
      0,
      0,
    );
    for (const [key, value] of Object.entries(config)) {
      const [keyAt, valueAt] = [this.string(key), this.string(value)];
      this.check(module._OrtAddSessionConfigEntry(options, keyAt, valueAt));
      module._free(keyAt);
      module._free(valueAt);
    }
    const data = module._malloc(model.byteLength);
    module.HEAPU8.set(model, data);
    const handle = await module._OrtCreateSession(data, model.byteLength, options);
    module._free(data);
    module._OrtReleaseSessionOptions(options);
    if (handle === 0) {
      this.fail();
    }
    return new OrtSession(this, module, handle);
  }

  /** A tensor in the heap with a copy of `bytes`; the caller releases it. */
  createTensor(type: ElementType, shape: readonly number[], bytes: Uint8Array): OrtTensor {
    const tensor = this.allocateTensor(type, shape, bytes.byteLength);
    this.module.HEAPU8.set(bytes, tensor.data);
    return tensor;
  }

  /** A tensor in the heap whose contents are not set; the caller fills and releases it. */
  allocateTensor(type: ElementType, shape: readonly number[], bytes: number): OrtTensor {
    const { module } = this;
    const data = module._malloc(Math.max(bytes, 8));
    const stack = module.stackSave();
    const dimensions = module.stackAlloc(POINTER_BYTES * shape.length);
    this.words().set(shape, dimensions / POINTER_BYTES);
    const handle = module._OrtCreateTensor(
      type,
      data,
      bytes,
      dimensions,
      shape.length,
      LOCATION_CPU,
    );
    module.stackRestore(stack);
    if (handle === 0) {
      module._free(data);
      this.fail();
    }
    return { handle, data, owned: true };
  }

  /** Shape and bytes of a tensor; the bytes are a view that holds until the heap next grows. */
  describe(tensor: OrtTensor): { shape: number[]; bytes: Uint8Array } {
    const { module } = this;
    const stack = module.stackSave();
    const out = module.stackAlloc(4 * POINTER_BYTES);
    this.check(module._OrtGetTensorData(tensor.handle, out, out + 4, out + 8, out + 12));
    const [type = 0, data = 0, shapeAt = 0, rank = 0] = this.words().subarray(
      out / POINTER_BYTES,
      out / POINTER_BYTES + 4,
    );
    const shape = [
      ...this.words().subarray(shapeAt / POINTER_BYTES, shapeAt / POINTER_BYTES + rank),
    ];
    module._OrtFree(shapeAt);
    module.stackRestore(stack);
    const width = type === ElementType.int64 ? 8 : 4;
    const length = shape.reduce((product, size) => product * size, width);
    return { shape, bytes: module.HEAPU8.subarray(data, data + length) };
  }

  /** The heap; fetch it anew after every call, since it may have grown. */
  get heap(): Uint8Array {
    return this.module.HEAPU8;
  }

  release(tensor: OrtTensor): void {
    this.module._OrtReleaseTensor(tensor.handle);
    if (tensor.owned) {
      this.module._free(tensor.data);
    }
  }

  /** @internal */
  words(): Uint32Array {
    return new Uint32Array(this.module.HEAPU8.buffer);
  }

  /** @internal */
  check(status: number): void {
    if (status !== 0) {
      this.fail();
    }
  }

  private string(text: string): number {
    const bytes = this.module.lengthBytesUTF8(text) + 1;
    const pointer = this.module._malloc(bytes);
    this.module.stringToUTF8(text, pointer, bytes);
    return pointer;
  }

  private fail(): never {
    const { module } = this;
    const stack = module.stackSave();
    const out = module.stackAlloc(2 * POINTER_BYTES);
    module._OrtGetLastError(out, out + POINTER_BYTES);
    const message = this.words()[out / POINTER_BYTES + 1] ?? 0;
    module.stackRestore(stack);
    throw new OrtError(message === 0 ? 'unknown error' : module.UTF8ToString(message));
  }
}

/** A tensor in onnxruntime's heap. `owned`: its data was allocated here and is freed with it. */
export interface OrtTensor {
  readonly handle: number;
  readonly data: number;
  readonly owned: boolean;
}

/** A loaded graph. */
export class OrtSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  private readonly inputNamePointers: readonly number[];
  private readonly outputNamePointers: readonly number[];
  /** Four pointer arrays: input names, inputs, output names, outputs. */
  private readonly pointers: number;

  private readonly ort: Ort;
  private readonly module: OrtModule;
  private readonly handle: number;

  constructor(ort: Ort, module: OrtModule, handle: number) {
    this.ort = ort;
    this.module = module;
    this.handle = handle;
    const stack = module.stackSave();
    const out = module.stackAlloc(2 * POINTER_BYTES);
    ort.check(module._OrtGetInputOutputCount(handle, out, out + POINTER_BYTES));
    const at = out / POINTER_BYTES;
    const [inputs = 0, outputs = 0] = ort.words().subarray(at, at + 2);
    const pointers: number[] = [];
    for (let index = 0; index < inputs + outputs; index += 1) {
      ort.check(module._OrtGetInputOutputMetadata(handle, index, out, out + POINTER_BYTES));
      const [name = 0, metadata = 0] = ort.words().subarray(at, at + 2);
      pointers.push(name);
      module._OrtFree(metadata);
    }
    module.stackRestore(stack);
    this.inputNamePointers = pointers.slice(0, inputs);
    this.outputNamePointers = pointers.slice(inputs);
    this.inputNames = this.inputNamePointers.map((pointer) => module.UTF8ToString(pointer));
    this.outputNames = this.outputNamePointers.map((pointer) => module.UTF8ToString(pointer));
    this.pointers = module._malloc(2 * POINTER_BYTES * (inputs + outputs));
  }

  /** Runs the graph on `inputs`, in the order of `inputNames`; the caller releases what comes. */
  run(inputs: readonly OrtTensor[]): OrtTensor[] {
    const { module, ort } = this;
    const [inputCount, outputCount] = [this.inputNames.length, this.outputNames.length];
    const words = ort.words();
    const first = this.pointers / POINTER_BYTES;
    words.set(this.inputNamePointers, first);
    words.set(
      inputs.map((tensor) => tensor.handle),
      first + inputCount,
    );
    words.set(this.outputNamePointers, first + 2 * inputCount);
    words.fill(0, first + 2 * inputCount + outputCount, first + 2 * inputCount + 2 * outputCount);
    const outputsAt = this.pointers + POINTER_BYTES * (2 * inputCount + outputCount);
    const status = module._OrtRun(
      this.handle,
      this.pointers,
      this.pointers + POINTER_BYTES * inputCount,
      inputCount,
      this.pointers + POINTER_BYTES * 2 * inputCount,
      outputCount,
      outputsAt,
      0,
    );
    if (typeof status !== 'number') {
      throw new OrtError('this build of onnxruntime-web runs asynchronously');
    }
    ort.check(status);
    const at = outputsAt / POINTER_BYTES;
    return [...ort.words().subarray(at, at + outputCount)].map((handle) => ({
      handle,
      data: 0,
      owned: false,
    }));
  }

  release(): void {
    this.module._OrtReleaseSession(this.handle);
    this.module._free(this.pointers);
  }
}
