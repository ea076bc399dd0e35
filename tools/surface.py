#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws where the scalar of a transport run has a value, at several times: a line in 2-D, a surface in 3-D."""
import argparse
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import h5py
import matplotlib.pyplot as plt
import numpy as np
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

LIGHT = np.array([0.4, -0.6, 0.7]) / np.linalg.norm([0.4, -0.6, 0.7])


def arguments():
    p = argparse.ArgumentParser(prog="tools/surface.py", description=__doc__)
    p.add_argument("output", help="output folder of amphi run")
    p.add_argument("-l", "--level", type=float, default=0.5, help="value of the scalar (default: 0.5)")
    p.add_argument("-n", "--panels", type=int, default=6, help="snapshots to draw, evenly over the run (default: 6)")
    p.add_argument("-o", "--out", help="picture to write (default: surface.png in the output folder)")
    return p.parse_args()


def fail(text):
    sys.exit(f"tools/surface.py: {text}")


def snapshot_files(folder):
    if not folder.is_dir():
        fail(f"{folder}: no such folder")
    files = sorted(folder.glob("particles_*.vtkhdf"))
    if not files:
        fail(f"{folder}: no snapshots")
    return files


def read(path):
    """Values [z][y][x], first point, spacing, time."""
    with h5py.File(path) as file:
        root = file["VTKHDF"]
        if "PointData/scalar" not in root:
            fail(f"{path}: not of a transport run")
        values = root["PointData/scalar"][...]
        if values.ndim == 3:
            return values, root.attrs["Origin"], root.attrs["Spacing"], float(root.attrs["time"])
        points = root["Points"][...]
        last, shape = points[-1] - points[0], [1, 1, 1]
        shape[2] = int(np.argmax(points[:, 1] > points[0, 1])) or len(points)
        shape[1] = len(points) // shape[2]
        spacing = last / [max(1, n - 1) for n in shape[::-1]]
        return values.reshape(shape), points[0], spacing, float(root["FieldData/TimeValue"][0])


def triangles(path, level):
    """Corners [n][3][3] of the surface, by VTK's contour filter on what its own reader makes of the file."""
    try:
        from vtkmodules.util.numpy_support import vtk_to_numpy
        from vtkmodules.vtkFiltersCore import vtkContourFilter
        from vtkmodules.vtkIOHDF import vtkHDFReader
    except ImportError:
        fail("a surface in 3-D needs VTK 9.1 or newer for Python (Debian: python3-vtk9)")
    reader, contour = vtkHDFReader(), vtkContourFilter()
    reader.SetFileName(str(path))
    contour.SetInputConnection(reader.GetOutputPort())
    contour.SetInputArrayToProcess(0, 0, 0, 0, "scalar")
    contour.SetValue(0, level)
    contour.Update()
    surface = contour.GetOutput()
    if surface.GetNumberOfPolys() == 0:
        return np.zeros((0, 3, 3))
    points = vtk_to_numpy(surface.GetPoints().GetData())
    return points[vtk_to_numpy(surface.GetPolys().GetConnectivityArray()).reshape(-1, 3)]


def draw_surface(axes, path, level, low, high):
    corners = triangles(path, level)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    shade = 0.35 + 0.65 * np.abs(normals @ LIGHT) / np.where(lengths > 0, lengths, 1)
    axes.add_collection3d(Poly3DCollection(corners, facecolors=np.outer(shade, [0.25, 0.55, 0.85]), edgecolors="none"))
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]))
    axes.set_box_aspect(high - low)


def draw_line(axes, values, origin, spacing, level, low, high):
    x, y = (origin[a] + spacing[a] * np.arange(values.shape[2 - a]) for a in (0, 1))
    axes.pcolormesh(x, y, values[0], cmap="Blues", vmin=0, vmax=1.3, shading="nearest")
    axes.contour(x, y, values[0], levels=[level], colors="black", linewidths=1)
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")


def main():
    options = arguments()
    folder = Path(options.output)
    files = snapshot_files(folder)
    chosen = sorted({round(i) for i in np.linspace(0, len(files) - 1, max(1, min(options.panels, len(files))))})
    columns = min(3, len(chosen))
    rows = -(-len(chosen) // columns)
    values, origin, spacing, _ = read(files[0])
    shape = np.array(values.shape[::-1])
    if shape[1] == 1:
        fail(f"{folder}: a run in one dimension has no surface")
    low, high = origin - spacing / 2, origin + spacing * (shape - 0.5)
    solid = shape[2] > 1
    figure = plt.figure(figsize=(3.6 * columns, 3.6 * rows), layout="constrained")
    for panel, index in enumerate(chosen):
        axes = figure.add_subplot(rows, columns, panel + 1, projection="3d" if solid else None)
        values, _, _, time = read(files[index])
        if solid:
            draw_surface(axes, files[index], options.level, low, high)
        else:
            draw_line(axes, values, origin, spacing, options.level, low, high)
        axes.set_title(f"t = {time:.4g} s")
    out = Path(options.out) if options.out else folder / "surface.png"
    figure.savefig(out, dpi=110)
    print(out)


if __name__ == "__main__":
    main()
