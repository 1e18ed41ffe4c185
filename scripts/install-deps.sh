#!/bin/sh
# Installs what saccade needs on Debian 12: apt only, quiet, and at once done when nothing is missing.
#   scripts/install-deps.sh          what building and running the program needs
#   scripts/install-deps.sh --test   also what the tests and benchmarks need, libtorch among it
#   scripts/install-deps.sh --dev    also clang tools, fuzzing, coverage and a browser for looking at pages
#   scripts/install-deps.sh --npm    also npm, which fetches the models
#   scripts/install-deps.sh --packages   also what Debian packages are made and tested with
#   scripts/install-deps.sh --scale  also Slurm and GNU parallel, which make test-scale tries our work on
#   scripts/install-deps.sh --web    also npm and a browser, which build and test the pages
set -eu

packages="g++ cmake make ninja-build pkg-config
  libfmt-dev libspdlog-dev libcli11-dev libsimdjson-dev nlohmann-json3-dev libxxhash-dev
  libjpeg62-turbo-dev libpng-dev libwebp-dev zlib1g-dev libdnnl-dev libcpp-httplib-dev"
for option in "$@"; do
  case "$option" in
    # OpenBLAS is libtorch's: without it torch multiplies matrices with the reference BLAS.
    --test) packages="$packages libgtest-dev libgmock-dev libbenchmark-dev libtorch-dev
      libopenblas0-pthread python3 python3-venv python3-numpy valgrind zsh fish groff-base" ;;
    --dev) packages="$packages git ccache clang-format clang-tidy clang libclang-rt-14-dev
      libomp-14-dev gcovr chromium" ;;
    # Any npm will do, Debian's or another.
    --web) packages="$packages chromium"
      command -v npm >/dev/null || packages="$packages npm ca-certificates" ;;
    --scale) packages="$packages slurm-wlm iproute2 procps parallel python3 python3-venv" ;;
    --packages) packages="$packages dpkg-dev lintian debootstrap" ;;
    --npm) command -v npm >/dev/null || packages="$packages npm ca-certificates" ;;
    *) echo "install-deps: $option is not --test, --dev, --npm, --web, --scale or --packages" >&2; exit 2 ;;
  esac
done

missing=""
for package in $packages; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
    missing="$missing $package"
done
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ]; then
  sudo=""
elif command -v sudo >/dev/null; then
  sudo="sudo"
else
  echo "install-deps: missing:$missing; run this script as root, or install sudo" >&2
  exit 1
fi
echo "installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq
# shellcheck disable=SC2086  # the list is meant to be split
$sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
