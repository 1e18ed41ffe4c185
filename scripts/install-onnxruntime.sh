#!/bin/sh
# Installs ONNX Runtime (library and C++ headers, both MIT) for reading pictures with ONNX models. Both
# come from npm packages, by name and version; their SHA-256 is checked, no install script is run and
# nothing else of them is kept. Done at once when it is there already.
#   scripts/install-onnxruntime.sh [PREFIX]   default: ${XDG_DATA_HOME:-~/.local/share}/saccade/onnxruntime
# cmake finds it there; for another PREFIX configure with -DSACCADE_ONNXRUNTIME=PREFIX.
set -eu

library="onnxruntime-node 1.30.0 6e3390d6b783e7be946fad629292799da28d0b42f84856e50d2c1b0383291e75"
headers="@siteed/sherpa-onnx.rn 1.3.1 1beacdebc3d6f0274f7ef63c46f1bdbf6eb2e6c6722e0c799faa952ce4632b06"
prefix="${1:-${XDG_DATA_HOME:-$HOME/.local/share}/saccade/onnxruntime}"
# shellcheck source=scripts/npm-fetch.sh
. "$(dirname "$0")/npm-fetch.sh"

stamp="$library $headers"
[ -f "$prefix/installed" ] && [ "$(cat "$prefix/installed")" = "$stamp" ] && exit 0

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) machine=x64 ;;
  Linux-aarch64) machine=arm64 ;;
  *) echo "install-onnxruntime: no library for $(uname -s) on $(uname -m)" >&2; exit 1 ;;
esac

# shellcheck disable=SC2086  # name, version and checksum are three words
npm_fetch $library "bin/napi-v6/linux/$machine/libonnxruntime.so.1" package.json
library_folder=$fetched
# shellcheck disable=SC2086
npm_fetch $headers prebuilt/include/onnxruntime package.json
headers_folder=$fetched

mkdir -p "$prefix/lib" "$prefix/include/onnxruntime"
cp "$library_folder/bin/napi-v6/linux/$machine/libonnxruntime.so.1" "$prefix/lib/"
ln -sf libonnxruntime.so.1 "$prefix/lib/libonnxruntime.so"
cp "$headers_folder"/prebuilt/include/onnxruntime/*.h "$prefix/include/onnxruntime/"
echo "$stamp" > "$prefix/installed"
echo "ONNX Runtime is installed in $prefix" >&2
