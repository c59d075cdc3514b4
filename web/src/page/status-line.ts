import type { WorkerName } from '../protocol';
import { element, part } from './elements';
import { bytesLabel } from './time-label';

export type StatusState = 'loading' | 'ready' | 'waiting' | 'listening' | 'silent' | 'failed';

/** Without speech for this long the page says so. */
const SILENT_MS = 6_000;

/** What is waited for, in the order in which it is said. */
const STARTING: readonly (readonly [WorkerName, string])[] = [
  ['recogniser', 'the speech recogniser'],
  ['policy', 'the caption rules'],
  ['speech', 'the speech detector'],
];

export interface Progress {
  readonly what: string;
  readonly loaded_bytes: number;
  readonly total_bytes: number | null;
}

export interface StatusFacts {
  readonly ready: ReadonlySet<WorkerName>;
  readonly failed: string | null;
  readonly progress: ReadonlyMap<WorkerName, Progress>;
  readonly playing: boolean;
  readonly audible: boolean;
  readonly hasSource: boolean;
  readonly heard_ms: number;
  readonly now_ms: number;
}

/** What the status line says. Pure. */
export function describe(facts: StatusFacts): { state: StatusState; text: string } {
  if (facts.failed !== null) return { state: 'failed', text: facts.failed };
  const starting = STARTING.find(([name]) => !facts.ready.has(name));
  if (starting !== undefined) return { state: 'loading', text: loadingText(facts, starting) };
  if (!facts.hasSource) return { state: 'ready', text: 'Ready. Choose something to caption.' };
  if (!facts.playing) return { state: 'ready', text: 'Ready' };
  if (!facts.audible) {
    return { state: 'waiting', text: 'The browser holds the sound back. Press any key or click.' };
  }
  if (facts.now_ms - facts.heard_ms > SILENT_MS)
    return { state: 'silent', text: 'No speech heard' };
  return { state: 'listening', text: 'Listening' };
}

/** The progress of what is waited for, while it is being loaded. */
function loading({ progress }: StatusFacts, worker: WorkerName): Progress | undefined {
  const found = progress.get(worker);
  return found !== undefined && found.loaded_bytes !== found.total_bytes ? found : undefined;
}

function loadingText(facts: StatusFacts, [worker, label]: readonly [WorkerName, string]): string {
  const found = loading(facts, worker);
  if (found === undefined) return `Starting ${label}`;
  const amount = bytesLabel(found.loaded_bytes, found.total_bytes);
  return `Loading ${label} (${found.what}): ${amount}`;
}

export class StatusLine {
  readonly #line = part('status');
  readonly #text = part('status-text');
  readonly #progress = element('status-progress', HTMLProgressElement);
  #shown = '';

  show(facts: StatusFacts): void {
    const { state, text } = describe(facts);
    const waited = STARTING.find(([name]) => !facts.ready.has(name))?.[0];
    this.#showProgress(
      state === 'loading' && waited !== undefined ? loading(facts, waited) : undefined,
    );
    // The line is a live region: bytes are painted, and a screen reader hears the change of state.
    this.#text.setAttribute('aria-live', state === 'loading' ? 'off' : 'polite');
    if (`${state}${text}` === this.#shown) return;
    this.#shown = `${state}${text}`;
    this.#line.dataset['state'] = state;
    this.#text.textContent = text;
  }

  #showProgress(progress: Progress | undefined): void {
    this.#progress.hidden = progress === undefined;
    if (progress === undefined) return;
    if (progress.total_bytes === null) this.#progress.removeAttribute('value');
    else {
      this.#progress.max = progress.total_bytes;
      this.#progress.value = progress.loaded_bytes;
    }
  }
}
