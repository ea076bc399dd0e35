#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Gauges that go with a wall or a body, against fields that are known, and axes that move as a tank does, against the tank
that moves. Turned by 90 degrees, resumed, on all backends and exported they are the same."""
import copy
import csv
import json
import math

import numpy as np
from harness import amphi, expect, expect_run, main
from symmetry import Change, box, changed

G, RHO, DEPTH = 9.81, 1000.0, 0.5


def flat(p, d):
    return [float(p[0]), float(p[2])] if d == 2 else [float(x) for x in p]


def tank(d, **more):
    """Still water, 1 m long and in space 0.4 m wide, from 0 to DEPTH."""
    top = "+y" if d == 2 else "+z"
    return {"method": "wcsph", "dimensions": d, "dp": 0.025 if d == 2 else 0.05, "gravity": flat([0, 0, -G], d), "summation": "fixed",
            "domain": {"low": flat([-0.4, -0.4, -0.4], d), "high": flat([1.4, 0.8, 1.4], d), "open": [top]},
            "fluids": [{"name": "water", "shapes": [box(flat([0, 0, 0], d), flat([1, 0.4, DEPTH], d))]}],
            "walls": [{"name": "tank", "shapes": [box(flat([0, 0, 0], d), flat([1, 0.4, 1], d), fill="shell-outside", open=[top])]}],
            "output": {"interval": 0}, "end": 0.1, **more}


def table(folder, name, case, *more):
    (folder / f"{name}.yaml").write_text(json.dumps(case))
    expect_run(amphi("run", f"{name}.yaml", "-q", "--force", "-t", 1, "-o", name, *more, cwd=folder), 0)
    with open(folder / name / "gauges.csv", encoding="utf-8") as f:
        head, *rows = csv.reader(f)
    return {h: np.array([float(r[k]) if r[k] else math.nan for r in rows]) for k, h in enumerate(head)}


def arm(d, how):
    """A block above still water turns, and a gauge goes with it through the water, half a metre below."""
    case = tank(d)
    block = {"name": "arm", "shapes": [box(flat([0.4, 0.1, 0.7], d), flat([0.6, 0.3, 0.9], d))]}
    axis, through = ({}, [0.5, 0.75]) if d == 2 else ({"axis": [0.0, -1.0, 0.0]}, [0.5, 0.2, 0.75])
    if how == "motion":
        block["motion"] = {"type": "swing", "angle": 40.0, "period": 0.4, "through": through, **axis}
    else:
        way = {"way": "rz", "formula": "40*sin(5*pi*t)"} if d == 2 else {"way": "ry", "formula": "-40*sin(5*pi*t)"}
        block["body"] = {"density": 500.0, "centre": through, "locked": ["x", "y"] if d == 2 else ["x", "y", "z", "rx", "rz"],
                         "driven": [{**way, "is": "position"}]}
    case["walls"].append(block)
    at = flat([0.5, 0.2, 0.25], d)
    case["gauges"] = [{"name": "P", "type": "pressure", "at": at, "moves_with": "arm", "interval": 0.01},
                      {"name": "V", "type": "velocity", "at": at, "moves_with": "arm", "interval": 0.01},
                      {"name": "far", "type": "pressure", "at": flat([0.5, 0.2, -0.3], d), "moves_with": "arm", "interval": 0.01}]
    return case


def test_still_water(folder):
    """At all depths and turns it reads what the water has there, and says where that is; nothing outside of the domain."""
    for d in (2, 3):
        for how in ("motion", "body"):
            t = table(folder, f"arm{d}{how}", arm(d, how))
            angle = np.radians(40.0 * np.sin(5 * math.pi * t["time"]))
            x, up = 0.5 + 0.5 * np.sin(angle), 0.75 - 0.5 * np.cos(angle)
            high = t["P.at.y [m]" if d == 2 else "P.at.z [m]"]
            expect(np.abs(t["P.at.x [m]"] - x).max() < 1e-6 and np.abs(high - up).max() < 1e-6, f"{d}-D, {how}: {t}")
            expect(np.ptp(up) > 0.1, "it hardly moved")
            off = np.abs(t["P [Pa]"] - RHO * G * (DEPTH - up)).max()
            expect(off < 0.03 * RHO * G * DEPTH, f"{d}-D, {how}: {off} Pa off\n{t['P [Pa]']}\n{RHO * G * (DEPTH - up)}")
            expect(np.abs(t["V.x [m/s]"]).max() < 0.05, f"{d}-D, {how}: {t['V.x [m/s]']}")
            out = 0.75 - 1.05 * np.cos(angle) < -0.2 - 1e-9
            expect((np.isnan(t["far [Pa]"]) == (0.75 - 1.05 * np.cos(angle) < -0.4)).all() and out.any(), f"{t['far [Pa]']}")


def test_on_a_wall_that_gets_faster(folder):
    """Water in a tank that falls with seven tenths of its weight weighs three tenths, down to its bed, once it has bounced a little."""
    case = tank(2, end=0.4)
    case["walls"][0]["motion"] = {"velocity": [0.0, 2.0], "acceleration": [0.0, -0.7 * G], "to": 1.0}
    case["fluids"][0]["velocity"] = [0.0, 2.0]
    case["gauges"] = [{"name": "bed", "type": "pressure", "on": "tank", "at": [0.5, 0.0], "interval": 0.2, "average": 0.2},
                      {"name": "V", "type": "velocity", "on": "tank", "at": [0.5, 0.0], "interval": 0.2}]
    t = table(folder, "lift", case)
    time = t["time"][-1]
    expect(abs(t["bed [Pa]"][-1] / (RHO * 0.3 * G * DEPTH) - 1) < 0.03, f"{t}")
    expect(abs(t["bed.at.y [m]"][-1] - 2.0 * time + 0.35 * G * time ** 2) < 1e-6, f"{t}")
    expect(abs(t["V.y [m/s]"][-1] - 2.0 + 0.7 * G * time) < 0.05, f"{t}")


MOTIONS = {"sway": {"type": "wave", "amplitude": [0.03, 0.0], "period": 0.8, "ramp": 0.4},
           "roll": {"type": "swing", "angle": 4.0, "period": 0.9, "through": [0.5, -0.1], "ramp": 0.4},
           "all": [{"type": "formula", "formula": "4*sin(2*pi*t/0.9)", "moves": "angle", "through": [0.5, 0.2], "ramp": 0.4},
                   {"type": "formula", "formula": "0.02*sin(2*pi*t/0.7)", "direction": [3.0, 4.0], "ramp": 0.4}]}


def moved(name, framed):
    case = tank(2, end=0.4)
    case["gauges"] = [{"name": n, "type": "pressure", "on": "tank", "at": at, "interval": 0.01}
                      for n, at in (("left", [0.0, 0.2]), ("right", [1.0, 0.2]), ("bed", [0.5, 0.0]))]
    if framed:
        case["frame"] = {"motion": MOTIONS[name]}
    else:
        case["walls"][0]["motion"] = MOTIONS[name]
    return case


def test_frame_is_the_tank(folder):
    """What the walls of a tank feel is the same whether they move or the axes do."""
    for name in MOTIONS:
        walls, axes = (table(folder, f"{name}{k}", moved(name, k)) for k in (False, True))
        for n in ("left", "right", "bed"):
            a, b = walls[f"{n} [Pa]"], axes[f"{n} [Pa]"]
            expect(n == "bed" or np.ptp(a) > 300.0, f"{name}, {n}: {a}")
            off = np.sqrt(np.mean((a - b) ** 2))
            expect(off < 60.0, f"{name}, {n}: {off} Pa off\n{a}\n{b}")


def test_falls_as_seen(folder):
    """A drop that nothing touches goes straight and falls, as it is seen from axes that turn about two axes, go round and shake."""
    motions = [{"type": "rotation", "axis": [0.0, 0.0, 1.0], "through": [0.3, 0.1, 0.0], "angular_velocity": 90.0, "angular_acceleration": 60.0},
               {"type": "swing", "axis": [1.0, 1.0, 0.0], "through": [0.0, 0.0, 0.2], "angle": 30.0, "period": 1.1},
               {"type": "wave", "amplitude": [0.1, 0.0, 0.2], "period": 0.9}]
    start, speed, dp = np.array([0.525, -0.275, 0.225]), np.array([0.2, 0.1, 0.5]), 0.05
    case = {"method": "wcsph", "dimensions": 3, "dp": dp, "gravity": [0.0, 0.0, -G], "summation": "fixed",
            "domain": {"low": [-3.0] * 3, "high": [3.0] * 3, "open": ["-z"]}, "integrator": {"scheme": "symplectic", "max_step": 1e-3},
            "material": {"speed_of_sound": 20.0}, "shifting": {"model": "none"},
            "fluids": [{"name": "drop", "shapes": [box((start - dp / 2).tolist(), (start + dp / 2).tolist())]}], "frame": {"motion": motions},
            "gauges": [{"name": "C", "type": "totals", "interval": 0.05}], "output": {"interval": 0, "snapshots": "none"}, "end": 0.5}

    def turn(axis, angle):
        n = np.array(axis) / np.linalg.norm(axis)
        k = np.array([[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]])
        return np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * k @ k

    def out(t, x):
        """A point of the axes, in space."""
        a, b = turn([0, 0, 1], math.radians(90 * t + 30 * t * t)), turn([1, 1, 0], math.radians(30 * math.sin(2 * math.pi * t / 1.1)))
        x = np.array([0.3, 0.1, 0.0]) + a @ (x - [0.3, 0.1, 0.0])
        x = np.array([0.0, 0.0, 0.2]) + b @ (x - [0.0, 0.0, 0.2])
        return x + np.array([0.1, 0.0, 0.2]) * math.sin(2 * math.pi * t / 0.9)
    # The drop's velocity in space: its own in the axes, and what these have there.
    by = 1e-6
    moved_with = (out(by, start) - out(-by, start)) / (2 * by)
    case["fluids"][0]["velocity"] = (speed - moved_with).tolist()
    t = table(folder, "drop", case)
    last = np.array([t[f"C.{a} [m]"][-1] for a in "xyz"])
    time = t["time"][-1]
    right = start + speed * time + 0.5 * np.array([0, 0, -G]) * time ** 2
    expect(np.linalg.norm(last - start) > 0.5 and time > 0.49, f"{last}")
    expect(np.linalg.norm(out(time, last) - right) < 1e-4, f"{out(time, last)}, not {right}")


def test_same(folder):
    """Turned by 90 degrees, resumed and on all backends; and exported with the place at each time."""
    case = moved("roll", True)
    case["walls"].append(arm(2, "motion")["walls"][1])
    case["walls"].append({**arm(2, "body")["walls"][1], "name": "raft"})
    for w, x in ((case["walls"][1], -0.2), (case["walls"][2], 0.2)):
        w["shapes"] = [box([0.45 + x, 0.7], [0.55 + x, 0.8])]
    case["walls"][2]["body"] = {"density": 500.0, "driven": [{"way": "x", "formula": "0.1*sin(9*t)"}]}
    del case["frame"]
    case["gauges"] += [{"name": "A", "type": "pressure", "at": [0.3, 0.3], "moves_with": "arm", "interval": 0.01},
                       {"name": "B", "type": "velocity", "at": [0.7, 0.3], "moves_with": "raft", "interval": 0.01},
                       {"name": "S", "type": "pressure", "on": "raft", "at": [0.7, 0.7], "size": 0.05, "interval": 0.01, "average": 0.004}]
    for name, kind in (("gauges", case), ("axes", moved("all", True))):
        t = table(folder, name, kind, "--steps", 60)
        for backend in ("reference", "offload"):
            device = ("--device", "host") if backend == "offload" else ()
            table(folder, f"{name}-{backend}", kind, "--steps", 60, "--backend", backend, *device)
            expect((folder / name / "gauges.csv").read_bytes() == (folder / f"{name}-{backend}/gauges.csv").read_bytes(), f"{name}: {backend}")
        table(folder, f"{name}-part", kind, "--steps", 23)
        expect_run(amphi("run", "--resume", f"{name}-part", "-q", "-t", 1, "--steps", 60, cwd=folder), 0)
        expect((folder / name / "gauges.csv").read_bytes() == (folder / f"{name}-part/gauges.csv").read_bytes(), f"{name}: resumed")
        expect_run(amphi("compare", "--exact", name, f"{name}-part", cwd=folder), 0)
        turned = changed(copy.deepcopy(kind), Change([[0, -1], [1, 0]], [0.3, -0.2]))
        if name == "gauges":  # a way is of an axis
            turned["walls"][2]["body"]["driven"][0]["way"] = "y"
        other = table(folder, f"{name}-turned", turned, "--steps", 60)
        for column in t:
            if column.endswith("[Pa]"):
                expect(np.nanmax(np.abs(t[column] - other[column])) < 1.0, f"{name}, {column}: {t[column]} and {other[column]}")
    expect_run(amphi("export", "gauges", cwd=folder), 0)
    lines = [line.split(";") for line in (folder / "gauges/export/GaugesPress_A.csv").read_text().splitlines()]
    expect(lines[0][-3:] == ["posx [m]", "posy [m]", "posz [m]"] and len({line[2] for line in lines[1:]}) >= 3, f"{lines[:4]}")
    t = table(folder, "gauges", case, "--steps", 60)
    expect(abs(float(lines[-1][2]) - t["A.at.x [m]"][-1]) < 1e-8 and float(lines[-1][3]) == 0.0, f"{lines[-1]}")


def test_refused(folder):
    still = {"name": "P", "type": "pressure", "at": [0.5, 0.25], "interval": 0.01}
    formula = {"type": "formula", "formula": "0.1*t", "direction": [1, 0]}
    for more, said in (({"gauges": [{**still, "moves_with": "tank"}]}, "gauges.P.moves_with: wall 'tank' stays; expected one with 'motion', or a body"),
                       ({"gauges": [{**still, "at": [0.5, 0.0], "on": "tank", "moves_with": "tank"}]}, "gauges.P.on: given beside 'moves_with'"),
                       ({"frame": {"about": [0, 0]}}, "frame.motion: missing, and so is 'file'; expected one of the two"),
                       ({"frame": {"motion": formula, "file": "x.txt"}}, "frame.file: given beside 'motion'; expected one of the two"),
                       ({"frame": {"motion": formula, "about": [1, 0]}}, "frame.about: is of a file"),
                       ({"frame": {"motion": {"type": "paddle", "direction": [1, 0], "waves": {"depth": 0.5, "height": 0.1, "period": 1}}}},
                        "frame.motion.type: paddle makes waves, and axes have none"),
                       ({"frame": {"motion": {"type": "formula", "formula": "t", "moves": "velocity"}}}, "frame.motion.moves: of a formula are places or angles"),
                       ({"frame": {"motion": {**formula, "direction": [0, 0]}}}, "frame.motion.direction: is zero"),
                       ({"frame": {"motion": {**formula, "formula": "sqrt(0.05-t)"}}}, "frame.motion.formula: is none at t = 0.0500")):
        (folder / "bad.yaml").write_text(json.dumps(tank(2, **more)))
        expect(said in expect_run(amphi("check", "bad.yaml", cwd=folder), 2).stderr, said)
    late = {**formula, "from": 3.0}
    (folder / "late.yaml").write_text(json.dumps(tank(2, frame={"motion": late})))
    expect("frame.motion.from: t = 3 s, the run ends at 0.1 s: it never moves the axes" in expect_run(amphi("check", "late.yaml", cwd=folder), 0).stdout, "late")


def test_no_number(folder):
    """A formula that is a number at all moments at which it is looked at, and not between them, is named where the run meets it."""
    never = "0.001*sqrt(0.5+cos(40000*pi*t))"  # of an end of 0.1 s
    block = {"name": "arm", "shapes": [box([0.4, 0.7], [0.6, 0.9])]}
    body = {"density": 500.0}
    for wall, joints, key in (({**block, "motion": {"type": "formula", "formula": never, "direction": [1, 0]}}, [], "walls.arm.motion"),
                              ({**block, "body": {**body, "driven": [{"way": "x", "formula": never}]}}, [], "walls.arm.body.driven.0"),
                              ({**block, "body": body}, [{"name": "motor", "type": "hinge", "of": "arm", "at": [0.5, 0.8], "speed": never}], "joints.motor.speed")):
        case = tank(2)
        case["walls"].append(wall)
        case.update({"joints": joints} if joints else {})
        (folder / "never.yaml").write_text(json.dumps(case))
        expect_run(amphi("check", "never.yaml", cwd=folder), 0)
        said = expect_run(amphi("run", "never.yaml", "-q", "--force", "-o", "never", cwd=folder), 3).stderr
        expect(f"{key}: wall 'arm' has no velocity at t = " in said, said)


main([test_still_water, test_on_a_wall_that_gets_faster, test_frame_is_the_tank, test_falls_as_seen, test_same, test_refused, test_no_number])
