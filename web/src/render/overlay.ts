import type { Patch, WordKey } from '../protocol';
import css from './overlay.css?inline';

/** Elements are timed under names of this form, so that an entry is found again by its word. */
export const TIMED_WORD = 'caption-word-';

/** How long the rows take to roll up. */
const ROLL_MS = 140;

type AddWord = Extract<Patch, { op: 'add_word' }>;

interface PlacedWord {
  readonly row: number;
  readonly element: HTMLElement;
  readonly glue: boolean;
  text: string;
}

function name(key: WordKey): string {
  return `${key.id}.${key.part}`;
}

/**
 * The painted captions, changed by patches alone. Nothing is read back from the layout, so a patch
 * costs one style and layout pass at most.
 *
 * Window and rows live in a shadow tree. The words are children of the host, slotted into their
 * rows: Element Timing reports no element of a shadow tree, and the paint of each word is timed.
 * The shadow tree's `::slotted(…) !important` rules keep the page's own styles away from them.
 */
export class CaptionOverlay {
  readonly #host: HTMLElement;
  readonly #window: HTMLElement;
  readonly #rows = new Map<number, HTMLElement>();
  readonly #words = new Map<string, PlacedWord>();
  readonly #still: MediaQueryList;

  constructor(host: HTMLElement) {
    this.#host = host;
    const root = host.attachShadow({ mode: 'open' });
    const style = document.createElement('style');
    style.textContent = css;
    this.#window = document.createElement('div');
    this.#window.className = 'window';
    this.#window.setAttribute('aria-live', 'off');
    root.append(style, this.#window);
    this.#still = matchMedia('(prefers-reduced-motion: reduce)');
  }

  /** Applies patches in order; returns the ids of the words that came in. */
  apply(patches: readonly Patch[]): readonly number[] {
    const added: number[] = [];
    let rolled = false;
    for (const patch of patches) {
      this.#applyOne(patch);
      if (patch.op === 'add_word') added.push(patch.id);
      rolled ||= patch.op === 'remove_row' && this.#rows.size > 0;
    }
    if (rolled) this.#roll();
    return added;
  }

  #applyOne(patch: Patch): void {
    switch (patch.op) {
      case 'add_row':
        this.#addRow(patch.row);
        break;
      case 'remove_row':
        this.#removeRow(patch.row);
        break;
      case 'add_word':
        this.#addWord(patch);
        break;
      case 'set_word':
        this.#setWord(patch, patch.text);
        break;
      case 'commit_word':
        this.#words.get(name(patch))?.element.classList.remove('tentative');
        break;
      case 'remove_word':
        this.#removeWord(patch);
        break;
      case 'clear':
        this.#clear();
    }
  }

  #addRow(row: number): void {
    const element = document.createElement('div');
    element.className = 'row';
    const slot = document.createElement('slot');
    slot.name = `row-${row}`;
    element.append(slot);
    this.#rows.set(row, element);
    this.#window.append(element);
  }

  #removeRow(row: number): void {
    this.#rows.get(row)?.remove();
    this.#rows.delete(row);
    for (const [key, word] of this.#words) {
      if (word.row !== row) continue;
      word.element.remove();
      this.#words.delete(key);
    }
  }

  #addWord({ row, text, committed, glue, before, ...key }: AddWord): void {
    const element = document.createElement('span');
    element.className = committed ? 'word' : 'word tentative';
    element.slot = `row-${row}`;
    element.setAttribute('elementtiming', `${TIMED_WORD}${key.id}`);
    const next = before === null ? undefined : this.#words.get(name(before));
    this.#host.insertBefore(element, next?.element ?? null);
    this.#words.set(name(key), { row, element, glue, text });
    this.#space(row);
  }

  #setWord(key: WordKey, text: string): void {
    const word = this.#words.get(name(key));
    if (word === undefined) return;
    word.text = text;
    this.#space(word.row);
  }

  #removeWord(key: WordKey): void {
    const word = this.#words.get(name(key));
    if (word === undefined) return;
    this.#words.delete(name(key));
    word.element.remove();
    this.#space(word.row);
  }

  #clear(): void {
    this.#rows.clear();
    this.#words.clear();
    this.#window.replaceChildren();
    this.#host.replaceChildren();
  }

  /** Writes a row's words with the spaces between them, where they differ from what stands. */
  #space(row: number): void {
    const words = new Map([...this.#words.values()].map((word) => [word.element as Node, word]));
    let first = true;
    for (const child of this.#host.childNodes) {
      const word = words.get(child);
      if (word === undefined || word.row !== row) continue;
      const text = first || word.glue ? word.text : ` ${word.text}`;
      if (word.element.textContent !== text) word.element.textContent = text;
      first = false;
    }
  }

  /** The rows stand at their new place at once and slide there by a compositor animation. */
  #roll(): void {
    if (this.#still.matches) return;
    for (const row of this.#rows.values()) {
      row.animate([{ transform: 'translateY(1.35em)' }, { transform: 'none' }], {
        duration: ROLL_MS,
        easing: 'ease-out',
      });
    }
  }
}
