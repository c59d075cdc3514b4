// Writes a brotli and a gzip twin beside every compressible file: precompress.mjs FOLDER
// The server then compresses nothing itself. Twins that would not save a tenth are left out.
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = new Set([
  '.bin', '.css', '.data', '.html', '.js', '.json', '.map', '.mjs', '.py', '.svg', '.tar', '.txt',
  '.vtt', '.wasm', '.webmanifest', '.whl', '.zip',
]);
const SMALLEST_BYTES = 1024;
// Level 7 takes 5 s for the 31 MB of the Pyodide snapshot; level 9 half as long again to save 1 %.
const LARGE_BYTES = 4 * 1024 * 1024;

const twins = [
  {
    suffix: '.brotli',
    compress: (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_BYTES ? 7 : 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_LGWIN]: 24,
        },
      }),
  },
  { suffix: '.gzip', compress: (bytes) => promisify(gzip)(bytes, { level: 9 }) },
];

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: precompress.mjs FOLDER');
  process.exit(2);
}
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !COMPRESSIBLE.has(extname(entry.name))) continue;
  if ((await stat(path)).size < SMALLEST_BYTES) continue;
  const bytes = await readFile(path);
  for (const { suffix, compress } of twins) {
    const compressed = await compress(bytes);
    if (compressed.length < bytes.length * 0.9) await writeFile(path + suffix, compressed);
    else await rm(path + suffix, { force: true });
  }
}
