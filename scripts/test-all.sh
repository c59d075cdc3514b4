#!/usr/bin/env bash
# Runs the Makefile's targets one after another, all of them even where one fails, and closes with
# one line for each and one for all: test-all.sh TARGET…
. "$(dirname "$0")/say.sh"

summary=() failed=0
for target in "$@"; do
  started=$SECONDS
  if make "$target"; then verdict=passed; else
    verdict=FAILED
    failed=$((failed + 1))
  fi
  summary+=("$(printf '%-12s %-6s %4d s' "$target" "$verdict" $((SECONDS - started)))")
done

printf '\n'
printf '%s\n' "${summary[@]}"
printf '%d of %d suites passed in %d s\n' $(($# - failed)) $# "$SECONDS"
[ "$failed" = 0 ]
