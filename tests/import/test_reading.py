#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi import: what documents of users have and need not be refused, and what nobody read, which is; materials that touch; and the
numbers that the peer's pre-processor printed for a document in public."""
import csv
import math
import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from documents import TANK, counts, document, keys, take  # noqa: E402
from harness import amphi, expect, expect_run, main  # noqa: E402

FULL = '<setdrawmode mode="full" />'


def box(mk, low, size, fill="solid", kind="bound"):
    point, extent = (" ".join(f'{a}="{v}"' for a, v in zip("xyz", w)) for w in (low, size))
    return f'<setmk{kind} mk="{mk}" /><drawbox><boxfill>{fill}</boxfill><point {point} /><size {extent} /></drawbox>'


def taken(folder, text, *arguments, status=0):
    shutil.rmtree(folder / "case", ignore_errors=True)
    return take(folder, text, *arguments, status=status)


def test_movements(folder):
    """A chain ends with next="0"; a file of places has three names, and in 2-D its y is not read."""
    (folder / "p.dat").write_text("0 0 7\n1 0.1 7\n")
    gate = TANK + box(1, (0.7, -1, 0.1), (0.05, 2, 0.3))
    said = []
    for name in ("mvrectfile", "mvfile", "mvpredef"):
        taken(folder, document(gate, casedef=f'<motion><objreal ref="1"><begin mov="1" start="0" /><{name} id="1" duration="0.5" next="0">'
                               f'<file name="p.dat" fields="3" fieldtime="0" fieldx="1" fieldy="2" /></{name}></objreal></motion>'))
        said.append(re.search(r"motion:\n(.*)\n", keys(folder))[1])
        places = (folder / "case" / re.search(r"file: (\S+)}", said[-1])[1]).read_text()
        expect("0.1" in places and "7" not in places, places)
    expect(len(set(said)) == 1 and "type: file, from: 0, to: 0.5" in said[0], f"{said}")


def moving(*objects, casedef=""):
    return document(TANK + box(1, (0.7, -1, 0.1), (0.05, 2, 0.3)), casedef=casedef + f"<motion>{''.join(objects)}</motion>")


def test_motions(folder):
    """Movements that the peer refuses, and what has no particles; in 2-D nothing moves along y."""
    begin, right = '<begin mov="1" start="0" />', '<mvrect id="1" duration="0.5"><vel x="1" y="0" z="0" /></mvrect>'
    gate = f'<objreal ref="1">{begin}{{}}</objreal>'
    turn = '<mvrot id="1" duration="1" anglesunits="{}"><vel ang="2" /><axisp1 x="0" y="0" z="0" /><axisp2 x="0" y="1" z="0" /></mvrot>'
    for text, words in ((moving(gate.format(right), gate.format(right)), "<objreal>: a second one of ref=1"),
                        (moving(gate.format(right * 2)), '<mvrect>: a second movement with id="1"'),
                        (moving(gate.format(right), casedef='<floatings><floating mkbound="1" rhopbody="500" /></floatings>'), "ref=1 is a <floating>, too"),
                        (moving(gate.format(turn.format("rad"))), 'anglesunits="rad"; expected degrees or radians'),
                        (moving(gate.format(turn.format("degrees").replace('<vel ang="2" />', ""))), "<vel> is missing")):
        result = taken(folder, text, status=2)
        expect(words in result.stdout + result.stderr, result.stdout + result.stderr)
    said = taken(folder, moving(gate.format(right), gate.format(right).replace('ref="1"', 'ref="7"'))).stdout
    expect("left out: <objreal>: ref=7 has no particles" in said and "velocity: [1, 0]" in keys(folder), said)
    taken(folder, moving(gate.format(turn.format("radians"))))
    expect("angular_velocity: 114.59" in keys(folder), keys(folder))
    across = right.replace('x="1" y="0"', 'x="0" y="1"').replace("/></mvrect>", '/></mvrect><mvrectsinu id="2" duration="0.5"><freq x="0" y="1" z="0" />'
                                                                 '<ampl x="0" y="1" z="0" /></mvrectsinu>').replace('"0.5"><vel', '"0.5" next="2"><vel')
    taken(folder, moving(gate.format(across)))
    expect("motion:" not in keys(folder), keys(folder))
    for second, where in (("<motion />", "casedef"), ("<commands />", "geometry"), ("<mainlist />", "commands")):
        twice = moving(gate.format(right)).replace(f"</{where}>", f"{second}</{where}>")
        said = taken(folder, twice, status=2).stdout
        expect(f"refused: <{second[1:-3]}>: not known here, within <{where}>" in said, said)
    taken(folder, moving(gate.format(right)).replace("</execution>", "<motion><objreal ref=\"1\" /></motion></execution>"))  # as the pre-processor copies it


def test_inactive(folder):
    """What is not active is as if it were not there, wherever it stands."""
    def of(list_active, own_active, where):
        speed = f'<fluidvelocity mkfluid="0" active="{own_active}"><direction x="1" y="0" z="0" /><velocity v="2" />{where}</fluidvelocity>'
        taken(folder, document(special=f'<special><initialize active="{list_active}">{speed}</initialize></special>'))
        return "vx" in (folder / "case/fluid0.csv").read_text().splitlines()[0], {line.split(",")[2] for line in (folder / "case/fluid0.csv").read_text().splitlines()[1:]}
    box_off = '<onlypos active="{}"><posmin x="0.3" y="-1" z="0" /></onlypos>'
    expect(of("true", "true", "")[0], "no speed")
    expect(not of("false", "true", "")[0] and not of("true", "0", "")[0], "speeds that are not active")
    expect(of("true", "true", box_off.format("#1==2"))[1] == {"2"} and len(of("true", "true", box_off.format("#1==1"))[1]) == 2, "a box that is not active")
    taken(folder, document(parameters='<parameter key="Visco" value="0.3" active="false" />'))
    expect("alpha: 0.01" in keys(folder), keys(folder))
    result = taken(folder, document(TANK + '<drawbox active="false"><boxfill>solid</boxfill><point x="1" y="0" z="1" /><size x="1" y="1" z="1" /></drawbox>'), status=2)
    expect("active is not of commands" in result.stderr, result.stderr)


def test_faces(folder):
    """Fluid comes in across its face; the peer refuses other directions, too."""
    line = '<line><point x="0.1" z="0.1" /><point2 x="0.1" z="0.3" /><direction x="1" z="1" /></line>'
    zone = '<special><inout><inoutzone><zone2d>{}</zone2d><imposevelocity mode="0"><velocity v="0.5" /></imposevelocity></inoutzone></inout></special>'
    result = taken(folder, document(special=zone.format(line)), status=2)
    expect("<line>: its direction is not across the face" in result.stderr, result.stderr)


def test_domain(folder):
    """How far the domain reaches, by the older parameters too."""
    def box_of(**older):
        taken(folder, document(parameters="".join(f'<parameter key="{k}" value="{v}" />' for k, v in older.items())))
        return [[float(v) for v in re.search(rf"{k}: \[(\S+), (\S+)\]", keys(folder)).groups()] for k in ("low", "high")]
    (left, below), (right, above) = box_of()
    expect(box_of(IncZ=1.5) == [[left, below], [right, round(above + 0.75, 9)]], f"{box_of(IncZ=1.5)}")  # 0.5 m are drawn
    expect(box_of(DomainFixedXmax=1.5) == [[left, below], [round(right + 0.5, 9), above]], f"{box_of(DomainFixedXmax=1.5)}")
    expect(box_of(DomainFixed="-1:-1:-1:3:3:3") == [[-1.075, -1.075], [3.075, 3.075]], f"{box_of(DomainFixed='-1:-1:-1:3:3:3')}")


def test_definitions(folder):
    """A spacing that is defined before it is used, and words with '&'."""
    defined = document(dp="#step*2").replace("<definition", '<predefinition><newvarcte step="0.05" /></predefinition><definition')
    taken(folder, defined.replace("<boxfill>solid</boxfill>", '<boxfill comment="top & bottom">solid</boxfill> water & air'))
    expect("\ndp: 0.1\n" in keys(folder) and counts(folder)["fluid0"] == 20, keys(folder))
    taken(folder, defined, "--dp", "0.05")
    expect(counts(folder)["fluid0"] == 80, f"{counts(folder)}")


def test_untidy(folder):
    """What XML forbids and the peer's pre-processor reads: the same case, and lines that are right behind it."""
    taken(folder, document())
    tidy = keys(folder)
    for untidy in ("<!-- a -- b -->\n" + document(), "words\n" + document() + "\nmore", document().replace("<case>", '<case app="a<b & c>d">'),
                   document().replace('" y="', '"y="'), document().replace("\n", "\r\n"), "\ufeff" + document(),
                   document().replace("<case>", '<case app="á">').encode("latin-1")):
        taken(folder, untidy)
        expect(keys(folder) == tidy, f"{untidy[:300]}\n{keys(folder)}")
    said = taken(folder, "<!--\n -- \n-->" + document().replace('value="1000"', 'value="one"'), status=2).stderr
    expect('a.xml:8: <rhop0>: value="one" is not a finite number' in said, said)


def test_left_out(folder):
    """What only concerns output, and words for people, are left out; numbers that nobody read are refused, by line."""
    said = taken(folder, document(TANK.replace("<drawbox>", '<drawbox remark="a tank">', 1), special="""<special><outputparts preselection="all">
      <filterpos operation="add"><posmin x="0" /></filterpos></outputparts><savedt><start value="0" /></savedt>
      <timeout><tout time="0.25" timeout="0.2" /></timeout></special>"""))
    for words in ("left out: <outputparts>: which particles are written", "left out: <savedt>", 'left out: <drawbox>: attribute remark="a tank"'):
        expect(words in said.stdout, f"no '{words}' in\n{said.stdout}")
    expect("times: [0.1, 0.2, 0.25, 0.45, 0.65, 0.85]" in keys(folder), keys(folder))  # first as TimeOut says, and at each time (JDsOutputTime)
    for wrong, words in {'turn="90"': 'attribute turn="90" is not known here', 'turn="#2*45"': 'attribute turn="#2*45"',
                         'reverse="true"': 'attribute reverse="true"', 'anglesunits="radians"': 'attribute anglesunits="radians"'}.items():
        said = taken(folder, document(TANK.replace("<drawbox>", f"<drawbox {wrong}>", 1)), status=2)
        expect(f"a.xml:13: refused: <drawbox>: {words}" in said.stdout, f"'{words}' is not in\n{said.stdout}")
    for inside in ('<setmkfluid mk="1" /><drawbox><boxfill>solid</boxfill><point x="1" y="-1" z="0" /><size x="0.1" y="2" z="0.1" /><angle x="9" /></drawbox>',
                   '<motion><objreal ref="0"><begin mov="1" start="0" /><mvrect id="1" duration="1"><vel x="0" y="0" z="0" /><angle x="9" /></mvrect></objreal></motion>'):
        drawn = "" if inside.startswith("<motion") else inside  # within a command that runs, and a movement that is made
        said = taken(folder, document(TANK + drawn, casedef="" if drawn else inside), status=2)
        expect("refused: <angle>: not known here, within <" in said.stdout, said.stdout)
    said = taken(folder, document(special="<special><chrono><link_bungee idbody1='a' /></chrono></special>"), status=2)
    expect("refused: <link_bungee>: not known here, within <chrono>" in said.stdout, said.stdout)
    off = document(parameters='<parameter key="Visco" value="0.5" /><parameter key="Visco" value="0.2" active="false" />')
    taken(folder, off)
    expect("alpha: 0.5}" in keys(folder), keys(folder))


WATER3 = FULL + box(0, (0, 0, 0), (2, 2, 0)) + box(0, (0.1, 0.1, 0.1), (0.2, 0.2, 0.2), kind="fluid")


def test_inertia(folder):
    """A tensor is three numbers, and three more where its axes are not along those of the case."""
    rows = '<values v11="1" v12="{0}" v13="0" /><values v21="{0}" v22="2" v23="0" /><values v31="0" v32="0" v33="3" />'
    for tag in ("inertiafull", "inertia"):
        taken(folder, document(WATER3 + box(1, (1, 1, 1), (0.2, 0.2, 0.2)), width="2", dp="0.1",
                               casedef=f'<floatings><floating mkbound="1" rhopbody="700"><{tag}>{rows.format("1e-19")}</{tag}></floating></floatings>'))
        expect("inertia: [1, 2, 3]" in keys(folder), keys(folder))
    said = taken(folder, document(WATER3 + box(1, (1, 1, 1), (0.2, 0.2, 0.2)), width="2", dp="0.1",
                                  casedef=f'<floatings><floating mkbound="1" rhopbody="700"><inertiafull>{rows.format(0.1)}</inertiafull></floating></floatings>'))
    expect("products: [0, 0, 0.1]" in keys(folder), said.stdout)


def test_swivels(folder):
    """An axis of (0, 0, 0), or none, is no axis: the body turns as on a ball."""
    link = '<special><chrono><bodyfloating id="b" mkbound="1" /><link_pointline idbody1="b"><slidingvector x="0" y="1" z="0" />' \
        '<rotpoint x="1" y="1" z="1" />{}</link_pointline></chrono></special>'
    for turn, kinds in (("", ["track"]), ('<rotvector x="0" y="0" z="0" />', ["track"]), ('<rotvector x="0" y="1" z="0" />', ["track", "swivel"])):
        taken(folder, document(WATER3 + box(1, (1, 1, 1), (0.2, 0.2, 0.2)), width="2", dp="0.1", special=link.format(turn),
                               casedef='<floatings><floating mkbound="1" rhopbody="700" /></floatings>'))
        expect(re.findall(r"type: (\w+), of: bound1", keys(folder)) == kinds, keys(folder))


MATERIALS = """<materials><property name="stone"><Young_Modulus value="3e9" /><PoissonRatio value="0.3" /><Restitution_Coefficient value="0.5" />
  <Kfric value="0.6" /></property><property name="ice"><Restitution_Coefficient value="0.9" /><Kfric value="0.02" /></property></materials>"""
STONE = FULL + box(0, (0, -1, 0), (1, 2, 0.5), "bottom|left|right") + box(0, (0.1, -1, 0.1), (0.1, 2, 0.1), kind="fluid") + \
    box(1, (0.5, -1, 0.1), (0.2, 2, 0.1))


def test_contacts(folder):
    """Bodies of all three algorithms touch the floor and stay on it, with the friction of their materials."""
    (folder / "m.xml").write_text(MATERIALS)
    floating = '<floatings><floating mkbound="1" rhopbody="2500" property="{}" /></floatings><properties><propertyfile file="m.xml" path="materials" />' \
        '<property name="mine" Kfric_User="0.2" /><links><link mkbound="0" property="stone" /></links></properties>'
    chrono = '<special><chrono><collision activate="{}"><distancedp value="0.5" /></collision><bodyfloating id="b" mkbound="1" modelfile="AutoActual" />' \
        '<bodyfixed id="t" mkbound="0" modelfile="AutoActual" /></chrono></special>'
    for material, on, algorithm, key in (("stone", "", 1, "\n  restitution: 0.5\n"), ("stone", "", 2, "\n  friction: 0.6 "),
                                         ("stone", "true", 3, "\n  friction: 0.6 "),
                                         ("ice + mine", "", 2, '{of: "stone", with: "ice + mine", friction: 0.4, restitution: 0.7}'),
                                         ("ice + mine", "", 2, '{of: "ice + mine", with: "ice + mine", friction: 0.2, restitution: 0.9}'),
                                         ("stone", "false", 3, None), ("stone", "", 0, None)):
        taken(folder, document(STONE, special=chrono.format(on) if on else "", casedef=floating.format(material),
                               parameters=f'<parameter key="RigidAlgorithm" value="{algorithm}" />'))
        expect(key in keys(folder) if key else "contact" not in keys(folder), f"{material}, {algorithm}, {on}: {keys(folder)}")
    # In Chrono what has no surface touches nothing.
    for body, wall, touches, words in ((True, False, True, "mkbound 0: no modelfile"), (False, True, False, "no body has a modelfile")):
        some = chrono.format("true")
        for part, kept in ((' mkbound="1" modelfile="AutoActual"', body), (' mkbound="0" modelfile="AutoActual"', wall)):
            some = some if kept else some.replace(part, part.replace(' modelfile="AutoActual"', ""))
        said = taken(folder, document(STONE, special=some, casedef=floating.format("stone"), parameters='<parameter key="RigidAlgorithm" value="3" />')).stdout
        expect(("\ncontact:" in keys(folder)) == touches and words in said, said)
    taken(folder, document(STONE, casedef='<floatings><floating mkbound="1" rhopbody="2500" /></floatings>'))
    expect("\ncontact: {}" in keys(folder), keys(folder))
    expect_run(amphi("run", "case", "-o", "out", "--end", 0.3, "--quiet", "--set", "gauges=[{name: B, type: body, on: bound1, interval: 0.3}]",
                     cwd=folder), 0)
    *_, last = csv.reader((folder / "out/gauges.csv").open())
    expect(abs(float(last[2]) - 0.1) < 0.012, f"{last}: its middle is not a spacing above the lowest row that it stands on")


TWO = STONE + box(2, (0.8, -1, 0.2), (0.1, 2, 0.1))
FLOATING = '<floatings><floating mkbound="1-2" rhopbody="700" /></floatings>'


def test_lines(folder):
    """Lines of <moordyn> are cables, with what holds for all, here or in a file; a connection is a knot."""
    lines = """<moordyn><solverOptions><waterDepth value="0.5" /><freesurface value="0.4" /><kBot value="2e6" /></solverOptions>
      <bodies><body ref="1" /><body ref="2"><depth value="0.3" /></body></bodies><connects><connect conref="4" x="0.7" y="0" z="0.3" M="2" V="0.001" /></connects>
      <lines><linedefault><ea value="2900" /><diameter value="0.01" /><massDenInAir value="0.5" /><ba value="-0.6" /><cdn value="1.2" /></linedefault>
      <line><vesselconnection bodyref="1" x="0.7" y="0" z="0.2" /><connect conref="4" /><length value="0.2" /><segments value="8" /></line>
      <line><fixconnection x="1" y="0" z="0.2" /><vesselconnection bodyref="2" x="0.9" y="0" z="0.2" /><length value="0.2" /><ba value="3" />
      <breaktension value="50" /></line></lines></moordyn>"""
    found = []
    for inside in (lines, '<moordyn file="lines.xml" />'):
        (folder / "lines.xml").write_text(lines)
        said = taken(folder, document(TWO, casedef=FLOATING, special=f"<special><moorings>{inside}</moorings></special>"))
        found.append(re.search(r"\ncables:\n(  - .*\n)+knots:\n.*\n", keys(folder))[0])
        expect("differs: <moordyn>" in said.stdout or "a.xml" in said.stdout, said.stdout)
    expect(found[0] == found[1], f"{found}")
    for part in ("from: [0.7, 0.2], from_on: bound1, to_on: knot4, length: 0.2, segments: 8, mass: 0.5, diameter: 0.01, stiffness: 2900, damping: 0.6",
                 "bed: {height: -0.1, stiffness: 2000000", "from: [1, 0.2], to: [0.9, 0.2], to_on: bound2", "breaks_at: 50", "drag: [1.2, 0.05]",
                 f"damping: {3 / (0.01 * (2900 * 0.5) ** 0.5):.6g}", "bed: {height: 0.1, ", "{name: knot4, at: [0.7, 0.3], mass: 2, volume: 0.001}"):
        expect(part in found[0], f"'{part}' is not in {found[0]}")
    expect_run(amphi("check", "case", cwd=folder), 0)


def test_newer_lines(folder):
    """<moordynplus> is the newer name; what a line has that nobody knows is refused, by its line."""
    lines = """<{0}><solverOptions><waterDepth value="0.5" /><dtM value="0.0001" auto="true" /></solverOptions><bodies><body ref="1" /></bodies>
      <lines><linedefault><e value="1e8" /><diameter value="0.01" /><massDenInAir value="0.5" /><outputFlags value="p" /></linedefault>
      <line savedata="false"><vesselconnection bodyref="1" x="0.7" y="0" z="0.2" /><fixconnection x="1" y="0" z="0.2" /><length value="0.2" />{1}</line>
      </lines><savedata><tension value="true" /></savedata></{0}>"""
    moorings = '<special><moorings><start value="1" ramptime="2" /><savevtk_lines value="true" /><mooredfloatings><floating mkbound="1" />' \
        "</mooredfloatings>{}</moorings></special>"
    for name in ("moordyn", "moordynplus"):
        for inside in (lines.format(name, ""), f'<{name} file="lines.xml" />'):
            (folder / "lines.xml").write_text(lines.format(name, ""))
            said = taken(folder, document(TWO, casedef=FLOATING, special=f"{moorings.format(inside)}")).stdout
            expect(re.search(r"\ncables:\n  - {name: line0, from: \[0.7, 0.2\], from_on: bound1, ", keys(folder)), f"{name}: {keys(folder)}")
            expect("<start>: lines hold from the start of the run on" in said, said)
    said = taken(folder, document(TWO, casedef=FLOATING, special=moorings.format(lines.format("moordynplus", '<weight value="2" />'))), status=2).stdout
    expect("refused: <weight>: not known here, within <line>" in said, said)


def test_links(folder):
    """What is not active is not there: links and bodies; "NULL" is no body."""
    chrono = '<special><chrono><bodyfloating id="a" mkbound="1" {}/><bodyfloating id="b" mkbound="2" /><ompthreads value="4" />' \
        '<link_hinge idbody1="a" {}><rotpoint x="0.6" y="0" z="0.15" /><rotvector x="0" y="1" z="0" /><values><vreal name="x" v="1" /></values></link_hinge>' \
        '<link_linearspring idbody1="a" idbody2="b" active="0"><point_fb1 x="0.6" y="0" z="0.15" /><point_fb2 x="0.9" y="0" z="0.15" />' \
        '<stiffness value="9" /><damping value="0" /><rest_length value="0.3" /></link_linearspring></chrono></special>'
    for body, link, joints in (("", "", 1), ("", 'active="false"', 0), ("", 'idbody2="NULL"', 1)):
        taken(folder, document(TWO, casedef=FLOATING, special=chrono.format(body, link)))
        found = re.findall("type: (hinge|spring)", keys(folder))
        expect(found == ["hinge"] * joints, f"{body} {link}: {found}")
    older = FLOATING.replace(" />", '><velini x="1" y="0" z="2" /><omegaini x="0" y="-1" z="0" /><translation x="0" y="1" z="1" /></floating>', 1)
    taken(folder, document(TWO, casedef=older))
    expect(f"velocity: [0, 2]\n      angular_velocity: {180 / math.pi:.10g}\n      locked: [x]" in keys(folder), keys(folder))
    said = taken(folder, document(TWO, casedef=FLOATING, special=chrono.format('active="0"', "")), status=2)
    expect("there is no <bodyfloating> or <bodyfixed> 'a'" in said.stderr, said.stderr)


def test_mechanisms(folder):
    """A hinge with a stiffness, a spring between two bodies, Coulomb's damping along a line, and wheels with a belt."""
    chrono = """<special><chrono><bodyfloating id="a" mkbound="1" /><bodyfloating id="b" mkbound="2" />
      <link_hinge idbody1="a"><rotpoint x="0.6" y="0" z="0.15" /><rotvector x="0" y="1" z="0" /><stiffness value="50" /><damping value="2" /></link_hinge>
      <link_linearspring idbody1="a" idbody2="b"><point_fb1 x="0.7" y="0" z="0.2" /><point_fb2 x="0.8" y="0" z="0.25" /><stiffness value="100" />
      <damping value="1" /><rest_length value="0.1" /></link_linearspring>
      <link_coulombdamping idbody1="a"><point_fb1 x="0.7" y="0" z="0.2" /><point_fb2 x="0.2" y="0" z="0.2" /><damping value="3" />
      <rest_length value="0.2" /></link_coulombdamping>
      <link_pulley idbody1="a" idbody2="b"><rotpoint x="0.6" y="0" z="0.1" /><rotvector x="0" y="1" z="0" /><radius value="0.3" /><radius2 value="0.06" />
      </link_pulley></chrono></special>"""
    taken(folder, document(TWO, casedef=FLOATING, special=chrono))
    for part in ("type: hinge, of: bound1, at: [0.6, 0.15], damping: 2, stiffness: 50}",
                 "type: spring, of: bound1, with: bound2, at: [0.7, 0.2], to: [0.8, 0.25], stiffness: 100, damping: 1, length: 0.1}",
                 "type: gear, of: bound1, with: bound2, ratio: 0.2}",
                 "- {on: [0.7, 0.2], to: [0.2, 0.2], friction: 3, length: 0.2}"):
        expect(part in keys(folder), f"'{part}' is not in {keys(folder)}")
    expect_run(amphi("check", "case", cwd=folder), 0)
    # Along time: rows of the document, and of a file beside it.
    (folder / "c.csv").write_text("#time;c\n0;1\n2;5\n")
    rows = '<stiffness><k time="0" value="100" /><k time="1" value="300" /></stiffness>'
    jump = '<{0}><{1} time="0" value="2" /><{1} time="0.5" value="2" /><{1} time="0.5" value="8" /><{1} time="1" value="8" /></{0}>'
    taken(folder, document(TWO, casedef=FLOATING, special=chrono.replace('<stiffness value="100" />', rows, 1)
                           .replace('<damping value="1" />', '<damping file="c.csv" />', 1)))
    file = re.search(r"to: \[0.8, 0.25\], changes: (\S+), length: 0.1}", keys(folder))
    expect(file, keys(folder))
    found = [[float(word) for word in line.split()] for line in (folder / "case" / file[1]).read_text().splitlines()]
    expect(found[0] == [0, 100, 1] and [1, 300, 3] in found and [2, 300, 5] in found, f"{found}")
    expect_run(amphi("check", "case", cwd=folder), 0)
    # Both jump at once: each keeps its value until then.
    both = chrono.replace('<stiffness value="100" />', jump.format("stiffness", "k"), 1).replace('<damping value="1" />', jump.format("damping", "c"), 1)
    taken(folder, document(TWO, casedef=FLOATING, special=both))
    file = re.search(r"to: \[0.8, 0.25\], changes: (\S+), length: 0.1}", keys(folder))
    found = [[float(word) for word in line.split()] for line in (folder / "case" / file[1]).read_text().splitlines()]
    expect(all(row[1:] == [2, 2] if row[0] < 0.5 else row[1:] == [8, 8] for row in found), f"{found}")
    expect(0.4999 < max(row[0] for row in found if row[0] < 0.5), f"{found}")
    said = taken(folder, document(TWO, casedef=FLOATING, special=chrono.replace('<damping value="3" />', jump.format("damping", "c"))), status=2)
    expect("Coulomb's friction that changes along time" in said.stdout, said.stdout)


def test_phases(folder):
    """A bi-viscous law, whose yield stress is tau_max and whose ceiling is that and the fluid's own; a gate between two phases moves."""
    phase = '<phase mkfluid="{}"><rhop value="1000" /><visco value="{}" /><tau_yield value="0.1" />{}<HBP_m value="10" /><HBP_n value="{}" />' \
        '<phasetype value="0" /></phase>'
    biviscous = '<tau_max value="0.004" /><Bi_multi value="20" />'
    for exponent, words in ((1, "{model: bingham, yield: 4, ceiling: 2.1}"), (1.5, "{model: herschel_bulkley, yield: 4, exponent: 1.5, ceiling: 2.1}")):
        taken(folder, document(special=f"<special><nnphases>{phase.format(0, 0.1, biviscous, exponent)}</nnphases></special>"))
        expect(f"rheology: {words}" in keys(folder), keys(folder))
    two = TANK.replace("<setmkbound", box(1, (0.5, -1, 0), (0.45, 2, 0.4), kind="fluid") + "<setmkbound", 1) + box(1, (0.48, -1, 0.05), (0.04, 2, 0.5))
    taken(folder, document(two, special=f"<special><nnphases>{phase.format(0, 0.1, '', 1)}{phase.format(1, 0.2, '', 1)}</nnphases></special>",
                                  casedef='<motion><objreal ref="1"><begin mov="1" start="0" /><mvrect id="1" duration="1"><vel x="0" y="0" z="1" />'
                                          '</mvrect></objreal></motion>'))
    expect("phase:" in keys(folder) and "motion:" in keys(folder), keys(folder))
    expect_run(amphi("run", "case", "-o", "out", "--steps", 20, "--quiet", cwd=folder), 0)


def test_ends(folder):
    """Ends of a run are kept, by their newer and their older name; laws that amphi has not are said, not left out."""
    rows = {"MinFluidStop": 0.5, "PartsOutMax": 0.1, "ShiftAdvALE": 1, "NoPenetration": 1, "SlipMode": 2, "Boundary": 2, "TimeOutExtra": 0.1}
    said = taken(folder, document(parameters="".join(f'<parameter key="{k}" value="{v}" />' for k, v in rows.items()))).stdout
    expect("leave: true, lost: 1, least_fluid: 0.9}" in keys(folder), keys(folder))
    for words in ("ShiftAdvALE=1: amphi does not have this law", "1: fluid is kept out of walls by boundary.contact"):
        expect(f"changed: <parameter>: {words}" in said, f"no '{words}' in\n{said}")


def test_sound(folder):
    """c0 = max(coefsound speedsystem, 10 sqrt(g depth)), of fluid and bodies."""
    fixed = '<speedsystem value="0.1" auto="false" />'
    taken(folder, document(constants=fixed))
    expect(abs(float(re.search(r"speed_of_sound: (\S+)", keys(folder))[1]) - 10 * (9.81 * 0.35) ** 0.5) < 1e-6, keys(folder))
    for z, depth in ((0.3, 0.45), (0.7, 0.35)):  # in the water, and high above it
        taken(folder, document(TANK + box(1, (0.1, -1, z), (0.1, 2, 0.2)), constants=fixed,
                               casedef='<floatings><floating mkbound="1" rhopbody="700" /></floatings>'))
        expect(abs(float(re.search(r"speed_of_sound: (\S+)", keys(folder))[1]) - 10 * (9.81 * depth) ** 0.5) < 1e-6, keys(folder))
    taken(folder, document(constants=fixed + '<hswl value="2" auto="false" />'))
    expect(abs(float(re.search(r"speed_of_sound: (\S+)", keys(folder))[1]) - 10 * (9.81 * 2) ** 0.5) < 1e-6, keys(folder))


def test_printed(folder):
    """A box that floats in a tank, of which GenCase v5.4.354 printed: 11806, 693 and 16008 particles from (0, 0, 0) to (1.5, 0.6, 0.9);
    h 0.034641016 m, c0 29.3816 m/s, B 123325.714 Pa; a mass of 4.32432 kg about (0.76, 0.3, 0.56), 0.0184504, 0.0242162, 0.0288288 kg m^2."""
    tank = FULL + box(0, (0.18, 0.08, 0.05), (1.14, 0.44, 0.23), kind="fluid") + \
        box(0, (0, 0, 0), (1.5, 0.6, 0.9), "bottom | left | right | front | back") + "<setmkvoid />" + \
        box(8, (0.65, 0.22, 0.49), (0.2, 0.16, 0.12))
    text = document(tank, dp="0.02", casedef='<floatings><floating mkbound="8" rhopbody="780" /></floatings>', constants='<coefh value="1" />')
    text = text.replace('x="-0.2" y="0" z="-0.2"', 'x="-0.2" y="-0.2" z="-0.2"').replace('x="2" y="0" z="2"', 'x="1.7" y="0.8" z="1.05"')
    taken(folder, text)
    expect(counts(folder) == {"fluid0": 16008, "bound0": 11806, "bound8": 693}, f"{counts(folder)}")
    number = {key: float(re.search(rf"\b{key}: (\S+)", keys(folder))[1]) for key in ("speed_of_sound", "smoothing_ratio", "dp")}
    expect(abs(number["speed_of_sound"] - 29.3816) < 1e-4 and abs(number["smoothing_ratio"] * number["dp"] - 0.034641016) < 1e-8, f"{number}")
    expect(abs(1000 * number["speed_of_sound"] ** 2 / 7 / 123325.714 - 1) < 1e-6, "B")
    low, high = [2] * 3, [-2] * 3
    for name in counts(folder):
        for row in list(csv.reader((folder / f"case/{name}.csv").open()))[1:]:
            low, high = [min(a, float(b)) for a, b in zip(low, row)], [max(a, float(b)) for a, b in zip(high, row)]
    expect(max(abs(a - b) for a, b in zip(low + high, (0, 0, 0, 1.5, 0.6, 0.9))) < 1e-6, f"{low} to {high}")


def test_fluids(folder):
    """<fluidvelocity> without mkfluid is of all fluid, on the line beyond its two heights, unless its box or itself is off."""
    two = TANK.replace('<setmkbound mk="0" />', '<setmkfluid mk="3" /><drawbox><boxfill>solid</boxfill><point x="0.6" y="-1" z="0" />'
                       '<size x="0.2" y="2" z="0.2" /></drawbox><setmkbound mk="0" />')
    tag = '<special><initialize><fluidvelocity {}><direction x="2" y="0" z="0" /><velocity2 v="1" v2="2" z="0.1" z2="0.2" />{}</fluidvelocity></initialize></special>'
    only = '<onlypos active="{}"><posmin z="0.2" /></onlypos>'
    for words, box_, fluids, least in (("", "", (0, 3), 0), ('mkfluid="3"', "", (3,), 0), ('active="0"', "", (), 0), ("", only.format(0), (0, 3), 0),
                                       ("", only.format(1), (0, 3), 0.2)):
        taken(folder, document(two, special=tag.format(words, box_)))
        for mk in (0, 3):
            for row in [[float(v) for v in row] for row in list(csv.reader((folder / f"case/fluid{mk}.csv").open()))[1:]]:
                moves = len(row) > 3 and row[2] != 0
                speed = 10 * row[1] if mk in fluids and row[1] > least - 1e-6 else 0
                expect(abs((row[2] if moves else 0) - speed) < 1e-6, f"{words} {box_}: {row} of fluid {mk}, not {speed} m/s")
    expect("left out: <fluidvelocity>: there is no fluid 7" in taken(folder, document(two, special=tag.format('mkfluid="7"', ""))).stdout, "another fluid")


def test_shifted(folder):
    """<shifting> of <special> stands for the parameter."""
    for mode, words in ((0, ""), (2, "2: by the law of Sun")):
        said = taken(folder, document(TANK, special=f'<special><shifting><mode value="{mode}" /><shiftingzone><posref x="0" y="0" z="0" />'
                                      '<size x="1" y="1" z="1" /></shiftingzone></shifting></special>')).stdout
        expect(("shifting: {model: sun}" in keys(folder)) == (mode > 0) and words in said, said)
        expect(("shifted in all of the fluid, not within zones" in said) == (mode > 0), said)


def test_gauges(folder):
    """A gauge outside the domain is left out and said, and the case runs; of a level the height of the line does not count."""
    velocity = '<velocity name="{0}"><point x="{1}" y="{2}" z="{3}" /></velocity>'
    level = '<swl name="{0}"><point0 x="{1}" y="{2}" z="-9" /><point2 x="{1}" y="{2}" z="9" /></swl>'
    places = {"inside": (0.3, 0.1, 0.2), "beside": (5, 0.1, 0.2), "above": (0.3, 0.1, 7), "below": (0.3, 0.1, -7), "behind": (0.3, 5, 0.2)}
    gauges = "".join(velocity.format(f"V{name}", *at) + level.format(f"L{name}", *at[:2]) for name, at in places.items())
    for width, outside in (("0", {"Vbeside", "Vabove", "Vbelow", "Lbeside"}), ("0.2", {"Vbeside", "Vabove", "Vbelow", "Vbehind", "Lbeside", "Lbehind"})):
        said = taken(folder, document(TANK, width=width, special=f"<special><gauges>{gauges}</gauges></special>")).stdout
        left = set(re.findall(r"left out: <\w+>: '(\w+)': it stands outside the domain", said))
        kept = set(re.findall(r"- {name: (\w+), type: (?:velocity|level)", keys(folder)))
        expect(left == outside and kept == {kind + name for kind in "VL" for name in places} - outside, f"{width}: {said} {kept}")
        expect_run(amphi("run", "case", "-o", "out", "--force", "--quiet", "--end", 0.01, cwd=folder), 0)


def test_paddles(folder):
    """Crests that meet are half the highest of so many waves; what a paddle has beside that is refused by its line, and what it stores is left out."""
    moving = TANK.replace("</drawbox>\n", '</drawbox>\n', 1) + box(7, (0, -1, 0), (0, 2, 0.5))
    tag = '<special><wavepaddles><{0}><mkbound value="7" /><depth value="0.4" /><waveheight value="0.1" /><waveperiod value="0.8" />{1}</{0}></wavepaddles></special>'
    crest = 0.05 * math.sqrt(0.5 * math.log(1000))
    taken(folder, document(moving, special=tag.format("piston_focused", '<xf value="0.6" /><fphase value="180" /><fpretime value="1" /><fmovramp value="2" /><waves value="32" /><savemotion xpos="0" />')))
    found = re.search(r"type: focused, depth: 0.4, height: (\S+), period: 0.8, components: 32, distance: 0.6, time: (\S+), phase: 180, peakedness: 3.3}", keys(folder))
    expect(found and abs(float(found[1]) - crest) < 1e-8 and abs(float(found[2]) - 1 - 0.6 * 8 * math.pi / (9.81 * 0.8)) < 1e-8, keys(folder))
    expect_run(amphi("check", "case", cwd=folder), 0)
    said = taken(folder, document(moving, special=tag.format("piston", '<wavelenght value="2" />')), status=2).stdout
    expect("refused: <wavelenght>: not known here, within <piston>" in said, said)
    said = taken(folder, document(moving, special=tag.format("piston_kind", "")), status=2).stderr
    expect("<piston_kind>: this paddle is not known here" in said, said)


def test_damping_cylinder(folder):
    """About an axis: where it begins and ends are points as far from it; in 2-D one across the plane is a point."""
    zone = '<special><damping><dampingcylinder><point1 x="0.5" y="{}" z="0.1" /><point2 x="{}" y="{}" z="{}" /><limitmin radius="0.1" /><limitmax radius="0.3" />' \
        '<overlimit value="0.05" /><redumax value="7" /><factorxyz x="1" y="1" z="0" /></dampingcylinder></damping></special>'
    for width, places, due in ((0.3, (0, 0.5, 0, 0.4), ("from: [0.6, 0, 0.1], to: [0.8, 0, 0.1], beyond: 0.05, through: [0.5, 0, 0.1], axis: [0, 0, 0.3], strength: 7, axes: [x, y]",)),
                               (0, (0, 0.5, 0, 0.4), ("through: [0.5, 0.1], axis: [0, 0.3], strength: 7, axes: [x]",)),
                               (0, (-1, 0.5, 2, 0.1), ("from: [0.6, 0.1], to: [0.8, 0.1], beyond: 0.05, through: [0.5, 0.1], strength: 7, axes: [x]",))):
        shutil.rmtree(folder / "case", ignore_errors=True)
        take(folder, document(width=str(width), special=zone.format(*places)))
        for key in due:
            expect(key in keys(folder), keys(folder))
        expect_run(amphi("run", "case", "--steps", 3, "-q", "--force", "-o", "out", cwd=folder), 0)
    shutil.rmtree(folder / "case")
    said = take(folder, document(special=zone.format(0, 0.5, 1, 0.4)), status=2)
    expect("in 2-D its axis has to be in the plane, or across it" in said.stdout + said.stderr, said.stdout + said.stderr)


main([test_movements, test_damping_cylinder, test_motions, test_inactive, test_faces, test_domain, test_definitions, test_untidy, test_left_out, test_inertia, test_swivels, test_contacts, test_lines, test_newer_lines, test_links, test_mechanisms, test_phases, test_ends, test_sound, test_printed, test_fluids, test_shifted, test_gauges, test_paddles])
