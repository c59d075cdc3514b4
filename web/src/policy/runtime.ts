import { string } from '../shape';
import { type StartOptions, startInterpreter } from './interpreter';
import { ask, type BridgeCall, PolicySession } from './session';
import type {
  Counters,
  Cue,
  ExportFormat,
  Hypothesis,
  PolicyOptions,
  Recognition,
  TimedPhrase,
  Update,
} from './types';

export interface RuntimeOptions extends StartOptions {
  /** Options of the runtime's own session. */
  readonly options?: PolicyOptions;
}

/**
 * The Python policy, in Pyodide, in this thread: a module worker, or Node. Starting takes hundreds
 * of milliseconds and blocks the thread for most of them; every other call is synchronous.
 *
 * The runtime has a session of its own, which `push` to `reset` work on, and makes more.
 */
export class PolicyRuntime {
  /** What Python was started from. */
  readonly startedFrom: 'snapshot' | 'sources';
  /** Why the snapshot was not used though it was asked for; null where it was. */
  readonly fallbackReason: string | null;
  readonly #call: BridgeCall;
  #session: PolicySession;
  #sessions = 0;

  private constructor(
    call: BridgeCall,
    startedFrom: 'snapshot' | 'sources',
    fallbackReason: string | null,
    options: PolicyOptions,
  ) {
    this.#call = call;
    this.startedFrom = startedFrom;
    this.fallbackReason = fallbackReason;
    this.#session = this.createSession(options);
  }

  /** Starts from the snapshot; where that fails, from the sources, and says so. */
  static async start(options: RuntimeOptions): Promise<PolicyRuntime> {
    const { pyodide, startedFrom, fallbackReason } = await startInterpreter(options);
    const bridge = pyodide.pyimport('surtitle.policy.bridge').call;
    const call: BridgeCall = (action, session, argument) =>
      string(bridge(action, session, argument), 'reply');
    return new PolicyRuntime(call, startedFrom, fallbackReason, options.options ?? {});
  }

  /** Another session, apart from all others; close it when its stream is over. */
  createSession(options: PolicyOptions = {}): PolicySession {
    const number = this.#sessions;
    this.#sessions += 1;
    ask(this.#call, 'open', number, options);
    return new PolicySession(this.#call, number);
  }

  /** Phrases from anywhere (several sessions, say), put in order of time, as one file. */
  exportPhrases(
    phrases: readonly TimedPhrase[],
    format: ExportFormat,
    options: PolicyOptions = {},
    recognition: Recognition = {},
  ): string {
    const asked = { phrases, format, options, ...recognition };
    return string(ask(this.#call, 'export_phrases', -1, asked), 'export');
  }

  push(hypothesis: Hypothesis): Update {
    return this.#session.push(hypothesis);
  }

  advance(stream_s: number): Update {
    return this.#session.advance(stream_s);
  }

  finish(): Update {
    return this.#session.finish();
  }

  cues(): readonly Cue[] {
    return this.#session.cues();
  }

  export(format: ExportFormat, recognition: Recognition = {}): string {
    return this.#session.export(format, recognition);
  }

  counters(): Counters {
    return this.#session.counters();
  }

  /** Drops the runtime's own session and begins a new one. */
  reset(options: PolicyOptions = {}): void {
    const next = this.createSession(options);
    this.#session.close();
    this.#session = next;
  }
}
