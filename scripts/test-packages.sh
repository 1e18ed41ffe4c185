#!/bin/sh
# Installs the Debian packages of `make package` into a fresh Debian and uses them there as somebody who is
# not root: a photo, scores, a C and a C++ project, Python.
#   scripts/test-packages.sh FOLDER [PHOTO]     FOLDER: of the packages; PHOTO needs `make models` on this machine
# Needs root and debootstrap (scripts/install-deps.sh --packages). SUITE (bookworm) and MIRROR choose the
# Debian; ROOT_FOLDER keeps the root for another time.
set -eu

packages=$(cd "$1" && pwd)
photo="${2:-}"
source=$(cd "$(dirname "$0")/.." && pwd)
suite="${SUITE:-bookworm}"
root="${ROOT_FOLDER:-}"
[ "$(id -u)" = 0 ] || { echo "test-packages: must be run as root: it makes a root of its own" >&2; exit 1; }
command -v debootstrap >/dev/null || {
  echo "test-packages: debootstrap is missing: scripts/install-deps.sh --packages" >&2
  exit 1
}
if [ -z "$root" ]; then
  root=$(mktemp -d)
  trap 'rm -rf "$root"' EXIT
fi
if [ ! -e "$root/bin/sh" ]; then
  # shellcheck disable=SC2086  # an empty MIRROR is no argument
  debootstrap --variant=minbase "$suite" "$root" ${MIRROR:-} > "$root.log" 2>&1 || {
    tail -5 "$root.log" >&2
    exit 1
  }
fi
rm -f "$root.log"
cp /etc/resolv.conf "$root/etc/resolv.conf"
for file in /etc/apt/apt.conf.d/*proxy* /etc/apt/sources.list; do
  [ ! -f "$file" ] || cp "$file" "$root$file"
done
mkdir -p "$root/packages"
cp "$packages"/*.deb "$root/packages/"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
user() { chroot --userspec=65534:65534 "$root" env -i PATH=/usr/bin:/bin HOME=/tmp LC_ALL=C.UTF-8 "$@"; }

inside apt-get update -qq
before=$(inside dpkg-query -W | wc -l)
inside sh -c 'apt-get install -y -qq --no-install-recommends /packages/saccade_*.deb' >/dev/null
program=$(inside dpkg-query -W | wc -l)
echo "saccade brings $((program - before)) packages, $(inside dpkg-query -W -f '${Installed-Size}\n' saccade) kB its own"
user saccade --version
user sh -c 'cd /tmp && saccade -q dataset synthesize --pictures 2 --out data &&
  saccade -q beliefs build --sharp data/panoptic_sharp.json --blurred data/panoptic_blurred.json --out s.beliefs &&
  saccade -q predict --beliefs s.beliefs --pairs data/fixations_train.json --samples 2 --out p.json &&
  saccade evaluate --fixations data/fixations_train.json --model human --predictions p.json'
# The sample comes with its segmentations: no parser is needed.
user sh -c 'cd /tmp && saccade predict --image /usr/share/saccade/samples/kitchen.jpg --target microwave \
  --draw sample.png --out sample.json && test -s sample.png && test -s sample.json'
if [ -n "$photo" ]; then
  mkdir -p "$root/usr/local/lib/saccade" "$root/usr/local/share/saccade/models"
  cp /usr/local/lib/saccade/libonnxruntime.so.1 "$root/usr/local/lib/saccade/"
  cp /usr/local/share/saccade/models/*.onnx "$root/usr/local/share/saccade/models/"
  cp "$photo" "$root/tmp/photo.jpg"
  user sh -c 'cd /tmp && saccade predict --image photo.jpg --target microwave --draw out.png --out photo.json && ls -l out.png'
fi

inside sh -c 'apt-get install -y -qq --no-install-recommends /packages/*.deb' >/dev/null
all=$(inside dpkg-query -W | wc -l)
echo "with libsaccade0, libsaccade-dev and python3-saccade: $((all - before)) packages"
inside dpkg-query -W -f '${Package} ${Installed-Size} kB\n' libsaccade0 libsaccade-dev python3-saccade
inside sh -c 'apt-get install -y -qq --no-install-recommends g++ cmake make' >/dev/null
rm -rf "$root/tmp/consumer"
cp -r "$source/cmake/consumer" "$root/tmp/consumer"
inside chown -R 65534:65534 /tmp/consumer
user sh -c 'cd /tmp/consumer && cmake -B build >/dev/null && cmake --build build >/dev/null && build/scores && build/c_scores &&
  cc c_scores.c -o plain $(pkg-config --cflags --libs saccade) && ./plain'
user python3 -c 'import saccade
print("python", saccade.__version__, saccade.multimatch([[0,0,9],[9,0,9],[9,9,9]], [[0,0,9],[9,0,9],[9,9,9]], (99, 99)).shape)
model = saccade.SearchModel.load("coco-search18-irl")
print(model.card["kind"], model.search("/usr/share/saccade/samples/kitchen.jpg", "microwave", samples=3))'
user man -w saccade >/dev/null 2>&1 || [ -f "$root/usr/share/man/man1/saccade.1.gz" ]
inside sh -c 'apt-get purge -y -qq "*saccade*"' >/dev/null
if inside sh -c 'find /usr -path "*saccade*" ! -path "/usr/local/*"' | grep .; then
  echo "test-packages: purging left these files" >&2
  exit 1
fi
echo "the packages work in a fresh $suite"
