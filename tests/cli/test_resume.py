#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Interrupted runs: signals and kills at random moments, then on to the same bits; what a resume
must refuse; disks that are full."""
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

from harness import PROGRAM, amphi, expect, expect_run, listing, main

KILLS = 50
SEED = random.randrange(1 << 32)
# Many checkpoints, so that kills also hit the writing of one.
BUSY = ("--threads", "1", "--quiet", "--set", "output.checkpoint=0.01", "--set", "output.interval=0.02")


def sha(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def reference(folder, *more):
    """An uninterrupted run in folder/whole; returns how long it took, s."""
    began = time.monotonic()
    expect_run(amphi("run", "case.yaml", "-o", "whole", *BUSY, *more, cwd=folder), 0)
    return time.monotonic() - began


def expect_same(folder, name):
    expect_run(amphi("compare", "--exact", "whole", name, cwd=folder), 0)
    expect(sha(folder / "whole/gauges.csv") == sha(folder / name / "gauges.csv"), "gauges.csv differ")
    series = [json.loads((folder / n / "particles.vtkhdf.series").read_text())["files"] for n in ("whole", name)]
    expect(series[0] == series[1], f"series differ:\n{series[0]}\n{series[1]}")
    names = [{n for n in listing(folder / f) if n.startswith("particles_")} for f in ("whole", name)]
    expect(names[0] == names[1], f"snapshots differ:\n{names[0]}\n{names[1]}")


def begin(folder, name, *more):
    """Start a run, or resume it if a checkpoint is there."""
    if (folder / name / "checkpoint.h5").exists():
        arguments = ("--resume", name)
    else:
        arguments = ("case.yaml", "-o", name, "--force")
    command = [PROGRAM, "run", *arguments, *BUSY, *more]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process, allowed):
    out, err = process.communicate(timeout=120)
    expect(process.returncode in allowed, f"exit status {process.returncode}, not in {allowed}:\n{out}{err}")
    return process.returncode


def size_of(path):
    return path.stat().st_size if path.exists() else 0


def wait_for(condition, process):
    while not condition() and process.poll() is None:
        time.sleep(0.002)


def begin_listening(folder, name, *more):
    """begin, and wait until the run has said its header: it handles signals by then."""
    log = folder / name / "log.txt"
    before = size_of(log) if (folder / name / "checkpoint.h5").exists() else 0
    if not before:
        log.unlink(missing_ok=True)
    process = begin(folder, name, *more)
    wait_for(lambda: size_of(log) > before, process)
    return process


def stop_once(folder, name, which, longest):
    """Start or resume, and stop by a signal; false if the run had ended before it came."""
    process = begin_listening(folder, name)
    time.sleep(random.uniform(0, longest))
    process.send_signal(which)
    if not finish(process, (0, 128 + which)):
        shutil.rmtree(folder / name)
        return False
    summary = json.loads((folder / name / "summary.json").read_text())
    expect(summary["outcome"] == "interrupted", f"{summary}")
    expect(f"amphi run --resume {name}" in (folder / name / "log.txt").read_text(), "how to resume is not said")
    return True


def test_stop_signals(folder):
    duration = reference(folder)
    for which in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR2, signal.SIGXCPU):
        name = f"stopped-by-{which}"
        stops = sum(stop_once(folder, name, which, duration / (4 + attempt)) for attempt in range(5))
        expect(stops >= 2, f"only {stops} of 5 signals came in time")
        if (folder / name).exists():
            expect_run(amphi("run", "--resume", name, *BUSY, cwd=folder), 0)
            expect_same(folder, name)


def ask_for_checkpoint(folder, more, delay):
    """A run that gets SIGUSR1 and ends by itself; folder/copied is what was there when the checkpoint was."""
    for name in ("asked", "copied"):
        shutil.rmtree(folder / name, ignore_errors=True)
    process = begin_listening(folder, "asked", *more)
    early = (folder / "asked/checkpoint.h5").exists()
    time.sleep(delay)
    process.send_signal(signal.SIGUSR1)
    wait_for((folder / "asked/checkpoint.h5").exists, process)
    shutil.copytree(folder / "asked", folder / "copied", ignore=shutil.ignore_patterns("*.tmp"))
    finish(process, (0,))
    return not early and "Checkpoint written" in (folder / "asked/log.txt").read_text()


def test_checkpoint_signal(folder):
    more = ("--set", "output.checkpoint=0")
    duration = reference(folder, *more)
    asked = any(ask_for_checkpoint(folder, more, random.uniform(0, 0.3) * duration / (1 + n)) for n in range(8))
    expect(asked, "no SIGUSR1 led to a checkpoint while the run went on")
    expect_same(folder, "asked")
    expect_run(amphi("run", "--resume", "copied", *BUSY, *more, cwd=folder), 0)
    expect_same(folder, "copied")


def test_kill(folder):
    duration = reference(folder)
    kills, rounds, resumed = 0, 0, 0
    while kills < KILLS:
        name, rounds = f"killed{rounds}", rounds + 1
        while True:
            resumed += (folder / name / "checkpoint.h5").exists()
            process = random.choice((begin, begin_listening, begin_listening))(folder, name)  # while it starts, too
            try:
                process.wait(timeout=random.uniform(0, 0.15) * duration + 0.02)
            except subprocess.TimeoutExpired:
                process.kill()
                kills += 1
            if finish(process, (0, -signal.SIGKILL)) == 0:
                break
            if kills >= KILLS:
                finish(begin(folder, name), (0,))
                break
        expect_same(folder, name)
        left = [n for n in listing(folder / name) if n.endswith(".tmp")]
        expect(not left, f"left-overs: {left}")
        shutil.rmtree(folder / name)
    expect(resumed > KILLS / 4, f"only {resumed} of {kills} kills came after a checkpoint")


def test_finished_and_extended(folder):
    reference(folder)
    expect_run(amphi("run", "case.yaml", "-o", "short", *BUSY, "--end", "0.11", cwd=folder), 0)
    before = {n: sha(folder / "short" / n) for n in listing(folder / "short")}
    expect_run(amphi("run", "--resume", "short", cwd=folder), 0, "Nothing to do", "--end")
    expect(before == {n: sha(folder / "short" / n) for n in listing(folder / "short")}, "nothing to do, but files changed")
    # Killed behind the last checkpoint: the last files are written again.
    for name in ("summary.json", "particles_0006.vtkhdf"):
        (folder / "short" / name).unlink()
    expect_run(amphi("run", "--resume", "short", *BUSY, cwd=folder), 0)
    expect("Nothing to do" in amphi("run", "--resume", "short", cwd=folder).stdout, "the run is not complete")
    expect(before["particles_0006.vtkhdf"] == sha(folder / "short/particles_0006.vtkhdf"), "another last snapshot")
    expect_run(amphi("run", "--resume", "short", *BUSY, "--end", "0.2", cwd=folder), 0)
    expect_same(folder, "short")
    expect_run(amphi("run", "case.yaml", "-o", "steps", *BUSY, "--steps", "7", cwd=folder), 0)
    expect_run(amphi("run", "case.yaml", "-o", "steps", "--resume", *BUSY, "--steps", "20", cwd=folder), 0)
    expect(json.loads((folder / "steps/summary.json").read_text())["steps"] == 20, "--steps counts all steps")
    expect_run(amphi("run", "--resume", "steps", *BUSY, cwd=folder), 0)
    expect_same(folder, "steps")


def test_extended_and_killed(folder):
    """A run that ended is to go on, and is killed before, and behind, the next snapshot: the one with which it ended stays
    until another has its number, and resumed at the old end the folder is what it was."""
    reference(folder)
    expect_run(amphi("run", "case.yaml", "-o", "ended", *BUSY, "--end", "0.11", cwd=folder), 0)
    series = (folder / "ended/particles.vtkhdf.series").read_text()
    snapshot = (folder / "ended/particles_0006.vtkhdf").read_bytes()
    ended = json.loads((folder / "ended/summary.json").read_text())
    rare = ("--threads", "1", "--quiet", "--set", "output.checkpoint=0", "--end", "90")
    for interval, awaited in (("1000", ""), ("0.001", "particles_0009.vtkhdf")):
        shutil.rmtree(folder / "on", ignore_errors=True)
        shutil.copytree(folder / "ended", folder / "on")
        before = size_of(folder / "on/log.txt")
        process = subprocess.Popen([PROGRAM, "run", "--resume", "on", *rare, "--set", f"output.interval={interval}"], cwd=folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(lambda: (folder / "on" / awaited).exists() and size_of(folder / "on/log.txt") > before, process)
        process.kill()
        process.wait()
        if not awaited:
            expect((folder / "on/particles_0006.vtkhdf").read_bytes() == snapshot, "the last snapshot is gone")
            expect((folder / "on/particles.vtkhdf.series").read_text() == series, "the series lacks the last snapshot")
        result = amphi("run", "--resume", "on", *BUSY, "--end", "0.11", cwd=folder)
        expect_run(result, 0)
        expect((folder / "on/particles_0006.vtkhdf").read_bytes() == snapshot, "another last snapshot")
        expect((folder / "on/particles.vtkhdf.series").read_text() == series, "another series")
        expect(not (folder / "on/particles_0007.vtkhdf").exists(), "snapshots behind the end are left")
        again = json.loads((folder / "on/summary.json").read_text())
        expect(again["state_hash"] == ended["state_hash"] and again["outcome"] == "finished", f"{again}")
        expect_run(amphi("run", "--resume", "on", *BUSY, "--end", "0.2", cwd=folder), 0)
        expect_same(folder, "on")


def test_other_ways(folder):
    """Without fixed sums whatever says how a backend computes is told at a resume, and refused with --exact."""
    ways = {"cpu": ("cpu.pairs=twice", "cpu.strategy=cells", "cpu.cells=whole", "cpu.lanes=scalar", "cpu.share=timed"),
            "offload": ("offload.passes=separate", "offload.records=apart", "offload.order=particle", "offload.types=mixed",
                        "offload.search=wide", "offload.strategy=cells", "offload.team=128")}
    for backend, keys in ways.items():
        how = ("--backend", backend, "--threads", "2", "--quiet") + (("--device", "host") if backend == "offload" else ())
        for summation in ("kahan", "fixed"):
            more = ("--set", f"summation={summation}")
            shutil.rmtree(folder / "out", ignore_errors=True)
            expect_run(amphi("run", "case.yaml", "-o", "out", *how, *more, "--steps", "3", cwd=folder), 0)
            for step, key in enumerate(keys if summation == "kahan" else keys[:1], 4):
                exact = ("--resume", "-o", "out", "--exact", *how, *more, "--steps", step, "--set", key)
                result = amphi("run", "case.yaml", *exact, cwd=folder)
                if summation == "fixed":
                    expect_run(result, 0)
                else:
                    name, value = key.split("=")
                    expect_run(result, 2, f"{name} was ", f", is {value}")
            same = amphi("run", "case.yaml", "--resume", "-o", "out", "--exact", *how, *more, "--steps", 20, cwd=folder)
            expect_run(same, 0)
        expect_run(amphi("run", "case.yaml", "-o", "out", "--force", *how, "--steps", "3", cwd=folder), 0)
        expect_run(amphi("run", "case.yaml", "--resume", "-o", "out", *how, "--steps", "4", "--set", keys[0], cwd=folder), 0)
        expect(json.loads((folder / "out/summary.json").read_text())["one_build"] is False, f"{keys[0]}: one_build")
        other = "cpu.pairs=twice" if backend == "offload" else "offload.order=particle"  # of a backend that is not in use
        expect_run(amphi("run", "case.yaml", "-o", "out", "--force", *how, "--steps", "3", cwd=folder), 0)
        result = amphi("run", "case.yaml", "--resume", "--exact", "-o", "out", *how, "--steps", "4", "--set", other, cwd=folder)
        expect_run(result, 0)
    how = ("--threads", "2", "--quiet", "--set", "cpu.share=dynamic")
    expect_run(amphi("run", "case.yaml", "-o", "out", "--force", *how, "--steps", "3", cwd=folder), 0)
    result = amphi("run", "case.yaml", "--resume", "--exact", "-o", "out", *how, "--steps", "4", cwd=folder)
    expect_run(result, 2, "cpu.share gives other bits in every run")


def test_moved_gauges(folder):
    """A column goes on with what it began with; how often it is measured may change."""
    case = (folder / "case.yaml").read_text()
    line = 1 + case[:case.index("name: P1")].count("\n")
    expect_run(amphi("run", "case.yaml", "-o", "out", *BUSY, "--steps", "5", cwd=folder), 0)
    kept = {n: sha(folder / "out" / n) for n in listing(folder / "out")}
    old = "at: [0.1, 0.05]"
    for new, told in (("at: [0.1, 0.06]", "at: [0.1, 0.06]"), (f"{old}, frequency: 20", "frequency: 20")):
        (folder / "moved.yaml").write_text(case.replace(old, new))
        result = amphi("run", "moved.yaml", "--resume", "-o", "out", *BUSY, "--steps", "9", cwd=folder)
        expect_run(result, 2, f"moved.yaml:{line}: gauges.P1: ", old, told)
    expect_run(amphi("run", "case.yaml", "--resume", "-o", "out", *BUSY, "--set", "gauges.V1.at=[0.1, 0.11]", cwd=folder), 2,
               "gauges.V1: ", "was {type: velocity, at: [0.1, 0.1]}")
    expect({n: sha(folder / "out" / n) for n in listing(folder / "out")} == kept, "a refused resume changed files")
    expect_run(amphi("run", "case.yaml", "-o", "rare", *BUSY, "--steps", "5", "--set", "gauges.P1.interval=100", cwd=folder), 0)
    expect_run(amphi("run", "case.yaml", "-o", "rare", "--resume", *BUSY, "--end", "0.01", cwd=folder), 0)
    rows = [r.split(",") for r in (folder / "rare/gauges.csv").read_text().splitlines()]
    pressures = [r for r in rows[1:] if r[rows[0].index("P1 [Pa]")]]
    expect(len(pressures) > 5, f"a gauge that is to be read more often waits for its old time: {pressures}")


def test_changed_case(folder):
    expect_run(amphi("run", "case.yaml", "-o", "out", *BUSY, "--steps", "5", cwd=folder), 0)
    kept = sha(folder / "out/checkpoint.h5")
    used = sha(folder / "out/used.yaml")
    for change, told in (("dp=0.02", "'dp'"), ("kernel=cubic", "'kernel'"), ("gravity=[0, -9]", "'gravity'"),
                         ("viscosity={model: artificial, alpha: 0.2}", "'viscosity'"), ("summation=plain", "'summation'"),
                         ("fluids.water.shapes.0.high=[0.2, 0.1]", "'fluids'"), ("domain.open=[+y]", "'domain'"),
                         ("integrator.cfl=0.1", "'integrator'"), ("material.density=900", "'material'")):
        result = amphi("run", "case.yaml", "--resume", "-o", "out", "--set", change, cwd=folder)
        expect_run(result, 2, "the checkpoint is of another case", told)
    expect(kept == sha(folder / "out/checkpoint.h5") and used == sha(folder / "out/used.yaml"), "files changed")


FASTER = """method: wcsph
dimensions: 2
dp: 0.05
domain: {low: [-0.3, 0], high: [2, 1]}
gravity: [0, -9.81]
fluids: [{name: water, shapes: [{add: box, low: [0.2, 0], high: [2, 0.2]}]}]
walls:
  - {name: tank, shapes: [{add: box, low: [-0.3, 0], high: [2, 1], fill: shell-outside, open: [+y, -x]}]}
  - {name: paddle, motion: {type: straight, acceleration: [8, 0], from: 0, to: 0.5}, shapes: [{add: box, low: [-0.2, 0], high: [0, 0.5]}]}
end: 0.5
output: {interval: 0, checkpoint: 0}
"""
LEVELS = "resolution=[{name: end, low: [1.25, 0], high: [2, 1]}]"


def test_sound_of_a_later_end(folder):
    """A wall that gets faster needs another speed of sound until a later end: a run keeps the one that it began with, unless that is more than 2 % too low."""
    (folder / "faster.yaml").write_text(FASTER)
    fixed = ("--set", "material.speed_of_sound=32")
    for name, more in (("foreseen", ()), ("given", fixed)):
        expect_run(amphi("run", "faster.yaml", "-o", name, "-q", "-e", "0.02", *more, cwd=folder), 0)
    kept = sha(folder / "foreseen/checkpoint.h5")
    expect_run(amphi("run", "--resume", "foreseen", "-q", "-e", "0.4", cwd=folder), 2, "speed of sound", "19.81 m/s", "0.4 s")
    expect(sha(folder / "foreseen/checkpoint.h5") == kept, "a refused resume changed the checkpoint")
    expect_run(amphi("run", "--resume", "foreseen", "-q", "-e", "0.03", cwd=folder), 0)
    told = expect_run(amphi("run", "--resume", "foreseen", "-e", "0.25", cwd=folder), 0)  # 20 m/s foreseen, 1 % more
    expect("c0 = 19.81 m/s, with which the run began" in told.stdout + told.stderr, "c0 that is kept")
    expect("c0 = 20" not in (folder / "foreseen/log.txt").read_text(), "log.txt has another c0")
    expect_run(amphi("run", "faster.yaml", "-o", "levels", "-q", "-e", "0.02", "--set", LEVELS, cwd=folder), 0)
    told = expect_run(amphi("run", "--resume", "levels", "-e", "0.25", "--steps", 20, cwd=folder), 0)
    expect((told.stdout + told.stderr).count("c0 = 19.81 m/s, with which the run began") == 1, "c0 that levels keep")
    expect_run(amphi("run", "--resume", "given", "-q", "-e", "0.03", cwd=folder), 0)


def test_bad_checkpoints(folder):
    expect_run(amphi("run", "case.yaml", "-o", "out", *BUSY, "--steps", "5", cwd=folder), 0)
    checkpoint = folder / "out/checkpoint.h5"
    whole = checkpoint.read_bytes()
    middle = len(whole) // 2
    bad = {"empty": b"", "text": b"not a checkpoint\n", "truncated": whole[:middle],
           "flipped": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1:],
           "foreign": (folder / "out/particles_0000.vtkhdf").read_bytes()}
    for kind, data in bad.items():
        checkpoint.write_bytes(data)
        expect_run(amphi("run", "--resume", "out", cwd=folder), 2, "checkpoint.h5")
        expect(checkpoint.read_bytes() == data, f"the {kind} checkpoint was changed")
    checkpoint.write_bytes(whole)
    expect_run(amphi("run", "--resume", "out", *BUSY, "--steps", "8", cwd=folder), 0, "")


def test_bad_gauges(folder):
    """What a checkpoint counts on of gauges.csv is as it was, or the run does not go on; what is behind it may be anything."""
    expect_run(amphi("run", "case.yaml", "-o", "out", *BUSY, "--steps", "200", cwd=folder), 0)
    table = folder / "out/gauges.csv"
    whole = table.read_bytes()
    for k in range(60):
        bad = bytearray(whole)
        at = random.randrange(len(bad))
        kind = ("cut", "flip", "row")[k % 3]
        if kind == "cut":
            bad = bad[:at]
        elif kind == "flip":
            bad[at] ^= 1 << random.randrange(8)
        else:
            rows = whole.splitlines(keepends=True)
            del rows[random.randrange(len(rows))]
            bad = b"".join(rows)
        table.write_bytes(bad)
        result = amphi("run", "--resume", "out", *BUSY, cwd=folder)
        expect_run(result, 2, "gauges.csv", "since the checkpoint", "put it back as it was, or start anew with --force")
        expect(table.read_bytes() == bad, f"{kind} at {at}: the table was changed")
    table.unlink()
    expect_run(amphi("run", "--resume", "out", *BUSY, cwd=folder), 2, "gauges.csv: it is gone")
    table.write_bytes(whole + b"torn,")
    expect_run(amphi("run", "--resume", "out", *BUSY, cwd=folder), 0)
    reference(folder)
    expect_same(folder, "out")


def test_gauges_left_out(folder):
    """Without gauges a resume leaves the table as it is; with them again it goes on there."""
    expect_run(amphi("run", "case.yaml", "-o", "out", *BUSY, "--steps", "20", cwd=folder), 0)
    whole = (folder / "out/gauges.csv").read_bytes()
    case = (folder / "case.yaml").read_text()
    (folder / "none.yaml").write_text(case[:case.index("gauges:")])
    expect_run(amphi("run", "none.yaml", "-o", "out", "--resume", *BUSY, "--steps", "40", cwd=folder), 0)
    expect((folder / "out/gauges.csv").read_bytes() == whole, "a table that nobody asked for was changed")
    expect_run(amphi("run", "case.yaml", "-o", "out", "--resume", *BUSY, "--steps", "60", cwd=folder), 0)
    expect((folder / "out/gauges.csv").read_bytes().startswith(whole), "the rows of before are gone")


def test_two_at_once(folder):
    first = subprocess.Popen([PROGRAM, "run", "case.yaml", "-o", "out", *BUSY, "--end", "100"], cwd=folder,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        wait_for((folder / "out/checkpoint.h5").exists, first)
        expect_run(amphi("run", "--resume", "out", cwd=folder), 2, "another run is writing here")
        expect_run(amphi("run", "case.yaml", "-o", "out", "--force", cwd=folder), 2, "another run is writing here")
        expect(first.poll() is None, "the first run was disturbed")
    finally:
        first.terminate()
        first.communicate()
    expect(first.returncode == 128 + signal.SIGTERM, f"exit status {first.returncode}")


def test_waiting_threads_sleep(folder):
    """Threads spin briefly before they sleep, unless the environment says how long; that starts the program again as itself."""
    if "gomp" not in (amphi("info", "--json").stdout + amphi("info").stdout):
        return
    plain = {name: value for name, value in os.environ.items() if name not in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")}
    for given, wanted in (({}, "GOMP_SPINCOUNT=5000"), ({"OMP_WAIT_POLICY": "passive"}, None), ({"GOMP_SPINCOUNT": "7"}, "GOMP_SPINCOUNT=7")):
        shutil.rmtree(folder / "out", ignore_errors=True)
        process = subprocess.Popen([PROGRAM, "run", "case.yaml", "-o", "out", *BUSY, "--end", "100"], cwd=folder, env=plain | given,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            wait_for((folder / "out/checkpoint.h5").exists, process)
            environment = Path(f"/proc/{process.pid}/environ").read_bytes().decode().split("\0")
            name = Path(f"/proc/{process.pid}/comm").read_text().strip()
        finally:
            process.terminate()
            process.communicate()
        spins = [word for word in environment if word.startswith("GOMP_SPINCOUNT=")]
        expect(spins == ([wanted] if wanted else []) and name == Path(PROGRAM).name[:15], f"{spins}, {name}")


def limit_files(size):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_full_disk(folder):
    reference(folder)
    expect_run(amphi("run", "case.yaml", "-o", "full", *BUSY, "--steps", "50", cwd=folder), 0)
    checkpoint = folder / "full/checkpoint.h5"
    kept, size = sha(checkpoint), checkpoint.stat().st_size
    largest = max(path.stat().st_size for path in (folder / "full").iterdir() if path != checkpoint)
    expect(largest < size, "the checkpoint is not the largest file")
    # Next to nothing fits; everything but the checkpoint fits.
    for limit in (1100, size - 1):
        result = amphi("run", "--resume", "full", *BUSY, cwd=folder, preexec_fn=limit_files(limit))
        expect_run(result, 1, "File too large")
        expect(sha(checkpoint) == kept, f"the checkpoint did not survive a limit of {limit} bytes")
    expect_run(amphi("run", "--resume", "full", *BUSY, cwd=folder), 0)
    expect_same(folder, "full")
    result = amphi("run", "case.yaml", "-o", "never", *BUSY, cwd=folder, preexec_fn=limit_files(2000))
    expect_run(result, 1, "File too large")


random.seed(SEED)
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup runs would ignore it too
print(f"seed {SEED}")
main([test_stop_signals, test_checkpoint_signal, test_kill, test_finished_and_extended, test_extended_and_killed,
      test_other_ways, test_moved_gauges, test_changed_case, test_sound_of_a_later_end,
      test_bad_checkpoints, test_bad_gauges, test_gauges_left_out, test_two_at_once, test_waiting_threads_sleep, test_full_disk])
