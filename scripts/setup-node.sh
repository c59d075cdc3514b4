#!/usr/bin/env bash
# Installs the page's npm packages with Node of this machine, or with one from PyPI.
. "$(dirname "$0")/say.sh"

node_is_new_enough() {
  node -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null &&
    command -v npm >/dev/null
}

export PATH="$PWD/.venv/bin:$PATH"
if ! node_is_new_enough; then
  say "Node 20.19, 22.12 or newer is missing: installing one into .venv"
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/node.txt ||
    stop "no usable Node: install Node 22 (https://nodejs.org) and run make again"
  node_is_new_enough || stop "the Node from requirements/node.txt does not start: install Node 22 (https://nodejs.org)"
fi
say "installing the npm packages of web/package-lock.json"
(cd web && npm ci --no-audit --no-fund --loglevel=error) ||
  stop "npm could not install web/package-lock.json (the lines above say why)"
touch web/node_modules/.ready
