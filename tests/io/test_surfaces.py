#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Surfaces of walls beside snapshots, as VTK's own reader sees them: test_surfaces.py AMPHI SOURCE_DIR."""
import csv
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

AMPHI = sys.argv[1]
# Water at rest; a box on its way through the air above; a wedge of triangles beside it, which stands still.
CASE = """method: wcsph
scheme: classic
dimensions: 3
dp: 0.1
domain: {low: [0, 0, 0], high: [1, 1, 2], open: [+z]}
gravity: [0, 0, -10]
fluids:
  - {name: water, shapes: [{add: box, low: [0, 0, 0], high: [1, 1, 0.6]}]}
walls:
  - name: tank
    shapes: [{add: box, low: [0, 0, 0], high: [1, 1, 1], fill: shell-outside, open: [+z]}]
  - name: box
    shapes: [{add: box, low: [0.2, 0.2, 1.5], high: [0.5, 0.5, 1.8]}]
    body: {density: 500, angular_velocity: [0, 0, 300]}
  - name: wedge
    shapes: [{add: surface, file: wedge.obj}]
boundary: {model: dummy, slip: free}
end: 0.1
output: {interval: 0.05, surfaces: SHOWN}
gauges:
  - {name: box, type: body, on: box, interval: 1e-6}
  - {name: P, type: pressure, at: [0.56666667, 0.33333333, 0], interval: 1e-6}
"""
WEDGE = """v 0.6 0.6 1.2
v 0.9 0.6 1.2
v 0.6 0.9 1.2
v 0.6 0.6 1.5
f 1 3 2
f 1 2 4
f 2 3 4
f 3 1 4
"""
failures = 0


def check(what, condition):
    global failures
    if not condition:
        failures += 1
        print(f"FAILED: {what}")


def run(folder, shown):
    folder.mkdir()
    (folder / "case.yaml").write_text(CASE.replace("SHOWN", shown))
    (folder / "wedge.obj").write_text(WEDGE)
    subprocess.run([AMPHI, "run", folder / "case.yaml", "-o", folder / "out", "--quiet"], check=True)
    return folder / "out"


class Surface:
    def __init__(self, path):
        reader = vtkXMLPolyDataReader()
        reader.SetFileName(str(path))
        reader.Update()
        data = reader.GetOutput()
        check(f"{path.name}: no error", reader.GetErrorCode() == 0 and data.GetNumberOfPoints() > 0)
        self.time = data.GetFieldData().GetArray("TimeValue").GetValue(0)
        self.points = vtk_to_numpy(data.GetPoints().GetData())
        self.wall = vtk_to_numpy(data.GetCellData().GetArray("wall"))
        self.pressure = vtk_to_numpy(data.GetCellData().GetArray("pressure"))
        cells = data.GetPolys() if data.GetNumberOfPolys() else data.GetLines()
        ends = vtk_to_numpy(cells.GetOffsetsArray())
        corners = vtk_to_numpy(cells.GetConnectivityArray())
        self.faces = [corners[a:b] for a, b in zip(ends[:-1], ends[1:])]
        self.middles = np.array([self.points[f].mean(axis=0) for f in self.faces])

    def of(self, wall):
        return np.unique(np.concatenate([f for f, w in zip(self.faces, self.wall) if w == wall]))

    def volume(self, wall):
        """By Gauss's theorem, from faces that look outwards."""
        sum6 = 0
        for face, number in zip(self.faces, self.wall):
            p = self.points[face]
            if number == wall:
                sum6 += sum(np.dot(p[0], np.cross(p[k], p[k + 1])) for k in range(1, len(p) - 1))
        return sum6 / 6


def turned(row, points, middle):
    w, x, y, z = (float(row[f"box.q{a}"]) for a in "wxyz")
    matrix = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                       [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                       [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
    place = np.array([float(row[f"box.{a} [m]"]) for a in "xyz"])
    return (points - middle) @ matrix.T + place


def check_all(out):
    files = sorted(out.glob("surfaces_*.vtp"))
    check("one beside each snapshot", len(files) == len(list(out.glob("particles_*.vtkhdf"))) == 3)
    seen = [Surface(f) for f in files]
    with open(out / "gauges.csv") as table:
        rows = {float(row["time [s]"] if "time [s]" in row else row["time"]): row for row in csv.DictReader(table)}
    first = seen[0]
    check("the box is closed and looks outwards", abs(first.volume(1) - 0.027) < 1e-5)
    check("it has a face a site's side", np.count_nonzero(first.wall == 1) == 2 * 6 * 9)
    check("the wedge has its triangles", np.count_nonzero(first.wall == 2) == 4 and abs(first.volume(2) - 0.0045) < 1e-5)
    begin = first.points[first.of(1)].astype(float)
    for s in seen:
        row = min(rows.items(), key=lambda item: abs(item[0] - s.time))
        check(f"{s.time} s: a row of the gauge", abs(row[0] - s.time) < 1e-12)
        off = np.abs(turned(row[1], begin, begin.mean(axis=0)) - s.points[s.of(1)]).max()
        check(f"{s.time} s: the box is where its gauge has it, off by {off}", off < 1e-5)
        check(f"{s.time} s: the wedge stays", np.array_equal(s.points[s.of(2)], first.points[first.of(2)]))
    fallen = begin.mean(axis=0)[2] - seen[2].points[seen[2].of(1)].mean(axis=0)[2]
    check(f"the box falls {fallen} m", abs(fallen - 5 * seen[2].time**2) < 2e-3)
    for s in seen:
        face = np.flatnonzero((s.wall == 0) & (np.abs(s.middles - [0.56666667, 0.33333333, 0]).max(axis=1) < 1e-4))
        gauge = float(min(rows.items(), key=lambda item: abs(item[0] - s.time))[1]["P [Pa]"])
        check(f"{s.time} s: the pressure is a gauge's", len(face) == 1 and abs(s.pressure[face[0]] / gauge - 1) < 1e-3)
        check(f"{s.time} s: {gauge} Pa", 4000 < gauge < 6500)
    check("none on what is dry", (first.pressure[first.wall > 0] == 0).all())


def main():
    with tempfile.TemporaryDirectory() as name:
        check_all(run(Path(name) / "all", "all"))
        for shown, walls in ("bodies", {1}), ("none", set()):
            files = sorted(run(Path(name) / shown, shown).glob("surfaces_*.vtp"))
            check(f"{shown}: files", len(files) == (3 if walls else 0))
            check(f"{shown}: walls", not files or set(Surface(files[-1]).wall) == walls)
    print("ok" if failures == 0 else f"{failures} failed")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
