import type { Phrase } from './protocol';

/**
 * The phrases of a source in the order of its own time. A part that was heard again (after a seek
 * back) replaces what was understood there before.
 */
export class Transcript {
  #phrases: Phrase[] = [];

  get phrases(): readonly Phrase[] {
    return this.#phrases;
  }

  /** Inserts a phrase; returns it with its index and the phrases that it replaced. */
  add(phrase: Phrase): { index: number; replaced: readonly Phrase[] } {
    const replaced = this.#phrases.filter((old) => isReplaced(old, phrase));
    if (replaced.length > 0) {
      this.#phrases = this.#phrases.filter((old) => !replaced.includes(old));
    }
    let index = this.#phrases.length;
    while (index > 0 && (this.#phrases[index - 1] as Phrase).start_s > phrase.start_s) index -= 1;
    this.#phrases.splice(index, 0, phrase);
    return { index, replaced };
  }

  clear(): void {
    this.#phrases = [];
  }
}

/** An older stretch's phrase gives way where the newer one covers half of it or more. */
function isReplaced(old: Phrase, by: Phrase): boolean {
  if (old.stretch >= by.stretch) return false;
  const shared_s = Math.min(old.end_s, by.end_s) - Math.max(old.start_s, by.start_s);
  return shared_s > 0 && shared_s >= (old.end_s - old.start_s) / 2;
}
