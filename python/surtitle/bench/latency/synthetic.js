// A recogniser whose answer is known: it speaks the page's protocol in the real one's place, and says
// one word for each click, DELAY_MS after the click has passed the ring's write index.
const DELAY_MS = 0;
const CLICK = 0.2;
const APART_SAMPLES = 4000;
const clock_ms = () => performance.timeOrigin + performance.now();

let policy;
let header;
let ring;
let position = 0;
let lastClick = -APART_SAMPLES;
let count = 0;

function say(at_sample, heard_ms) {
  const segment = count;
  count += 1;
  const due_ms = heard_ms + DELAY_MS;
  const send = () => {
    while (clock_ms() < due_ms);
    const stamps = { capture: heard_ms, vad: heard_ms, began: heard_ms, recognise: clock_ms() };
    const word = { text: `click${segment}`, start_s: 0, end_s: 0.01, confidence: 1 };
    const span = { segment, start_sample: at_sample - 160, end_sample: at_sample };
    const said = { revision: 0, final: true, reason: 'pause', words: [word], rest: [], stamps };
    policy.postMessage({ kind: 'hypothesis', ...span, ...said });
  };
  setTimeout(send, Math.max(0, due_ms - clock_ms() - 3));
}

function look() {
  const written = Atomics.load(header, 0) >>> 0;
  const heard_ms = clock_ms();
  position = Math.max(position, written - ring.length / 2);
  for (; position < written; position += 1) {
    if (Math.abs(ring[position % ring.length]) < CLICK) continue;
    if (position - lastClick < APART_SAMPLES) continue;
    lastClick = position;
    say(position, heard_ms);
  }
  Atomics.waitAsync(header, 0, written | 0, 20).value?.then?.(look) ?? setTimeout(look, 1);
}

self.onmessage = ({ data }) => {
  if (data.kind === 'connect') policy = data.port;
  if (data.kind === 'listen') {
    // The speech worker's ticks are not needed, but the policy must learn of a new source.
    data.port.onmessage = ({ data: message }) => {
      if (message.kind === 'cut') policy.postMessage(message);
    };
  }
  if (data.kind !== 'start') return;
  header = new Int32Array(data.inlet.buffer, 0, 4);
  ring = new Float32Array(data.inlet.buffer, 16);
  position = Atomics.load(header, 0) >>> 0;
  self.postMessage({ kind: 'ready', worker: 'recogniser' });
  look();
};
