#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""ParaView opens the series of a WCSPH run and of a transport run, and finds in them what h5py finds.
Skipped where there is no ParaView (pvpython): it is no dependency."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

AMPHI, ROOT = sys.argv[1], Path(sys.argv[2]).resolve()
SKIPPED = 77
DAM = """method: wcsph
scheme: classic
dimensions: 2
dp: 0.02
domain: {low: [0, 0], high: [0.8, 0.6], open: [+y]}
gravity: [0, -9.81]
fluids:
  - name: water
    shapes: [{add: box, low: [0, 0], high: [0.2, 0.4]}]
walls:
  - name: tank
    shapes: [{add: box, low: [0, 0], high: [0.8, 0.6], fill: shell-outside, open: [+y]}]
end: 0.1
output: {interval: 0.05}
"""
BALL = """method: transport
dimensions: 3
transport:
  {low: [0, 0, 0], high: [1, 1.5, 2], points: 20, step: 0.1, flow: {kind: rotation},
   scalar: {kind: ball, centre: [0.5, 0.6, 0.9], radius: 0.4, width: 0.2}}
end: 0.2
output: {interval: 0.1}
"""
failures = 0


def check(what, condition):
    global failures
    if not condition:
        failures += 1
        print(f"FAILED: {what}")


def run(folder, text):
    folder.mkdir()
    (folder / "case.yaml").write_text(text)
    subprocess.run([AMPHI, "run", folder / "case.yaml", "-o", folder / "out", "--quiet"], check=True)
    return folder / "out"


def look(pvpython, *paths):
    # Nothing is drawn, so ParaView needs neither a display nor a window system.
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    script = ROOT / "tests/io/look_with_paraview.py"
    done = subprocess.run([pvpython, "--force-offscreen-rendering", script, *paths], capture_output=True, text=True,
                          env=environment, timeout=300)
    lines = [line for line in done.stdout.splitlines() if line.startswith("LOOK ")]
    if done.returncode or len(lines) != 1:
        sys.exit(f"FAILED: pvpython, exit {done.returncode}\n{done.stdout}\n{done.stderr}")
    return json.loads(lines[0][5:])


def ranges(values):
    values = values.reshape(len(values), -1)
    return [[float(column.min()), float(column.max())] for column in values.T]


def check_series(folder, seen, kind):
    files = json.loads((folder / "particles.vtkhdf.series").read_text())["files"]
    check(f"{folder}: times", len(files) == 3 and seen["times"] == [f["time"] for f in files])
    for number, (entry, step) in enumerate(zip(files, seen["steps"])):
        what = f"{folder}/{entry['name']}"
        check(f"{what}: time {step['time']}", step["time"] == entry["time"])
        check(f"{what}: {step['type']}", step["type"] == kind)
        with h5py.File(folder / entry["name"]) as file:
            data = {name: values[...] for name, values in file["VTKHDF/PointData"].items()}
            points = file["VTKHDF/Points"][...] if "Points" in file["VTKHDF"] else None
        if points is None:
            data = {name: values.reshape(-1) for name, values in data.items()}
        else:
            check(f"{what}: bounds", np.allclose(np.reshape(step["bounds"], (3, 2)), ranges(points), rtol=0, atol=1e-6))
            check(f"{what}: fluid", seen["fluid"][number] == np.count_nonzero(data["type"] == 0) == 200)
        check(f"{what}: {step['points']} points", step["points"] == len(next(iter(data.values()))))
        check(f"{what}: arrays", set(step["arrays"]) == set(data))
        for name, values in data.items():
            check(f"{what}: range of {name}", np.array_equal(step["arrays"].get(name), ranges(values)))


def main():
    pvpython = shutil.which("pvpython")
    if not pvpython:
        print("skipped: no pvpython here (Debian: python3-paraview)")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        dam, ball = run(Path(name) / "dam", DAM), run(Path(name) / "ball", BALL)
        seen = look(pvpython, dam / "particles.hdf.series", ball / "particles.hdf.series")
        check_series(dam, seen[0], "vtkUnstructuredGrid")
        check_series(ball, seen[1], "vtkImageData")
    print("ok" if failures == 0 else f"{failures} failed")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
