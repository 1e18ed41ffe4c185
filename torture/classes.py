"""The classes of misfortune. Each yields tasks, (function, command, arguments); a function yields
(case, problems) for every case of its task, in a folder of its own."""

import fnmatch
import os
import random
import re
import resource
import shutil
import sys

import case
import mutations
import samples
import serving
from table import COMMANDS, LEFT_OUT, SAMPLES

BY_NAME = {sample.name: sample for sample in SAMPLES}
NAMED = re.compile(r"\{(\w+)\}")
TORTURE = None  # the campaign that runs, set by torture.py


class Torture:
    def __init__(self, program, shim, folder):
        self.program, self.shim, self.folder = program, shim, folder
        self.samples = os.path.join(folder, "samples")
        self.commands, self.references = [], {}

    def prepare(self, command_filter, lightest=0):
        self.check_table()
        samples.make(self.program, self.samples)
        self.commands = [c for c in COMMANDS if command_filter in c.name and c.weight >= lightest]

    def refer_to(self, commands):
        for command in commands:
            self.references[command] = self.refer(command)

    def check_table(self):
        """No command of the program is forgotten."""
        manual = case.run(self.program, ["manual"], self.folder).out.decode().replace("\\-", "-")
        said = [command.name for command in COMMANDS]
        for section in re.findall(r'^\.SH "(?:saccade )?([a-z -]+)"$', manual, re.M):
            if not any((name + " ").startswith(section + " ") for name in said) and \
                    not any((section + " ").startswith(group + " ") for group in LEFT_OUT):
                sys.exit(f"torture: table.py does not know the command {section}")

    def refer(self, command):
        """What the command does undisturbed, twice: the same bytes."""
        work = os.path.join(self.folder, "reference")
        results = []
        for _ in range(2):
            case.fresh(work)
            outcome = self.run(command, work)
            if command.asks and b"none" in outcome.out.split(b"\n"):
                sys.exit(f"torture: {command.name} gives no answer")
            if outcome.code != 0:
                sys.exit(f"torture: {command.name} fails undisturbed: {outcome.err.decode()}")
            results.append(case.Reference(case.tree(work + "/out"), outcome.out, outcome.memory))
        for name in results[0].files:
            if not re.search(command.volatile, name) and \
                    results[0].files[name] != results[1].files.get(name):
                sys.exit(f"torture: {command.name}: {name} has other bytes the second time")
        steady = {n: d for n, d in results[0].files.items() if not re.search(command.volatile, n)}
        return case.Reference(steady, results[0].out, max(r.memory for r in results))

    def named(self, line, instead=None):
        places = {name: os.path.join(self.samples, sample.path) for name, sample in BY_NAME.items()}
        places.update(out="out", **(instead or {}))
        return [NAMED.sub(lambda m: places[m[1]], word) for word in line.split()]

    def words(self, command, instead=None, again=False):
        return self.named(command.line + (" " + command.again if again else ""), instead)

    def questions(self, command, instead=None):
        questions = []
        for asked in command.asks:
            method, path, *body = self.named(asked, instead)
            data = None
            if body:
                with open(body[0], "rb") as file:
                    data = file.read()
            questions.append((method, path, data))
        return questions

    def start(self, command, work, instead=None):
        """What is there before the command runs: path -> bytes."""
        out = os.path.join(work, "out")
        os.makedirs(out, exist_ok=True)
        for name, sample in command.start:
            if not os.path.exists(os.path.join(out, name)):
                source = (instead or {}).get(sample, os.path.join(self.samples, BY_NAME[sample].path))
                shutil.copytree(source, os.path.join(out, name))
        return {name: data for name, data in case.tree(out).items()
                if command.start and not re.search(command.state, name)}

    def run(self, command, work, words=None, instead=None, **how):
        self.start(command, work, instead)
        how.setdefault("questions", self.questions(command, instead))
        return case.run(self.program, words or self.words(command, instead), work, shim=self.shim, **how)


def files_read(command):
    """(sample, file below it or "", kind) of everything the command reads."""
    asked = " ".join((command.line, *command.asks))
    for name in sorted({*NAMED.findall(asked), *dict(command.start).values()} - {"out"}):
        sample = BY_NAME[name]
        root = os.path.join(TORTURE.samples, sample.path)
        if isinstance(sample.files, str):
            yield sample, "", sample.files
            continue
        named = [m[1] for m in re.finditer(r"\{%s\}/(\S+)" % name, asked)]
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
    for command in TORTURE.commands:
        for sample, file, kind in files_read(command):
            for _ in range(round(share * 250 * command.weight) + 1):
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
    before = TORTURE.start(command, work, {sample.name: target})
    outcome = TORTURE.run(command, work, instead={sample.name: target})
    reference = TORTURE.references[command]
    problems = case.judge(outcome, {0, 2}, reference, len(data))
    found = case.tree(work + "/out")
    if outcome.code != 0:
        problems += case.judge_files(command, found, reference, before, stopped=False)
    else:
        problems += [f"{n} is left behind" for n in found if case.LITTER.search(n)]
    yield f"{how} in {sample.name} {file} (seed {seed})", problems


CALLS = {"write": "ENOSPC", "fsync": "EIO", "rename": "EACCES", "open": "EMFILE", "mkdir": "EROFS",
         "unlink": "EIO", "link": "EIO", "close": "EIO", "flock": "EIO", "read": "EIO", "stat": "EIO",
         "mmap": "ENOMEM", "malloc": "ENOMEM", "thread": "EAGAIN"}
MOST_POINTS = {"malloc": 40}


def failing_calls(rng, share):
    for command in TORTURE.commands:
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
        # What cannot be removed is left for the next run.
        yield from misfortune(command, work, rng, {0, 1, 2}, stopped=call == "unlink", fault=fault)


def misfortune(command, work, rng, codes, *, stopped=False, name=None, told=True, **how):
    """One disturbed run, and an undisturbed one after it."""
    reference = TORTURE.references[command]
    case.fresh(work)
    out = os.path.join(work, "out")
    before = TORTURE.start(command, work)
    if rng.random() < .5:
        # What was there before must stay, unless it is replaced by the whole.
        for file in reference.files:
            if "/" not in file and file not in before and not re.search(command.state, file):
                before[file] = b"old\n"
                with open(os.path.join(out, file), "wb") as old:
                    old.write(b"old\n")
    outcome = TORTURE.run(command, work, **how)
    problems = case.judge(outcome, codes, reference, line=told)
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
    for command in TORTURE.commands:
        yield signalled, command, ("KILL", {-9}, 60, rng.getrandbits(32), share * min(1, command.weight * 4))


def interrupts(rng, share):
    for command in TORTURE.commands:
        for signal in ("INT", "TERM", "HUP"):
            yield signalled, command, (signal, {0, 130}, 20, rng.getrandbits(32),
                                       share * min(1, command.weight * 4))


def signalled(command, work, signal, codes, most, seed, share):
    rng = random.Random(seed)
    for n in points(count_calls(command, work, "state"), share, most, rng):
        yield from misfortune(command, work, rng, codes, stopped=signal == "KILL",
                              fault=f"state:{n}:{signal}")


def two_writers(rng, share):
    for command in TORTURE.commands:
        if "{out}" in command.line:
            yield met, command, (rng.getrandbits(32), share * command.weight)


def met(command, work, seed, share):
    """A second process starts while the first one stands still at one of its calls."""
    rng = random.Random(seed)
    reference = TORTURE.references[command]
    for n in points(count_calls(command, work, "state"), share, 12, rng):
        case.fresh(work)
        before = TORTURE.start(command, work)
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
        problems += case.judge_files(command, found, reference, before, stopped=False)
        again = TORTURE.run(command, work, TORTURE.words(command, again=True))
        problems += case.judge_again(command, again, case.tree(work + "/out"), reference)
        if problems:
            problems.append("said: " + (first.err + second[0].err).decode("utf-8", "replace")[-300:])
        yield f"second writer at state call {n}", problems


def limits(rng, share):
    for command in TORTURE.commands:
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
        # What is told is a file as well, and may not fit.
        yield from misfortune(command, work, rng, {0, 1, 2}, name=f"{name} {value}", told=name != "file size", **how)


def starts(work, how):
    case.fresh(work)
    return case.run(TORTURE.program, ["--version"], work, **how).code == 0


def streams(rng, share):
    for command in TORTURE.commands:
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
    before = TORTURE.start(command, work)
    outcome = TORTURE.run(command, work, **how)
    reference = TORTURE.references[command]
    problems = case.judge(outcome, codes, reference, line=told)
    found = case.tree(work + "/out")
    problems += case.judge_files(command, found, reference, before, stopped=False)
    if problems:
        problems.append("said: " + outcome.err.decode("utf-8", "replace").strip()[-200:])
    yield name, problems


def questions(rng, share):
    for command in TORTURE.commands:
        for _ in range(round(20 * share) + 1 if command.asks else 0):
            yield asked, command, (rng.getrandbits(40),)


def asked(command, work, seed):
    """Requests that are none, one after the other to one server, which then answers as ever."""
    rng = random.Random(seed)
    reference = TORTURE.references[command]
    whole = TORTURE.questions(command)
    results = []

    def torment(port):
        for _ in range(25):
            method, path, body = rng.choice(whole)
            head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
            head += f"Content-Type: image/jpeg\r\nContent-Length: {len(body or b'')}\r\n\r\n"
            body = body or b""
            how, request = mutations.mutate("text", head.encode(), rng.getrandbits(40))
            if rng.random() < .3:
                request = head.encode()
                how, body = mutations.mutate("binary", body, rng.getrandbits(40))
            answer = serving.raw(port, request + body)
            results.append((f"{method} {path.split('?')[0]}: {how}", answer))
        return serving.ask(port, whole)

    case.fresh(work)
    outcome = TORTURE.run(command, work, questions=torment)
    problems = case.judge(outcome, {0}, reference, sum(len(q[2] or b"") for q in whole) + (1 << 20))
    if outcome.out != reference.out:
        problems.append("it answers otherwise than before")
    for name, answer in results:
        odd = []
        if answer is None:
            odd.append("no answer in time")
        elif answer and not re.match(rb"HTTP/1\.[01] (2|4|503)", answer):
            odd.append(f"answers {answer[:60]!r}")
        yield f"{name} (seed {seed})", odd
    yield f"after the questions of seed {seed}", problems
