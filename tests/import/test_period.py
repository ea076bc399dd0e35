#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi import: how long a periodic axis is, beside inlets."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from documents import FULL, box, document, keys, taken  # noqa: E402
from harness import amphi, expect, expect_run, main  # noqa: E402


def period_of(folder, axis, text):
    """How long it is along an axis of the case, and what is said of it."""
    said = taken(folder, text).stdout
    low, high = (float(re.search(rf"{k}: \[(.*)\]", keys(folder))[1].split(", ")[axis]) for k in ("low", "high"))
    return round(high - low, 9), [line for line in said.splitlines() if "the period along" in line]


def test_period(folder):
    """A period is that of the particles and a spacing, whatever the limits; faces that fit between its sides leave it, others make it longer."""
    zone = """<inoutzone><zone{0}d>{1}</zone{0}d><imposevelocity mode="0"><velocity v="0.5" /></imposevelocity><imposerhop mode="2" /></inoutzone>"""
    shape = '<box><point x="{}" y="{}" z="{}" /><size x="{}" y="{}" z="{}" /><direction x="{}" y="{}" z="{}" /></box>'
    limits = '<simulationdomain><posmin x="default - 0.2" y="default - 0.2" z="default" /><posmax x="default + 30%" y="default + 30%" z="default" /></simulationdomain>'
    spans = ((0, 0.75, None), (0.1, 0.5, None), (0.02, 0.75, None), (0, 0.9, "points make the period along {} longer by 0.15 m, 0.95 m in place of 0.8 m"),
             (-0.05, 0.85, "points make the period along {} longer by 0.1 m, 0.9 m in place of 0.8 m"),
             (0.4, 0.75, "points make the period along {} longer by 0.4 m, 1.2 m in place of 0.8 m"))
    draw = FULL + box("fluid", 0, (0, 0, 0), (0.75, 0.75, 0.3)) + box("bound", 0, (0, 0, -0.1), (0.75, 0.75, 0.05))
    for axis, name in enumerate("xy"):
        def solid(*zones, more="", axis=axis):
            special = "<special><inout>\n" + "\n".join(zone.format(3, z) for z in zones) + "\n</inout></special>" if zones else ""
            key = f'<parameter key="{"XY"[axis]}PeriodicInc{"YX"[axis]}" value="0" />{more}'
            return document(draw, width="1.5", special=special, parameters=key).replace('"-0.2" y="0"', '"-0.2" y="-0.2"')

        def across(low, size, axis=axis, place=-0.05, sign=1):
            point, extent, way = [place, place, 0], [0, 0, 0.3], [sign, sign, 0]
            point[axis], extent[axis], way[axis] = low, size, 0
            return shape.format(*point, *extent, *way)

        expect(period_of(folder, axis, solid(more=limits)) == (0.8, []), f"{keys(folder)}")
        for low, size, words in spans:
            found, notes = period_of(folder, axis, solid(across(0, 0.75, place=0.8, sign=-1), across(low, size)))
            expect(len(notes) == (words is not None), f"{low}, {size}: {found}, {notes}")
            if words:
                line = 1 + (folder / "a.xml").read_text().splitlines().index(zone.format(3, across(low, size)))
                expect(f":{line}: changed: <inoutzone>" in notes[0], f"{notes}")
                expect(words.format(name) in notes[0] and f", {found:g} m in" in notes[0], f"{notes}")
            else:
                expect(found == 0.8, f"{low}, {size}: {found}")
        # Nine layers, the first of them beside the particles, along the axis itself.
        point, extent, way = [0.0, 0.0, 0], [0.3, 0.3, 0.3], [0, 0, 0]
        point[axis], extent[axis], way[axis] = 0.8, 0, -1
        found, notes = period_of(folder, axis, solid(shape.format(*point, *extent, *way)))
        expect(found == 1.25 and "its layers make the period along " + name + " longer by 0.45 m, 1.25 m in place of 0.8 m" in notes[0], f"{found}, {notes}")
        circle = '<circle><point x="{}" y="{}" z="0.15" /><radius v="{}" /><direction x="{}" y="{}" z="0" /></circle>'
        for radius, wanted in ((0.4, 0.8), (0.44, 0.9)):
            point, way = [-0.05, -0.05], [1, 1]
            point[axis], way[axis] = 0.375, 0
            found, notes = period_of(folder, axis, solid(circle.format(*point, radius, *way)))
            expect(found == wanted and len(notes) == (wanted > 0.8), f"{radius}: {found}, {notes}")
        period_of(folder, axis, solid(across(0, 0.75)))
        expect_run(amphi("run", "case", "-o", "out", "--quiet", "--force", "--threads", 1, "--end", 0.05, cwd=folder), 0)
    # In 2-D; particles of the document that become the face count, seven more layers do not.
    line = '<line><point x="-0.05" z="{0}" /><point2 x="-0.05" z="{1}" /><direction x="1" z="0" /></line>'
    flat = FULL + box("fluid", 0, (0, -1, 0), (0.5, 2, 0.75)) + box("fluid", 1, (-0.05, -1, 0), (0, 2, 0.75))
    for low, high, wanted in ((0, 0.75, 0.8), (0.1, 0.2, 0.8), (0, 0.85, 0.9)):
        text = document(flat, special="<special><inout>" + zone.format(2, line.format(low, high)) + "</inout></special>",
                        parameters='<parameter key="ZPeriodicIncX" value="0" />').replace('z="-9.81"', 'z="0"')
        found, notes = period_of(folder, 1, text)
        expect(found == wanted and len(notes) == (wanted > 0.8), f"{low}, {high}: {found}, {notes}")
    found, notes = period_of(folder, 0, document(flat, special="<special><inout>" + zone.format(2, '<particles mkfluid="1" direction="right" />') + "</inout></special>",
                                                 parameters='<parameter key="XPeriodicIncZ" value="0" />'))
    expect(found == 0.95 and len(notes) == 1 and "its layers make the period along x longer by 0.35 m, 0.95 m in place of 0.6 m" in notes[0], f"{found}, {notes}")


def test_off_nodes(folder):
    """Between particles on no node a period is theirs to the last digit; beside inlets it is whole spacings, which is said."""
    draw = FULL + box("fluid", 0, (0, -1, 0), (0.75, 2, 0.3)) + box("fluid", 2, (0.8, -1, 0), (0, 2, 0.3))
    key = dict(casedef='<initials><move mkfluid="2" x="0.02" y="0" z="0" /></initials>', parameters='<parameter key="XPeriodicIncZ" value="0" />')
    zone = '<special><inout><inoutzone><zone2d><line><point x="0.1" z="0.4" /><point2 x="0.3" z="0.4" /><direction x="0" z="-1" /></line></zone2d><imposevelocity mode="2" /></inoutzone></inout></special>'
    expect(period_of(folder, 0, document(draw, **key)) == (0.87, []), keys(folder))
    found, notes = period_of(folder, 0, document(draw, special=zone, **key))
    expect(found == 0.9 and len(notes) == 1 and "beside inlets the period along x is whole spacings, 0.9 m in place of 0.87 m" in notes[0], f"{found}, {notes}")


main([test_period, test_off_nodes])
