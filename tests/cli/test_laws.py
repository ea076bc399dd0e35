#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Any two choices that run do something physical: laws.py. A sample; all pairs with AMPHI_LAWS=all, which prints what it finds."""
import json
import os

import laws
from harness import amphi, expect, expect_run, main

SAMPLE = 251
ALL = os.environ.get("AMPHI_LAWS") == "all"


def named(*names):
    return [item for item in laws.choices() if item[1] in names]


def test_pairs(folder):
    wrong, ran, every = [], 0, laws.pairs()
    for k, pair in enumerate(every):
        if not ALL and k % SAMPLE:
            continue
        place = folder / f"{k}"
        found, why = laws.measure(place, pair)
        name = f"{pair[0][1]} + {pair[1][1]}"
        off = laws.broken(found, pair)
        ran += bool(found)
        wrong += [f"{name}: {', '.join(off)}; {why}"] if off else []
        if ALL:
            print(f"{name}: {found or why}", flush=True)
    print(f"{ran} pairs ran, {len(wrong)} break a law")
    expect(ran > 0 and not wrong, "\n".join(wrong))


def leaky(case):
    laws.combinations.openings(case)
    case["open_boundaries"][0]["velocity"]["speed"] = 5.0


def warm(case):
    leaky(case)
    case["heat"] = {"model": "conduction", "conductivity": 1e4, "capacity": 100.0}
    case["open_boundaries"][0]["temperature"] = 9.0


# What breaks a law, of which the judge is not told.
FAULTS = {
    "a leak": (leaky, {"mass", "energy", "rest"}),
    "a brake": (lambda case: case.update(damping_zones=[{"name": "brake", "from": [0.2, 0.3], "to": [0.3, 0.3]}]), {"momentum", "carried", "closed momentum"}),
    "a shaken tank": (lambda case: case.update(frame={"file": "frame.txt"}), {"momentum", "closed momentum"}),
    "a warm leak": (warm, {"heat"}),
    "chance": (lambda case: case.update(fluids=[{**f, "jitter": 0.2} for f in case["fluids"]]), {"turned over"}),
}


def test_faults_are_found(folder):
    plain, = named("kernel wendland")
    found = set().union(*(expected for _, expected in FAULTS.values()))
    expect(found == {law.removeprefix("closed ") for law in laws.BOUNDS} | {"closed momentum"}, f"a law has no fault: {found}")
    for k, (name, (build, expected)) in enumerate(FAULTS.items()):
        pair = (plain, ("fault", name, build))
        found, why = laws.measure(folder / f"{k}", pair, 60)
        off = {text.partition(":")[0] for text in laws.broken(found, pair)}
        expect(expected <= off, f"{name}: {off} of {found}; {why}")


def test_summed_phases(folder):
    """Oil over water, whose surface moves for longer: what comes up does not keep the pressure of the depth that it began at."""
    laws.files(folder)
    case = laws.tank(named("phases", "density_equation summation"), 0.4)
    off = laws.growth(laws.of_gauges(laws.go(folder, "tank", case, 500)))
    expect(off < 0.02, f"energy grows by {off} of that of motion")


def test_doubt(folder):
    """What the judge excuses is said before."""
    for word, surface, doubts in (("adami", "some", True), ("adami", "none", False), ("plus", "some", False)):
        case = {**laws.tank(named(f"shifting.model {word}"), 0.0), "free_surface": surface}
        (folder / "case.yaml").write_text(json.dumps(case))
        said = expect_run(amphi("check", "case.yaml", cwd=folder), 0).stdout
        expect(("thin        shifting.model adami" in said) == doubts, f"{word}, {surface}: {said}")


main([test_faults_are_found, test_summed_phases, test_doubt, test_pairs])
