// The Python files that the page carries: the policy, and the two modules of the package it needs.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));
const pythonRoot = join(repositoryRoot, 'python');

/** @returns {Promise<{ name: string, bytes: Uint8Array }[]>} sorted by name, names with `/` */
export async function policySources() {
  const folder = join(pythonRoot, 'surtitle', 'policy');
  const entries = await readdir(folder, { recursive: true });
  const paths = entries.filter((name) => name.endsWith('.py')).map((name) => join(folder, name));
  paths.push(
    join(pythonRoot, 'surtitle', '__init__.py'),
    join(pythonRoot, 'surtitle', 'errors.py'),
  );
  const names = paths.map((path) => relative(pythonRoot, path).split(sep).join('/')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, bytes: await readFile(join(pythonRoot, name)) })),
  );
}

/** The modules in those files, `surtitle.policy.cues` and so on. */
export function moduleNames(files) {
  return files.map(({ name }) => name.replace(/(\/__init__)?\.py$/, '').replaceAll('/', '.'));
}
