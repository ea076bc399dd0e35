#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The table of pairs of choices: which run, and why others are refused, as `amphi check` says it. A choice is a word of
src/case/choices.json, with what it means nothing without, or a kind of case, such as several phases or a body. Arguments: the program; --csv FILE for every pair."""
import argparse
import csv
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1]
NEEDED = {"NU": {"nu": 0.01}, "YIELD": {"yield": 2.0}, "EXPONENT": {"exponent": 0.5}, "DECAY": {"decay": 0.1}, "GROWTH": {"growth": 10.0},
          "FRICTION": {"friction": 0.5}, "CEILING": {"ceiling": 0.05}, "TENSION": {"tension": 0.1},
          "HEAT": {"conductivity": 10.0, "capacity": 1.0, "expansion": 0.1},
          "GRAINS": {"friction_fast": 0.7, "inertial_number": 0.3, "grain_size": 0.01, "grain_density": 2500.0}}


def box(low, high, **more):
    return {"add": "box", "low": low, "high": high, **more}


def basis():
    """A tank of water."""
    return {"method": "wcsph", "scheme": "classic", "dimensions": 2, "dp": 0.05, "domain": {"low": [-1.0, 0.0], "high": [2.0, 1.5]},
            "gravity": [0.0, -9.81], "material": {"speed_of_sound": 30.0, "background_pressure": 1000.0}, "end": 1.0, "boundary": {"model": "dummy"},
            "viscosity": {"model": "laminar", "nu": 0.01}, "fluids": [{"name": "water", "shapes": [box([0.0, 0.0], [1.0, 0.6])]}],
            "walls": [{"name": "tank", "shapes": [box([0.0, 0.0], [1.0, 1.0], fill="shell-outside", open=["+y"])]}]}


def wall(case, **more):
    left = 0.35 * len(case["walls"]) - 0.15
    case["walls"].append({"name": f"block {len(case['walls'])}", "shapes": [box([left, 0.3], [left + 0.2, 0.5])], **more})


def phases(case):
    case["phases"] = [{"name": "oil", "density": 800.0, "speed_of_sound": 30.0, "nu": 0.01}]
    case["fluids"].append({"name": "oil", "phase": "oil", "shapes": [box([0.0, 0.6], [1.0, 0.8])]})
    case["formulation"] = "volume"


def warm_phases(case):
    """Heat of each phase, where the case has both."""
    if "phases" in case and case.get("heat", {}).get("model", "none") != "none":
        for phase in case["phases"]:
            phase["heat"] = {"conductivity": 5.0, "capacity": 1.0}


def openings(case):
    case["walls"][0]["shapes"] = [box([-1.0, 0.0], [2.0, 1.5], fill="shell-outside", open=["-x", "+x", "+y"])]
    case["open_boundaries"] = [
        {"name": "inlet", "low": [0.0, 0.0], "high": [0.0, 0.6], "normal": [1, 0], "velocity": {"model": "uniform", "speed": 0.5}},
        {"name": "outlet", "low": [1.0, 0.0], "high": [1.0, 0.6], "normal": [-1, 0]}]


def substeps(case):
    case["viscosity"]["substeps"] = 4
    case["integrator"] = {"scheme": "symplectic"}


KINDS = {
    "phases": phases,
    "open_boundaries": openings,
    "walls that move": lambda case: wall(case, motion={"type": "wave", "amplitude": [0.05, 0.0], "period": 1.0, "to": 9.0}),
    "a body": lambda case: wall(case, body={"density": 500.0}),
    "a forcing": lambda case: case["fluids"][0].update(forcing={"file": "push.txt", "spin": "push.txt"}),
    "a frame": lambda case: case.update(frame={"file": "frame.txt"}),
    "a paddle": lambda case: wall(case, motion={"type": "paddle", "direction": [1, 0], "waves": {"type": "regular", "period": 1.0, "height": 0.02, "depth": 0.6}, "to": 9.0}),
    "damping_zones": lambda case: case.update(damping_zones=[{"name": "beach", "from": [0.7, 0.3], "to": [1.0, 0.3]}]),
    "viscosity.substeps": substeps,
    "settle": lambda case: case.update(settle=2),
    "packing surface": lambda case: case.update(packing="surface"),
    "periodic": lambda case: (case["domain"].update(low=[0.0, 0.0], high=[1.0, 1.5], periodic=["x"]),
                              case["walls"][0].update(shapes=[box([0.0, 0.0], [1.0, 1.0], fill="shell-outside", open=["-x", "+x", "+y"])])),
}


def only_phases(case):
    if "phases" not in case:
        phases(case)


# What a word means nothing without, by its key and whether it is a word other than none.
BELONGS = {("interface.model", True): only_phases,
           ("reconstruction", True): lambda case: case.update(viscosity={"model": "riemann"}),
           ("rheology.average", True): lambda case: case.setdefault("rheology", {"model": "bingham", **NEEDED["YIELD"], **NEEDED["CEILING"]})}


def word(choice, model):
    def choose(case):
        maps, _, last = choice["key"].rpartition(".")
        BELONGS.get((choice["key"], model["word"] != "none"), lambda case: None)(case)
        value = {"model": model["word"]} if not maps else {last: model["word"]}
        for takes in model.get("takes", ()):
            value.update(NEEDED.get(takes, {}))
        if not maps:
            case[choice["key"]] = model["word"]
        elif last in ("model", "scheme"):
            case[maps] = value
        else:
            case.setdefault(maps, {})[last] = model["word"]
    return choose


def items():
    """Of each choice its name, and its words with what sets them; kinds first, for words overrule what those set."""
    for name, build in KINDS.items():
        yield name, name, build
    for choice in json.loads((SOURCE / "src/case/choices.json").read_text())["choices"]:
        for model in choice["models"] if "key" in choice else ():
            yield choice["key"], f"{choice['key']} {model['word']}", word(choice, model)


def ask(program, folder, number, build):
    """What `amphi check` refuses the case for; empty: it runs."""
    case = basis()
    for part in (*build, warm_phases):
        part(case)
    path = folder / f"{number}.yaml"
    path.write_text(json.dumps(case))
    result = subprocess.run([program, "check", path], capture_output=True, text=True, check=False)
    path.unlink()
    if result.returncode == 0:
        return ""
    lines = [re.sub(r"^amphi: .*?\.yaml(:\d+)?: ", "", line) for line in result.stderr.splitlines()]
    return next((line for line in lines if "expected" in line), lines[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--csv")
    options = parser.parse_args()
    program = Path(options.program).resolve()
    pairs = [(a, b) for a, b in combinations(items(), 2) if a[0] != b[0]]
    with tempfile.TemporaryDirectory(prefix="amphi-") as name:
        folder = Path(name)
        (folder / "push.txt").write_text("0 1 1\n9 1 1\n")
        (folder / "frame.txt").write_text("0 0 0 0\n9 1 0 0\n")
        with ThreadPoolExecutor(2) as pool:
            said = list(pool.map(lambda k: ask(program, folder, k, (pairs[k][0][2], pairs[k][1][2])), range(len(pairs))))
    if options.csv:
        with open(options.csv, "w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow(("one", "other", "refused"))
            table.writerows((a[1], b[1], why) for (a, b), why in zip(pairs, said))
    reasons, examples = Counter(why for why in said if why), defaultdict(list)
    for (a, b), why in zip(pairs, said):
        examples[why].append(f"{a[1]} + {b[1]}")
    print(f"{len(pairs)} pairs: {said.count('')} run, {len(pairs) - said.count('')} are refused\n")
    print("| pairs | refused because | such as |\n|---|---|---|")
    for why, count in reasons.most_common():
        print(f"| {count} | {why} | {examples[why][0]} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
