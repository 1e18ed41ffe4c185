#!/usr/bin/env python3
"""How fast a large table of fixations comes in, and in how much memory:
import-bench.py PROGRAM [--megabytes 1000] [--folder FOLDER]

Makes a CSV as laboratories have them (ten columns, half a million fixations a person), imports it on one
thread, with and without writing, and prints MB a second of processor time and the largest memory."""

import argparse
import os
import random
import resource
import subprocess
import tempfile
import time

HEADER = "subject,trial,image,target,condition,fix_index,fix_x,fix_y,duration_ms,correct\n"


def person(rng):
    """The rows of one person; {} stands where the name does."""
    rows = []
    for trial in range(1, 50001):
        target = rng.choice(("cup", "clock", "potted plant", "stop sign"))
        about = f"{{}},{trial},{rng.randrange(10**12):012}.jpg,{target},present"
        correct = rng.randrange(2)
        rows += [f"{about},{i},{rng.random() * 1280:.1f},{rng.random() * 1024:.1f},{rng.randrange(80, 500)},{correct}\n"
                 for i in range(1, rng.randrange(4, 17))]
    return "".join(rows)


def write(path, megabytes):
    rows = person(random.Random(1))
    with open(path, "w") as file:
        file.write(HEADER)
        number = 0
        while file.tell() < megabytes * 1e6:
            number += 1
            file.write(rows.replace("{}", f"P{number:03}"))


def measure(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall, after.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--megabytes", type=float, default=1000)
    parser.add_argument("--folder", help="where the table is made, and kept")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.folder or scratch
        table = os.path.join(folder, "table.csv")
        if not os.path.exists(table):
            write(table, given.megabytes)
        size = os.path.getsize(table) / 1e6
        call = [given.program, "--threads", "1", "dataset", "import", table, "--screen", "1280x1024"]
        for what, words in (("read", call), ("read and write", call + ["--out", os.path.join(folder, "out.json")])):
            seconds, wall, memory = measure(words)
            print(f"{what:<15} {size:.0f} MB in {seconds:.2f} s of processor time ({wall:.2f} s): "
                  f"{size / seconds:.0f} MB/s, at most {memory:.0f} MB of memory so far")


if __name__ == "__main__":
    main()
