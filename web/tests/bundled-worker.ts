import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, type Rolldown } from 'vite';

/** Starts a TypeScript module in a real thread; Node runs JavaScript only, so Vite bundles it. */
export async function bundledWorker(path: URL, workerData: unknown, ports: MessagePort[] = []) {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: fileURLToPath(path), formats: ['es'] },
      rolldownOptions: { external: [/^node:/] },
    },
  });
  const [output] = result as Rolldown.RolldownOutput[];
  const code = output?.output[0].code ?? '';
  const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  // biome-ignore lint/suspicious/noExplicitAny: Node's own port type and the DOM's are one at run time
  return new Worker(url, { workerData, transferList: ports as any[] });
}
