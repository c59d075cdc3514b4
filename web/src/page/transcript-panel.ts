import type { Phrase } from '../protocol';
import { Transcript } from '../transcript';
import { button, part } from './elements';
import { timeLabel } from './time-label';

/** The reader has let go of the newest line when it is further away than this. */
const NEAR_END_PX = 48;

/**
 * The transcript beside the player. It follows the newest phrase until the reader scrolls away,
 * and again when they come back to the end or ask for it.
 */
export class TranscriptPanel {
  readonly #body = part('transcript-body');
  readonly #list = part('transcript-list');
  readonly #empty = part('transcript-empty');
  readonly #follow = button('follow');
  readonly #downloads = document.querySelectorAll<HTMLButtonElement>('.downloads button');
  readonly #transcript = new Transcript();
  readonly #items = new Map<Phrase, HTMLLIElement>();
  readonly #seek: (time_s: number) => void;
  #following = true;
  #seekable = true;
  #current: HTMLElement | undefined;

  constructor(seek: (time_s: number) => void) {
    this.#seek = seek;
    this.#body.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    this.#follow.addEventListener('click', () => this.#toEnd());
  }

  get phrases(): readonly Phrase[] {
    return this.#transcript.phrases;
  }

  /** Empties the panel for another source; without a clock of its own it cannot be sought in. */
  begin(seekable: boolean): void {
    this.#transcript.clear();
    this.#items.clear();
    this.#list.replaceChildren();
    this.#seekable = seekable;
    this.#setFollowing(true);
    this.#showEmpty();
  }

  add(phrase: Phrase): void {
    const { index, replaced } = this.#transcript.add(phrase);
    for (const old of replaced) {
      this.#items.get(old)?.remove();
      this.#items.delete(old);
    }
    const item = this.#item(phrase);
    this.#items.set(phrase, item);
    this.#list.insertBefore(item, this.#list.children[index] ?? null);
    this.#showEmpty();
    if (this.#following) this.#body.scrollTop = Number.MAX_SAFE_INTEGER;
  }

  /** Marks the phrase that is being said at that time of the media. */
  mark(time_s: number): void {
    const phrases = this.#transcript.phrases;
    let low = 0;
    let high = phrases.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((phrases[middle] as Phrase).start_s <= time_s + 0.05) low = middle + 1;
      else high = middle;
    }
    const phrase = phrases[low - 1];
    const inside = phrase !== undefined && time_s <= phrase.end_s + 0.5;
    const next = inside
      ? this.#items.get(phrase)?.querySelector<HTMLElement>('.phrase')
      : undefined;
    if (next === this.#current) return;
    this.#current?.removeAttribute('aria-current');
    next?.setAttribute('aria-current', 'true');
    this.#current = next ?? undefined;
  }

  #item(phrase: Phrase): HTMLLIElement {
    const item = document.createElement('li');
    const row = document.createElement(this.#seekable ? 'button' : 'div');
    row.className = 'phrase';
    const time = document.createElement('time');
    time.textContent = timeLabel(phrase.start_s);
    const text = document.createElement('span');
    text.textContent = phrase.text;
    row.append(time, ' ', text);
    if (row instanceof HTMLButtonElement) {
      row.type = 'button';
      row.addEventListener('click', () => this.#seek(phrase.start_s));
    }
    item.append(row);
    return item;
  }

  #showEmpty(): void {
    const empty = this.#transcript.phrases.length === 0;
    this.#empty.hidden = !empty;
    for (const download of this.#downloads) download.disabled = empty;
  }

  #scrolled(): void {
    const { scrollTop, clientHeight, scrollHeight } = this.#body;
    this.#setFollowing(scrollHeight - scrollTop - clientHeight < NEAR_END_PX);
  }

  #toEnd(): void {
    this.#setFollowing(true);
    this.#body.scrollTop = Number.MAX_SAFE_INTEGER;
  }

  #setFollowing(following: boolean): void {
    this.#following = following;
    this.#follow.hidden = following;
  }
}
