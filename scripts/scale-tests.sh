#!/bin/sh
# Our work on engines of others: Ray, Dask and Snakemake from PyPI, Slurm from Debian, GNU parallel.
#   scripts/scale-tests.sh BUILD [PYTHON]
# Slurm's part needs root, for its network namespaces. Packages: scripts/install-deps.sh --scale.
set -eu
build=$(cd "$1" && pwd)
source=$(cd "$(dirname "$0")/.." && pwd)
venv="$build/scale-tests"
[ -x "$venv/bin/python" ] || "${2:-python3}" -m venv "$venv"
"$venv/bin/pip" install -q --disable-pip-version-check -r "$source/python/requirements-scale.txt"
export PATH="$build:$venv/bin:$PATH" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$source/python"
export SACCADE_LIBRARY="$build/src/saccade/capi/libsaccade.so.0" SACCADE_PROGRAM="$build/saccade"
cd "$source/python"
python -m pytest -q -p no:cacheprovider tests/test_ray.py tests/test_dask.py
"$source/scripts/scale-engines.sh" "$build"
python "$source/scripts/scale-growth.py" "$build"
