#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Pressure gauges say what the snapshots say: the kernel mean of the fluid around the place, each particle's pressure
carried there by the water's weight, computed here from positions, densities and pressures alone. On both kinds of
walls, with the same digits on all backends."""
import sys

import numpy as np
from harness import SOURCE, amphi, expect, expect_run, main

sys.path.insert(0, str(SOURCE / "python"))
from amphi import Output, read_snapshot  # noqa: E402

DP, RATIO = 0.02, 1.732
PLACES = {"front": (0.7, 0.03), "corner": (0.7, 0.002), "high": (0.7, 0.13), "floor": (0.2, 0.0),
          "inside": (0.15, 0.1), "dry": (0.7, 0.55)}
CASE = f"""
method: wcsph
scheme: classic
dimensions: 2
dp: {DP}
domain: {{low: [0, 0], high: [0.7, 0.6]}}
gravity: [0, -9.81]
fluids:
  - {{name: water, shapes: [{{add: box, low: [0, 0], high: [0.3, 0.3]}}]}}
walls:
  - {{name: tank, shapes: [{{add: box, low: [0, 0], high: [0.7, 0.6], fill: shell-outside}}]}}
summation: fixed
end: 0.54
output: {{interval: 0.02}}
gauges:
""" + "".join(f"  - {{name: {n}, type: pressure, at: [{x}, {y}], interval: 0.02}}\n" for n, (x, y) in PLACES.items())


def kernel_sums(snapshot, place):
    """Shares of Wendland's kernel about the place that fluid and walls fill, and the fluid's weighted pressure there, Pa."""
    h = RATIO * DP
    q = np.hypot(*(snapshot["points"][:, :2] - place).T) / h
    weight = 7 / (4 * np.pi * h**2) * np.where(q < 2, (1 - q / 2)**4 * (2 * q + 1), 0) * DP**2
    fluid = snapshot["type"] == 0
    volume = weight[fluid] * 1000 / snapshot["density"][fluid]
    fall = 9.81 * (snapshot["points"][fluid, 1] - place[1])
    return volume.sum(), weight[~fluid].sum(), (volume * (snapshot["pressure"][fluid] + snapshot["density"][fluid] * fall)).sum()


def gauges_and_means(folder, walls, backend, end=0.54):
    """{name: rows of gauge, s, s_wall, sum of P W V}, and the table as it was written."""
    (folder / "dam.yaml").write_text(CASE)
    options = ["--device", "host"] if backend == "offload" else []
    expect_run(amphi("run", "dam.yaml", "-q", "--set", f"boundary.model={walls}", "--backend", backend, *options,
                     "--end", end, "-o", f"{walls}-{backend}", cwd=folder), 0)
    output = Output(folder / f"{walls}-{backend}")
    gauges, found = output.gauges(), {name: [] for name in PLACES}
    for time, path in output.snapshots():
        row = np.argmin(np.abs(gauges["time"] - time))
        expect(abs(gauges["time"][row] - time) < 1e-6, f"a gauge was due at {time} s with the snapshot")
        snapshot = read_snapshot(path, ("pressure", "density", "type"))
        for name, place in PLACES.items():
            found[name].append((gauges[name][row], *kernel_sums(snapshot, place)))
    return {name: np.array(rows) for name, rows in found.items()}, (output.folder / "gauges.csv").read_bytes()


def held_together(found, divisor):
    """A gauge is the mean over its share of the kernel; below zero only where it sees more water than air."""
    for name, rows in found.items():
        gauge, s, s_wall, pressure = rows.T
        mean = pressure / divisor(s, s_wall)
        mean = np.where(s < (1 - s_wall) / 2, np.maximum(mean, 0), mean)
        off = np.abs(gauge - mean).max()
        expect(off < 1e-3 + 1e-4 * np.abs(mean).max(), f"{name} is up to {off} Pa off the snapshots' mean\n{rows}")
    expect(not found["dry"].any(axis=0)[0], "a gauge that no fluid comes near reads 0")


def one_table(folder, walls):
    """The gauges of the cpu backend, after all backends wrote the same bytes as far as they went."""
    found, table = gauges_and_means(folder, walls, "cpu")
    for backend in "reference", "offload":
        start = gauges_and_means(folder, walls, backend, 0.36)[1]
        expect(start.count(b"\n") > 15 and table.startswith(start), f"{backend} has other gauges with {walls} walls")
    return found


def test_dynamic_walls(folder):
    """They hold the fluid off, so that little of the kernel is filled; the gauge is the fluid's mean for all that."""
    found = one_table(folder, "dynamic")
    held_together(found, lambda s, s_wall: np.maximum(s, 0.005))
    gauge, s, _, pressure = found["front"].T
    wet = (s > 0.04) & (pressure > 0)
    expect(wet.sum() > 5 and np.median(s[wet]) < 0.3, f"the front's water keeps a distance\n{found['front']}")
    expect(np.all(np.abs(gauge[wet] / (pressure[wet] / s[wet]) - 1) < 1e-4), "and its pressure is read all the same")


def seen(s, s_wall):
    """The kernel's share that fluid fills and air, of which less than a twentieth is none."""
    room = np.minimum(1 - s_wall, 0.5)
    return s + np.maximum(room - s - 0.05 * room, 0) / 0.95


def test_dummy_walls(folder):
    """Air beside the fluid is at zero pressure; where the wall is wet that is the fluid's mean."""
    found = one_table(folder, "dummy")
    held_together(found, seen)
    gauge, s, s_wall, pressure = found["floor"].T
    wet = (s > 0.95 * (1 - s_wall)) & (pressure > 0)
    expect(wet.sum() > 10, f"the floor is wet\n{found['floor']}")
    expect(np.all(np.abs(gauge[wet] / (pressure[wet] / s[wet]) - 1) < 0.06), "a wet gauge reads the fluid's mean")


def test_on_a_wall(folder):
    """A wall asked for at 0.712 m stands at 0.72: this is said, and a gauge on it stands there too."""
    more = "".join(f"  - {{name: {name}, type: {kind}, {place}, interval: 0.02}}\n" for name, kind, place in (
        ("asked", "pressure", "at: [0.712, 0.03]"), ("built", "pressure", "at: [0.72, 0.03]"),
        ("on", "pressure", "at: [0.712, 0.03], on: tank"), ("in", "pressure", "at: [0.735, 0.04]"),
        ("corner2", "velocity", "at: [0.712, 0], on: tank"), ("corner3", "velocity", "at: [0.72, 0]")))
    (folder / "wall.yaml").write_text(
        CASE.replace("high: [0.7, 0.6]}", "high: [0.74, 0.6]}").replace("high: [0.7, 0.6], fill", "high: [0.712, 0.6], fill") + more)
    said = [line.split() for line in expect_run(amphi("check", "wall.yaml", cwd=folder), 0).stdout.splitlines()]
    built = [" ".join(line) for line in said if line[:1] == ["built"]]
    expect(built == ["built tank, box 1: +x at 0.72 m, not 0.712"], f"one face is built elsewhere: {built}")
    inside = [line[1] for line in said if line[:1] == ["gauge"] and "inside" in line]
    expect(inside == ["in:"], f"one gauge stands in the wall: {inside}")
    expect(any("in:" in line and "on no flat face of one" in " ".join(line) for line in said), f"{said}")
    # Water asked for up to 0.708 m ends at 0.70, so a sensor there is in the wall: what is advised is taken.
    (folder / "near.yaml").write_text((folder / "wall.yaml").read_text().replace("0.712", "0.708"))
    told = expect_run(amphi("check", "near.yaml", cwd=folder), 0, "inside a wall as built: 'on: tank' puts it on the face").stdout
    names = [line.split()[1][:-1] for line in told.splitlines() if "puts it on the face" in line]
    for name in names:
        expect_run(amphi("check", "near.yaml", "--set", f"gauges.{name}.on=tank", cwd=folder), 0)
    for case, out in ("wall.yaml", "one"), ("one/used.yaml", "two"):
        result = expect_run(amphi("run", case, "--end", "0.5", "-o", out, cwd=folder), 0, built[0][6:])
        gauges = Output(folder / out).gauges()
        expect(np.array_equal(gauges["on"], gauges["built"]) and gauges["on"].any(), f"on the wall\n{gauges}")
        expect(not np.array_equal(gauges["on"], gauges["asked"]), f"not where it was asked for\n{gauges}")
        expect(np.array_equal(gauges["corner2.x"], gauges["corner3.x"]), f"on two faces\n{gauges}")
        expect("on: \"tank\"" in (folder / out / "used.yaml").read_text(), result.stdout)


def test_words(folder):
    """A gauge that has no place of its own along gravity is not told to stand on a wall; a flux through a surface
    whose area nobody knows is refused."""
    upright = "".join(f"  - {{name: {kind}, type: {kind}, at: [0.2], interval: 1}}\n" for kind in ("height", "level"))
    case = CASE.replace("domain: {low: [0, 0]", "domain: {low: [-0.1, -0.1]").replace("gauges:\n", "gauges:\n" + upright)
    (folder / "up.yaml").write_text(case + "  - {name: E, type: elevation, at: [0.1, -0.05], to: [0.3, -0.05], interval: 1}\n")
    said = expect_run(amphi("check", "up.yaml", cwd=folder), 0, "height: height at").stdout
    expect("inside a wall" not in said, said)
    (folder / "p.csv").write_text("x,y\n0.51,0.51\n")
    (folder / "hot.yaml").write_text(CASE.replace("walls:\n", "walls:\n  - {name: spot, heat_flux: 9, shapes: [{add: points, file: p.csv}]}\n")
                                     + "heat: {model: conduction, conductivity: 1, capacity: 1}\n")
    expect_run(amphi("check", "hot.yaml", cwd=folder), 2, "walls.spot.heat_flux: goes through a surface whose area is not known")


main([test_words, test_dynamic_walls, test_dummy_walls, test_on_a_wall])
