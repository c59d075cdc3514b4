import { LiveLayout } from '../../generated/native/surtitle_web.js';
import { clock_ms } from '../clock';
import { initNative } from '../native';
import { PolicyRuntime } from '../policy';
import { type PolicyOrder, readHypothesis, readPolicyOrder } from '../protocol';
import { PolicyStage } from './policy-stage';
import { guarded, report } from './report';

/** How often captions are looked at that may have run out. */
const TICK_MS = 200;

let runtime: PolicyRuntime | undefined;
let stage: PolicyStage | undefined;
/** What came before Python was there: orders and hypotheses, in order. */
const early: (() => void)[] = [];

async function start(order: Extract<PolicyOrder, { kind: 'start' }>): Promise<void> {
  const indexUrl = new URL(`${__POLICY_FOLDER__}/`, self.location.href).href;
  const [started] = await Promise.all([
    PolicyRuntime.start({
      indexUrl,
      onProgress: (progress) => report({ kind: 'progress', worker: 'policy', ...progress }),
    }),
    initNative(),
  ]);
  runtime = started;
  stage = new PolicyStage({
    createSession: () => started.createSession(),
    createLayout: (columns) => new LiveLayout({ max_chars: columns }),
    emit: report,
    clock_ms,
    columns: order.columns,
  });
  for (const work of early.splice(0)) work();
  setInterval(
    guarded('policy', () => stage?.tick()),
    TICK_MS,
  );
  report({ kind: 'ready', worker: 'policy' });
}

const take = guarded('policy', (data: unknown) => {
  const message = readHypothesis(data, 'hypothesis');
  if (stage === undefined) early.push(() => stage?.take(message));
  else stage.take(message);
});

function obey(order: Exclude<PolicyOrder, { kind: 'start' | 'listen' }>): void {
  switch (order.kind) {
    case 'anchor':
      stage?.anchor(order);
      break;
    case 'hold':
      stage?.hold(order.held);
      break;
    case 'clear':
      stage?.clear(order.stretch);
      break;
    case 'columns':
      stage?.columns(order.columns);
      break;
    case 'export': {
      const text = runtime?.exportPhrases(order.phrases, order.format) ?? '';
      report({ kind: 'exported', request: order.request, text });
    }
  }
}

const handle = guarded('policy', async (data: unknown) => {
  const order = readPolicyOrder(data, 'policy order');
  if (order.kind === 'start') await start(order);
  else if (order.kind === 'listen') {
    order.port.onmessage = (event: MessageEvent<unknown>) => void take(event.data);
  } else if (stage === undefined) early.push(() => obey(order));
  else obey(order);
});

self.onmessage = (event: MessageEvent<unknown>) => void handle(event.data);
