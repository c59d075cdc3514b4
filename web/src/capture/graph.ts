import { Problem } from '../problem';
import workletUrl from './capture.worklet.ts?worker&url';
import type { AudioOutlet } from './outlet';
import { SAMPLE_RATE_HZ } from './rate';

/**
 * The page's one audio graph. The context runs at 48 kHz, three times the recogniser's rate, so
 * that a film keeps its full sound; the worklet decimates. The captured branch leaves before the
 * volume, so a muted film has captions too.
 *
 *   element ─┬─► volume ─► loudspeaker
 *            └─► worklet (mono)
 *   microphone ─► worklet
 */
const CONTEXT_RATE_HZ = 3 * SAMPLE_RATE_HZ;

export class CaptureGraph {
  readonly #context: AudioContext;
  readonly #worklet: AudioWorkletNode;
  readonly #volume: GainNode;
  #elementSource: MediaElementAudioSourceNode | undefined;
  #microphone: MediaStreamAudioSourceNode | undefined;
  /** Context time of sample 0, once the worklet has run. */
  #origin_s: number | undefined;

  private constructor(context: AudioContext) {
    this.#context = context;
    this.#worklet = new AudioWorkletNode(context, 'surtitle-capture', {
      numberOfInputs: 1,
      numberOfOutputs: 1,
      channelCount: 1,
      channelCountMode: 'explicit',
      channelInterpretation: 'speakers',
    });
    this.#worklet.port.onmessage = (event: MessageEvent<unknown>) => {
      if (typeof event.data === 'number') this.#origin_s = event.data;
    };
    // Its output is silence; a node that leads nowhere misses quanta whenever the graph changes.
    this.#worklet.connect(context.destination);
    this.#volume = new GainNode(context);
    this.#volume.connect(context.destination);
  }

  /** The context stays suspended until `resume`, which needs a gesture of the viewer. */
  static async open(): Promise<CaptureGraph> {
    if (typeof AudioContext === 'undefined' || typeof AudioWorkletNode === 'undefined') {
      throw new Problem(
        'no-worklet',
        'This browser cannot hand audio to a page (no AudioWorklet).',
        'Open this page over https or on localhost, in a current Chrome, Edge, Firefox or Safari.',
      );
    }
    const context = new AudioContext({ sampleRate: CONTEXT_RATE_HZ, latencyHint: 'interactive' });
    await context.audioWorklet.addModule(workletUrl);
    return new CaptureGraph(context);
  }

  announce(outlet: AudioOutlet): void {
    this.#worklet.port.postMessage(outlet, outlet.kind === 'port' ? [outlet.port] : []);
  }

  get running(): boolean {
    return this.#context.state === 'running';
  }

  async resume(): Promise<void> {
    if (!this.running) await this.#context.resume();
  }

  /** Absolute position of the sample being captured now; 0 before the first. */
  position(): number {
    if (this.#origin_s === undefined) return 0;
    return Math.round((this.#context.currentTime - this.#origin_s) * SAMPLE_RATE_HZ);
  }

  /** An element is wired once for good: a second `createMediaElementSource` on it throws. */
  attachElement(element: HTMLMediaElement): void {
    this.detachMicrophone();
    if (this.#elementSource !== undefined) return;
    this.#elementSource = this.#context.createMediaElementSource(element);
    this.#elementSource.connect(this.#worklet);
    this.#elementSource.connect(this.#volume);
  }

  attachMicrophone(stream: MediaStream): void {
    this.detachMicrophone();
    this.#microphone = this.#context.createMediaStreamSource(stream);
    this.#microphone.connect(this.#worklet);
  }

  detachMicrophone(): void {
    this.#microphone?.disconnect();
    for (const track of this.#microphone?.mediaStream.getTracks() ?? []) track.stop();
    this.#microphone = undefined;
  }

  /** Linear gain, 0 to 1. */
  setVolume(gain: number): void {
    this.#volume.gain.value = gain;
  }
}
