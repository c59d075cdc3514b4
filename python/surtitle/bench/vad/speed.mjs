// Times the detector's WebAssembly under Node: node speed.mjs DIRECTORY REPEATS SIMD < samples
//
// DIRECTORY holds wasm-bindgen's surtitle_web.js; samples are float32, little-endian. Writes the
// microseconds a frame of each repeat, as a JSON list.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const FRAME_SAMPLES = 512;
const [directory, repeats, simd] = process.argv.slice(2);
const core = await import(pathToFileURL(resolve(directory, "surtitle_web.js")).href);
core.initSync({ module: readFileSync(join(directory, "surtitle_web_bg.wasm")) });

const bytes = readFileSync(0);
const samples = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
const frames = samples.length / FRAME_SAMPLES;
const segmenter = new core.SpeechSegmenter({ simd: simd === "simd" });
const micros = [];
for (let repeat = 0; repeat < Number(repeats); repeat += 1) {
  const start = performance.now();
  segmenter.push(samples);
  micros.push(((performance.now() - start) * 1000) / frames);
}
process.stdout.write(JSON.stringify(micros));
