// Runs the policy's whole test suite in Pyodide under Node, from the same files as CPython does.
//
//   node web/pyodide/run-policy-tests.mjs [pytest arguments]
//
// pytest is pure Python: it is read out of the virtual environment through Node's file system.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadPyodide, version } from 'pyodide';
import { repositoryRoot } from './policy-sources.mjs';

const NEEDED = ['pytest', 'pluggy', 'iniconfig', 'packaging', 'pygments'];

/** The virtual environment's packages, or null where pytest is not among them. */
function sitePackages() {
  const library = join(repositoryRoot, '.venv', 'lib');
  if (!existsSync(library)) return null;
  const folders = readdirSync(library).map((name) => join(library, name, 'site-packages'));
  return folders.find((folder) => NEEDED.every((name) => existsSync(join(folder, name)))) ?? null;
}

const RUN = `
import os, sys
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
os.environ["COLUMNS"] = "100"
sys.dont_write_bytecode = True
sys.path[:0] = ["/repository/python", "/packages"]
os.chdir("/repository")
import pytest
# Nothing above the policy's own tests is read: what stands there needs more than Python.
own = ["-c", "web/pyodide/pytest.ini", "--rootdir", ".", "--confcutdir", "tests/policy"]
int(pytest.main([*own, *arguments]))
`;

async function main() {
  const packages = sitePackages();
  if (packages === null) {
    console.error('pytest is not in .venv: run `make setup` first');
    return 1;
  }
  const pyodide = await loadPyodide();
  for (const [mountpoint, root] of [
    ['/repository', repositoryRoot],
    ['/packages', packages],
  ]) {
    pyodide.FS.mkdirTree(mountpoint);
    pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, mountpoint);
  }
  const given = process.argv.slice(2);
  const paths = given.some((argument) => argument.startsWith('tests/')) ? [] : ['tests/policy'];
  pyodide.globals.set('arguments', pyodide.toPy([...given, ...paths]));
  console.log(`the policy's tests in Pyodide ${version}`);
  return pyodide.runPython(RUN);
}

process.exitCode = await main();
