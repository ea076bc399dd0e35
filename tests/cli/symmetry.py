# SPDX-License-Identifier: BSD-3-Clause
"""Small cases of all kinds in the plane and in space, and what is done to them: they are moved, mirrored, put upside down, turned by 90 degrees, made
larger by Froude's law, given their walls in another order, or twice their period."""
import copy

import numpy as np

WIDE = 0.7  # m: of what is periodic across


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
           "behind": 1, "size": 1, "interval": 0.5, "end": 0.5, "length": 1, "stiffness": 1, "damping": 1.5, "tension": 2,
           "conductivity": 1.5, "heat_flux": 0.5, "yield": 1, "growth": 0.5, "background_pressure": 1, "mass": 2, "strength": -0.5, "speed": 0.5,
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
    if "diameter" in case:  # of a cable, whose tension is a force
        for key, power in (("mass", c.d - 1), ("stiffness", c.d), ("damping", 0), ("diameter", 1)):
            out[key] = case[key] * c.scale ** power
        return out
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
    case = {"method": "wcsph", "scheme": "classic", "dimensions": d, "dp": dp,
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
           {"name": "L", "type": "level", "at": p(0.2, 0.0)[:d - 1], "interval": 1e-3},
           {"name": "F", "type": "force", "on": "tank", "interval": 1e-3},
           {"name": "M", "type": "torque", "on": "tank", "at": p(0.3, 0.1), "interval": 1e-3}]
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
    """A body on a hinge, and one on a spring, a spring to the other and two dry cables that meet."""
    case = bodies(d, **more)
    anchor = [0.3, 0.5] if d == 2 else [0.3, 0.1, 0.5]
    hold = [0.5, 0.3] if d == 2 else [0.55, 0.15, 0.35]
    case["walls"][2]["body"]["springs"] = [{"on": hold, "to": anchor, "length": 0.2, "stiffness": 300.0, "damping": 2.0}]
    case["joints"] = [{"name": "hinge", "type": "hinge", "of": "box", "at": [0.65, 0.05] if d == 2 else [0.65, 0.2, 0.05]}]
    if d == 3:
        case["joints"][0]["axis"] = [0.0, 1.0, 0.0]
    def p(x, h):
        return [x, h] if d == 2 else [x, 0.2, h]
    case["joints"].append({"name": "coil", "type": "spring", "of": "other", "at": p(0.58, 0.26), "with": "box", "to": p(0.6, 0.12), "stiffness": 200.0})
    rope = {"mass": 3.0, "diameter": 0.01, "stiffness": 2000.0, "damping": 0.5, "water": 0, "segments": 6}
    case["cables"] = [{"name": "rope", "from": p(0.9, 0.5), "to_on": "ring", "length": 0.25, **rope},
                      {"name": "tie", "from_on": "ring", "to": p(0.6, 0.25), "to_on": "other", "length": 0.15, **rope}]
    case["knots"] = [{"name": "ring", "at": p(0.72, 0.33), "mass": 1.0}]
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


def waves(d, wide=WIDE, **more):
    """A piston, and a zone in which waves die."""
    def p(x, h, side):
        return [x, h] if d == 2 else [x, side, h]
    paddle = {"name": "paddle", "shapes": [box(p(-0.1, 0.0, 0.0), p(0.0, 0.5, wide))],
              "motion": {"type": "paddle", "direction": [1.0] + [0.0] * (d - 1), "ramp": 0.1,
                         "waves": {"type": "regular", "order": 2, "depth": 0.3, "height": 0.05, "period": 1.2}}}
    case = base(d, [paddle], boundary={"model": "dummy", "slip": "free"}, **more)[0]
    case["fluids"][0]["shapes"] = [box(p(0.0, 0.0, 0.0), p(1.0, 0.3, wide))]
    case["walls"][0]["shapes"] = [box(p(-0.2, -0.1, 0.0), p(1.1, 0.0, wide)), box(p(1.0, 0.0, 0.0), p(1.1, 0.5, wide))]
    if d == 3:
        case["domain"].update(low=[-0.2, 0.0, -0.2], high=[1.2, wide, 0.8], periodic=["y"])
    case["damping_zones"] = [{"name": "beach", "from": p(0.6, 0.0, 0.0), "to": p(1.0, 0.0, 0.0), "strength": 10.0}]
    return case


def relaxed(d, wide=WIDE, **more):
    case = waves(d, wide, **more)
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


def warm(d, **more):
    """Water that is heated from below and cooled by a block, and rises."""
    case = dam(d, "dummy", viscosity={"model": "laminar", "nu": 0.01},
               heat={"model": "conduction", "conductivity": 2e4, "capacity": 4000.0, "expansion": 0.05}, **more)
    case["walls"][0]["temperature"], case["walls"][1]["heat_flux"] = 40.0, -1e5
    case["gauges"].append({"name": "C", "type": "temperature", "at": [0.2, 0.05] if d == 2 else [0.2, 0.2, 0.05], "interval": 1e-3})
    case["gauges"].append({"name": "W", "type": "heat", "on": "tank", "interval": 1e-3})
    return case


def mud(d, **more):
    return dam(d, "dummy", viscosity={"model": "laminar", "nu": 0.02},
               rheology={"model": "papanastasiou", "yield": 20.0, "growth": 10.0}, **more)


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
    yield "heat", warm(d)
    yield "mud", mud(d)
    yield "periodic", periodic(d)
    standard = {"scheme": "standard"}
    yield "standard walls", dam(d, "dummy", **standard)
    # Layers begin where an outline does, so a mirrored or turned case has others (docs/theory/initial-particles.md).
    yield "standard round walls", round_walls(d, "dummy", packing="lattice", **standard)
    yield "standard moored", moored(d, packing="lattice", **standard)
    yield "standard movers", movers(d, **standard)
    yield "standard channel", channel(d, **standard)
    yield "standard waves", waves(d, 1.0, **standard)  # a period has room for the wider kernel
    yield "standard zones", relaxed(d, 1.0, **standard)


def changes(d):
    one = np.eye(d)
    yield "moved", Change(one, [3.1, -7.3, 1.7][:d])
    yield "mirrored", Change(np.diag([-1, 1, 1][:d]))
    yield "upside down", Change(np.diag([1, -1] if d == 2 else [1, 1, -1]))
    if d == 2:
        yield "turned", Change([[0, -1], [1, 0]])
    else:
        yield "turned about the vertical", Change([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
        yield "mirrored across", Change(np.diag([1, -1, 1]))
        yield "turned over", Change([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    yield "scaled by 4", Change(one, None, 4.0)
    yield "scaled by 2.3", Change(one, None, 2.3)


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
