#!/usr/bin/env bash
# Finds or fetches a Chromium for the tests and writes its path to .tools/chromium.
. "$(dirname "$0")/say.sh"

starts() { [ -n "${1:-}" ] && [ -x "$1" ] && "$1" --version >/dev/null 2>&1; }

use() {
  mkdir -p .tools
  printf '%s\n' "$1" >.tools/chromium
  say "the tests use $("$1" --version 2>/dev/null | tail -n 1) at $1"
  exit 0
}

playwright_path() {
  .venv/bin/python -c 'from playwright.sync_api import sync_playwright
with sync_playwright() as playwright: print(playwright.chromium.executable_path)' 2>/dev/null
}

system_path() {
  local name
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    # Ubuntu's chromium-browser can be a stub that only says "snap install": it does not start.
    if starts "$(command -v "$name")"; then
      command -v "$name"
      return
    fi
  done
}

if [ -n "${SURTITLE_CHROMIUM:-}" ]; then
  starts "$SURTITLE_CHROMIUM" || stop "SURTITLE_CHROMIUM is $SURTITLE_CHROMIUM, which does not start"
  use "$SURTITLE_CHROMIUM"
fi
path=$(playwright_path || true)
if ! starts "$path"; then
  say "fetching Playwright's Chromium"
  timeout 600 env PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT=8000 \
    .venv/bin/python -m playwright install chromium >.tools/playwright.log 2>&1 ||
    say "Playwright's Chromium cannot be fetched here (.tools/playwright.log): looking for the system's"
fi
if starts "$path"; then use "$path"; fi
path=$(system_path)
if [ -n "$path" ]; then use "$path"; fi
apt_install "a Chromium for the tests is missing" chromium
path=$(system_path)
[ -n "$path" ] || stop "no Chromium starts here. Install Google Chrome or Chromium, or set SURTITLE_CHROMIUM to one"
use "$path"
