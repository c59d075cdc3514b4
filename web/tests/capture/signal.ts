/** A sample that tells its own position, so that a wrong, torn or repeated read is seen. */
export function sampleAt(position: number): number {
  return Math.fround(((position * 7919) % 65_536) / 65_536 - 0.5);
}

/** Mulberry32: a small generator whose sequence is fixed by its seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The first position in `audio` that is not the signal's from `start` on, or -1. */
export function firstWrong(audio: Float32Array, start: number): number {
  return audio.findIndex((value, index) => value !== sampleAt(start + index));
}
