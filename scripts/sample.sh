#!/bin/sh
# Makes the sample photo with its segmentations, samples/, again:
#   scripts/sample.sh PROGRAM [OUT]
# One picture of the embedded data set, drawn three times as large; the same every time. Its simulated
# parser took the sink (81) for a toilet (70) in the sharp view, which is put right.
set -eu
program=$1
out=${2:-samples}
number=47
name=$(printf '%012d' $number)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$program" dataset synthesize --out "$scratch/data" --pictures 3 --shares 1,0,0 --enlarge 3 --quiet
mkdir -p "$out"
cp "$scratch/data/images/$name.jpg" "$out/kitchen.jpg"
for view in sharp blurred; do
  mkdir -p "$out/panoptic_$view"
  cp "$scratch/data/panoptic_$view/$name.png" "$out/panoptic_$view/kitchen.png"
  # Pictures and annotations stand one a line; the rest is the frame around them.
  sed -E "/^\{\"(id|image_id)\":/{/^\{\"(id|image_id)\":$number,/!d;s/\},?\$/}/;s/$name/kitchen/;s/\"category_id\":70/\"category_id\":81/}" \
    "$scratch/data/panoptic_$view.json" > "$out/panoptic_$view.json"
done
