#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Velocities and scalars of transport that are the user's: expressions of the case, HDF5 files, what is wrong
with them."""
import csv
import json

import h5py
import numpy as np
from harness import amphi, expect, expect_run, listing, main

CASE = """
method: transport
dimensions: 2
transport:
  high: [1, 2]
  points: 32
  flow: %s
  scalar: %s
  step: %s
  precision: double
end: 1
output: {interval: 0}
gauges:
  - {name: difference, type: l1, interval: 0.5}
  - {name: sum, type: sum, interval: 0.5}
"""
BALL = "{kind: ball, centre: [0.5, 1], radius: 0.3, width: 0.2}"
N = (64, 32)  # y, x
Y, X = np.meshgrid((np.arange(N[0]) + 0.5) / 32, (np.arange(N[1]) + 0.5) / 32, indexing="ij")


def write(folder, name, flow, scalar=BALL, step=0.05):
    (folder / f"{name}.yaml").write_text(CASE % (flow, scalar, step))


def run(folder, name, *more):
    expect_run(amphi("run", f"{name}.yaml", "-q", "--force", "-o", name, *more, cwd=folder), 0)
    return json.loads((folder / name / "summary.json").read_text())["state_hash"]


def field(folder, name):
    last = sorted((folder / name).glob("particles_*.vtkhdf"))[-1]
    with h5py.File(last) as file:
        return file["VTKHDF/PointData/scalar"][:]


def store(folder, name, **datasets):
    with h5py.File(folder / name, "w") as file:
        for key, values in datasets.items():
            file[key] = values


def test_expression_is_named_flow(folder):
    """Coordinates are metres: the box is 1 m x 2 m."""
    write(folder, "named", "{kind: cell, modulation: cosine, period: 2}")
    write(folder, "typed", "{kind: expression, u: sin(pi*x)*cos(pi*y/2), v: -2*cos(pi*x)*sin(pi*y/2), "
                           "modulation: cosine, period: 2}")
    run(folder, "named")
    run(folder, "typed")
    moved = np.abs(field(folder, "typed") - field(folder, "named")).max()
    expect(moved < 1e-12, f"expression and named flow differ by {moved}")


def test_order_in_time(folder):
    """A velocity that changes in time is as good as its modulation, to second order in the step."""
    difference = []
    for step in (0.1, 0.05):
        write(folder, "named", "{kind: cell, modulation: cosine, period: 2}", step=step)
        write(folder, "typed", "{kind: expression, u: sin(pi*x)*cos(pi*y/2)*cos(pi*t/2), "
                               "v: -2*cos(pi*x)*sin(pi*y/2)*cos(pi*t/2)}", step=step)
        run(folder, "named")
        run(folder, "typed")
        difference.append(np.sqrt(np.mean((field(folder, "typed") - field(folder, "named")) ** 2)))
    expect(1e-9 < difference[1] and 3 < difference[0] / difference[1] < 5, f"{difference}")


def test_steady_file(folder):
    """The same numbers from a file and from an expression are the same run, on every backend; so is a resumed one."""
    u, v, scalar = 0.5 * (Y - 1), -0.25 * (X - 0.5), (X - 0.5) * (Y - 1) + 2
    store(folder, "flow.h5", u=u, v=v)
    with h5py.File(folder / "start.h5", "w") as file:
        file["first/field"] = scalar
    write(folder, "typed", "{kind: expression, u: 0.5*(y - 1), v: -0.25*(x - 0.5)}",
          "{kind: expression, value: (x - 0.5)*(y - 1) + 2}")
    write(folder, "filed", "{kind: file, file: flow.h5}", "{kind: file, file: start.h5, dataset: first/field}")
    expect(run(folder, "typed") == run(folder, "filed"), "file and expression differ")
    with (folder / "filed/gauges.csv").open() as file:
        rows = list(csv.DictReader(file))
    now = field(folder, "filed").reshape(N)
    expect(abs(float(rows[-1]["difference"]) / np.abs(now - scalar).mean() - 1) < 1e-6, f"{rows[-1]}")
    sums = {row["sum [m^2]"] for row in rows}
    expect(len(sums) == 1 and abs(float(sums.pop()) / (scalar.mean() * 2) - 1) < 1e-8, f"{rows}")
    expect_run(amphi("verify", "filed.yaml", "--steps", "3", cwd=folder), 0, "bit for bit")
    write(folder, "parts", "{kind: file, file: flow.h5}", "{kind: file, file: start.h5, dataset: first/field}")
    run(folder, "parts", "--steps", "7")
    expect_run(amphi("run", "--resume", "parts", "-q", "-b", "reference", cwd=folder), 0)
    expect_run(amphi("compare", "--exact", "filed", "parts", cwd=folder), 0, "same, bit for bit")


def test_file_in_time(folder):
    """Linear between its times, whatever their number type, and cfl counts the fastest of them."""
    base = 0.25 * (Y - 1)
    times = np.array([-1, 0.25, 0.5, 2], dtype="f4")
    factor = np.array([0, 1, 3, 0])
    u = (factor[:, None, None] * base).astype("f8")
    store(folder, "flow.h5", u=u, v=np.zeros((4,) + N, dtype="i2"), time=times)
    write(folder, "filed", "{kind: file, file: flow.h5}")
    write(folder, "typed", "{kind: expression, v: 0*x, "
          "u: '0.25*(y - 1)*(t < 0.25 ? (t + 1)/1.25 : t < 0.5 ? 1 + 8*(t - 0.25) : 3*(2 - t)/1.5)'}")
    run(folder, "filed")
    run(folder, "typed")
    moved = np.abs(field(folder, "filed") - field(folder, "typed")).max()
    expect(moved < 1e-12, f"file in time and expression differ by {moved}")
    text = expect_run(amphi("check", "filed.yaml", "--set", "transport.step=0", "--set", "transport.cfl=2", cwd=folder), 0).stdout
    fastest = 3 * np.abs(base).max() * 32
    steps = np.ceil(fastest / 2)
    expect(f"time step   {1 / steps:.6g} s" in text, f"{text}, {fastest}")


def test_scalar_of_a_snapshot(folder):
    case = CASE.replace("dimensions: 2", "dimensions: 3").replace("high: [1, 2]", "high: [1, 1, 1]").replace("points: 32", "points: 16")
    flow = "{kind: uniform, velocity: [0.3, 0.2, 0.1]}"
    (folder / "first.yaml").write_text(case % (flow, "{kind: wave}", 0.1))
    run(folder, "first")
    source = sorted((folder / "first").glob("particles_*.vtkhdf"))[-1].name
    scalar = "{kind: file, file: first/%s, dataset: VTKHDF/PointData/scalar}" % source
    (folder / "second.yaml").write_text(case % (flow, scalar, 0.1))
    run(folder, "second", "--steps", "1")
    with h5py.File(folder / "second/particles_0000.vtkhdf") as file:
        began = file["VTKHDF/PointData/scalar"][:]
    expect(np.array_equal(field(folder, "first"), began), "a snapshot is not what the next run starts from")


def test_refused(folder):
    write(folder, "filed", "{kind: file, file: flow.h5}")
    before = listing(folder)
    zeros = np.zeros(N)
    bad = np.zeros(N)
    bad[3, 5] = np.nan
    several = np.zeros((2,) + N)
    for datasets, told in (
            (None, "transport.flow.file: flow.h5: cannot be read as an HDF5 file"),
            ({"u": zeros}, "flow.h5: no dataset 'v'"),
            ({"u": zeros.T}, "dataset 'u' is 32 x 64; expected 64 x 32, or that for several times"),
            ({"u": zeros[0]}, "dataset 'u' is 32; expected 64 x 32"),
            ({"u": zeros, "v": several, "time": [0, 1]}, "dataset 'v' has 2 times and 'u' has 0"),
            ({"u": several, "v": several}, "no dataset 'time'"),
            ({"u": several, "v": several, "time": [0, 1, 2]}, "dataset 'time' is 3; expected 2"),
            ({"u": several, "v": several, "time": [1, 0]}, "dataset 'time': 0 after 1; expected growing numbers"),
            ({"u": several, "v": several, "time": [0, 0.5]}, "goes from 0 s to 0.5 s; expected all of 0 s to 1 s"),
            ({"u": zeros, "v": bad}, "dataset 'v': value 101 is nan; expected a number"),
            ({"u": zeros, "v": zeros + 1e20}, "transport.flow.file: is 1e+20 at x = 0.015625 m, y = 0.015625 m"),
            ({"u": np.full(N, b"a"), "v": zeros}, "dataset 'u' does not hold numbers")):
        if datasets:
            store(folder, "flow.h5", **datasets)
        expect_run(amphi("run", "filed.yaml", "-o", "out", cwd=folder), 2, told)
    expect(listing(folder) == before + ["flow.h5"], f"refused cases wrote {listing(folder)}")
    (folder / "flow.h5").write_text("not HDF5")
    expect_run(amphi("run", "filed.yaml", cwd=folder), 2, "cannot be read as an HDF5 file")
    write(folder, "filed", "{kind: cell}", "{kind: file, file: start.h5}")
    store(folder, "start.h5", scalar=several)
    expect_run(amphi("run", "filed.yaml", cwd=folder), 2, "transport.scalar.file: start.h5: dataset 'scalar' is 2 x 64 x 32; expected 64 x 32")
    write(folder, "filed", "{kind: cell}", "{kind: expression, value: 1/(x - y)}")
    expect_run(amphi("run", "filed.yaml", cwd=folder), 2, "transport.scalar.value: is inf at x = 0.015625 m, y = 0.015625 m")
    expect(listing(folder) == sorted(before + ["flow.h5", "start.h5"]), f"refused cases wrote {listing(folder)}")


main([test_expression_is_named_flow, test_order_in_time, test_steady_file, test_file_in_time, test_scalar_of_a_snapshot,
      test_refused])
