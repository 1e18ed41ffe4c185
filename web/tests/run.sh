#!/bin/sh
# Runs the pages in a browser: web/tests/run.sh PROGRAM TEST...   (CTest calls it)
# Says what is missing, and that nothing was tested then.
set -eu
program=$1
shift
here=$(dirname "$0")
skip() {
  echo "SKIPPED: $1"
  exit 0
}
command -v node >/dev/null || skip "node is missing: scripts/install-deps.sh --npm"
[ -d "$here/../node_modules/playwright-core" ] || skip "web/node_modules is missing: npm ci, in web/"
CHROMIUM=$(command -v chromium || command -v chromium-browser) ||
  skip "chromium is missing: scripts/install-deps.sh --dev"
export CHROMIUM
export SACCADE_PROGRAM="$program"
cd "$here"
exec node --test "$@"
