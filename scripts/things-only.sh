#!/bin/sh
# What a model loses on beliefs of things alone, which is all that `make models` can see: builds stores
# with and without stuff, predicts the validation searches on each and scores them.
#   scripts/things-only.sh PROGRAM DATA MODEL WORK > table.txt
# DATA is the folder of COCO-Search18 (fixations, panoptic_*.json); stores, predictions and scores.json
# are left in WORK. Stores that are there already are used.
set -eu

if [ $# != 4 ]; then
  echo "usage: scripts/things-only.sh PROGRAM DATA MODEL WORK" >&2
  exit 2
fi
program=$1 data=$2 model=$3 work=$4
fixations="$data/coco_search18_fixations_TP_validation_split1.json"
mkdir -p "$work"

rows=""
for sigma in 1 2; do
  [ $sigma = 1 ] && blurred=panoptic_blurred1 || blurred=panoptic_blurred
  for kind in all things; do
    [ $kind = things ] && option=--things-only || option=""
    store="$work/sigma$sigma-$kind.beliefs"
    # shellcheck disable=SC2086  # an option or nothing
    [ -f "$store" ] || "$program" beliefs build --sharp "$data/panoptic_sharp.json" \
      --blurred "$data/$blurred.json" $option --out "$store" >&2
    name="sigma$sigma-$kind"
    "$program" predict --model "$model" --beliefs "$store" --pairs "$fixations" --samples 10 \
      --out "$work/$name.json" --maps "$work/$name-maps"
    rows="$rows --predictions $name=$work/$name.json --maps $name=$work/$name-maps"
  done
done
# shellcheck disable=SC2086  # the list is meant to be split
"$program" evaluate --fixations "$fixations" \
  --train "$data/coco_search18_fixations_TP_train_split1.json" --model human random $rows \
  --json "$work/scores.json"
