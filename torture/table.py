"""What is tortured: samples and the commands that read and write them. A new format is a Sample, a
new command a Command; every class of the campaign then goes over it."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Sample:
    name: str
    path: str          # below the folder of samples
    make: str          # how saccade makes it, with {samples} of other names; "=" and a file or folder of the
                       # repository; "@" and a function of samples.py; "" comes with another
    files: tuple = ()  # of a folder: (pattern, kind) of the files to damage; of a file: its kind


@dataclass(frozen=True)
class Command:
    line: str             # {NAME}: a sample; {out}: an empty folder for results
    again: str = ""       # what the second run in the same {out} needs beside
    volatile: str = r"$^" # results that are not the same bytes twice: times
    partial: str = r"$^"  # results that may be of an earlier step until the command is done
    state: str = r"$^"    # what a stopped run may leave to go on from
    weight: float = 1     # share of the cases, less for what takes long
    start: tuple = ()     # (name, sample) of folders that stand in {out} before
    asks: tuple = ()      # a server: "METHOD PATH {body}" of what it is asked before it is stopped

    @property
    def name(self):
        return re.match(r"(?:--\w+ \S+ )*([a-z]+(?: [a-z][a-z-]*)?)", self.line)[1]


TINY = " ".join("--set " + setting for setting in (
    "cloning_epochs=1", "cloning_batch=16", "epochs=1", "pictures_per_batch=18", "scanpaths=1",
    "max_fixations=1", "policy_batch=16", "imitation_weight=0", "validation_samples=1",
    "final_samples=1", "checkpoint_every=1", "mirror=false"))
IRL = "train irl --fixations {train} --validation {valid} --beliefs {store} --quiet " + TINY
SCORES = "experiment scores --validation {valid} --beliefs {store} --model M={model} --seeds 1 --samples 1 --bootstrap 2 "
CELLS = r"s/cells/|lease"  # finished cells, times in them, and what they go on from
FEW = "--task cup,clock,microwave --subject 1,2,3"  # what takes no time

SAMPLES = [
    Sample("data", "data", "dataset synthesize --out {data} --pictures 4 --shares .25,.5,.25",
           (("fixations_*.json", "json"), ("panoptic_sharp.json", "json"),
            ("panoptic_*/*.png", "binary"), ("images/*.jpg", "binary"), ("truth.json", "json"))),
    Sample("train", "train.json", "dataset convert {data}/fixations_train.json " + FEW + " --out {train}", "json"),
    Sample("valid", "valid.json", "dataset convert {data}/fixations_valid.json " + FEW + " --out {valid}", "json"),
    Sample("store", "s.beliefs", "beliefs build --sharp {data}/panoptic_sharp.json "
           "--blurred {data}/panoptic_blurred.json --out {store}", "binary"),
    Sample("run", "run", IRL + " --out {run}",
           (("config.json", "json"), ("metrics.jsonl", "json"), ("checkpoints/*.safetensors", "binary"),
            ("tensorboard/*", "binary"))),
    Sample("model", "run/model", "", (("model.json", "json"), ("weights.safetensors", "binary"))),
    Sample("predictions", "p.json", "predict --model {model} --beliefs {store} --samples 2 "
           "--pairs {valid} --out {predictions} --maps {maps}", "json"),
    Sample("maps", "maps", "", (("maps.json", "json"), ("maps.npy", "binary"))),
    Sample("policy", "policy.pt", "model export {model} --format pytorch --out {policy}", "binary"),
    Sample("scores", "e.json", "evaluate --fixations {valid} --model human "
           "--bootstrap 5 --json {scores}", "json"),
    Sample("shares", "shares", "predict --model {model} --beliefs {store} --pairs {valid} --samples 1 "
           "--shard 0/1 --out {shares}", (("*.share", "json"),)),
    Sample("coco", "instances.json", "@coco", "json"),
    Sample("boxes", "detections.json", "@detections", "json"),
    Sample("config", "config.json", "@config", "json"),
    Sample("names", "names.txt", "@names", "text"),
    Sample("saliency", "saliency.npy", "@saliency", "binary"),
    Sample("dcbs", "dcbs", "@dcbs", (("*/cup/a.pth.tar", "binary"),)),
    Sample("study", "study", SCORES + "--out {study}", (("cells/*/cell.json", "json"),)),
    Sample("notes", "notes.md", "@notes", "text"),
    Sample("photos", "photos", "=samples", (("*.jpg", "binary"), ("panoptic_*.json", "json"),
                                            ("panoptic_*/*.png", "binary"))),
    Sample("laboratory", "laboratory.csv", "=samples/formats/laboratory.csv", "text"),
    Sample("packed", "packed.csv.gz", "@packed", "binary"),
    Sample("mapping", "mapping.json", "dataset import {laboratory} --screen 1280x1024 --columns "
           "x=FixX,y=FixY,start=#9,end=#10 --save-columns {mapping}", "json"),
    Sample("report", "eyelink_report.txt", "=samples/formats/eyelink_report.txt", "text"),
    Sample("asc", "eyelink.asc", "=samples/formats/eyelink.asc", "text"),
    Sample("tobii", "tobii.tsv", "=samples/formats/tobii.tsv", "text"),
    Sample("desk", "desk_sub-01.tsv", "=samples/formats/desk_sub-01.tsv", "text"),
    Sample("mcs", "mcs.csv", "=samples/formats/mcs.csv", "text"),
    Sample("hat", "hat.json", "=samples/formats/hat_predictions.json", "json"),
    Sample("gazeformer", "gazeformer.json", "=samples/formats/gazeformer_predictions.json", "json"),
    Sample("searched", "searched.json", "dataset import {mcs} --out {searched}", "json"),
    Sample("visions", "v", "dataset convert {searched} --to visions --out {visions}", (("**", "json"),)),
    Sample("bids", "b", "dataset convert {searched} --to bids --out {bids}",
           (("*.json", "json"), ("*.tsv", "text"), ("*.tsv.gz", "binary"))),
]

COMMANDS = [
    Command("dataset import {laboratory} --screen 1280x1024 --out {out}/t.json"),
    Command("dataset import {packed} --columns {mapping} --screen 1280x1024 --out {out}/t.json "
            "--save-columns {out}/m.json"),
    Command("dataset import {report} --screen 1280x1024 --json {out}/i.json", weight=.5),
    Command("dataset import {asc} --out {out}/t.json", weight=.5),
    Command("dataset import {tobii} --task scissors --out {out}/t.json", weight=.5),
    Command("dataset import {desk} --screen 1280x1024 --task scissors --out {out}/t.json", weight=.3),
    Command("dataset import {mcs} --out {out}/t.json", weight=.5),
    Command("dataset import {visions} --out {out}/t.json", weight=.5),
    Command("dataset import {bids} --lenient --out {out}/t.json", weight=.5),
    Command("dataset import {hat} --json {out}/i.json", weight=.3),
    Command("dataset import {gazeformer} --json {out}/i.json", weight=.3),
    Command("dataset convert {searched} --to csv --out {out}/c.csv", weight=.3),
    Command("dataset convert {searched} --to visions --out {out}/v", weight=.3),
    Command("dataset convert {searched} --to bids --out {out}/b", weight=.3),
    Command("dataset convert {searched} --to multimatch --out {out}/m", weight=.3),
    Command("dataset convert {train} --split-random {out}/splits", weight=.3),
    Command("dataset info {valid} --json {out}/i.json --plot {out}/i.svg"),
    Command("dataset convert {valid} --frame image --allow-repeats --out {out}/c.json"),
    Command("dataset select --coco {coco} --json {out}/s.json"),
    Command("dataset synthesize --out {out}/d --pictures 1 --shares 1,0,0", again="--force", weight=.03),
    Command("beliefs build --sharp {data}/panoptic_sharp.json --blurred {data}/panoptic_blurred.json "
            "--out {out}/b.beliefs", state=r"b\.beliefs\.part$"),
    Command("beliefs build --boxes {coco} --detections {boxes} --saliency {saliency} --saliency-names {names} "
            "--out {out}/b.beliefs", state=r"b\.beliefs\.part$"),
    Command("beliefs build --dcbs {dcbs} --out {out}/b.beliefs", state=r"b\.beliefs\.part$"),
    Command("beliefs info {store} --classes --names --json {out}/i.json"),
    Command("beliefs show {store} 000000000001.jpg --images {data}/images --out {out}/b.png", weight=.5),
    Command("beliefs verify {store}"),
    Command("beliefs merge {store} {store} --out {out}/m.beliefs"),
    Command("beliefs coverage {store} --fixations {valid} --json {out}/c.json"),
    Command("evaluate --fixations {valid} --predictions t={predictions} --maps t={maps} "
            "--train {train} --bootstrap 5 --json {out}/e.json "
            "--per-trial {out}/t.csv"),
    Command("compare {predictions} {predictions} --json {out}/c.json"),
    Command("report --data {data} --bootstrap 2 --examples 1 --predictions t={predictions} "
            "--run {run} --out {out}/r.html", weight=.5),
    Command("predict --model {model} --beliefs {store} --pairs {valid} --samples 1 "
            "--out {out}/p.json --maps {out}/maps"),
    Command("predict --model {model} --image {photos}/kitchen.jpg --target microwave --samples 2 "
            "--draw {out}/d.png --heat {out}/h.png --out {out}/p.json", weight=.5),
    Command("predict --model {model} --image {photos}/kitchen.jpg --all-targets-present --samples 1 "
            "--max-fixations 2 --draw {out}/d.webp", weight=.2),
    Command("predict --model {model} --images {photos} --target microwave,cup --samples 1 --lenient "
            "--out-dir {out}/d --draw {out}/s.jpg", weight=.3),
    Command("model describe {out}/m --name New --notes {notes}", start=(("m", "model"),), weight=.5),
    Command("model durations {out}/m --fixations {data}/fixations_train.json --beliefs {store}", start=(("m", "model"),), weight=.3),
    Command("predict --model {model} --beliefs {store} --pairs {valid} --samples 1 --shard 0/2 --out {out}/s"),
    Command("merge {shares} --out {out}/p.json"),
    Command("model import {policy} --kind generator --out {out}/m"),
    Command("model info {model} --json {out}/i.json"),
    Command("model info {policy}"),
    Command("model export {model} --format onnx --out {out}/m.onnx"),
    Command("--config {config} evaluate --fixations {valid}"),
    Command(IRL + " --out {out}/run", again="--resume", weight=.05,
            volatile=r"tensorboard/|run/lease|metrics\.jsonl", partial=r"checkpoints/",
            state=r"run/(lease|checkpoints|tensorboard|config\.json|metrics\.jsonl|.*lease)"),
    Command("train bc-lstm --fixations {train} --validation {valid} --beliefs {store} --quiet --set hidden=4 "
            "--set epochs=1 --set max_entries=4 --set validation_samples=1 --set final_samples=1 "
            "--set checkpoint_every=1 --out {out}/run", again="--resume", weight=.03,
            volatile=r"tensorboard/|run/lease", partial=r"checkpoints/|metrics\.jsonl",
            state=r"run/(lease|checkpoints|tensorboard|config\.json|metrics\.jsonl|.*lease)"),
    Command(IRL + " --resume --out {out}/run", start=(("run", "run"),), weight=.1,
            volatile=r"tensorboard/|run/lease", state=r"lease"),
    Command(SCORES + "--images {data}/images --page {out}/p --out {out}/s", state=CELLS, volatile=CELLS, weight=.05),
    Command("experiment compare --fixations {train} --methods human,random,target-sharp --bootstrap 2 "
            "--validation {valid} --beliefs {store} --samples 1 --out {out}/s", state=CELLS, volatile=CELLS, weight=.05),
    Command(SCORES + "--out {out}/s", start=(("s", "study"),), weight=.3, state="lease", volatile="lease"),
    Command("experiment reward --fixations {valid} --model {model} --beliefs {store} --json {out}/r.json", weight=.3),
    Command("serve --port 0 --model {model} --data {data}", weight=.1, asks=(
        "POST /api/predict?target=microwave&samples=2 {photos}/kitchen.jpg",
        "POST /api/predict?target=cup&samples=1&as=picture {photos}/kitchen.jpg",
        "GET /api/models", "GET /api/search?place=0", "GET /api/picture?place=0", "GET /health")),
    Command("completion bash"),
    Command("manual"),
    Command("help evaluate"),
]

# Said by no Command above, and why; of a group, those that are not.
LEFT_OUT = {"benchmark": "measures for minutes; evaluate and train read what it reads",
            "train": "one training run serves all kinds: irl and bc-lstm are it",
            "experiment": "one engine serves all studies: compare and scores are it; wrong training curves are refused in "
                          "training_curves_test"}
