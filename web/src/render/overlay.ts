import type { Patch, WordKey } from '../protocol';
import css from './overlay.css?inline';

/** Elements are timed under names of this form, so that an entry is found again by its word. */
export const TIMED_WORD = 'caption-word-';

/** How long the rows take to roll up. */
const ROLL_MS = 140;

type AddWord = Extract<Patch, { op: 'add_word' }>;

/** A word's element, and the space before it, which its row's layout drops at the line's start. */
interface PlacedWord {
  readonly space: Text;
  readonly element: HTMLElement;
}

function name(key: WordKey): string {
  return `${key.id}.${key.part}`;
}

/**
 * The painted captions: a shadow tree over the picture that is changed by patches alone. Nothing
 * is ever read back from the layout, so a patch costs one style and layout pass at most.
 */
export class CaptionOverlay {
  readonly #window: HTMLElement;
  readonly #rows = new Map<number, HTMLElement>();
  readonly #words = new Map<string, PlacedWord>();
  readonly #still: MediaQueryList;

  constructor(host: HTMLElement) {
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
        break;
    }
  }

  #addRow(row: number): void {
    const element = document.createElement('div');
    element.className = 'row';
    this.#rows.set(row, element);
    this.#window.append(element);
  }

  #removeRow(row: number): void {
    const element = this.#rows.get(row);
    this.#rows.delete(row);
    if (element === undefined) return;
    for (const [key, word] of this.#words) {
      if (word.element.parentNode === element) this.#words.delete(key);
    }
    element.remove();
  }

  #addWord(patch: AddWord): void {
    const row = this.#rows.get(patch.row);
    if (row === undefined) return;
    const element = document.createElement('span');
    element.className = patch.committed ? 'word' : 'word tentative';
    element.setAttribute('elementtiming', `${TIMED_WORD}${patch.id}`);
    element.textContent = patch.text;
    const space = document.createTextNode(patch.glue ? '' : ' ');
    const next = patch.before === null ? undefined : this.#words.get(name(patch.before));
    row.insertBefore(space, next?.space ?? null);
    row.insertBefore(element, next?.space ?? null);
    this.#words.set(name(patch), { space, element });
  }

  #setWord(key: WordKey, text: string): void {
    const word = this.#words.get(name(key));
    if (word !== undefined) word.element.textContent = text;
  }

  #removeWord(key: WordKey): void {
    const word = this.#words.get(name(key));
    this.#words.delete(name(key));
    word?.space.remove();
    word?.element.remove();
  }

  #clear(): void {
    this.#rows.clear();
    this.#words.clear();
    this.#window.replaceChildren();
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
