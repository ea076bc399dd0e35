#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi import: <flexstrucs>. What a structure takes of the wall that holds it, its constants, that it goes with that wall, and what is refused."""
import csv
import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from documents import counts, document, keys, take  # noqa: E402
from harness import amphi, expect, expect_run, main  # noqa: E402

# A floor of 4 rows; a plate 0.2 m thick and 0.8 m high stands on it, 0.1 m deep.
DRAWN = """<setdrawmode mode="full" />
<setmkbound mk="3" /><drawbox><boxfill>solid</boxfill><point x="0.2" y="-0.05" z="-0.15" /><size x="1.2" y="{width}" z="0.15" /></drawbox>
<setmkbound mk="7" /><drawbox><boxfill>solid</boxfill><point x="0.7" y="-0.05" z="-0.1" /><size x="0.15" y="{width}" z="0.8" /></drawbox>
"""
VALUES = {"density": 1100, "youngmod": 1e6, "poissratio": 0.3, "constitmodel": 1, "hgfactor": 0.05}
MOVED = '<motion><objreal ref="3"><begin mov="1" start="0" /><mvrect id="1" duration="1"><vel x="0.1" y="0" z="0" /></mvrect></objreal></motion>'
STILL = '<motion><objreal ref="7"><begin mov="1" start="0" /><mvnull id="1" /></objreal></motion>'


def structure(bound=7, clamp=3, **values):
    return f'<flexstrucbody mkbound="{bound}" mkclamp="{clamp}">' + "".join(f'<{k} value="{v}" />' for k, v in {**VALUES, **values}.items()) + "</flexstrucbody>"


def taken(folder, bodies=None, *arguments, status=0, motion=STILL, width=0):
    shutil.rmtree(folder / "case", ignore_errors=True)
    text = document(DRAWN.format(width=width + 0.1), width=str(width), casedef=motion,
                    special=f"<special><flexstrucs>{bodies or structure()}</flexstrucs></special>")
    return take(folder, text, *arguments, status=status)


def rows(folder, name):
    return {tuple(round(float(v) / 0.05) for v in row) for row in list(csv.reader((folder / f"case/{name}.csv").open()))[1:]}


def held(folder):
    """Boxes of what is clamped, in spacings."""
    found = re.findall(r"- {add: box, low: \[([^]]*)\], high: \[([^]]*)\]}", keys(folder))
    return [[[float(v) / 0.05 for v in end.split(",")] for end in box] for box in found]


def test_taken(folder):
    """In 2-D and 3-D: nodes of the floor within 1.6 spacings of the plate are the plate's own and clamped, once each; the others are not."""
    for deep in False, True:
        taken(folder, structure(constitmodel=3 if deep else 1), width=0.2 if deep else 0)
        plate, floor, boxes = rows(folder, "bound7"), rows(folder, "bound3"), held(folder)

        def clamped(place):
            return sum(all(low < x < high for x, low, high in zip(place, *box)) for box in boxes)

        expect(not plate & floor and boxes, "nodes of both")
        own = {p for p in plate if not clamped(p)}
        bends = {(x, z) for x in range(14, 18) for z in range(-2, 15)}
        expect({(p[0], p[-1]) for p in own} == bends, f"the plate: {sorted(own)[:5]} ...")
        for place in plate:
            near = min(sum((a - b) ** 2 for a, b in zip(place, o)) for o in own)
            expect(clamped(place) == (near > 0) and near < 2.56, f"{place}: {near}")
        for place in floor:
            expect(min(sum((a - b) ** 2 for a, b in zip(place, o)) for o in own) > 2.56, f"{place} is in reach")
        text = keys(folder)
        for key in "young: 1000000", "poisson: 0.3", "density: 1100", "zero_energy: 0.05":
            expect(f"      {key}\n" in text, text)


def test_standard(folder):
    """Layers behind walls are not the structure's; the case is the standard scheme's."""
    taken(folder, None, "--scheme", "standard")
    own = {p for p in rows(folder, "bound7") if 14 <= p[0] < 18 and p[1] >= -2}
    beside = {p for p in rows(folder, "bound7") if 13 <= p[0] <= 18 and -3 <= p[1] <= 0} - own
    expect("scheme: standard" in keys(folder) and len(own) == 17 * 4 and counts(folder)["bound7"] == len(own) + len(beside), "layers")
    expect_run(amphi("check", "case", cwd=folder), 0)


def test_mdbc(folder):
    """Beside walls that bend those of mDBC are dummy particles, in a case that runs."""
    shutil.rmtree(folder / "case", ignore_errors=True)
    text = document(DRAWN.format(width=0.1), casedef=STILL, special=f"<special><flexstrucs>{structure()}</flexstrucs></special>",
                    parameters='<parameter key="Boundary" value="2" /><parameter key="SlipMode" value="2" />')
    said = take(folder, text).stdout
    expect("boundary: {model: dummy, slip: no}" in keys(folder) and "beside those that bend are dummy particles" in said, said)
    expect_run(amphi("run", "case", "--steps", 5, "-q", "--force", "-o", "out", cwd=folder), 0)


def test_plane_stress(folder):
    """The constants of plane strain that are as stiff: E/(1 - nu^2) and the shear modulus stay."""
    taken(folder, structure(constitmodel=2))
    young, poisson = (float(re.search(rf"{key}: ([\d.e+]+)", keys(folder)).group(1)) for key in ("young", "poisson"))
    expect(abs(young / (1 - poisson**2) / 1e6 - 1) < 1e-6 and abs(young / (1 + poisson) / (1e6 / 1.3) - 1) < 1e-6, f"{young}, {poisson}")


def test_goes_along(folder):
    """What is held goes with the wall that holds it, one hash on every backend."""
    taken(folder, motion=MOVED)
    expect("    moves_with: bound3\n" in keys(folder), keys(folder))
    gauges = '[{name: root, type: displacement, "on": bound7, at: [0.85, -0.1], interval: 0.1}, {name: tip, type: displacement, "on": bound7, at: [0.85, 0.7], interval: 0.1}]'
    expect_run(amphi("run", "case", "-o", "out", "-q", "--end", 0.4, "--set", f"gauges={gauges}", cwd=folder), 0)
    last = [float(v) for v in list(csv.reader((folder / "out/gauges.csv").open()))[-1]]
    expect(abs(last[1] - 0.1 * last[0]) < 1e-4 and abs(last[3] - 0.04) < 0.02, f"root and tip: {last}")
    hashes = set()
    for way in (["reference"], ["cpu", "--threads", 2], ["offload", "--device", "host"]):
        said = expect_run(amphi("run", "case", "-o", "out", "--force", "--steps", 40, "--set", "summation=fixed", "--backend", *way, cwd=folder), 0).stdout
        hashes.add(re.search("hash ([0-9a-f]{16})", said).group(1))
    expect(len(hashes) == 1, f"{hashes}")


ROOF = '<setmkbound mk="4" /><drawbox><boxfill>solid</boxfill><point x="0.2" y="-0.05" z="0.75" /><size x="1.2" y="0.1" z="0.1" /></drawbox>'


def test_clamps(folder):
    """Held by two walls, by none (it falls as a whole does), and none of them may move where there are two."""
    def drawn(bodies, motion=STILL, status=0):
        shutil.rmtree(folder / "case", ignore_errors=True)
        return take(folder, document(DRAWN.format(width=0.1) + ROOF, casedef=motion, special=f"<special><flexstrucs>{bodies}</flexstrucs></special>"), status=status)
    drawn(structure(clamp="3,4"))
    boxes = held(folder)
    expect(any(box[1][1] < 0 for box in boxes) and any(box[0][1] > 14 for box in boxes), f"{boxes}")
    expect("mkclamp of 2 walls, of which 1 move" in drawn(structure(clamp="3,4"), MOVED, 2).stderr, "one of two moves")
    free = structure().replace(' mkclamp="3"', "").replace('mkbound="7"', 'mkbound="4"')
    drawn(free, STILL.replace('"7"', '"4"'))
    expect("clamped:" not in keys(folder), keys(folder))
    gauges = '[{name: beam, type: displacement, "on": bound4, at: [0.4, 0.8], interval: 0.1}]'
    expect_run(amphi("run", "case", "-o", "out", "-q", "--end", 0.1, "--set", f"gauges={gauges}", cwd=folder), 0)
    last = [float(v) for v in list(csv.reader((folder / "out/gauges.csv").open()))[-1]]
    expect(abs(last[2] / (-0.5 * 9.81 * last[0] ** 2) - 1) < 0.02 and abs(last[1]) < 1e-4, f"{last}")


def test_beside(folder):
    """Beside a structure bodies touch rigid walls alone, which check says; what pushes all of the fluid is no frame, which the structure would feel."""
    body = '<setmkbound mk="9" /><drawbox><boxfill>solid</boxfill><point x="1" y="-0.05" z="0.1" /><size x="0.2" y="0.1" z="0.2" /></drawbox>'
    water = '<setmkfluid mk="0" /><drawbox><boxfill>solid</boxfill><point x="0.25" y="-0.05" z="0.05" /><size x="0.3" y="0.1" z="0.3" /></drawbox>'
    floats = STILL + '<floatings><floating mkbound="9" rhopbody="2000" /></floatings>'
    shutil.rmtree(folder / "case", ignore_errors=True)
    take(folder, document(DRAWN.format(width=0.1) + body, casedef=floats, special=f"<special><flexstrucs>{structure()}</flexstrucs></special>",
                          parameters='<parameter key="RigidAlgorithm" value="2" />'))
    expect("contact:" in keys(folder), keys(folder))
    expect("none with structure bound7" in expect_run(amphi("check", "case", cwd=folder), 0).stdout, "no word of it")
    expect_run(amphi("run", "case", "-o", "out", "--force", "-q", "--end", 0.6, "--set", 'gauges=[{name: P, type: body, "on": bound9, interval: 0.1}]', cwd=folder), 0)
    head, *table = list(csv.reader((folder / "out/gauges.csv").open()))
    fallen = [float(row[head.index("P.y [m]")]) for row in table]
    expect(-0.11 < fallen[-1] - fallen[0] < -0.02 and abs(fallen[-1] - fallen[-2]) < 0.01, f"{fallen}")
    hashes = set()
    for way in (["reference"], ["cpu", "--threads", 2], ["offload", "--device", "host"]):
        said = expect_run(amphi("run", "case", "-o", "out", "--force", "--steps", 40, "--set", "summation=fixed", "--backend", *way, cwd=folder), 0).stdout
        hashes.add(re.search("hash ([0-9a-f]{16})", said).group(1))
    expect(len(hashes) == 1, f"{hashes}")
    shutil.rmtree(folder / "case", ignore_errors=True)
    pushed = '<accinputs><accinput mkfluid="0"><acctimes><timevalue time="0" linx="1" /><timevalue time="2" linx="1" /></acctimes></accinput></accinputs>'
    corrected = '<boundcorr><determlimit value="1e+3" /><mkzone mkbound="3"><autoconfig direction="top" /></mkzone></boundcorr>'
    said = take(folder, document(DRAWN.format(width=0.1) + water, casedef=STILL, special=f"<special><flexstrucs>{structure()}</flexstrucs>{pushed}{corrected}</special>")).stdout
    expect("changed: <boundcorr>: walls have densities of their own" in said, said)
    expect("frame:" not in keys(folder) and "forcing:" in keys(folder), keys(folder))


def test_refused(folder):
    for bodies, motion, words in (
            (structure(bound=9), STILL, 'mkbound="9" names no wall'), (structure(clamp=7), STILL, "mkclamp is a structure"), (structure() + structure(), STILL, "the same mkbound twice"),
            (structure(constitmodel=3), STILL, "expected 1 or 2 in 2-D"), (structure(poissratio=0.5), STILL, "expected 0 to 0.49"), (structure(youngmod=0), STILL, "no stiffness"),
            (structure(), MOVED.replace('"3"', '"7"'), "a structure that is moved itself"), (structure().replace("youngmod", "young"), STILL, "<youngmod> is missing")):
        said = taken(folder, bodies, status=2, motion=motion)
        expect(words in said.stdout + said.stderr and "a.xml:" in said.stdout + said.stderr, f"{words}: {said.stdout}{said.stderr}")
        expect(not (folder / "case").exists(), "written all the same")


def test_not_held(folder):
    """A clamp that cannot hold the structure is refused: particles on no node, and one out of reach."""
    ring = '<setfrdrawmode auto="true" /><setmkbound mk="9" /><drawcylinder radius="0.1"><point x="0.775" y="-1" z="0.8" /><point x="0.775" y="1" z="0.8" /></drawcylinder>' \
        '<setfrdrawmode auto="false" />'
    far = '<setmkbound mk="9" /><drawbox><boxfill>solid</boxfill><point x="0.7" y="-0.05" z="0.85" /><size x="0.15" y="0.1" z="0.1" /></drawbox>'
    for drawn, said in (ring, "stand on no node (setfrdrawmode)"), (far, "nothing of mkclamp is within 1.6 dp"):
        shutil.rmtree(folder / "case", ignore_errors=True)
        text = document(DRAWN.format(width=0.1) + drawn, special=f"<special><flexstrucs>{structure(clamp=9)}</flexstrucs></special>")
        out = take(folder, text, status=2)
        expect("a.xml:" in out.stdout + out.stderr and said in out.stdout + out.stderr, out.stdout + out.stderr)


main([test_taken, test_standard, test_mdbc, test_not_held, test_plane_stress, test_goes_along, test_clamps, test_beside, test_refused])
