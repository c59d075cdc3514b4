import { expect, test } from 'vitest';
import { describe as describeStatus, type StatusFacts } from '../../src/page/status-line';

const READY: StatusFacts = {
  ready: new Set(['speech', 'recogniser', 'policy']),
  failed: null,
  progress: new Map(),
  playing: true,
  audible: true,
  hasSource: true,
  heard_ms: 1000,
  now_ms: 2000,
};

test.each([
  ['listening', {}, 'listening', 'Listening'],
  ['nothing chosen', { hasSource: false }, 'ready', 'Ready. Choose something to caption.'],
  ['paused', { playing: false }, 'ready', 'Ready'],
  ['held back by the browser', { audible: false }, 'waiting', 'Press any key or click'],
  ['no speech', { now_ms: 60_000 }, 'silent', 'No speech heard'],
  ['failed', { failed: 'Captions are off' }, 'failed', 'Captions are off'],
  ['starting', { ready: new Set() }, 'loading', 'Starting the speech recogniser'],
  [
    'loading',
    {
      ready: new Set(['speech']),
      progress: new Map([
        ['recogniser', { what: 'decoder.onnx', loaded_bytes: 12_340_000, total_bytes: 43_100_000 }],
        ['policy', { what: 'snapshot.bin', loaded_bytes: 1, total_bytes: 2 }],
      ]),
    },
    'loading',
    'Loading the speech recogniser (decoder.onnx): 12.3 of 43.1 MB',
  ],
  [
    'loading what has no known length',
    {
      ready: new Set(['recogniser']),
      progress: new Map([['policy', { what: 'x', loaded_bytes: 1_000_000, total_bytes: null }]]),
    },
    'loading',
    'Loading the caption rules (x): 1.0 MB',
  ],
] as const)('%s', (_, facts, state, text) => {
  const described = describeStatus({ ...READY, ...(facts as Partial<StatusFacts>) });
  expect(described.state).toBe(state);
  expect(described.text).toContain(text);
});
