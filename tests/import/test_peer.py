#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi import: what a document asks for happens as the peer's source has it, in runs with one hash on all backends."""
import json
import math
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from documents import FULL, MESH, box, document, gauge, keys, numbers, one_hash, rows, taken  # noqa: E402
from harness import amphi, expect, main  # noqa: E402


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
    one_hash(folder, "--end", 0.15, "--set", gauges)
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


def follow(places, mass, centre, table, end):
    """A body of particles without weight, each with the peer's sum (JDsAccInput.cpp, RunCpu), whose force and torque move the whole: centre and spin."""
    times, values = table[:, 0], table[:, 1:]
    velocities = np.zeros_like(values)
    for i in range(1, len(times)):
        velocities[i] = velocities[i - 1] + values[i] * (times[i] - times[i - 1])

    def at(rows, t):
        return np.array([np.interp(t, times, rows[:, k]) for k in range(6)])
    each, middle = mass / len(places), places.mean(axis=0)
    own = places - middle
    tensor = each * sum(np.dot(q, q) * np.eye(3) - np.outer(q, q) for q in own)

    def rate(t, state):
        place, velocity, turn, spin = state[:3], state[3:6], state[6:15].reshape(3, 3), state[15:]
        arms = own @ turn.T
        a, v = at(values, t), at(velocities, t)
        r, u = place + arms - centre, velocity + np.cross(spin, arms)
        more = 2 * np.array([v[4] * u[:, 2] - v[5] * (u[:, 1] - v[1]), v[5] * u[:, 0] - v[3] * (u[:, 2] - v[2]), v[3] * u[:, 1] - v[4] * (u[:, 0] - v[0])]).T
        push = a[:3] + np.cross(a[3:], r) + np.cross(v[3:], np.cross(v[3:], r)) + more
        now = turn @ tensor @ turn.T
        swirl = np.linalg.solve(now, each * np.cross(arms, push).sum(axis=0) - np.cross(spin, now @ spin))
        return np.concatenate([velocity, push.mean(axis=0), np.cross(spin, turn.T).T.ravel(), swirl])
    state, step = np.concatenate([middle, np.zeros(3), np.eye(3).ravel(), np.zeros(3)]), end / 400
    for k in range(400):
        one = rate(k * step, state)
        two = rate((k + 0.5) * step, state + 0.5 * step * one)
        three = rate((k + 0.5) * step, state + 0.5 * step * two)
        state = state + step / 6 * (one + 2 * two + 2 * three + rate((k + 1) * step, state + step * three))
    return tensor, state[:3], state[15:]


def test_body_turned_by_accelerations(folder):
    """An angular <accinput> of a body: where it is and how it spins is what the sum over its particles says."""
    table = np.array([[0, 1, 0, 0.5, 3, -2, 4], [0.2, 1, 2, 0.5, 6, 8, -3], [0.4, 0, 1, 0, 10, 4, 6]])
    rows_ = "".join("<timevalue " + " ".join(f'{k}="{v:g}"' for k, v in zip(("time", "linx", "liny", "linz", "angx", "angy", "angz"), row)) + " />" for row in table)
    special = f'<special><accinputs><accinput mkbound="1"><acccentre x="0.9" y="1.1" z="0.8" /><globalgravity value="0" /><acctimes>{rows_}</acctimes></accinput></accinputs></special>'
    commands = FULL + box("fluid", 0, (0, 0, 0), (0.1, 0.1, 0.1)) + box("bound", 1, (1, 1, 1), (0.4, 0.2, 0.3)) + box("bound", 1, (1.1, 1.3, 1.4), (0.1, 0.1, 0.1))
    body = '<floatings><floating mkbound="1"><massbody value="6" />{}</floating></floatings>'
    taken(folder, document(commands, dp="0.1", width="2", casedef=body.format(""), special=special))
    places = np.array(rows(folder, "bound1.csv"))[:, :3]
    tensor, place, spin = follow(places, 6, np.array([0.9, 1.1, 0.8]), table, 0.4)
    full = "<inertiafull>" + "".join("<values " + " ".join(f'v{i + 1}{k + 1}="{tensor[i, k]:.9g}"' for k in range(3)) + " />" for i in range(3)) + "</inertiafull>"
    text = document(commands, dp="0.1", width="2", casedef=body.format(full), special=special)
    taken(folder, text)
    one_hash(folder, "--end", 0.4, "--set", "gauges=[{name: B, type: body, on: bound1, interval: 0.1}]")
    head, out = gauge(folder, "cpu")
    last = dict(zip(head, out[-1]))
    found = [last[f"B.{a} [m]"] for a in "xyz"], [math.radians(last[f"B.w{a} [degrees/s]"]) for a in "xyz"]
    expect(np.allclose(found[0], place, atol=0.002) and np.allclose(found[1], spin, atol=0.01 * np.abs(spin).max()), f"{found}, {place}, {spin}")


def test_initial_fields(folder):
    """<velmesh> of speeds along a direction and of velocities, and <densitymesh>, at the time 0 between two rows."""
    water = FULL + box("fluid", 0, (0, 0, 0.1), (0.2, 0, 0.4))
    def draw(initials):
        taken(folder, document(water, dp="0.1", casedef=f"<initials>{initials}</initials>"))
        return rows(folder, "fluid0.csv")
    (folder / "v.csv").write_text(MESH.format("VelDir", "float", "false", 1, 2, 0, 0, 1, "4;1;3\n6;2;6\n"))
    mesh = '<velmesh mkfluid="0"><direction x="3" y="0" z="4" /><meshdata file="v.csv" magnitude="true" reverse="true" setz="0.1" initialtime="5" /></velmesh>'
    for row in draw(mesh):
        speed = -1.5 * (1 + 2 * (row[1] - 0.1))
        expect(abs(row[2] - 0.6 * speed) < 1e-8 and abs(row[3] - 0.8 * speed) < 1e-8, f"{row}")
    (folder / "v.csv").write_text(MESH.format("Vel", "float3", "false", 1, 2, 0, 0, 1, "0;1;0;2;3;0;-2\n6;7;7;7;7;7;7\n"))
    for row in draw('<velmesh mkfluid="0"><meshdata file="v.csv" magnitude="false" /></velmesh>'):
        expect(abs(row[2] - (1 + 2 * row[1])) < 1e-8 and abs(row[3] - (2 - 4 * row[1])) < 1e-8, f"{row}")
    (folder / "v.csv").write_text(MESH.format("Rhop", "float", "false", 1, 2, 0, 0, 1, "0;1010;1000\n"))
    for row in draw('<densitymesh mkfluid="0"><meshdata file="v.csv" /></densitymesh>'):
        expect(abs(row[-1] - (1010 - 10 * row[1])) < 1e-5, f"{row}")


def test_wave_runs(folder):
    """<drawwave> with <velwave>: the crest has run as far as Boussinesq's celerity says, to the side that is asked for."""
    celerity, crest = math.sqrt(9.81 * 0.26), {}
    for negative in ("false", "true"):
        wave = '<drawwave depth="0.2" hmaxwave="0.06" x0="0.9" z0="0"><point x="0.02" y="-1" z="0.02" /><size x="1.76" y="2" z="0.4" /></drawwave>'
        commands = FULL + '<setmkfluid mk="0" />' + wave + box("bound", 0, (0, -1, 0), (1.8, 2, 0.5), "bottom | left | right")
        initials = f'<initials><velwave mkfluid="0" depth="0.2" hmaxwave="0.06" x0="0.9" negative="{negative}" /></initials>'
        taken(folder, document(commands, dp="0.02", casedef=initials))
        places = [0.9 + k * 0.05 for k in range(-12, 13)]
        gauges = ", ".join(f"{{name: H{k}, type: height, at: [{x:.2f}], interval: 0.25}}" for k, x in enumerate(places))
        one_hash(folder, "--end", 0.25, "--set", f"gauges=[{gauges}]")
        heights = gauge(folder, "cpu")[1][-1][1:]
        top = max(heights)
        weights = [max(0, h - 0.5 * (top + min(heights))) for h in heights]
        crest[negative] = sum(w * x for w, x in zip(weights, places)) / sum(weights)
    expect(abs(crest["false"] - 0.9 - 0.25 * celerity) < 0.05 and abs(crest["true"] - 0.9 + 0.25 * celerity) < 0.05, f"{crest}, {celerity}")


def ball(centre, radius, rings=8):
    """Facets of a ball, as an STL file."""
    def place(i, k):
        a, b = math.pi * i / rings, math.pi * k / rings
        return [c + radius * v for c, v in zip(centre, (math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a)))]
    facets = ""
    for i in range(rings):
        for k in range(2 * rings):
            corners = [place(i, k), place(i + 1, k), place(i + 1, k + 1), place(i, k + 1)]
            for three in ([0, 1, 2], [0, 2, 3]):
                if len({tuple(round(v, 9) for v in corners[t]) for t in three}) == 3:
                    facets += "facet normal 0 0 0\nouter loop\n" + "".join("vertex %.9g %.9g %.9g\n" % tuple(corners[t]) for t in three) + "endloop\nendfacet\n"
    return f"solid a\n{facets}endsolid a\n"


def test_rock(folder):
    """A ball from a file rolls down a slope that +15 degrees about +y lifted at +x: to -x, about -y, as fast as a ball that does not slide."""
    tilt, radius = math.radians(15), 0.2
    top = np.array([1.4, 0.5, 0.3 + 0.9 * math.tan(tilt)])  # of the slope, whose surface goes through (0.5, 0.3)
    (folder / "rock.stl").write_text(ball(top + (radius + 0.03) * np.array([-math.sin(tilt), 0, math.cos(tilt)]), radius))
    slope = "<rotateline ang='15'><point x='0.5' y='0' z='0.3' /><point x='0.5' y='1' z='0.3' /></rotateline>" + box("bound", 0, (0, 0, 0.2), (1.8, 1, 0.1)) + "<matrixreset />"
    commands = FULL + '<setmkfluid mk="0" /><drawpoint x="1.9" y="0" z="1.9" />' + slope + '<setmkbound mk="1" /><drawfilestl file="rock.stl" autofill="true" />'
    floats = '<floatings property="rock"><floating mkbound="1" rhopbody="2500" property="rock" /></floatings>'
    stone = '<properties><propertyfile file="m.xml" path="materials" /><links><link mkbound="0-1" property="rock" /></links></properties>'
    (folder / "m.xml").write_text('<materials><property name="rock"><Young_Modulus value="1e9" /><PoissonRatio value="0.3" /><Restitution_Coefficient value="0.1" />'
                                  '<Kfric value="0.9" /></property></materials>')
    taken(folder, document(commands, dp="0.05", width="1", casedef=floats + stone, parameters='<parameter key="RigidAlgorithm" value="2" />'))
    one_hash(folder, "--end", 0.5, "--set", "gauges=[{name: B, type: body, on: bound1, interval: 0.05}]")
    head, out = gauge(folder, "cpu")
    last = dict(zip(head, out[-1]))
    gone, rate = last["B.x [m]"] - out[0][1], math.radians(last["B.wy [degrees/s]"]) / last["B.vx [m/s]"]
    due = -0.5 * 5 / 7 * 9.81 * math.sin(tilt) * math.cos(tilt) * 0.25
    expect(0.7 < gone / due < 1.2, f"{gone} m, not {due} m: the slope is made of particles, the ball too")
    expect(0.75 < rate * radius < 1.2 and abs(last["B.wx [degrees/s]"]) < 0.01, f"{last}: it slides")


def test_cup(folder):
    """A cup that turns by +130 degrees about +y pours to -x: what is at its rim at +x goes up."""
    cup = box("bound", 1, (0.8, -1, 0.8), (0.4, 2, 0.5), "bottom | left | right") + box("fluid", 0, (0.85, -1, 0.85), (0.3, 2, 0.3))
    floor = box("bound", 0, (-0.1, -1, -0.1), (2, 2, 1), "bottom | left | right")
    motion = '<motion><objreal ref="1"><begin mov="1" start="0" /><mvrot id="1" duration="0.65"><vel ang="200" /><axisp1 x="1" y="0" z="1" /><axisp2 x="1" y="1" z="1" /></mvrot>' \
        '</objreal></motion>'
    taken(folder, document(FULL + floor + cup, casedef=motion))
    one_hash(folder, "--end", 1)
    amphi("export", "cpu", "--csv", cwd=folder)
    last = sorted((folder / "cpu/export").glob("PartFluid*.csv"))[-1].read_text().splitlines()[1:]
    low = [float(row.split(";")[0]) for row in last if float(row.split(";")[2]) < 0.6]
    expect(len(low) > 25 and sum(x < 1 for x in low) > 0.9 * len(low), f"{len(low)} of {len(last)}: {low}")


def mdbc_channel(slip, diffusion):
    zone = '<inoutzone><layers value="4" /><zone2d><particles mkfluid="{}" direction="{}" /></zone2d>{}<imposerhop mode="{}" /></inoutzone>'
    special = "<special><inout>" + zone.format(1, "right", '<imposevelocity mode="0"><velocity v="0.5" /></imposevelocity>', 2) + \
        zone.format(2, "left", '<imposevelocity mode="2" />', 0) + "</inout></special>"
    commands = FULL + box("fluid", 0, (0.05, -1, 0.05), (0.9, 2, 0.4)) + box("fluid", 1, (0, -1, 0.05), (0, 2, 0.4)) + box("fluid", 2, (1, -1, 0.05), (0, 2, 0.4)) + \
        box("bound", 0, (-0.4, -1, -0.15), (1.8, 2, 0.15)) + box("bound", 0, (-0.4, -1, 0.5), (1.8, 2, 0.15))
    parameters = f'<parameter key="Boundary" value="2" /><parameter key="SlipMode" value="{slip}" /><parameter key="DensityDT" value="{diffusion}" />'
    return document(commands, casedef='<initials><velocity mkfluid="0" x="0.5" y="0" z="0" /></initials>', constants='<speedsound value="20" auto="false" />',
                    special=special, parameters=parameters).replace('z="-9.81"', 'z="0"')


def test_mdbc_channel(folder):
    """Between walls of mDBC: a flow goes through as fast as it comes in, particle by particle."""
    taken(folder, mdbc_channel(3, 2))
    expect("boundary: {model: mdbc, slip: free}" in keys(folder), keys(folder))
    one_hash(folder, "--end", 1, "--set", "gauges=[{name: A, type: velocity, at: [0.3, 0.25], interval: 0.1}, {name: B, type: velocity, at: [0.7, 0.15], interval: 0.1}]")
    last, summary = gauge(folder, "cpu")[1][-1], json.loads((folder / "cpu/summary.json").read_text())
    expect(all(abs(v - due) < 0.01 for v, due in zip(last[1:], (0.5, 0, 0.5, 0))), f"{last}")
    found = next(v for v in summary.values() if isinstance(v, dict) and "came_in" in v)
    expect(found["came_in"] == found["went_out"] == 90, f"{found}")


def test_channel_without_diffusion(folder):
    """Without density diffusion, as the peer has it by default, pressures are noisy, and the inlet does not make more of it."""
    taken(folder, mdbc_channel(2, 0))
    one_hash(folder, "--end", 1)
    fastest = json.loads((folder / "cpu/summary.json").read_text())["results"]["fastest"]
    expect(fastest < 1, f"{fastest} m/s")


def test_inlet_that_absorbs(folder):
    """<awas> of an inlet: a wave of 58 mm that comes to a face without flow is thrown back; with it by some mm."""
    (folder / "v.csv").write_text("fmtversion;grid_dpx;grid_dpz;grid_nx;grid_nz;vars\n1;0.1;1;1;2;velx\n\ntime;a;b\n0;0;0\n20;0;0\n")
    (folder / "z.csv").write_text("time;zsurf\n0;0.525\n20;0.525\n")
    commands = FULL + box("fluid", 1, (0, -1, 0.05), (0, 2, 0.9)) + box("bound", 0, (-0.5, -1, 0), (5, 2, 1.2), "bottom | right") + \
        box("fluid", 0, (0.05, -1, 0.05), (4.4, 2, 0.45)) + box("fluid", 0, (3, -1, 0.5), (1.45, 2, 0.1))
    zone = '<inoutzone><zone2d><particles mkfluid="1" direction="right" /></zone2d><imposevelocity mode="3"><gridveldata file="v.csv" />{}</imposevelocity>' \
        '<imposerhop mode="2" /><imposezsurf mode="2" /></inoutzone>'
    awas = '<awas><inletmode value="{}" /><startawas value="0" /><depth value="0.5" /><zsurffile file="z.csv" /><gaugex valuedp="5" /><savedata value="1" /></awas>'

    def height(more):
        taken(folder, document(commands, special="<special><inout>" + zone.format(more) + "</inout></special>", parameters='<parameter key="DensityDT" value="2" />')
              .replace('<pointmin x="-0.2"', '<pointmin x="-0.6"').replace('<pointmax x="2"', '<pointmax x="5"'))
        one_hash(folder, "--end", 2.8, "--set", "gauges=[{name: L, type: level, at: [1.5], interval: 0.05}]")
        return max(row[1] for row in gauge(folder, "cpu")[1] if row[0] > 2.35)
    thrown, taken_up = height(""), height(awas.format("true"))
    expect("absorb: {model: level, depth: 0.5, level: 0, file: inlet1_absorb.txt, before: 0.25, from: 0}" in keys(folder), keys(folder))
    expect(thrown > 0.56 and taken_up < 0.535, f"{thrown}, {taken_up} m")
    said = taken(folder, (folder / "a.xml").read_text().replace('inletmode value="true"', 'inletmode value="false"'), status=2).stdout
    expect("refused: <inletmode>" in said, said)


def test_inlet_notes(folder):
    """What an inlet lacks or amphi does otherwise is said by its tag."""
    (folder / "z.csv").write_text("time;zsurf\n0;0.3\n20;0.3\n")
    mode, file, gaugex = '<inletmode value="true" />', '<zsurffile file="z.csv" />', '<gaugex valuedp="5" />'
    zone = '<special><inout><inoutzone><zone2d><line><point x="-0.05" z="0" /><point2 x="-0.05" z="0.3" /><direction x="1" z="0" /></line></zone2d>' \
        '<imposevelocity mode="0"><velocity v="0.5" />{}</imposevelocity><imposerhop mode="2" /><imposezsurf mode="2">{}</imposezsurf></inoutzone></inout></special>'

    def said(awas, remove="", status=0):
        awas = awas and f'<awas><depth value="0.3" />{awas}</awas>'
        result = taken(folder, document(FULL + box("fluid", 0, (0, -1, 0), (0.5, 2, 0.3)), special=zone.format(awas, remove)), status=status)
        return result.stdout + result.stderr
    words = "<remove>: fluid of the zone above its level stays until it leaves"
    expect(words in said("", '<remove value="true" />') and words not in said("", '<remove value="false" />'), words)
    expect("is not before" not in said(mode + file + gaugex), "a gauge before the face")
    for awas, words in ((mode + file + '<gaugex value="-0.1" />', "<gaugex>: is not before the face"), (mode + file + '<gaugex valueh="0" />', "<gaugex>: is not before the face"),
                        (file + gaugex, "<awas>: <inletmode> is missing"), (mode + gaugex, "<awas>: <zsurffile> is missing")):
        expect(words in said(awas, status=2), words)


def test_belt(folder):
    """<bodymoving>: a box on a plate that moves is carried along by friction, and comes to its speed."""
    (folder / "m.xml").write_text('<materials><property name="rubber"><Young_Modulus value="1e7" /><PoissonRatio value="0.3" /><Restitution_Coefficient value="0.1" />'
                                  '<Kfric value="0.8" /></property></materials>')
    commands = FULL + '<setmkfluid mk="0" /><drawpoint x="1.9" y="0" z="1.9" />' + box("bound", 0, (0, -1, 0), (1.8, 2, 0.1)) + box("bound", 1, (0.5, -1, 0.15), (0.3, 2, 0.15))
    parts = '<motion><objreal ref="0"><begin mov="1" start="0" /><mvrect id="1" duration="9"><vel x="0.5" y="0" z="0" /></mvrect></objreal></motion>' \
        '<floatings><floating mkbound="1" rhopbody="2000" property="rubber" /></floatings>' \
        '<properties><propertyfile file="m.xml" path="materials" /><links><link mkbound="0-1" property="rubber" /></links></properties>'
    chrono = '<special><chrono><collision activate="true" /><bodymoving id="belt" mkbound="0" massbody="10" modelfile="AutoActual" />' \
        '<bodyfloating id="box" mkbound="1" modelfile="AutoActual" /></chrono></special>'
    taken(folder, document(commands, casedef=parts, special=chrono, parameters='<parameter key="RigidAlgorithm" value="3" />'))
    one_hash(folder, "--end", 0.4, "--set", "gauges=[{name: B, type: body, on: bound1, interval: 0.1}]")
    head, out = gauge(folder, "cpu")
    last = dict(zip(head, out[-1]))
    expect(abs(last["B.vx [m/s]"] - 0.5) < 0.05 and abs(last["B.y [m]"] - out[0][2]) < 0.02, f"{last}")


main([test_jet, test_viscosity_along_time, test_body_turned_by_accelerations, test_initial_fields, test_wave_runs, test_rock, test_cup, test_mdbc_channel,
      test_channel_without_diffusion, test_inlet_that_absorbs, test_inlet_notes, test_belt])
