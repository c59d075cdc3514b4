#!/usr/bin/env bash
# Makes .venv from the lock file.
. "$(dirname "$0")/say.sh"

find_python() {
  local candidate
  for candidate in "${PYTHON:-python3}" python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$candidate"
      return
    fi
  done
}

command -v python3 >/dev/null || apt_install "Python is missing" python3 python3-venv
python=$(find_python)
[ -n "$python" ] || stop "Python 3.11 or newer is needed, $(python3 --version) is here. Install one and run: make PYTHON=/path/to/python3"
"$python" -c 'import ensurepip' 2>/dev/null || apt_install "Python cannot make virtual environments" python3-venv

if ! [ -x .venv/bin/python ] || ! .venv/bin/python -c 'import pip' 2>/dev/null; then
  say "making the virtual environment .venv with $("$python" --version)"
  "$python" -m venv .venv || stop "$python could not make .venv"
fi
say "installing the Python packages of requirements/dev.txt"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt ||
  stop "pip could not install requirements/dev.txt (is the network there?)"
touch .venv/.ready
