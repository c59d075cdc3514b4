/** Phrases kept in the log: a screen reader needs the newest, the transcript has them all. */
const KEPT = 50;

/**
 * Appends finished phrases to the page's visually hidden `role="log"`. It stands empty in the page
 * from the start, since a live region that comes with its first text is not announced.
 */
export class SpokenLog {
  readonly #element: HTMLElement;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  add(text: string): void {
    const line = document.createElement('p');
    line.textContent = text;
    this.#element.append(line);
    if (this.#element.childElementCount > KEPT) this.#element.firstElementChild?.remove();
  }

  clear(): void {
    this.#element.replaceChildren();
  }
}
