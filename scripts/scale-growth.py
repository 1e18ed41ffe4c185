"""What grows with what: time and memory of our commands at 1, 2, 4 and 8 times, and large cases.

    python scripts/scale-growth.py BUILD [growth] [store] [trials] [ray]

growth: prediction, evaluation, stores and comparison at 1, 2, 4, 8 times. store: a store of a
million pictures. trials: two million trials. ray: 100,000 pictures through two
workers of Ray (python/requirements-scale.txt). Prints a table; --size F makes all smaller by F.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PLACES = [(16 * c + 8, 16 * r + 8) for r in range(20) for c in range(32)]
TASKS = ("bottle", "bowl", "car", "chair", "clock", "cup", "fork", "keyboard", "knife", "laptop")


def run(program, *words):
    """Seconds, peak megabytes and stdout of a call that must end well, on one thread."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(
            [program, "--quiet", "--threads", "1", *map(str, words)], stdout=out, stderr=err
        )
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            err.seek(0)
            sys.exit(f"{words}: {err.read().decode()}")
        out.seek(0)
        return time.monotonic() - start, usage.ru_maxrss / 1024, out.read()


def line(what, size, seconds, megabytes, note=""):
    print(f"| {what} | {size:,} | {seconds:.1f} | {megabytes:.0f} | {note} |", flush=True)


def write_trials(path, pictures, subjects, seed=1):
    """`subjects` searches of everything in TASKS in each picture; ten tasks a picture."""
    draw = random.Random(seed)
    with open(path, "w") as out:
        out.write("[")
        comma = "\n"
        for picture in range(pictures):
            for task in TASKS:
                left, top = draw.randrange(400), draw.randrange(250)
                for subject in range(1, subjects + 1):
                    spots = [(256, 160)] + [draw.choice(PLACES) for _ in range(draw.randrange(1, 6))]
                    spots.append((left + 20, top + 20))
                    trial = {
                        "name": f"{picture:09}.jpg", "subject": subject, "task": task,
                        "condition": "present", "bbox": [left, top, 60, 50],
                        "X": [x for x, _ in spots], "Y": [y for _, y in spots],
                        "T": [draw.randrange(100, 400) for _ in spots], "length": len(spots),
                        "correct": 1, "RT": 1000, "split": "valid",
                    }
                    out.write(comma + json.dumps(trial, separators=(",", ":")))
                    comma = ",\n"
        out.write("\n]\n")


def write_boxes(path, pictures, seed=1):
    """COCO instances: three boxes a picture."""
    draw = random.Random(seed)
    with open(path, "w") as out:
        out.write('{"categories":[{"id":47,"name":"cup"},{"id":51,"name":"bowl"},{"id":62,"name":"chair"}],'
                  '"images":[')
        for i in range(pictures):
            out.write(f'{"," if i else ""}{{"id":{i},"file_name":"{i:09}.jpg","width":512,"height":320}}')
        out.write('],"annotations":[')
        for i in range(3 * pictures):
            x, y = draw.randrange(400), draw.randrange(250)
            out.write(f'{"," if i else ""}{{"id":{i},"image_id":{i // 3},"category_id":{(47, 51, 62)[i % 3]},'
                      f'"bbox":[{x},{y},64,48]}}')
        out.write("]}")


def growth(program, folder, size):
    for factor in (1, 2, 4, 8):
        pictures = max(1, int(100 * factor / size))
        write_trials(folder / "t.json", pictures, 5)
        write_boxes(folder / "b.json", pictures)
        store = folder / "s.beliefs"
        seconds, memory, _ = run(program, "beliefs", "build", "--boxes", folder / "b.json", "--out", store)
        line("beliefs build, pictures", pictures, seconds, memory, f"{store.stat().st_size / pictures:.0f} bytes each")
        seconds, memory, _ = run(program, "predict", "--beliefs", store, "--pairs", folder / "t.json",
                                 "--samples", 2, "--out", folder / "p.json")
        line("predict, searches of 2 scanpaths", pictures * len(TASKS), seconds, memory)
        seconds, memory, _ = run(program, "evaluate", "--fixations", folder / "t.json", "--model", "human",
                                 "--predictions", folder / "p.json", "--json")
        line("evaluate, trials of people", pictures * len(TASKS) * 5, seconds, memory)
        seconds, memory, _ = run(program, "compare", folder / "p.json", folder / "t.json", "--all-pairs",
                                 "--json", folder / "c.json")
        line("compare, pairs", pictures * len(TASKS) * 10, seconds, memory)
    for factor in (1, 2, 4, 8):
        write_trials(folder / "t.json", max(1, int(50 / size)), 5 * factor)
        seconds, memory, _ = run(program, "evaluate", "--fixations", folder / "t.json", "--model", "human", "--json")
        line("evaluate, people a picture", 5 * factor, seconds, memory)


def store(program, folder, size):
    pictures = int(1_000_000 / size)
    write_boxes(folder / "b.json", pictures)
    whole = folder / "s.beliefs"
    seconds, memory, _ = run(program, "beliefs", "build", "--boxes", folder / "b.json", "--out", whole)
    line("beliefs build --boxes, pictures", pictures, seconds, memory, f"{whole.stat().st_size:,} bytes")
    (folder / "t.json").write_text(json.dumps([{"name": f"{pictures // 2:09}.jpg", "task": "cup", "X": [], "Y": []}]))
    call = ("predict", "--beliefs", whole, "--pairs", folder / "t.json", "--out", folder / "p.json")
    seconds, memory, _ = run(program, *call)
    write_boxes(folder / "b1.json", 1)
    run(program, "beliefs", "build", "--boxes", folder / "b1.json", "--out", folder / "s1.beliefs")
    (folder / "t.json").write_text(json.dumps([{"name": f"{0:09}.jpg", "task": "cup", "X": [], "Y": []}]))
    base, base_memory, _ = run(program, *("predict", "--beliefs", folder / "s1.beliefs") + call[3:])
    line("opening it, for one search", pictures, seconds - base, memory - base_memory, "more than of a store of one")
    seconds, memory, _ = run(program, "beliefs", "verify", whole)
    line("beliefs verify, pictures", pictures, seconds, memory)


def trials(program, folder, size):
    pictures = int(20_000 / size)
    write_trials(folder / "t.json", pictures, 10)
    count = pictures * len(TASKS) * 10
    seconds, memory, _ = run(program, "evaluate", "--fixations", folder / "t.json", "--model", "human",
                             "--json", folder / "whole.json")
    line("evaluate, trials", count, seconds, memory)


def through_ray(program, folder, size):
    import pyarrow.parquet
    import ray

    import saccade.ray

    pictures = int(100_000 / size)
    write_boxes(folder / "b.json", pictures)
    run(program, "beliefs", "build", "--boxes", folder / "b.json", "--out", folder / "s.beliefs")
    names = ("SACCADE_LIBRARY", "PYTHONPATH")
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", _node_ip_address="127.0.0.1",
             object_store_memory=500 << 20,
             runtime_env={"env_vars": {name: os.environ[name] for name in names if name in os.environ}})

    class Measured(saccade.ray.Searcher):
        """With the worker's own peak beside each row."""

        def __call__(self, batch):
            import resource

            found = super().__call__(batch)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            return found.append_column("megabytes", [[memory] * len(found)]).append_column(
                "worker", [[os.getpid()] * len(found)]
            )

    start = time.monotonic()
    ray.data.range(pictures).map(lambda row: {"picture": f"{row['id']:09}.jpg", "task": "cup"}).map_batches(
        Measured, fn_constructor_kwargs={"beliefs": str(folder / "s.beliefs"), "samples": 1,
                                         "model": str(Path(__file__).parents[1] / "models/coco-search18-irl")},
        batch_size=256, concurrency=2,
    ).write_parquet(str(folder / "found"))
    seconds = time.monotonic() - start
    table = pyarrow.parquet.read_table(folder / "found")
    searched = len(set(table["picture"].to_pylist()))
    if (table.num_rows, searched) != (pictures, pictures):
        sys.exit(f"ray: {table.num_rows} scanpaths of {searched} pictures instead of {pictures}")
    workers = len(set(table["worker"].to_pylist()))
    line("Ray, pictures of one scanpath", pictures, seconds, max(table["megabytes"].to_pylist()),
         f"{pictures / seconds:.0f} a second, {workers} workers; memory is a worker's peak")
    ray.shutdown()


PARTS = {"growth": growth, "store": store, "trials": trials, "ray": through_ray}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("parts", nargs="*", default=list(PARTS), metavar="part")
    parser.add_argument("--size", type=float, default=1)
    given = parser.parse_args()
    unknown = set(given.parts) - set(PARTS)
    if unknown:
        parser.error(f"{unknown.pop()}: {', '.join(PARTS)} are expected")
    print("| what | size | seconds, one thread | peak MB | |\n|---|---:|---:|---:|---|")
    for name in given.parts:
        with tempfile.TemporaryDirectory() as made:
            PARTS[name](str((given.build / "saccade").resolve()), Path(made), given.size)
