#!/bin/sh
# Runs every fuzz target under ASan and UBSan:  scripts/fuzz.sh [SECONDS for each, default 300] [TARGET...]
# Built with clang into build-sanitize (`make sanitize` uses it too); what a target finds is left in
# build-sanitize/fuzz as crash-*, timeout-* or oom-*: put it into fuzz/seeds/TARGET once it is mended.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-300}
[ $# -gt 0 ] && shift

cmake --preset sanitize > /dev/null
cmake --build build-sanitize -j "${JOBS:-$(nproc)}" --target fuzz_targets

cd build-sanitize/fuzz
[ $# -gt 0 ] || set -- $(ls | sed -n 's/_fuzz$//p')
for name in "$@"; do
  mkdir -p "corpus/$name"
  echo "$name: $seconds s"
  "./${name}_fuzz" -max_total_time="$seconds" -max_len=1048576 -rss_limit_mb=2048 -timeout=10 \
    -print_final_stats=1 -dict="../../fuzz/dictionaries/$name.dict" \
    "corpus/$name" "../../fuzz/seeds/$name" 2> "$name.log" ||
    { tail -40 "$name.log" >&2; exit 1; }
  grep -E 'stat::(number_of_executed_units|new_units_added|peak_rss_mb)' "$name.log"
done
