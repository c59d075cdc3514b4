import { Problem } from '../problem';
import { brokenOff, emptyFile, loadProblem, withoutSound } from './media-file';
import { timeLabel } from './time-label';

/** By now a decoder has had sound to decode, if there is any. */
const SOUND_KNOWN_S = 0.5;

interface SoundTold {
  readonly webkitAudioDecodedByteCount?: number;
  readonly mozHasAudio?: boolean;
  readonly audioTracks?: { readonly length: number };
}

/** Whether the element has sound, as far as this browser tells; undefined where it does not. */
export function hasSound(media: SoundTold): boolean | undefined {
  if (media.mozHasAudio !== undefined) return media.mozHasAudio;
  if (media.audioTracks !== undefined) return media.audioTracks.length > 0;
  if (media.webkitAudioDecodedByteCount !== undefined) return media.webkitAudioDecodedByteCount > 0;
  return undefined;
}

export interface LoadedMedia {
  readonly name: string;
  readonly hasPicture: boolean;
}

async function explain(name: string, blob: Blob | undefined): Promise<Problem> {
  if (blob !== undefined) return loadProblem(blob, name);
  return new Problem(
    'not-media',
    `${name} could not be loaded.`,
    'Start the server again with “surtitle serve”, then reload this page.',
  );
}

/** Loads a file or an address into the player's element, and says why one does not load. */
export class MediaLoader {
  readonly #video: HTMLVideoElement;
  readonly #onProblem: (problem: Problem) => void;
  #sourceName = '';
  #waiting = new AbortController();
  #soundTold = false;

  /** `onProblem` hears of what goes wrong after loading. */
  constructor(video: HTMLVideoElement, onProblem: (problem: Problem) => void) {
    this.#video = video;
    this.#onProblem = onProblem;
    video.addEventListener('error', () => this.#broken());
    video.addEventListener('timeupdate', () => this.#checkSound());
    video.addEventListener('ended', () => this.#checkSound());
  }

  async loadFile(file: File): Promise<LoadedMedia> {
    if (file.size === 0) throw emptyFile(file.name);
    return this.#load(URL.createObjectURL(file), file.name, file);
  }

  async loadAddress(url: string, name: string): Promise<LoadedMedia> {
    return this.#load(url, name, undefined);
  }

  /** The element is given a source only after it has loaded elsewhere: a bad one stops nothing. */
  async #load(url: string, name: string, blob: Blob | undefined): Promise<LoadedMedia> {
    this.#waiting.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    const hasPicture = await this.#probe(url, name, blob, waiting.signal);
    const before = this.#video.src;
    this.#sourceName = name;
    this.#soundTold = false;
    this.#video.src = url;
    if (before.startsWith('blob:')) URL.revokeObjectURL(before);
    return { name, hasPicture };
  }

  /** Settles for the newest source alone: the wait for one that was left for another is dropped. */
  #probe(url: string, name: string, blob: Blob | undefined, signal: AbortSignal): Promise<boolean> {
    const probe = document.createElement('video');
    probe.preload = 'metadata';
    return new Promise<boolean>((resolve, reject) => {
      probe.addEventListener('loadedmetadata', () => resolve(probe.videoWidth > 0), { signal });
      const fail = async () => {
        const problem = await explain(name, blob);
        if (!signal.aborted) reject(problem);
      };
      probe.addEventListener('error', () => void fail(), { signal });
      probe.src = url;
    }).finally(() => probe.removeAttribute('src'));
  }

  #broken(): void {
    if (this.#sourceName === '') return;
    this.#onProblem(brokenOff(this.#sourceName, timeLabel(this.#video.currentTime)));
  }

  #checkSound(): void {
    if (this.#soundTold || !(this.#video.currentTime > SOUND_KNOWN_S || this.#video.ended)) return;
    this.#soundTold = true;
    if (hasSound(this.#video as SoundTold) === false) {
      this.#onProblem(withoutSound(this.#sourceName));
    }
  }
}
