#!/usr/bin/env python3
"""Does to saccade what disks, kernels, users and attackers do, and holds it to what it promises
(docs/robustness.md): torture.py PROGRAM SHIM [--seed N] [--share X] [--class NAME ...] [--jobs N]

Each class of misfortune goes over every command of table.py. Prints a table of cases and failures,
and for each failure the call that shows it again; exit code 1 when there is any."""

import argparse
import collections
import multiprocessing
import os
import random
import shutil
import sys
import tempfile
import time

import calls
import case
import classes

CLASSES = {"mutations": classes.mutants, "failing calls": classes.failing_calls, "kills": classes.kills,
           "interrupts": classes.interrupts, "two writers": classes.two_writers, "limits": classes.limits,
           "closed streams": classes.streams, "names": calls.names, "options": calls.options}


def do(task):
    title, function, command, arguments = task
    work = os.path.join(classes.TORTURE.folder, f"case{os.getpid()}")
    case.fresh(work)
    results = []
    try:
        for name, problems in function(command, work, *arguments):
            results.append((name, problems))
    except Exception as error:  # the driver's own: a failure too
        results.append((str(arguments), [f"torture.py: {error!r}"]))
    shutil.rmtree(work, ignore_errors=True)
    return title, command.name, results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("shim")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1, help="of the full campaign")
    parser.add_argument("--class", dest="classes", action="append", choices=CLASSES)
    parser.add_argument("--command", default="", help="only commands whose names hold this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--folder", help="kept; samples in it are used again")
    parser.add_argument("--seconds", type=float, default=0, help="stop early, tasks in random order")
    given = parser.parse_args()
    folder = given.folder or tempfile.mkdtemp(prefix="torture")
    os.makedirs(folder, exist_ok=True)
    torture = classes.TORTURE = classes.Torture(*map(os.path.abspath, (given.program, given.shim, folder)))
    start = time.monotonic()
    torture.prepare(given.command)
    tasks = []
    for title, make in CLASSES.items():
        if not given.classes or title in given.classes:
            rng = random.Random(f"{given.seed} {title}")
            tasks += [(title, *task) for task in make(rng, given.share)]
    random.Random(given.seed).shuffle(tasks)
    totals, failures, done = collections.Counter(), collections.Counter(), 0
    with multiprocessing.Pool(given.jobs) as pool:
        for title, command, results in pool.imap_unordered(do, tasks):
            totals[title] += len(results)
            done += 1
            if done * 20 // len(tasks) != (done - 1) * 20 // len(tasks):
                print(f"{done} of {len(tasks)} tasks, {totals.total()} cases, {time.monotonic() - start:.0f} s",
                      file=sys.stderr, flush=True)
            for name, problems in results:
                if problems:
                    failures[title] += 1
                    print(f"FAILED {title}: {command}: {name}\n    " + "\n    ".join(problems), flush=True)
            if given.seconds and time.monotonic() - start > given.seconds:
                pool.terminate()
                break
    print(f"\n{'class':<16} {'cases':>7} {'failures':>9}")
    for title in CLASSES:
        if totals[title]:
            print(f"{title:<16} {totals[title]:>7} {failures[title]:>9}")
    print(f"{'all':<16} {totals.total():>7} {failures.total():>9}"
          f"   (seed {given.seed}, {time.monotonic() - start:.0f} s)")
    if not given.folder:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
