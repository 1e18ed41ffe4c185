#!/bin/sh
# One study and one prediction by engines of others, each against one process:
#   scripts/scale-engines.sh BUILD [slurm] [snakemake] [parallel]
# slurm needs root (scripts/slurm-cluster.sh); snakemake is looked for in PATH.
set -eu
saccade=$(cd "$1" && pwd)/saccade
shift
scripts=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap '"$scripts/slurm-cluster.sh" stop "$folder/cluster" 2>/dev/null; rm -rf "$folder"' EXIT INT TERM
mkdir "$folder/bin"
ln -s "$saccade" "$folder/bin/saccade"
PATH="$folder/bin:$PATH"
cd "$folder"

saccade --quiet dataset synthesize --pictures 4 --shares .5,.5,0 --out data
saccade --quiet beliefs build --sharp data/panoptic_sharp.json \
  --blurred data/panoptic_blurred.json --out s.beliefs

# 15 cells: three trainings with a row each, and nine rows that need none.
study() {
  saccade experiment compare --fixations data/fixations_train.json \
    --validation data/fixations_valid.json --beliefs s.beliefs --seeds 3 --samples 2 \
    --methods bc-cnn,random,target-sharp,target-blurred --bootstrap 20 --quick \
    --set cloning_epochs=12 --out "$@"
}

# All of the table but what it cost.
table() {
  python3 -c 'import json, sys
def plain(value):
    if isinstance(value, list): return [plain(entry) for entry in value]
    if not isinstance(value, dict): return value
    return {key: plain(entry) for key, entry in value.items() if key != "cost"}
print(json.dumps(plain(json.load(open(sys.argv[1] + "/compare.json"))), indent=1))' "$1"
}

same_as_one() {
  study "$1" --quiet > "$1.txt"
  table one > one.json
  table "$1" > "$1.json"
  cmp one.json "$1.json"
  for predictions in one/cells/*/predictions.json; do
    cmp "$predictions" "$1/${predictions#one/}"
  done
  echo "$1: $(ls "$1/cells" | wc -l) cells, the table and all scanpaths are those of one process"
}

# An array of twelve tasks on two nodes; the second is lost while it trains.
slurm() {
  "$scripts/slurm-cluster.sh" start "$folder/cluster"
  export SLURM_CONF="$folder/cluster/slurm.conf"
  study slurm --threads 1 --slurm > array.sh
  job=$(sbatch --parsable array.sh)
  until squeue -h -j "$job" -w n2 -t RUNNING -o %i | grep -q . && grep -l '"finished": false' slurm/cells/train-*/cell.json 2>/dev/null | grep -q .; do
    squeue -h -j "$job" | grep -q . || { echo "slurm: the array ended before a node was lost" >&2; exit 1; }
    sleep 0.2
  done
  lost=$(squeue -h -j "$job" -w n2 -t RUNNING -o %i | tr '\n' ' ')
  "$scripts/slurm-cluster.sh" kill "$folder/cluster" n2
  echo "slurm: node n2 is lost with the tasks $lost"
  # Slurm waits two minutes before it starts again what a node lost.
  for _ in $(seq 300); do
    squeue -h -j "$job" -o '%i %r' | sed -n 's/ BeginTime$//p' | while read -r task; do
      scontrol update "JobId=$task" StartTime=now || true
    done
    squeue -h -j "$job" 2>/dev/null | grep -q . || break
    sleep 1
  done
  cat slurm-"$job"_*.out | grep -c 'cells computed' | sed 's/^/slurm: tasks that ended: /'
  same_as_one slurm
}

snakemake_() {
  study snakemake --threads 1 --snakemake > Snakefile
  snakemake --cores 2 --quiet all 2> snakemake.log || { cat snakemake.log >&2; exit 1; }
  same_as_one snakemake
}

# Shares of a prediction, one of them by two processes at once.
parallel_() {
  predict="saccade --quiet predict --beliefs s.beliefs --pairs data/fixations_valid.json --samples 3"
  $predict --out p.json
  parallel --jobs 2 "$predict --out shares --threads 1 --shard {}/8" ::: 0 1 2 3 4 5 6 7 7
  saccade --quiet merge shares --out merged.json
  cmp p.json merged.json
  echo "parallel: eight shares merge into the file of one process"
}

[ $# -gt 0 ] || set -- slurm snakemake parallel
for engine in "$@"; do
  case "$engine" in
    slurm | snakemake) [ -d one ] || study one --quiet > one.txt ;;
  esac
  case "$engine" in
    slurm) slurm ;;
    snakemake) snakemake_ ;;
    parallel) parallel_ ;;
    *) echo "scale-engines: slurm, snakemake or parallel is expected, not $engine" >&2; exit 2 ;;
  esac
done
