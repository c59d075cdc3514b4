/** The part of AudioWorkletGlobalScope that the capture worklet uses; the DOM library lacks it. */
declare const currentFrame: number;
declare const sampleRate: number;

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  abstract process(inputs: readonly (readonly Float32Array[])[]): boolean;
}

declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
