// Builds what the policy's worker loads: the policy as a zip, a memory snapshot of Pyodide with
// every module of it imported, the runtime's own files, and a manifest.
//
//   node web/pyodide/build-snapshot.mjs [--force]
//
// Made again only when a source, the runtime or this program changed.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { loadPyodide, version } from 'pyodide';
import { onFrozenMachine } from './frozen-machine.mjs';
import { moduleNames, policySources } from './policy-sources.mjs';
import { zip } from './zip.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const runtimeFolder = dirname(fileURLToPath(import.meta.resolve('pyodide')));
const outFolder = join(here, '..', 'generated', 'pyodide');

const RUNTIME = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip'];
const SOURCES = 'surtitle_policy.zip';
const SNAPSHOT = 'snapshot.bin';

// What Pyodide itself imports the first time that an error or an object crosses the border: it
// must be in the snapshot, because a start from it brings no standard library.
const BORDER_MODULES = ['traceback', 'linecache', 'textwrap', 'tokenize', 'json', 'difflib'];

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

async function inputsHash(files) {
  const programs = ['build-snapshot.mjs', 'frozen-machine.mjs', 'policy-sources.mjs', 'zip.mjs'];
  const hash = createHash('sha256').update(version);
  for (const { name, bytes } of files) hash.update(`\0${name}\0`).update(bytes);
  for (const name of programs) hash.update(await readFile(join(here, name)));
  return hash.digest('hex');
}

async function upToDate(inputs) {
  try {
    const manifest = JSON.parse(await readFile(join(outFolder, 'manifest.json'), 'utf8'));
    const present = new Set(await readdir(outFolder));
    return manifest.inputs === inputs && manifest.files.every(({ name }) => present.has(name));
  } catch {
    return false;
  }
}

/** The memory of an interpreter that has imported the policy and used it once. */
async function takeSnapshot(archive, modules) {
  const pyodide = await loadPyodide({
    _makeSnapshot: true,
    // The same hashes of strings in every build, so that the same sources give the same bytes.
    env: { PYTHONHASHSEED: '0' },
  });
  // Pyodide knows no Buffer, only plain typed arrays.
  pyodide.unpackArchive(new Uint8Array(archive), 'zip');
  for (const name of [...BORDER_MODULES, ...modules]) {
    pyodide.runPython(`import importlib; importlib.import_module(${JSON.stringify(name)})`);
  }
  pyodide.runPython(`
import gc
from surtitle.policy import bridge
bridge.call("open", 0, "null")
bridge.call("close", 0, "null")
gc.collect()
`);
  return pyodide.makeMemorySnapshot();
}

/** Uses the policy in an interpreter that has the snapshot and no standard library. */
async function tryOut(folder) {
  const pyodide = await loadPyodide({
    _loadSnapshot: new Uint8Array(await readFile(join(folder, SNAPSHOT))),
    stdLibURL: join(folder, SOURCES),
  });
  const { call } = pyodide.pyimport('surtitle.policy.bridge');
  const word = { text: 'Hello.', start_s: 0, end_s: 0.5, confidence: 0.9 };
  const said = { segment: 0, revision: 0, start_s: 0, end_s: 1, final: true, words: [word] };
  for (const [action, argument, expected] of [
    ['open', null, '"value"'],
    ['push', said, '"Hello."'],
    ['push', { segment: 'x' }, 'HypothesisError'],
    ['cues', null, '"Hello."'],
    ...['srt', 'vtt', 'txt', 'json'].map((format) => ['export', { format }, 'Hello.']),
    ['export', { format: 'pdf' }, 'FormatError'],
    ['finish', null, '"value"'],
  ]) {
    const reply = call(action, 0, JSON.stringify(argument));
    if (!reply.includes(expected)) throw new Error(`from the snapshot ${action} gives ${reply}`);
  }
}

async function describe(name, folder) {
  const bytes = await readFile(join(folder, name));
  const brotli = await promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 7,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  return { name, bytes: bytes.length, brotli_bytes: brotli.length, sha256: sha256(bytes) };
}

/** Copies a file of the runtime, without the link to a source map that does not come along. */
async function copyRuntime(name, folder) {
  const [from, to] = [join(runtimeFolder, name), join(folder, name)];
  if (!name.endsWith('.mjs')) return copyFile(from, to);
  const text = await readFile(from, 'utf8');
  return writeFile(to, text.replace(/^\/\/# sourceMappingURL=.*$/m, ''));
}

async function build(files, inputs) {
  const work = `${outFolder}.${process.pid}.partial`;
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const archive = zip(files);
  await writeFile(join(work, SOURCES), archive);
  const snapshot = await onFrozenMachine(() => takeSnapshot(archive, moduleNames(files)));
  await writeFile(join(work, SNAPSHOT), snapshot);
  await tryOut(work);
  for (const name of RUNTIME) await copyRuntime(name, work);
  const described = [];
  for (const name of [SNAPSHOT, SOURCES, ...RUNTIME]) described.push(await describe(name, work));
  // Pyodide wants its list of packages; the policy needs none, so it is not loaded for that.
  const { info } = JSON.parse(await readFile(join(runtimeFolder, 'pyodide-lock.json'), 'utf8'));
  const manifest = { pyodide: version, info, inputs, files: described };
  await writeFile(join(work, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await rm(outFolder, { recursive: true, force: true });
  await rename(work, outFolder);
  return described;
}

const files = await policySources();
const inputs = await inputsHash(files);
if (!process.argv.includes('--force') && (await upToDate(inputs))) {
  console.log('web/generated/pyodide is up to date');
} else {
  for (const { name, bytes, brotli_bytes } of await build(files, inputs)) {
    console.log(`${name}: ${bytes} bytes, ${brotli_bytes} with Brotli 7`);
  }
}
