#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The page of amphi view, driven in a headless Chromium (drive.mjs). Needs what tools/setup view installs and what
tools/page builds in the build folder. With RENEW=1 the pictures that it compares with are made anew."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

PROGRAM = Path(sys.argv[1]).resolve()
SOURCE = Path(sys.argv[2]).resolve()
SKIPPED = 77

sys.path.insert(0, str(SOURCE / "tests/cli"))
from harness import CASE  # noqa: E402

SOLID = """\
title: a column in a box
method: wcsph
scheme: classic
dimensions: 3
dp: 0.05
domain: {low: [0, 0, 0], high: [0.8, 0.4, 0.5], open: [+z]}
gravity: [0, 0, -9.81]
fluids:
  - name: water
    shapes: [{add: box, low: [0, 0, 0], high: [0.3, 0.4, 0.4]}]
walls:
  - name: tank
    shapes: [{add: box, low: [0, 0, 0], high: [0.8, 0.4, 0.5], fill: shell-outside, layers: 2, open: [+z]}]
boundary: {model: dynamic}
end: 0
"""


def run(folder, name, case, *arguments):
    (folder / f"{name}.yaml").write_text(case)
    subprocess.run([PROGRAM, "run", folder / f"{name}.yaml", "-o", folder / name, "--quiet", "--threads", "1", *arguments],
                   check=True, timeout=120)
    return folder / name


def read(path):
    with h5py.File(path) as file:
        root = file["VTKHDF"]
        data = {name: np.array(root["PointData"][name]) for name in root["PointData"]}
        return {**data, "position": np.array(root["Points"]), "time": float(root["FieldData/TimeValue"][0])}


def snapshots(folder):
    return sorted(folder.glob("particles_*.vtkhdf"))


def difference(a, b):
    """Of the velocities by id, as numpy has it."""
    one, other = ({i: v for i, v in zip(s["id"].tolist(), s["velocity"].astype(float))} for s in (a, b))
    apart = {i: np.linalg.norm(other[i] - one[i]) for i in one.keys() & other.keys()}
    worst = max(apart, key=lambda i: apart[i])
    return {"matched": len(apart), "differ": int(sum(v != 0 for v in apart.values())), "max": float(apart[worst]), "worst": worst}


def make_plan(folder):
    a = run(folder, "a", CASE, "--set", "summation=fixed", "--set", "end=0.15")
    b = run(folder, "b", CASE, "--set", "summation=plain", "--set", "end=0.15", "--set", "density_diffusion.delta=0.05")
    solid = run(folder, "solid", SOLID)
    leaky = run(folder, "leaky", CASE.replace("high: [0.6, 0.4]\ng", "high: [0.6, 0.4]\n  open: [-y]\ng").replace("layers: 3}", "layers: 3, open: [-y]}"),
                "--set", "limits.lost=1")
    lost = json.loads((leaky / "summary.json").read_text())["particles"]
    (folder / "experiment.csv").write_text("# made up\ntime [s],H1 [m]\n0,0.2\n0.1,0.15\n")
    files = snapshots(a)
    frames = [read(path) for path in files]
    fluid = frames[1]["type"] == 0
    growing, broken, empty = (folder / name for name in ("growing", "broken", "empty"))
    for made in (growing, broken, empty):
        made.mkdir()
    for name in ("used.yaml", files[0].name):
        shutil.copy(a / name, growing)
        shutil.copy(a / name, broken)
    whole = files[1].read_bytes()
    damaged = [b"", b"no snapshot at all", whole[:len(whole) // 2], whole[:4000] + bytes(len(whole) - 4000), whole[:48] + os.urandom(len(whole) - 48)]
    for number, data in enumerate(damaged, 1):
        (broken / f"particles_{number:04}.vtkhdf").write_bytes(data)
    return {
        "a": str(a), "b": str(b), "solid": str(solid), "growing": str(growing), "broken": str(broken), "empty": str(empty),
        "leaky": str(leaky), "lost": lost,
        "brokenAt": list(range(1, len(damaged) + 1)),
        "count": len(frames[0]["id"]) if len(frames[0]["id"]) < 1000 else f"{len(frames[0]['id']):,}",
        "times": [frame["time"] for frame in frames],
        "pressure": [float(f(frames[1]["pressure"][fluid])) for f in (np.min, np.max)],
        "particles": {int(i): {name: np.atleast_1d(frames[2][name][k]).astype(float).tolist() for name in ("position", "velocity", "pressure")}
                      for k, i in enumerate(frames[2]["id"])},
        "gauges": (a / "gauges.csv").read_text().splitlines()[0].split(",")[1:],
        "difference": difference(frames[2], read(snapshots(b)[2])),
        "growth": [[[str(files[i]), str(growing / files[i].name)]] for i in (1, 2)],
        "last": [[str(files[3]), str(growing / files[3].name)]],
    }


def main():
    packages = PROGRAM.parent / "page-work/node_modules"
    chromium = shutil.which("chromium")
    for there, what in ((shutil.which("node"), "no node here (tools/setup view)"), (chromium, "no chromium here (tools/setup view)"),
                        ((PROGRAM.parent / "page/index.html").exists(), f"the page is not built (tools/page {PROGRAM.parent})"),
                        ((packages / "playwright-core").exists(), f"no playwright-core (tools/page {PROGRAM.parent})")):
        if not there:
            print(f"skipped: {what}")
            return SKIPPED
    with tempfile.TemporaryDirectory(prefix="amphi-", ignore_cleanup_errors=True) as work:
        folder = Path(work)
        plan = make_plan(folder)
        plan |= {"program": str(PROGRAM), "page": str(PROGRAM.parent / "page"), "packages": str(packages), "chromium": chromium,
                 "pictures": str(SOURCE / "tests/view"), "renew": "RENEW" in os.environ, "work": os.environ.get("PICTURES", work)}
        (folder / "plan.json").write_text(json.dumps(plan))
        home = dict(os.environ, HOME=work, XDG_CONFIG_HOME=work, XDG_CACHE_HOME=work)
        done = subprocess.run(["node", SOURCE / "tests/view/drive.mjs", folder / "plan.json"], timeout=600, env=home, check=False)
    return done.returncode


sys.exit(main())
