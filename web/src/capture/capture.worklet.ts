import { Decimator } from './decimator';
import { audioOutlet, SinkSwitch } from './outlet';
import { SAMPLE_RATE_HZ } from './rate';

/** A render quantum; a processor without input still runs once for each. */
const QUANTUM_FRAMES = 128;

/** Room for a render quantum of any size that the Web Audio specification allows by default. */
const BLOCK_FRAMES = 1024;

/**
 * The AudioWorklet of the stage `capture`: decimates the node's mono input to 16 kHz and appends
 * it to the ring. `process()` allocates nothing and looks at no clock (`performance` does not
 * exist here); a jump of `currentFrame` is audio that the device dropped, and is counted.
 * Posts one number, once: the context's time in seconds at which sample 0 was taken.
 */
class CaptureProcessor extends AudioWorkletProcessor {
  readonly #switch = new SinkSwitch();
  readonly #decimator = new Decimator(sampleRate);
  readonly #factor = sampleRate / SAMPLE_RATE_HZ;
  readonly #silence = new Float32Array(QUANTUM_FRAMES);
  readonly #out = new Float32Array(BLOCK_FRAMES);
  #expectedFrame = -1;

  constructor() {
    super();
    this.port.onmessage = (event: MessageEvent<unknown>) => {
      this.#switch.take(audioOutlet(event.data, 'outlet'));
    };
  }

  override process(inputs: readonly (readonly Float32Array[])[]): boolean {
    const sink = this.#switch.sink;
    if (sink === undefined) return true;
    const block = inputs[0]?.[0] ?? this.#silence;
    if (this.#expectedFrame < 0) {
      this.port.postMessage(currentFrame / sampleRate);
    } else if (currentFrame > this.#expectedFrame) {
      const missing = Math.round((currentFrame - this.#expectedFrame) / this.#factor);
      sink.writeZeros(missing);
      sink.countGap(missing);
    }
    this.#expectedFrame = currentFrame + block.length;
    sink.write(this.#out, this.#decimator.process(block, block.length, this.#out));
    return true;
  }
}

registerProcessor('surtitle-capture', CaptureProcessor);
