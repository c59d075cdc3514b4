// What a snapshot would otherwise remember of the machine that made it: the time, chance, and the
// path of the running program.

import crypto from 'node:crypto';

// 1 January 2020. Files in the interpreter's memory get this time.
const MOMENT_MS = Date.UTC(2020, 0, 1);

/**
 * Runs `work` with a clock that stands, random numbers that count, and no path of ours.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function onFrozenMachine(work) {
  const RealDate = globalThis.Date;
  const { getRandomValues } = globalThis.crypto;
  const { randomFillSync } = crypto;
  const { now } = performance;
  const [, program] = process.argv;
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [MOMENT_MS] : given));
    }

    static now() {
      return MOMENT_MS;
    }
  };
  performance.now = () => 0;
  globalThis.crypto.getRandomValues = counting;
  // Emscripten asks Node's own module where it can.
  crypto.randomFillSync = counting;
  process.argv[1] = 'surtitle';
  try {
    return await work();
  } finally {
    globalThis.Date = RealDate;
    globalThis.crypto.getRandomValues = getRandomValues;
    crypto.randomFillSync = randomFillSync;
    performance.now = now;
    process.argv[1] = program;
  }
}

function counting(array) {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (let place = 0; place < bytes.length; place += 1) bytes[place] = place & 0xff;
  return array;
}
