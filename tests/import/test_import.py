#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi import: small cases in the format of DualSPHysics' pre-processor become cases that run, with the particles that were
counted by hand and the keys that they mean; broken ones are refused in their own words, to the letter."""
import gzip
import re
import shutil
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from documents import TANK, counts, document, keys, take  # noqa: E402
from harness import amphi, expect, expect_run, listing, main  # noqa: E402


def test_tank(folder):
    """Later drawing takes nodes from earlier: of 11 x 9 nodes of fluid the walls take the left column and the lowest row."""
    said = take(folder, document()).stdout
    expect(counts(folder) == {"fluid0": 80, "bound0": 41}, f"{counts(folder)}")
    expect("80 particles of fluid and 41 of walls, 2-D, dp = 0.05 m" in said, said)
    expect("neighbours" in said and "time step" in said, f"{said}: no check")
    rows = (folder / "case/fluid0.csv").read_text().split()
    expect(rows[0] == "x,y,density" and len(rows) == 81, f"{rows[:3]}")
    # At the bottom there are 0.35 + 0.025 m of water above; c0 is 20 sqrt(g 0.35).
    stiffness = 1000 * 400 * 9.81 * 0.35 / 7
    lowest = max(float(r.split(",")[2]) for r in rows[1:])
    expect(abs(lowest - 1000 * (1 + 9810 * 0.375 / stiffness) ** (1 / 7)) < 1e-3, f"{lowest}")
    expect_run(amphi("check", "case", cwd=folder), 0)
    for backend in ("cpu", "reference"):
        expect_run(amphi("run", "case", "-o", f"out-{backend}", "--steps", 20, "--quiet", "-b", backend, "--set",
                         "summation=fixed", cwd=folder), 0)
    expect_run(amphi("compare", "out-cpu", "out-reference", cwd=folder), 0)


def test_sound(folder):
    """The speed of sound: of the system's speed where that alone is given; where nothing falls, of the fastest mover."""
    take(folder, document(constants='<speedsystem value="1.5" auto="false" /><speedsound value="0" auto="false" />'))
    expect("speed_of_sound: 30\n" in keys(folder), keys(folder))
    moved = """<motion><objreal ref="0"><begin mov="1" start="0" /><mvrect id="1" duration="1"><vel x="0.3" y="0" z="0.4" /></mvrect>
      </objreal></motion>"""
    shutil.rmtree(folder / "case")
    said = take(folder, document(casedef=moved).replace('z="-9.81"', 'z="0"')).stdout
    expect("speed_of_sound: 10\n" in keys(folder), keys(folder))
    shutil.rmtree(folder / "case")
    take(folder, document(constants='<b value="112000" auto="false" />').replace('z="-9.81"', 'z="0"'))
    expect("speed_of_sound: 28\n" in keys(folder), keys(folder))
    expect("it is made 10 m/s, 20 times the largest speed of the document" in said, said)


def test_limits(folder):
    """Densities at which fluid leaves; those for water, which the peer has by default, are none for what is denser."""
    take(folder, document())
    expect("limits: {density: [0.7, 1.3], leave: true, lost: 1}" in keys(folder), "no limits")
    clear(folder)
    dense = document().replace('<rhop0 value="1000"', '<rhop0 value="1400"')
    take(folder, dense)
    expect("limits: {leave: true, lost: 1}" in keys(folder), "limits that do not enclose the fluid's density")


def test_spacing(folder):
    """--dp draws anew."""
    take(folder, document(), "--dp", "0.1")
    expect(counts(folder) == {"fluid0": 20, "bound0": 21}, f"{counts(folder)}")


def count(folder, commands, expected, **parts):
    (folder / "case").exists() and [p.unlink() for p in (folder / "case").iterdir()] and (folder / "case").rmdir()
    take(folder, document(commands, **parts))
    expect(counts(folder) == expected, f"{counts(folder)}, not {expected}: {commands}")


def box(fill, low, size, mk=0, kind="bound"):
    point = " ".join(f'{a}="{v}"' for a, v in zip("xyz", low))
    extent = " ".join(f'{a}="{v}"' for a, v in zip("xyz", size))
    return f'<setmk{kind} mk="{mk}" /><drawbox><boxfill>{fill}</boxfill><point {point} /><size {extent} /></drawbox>\n'


FULL = '<setdrawmode mode="full" />'


def test_drawing(folder):
    """Nodes counted by hand, in 3-D with dp = 0.1 unless it says otherwise."""
    three = {"dp": "0.1", "width": "2"}
    water = box("solid", (0, 0, 0), (0.2, 0.2, 0.2), 0, "fluid")
    count(folder, FULL + water, {"fluid0": 27}, **three)
    count(folder, '<setdrawmode mode="solid" />' + water, {"fluid0": 1}, **three)  # what lies within its faces
    count(folder, FULL + water + box("all ^ top", (1, 1, 1), (0.3, 0.3, 0.3)), {"fluid0": 27, "bound0": 64 - 8 - 4}, **three)
    count(folder, FULL + water + box("all", (1, 1, 1), (0.34, 0.36, 0.3)), {"fluid0": 27, "bound0": 4 * 5 * 4 - 2 * 3 * 2}, **three)
    row = f'<list name="row">{box("solid", (1, 1, 0), (0.1, 0, 0))}<move x="0" y="0" z="0.2" /></list>'
    count(folder, FULL + water + '<runlist name="row" times="#1+2" />', {"fluid0": 27, "bound0": 6}, lists=row, **three)
    names = '<newvarcte n="3" use="true" /><newvar w="eval(use @@ n&gt;2, 0.1*n, 0)" />'
    count(folder, FULL + names + water + box("solid", (1, 1, 1), ("#w", 0, "#Dp")), {"fluid0": 27, "bound0": 8}, **three)
    count(folder, FULL + water + '<setmkvoid />' + box("solid", (0, 0, 0), (0.2, 0.2, 0)).split("/>", 1)[1], {"fluid0": 18}, **three)
    turned = '<rotateline ang="90"><point x="1" y="1" z="0" /><point x="1" y="1" z="1" /></rotateline>'
    count(folder, FULL + water + turned + box("solid", (1, 1, 1), (0.3, 0, 0)) + "<matrixreset />" +
          box("solid", (1, 0.4, 1), (0, 0.4, 0), 1), {"fluid0": 27, "bound0": 2, "bound1": 5}, **three)
    ring = box("all", (0.5, 0.5, 0.5), (0.4, 0.4, 0.4))
    fill = ('<setmkfluid mk="0" /><fillbox x="0.7" y="0.7" z="0.7"><modefill>void</modefill><point x="0" y="0" z="0" />'
            '<size x="2" y="2" z="0.8" /></fillbox>')
    count(folder, FULL + ring + fill, {"fluid0": 3 * 3 * 2, "bound0": 125 - 27}, **three)  # not on the box's upper side
    ball = '<setmkbound mk="3" /><drawsphere radius="0.25"><point x="1" y="1" z="1" /></drawsphere>'
    count(folder, '<setdrawmode mode="solid" />' + ball + FULL + water, {"fluid0": 27, "bound3": 81}, **three)
    near = '<setmkbound mk="1" /><redrawnear targettp="void" bordertp="fluid"><dirfilter>bottom</dirfilter></redrawnear>'
    count(folder, FULL + box("solid", (1, 1, 1), (0.2, 0, 0), 0, "fluid") + near, {"fluid0": 3, "bound1": 3}, **three)


PRISM = "".join(f'<point x="{x}" y="{y}" z="{z}" />' for y in (-1, 1) for x, z in ((1.5, 0.5), (1, 0), (0, 0), (0, 0.5)))


def test_faces(folder):
    """A profile drawn through the plane: its sides by their numbers."""
    water = box("solid", (0.2, 0, 0.2), (0.1, 0, 0.1), 0, "fluid")
    prism = f'<setmkbound mk="0" /><drawprism mask="1 | 2 | 5 | 6">{PRISM}</drawprism>'
    count(folder, FULL + prism + water, {"fluid0": 4, "bound0": 11 + 5}, dp="0.1")  # floor and a slope of 45 degrees
    count(folder, FULL + prism.replace("1 | 2 | 5 | 6", "51") + water, {"fluid0": 4, "bound0": 11 + 5}, dp="0.1")  # as older documents say it
    sheet = ('<setmkbound mk="0" /><drawextrude closed="false"><point x="0" y="-1" z="0" /><point x="1" y="-1" z="0" />'
             '<extrude x="0" y="2" z="0" /><layers vdp="0,-1" /></drawextrude>')
    count(folder, FULL + sheet + water, {"fluid0": 4, "bound0": 22}, dp="0.1")


def test_keys(folder):
    """Motion, bodies, gauges, parameters as amphi's keys."""
    text = document(
        TANK + box("solid", (0.7, -1, 0.2), (0.1, 2, 0.1), 1) + box("solid", (0.2, -1, 0.2), (0.1, 2, 0.1), 2),
        casedef="""
    <initials><velocity mkfluid="0" x="0.5" y="0" z="-0.25" /></initials>
    <motion><objreal ref="1"><begin mov="1" start="0.1" /><mvrect id="1" duration="0.2" next="2"><vel x="1" y="0" z="0" /></mvrect>
      <mvrot id="2" duration="0.3" anglesunits="degrees"><vel ang="90" /><axisp1 x="0.7" y="0" z="0.2" /><axisp2 x="0.7" y="1" z="0.2" /></mvrot>
    </objreal></motion>
    <floatings><floating mkbound="2" relativeweight="0.5"><translationDOF x="0" y="1" z="1" /></floating></floatings>""",
        special="""<special><gauges><velocity name="-V 1"><computedt value="0.01" /><point x="0.3" y="0" z="0.1" /></velocity>
      <force name="F"><target mkbound="0" /></force></gauges></special>""",
        parameters='<parameter key="Kernel" value="1" /><parameter key="StepAlgorithm" value="2" />'
                   '<parameter key="DensityDT" value="1" /><parameter key="Visco" value="0.05" />')
    take(folder, text)
    said = keys(folder)
    for key in ("kernel: cubic", "tensile_correction: monaghan", "scheme: symplectic", "density_diffusion: {model: molteni, delta: 0.1}",
                "viscosity: {model: artificial, alpha: 0.05}", "{type: straight, from: 0.1, to: 0.3, velocity: [1, 0]}",
                "{type: rotation, from: 0.3, to: 0.6, through: [0.7, 0.2], angular_velocity: 90}", "density: 500", "locked: [x]",
                "{name: _V_1, type: velocity, at: [0.3, 0.1], interval: 0.01}", "{name: F, type: force, on: bound0, interval: 0.1}"):
        expect(key in said, f"no '{key}' in\n{said}")
    row = (folder / "case/fluid0.csv").read_text().split()[1]
    expect(row.split(",")[2:4] == ["0.5", "-0.25"], row)
    expect_run(amphi("run", "case", "-o", "out", "--steps", 5, "--quiet", cwd=folder), 0)

CHANNEL = """<setdrawmode mode="full" />
<setmkfluid mk="0" />
<drawbox><boxfill>solid</boxfill><point x="0" y="-1" z="0.05" /><size x="1" y="2" z="0.4" /></drawbox>
<setmkfluid mk="1" />
<drawbox><boxfill>left</boxfill><point x="0" y="-1" z="0.05" /><size x="1" y="2" z="0.4" /></drawbox>
<setmkfluid mk="2" />
<drawbox><boxfill>right</boxfill><point x="0" y="-1" z="0.05" /><size x="1" y="2" z="0.4" /></drawbox>
<setmkbound mk="0" />
<drawbox><boxfill>solid</boxfill><point x="-0.4" y="-1" z="-0.2" /><size x="1.8" y="2" z="0.2" /></drawbox>
"""


def open_channel(zone2):
    inlet = """<inoutzone><refilling value="1" /><inputtreatment value="2" /><layers value="4" />
      <zone2d><particles mkfluid="1" direction="right" /></zone2d>
      <imposevelocity mode="0"><velocity3 v="0" v2="0.75" v3="1" z="0" z2="0.25" z3="0.5" /></imposevelocity>
      <imposerhop mode="2" /><imposezsurf mode="0"><zsurf value="0.45" /></imposezsurf></inoutzone>"""
    return document(CHANNEL, special=f"<special><inout>{inlet}{zone2}</inout></special>").replace('"-0.2" y', '"-0.6" y')


def test_inlets(folder):
    """Flat fluids and lines become faces half a spacing before them; the fluid is amphi's own then."""
    outlet = """<inoutzone><zone2d><particles mkfluid="2" direction="left" /></zone2d><imposevelocity mode="2" />
      <imposerhop mode="1" /><imposezsurf mode="2" /></inoutzone>"""
    take(folder, open_channel(outlet))
    said = keys(folder)
    expect(counts(folder)["fluid0"] == 19 * 9 and "fluid1" not in counts(folder), f"{counts(folder)}")
    for key in ("low: [0.025, 0.025]\n    high: [0.025, 0.475]\n    normal: [1, 0]", "low: [0.975, 0.025]", "normal: [-1, 0]",
                'velocity: {model: formula, formula: "0 + (y - (0))*(3 + (y - (0.25))*(-4))"}', "velocity: {model: free}",
                "surface: {model: given, level: 0.45}", "surface: {model: free}", "pressure: {model: zero-gradient}"):
        expect(key in said, f"no '{key}' in\n{said}")
    clear(folder)
    custom = outlet.replace('direction="left" />', 'direction="custom"><direction x="-2" z="0" /></particles>')
    take(folder, open_channel(custom).replace("<inout>", '<inout reuseids="false" resizetime="0.5">'))
    expect(keys(folder) == said, keys(folder))
    clear(folder)
    take(folder, open_channel(custom).replace("<inout>", '<inout><determlimit value="1e-3" />'))
    expect(keys(folder) == said.replace("zero-gradient", "extrapolated"), keys(folder))
    hashes = {re.search(r"hash\s+(\w+)", expect_run(amphi("bench", "case", "--steps", 30, "--set", "summation=fixed", *on, cwd=folder), 0).stdout)[1]
              for on in (("-b", "reference"), ("-b", "cpu"), ("-b", "offload", "--device", "host"))}
    expect(len(hashes) == 1, f"{hashes}")


def clear(folder):
    for p in (folder / "case").iterdir():
        p.unlink()
    (folder / "case").rmdir()


def test_shapes(folder):
    """Lines that are turned, speeds along time; in 3-D turned rectangles and circles."""
    line = """<inoutzone><zone2d><line><point x="1" z="0.1" /><point2 x="1" z="0.3" /><direction x="-1" z="0" />
      <rotate angle="-90" anglesunits="degrees" centerx="1" centerz="0.2" /></line></zone2d>
      <imposevelocity mode="1"><velocitytimes><timevalue time="0" v="-1" /><timevalue time="2" v="-2" /></velocitytimes></imposevelocity></inoutzone>"""
    checked = take(folder, open_channel(line), status=2).stderr  # written, and what `check` finds is the end
    expect("open_boundaries.inlet2.shape: all of it is in walls" in checked, checked)
    said = keys(folder)
    for key in ("low: [0.875, 0.225]\n    high: [1.125, 0.225]\n    normal: [0, 1]", "speed: 1, factor: inlet2_velocity.txt", "pressure: {model: given, value: 0}"):
        expect(key in said, f"no '{key}' in\n{said}")
    expect((folder / "case/inlet2_velocity.txt").read_text() == "0 -1\n2 -2\n", "the speeds")
    clear(folder)
    solid = """<inoutzone><zone3d><box><point x="0.5" y="1" z="0.5" /><size x="0.4" y="0" z="0.4" /><direction x="0" y="-1" z="0" />
      <rotateaxis angle="45" anglesunits="degrees"><point1 x="0.7" y="0" z="0.7" /><point2 x="0.7" y="1" z="0.7" /></rotateaxis></box></zone3d>
      <imposevelocity><velocity v="2" /></imposevelocity></inoutzone>
      <inoutzone><zone3d><circle><point x="1.5" y="1" z="1" /><radius v="0.3" /><direction x="0" y="-1" z="0" />
      <rotateaxis angle="30" anglesunits="degrees"><point1 x="1.5" y="1" z="1" /><point2 x="2" y="1" z="1" /></rotateaxis></circle></zone3d>
      <imposevelocity><velocity v="1" /></imposevelocity></inoutzone>"""
    take(folder, document(FULL + box("solid", (0, 0, 0), (2, 2, 0)), dp="0.1", width="2", special=f"<special><inout>{solid}</inout></special>"))
    said = keys(folder)
    for key in ("shape: polygon\n    point: [0.7, 0.95, 0.7]", "[[-0.25, -0.25], [0.25, -0.25], [0.25, 0.25], [-0.25, 0.25]]",
                "shape: circle\n    point: [1.5, 0.9566987298, 1.025]\n    radius: 0.3", "normal: [0, -0.8660254038, 0.5]"):
        expect(key in said, f"no '{key}' in\n{said}")
    expect_run(amphi("run", "case", "-o", "out", "--steps", 5, "--quiet", cwd=folder), 0)


def test_damping(folder):
    """Planes, boxes, and accelerations, which are those of the axes turned round."""
    take(folder, document(special="""<special><damping>
      <dampingzone><limitmin x="0.5" y="0" z="0" /><limitmax x="1" y="0" z="0" /><overlimit value="0.25" /><redumax value="8" /></dampingzone>
      <dampingzone active="#1-1"><limitmin x="0.5" y="0" z="0" /></dampingzone>
      <dampingbox><directions value="right,top" /><limitmin><pointini x="0" y="0" z="0" /><pointend x="0.5" y="0" z="0.3" /></limitmin>
        <limitmax><pointini x="0" y="0" z="0" /><pointend x="1" y="0" z="0.5" /></limitmax><factorxyz x="1" y="1" z="0" /></dampingbox></damping>
      <accinputs><accinput mkfluid="0"><acccentre x="0.45" y="0" z="0.1" /><globalgravity value="0" /><acctimes>
        <timevalue time="0" linx="1" linz="-9.81" /><timevalue time="2" linz="-9.81" angy="2" /></acctimes></accinput></accinputs></special>"""))
    said = keys(folder)
    for key in ("{name: damping1, from: [0.5, 0], to: [1, 0], beyond: 0.25, strength: 8}",
                "{name: damping2, from: [0.5, 0], to: [1, 0], strength: 10, low: [0, 0], high: [1, 0.5], axes: [x]}",
                "{name: damping3, from: [0, 0.3], to: [0, 0.5], strength: 10, low: [0, 0], high: [1, 0.5], axes: [x]}",
                "frame: {file: frame.txt, about: [0.45, 0.1]}"):
        expect(key in said, f"no '{key}' in\n{said}")
    rows = [[float(v) for v in line.split()] for line in (folder / "case/frame.txt").read_text().splitlines()]
    expect(rows[0] == [0, -1, 0, 0] and rows[1][:3] == [2, 0, 0] and abs(rows[1][3] - 360 / 3.14159265) < 1e-3, f"{rows}")
    expect_run(amphi("run", "case", "-o", "out", "--steps", 5, "--quiet", cwd=folder), 0)
    clear(folder)
    box = '<special><damping><dampingbox><directions value="{}" /><limitmin><pointini x="0.4" y="0" z="0.1" /><pointend x="0.6" y="0" z="0.2" /></limitmin>' \
        '<limitmax><pointini x="0.1" y="0" z="0" /><pointend x="0.9" y="0" z="0.4" /></limitmax><overlimit value="0.05" /></dampingbox></damping></special>'
    take(folder, document(special=box.format("+All, -RIGHT")))
    for key in ("from: [0.4, 0], to: [0.1, 0], strength: 10, low: [0.05, -0.05], high: [0.6, 0.45]}",  # a side that is off ends the others
                "from: [0, 0.2], to: [0, 0.4], strength: 10, low: [0.05, -0.05], high: [0.6, 0.45]}"):
        expect(key in keys(folder), f"no '{key}' in\n{keys(folder)}")
    clear(folder)
    said = take(folder, document(special=box.format("sideways")), status=2).stderr
    expect("<directions>: expected some of left, right" in said, said)


def test_relaxation(folder):
    """Zones that make waves: strongest at their centre, on the bed, half their width to each side."""
    waves = """<waveheight value="0.02" /><waveperiod value="0.8" /><depth value="0.4" /><swl value="0.4" /><width value="0.2" />"""
    zones = f"""<special><relaxationzones>
      <rzwaves_regular><waveorder value="2" />{waves}<center x="0.2" y="0" z="0" /><ramp value="2" /><coefdt value="1000" />
        <function psi="0.9" beta="1" /></rzwaves_regular>
      <rzwaves_spectrum><waves value="20" /><randomseed value="2" />{waves}<center x="0.3" y="0" z="0" /><coefdir x="-1" y="0" z="0" /></rzwaves_spectrum>
      <_rzwaves_external_1d><filesvel value="a" /></_rzwaves_external_1d></relaxationzones></special>"""
    said = take(folder, document(special=zones)).stdout
    text = keys(folder)
    for key in ("from: [0.2, 0]\n    to: [0.3, 0]\n    ramp: 1.6\n    waves: {type: regular, depth: 0.4, height: 0.02, period: 0.8, order: 2",
                "from: [0.3, 0]\n    to: [0.2, 0]\n    waves: {type: irregular, depth: 0.4, height: 0.02, period: 0.8, components: 20, seed: 2"):
        expect(key in text, f"no '{key}' in\n{text}")
    expect("left out: <coefdt>" in said and "left out: <function>" in said, said)
    expect_run(amphi("run", "case", "-o", "out", "--steps", 5, "--quiet", cwd=folder), 0)
    shutil.rmtree(folder / "case")
    said = take(folder, document(special=zones.replace("_rzwaves_ext", "rzwaves_ext")), status=2)
    expect("<rzwaves_external_1d>: <filesvel> or <filesvelx> is missing" in said.stderr, said)


def test_packed(folder):
    """Numbers packed by gzip are those of the file unpacked; half of one is no file."""
    turned = """<motion><objreal ref="0"><begin mov="1" start="0" /><mvrotfile id="1" duration="1" anglesunits="degrees">
      <file name="turn.dat" /><axisp1 x="0" y="-1" z="0" /><axisp2 x="0" y="1" z="0" /></mvrotfile></objreal></motion>"""
    rows = "".join(f"{i / 100:.2f} {i * i % 97 / 50:.4f}\n" for i in range(101)).encode()
    text, found = document(casedef=turned), []
    for name, data in (("turn.dat", rows), ("turn.dat.gz", gzip.compress(rows))):
        (folder / name).write_bytes(data)
        take(folder, text)
        found.append({p.name: p.read_bytes() for p in (folder / "case").iterdir()})
        (folder / name).unlink()
        shutil.rmtree(folder / "case")
    expect(found[0] == found[1] and any(len(data.split()) == 202 for data in found[0].values()), f"{sorted(found[0])}")
    for data in (gzip.compress(rows)[:-9], gzip.compress(bytes(1 << 20) * 257)):
        (folder / "turn.dat.gz").write_bytes(data)
        said = take(folder, text, status=2)
        expect("turn.dat.gz is not whole, or unpacks to more than 268435456 bytes" in said.stderr, said.stderr)


def test_phases(folder):
    """Fluids linked to several materials: the densest is the case's, the others are phases."""
    text = document(TANK.replace("<setmkbound", box("solid", (0.5, -1, 0), (0.45, 2, 0.4), 1, "fluid") + "<setmkbound", 1), casedef="""
    <properties><links><link mkfluid="0" property="air" /><link mkfluid="1" property="water" /></links>
      <property name="air"><rhop0 value="1.2" /><gamma value="1.4" /><cs0 value="300" /><visco value="0.02" /><surfcoef value="0.07" /></property>
      <property name="water"><rhop0 value="1000" /><gamma value="7" /><cs0 value="30" /><visco value="0.02" /></property></properties>""")
    take(folder, text)
    said = keys(folder)
    for key in ("speed_of_sound: 30\n", "- {name: air, density: 1.2, gamma: 1, speed_of_sound: 300, nu: 0.053", "formulation: volume",
                "interface: {model: stress, tension: 0.07}", "phase: air", "boundary: {model: dummy, slip: free}", "nu: 0.0053"):
        expect(key in said, f"no '{key}' in\n{said}")
    expect_run(amphi("run", "case", "-o", "out", "--steps", 5, "--quiet", cwd=folder), 0)


def test_ground(folder):
    """Heights of a slope with a step, 0.05 apart, on a grid: the ground goes on to 0.5 beyond x = 1 and lets no water through."""
    (folder / "h.xyz").write_text("".join(f"{x / 20} {y / 20} {0.2 if x > 10 else 0.1}\n" for x in range(21) for y in range(21)))
    ground = """<setmkbound mk="0" /><drawbathymetry><zpoints file="h.xyz"><move x="0" y="0" z="-0.1" /></zpoints><grid dp="0.1">
      <initdomain><point x="0" y="0" /><size x="1" y="1" /></initdomain>
      <expands><xmin size="0.1" z="0.5" /><xmax size="0.2" z="0.5" size2="0.2" /></expands></grid></drawbathymetry>
      <setmkfluid mk="0" /><fillbox x="0.3" y="0.5" z="0.3"><modefill>void</modefill><point x="-0.2" y="-0.2" z="-0.2" />
      <size x="2" y="2" z="0.6" /></fillbox>"""
    take(folder, document(FULL + ground, dp="0.05", width="0").replace('y="0" z="-0.2"', 'y="0.5" z="-0.2"').replace('y="0" z="2"', 'y="0.5" z="2"'))
    rows = {name: [tuple(round(float(v), 6) for v in r.split(",")[:2]) for r in (folder / f"case/{name}.csv").read_text().split()[1:]]
            for name in ("bound0", "fluid0")}
    top = {}
    for x, z in rows["bound0"]:
        top[x] = max(top.get(x, -1), z)
    expect(top[0.2] == 0.0 and top[0.9] == 0.1 and top[1.2] == 0.5 and top[1.4] == 0.5 and max(top) == 1.4, f"{top}")
    expect(all(z > top[x] for x, z in rows["fluid0"]) and len(rows["fluid0"]) > 100, "water below the ground")


def test_track(folder):
    """A body whose point is on a line slides down it, and turns about no other axis than the one it may."""
    links = """<special><chrono><bodyfloating id="b" mkbound="2" /><link_pointline idbody1="b"><slidingvector x="1" y="0" z="-0.5" />
      <rotpoint x="0.5" y="1" z="1" />{turn}</link_pointline></chrono></special>"""
    for turn, joints in (("", ["track"]), ('<rotvector x="0" y="1" z="0" />', ["track", "swivel"])):
        take(folder, document(FULL + box("solid", (0, 0, 0), (2, 2, 0)) + box("solid", (0.4, 0.9, 0.7), (0.2, 0.2, 0.2), 2), dp="0.1", width="2",
                              casedef='<floatings><floating mkbound="2" rhopbody="700" /></floatings>', special=links.format(turn=turn)))
        expect(re.findall(r"type: (\w+), of: bound2", keys(folder)) == joints, keys(folder))
        expect_run(amphi("run", "case", "-o", "out", "--end", 0.2, "--quiet", "--set", "gauges=[{name: B, type: body, on: bound2, interval: 0.02}]",
                         cwd=folder), 0)
        table = (folder / "out/gauges.csv").read_text().splitlines()
        head, last = table[0].split(","), [float(v) for v in table[-1].split(",")]
        at = {name: value for name, value in zip((h.split(" ")[0] for h in head), last)}
        w, x, y, z = (at[f"B.q{a}"] for a in "wxyz")  # the point is 0.2 above the centre
        point = [at["B.x"] + 0.4 * (w * y + x * z), at["B.y"] + 0.4 * (y * z - w * x), at["B.z"] + 0.2 * (1 - 2 * (x * x + y * y))]
        expect(point[0] > 0.55 and abs(point[1] - 1) < 1e-4 and abs(point[2] - 1 + 0.5 * (point[0] - 0.5)) < 2e-4, f"{point}")
        expect(not turn or abs(x) + abs(z) < 1e-9, f"{at}")
        for p in (folder / "out").iterdir():
            p.unlink()
        (folder / "out").rmdir()
        clear(folder)


def test_torsion(folder):
    """Stiffness and damping of a joint are torques against its turns: of a ball any, of a point on a line with one axis those about it; a slider has none."""
    body = FULL + box("solid", (0, 0, 0), (2, 2, 0)) + box("solid", (0.4, 0.9, 0.7), (0.2, 0.2, 0.2), 2)
    values = '<rotpoint x="0.5" y="1" z="0.8" /><stiffness value="40" /><damping value="3" />'
    line = '<link_pointline idbody1="b"><slidingvector x="1" y="0" z="0" />{}' + values + "</link_pointline>"
    one, two = '<rotvector x="0" y="1" z="0" />', '<rotvector x="0" y="1" z="0" /><rotvector2 x="0" y="0" z="1" />'
    for link, joints in (('<link_spheric idbody1="b">' + values + "</link_spheric>", ["ball, of: bound2, at: [0.5, 1, 0.8], damping: 3, stiffness: 40"]),
                         (line.format(one), ["track, of: bound2, at: [0.5, 1, 0.8], axis: [1, 0, 0]", "swivel, of: bound2, at: [0.5, 1, 0.8], axis: [0, 1, 0], damping: 3, stiffness: 40"]),
                         (line.format(two), ["slider, of: bound2, at: [0.5, 1, 0.8], axis: [1, 0, 0]"])):
        take(folder, document(body, dp="0.1", width="2", casedef='<floatings><floating mkbound="2" rhopbody="700" /></floatings>',
                              special='<special><chrono><bodyfloating id="b" mkbound="2" />' + link + "</chrono></special>"))
        expect(re.findall(r"type: (.*)}", keys(folder).split("joints:")[1]) == joints, keys(folder))
        clear(folder)
    said = take(folder, document(body, dp="0.1", width="2", casedef='<floatings><floating mkbound="2" rhopbody="700" /></floatings>',
                                 special='<special><chrono><bodyfloating id="b" mkbound="2" />' + line.format("") + "</chrono></special>"), status=2).stdout
    expect("refused: <link_pointline>: torques against turns about a point that slides" in said, said)


def test_export(folder):
    """Particles with the fields of PartVTK and gauges in columns of the peer's, height as z; one snapshot as VTK, big-endian."""
    take(folder, document(TANK, special="""<special><gauges><velocity name="V"><computedt value="0.01" /><point x="0.3" y="0" z="0.1" /></velocity>
      <force name="F"><computedt value="0.01" /><target mkbound="0" /></force>
      <swl name="S"><computedt value="0.01" /><point0 x="0.3" y="0" z="0" /><point2 x="0.3" y="0" z="1" /></swl></gauges></special>"""))
    expect_run(amphi("run", "case", "-o", "out", "--end", 0.02, "--quiet", cwd=folder), 0)
    expect_run(amphi("export", "out", "--csv", "--only", "all", cwd=folder), 0)
    rows = [r.split(";") for r in (folder / "out/export/PartAll_0000.csv").read_text().splitlines()]
    expect(";".join(rows[0]) == "Pos.x [m];Pos.y [m];Pos.z [m];Idp;Vel.x [m/s];Vel.y [m/s];Vel.z [m/s];Rhop [kg/m^3];Press [Pa];Type;Mk", f"{rows[0]}")
    expect(len(rows) == 122 and len({r[3] for r in rows[1:]}) == 121, f"{len(rows)} rows")
    expect({(r[9], r[10]) for r in rows[1:]} == {("3", "1"), ("0", "11")} and all(float(r[1]) == 0 for r in rows[1:]), "kinds")
    fluid = [r for r in rows[1:] if r[9] == "3"]
    expect(abs(max(float(r[2]) for r in fluid) - 0.4) < 1e-6 and min(float(r[7]) for r in fluid) >= 999.9, "the water's place or density")
    speed = (folder / "out/export/GaugesVel_V.csv").read_text().splitlines()
    expect(speed[0] == "time [s];velx [m/s];vely [m/s];velz [m/s];posx [m];posy [m];posz [m]" and len(speed) >= 3, f"{speed}")
    expect(speed[-1].split(";")[2] == "0" and speed[-1].endswith(";0.3;0;0.1"), speed[-1])
    first = (folder / "out/export/GaugesForce_F.csv").read_text().splitlines()
    total, *parts = map(float, first[-1].split(";")[1:])
    expect(first[0].endswith("force [N/m];forcex [N/m];forcey [N/m];forcez [N/m]") and total > 0, f"{first}")
    surface = [line.split(";") for line in (folder / "out/export/GaugesSWL_S.csv").read_text().splitlines()]
    expect(surface[0][1:5] == ["swlx [m]", "swly [m]", "swlz [m]", "pos0x [m]"] and len(surface[0]) == 10, f"{surface[0]}")
    expect(abs(float(surface[1][3]) - 0.4) < 0.05 and float(surface[1][6]) < 0.4 < float(surface[1][9]), f"{surface[1]}")
    expect(abs(total - sum(p * p for p in parts) ** 0.5) < 1e-6 * total, f"{first[-1]}")
    expect_run(amphi("export", "out", "--time", 0, "-o", "vtk", cwd=folder), 0)
    data = (folder / "vtk/PartFluid_0000.vtk").read_bytes()
    start = data.index(b"POINTS 80 float\n") + 16
    points = struct.unpack(">240f", data[start:start + 960])
    expect(abs(max(points[2::3]) - 0.4) < 1e-6 and set(points[1::3]) == {0.0} and b"\nVECTORS Vel float\n" in data, "the VTK file")
    expect_run(amphi("export", "case", cwd=folder), 2)


def test_refused(folder):
    """What amphi cannot do is refused by line and tag, all of it, and nothing is written."""
    said = take(folder, document(special="<special>\n<nosuch />\n<mlayerpistons><piston2d /></mlayerpistons></special>"), status=2)
    expect(re.search(r"^a\.xml:\d+: refused: <nosuch>: not known here, within <special>$", said.stdout, re.M), said.stdout)
    expect("2 parts of it are refused" in said.stderr, said.stderr)
    expect(listing(folder) == ["a.xml"] or "case" not in listing(folder), "a folder is left")


def broken():
    """Documents and what is said of them; LINE stands for any line."""
    change = document().replace
    head = "<case>\n"
    yield b"", "a.xml: has no element; expected <case>"
    yield b"<case>\n\0</case>", "a.xml:2: has a byte 0 and is no text"
    yield "words alone", "a.xml: has no element; expected <case>"
    yield head, "a.xml:1: <case> is not closed"
    yield head + "<a></b></case>", "a.xml:2: </b> closes <a> of line 2; expected </a>"
    yield head + "</case></case>", "a.xml:2: a closing tag, and nothing is open"
    yield head + "</case><case/>", "a.xml:2: a second element beside the first; expected one that holds all"
    yield head + "<!-- ", "a.xml:2: this comment is not closed"
    yield "<?xml ", "a.xml:1: this declaration is not closed"
    yield "<!DOCTYPE case [<!ENTITY a 'b'>]><case/>", "a.xml:1: a document type or CDATA; expected elements and comments alone"
    yield head + "<a b='&#0;' /></case>", "a.xml:2: a reference to a character that there is not; expected as in &#65;"
    yield head + "<a b='1' b='2' /></case>", "a.xml:2: <a> has the attribute 'b' twice"
    yield head + "<a b=1 /></case>", 'a.xml:2: a value without quotes; expected NAME="VALUE"'
    yield head + "<a b /></case>", 'a.xml:2: an attribute without a value; expected NAME="VALUE"'
    yield head + "<a b='1\n/></case>", "a.xml:2: this quote is not closed"
    yield head + "<a ", "a.xml:2: the file ends within a tag"
    yield head + "< a/></case>", "a.xml:2: '<' begins no tag, comment or declaration"
    yield head + "<a=/></case>", "a.xml:2: a name of a tag with a letter that it may not have"
    yield "<a>" * 70, "a.xml:1: elements within elements, more than 64 deep"
    yield head + "<a " + " ".join(f"b{i}='1'" for i in range(70)) + "/></case>", "a.xml:2: an element with more than 64 attributes"
    yield "<cases/>", "a.xml:1: <cases>: expected <case>"
    yield "<case><casedef/></case>", "a.xml:1: <case>: <execution> is missing"
    yield change('dp="0.05"', 'dp="0"'), "a.xml:9: <definition>: dp=0; expected a number > 0"
    yield change('dp="0.05"', 'dp="1e-9"'), "a.xml:9: <definition>: more than 1e+09 nodes at dp = 1e-09 m; expected a smaller definition or a larger dp"
    yield change('x="2" y="0"', 'x="-2" y="0"'), "a.xml:9: <definition>: pointmax is below pointmin along x"
    yield change('<pointmax x="2"', '<pointmax'), "a.xml:9: <pointmax>: attribute 'x' is missing"
    yield change('value="7"', 'value="6.5"'), "a.xml:6: <gamma>: 6.5; amphi has whole numbers from 1 to 7"
    yield change('value="1000"', 'value="one"'), 'a.xml:6: <rhop0>: value="one" is not a finite number'
    yield change("solid<", "sold<"), "a.xml:13: <boxfill>: 'sold'; expected solid, or faces: all, left, right, front, back, bottom, top"
    yield change('mode="full"', 'mode="ful"'), 'a.xml:11: <setdrawmode>: mode="ful"; expected wire, face, solid or full'
    yield change('mkfluid mk="0"', 'mkfluid mk="0.5"'), "a.xml:12: <setmkfluid>: mk=0.5; expected a whole number from 0 to 65000"
    yield change('x="0.5" y="2"', 'x="#a+1" y="2"'), "a.xml:13: <size>: x='a+1': there is no variable a"
    yield change('x="0.5" y="2"', 'x="#(1+2" y="2"'), "a.xml:13: <size>: x='(1+2': at character 5 expected ')'"
    yield change('x="0.5" y="2"', 'x="#1/0" y="2"'), "a.xml:13: <size>: x='1/0' is inf; expected a finite number"
    yield change('x="0.5" y="2"', 'x="#' + "(" * 200 + '" y="2"'), "expected less deep an expression"
    yield change('<size x="0.5" y="2" z="0.4" />', ""), "a.xml:13: <drawbox>: neither <size> nor <endpoint>"
    yield change('<setmkbound mk="0" />', '<runlist name="no" />'), 'a.xml:14: <runlist>: there is no <list name="no">'
    yield change('<setmkbound mk="0" />', "<matrixload />"), "a.xml:14: <matrixload>: no matrix is saved"
    yield change('<setmkbound mk="0" />', '<drawfilestl file="../b.stl" />'), \
        'a.xml:14: <drawfilestl>: file="../b.stl" leaves the folder of the document; expected a file beside it'
    yield change('<setmkbound mk="0" />', '<abort if="Dp&lt;1" text="too fine" />'), "a.xml:14: <abort>: the case says that it cannot be: too fine"
    loop = '<list name="a"><runlist name="a" /></list><mainlist><runlist name="a" />'
    yield change("<mainlist>", loop), "a.xml:10: <runlist>: lists call lists, more than 32 deep"
    bomb = '<list name="a"><runlist name="b" times="1000" /></list><list name="b"><runlist name="c" times="1000" /></list>' \
           '<list name="c"><move x="0" y="0" z="0" /></list><mainlist><runlist name="a" />'
    yield change("<mainlist>", bomb), "more than 200000 commands are run"
    flat = "<inout><inoutzone><zone2d><particles mkfluid='0' direction='right' /></zone2d></inoutzone></inout>"
    for words, tags in {
            "<inoutzone>: <zone2d> is missing": "<inout><inoutzone /></inout>",
            "<zone2d>: has no shape": "<inout><inoutzone><zone2d /></inoutzone></inout>",
            "<circle>: this shape of an inlet is not known here": "<inout><inoutzone><zone2d><circle /></zone2d></inoutzone></inout>",
            "<particles>: mkfluid=0 is not flat along right": flat,
            "<particles>: mkfluid=5 has no particles": flat.replace("'0'", "'5'"),
            'direction="up"; expected left, right, front, back, top, bottom or custom': flat.replace("right", "up"),
            "<dampingzone>: <limitmin> or <limitmax> is missing": "<damping><dampingzone /></damping>",
            "<dampingzone>: <limitmin> and <limitmax> are one place":
                "<damping><dampingzone><limitmin x='1' y='0' z='0' /><limitmax x='1' y='0' z='0' /></dampingzone></damping>",
            "<accinput>: <acctimes> or <acctimesfile> is missing": "<accinputs><accinput mkfluid='0' /></accinputs>",
            "<acctimes>: has no <timevalue>": "<accinputs><accinput mkfluid='0'><acctimes /></accinput></accinputs>"}.items():
        yield document(special=f"<special>{tags}</special>"), words
    links = '<properties><links><link mkfluid="0" property="oil" /></links>PROPERTY</properties>'
    yield document(casedef=links.replace("PROPERTY", "")), "<link>: there is no property 'oil'"
    yield document(casedef=links.replace("PROPERTY", '<property name="oil"><cs0 value="0" /></property>')), \
        "<property>: expected rhop0, gamma and cs0 above 0, visco and surfcoef not below"
    yield change('"TimeMax" value="1"', '"TimeMax" value="-1"'), "TimeMax or TimeOut is below 0"


def test_broken(folder):
    number = 0
    for text, expected in broken():
        said = take(folder, text, status=2).stderr
        exact = expected if expected.startswith("a.xml") else None
        expect(said == f"amphi: {exact}\n" if exact else expected in said, f"'{said}', not '{expected}'")
        expect("case" not in listing(folder), "a folder is left")
        number += 1
    expect(number >= 55, f"{number} broken documents")


main([test_tank, test_sound, test_limits, test_spacing, test_drawing, test_faces, test_keys, test_inlets, test_shapes, test_damping, test_relaxation,
      test_packed, test_phases, test_ground, test_track, test_torsion, test_export, test_refused, test_broken])
