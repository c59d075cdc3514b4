import { string } from '../shape';
import {
  type Counters,
  type Cue,
  type ExportFormat,
  type Hypothesis,
  type Recognition,
  readCounters,
  readCues,
  readFault,
  readUpdate,
  type Update,
} from './types';

/** `surtitle.policy.bridge.call`: an action, the session's number and JSON in, JSON out. */
export type BridgeCall = (action: string, session: number, argument: string) => string;

/** An error of the policy; `type` is the class in Python, the message names the remedy. */
export class PolicyError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.name = 'PolicyError';
    this.type = type;
  }
}

/** Calls the bridge; throws a `PolicyError` where Python raised a `SurtitleError`. */
export function ask(call: BridgeCall, action: string, session: number, argument: unknown): unknown {
  const reply: unknown = JSON.parse(call(action, session, JSON.stringify(argument ?? null)));
  if (typeof reply !== 'object' || reply === null) {
    throw new PolicyError('RequestError', `the policy answers ${action} with ${String(reply)}`);
  }
  if ('error' in reply) {
    const { type, message } = readFault(reply.error, 'error');
    throw new PolicyError(type, message);
  }
  return 'value' in reply ? reply.value : null;
}

/** One stream's captions: `surtitle.policy.CaptionSession`. */
export class PolicySession {
  readonly #call: BridgeCall;
  readonly #number: number;

  constructor(call: BridgeCall, number: number) {
    this.#call = call;
    this.#number = number;
  }

  /** Takes one hypothesis; returns what to show now. */
  push(hypothesis: Hypothesis): Update {
    return readUpdate(this.#ask('push', hypothesis), 'update');
  }

  /** Says that no speech was heard up to `stream_s`: a phrase left open may end. */
  advance(stream_s: number): Update {
    return readUpdate(this.#ask('advance', stream_s), 'update');
  }

  /** Ends the stream: all that is shown is committed and finished. */
  finish(): Update {
    return readUpdate(this.#ask('finish', null), 'update');
  }

  /** The cues of every phrase finished so far. */
  cues(): readonly Cue[] {
    return readCues(this.#ask('cues', null), 'cues');
  }

  /** Every phrase finished so far, as a file. */
  export(format: ExportFormat, recognition: Recognition = {}): string {
    return string(this.#ask('export', { format, ...recognition }), 'export');
  }

  /** How often input was ignored, mended or held back. */
  counters(): Counters {
    return readCounters(this.#ask('counters', null), 'counters');
  }

  /** Forgets the session in Python; it can do no more. */
  close(): void {
    this.#ask('close', null);
  }

  #ask(action: string, argument: unknown): unknown {
    return ask(this.#call, action, this.#number, argument);
  }
}
