#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi import: which way things turn. About a line the peer turns as a left hand does, in everything that has an axis; angles about
x, y and z are right-handed. Its pre-processor left such numbers in public archives; others follow from its matrices."""
import cmath
import csv
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from documents import TANK, document, keys, take  # noqa: E402
from harness import amphi, expect, expect_run, main  # noqa: E402

FULL = '<setdrawmode mode="full" />'
WATER = FULL + '<setmkfluid mk="0" /><drawpoint x="1.8" y="0" z="1.8" />'
BOX = '<drawbox><boxfill>solid</boxfill><point x="{}" y="{}" z="{}" /><size x="{}" y="{}" z="{}" /></drawbox>'
AXIS = '<{0}1 x="0.5" y="{1}" z="0.5" /><{0}2 x="0.5" y="{2}" z="0.5" />'


def places(path, dimensions):
    return [tuple(float(v) for v in row[:dimensions]) for row in list(csv.reader(path.open()))[1:]]


def extent(folder, name, dimensions=3):
    rows = places(folder / "case" / f"{name}.csv", dimensions)
    return [(min(column), max(column)) for column in zip(*rows)]


def bar(mk, turn):
    """From (0.5, 0.5, 0.5) along +x; turned, and put back."""
    return f'<setmkbound mk="{mk}" /><matrixsave />{turn}{BOX.format(0.5, 0.5, 0.5, 0.5, 0, 0)}<matrixload />'


TO_MIDDLE, BACK = '<move x="0.5" y="0.5" z="0.5" />', '<move x="-0.5" y="-0.5" z="-0.5" />'
ABOUT = "<rotateline ang='{}'><point x='0.5' y='{}' z='0.5' /><point x='0.5' y='{}' z='0.5' /></rotateline>"
DRAWN = {  # turn: where the far end of the bar is
    ABOUT.format(90, 0, 1): (0.5, 0.5, 1),
    ABOUT.format(90, 1, 0): (0.5, 0.5, 0),
    TO_MIDDLE + '<rotate ang="90" x="0" y="1" z="0" />' + BACK: (0.5, 0.5, 1),
    TO_MIDDLE + '<rotate ang="90" x="0" y="0" z="1" />' + BACK: (0.5, 0, 0.5),
    '<rotateadv ang1="0" ang2="90" ang3="0" axes="XYZ"><center x="0.5" y="0.5" z="0.5" /></rotateadv>': (0.5, 0.5, 0),
    '<rotateadv ang1="90" ang2="90" ang3="0" axes="ZYX" intrinsic="false"><center x="0.5" y="0.5" z="0.5" /></rotateadv>': (0.5, 1, 0.5),
    '<rotateadv ang1="90" ang2="90" ang3="0" axes="ZYX" intrinsic="true"><center x="0.5" y="0.5" z="0.5" /></rotateadv>': (0.5, 0.5, 0),
}


def test_geometry(folder):
    commands = WATER + "".join(bar(mk, turn) for mk, turn in enumerate(DRAWN))
    initials = BOX.format(0.5, 0.5, 0.5, 0.5, 0, 0).replace("<drawbox>", '<setmkbound mk="20" /><drawbox>') + \
        BOX.format(0.5, 1.5, 0.5, 0.5, 0, 0).replace("<drawbox>", '<setmkbound mk="21" /><drawbox>')
    turned = '<initials><rotateaxis mkbound="20" angle="90" anglesunits="degrees">' + AXIS.format("axisp", 0, 1) + '</rotateaxis>' \
        f'<rotateaxis mkbound="21" angle="{math.pi / 2}" anglesunits="radians">' + AXIS.format("axisp", 0, 1) + "</rotateaxis></initials>"
    stl = [(0, 0, 0), (0.5, 0, 0), (0.5, 0.01, 0)]
    (folder / "a.stl").write_text("solid a\nfacet normal 0 0 1\nouter loop\n" + "".join("vertex %g %g %g\n" % x for x in stl) +
                                  "endloop\nendfacet\nendsolid a\n")
    commands += '<setmkbound mk="22" /><drawfilestl file="a.stl"><drawmove x="1" y="1" z="1" /><drawrotate angx="0" angy="0" angz="90" />' \
        '</drawfilestl><setmkbound mk="23" /><drawfilestl file="a.stl"><drawmove x="1" y="0.1" z="1" /><drawrotate angx="0" angy="90" angz="0" /></drawfilestl>'
    take(folder, document(commands + initials, width="2", dp="0.1", casedef=turned))
    for mk, (turn, end) in enumerate(DRAWN.items()):
        # A bar that was drawn over keeps its far end alone.
        rows = places(folder / "case" / f"bound{mk}.csv", 3) if (folder / "case" / f"bound{mk}.csv").exists() else []
        far = [p for p in rows if math.dist(p, end) < 0.01]
        later = [k for k, other in enumerate(DRAWN.values()) if k > mk and math.dist(other, end) < 0.01]
        expect(bool(far) != bool(later), f"{turn}: {rows}, not to {end}")
    for name, end in {"bound20": 0.5, "bound21": 1.5}.items():
        x, y, z = extent(folder, name)
        expect(max(abs(a - b) for a, b in zip(x + y + z, (0.5, 0.5, end, end, 0.5, 1))) < 1e-6, f"{name}: {x} {y} {z}")
    expect(abs(extent(folder, "bound22")[1][1] - 1.5) < 1e-6, f"{extent(folder, 'bound22')}")
    expect(abs(extent(folder, "bound23")[2][0] - 0.5) < 1e-6, f"{extent(folder, 'bound23')}")


def test_archive(folder):
    """A box from -2 to 0 m, 0.4 m high, turned by 23 degrees about (0, 1, 0) to (0, -1, 0), ends at z = 1.1504 m in an archive of the
    pre-processor's output."""
    turned = "<rotateline ang='23'><point x='0' y='1' z='0' /><point x='0' y='-1' z='0' /></rotateline>"
    take(folder, document(WATER + f'<setmkbound mk="0" />{turned}{BOX.format(-2, -1, 0, 2, 2, 0.4)}', dp="0.01")
         .replace('x="-0.2" y="0" z="-0.2"', 'x="-2.5" y="0" z="-1"'))
    expect(abs(extent(folder, "bound0", 2)[1][1] - 1.1504) < 0.011, f"{extent(folder, 'bound0', 2)}")


def test_ground(folder):
    """Heights that rise along +x, turned by 90 degrees about z, rise along +y, by the names of the template and by those of the examples."""
    (folder / "h.xyz").write_text("".join(f"{x} {y} {0.5 + 0.3 * x}\n" for x in range(-2, 3) for y in range(-2, 3)))
    for turn in ('z="90"', 'angz="90"'):
        ground = f"""<setmkbound mk="0" /><drawbathymetry><zpoints file="h.xyz"><rotate {turn} /></zpoints><grid dp="0.5">
          <initdomain><point x="-1" y="-1" /><size x="2" y="2" /></initdomain></grid></drawbathymetry>"""
        take(folder, document(WATER + ground, width="2", dp="0.1"))
        rows = places(folder / "case" / "bound0.csv", 3)
        for y, height in ((0, 0.5), (0.8, 0.74)):
            tops = [max(r[2] for r in rows if abs(r[1] - y) < 0.05 and abs(r[0] - x) < 0.05) for x in (0, 0.8)]
            expect(all(abs(top - height) < 0.08 for top in tops), f"{turn}: {tops} at y = {y}, not {height}")
        for p in (folder / "case").iterdir():
            p.unlink()
        (folder / "case").rmdir()


LINE = AXIS.format("axisp", 0, 1)
REF = '<ref x="1" y="0" z="0.5" />'
MOVED = {  # movement over 0.02 s: what the end of the bar at (1, 0.5) does
    '<mvrot id="1" duration="0.02" anglesunits="degrees"><vel ang="{}" />' + LINE + "</mvrot>": 4500,
    '<mvrotace id="1" duration="0.02" anglesunits="degrees"><ace ang="{}" /><velini ang="0" />' + LINE + "</mvrotace>": 450000,
    '<mvrotsinu id="1" duration="0.02" anglesunits="degrees"><freq v="12.5" /><ampl v="{}" />' + LINE + "</mvrotsinu>": 90,
    '<mvrotfile id="1" duration="0.02" anglesunits="degrees"><file name="turn.dat" />' + LINE + "</mvrotfile>": 0,
}
ROUND = {
    '<mvcir id="1" duration="0.02" anglesunits="degrees"><vel ang="4500" />' + REF + LINE + "</mvcir>",
    '<mvcirace id="1" duration="0.02" anglesunits="degrees"><ace ang="450000" /><velini ang="0" />' + REF + LINE + "</mvcirace>",
    '<mvcirsinu id="1" duration="0.02" anglesunits="degrees"><freq v="12.5" /><ampl v="90" />' + REF + LINE + "</mvcirsinu>",
}


def ended(folder, every=False):
    """Where each wall, or every particle of it, is after 0.02 s."""
    expect_run(amphi("run", "case", "-o", "out", "--quiet", "--end", 0.02, "--set", "output.interval=0.02", "--set", "integrator.max_step=0.002",
                     cwd=folder), 0)
    expect_run(amphi("export", "out", "--csv", "--only", "walls", cwd=folder), 0)
    rows = [r.split(";") for r in sorted((folder / "out/export").glob("Part*_0001.csv"))[0].read_text().splitlines()][1:]
    if not every:
        return {int(r[10]) - 11: (float(r[0]), float(r[2])) for r in rows}
    return {mk: [[float(v) for v in r[:3]] for r in rows if int(r[10]) - 11 == mk] for mk in {int(r[10]) - 11 for r in rows}}


def clear(folder):
    for name in ("case", "out"):
        for p in sorted((folder / name).rglob("*"), reverse=True):
            p.rmdir() if p.is_dir() else p.unlink()
        (folder / name).rmdir()


def moved(folder, depth, axis):
    """Six movements by 90 degrees about +y, all of one run; the bars are 0.5 m long and begin at the axis, points go round it."""
    (folder / "turn.dat").write_text("0 0\n0.01 45\n0.02 90\n")
    motion, draw = "", ""
    for mk, (text, value) in enumerate(MOVED.items()):
        motion += f'<objreal ref="{mk}"><begin mov="1" start="0" />{text.format(value)}</objreal>'
        draw += f'<setmkbound mk="{mk}" />' + BOX.format(0.6 + 0.1 * mk, depth, 0.5, 0, 0, 0)
    for mk, text in enumerate(sorted(ROUND), 10):
        motion += f'<objreal ref="{mk}"><begin mov="1" start="0" />{text}</objreal>'
        draw += f'<setmkbound mk="{mk}" />' + BOX.format(1.2, depth, 0.1 * mk - 0.3, 0, 0, 0)
    take(folder, document(WATER.replace('y="0"', f'y="{depth}"') + draw, dp="0.1", width=axis, casedef=f"<motion>{motion}</motion>")
         .replace('"TimeMax" value="1"', '"TimeMax" value="0.02"'))
    return ended(folder)


def test_motion(folder):
    """+90 degrees about +y takes +x to +z, in 2-D and in 3-D, whatever says so."""
    for depth, axis in ((0, "0"), (0.5, "1")):
        at = moved(folder, depth, axis)
        for mk in range(len(MOVED)):
            expect(math.dist(at[mk], (0.5, 0.6 + 0.1 * mk)) < 2e-4, f"{at[mk]}: {list(MOVED)[mk]}")
        for mk in (10, 11, 12):
            expect(math.dist(at[mk], (1.2 - 0.5, 0.1 * mk - 0.3 + 0.5)) < 2e-4, f"{at[mk]}: {sorted(ROUND)[mk - 10]}")
        clear(folder)


# Movements as the peer adds them up, small step by small step (JMotionObj::ProcesTime), over 0.02 s, along x and z in metres and 1/s.
ZERO = AXIS.format("axisp", 0, 1)
GOES, TURNS = '<mvrect id="{}" duration="{}" {}><vel x="10" y="0" z="5" /></mvrect>', '<mvrot id="{}" duration="{}" {}><vel ang="4500" />' + ZERO + "</mvrot>"
GO, TURN = GOES.format(1, 0.02, ""), TURNS.format(2, 0.02, "")
PATH = '<mvpathfile id="1" duration="0.02"><file name="path.dat" /><center x="0.5" y="0" z="0.5" /><movecenter value="{}" /></mvpathfile>'


def begins(*starts):
    return "".join(f'<begin mov="{mov}" start="{start}" finish="-1" />' for mov, start in starts)


def swept(z, velocity, turn, about, seconds=0.02):
    """dz/dt = velocity + i turn (z - about)."""
    turned = cmath.exp(1j * turn * seconds)
    return about + (z - about) * turned + velocity * (turned - 1) / (1j * turn)


SPIN, SPEED, MIDDLE = math.radians(4500), 10 + 5j, 0.5 + 0.5j
MIXED = {
    "a way beside a turn, whose axis rests": (begins((1, 0), (2, 0)) + GO + TURN, lambda z: swept(z, SPEED, SPIN, MIDDLE)),
    "a way within a turn, along its own direction": ("<obj>" + begins((2, 0)) + TURN + "<objreal ref='{}'>" + begins((1, 0)) + GO + "</objreal></obj>",
                                                     lambda z: swept(z, SPEED, SPIN, MIDDLE)),
    "a turn within a way, with its axis": ("<obj>" + begins((1, 0)) + GO + "<objreal ref='{}'>" + begins((2, 0)) + TURN + "</objreal></obj>",
                                           lambda z: MIDDLE + (z - MIDDLE) * 1j + SPEED * 0.02),
    "a way behind a turn around it": ("<obj>" + begins((2, 0)) + TURNS.format(2, 0.01, "") + "<objreal ref='{}'>" + begins((1, 0.01)) + GO +
                                      "</objreal></obj>", lambda z: MIDDLE + (z - MIDDLE) * cmath.exp(0.25j * math.pi) + SPEED * 0.01),
    "begins that are not in order": (begins((2, 0.01), (1, 0)) + GOES.format(1, 0.01, "") + TURNS.format(2, 0.01, ""),
                                     lambda z: MIDDLE + (z + SPEED * 0.01 - MIDDLE) * cmath.exp(0.25j * math.pi)),
    "a jump, and on": (begins((1, 0)) + GOES.format(1, 0.01, 'next="2"') + GOES.format(2, -0.02, 'next="3"').replace('"10"', '"-10"') +
                       GOES.format(3, 0.01, ""), lambda z: z + SPEED * 0.02 + complex(-10, 5) * 0.02),
    "no time at all": (begins((2, 0)) + TURNS.format(2, 0, 'next="1"') + GO, lambda z: z + SPEED * 0.02),
    "no speed of another movement": (begins((1, 0)) + GOES.format(1, 0.005, 'next="2"') + TURNS.format(2, 0.005, 'next="3"').replace("4500", "0") +
                                     '<mvrectace id="3" duration="0.01"><ace x="1000" y="0" z="0" /></mvrectace>', lambda z: z + SPEED * 0.005 + 0.05),
    "but that of the last one": (begins((1, 0)) + GOES.format(1, 0.01, 'next="3"') + '<mvrectace id="3" duration="0.01"><ace x="1000" y="0" z="0" /></mvrectace>',
                                 lambda z: z + SPEED * 0.02 + 0.05),
    "a path": (begins((1, 0)) + PATH.format("true"), lambda z: MIDDLE + (z - MIDDLE) * -1j + SPEED * 0.02),
    "a path whose centre rests": (begins((1, 0)) + PATH.format("false"), lambda z: swept(z, SPEED, -SPIN, MIDDLE)),
}


def test_mixed(folder):
    """Ways and turns of one wall at once."""
    (folder / "path.dat").write_text("".join(f"{0.02 * i / 8 + 3} {0.2 * i / 8} 0 {0.1 * i / 8} 0 {90 * i / 8} 0\n" for i in range(9)))
    for depth, width in ((0, "0"), (0.5, "1")):
        motion, draw = "", ""
        for mk, (text, _) in enumerate(MIXED.values()):
            motion += text.format(mk) if text.startswith("<obj>") else f'<objreal ref="{mk}">{text}</objreal>'
            draw += f'<setmkbound mk="{mk}" />' + BOX.format(0.6 + 0.1 * mk, depth, 0.7, 0, 0, 0)
        take(folder, document(WATER.replace('y="0"', f'y="{depth}"') + draw, dp="0.1", width=width, casedef=f"<motion>{motion}</motion>")
             .replace('"TimeMax" value="1"', '"TimeMax" value="0.02"'))
        at = ended(folder)
        for mk, (name, (_, where)) in enumerate(MIXED.items()):
            z = where(complex(0.6 + 0.1 * mk, 0.7))
            expect(math.dist(at[mk], (z.real, z.imag)) < 1e-3, f"{name}: {at[mk]}, not {z}")
        clear(folder)


def test_angles(folder):
    """Three angles of a file: what the peer calls intrinsic turns about axes that rest (JMotionPos::RotateXYZ, whose two words are not one)."""
    (folder / "angles.dat").write_text("0 0 0 0\n0.01 45 30 0\n0.02 90 60 0\n")
    bar = '<setmkbound mk="{}" />' + BOX.format(0.5, 0.5, 0.5, 0, 0, 0) + BOX.format(0.5, 0.5, 1, 0, 0, 0)
    motion, draw = "", ""
    for mk, word in enumerate(("true", "false")):
        motion += f'<objreal ref="{mk}"><begin mov="1" start="0" /><mvrotadvfile id="1" duration="0.02"><file name="angles.dat" />' \
            f'<center x="0.5" y="0.5" z="0.5" /><intrinsic value="{word}" /><axes value="XYZ" /></mvrotadvfile></objreal>'
        draw += bar.format(mk).replace('x="0.5"', f'x="{0.5 + 0.1 * mk}"')
    take(folder, document(WATER.replace('y="0"', 'y="0.5"') + draw, dp="0.1", width="1", casedef=f"<motion>{motion}</motion>")
         .replace('"TimeMax" value="1"', '"TimeMax" value="0.02"'))
    at = ended(folder, every=True)
    s, c = math.sin(math.radians(60)), math.cos(math.radians(60))
    for mk, word in enumerate(("true", "false")):  # (0.1 mk, 0, 0.5) about x by 90, about y by 60: about y of the rest, or of what has turned
        x, z = 0.1 * mk, 0.5
        turned = (x * c, -z, -x * s) if word == "true" else (x * c + z * s, x * s - z * c, 0)
        end = max(at[mk], key=lambda p: math.dist(p, [0.5 + 0.1 * mk, 0.5, 0.5]))
        expect(math.dist(end, [0.5 + v for v in turned]) < 1e-3, f"intrinsic={word}: {end}, not {turned}")


def test_accelerations(folder):
    """A tank that tilts, said twice: as a movement of +y, which lifts the side +x, and as accelerations in its axes, where the weight
    then draws to -x; the axes of the case turn as the tank."""
    acc = '<special><accinputs><accinput mkfluid="0"><acccentre x="0" y="0" z="0" /><globalgravity value="0" /><acctimes>' \
        '<timevalue time="0" linx="0" linz="-9.81" /><timevalue time="1" linx="-1" linz="-9.76" angy="-0.1" /></acctimes></accinput></accinputs></special>'
    take(folder, document(TANK, special=acc))
    first, last = [[float(v) for v in line.split()] for line in (folder / "case/frame.txt").read_text().splitlines()]
    expect(first[1] == 0 and last[1] == 1, f"{last}: the axes are not pushed to +x, against the weight")
    expect(last[3] < 0, f"{last}: a fluid turned about -y, x to z, is in axes that turn z to x")
    expect("angular_velocity" not in keys(folder), "a movement")


main([test_geometry, test_archive, test_ground, test_motion, test_mixed, test_angles, test_accelerations])
