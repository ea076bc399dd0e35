#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi import: commands that draw and fill, and phases with laws of their own: particles counted by hand, and refusals to the letter."""
import csv
import math
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from documents import TANK, counts, document, keys, take  # noqa: E402
from harness import amphi, expect, expect_run, listing, main  # noqa: E402

HULL = '<setmkbound mk="0" /><drawbox><boxfill>all</boxfill><point x="0" y="0" z="0" /><size x="1" y="1" z="1" /></drawbox><setmkfluid mk="0" />'


def drawn(folder, commands, width="1", **parts):
    shutil.rmtree(folder / "case", ignore_errors=True)
    take(folder, document('<setdrawmode mode="full" />' + commands, width=width, **parts))
    return counts(folder)


def points(*places, tag="point"):
    return "".join(f'<{tag} x="{x}" y="{y}" z="{z}" />' for x, y, z in places)


def places(folder, name):
    rows = list(csv.reader((folder / "case" / f"{name}.csv").open()))[1:]
    return [tuple(float(v) for v in r[:3]) for r in rows]


def test_ellipsoids(folder):
    """With both foci in one place it is a ball; otherwise all nodes nearer than 2 (radius + dp/sqrt(3)) or so to both together."""
    ball = drawn(folder, '<setmkbound mk="0" /><drawsphere radius="0.4">' + points((0.6, 0.5, 0.5)) + "</drawsphere>")
    same = drawn(folder, '<setmkbound mk="0" /><drawellipsoid radius="0.4">' + points((0.6, 0.5, 0.5), (0.6, 0.5, 0.5)) + "</drawellipsoid>")
    expect(same["bound0"] == ball["bound0"] > 2000, f"{same}, {ball}")
    solid = drawn(folder, '<setdrawmode mode="solid" /><setmkbound mk="0" /><drawellipsoid radius="0.4">'
                  + points((0.4, 0.5, 0.5), (0.8, 0.5, 0.5)) + "</drawellipsoid>")
    count = sum(math.dist((i, j, k), (-4, 0, 0)) + math.dist((i, j, k), (4, 0, 0)) < 16 - 1e-4
                for i in range(-9, 10) for j in range(-9, 10) for k in range(-9, 10))
    expect(solid["bound0"] == count, f"{solid}, {count} by hand")


def test_lines(folder):
    """Two edges of 21 nodes with one in common; states put mk and mode back."""
    expect(drawn(folder, '<setmkbound mk="0" /><setlinebegin x="0" y="0" z="0" /><drawlineto x="1" y="0" z="0" />'
                 '<drawlineto x="1" y="0" z="1" />', width="0")["bound0"] == 41, "lines")
    found = drawn(folder, '<setmkbound mk="3" /><mksave /><setmkbound mk="4" /><statesave /><move x="1" y="0" z="0" /><stateload />'
                  '<drawpoint x="0" y="0" z="0" /><mkload /><drawpoint x="0.5" y="0" z="0" />', width="0")
    expect(found["bound3"] == 1 and found["bound4"] == 1, f"{found}")
    expect(any(abs(x) < 1e-9 for x, *_ in places(folder, "bound4")), "the move was not taken back")


def test_filling(folder):
    """Half of a box: of each of 19 columns the nodes below the slope, with those on it that are no walls; and the corner of a cube."""
    corner = points((0, 0, 0), (1, 0, 0), (0, 0, 0.5), (0, 1, 0), (1, 1, 0), (0, 1, 0.5))
    found = drawn(folder, HULL + f'<fillprism x="0.2" y="0.5" z="0.1"><modefill>void</modefill>{corner}</fillprism>')
    below = sum(2 * k < 20 - i for i in range(1, 20) for k in range(1, 20))
    expect(found["fluid0"] == 19 * below, f"{found}, {19 * below} by hand")
    figure = "<points>" + points((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)) + "</points><triangles>" + \
        points((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2), tag="triangle") + "</triangles>"
    found = drawn(folder, HULL + f'<fillfigure x="0.1" y="0.1" z="0.1"><modefill>void</modefill>{figure}</fillfigure>')
    expect(found["fluid0"] == math.comb(20, 3), f"{found}")  # i + j + k <= 20


def cube(low, high):
    """A cube as STL, its facets anticlockwise seen from outside."""
    at = [(x, y, z) for z in (low, high) for y in (low, high) for x in (low, high)]
    for a, b, c, d in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)):
        for facet in ((a, b, c), (a, c, d)):
            yield "facet normal 0 0 0\nouter loop\n" + "".join("vertex %g %g %g\n" % at[k] for k in facet) + "endloop\nendfacet\n"


def test_depths(folder):
    """Nodes at 0.05 to 0.5 m are within a cube from 0.02 to 0.52 m: those at 0.05 lie 0.03 m deep, those at 0.5 0.02 m."""
    (folder / "cube.stl").write_text("solid a\n" + "".join(cube(0.02, 0.52)) + "endsolid a\n")
    for depth, expected in {'depthmin="0"': 10 ** 3, 'depthmin="#Dp/2"': 9 ** 3, 'depthmin="0.025" depthmax="0.05"': 9 ** 3 - 8 ** 3}.items():
        found = drawn(folder, f'<setmkbound mk="0" /><drawfilestl file="cube.stl" autofill="true" advanced="true"><depth {depth} /></drawfilestl>')
        expect(found["bound0"] == expected, f"{depth}: {found}, not {expected}")
    (folder / "heights.csv").write_text("# a table\nY \\ X => Z;0;1\n0;0.1;0.1\n1;0.1;0.6\n")
    found = drawn(folder, '<setmkbound mk="0" /><drawfilecsv file="heights.csv" mode="bathymetry" />')
    expect(all(z < 0.1 + 0.5 * x + 0.03 for x, y, z in places(folder, "bound0")) and found["bound0"] > 400, f"{found}")


def test_creases(folder):
    """Two slopes of 1 in 2 that meet between nodes, a valley and, upside down, a ridge, along x and along y, as quadrilaterals and as
    triangles of a file: what fills above does not run through."""
    def corners(way, sign):
        for a, b in ((0, 0.6), (1.2, 0.6)):  # from the outer edges to the crease
            quad = [(x, y, 0.8 + sign * (0.5 * abs(y - 0.6) - 0.485)) for x, y in ((-0.1, a), (1.3, a), (1.3, b), (-0.1, b))]
            yield [(x, y, z) if way else (y, x, z) for x, y, z in quad]
    for way in (True, False):
        for sign in (1, -1):
            quads = list(corners(way, sign))
            facets = "".join("facet normal 0 0 0\nouter loop\n" + "".join("vertex %.9g %.9g %.9g\n" % q[k] for k in three) + "endloop\nendfacet\n"
                             for q in quads for three in ((0, 1, 2), (0, 2, 3)))
            (folder / "v.stl").write_text(f"solid v\n{facets}endsolid v\n")
            fill = f'<setmkfluid mk="0" /><fillbox x="0.6" y="0.6" z="{0.7 if sign > 0 else 0.9}"><modefill>void</modefill>' \
                f'<point x="0" y="0" z="{0 if sign > 0 else 0.5}" /><size x="1.2" y="1.2" z="0.9" /></fillbox>'
            for drawn_by in ("".join(f"<drawquadri>{points(*q)}</drawquadri>" for q in quads), '<drawfilestl file="v.stl" />'):
                drawn(folder, '<setdrawmode mode="face" /><setmkbound mk="0" />' + drawn_by + fill, width="1.5", dp="0.1")
                beyond = [p for p in places(folder, "fluid0") if sign * (p[2] - 0.8 - sign * (0.5 * abs(p[1 if way else 0] - 0.6) - 0.485)) < -0.05]
                expect(not beyond and len(places(folder, "fluid0")) > 100, f"{len(beyond)} beyond the crease, way {way}, sign {sign}")


def test_loose(folder):
    """Particles on no nodes take the fluid's nodes nearer than 0.75 dp, whoever was drawn first, and filling does not go through them."""
    wall = '<setmkbound mk="1" /><setfrdrawmode auto="true" /><drawcylinder radius="0.317">' + points((0.5, -1, 0.5), (0.5, 1, 0.5)) + \
        '</drawcylinder><setfrdrawmode auto="false" />'
    water = '<setmkfluid mk="0" /><drawbox><boxfill>solid</boxfill><point x="0" y="-1" z="0" /><size x="1" y="2" z="1" /></drawbox>'
    first, last = drawn(folder, water + wall, width="0"), drawn(folder, wall + water, width="0")
    near = [min(math.dist(a[:2], b[:2]) for b in places(folder, "bound1")) for a in places(folder, "fluid0")]
    expect(0.75 * 0.05 <= min(near) < 0.06, f"{min(near)}")
    expect(first["fluid0"] == len(near) < 441, f"{first}, {last}")
    inside = drawn(folder, '<setdrawmode mode="face" />' + wall.replace("drawcylinder radius", 'drawcylinder mask="1|2" radius') +
                   '<setmkfluid mk="0" /><fillbox x="0.02" y="0" z="0.02"><modefill>void</modefill><point x="-0.1" y="-1" z="-0.1" />'
                   '<size x="1.2" y="2" z="1.2" /></fillbox>', width="0")
    expect(all(math.dist(p[:2], (0.5, 0.5)) > 0.317 for p in places(folder, "fluid0")), f"{inside}")


def test_loose_over_loose(folder):
    """Particles on no nodes: a pool's takes the places of the water's, and the ends of its layers, one plane, are there once."""
    axis = points((0.5, 0.5, 0), (0.5, 0.5, 0.2))
    water = f'<setfrdrawmode auto="true" /><setmkfluid mk="0" /><drawcylinder radius="0.4">{axis}</drawcylinder>'
    pool = f'<setmkbound mk="0" /><drawcylinder radius="0.4" mask="2">{axis}<layers vdp="0,1,2" /></drawcylinder>'
    drawn(folder, '<setdrawmode mode="full" />' + water + pool, width="1.2")
    wet, walls = places(folder, "fluid0"), places(folder, "bound0")
    bottom = [p for p in walls if p[2] == 0]
    expect(len(set(bottom)) == len(bottom) and max(math.dist(p, (0.5, 0.5, 0)) for p in bottom) > 0.499, f"{len(bottom)} in the bottom")
    expect(wet and all(p[2] > 0.04 and math.dist(p[:2], (0.5, 0.5)) < 0.36 for p in wet), "water in the pool's wall")
    expect(min(math.dist(a, b) for a in wet for b in walls) > 0.025, "water beside the wall")
    expect(amphi("check", "case", cwd=folder).returncode == 0, "points at one place")


def test_constitutive(folder):
    """Phases with laws of their own: the densest is the case's material. Those that are alike are one fluid, with its own density."""
    def phases(*rows):
        return "<special><nnphases>" + "".join(
            f'<phase mkfluid="{k}"><rhop value="{r}" /><visco value="{v}" /><tau_yield value="{t}" /><HBP_m value="{m}" /><HBP_n value="{n}" />'
            '<phasetype value="0" /></phase>' for k, (r, v, t, m, n) in enumerate(rows)) + "</nnphases></special>"
    two = TANK + '<setmkfluid mk="1" /><drawbox><boxfill>solid</boxfill><point x="0.05" y="-1" z="0.45" /><size x="0.4" y="2" z="0.2" /></drawbox>'
    take(folder, document(two, special=phases((1000, 0.01, 0, 0, 1), (1500, 0.05, 0.02, 10, 1))))
    text = keys(folder)
    expect("  density: 1500\n" in text and "rheology: {model: alexandrou, yield: 30, growth: 10, exponent: 1, ceiling: 50.2}" in text, text)
    expect("{name: phase0, density: 1000, gamma: 7, speed_of_sound:" in text and ", nu: 0.01}" in text, text)
    expect("phase: phase0" in text.split("name: fluid0")[1].split("name: fluid1")[0], text)
    expect("phase:" not in text.split("name: fluid1")[1], text)
    for backend in ("cpu", "reference"):
        expect_run(amphi("run", "case", "-o", f"out-{backend}", "--steps", 10, "--quiet", "-b", backend, "--set", "summation=fixed", cwd=folder), 0)
    expect_run(amphi("compare", "out-cpu", "out-reference", cwd=folder), 0)
    shutil.rmtree(folder / "case")
    take(folder, document(two, special=phases((1200, 0.01, 0.001, 0, 0.5), (1200, 0.01, 0.001, 0, 0.5))))
    text = keys(folder)
    expect("  density: 1200\n" in text and "phases:" not in text, text)
    expect("rheology: {model: power_law, exponent: 0.5, ceiling: 10}" in text, text)


def test_beginnings(folder):
    """Densities that are given, in a box or along a line; other gauges do not stop a case; a window of accelerations that is the whole run."""
    given = '<initials><densityuniform mkfluid="0" rhop="1001"><onlypos><posmin x="0.2" /></onlypos></densityuniform>' \
        '<densitygradient mkfluid="1" ><pos1 x="0" y="0" z="0.5" rhop="1000" /><pos2 x="0" y="0" z="0.7" rhop="1002" /></densitygradient></initials>'
    drop = '<setmkfluid mk="1" /><drawbox><boxfill>solid</boxfill><point x="0.2" y="-1" z="0.5" /><size x="0.1" y="2" z="0.2" /></drawbox>'
    said = take(folder, document(TANK + drop, casedef=given, special='<special><gauges><mesh name="m"><point x="0" y="0" z="0" /></mesh></gauges>'
                '<accinputs><accinput mkfluid="0-1"><time start="0" end="9" /><acctimes><timevalue time="0" linx="1" /></acctimes></accinput></accinputs></special>'))
    expect("left out: <mesh>: amphi has no such gauge" in said.stdout, said.stdout)
    expect("frame: {file: frame.txt" in keys(folder), "no frame")
    for x, _, density in places(folder, "fluid0"):
        expect((density == 1001) == (x > 0.19) or density > 1001.5, f"{density} at {x}")
    for _, y, density in places(folder, "fluid1"):
        expect(abs(density - 1000 - 10 * (y - 0.5)) < 1e-4, f"{density} at {y}")
    for part, words in {'<densityuniform mkfluid="0" rhop="0" />': "<densityuniform>: rhop=0; expected a number > 0",
                        '<densitygradient mkfluid="0" />': "<densitygradient>: <pos1> or <pos2> is missing"}.items():
        shutil.rmtree(folder / "case", ignore_errors=True)
        expect(words in take(folder, document(casedef=f"<initials>{part}</initials>"), status=2).stderr, words)


def square(extra="", fill="solid"):
    return f'<drawbox><boxfill>{fill}</boxfill><point x="0" y="-1" z="0" /><size x="1" y="2" z="1" />{extra}</drawbox>'


def test_clips(folder):
    """Of 21 x 21 nodes those on one side of a plane, in a box, in a turned one; and all again once nothing clips."""
    def count(before, after=""):
        return drawn(folder, f'<setmkbound mk="0" />{before}{square()}{after}', width="0").get("bound0", 0)
    plane = '<clipplane><point x="{}" y="0" z="0" /><vector x="{}" y="0" z="0" /></clipplane>'
    expect(count(plane.format(0.5, 1)) == 11 * 21 and count(plane.format(0.5, -1)) == 11 * 21 and count(plane.format(0.52, 1)) == 10 * 21, "planes")
    three = '<clipplane><point1 x="0" y="0" z="0.5" /><point2 x="1" y="0" z="0.5" /><point3 x="0" y="1" z="0.5" /></clipplane>'
    expect(count(three) == 21 * 11, "a plane of three points")
    inside = '<clipbox>{}<point x="0.2" y="-1" z="0.2" /><size x="0.4" y="2" z="0.3" />{}</clipbox>'
    expect(count(inside.format("", "")) == 9 * 7 and count(inside.format("<boxfaces>top</boxfaces>", "")) == 21 * 11, "boxes")
    turned = count(inside.format("", '<angles x="0" y="-90" z="0" />').replace('x="0.2" y', 'x="0.6" y'))
    expect(turned == 7 * 9, f"{turned}: a box turned by -90 degrees about y, x to z")
    expect(count(inside.format("", "") + "<clipreset />") == 441, "reset")
    said = take_refused(folder, '<move x="1" y="0" z="0" />' + plane.format(0, 1))
    expect("<clipplane>: clips what is drawn where it stands" in said, said)


def take_refused(folder, commands):
    shutil.rmtree(folder / "case", ignore_errors=True)
    return take(folder, document('<setdrawmode mode="full" /><setmkbound mk="0" />' + commands), status=2).stderr


def test_grounds(folder):
    """A box drawn over void alone, over one fluid, over two kinds, and over all again."""
    start = '<setmkfluid mk="0" />' + square().replace('x="1" y="2"', 'x="0.5" y="2"') + '<setmkfluid mk="1" />' + \
        square().replace('point x="0"', 'point x="0.55"').replace('x="1" y="2"', 'x="0.2" y="2"')
    for ground, left in {"<setmkbackvoid />": (231, 105, 105), '<setmkbackfluid mk="1" />': (231, 0, 105),
                         '<setmkbackvoid /><setmkbackfluid mk="1" />': (231, 0, 210), "<setmkbackvoid /><setmkbackclear />": (0, 0, 441)}.items():
        found = drawn(folder, start + ground + '<setmkbound mk="0" />' + square(), width="0")
        expect(tuple(found.get(n, 0) for n in ("fluid0", "fluid1", "bound0")) in (left, (1,) + left[1:]), f"{ground}: {found}")


def test_limits_of_boxes(folder):
    """A box from 0.03 to 0.97: the nearest nodes, or those within; filling with its sides or between them."""
    odd = square().replace('x="0" y="-1" z="0"', 'x="0.03" y="-1" z="0.03"').replace('x="1" y="2" z="1"', 'x="0.94" y="2" z="0.94"')
    for mode, across in {"": 19, '<setboxlimitmode mode="full" />': 19, '<setboxlimitmode mode="inner" />': 19}.items():
        expect(drawn(folder, f'<setmkbound mk="0" />{mode}{odd}', width="0")["bound0"] == across ** 2, f"{mode}: {across}")
    wide = odd.replace("0.03", "0.02").replace("0.94", "0.96")
    for mode, across in {"": 21, '<setboxlimitmode mode="inner" />': 19}.items():
        expect(drawn(folder, f'<setmkbound mk="0" />{mode}{wide}', width="0")["bound0"] == across ** 2, f"{mode}: {across}")
    fill = '<fillbox x="0.5" y="0" z="0.5"><modefill>void</modefill><point x="0" y="-1" z="0" /><size x="1" y="2" z="1" /></fillbox>'
    for mode, across in {"": 19, '<setboxlimitmode mode="full" />': 21}.items():
        expect(drawn(folder, f'<setmkfluid mk="0" />{mode}{fill}', width="0")["fluid0"] == across ** 2, f"{mode}: {across}")
    border = '<setmkbound mk="3" />' + square(fill="left|right|bottom|top") + '<setmkfluid mk="0" />' + \
        fill.replace("void", "border").replace('z="0" /><size x="1" y="2" z="1"', 'z="-0.1" /><size x="1.5" y="2" z="1.5"')
    expect(drawn(folder, border, width="0")["fluid0"] == 19 ** 2, "filling up to a border")


def test_wave(folder):
    """Nodes under a + b sech^2, counted a column at a time; variables come back as they were saved."""
    wave = '<newvar d="0.3" /><varssave /><setvar d="9" /><varsload /><setmkfluid mk="0" /><drawwave depth="#d" hmaxwave="0.2" x0="0.5" z0="0">' \
        '<point x="0" y="-1" z="0" /><size x="1" y="2" z="0.6" /></drawwave>'
    number = math.sqrt(0.75 * 0.2 / 0.3 ** 3)
    by_hand = sum(math.floor((0.3 + 0.2 / math.cosh(number * (0.05 * i - 0.5)) ** 2) / 0.05 + 1e-9) + 1 for i in range(21))
    expect(drawn(folder, wave, width="0")["fluid0"] == by_hand, f"{counts(folder)}, {by_hand} by hand")


REFUSED = {
    '<setpattern name="brick" />': '<setpattern>: name="brick": patterns that leave nodes out are not drawn; expected solid',
    '<setmknextauto auto="true" />': '<setmknextauto>: a number mk of its own for each command is not known here; expected auto="false"',
    "<varsload />": "<varsload>: no variables are saved",
    '<setboxlimitmode mode="outer" />': '<setboxlimitmode>: mode="outer"; expected inner or full',
    "<clipbox />": "<clipbox>: <point>, or <size> and <endpoint>, is missing",
    "<clipplane />": "<clipplane>: <point> with <vector>, or <point1> is missing",
    "<stateload />": "<stateload>: no state is saved",
    "<mkload />": "<mkload>: no state is saved",
    '<drawellipsoid radius="0.1">' + points((0, 0, 0), (1, 0, 0)) + "</drawellipsoid>":
        "<drawellipsoid>: the foci are 1 m apart, and the radius is 0.1 m; expected a larger one",
    "<drawellipsoid>" + points((0, 0, 0), (1, 0, 0)) + "</drawellipsoid>": "<drawellipsoid>: attribute 'radius' is missing",
    '<fillprism x="0" y="0" z="0" />': "<fillprism>: has 0 <point>; expected at least 6",
    '<fillfigure x="0" y="0" z="0" />': "<fillfigure>: <points> or <triangles> is missing",
    '<drawtriangles><points><point x="0" y="0" z="0" /></points><triangles><triangle x="0" y="0" z="1" /></triangles></drawtriangles>':
        "<triangle>: 1 is no number of a point; expected 0 to 0",
    '<drawlineto x="0" y="0" />': "<drawlineto>: attribute 'z' is missing",
    '<drawfilecsv file="b.csv" />': '<drawfilecsv>: mode=""; expected bathymetry',
}


def test_refused(folder):
    (folder / "b.csv").write_text("1\n")
    for command, words in REFUSED.items():
        said = take(folder, document(TANK + command), status=2).stderr
        expect(said == f"amphi: a.xml:16: {words}\n", f"'{said}', not '{words}'")
        expect("case" not in listing(folder), "a folder is left")
    for text, words in {'"b.csv" mode="bathymetry"': "2 to 4096 numbers, the places along x"}.items():
        expect(words in take(folder, document(TANK + f"<drawfilecsv file={text} />"), status=2).stderr, words)


main([test_ellipsoids, test_lines, test_filling, test_depths, test_creases, test_loose, test_loose_over_loose, test_constitutive, test_beginnings, test_clips, test_grounds, test_limits_of_boxes, test_wave,
      test_refused])
