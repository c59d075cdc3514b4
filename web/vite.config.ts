import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

function local(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

function json(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(local(path), 'utf8'));
}

/**
 * Pyodide finds its own files by name, so those names cannot be hashed. Their folder carries what
 * makes them as immutable as a content hash: the digest of all that the policy's snapshot was made
 * from, and Pyodide's version.
 */
function policyFolder(): string {
  if (!existsSync(local('./generated/pyodide/manifest.json'))) return 'policy';
  const { inputs, pyodide } = json('./generated/pyodide/manifest.json');
  return `policy-${String(inputs).slice(0, 16)}-${pyodide}`;
}

interface Copy {
  readonly from: string;
  readonly to: string;
  readonly names: readonly string[];
}

function copies(): readonly Copy[] {
  const policy = local('./generated/pyodide/');
  const demo = local('../demo/');
  const demo_names = existsSync(demo)
    ? readdirSync(demo).filter((name) => /\.(webm|json|vtt)$/.test(name))
    : [];
  return [
    { from: policy, to: `assets/${policyFolder()}`, names: readdirSync(policy) },
    { from: demo, to: 'demo', names: demo_names },
  ];
}

function copyBesideAssets(): Plugin {
  return {
    name: 'copy-beside-assets',
    apply: 'build',
    generateBundle() {
      for (const { from, to, names } of copies()) {
        for (const name of names) {
          const source = readFileSync(`${from}${name}`);
          this.emitFile({ type: 'asset', fileName: `${to}/${name}`, source });
        }
      }
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [copyBesideAssets()],
  define: {
    __POLICY_FOLDER__: JSON.stringify(policyFolder()),
  },
  worker: { format: 'es' },
  build: {
    outDir: '../python/surtitle/static',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
  },
  test: {
    include: ['{src,tests,pyodide}/**/*.test.ts'],
    environment: 'node',
  },
});
