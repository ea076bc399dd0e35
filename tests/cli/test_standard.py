# SPDX-License-Identifier: BSD-3-Clause
"""Schemes: what fills in the keys that a case leaves out; water at rest under the standard one, and its resumed run."""
import csv
import json

from harness import CASE, amphi, expect, expect_run, main

BARE = CASE.replace("boundary: {model: dynamic}\n", "").replace(", layers: 3", "")
STANDARD = ("scheme: standard", "formulation: incompressible", "smoothing_ratio: 2", "model: riemann", "gamma: 1",
            "model: dummy", "slip: free", "model: sun", "scheme: adams_bashforth", "cfl: 0.3")
CLASSIC = ("scheme: classic", "formulation: mass", "model: artificial", "alpha: 0.1", "model: dynamic", "scheme: verlet",
           "cfl: 0.2", "gamma: 7")


def used(folder, *more):
    expect_run(amphi("run", "bare.yaml", "--steps", 1, "--force", "-o", "out", "-q", *more, cwd=folder), 0)
    return (folder / "out/used.yaml").read_text()


def holds(text, words):
    missing = [word for word in words if word not in text]
    expect(not missing, f"{missing} not in\n{text}")


def test_fills_in(folder):
    (folder / "bare.yaml").write_text(BARE)
    holds(used(folder), STANDARD)
    holds(used(folder, "--set", "scheme=classic"), CLASSIC)
    holds(used(folder, "--set", "scheme=dualsphysics"), ("scheme: dualsphysics", "alpha: 0.01", "model: dynamic"))
    # What a case says stays, and decides what else there is to fill in.
    holds(used(folder, "--set", "viscosity.model=artificial"), ("alpha: 0.01", "slip: free"))
    holds(used(folder, "--set", "integrator.scheme=verlet"), ("cfl: 0.2", "formulation: incompressible"))
    # A thick fluid sticks to walls, and has no stress at its surface.
    holds(used(folder, "--set", "viscosity={model: laminar, nu: 0.001}"), ("model: monaghan", "slip: no"))
    holds(used(folder, "--set", "viscosity={model: laminar, nu: 0.001}", "--set", "scheme=classic"), ("model: laminar",))
    # Models that the standard scheme does not go with have the classic one, unless it is asked for.
    holds(used(folder, "--set", "formulation=volume"), ("scheme: classic",))
    expect_run(amphi("check", "bare.yaml", "--set", "scheme=standart", cwd=folder), 2, "did you mean 'standard'")
    expect_run(amphi("check", "bare.yaml", cwd=folder), 0, "scheme standard")


def test_used_runs_again(folder):
    (folder / "bare.yaml").write_text(BARE)
    hashes = []
    for case, out in (("bare.yaml", "a"), ("a/used.yaml", "b")):
        expect_run(amphi("run", case, "--steps", 20, "-o", out, "-q", "--threads", 1, cwd=folder), 0)
        hashes.append(json.loads((folder / out / "summary.json").read_text())["state_hash"])
    expect(hashes[0] == hashes[1], f"used.yaml is another run: {hashes}")


def test_resumes(folder):
    """The rates of the step before and its length are part of the state."""
    (folder / "bare.yaml").write_text(BARE)
    hashes = []
    for steps in (((23,)), (11, 23), (8, 9, 23)):
        for k, until in enumerate(steps):
            what = ["bare.yaml", "--force"] if k == 0 else ["--resume"]
            expect_run(amphi("run", *what, *(["-o"] if k == 0 else []), "out", "-q", "--threads", 1, "--steps", until,
                             cwd=folder), 0)
        hashes.append(json.loads((folder / "out/summary.json").read_text())["state_hash"])
    expect(len(set(hashes)) == 1, f"resumed runs differ: {hashes}")


def test_one_hash(folder):
    (folder / "bare.yaml").write_text(BARE)
    hashes = set()
    for way in (["cpu"], ["reference"], ["offload", "--device", "host"]):
        expect_run(amphi("run", "bare.yaml", "--force", "-o", "out", "-q", "--threads", 2, "--steps", 40, "--set",
                         "summation=fixed", "--backend", *way, cwd=folder), 0)
        hashes.add(json.loads((folder / "out/summary.json").read_text())["state_hash"])
    expect(len(hashes) == 1, f"backends differ: {hashes}")


def pressure_error(folder, scheme):
    """Of water 0.2 m deep in a tank as wide as it, at rest, over rho g H: at half depth after 0.05 s."""
    (folder / "rest.yaml").write_text(BARE.replace("high: [0.6, 0.4]", "high: [0.2, 0.4]").replace("end: 0.2", "end: 0.05"))
    expect_run(amphi("run", "rest.yaml", "--force", "-o", "out", "-q", "--set", f"scheme={scheme}", "--set",
                     "gauges=[{name: P, type: pressure, at: [0.1, 0.1], interval: 0.0005}]", cwd=folder), 0)
    rows = [row.split(",") for row in (folder / "out/gauges.csv").read_text().splitlines()[1:]]
    late = [float(row[1]) for row in rows[len(rows) // 2:]]
    return abs(sum(late) / len(late) - 981.0) / 1962.0


def test_water_at_rest(folder):
    """Pressure on a lattice that its own pressure does not have to compress first (docs/theory/pair-laws.md)."""
    standard, classic = (pressure_error(folder, scheme) for scheme in ("standard", "classic"))
    expect(standard < 0.002, f"standard: {standard}")
    expect(classic > 2 * standard, f"classic {classic}, standard {standard}: is the test still one?")


def glide(folder, packing):
    """What a sheet of water gains in energy that slides up a slope of 1 in 3 for 0.2 s, over its kinetic energy at first."""
    c, s = 3 / 10**0.5, 1 / 10**0.5
    slope = lambda x, y: f"[{c * x - s * y:.6f}, {s * x + c * y:.6f}]"
    box = lambda x0, y0, x1, y1: f"[{slope(x0, y0)}, {slope(x1, y0)}, {slope(x1, y1)}, {slope(x0, y1)}]"
    (folder / "glide.yaml").write_text(f"""method: wcsph
dimensions: 2
dp: 0.02
domain: {{low: [-1, -1], high: [3, 2]}}
gravity: [0, -9.81]
material: {{expected_speed: 2}}
packing: {packing}
fluids: [{{name: sheet, velocity: [{2 * c:.6f}, {2 * s:.6f}], hydrostatic: false, shapes: [{{add: polygon, vertices: {box(0, 0, 0.5, 0.1)}}}]}}]
walls: [{{name: slope, shapes: [{{add: polygon, vertices: {box(-0.5, -0.1, 2, 0)}}}]}}]
end: 0.2
gauges: [{{name: E, type: totals, interval: 0.1}}]
""")
    expect_run(amphi("run", "glide.yaml", "--force", "-o", "out", "-q", "--set", "output.interval=1", cwd=folder), 0)
    with open(folder / "out/gauges.csv") as file:
        rows = [{name.split(" [")[0]: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    energy = [row["E.kinetic"] + row["E.potential"] for row in rows]
    return (energy[-1] - energy[0]) / rows[0]["E.kinetic"]


def test_water_glides(folder):
    """Slanted walls hold nothing back, as walls along an axis do not; in steps they do (docs/theory/initial-particles.md)."""
    surface, lattice = (glide(folder, packing) for packing in ("surface", "lattice"))
    expect(abs(surface) < 0.02, f"layers: {surface}")
    expect(lattice < -0.1, f"steps: {lattice}: is the test still one?")


main([test_fills_in, test_used_runs_again, test_resumes, test_one_hash, test_water_at_rest, test_water_glides])
