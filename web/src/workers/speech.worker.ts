import { SpeechSegmenter } from '../../generated/native/surtitle_web.js';
import { openInlet } from '../capture/inlet';
import type { RingReader } from '../capture/ring';
import { clock_ms } from '../clock';
import { initNative } from '../native';
import { readSpeechOrder, type SpeechOrder, type TickMessage } from '../protocol';
import { guarded, report, reportFault } from './report';
import { SpeechStage } from './speech-stage';

/** Every pause and cut costs words, so segments are long (decision 0067). */
const LIVE_SEGMENTS = {
  max_segment_ms: 15_000,
  pre_roll_ms: 800,
  hang_over_ms: 1_024,
  tail_ms: 512,
};

/** Milliseconds between two level reports to the page. */
const LEVEL_INTERVAL_MS = 250;

let stage: SpeechStage | undefined;
let recogniser: MessagePort | undefined;
/** Samples written and the clock, in pairs, since the last report; undefined unless measured. */
let arrivals: number[] | undefined;
/** Ticks from before the recogniser worker was connected. */
const early: TickMessage[] = [];

function emit(message: TickMessage): void {
  if (recogniser === undefined) early.push(message);
  else recogniser.postMessage(message);
}

function reportLevel(current: SpeechStage, reader: RingReader): void {
  report({
    kind: 'level',
    probability: current.probability,
    level_db: Math.max(-120, current.level_db),
    speaking: current.speaking,
    position: current.position,
    backlog_samples: reader.written() - current.position,
    lost_samples: current.lost_samples,
    gap_samples: reader.gap_samples,
    arrivals: arrivals ?? [],
  });
  if (arrivals !== undefined) arrivals = [];
}

async function follow(current: SpeechStage, reader: RingReader): Promise<void> {
  let reported_ms = 0;
  for (;;) {
    await reader.changed();
    arrivals?.push(reader.written(), clock_ms());
    current.advance();
    const now_ms = clock_ms();
    if (now_ms - reported_ms >= LEVEL_INTERVAL_MS) {
      reported_ms = now_ms;
      reportLevel(current, reader);
    }
  }
}

async function start(order: Extract<SpeechOrder, { kind: 'start' }>): Promise<void> {
  const reader = openInlet(order.inlet);
  if (order.measured) arrivals = [];
  await initNative();
  const createSegmenter = () => new SpeechSegmenter(LIVE_SEGMENTS);
  stage = new SpeechStage({ reader, createSegmenter, emit, clock_ms });
  report({ kind: 'ready', worker: 'speech' });
  follow(stage, reader).catch((error: unknown) => reportFault('speech', error));
}

const handle = guarded('speech', async (data: unknown) => {
  const order = readSpeechOrder(data, 'speech order');
  if (order.kind === 'start') await start(order);
  else if (order.kind === 'cut') stage?.cut(order.at_sample, order.stretch);
  else {
    recogniser = order.port;
    for (const message of early.splice(0)) recogniser.postMessage(message);
  }
});

self.onmessage = (event: MessageEvent<unknown>) => void handle(event.data);
