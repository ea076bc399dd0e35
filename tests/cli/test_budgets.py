#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What comes in, goes out and is there closes, as summary.json has it: heat, against the temperatures of snapshots, and
mass, against particles that are counted in them."""
import json
import sys

from harness import SOURCE, amphi, expect, expect_run, main

sys.path.insert(0, str(SOURCE / "python"))
from amphi import Output, read_snapshot  # noqa: E402

FLAT = """
dimensions: 2
domain: {low: [0, 0], high: [1, 1], open: [-y, +y]}
gravity: [0, -9.81]
fluids: [{name: water, temperature: 290, velocity: [0, -1], shapes: [{add: box, low: [0, 0], high: [1, 0.5]}]}]
walls:
  - {name: tank, temperature: 350, shapes: [{add: box, low: [0, 0], high: [1, 1], fill: shell-outside, open: OPEN}]}
  - {name: rod, heat_flux: 1e6, shapes: [{add: box, low: [0.4, 0.2], high: [0.6, 0.3]}]}
"""
SOLID = """
dimensions: 3
domain: {low: [0, 0, 0], high: [0.4, 0.4, 0.6], open: [-z, +z]}
gravity: [0, 0, -9.81]
fluids: [{name: water, temperature: 290, velocity: [0, 0, -1], shapes: [{add: box, low: [0, 0, 0], high: [0.4, 0.4, 0.3]}]}]
walls:
  - {name: tank, heat_flux: -1e6, shapes: [{add: box, low: [0, 0, 0], high: [0.4, 0.4, 0.6], fill: shell-outside, open: OPEN}]}
"""
HEAT = {"conductivity": 20000, "capacity": 4180, "reference": 273}


def heat_case(shapes, closed, scheme):
    faces = ("[+y]" if closed else "[+y, -y]") if "dimensions: 2" in shapes else ("[+z]" if closed else "[+z, -z]")
    return f"method: wcsph\ndp: 0.05\n{shapes.replace('OPEN', faces)}heat: {json.dumps({'model': 'conduction', **HEAT})}\n" \
           f"integrator: {{scheme: {scheme}}}\nlimits: {{lost: 1}}\nend: 0.2\noutput: {{interval: 0.2}}\n"


def heat_of(snapshot, flat):
    """J above the reference, by the mass and temperature of each particle of fluid."""
    fluid = snapshot["type"] == 0
    return 1000 * 0.05**(2 if flat else 3) * HEAT["capacity"] * (snapshot["temperature"][fluid].astype(float) - HEAT["reference"]).sum()


def results(folder):
    return json.loads((folder / "summary.json").read_text())["results"]


def test_heat_closes(folder):
    """To the rounding of temperatures: walls of given temperature and flux, with fluid that leaves and without."""
    for shapes, closed, scheme in ((FLAT, True, "verlet"), (FLAT, False, "symplectic"), (FLAT, False, "adams_bashforth"), (SOLID, False, "verlet")):
        (folder / "hot.yaml").write_text(heat_case(shapes, closed, scheme))
        expect_run(amphi("run", "hot.yaml", "-q", "-t", 1, "-o", "out", "--force", cwd=folder), 0)
        budget, shots = results(folder / "out"), Output(folder / "out").snapshots()
        first, last = (heat_of(read_snapshot(shots[k][1], ("temperature", "type")), shapes == FLAT) for k in (0, -1))
        case = f"{scheme}, closed: {closed}: {budget}"
        expect(abs(budget["heat before"] / first - 1) < 1e-6, f"{first} J at the start: {case}")
        expect(abs(budget["heat there"] / last - 1) < 1e-6, f"{last} J at the end: {case}")
        expect((budget["heat gone"] == 0) == closed, f"fluid left, or did not: {case}")
        rest = budget["heat before"] + budget["heat given"] - budget["heat gone"] - budget["heat there"]
        expect(abs(budget["heat given"]) > 1e4 and abs(rest) < 1e-6 * abs(budget["heat given"]), f"{rest} J are missing: {case}")


def test_channel_closes(folder):
    """Heat that comes in and goes out through open boundaries; and of a run that goes on, on every backend."""
    for scheme in ("verlet", "symplectic"):
        run = ("run", SOURCE / "cases/heated-channel", "-q", "-t", 1, "--end", 0.7, "--set", "summation=fixed", "--set", "dp=0.1",
               "--set", "open_boundaries.inlet.temperature=5", "--set", "heat.reference=1", "--set", f"integrator={{scheme: {scheme}}}")
        expect_run(amphi(*run, "-o", folder / scheme / "whole"), 0)
        whole = results(folder / scheme / "whole")
        rest = whole["heat before"] + whole["heat given"] + whole["heat come"] - whole["heat gone"] - whole["heat there"]
        expect(min(whole["heat given"], whole["heat come"], whole["heat gone"]) > 0.01 and abs(rest) < 1e-5, f"{rest} J/m are missing: {whole}")
        expect_run(amphi(*run, "-o", folder / scheme / "again", "--steps", 40), 0)
        expect_run(amphi("run", "--resume", folder / scheme / "again", "-q", "-t", 1, "--end", 0.7), 0)
        expect_run(amphi(*run, "-b", "offload", "--device", "host", "-o", folder / scheme / "offload"), 0)
        for other in ("again", "offload"):
            expect(results(folder / scheme / other) == whole, f"{other}: {results(folder / scheme / other)}, not {whole}")


def test_heat_goes_on(folder):
    """A run that was stopped has the budget of one that was not, and so has every backend, and a run in parts."""
    (folder / "hot.yaml").write_text(heat_case(FLAT, False, "symplectic"))
    run = ("run", "hot.yaml", "-q", "-t", 1, "--set", "summation=fixed", "--set", "neighbours.path=0")
    expect_run(amphi(*run, "-o", "whole", cwd=folder), 0)
    expect_run(amphi(*run, "-o", "again", "--end", "0.12", cwd=folder), 0)
    expect_run(amphi("run", "--resume", "again", "-q", "-t", 1, "--end", "0.2", cwd=folder), 0)
    whole = results(folder / "whole")
    expect(whole["heat gone"] > 0, whole)
    expect(results(folder / "again") == whole, f"{results(folder / 'again')}, not {whole}")
    for backend in ("offload", "reference"):
        device = ("--device", "host") if backend == "offload" else ()
        expect_run(amphi(*run, "-b", backend, *device, "-o", backend, cwd=folder), 0)
        expect(results(folder / backend) == whole, f"{backend}: {results(folder / backend)}, not {whole}")


def test_mass_closes(folder):
    """Of water that comes in through a face, goes out through another, and falls out of the domain."""
    (folder / "flow.yaml").write_text("""
method: wcsph
dimensions: 2
dp: 0.05
domain: {low: [-0.5, 0], high: [1.5, 1], open: [+y, -y]}
gravity: [0, -9.81]
fluids: [{name: water, shapes: [{add: box, low: [0, 0], high: [1, 0.4]}]}]
walls: [{name: bed, shapes: [{add: box, low: [-0.5, -0.2], high: [1, 0]}]}]
open_boundaries:
  - {name: in, low: [0, 0], high: [0, 0.4], normal: [1, 0], velocity: {model: uniform, speed: 1}}
limits: {lost: 1}
end: 0.5
output: {interval: 0.5}
""")
    expect_run(amphi("run", "flow.yaml", "-q", "-t", 1, "-o", "out", cwd=folder), 0)
    told, shots = json.loads((folder / "out/summary.json").read_text()), Output(folder / "out").snapshots()
    first, last = ((read_snapshot(shots[k][1], ("type",))["type"] == 0).sum() for k in (0, -1))
    p, q = told["particles"], told["results"]
    expect(p["came_in"] > 10 and p["left"] > 10, f"{p}")
    expect(p["fluid_at_start"] + p["came_in"] - p["went_out"] - p["left"] == p["fluid_at_end"], f"{p}")
    expect(first == p["fluid_at_start"] and last == p["fluid_at_end"], f"{first} and {last} in snapshots: {p}")
    for name, count in (("was there", "fluid_at_start"), ("came in", "came_in"), ("went out", "went_out"), ("is there", "fluid_at_end")):
        expect(abs(q[name] - 2.5 * p[count]) < 1e-4, f"{name}: {q[name]} kg/m of {p[count]} particles of 2.5 kg/m")


main([test_heat_closes, test_channel_closes, test_heat_goes_on, test_mass_closes])
