#!/bin/sh
# Counts where the sources repeat themselves: runs of six lines or more that stand in the tree a
# second time. Blank lines, comments, includes and lone brackets do not count as lines. `alike`
# takes every name, number and string for the same word, so that a copy with other names is seen;
# what only looks alike (lists, tables, option declarations) is in it too.
#
#   scripts/repeated-passages.sh [identical|alike] [FOLDER]     # of src in this folder
#   scripts/repeated-passages.sh --list identical               # names the places
set -eu
list=0
if [ "${1:-}" = --list ]; then list=1; shift; fi
mode=${1:-identical}
folder=${2:-src}
case $mode in
  identical | alike) ;;
  *) echo "repeated-passages.sh: $mode: identical or alike is expected" >&2; exit 2 ;;
esac

find "$folder" -name '*.cc' -o -name '*.h' | LC_ALL=C sort | xargs awk -v mode="$mode" -v list="$list" '
  BEGIN { least = 6 }
  FNR == 1 { ++files }
  {
    line = $0
    sub(/[ \t]*\/\/.*/, "", line)
    gsub(/[ \t]+/, " ", line)
    sub(/^ /, "", line)
    if (line !~ /[A-Za-z0-9]/ || line ~ /^(#include|#pragma|using|namespace|\} ?namespace)/) next
    if (mode == "alike") {
      gsub(/"([^"\\]|\\.)*"/, "w", line)
      gsub(/[A-Za-z0-9_.]+/, "w", line)
    }
    text[++n] = line
    file[n] = FILENAME
    place[n] = FNR
  }
  function window(i,    k, all) {
    if (file[i] != file[i + least - 1]) return ""
    for (k = 0; k < least; ++k) all = all "\n" text[i + k]
    return all
  }
  END {
    for (i = 1; i + least - 1 <= n; ++i) {
      key = window(i)
      if (key == "") continue
      if (!(key in first)) { first[key] = i; continue }
      other = first[key]
      if (file[other] == file[i] && other + least > i) continue
      for (run = least; file[i + run] == file[i] && file[other + run] == file[other] &&
                        text[i + run] == text[other + run]; ++run) {}
      ++passages
      lines += run
      if (list) printf "%s:%d  %s:%d  %d lines\n", file[i], place[i], file[other], place[other], run
      i += run - 1
    }
    printf "%d passages, %d lines of %d in %d files\n", passages, lines, n, files
  }'
