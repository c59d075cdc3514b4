import { button, element, part, setIcon } from './elements';
import { timeLabel } from './time-label';

/** How long the controls stay after the last movement while something plays. */
const CONTROLS_MS = 2_500;
const STEP_S = 5;

export interface PlayerHost {
  /** Called before playing: the audio graph may need this gesture. */
  prepare(): Promise<void>;
  setVolume(gain: number): void;
}

/**
 * The player's own controls. Full screen is the stage's and not the bare video's, so that the
 * captions come along; the volume is the graph's and not the element's, so that a muted film is
 * captioned too.
 */
export class Player {
  readonly video = element('video', HTMLVideoElement);
  readonly stage = part('stage');
  readonly #controls = part('controls');
  readonly #play = button('play');
  readonly #mute = button('mute');
  readonly #captions = button('captions-toggle');
  readonly #fullscreen = button('fullscreen');
  readonly #seek = element('seek', HTMLInputElement);
  readonly #volume = element('volume', HTMLInputElement);
  readonly #speed = element('speed', HTMLSelectElement);
  readonly #now = part('time-now');
  readonly #end = part('time-end');
  readonly #host: PlayerHost;
  #muted = false;
  #hideTimer = 0;
  #dragging = false;

  constructor(host: PlayerHost) {
    this.#host = host;
    this.#listenToVideo();
    this.#listenToControls();
    this.#listenToPointer();
  }

  async play(): Promise<void> {
    await this.#host.prepare();
    await this.video.play();
  }

  toggle(): void {
    if (this.#controls.hidden) return;
    if (this.video.paused) void this.play().catch(() => undefined);
    else this.video.pause();
  }

  seekTo(time_s: number): void {
    if (Number.isFinite(this.video.duration)) {
      this.video.currentTime = Math.min(Math.max(0, time_s), this.video.duration);
    }
  }

  seekBy(step_s: number): void {
    if (!this.#controls.hidden) this.seekTo(this.video.currentTime + step_s);
  }

  toggleMute(): void {
    this.#muted = !this.#muted;
    this.#mute.setAttribute('aria-pressed', String(this.#muted));
    setIcon(this.#mute, this.#muted ? 'muted' : 'sound');
    this.#applyVolume();
  }

  toggleCaptions(): void {
    const shown = this.stage.dataset['captions'] === 'off';
    this.stage.dataset['captions'] = shown ? 'on' : 'off';
    this.#captions.setAttribute('aria-pressed', String(shown));
  }

  toggleFullscreen(): void {
    if (document.fullscreenElement === null) void this.stage.requestFullscreen();
    else void document.exitFullscreen();
  }

  /** `none`, `video`, `sound` or `microphone`. */
  setSource(source: string): void {
    this.stage.dataset['source'] = source;
    this.#controls.hidden = source === 'none' || source === 'microphone';
    this.#showControls();
  }

  /** One key of the page; true if it meant something. */
  key(key: string): boolean {
    const actions: Readonly<Record<string, () => void>> = {
      ' ': () => this.toggle(),
      k: () => this.toggle(),
      m: () => this.toggleMute(),
      c: () => this.toggleCaptions(),
      f: () => this.toggleFullscreen(),
      ArrowLeft: () => this.seekBy(-STEP_S),
      ArrowRight: () => this.seekBy(STEP_S),
    };
    const action = actions[key];
    action?.();
    if (action !== undefined) this.#showControls();
    return action !== undefined;
  }

  #listenToVideo(): void {
    const { video } = this;
    video.addEventListener('play', () => this.#showPlaying());
    video.addEventListener('pause', () => this.#showPlaying());
    video.addEventListener('timeupdate', () => this.#showTime());
    video.addEventListener('durationchange', () => this.#showDuration());
    video.addEventListener('loadedmetadata', () => this.#showDuration());
    video.addEventListener('click', () => this.toggle());
    document.addEventListener('fullscreenchange', () => {
      this.#fullscreen.setAttribute('aria-pressed', String(document.fullscreenElement !== null));
    });
  }

  #listenToControls(): void {
    this.#play.addEventListener('click', () => this.toggle());
    this.#mute.addEventListener('click', () => this.toggleMute());
    this.#captions.addEventListener('click', () => this.toggleCaptions());
    this.#fullscreen.addEventListener('click', () => this.toggleFullscreen());
    this.#volume.addEventListener('input', () => this.#applyVolume());
    this.#speed.addEventListener('change', () => {
      this.video.playbackRate = Number(this.#speed.value);
    });
    this.#seek.addEventListener('input', () => {
      this.#dragging = true;
      this.#now.textContent = timeLabel(this.#seek.valueAsNumber);
    });
    this.#seek.addEventListener('change', () => {
      this.#dragging = false;
      this.seekTo(this.#seek.valueAsNumber);
    });
  }

  #listenToPointer(): void {
    for (const name of ['pointermove', 'pointerdown', 'focusin'] as const) {
      this.stage.addEventListener(name, () => this.#showControls(), { passive: true });
    }
    this.stage.addEventListener('pointerleave', () => this.#hideControlsSoon(CONTROLS_MS / 3));
  }

  #showPlaying(): void {
    const { paused } = this.video;
    setIcon(this.#play, paused ? 'play' : 'pause');
    this.#play.setAttribute('aria-label', paused ? 'Play' : 'Pause');
    // A new speed is lost when another file is loaded; the element's default follows the choice.
    this.video.playbackRate = Number(this.#speed.value);
    this.#showControls();
  }

  #showTime(): void {
    if (this.#dragging) return;
    const { currentTime } = this.video;
    this.#now.textContent = timeLabel(currentTime);
    this.#seek.valueAsNumber = currentTime;
    this.#seek.setAttribute('aria-valuetext', timeLabel(currentTime));
  }

  #showDuration(): void {
    const { duration } = this.video;
    this.#seek.max = Number.isFinite(duration) ? String(duration) : '0';
    this.#end.textContent = timeLabel(duration);
    this.#showTime();
  }

  #applyVolume(): void {
    this.#host.setVolume(this.#muted ? 0 : this.#volume.valueAsNumber);
  }

  #showControls(): void {
    this.stage.dataset['controls'] = 'shown';
    this.#hideControlsSoon(CONTROLS_MS);
  }

  #hideControlsSoon(after_ms: number): void {
    clearTimeout(this.#hideTimer);
    this.#hideTimer = setTimeout(() => {
      if (!this.video.paused) this.stage.dataset['controls'] = 'hidden';
    }, after_ms) as unknown as number;
  }
}
