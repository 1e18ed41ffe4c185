#!/bin/sh
# The Python tests, in an environment of their own, against a build: as CTest runs them.
#   scripts/python-tests.sh BUILD [PYTHON]
# Tests against other packages need pip's network once; without it they are skipped, and say so.
set -eu
build=$(cd "$1" && pwd)
python="${2:-python3}"
source=$(cd "$(dirname "$0")/.." && pwd)
venv="$build/python-tests"
wanted=$(cksum "$source/python/requirements-peers.txt")

echo "Python: $("$python" --version) ($python)"
# With the system's packages, for machines where pip reaches nobody.
[ -x "$venv/bin/python" ] || "$python" -m venv --system-site-packages "$venv"
if [ "$(cat "$venv/installed" 2>/dev/null)" != "$wanted" ]; then
  if "$venv/bin/pip" install -q --disable-pip-version-check -r "$source/python/requirements-peers.txt"; then
    echo "$wanted" > "$venv/installed"
  else
    echo "pip reaches no packages: what compares with multimatch_gaze, pysaliency and scikit-learn is skipped"
  fi
fi
"$venv/bin/python" -c 'import numpy, pytest' 2>/dev/null || {
  echo "Python tests skipped: neither pip nor the system has numpy and pytest for $python"
  exit 0
}
cd "$source/python"
export SACCADE_LIBRARY="$build/src/saccade/capi/libsaccade.so.0" SACCADE_PROGRAM="$build/saccade"
export PYTHONPATH="$source/python" PYTHONDONTWRITEBYTECODE=1
"$venv/bin/python" -m pytest -q -rsP -p no:cacheprovider tests
if "$venv/bin/python" -c 'import mypy' 2>/dev/null; then
  "$venv/bin/python" -m mypy --strict --cache-dir "$build/mypy" -p saccade
fi
"$venv/bin/python" reference.py --check
