# SPDX-License-Identifier: BSD-3-Clause
"""What check foretells beside particles and memory: bodies and how they float, time and disk, a picture of the start."""
import re
import signal
import subprocess

from harness import CASE, PROGRAM, SOURCE, amphi, expect, expect_run, listing, main

FLOAT = """\
method: wcsph
dimensions: {dimensions}
dp: 0.05
domain: {{low: {low}, high: {high}}}
gravity: {gravity}
fluids:
  - {{name: water, shapes: [{{add: box, low: {low}, high: {level}}}]}}
walls:
  - {{name: tank, shapes: [{{add: box, low: {low}, high: {high}, fill: shell-outside}}]}}
  - {{name: block, shapes: [{shape}], body: {{density: {density}}}}}
end: 0.1
"""
SPACE = dict(dimensions=3, low="[-1, -1, -1]", high="[1, 1, 1]", gravity="[0, 0, -9.81]", level="[1, 1, 0]", density=600,
             shape="{add: box, low: [-0.4, -0.2, -0.2], high: [0.4, 0.2, 0.2]}")
PLANE = dict(dimensions=2, low="[-1, -1]", high="[1, 1]", gravity="[0, -9.81]", level="[1, 0]", density=600,
             shape="{add: box, low: [-0.4, -0.2], high: [0.4, 0.2]}")


def numbers(text):
    return [float(x) for x in re.findall(r"-?\d+\.?\d*(?:e[-+]\d+)?", text)]


def body_lines(folder, base, **keys):
    (folder / "case.yaml").write_text(FLOAT.format(**{**base, **keys}))
    said = expect_run(amphi("check", folder), 0).stdout
    lines = re.findall(r"^  body +block: (.*)$", said, re.M)
    expect(len(lines) == 2, said)
    return lines


def test_bodies(folder):
    """Mass, centre and inertia of blocks, and Archimedes' draught, against their formulas."""
    lines = body_lines(folder, SPACE)
    mass = 600 * 0.8 * 0.4 * 0.4
    want = [mass, 0, 0, 0] + [mass / 12 * (a * a + b * b) for a, b in ((0.4, 0.4), (0.8, 0.4), (0.8, 0.4))]
    found = numbers(lines[0].replace("kg m^2", ""))
    expect(len(found) == 7 and all(abs(f - w) < 1e-4 * mass for f, w in zip(found, want)), f"{lines[0]}: {want}")
    expect(numbers(lines[1])[:2] == [0.24, 0.4], lines[1])
    lines = body_lines(folder, PLANE)
    found, mass = numbers(lines[0]), 600 * 0.8 * 0.4
    want = [mass, 0, 0, mass / 12 * (0.8**2 + 0.4**2)]
    expect(len(found) == 4 and all(abs(f - w) < 1e-4 * mass for f, w in zip(found, want)), f"{lines[0]}: {want}")
    expect(numbers(lines[1])[:2] == [0.24, 0.4], lines[1])
    # On its side; half a cylinder's volume under its axis; too heavy; and as heavy as water, in which all of it is.
    expect(numbers(body_lines(folder, SPACE, shape="{add: box, low: [-0.4, -0.2, -0.2], high: [0.4, 0.2, 0.2], turn: [0, 90, 0]}")[1])[:2] == [0.48, 0.8], "turned")
    lines = body_lines(folder, SPACE, density=500, shape="{add: cylinder, base: [-0.4, 0, 0], top: [0.4, 0, 0], radius: 0.3}")
    expect(abs(numbers(lines[1])[0] / numbers(lines[1])[1] - 0.5) < 0.03, lines[1])
    expect("sinks" in body_lines(folder, SPACE, density=1001)[1], "1001 kg/m^3")
    expect(numbers(body_lines(folder, SPACE, density=1000)[1])[:2] == [0.4, 0.4], "1000 kg/m^3")
    upside = body_lines(folder, PLANE, gravity="[0, 9.81]")  # up is down, the draught is the same
    expect(numbers(upside[1])[:2] == [0.24, 0.4], upside[1])


def test_bodies_that_do_not_float(folder):
    """No draught of a body that cannot rise; of one that is tied it is said."""
    up, along = "density: 600, locked: [z]", "density: 600, driven: [{way: z, formula: sin(t)}]"
    for body in (up, along):
        (folder / "case.yaml").write_text(FLOAT.format(**SPACE).replace("density: 600", body))
        said = expect_run(amphi("check", folder), 0).stdout
        expect("block: 76.8 kg" in said and "draught" not in said, said)
    for more in ("joints: [{name: j, type: spring, of: block, at: [0, 0, 0.2], to: [0, 0, 0.8], stiffness: 10}]",
                 "cables: [{name: k, from: [0, 0, -1], to: [0, 0, -0.2], to_on: block, length: 1, mass: 1, diameter: 0.02, stiffness: 1e4}]"):
        (folder / "case.yaml").write_text(FLOAT.format(**SPACE) + more + "\n")
        said = expect_run(amphi("check", folder), 0).stdout
        expect("a draught of 0.24 m" in said and "without what it is tied to" in said, said)
    (folder / "case.yaml").write_text(FLOAT.format(**SPACE).replace("density: 600", "density: 600, driven: [{way: z, is: force, formula: sin(t)}]"))
    expect("a draught of 0.24 m" in expect_run(amphi("check", folder), 0).stdout, "a force leaves it free")


def test_bodies_in_the_air(folder):
    """What hangs on joints above the water has no draught, and meets nothing; in the water it has, and does."""
    said = expect_run(amphi("check", "pendulums", cwd=SOURCE), 0).stdout
    expect("body        one: 20 kg/m" in said and "draught" not in said and "contact" not in said, said)
    said = expect_run(amphi("check", "pendulums", "--set", "fluids.pool.shapes.0.high=[4, 3.5]", cwd=SOURCE), 0).stdout
    expect("one: a draught" in said and "contact     none" in said, said)


def test_body_mass_given(folder):
    text = FLOAT.format(**SPACE).replace("body: {density: 600}", "body: {mass: 64, centre: [0, 0, -0.1], inertia: [1, 2, 3]}")
    (folder / "case.yaml").write_text(text)
    said = expect_run(amphi("check", folder), 0).stdout
    expect("block: 64 kg, centre (0, 0, -0.1) m, inertia (1, 2, 3) kg m^2" in said and "draught of 0.2 m of its 0.4 m" in said, said)


def test_time_and_disk(folder):
    """The foretold disk is what the run takes; the pace lies between its bounds; nothing is left behind."""
    (folder / "tmp").mkdir()
    case = CASE.replace("end: 0.2", "end: 0.2").replace("interval: 0.05", "interval: 0.02")
    (folder / "case.yaml").write_text(case)
    env = {"TMPDIR": str(folder / "tmp"), "PATH": "/usr/bin:/bin", "OMP_WAIT_POLICY": "passive"}
    expect_run(amphi("check", ".", cwd=folder), 0, "  more        --time says how long it takes here")
    said = expect_run(amphi("check", ".", "--time", "-t", 1, cwd=folder, env=env), 0).stdout
    expect("  more  " not in said, said)
    expect(listing(folder) == ["case.yaml", "tmp"], listing(folder))
    disk = re.search(r"^  disk +about ([\d.]+) (\w+): (\d+) snapshots", said, re.M)
    takes = re.search(r"^  takes +about .* \(.* to .*\) on cpu.*: (\d+) steps .* first (\d+), ([\d.e+-]+) to ([\d.e+-]+) ms each", said, re.M)
    expect(disk and takes, said)
    expect(int(takes[2]) > 5 and 0 < float(takes[3]) <= float(takes[4]), takes[0])
    expect_run(amphi("run", ".", "-o", "out", "-t", 1, "-q", cwd=folder), 0)
    files = [path for path in (folder / "out").iterdir() if path.suffix in (".vtkhdf", ".h5") and "gauges" not in path.name]
    expect(int(disk[3]) == len(files) - 1 == 11, f"{disk[0]}, {files}")
    size, unit = sum(path.stat().st_size for path in files), {"KiB": 2**10, "MiB": 2**20}[disk[2]]
    expect(abs(float(disk[1]) * unit / size - 1) < 0.2, f"{disk[0]}: {size} bytes")
    tables = expect_run(amphi("check", ".", "--time", "--set", "output.snapshots=none", cwd=folder, env=env), 0).stdout
    expect(" 0 snapshots" in tables, tables)


def test_time_stopped(folder):
    """Ctrl-C while it takes steps: it says so, and its folder goes."""
    (folder / "tmp").mkdir()
    env = {"TMPDIR": str(folder / "tmp"), "PATH": "/usr/bin:/bin", "OMP_WAIT_POLICY": "passive"}
    command = subprocess.Popen([PROGRAM, "check", ".", "--time", "-t", "1"], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in command.stdout:  # the last before the steps
        if line.startswith("  disk"):
            break
    command.send_signal(signal.SIGINT)
    said = command.communicate(timeout=60)[1]
    expect(command.returncode == 1 and "--time: stopped: Interrupt" in said, f"{command.returncode}: {said}")
    expect(listing(folder / "tmp") == [], listing(folder / "tmp"))


def test_picture(folder):
    said = expect_run(amphi("check", ".", "--picture", "start.png", cwd=folder), 0, "start.png: a picture").stdout
    expect("particles   " in said and listing(folder) == ["case.yaml", "start.png"], listing(folder))
    first = (folder / "start.png").read_bytes()
    expect(first[:4] == b"\x89PNG" and len(first) > 1000, "no picture")
    expect_run(amphi("check", ".", "--picture", "start.png", "--set", "fluids.water.shapes.0.high=[0.4, 0.3]", cwd=folder), 0)
    expect((folder / "start.png").read_bytes() != first, "more water, the same picture")
    expect_run(amphi("check", ".", "--picture", "start.gif", cwd=folder), 2, "a picture ends in .png")
    for name in ("rotation", "lj-melt", "swarm-sphere"):  # other methods have other fields
        expect_run(amphi("check", name, "--picture", f"{name}.png", cwd=folder), 0, f"{name}.png: a picture")


main([test_bodies, test_bodies_that_do_not_float, test_body_mass_given, test_time_and_disk, test_time_stopped, test_picture])
