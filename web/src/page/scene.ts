import { part } from './elements';

/** From this level up a bar of the scene grows. */
const FLOOR_DB = -60;

/** Bars swing differently far, so that a voice looks like one. */
const SWING = [0.5, 0.8, 1, 0.75, 0.45] as const;

/** What stands in place of a picture: the source's name and the sound's level. */
export class Scene {
  readonly #scene = part('scene');
  readonly #name = part('scene-name');
  readonly #bars = [...document.querySelectorAll<HTMLElement>('.scene-level i')];

  show(name: string): void {
    this.#name.textContent = name;
    this.#scene.hidden = false;
  }

  hide(): void {
    this.#scene.hidden = true;
  }

  level(level_db: number): void {
    if (this.#scene.hidden) return;
    const share = Math.min(1, Math.max(0, 1 - level_db / FLOOR_DB));
    this.#bars.forEach((bar, index) => {
      bar.style.setProperty('--bar', (0.12 + 0.88 * share * (SWING[index] ?? 1)).toFixed(2));
    });
  }
}
