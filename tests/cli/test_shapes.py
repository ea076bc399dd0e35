# SPDX-License-Identifier: BSD-3-Clause
"""Shapes that a case draws in 3-D without a file: extrusions, revolutions, boxes that are turned and bevelled. Volumes against exact
ones, what is turned against what stands upright, and walls of them that hold water."""
import math
import re

import h5py
import numpy as np

from harness import amphi, expect, expect_run, main

HEAD = """\
method: wcsph
dimensions: 3
dp: {dp}
domain: {{low: [-1, -1, -1], high: [1, 1, 1]}}
gravity: [0, 0, {gravity}]
material: {{speed_of_sound: 40}}
end: 0.1
output: {{checkpoint: 0}}
"""
FLAT = HEAD.replace("dimensions: 3", "dimensions: 2").replace("-1, -1, -1", "-1, -1").replace("1, 1, 1", "1, 1").replace("0, 0, {", "0, {")


def write(folder, shapes, dp=0.05, gravity=0, head=HEAD, walls=""):
    (folder / "case.yaml").write_text(head.format(dp=dp, gravity=gravity) + "fluids:\n  - name: water\n    shapes:\n"
                                      + "".join(f"      - {shape}\n" for shape in shapes) + walls)


def places(folder, *shapes, **how):
    """Of the fluid at the start, sorted."""
    write(folder, shapes, **how)
    expect_run(amphi("run", folder, "-o", folder / "out", "--steps", 0, "--force", "-q", "--set", "packing=lattice"), 0)
    with h5py.File(folder / "out/particles_0000.vtkhdf") as file:
        data = file["VTKHDF"]
        x = data["Points"][:][data["PointData/type"][:] == 0]
    return x[np.lexsort(x.T)]


def volume_of_bevelled(sides, bevel):
    """By the half spaces that bound it, on a fine grid."""
    n = 160
    axes = [np.abs((np.arange(n) + 0.5) / n - 0.5) * side for side in sides]
    x, y, z = np.meshgrid(*axes, indexing="ij")
    a, b, c = (side / 2 for side in sides)
    inside = (x + y <= a + b - bevel) & (y + z <= b + c - bevel) & (x + z <= a + c - bevel) & (x + y + z <= a + b + c - 2 * bevel)
    return inside.mean() * math.prod(sides)


def test_volumes(folder):
    """As many particles as the volume holds, wherever the shape stands; what is cut leaves the rest."""
    dp = 0.025
    step = "[[0, 0], [0.8, 0], [0.8, 0.25], [0.35, 0.25], [0.35, 0.7], [0, 0.7]]"  # not convex
    sides = [0.9, 0.7, 0.5]
    box = "low: [-0.45, -0.35, -0.25], high: [0.45, 0.35, 0.25]"
    area = 0.8 * 0.25 + 0.35 * 0.45
    cone = math.pi * 0.6**2 * 0.9 / 3
    ring = math.pi * (0.7**2 - 0.4**2) * 0.3
    for shape, volume in ((f"{{add: extrusion, vertices: {step}, from: -0.3, to: 0.4}}", 0.7 * area),
                          (f"{{add: extrusion, vertices: {step}, along: y, from: -0.3, to: 0.4, turn: [20, 30, 50], move: [-0.2, -0.3, 0.1]}}", 0.7 * area),
                          ("{add: revolution, vertices: [[0, 0], [0.6, 0], [0, 0.9]], move: [0.1, 0, -0.4]}", cone),
                          ("{add: revolution, vertices: [[0, 0], [0.6, 0], [0, 0.9]], along: x, turn: [0, 25, 40], move: [-0.3, 0, 0]}", cone),
                          ("{add: revolution, vertices: [[0.4, 0], [0.7, 0], [0.7, 0.3], [0.4, 0.3]], along: y}", ring),
                          (f"{{add: box, {box}, turn: [10, 20, 30]}}", math.prod(sides)),
                          (f"{{add: box, {box}, bevel: 0.12}}", volume_of_bevelled(sides, 0.12)),
                          (f"{{add: box, {box}, bevel: 0.12, turn: [0, 35, 15]}}", volume_of_bevelled(sides, 0.12))):
        found = len(places(folder, shape, dp=dp)) * dp**3
        expect(abs(found / volume - 1) < 0.02, f"{shape}: {found} m^3 of {volume}")
    whole = len(places(folder, f"{{add: box, {box}}}", dp=dp))
    left = len(places(folder, f"{{add: box, {box}}}", "{cut: revolution, vertices: [[0, -0.5], [0.2, -0.5], [0.2, 0.5], [0, 0.5]]}", dp=dp))
    expect(abs((whole - left) * dp**3 / (math.pi * 0.2**2 * 0.5) - 1) < 0.05, f"{whole - left} particles were cut")


def test_turned(folder):
    """Turned by right angles the same places as what stands so, bit for bit; a box is the extrusion of its side along each axis."""
    box = places(folder, "{add: box, low: [-0.4, -0.2, -0.3], high: [0.4, 0.2, 0.3]}")
    for turn, low in (([90, 0, 0], "[-0.4, -0.3, -0.2], high: [0.4, 0.3, 0.2]"), ([0, 90, 0], "[-0.3, -0.2, -0.4], high: [0.3, 0.2, 0.4]"),
                      ([0, 0, -90], "[-0.2, -0.4, -0.3], high: [0.2, 0.4, 0.3]")):
        expect(np.array_equal(places(folder, f"{{add: box, low: {low}, turn: {turn}}}"), box), f"turn {turn}")
    across = {"x": ([-0.2, -0.3], [0.2, 0.3], 0.4), "y": ([-0.4, -0.3], [0.4, 0.3], 0.2), "z": ([-0.4, -0.2], [0.4, 0.2], 0.3)}
    for axis, (low, high, half) in across.items():
        corners = [low, [high[0], low[1]], high, [low[0], high[1]]]
        for vertices in (corners, corners[::-1]):
            shape = f"{{add: extrusion, vertices: {vertices}, along: {axis}, from: {-half}, to: {half}}}"
            expect(np.array_equal(places(folder, shape), box), shape)
    turned = places(folder, "{add: box, low: [-0.1, -0.2, -0.3], high: [0.7, 0.2, 0.3], turn: [15, 25, 35]}", dp=0.04)
    other = places(folder, "{add: extrusion, vertices: [[-0.4, -0.2], [0.4, -0.2], [0.4, 0.2], [-0.4, 0.2]], from: -0.3, to: 0.3, "
                           "turn: [15, 25, 35], move: [0.3, 0, 0]}", dp=0.04)
    expect(np.array_equal(turned, other), "a box turned about its middle")


def test_flat(folder):
    """In 2-D a box is turned by one angle, and its corners are cut: a polygon, which used.yaml has."""
    dp = 0.01
    box = "low: [-0.5, -0.3], high: [0.5, 0.3]"
    for shape, area in ((f"{{add: box, {box}, turn: 25}}", 0.6), (f"{{add: box, {box}, bevel: 0.1}}", 0.6 - 4 * 0.1**2 / 2),
                        (f"{{add: box, {box}, bevel: 0.1, turn: -70}}", 0.6 - 4 * 0.1**2 / 2)):
        x = places(folder, shape, dp=dp, head=FLAT)
        expect(abs(len(x) * dp**2 / area - 1) < 0.01, f"{shape}: {len(x) * dp**2} m^2 of {area}")
        expect_run(amphi("run", folder / "out/used.yaml", "-o", folder / "again", "--steps", 0, "--force", "-q"), 0)
        expect_run(amphi("compare", "--exact", folder / "out", folder / "again"), 0)
    upright = places(folder, "{add: box, low: [-0.3, -0.5], high: [0.3, 0.5]}", dp=dp, head=FLAT)
    expect(np.array_equal(places(folder, f"{{add: box, {box}, turn: 90}}", dp=dp, head=FLAT), upright), "turned by 90 degrees")


TANKS = {
    "turned box": ("{{add: box, low: [-0.5, -0.4, -0.4], high: [0.5, 0.4, 0.6], turn: [0, 0, 30]{}}}",
                   "{{add: box, low: [-0.5, -0.4, -0.4], high: [0.5, 0.4, 0.1], turn: [0, 0, 30]{}}}"),
    "extrusion": ("{{add: extrusion, vertices: [[-0.6, 0.5], [-0.3, -0.4], [0.4, -0.4], [0.6, 0.5]], along: y, from: -0.3, to: 0.3{}}}",
                  "{{add: extrusion, vertices: [[-0.4666667, 0.1], [-0.3, -0.4], [0.4, -0.4], [0.5111111, 0.1]], along: y, from: -0.3, to: 0.3{}}}"),
    "revolution": ("{{add: revolution, vertices: [[0, -0.4], [0.3, -0.4], [0.6, 0.5], [0, 0.5]]{}}}",
                   "{{add: revolution, vertices: [[0, -0.4], [0.3, -0.4], [0.4666667, 0.1], [0, 0.1]]{}}}"),
}


VOLUMES = {"turned box": 0.4, "extrusion": 0.25 * 0.6 * (0.7 + 0.9777778), "revolution": 0.5 * math.pi / 3 * (0.3**2 + 0.3 * 0.4666667 + 0.4666667**2)}  # m^3, of water


def test_tanks(folder):
    """As walls they are closed, by what check looks for, and water at rest stays in and near rest; runs go on from a checkpoint."""
    for name, (tank, water) in TANKS.items():
        walls = "walls:\n  - name: tank\n    shapes:\n      - " + tank.format(", fill: shell-outside") + "\n"
        write(folder, [water.format("")], dp=0.05, gravity=-9.81, walls=walls)
        said = expect_run(amphi("check", folder), 0).stdout
        expect(not re.search(r"^  (leak|thin|crowded) ", said, re.M), f"{name}: {said}")
        expect_run(amphi("run", folder, "-o", folder / "whole", "--force", "-q", "-t", 1, "--steps", 90), 0)
        expect_run(amphi("run", folder, "-o", folder / "out", "--force", "-q", "-t", 1, "--steps", 60), 0)
        expect_run(amphi("run", "--resume", folder / "out", "-q", "-t", 1, "--steps", 90), 0)
        expect_run(amphi("compare", "--exact", folder / "out/checkpoint.h5", folder / "whole/checkpoint.h5"), 0)
        with h5py.File(sorted((folder / "whole").glob("particles_*.vtkhdf"))[-1]) as file:
            data = file["VTKHDF"]
            speed = np.linalg.norm(data["PointData/velocity"][:][data["PointData/type"][:] == 0], axis=1)
        expect(abs(len(speed) * 0.05**3 / VOLUMES[name] - 1) < 0.015, f"{name}: {len(speed) * 0.05**3} m^3 of {VOLUMES[name]}")
        expect(np.sqrt(np.mean(speed**2)) < 0.1, f"{name}: {np.sqrt(np.mean(speed**2))} m/s, a fall gives {math.sqrt(9.81 * 0.5):.2f}")


def test_refused(folder):
    for shape, told in (("{add: extrusion, vertices: [[0, 0], [1, 0], [0, 1], [1, 1]], from: 0, to: 0.5}", "enclose no area"),
                        ("{add: extrusion, vertices: [[0, 0], [0.9, 0.1], [0.1, 0.5], [0.9, 0.7], [0, 0.8], [0.8, 0.3]], from: 0, to: 0.5}", "crosses itself"),
                        ("{add: extrusion, vertices: [[0, 0], [0.5, 0], [0, 0.5]], from: 0.5, to: 0}", "to: 0 is not above from 0.5"),
                        ("{add: extrusion, vertices: [[0, 0], [0.5, 0], [0, 0.5]], from: 0}", "to: missing"),
                        ("{add: revolution, vertices: [[-0.1, 0], [0.5, 0], [0, 0.5]]}", "corner 1 is at a distance of -0.1 m"),
                        ("{add: polygon, vertices: [[0, 0], [0.5, 0], [0, 0.5]]}", "expected extrusion"),
                        ("{add: box, low: [0, 0, 0], high: [0.5, 0.5, 0.2], bevel: 0.1}", "bevel: 0.1 m on both sides leaves nothing"),
                        ("{add: box, low: [0, 0, 0], high: [0.5, 0.5, 0.5], turn: [1, 0, 0], fill: shell-inside, open: [+z]}", "open: a box that is turned"),
                        ("{add: sphere, centre: [0, 0, 0], radius: 0.5, turn: [1, 0, 0]}", "turn: means nothing here"),
                        ("{add: box, low: [5, 5, 5], high: [5.5, 5.5, 5.5], turn: [1, 0, 0]}", "outside the domain")):
        write(folder, [shape])
        said = expect_run(amphi("check", folder), 2, told)
        expect(re.search(r"case\.yaml:\d+:", said.stderr), said.stderr)
    write(folder, ["{add: extrusion, vertices: [[0, 0], [0.5, 0], [0, 0.5]], from: 0, to: 1}"], head=FLAT)
    expect_run(amphi("check", folder), 2, "needs 3 dimensions; expected a polygon in 2-D")


main([test_refused, test_volumes, test_turned, test_flat, test_tanks])
