#!/usr/bin/env python3
"""Runs every command line that the documents and the help of `saccade` show.

    scripts/documented-commands.py PROGRAM [--only TEXT] [--list] [--keep]

Each runs as it stands, in one scratch folder with small files under the names that documents use; a
training gets a few steps only, a server is stopped when it has answered. Lines of code blocks that
begin with `saccade`, `build/saccade` or `$ saccade` count, in Markdown and in the examples of every
--help. What cannot run here says what it needs: in a document the comment <!-- needs: ... --> stands
above the block, in help "# needs ..." behind the example. Goals of make must exist.
Exit code 1 when a command failed, or a document shows one that neither runs nor says why.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START = re.compile(r"^(?:\$ )?(?:build/)?(saccade|make|node scripts/\S+)(?=\s|$)")
SECONDS = 100


@dataclass
class Command:
    place: str
    line: str
    needs: str = ""


def joined(lines):
    """Lines with those that end in a backslash continued, and where each began."""
    whole, begin = "", 0
    for number, line in lines:
        begin = begin if whole else number
        whole += line.rstrip()
        if whole.endswith("\\"):
            whole = whole[:-1].rstrip() + " "
            continue
        yield begin, whole.strip()
        whole = ""


def commands_in(lines, place, needs=""):
    for number, line in joined(lines):
        if not START.match(line):
            continue
        line = re.sub(r"^(\$ )?(build/)?", "", line)
        found = re.search(r"\s#.*\bneeds (.*)$", line)
        yield Command(f"{place}:{number}", line, found[1] if found else needs)


def in_documents():
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        lines = list(enumerate(page.read_text().splitlines(), 1))
        block, needs, language = None, "", ""
        for number, line in lines:
            if line.startswith("```"):
                if block is None:
                    block, language = [], line[3:]
                    continue
                if page.parent.name == "results":
                    needs = "COCO-Search18"  # records of what was run
                if language in ("", "sh", "console"):
                    yield from commands_in(block, page.relative_to(ROOT), needs)
                block, needs = None, ""
            elif block is not None:
                block.append((number, line))
            elif line.strip():
                found = re.match(r"<!-- needs: (.*) -->", line)
                needs = found[1] if found else ""


def in_help(program):
    def visit(words):
        text = subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True).stdout
        example = re.search(r"^Examples?:\n((?:  .*\n)+)", text, re.M)
        place = " ".join(["saccade", *words, "--help"])
        if example:
            yield from commands_in(enumerate(example[1].splitlines(), 1), place)
        listed = re.search(r"^Commands:\n((?:  .*\n)+)", text, re.M)
        for name in re.findall(r"^  ([a-z][\w-]*)", listed[1], re.M) if listed else []:
            yield from visit([*words, name])

    yield from visit([])


class Scratch:
    """A folder with what the commands are about, under every name that the documents have for it."""

    def __init__(self, program):
        self.program = program
        self.folder = Path(tempfile.mkdtemp(prefix="saccade-documented-"))
        (self.folder / "bin").mkdir()
        (self.folder / "bin/saccade").symlink_to(Path(program).resolve())
        self.environment = dict(
            os.environ,
            PATH=f"{self.folder}/bin:{os.environ['PATH']}",
            HOME=str(self.folder / "home"),
            XDG_DATA_HOME=str(self.folder / "home/.local/share"),
            XDG_CACHE_HOME=str(self.folder / "home/.cache"),
        )
        for name in (".zfunc", ".config/fish/completions"):
            (self.folder / "home" / name).mkdir(parents=True)
        self.fill()

    def saccade(self, *words):
        subprocess.run([self.program, *words, "--quiet"], cwd=self.folder, env=self.environment, check=True,
                       stdout=subprocess.DEVNULL)

    def link(self, target, *names):
        for name in names:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(self.folder / target)

    def fill(self):
        for folder in ("samples", "scripts", "web", "docs", "Makefile"):
            (self.folder / folder).symlink_to(ROOT / folder)
        for name in ("coco-search18-irl", "mine"):
            shutil.copytree(ROOT / "models/coco-search18-irl", self.folder / "models" / name)
        self.link("models/coco-search18-irl", "demo/run/model", "runs/irl/model")
        self.link("samples/kitchen.jpg", "kitchen.jpg", "photos/kitchen.jpg")
        for view in ("sharp", "blurred"):
            self.link(f"samples/panoptic_{view}", f"panoptic_{view}")
            self.link(f"samples/panoptic_{view}.json", f"panoptic_{view}.json")
        self.saccade("dataset", "synthesize", "--out", "demo/data", "--pictures", "4", "--shares", ".25,.5,.25")
        for split, names in {
            "train": ["train.json", "all.json", "trials.json"],
            "valid": ["valid.json", "validation.json"],
            "test": ["test.json"],
        }.items():
            self.link(f"demo/data/fixations_{split}.json", *names)
        self.link("demo/data", "coco_search18")
        self.link("demo/data/images", "images", "pictures")
        for view in ("sharp", "blurred"):
            self.link(f"demo/data/panoptic_{view}.json", f"{view}.json")
            self.link(f"demo/data/panoptic_{view}", view)
        self.saccade("beliefs", "build", "--sharp", "sharp.json", "--blurred", "blurred.json", "--out", "s.beliefs")
        self.link("s.beliefs", "S.beliefs", "pictures.beliefs", "area.beliefs", "corner.beliefs", "demo/demo.beliefs",
                  "kitchens.beliefs", "streets.beliefs")
        self.saccade("predict", "--model", "target-sharp", "--beliefs", "s.beliefs", "--pairs", "valid.json",
                     "--samples", "2", "--out", "mine.json")
        self.link("mine.json", "theirs.json", "irl.json", "predictions.json", "demo/predictions.json")
        (self.folder / "demo/run/metrics.jsonl").write_text('{"step": 1, "validation/tfp_auc": 4}\n')
        self.tables()
        self.boxes()

    def tables(self):
        """What an eye tracker's program exports."""
        rows = [(400 + 90 * i, 300 + 40 * i, 220 + i, f"S{1 + i // 4}", "a.jpg") for i in range(8)]
        (self.folder / "recordings").mkdir()
        header = "x,y,duration,subject,name"
        for name, header in (("recordings.csv", header), ("recordings/one.csv", header),
                             ("gaze.csv", "FixX,FixY,Dur,VP,Bild")):
            lines = [header, *(",".join(map(str, row)) for row in rows)]
            (self.folder / name).write_text("\n".join(lines) + "\n")

    def boxes(self):
        """COCO instances and a detector's results."""
        box = {"image_id": 1, "category_id": 47, "bbox": [100, 80, 60, 40]}
        instances = {
            "images": [{"id": 1, "file_name": "1.jpg", "width": 512, "height": 320}],
            "annotations": [{"id": 1, "area": 2400, "iscrowd": 0, **box}],
            "categories": [{"id": 47, "name": "cup", "supercategory": "kitchen"}],
        }
        (self.folder / "instances.json").write_text(json.dumps(instances))
        (self.folder / "yolo.json").write_text(json.dumps([{"score": 0.9, **box}]))

    def run(self, command):
        """What went wrong; empty for nothing."""
        line = command.line
        if line.startswith("make"):
            line = re.sub(r"^make", "make -n", line)
        if line.startswith("saccade serve"):
            return self.serve(line)
        line = re.sub(r"(synthesize .*--pictures) \d+", r"\1 3", re.sub(r"\s+#.*", "", line)) + quick(line)
        try:
            done = subprocess.run(["bash", "-c", line], cwd=self.folder, env=self.environment, capture_output=True,
                                  text=True, timeout=SECONDS, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return f"still runs after {SECONDS} s"
        return "" if done.returncode == 0 else f"exit code {done.returncode}: {done.stderr.strip()[-400:]}"

    def serve(self, line):
        line = re.sub(r"--port \d+|$", " --port 0", line.split("#")[0].rstrip(), count=1)
        server = subprocess.Popen(["bash", "-c", f"exec {line}"], cwd=self.folder, env=self.environment,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = server.stdout.readline().strip().split("#")[0]
            with urllib.request.urlopen(address + "health", timeout=10) as answer:
                return "" if answer.status == 200 else f"health is {answer.status}"
        except (OSError, ValueError) as error:
            return str(error)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


TINY = ["cloning_epochs=1", "epochs=1", "reward_epochs=1", "validation_samples=1", "final_samples=1"]
QUICK = {
    "saccade train irl": [*TINY, "validate_every=1"],
    "saccade train bc-cnn": ["cloning_epochs=1", "validation_samples=1", "final_samples=1"],
    "saccade train bc-lstm": ["hidden=4", "epochs=1", "validation_samples=1", "final_samples=1"],
}


def quick(line):
    """What makes a command short: tiny trainings, few pictures, studies that only list their cells."""
    for start, settings in QUICK.items():
        if line.startswith(start) and "--resume" not in line:
            return "".join(f" --set {setting}" for setting in settings)
    if line.startswith("saccade dataset synthesize"):
        return " --pictures 3" if "--pictures" not in line else ""
    if line.startswith("saccade experiment") and not line.startswith("saccade experiment reward"):
        return " --list"
    if line.startswith("saccade benchmark"):
        return " --pictures 2"
    return " --bootstrap 20" if re.match("saccade (evaluate|report)", line) else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--only", default="", help="commands that contain this text")
    parser.add_argument("--list", action="store_true", help="print the commands, run none")
    parser.add_argument("--keep", action="store_true", help="leave the scratch folder")
    options = parser.parse_args()
    program = str(Path(options.program).resolve())
    commands = [c for c in [*in_help(program), *in_documents()] if options.only in c.line]
    if options.list:
        for command in commands:
            print(f"{command.place}: {command.line}" + (f"   [needs {command.needs}]" if command.needs else ""))
        return 0
    scratch = Scratch(program)
    failed, waiting, known = 0, 0, {}
    for command in commands:
        if command.needs:
            waiting += 1
            continue
        begin = time.monotonic()
        if command.line not in known:
            known[command.line] = scratch.run(command)
        problem = known[command.line]
        took = time.monotonic() - begin
        if took > 5:
            print(f"{took:.0f} s: {command.line}")
        if problem:
            failed += 1
            print(f"{command.place}: {command.line}\n    {problem}")
    print(f"{len(commands)} command lines: {len(commands) - failed - waiting} ran, {waiting} say what they need, "
          f"{failed} failed")
    if options.keep:
        print(f"kept: {scratch.folder}")
    else:
        shutil.rmtree(scratch.folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
