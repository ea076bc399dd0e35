#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Snapshots as VTK's own reader and h5py see them: test_vtk.py PROGRAM SOURCE_DIR."""
import json
import os
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import VTK_VERTEX
from vtkmodules.vtkIOHDF import vtkHDFReader

COUNTS = [1000, 0, 1, 70000]
failures = 0


def check(what, condition):
    global failures
    if not condition:
        failures += 1
        print(f"FAILED: {what}")


def expected(n):
    """The sample of tests/io/test_snapshot.c."""
    i = np.arange(n, dtype=np.int64)
    k = np.arange(3)
    return {
        "Points": (i / 7.0)[:, None] + k * 1e-9,
        "velocity": (i.astype(np.float32) * np.float32(0.5))[:, None] - k.astype(np.float32),
        "density": np.float32(1000) + i.astype(np.float32),
        "pressure": -1.0 / (i + 3),
        "type": (i % 3 == 0).astype(np.uint8),
        "body": (i * 7).astype(np.uint16),
        "id": (n - 1 - i).astype(np.uint32),
        "wide": np.uint64(1 << 60) | i.astype(np.uint64),
        "sign": (-i).astype(np.int32),
    }


def same(got, want):
    return got.dtype == want.dtype and got.shape == want.shape and np.array_equal(got, want)


def check_h5py(path, n, time):
    want = expected(n)
    with h5py.File(path) as f:
        root = f["VTKHDF"]
        check(f"{path}: version", root.attrs["Version"].tolist() == [1, 0])
        kind = root.attrs.get_id("Type")
        check(f"{path}: type", root.attrs["Type"] == b"UnstructuredGrid")
        check(f"{path}: fixed ASCII type", not kind.get_type().is_variable_str()
              and kind.get_type().get_cset() == h5py.h5t.CSET_ASCII and kind.dtype.itemsize == 16)
        for name, count in ("NumberOfPoints", n), ("NumberOfCells", n), ("NumberOfConnectivityIds", n):
            check(f"{path}: {name}", same(root[name][...], np.array([count], np.int64)))
        check(f"{path}: Points", same(root["Points"][...], want["Points"]))
        check(f"{path}: Connectivity", same(root["Connectivity"][...], np.arange(n)))
        check(f"{path}: Offsets", same(root["Offsets"][...], np.arange(n + 1)))
        check(f"{path}: Types", same(root["Types"][...], np.full(n, VTK_VERTEX, np.uint8)))
        check(f"{path}: time", root["FieldData/TimeValue"][...].tolist() == [time])
        check(f"{path}: names", set(root["PointData"]) == set(want) - {"Points"})
        for name in root["PointData"]:
            data = root["PointData"][name]
            check(f"{path}: h5py {name}", same(data[...], want[name]))
            check(f"{path}: {name} compressed", data.compression == "gzip" and data.shuffle)


def check_vtk(path, n, time):
    want = expected(n)
    reader = vtkHDFReader()
    check(f"{path}: VTK can read", reader.CanReadFile(path))
    reader.SetFileName(path)
    reader.Update()
    check(f"{path}: VTK without error", reader.GetErrorCode() == 0)
    grid = reader.GetOutput()
    check(f"{path}: VTK counts", grid.GetNumberOfPoints() == n and grid.GetNumberOfCells() == n)
    if n == 0:
        return
    check(f"{path}: VTK points", same(vtk_to_numpy(grid.GetPoints().GetData()), want["Points"]))
    check(f"{path}: VTK cells", all(grid.GetCellType(i) == VTK_VERTEX for i in range(0, n, 97)))
    check(f"{path}: VTK cell points", all(grid.GetCell(i).GetPointId(0) == i for i in range(0, n, 97)))
    data = grid.GetPointData()
    check(f"{path}: VTK arrays", data.GetNumberOfArrays() == len(want) - 1)
    for i in range(data.GetNumberOfArrays()):
        array = data.GetArray(i)
        check(f"{path}: VTK {array.GetName()}", same(vtk_to_numpy(array), want[array.GetName()]))
    value = grid.GetFieldData().GetArray("TimeValue")
    check(f"{path}: VTK time", value is not None and value.GetValue(0) == time)


def main():
    writer = os.path.join(os.path.dirname(sys.argv[1]), "tests", "test_io_snapshot")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([writer, folder], check=True)
        with open(f"{folder}/particles.vtkhdf.series") as f, open(f"{folder}/particles.hdf.series") as g:
            series = json.load(f)
            check("series by its other name", json.load(g) == series)
        want = [{"name": f"particles_{i:04d}.vtkhdf", "time": i * 0.1} for i in range(len(COUNTS))]
        check("series", series == {"file-series-version": "1.0", "files": want})
        for n, entry in zip(COUNTS, series["files"]):
            check_h5py(f"{folder}/{entry['name']}", n, entry["time"])
            check_vtk(f"{folder}/{entry['name']}", n, entry["time"])
        check("nothing else", len(os.listdir(folder)) == len(COUNTS) + 2)
    print("ok" if failures == 0 else f"{failures} failed")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
