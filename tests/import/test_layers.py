#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi import: walls of mDBC are made as thick, on their dry side, as amphi's own needs them: still water stays in, whatever layers the
document draws; nothing is added inside a tank, in front of an open end, or beyond a periodic side."""
import csv
import json
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from documents import document, keys, take  # noqa: E402
from harness import amphi, expect, expect_run, main  # noqa: E402

MDBC = '<parameter key="Boundary" value="2" /><parameter key="SlipMode" value="2" /><parameter key="StepAlgorithm" value="2" />'
FULL = '<setdrawmode mode="full" />'


def box(kind, mk, fill, low, size, layers=None):
    point, extent = (" ".join(f'{a}="{v:g}"' for a, v in zip("xyz", w)) for w in (low, size))
    more = f'<layers vdp="{layers}" />' if layers else ""
    return f'<setmk{kind} mk="{mk}" /><drawbox><boxfill>{fill}</boxfill><point {point} /><size {extent} />{more}</drawbox>'


def places(folder, name, dimensions=2):
    rows = list(csv.reader((folder / f"case/{name}.csv").open()))[1:]
    return {tuple(round(float(v) / 0.05) for v in r[:dimensions]) for r in rows}


def taken(folder, commands, **parts):
    shutil.rmtree(folder / "case", ignore_errors=True)
    parameters = MDBC + parts.pop("parameters", "")
    return take(folder, document(FULL + commands, parameters=parameters, **parts))


def test_tank(folder):
    """h is sqrt(2) dp, so 7 layers and not 3 or 4: one, two and four drawn outwards come to the same, and so does the mirror image."""
    water = box("fluid", 0, "solid", (0.05, -1, 0.05), (0.9, 2, 0.4))
    found = []
    for layers in ("0", "0,1", "0,1,2,3"):
        taken(folder, water + box("bound", 0, "bottom|left|right", (0, -1, 0), (1, 2, 0.8), layers))
        found.append(places(folder, "bound0"))
        inside = {(x, z) for x, z in found[-1] if 0 < x < 20 and z > 0}
        expect(not inside, f"{inside} in the tank")
        for x, z in [(x, -k) for x in range(1, 20) for k in range(7)] + [(-k, z) for z in range(1, 8) for k in range(7)]:
            expect((x, z) in found[-1], f"layers {layers}: nothing at {x}, {z}")
        expect({(20 - x, z) for x, z in found[-1]} == found[-1], "not as its mirror image")
    low = [{(x, z) for x, z in one if z < 8} for one in found]
    expect(low[0] == low[1] == low[2], "one, two and four layers differ")


def test_inside(folder):
    """A gate in the tank stays as thin as it is, which is said; a channel's ends stay open, and a periodic side is not passed."""
    gate = box("fluid", 0, "solid", (0.05, -1, 0.05), (0.4, 2, 0.4)) + box("bound", 0, "bottom|left|right", (0, -1, 0), (1, 2, 0.8)) + \
        box("bound", 1, "left", (0.5, -1, 0.05), (0, 2, 0.6))
    said = taken(folder, gate).stdout
    expect(places(folder, "bound1") == {(10, z) for z in range(1, 14)} and "mDBC: bound1 has less than 3 layers" in said, said)
    channel = box("fluid", 0, "solid", (0, -1, 0.05), (1, 2, 0.3)) + box("bound", 0, "bottom", (0, -1, 0), (1, 2, 0.8))
    taken(folder, channel)
    expect(not {(x, z) for x, z in places(folder, "bound0") if z > 0 or ((x < 0 or x > 20) and z > -2)}, "something is before the ends")
    taken(folder, channel, parameters='<parameter key="XPeriodicIncY" value="0" />')
    expect(places(folder, "bound0") == {(x, -z) for x in range(21) for z in range(7)}, f"{sorted(places(folder, 'bound0'))[:9]}")
    expect("periodic: [x]" in keys(folder), keys(folder))


def test_ceiling(folder):
    """Above a ceiling as beneath a floor: of a closed tank, and of a channel with inlets; not where fluid can come to, over a shelf or through the open
    end of a channel, nor in a dry room behind a gate."""
    water = box("fluid", 0, "solid", (0.05, -1, 0.05), (0.9, 2, 0.4))
    said = taken(folder, water + box("bound", 0, "bottom|left|right|top", (0, -1, 0), (1, 2, 0.5))).stdout
    closed = places(folder, "bound0")
    expect({(x, 10 - z) for x, z in closed} == closed, "not as its mirror image")
    expect({(x, 10 + k) for x in range(1, 20) for k in range(7)} <= closed and "less than" not in said, said)
    shelf = box("bound", 0, "top", (0.3, -1, 0), (0.4, 2, 0.6))
    taken(folder, water + box("bound", 0, "bottom|left|right", (0, -1, 0), (1, 2, 0.8)) + shelf)
    expect(not {(x, z) for x, z in places(folder, "bound0") if 0 < x < 20 and z > 12}, "something is on a shelf")
    dry = box("fluid", 0, "solid", (0.05, -1, 0.05), (0.4, 2, 0.4)) + box("bound", 0, "bottom|left|right|top", (0, -1, 0), (1, 2, 0.5)) + \
        box("bound", 1, "left", (0.5, -1, 0.05), (0, 2, 0.4))
    taken(folder, dry)
    expect(places(folder, "bound1") == {(10, z) for z in range(1, 10)}, "something is in a dry room")
    walls = box("bound", 0, "bottom|top", (-0.5, -1, 0), (2, 2, 0.5))
    channel = box("fluid", 0, "solid", (0, -1, 0.05), (1, 2, 0.4)) + walls
    special = "<special><inout>" + "".join(f'<inoutzone><zone2d><line><point x="{x}" z="0.05" /><point2 x="{x}" z="0.45" /><direction x="{way}" z="0" /></line></zone2d>'
                                           '<imposevelocity mode="2" /></inoutzone>' for x, way in ((0, 1), (1, -1))) + "</inout></special>"
    for inlets in ("", special):
        shutil.rmtree(folder / "case", ignore_errors=True)
        take(folder, document(FULL + channel, parameters=MDBC, special=inlets).replace('"-0.2" y', '"-0.6" y'))
        above = {(x, z) for x, z in places(folder, "bound0") if z > 10}
        expect(above == {(x, 10 + k) for x in range(-10, 31) for k in range(1, 7)} if inlets else not above, f"{sorted(above)}")


def test_still(folder):
    """Water over one layer: all of it is in its tank half a second later, above its floor; and under a ceiling, where weight draws upwards."""
    for sides, low, weight in (("bottom", 0.05, "-9.81"), ("bottom|top", 0.2, "9.81")):
        tank = box("fluid", 0, "solid", (0.05, 0.05, low), (0.15, 0.15, 0.25)) + box("bound", 0, f"{sides}|left|right|front|back", (0, 0, 0), (0.25, 0.25, 0.5))
        shutil.rmtree(folder / "case", ignore_errors=True)
        take(folder, document(FULL + tank, width="0.5", dp="0.05", constants='<coefh value="1.2" />', parameters=MDBC).replace('z="-9.81"', f'z="{weight}"'))
        expect_run(amphi("run", "case", "-o", "out", "--end", 0.5, "--quiet", "--force", "--set", "output.interval=0.5", cwd=folder), 0)
        fluid = json.loads((folder / "out/summary.json").read_text())["particles"]
        expect(fluid["fluid"] == 4 * 4 * 6 and fluid["left"] == 0, f"{fluid}")
        expect_run(amphi("export", "out", "--csv", cwd=folder), 0)
        rows = [[float(v) for v in r.split(";")[:3]] for r in (folder / "out/export/PartFluid_0001.csv").read_text().splitlines()[1:]]
        expect(all(0.02 < r[2] < 0.48 for r in rows) and all(0.02 < v < 0.23 for r in rows for v in r[:2]), f"{min(rows)}, {max(rows)}")


main([test_tank, test_inside, test_ceiling, test_still])
