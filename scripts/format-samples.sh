#!/usr/bin/env bash
# Writes samples/formats/made: a few searches of the embedded data in every format that saccade writes.
# Usage: scripts/format-samples.sh PROGRAM
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/../samples/formats"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$program" --quiet dataset synthesize --out "$scratch/data" --pictures 2 --shares 0,1,0
rm -rf made
mkdir made
convert() { "$program" --quiet dataset convert "$@"; }
convert "$scratch/data/fixations_valid.json" --task cup,clock --subject 1,2 --out made/trials.json
convert made/trials.json --to csv --out made/table.csv
convert made/trials.json --to tsv --out made/table.tsv
for format in visions bids multimatch; do
  convert made/trials.json --to $format --out made/$format
done
