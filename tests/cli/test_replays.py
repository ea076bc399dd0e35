#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Random parts of runs of many kinds, computed again on cpu, offload and in three parts: the state, all snapshots and all
gauges in the part have the bits of the run. A sample; AMPHI_REPLAYS=all takes ten parts of each case, other values are regular
expressions of a case's name; AMPHI_SEED=N draws the same parts again. AMPHI_REPLAYS_WAYS is a regular expression of the ways
(cpu, offload, 3 parts), AMPHI_REPLAYS_DEVICE the device of offload, the host without it, and AMPHI_REPLAYS_JSON a file for what
came of each."""
import json
import os
import random
import re
import shutil
import sys
import tempfile
from pathlib import Path

from harness import SOURCE, amphi, expect, expect_run, main
from test_resumes import begin, case_of, run, sets

try:
    import h5py
    import numpy as np
except ImportError:  # a machine with a GPU may have no more than amphi: it compares snapshots itself
    h5py = None

sys.path.insert(0, str(SOURCE / "tests/parts"))
from launch import library, parts  # noqa: E402

STEPS = 120
PARTS = 10
SEED = int(os.environ.get("AMPHI_SEED", random.randrange(1 << 32)))
# What is in each beside water: bodies, open boundaries, waves, phases, heat, walls that move, a frame that does, none of these.
CASES = ("floating-box", "toppled-cubes", "poiseuille-open", "plane-jet", "wave-flume", "wave-absorption", "two-layer-sloshing",
         "natural-convection", "dambreak2d/gate.yaml", "rolling-tank")
SAMPLE = ("floating-box", "poiseuille-open", "wave-absorption")


WAYS = os.environ.get("AMPHI_REPLAYS_WAYS", "")
DEVICE = os.environ.get("AMPHI_REPLAYS_DEVICE", "host")


def ways():
    all_ways = {"cpu": lambda *words: amphi(*words, "--threads", 2),
                "offload": lambda *words: amphi(*words, "--backend", "offload", "--device", DEVICE)}
    if library():
        all_ways["3 parts"] = lambda *words: parts(3, *words, "--threads", 1)
    return [(name, start) for name, start in all_ways.items() if re.search(WAYS, name)]


def make_run(name, folder):
    """The coarsest that runs, with a checkpoint each dozen steps and a snapshot each seven; its end, s."""
    keys = begin(name, "fixed", folder, (), STEPS)
    # Of the steps that it took, which contact between bodies makes shorter than the first is foretold to be.
    interval = 7 * json.loads((folder / "whole/summary.json").read_text())["time"] / STEPS
    shutil.rmtree(folder / "whole")
    expect_run(run(case_of(name), *sets(keys), "--set", f"output.interval={interval:.9g}", "--set", f"output.keep.interval={interval * 12 / 7:.9g}", "--threads", 1, "--steps", STEPS,
                   "-o", folder / "whole"), 0)
    return json.loads((folder / "whole/summary.json").read_text())["time"]


def rows(folder, low, high):
    """The head of gauges.csv, and the rows of a part."""
    if not (folder / "gauges.csv").exists():
        return []
    head, *lines = (folder / "gauges.csv").read_text().splitlines()
    return [head, *(line for line in lines if low <= float(line.split(",")[0]) <= high)]


def snapshots(folder, low, high):
    if not (folder / "particles.vtkhdf.series").exists():
        return {}
    entries = json.loads((folder / "particles.vtkhdf.series").read_text())["files"]
    return {entry["time"]: folder / entry["name"] for entry in entries if low <= entry["time"] <= high}


def contents(path):
    """Its values by particles' ids, whose order is that of a backend."""
    found = {}
    with h5py.File(path) as file:
        order = np.argsort(file["VTKHDF/PointData/id"][()])
        found["hash"] = file["VTKHDF"].attrs["state_hash"]
        found["points"] = file["VTKHDF/Points"][()][order].tobytes()
        for name, values in file["VTKHDF/PointData"].items():
            found[name] = values[()][order].tobytes()
    return found


def differ(a, b):
    """What differs between two snapshots; nothing if they are one."""
    if not h5py:
        said = amphi("compare", "--exact", a, b)
        return said.stdout + said.stderr if said.returncode else ""
    one, other = contents(a), contents(b)
    return [name for name in sorted({*one, *other}) if one.get(name) != other.get(name)]


def check_part(folder, low, high):
    whole, part = folder / "whole", folder / "part"
    expect(rows(part, low, high) == rows(whole, low, high), "gauges.csv differ")
    expect(rows(part, low, high) == rows(part, 0, 1e9), "gauges.csv: rows beyond the part")
    there, again = snapshots(whole, low, high), snapshots(part, 0, 1e9)
    last = max(snapshots(whole, 0, 1e9))  # that of the end is not one that the case asks for
    expect({time for time in there if time != last} == {time for time in again if time != last}, f"snapshots at {sorted(there)} and {sorted(again)}")
    for time in set(there) & set(again):
        apart = differ(there[time], again[time])
        expect(not apart, f"{there[time].name}: {apart} differ")
    return len(rows(part, low, high)), len(again)


def replay(start, folder, low, high):
    """How many rows of gauges and snapshots have the bits of the run."""
    shutil.rmtree(folder / "part", ignore_errors=True)
    expect_run(start("replay", folder / "whole", "--from", repr(low), "--to", repr(high), "-o", folder / "part", "--quiet"), 0)
    expect("The same run" in (folder / "part/log.txt").read_text(), "it does not say that it is the same run")
    return check_part(folder, low, high)


def try_case(name, count, draw, found):
    """Says what there was to compare."""
    with tempfile.TemporaryDirectory(prefix="amphi-") as folder:
        folder = Path(folder)
        end = make_run(name, folder)
        for k in range(count):
            low = draw.uniform(0, end if count > 1 else end / 4)
            high = draw.uniform(low, end) if count > 1 else draw.uniform(3 * end / 4, end)  # one part is to hold snapshots
            for way, start in ways():
                one = {"case": name, "way": way, "from": low, "to": high, "rows": 0, "snapshots": 0, "apart": None}
                found.append(one)
                try:
                    one["rows"], one["snapshots"] = replay(start, folder, low, high)
                except AssertionError as error:
                    one["apart"] = str(error)
        gauges = (folder / "whole/gauges.csv").exists()
    here = [one for one in found if one["case"] == name]
    rows_, shots, apart = sum(one["rows"] for one in here), sum(one["snapshots"] for one in here), [one for one in here if one["apart"]]
    print(f"  {name}: {len(here)} replays, {rows_} rows of gauges, {shots} snapshots, {len(apart)} apart", flush=True)
    expect(not apart, f"{name}, seed {SEED}: {apart[:1]}")
    expect((rows_ > 0 or not gauges) and shots > 0, f"{name}: nothing to compare")


def test_parts(_):
    wanted = os.environ.get("AMPHI_REPLAYS", "")
    cases = [name for name in CASES if (wanted in ("all", "") or re.search(wanted, name)) and (wanted or name in SAMPLE)]
    expect(cases, f"AMPHI_REPLAYS={wanted}: no such case")
    wrong, found = [], []
    print(f"  seed {SEED}")
    for name in cases:
        try:
            try_case(name, PARTS if wanted else 1, random.Random(f"{SEED} {name}"), found)
        except AssertionError as error:
            wrong.append(str(error))
    if "AMPHI_REPLAYS_JSON" in os.environ:
        info = json.loads(amphi("info", "--json").stdout)
        said = {"version": info["version"], "sources": info["build"]["sources"], "offload": info["offload"], "device": DEVICE, "seed": SEED, "replays": found, "apart": sum(bool(one["apart"]) for one in found)}
        Path(os.environ["AMPHI_REPLAYS_JSON"]).write_text(json.dumps(said, indent=1))
    expect(not wrong, "\n".join(wrong))


if __name__ == "__main__":
    main([test_parts])
