#!/bin/sh
# Makes the pages of the studies that need no training in docs/results/ anew; what is written by hand in their
# sections "Reading" is kept.
#   scripts/study-pages.sh PROGRAM DATA STORE [WORK]
# DATA holds COCO-Search18's fixations, STORE is the belief store of its pictures; WORK (build/studies) keeps what is
# computed: a study whose inputs have changed since wants its folder there removed.
set -eu

if [ $# -lt 3 ]; then
  echo "usage: scripts/study-pages.sh PROGRAM DATA STORE [WORK]" >&2
  exit 2
fi
program=$1
data=$2
store=$3
work=${4:-build/studies}
pages=docs/results
model=models/coco-search18-irl
commit=$(git rev-parse --short HEAD)
train=$data/coco_search18_fixations_TP_train_split1.json
valid=$data/coco_search18_fixations_TP_validation_split1.json

study() {
  name=$1
  shift
  echo "== $name"
  [ "$name" = identify ] || set -- --beliefs "$store" "$@"
  "$program" experiment "$name" --validation "$valid" --out "$work/$name" --page "$pages" --commit "$commit" "$@" \
    > "$work/$name.txt"
}

mkdir -p "$work"
study context --model $model --samples 100
study context-map --model $model
study greedy --model $model --fixations "$train" --seeds 3
study scores --model IRL=$model --model BC-CNN=models/coco-search18-bc-cnn \
  --model BC-LSTM=models/coco-search18-bc-lstm --seeds 3 --bootstrap 200
study identify --fixations "$train"
study ablation --fixations "$train" --model full=$model --seeds 3
study reward-maps --model $model
study behaviour --model IRL=$model --model BC-CNN=models/coco-search18-bc-cnn --seeds 3
