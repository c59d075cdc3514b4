import type { WorkerName } from '../protocol';

/** The bundler finds a worker only where its URL is written out in `new Worker`. */
export function createWorker(name: WorkerName): Worker {
  switch (name) {
    case 'speech':
      return new Worker(new URL('./speech.worker.ts', import.meta.url), { type: 'module', name });
    case 'recogniser':
      return new Worker(new URL('./recogniser.worker.ts', import.meta.url), {
        type: 'module',
        name,
      });
    case 'policy':
      return new Worker(new URL('./policy.worker.ts', import.meta.url), { type: 'module', name });
  }
}
