import { Problem } from '../problem';
import type { Report, WorkerName } from '../protocol';

/** Sends a report to the page. */
export function report(message: Report): void {
  self.postMessage(message);
}

/** Tells the page that this worker cannot go on; the page decides whether to start it again. */
export function reportFault(worker: WorkerName, error: unknown): void {
  const problem = error instanceof Problem ? error : undefined;
  report({
    kind: 'fault',
    worker,
    code: problem?.code ?? 'worker-crashed',
    message: error instanceof Error ? error.message : String(error),
    remedy: problem?.remedy ?? '',
    fatal: true,
  });
}

/** Wraps a message handler so that nothing it throws, at once or later, is lost. */
export function guarded<T>(
  worker: WorkerName,
  handle: (message: T) => void | Promise<void>,
): (message: T) => Promise<void> {
  return async (message) => {
    try {
      await handle(message);
    } catch (error) {
      reportFault(worker, error);
    }
  };
}

/** Lets messages that have already arrived be handled before the caller goes on. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
