#!/usr/bin/env bash
# Builds the page: the policy's Pyodide snapshot, then Vite, then the compressed twins.
. "$(dirname "$0")/say.sh"

export PATH="$PWD/.venv/bin:$PATH"
say "taking the policy's Pyodide snapshot"
node web/pyodide/build-snapshot.mjs || stop "the Pyodide snapshot could not be taken"
say "building the page"
(cd web && npm run --silent build) || stop "Vite could not build the page"
node scripts/precompress.mjs python/surtitle/static
