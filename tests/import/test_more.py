#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi import: whose scheme, ends of a run, periodic sides that are displaced, full tensors, speeds by height and time, zones of a flow,
accelerations for a while, pistons of one layer and of several; what each becomes, and that the flow is the right one."""
import json
import math
import re
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from documents import FULL, MESH, TANK, box, counts, document, gauge, keys, numbers, rows, taken  # noqa: E402
from harness import amphi, expect, expect_run, main  # noqa: E402

NUMERICAL = "kernel:", "viscosity:", "density_diffusion:", "boundary:", "integrator:", "smoothing_ratio:", "gamma:", "shifting:"


def test_scheme(folder):
    """The document's own terms by default; `standard` leaves them out by line, and thickens walls for dummy particles."""
    terms = '<parameter key="Visco" value="0.05" /><parameter key="Kernel" value="1" /><parameter key="Shifting" value="2" />'
    taken(folder, document(parameters=terms))
    expect("scheme: dualsphysics\n" in keys(folder) and all(f"\n{k}" in keys(folder) or f"  {k}" in keys(folder) for k in NUMERICAL), keys(folder))
    expect("numerical terms are the document's" in keys(folder), "the head")
    walls = counts(folder)["bound0"]
    said = taken(folder, document(parameters=terms), "--scheme", "standard").stdout
    text = "".join(line for line in keys(folder).splitlines(True) if not line.startswith("#"))
    expect("scheme: standard\n" in text and not any(k in text for k in NUMERICAL), text)
    expect("# --scheme standard: " in keys(folder), "the head")
    for tag, value in (("Visco", "0.05"), ("Kernel", "1"), ("Shifting", "2")):
        expect(f"changed: <parameter>: {tag}={value}: the standard scheme has its own" in said, said)
    at = {(round(x / 0.05), round(y / 0.05)) for x, y in rows(folder, "bound0.csv")}
    expect(len(at) > walls and {(10, -k) for k in range(5)} | {(-k, 5) for k in range(5)} | {(20 + k, 5) for k in range(5)} <= at, f"{sorted(at)}")
    expect((10, -5) not in at and (-5, 5) not in at and not any(0 < x < 20 and y > 0 for x, y in at), f"{sorted(at)}")
    lowest = max(float(r[2]) for r in rows(folder, "fluid0.csv"))
    stiffness = 1000 * 400 * 9.81 * 0.35  # gamma is 1
    expect(abs(lowest - 1000 * (1 + 9810 * 0.375 / stiffness)) < 1e-3, f"{lowest}")
    expect_run(amphi("run", "case", "-o", "out", "--steps", 30, "--quiet", "--threads", 1, cwd=folder), 0)
    expect_run(amphi("import", "a.xml", "-o", "other", "--scheme", "classic", cwd=folder), 2, "expected dualsphysics or standard")
    phase = '<nnphases><phase mkfluid="0"><visco value="0.1" /></phase></nnphases>'
    refused = taken(folder, document(special=f"<special>{phase}</special>"), "--scheme", "standard", status=2).stdout
    expect("refused: <phase>: --scheme standard is for one fluid" in refused, refused)


def test_ends(folder):
    """Water falls out of a tank without a floor; the run ends in good order once half of it is there, at one step whoever computes."""
    text = document(TANK.replace("bottom | left", "left"), parameters='<parameter key="MinFluidStop" value="0.5" />')
    taken(folder, text)
    ends = set()
    for backend in ("cpu", "reference", "offload"):
        expect_run(amphi("run", "case", "-o", backend, "--quiet", "-b", backend, "--set", "summation=fixed",
                         *(("--device", "host") if backend == "offload" else ()), *(("--threads", 1) if backend != "reference" else ()), cwd=folder), 0)
        summary = json.loads((folder / backend / "summary.json").read_text())
        expect(summary["outcome"] == "finished" and summary["time"] < 0.9, f"{summary}")
        expect("least_fluid" in (folder / backend / "log.txt").read_text(), "no reason")
        expect(40 <= summary["particles"]["left"] < 60, f"{summary['particles']} of 80 left")
        ends.add((summary["steps"], summary["state_hash"]))
    expect(len(ends) == 1, f"{ends}")
    expect_run(amphi("run", "--resume", "cpu", "--quiet", cwd=folder), 0)
    expect(json.loads((folder / "cpu/summary.json").read_text())["steps"] == list(ends)[0][0], "it went on")


def test_displaced(folder):
    """Who leaves a slope below comes back above: turned about y, places differ by whole ways from those drawn, gravity by the angle."""
    drop = box("fluid", 0, (0.4, -1, 0.6), (0.3, 2, 0.3)) + box("bound", 0, (0, -1, 0), (0.95, 2, 0))
    draw = document(FULL + drop, parameters='<parameter key="XPeriodicIncZ" value="0.3" />')
    said = taken(folder, draw).stdout
    expect("changed: <parameter>: all is turned by" in said, said)
    period, angle = math.hypot(1.0, 0.3), math.atan2(0.3, 1.0)
    found = [float(v) for v in re.search(r"gravity: \[(\S+), (\S+)\]", keys(folder)).groups()]
    # The way goes down by 0.3 m a metre: gravity pulls along it.
    expect(abs(found[0] - 9.81 * math.sin(angle)) < 1e-6 and abs(found[1] + 9.81 * math.cos(angle)) < 1e-6, f"{found}")
    low, high = (float(re.search(rf"{k}: \[(\S+),", keys(folder))[1]) for k in ("low", "high"))
    expect(abs(high - low - period) < 1e-8, f"{low}, {high}")
    drawn = {"fluid0": {(x, z) for x in range(8, 15) for z in range(12, 19)}, "bound0": {(x, 0) for x in range(20)}}
    for name, nodes in drawn.items():
        back = set()
        for row in rows(folder, f"{name}.csv"):
            expect(low <= row[0] < high, f"{row} is not in the case")
            x, z = row[0] * math.cos(angle) + row[1] * math.sin(angle), -row[0] * math.sin(angle) + row[1] * math.cos(angle)
            times = next(k for k in (0, -1, 1, -2, 2) if 0 <= round(z + 0.3 * k, 6) <= 0.9 and -0.01 < x - k < 0.96)
            back.add((round((x - times) / 0.05), round((z + 0.3 * times) / 0.05)))
        expect(back == nodes, f"{name}: {sorted(back ^ nodes)[:5]}")
    # Turned points of water and of walls may share a site of the lattice; all of them stay.
    finer = taken(folder, document(parameters='<parameter key="XPeriodicIncZ" value="0.45" />'), "--dp", "0.01").stdout
    expect(re.search(r"fluid0 +2000 \(fluid\)", finer) and "in the cube" not in finer, finer)
    taken(folder, draw)
    # Without anything in its way a drop falls as it does anywhere, beside the sides too.
    expect_run(amphi("run", "case", "-o", "out", "--quiet", "--threads", 1, "--end", 0.2, "--set",
                     'gauges=[{name: all, type: totals, interval: 0.02}]', cwd=folder), 0)
    head, table = gauge(folder, "out")
    column = {name.split(" ")[0]: k for k, name in enumerate(head)}
    mass = 49 * 1000 * 0.05**2
    for row in table[1:]:
        fall = [row[column["all.px"]] / mass, row[column["all.py"]] / mass]
        expect(all(abs(v - g * row[0]) < 0.01 * 9.81 * row[0] + 1e-6 for v, g in zip(fall, found)), f"{row[0]}: {fall}")
    for other, words in (('<parameter key="ZPeriodicIncY" value="0" />', "an axis that is periodic too"),):
        expect(words in taken(folder, document(FULL + drop, parameters='<parameter key="XPeriodicIncZ" value="0.3" />' + other), status=2).stdout, words)
    straight = taken(folder, document(FULL + drop, parameters='<parameter key="XPeriodicIncZ" value="0.3" /><parameter key="XYPeriodic" value="1" />')).stdout
    expect("turned" not in straight and "periodic: [x]" in keys(folder), "a pair of axes is straight")
    special = "<special><damping /></special>"
    expect("beside periodic sides that are displaced" in
           taken(folder, document(FULL + drop, special=special, parameters='<parameter key="XPeriodicIncZ" value="0.3" />'), status=2).stdout, "damping")


def test_tensor(folder):
    """A body that turns about a principal axis between x and y goes on to; with the diagonal alone it would not."""
    a, b, c = 4.0, 1.0, 3.0  # about (1, 1, 0), (-1, 1, 0) and z
    on, off = (a + b) / 2, (a - b) / 2
    tensor = "".join(f'<values v{i}1="{v[0]}" v{i}2="{v[1]}" v{i}3="{v[2]}" />' for i, v in
                     ((1, (on, off, 0)), (2, (off, on, 0)), (3, (0, 0, c))))
    body = f'<floatings><floating mkbound="1"><massbody value="10" /><inertia>{tensor}</inertia><angularvelini x="2" y="2" z="0" /></floating></floatings>'
    commands = FULL + box("fluid", 0, (0.1, 0.1, 0.1), (0.1, 0.1, 0.1)) + box("bound", 1, (1, 1, 1), (0.3, 0.3, 0.3))
    taken(folder, document(commands, dp="0.1", width="2", casedef=body).replace('z="-9.81"', 'z="0"'))
    expect("inertia: [2.5, 2.5, 3]" in keys(folder) and "products: [0, 0, 1.5]" in keys(folder), keys(folder))
    spins = []
    for change in ([], ["--set", "walls.bound1.body.products=[0,0,0]"]):
        expect_run(amphi("run", "case", "-o", f"out{len(spins)}", "--quiet", "--threads", 1, "--end", 0.4, "--set",
                         "gauges=[{name: log, type: body, on: bound1, interval: 0.4}]", *change, cwd=folder), 0)
        head, table = gauge(folder, f"out{len(spins)}")
        spins.append([table[-1][k] for k, name in enumerate(head) if re.match(r"log\.w[xyz]", name)])
    degrees = 2 * 180 / math.pi
    expect(all(abs(v - w) < 1e-3 * degrees for v, w in zip(spins[0], (degrees, degrees, 0))), f"{spins[0]}")
    half = document(commands, dp="0.1", width="2", casedef=body.replace(f'v12="{off}"', 'v12="0.5"'))
    expect("is not v21" in taken(folder, half, status=2).stderr, "a tensor that is not symmetric")


CHANNEL = FULL + box("fluid", 0, (0.05, -1, 0.05), (0.9, 2, 0.4)) + box("fluid", 1, (0, -1, 0.05), (0, 2, 0.4)) + \
    box("fluid", 2, (1, -1, 0.05), (0, 2, 0.4)) + box("bound", 0, (-0.5, -1, 0), (2, 2, 0))


def channel(velocity):
    zone = '<inoutzone><zone2d><particles mkfluid="{}" direction="{}" /></zone2d>{}<imposerhop mode="{}" /></inoutzone>'
    return document(CHANNEL, special="<special><inout>" + zone.format(1, "right", velocity, 2) + zone.format(2, "left", '<imposevelocity mode="2" />', 0) +
                    "</inout></special>").replace('"-0.2" y', '"-0.6" y')


def test_profiles(folder):
    """Two and three speeds along time and a grid of them become speeds by height, and the inlet lets in what they say."""
    two = "".join(f'<timevalue time="{t}" v="{v}" v2="{2 * v}" z="0.1" z2="0.3" />' for t, v in ((0, 1), (1, 3)))
    taken(folder, channel(f'<imposevelocity mode="1"><velocitytimes2>{two}</velocitytimes2></imposevelocity>'))
    expect("velocity: {model: profiles, profiles: inlet1_profiles.txt}" in keys(folder), keys(folder))
    heights, *table = numbers(folder, "inlet1_profiles.txt")
    expect([row[0] for row in table] == [0, 1] and heights[1] < 0.05 and heights[-1] > 0.45, f"{heights[:3]}")
    for z, first, last in zip(heights[1:], table[0][1:], table[1][1:]):
        share = 1 + (z - 0.1) / 0.2  # on the line beyond its two heights, too (JSphInOutVel::UpdateVel)
        expect(abs(first - share) < 1e-6 and abs(last - 3 * share) < 1e-6, f"{z}: {first}, {last}")
    (folder / "v.csv").write_text("time;v;v2;v3;z;z2;z3\n0;0;1;0;0;0.25;0.5\n1;0;2;0;0;0.25;0.5\n")
    taken(folder, channel('<imposevelocity mode="1"><velocityfile3 file="v.csv" /></imposevelocity>'))
    heights, *table = numbers(folder, "inlet1_profiles.txt")
    expect(all(abs(v - 16 * z * (0.5 - z) * k / 1) < 1e-6 for k, row in ((1, table[0]), (2, table[1])) for z, v in zip(heights[1:], row[1:])), "no parabola")
    (folder / "g.csv").write_text("fmtversion;grid_dpx;grid_dpz;grid_nx;grid_nz;vars\n1;0.1;0.25;2;2;velx velz\n\ntime;vx_x0_z0;vx_x0_z1;vx_x1_z0;vx_x1_z1;vz\n"
                                  "0;0.2;0.6;9;9;1;1;1;1\n2;0.2;0.6;9;9;1;1;1;1\n")
    grid = '<imposevelocity mode="3"><gridveldata file="g.csv" /><gridposzero x="0" z="0.05" /></imposevelocity>'
    said = taken(folder, channel(grid)).stdout
    expect(numbers(folder, "inlet1_profiles.txt") == [[0, 0.05, 0.3], [0, 0.2, 0.6], [2, 0.2, 0.6]], (folder / "case/inlet1_profiles.txt").read_text())
    expect("those upwards are left out, and those at other places along x" in said, said)
    # Of a straight line it is to the bit what a formula says, whoever computes.
    (folder / "g.csv").write_text("fmtversion;grid_dpx;grid_dpz;grid_nx;grid_nz;vars\n1;0.1;1;1;2;velx\n\ntime;a;b\n0;0.25;1.25\n2;0.25;1.25\n")
    taken(folder, channel(grid.replace('z="0.05"', 'z="0"')))
    line = ["--set", "open_boundaries.inlet1.velocity={model: formula, formula: 0.25 + y}"]
    hashes = {re.search(r"hash\s+(\w+)", expect_run(amphi("bench", "case", "--steps", 30, "--set", "summation=fixed", *on, cwd=folder), 0).stdout)[1]
              for on in (["-b", "reference"], ["-b", "cpu"], ["-b", "offload", "--device", "host"], ["-b", "cpu", *line])}
    expect(len(hashes) == 1, f"{hashes}")
    slow = ["--set", "open_boundaries.inlet1.velocity={model: formula, formula: 0.24 + y}"]
    other = expect_run(amphi("bench", "case", "--steps", 30, "--set", "summation=fixed", *slow, cwd=folder), 0).stdout
    expect(re.search(r"hash\s+(\w+)", other)[1] not in hashes, "speeds do not matter")
    (folder / "g.csv").write_text("fmtversion;grid_dpx\n1;0\n")
    expect("a.xml:" in taken(folder, channel(grid), status=2).stderr, "a broken grid")


def binary(one, several):
    """The peer's binary file: an item with the mesh, one of a time, 0 s, and one of two, 1 and 2 s."""
    def text(words):
        return struct.pack("<I", len(words)) + words.encode()

    def item(values, arrays):
        held = text("\nVALUES") + struct.pack("<I", len(values)) + b"".join(text(n) + struct.pack("<i", t) + v for n, t, v in values)
        head = text("\nITEM\n") + text("PART") + struct.pack("<2i", 1, 0) + text("%f") + text("%f") + struct.pack("<3I", len(arrays), 0, len(held))
        parts = [text("\nARRAY") + text(n) + struct.pack("<2i2I", 0, t, len(v) // {11: 4, 12: 8}[t], len(v)) + v for n, t, v in arrays]
        return struct.pack("<I", len(head)) + head + held + b"".join(struct.pack("<I", len(p) - len(a[2])) + p for p, a in zip(parts, arrays))
    places = {"MeshPtRef": (0, 0, 0.4), "MeshVdp1": (0, 0, 0), "MeshVdp2": (0, 0, 0), "MeshVdp3": (0, 0, -0.4)}
    mesh = [("AppName", 1, text("a program"))] + [(n, 23, struct.pack("<3d", *v)) for n, v in places.items()]
    mesh += [(f"MeshNpt{k}", 8, struct.pack("<I", n)) for k, n in ((1, 1), (2, 1), (3, 2))]
    return (b"#FileJBD JMeshTDatas".ljust(58) + b"\n\0\0\0\0\0" + item(mesh, []) + item([("TimeStep", 12, struct.pack("<d", 0))], [one])
            + item([("Ntimes", 8, struct.pack("<I", 2))], [("TimeSteps", 12, struct.pack("<2d", 1, 2)), several]))


def test_mesh(folder):
    """Speeds and levels on a mesh along time: moved, turned round, repeated, and to the bit what a formula says where that is straight."""
    def inlet(change="", magnitude="true"):
        return channel(f'<imposevelocity mode="3"><meshdata file="m.csv"><magnitude v="{magnitude}" />{change}</meshdata></imposevelocity>')
    (folder / "m.csv").write_text(MESH.format("VelDir", "float", "false", 1, 2, -1, 0, 1, "0; 0.25; 1.25\n2; 0.25; 1.25\n"))
    taken(folder, inlet('<setpos z="1" />'))
    expect((folder / "case/inlet1_profiles.txt").read_text() == "x 0\ny 0 1\n0 0.25 1.25\n2 0.25 1.25\n", (folder / "case/inlet1_profiles.txt").read_text())
    line = ["--set", "open_boundaries.inlet1.velocity={model: formula, formula: 0.25 + y}"]
    hashes = {re.search(r"hash\s+(\w+)", expect_run(amphi("bench", "case", "--steps", 30, "--set", "summation=fixed", *on, cwd=folder), 0).stdout)[1]
              for on in (["-b", "reference"], ["-b", "cpu"], ["-b", "offload", "--device", "host"], ["-b", "cpu", *line])}
    expect(len(hashes) == 1, f"{hashes}")
    # A mesh from the top down, of velocities: reversed, then doubled along x and moved; the first row again from 0.5 s on.
    rows = "".join(f"{t};{-0.1 - t};0;9;{-0.2 - t};0;9\n" for t in (0, 0.25, 0.5, 7))
    (folder / "m.csv").write_text(MESH.format("Vel", "float3", "false", 1, 2, 0.4, 0, -0.4, rows))
    said = taken(folder, inlet('<reverse v="1" /><initialtime v="-1" /><setvelmul x="2" y="1" z="1" /><setveladd x="0.5" y="0" z="0" />'
                               '<timeloop tbegin="0" tend="0.5" />', "false")).stdout
    expect("speeds across the face: velocities along it are left out" in said, said)
    table = [line.split() for line in (folder / "case/inlet1_profiles.txt").read_text().splitlines()]
    expect(table[1] == ["y", "0", "0.4"] and [float(row[0]) for row in table[2:]][:5] == [1, 1.25, 1.5, 1.75, 2], f"{table[:7]}")
    for row in table[2:]:
        t = (float(row[0]) - 1) % 0.5
        expect(abs(float(row[1]) - (0.5 + 2 * (0.2 + t))) < 1e-6 and abs(float(row[2]) - (0.5 + 2 * (0.1 + t))) < 1e-6, f"{row}")
    # The binary form of a mesh from the top down, of a time an item and of several in one.
    (folder / "m.mbi4").write_bytes(binary(("VelDir", 11, struct.pack("<2f", 0.75, 0.5)), ("VelDir", 11, struct.pack("<4f", 1.5, 1, 3, 2))))
    taken(folder, inlet().replace("m.csv", "m.mbi4"))
    expect((folder / "case/inlet1_profiles.txt").read_text() == "x 0\ny 0 0.4\n0 0.5 0.75\n1 1 1.5\n2 2 3\n", (folder / "case/inlet1_profiles.txt").read_text())
    whole = (folder / "m.mbi4").read_bytes()
    for size in range(0, len(whole), 41):
        (folder / "m.mbi4").write_bytes(whole[:size])
        expect("a.xml:" in taken(folder, inlet().replace("m.csv", "m.mbi4"), status=2).stderr, f"{size} bytes")
    # Levels; what is no mesh is named.
    (folder / "m.csv").write_text(MESH.format("Zsurf", "float", "true", 1, 9, 0, 0, 1, "0;0.3\n1;0.35\n"))
    surface = '<imposevelocity mode="0"><velocity v="0.5" /></imposevelocity><imposezsurf mode="1"><meshdata file="m.csv" /></imposezsurf>'
    taken(folder, channel(surface))
    expect(numbers(folder, "inlet1_surface.txt") == [[0, 0.3], [1, 0.35]], keys(folder))
    for text, says in (("a\nSimpleCSV;b\n", "has the format SimpleCSV"), (MESH.format("V", "int", "false", 1, 2, 0, 0, 1, ""), "type int"),
                       (MESH.format("V", "float", "false", 1, 0, 0, 0, 1, ""), "1 by 1 by 0 places"), (MESH.format("V", "float", "false", 1, 2, 0, 0, 1, "0;1\n"), "m.csv:4: expected"),
                       (MESH.format("V", "float", "false", 1, 2, 0, 0, 1, "0;1;2\n0;1;2\n"), "m.csv:5: 0 s is not"), (MESH.format("V", "float3", "false", 1, 1, 0, 0, 1, "0;1;2;3\n"), "has 3 numbers a place")):
        (folder / "m.csv").write_text(text)
        said = taken(folder, inlet(), status=2).stderr
        expect(says in said and "a.xml:" in said, f"{says}: {said}")


def test_current(folder):
    """A box of one velocity: water at rest in the middle of it soon has that, turning round with the file."""
    zone = """<special><relaxationzones><rz_uniform><domainbox><point x="0.2" y="-1" z="0" /><size x="0.6" y="2" z="0.5" /><direction x="1" y="0" z="0" />
      </domainbox>{}</rz_uniform></relaxationzones></special>"""
    basin = FULL + box("fluid", 0, (0.05, -1, 0.05), (0.9, 2, 0.4)) + box("bound", 0, (0, -1, 0), (0.95, 2, 0.5), "bottom")
    def draw(velocity):
        return document(basin, special=zone.format(velocity), parameters='<parameter key="XPeriodicIncY" value="0" />')
    taken(folder, draw('<velocity value="0.5" />'))
    expect("{name: zone1, from: [0.5, 0.25], to: [0.8, 0.25], side: [0.5, 0.5], current: 0.5}" in keys(folder), keys(folder))
    times = '<velocitytimes><timevalue time="0" v="0.5" /><timevalue time="0.2" v="0.5" /><timevalue time="0.25" v="-0.5" /></velocitytimes>'
    taken(folder, draw(times))
    expect("current: 1, file: zone1.txt" in keys(folder) and numbers(folder, "zone1.txt")[2] == [0.25, -0.5], keys(folder))
    expect_run(amphi("run", "case", "-o", "out", "--quiet", "--threads", 1, "--end", 0.4, "--set",
                     "gauges=[{name: V, type: velocity, at: [0.5, 0.25], interval: 0.02}]", cwd=folder), 0)
    table = gauge(folder, "out")[1]
    at = {round(row[0], 2): row[1] for row in table}
    expect(abs(at[0.18] - 0.5) < 0.1 and abs(at[0.38] + 0.5) < 0.1, f"{at}")


def test_external(folder):
    """A zone of another program's velocities: water gets what its files say of places, heights and times, upwards only if that is asked for."""
    basin = FULL + box("fluid", 0, (0, -1, 0.05), (0.95, 2, 0.4)) + box("bound", 0, (0, -1, 0), (0.95, 2, 0.5), "bottom")
    def draw(more):
        zone = f"""<special><relaxationzones><rzwaves_external_1d><start value="0.1" /><depth value="0.4" /><swl value="0.4" /><filesvel value="sea" />
          <filesvelx initial="2" count="3" /><movedata x="0.1" y="0" z="0.4" /><dpz valuedp="1" />{more}<center x="0.5" y="0" z="0" /><width value="0.8" />
          <function psi="0.9" beta="1" /><driftcorrection value="1" /></rzwaves_external_1d></relaxationzones></special>"""
        return document(basin, special=zone, parameters='<parameter key="XPeriodicIncY" value="0" />')
    def speed(x, z, t):
        return (0.5 + x) * (1 + z) * (0.2 + t)
    # Two layers from the top down, which move: the speed is straight between them, and so it does not matter.
    for k, x in ((2, 0), (3, 0.4), (4, 0.8)):
        for what, sign in (("velx", 1), ("velz", -0.1)):
            table = "".join(f"{t};{0.1 * t};-0.4;{sign * speed(x, 0.1 * t, t)};{sign * speed(x, -0.4, t)}\n" for t in (0, 0.2, 0.4, 5))
            (folder / f"sea_{what}_x{k:02}_y00.csv").write_text(f"px:;{x};py:;0\ntime;pz_0;pz_1;vel_0;vel_1\n{table}")
    taken(folder, draw(""))
    expect("from: [0.5, 0]\n    to: [0.9, 0]\n    velocities: zone1.txt" in keys(folder), keys(folder))
    head = (folder / "case/zone1.txt").read_text().splitlines()
    expect(head[0] == "x 0.1 0.5 0.9" and head[1].startswith("y 0 ") and [float(line.split()[0]) for line in head[2:]] == [0.1, 0.3, 0.5, 5.1], f"{head[:2]}")
    gauges = "gauges=[{name: V, type: velocity, at: [0.5, 0.25], interval: 0.02}]"
    for more, upward in (("", False), ('<coefdir x="1" y="0" z="1" /><usevelz value="true" />', True)):
        taken(folder, draw(more))
        expect_run(amphi("run", "case", "-o", "out", "--force", "--quiet", "--threads", 1, "--end", 0.3, "--set", gauges, "--set", "relaxation_zones.zone1.strength=1000", cwd=folder), 0)
        row = next(row for row in gauge(folder, "out")[1] if abs(row[0] - 0.28) < 0.005)
        due = speed(0.4, -0.15, 0.18)
        expect(abs(row[1] / due - 1) < 0.05, f"{row}: {due}")
        expect((abs(row[2] / (-0.1 * due) - 1) < 0.2) == upward, f"{row}: {-0.1 * due}")
    (folder / "sea_velx_x03_y00.csv").write_text("time;z;v\n0;0;1\n1;0;1\n")
    expect("sea_velx_x03_y00.csv: does not say where it is" in taken(folder, draw(""), status=2).stderr, "a file without a place")


def test_while(folder):
    """Accelerations from one time to another."""
    accelerations = """<special><accinputs><accinput mkfluid="0"><time start="0.2" end="0.6" /><globalgravity value="1" /><acctimes>
      <timevalue time="0" linx="0" /><timevalue time="0.4" linx="2" /><timevalue time="1" linx="5" /></acctimes></accinput></accinputs></special>"""
    taken(folder, document(special=accelerations))
    expect("forcing: {file: fluid0_push.txt, from: 0.2, to: 0.6}" in keys(folder) and "frame:" not in keys(folder), keys(folder))
    expect([r for r in numbers(folder, "fluid0_push.txt") if r[0] in (0, 0.4, 1)] == [[0, 0, 0], [0.4, 2, 0], [1, 5, 0]], "rows")
    whole = accelerations.replace('<time start="0.2" end="0.6" />', '<time start="0" end="9" />')
    taken(folder, document(special=whole))
    expect("frame: {file: frame.txt" in keys(folder) and "forcing" not in keys(folder), keys(folder))
    body = '<floatings><floating mkbound="1"><massbody value="6" /></floating></floatings>'
    pushed = accelerations.replace('mkfluid="0"', 'mkbound="1"')
    taken(folder, document(TANK + box("bound", 1, (0.6, -1, 0.2), (0.2, 2, 0.2)), casedef=body, special=pushed))
    expect("      forcing: {file: bound1_push.txt, from: 0.2, to: 0.6}" in keys(folder), keys(folder))


ACC = """<special><accinputs><accinput mkfluid="0"><globalgravity value="0" /><acctimes><timevalue time="0" linx="3" linz="1" /><timevalue time="1" linx="3" linz="1" />
  </acctimes></accinput><accinput mkfluid="1"><acccentre x="1.1" y="0" z="0" /><globalgravity value="0" /><acctimes><timevalue time="0" angy="4" />
  <timevalue time="1" angy="4" /></acctimes></accinput></accinputs></special>"""


def weightless(text):
    text = text.replace('<gravity x="0" y="0" z="-9.81" />', '<gravity x="0" y="0" z="0" />')
    return text.replace("<rhop0", '<speedsound value="10" auto="false" /><rhop0', 1)


def test_forcing(folder):
    """Fluids without weight, each with an acceleration of its own: one goes along it, one begins to turn from +z to +x as a right hand about +y does, one
    rests. One hash on backends, threads, in two sittings."""
    commands = "".join(box("fluid", k, (0.7 * k, -1, 0), (0.2, 2, 0.2)) for k in range(3))
    taken(folder, weightless(document(commands, special=ACC)))
    expect("spin: fluid1_spin.txt, about: [1.1, 0]" in keys(folder) and "fluid0_spin" not in keys(folder), keys(folder))
    degrees = 180 / math.pi
    last = numbers(folder, "fluid1_spin.txt")[-2]
    expect(last[0] == 1 and abs(last[1] + 4 * degrees) < 1e-6 and abs(last[2] + 4 * degrees) < 1e-6, f"{last}")
    probes = ", ".join(f"{{name: {n}, type: velocity, at: {at}, interval: 0.05}}" for n, at in (("A", [0.15, 0.15]), ("B", [0.8, 0.1]), ("C", [1.5, 0.1])))
    hashes = set()
    for backend, threads in (("cpu", 1), ("cpu", 2), ("reference", 1), ("offload", 1)):
        expect_run(amphi("run", "case", "-o", "out", "--force", "--quiet", "-b", backend, "--set", "summation=fixed", "--set", f"gauges=[{probes}]",
                         "-e", "0.1", *(("--device", "host") if backend == "offload" else ()), *(("--threads", threads) if backend != "reference" else ()), cwd=folder), 0)
        hashes.add(json.loads((folder / "out/summary.json").read_text())["state_hash"])
    expect(len(hashes) == 1, f"{hashes}")
    row = gauge(folder, "out")[1][-1]
    t = row[0]
    expect(abs(row[1] - 3 * t) < 0.02 * t and abs(row[2] - t) < 0.02 * t, f"{row}")
    # alpha x r = 4 (r_z, -r_x) at r = (-0.3, 0.1)
    expect(abs(row[3] - 0.4 * t) < 0.06 * t and abs(row[4] - 1.2 * t) < 0.06 * t, f"{row}")
    expect(abs(row[5]) + abs(row[6]) < 1e-4, f"{row}")
    for out, ends in (("two", ("0.05", "0.1")), ("one", ("0.1",))):
        for k, end in enumerate(ends):
            expect_run(amphi("run", "case", "-o", out, *(("--resume",) if k else ()), "--quiet", "--threads", 1, "--set", "summation=fixed", "-e", end, cwd=folder), 0)
        hashes.add(json.loads((folder / out / "summary.json").read_text())["state_hash"])
    expect(len(hashes) == 1, f"{hashes}")


def test_peer_turning(folder):
    """The peer's turning ends where alpha does; its velocity is alpha times the interval that alpha ends; 2 omega x v has the linear velocity in one term."""
    rows_ = '<timevalue time="0" /><timevalue time="0.5" linz="2" /><timevalue time="0.75" angy="5" linz="2" /><timevalue time="1" /><timevalue time="2" />'
    special = f'<special><accinputs><accinput mkfluid="0"><time start="0" end="3" /><globalgravity value="1" /><acctimes>{rows_}</acctimes></accinput></accinputs></special>'
    commands = "".join(box("fluid", k, (0.7 * k, -1, 0), (0.2, 2, 0.2)) for k in range(2))
    taken(folder, document(commands, special=special))
    degrees = 180 / math.pi
    spin, push = ({round(r[0], 6): r[1:] for r in numbers(folder, f"fluid0_{n}.txt")} for n in ("spin", "push"))
    expect(abs(spin[0.75][1] + 1.25 * degrees) < 1e-6 and abs(spin[0.75][0] + 5 * degrees) < 1e-6, f"{spin}")
    behind = [r for r in numbers(folder, "fluid0_spin.txt") if r[0] > 1 + 1e-9]
    expect(behind and not any(any(r[1:]) for r in behind), f"{behind}")
    # acc.z += 2 omega_y V_x = 0 and acc.x has none of V_z
    expect(push[0.75] == [0, 2], f"{push[0.75]}")


BODY = '<floatings><floating mkbound="1" rhopbody="500">{}</floating></floatings>'


def test_histories(folder):
    """A body that is free, driven and free again; a turn goes on when it is let go; loads."""
    commands = "<setmkfluid mk=\"0\" /><drawpoint x=\"1.9\" y=\"0\" z=\"1.9\" />" + box("bound", 1, (0.4, -1, 0.4), (0.3, 2, 0.3))
    vel = """<linearvel><vel time="0" x="none" y="none" z="none" /><vel time="0.1" x="0" z="0.2" /><vel time="0.2" x="1" z="0.2" /><vel time="0.3" x="none" z="none" />
      </linearvel><angularvel><vel time="0" y="0.5" x="none" z="none" /><vel time="0.2" x="none" y="none" z="none" /></angularvel>"""
    taken(folder, weightless(document(commands, casedef=BODY.format(vel))))
    text = keys(folder)
    for line in ('{way: x, is: velocity, from: 0.1, to: 0.3, file: bound1_x_1.txt}', '{way: y, is: velocity, from: 0.1, to: 0.3, formula: "0.2"}',
                 '{way: rz, is: velocity, to: 0.2, formula: "-28.64788976"}'):
        expect(line in text, text)
    expect_run(amphi("run", "case", "-o", "out", "--quiet", "--threads", 1, "-e", "0.5", "--set", "gauges=[{name: P, type: body, on: bound1, interval: 0.05}]", cwd=folder), 0)
    head, table = gauge(folder, "out")
    at = {round(row[0], 2): dict(zip(head, row)) for row in table}
    for t, vx, vy in ((0.05, 0, 0), (0.15, 0.5, 0.2), (0.25, 1, 0.2), (0.45, 1, 0.2)):
        expect(abs(at[t]["P.vx [m/s]"] - vx) < 0.03 and abs(at[t]["P.vy [m/s]"] - vy) < 0.03, f"{at[t]}")
    for t in (0.1, 0.45):
        expect(abs(at[t]["P.spin [degrees/s]"] + 28.65) < 0.3, f"{at[t]}")
    loads = '<linearforce><force time="0" x="1" y="0" z="2" /><force time="1" x="1" y="0" z="2" /></linearforce><angularforce><force time="0" x="0" y="3" z="0" />' \
        '<force time="0" x="0" y="4" z="0" /><force time="1" x="0" y="4" z="0" /></angularforce>'
    taken(folder, document(commands, casedef=BODY.format(loads)))
    expect("file: bound1_load.txt" in keys(folder) and numbers(folder, "bound1_load.txt")[-1][1:] == [1, 2, -4], keys(folder))
    (folder / "v.csv").write_text("time;x;y;z\n0;none;none;1\n0.5;none;none;1\n")
    taken(folder, document(commands, casedef=BODY.format('<linearvel file="v.csv" />')))
    expect('driven:\n        - {way: y, is: velocity, formula: "1"}\n' in keys(folder), keys(folder))
    push = '<special><accinputs><accinput mkbound="1"><globalgravity value="0" /><acctimes><timevalue time="0" linx="2" /><timevalue time="1" linx="2" /></acctimes></accinput></accinputs></special>'
    taken(folder, document(commands, casedef=BODY.format('<massbody value="10" />'), special=push))
    row = numbers(folder, "bound1_push.txt")[0]
    expect(row == [0, 2, 9.81] and "forcing: {file: bound1_push.txt" in keys(folder), f"{row}")


def test_flow(folder):
    """A flow in litres or gallons a second becomes a velocity by the area of the face's points, in 2-D by the peer's ten times as much."""
    zone = """<special><inout><inoutzone><layers value="4" /><zone2d><line><point x="0" z="0" /><point2 x="0" z="0.15" /><direction x="1" z="0" /></line></zone2d>
      <imposevelocity mode="0"><velocity v="3" /><flowvelocity active="true" {} /></imposevelocity><imposerhop mode="0" /></inoutzone></inout></special>"""
    for said, speed in (('units="l/s"', 0.15), ('units="gal/s" ratio="2"', 0.15 / 0.264172 / 2), ("", 0.15)):
        taken(folder, document(box("fluid", 0, (0, -1, 0), (0.5, 2, 0.15)), special=zone.format(said)))
        found = float(re.search(r"speed: ([0-9.]+)", keys(folder))[1])
        expect(abs(found - speed) < 1e-6 * speed, f"{said}: {found}, not {speed}")


def test_piston(folder):
    """A piston of one layer goes as its file says; of two it would bend."""
    piston = '<special><mlayerpistons><piston1d><mkbound value="1" /><filevelx value="p.csv" /><smooth value="5" /></piston1d></mlayerpistons></special>'
    commands = TANK + box("bound", 1, (0.9, -1, 0.05), (0, 2, 0.4))
    (folder / "p.csv").write_text("px:;0;py:;0\ntime;pz_0;vel_0\n0;0;0.1\n0.5;0;0.3\n1;0;0.1\n")
    taken(folder, document(commands, special=piston))
    expect("moves: velocity, file: piston_bound1.txt" in keys(folder), keys(folder))
    expect(numbers(folder, "piston_bound1.txt") == [[0, 0.1, 0], [0.5, 0.3, 0], [1, 0.1, 0]], (folder / "case/piston_bound1.txt").read_text())


def test_layers(folder):
    """A piston of several layers: each row of nodes goes by the speed at its own height, in 3-D each node by that at its own y."""
    commands = TANK + box("bound", 1, (0.9, -1, 0.05), (0, 2, 0.4))
    piston = ('<special><mlayerpistons><piston1d><mkbound value="1" /><filevelx value="p.csv" /><incz value="0.5" /><timedataini value="10" />'
              '</piston1d></mlayerpistons></special>')
    # From the top down: at 0.3 m and below 0.1 m/s, at 0.4 m and above 0.3 + 0.8 t, as the file's time of 10 s is the run's begin.
    (folder / "p.csv").write_text("px:;0;py:;0\ntime;pz_0;pz_1;vel_0;vel_1\n9;-0.1;-0.2;-0.5;0.1\n10.25;-0.1;-0.2;0.5;0.1\n10.5;-0.1;-0.2;0.7;0.1\n")
    said = taken(folder, document(commands, special=piston)).stdout
    expect("a wall for each row of nodes" in said and "ends at 0.5 s of the run, and the piston stands" in said, said)
    expect(len(list((folder / "case").glob("bound1_*.csv"))) == 9 and not (folder / "case/bound1.csv").exists(), keys(folder))
    expect_run(amphi("run", "case", "-o", "out", "--quiet", "--threads", 1, "-e", "0.5", "--set", "output.interval=0.5", cwd=folder), 0)
    expect_run(amphi("export", "out", "--csv", "--only", "walls", cwd=folder), 0)
    last = sorted((folder / "out/export").glob("*.csv"))[-1].read_text().splitlines()
    head = next(i for i, line in enumerate(last) if "Pos.x" in line)
    columns = [re.sub(r" .*", "", c) for c in re.split("[;,]", last[head])]
    table = [dict(zip(columns, re.split("[;,]", line))) for line in last[head + 1:]]
    moved = {round(float(row["Pos.z"]), 3): float(row["Pos.x"]) - 0.9 for row in table if 0.9 < float(row["Pos.x"]) < 1.2 and 0.04 < float(row["Pos.z"]) < 0.46}
    expect(len(moved) == 9, f"{moved}")
    for z, way in moved.items():
        share = min(max((z - 0.3) / 0.1, 0), 1)
        expect(abs(way - (0.05 + share * (0.1 + 0.1))) < 1e-5, f"{z}: {way}")
    hashes = {re.search(r"hash\s+(\w+)", expect_run(amphi("bench", "case", "--steps", 20, "--set", "summation=fixed", *on, cwd=folder), 0).stdout)[1]
              for on in (["-b", "reference"], ["-b", "cpu"], ["-b", "offload", "--device", "host"])}
    expect(len(hashes) == 1, f"{hashes}")
    (folder / "p.csv").write_text("time;a;b;c\n0;0;1\n1;0;1;2;3\n")
    expect("p.csv:3: has 5 numbers" in taken(folder, document(commands, special=piston), status=2).stderr, "rows of two lengths")
    # By y: 1 + y at 0.1 m and twice that at 0.3 m, from the beginning on.
    wide = "".join(f'<veldata><filevelx value="{y}.csv" /><posy value="{y}" /></veldata>' for y in (1, 0))
    for y in (0, 1):
        (folder / f"{y}.csv").write_text(f"time;z;z;v;v\n0;0.1;0.3;{1 + y};{2 + 2 * y}\n2;0.1;0.3;{1 + y};{2 + 2 * y}\n")
    across = f'<special><mlayerpistons><piston2d><mkbound value="1" />{wide}</piston2d></mlayerpistons></special>'
    taken(folder, document(FULL + box("fluid", 0, (0.1, 0, 0), (0.2, 1, 0.1)) + box("bound", 1, (0.9, 0, 0.1), (0.1, 1, 0.2)), dp="0.1", width="1", special=across))
    for k in range(30):
        place, table = rows(folder, f"bound1_{k}.csv"), numbers(folder, f"piston_bound1_{k}.txt")
        expect(len(place) == 2, f"{place}")
        y, z = place[0][1:]
        expect(abs(table[0][1] - (1 + y) * (1 + (z - 0.1) / 0.2)) < 1e-6 and table[0][2:] == [0, 0], f"{place}: {table}")


main([test_scheme, test_ends, test_displaced, test_tensor, test_profiles, test_mesh, test_current, test_external, test_while, test_forcing, test_peer_turning, test_histories, test_flow, test_piston, test_layers])
