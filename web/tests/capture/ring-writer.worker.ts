import { workerData } from 'node:worker_threads';
import { PortSink, type SampleSink } from '../../src/capture/outlet';
import { RingWriter, ringMemory } from '../../src/capture/ring';
import { sampleAt, seededRandom } from './signal';

/** Writes `total` samples of the test signal in blocks of seeded random lengths, then ends. */
interface Task {
  readonly seed: number;
  readonly total: number;
  readonly buffer?: SharedArrayBuffer;
  readonly port?: MessagePort;
}

const { seed, total, buffer, port } = workerData as Task;

function openSink(): SampleSink {
  if (buffer !== undefined) return new RingWriter(ringMemory(buffer));
  const sink = new PortSink();
  if (port !== undefined) sink.connect(0, port);
  return sink;
}

const random = seededRandom(seed);
const sink = openSink();
const block = new Float32Array(1024);
let written = 0;
while (written < total) {
  const count = Math.min(total - written, 1 + Math.floor(random() * block.length));
  for (let i = 0; i < count; i += 1) block[i] = sampleAt(written + i);
  sink.write(block, count);
  written += count;
  if (random() < 0.3) await new Promise((resolve) => setTimeout(resolve, random() * 2));
}
port?.close();
