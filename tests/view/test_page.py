#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The page of amphi view, driven in a headless Chromium (drive.mjs). Needs what tools/setup view installs and what
tools/page builds in the build folder. With RENEW=1 the pictures that it compares with are made anew."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np
from PIL import Image

SOURCE = Path(sys.argv[2]).resolve()
SKIPPED = 77

sys.path.insert(0, str(SOURCE / "tests/cli"))
from harness import CASE  # noqa: E402
from served import PACKAGES, PAGE, PROGRAM, missing  # noqa: E402

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


FLOAT = SOLID.replace("boundary:", """\
  - name: block
    shapes: [{add: box, low: [0.5, 0.1, 0.1], high: [0.7, 0.3, 0.3]}]
    body: {mass: 4}
boundary:""")
SIGHTS = (("corner", "-62,24"), ("angles", "-30,40"), ("side", "0,0"))  # what is chosen on the page, and the same for render


def run(folder, name, case, *arguments, status=0):
    (folder / f"{name}.yaml").write_text(case)
    done = subprocess.run([PROGRAM, "run", folder / f"{name}.yaml", "-o", folder / name, "--quiet", "--threads", "1", *arguments],
                          check=False, timeout=120, stderr=subprocess.PIPE, text=True)
    if done.returncode != status:
        raise RuntimeError(f"{name}: {done.returncode}: {done.stderr}")
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


def difference_by_place(a, b, dp):
    """Root mean square of b's velocity against the mean of a's around each place, weighted by a Wendland kernel of 2.5 dp, where
    that is fluid to 0.35 and more."""
    a, b = ({name: s[name][s["type"] == 0].astype(float) for name in ("position", "velocity")} for s in (a, b))
    q = np.linalg.norm(b["position"][:, None] - a["position"][None], axis=2) / (2.5 * dp)
    weights = np.where(q < 1, (1 - np.minimum(q, 1))**4 * (1 + 4 * q), 0)
    there = weights.sum(1) > 0.35 * np.pi * 2.5**2 / 7
    mean = (weights @ a["velocity"])[there] / weights.sum(1)[there, None]
    return {"rms": float(np.sqrt(((b["velocity"][there] - mean)**2).sum(1).mean())), "missing": int((~there).sum())}


def silhouette(image):
    """Where there is colour, as 40 x 40 shares of its box, and how wide that box is against its height."""
    mask = (image.max(2) - image.min(2) > 40).astype(float)
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    box = mask[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
    at = [(np.arange(40) + 0.5) / 40 * size for size in box.shape]
    return {"mask": box[np.ix_(at[0].astype(int), at[1].astype(int))].ravel().tolist(), "aspect": box.shape[1] / box.shape[0]}


def render(out, camera):
    picture = out / "sight.png"
    subprocess.run([PROGRAM, "render", out, "-o", picture, f"--camera={camera}", "--map", "viridis", "--size", "800x600", "--range=-9,-8"],
                   check=True, timeout=60, stdout=subprocess.DEVNULL)
    with Image.open(picture) as image:
        made = silhouette(np.asarray(image.convert("RGB")).astype(int)[:550])
    picture.unlink()
    return made


def make_plan(folder):
    a = run(folder, "a", CASE, "--set", "summation=fixed", "--set", "end=0.15")
    b = run(folder, "b", CASE, "--set", "summation=plain", "--set", "end=0.15", "--set", "density_diffusion.delta=0.05")
    solid = run(folder, "solid", SOLID)
    leaky = run(folder, "leaky", CASE.replace("high: [0.6, 0.4]\ng", "high: [0.6, 0.4]\n  open: [-y]\ng").replace("layers: 3}", "layers: 3, open: [-y]}"),
                "--set", "limits.lost=1")
    levels = run(folder, "levels", SOLID + "resolution: [{name: water, low: [0, 0, 0], high: [0.45, 0.4, 0.5]}]\n")
    floating = run(folder, "float", FLOAT)
    coarse = run(folder, "coarse", CASE, "--set", "end=0.15", "--set", "dp=0.02")
    wide = CASE.replace("high: [0.6, 0.4]", "high: [6, 0.4]").replace("dp: 0.01", "dp: 0.05")
    flumes = [str(run(folder, name, wide, "--set", "end=0")) for name in ("flume", "flume2")]
    diverged = run(folder, "diverged", CASE, "--set", "limits.density=[0.99, 1.01]", status=3)
    reason = json.loads((diverged / "summary.json").read_text())["reason"]
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
        "a": str(a), "b": str(b), "solid": str(solid), "levels": str(levels), "growing": str(growing), "broken": str(broken), "empty": str(empty),
        "leaky": str(leaky), "lost": lost,
        "brokenAt": list(range(1, len(damaged) + 1)),
        "count": len(frames[0]["id"]) if len(frames[0]["id"]) < 1000 else f"{len(frames[0]['id']):,}",
        "times": [frame["time"] for frame in frames],
        "pressure": [float(np.sort(frames[1]["pressure"][fluid])[k]) for k in (0, fluid.sum() // 200, -1 - fluid.sum() // 200, -1)],
        "float": str(floating), "coarse": str(coarse), "flumes": flumes, "diverged": str(diverged), "reason": reason,
        "fault": int(re.search(r"particle (\d+)", reason)[1]), "diverging": len(snapshots(diverged)),
        "byPlace": difference_by_place(frames[2], read(snapshots(coarse)[2]), 0.01),
        "sights": [{"name": name, "camera": camera, **render(solid, camera)} for name, camera in SIGHTS],
        "volume": 0.3 * 0.4 * 0.4,
        "particles": {int(i): {name: np.atleast_1d(frames[2][name][k]).astype(float).tolist() for name in ("position", "velocity", "pressure")}
                      for k, i in enumerate(frames[2]["id"])},
        "gauges": (a / "gauges.csv").read_text().splitlines()[0].split(",")[1:],
        "difference": difference(frames[2], read(snapshots(b)[2])),
        "growth": [[[str(files[i]), str(growing / files[i].name)]] for i in (1, 2)],
        "last": [[str(files[3]), str(growing / files[3].name)]],
    }


def main():
    what = missing("index.html")
    if what:
        print(f"skipped: {what}")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="amphi-", ignore_cleanup_errors=True) as work:
        folder = Path(work)
        plan = make_plan(folder)
        plan |= {"program": str(PROGRAM), "page": str(PAGE), "packages": str(PACKAGES), "chromium": shutil.which("chromium"),
                 "pictures": str(SOURCE / "tests/view"), "renew": "RENEW" in os.environ, "work": os.environ.get("PICTURES", work)}
        (folder / "plan.json").write_text(json.dumps(plan))
        home = dict(os.environ, HOME=work, XDG_CONFIG_HOME=work, XDG_CACHE_HOME=work)
        done = subprocess.run(["node", SOURCE / "tests/view/drive.mjs", folder / "plan.json"], timeout=600, env=home, check=False)
    return done.returncode


sys.exit(main())
