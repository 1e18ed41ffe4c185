#!/bin/sh
# Runs every fuzz target under ASan and UBSan:  scripts/fuzz.sh [SECONDS for each, default 60]
# Built with clang into build-fuzz; what a target finds is left in build-fuzz/fuzz as crash-*,
# timeout-* or oom-*.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}

cmake -S . -B build-fuzz -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
  -DCMAKE_CXX_FLAGS="-fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all" \
  -DSACCADE_FUZZ=ON > /dev/null
cmake --build build-fuzz -j "${JOBS:-$(nproc)}" --target fuzz_targets

cd build-fuzz/fuzz
for target in ./*_fuzz; do
  name=$(basename "$target" _fuzz)
  mkdir -p "corpus/$name"
  echo "$name: $seconds s"
  "$target" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -print_final_stats=1 \
    "corpus/$name" "../../fuzz/seeds/$name" 2> "$name.log" ||
    { tail -40 "$name.log" >&2; exit 1; }
  grep -E 'stat::(number_of_executed_units|new_units_added|peak_rss_mb)' "$name.log"
done
