/** Speech in, words with times out: the guest of `wasm/` over the network of the Rust core. */
import { type GraphTimes, graphsOf } from './graphs';
import { WasiNnHost } from './wasi-nn';

/** A word with its place in the segment, in seconds from its first sample. */
export interface RecognisedWord {
  readonly text: string;
  readonly start_s: number;
  readonly end_s: number;
  /** Geometric mean of the word's token probabilities, 0 to 1. */
  readonly confidence: number;
}

/**
 * What is asked of a pass: the segment still grows; it is complete, which makes the rejection of
 * words that nobody said stricter; or it is cut here in the midst of speech, and the next one goes
 * on with what was heard beyond.
 */
export type Pass = 'open' | 'final' | 'cut';

const PASSES: Readonly<Record<Pass, number>> = { open: 0, final: 1, cut: 2 };

/** What was heard in a segment. */
export interface Recognition {
  readonly tokens: Uint32Array;
  readonly text: string;
  readonly words: readonly RecognisedWord[];
  /** Tokens of the draft, the last hypothesis of the same segment, that stood. */
  readonly agreedTokens: number;
  /** False if a loop or the token cap stopped the decoder. */
  readonly ended: boolean;
  /** The share of attention that lies where the words stand, 0 to 1. */
  readonly focus: number;
  /** Words were decoded but are not taken for speech; there are none here. */
  readonly rejected: boolean;
  /** After a cut: words heard beyond it, in seconds from the next segment's first sample. */
  readonly rest: readonly RecognisedWord[];
  /** After a cut: audio before it that the next segment's passes want in front of their own. */
  readonly context_samples: number;
  readonly encode_ms: number;
  readonly decode_ms: number;
}

export interface RecogniserOptions {
  /** The compiled `recogniser.wasm`. */
  readonly guest: WebAssembly.Module;
  /** The model: file name → bytes. They are copied and may be dropped afterwards. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** One stream's recogniser; synchronous, so it belongs in a worker of its own. */
export interface Recogniser {
  /**
   * Recognises `audio` (16 kHz, −1 to 1), all of segment `segment` so far, behind the
   * `context_samples` that the cut it goes on from asked for. The last hypothesis of the same
   * segment is verified as a draft.
   */
  recognise(audio: Float32Array, options: { segment: number; pass: Pass }): Recognition;
  close(): void;
}

interface GuestExports {
  readonly memory: WebAssembly.Memory;
  tokenizer_buffer(bytes: number): number;
  audio_buffer(samples: number): number;
  open(): number;
  recognise(segment: number, pass: number): number;
  result_pointer(): number;
  result_length(): number;
}

interface GuestResult {
  readonly tokens: readonly number[];
  readonly agreed_tokens: number;
  readonly ended: boolean;
  readonly focus: number;
  readonly rejected: boolean;
  readonly text: string;
  readonly words: readonly RecognisedWord[];
  readonly rest: readonly RecognisedWord[];
  readonly context_samples: number;
}

/** The recogniser failed; the message says in which graph and why. */
export class RecogniserError extends Error {
  override readonly name = 'RecogniserError';
}

/** Loads the model into the Rust core, which must be there (`initNative`), and opens the guest. */
export async function createRecogniser(options: RecogniserOptions): Promise<Recogniser> {
  const times: GraphTimes = { encode_ms: 0, decode_ms: 0 };
  const host = new WasiNnHost(graphsOf(options.files, times));
  const instance = await WebAssembly.instantiate(options.guest, {
    wasi_ephemeral_nn: host.imports,
  });
  const guest = new Guest(instance.exports as unknown as GuestExports, host, times);
  guest.open(options.files['tokenizer.bin'] ?? new Uint8Array());
  return guest;
}

class Guest implements Recogniser {
  private readonly guest: GuestExports;
  private readonly host: WasiNnHost;
  private readonly times: GraphTimes;

  constructor(guest: GuestExports, host: WasiNnHost, times: GraphTimes) {
    this.guest = guest;
    this.host = host;
    this.times = times;
    host.attach(guest.memory);
  }

  open(tokenizer: Uint8Array): void {
    const pointer = this.guest.tokenizer_buffer(tokenizer.byteLength);
    new Uint8Array(this.guest.memory.buffer, pointer, tokenizer.byteLength).set(tokenizer);
    this.checked(this.guest.open());
  }

  recognise(audio: Float32Array, { segment, pass }: { segment: number; pass: Pass }): Recognition {
    const pointer = this.guest.audio_buffer(audio.length);
    if (pointer === 0) {
      throw new RecogniserError(`A segment of ${audio.length} samples is too long.`);
    }
    new Float32Array(this.guest.memory.buffer, pointer, audio.length).set(audio);
    this.times.encode_ms = 0;
    this.times.decode_ms = 0;
    const result = JSON.parse(
      this.checked(this.guest.recognise(segment, PASSES[pass])),
    ) as GuestResult;
    return {
      tokens: Uint32Array.from(result.tokens),
      text: result.text,
      words: result.words,
      agreedTokens: result.agreed_tokens,
      ended: result.ended,
      focus: result.focus,
      rejected: result.rejected,
      rest: result.rest,
      context_samples: result.context_samples,
      encode_ms: this.times.encode_ms,
      decode_ms: this.times.decode_ms,
    };
  }

  close(): void {
    this.host.close();
  }

  private checked(status: number): string {
    const { memory } = this.guest;
    const bytes = new Uint8Array(
      memory.buffer,
      this.guest.result_pointer(),
      this.guest.result_length(),
    );
    const text = new TextDecoder().decode(bytes);
    if (status !== 0) {
      const cause = this.host.failure;
      const reason = cause instanceof Error ? `: ${cause.message}` : '';
      throw new RecogniserError(`The recogniser failed: ${text}${reason}`, { cause });
    }
    return text;
  }
}
