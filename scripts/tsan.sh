#!/bin/sh
# The tests of what runs in parallel, under ThreadSanitizer (clang, build-tsan):  scripts/tsan.sh
set -eu
cd "$(dirname "$0")/.."
# Their programs, and those of their tests that start threads. oneDNN, whose own threads the
# sanitizer does not see into, is kept to one.
programs="base_test metrics_test beliefs_test search_test learn_test"
filter="ParallelFor*:*Threads*:Lease*:*Lease*:AtomicFile.*:*Journal*:*Parallel*:StoreBuilder*:Evaluation*"
cmake --preset tsan > /dev/null
# shellcheck disable=SC2086  # the list is meant to be split
cmake --build build-tsan -j "${JOBS:-$(nproc)}" --target $programs
export OMP_NUM_THREADS=1 TSAN_OPTIONS="halt_on_error=1 ${TSAN_OPTIONS:-}"
for program in $programs; do
  "$(find build-tsan -name "$program" -type f)" --gtest_filter="$filter" --gtest_brief=1
done
