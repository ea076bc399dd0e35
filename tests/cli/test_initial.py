#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Fluid that begins by formulas: its velocities and densities, c0 by the fastest, one hash on every backend, what is refused."""
import json
import math
import re
import subprocess

from harness import amphi, expect, expect_run, main

CASE = """\
method: wcsph
dimensions: DIMENSIONS
dp: 0.05
domain: {low: LOW, high: HIGH, periodic: AXES}
fluids:
  - {name: water, velocity: VELOCITY, shapes: [{add: box, low: LOW, high: HIGH}]INITIAL}
end: 0.05
summation: fixed
material: {expected_speed: 0.1}
output: {interval: 0.05}
MORE"""
# What stands in a snapshot, by a Python that has h5py.
READ = """import json, sys, h5py
data = h5py.File(sys.argv[1])["VTKHDF"]
print(json.dumps([data[name][:].tolist() for name in ("Points", "PointData/velocity", "PointData/density")]))"""


def case(initial="", *, dimensions=2, velocity=None, more=""):
    low, high = [0] * dimensions, [1] * dimensions
    text = CASE.replace("INITIAL", f", initial: {initial}" if initial else "")
    for word, value in (("DIMENSIONS", dimensions), ("LOW", low), ("HIGH", high), ("AXES", "[x, y, z]" if dimensions == 3 else "[x, y]"),
                        ("VELOCITY", velocity or low), ("MORE", more)):
        text = text.replace(word, str(value))
    return text


def start(folder, text):
    (folder / "c.yaml").write_text(text)
    expect_run(amphi("run", "c.yaml", "--steps", 0, "-o", "out", "--force", "-q", cwd=folder), 0)
    snapshot = sorted((folder / "out").glob("particles_*.vtkhdf"))[0]
    return json.loads(subprocess.run(["/usr/bin/python3", "-c", READ, snapshot], capture_output=True, text=True, check=True).stdout)


def test_values(folder):
    """Components without a formula are those of `velocity`; z is a name in 3-D."""
    for dimensions, formula, due in ((2, "{vy: 0.2*sin(2*pi*x), density: 1000 + y}", lambda x: ([0.5, 0.2 * math.sin(2 * math.pi * x[0]), 0], 1000 + x[1])),
                                     (3, "{vx: y*z, vz: -x}", lambda x: ([x[1] * x[2], 0, -x[0]], 1000))):
        places, velocities, densities = start(folder, case(formula, dimensions=dimensions, velocity=[0.5, 0, 0][:dimensions]))
        expect(len(places) == 20**dimensions, f"{len(places)} particles")
        for x, v, density in zip(places, velocities, densities):
            velocity, of = due(x)
            expect(max(abs(a - b) for a, b in zip(v, velocity)) < 1e-6 and abs(density - of) < 1e-3, f"at {x}: {v}, {density}")


def test_sound(folder):
    (folder / "c.yaml").write_text(case("{vx: 3*x, vy: -4*x}"))
    said = expect_run(amphi("check", "c.yaml", cwd=folder), 0).stdout
    c0 = float(re.search(r"c0 = ([\d.e+-]+) m/s", said).group(1))
    expect(abs(c0 / 48.75 - 1) < 0.01 and "the initial velocity of water" in said, said)


def test_as_a_constant(folder):
    """A formula that is a number has the bits of that number; one hash on every backend and over a resume."""
    def ends(name, *ways):
        expect_run(amphi("run", *ways, "-q", cwd=folder), 0)
        return json.loads((folder / name / "summary.json").read_text())["state_hash"]

    hashes = set()
    for text in case(velocity=[0.5, 0.25]), case("{vx: 0.5, vy: 1/4}"):
        (folder / "c.yaml").write_text(text)
        hashes.add(ends("out", "c.yaml", "-o", "out", "--force"))
    expect(len(hashes) == 1, f"{hashes}")
    (folder / "c.yaml").write_text(case("{vx: sin(2*pi*y), vy: 0.3*cos(2*pi*x), density: 1000 + 0.1*sin(2*pi*x)}"))
    hashes = {ends("out", "c.yaml", "-o", "out", "--force", "--backend", *way) for way in (["reference"], ["cpu", "--threads", 2], ["offload", "--device", "host"])}
    expect_run(amphi("run", "c.yaml", "-o", "out", "--force", "--steps", 5, "-q", cwd=folder), 0)
    hashes.add(ends("out", "--resume", "out"))
    expect(len(hashes) == 1, f"{hashes}")


def test_refused(folder):
    for initial, keys, words in (("{vz: 1}", {}, "initial.vz"), ("{vx: q}", {}, "initial.vx"), ("{vx: z}", {}, "initial.vx"),
                                 ("{density: 1000}", {"more": "density_equation: summation\n"}, "initial.density"), ("{speed: 1}", {}, "unknown key")):
        (folder / "c.yaml").write_text(case(initial, **keys))
        said = expect_run(amphi("check", "c.yaml", cwd=folder), 2).stderr
        expect(words in said and "c.yaml:" in said, f"{initial}: {said}")
    (folder / "c.yaml").write_text(case("{density: x - 0.5}"))
    said = expect_run(amphi("run", "c.yaml", "-o", "out", "--force", cwd=folder), 2).stderr
    expect("fluids.water.initial.density: -0.475 at (0.025," in said, said)
    (folder / "c.yaml").write_text(case("{density: 1000}").replace("water,", "water, hydrostatic: true,").replace(", periodic: [x, y]", "") + "gravity: [0, -9.81]\n")
    expect("beside hydrostatic true" in expect_run(amphi("check", "c.yaml", cwd=folder), 2).stderr, "hydrostatic")


main([test_values, test_sound, test_as_a_constant, test_refused])
