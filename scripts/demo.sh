#!/bin/sh
# Everything that saccade does, on data that it makes itself; needs no network and no downloads.
#   scripts/demo.sh PROGRAM OUT      make demo calls it with build/saccade and demo
# Prints each command and how long it took. OUT/data is kept from one run to the next.
set -eu

if [ $# != 2 ]; then
  echo "usage: scripts/demo.sh PROGRAM OUT" >&2
  exit 2
fi
program=$1
out=$2
data=$out/data

# Seconds with two decimals, from the kernel's clock.
now() { cut -d' ' -f1 /proc/uptime; }
started=$(now)

step() {
  title=$1
  shift
  printf '\n== %s\n$ saccade %s\n' "$title" "$*"
  begin=$(now)
  "$program" "$@"
  echo "$(now) $begin" | awk '{printf "-- %.1f s\n", $1 - $2}'
}

mkdir -p "$out"
if [ -f "$data/truth.json" ]; then
  printf '== Make pictures and people who search them\n-- %s is there from an earlier run\n' "$data"
else
  step "Make pictures and people who search them" dataset synthesize --out "$data"
fi
step "Describe the data" dataset info "$data/fixations_train.json" "$data/fixations_valid.json"
step "Turn segmentations into belief maps" beliefs build --sharp "$data/panoptic_sharp.json" \
  --blurred "$data/panoptic_blurred.json" --out "$out/demo.beliefs"
# A run that was finished before is not trained again; one that was stopped goes on.
if [ -f "$out/run/model/model.json" ]; then
  printf '\n== Learn reward and policy\n-- %s is there from an earlier run\n' "$out/run/model"
else
  resume=""
  [ -f "$out/run/config.json" ] && resume=--resume
  step "Learn reward and policy" train irl --fixations "$data/fixations_train.json" \
    --validation "$data/fixations_valid.json" --beliefs "$out/demo.beliefs" --out "$out/run" \
    --set cloning_epochs=4 --set epochs=12 --set validate_every=4 --set pictures_per_batch=64 \
    --set discriminator_batch=64 --set reward_epochs=6 $resume
fi
step "Predict scanpaths" predict --model "$out/run/model" --beliefs "$out/demo.beliefs" \
  --pairs "$data/fixations_valid.json" --out "$out/predictions.json"
step "Score the model beside people" evaluate --fixations "$data/fixations_valid.json" \
  --model human random --predictions "IRL=$out/predictions.json" --json "$out/scores.json"
step "Compare the learned reward with the true one" experiment reward --data "$data" \
  --model "$out/run/model" --beliefs "$out/demo.beliefs"
step "Write the page" report --data "$data" --title "saccade: a demonstration" \
  --predictions "IRL=$out/predictions.json" --run "$out/run" --model "$out/run/model" \
  --beliefs "$out/demo.beliefs" --out "$out/report.html"

echo "$(now) $started" | awk '{printf "\nDone in %.0f s. ", $1 - $2}'
echo "Open $out/report.html in a browser."
