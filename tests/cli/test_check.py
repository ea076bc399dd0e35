#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi check refuses what amphi run refuses before its first step, in the same words."""
import json
import os
import re

import symmetry
from harness import amphi, expect, expect_run, main
from test_resumes import pairs


def both(folder, name, case, *options):
    """What check and run say of a case, whose files are in the folder."""
    (folder / "made.yaml").write_text(json.dumps(case))
    said = [amphi(*words, *options, cwd=folder) for words in (("check", "made.yaml"), ("run", "made.yaml", "-q", "--steps", "1", "-o", "out", "--force"))]
    expect(said[0].returncode == said[1].returncode and said[0].stderr == said[1].stderr,
           f"{name}: check ends with {said[0].returncode}: {said[0].stderr}\nrun with {said[1].returncode}: {said[1].stderr}")
    return said[0]


def test_pairs(folder):
    """A kind of case with a model of each: a sample, or with AMPHI_CHECKED=all every pair."""
    (folder / "frame.txt").write_text("0 0 0 0\n0.02 5 0 30\n0.2 -5 0 -30\n")
    every = 1 if os.environ.get("AMPHI_CHECKED") == "all" else 9
    refused = [both(folder, name, case).returncode == 2 for name, case in list(pairs())[::every]]
    expect(any(refused) and not all(refused), f"{sum(refused)} of {len(refused)} are refused")


def refuse(folder, name, case, *told):
    said = both(folder, name, case)
    expect(said.returncode == 2, f"{name}: {said.returncode}, {said.stderr}")
    for text in told:
        expect(text in said.stderr, f"{name}: no '{text}' in {said.stderr}")


def test_surfaces(folder):
    """Walls that touch walls that move, in the plane and in space; those that do not are taken."""
    for d in (2, 3):
        case = symmetry.movers(d, boundary={"model": "semi_analytical"})
        refuse(folder, f"{d}-D", case, "made.yaml: walls.tank: at (", "touches a wall that moves against it")
        case["walls"] = [w for w in case["walls"] if w["name"] != "gate"]
        if d == 2:
            said = both(folder, f"{d}-D", case)
            expect(said.returncode == 0, said.stderr)
        else:  # a wheel of two spacings
            refuse(folder, f"{d}-D", case, "made.yaml: boundary.model: semi_analytical walls need a particle for each dp")


def test_speeds(folder):
    """What has diverged in the first step, or surely will."""
    case = symmetry.dam(2, "dummy")
    case["fluids"][0]["velocity"] = [24.5, 0.0]
    refuse(folder, "fluid", case, "made.yaml:1: fluids.water.velocity: 24.5 m/s; expected at most twice the speed of sound, 12 m/s")
    case["fluids"][0]["velocity"] = [23.5, 0.0]
    expect(both(folder, "fluid", case).returncode == 0, "23.5 m/s are refused")
    case = symmetry.bodies(2)
    case["walls"][2]["body"]["velocity"] = [0.0, -30.0]
    refuse(folder, "body", case, "walls.other.body.velocity: 30 m/s")
    case = symmetry.movers(2)
    case["walls"][2]["motion"]["angular_velocity"] = 1.8e4  # degrees/s at a radius of 0.1 m
    refuse(folder, "wheel", case, "walls.wheel.motion: 2")
    case["walls"][2]["motion"]["angular_velocity"] = 1.2e4
    expect(both(folder, "wheel", case).returncode == 0, "21 m/s are refused")
    (folder / "points.csv").write_text("x,y,vx,vy\n0.05,0.05,0,0\n0.1,0.05,0,99\n")
    case = symmetry.dam(2, "dummy")
    case["fluids"][0]["shapes"] = [{"add": "points", "file": "points.csv"}]
    refuse(folder, "points", case, "fluids.water.shapes, of a point: 99 m/s")


def test_structures(folder):
    """A clamp beside its wall, and a wall whose particles show no gradient."""
    for d in (2, 3):
        case = symmetry.dam(d, "dummy")
        walls, dp = case["walls"], case["dp"]

        def box(across, tall, up=0):
            low = [0.3, *[0.1] * (d - 2), 0.1 + up * dp]
            return {"add": "box", "low": low, "high": [low[0] + across * dp, *[y + 2 * dp for y in low[1:-1]], low[-1] + tall * dp]}

        def beam(across, up=None):
            bend = {"young": 1e6, "density": 1000, **({} if up is None else {"clamped": [box(across, 1, up)]})}
            return {"name": "beam", "shapes": [box(across, 4)], "flexible": bend}

        for name, wall, told in (("beam", beam(2), None), ("clamp", beam(2, 0), None), ("thin", beam(1), "a structure is so thin at ("),
                                 ("beside", beam(2, 5), "walls.beam.flexible.clamped: no particle of the wall is in it")):
            case["walls"] = walls + [wall]
            if told:
                refuse(folder, f"{d}-D {name}", case, "made.yaml", told)
            else:
                said = both(folder, f"{d}-D {name}", case)
                expect(said.returncode == 0, f"{d}-D {name}: {said.stderr}")


def test_inlets(folder):
    """A formula has no largest value that is known, but one at the start."""
    for formula, told in (("13", "13 m/s at (0, 0.0125, 0) m, t = 0 s"), ("1/(t + y - y)", "inf m/s"), ("-15*y/0.3", "-13.125 m/s at (0, 0.2625, 0) m")):
        case = symmetry.channel(2)
        case["open_boundaries"][0]["velocity"] = {"model": "formula", "formula": formula}
        refuse(folder, formula, case, "made.yaml:1: open_boundaries.in.velocity: ", told)
    case["open_boundaries"][0]["velocity"] = {"model": "formula", "formula": "11"}
    expect(both(folder, "11", case).returncode == 0, "11 m/s are refused")


def test_other_methods(folder):
    swarm = {"method": "swarm", "dimensions": 2, "end": 10, "output": {"interval": 0},
             "swarm": {"function": "user", "library": "/none.so", "symbol": "f", "bounds": [-1, 1], "particles": 9}}
    refuse(folder, "library", swarm, "swarm.library: ", "none.so")
    grid = {"method": "transport", "dimensions": 2, "end": 1, "output": {"interval": 0},
            "transport": {"high": [1, 1], "points": 16, "flow": {"kind": "uniform", "velocity": [1, 0]}, "kernel": "m4", "step": 0.1,
                          "scalar": {"kind": "expression", "value": "1/(x - x)"}}}
    refuse(folder, "scalar", grid, "transport.scalar.value: is inf at x = ")
    grid["transport"]["scalar"]["value"] = "x"
    expect(both(folder, "scalar", grid).returncode == 0, f"{both(folder, 'scalar', grid).stderr}")
    pair = {"method": "pairwise", "end": 1e-4, "output": {"interval": 0}, "particles": {"from": "fcc", "cells": [3, 3, 3], "density": 0.8, "temperature": 1e6},
            "pairwise": {"cutoff": 1.2, "step": 1e-5, "skin": 0.1}}
    refuse(folder, "velocity", pair, "m/s; expected less than")


def given(case, key):
    for part in key.split("."):
        if part not in case:
            return False
        case = case[part]
    return True


def give(case, key, value):
    *parts, last = key.split(".")
    for part in parts:
        case = case.setdefault(part, {})
    case[last] = value


def test_filled_in(folder):
    """Where a key is at fault that the scheme has filled in, the message says so, and what it expects is taken: one after another
    until the case is right."""
    for name, walls in (("semi-analytical", "semi_analytical"), ("repelling", "lennard_jones")):
        case = {**symmetry.dam(2, walls), "scheme": "standard"}
        found = []
        while (said := both(folder, name, case)).returncode and len(found) < 20:
            expect(said.returncode == 2 and "scheme: standard sets " in said.stderr and "scheme: classic" in said.stderr, f"{name}: {said.stderr}")
            found.append(re.search("scheme: standard sets ([a-z_.]+), which the case leaves out", said.stderr)[1])
            expect(not given(case, found[-1]), f"{name}: the case has {found[-1]}: {said.stderr}")
            give(case, found[-1], re.search("expected (?:at most )?([a-z_0-9]+)", said.stderr)[1])
        expect(not said.returncode and found and len(set(found)) == len(found), f"{name}: {found}, {said.stderr}")
    # Phases need no key but densities.
    case = symmetry.phases(2)
    del case["formulation"], case["viscosity"], case["boundary"], case["phases"][0]["speed_of_sound"]
    case.pop("scheme", None)
    said = both(folder, "phases", case)
    expect(not said.returncode and "scheme standard" in said.stdout, f"phases: {said.stdout} {said.stderr}")
    # Sub-steps fill in their integrator themselves, in any scheme.
    for scheme in ({"scheme": "standard"}, {"scheme": "classic"}, {}):
        case = {**symmetry.dam(2, "dummy", viscosity={"model": "laminar", "nu": 0.01, "substeps": 4}), **scheme}
        said = both(folder, "substeps", case)
        expect(said.returncode == 0, f"{scheme}: {said.stderr}")
    # A key that the case has is named alone.
    case = {**symmetry.phases(2), "scheme": "standard", "acoustic_damper": {"model": "cleaning"}}
    said = both(folder, "given", case)
    expect("acoustic_damper.model: cleaning carries" in said.stderr and "leaves out" not in said.stderr, said.stderr)


def test_hints(folder):
    """What check advises against a step that viscosity makes short is taken, and the step grows."""
    keys = {"integrator.scheme symplectic": "integrator.scheme=symplectic", "viscosity.substeps": "viscosity.substeps=4"}
    advised = {key: 0 for key in keys}
    for build in (lambda d: symmetry.dam(d, "dummy"), lambda d: symmetry.dam(d, "semi_analytical"), symmetry.phases, symmetry.channel, symmetry.warm,
                  symmetry.bodies, symmetry.movers, symmetry.waves, lambda d: symmetry.dam(d, "dummy", turbulence={"model": "k_epsilon"})):
        for integrator in ("verlet", "symplectic", "adams_bashforth"):
            case = {**build(2), "viscosity": {"model": "laminar", "nu": 50.0}, "integrator": {"scheme": integrator}}
            for phase in case.get("phases", ()):
                phase["nu"] = 50.0
            (folder / "slow.yaml").write_text(json.dumps(case))
            said = expect_run(amphi("check", "slow.yaml", cwd=folder), 0, "it would grow with ").stdout
            for key in [k for k in keys if k in said]:
                advised[key] += 1
                then = expect_run(amphi("check", "slow.yaml", "--set", keys[key], cwd=folder), 0).stdout
                steps = [float(re.search(r"time step +(\S+) s", text)[1]) for text in (said, then)]
                expect(steps[1] > 1.5 * steps[0], f"{key}: {steps}")
    expect(all(advised.values()), f"{advised}")


def test_fast(folder):
    """The key that is to be raised against a flow near the speed of sound is the one that this follows: raised, it is said no more."""
    found = set()
    for name, case in (("given", symmetry.dam(2, "dummy")), ("derived", symmetry.dam(2, "dummy", material={})), ("phases", symmetry.phases(2))):
        case["fluids"][0]["velocity"] = [5.0, 0.0]
        if name == "phases":
            case["phases"][0]["speed_of_sound"] = 11.0
        (folder / "fast.yaml").write_text(json.dumps(case))
        said = expect_run(amphi("check", "fast.yaml", cwd=folder), 0, "fluids.water.velocity: 5 m/s, more than 0.2 of the speed of sound").stdout
        options = []
        while (key := re.search(r"  fast .*; raise ([a-z_.]+) if this speed is meant", said)) and len(options) < 6:
            found.add(key[1])
            options += ["--set", f"{key[1]}=50"]
            said = expect_run(amphi("check", "fast.yaml", *options, cwd=folder), 0).stdout
        expect(options and "  fast " not in said, f"{name}: {options}: {said}")
    expect(found == {"material.speed_of_sound", "material.expected_speed", "phases.oil.speed_of_sound"}, f"{found}")


main([test_pairs, test_fast, test_hints, test_filled_in, test_surfaces, test_speeds, test_structures, test_inlets, test_other_methods])
