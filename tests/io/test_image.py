#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The snapshots of a transport run: VTK's own reader finds the grid and the values that h5py and the case say;
compare and resume work on them; tools/surface.py draws them."""
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkObject
from vtkmodules.vtkIOHDF import vtkHDFReader

AMPHI, ROOT = sys.argv[1], Path(sys.argv[2]).resolve()
CASE = """method: transport
dimensions: {dimensions}
transport:
  {{low: {low}, high: {high}, points: 20, step: 0.1, precision: {precision}, flow: {{kind: {flow}}},
   scalar: {{kind: ball, centre: {centre}, radius: 0.4, width: 0.2}}}}
end: 0.5
output: {{interval: 0.25}}
gauges: [{{name: sum, type: sum, interval: 0.25}}, {{name: above, type: volume, interval: 0.25}}]
"""
failures = 0


def check(what, condition):
    global failures
    if not condition:
        failures += 1
        print(f"FAILED: {what}")


def amphi(*arguments):
    return subprocess.run([AMPHI, *map(str, arguments)], capture_output=True, text=True)


def vtk_image(path):
    errors = []
    reader = vtkHDFReader()
    reader.AddObserver("ErrorEvent", lambda *_: errors.append(1))
    reader.SetFileName(str(path))
    reader.Update()
    check(f"{path.name}: VTK reads it without an error", not errors)
    return reader.GetOutput()


def check_snapshot(path, shape, low, spacing, kind, time):
    image = vtk_image(path)
    check("dimensions", image.GetDimensions() == shape)
    check("spacing", np.allclose(image.GetSpacing()[:2], spacing))
    check("origin", np.allclose(image.GetOrigin()[:len(low)], np.array(low) + spacing / 2))
    values = vtk_to_numpy(image.GetPointData().GetArray("scalar"))
    with h5py.File(path) as file:
        stored = file["VTKHDF/PointData/scalar"][...]
        check("time", abs(file["VTKHDF"].attrs["time"] - time) < 1e-9)
    check("type", values.dtype == kind and stored.dtype == kind)
    check("order of values", np.array_equal(values, stored.ravel()) and stored.shape == shape[::-1])
    return image, values


def run(folder, name, **keys):
    case = folder / f"{name}.yaml"
    case.write_text(CASE.format(**keys))
    result = amphi("run", case, "-o", folder / name, "-q")
    check(f"{name}: {result.stderr}", result.returncode == 0)
    return folder / name, case


def test_three_dimensions(folder):
    low = [-1, 0, 0]
    out, case = run(folder, "solid", dimensions=3, low=low, high=[1, 2.2, 1.8], precision="single",
                    flow="deformation", centre=[0, 1, 0.9])
    image, values = check_snapshot(out / "particles_0000.vtkhdf", (20, 22, 18), low, 0.1, np.float32, 0)
    inside = [p for p in range(image.GetNumberOfPoints())
              if np.linalg.norm(np.array(image.GetPoint(p)) - [0, 1, 0.9]) < 0.29]
    check("the ball is where the case says", len(inside) > 50 and np.all(values[inside] == 1))
    check("nothing far away", values[0] == 0)
    _, last = check_snapshot(out / "particles_0002.vtkhdf", (20, 22, 18), low, 0.1, np.float32, 0.5)
    check("it moved", np.abs(last - values).max() > 0.1)
    gauges = np.genfromtxt(out / "gauges.csv", delimiter=",", names=True)
    check("the sum of the file is the gauge's", abs(values.sum(dtype=float) * 1e-3 / gauges["sum_m3"][0] - 1) < 1e-6)
    check("not a quantum is lost", len(set(gauges["sum_m3"])) == 1)
    check("volume of the ball", abs(gauges["above_m3"][0] / (4 / 3 * np.pi * 0.4**3) - 1) < 0.02)
    same = amphi("run", case, "-o", folder / "other", "-q", "--backend", "reference")
    check(f"reference: {same.stderr}", same.returncode == 0)
    result = amphi("compare", "--exact", out, folder / "other")
    check(f"compare: {result.stdout}{result.stderr}", result.returncode == 0)
    amphi("run", case, "-o", folder / "changed", "-q", "--set", "transport.kernel=m4")
    result = amphi("compare", out, folder / "changed")
    check("compare tells another kernel", result.returncode == 1 and "scalar" in result.stdout)
    amphi("run", case, "-o", folder / "parts", "-q", "--steps", 2)
    result = amphi("run", "--resume", folder / "parts", "-q")
    check(f"resume: {result.stderr}", result.returncode == 0)
    result = amphi("compare", "--exact", out, folder / "parts")
    check(f"resumed: {result.stdout}{result.stderr}", result.returncode == 0)
    return out


def test_two_dimensions(folder):
    out, _ = run(folder, "flat", dimensions=2, low=[0, 0], high=[2, 1.6], precision="double", flow="vortex",
                 centre=[1, 0.8])
    data = vtk_image(out / "particles_0001.vtkhdf")  # as points
    points, values = (vtk_to_numpy(a) for a in (data.GetPoints().GetData(), data.GetPointData().GetArray("scalar")))
    x, y = np.meshgrid(0.05 + 0.1 * np.arange(20), 0.05 + 0.1 * np.arange(16))
    check("points of the plane", np.allclose(points, np.stack([x, y, 0 * x], axis=-1).reshape(-1, 3)))
    check("values in the plane", values.dtype == np.float64 and 0.5 < values.max() < 1.5 and abs(values.min()) < 0.3)
    check("the ball is in the middle", np.all(values[np.hypot(x - 1, y - 0.8).ravel() < 0.2] > 0.5))
    return out


def main():
    vtkObject.GlobalWarningDisplayOff()
    with tempfile.TemporaryDirectory(prefix="amphi-") as folder:
        for out in test_three_dimensions(Path(folder)), test_two_dimensions(Path(folder)):
            picture = out / "surface.png"
            result = subprocess.run([sys.executable, ROOT / "tools/surface.py", out], capture_output=True, text=True)
            check(f"surface: {result.stderr}",
                  result.returncode == 0 and picture.is_file() and picture.read_bytes()[:4] == b"\x89PNG")
        result = subprocess.run([sys.executable, ROOT / "tools/surface.py", Path(folder) / "absent"],
                                capture_output=True, text=True)
        check("surface of nothing", result.returncode == 1 and "no such folder" in result.stderr)
    sys.exit(failures > 0)


main()
