#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Walls that bend beside other models: one hash on every backend and over a resume, and what the fluid does to them."""
import csv
import json

from harness import amphi, expect, expect_run, main

PLATE = """\
method: wcsph
dimensions: 2
dp: 0.025
domain: {low: [-0.1, -0.2], high: [1.1, 1.2]}
gravity: [0, -9.81]
formulation: volume
MORE
fluids:
  - {name: water, shapes: [{add: box, low: [0, 0], high: [1, 1]}]FLUID}
walls:
  - {name: sides, shapes: [{add: box, low: [-0.1, 0], high: [0, 1.2]}, {add: box, low: [1, 0], high: [1.1, 1.2]}]WALL}
  - name: plate
    shapes: [{add: box, low: [-0.1, -0.1], high: [1.1, 0]}]
    flexible: {young: 1.0e+9, poisson: 0.3, density: 2700, damping: 50, clamped: [{add: box, low: [-0.1, -0.1], high: [0, 0]}, {add: box, low: [1, -0.1], high: [1.1, 0]}]}
    WARM
end: 0.2
output: {interval: 0}
gauges:
  - {name: middle, type: displacement, "on": plate, at: [0.5, -0.05], interval: 0.01}
  - {name: load, type: force, "on": plate, interval: 0.01}
"""
CHANNEL = """\
method: wcsph
dimensions: 2
dp: 0.05
domain: {low: [-0.3, -0.2], high: [2.3, 1]}
viscosity: {model: laminar, nu: 0.001}
fluids: [{name: water, velocity: [1, 0], shapes: [{add: box, low: [0, 0], high: [2, 0.8]}]}]
walls:
  - name: plate
    shapes: [{add: box, low: [0.7, -0.2], high: [0.9, 0.4]}]
    flexible: {young: 4.0e+5, density: 1500, clamped: [{add: box, low: [0.7, -0.2], high: [0.9, 0]}]}
  - {name: channel, shapes: [{add: box, low: [-0.3, -0.2], high: [2.3, 0]}, {add: box, low: [-0.3, 0.8], high: [2.3, 1]}]}
open_boundaries:
  - {name: in, low: [0, 0], high: [0, 0.8], normal: [1, 0], velocity: {model: uniform, speed: 1}}
  - {name: out, low: [2, 0], high: [2, 0.8], normal: [-1, 0], pressure: {model: given, value: 0}}
end: 0.5
output: {interval: 0}
gauges: [{name: tip, type: displacement, "on": plate, at: [0.8, 0.35], interval: 0.1}]
"""


def plate(more="viscosity: {model: laminar, nu: 0.001}", fluid="", wall="", warm=""):
    return PLATE.replace("MORE", more).replace("FLUID", fluid).replace("WALL", wall).replace("WARM", warm)


OIL = "viscosity: {model: laminar, nu: 0.001}\nmaterial: {speed_of_sound: 45}\nphases: [{name: oil, density: 800, speed_of_sound: 45, nu: 0.001}]\nscheme: classic\nboundary: {model: dummy}"
BESIDE = {
    "open boundaries": CHANNEL,
    "eddies": plate("viscosity: {model: laminar, nu: 0.001}\nturbulence: {model: smagorinsky}"),
    "sub-steps": plate("viscosity: {model: laminar, nu: 0.1, substeps: 4}\nscheme: classic\nintegrator: {scheme: symplectic}"),
    "heat": plate("viscosity: {model: laminar, nu: 0.001}\nheat: {model: conduction, conductivity: 100, capacity: 4000}", ", temperature: 300", ", temperature: 300", "temperature: 340"),
    "phases": plate(OIL, ", phase: oil"),
}


def state_hash(folder, *arguments):
    expect_run(amphi("run", *arguments, "-q", cwd=folder), 0)
    out = arguments[arguments.index("-o") + 1] if "-o" in arguments else arguments[1]
    return json.loads((folder / out / "summary.json").read_text())["state_hash"]


def test_one_hash(folder):
    for name, text in BESIDE.items():
        (folder / "c.yaml").write_text(text)
        fixed = ["c.yaml", "--set", "summation=fixed", "--force", "-o", "out", "--steps"]
        hashes = [state_hash(folder, *fixed, 40, "--backend", *way) for way in (["reference"], ["cpu", "--threads", 2], ["offload", "--device", "host"])]
        state_hash(folder, *fixed, 19)
        hashes.append(state_hash(folder, "--resume", "out", "--steps", 40))
        expect(len(set(hashes)) == 1, f"{name}: {hashes}")


def last(folder, text):
    (folder / "c.yaml").write_text(text)
    expect_run(amphi("run", "c.yaml", "-o", "out", "--force", "-q", cwd=folder), 0)
    rows = [[float(v or "nan") for v in row] for row in list(csv.reader((folder / "out/gauges.csv").open()))[1:]]
    return [sum(row[k] for row in rows[-8:]) / 8 for k in range(len(rows[0]))]


def test_load(folder):
    """Of a lighter fluid the plate bears its weight, and bends by that and its own."""
    water, oil = last(folder, plate("scheme: classic\nboundary: {model: dummy}\n" + plate.__defaults__[0])), last(folder, plate(OIL, ", phase: oil"))
    own = 2700 * 0.1
    expect(abs(oil[4] / water[4] / 0.8 - 1) < 0.02, f"loads {oil[4]}, {water[4]}")
    expect(abs(oil[2] / water[2] / ((800 + own) / (1000 + own)) - 1) < 0.03, f"bends by {oil[2]}, {water[2]}")


def test_stream(folder):
    """A plate across a stream bends with it."""
    tip = last(folder, CHANNEL)[1]
    expect(0.01 < tip < 0.3, f"{tip} m")


main([test_one_hash, test_load, test_stream])
