import { SAMPLE_RATE_HZ } from './rate';

/** From `sample` on, the media clock stood at `media_s` and ran at `rate` (0 while paused). */
export interface MediaAnchor {
  readonly sample: number;
  readonly media_s: number;
  readonly rate: number;
}

/**
 * Which media time each sample of the stream belongs to: a line for every stretch between two
 * changes (play, pause, seek, new rate, another file). Pure; anchors come in the order of time.
 */
export class MediaMap {
  #anchors: MediaAnchor[] = [];

  /** An anchor at or before the newest one replaces it and all that came after it. */
  add(anchor: MediaAnchor): void {
    while ((this.#anchors.at(-1)?.sample ?? -1) >= anchor.sample) this.#anchors.pop();
    this.#anchors.push(anchor);
  }

  /** Media seconds of a sample; before the first anchor the stream's own seconds. */
  media_s(sample: number): number {
    const anchor = this.#anchors[this.#indexAt(sample)];
    if (anchor === undefined) return sample / SAMPLE_RATE_HZ;
    const run = Math.max(0, sample - anchor.sample) / SAMPLE_RATE_HZ;
    return anchor.media_s + run * anchor.rate;
  }

  #indexAt(sample: number): number {
    let index = this.#anchors.length - 1;
    while (index > 0 && (this.#anchors[index] as MediaAnchor).sample > sample) index -= 1;
    return index;
  }
}

/** The media clock and the map may differ by this much before a new anchor is worth it. */
const TOLERANCE_S = 0.04;

/** True where the map, asked for `anchor.sample`, is further from the media clock than 40 ms. */
export function hasDrifted(map: MediaMap, anchor: MediaAnchor): boolean {
  return Math.abs(map.media_s(anchor.sample) - anchor.media_s) > TOLERANCE_S;
}
