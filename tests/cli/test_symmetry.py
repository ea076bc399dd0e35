#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A case that is moved, mirrored, turned by 90 degrees, larger by Froude's law, with its walls in another order, or twice as
wide where it is periodic computes the same. A sample; with AMPHI_SYMMETRY=all everything."""
import copy
import os
import re

import h5py
import numpy as np
import yaml
from harness import amphi, expect, main

STEPS = 120
SAMPLE = 11
ROUNDING = 3e-6  # of a spacing, of the speed of sound
OF_GAUGES = 1e-4  # of the largest number
WIDE = 0.7  # m: of what is periodic across
ALL = os.environ.get("AMPHI_SYMMETRY") == "all"


class Change:
    """x -> scale P x + shift, P a permutation of axes with signs; lengths grow by `scale`, times by its root."""

    def __init__(self, matrix, shift=None, scale=1.0):
        self.p = np.array(matrix, float)
        self.d = len(self.p)
        self.shift = np.zeros(self.d) if shift is None else np.array(shift, float)
        self.scale = scale
        self.det = round(np.linalg.det(self.p))

    def point(self, v):
        return (self.scale * (self.p @ np.asarray(v, float)) + self.shift).tolist()

    def vector(self, v, power=0.0):
        return (self.scale ** power * (self.p @ np.asarray(v, float))).tolist()

    def axial(self, v, power):
        if not isinstance(v, list):
            return v * self.det * self.scale ** power if self.d == 2 else v * self.scale ** power
        return (self.det * self.scale ** power * (self.p @ np.asarray(v, float))).tolist()

    def axis(self, word):
        return "xyz"[int(np.argmax(np.abs(self.p[:, "xyz".index(word)])))]

    def face(self, word):
        column = self.p[:, "xyz".index(word[-1])]
        sign = column[np.argmax(np.abs(column))] * (1 if word[0] == "+" else -1)
        return ("+" if sign > 0 else "-") + self.axis(word[-1])

    def lock(self, word):
        return word[:-1] + self.axis(word[-1]) if word[-1] in "xyz" and self.d == 3 or len(word) == 1 else word


POINTS = {"base", "top", "centre", "point", "through", "at", "to", "from", "about", "on"}
VECTORS = {"normal": 0, "velocity": 0.5, "acceleration": 0, "amplitude": 1, "direction": 0, "arm": 1, "gravity": 0, "side": 1}
AXIALS = {"axis": 0, "angular_velocity": -0.5, "torque": 3}
LENGTHS = {"dp": 1, "radius": 1, "depth": 1, "height": 1, "period": 0.5, "ramp": 0.5, "speed_of_sound": 0.5, "nu": 1.5,
           "behind": 1, "interval": 0.5, "end": 0.5, "length": 1, "stiffness": 1, "damping": 1.5, "tension": 2,
           "background_pressure": 1, "mass": 2, "strength": -0.5, "speed": 0.5,
           "to": 0.5}  # a time, where it is no place
WORDS = {"periodic": "axis", "axes": "axis", "open": "face", "locked": "lock"}


def changed(case, c, up=None):
    """The case under a change. `up` is the axis of gravity, along which there are levels."""
    if isinstance(case, list):
        return [changed(v, c, up) for v in case]
    if not isinstance(case, dict):
        return case
    if "gravity" in case:
        up = int(np.argmax(np.abs(case["gravity"])))
    over = "xyz".index(c.axis("xyz"[up]))
    out = {}
    for key, v in case.items():
        numbers = isinstance(v, list) and v and all(isinstance(x, (int, float)) for x in v)
        if key in POINTS and numbers and len(v) == c.d:
            out[key] = c.point(v)
        elif key == "at" and numbers:  # of a height
            out[key] = np.delete(c.point(np.insert(v, up, 0.0)), over).tolist()
        elif key == "level":
            out[key] = c.point(np.eye(c.d)[up] * v)[over]
        elif key in VECTORS and numbers:
            out[key] = c.vector(v, VECTORS[key])
        elif key in AXIALS and (numbers or isinstance(v, (int, float))):
            out[key] = c.axial(v, AXIALS[key])
        elif key in WORDS:
            out[key] = [getattr(c, WORDS[key])(w) for w in v]
        elif key == "vertices":
            out[key] = [c.point(x) for x in v]
        elif key in LENGTHS and isinstance(v, (int, float)):
            out[key] = v * c.scale ** LENGTHS[key]
        elif key in ("low", "high"):
            a, b = c.point(case["low"]), c.point(case["high"])
            out[key] = [(min if key == "low" else max)(x, y) for x, y in zip(a, b)]
        else:
            out[key] = changed(v, c, up)
    for key in {"mass", "stiffness", "damping"} & set(out) if c.d == 3 else ():  # in the plane they are over a length
        out[key] *= c.scale
    return out


def box(low, high, **more):
    return {"add": "box", "low": low, "high": high, **more}


def base(d, walls, fluids=None, **more):
    """Water in one corner of a tank, 1 x 0.6 m, in 3-D 0.4 m wide."""
    dp = 0.025 if d == 2 else 0.05
    up = 1 if d == 2 else 2
    gravity = [0.0] * d
    gravity[up] = -9.81

    def at(x, h):
        return [x, h] if d == 2 else [x, 0.0, h]

    def to(x, h):
        return [x, h] if d == 2 else [x, 0.4, h]
    top = "+y" if d == 2 else "+z"
    case = {"method": "wcsph", "dimensions": d, "dp": dp,
            "domain": {"low": at(-0.2, -0.2) if d == 2 else [-0.2, -0.2, -0.2],
                       "high": to(1.2, 0.8) if d == 2 else [1.2, 0.6, 0.8]},
            "gravity": gravity, "material": {"speed_of_sound": 12.0},
            "fluids": fluids or [{"name": "water", "shapes": [box(at(0.0, 0.0), to(0.4, 0.3))]}],
            "walls": [{"name": "tank", "shapes": [box(at(0.0, 0.0), to(1.0, 0.6), fill="shell-outside", open=[top])]}, *walls],
            "end": 1.0, "output": {"interval": 0}, "summation": "fixed"}
    for key, value in more.items():
        case[key] = value
    return case, at, to


def obstacle(d):
    low, high = ([0.55, 0.0], [0.65, 0.1]) if d == 2 else ([0.55, 0.1, 0.0], [0.65, 0.25, 0.15])
    return {"name": "block", "shapes": [box(low, high)]}


def gauges(d):
    p = (lambda x, h: [x, h]) if d == 2 else (lambda x, h: [x, 0.2, h])
    flow = [0.3, 0.0], [0.3, 0.5]
    out = [{"name": "P", "type": "pressure", "at": p(0.2, 0.06), "interval": 1e-3},
           {"name": "V", "type": "velocity", "at": p(0.3, 0.11), "interval": 1e-3},
           {"name": "R", "type": "run-up", "at": p(0.3, 0.0), "to": p(0.9, 0.0), "interval": 1e-3},
           {"name": "E", "type": "elevation", "at": p(0.1, 0.0), "to": p(0.4, 0.0), "places": 4, "interval": 1e-3},
           {"name": "T", "type": "totals", "interval": 1e-3},
           {"name": "H", "type": "height", "at": p(0.2, 0.0)[:d - 1], "interval": 1e-3},
           {"name": "F", "type": "force", "on": "tank", "interval": 1e-3}]
    if d == 2:
        out.append({"name": "Q", "type": "flow", "at": flow[0], "to": flow[1], "interval": 1e-3})
    return out


def dam(d, model, **more):
    walls = [obstacle(d)] if model != "lennard_jones" else []
    boundary = {"model": model} if isinstance(model, str) else model
    return base(d, walls, boundary=boundary, gauges=gauges(d), **more)[0]


def round_walls(d, model, **more):
    """Of a slope, and of something round."""
    case = dam(d, model, **more)
    if d == 2:
        slope = {"add": "polygon", "vertices": [[0.6, 0.0], [1.0, 0.0], [1.0, 0.25]]}
        ball = {"add": "sphere", "centre": [0.53, 0.11], "radius": 0.08}
    else:
        slope = {"add": "plane", "point": [0.7, 0.0, 0.0], "normal": [-0.5, 0.1, 1.0]}
        ball = {"add": "sphere", "centre": [0.53, 0.17, 0.11], "radius": 0.08}
    case["walls"][1]["shapes"] = [ball]
    if d == 2:
        case["walls"].append({"name": "slope", "shapes": [slope]})
    return case


def moored(d, **more):
    """A body on a hinge, one on a spring, and one on a line."""
    case = bodies(d, **more)
    anchor = [0.3, 0.5] if d == 2 else [0.3, 0.1, 0.5]
    hold = [0.5, 0.3] if d == 2 else [0.55, 0.15, 0.35]
    case["walls"][2]["body"]["springs"] = [{"on": hold, "to": anchor, "length": 0.2, "stiffness": 300.0, "damping": 2.0}]
    case["joints"] = [{"name": "hinge", "type": "hinge", "of": "box", "at": [0.65, 0.05] if d == 2 else [0.65, 0.2, 0.05]}]
    if d == 3:
        case["joints"][0]["axis"] = [0.0, 1.0, 0.0]
    return case


def bodies(d, **more):
    low, high = ([0.5, 0.05], [0.65, 0.15]) if d == 2 else ([0.5, 0.1, 0.05], [0.65, 0.25, 0.2])
    low2, high2 = ([0.5, 0.2], [0.6, 0.3]) if d == 2 else ([0.55, 0.15, 0.25], [0.65, 0.25, 0.35])
    shape = {"shapes": [box(low2, high2)]}
    shape["body"] = {"density": 400, "angular_velocity": 100.0 if d == 2 else [30.0, 100.0, -40.0],
                     "velocity": [0.2, -0.5] if d == 2 else [0.2, 0.1, -0.5]}
    walls = [{"name": "box", "shapes": [box(low, high)], "body": {"density": 700}}, {"name": "other", **shape}]
    case, at, to = base(d, walls, boundary={"model": "dummy"}, contact={"friction": 0.2}, **more)
    case["fluids"][0]["shapes"] = [box(at(0.0, 0.0), to(0.45, 0.2))]
    case["gauges"] = [{"name": "B", "type": "body", "on": "other", "interval": 1e-3}]
    return case


def movers(d, **more):
    gate = box([0.4, 0.0], [0.475, 0.5]) if d == 2 else box([0.4, 0.0, 0.0], [0.6, 0.4, 0.5])
    centre = [0.75, 0.15] if d == 2 else [0.85, 0.2, 0.2]
    wheel = {"name": "wheel", "motion": {"type": "rotation", "angular_velocity": 400.0}, "shapes": [{"add": "sphere", "centre": centre, "radius": 0.1}]}
    if d == 3:
        wheel["motion"].update(axis=[0.0, 1.0, 0.0], through=centre)
    else:
        wheel["motion"]["through"] = centre
    lift = {"type": "straight", "velocity": [0.0, 1.0] if d == 2 else [0.0, 0.0, 1.0], "to": 1.0}
    return base(d, [{"name": "gate", "motion": lift, "shapes": [gate]}, wheel], **{"boundary": {"model": "dummy"}, **more})[0]


def channel(d, **more):
    """Through open ends, past a block."""
    case = base(d, [], boundary={"model": "dummy"}, viscosity={"model": "laminar", "nu": 0.01}, **more)[0]
    up = "+y" if d == 2 else "+z"

    def p(x, h, side):
        return [x, h] if d == 2 else [x, side, h]
    vec = (lambda x: [x, 0.0]) if d == 2 else (lambda x: [x, 0.0, 0.0])
    case["fluids"] = [{"name": "water", "velocity": vec(1.0), "shapes": [box(p(0.0, 0.0, 0.0), p(1.0, 0.3, 0.4))]}]
    case["walls"] = [{"name": "bed", "shapes": [box(p(-0.2, 0.0, 0.0), p(1.2, 0.6, 0.4), fill="shell-outside", open=["-x", "+x", up])]}]
    case["domain"].update(low=p(-0.4, -0.2, -0.2), high=p(1.4, 0.8, 0.6))
    case["walls"][0]["shapes"][0].update(low=p(-0.4, 0.0, 0.0), high=p(1.4, 0.6, 0.4))
    case["open_boundaries"] = [
        {"name": "in", "low": p(0.0, 0.0, 0.0), "high": p(0.0, 0.6, 0.4), "normal": vec(1.0),
         "velocity": {"model": "uniform", "speed": 1.0}, "pressure": {"model": "extrapolated"}, "surface": {"model": "given", "level": 0.3}},
        {"name": "out", "low": p(1.0, 0.0, 0.0), "high": p(1.0, 0.6, 0.4), "normal": vec(-1.0), "pressure": {"model": "hydrostatic"},
         "surface": {"model": "given", "level": 0.3}}]
    return case


def waves(d, **more):
    """A piston, and a zone in which waves die."""
    def p(x, h, side):
        return [x, h] if d == 2 else [x, side, h]
    paddle = {"name": "paddle", "shapes": [box(p(-0.1, 0.0, 0.0), p(0.0, 0.5, WIDE))],
              "motion": {"type": "paddle", "direction": [1.0] + [0.0] * (d - 1), "ramp": 0.1,
                         "waves": {"type": "regular", "order": 2, "depth": 0.3, "height": 0.05, "period": 1.2}}}
    case = base(d, [paddle], boundary={"model": "dummy", "slip": "free"}, **more)[0]
    case["fluids"][0]["shapes"] = [box(p(0.0, 0.0, 0.0), p(1.0, 0.3, WIDE))]
    case["walls"][0]["shapes"] = [box(p(-0.2, -0.1, 0.0), p(1.1, 0.0, WIDE)), box(p(1.0, 0.0, 0.0), p(1.1, 0.5, WIDE))]
    if d == 3:
        case["domain"].update(low=[-0.2, 0.0, -0.2], high=[1.2, 0.7, 0.8], periodic=["y"])
    case["damping_zones"] = [{"name": "beach", "from": p(0.6, 0.0, 0.0), "to": p(1.0, 0.0, 0.0), "strength": 10.0}]
    return case


def relaxed(d, **more):
    case = waves(d, **more)
    del case["damping_zones"]

    def p(x):
        return [x] + [0.0] * (d - 1)
    case["walls"][1].pop("motion")
    case["relaxation_zones"] = [
        {"name": "sea", "from": p(0.1), "to": p(0.5), "behind": 0.1, "ramp": 0.1, "strength": 100.0,
         "waves": {"type": "regular", "order": 2, "depth": 0.3, "height": 0.05, "period": 1.2}},
        {"name": "rest", "from": p(1.0), "to": p(0.7), "strength": 4.0}]
    return case


def phases(d, **more):
    def p(x, h, side):
        return [x, h] if d == 2 else [x, side, h]
    case = base(d, [], boundary={"model": "dummy"}, phases=[{"name": "oil", "density": 600, "speed_of_sound": 16.0, "nu": 0.001}],
                formulation="volume", viscosity={"model": "laminar", "nu": 0.001}, interface={"model": "stress", "tension": 1.0}, **more)[0]
    low, high = p(0.0, 0.0, 0.0), p(1.0, 0.6, 0.4)
    case["fluids"] = [{"name": "water", "shapes": [box(low, p(0.5, 0.6, 0.4))]},
                      {"name": "oil", "phase": "oil", "shapes": [box(p(0.5, 0.0, 0.0), high)]}]
    case["walls"] = [{"name": "tank", "shapes": [box(low, high, fill="shell-outside")]}]
    return case


def periodic(d, **more):
    def p(x, h, side):
        return [x, h] if d == 2 else [x, side, h]
    case = base(d, [], boundary={"model": "dummy"}, **more)[0]
    case["domain"].update(low=p(0.0, -0.2, -0.2), high=p(1.0, 0.8, 0.6), periodic=["x"])
    vec = [0.3] + [0.0] * (d - 1)
    case["fluids"] = [{"name": "water", "velocity": vec, "shapes": [box(p(0.0, 0.0, 0.0), p(1.0, 0.2, 0.4)),
                                                                    box(p(0.3, 0.2, 0.1), p(0.5, 0.4, 0.3))]}]
    case["walls"] = [{"name": "bed", "shapes": [box(p(0.0, -0.2, -0.2), p(1.0, 0.0, 0.6))]}, obstacle(d)]
    if d == 3:
        case["domain"].update(low=[0.0, 0.0, -0.2], high=[1.0, 0.7, 0.8], periodic=["x", "y"])
        case["walls"][0]["shapes"] = [box([0.0, 0.0, -0.2], [1.0, 0.7, 0.0])]
        case["fluids"][0]["shapes"][0]["high"][1] = 0.7
    return case


def cases(d):
    for model in ("dynamic", "dummy", "mdbc", "semi_analytical"):
        yield f"walls {model}", dam(d, model)
        yield f"round walls {model}", round_walls(d, model)
    yield "walls no slip", dam(d, {"model": "dummy", "slip": "no"}, viscosity={"model": "laminar", "nu": 0.01}, shifting={"model": "sun"})
    yield "symplectic", dam(d, "dummy", integrator={"scheme": "symplectic"})
    yield "bodies", bodies(d)
    yield "moored", moored(d)
    yield "movers dummy", movers(d)
    yield "movers dynamic", movers(d, boundary={"model": "dynamic"})
    yield "channel", channel(d)
    yield "waves", waves(d)
    yield "zones", relaxed(d)
    yield "phases", phases(d)
    yield "periodic", periodic(d)


def changes(d):
    one = np.eye(d)
    yield "moved", Change(one, [3.1, -7.3, 1.7][:d])
    yield "mirrored", Change(np.diag([-1, 1, 1][:d]))
    if d == 2:
        yield "turned", Change([[0, -1], [1, 0]])
    else:
        yield "turned about the vertical", Change([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
        yield "mirrored across", Change(np.diag([1, -1, 1]))
        yield "turned over", Change([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    yield "scaled by 4", Change(one, None, 4.0)
    yield "scaled by 2.3", Change(one, None, 2.3)


class Plain(yaml.SafeDumper):
    def ignore_aliases(self, data):
        return True


def run(case, folder, name, steps=STEPS):
    (folder / f"{name}.yaml").write_text(yaml.dump(case, Dumper=Plain, sort_keys=False))
    result = amphi("run", f"{name}.yaml", "-o", name, "-q", "--threads", "1", "--steps", steps, cwd=folder, timeout=600)
    expect(result.returncode == 0, f"{name}: {result.stderr}")


def snapshot(path):
    with h5py.File(path) as f:
        root = f["VTKHDF"]
        data = {k: root["PointData"][k][()] for k in root["PointData"]}
        return root["Points"][()], data


def last(folder):
    return max(folder.glob("particles_*.vtkhdf"))


def rows_by_place(points, step):
    """Which row is where, in an order that rounding does not change: nothing stands where these steps begin."""
    return np.lexsort(np.floor((points - points.min(axis=0)) / (0.0137 * step) + 0.37).astype(int).T)


def place_map(folder, a, b, c, dp):
    """Rows of the first snapshots that are of one particle, as pairs of ids."""
    order = []
    for name, change in ((a, c), (b, None)):
        points, data = snapshot(folder / name / "particles_0000.vtkhdf")
        places = points[:, :c.d].astype(float)
        if change:
            places = change.scale * places @ change.p.T + change.shift
        apart = data["type"] == 0  # facets of walls may stand in one place
        order.append(data["id"][apart][rows_by_place(places[apart], dp)])
    expect(len(order[0]) == len(order[1]), f"{len(order[0])} and {len(order[1])} particles")
    return order


def worst(folder, a, b, c, case):
    """The largest differences of places, in spacings, and of velocities, in speeds of sound."""
    dp, d = case["dp"] * c.scale, c.d
    sound = case["material"]["speed_of_sound"] * c.scale ** 0.5
    order = place_map(folder, a, b, c, dp)
    (pa, da), (pb, db) = snapshot(last(folder / a)), snapshot(last(folder / b))
    ia, ib = {i: k for k, i in enumerate(da["id"])}, {i: k for k, i in enumerate(db["id"])}
    pairs = [(ia[i], ib[j]) for i, j in zip(*order) if i in ia and j in ib]
    # What came in since has ids in the order of its face, and is known by where it is.
    come = [np.flatnonzero((data["type"] == 0) & ~np.isin(data["id"], known)) for data, known in ((da, order[0]), (db, order[1]))]
    expect(len(come[0]) == len(come[1]), f"{len(come[0])} and {len(come[1])} particles came in")
    if len(come[0]):
        by = [rows_by_place(c.scale * pa[come[0], :d].astype(float) @ c.p.T, dp), rows_by_place(pb[come[1], :d].astype(float), dp)]
        pairs += zip(come[0][by[0]], come[1][by[1]])
    rows = np.array(pairs).T
    expect(np.sum(da["type"] == 0) == np.sum(db["type"] == 0) == rows.shape[1], "other particles have left")
    place = pa[rows[0], :d].astype(float) @ c.p.T * c.scale + c.shift - pb[rows[1], :d]
    if "periodic" in case["domain"]:
        low, high = (np.array(changed(case, c)["domain"][k], float) for k in ("low", "high"))
        for word in case["domain"]["periodic"]:
            axis = "xyz".index(c.axis(word))
            length = high[axis] - low[axis]
            place[:, axis] -= length * np.round(place[:, axis] / length)
    speed = da["velocity"][rows[0], :d].astype(float) @ c.p.T * c.scale ** 0.5 - db["velocity"][rows[1], :d]
    return np.abs(place).max() / dp, np.abs(speed).max() / sound


# How numbers grow with lengths, by Froude's law; forces, energies and what is made of them one more in 3-D.
GROWTH = {"Pa": 1, "m/s": 0.5, "m": 1, "m^2/s": 1.5, "degrees": 0, "degrees/s": -0.5}
GROWTH_OF_SIZE = {"N": 2, "N/m": 2, "kg/s": 2.5, "kg m/s": 2.5, "J/m": 3, "J": 3, "N m": 3, "W/m": 2.5, "W": 2.5, "m^2/s^2": 1, "m^3/s^2": 1}


def table(path):
    lines = [line.split(",") for line in path.read_text().splitlines()]
    return lines[0], np.array([[float(v) if v else np.nan for v in line] for line in lines[1:]])


def expected(names, rows, c):
    """The table of the changed case; NaN where only the change since the start is compared, or nothing."""
    out = rows * np.nan
    for k, name in enumerate(names[1:], 1):
        column, _, unit = name.rstrip("]").partition(" [")
        gauge, _, part = column.partition(".")
        twist = part in ("angle", "spin", "torque")
        growth = GROWTH[unit] if unit in GROWTH else GROWTH_OF_SIZE[unit] + (c.d == 3) if unit else None
        if unit == "N" and part == "torque":
            growth = 3
        if part[-1:] in "xyz" and part and len(part) < 3:
            if part[-1] != "x" or part[0] == "q" or (unit == "m" and part == "x"):
                continue
            group = [names.index(f"{gauge}.{part[:-1]}{a} [{unit}]") for a in "xyz"[:c.d]]
            sign = c.det if part[0] in "wt" else 1
            out[:, group] = rows[:, group] @ c.p.T * sign * c.scale ** growth
        elif growth is not None and unit != "m" and part != "potential":
            out[:, k] = rows[:, k] * c.scale ** growth * (c.det if twist or unit == "m^2/s" else 1)
    return out


def worst_gauge(folder, a, b, c):
    """The largest difference of a gauge, against the largest number in its columns; and whose."""
    if not (folder / a / "gauges.csv").exists():
        return 0.0, "none"
    (names, rows), (_, others) = table(folder / a / "gauges.csv"), table(folder / b / "gauges.csv")
    expect(rows.shape == others.shape, f"{len(rows)} and {len(others)} rows in gauges.csv")
    wanted = expected(names, rows, c)
    # Loads of bodies that are dry are whole quanta next to nothing.
    least = {n.split(".")[0] + n.partition(" [")[2]: 0.1 * c.scale ** 2 if "[N" in n else 1e-300 for n in names}
    for k, name in enumerate(names):
        group = name.split(".")[0] + name.partition(" [")[2]
        least[group] = max(least[group], np.nanmax(np.abs(others[:, k])))
    found = (0.0, "all")
    for k, name in enumerate(names[1:], 1):
        off, size = np.abs(wanted[:, k] - others[:, k]), least[name.split(".")[0] + name.partition(" [")[2]]
        if np.isnan(off).all() and name.endswith("[m]") and "." + name[-5:-4] not in (".x", ".y", ".z"):  # heights grow alike
            off = np.abs(c.scale * np.abs(rows[:, k] - rows[0, k]) - np.abs(others[:, k] - others[0, k]))
        if not np.isnan(off).all():
            found = max(found, (float(np.nanmax(off) / size), name))
    return found


def reordered(case):
    out = copy.deepcopy(case)
    out["walls"].reverse()
    return out


def doubled(case):
    """Twice the period, with all in it twice."""
    out = copy.deepcopy(case)
    period = case["domain"]["high"][0] - case["domain"]["low"][0]
    out["domain"]["high"][0] += period
    for body in (*out["fluids"], *out["walls"]):
        for shape in copy.deepcopy(body["shapes"]):
            for corner in ("low", "high"):
                shape[corner][0] += period
            body["shapes"].append(shape)
    return out


def try_change(folder, name, case, what, c, limit, other=None):
    label = re.sub(r"\W+", "-", f"{name} {c.d}d")
    other = other or changed(case, c)
    again = re.sub(r"\W+", "-", f"{label} {what}")
    try:
        if not (folder / label).exists():
            run(case, folder, label)
        run(other, folder, again)
        place, speed = worst(folder, label, again, c, case)
        gauge, whose = worst_gauge(folder, label, again, c)
    except AssertionError as error:
        return f"{name}, {c.d}-D, {what}: {error}"
    said = f"{name}, {c.d}-D, {what}: places {place:.2g} dp, velocities {speed:.2g} c, gauges {gauge:.2g} ({whose})"
    if ALL:
        print(said, flush=True)
    return said if not (place < limit and speed < limit and (gauge < OF_GAUGES or limit > ROUNDING)) else ""


def limit_of(name, d, what):
    """Round walls of pieces are cut about an axis of their own (docs/numerics.md)."""
    return 0.2 if (name, d) == ("round walls semi_analytical", 3) and "turned" in what else ROUNDING


def all_changes():
    for d in (2, 3):
        for name, case in cases(d):
            for what, c in changes(d):
                yield name, case, what, c, None
            yield name, case, "walls in another order", Change(np.eye(d)), reordered(case)


def test_changes(folder):
    """A sample is every so-manieth of them."""
    wrong = [try_change(folder, name, case, what, c, limit_of(name, c.d, what), other)
             for k, (name, case, what, c, other) in enumerate(all_changes()) if ALL or k % SAMPLE == 0]
    wrong = [w for w in wrong if w]
    expect(not wrong, "\n".join(wrong))


def test_twice_as_wide(folder):
    for d in (2, 3):
        case = periodic(d)
        low, high = (case["domain"][k][0] for k in ("low", "high"))
        run(case, folder, f"once{d}")
        run(doubled(case), folder, f"twice{d}")
        (p0, d0), (q0, e0) = (snapshot(folder / f"{n}{d}/particles_0000.vtkhdf") for n in ("once", "twice"))
        (p1, d1), (q1, e1) = (snapshot(last(folder / f"{n}{d}")) for n in ("once", "twice"))
        where = {i: k for k, i in enumerate(d1["id"])}, {i: k for k, i in enumerate(e1["id"])}
        for half in (0, 1):
            begin = low + half * (high - low)
            there = np.flatnonzero((e0["type"] == 0) & (q0[:, 0] >= begin) & (q0[:, 0] < begin + high - low))
            here = np.flatnonzero(d0["type"] == 0)
            expect(len(here) == len(there), f"{len(here)} and {len(there)} particles")
            a = [where[0][i] for i in d0["id"][here[rows_by_place(p0[here, :d].astype(float), case["dp"])]]]
            b = [where[1][i] for i in e0["id"][there[rows_by_place(q0[there, :d].astype(float), case["dp"])]]]
            way = (q1[b] - p1[a])[:, :d].astype(float)
            way[:, 0] -= (high - low) * np.round(way[:, 0] / (high - low))
            speed = e1["velocity"][b] - d1["velocity"][a]
            off = np.abs(way).max() / case["dp"], np.abs(speed).max() / case["material"]["speed_of_sound"]
            if ALL:
                print(f"twice as wide, {d}-D: places {off[0]:.2g} dp, velocities {off[1]:.2g} c")
            expect(max(off) < ROUNDING, f"{d}-D, half {half}: {off}")


def test_pieces_of_others(folder):
    """A wall of fewer particles than its surface has pieces has the force on it all the same: as where it has room."""
    forces = []
    for layers in (1, 3):
        case = round_walls(3, "semi_analytical")
        case["walls"][1]["shapes"][0].update(fill="shell-inside", layers=layers)
        case["gauges"] = [{"name": "G", "type": "force", "on": "block", "interval": 1e-3}]
        run(case, folder, f"layers{layers}", 60)
        forces.append(table(folder / f"layers{layers}/gauges.csv")[1][:, 1:])
    expect(np.abs(forces[1]).max() > 1.0, "no force")
    expect(np.abs(forces[0] - forces[1]).max() < 1e-5 * np.abs(forces[1]).max(), f"{forces[0][-1]} and {forces[1][-1]} N")


main([test_changes, test_twice_as_wide, test_pieces_of_others])
