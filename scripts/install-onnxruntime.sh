#!/bin/sh
# Installs ONNX Runtime's library (MIT), with which photos are read: for everybody when root runs this, else
# for the user. It comes from an npm package, by name and version; its SHA-256 is checked, no install
# script is run and nothing else of it is kept. Done at once when it is there already.
#   scripts/install-onnxruntime.sh [FOLDER]
#       default: /usr/local/lib/saccade for root, else ${XDG_DATA_HOME:-~/.local/share}/saccade/onnxruntime/lib
# saccade finds it there when it reads its first photo; for another FOLDER set SACCADE_ONNXRUNTIME.
set -eu

library="onnxruntime-node 1.30.0 6e3390d6b783e7be946fad629292799da28d0b42f84856e50d2c1b0383291e75"
if [ "$(id -u)" = 0 ]; then
  umask 022  # for everybody, whatever root keeps for itself
  default=/usr/local/lib/saccade
else
  default="${XDG_DATA_HOME:-$HOME/.local/share}/saccade/onnxruntime/lib"
fi
folder="${1:-$default}"
# shellcheck source=scripts/npm-fetch.sh
. "$(dirname "$0")/npm-fetch.sh"

[ -f "$folder/installed" ] && [ "$(cat "$folder/installed")" = "$library" ] && exit 0

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) machine=x64 ;;
  Linux-aarch64) machine=arm64 ;;
  *) echo "install-onnxruntime: no library for $(uname -s) on $(uname -m)" >&2; exit 1 ;;
esac

# shellcheck disable=SC2086  # name, version and checksum are three words
npm_fetch $library "bin/napi-v6/linux/$machine/libonnxruntime.so.1"

mkdir -p "$folder"
# Under another name first: a running saccade may have the old one open.
install -m 644 "$fetched/bin/napi-v6/linux/$machine/libonnxruntime.so.1" "$folder/libonnxruntime.so.1.new"
mv "$folder/libonnxruntime.so.1.new" "$folder/libonnxruntime.so.1"
echo "$library" > "$folder/installed"
echo "ONNX Runtime is installed in $folder" >&2
