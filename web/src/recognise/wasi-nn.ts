/** A `wasi_ephemeral_nn` host (core ABI as in witx 0.6; graphs by name only). */
import type { Context, GraphRegistry } from './graphs';

/** `nn_errno`. */
const Status = {
  success: 0,
  invalidArgument: 1,
  runtimeError: 5,
  tooLarge: 7,
  notFound: 8,
} as const;

const TENSOR_WORDS = 5;

/** Serves `graphs` to one guest instance; `attach` its memory before the guest's first call. */
export class WasiNnHost {
  private readonly loaded: (() => Context)[] = [];
  private readonly contexts: Context[] = [];
  private memory: WebAssembly.Memory | undefined;
  /** What the last refused call threw, for the message that the guest cannot carry. */
  failure: unknown;

  private readonly graphs: GraphRegistry;

  constructor(graphs: GraphRegistry) {
    this.graphs = graphs;
  }

  attach(memory: WebAssembly.Memory): void {
    this.memory = memory;
  }

  close(): void {
    for (const context of this.contexts) {
      context.close();
    }
    this.contexts.length = 0;
  }

  /** The functions that the guest imports from `wasi_ephemeral_nn`. */
  readonly imports: WebAssembly.ModuleImports = {
    load_by_name: this.guarded((name, length, graph) => {
      const text = new TextDecoder().decode(this.bytes(name, length));
      const known = this.graphs.get(text);
      if (known === undefined) {
        return Status.notFound;
      }
      this.writeWord(graph, this.loaded.push(known) - 1);
      return Status.success;
    }),
    init_execution_context: this.guarded((graph, context) => {
      const create = this.loaded[graph];
      if (create === undefined) {
        return Status.invalidArgument;
      }
      this.writeWord(context, this.contexts.push(create()) - 1);
      return Status.success;
    }),
    set_input: this.guarded((context, index, tensor) => {
      const [, , , dataAt = 0, length = 0] = this.words(tensor, TENSOR_WORDS);
      this.contexts[context]?.setInput(index, this.bytes(dataAt, length));
      return this.contexts[context] === undefined ? Status.invalidArgument : Status.success;
    }),
    compute: this.guarded((context) => {
      this.contexts[context]?.compute();
      return this.contexts[context] === undefined ? Status.invalidArgument : Status.success;
    }),
    get_output: this.guarded((context, index, out, capacity, written) => {
      const data = this.contexts[context]?.getOutput(index);
      if (data === undefined) {
        return Status.invalidArgument;
      }
      if (data.byteLength > capacity) {
        return Status.tooLarge;
      }
      this.bytes(out, data.byteLength).set(data);
      this.writeWord(written, data.byteLength);
      return Status.success;
    }),
  };

  /** No exception may cross into the guest: it becomes a status. */
  private guarded(
    call: (a: number, b: number, c: number, d: number, e: number) => number,
  ): (...args: number[]) => number {
    return (a = 0, b = 0, c = 0, d = 0, e = 0) => {
      try {
        return call(a >>> 0, b >>> 0, c >>> 0, d >>> 0, e >>> 0);
      } catch (error) {
        this.failure = error;
        return Status.runtimeError;
      }
    };
  }

  /** A view of the guest's memory, made anew each time since the memory may have grown. */
  private bytes(pointer: number, length: number): Uint8Array {
    if (this.memory === undefined) {
      throw new Error('the guest has no memory yet');
    }
    return new Uint8Array(this.memory.buffer, pointer, length);
  }

  private words(pointer: number, length: number): Uint32Array {
    return new Uint32Array(this.bytes(pointer, 4 * length).slice().buffer);
  }

  private writeWord(pointer: number, value: number): void {
    new DataView(this.bytes(pointer, 4).buffer).setUint32(pointer, value, true);
  }
}
