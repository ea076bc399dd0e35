#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A run that stops at a step and is resumed has the bits of one that was not stopped: states, snapshots, gauges. A sample;
with AMPHI_RESUMES=all every case in cases/, as coarse as it can be, at half its steps, with kahan and fixed sums; other values
are regular expressions of "CASE SUMMATION". AMPHI_RESUMES=pairs takes all pairs of a kind of case and a model. AMPHI_RESUMES_STEPS=all takes every step, or name some as "3 10"; AMPHI_RESUMES_SET has keys of
all cases, such as "scheme=standard"."""
import json
import os
import re
import shutil
import tempfile
from pathlib import Path

from harness import SOURCE, amphi, expect, main

try:
    import symmetry
except ImportError:  # without numpy there are cli/replays' cases, which take runs from here
    symmetry = None

STEPS = 40  # fluid outside leaves at step 32, and lists last for fewer
PAIRS = 9
FACTORS = (6, 5, 4, 3, 2.5, 2, 1.5, 1.25, 1)
# Of the sample: what keeps something between steps that rows do not hold.
HELD = ("walls.box.body={density: 500, from: 0.01}",)
SAMPLE = (("floating-box", "fixed", (3, 10), HELD), ("floating-box", "kahan", (13,), HELD), ("wave-absorption", "kahan", (10,), ()),
          ("dambreak2d/gate.yaml", "kahan", (20,), ("dp=0.0109", "neighbours.every=5")), ("poiseuille-open", "fixed", (31,), ()),
          ("dambreak2d/gate.yaml", "fixed", (2, 19), ("scheme=standard",)))
OWN = {"lj-melt": ("particles.cells=[4, 4, 4]",), "lj-uniform": ("particles.count=500",), "enright": ("transport.points=20",), "level-set-sphere": ("transport.points=20",),
       "rotation": ("transport.points=32",), "vortex2d": ("transport.points=32",)}
ALL_STEPS = (*range(1, 13), 17, 23, *range(29, 36), 39)
WANTED_STEPS = os.environ.get("AMPHI_RESUMES_STEPS", " ".join(map(str, ALL_STEPS)))
WANTED_SET = tuple(os.environ.get("AMPHI_RESUMES_SET", "").split())
THREADS = ("--threads", os.environ.get("AMPHI_RESUMES_THREADS", "1"))


class NoRun(Exception):
    pass


def case_of(name):
    if isinstance(name, Path):
        return name
    path = SOURCE / "cases" / name
    return path if path.suffix else path / "case.yaml"


def summation(case, word):
    return (f"summation={word}",) if re.search(r"^method: *(wcsph|pairwise)", case.read_text(), re.M) else ()


def run(*arguments):
    return amphi("run", *arguments, "--quiet", timeout=600)


def sets(keys):
    return [text for key in keys for text in ("--set", key)]


def begin(name, word, folder, more=(), steps=STEPS):
    """The coarsest that runs, into folder/whole; returns its keys."""
    case = case_of(name)
    dp = re.search(r"^dp: *([-+.\de]+)", case.read_text(), re.M)
    shared = (*OWN.get(name, ()), *summation(case, word), *more)
    said = ""
    for factor in FACTORS if dp else (1,):
        keys = (*((f"dp={float(dp[1]) * factor:.9g}",) if dp else ()), *shared)
        checked = amphi("check", case, *sets(keys))
        said = checked.stderr
        if checked.returncode:
            continue
        step = re.search(r"time step +([-+.\de]+) s", checked.stdout)
        if step and "output.interval" not in " ".join(keys):
            keys += (f"output.interval={7 * float(step[1]):.9g}",)
        shutil.rmtree(folder / "whole", ignore_errors=True)
        result = run(case, *sets(keys), *THREADS, "--steps", steps, "-o", folder / "whole")
        said = result.stderr
        if not result.returncode:
            return keys
    raise NoRun(f"{name} {word} {more}: {said}")


def resume_at(step, name, word, keys, folder, steps=STEPS):
    out = folder / "parts"
    shutil.rmtree(out, ignore_errors=True)
    result = run(case_of(name), *sets(keys), *THREADS, "--steps", step, "-o", out)
    if not result.returncode:
        result = run("--resume", out, *THREADS, "--steps", steps)
    if result.returncode:
        return f"step {step}: {result.stderr.strip()}"
    result = amphi("compare", "--exact", folder / "whole", out)
    tables = [f / "gauges.csv" for f in (folder / "whole", out)]
    if not result.returncode and tables[0].exists() and tables[0].read_bytes() != tables[1].read_bytes():
        return f"step {step}: gauges.csv differ"
    return f"step {step}: {result.stdout.strip()}" if result.returncode else ""


def try_case(name, word, steps, more=()):
    with tempfile.TemporaryDirectory(prefix="amphi-") as folder:
        keys = begin(name, word, Path(folder), more)
        wrong = [w for w in (resume_at(k, name, word, keys, Path(folder)) for k in steps) if w]
    expect(not wrong, f"{name}, {keys}: {len(wrong)} of {len(steps)} resumes\n" + "\n".join(wrong[:3]))


def test_sample(_):
    wrong = []
    for name, word, steps, more in SAMPLE:
        try:
            try_case(name, word, steps, more)
        except AssertionError as error:
            wrong.append(str(error))
    expect(not wrong, "\n".join(wrong))


# What a kind of case is tried with, beside what it has.
MODELS = ({"scheme": "standard"}, {"shifting": {"model": "plus", "every": 3}}, {"shifting": {"model": "xsph", "every": 2}},
          {"integrator": {"scheme": "symplectic"}}, {"integrator": {"scheme": "adams_bashforth"}}, {"acoustic_damper": {"model": "sun"}},
          {"boundary": {"model": "mdbc"}}, {"boundary": {"model": "dynamic"}}, {"boundary": {"model": "semi_analytical"}},
          {"heat": {"model": "conduction", "conductivity": 100.0, "capacity": 4000.0, "expansion": 0.1}},
          {"viscosity": {"model": "laminar", "nu": 0.01}, "rheology": {"model": "papanastasiou", "yield": 5.0, "growth": 10.0}},
          {"viscosity": {"model": "laminar", "nu": 0.01}, "turbulence": {"model": "k_epsilon"}},
          {"viscosity": {"model": "monaghan", "nu": 0.05, "substeps": 4}, "integrator": {"scheme": "symplectic"}},
          {"density_equation": "summation"}, {"gradient_correction": "adjoint"}, {"limits": {"leave": True, "lost": 1}})


def swimming():
    """A body in the waves of a paddle that absorbs."""
    case = symmetry.waves(2)
    case["walls"][1]["motion"].pop("ramp")
    case["walls"][1]["motion"]["waves"]["absorb"] = True
    case["walls"].append({"name": "raft", "body": {"density": 500, "from": 0.004, "velocity": [0.1, 0.0]},
                          "shapes": [symmetry.box([0.5, 0.25], [0.6, 0.35])]})
    return case


def shaken():
    case = symmetry.dam(2, "dummy")
    case["frame"] = {"file": "frame.txt"}
    return case


def dropped():
    """Water falls out of the domain, beside what moves."""
    case = symmetry.movers(2)
    case["domain"]["open"] = ["-y", "+y"]
    case["walls"][0]["shapes"][0]["open"] = ["+y", "-y"]
    case["fluids"][0]["velocity"] = [0.0, -8.0]
    case["limits"] = {"lost": 1}
    return case


KINDS = {"bodies": lambda: symmetry.bodies(2), "moored": lambda: symmetry.moored(2), "movers": lambda: symmetry.movers(2),
         "channel": lambda: symmetry.channel(2), "zones": lambda: symmetry.relaxed(2), "phases": lambda: symmetry.phases(2),
         "round": lambda: symmetry.round_walls(2, "dummy"), "periodic": lambda: symmetry.periodic(2), "swimming": swimming, "shaken": shaken,
         "dropped": dropped}


def pairs():
    for kind, build in KINDS.items():
        for model in MODELS:
            case = build()
            if "boundary" in model and "slip" in case["boundary"]:
                case["boundary"].pop("slip")
            if "heat" in model:
                case["walls"][0]["temperature"], case["fluids"][0]["temperature"] = 20.0, 1.0
            yield f"{kind} with {json.dumps(model)}", {**case, **model}


def try_pair(folder, name, case, step, word):
    """Says what differs; None where the case is refused."""
    (folder / "case.yaml").write_text(json.dumps({**case, "summation": word}))
    (folder / "frame.txt").write_text("0 0 0 0\n0.02 5 0 30\n0.2 -5 0 -30\n")
    shutil.rmtree(folder / "whole", ignore_errors=True)
    result = run(folder / "case.yaml", *THREADS, "--steps", STEPS, "-o", folder / "whole")
    if result.returncode == 2:
        expect("expected" in result.stderr, f"{name}: {result.stderr}")
        return None
    expect(not result.returncode, f"{name}: {result.stderr}")
    wrong = resume_at(step, folder / "case.yaml", word, (), folder)
    return wrong and f"{name}, {word}: {wrong}"


def test_pairs(folder):
    """A kind of case with a model; each stops at a step of its own. A sample of one in PAIRS."""
    found, everything = [], os.environ.get("AMPHI_RESUMES") == "pairs"
    for k, (name, case) in enumerate(pairs()):
        if everything or k % PAIRS == 0:
            found.append(try_pair(folder, name, case, 1 + (5 * k + 30) % (STEPS - 1), ("kahan", "fixed")[k // PAIRS % 2]))
            if everything:
                print(f"{name}: {'refused' if found[-1] is None else found[-1] or 'same'}", flush=True)
    wrong = [w for w in found if w]
    expect(found.count("") >= len(found) / 3, f"of {len(found)} pairs {found.count('')} ran to the same")
    expect(not wrong, "\n".join(wrong))


def all_cases():
    for path in sorted((SOURCE / "cases").glob("*/*.yaml")):
        name = path.parent.name if path.name == "case.yaml" else f"{path.parent.name}/{path.name}"
        for word in ("kahan", "fixed"):
            yield name, word


def test_all(_):
    """Says what each of them gives, for this takes an hour."""
    wanted, failed = os.environ["AMPHI_RESUMES"], 0
    steps = range(1, STEPS) if WANTED_STEPS == "all" else [int(k) for k in WANTED_STEPS.split()]
    for name, word in all_cases():
        if wanted != "all" and not re.search(wanted, f"{name} {word}"):
            continue
        try:
            more = WANTED_SET if summation(case_of(name), word) else ()
            try_case(name, word, steps, more)
            print(f"same: {name} {word}", flush=True)
        except NoRun as error:
            print(f"does not run: {error}", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"DIFFERS: {error}", flush=True)
    expect(not failed, f"{failed} differ")


if __name__ == "__main__":
    ASKED = os.environ.get("AMPHI_RESUMES")
    main([test_pairs] if ASKED == "pairs" else [test_all] if ASKED else [test_sample, test_pairs])
