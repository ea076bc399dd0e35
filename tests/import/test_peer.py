#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi import: what a document asks for happens as the peer's source has it, in runs with one hash on all backends."""
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from documents import FULL, box, document, gauge, keys, numbers, one_hash, taken  # noqa: E402
from harness import expect, main  # noqa: E402


def test_jet(folder):
    """A box of one velocity within still water, turned by -30 degrees about y, from 0.05 s to 0.15 s: the water in it has that velocity then, and no other
    water, nor this before; the turn is left-handed, +x to +z for a positive angle."""
    zone = """<special><relaxationzones><rz_uniform><start value="0.05" /><duration value="0.1" /><domainbox><point x="0.3" y="-1" z="0.4" /><size x="0.4" y="2" z="0.2" />
      <direction x="1" y="0" z="0" /><rotateaxis angle="-30" anglesunits="degrees"><point1 x="0.5" y="0" z="0.5" /><point2 x="0.5" y="1" z="0.5" /></rotateaxis>
      </domainbox><velocity value="0.5" /></rz_uniform></relaxationzones></special>"""
    basin = FULL + box("fluid", 0, (0.02, -1, 0.02), (0.96, 2, 0.92)) + box("bound", 0, (0, -1, 0), (1, 2, 1), "bottom | left | right")
    taken(folder, document(basin, dp="0.02", special=zone))
    expect("from: [0.5, 0.5], to: [0.6732050808, 0.4], side: [0.55, 0.5866025404], starts: 0.05, ends: 0.15, current: 0.5}" in keys(folder), keys(folder))
    gauges = "gauges=[{name: M, type: velocity, at: [0.5, 0.5], interval: 0.01}, {name: O, type: velocity, at: [0.6, 0.76], interval: 0.01}]"
    one_hash(folder, "--end", 0.2, "--set", gauges)
    _, table = gauge(folder, "cpu")
    at = {round(row[0], 2): (row[1:3], row[3:5]) for row in table}
    middle, beside = at[0.14]
    expect(math.hypot(*at[0.04][0]) < 0.05, f"before: {at}")
    expect(math.dist(middle, (0.5 * math.cos(math.pi / 6), -0.25)) < 0.03, f"in it: {at}")
    expect(math.hypot(*beside) < 0.2, f"beside it: {at}")


def test_viscosity_along_time(folder):
    """ViscoTime: a column of water that gets stiff at 0.1 s stands where another one has fallen apart."""
    (folder / "v.txt").write_text("#Time(sec)\tvisco\n0\t0.02\n0.1 0.02\n0.11 4\n")
    height = {}
    for case in ("water", "stiff"):
        along = '<parameter key="Visco" value="0.02" /><parameter key="ViscoTime" value="v.txt" />' if case == "stiff" else ""
        taken(folder, document(dp="0.025", parameters=along))
        one_hash(folder, "--end", 0.3, "--set", "gauges=[{name: H, type: height, at: [0.7], interval: 0.1}]")
        height[case] = {round(row[0], 2): row[1] for row in gauge(folder, "cpu")[1]}
    expect("alpha: 0.02, file: viscosity.txt}" in keys(folder) and numbers(folder, "viscosity.txt")[2] == [0.11, 200], keys(folder))
    expect(height["water"][0.3] > 0.08 and height["stiff"][0.3] < 0.03, f"{height}")


main([test_jet, test_viscosity_along_time])
