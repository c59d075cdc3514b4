import { hasDrifted, MediaMap } from '../capture/media-map';

/** The engine's and the graph's parts that the media clock drives. */
export interface MediaClockSink {
  /** Absolute position of the sample being captured now. */
  position(): number;
  cut(at_sample: number, stretch: number): void;
  anchor(sample: number, media_s: number, rate: number): void;
  hold(held: boolean): void;
  clear(stretch: number): void;
}

/** The part of a media element that is followed. */
export interface MediaLike extends EventTarget {
  readonly currentTime: number;
  readonly playbackRate: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking: boolean;
}

/**
 * Tells the workers which media time each captured sample has. A seek cuts the stream, so that no
 * phrase reaches across it; a pause only stops the clock; what `timeupdate` sees of a drift (a
 * stalled download) is mended.
 */
export class MediaClock {
  readonly #sink: MediaClockSink;
  readonly #map = new MediaMap();
  #stretch = 0;

  constructor(sink: MediaClockSink) {
    this.#sink = sink;
  }

  get stretch(): number {
    return this.#stretch;
  }

  follow(media: MediaLike): void {
    for (const name of ['play', 'playing', 'pause', 'waiting', 'seeked', 'ratechange'] as const) {
      media.addEventListener(name, () => this.#anchor(media));
    }
    media.addEventListener('seeking', () => this.#seek(media));
    media.addEventListener('ended', () => this.cut());
    media.addEventListener('timeupdate', () => this.#mend(media));
  }

  /** A source that has no clock of its own: its time is 0 now and runs on. */
  beginLive(): void {
    this.cut();
    this.#add(0, 1);
    this.#sink.hold(false);
  }

  /** What was captured up to now belongs together and is finished. */
  cut(): void {
    this.#stretch += 1;
    this.#sink.cut(this.#sink.position(), this.#stretch);
  }

  #seek(media: MediaLike): void {
    this.cut();
    // A video that plays in a loop comes back to its start by itself: the last words stay to be read.
    if (media.currentTime > 0 || media.paused) this.#sink.clear(this.#stretch);
    this.#anchor(media);
  }

  #anchor(media: MediaLike): void {
    const running = !media.paused && !media.ended && !media.seeking;
    this.#add(media.currentTime, running ? media.playbackRate : 0);
    this.#sink.hold(media.paused && !media.ended);
  }

  #mend(media: MediaLike): void {
    if (media.paused || media.seeking) return;
    const anchor = { sample: this.#sink.position(), media_s: media.currentTime };
    if (hasDrifted(this.#map, { ...anchor, rate: 1 }))
      this.#add(anchor.media_s, media.playbackRate);
  }

  #add(media_s: number, rate: number): void {
    const sample = this.#sink.position();
    this.#map.add({ sample, media_s, rate });
    this.#sink.anchor(sample, media_s, rate);
  }
}
