import type { Patch } from '../protocol';
import css from './overlay.css?inline';

/** Elements are timed under names of this form, so that an entry is found again by its word. */
export const TIMED_WORD = 'caption-word-';

/** How long the rows take to roll up. */
const ROLL_MS = 140;

/**
 * The painted captions: a shadow tree over the picture that is changed by patches alone. Nothing
 * is ever read back from the layout, so a patch costs one style and layout pass at most.
 */
export class CaptionOverlay {
  readonly #window: HTMLElement;
  readonly #rows = new Map<number, HTMLElement>();
  readonly #words = new Map<number, HTMLElement>();
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
        this.#addWord(patch.row, patch.id, patch.text, patch.committed);
        break;
      case 'set_word':
        this.#setWord(patch.id, patch.text);
        break;
      case 'commit_word':
        this.#words.get(patch.id)?.classList.remove('tentative');
        break;
      case 'remove_word':
        this.#removeWord(patch.id);
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
    for (const [id, word] of this.#words) if (element.contains(word)) this.#words.delete(id);
    element.remove();
  }

  #addWord(row: number, id: number, text: string, committed: boolean): void {
    const parent = this.#rows.get(row);
    if (parent === undefined) return;
    const word = document.createElement('span');
    word.className = committed ? 'word' : 'word tentative';
    word.setAttribute('elementtiming', `${TIMED_WORD}${id}`);
    word.textContent = text;
    if (parent.childElementCount > 0) parent.append(' ');
    parent.append(word);
    this.#words.set(id, word);
  }

  #setWord(id: number, text: string): void {
    const word = this.#words.get(id);
    if (word !== undefined) word.textContent = text;
  }

  #removeWord(id: number): void {
    const word = this.#words.get(id);
    this.#words.delete(id);
    if (word === undefined) return;
    const space = word.previousSibling ?? word.nextSibling;
    if (space instanceof Text) space.remove();
    word.remove();
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
