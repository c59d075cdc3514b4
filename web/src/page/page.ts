import { openMicrophone } from '../capture/microphone';
import { captureObstacle } from '../capture/obstacle';
import type { Problem } from '../problem';
import type { Report, WorkerName } from '../protocol';
import { followPicture } from '../render/picture';
import { Captions } from './captions';
import { DebugPanel } from './debug-panel';
import { wireDownloads } from './downloads';
import { button, part } from './elements';
import { wireSources } from './file-choice';
import { MediaClock } from './media-clock';
import { type LoadedMedia, MediaLoader } from './media-loader';
import { Player } from './player';
import { asProblem, ProblemBox } from './problem-box';
import { Runtime } from './runtime';
import { Scene } from './scene';
import { type Progress, StatusLine } from './status-line';
import { TranscriptPanel } from './transcript-panel';

const STATUS_INTERVAL_MS = 250;
const DEMO_URL = 'demo/demo.webm';

/** Joins the parts of the page; each of them knows nothing of the others. */
export class Page {
  readonly #problems = new ProblemBox();
  readonly #status = new StatusLine();
  readonly #scene = new Scene();
  readonly #runtime: Runtime;
  readonly #player: Player;
  readonly #loader: MediaLoader;
  readonly #transcript: TranscriptPanel;
  readonly #captions: Captions;
  readonly #clock: MediaClock;
  readonly #debug: DebugPanel | undefined;
  #source: 'none' | 'media' | 'microphone' = 'none';
  #sourceName = 'captions';
  /** Phrases of stretches before this one belong to another source. */
  #firstStretch = 0;
  #failed: string | null = null;
  readonly #progress = new Map<WorkerName, Progress>();
  #heard_ms = 0;

  constructor() {
    const debug = new URLSearchParams(location.search).has('debug');
    const listener = {
      onReport: (report: Report) => this.#take(report),
      onRestart: (message: string) =>
        this.#problems.note('worker-crashed', message, 'Captions go on.'),
      onFailure: (problem: Problem, retry?: () => void) => this.#fail(problem, retry),
    };
    this.#runtime = new Runtime(listener, debug);
    const { engine, support } = this.#runtime;
    this.#player = new Player({
      prepare: () => this.#prepare(),
      setVolume: (gain) => this.#runtime.graph?.setVolume(gain),
    });
    this.#loader = new MediaLoader(this.#player.video, (problem) => this.#problems.show(problem));
    this.#transcript = new TranscriptPanel((time_s) => this.#player.seekTo(time_s));
    this.#captions = new Captions(this.#transcript, {
      onApplied: (report, stamps) => this.#debug?.applied(report, stamps),
      onPainted: (stamps) => this.#debug?.painted(stamps),
    });
    this.#clock = new MediaClock({
      position: () => this.#runtime.graph?.position() ?? 0,
      cut: (at_sample, stretch) => engine.cut(at_sample, stretch),
      anchor: (sample, media_s, rate) => engine.anchor(sample, media_s, rate),
      hold: (held) => engine.hold(held),
      clear: (stretch) => engine.clear(stretch),
    });
    this.#clock.follow(this.#player.video);
    this.#debug = debug ? new DebugPanel(support) : undefined;
    followPicture(this.#player.stage, this.#player.video, part('captions'), (columns) =>
      engine.columns(columns),
    );
    this.#wire();
    this.#noteMachine();
  }

  async start(): Promise<void> {
    setInterval(() => this.#showStatus(), STATUS_INTERVAL_MS);
    this.#showStatus();
    try {
      await this.#runtime.start();
    } catch (error) {
      this.#fail(asProblem(error));
    }
  }

  #wire(): void {
    const { openFile } = wireSources({
      demo: () => void this.#open(() => this.#loader.loadAddress(DEMO_URL, 'demo')),
      file: (file) => void this.#open(() => this.#loader.loadFile(file)),
      microphone: () => void this.#toggleMicrophone(),
    });
    wireDownloads(
      (format) => this.#runtime.engine.export(format, this.#transcript.phrases),
      () => this.#sourceName,
    );
    document.addEventListener('keydown', (event) => this.#key(event, openFile));
    document.addEventListener('pointerdown', () => this.#wakeAudio());
    this.#player.video.addEventListener('timeupdate', () =>
      this.#transcript.mark(this.#player.video.currentTime),
    );
  }

  async #open(load: () => Promise<LoadedMedia>): Promise<void> {
    this.#problems.hide();
    this.#leaveMicrophone();
    try {
      const media = await load();
      this.#begin('media', media.name);
      const stretch = this.#firstStretch;
      this.#player.setSource(media.hasPicture ? 'video' : 'sound');
      if (media.hasPicture) this.#scene.hide();
      else this.#scene.show(media.name);
      await this.#runtime.settled();
      if (this.#firstStretch === stretch) await this.#player.play();
    } catch (error) {
      if (isLeftToViewer(error)) return;
      this.#problems.show(asProblem(error));
    }
  }

  async #prepare(): Promise<void> {
    const { graph } = this.#runtime;
    if (graph === undefined) return;
    const obstacle = captureObstacle(this.#player.video, location.origin);
    if (obstacle !== null) this.#problems.show(obstacle);
    else graph.attachElement(this.#player.video);
    // Never awaited: without a gesture the promise stays open until there is one.
    void graph.resume();
  }

  /** What is captured from now on is another source's. */
  #begin(source: 'media' | 'microphone', name: string): void {
    this.#source = source;
    this.#sourceName = name;
    this.#clock.cut();
    this.#firstStretch = this.#clock.stretch;
    this.#runtime.engine.clear(this.#firstStretch);
    this.#captions.begin(source === 'media');
    this.#heard_ms = performance.now();
    part('welcome').hidden = true;
    part('sources').hidden = false;
  }

  async #toggleMicrophone(): Promise<void> {
    this.#problems.hide();
    if (this.#source === 'microphone') {
      this.#leaveMicrophone();
      return;
    }
    try {
      const stream = await openMicrophone(navigator.mediaDevices);
      this.#player.video.pause();
      this.#runtime.graph?.attachMicrophone(stream);
      void this.#runtime.graph?.resume();
      this.#begin('microphone', 'microphone');
      this.#clock.beginLive();
      this.#player.setSource('microphone');
      this.#scene.show('Listening to the microphone');
      this.#markMicrophone(true);
    } catch (error) {
      this.#problems.show(asProblem(error));
    }
  }

  #leaveMicrophone(): void {
    if (this.#source !== 'microphone') return;
    this.#runtime.graph?.detachMicrophone();
    this.#clock.cut();
    this.#source = 'none';
    this.#scene.show('The microphone is off');
    this.#markMicrophone(false);
  }

  #markMicrophone(on: boolean): void {
    const toggle = button('open-microphone');
    toggle.setAttribute('aria-pressed', String(on));
    const label = toggle.querySelector('span');
    if (label !== null) label.textContent = on ? 'Stop the microphone' : 'Microphone';
  }

  #key(event: KeyboardEvent, openFile: () => void): void {
    this.#wakeAudio();
    if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(event)) return;
    if (event.key === 'o') openFile();
    else if (!this.#player.key(event.key)) return;
    event.preventDefault();
  }

  #wakeAudio(): void {
    if (this.#source !== 'none') void this.#runtime.graph?.resume();
  }

  #take(report: Report): void {
    if (report.kind === 'captions') {
      const finished = report.finished.filter(({ stretch }) => stretch >= this.#firstStretch);
      this.#captions.take({ ...report, finished });
    } else if (report.kind === 'progress') this.#progress.set(report.worker, report);
    else if (report.kind === 'level') {
      this.#scene.level(report.level_db);
      if (report.speaking) this.#heard_ms = performance.now();
    }
    this.#debug?.take(report);
    if (report.kind === 'ready') this.#showStatus();
  }

  #fail(problem: Problem, retry?: () => void): void {
    this.#failed = 'Captions are off';
    this.#problems.show(
      problem,
      retry && {
        label: 'Try again',
        run: () => {
          this.#failed = null;
          retry();
        },
      },
    );
    this.#showStatus();
  }

  #showStatus(): void {
    const { video } = this.#player;
    this.#status.show({
      ready: this.#runtime.ready,
      failed: this.#failed,
      progress: this.#progress,
      playing: this.#source === 'microphone' || (this.#source === 'media' && !video.paused),
      audible: this.#runtime.graph?.running ?? false,
      hasSource: this.#source !== 'none',
      heard_ms: this.#heard_ms,
      now_ms: performance.now(),
    });
  }

  #noteMachine(): void {
    part('machine-note').textContent = this.#runtime.support.isolated
      ? 'Recognised in this browser.'
      : 'Recognised in this browser. This page is not cross-origin isolated, so captions may come a little later.';
  }
}

/**
 * A play that another source has overtaken, or that the browser lets begin only at the viewer's own
 * press of the play button, which stands there.
 */
function isLeftToViewer(error: unknown): boolean {
  return error instanceof DOMException && ['AbortError', 'NotAllowedError'].includes(error.name);
}

/** Keys typed into a field, or on a control that has its own use for them, are not the player's. */
function takesKeys(event: KeyboardEvent): boolean {
  const { target } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return true;
  const presses = event.key === ' ' || event.key === 'Enter';
  return (
    presses &&
    (target instanceof HTMLButtonElement ||
      (target instanceof HTMLElement && target.tagName === 'SUMMARY'))
  );
}
