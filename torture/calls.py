"""Odd calls: names of files that nobody expects, and numbers that are none."""

import os
import random
import re
import shutil
import tempfile

import case
import classes
from classes import BY_NAME, NAMED

GOOD_NAMES = ["a b", "\u00fc\u20ac\U0001f600", b"\xff\xfe", "x\ny", "'\"\\$(x)`", "-", "--help", "\x1b[31m",
              "n" * 240, "\u202ecba", "%s%n", "{}", "...", "sub/dir/n", "*"]
BAD_NAMES = ["", "/", ".", "..", "/dev/full", "/proc/nothing", "n" * 256, "d/" * 3000, "file/under/file",
             "folder", "loop", "/dev/tty", "/sys/nothing", "\0"[:0] + "dangling/x"]


def names(rng, share):
    for command in classes.TORTURE.commands:
        if command.weight < .5 and share < 1:
            continue
        for place, word in enumerate(command.line.split()):
            if "{" in word:
                few = len(GOOD_NAMES) if share >= 1 else 3
                yield renamed, command, (place, few, rng.getrandbits(32))


def overwritten(command, work, place):
    """A result has the name of an input, spelled in another way."""
    line = command.line.split()
    for other, word in enumerate(line):
        named = NAMED.findall(word)
        source = os.path.join(classes.TORTURE.samples, BY_NAME[named[0]].path) if named and named[0] != "out" else ""
        if not os.path.isfile(source) or not word.endswith("}"):
            continue
        case.fresh(work)
        classes.TORTURE.start(command, work)
        shutil.copy(source, os.path.join(work, "out", "input"))
        words = classes.TORTURE.words(command)
        words[other] = word.split("{")[0] + "out/input"
        words[place] = "./out/../out/input"
        outcome = classes.TORTURE.run(command, work, words)
        problems = case.judge(outcome, {2})
        with open(source, "rb") as before, open(os.path.join(work, "out", "input"), "rb") as after:
            if before.read() != after.read():
                problems.append("an input is overwritten")
        yield f"{line[place]} is {word}", problems


def renamed(command, work, place, few, seed):
    """Each argument that is a path gets odd names: good ones must do, bad ones be refused."""
    rng = random.Random(seed)
    word = command.line.split()[place]
    output = word.startswith("{out}") and word[6:] not in dict(command.start)
    if output:
        yield from overwritten(command, work, place)
    for good in (True, False):
        wanted = GOOD_NAMES if good else BAD_NAMES
        for name in rng.sample(wanted, min(few, len(wanted))):
            case.fresh(work)
            out = os.path.join(work, "out")
            classes.TORTURE.start(command, work)
            name = os.fsencode(name)
            base = os.fsencode(work) + b"/out/"
            with open(base + b"file", "wb"), open(base + b"xxx", "wb"):
                os.unlink(base + b"xxx")
            os.mkdir(base + b"folder")
            os.symlink("loop", base + b"loop")
            suffix = os.path.splitext(word)[1].encode() if good and "/" in word else b""
            full = name if name.startswith(b"/") or not name else base + name + suffix
            words = [os.fsencode(w) for w in classes.TORTURE.words(command)]
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
            outcome = classes.TORTURE.run(command, work, words)
            problems = case.judge(outcome, {0} if good and output else {0, 1, 2},
                                  classes.TORTURE.references[command])
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
    for command in classes.TORTURE.commands:
        with tempfile.TemporaryDirectory() as work:
            path = [w for w in command.name.split()]
            help_text = case.run(classes.TORTURE.program, path + ["--help"], work).out.decode()
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
        words = classes.TORTURE.words(command)
        words += ["--set", way[1] + value] if way[0] == "--set" else [f"{way[0]}={value}"]
        before = classes.TORTURE.start(command, work)
        outcome = classes.TORTURE.run(command, work, words)
        # Settings of a training may make it diverge, and it says so.
        codes = {0, 1, 2} if b"diverged" in outcome.err else {0, 2}
        problems = case.judge(outcome, codes, classes.TORTURE.references[command])
        if outcome.code == 0 and value in ("nan", "-nan", "inf", "-inf", "x", "1x", "", "1e999"):
            problems.append("takes what is no number")
        if outcome.code != 0:
            problems += case.judge_files(command, case.tree(work + "/out"), classes.TORTURE.references[command],
                                         before, stopped=False)
        if problems:
            problems.append("said: " + outcome.err.decode("utf-8", "replace").strip()[-200:])
        yield " ".join(way) + ("" if way[0] == "--set" else "=") + value[:40], problems
