import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const runtimeFiles = {
  'onnxruntime-web': {
    folder: 'dist',
    names: ['ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'],
  },
  pyodide: {
    folder: '',
    names: [
      'pyodide.mjs',
      'pyodide.asm.mjs',
      'pyodide.asm.wasm',
      'python_stdlib.zip',
      'pyodide-lock.json',
    ],
  },
} as const;

/**
 * Copies the runtimes that find their own files by name (so their names cannot be hashed) into a
 * folder that carries the package's version, which makes it as immutable as a content hash.
 */
function copyRuntimes(): Plugin {
  return {
    name: 'copy-runtimes',
    apply: 'build',
    generateBundle() {
      for (const [name, { folder, names }] of Object.entries(runtimeFiles)) {
        const root = fileURLToPath(new URL(`./node_modules/${name}/`, import.meta.url));
        const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
        for (const file of names) {
          const source = readFileSync(`${root}${folder}/${file}`);
          this.emitFile({ type: 'asset', fileName: `assets/${name}-${version}/${file}`, source });
        }
      }
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [copyRuntimes()],
  worker: { format: 'es' },
  build: {
    outDir: '../python/surtitle/static',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
  },
  test: {
    include: ['{src,tests,pyodide}/**/*.test.ts'],
    environment: 'node',
  },
});
