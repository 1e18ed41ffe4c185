"""What is tortured: samples and the commands that read and write them. A new format is a Sample, a
new command a Command; every class of the campaign then goes over it."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Sample:
    name: str
    path: str          # below the folder of samples
    make: str          # how saccade makes it, with {samples} of other names; "" comes from elsewhere
    files: tuple = ()  # of a folder: (pattern, kind) of the files to damage; of a file: its kind


@dataclass(frozen=True)
class Command:
    line: str             # {NAME}: a sample; {out}: an empty folder for results
    again: str = ""       # what the second run in the same {out} needs beside
    volatile: str = r"$^" # results that are not the same bytes twice: times
    partial: str = r"$^"  # results that may be of an earlier step until the command is done
    state: str = r"$^"    # what a stopped run may leave to go on from
    weight: float = 1     # share of the cases, less for what takes long

    @property
    def name(self):
        return re.match(r"(?:--\w+ \S+ )*([a-z]+(?: [a-z]+)?)", self.line)[1]


TINY = " ".join("--set " + setting for setting in (
    "cloning_epochs=1", "cloning_batch=16", "epochs=1", "pictures_per_batch=18", "scanpaths=1",
    "max_fixations=1", "policy_batch=16", "imitation_weight=0", "validation_samples=1",
    "final_samples=1", "checkpoint_every=1", "mirror=false"))
IRL = "train irl --fixations {train} --validation {valid} --beliefs {store} --quiet " + TINY
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
    Sample("coco", "instances.json", "@coco", "json"),
    Sample("boxes", "detections.json", "@detections", "json"),
    Sample("config", "config.json", "@config", "json"),
    Sample("names", "names.txt", "@names", "text"),
    Sample("saliency", "saliency.npy", "@saliency", "binary"),
    Sample("dcbs", "dcbs", "@dcbs", (("*/cup/a.pth.tar", "binary"),)),
]

COMMANDS = [
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
    Command("model import {policy} --kind generator --out {out}/m"),
    Command("model info {model} --json {out}/i.json"),
    Command("model info {policy}"),
    Command("model export {model} --format onnx --out {out}/m.onnx"),
    Command("--config {config} evaluate --fixations {valid}"),
    Command(IRL + " --out {out}/run", again="--resume", weight=.05,
            volatile=r"tensorboard/|run/lease|metrics\.jsonl", partial=r"checkpoints/",
            state=r"run/(lease|checkpoints|tensorboard|config\.json|metrics\.jsonl|.*lease)"),
    Command("completion bash"),
]
