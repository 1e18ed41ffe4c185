#!/usr/bin/env python3
"""Does to saccade what disks, kernels, users and attackers do, and holds it to what it promises
(docs/robustness.md): torture.py PROGRAM SHIM [--seed N] [--share X] [--class NAME ...] [--jobs N]

Each class of misfortune goes over every command of table.py. Prints a table of cases and failures,
and for each failure the call that shows it again; exit code 1 when there is any. With --results the
campaign may be stopped and gone on with: what passed is not done again, what failed is. With --tasks
it is a sample: so many of its tasks, by the seed, of commands that take no time."""

import argparse
import collections
import json
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
           "closed streams": classes.streams, "questions": classes.questions, "names": calls.names,
           "options": calls.options}


LIGHT = .3  # weight of commands that take no time


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
    return task, results


def key_of(task):
    title, function, command, arguments = task
    return json.dumps([title, command.line, arguments], default=str)


class Results:
    """What became of every task: of this call, and with a file of earlier ones."""

    def __init__(self, file):
        self.file, self.cases, self.failed = file, {}, {}
        if file and os.path.exists(file):
            with open(file) as lines:
                for line in lines:
                    title, key, cases, failed = json.loads(line)
                    self.cases[title, key], self.failed[title, key] = cases, failed

    def passed(self, task):
        return self.failed.get((task[0], key_of(task))) == 0

    def add(self, task, results):
        title, key, failed = task[0], key_of(task), sum(1 for _, problems in results if problems)
        self.cases[title, key], self.failed[title, key] = len(results), failed
        if self.file:
            with open(self.file, "a") as lines:
                lines.write(json.dumps([title, key, len(results), failed]) + "\n")

    def print_table(self, given, seconds):
        print(f"\n{'class':<16} {'cases':>7} {'failures':>9}")
        totals = []
        for title in CLASSES:
            cases, failed = (sum(n for (t, _), n in numbers.items() if t == title)
                             for numbers in (self.cases, self.failed))
            totals.append((cases, failed))
            if cases:
                print(f"{title:<16} {cases:>7} {failed:>9}")
        cases, failed = map(sum, zip(*totals))
        print(f"{'all':<16} {cases:>7} {failed:>9}   (seed {given.seed}, {seconds:.0f} s)")
        return failed


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
    parser.add_argument("--tasks", type=int, default=0, help="only so many of its tasks, of light commands")
    parser.add_argument("--seconds", type=float, default=0, help="stop early, tasks in random order")
    parser.add_argument("--results", help="file that says what passed, to go on with")
    given = parser.parse_args()
    folder = given.folder or tempfile.mkdtemp(prefix="torture")
    os.makedirs(folder, exist_ok=True)
    torture = classes.TORTURE = classes.Torture(*map(os.path.abspath, (given.program, given.shim, folder)))
    start = time.monotonic()
    torture.prepare(given.command, LIGHT if given.tasks else 0)
    results = Results(given.results)
    tasks = []
    for title, make in CLASSES.items():
        if not given.classes or title in given.classes:
            rng = random.Random(f"{given.seed} {title}")
            tasks += [(title, *task) for task in make(rng, given.share)]
    random.Random(given.seed).shuffle(tasks)
    tasks = [task for task in tasks[:given.tasks or None] if not results.passed(task)]
    torture.refer_to({task[2]: None for task in tasks})
    with multiprocessing.Pool(given.jobs) as pool:
        for done, (task, cases) in enumerate(pool.imap_unordered(do, tasks), 1):
            results.add(task, cases)
            if done * 20 // len(tasks) != (done - 1) * 20 // len(tasks):
                print(f"{done} of {len(tasks)} tasks, {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
            for name, problems in cases:
                if problems:
                    print(f"FAILED {task[0]}: {task[2].name}: {name}\n    " + "\n    ".join(problems), flush=True)
            if given.seconds and time.monotonic() - start > given.seconds:
                pool.terminate()
                break
    failed = results.print_table(given, time.monotonic() - start)
    if not given.folder:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
