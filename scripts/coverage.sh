#!/bin/sh
# Lines and branches that the tests reach (gcc, gcovr, build-coverage):  scripts/coverage.sh [LAYER...]
# By default the layers that read what others wrote; their tests and the replay of the fuzz seeds.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- base formats scene beliefs image
cmake --preset coverage > /dev/null
replays=$(ls fuzz | sed -n 's/_fuzz\.cc$/_replay/p')
# shellcheck disable=SC2046,SC2086  # the lists are meant to be split
cmake --build build-coverage -j "${JOBS:-$(nproc)}" --target $(printf '%s_test ' "$@") $replays
find build-coverage -name '*.gcda' -delete
for layer in "$@"; do "build-coverage/src/saccade/$layer/${layer}_test" --gtest_brief=1; done
for replay in $replays; do
  "build-coverage/fuzz/$replay" "fuzz/seeds/${replay%_replay}" > /dev/null
done
for layer in "$@"; do
  echo "== $layer"
  gcovr --root . --object-directory build-coverage --filter "src/saccade/$layer/" \
    --exclude '.*_(test|bench)\.cc|.*_(samples|fixture)\.h' --exclude-throw-branches \
    --print-summary --sort-percentage | grep -v '100%' 
done
