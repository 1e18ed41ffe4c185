#!/usr/bin/env python3
"""Does to saccade what disks, kernels, users and attackers do, and holds it to what it promises
(docs/robustness.md): torture.py PROGRAM SHIM [--seed N] [--cases N] [--class NAME ...] [--jobs N]

Each class of misfortune goes over every command of table.py. Prints a table of cases and failures,
and for each failure the call that shows it again; exit code 1 when there is any."""

import argparse
import collections
import fnmatch
import json
import multiprocessing
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import case
import mutations
import samples
from table import COMMANDS, SAMPLES

BY_NAME = {sample.name: sample for sample in SAMPLES}
NAMED = re.compile(r"\{(\w+)\}")


class Torture:
    def __init__(self, program, shim, folder):
        self.program, self.shim, self.folder = program, shim, folder
        self.samples = os.path.join(folder, "samples")
        self.references = {}
        self.numeric = {}

    def prepare(self, command_filter):
        samples.make(self.program, self.samples)
        for command in COMMANDS:
            if command_filter in command.name:
                self.references[command] = self.refer(command)

    def refer(self, command):
        """What the command does undisturbed, twice: the same bytes."""
        work = os.path.join(self.folder, "reference")
        results = []
        for _ in range(2):
            case.fresh(work)
            outcome = self.run(command, work)
            if outcome.code != 0:
                sys.exit(f"torture: {command.name} fails undisturbed: {outcome.err.decode()}")
            results.append(case.Reference(case.tree(work + "/out"), outcome.out, outcome.memory))
        for name in results[0].files:
            if not re.search(command.volatile, name) and \
                    results[0].files[name] != results[1].files.get(name):
                sys.exit(f"torture: {command.name}: {name} has other bytes the second time")
        steady = {n: d for n, d in results[0].files.items() if not re.search(command.volatile, n)}
        return case.Reference(steady, results[0].out, max(r.memory for r in results))

    def words(self, command, instead=None, again=False):
        places = {name: os.path.join(self.samples, sample.path) for name, sample in BY_NAME.items()}
        places.update(out="out", **(instead or {}))
        line = command.line + (" " + command.again if again else "")
        return [NAMED.sub(lambda m: places[m[1]], word) for word in line.split()]

    def run(self, command, work, words=None, **how):
        os.makedirs(os.path.join(work, "out"), exist_ok=True)
        return case.run(self.program, words or self.words(command), work, shim=self.shim, **how)


# ---- classes: each yields tasks, (function, command, arguments); a task yields (case, problems) ----

def files_read(command):
    """(sample, file below it or "", kind) of everything the command reads."""
    for name in sorted(set(NAMED.findall(command.line)) - {"out"}):
        sample = BY_NAME[name]
        root = os.path.join(TORTURE.samples, sample.path)
        if isinstance(sample.files, str):
            yield sample, "", sample.files
            continue
        named = [m[1] for m in re.finditer(r"\{%s\}/(\S+)" % name, command.line)]
        below = sorted(os.path.relpath(os.path.join(path, file), root)
                       for path, _, files in os.walk(root) for file in files)
        for pattern, kind in sample.files:
            matches = [f for f in below if fnmatch.fnmatch(f, pattern)]
            if named:
                stems = [os.path.splitext(n)[0] + "/" for n in named]
                matches = [f for f in matches if f in named or any(f.startswith(s) for s in stems)]
            for file in matches[:2]:
                yield sample, file, kind


def mutants(rng, share):
    for command in TORTURE.references:
        for sample, file, kind in files_read(command):
            for _ in range(round(share * 130 * command.weight) + 1):
                yield damaged, command, (sample, file, kind, rng.getrandbits(40))


def damaged(command, work, sample, file, kind, seed):
    source = os.path.join(TORTURE.samples, sample.path)
    target = os.path.join(work, os.path.basename(sample.path))
    if file:
        # A folder of links but for the damaged file.
        for path, folders, files in os.walk(source):
            there = os.path.join(target, os.path.relpath(path, source))
            os.makedirs(there, exist_ok=True)
            for name in files:
                if os.path.relpath(os.path.join(path, name), source) != file:
                    os.symlink(os.path.join(path, name), os.path.join(there, name))
    with open(os.path.join(source, file) if file else source, "rb") as whole:
        data = whole.read()
    how, data = mutations.mutate(kind, data, seed)
    with open(os.path.join(target, file) if file else target, "wb") as broken:
        broken.write(data)
    words = TORTURE.words(command, {sample.name: target})
    outcome = TORTURE.run(command, work, words)
    reference = TORTURE.references[command]
    problems = case.judge(outcome, {0, 2}, reference, len(data))
    found = case.tree(work + "/out")
    if outcome.code != 0:
        problems += case.judge_files(command, found, reference, {}, stopped=False)
    else:
        problems += [f"{n} is left behind" for n in found if case.LITTER.search(n)]
    yield f"{how} in {sample.name} {file} (seed {seed})", problems


CALLS = {"write": "ENOSPC", "fsync": "EIO", "rename": "EACCES", "open": "EMFILE", "mkdir": "EROFS",
         "unlink": "EIO", "link": "EIO", "close": "EIO", "flock": "EIO", "read": "EIO", "stat": "EIO",
         "mmap": "ENOMEM", "malloc": "ENOMEM", "thread": "EAGAIN"}
MOST_POINTS = {"malloc": 40}


def failing_calls(rng, share):
    for command in TORTURE.references:
        for call, error in CALLS.items():
            yield failing, command, (call, error, rng.getrandbits(32), share * min(1, command.weight * 4))


def points(total, share, most, rng):
    """Which of a run's calls meet the fault: all, where they are few."""
    wanted = max(3, round(most * share))
    if total <= wanted:
        return list(range(1, total + 1))
    return sorted({1, total, *rng.sample(range(1, total + 1), wanted - 2)})


def count_calls(command, work, calls):
    case.fresh(work)
    TORTURE.run(command, work, fault=f"{calls}:0:EIO")
    try:
        with open(os.path.join(work, "fault")) as report:
            return int(report.read())
    except (OSError, ValueError):
        return 0


def failing(command, work, call, error, seed, share):
    rng = random.Random(seed)
    total = count_calls(command, work, call)
    for n in points(total, share, MOST_POINTS.get(call, 60), rng):
        stays = rng.random() < .3
        fault = f"{call}:{n}{'+' if stays else ''}:{error}"
        # A machine that fails is exit code 1; where the call only finds out about the input (is it
        # there, what is it?) the input may be called unreadable.
        yield from misfortune(command, work, rng, {0, 1, 2}, fault=fault)


def misfortune(command, work, rng, codes, *, stopped=False, name=None, **how):
    """One disturbed run, and an undisturbed one after it."""
    reference = TORTURE.references[command]
    case.fresh(work)
    out = os.path.join(work, "out")
    os.makedirs(out)
    before = {}
    if rng.random() < .5:
        # What was there before must stay, unless it is replaced by the whole.
        for file in reference.files:
            if "/" not in file and not re.search(command.state, file):
                before[file] = b"old\n"
                with open(os.path.join(out, file), "wb") as old:
                    old.write(b"old\n")
    outcome = TORTURE.run(command, work, **how)
    problems = case.judge(outcome, codes, reference)
    found = case.tree(out)
    problems += case.judge_files(command, found, reference, before, stopped=stopped)
    if outcome.code == 0:
        missing = [n for n in reference.files if n not in found and not re.search(command.state, n)]
        problems += [f"{n} is missing, yet the exit code is 0" for n in missing]
    again = TORTURE.run(command, work, TORTURE.words(command, again=True))
    problems += case.judge_again(command, again, case.tree(out), reference)
    if problems:
        problems.append("said: " + outcome.err.decode("utf-8", "replace").strip()[-200:])
    yield name or how.get("fault") or str(how), problems


def kills(rng, share):
    for command in TORTURE.references:
        yield signalled, command, ("KILL", {-9}, 60, rng.getrandbits(32), share * min(1, command.weight * 4))


def interrupts(rng, share):
    for command in TORTURE.references:
        for signal in ("INT", "TERM", "HUP"):
            yield signalled, command, (signal, {0, 130}, 20, rng.getrandbits(32),
                                       share * min(1, command.weight * 4))


def signalled(command, work, signal, codes, most, seed, share):
    rng = random.Random(seed)
    for n in points(count_calls(command, work, "state"), share, most, rng):
        yield from misfortune(command, work, rng, codes, stopped=signal == "KILL",
                              fault=f"state:{n}:{signal}")


def two_writers(rng, share):
    for command in TORTURE.references:
        if "{out}" in command.line:
            yield met, command, (rng.getrandbits(32), share * command.weight)


def met(command, work, seed, share):
    """A second process starts while the first one stands still at one of its calls."""
    rng = random.Random(seed)
    reference = TORTURE.references[command]
    for n in points(count_calls(command, work, "state"), share, 12, rng):
        case.fresh(work)
        other = os.path.join(work, "other")
        os.makedirs(other)
        second = []
        first = TORTURE.run(command, work, fault=f"state:{n}:WAIT400",
                            meanwhile=lambda: second.append(case.run(
                                TORTURE.program, TORTURE.words(command), other, place=work)))
        problems = [f"first: {p}" for p in case.judge(first, {0, 1, 2}, reference)]
        problems += [f"second: {p}" for p in case.judge(second[0], {0, 1, 2}, reference)]
        if first.code != 0 and second[0].code != 0:
            problems.append("neither came to its end")
        found = case.tree(work + "/out")
        problems += case.judge_files(command, found, reference, {}, stopped=False)
        again = TORTURE.run(command, work, TORTURE.words(command, again=True))
        problems += case.judge_again(command, again, case.tree(work + "/out"), reference)
        if problems:
            problems.append("said: " + (first.err + second[0].err).decode("utf-8", "replace")[-300:])
        yield f"second writer at state call {n}", problems


def limits(rng, share):
    for command in TORTURE.references:
        yield limited, command, (rng.getrandbits(32), share * min(1, command.weight * 4))


def limited(command, work, seed, share):
    rng = random.Random(seed)
    ways = [("limits", resource.RLIMIT_FSIZE, value, "file size") for value in
            (0, 1, 100, 4096, 20000, 100000)]
    ways += [("limits", resource.RLIMIT_NOFILE, value, "open files") for value in range(3, 12)]
    ways += [("limits", resource.RLIMIT_AS, value << 20, "memory") for value in
             (160, 200, 240, 300, 400, 600, 800)]
    ways += [("disk", None, value, "disk") for value in (0, 1, 100, 5000, 50000, 1 << 20)]
    for kind, limit, value, name in ways if share >= 1 else rng.sample(ways, max(3, round(28 * share))):
        how = {"disk": value} if kind == "disk" else {"limits": ((limit, value),)}
        if kind == "limits" and not starts(work, how):
            continue  # the loader itself cannot
        yield from misfortune(command, work, rng, {0, 1, 2}, name=f"{name} {value}", **how)


def starts(work, how):
    case.fresh(work)
    return case.run(TORTURE.program, ["--version"], work, **how).code == 0


def streams(rng, share):
    for command in TORTURE.references:
        if command.weight >= .5 or share >= 1:
            yield closed, command, (rng.getrandbits(32),)


def closed(command, work, seed):
    rng = random.Random(seed)
    reference = TORTURE.references[command]
    for which in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)):
        codes = {0, 1} if 1 in which else {0}
        yield from unread(command, work, rng, codes, f"without {which}", told=2 not in which, closed=which)
    if reference.out:
        with open("/dev/full", "wb") as full:
            yield from unread(command, work, rng, {1}, "stdout is /dev/full", stdout=full)
        reader, writer = os.pipe()
        os.close(reader)
        yield from unread(command, work, rng, {-13}, "nobody reads stdout", stdout=writer)
        os.close(writer)


def unread(command, work, rng, codes, name, told=True, **how):
    case.fresh(work)
    outcome = TORTURE.run(command, work, **how)
    reference = TORTURE.references[command]
    problems = case.judge(outcome, codes, reference, line=told)
    found = case.tree(work + "/out")
    problems += case.judge_files(command, found, reference, {}, stopped=False)
    yield name, problems


GOOD_NAMES = ["a b", "\u00fc\u20ac\U0001f600", b"\xff\xfe", "x\ny", "'\"\\$(x)`", "-", "--help", "\x1b[31m",
              "n" * 240, "\u202ecba", "%s%n", "{}", "...", "sub/dir/n", "*"]
BAD_NAMES = ["", "/", ".", "..", "/dev/full", "/proc/nothing", "n" * 256, "d/" * 3000, "file/under/file",
             "folder", "loop", "/dev/tty", "/sys/nothing", "\0"[:0] + "dangling/x"]


def names(rng, share):
    for command in TORTURE.references:
        if command.weight < .5 and share < 1:
            continue
        for place, word in enumerate(command.line.split()):
            if "{" in word:
                few = len(GOOD_NAMES) if share >= 1 else 3
                yield renamed, command, (place, few, rng.getrandbits(32))


def renamed(command, work, place, few, seed):
    """Each argument that is a path gets odd names: good ones must do, bad ones be refused."""
    rng = random.Random(seed)
    word = command.line.split()[place]
    output = word.startswith("{out}")
    for good in (True, False):
        wanted = GOOD_NAMES if good else BAD_NAMES
        for name in rng.sample(wanted, min(few, len(wanted))):
            case.fresh(work)
            out = os.path.join(work, "out")
            os.makedirs(out)
            name = os.fsencode(name)
            base = os.fsencode(work) + b"/out/"
            with open(base + b"file", "wb"), open(base + b"xxx", "wb"):
                os.unlink(base + b"xxx")
            os.mkdir(base + b"folder")
            os.symlink("loop", base + b"loop")
            suffix = os.path.splitext(word)[1].encode() if good and "/" in word else b""
            full = name if name.startswith(b"/") or not name else base + name + suffix
            words = [os.fsencode(w) for w in TORTURE.words(command)]
            offset = len(words) - len(command.line.split())
            if good and not output:
                os.makedirs(os.path.dirname(full), exist_ok=True)
                source = words[place + offset].split(b"=")[-1]
                if not os.path.exists(full):
                    os.symlink(source, full)
                # What a file of segmentations brings beside it.
                beside = os.path.splitext(source)[0]
                if os.path.isdir(beside) and not os.path.exists(os.path.splitext(full)[0]):
                    os.symlink(beside, os.path.splitext(full)[0])
            name_of = re.match(rb"(\w+=)?", words[place + offset])[0]
            words[place + offset] = name_of + full
            outcome = TORTURE.run(command, work, words)
            problems = case.judge(outcome, {0} if good and output else {0, 1, 2},
                                  TORTURE.references[command])
            found = [n for n in case.tree(out) if case.LITTER.search(n)]
            problems += [f"{n} is left behind" for n in found]
            if not os.path.isdir(out) or not os.path.islink(base + b"loop"):
                problems.append("what it was not told to touch is gone")
            if problems:
                problems.append("said: " + outcome.err.decode("utf-8", "replace").strip()[-200:])
            yield f"{word} is {name[:60]!r}", problems


VALUES = ["nan", "-nan", "inf", "-inf", "-1", "0", "-0", "1e300", "-1e300", "1e-300", "1e999", "0.5", "99999999999",
          "2147483647", "2147483648", "4294967295", "4294967296", "9223372036854775807", "18446744073709551615",
          "18446744073709551616", "", " ", "x", "1x", "0x10", " 1", "1,2", "\u0663", "1" * 400, "\x1b[31m\n"]
OPTION = re.compile(r"^  (?:-\w,)?--?([\w-]+) (N|X)\b", re.M)
SETTING = re.compile(r"^  (\w+)=(\S+)", re.M)


def options(rng, share):
    """Every option that takes a number, as --help tells."""
    for command in TORTURE.references:
        with tempfile.TemporaryDirectory() as work:
            path = [w for w in command.name.split()]
            help_text = case.run(TORTURE.program, path + ["--help"], work).out.decode()
        given = set(command.line.split())
        found = {"--" + m[1] for m in OPTION.finditer(help_text)} | {"--seed", "--threads"}
        ways = [[option] for option in sorted(found - given)]
        ways += [["--set", m[1] + "="] for m in SETTING.finditer(help_text) if "--set" in given]
        for way in ways:
            chosen = VALUES if share >= 1 else rng.sample(VALUES, 2)
            if way[0] == "--set":
                chosen = rng.sample([v for v in VALUES if v not in ("2147483647", "0")], round(6 * share) or 1)
            if command.weight < .5 and share < 1:
                continue
            yield extreme, command, (way, chosen)


def extreme(command, work, way, values):
    for value in values:
        case.fresh(work)
        words = TORTURE.words(command)
        words += ["--set", way[1] + value] if way[0] == "--set" else [f"{way[0]}={value}"]
        outcome = TORTURE.run(command, work, words)
        problems = case.judge(outcome, {0, 2}, TORTURE.references[command])
        if outcome.code == 0 and value in ("nan", "-nan", "inf", "-inf", "x", "1x", "", "1e999"):
            problems.append("takes what is no number")
        if outcome.code != 0:
            problems += case.judge_files(command, case.tree(work + "/out"), TORTURE.references[command], {},
                                         stopped=False)
        if problems:
            problems.append("said: " + outcome.err.decode("utf-8", "replace").strip()[-200:])
        yield " ".join(way) + ("" if way[0] == "--set" else "=") + value[:40], problems


CLASSES = {"mutations": mutants, "failing calls": failing_calls, "kills": kills, "interrupts": interrupts,
           "two writers": two_writers, "limits": limits, "closed streams": streams, "names": names,
           "options": options}


# ---- the campaign ----

def do(task):
    number, title, function, command, arguments = task
    work = os.path.join(TORTURE.folder, f"case{os.getpid()}")
    case.fresh(work)
    results = []
    try:
        for name, problems in function(command, work, *arguments):
            results.append((name, problems))
            case.fresh(work) if not problems else None
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
    options_ = parser.parse_args()
    folder = options_.folder or tempfile.mkdtemp(prefix="torture")
    os.makedirs(folder, exist_ok=True)
    global TORTURE
    TORTURE = Torture(os.path.abspath(options_.program), os.path.abspath(options_.shim), os.path.abspath(folder))
    start = time.monotonic()
    TORTURE.prepare(options_.command)
    tasks = []
    for title, make in CLASSES.items():
        if not options_.classes or title in options_.classes:
            rng = random.Random(f"{options_.seed} {title}")
            tasks += [(title, *task) for task in make(rng, options_.share)]
    random.Random(options_.seed).shuffle(tasks)
    totals, failures = collections.Counter(), collections.Counter()
    with multiprocessing.Pool(options_.jobs) as pool:
        for title, command, results in pool.imap_unordered(do, [(i, *t) for i, t in enumerate(tasks)]):
            totals[title] += len(results)
            for name, problems in results:
                if problems:
                    failures[title] += 1
                    print(f"FAILED {title}: {command}: {name}\n    " + "\n    ".join(problems), flush=True)
            if options_.seconds and time.monotonic() - start > options_.seconds:
                pool.terminate()
                break
    print(f"\n{'class':<16} {'cases':>7} {'failures':>9}")
    for title in CLASSES:
        if totals[title]:
            print(f"{title:<16} {totals[title]:>7} {failures[title]:>9}")
    print(f"{'all':<16} {totals.total():>7} {failures.total():>9}"
          f"   (seed {options_.seed}, {time.monotonic() - start:.0f} s)")
    if not options_.folder:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
