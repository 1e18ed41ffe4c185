#!/bin/sh
# How large the sources are, where they repeat themselves, and how far a score and a model kind
# spread: the figures of docs/results/house.md.
#   scripts/house.sh [FOLDER]     # of a checkout; this one by default
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/..}"

sources() { find src -name '*.cc' -o -name '*.h'; }
not_tests() { sources | grep -vE '_(test|bench)\.cc$|(fixture|samples)\.h$'; }
naming() { grep -rliwE "$1" --include='*.h' --include='*.cc' --include='*.md' src docs/metrics | wc -l; }

echo "lines of source            $(sources | xargs cat | wc -l)"
echo "  without tests            $(not_tests | xargs cat | wc -l)"
echo "files                      $(sources | wc -l)"
echo "  without tests            $(not_tests | wc -l)"
echo "largest layer, files       $(sources | cut -d/ -f3 | sort | uniq -c | sort -rn | head -1)"
echo "longest file, lines        $(sources | xargs wc -l | grep -v total | sort -rn | head -1)"
echo "repeated to the letter     $("$here/repeated-passages.sh" identical)"
echo "repeated but for names     $("$here/repeated-passages.sh" alike)"
echo "files naming ScanMatch     $(naming 'scanmatch')"
echo "files naming BC-LSTM       $(naming 'bc.?lstm|BcLstm[A-Za-z]*|bc_lstm[a-z_]*')"
