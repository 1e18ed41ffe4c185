"""One run of the program under some misfortune, and what must hold after it."""

import os
import re
import resource
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field

import serving

LITTER = re.compile(r"\.part-[0-9a-f]{16}$|\.draft-")
CPU_SECONDS = 20       # of a run that takes well under one when nothing is wrong
STOP_SECONDS = 20      # of a server that was told to end
ADDRESS_SPACE = 6 << 30
MEMORY_BESIDE = 192 << 20  # above that of the same command with good input, and 64 times the input
LONGEST_LINE = 1300


@dataclass
class Outcome:
    code: int      # negative: ended by that signal
    out: bytes
    err: bytes
    cpu: float
    memory: int    # peak, bytes
    met: bool      # its fault


@dataclass
class Reference:
    """What the command does when nothing goes wrong."""
    files: dict
    out: bytes
    memory: int
    calls: dict = field(default_factory=dict)


def run(program, words, folder, *, shim=None, fault=None, disk=None, limits=(), closed=(), stdin=None,
        stdout=None, meanwhile=None, place=None, questions=()):
    """Runs the program in `place` or `folder`, which gets what it prints; `meanwhile` is called while
    it runs, as soon as it met its fault. A server is asked the `questions` and then stopped; what it
    answers is its output. `questions` may be a function that does the asking, given the port."""
    report = os.path.join(folder, "fault")
    env = {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8"}
    if fault or disk is not None:
        env["LD_PRELOAD"] = shim
        env["SACCADE_FAULT_REPORT"] = report
        if fault:
            env["SACCADE_FAULT"] = fault
        if disk is not None:
            env["SACCADE_DISK"] = str(disk)

    def prepare():
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
        for name, value in limits:
            resource.setrlimit(name, (value, value))
        for descriptor in closed:
            os.close(descriptor)

    with open(os.path.join(folder, "stdout"), "w+b") as out, \
            open(os.path.join(folder, "stderr"), "w+b") as err:
        child = subprocess.Popen([program, *words], cwd=place or folder, env=env, preexec_fn=prepare,
                                 stdin=stdin or subprocess.DEVNULL, stdout=stdout or out, stderr=err)
        if meanwhile:
            while child.returncode is None and not os.path.exists(report):
                pid, status, usage = os.wait4(child.pid, os.WNOHANG)
                if pid:
                    child.returncode = os.waitstatus_to_exitcode(status)
                time.sleep(0.001)
            meanwhile()
        answers = b""
        if questions:
            port = serving.port_of(child, out.name)
            if port is not None:
                answers = questions(port) if callable(questions) else serving.ask(port, questions)
            # Not send_signal(), which takes the end of the process away from wait4().
            os.kill(child.pid, signal.SIGTERM if port is not None else signal.SIGKILL)
            stop(child)
        if child.returncode is None:
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        outcome = Outcome(child.returncode, answers or out.read(1 << 22), err.read(1 << 20),
                          usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10,
                          os.path.exists(report))
    for name in ("stdout", "stderr"):
        os.unlink(os.path.join(folder, name))
    return outcome


def stop(child):
    """Kills a process that does not end by itself within some seconds; its end is still to be waited for."""
    until = time.monotonic() + STOP_SECONDS
    while not os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        if time.monotonic() > until:
            os.kill(child.pid, signal.SIGKILL)
            return
        time.sleep(0.005)


def tree(folder):
    """Path -> bytes of all files in a folder, folders with a slash at their end."""
    found = {}
    for path, folders, files in os.walk(folder):
        for name in folders:
            if not os.listdir(os.path.join(path, name)):
                found[os.path.relpath(os.path.join(path, name), folder) + "/"] = b""
        for name in files:
            place = os.path.join(path, name)
            if not os.path.exists(place):
                continue  # a link to nothing
            with open(place, "rb") as file:
                found[os.path.relpath(place, folder)] = file.read()
    return found


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)


def printable(text):
    return all(c == "\n" or (c.isprintable() and c not in "\u202a\u202b\u202c\u202d\u202e") or c == "\t"
               or c in "\u00a0\u00ad\u3000\u200b\u200c\u200d" or ord(c) > 0x2000 for c in text)


def judge(outcome, codes, reference=None, size=0, line=True):
    """What is wrong with how a run ended; nothing when all is as promised. `line`: an error must
    be told on stderr (nobody reads it when it is closed)."""
    problems = []
    if outcome.code == -9 and -9 not in codes or outcome.code == -24:
        problems.append(f"took more than {CPU_SECONDS} s of processor time, or was killed")
    elif outcome.code < 0 and outcome.code not in codes:
        problems.append(f"ended by signal {-outcome.code}")
    elif outcome.code not in codes:
        problems.append(f"exit code {outcome.code}")
    err = outcome.err.decode("utf-8", "replace")
    if "\ufffd" in err or not printable(err):
        problems.append("stderr holds what is not printable")
    if "a bug in saccade" in err:
        problems.append("calls itself a bug")
    told = [text for text in err.splitlines() if text.startswith("saccade: ")]
    if outcome.code > 0 and line and (len(told) != 1 or not err.endswith(told[-1] + "\n")):
        problems.append(f"{len(told)} lines of error, not one at the end")
    if outcome.code == 0 and told:
        problems.append("an error is told, yet the exit code is 0")
    if any(len(text.encode()) > LONGEST_LINE for text in err.splitlines()):
        problems.append("a line is too long")
    if reference and outcome.memory > reference.memory + 64 * size + MEMORY_BESIDE:
        problems.append(f"took {outcome.memory >> 20} MB")
    return problems


def judge_files(command, found, reference, before, *, stopped):
    """Results are whole or as before, and nothing lies beside them. `stopped`: by SIGKILL, which may
    leave litter for the next run to clear away."""
    problems = []
    for name, data in found.items():
        if LITTER.search(name.rstrip("/")) or any(LITTER.search(p) for p in name.split("/")):
            if not stopped:
                problems.append(f"{name} is left behind")
        elif re.search(command.volatile, name) or re.search(command.state, name):
            continue
        elif name in reference.files:
            if data not in (reference.files[name], before.get(name)) and \
                    not re.search(command.partial, name):
                problems.append(f"{name} is neither whole nor as before ({len(data)} bytes)")
        elif not (name.endswith("/") and any(f.startswith(name) for f in reference.files)):
            problems.append(f"{name} is left behind")
    for name in before:
        if name not in found:
            problems.append(f"{name} is gone")
    return problems


def judge_again(command, outcome, found, reference):
    """A run after the misfortune does what one without it does."""
    problems = [f"again: {p}" for p in judge(outcome, {0})]
    if problems:
        return problems + ["again: " + outcome.err.decode("utf-8", "replace")[-300:]]
    if command.asks and outcome.out != reference.out:
        problems.append("again: it answers otherwise")
    steady = {n: d for n, d in found.items()
              if not re.search(command.volatile, n) and not re.search(command.state, n)}
    for name in sorted(steady.keys() | reference.files.keys()):
        if re.search(command.volatile, name) or re.search(command.state, name):
            continue
        if name not in steady:
            problems.append(f"again: {name} is missing")
        elif name not in reference.files:
            problems.append(f"again: {name} is left behind")
        elif steady[name] != reference.files[name]:
            problems.append(f"again: {name} has other bytes")
    return problems
