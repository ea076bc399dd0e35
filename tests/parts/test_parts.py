#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs in several parts: bits, files and gauges of a run alone; resumed on other numbers of parts; refusals; a part dies."""
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import h5py

from launch import library, mpirun, parts

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from harness import PROGRAM, SOURCE, amphi, expect, expect_run, main  # noqa: E402

DEATHS = 50 if os.environ.get("AMPHI_FAULTS") == "all" else 3
FIXED = ("--set", "summation=fixed", "--threads", "1", "--quiet")
MIXED = ("cpu,offload,reference", 3)  # each backend has a part; each alone: test_bits


def ways(*all_of_them):
    """Backends and numbers of parts; under sanitizers, which look for what a step reads and writes, the last alone."""
    return all_of_them[-1:] if "AMPHI_SANITIZED" in os.environ else all_of_them


def state_hash(folder):
    return json.loads((folder / "summary.json").read_text())["state_hash"]


def same(folder, name, what):
    expect(state_hash(folder / name) == state_hash(folder / "alone"), f"{what}: another hash than alone")
    if (folder / "alone/gauges.csv").exists():
        expect((folder / name / "gauges.csv").read_bytes() == (folder / "alone/gauges.csv").read_bytes(),
               f"{what}: other gauges than alone")
    expect_run(amphi("compare", "--exact", folder / "alone", folder / name), 0)


def test_bits(folder):
    """Every number of parts, on each backend, has the state, snapshots, gauges and wall forces of a run alone."""
    end = ("--end", "0.04", "--set", "output.interval=0.02", *FIXED)
    expect_run(amphi("run", "case.yaml", "-o", "alone", *end, cwd=folder), 0)
    for backend, count in ways(("cpu", 2), MIXED, ("cpu", 7)):  # offload alone: test_mixed
        name = f"{backend}{count}"
        device = ("--device", "host") if "offload" in backend else ()
        expect_run(parts(count, "run", "case.yaml", "-o", name, "--backend", backend, *device, *end, cwd=folder), 0)
        same(folder, name, f"{count} parts on {backend}")


def test_files(folder):
    """Files are written a window of rows at a time, of which here are two: they are those of a run alone."""
    case = SOURCE / "cases/dambreak-building"
    shown = "output={interval: 0.02, every: 3, low: [0.1, 0, 0], high: [0.3, 0.6, 0.4], fields: [velocity]}"
    for name, dp, steps, more in (("whole", "0.007", "2", ()), ("some", "0.02", "2", ("--set", shown))):
        command = ("run", case, "--set", f"dp={dp}", "--steps", steps, *more, *FIXED)
        expect_run(amphi(*command, "-o", folder / name / "alone"), 0)
        for _, count in ways(("cpu", 2), ("cpu", 5)) if name == "some" else (("cpu", 3),):
            expect_run(parts(count, *command, "-o", folder / name / str(count)), 0)
            same(folder / name, str(count), f"{count} parts, {name}")
            files = sorted((folder / name / "alone").glob("*.vtkhdf"))
            expect(len(files) == 2, f"{files}")
            for file in files:
                expect(file.read_bytes() == (folder / name / str(count) / file.name).read_bytes(),
                       f"{count} parts, {name}: other bytes in {file.name}")


def test_found(folder):
    """Vorticity, the free surface, a torque and totals come of neighbours in other parts, and from all of them."""
    shown = "output={interval: 0.004, fields: [velocity, vorticity, free_surface]}"
    gauges = "gauges=[{name: E, type: totals, interval: 0.003}, {name: T, type: torque, on: %s, at: [0.4, 0.1%s], interval: 0.003}]"
    cases = {"taylor-green": ("dp=0.05",), "dambreak2d": ("dp=0.01", gauges % ("tank", "")),
             "dambreak-building": ("dp=0.025", gauges % ("building", ", 0"))}
    for case, sets in cases.items():
        more = [word for s in (shown, *sets) for word in ("--set", s)]
        command = ("run", SOURCE / "cases" / case, "--end", "0.02", *FIXED, *more)
        expect_run(amphi(*command, "-o", folder / case / "alone"), 0)
        files = sorted((folder / case / "alone").glob("*.vtkhdf"))
        expect(len(files) > 4, f"{files}")
        for backend, count in ways(("cpu", 5), MIXED):
            device = ("--device", "host") if "offload" in backend else ()
            at = f"{backend}{count}"
            expect_run(parts(count, *command, "-o", folder / case / at, "--backend", backend, *device), 0)
            same(folder / case, at, f"{case}: {count} parts on {backend}")
            for file in files:
                expect(file.read_bytes() == (folder / case / at / file.name).read_bytes(),
                       f"{case}: {count} parts on {backend}: other bytes in {file.name}")


def test_models(folder):
    """So have cases with periodic faces, shifting, both integrators, models with passes of their own, viscosity along time, a current, and bodies."""
    (folder / "v.txt").write_text("0 1\n0.01 3\n")
    models = {
        "taylor-green": ("dp=0.05",),
        "poiseuille": ("integrator.scheme=symplectic", f"viscosity.file={folder / 'v.txt'}"),
        "dambreak2d": ("dp=0.01", "boundary={model: dummy, slip: no}", "density_diffusion={model: antuono}", "relaxation_zones=[{name: jet, from: [0.1, 0.1], to: [0.15, 0.15], side: [0.05, 0.15], current: 1}]"),
        "moving-square": ("dp=0.05", "settle=6", "free_surface=none", "gradients_every=5"),
        "irregular-waves": ("dp=0.04", "gradient_correction=adjoint", "gradients_every=5"),
        "floating-box": ("dp=0.03",),
        "moored-box": ("dp=0.04",),
    }
    for case, sets in models.items():
        more = [word for pair in (("--set", s) for s in sets) for word in pair]
        for count in (1, 3):
            command = ("run", SOURCE / "cases" / case, "-o", folder / f"{case}{count}", "--steps", "25", *FIXED, *more)
            expect_run(amphi(*command) if count == 1 else parts(count, *command), 0)
        expect(state_hash(folder / f"{case}1") == state_hash(folder / f"{case}3"), f"{case}: another hash in 3 parts")


def test_walls(folder):
    """mdbc walls, at rest and moving, look at fluid in other parts; segments of semi-analytical ones cut kernels across faces."""
    models = {
        "wedge": ("still-wedge", "dp=0.04"),
        "square": ("moving-square", "dp=0.1", "boundary.model=mdbc"),
        "segments": ("dambreak2d", "dp=0.02", "boundary={model: semi_analytical, slip: no}"),
    }
    for name, (case, *sets) in models.items():
        more = [word for s in sets for word in ("--set", s)]
        command = ("run", SOURCE / "cases" / case, "--steps", "40", *FIXED, *more)
        expect_run(amphi(*command, "-o", folder / name / "alone"), 0)
        for backend, count in ways(("cpu", 5), MIXED):
            device = ("--device", "host") if "offload" in backend else ()
            at = f"{backend}{count}"
            expect_run(parts(count, *command, "-o", folder / name / at, "--backend", backend, *device), 0)
            same(folder / name, at, f"{name}: {count} parts on {backend}")
        half = [*command, "-o", folder / name / "half"]
        half[half.index("--steps") + 1] = "20"
        expect_run(parts(3, *half), 0)
        more = parts(2, "run", "--resume", folder / name / "half", "--steps", "40", "--threads", "1")
        said = expect_run(more, 0).stdout + more.stderr
        expect("Part 0 reads" not in said, f"{name}: {said}")
        expect(state_hash(folder / name / "half") == state_hash(folder / name / "alone"), f"{name}: resumed, another hash")


def test_spray(folder):
    """What flies over the top of the domain is counted once, and on in a run that is resumed."""
    run = ("run", "case.yaml", *FIXED, "--set", "fluids=[{name: spray, velocity: [0, 3], shapes: [{add: box, low: [0.25, 0.22], high: [0.35, 0.34]}]}]", "--set", "walls=[]", "--set", "gauges=[]", "--set", "limits.spray=1", "-o")
    runs = (("half", amphi(*run, "half", "--end", "0.05", cwd=folder)), ("alone", amphi(*run, "alone", cwd=folder)), ("three", parts(3, *run, "three", cwd=folder)))
    some, alone, three = (expect_run(done, 0) and json.loads((folder / name / "summary.json").read_text())["particles"]["over_the_top"] for name, done in runs)
    expect_run(parts(2, "run", "--resume", folder / "half", "--end", "0.2"), 0)
    expect(0 < some < alone == three == json.loads((folder / "half/summary.json").read_text())["particles"]["over_the_top"], f"{some}; {alone}, {three}")


def test_placed(folder):
    """Each part places its own of walls that move, several phases and surfaces of walls, and not of points; all are resumed."""
    (folder / "points.csv").write_text("x,y\n" + "".join(f"{0.05 * i + 0.03},{0.05 * k + 0.02}\n" for i in range(20) for k in range(20)))
    points = SOURCE / "cases/taylor-green"
    models = {
        "tank": (SOURCE / "cases/rolling-tank", "dp=0.02"),
        "body": (SOURCE / "cases/floating-box", "dp=0.03"),
        "phases": (SOURCE / "cases/lock-exchange/gate.yaml", "dp=0.1"), "ends": (SOURCE / "cases/two-fluids-open", "fluids.oil.velocity=[1.5, 0]"),
        "bubble": (SOURCE / "cases/rising-bubble", "dp=0.05"), "between": (SOURCE / "tests/wcsph/phases/floating.yaml", "dp=0.025"),
        "surfaces": (SOURCE / "cases/spheric02", "dp=0.06", "output.surfaces=all"),
        "tilted": (SOURCE / "cases/dambreak2d", "dp=0.02", "gravity=[3, -9.81]", "fluids.water.hydrostatic=no"),
        "points": (points, "dp=0.05", "fluids.fluid.shapes=[{add: points, file: %s}]" % (folder / "points.csv")),
    }
    for name, (case, *sets) in models.items():
        more = [word for s in sets for word in ("--set", s)]
        command = ("run", case, *FIXED, *more)
        expect_run(amphi(*command, "--steps", "10", "-o", folder / name / "alone"), 0)
        for backend, count in ways(("cpu", 5), ("offload", 2)):
            device = ("--device", "host") if backend == "offload" else ()
            expect_run(parts(count, *command, "--steps", "10", "-o", folder / name / backend, "--backend", backend, *device), 0)
            same(folder / name, backend, f"{name}: {count} parts on {backend}")
        expect_run(parts(3, *command, "--steps", "5", "-o", folder / name / "half"), 0)
        rest = parts(4, "run", "--resume", folder / name / "half", "--steps", "10", "--threads", "1")
        said = expect_run(rest, 0).stdout + rest.stderr
        expect("Part 0 reads" not in said, f"{name}: {said}")
        expect(state_hash(folder / name / "half") == state_hash(folder / name / "alone"), f"{name}: resumed, another hash")


def test_messages(folder):
    """Rows that go by message, as between hosts, and come while others are computed: the same bits, and every list more than once."""
    models = {
        "dambreak-building": ("dp=0.025",),
        "moving-square": ("dp=0.1", "boundary={model: dummy, slip: no}"),
        "poiseuille-rheology": (),
        "dambreak2d": ("dp=0.02", "boundary={model: semi_analytical, slip: no}"),
    }
    apart = {**os.environ, "AMPHI_HALO": "messages"}
    for case, sets in models.items():
        more = [word for s in sets for word in ("--set", s)]
        command = ("run", SOURCE / "cases" / case, "--steps", "30", *FIXED, *more)
        expect_run(amphi(*command, "-o", folder / case / "alone"), 0)
        for backend, count in ways(("cpu", 3), MIXED):
            device = ("--device", "host") if "offload" in backend else ()
            at = f"{backend}{count}"
            expect_run(parts(count, *command, "-o", folder / case / at, "--backend", backend, *device, env=apart), 0)
            same(folder / case, at, f"{case}: {count} parts on {backend}, by messages")


def test_openings(folder):
    """Open boundaries: who comes and goes is the same in any number of parts, and over a resume in another number."""
    sets = ("dp=0.1", "domain.high=[1.6, 1]", "walls.plates.shapes.0.high=[1.6, 1]", "fluids.water.shapes.0.high=[1, 1]",
            "open_boundaries.outlet.low=[1, 0]", "open_boundaries.outlet.high=[1, 1]", "output.interval=0.2",
            "gauges=[{name: V, type: velocity, at: [0.5, 0.5], interval: 0.01}]")
    small = (SOURCE / "cases/poiseuille-open", *(w for s in sets for w in ("--set", s)), "--end", "0.6", *FIXED)
    expect_run(amphi("run", *small, "-o", folder / "alone"), 0)
    went = json.loads((folder / "alone/summary.json").read_text())["results"]
    expect(went["came in"] > 0 and went["went out"] > 0, f"nobody came or went: {went}")
    for backend, count in ways(("cpu", 2), MIXED):
        device = ("--device", "host") if "offload" in backend else ()
        expect_run(parts(count, "run", *small, "-o", folder / backend, "--backend", backend, *device), 0)
        same(folder, backend, f"{count} parts on {backend}")
        found = json.loads((folder / backend / "summary.json").read_text())["results"]
        expect(found == went, f"{count} parts on {backend}: {found}, not {went}")
    expect_run(parts(3, "run", *small, "-o", folder / "half", "--steps", "90"), 0)
    expect_run(parts(2, "run", "--resume", folder / "half", "--threads", "1", "--quiet"), 0)
    same(folder, "half", "resumed in 2 parts after 3")
    eddies = (*small, "--set", "turbulence.model=k_epsilon", "--steps", "60")
    expect_run(amphi("run", *eddies, "-o", folder / "eddies/alone"), 0)
    for backend, count in ways(("cpu", 2), ("reference", 3)):
        expect_run(parts(count, "run", *eddies, "-o", folder / "eddies" / backend, "--backend", backend), 0)
        same(folder / "eddies", backend, f"k-epsilon, {count} parts on {backend}")


def test_pairwise(folder):
    """Particles that interact in pairs, too: state, gauges, snapshots, and a checkpoint that goes on in another number."""
    case = SOURCE / "cases/lj-melt"
    small = (case, "--set", "particles.cells=[7, 7, 7]", "--end", "0.2", "--set", "output.interval=0.1", *FIXED)
    expect_run(amphi("run", *small, "-o", folder / "alone"), 0)
    for backend, count in ways(("cpu", 3), MIXED):
        device = ("--device", "host") if "offload" in backend else ()
        expect_run(parts(count, "run", *small, "-o", folder / backend, "--backend", backend, *device), 0)
        same(folder, backend, f"{count} parts on {backend}")
    expect_run(parts(3, "run", *small, "-o", folder / "half", "--steps", "10"), 0)
    expect_run(parts(2, "run", "--resume", folder / "half", "--threads", "1", "--quiet"), 0)
    same(folder, "half", "resumed in 2 parts after 3")


def test_mixed(folder):
    """Parts have backends of several kinds; a list of them, or of devices, starts mpirun by itself."""
    some = ("bench", "case.yaml", "--steps", "12", "--json", *FIXED[:-1])
    alone = json.loads(expect_run(amphi(*some, cwd=folder), 0).stdout)["state_hash"]
    runs = [parts(3, *some, "--backend", "offload,cpu", "--device", "host", cwd=folder),
            parts(4, *some, "--backend", "cpu,offload,reference", "--device", "host", cwd=folder),
            amphi(*some, "--backend", "cpu,offload", "--device", "host", cwd=folder),
            amphi(*some, "--backend", "offload", "--device", "host,host,host", cwd=folder)]
    for done, count in zip(runs, (3, 4, 2, 3)):
        found = json.loads(expect_run(done, 0).stdout)
        expect(len(found["parts"]) == count and found["state_hash"] == alone, f"{count} parts:\n{done.stdout}")
    expect_run(amphi(*some, "--backend", "cpu,ofload", cwd=folder), 2, "did you mean 'offload'?")


def test_resume(folder):
    """A checkpoint of so many parts goes on on so many others, and alone."""
    expect_run(amphi("run", "case.yaml", "-o", "alone", "--steps", "90", *FIXED, cwd=folder), 0)
    expect_run(parts(3, "run", "case.yaml", "-o", "more", "--steps", "40", *FIXED, cwd=folder), 0)
    shutil.copytree(folder / "more", folder / "one")
    expect_run(parts(2, "run", "--resume", "more", "--steps", "90", "--threads", "1", "--quiet", cwd=folder), 0)
    expect_run(amphi("run", "--resume", "one", "--steps", "90", "--threads", "1", "--quiet", cwd=folder), 0)
    for name in ("more", "one"):
        expect(state_hash(folder / name) == state_hash(folder / "alone"), f"{name}: another hash than alone")
    # Compensated sums then have other bits, which --exact does not take.
    exact = ("run", "--resume", "compensated", "--exact", "--steps", "6", "--threads", "1")
    expect_run(parts(2, "run", "case.yaml", "-o", "compensated", "--steps", "3", "--threads", "1", "--quiet", "--set", "summation=kahan",
                     cwd=folder), 0)
    expect_run(parts(2, *exact, cwd=folder), 2, "share out the particles anew")
    shutil.copytree(folder / "more", folder / "again")
    expect_run(parts(2, "run", "--resume", "again", "--exact", "--steps", "91", "--threads", "1", "--quiet", cwd=folder), 0)
    # Each part reads its rows; where one has not that file, or another one, part 0 reads for all.
    expect_run(amphi("run", "case.yaml", "-o", "from", "--steps", "40", *FIXED, cwd=folder), 0)
    (folder / "elsewhere/other").mkdir(parents=True)
    shutil.copyfile(folder / "more/checkpoint.h5", folder / "elsewhere/other/checkpoint.h5")
    goes_on = ("--steps", "90", "--threads", "1")
    for name, where in (("near", folder), ("none", folder / "elsewhere"), ("other", folder / "elsewhere")):
        shutil.copytree(folder / "from", folder / name)
        first = mpirun(1, "run", "--resume", name, *goes_on)
        at = first.index("-n")
        there = [*first[at:at + 2], "-wdir", str(where), *first[at + 2:]]
        there[1] = "2"
        done = subprocess.run([*first[:at], *first[at:], ":", *there], cwd=folder, capture_output=True, text=True,
                              timeout=120, check=False)
        said = expect_run(done, 0).stdout + done.stderr
        expect(("Part 0 reads" in said) == (name != "near"), f"{name}: {said}")
        expect(state_hash(folder / name) == state_hash(folder / "alone"), f"{name}: another hash than alone")


def test_refused(folder):
    """What does not run in parts says so, once, with the exit status that it has alone."""
    for case in ("vortex2d", "swarm-ackley"):
        said = parts(2, "run", SOURCE / "cases" / case, "-o", folder / "out", "--quiet")
        expect_run(said, 2, "does not run in several parts; start one amphi, without mpirun or with mpirun -n 1")
        expect(said.stderr.count("does not run in several parts") == 1, said.stderr)
    expect_run(parts(2, "run", "case.yaml", "-o", "out", "--set", "dpp=1", "--quiet", cwd=folder), 2, "dpp")


def test_stages(folder):
    """Of several parts each takes all of its backend, also with `offload.stages: forces`."""
    for name in "all", "forces":
        expect_run(parts(2, "run", "case.yaml", "--backend", "offload", "--device", "host", "--steps", "20", "-o", name, *FIXED, "--set", f"offload.stages={name}", cwd=folder), 0)
    expect(state_hash(folder / "all") == state_hash(folder / "forces"), "another hash")


def test_measured(folder):
    """What moves rows is measured alone and in parts; a summary says what each part did."""
    for count in (1, 2):
        said = parts(count, "bench", "exchange", "--json", cwd=folder)
        found = json.loads(expect_run(said, 0).stdout)
        expect(found["parts"] == count and len(found["sizes"]) == 7, said.stdout)
        for size in found["sizes"]:
            expect(size["write_us"] > 0 and size["read_us"] > 0, f"{size}")
            expect((size["message_us"] is None) == (count == 1), f"{size}")
    done = parts(2, "bench", "case.yaml", "--steps", "40", "--json", *FIXED[:-1], cwd=folder)
    expect(expect_run(done, 0).stdout.startswith("{"), f"no JSON:\n{done.stdout}\n{done.stderr}")
    for part in json.loads(done.stdout)["parts"]:
        expect(part["halo"] > 0 and part["sent_bytes"] > 0 and part["exchange_seconds"] > 0, f"{part}")
    expect_run(parts(2, "bench", "exchange", "--set", "dp=1", cwd=folder), 2, "no keys to set")


def expected(folder, speed, times):
    """The factor that check expects of 4 parts, where each loop takes so many microseconds at each size."""
    sizes = [{"bytes": 4096 << 2 * k, "write_us": t, "read_us": t, "message_us": None} for k, t in enumerate(times)]
    (folder / "x.json").write_text(json.dumps({"parts": 2, "agreement_us": 0.0, "sizes": sizes}))
    said = expect_run(amphi("check", "case.yaml", "--parts", "4", "--exchange", "x.json", "--speed", speed, cwd=folder), 0)
    return float(re.search(r"expected +([0-9.]+) times", said.stdout)[1])


def test_expected(folder):
    """By what was measured: copies that cost nothing leave imbalance and their own work, dear ones all but the run alone."""
    best = expected(folder, 1e6, [1e-9] * 7)
    expect(1.5 < best < 4, f"{best} with copies that cost nothing")
    rows, loops = 628 + 400, 3 * 1e3 + 2 * 1e3 / 20 + 10 * 1e3 / 20  # all particles; us, whatever the size; no row is inside
    dear = expected(folder, 1e6, [1e3] * 7)
    expect(abs(1 / dear - 1 / best - loops / rows) < 0.05 / dear, f"{dear}, and {best} with copies that cost nothing")
    for words in (("--speed", "1e6"), ("--exchange", "x.json"), ("--exchange", "x.json", "--speed", "-1")):
        expect_run(amphi("check", "case.yaml", "--parts", "4", *words, cwd=folder), 2, "--speed")
    (folder / "x.json").write_text("{}")
    said = amphi("check", "case.yaml", "--parts", "4", "--exchange", "x.json", "--speed", "1", cwd=folder)
    expect_run(said, 2, "expected what 'amphi bench exchange --json' prints")


def is_amphi(pid):
    try:
        return os.readlink(f"/proc/{pid}/exe") == str(PROGRAM)
    except OSError:
        return False


def children(pid):
    """amphi's processes below mpirun's."""
    found, left = [], [pid]
    while left:
        at = left.pop()
        try:
            below = Path(f"/proc/{at}/task/{at}/children").read_text().split()
            left += [int(p) for p in below]
            found += [int(p) for p in below if is_amphi(p)]
        except OSError:
            pass
    return sorted(found)


def test_death(folder):
    """A part that is killed takes the others with it, and the last checkpoint goes on alone to the bits of a run alone."""
    busy = ("--set", "output.checkpoint=0.01", *FIXED)
    began = time.monotonic()
    expect_run(amphi("run", "case.yaml", "-o", "alone", *busy, cwd=folder), 0)
    whole = time.monotonic() - began
    for number in range(DEATHS):
        name = f"killed{number}"
        process = subprocess.Popen(mpirun(3, "run", "case.yaml", "-o", name, *busy), cwd=folder, start_new_session=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        time.sleep(0.5 + random.uniform(0, whole))
        running = children(process.pid)
        if running:
            os.kill(random.choice(running), signal.SIGKILL)
        at = time.monotonic()
        said, _ = process.communicate(timeout=60)
        while any(is_amphi(p) for p in running) and time.monotonic() - at < 15:  # mpirun may end before them
            time.sleep(0.02)
        expect(time.monotonic() - at < 15 or not running, f"it took {time.monotonic() - at:.1f} s to end:\n{said}")
        if process.returncode == 0:
            expect(state_hash(folder / name) == state_hash(folder / "alone"), "another hash than alone")
            continue
        if (folder / name / "checkpoint.h5").exists():
            expect_run(amphi("run", "--resume", name, "--threads", "1", "--quiet", cwd=folder), 0)
            expect(state_hash(folder / name) == state_hash(folder / "alone"), "after a death another hash than alone")


def ranks(pid):
    """The processes of parts 0, 1, ... below mpirun's, once all are there."""
    names = ("OMPI_COMM_WORLD_RANK=", "PMI_RANK=")
    for _ in range(100):
        found = {}
        for p in children(pid):
            try:
                words = Path(f"/proc/{p}/environ").read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            found.update({int(w.split("=")[1]): p for w in words if w.startswith(names)})
        if len(found) == 3:
            return [found[k] for k in range(3)]
        time.sleep(0.05)
    return []


LONG = ("--set", "output.checkpoint=0.01", "--end", "0.8", *FIXED)
ENDLESS = ("--set", "output.checkpoint=0.01", "--end", "1000", *FIXED)


def begin(folder, name, how=LONG, seconds=0):
    """A run in 3 parts, and its processes so many seconds after it has written a checkpoint."""
    process = subprocess.Popen(mpirun(3, "run", "case.yaml", "-o", name, *how), cwd=folder, text=True,
                               start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    found = ranks(process.pid)
    for _ in range(600):
        if (folder / name / "checkpoint.h5").exists():
            break
        time.sleep(0.05)
    time.sleep(seconds)
    expect(found and process.poll() is None, f"no run in 3 parts to disturb: {found}")
    return process, found


def finish(process, seconds=15):
    """What it said, if it ends in time."""
    at = time.monotonic()
    said, _ = process.communicate(timeout=60)
    expect(time.monotonic() - at < seconds, f"it took {time.monotonic() - at:.1f} s to end:\n{said}")
    return said


def test_faults(folder):
    """A disk that is full, a part without memory, Ctrl-C: all parts end in time, and the checkpoint goes on to the same bits."""
    expect_run(amphi("run", "case.yaml", "-o", "alone", *LONG, cwd=folder), 0)
    # When what the parts share has its size: MPI's files for it would not grow on a full disk, and it waits.
    process, pids = begin(folder, "full", ENDLESS, seconds=1)
    resource.prlimit(pids[0], resource.RLIMIT_FSIZE, (1000, 1000))  # part 0 writes the files
    said = finish(process)
    expect(process.returncode == 1 and "cannot write" in said, f"{process.returncode}: {said}")
    process, pids = begin(folder, "memory")
    resource.prlimit(pids[2], resource.RLIMIT_AS, (1 << 20, 1 << 20))  # nothing more than it has
    finish(process, 30)
    if process.returncode == 0:  # it needed nothing more
        shutil.rmtree(folder / "memory")
    process, pids = begin(folder, "stopped")
    os.kill(process.pid, signal.SIGINT)
    said = finish(process)
    expect(process.returncode != 0, f"Ctrl-C, and exit status 0: {said}")
    with h5py.File(folder / "full/checkpoint.h5") as file:
        later = ("--steps", int(file["scalars"].attrs["step"]) + 20, "--threads", "1", "--quiet")
    expect_run(amphi("run", "--resume", "full", *later, cwd=folder), 0)
    expect_run(amphi("run", "case.yaml", "-o", "as-long", *ENDLESS, *later[:2], cwd=folder), 0)
    expect(state_hash(folder / "full") == state_hash(folder / "as-long"), "full: another hash than alone")
    for name in ("memory", "stopped"):
        if (folder / name).exists():
            expect_run(amphi("run", "--resume", name, "--threads", "1", "--quiet", cwd=folder), 0)
            expect(state_hash(folder / name) == state_hash(folder / "alone"), f"{name}: another hash than alone")


def test_slow(folder):
    """A part that stands still for a while keeps the others waiting, and changes nothing."""
    expect_run(amphi("run", "case.yaml", "-o", "alone", *FIXED, cwd=folder), 0)
    process = subprocess.Popen(mpirun(3, "run", "case.yaml", "-o", "slow", *FIXED), cwd=folder, start_new_session=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    pids = ranks(process.pid)
    expect(pids, "no processes of parts")
    os.kill(pids[1], signal.SIGSTOP)
    time.sleep(1)
    os.kill(pids[1], signal.SIGCONT)
    said, _ = process.communicate(timeout=120)
    expect(process.returncode == 0, said)
    same(folder, "slow", "one part stopped for a second")


def test_diverged(folder):
    """A particle that diverges in one part ends all, with the words and the exit status of a run alone."""
    fast = ("run", "case.yaml", "--set", "limits.density=[0.99999, 1.02]", *FIXED)
    alone = amphi(*fast, "-o", "alone", cwd=folder)
    several = parts(3, *fast, "-o", "several", cwd=folder)
    expect(alone.returncode == 3, f"{alone.returncode}: {alone.stderr}")
    expect(several.returncode == 3, f"{several.returncode}: {several.stderr}")
    words = [re.search(r"the run diverged[^;]*", said.stdout + said.stderr)[0] for said in (alone, several)]
    expect(words[0] == words[1], f"{words}")


def test_other(folder):
    """Another library's mpirun is refused: each process would think that it is alone."""
    command = [shutil.which("mpirun.openmpi"), "--allow-run-as-root", "--oversubscribe", "-n", "2", str(PROGRAM),
               "check", "case.yaml"]
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    expect_run(said, 2, "another MPI's mpirun")


if not library():
    print("skipped: this amphi was built without MPI (tools/setup check installs it)")
    sys.exit(77)
if sys.argv[3:] == ["short"]:  # with the library that is not the first choice
    DEATHS = 1
    main([test_mixed, test_pairwise, test_death, test_diverged, test_other])
TESTS = [test_bits, test_files, test_spray, test_found, test_models, test_walls, test_placed, test_messages, test_openings, test_pairwise, test_mixed, test_resume, test_refused, test_stages, test_measured, test_expected, test_slow, test_diverged, test_faults, test_death]
if "AMPHI_SANITIZED" in os.environ:  # which look at code, and these run code that the others run too
    TESTS = [test for test in TESTS if test not in (test_models, test_mixed, test_refused, test_stages, test_expected, test_slow, test_death)]
main(TESTS)
