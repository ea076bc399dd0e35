#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi bisect between a run in several parts and one alone."""
import json
import os
import random
import shutil
import sys
from pathlib import Path

from launch import library, parts

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from harness import SOURCE, amphi, expect, expect_run, listing, main  # noqa: E402

FIXED = ("--set", "summation=fixed")
MANY = int(os.environ.get("AMPHI_PLANTED", "4"))
SEED = int(os.environ.get("AMPHI_SEED", random.randrange(1 << 32)))
FLUID = range(636, 1036)


def bisect(folder, *words, fault=None, count=3):
    env = {**os.environ, "TMPDIR": str(folder), **({"AMPHI_PLANT": fault} if fault else {})}
    said = parts(count, "bisect", *words, cwd=folder, env=env)
    expect(not [name for name in listing(folder) if name.startswith("amphi-bisect")], "states are left behind")
    return said


def test_same(folder):
    alone = ("case.yaml", "--alone", "--threads", 1)
    for backend in ("cpu", "offload"):
        how = ("--backend", backend, *(("--device", "host") if backend == "offload" else ()))
        said = expect_run(bisect(folder, *FIXED, "--set", "scheme=standard", "--steps", 20, "case.yaml", *how, *alone), 0,
                          "No difference up to step 20", "A  case.yaml: 3 parts, each", "B  case.yaml: cpu")
        expect(said.stdout.count("No difference") == 1, said.stdout)
    expect_run(bisect(folder, "--steps", 2, SOURCE / "cases/swarm-sphere", SOURCE / "cases/swarm-sphere"), 2, "does not run in several parts")
    expect_run(amphi("bisect", *FIXED, "--steps", 5, "case.yaml", *alone, cwd=folder), 0)  # without mpirun all are alone


def test_fault(folder):
    """A fault of the run alone, and of one entry each, on either side."""
    for entry, field, step in (("forces", "rate", 13), ("advance", "vel", 22)):
        fault = f"step={step},entry={entry},id=845,field={field},bit=50,way=lanes, 2 threads"
        sides = [("case.yaml", "--threads", 1), ("case.yaml", "--alone", "--threads", 2)]
        if entry == "advance":
            sides.reverse()
        said = expect_run(bisect(folder, *FIXED, "--steps", 40, *sides[0], *sides[1], fault=fault), 1, f"different at step {step}:",
                          f"pass: {entry}, ", "first particle 845")
        expect(f"{field} " in said.stdout, said.stdout)


# Of one part's particles: entries, the fields that they leave, components that count.
ENTRIES = (("forces", "rate", (0, 1, 3)), ("advance", "vel", (0, 1, 3)), ("advance", "pos", (0, 1)))


def test_faults_of_a_part(folder):
    """A bit of one particle, in the part that has it: found between several parts and one, and between two runs of several."""
    draw = random.Random(SEED)
    for k in range(MANY):
        entry, field, components = draw.choice(ENTRIES)
        step, particle, bit = draw.randrange(1, 30), draw.choice(FLUID), 32 * draw.choice(components) + draw.randrange(16, 23)
        sides = [("case.yaml", "--alone", "--threads", 1), ("case.yaml", "--backend", ("cpu", "cpu,offload", "offload,cpu")[k % 3], *(
            ("--device", "host") if k % 3 else ()), "--threads", 1)]
        fault = f"step={step},entry={entry},id={particle},field={field},bit={bit},way=3 parts"
        said = bisect(folder, *FIXED, "--steps", 35, *sides[k % 2], *sides[1 - k % 2], fault=fault)
        if said.returncode == 0:  # a bit of a zero that rounding takes
            hashes = set()
            for way in fault, None:
                shutil.rmtree(folder / "out", ignore_errors=True)
                env = {**os.environ, **({"AMPHI_PLANT": way} if way else {})}
                expect_run(parts(3, "run", "case.yaml", *FIXED, "--steps", step, "-q", "-o", "out", "--threads", 1, cwd=folder, env=env), 0)
                hashes.add(json.loads((folder / "out/summary.json").read_text())["state_hash"])
            expect(len(hashes) == 1, f"{fault}, seed {SEED}: not found")
            continue
        expect_run(said, 1, f"The same up to step {step - 1}, different at step {step}:", f"pass: {entry}, ", f"first '{field}':",
                   f"1 of 1036 differ; first particle {particle} ", "with a fault that AMPHI_PLANT asks for")
    fault = "step=3,entry=forces,thread=1/2,field=rate,bit=50,way=3 parts"
    expect_run(bisect(folder, *FIXED, "--steps", 5, *sides[0], *sides[1], fault=fault), 2, "a run in parts has no rows here")


def test_folders(folder):
    """Two runs, of three parts and alone, by their hashes and from the checkpoints that stayed."""
    fault = "step=75,entry=forces,id=845,field=rate,bit=50,way=lanes, 2 threads"
    run = ("run", "case.yaml", "--quiet", *FIXED, "--set", "output.keep.interval=0.01", "--end", "0.04")
    env = {**os.environ, "AMPHI_PLANT": fault}
    expect_run(parts(3, *run, "-o", "several", "--threads", 1, cwd=folder, env=env), 0)
    expect_run(amphi(*run, "-o", "alone", "--threads", 2, cwd=folder, env=env), 0)
    sides = ("several", "--threads", 1, "alone", "--alone", "--threads", 2)
    expect_run(bisect(folder, *sides, fault=fault), 1, "The same up to step 74, different at step 75:", "pass: forces", "first particle 845")
    shutil.copy(folder / "several/chain.csv", folder / "elsewhere.csv")
    expect_run(bisect(folder, "elsewhere.csv", "alone", "--alone"), 1, "elsewhere.csv is only a record")


if not library():
    print("skipped: this amphi was built without MPI (tools/setup check installs it)")
    sys.exit(77)
main([test_same, test_fault, test_faults_of_a_part, test_folders])
