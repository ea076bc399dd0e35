#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi probe reads what gauges read, and what the formula says; amphi surface writes files that VTK reads, of the
particles' volume, in all formats the same."""
import csv
import json
import sys
from pathlib import Path

import h5py
import numpy as np
import vtk
from PIL import Image
from vtk.util.numpy_support import vtk_to_numpy

SOURCE = Path(sys.argv[2]).resolve()
sys.path.insert(0, str(SOURCE / "tests/cli"))
from harness import CASE, amphi, expect, expect_run, listing, main  # noqa: E402

SOLID = CASE.replace("dimensions: 2", "dimensions: 3").replace("dp: 0.01", "dp: 0.04").replace("[0, 0]", "[0, 0, 0]") \
    .replace("[0.6, 0.4]", "[0.6, 0.3, 0.4]").replace("[0.2, 0.2]", "[0.2, 0.3, 0.2]").replace("[0, -9.81]", "[0, 0, -9.81]")
SOLID = SOLID[:SOLID.index("gauges:")].replace("method: wcsph", "method: wcsph\nscheme: classic")


def run(folder, case, *more):
    (folder / "case.yaml").write_text(case)
    expect_run(amphi("run", folder / "case.yaml", "-o", folder / "out", "--quiet", "--threads", 1, *more), 0)
    return folder / "out"


def table(path):
    with path.open() as file:
        return [{k: float(v) if v else np.nan for k, v in row.items()} for row in csv.DictReader(file)]


def fluid(path):
    with h5py.File(path) as file:
        root = file["VTKHDF"]
        rows = root["PointData/type"][:] == 0
        fields = {name: root["PointData/" + name][:][rows].astype(float) for name in ("velocity", "pressure", "density")}
        return root["Points"][:][rows], fields, float(root["FieldData/TimeValue"][0])


def vtp(path):
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutput()


def values(data, name):
    return vtk_to_numpy(data.GetPointData().GetArray(name))


def test_gauges(folder):
    """A probe where a gauge stands reads what it read at that time."""
    out = run(folder, CASE)
    (folder / "p.txt").write_text("# a gauge\n0.1 0.1\n\n0.5, 0.3\n")
    expect_run(amphi("probe", out, "--points", folder / "p.txt"), 0, "2 points")
    gauges = {row["time"]: row for row in table(out / "gauges.csv")}
    rows = table(out / "probe.csv")
    expect(len(rows) == 10, f"{len(rows)} rows of two points at five times")
    for row in rows[::2]:
        gauge = min(gauges.values(), key=lambda g: abs(g["time"] - row["time [s]"]))
        for axis in "xy":
            read, wanted = row[f"velocity.{axis} [m/s]"], gauge[f"V1.{axis} [m/s]"]
            expect(abs(read - wanted) < 1e-4, f"at {row['time [s]']} s a probe reads {read}, the gauge {wanted}")
    expect(all(row["fluid"] == 0 and np.isnan(row["pressure [Pa]"]) for row in rows[1:4:2]), "fluid where there is none")


def shepard(at, points, values_, density, h, period):
    """The mean over the fluid around a point by Wendland's kernel."""
    gap = points - at
    gap -= period * np.round(gap / np.where(period > 0, period, 1))
    q = np.sqrt((gap**2).sum(1)) / h
    weight = np.clip(1 - q / 2, 0, None)**4 * (2 * q + 1) / density
    return weight @ values_ / weight.sum()


def test_periodic(folder):
    case = (SOURCE / "cases/taylor-green/case.yaml").read_text()
    out = run(folder, case, "--set", "dp=0.05", "--end", "0.1")
    expect_run(amphi("probe", out, "--line", "0,0.52:1,0.52:9", "--fields", "velocity,pressure", "--time", 9), 0, "9 points")
    last = sorted(out.glob("particles_*.vtkhdf"))[-1]
    points, fields, time = fluid(last)
    with h5py.File(last) as file:
        period = file["VTKHDF"].attrs["period"]
    used = (out / "used.yaml").read_text()
    h = 0.05 * float(used.split("smoothing_ratio: ")[1].split()[0])
    expect("kernel: wendland\n" in used and list(period[:2]) == [1, 1], "another case")
    rows = table(out / "probe.csv")
    for row in rows:
        at = np.array([row["x [m]"], row["y [m]"], 0])
        wanted = shepard(at, points, fields["pressure"], fields["density"], h, period)
        expect(abs(row["pressure [Pa]"] - wanted) < 1e-5 * np.abs(fields["pressure"]).max() and abs(row["time [s]"] - time) < 1e-6,
               f"{row}: not {wanted}")
        expect(abs(row["fluid"] - 1) < 0.05, f"{row}: the period is not full")
    expect(abs(rows[0]["velocity.y [m/s]"] - rows[-1]["velocity.y [m/s]"]) < 1e-6, "the ends of the period differ")


def test_vtk(folder):
    """The same numbers in a table and in VTK, on a plane."""
    out = run(folder, SOLID)
    plane = ("--plane", "0,0.15,0:0.6,0.15,0:0,0.15,0.4:7x5", "--fields", "velocity")
    expect_run(amphi("probe", out, *plane, "-o", folder / "p.csv", "--time", 0.1), 0, "35 points")
    expect_run(amphi("probe", out, *plane, "-o", folder / "p.vtp"), 0, "35 points")
    series = json.loads((folder / "p.vtp.series").read_text())["files"]
    expect([f["name"] for f in series] == [f"p_{i:04}.vtp" for i in range(5)], f"files {series}")
    data, rows = vtp(folder / "p_0002.vtp"), table(folder / "p.csv")
    expect((data.GetNumberOfPoints(), data.GetNumberOfPolys()) == (35, 24), "another plane")
    for name, axis in (("velocity.x [m/s]", 0), ("velocity.z [m/s]", 2)):
        expect(np.allclose(values(data, "velocity")[:, axis], [r[name] for r in rows], rtol=1e-5, atol=1e-7, equal_nan=True), name)
    expect(np.allclose(vtk_to_numpy(data.GetPoints().GetData())[:, 2], [r["z [m]"] for r in rows]), "places")
    time = data.GetFieldData().GetArray("TimeValue").GetValue(0)
    expect(abs(time - rows[0]["time [s]"]) < 1e-6 and abs(time - series[2]["time"]) < 1e-12, "another time")
    expect_run(amphi("probe", out, "--line", "0,0.15,0.02:0.6,0.15,0.02", "-o", folder / "l.vtp", "--time", 0), 0, "32 points")
    expect(vtp(folder / "l.vtp").GetNumberOfLines() == 31, "another line")


def test_surface(folder):
    out = run(folder, SOLID)
    expect_run(amphi("surface", out), 0, "surface_0004.vtp: t = ")
    expect(listing(out / "surface") == ["surface.vtp.series", *(f"surface_{i:04}.vtp" for i in range(5))], "other files")
    for kind in ("ply", "glb"):
        expect_run(amphi("surface", out, "--format", kind, "-o", folder / kind, "--time", 0.1), 0)
        expect(listing(folder / kind) == [f"surface_0002.{kind}"], f"other files of {kind}")
    points, fields, _ = fluid(out / "particles_0002.vtkhdf")
    data, ply = vtp(out / "surface/surface_0002.vtp"), vtk.vtkPLYReader()
    ply.SetFileName(str(folder / "ply/surface_0002.ply"))
    ply.Update()
    for what in (data, ply.GetOutput()):
        mass = vtk.vtkMassProperties()
        mass.SetInputData(what)
        mass.Update()
        expect(abs(mass.GetVolume() / (len(points) * 0.04**3) - 1) < 0.002, f"{mass.GetVolume()} m^3 of {len(points)} particles")
        edges = vtk.vtkFeatureEdges()
        edges.SetInputData(what)
        edges.FeatureEdgesOff()
        edges.Update()
        expect(edges.GetOutput().GetNumberOfCells() == 0, "edges of one triangle, or of three")
    at = vtk_to_numpy(data.GetPoints().GetData())
    nearest = np.array([((points - x)**2).sum(1).argmin() for x in at])
    far = np.abs(values(data, "velocity") - fields["velocity"][nearest]).max()
    expect(far < 0.5 * np.abs(fields["velocity"]).max(), f"velocities {far} m/s from those of the nearest particles")
    # Binary glTF: a header, JSON and arrays, which are those of VTK's file.
    blob = (folder / "glb/surface_0002.glb").read_bytes()
    head = np.frombuffer(blob[:20], "<u4")
    expect(blob[:4] == b"glTF" and head[1] == 2 and head[2] == len(blob), "not glTF 2")
    tree, start = json.loads(blob[20:20 + head[3]]), 28 + int(head[3])
    views = [blob[start + v["byteOffset"]:start + v["byteOffset"] + v["byteLength"]] for v in tree["bufferViews"]]
    expect(np.array_equal(np.frombuffer(views[0], "<f4").reshape(-1, 3), at), "other points")
    corners = vtk_to_numpy(data.GetPolys().GetConnectivityArray())
    expect(np.array_equal(np.frombuffer(views[2], "<u4"), corners), "other triangles")
    expect(np.allclose(tree["accessors"][0]["max"], at.max(0)), "another box")


def test_picture(folder):
    """The surface covers what the particles cover, and is smooth."""
    out = run(folder, SOLID)
    shown = []
    for more in ((), ("--surface",)):
        expect_run(amphi("render", out, "-o", folder / "p.png", "--camera", "front", "--size", "400x320", "--range=-1,1", *more), 0)
        with Image.open(folder / "p.png") as image:
            image = np.asarray(image.convert("RGB")).astype(int)[:-44]
        shown.append(image.max(2) - image.min(2) > 40)
    both, any_ = (shown[0] & shown[1]).sum(), (shown[0] | shown[1]).sum()
    expect(both > 0.85 * any_ > 1000, f"{both} pixels in both, {any_} in either")


def test_faults(folder):
    out = run(folder, CASE)
    before = listing(out)
    for arguments, text in (((), "expected one of --line"), (("--line", "0,0:1"), "--line '0,0:1'"), (("--line", "0,0:1,1:1"), "--line"),
                            (("--line", "0,0:1,1", "--plane", "0,0:1,0:0,1"), "expected one of"), (("--plane", "0,0:1,0"), "--plane"),
                            (("--plane", "0,0:1,0:0,1:3"), "--plane"), (("--points", folder / "none"), "none"),
                            (("--line", "0,0:1,1", "--fields", "no"), "no field 'no'"), (("--line", "0,0:1,1", "--fields", "type"), "whole numbers"),
                            (("--line", "0,0:1,1", "-o", folder / "p.txt"), "ends in .csv")):
        expect_run(amphi("probe", out, *arguments), 2, text)
    (folder / "p.txt").write_text("0 0\n0 x\n")
    expect_run(amphi("probe", out, "--points", folder / "p.txt"), 2, "p.txt:2: ", "two numbers")
    expect_run(amphi("surface", out), 2, "a run in 2-D")
    expect_run(amphi("render", out, "--surface"), 2, "2-D")
    expect_run(amphi("surface", out, "--format", "obj"), 2, "there are vtp, ply and glb")
    expect_run(amphi("surface", out, "--spacing", "0.1"), 2, "--spacing '0.1'")
    expect(listing(out) == before, "files of nothing")


def volume(path):
    mass = vtk.vtkMassProperties()
    mass.SetInputData(vtp(path))
    return mass.GetVolume()


def image_of(path):
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB")).astype(int)[:-44]


def test_transport(folder):
    """A scalar between its points, periodic; the surface where it has a value, closed; its picture, in the colours of the map."""
    radius, n = 0.2, 40
    case = """method: transport
dimensions: {d}
transport:
  high: [{high}]
  points: %d
  flow: {{kind: uniform, velocity: [{go}]}}
  scalar: {{kind: ball, centre: [{centre}], radius: %g, width: 0.15}}
  step: 0.05
end: 0.05
output: {{interval: 0.05, checkpoint: 0}}
""" % (n, radius)
    out = run(folder, case.format(d=3, high="1, 1, 2", go="1, 0, 0", centre="0.5, 0.5, 0.7"))
    expect_run(amphi("surface", out), 0, "m^3 inside")
    first, last = (volume(out / f"surface/surface_000{k}.vtp") for k in (0, 1))
    for found in first, last:
        expect(abs(found / (4 / 3 * np.pi * radius**3) - 1) < 0.05, f"{found} m^3 in a ball of {radius} m")
    expect_run(amphi("surface", out, "--time", 0, "--level", 0.9, "-o", folder / "inner"), 0)
    expect(volume(folder / "inner/surface_0000.vtp") < 0.9 * first, "a higher level has as much inside")
    with h5py.File(out / "particles_0000.vtkhdf") as file:
        scalar = file["VTKHDF/PointData/scalar"][:].astype(float).reshape(2 * n, n, n)
    expect_run(amphi("probe", out, "--line", "0.3126,0.4875,0.6875:0.3375,0.4875,0.6875:3", "--time", 0), 0, "3 points")
    rows = table(out / "probe.csv")
    for row in rows:  # y and z are those of points
        at = row["x [m]"] * n - 0.5
        low = int(at)
        wanted = (1 - at + low) * scalar[27, 19, low] + (at - low) * scalar[27, 19, low + 1]
        expect(abs(row["scalar"] - wanted) < 2e-6 and row["fluid"] == 1, f"{row}: {wanted}")
    expect(rows[0]["scalar"] != rows[1]["scalar"] != rows[2]["scalar"], f"{rows}")
    expect_run(amphi("render", out, "-o", folder / "ball.png", "--camera", "front"), 0)
    image = image_of(folder / "ball.png")
    ball = image.max(2) - image.min(2) > 40
    wide, high = np.ptp(np.flatnonzero(ball.any(0))) + 1, np.ptp(np.flatnonzero(ball.any(1))) + 1
    expect(abs(wide / high - 1) < 0.05 and wide > 20, f"a ball of {wide} x {high} pixels")
    out = run(folder, case.format(d=2, high="1, 0.5", go="1, 0", centre="0.75, 0.25"), "--force")
    expect_run(amphi("render", out, "-o", folder / "disc.png", "--time", 0, "--plain", "--range", "0.49,0.51"), 0)
    image = image_of(folder / "disc.png")
    full = (image[..., 2] < 40) & (image[..., 0] > 80)  # turbo ends in dark red
    share = full.sum() / (image < 250).any(2).sum()
    expect(abs(share / (np.pi * radius**2 / 0.5) - 1) < 0.1, f"a disc over {share} of the box")
    columns, rows = (np.flatnonzero(full.any(axis)) for axis in (0, 1))
    expect(columns.min() > 0.5 * full.shape[1] and abs(np.ptp(columns) / np.ptp(rows) - 1) < 0.05, "it stands elsewhere")
    expect_run(amphi("surface", out), 2, "a run in 2-D")
    expect_run(amphi("render", out, "-o", folder / "x.png", "--level", "-1"), 2, "--level '-1'")


def test_particles(folder):
    """Particles of other methods: drawn; what is between them, refused with the reason; a page has their pictures."""
    melt = "method: pairwise\nparticles: {from: fcc, cells: [3, 3, 3], density: 0.84, temperature: 1}\n" \
           "pairwise: {cutoff: 2, step: 0.005}\nend: 0.01\noutput: {checkpoint: 0}\n"
    swarm = "method: swarm\ndimensions: 20\nswarm: {function: sphere, particles: 50}\nend: 3\noutput: {times: [3], checkpoint: 0}\n"
    for number, case in enumerate((melt, swarm)):
        out = run(folder, case, *("--force",) * number)
        expect_run(amphi("render", out, "-o", folder / "p.png"), 0)
        colours = image_of(folder / "p.png")
        expect((colours.max(2) - colours.min(2) > 40).sum() > 200, "nothing drawn")
        for command in ("surface",), ("probe", "--line", "0,0,0:1,1,1"):
            expect_run(amphi(*command, out), 2, "between particles of this one there is nothing")
        expect_run(amphi("report", out), 0)
        expect((out / "report.html").read_text().count("data:image/png") >= 2, "a page without pictures")


def test_spacings(folder):
    """A run of several spacings: each particle counts with its own volume, and check names the gauges of all levels."""
    case = "method: wcsph\ndimensions: 3\ndp: 0.04\ndomain: {low: [0, 0, 0], high: [0.8, 0.16, 0.4], open: [+z]}\n" \
           "gravity: [0, 0, -9.81]\nfluids: [{name: water, shapes: [{add: box, low: [0, 0, 0], high: [0.8, 0.16, 0.32]}]}]\n" \
           "walls: [{name: tank, shapes: [{add: box, low: [0, 0, 0], high: [0.8, 0.16, 0.4], fill: shell-outside, open: [+z]}]}]\n" \
           "resolution: [{name: end, low: [0.4, 0, 0], high: [0.8, 0.16, 0.4]}]\nend: 0.001\noutput: {checkpoint: 0}\n"
    out = run(folder, case)
    expect_run(amphi("probe", out, "--line", "0.2,0.08,0.16:0.6,0.08,0.16:3", "--time", 0), 0, "3 points")
    for row in table(out / "probe.csv"):
        expect(abs(row["fluid"] - 1) < 0.3, f"the kernel is {row['fluid']} full")
        expect(abs(row["pressure [Pa]"] - 9810 * 0.16) < 80, f"{row['pressure [Pa]']} Pa")
    mass = vtk.vtkMassProperties()
    expect_run(amphi("surface", out, "--time", 0), 0)
    mass.SetInputData(vtp(out / "surface/surface_0000.vtp"))
    mass.Update()
    expect(abs(mass.GetVolume() / (0.8 * 0.16 * 0.32) - 1) < 0.002, f"{mass.GetVolume()} m^3")
    expect_run(amphi("report", out), 0)
    gauges = "gauges=[{name: A, type: height, at: [0.2, 0.08], interval: 0.1}, {name: B, type: height, at: [0.7, 0.08], interval: 0.1}]"
    expect_run(amphi("check", folder / "case.yaml", "--set", gauges), 0, "A: height at (0.2", "B: height at (0.7")
    page = (out / "report.html").read_text()
    begin = page.index("Mass of the fluid [kg]")
    expect(">40</text>" in page[begin:begin + 2500], "41 kg are not on the axis of the mass")


main([test_gauges, test_periodic, test_vtk, test_surface, test_picture, test_faults, test_transport, test_particles, test_spacings])
