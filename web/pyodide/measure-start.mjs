// Starts the policy in a module worker of a real Chromium, from the snapshot, from the sources,
// and from a damaged snapshot, and prints how long each took. Exits 1 where one did not start as
// it should. Nothing is asserted about time.
//
//   node web/pyodide/measure-start.mjs        (SURTITLE_CHROMIUM names another browser)
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const webRoot = fileURLToPath(new URL('..', import.meta.url));
const generated = join(webRoot, 'generated', 'pyodide');
const TIMEOUT_MS = 120_000;

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

const RUNS = [
  { name: 'first visit, snapshot', snapshotUrl: 'snapshot.bin', expected: 'snapshot' },
  { name: 'snapshot', snapshotUrl: 'snapshot.bin', expected: 'snapshot' },
  { name: 'snapshot again', snapshotUrl: 'snapshot.bin', expected: 'snapshot' },
  { name: 'sources', snapshotUrl: null, expected: 'sources' },
  { name: 'sources again', snapshotUrl: null, expected: 'sources' },
  { name: 'damaged snapshot', snapshotUrl: 'damaged.bin', expected: 'sources' },
  { name: 'missing snapshot', snapshotUrl: 'missing.bin', expected: 'sources' },
];

const PAGE = `<!doctype html><script type="module">
const runs = ${JSON.stringify(RUNS)};
const results = [];
for (const run of runs) {
  const worker = new Worker('/start.worker.js', { type: 'module' });
  const result = await new Promise((done) => {
    worker.onmessage = (event) => done(event.data);
    worker.onerror = (event) => done({ error: event.message });
    const indexUrl = new URL('/generated/', location.href).href;
    worker.postMessage({ indexUrl, snapshotUrl: run.snapshotUrl, pushes: 400 });
  });
  worker.terminate();
  results.push({ ...run, ...result });
}
await fetch('/results', { method: 'POST', body: JSON.stringify(results) });
</script>`;

async function bundle(outDir) {
  await build({
    configFile: false,
    root: webRoot,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      lib: {
        entry: join(webRoot, 'pyodide', 'start.worker.ts'),
        formats: ['es'],
        fileName: () => 'start.worker.js',
      },
    },
  });
}

async function answer(path, scratch) {
  if (path === '/') return { type: '.html', body: PAGE };
  if (path === '/start.worker.js') {
    return { type: '.js', body: await readFile(join(scratch, 'dist', 'start.worker.js')) };
  }
  if (path === '/generated/damaged.bin') {
    const bytes = await readFile(join(generated, 'snapshot.bin'));
    return { type: '.bin', body: bytes.fill(0xa5, 0, 4096) };
  }
  const name = path.replace('/generated/', '');
  return { type: extname(name), body: await readFile(join(generated, name)) };
}

function serve(scratch, onResults) {
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      const parts = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        response.end();
        onResults(JSON.parse(Buffer.concat(parts).toString()));
      });
      return;
    }
    answer(request.url, scratch).then(
      ({ type, body }) => {
        response.writeHead(200, {
          'Content-Type': TYPES[type] ?? 'application/octet-stream',
          'Cache-Control': 'max-age=31536000, immutable',
          'Cross-Origin-Opener-Policy': 'same-origin',
          'Cross-Origin-Embedder-Policy': 'require-corp',
        });
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

function browse(url, scratch) {
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--user-data-dir=${join(scratch, 'profile')}`,
  ];
  const chromium = process.env['SURTITLE_CHROMIUM'] || '/usr/bin/chromium';
  return spawn(chromium, [...flags, url], { stdio: 'ignore' });
}

async function main() {
  const scratch = await mkdtemp(join(tmpdir(), 'surtitle-policy-'));
  let browser;
  let server;
  try {
    await bundle(join(scratch, 'dist'));
    const results = await new Promise((done, fail) => {
      setTimeout(() => fail(new Error('no results came back in time')), TIMEOUT_MS).unref();
      serve(scratch, done).then((started) => {
        server = started;
        browser = browse(`http://127.0.0.1:${server.address().port}/`, scratch);
        browser.on('error', fail);
      }, fail);
    });
    console.log(JSON.stringify(results, null, 2));
    const wrong = results.filter(({ startedFrom, expected }) => startedFrom !== expected);
    for (const { name } of wrong) console.error(`${name}: did not start as it should`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    if (browser !== undefined && browser.exitCode === null) {
      const gone = new Promise((done) => browser.once('exit', done));
      browser.kill();
      await gone;
    }
    server?.closeAllConnections();
    server?.close();
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

process.exitCode = await main();
