#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every instrument against an exact field: a case is a function that says what its gauges read, and within what, as it follows
from the spacing. In the plane and in space, as it is, moved, mirrored, turned, and larger by Froude's law. Kinds of walls, and
what bounds a column, are in wcsph/instruments."""
import copy
import csv
import json
import math
import re

import numpy as np
from harness import amphi, expect, expect_run, main
from symmetry import Change, box, changed

G, RHO = 9.81, 1000.0
LONG, WIDE, DEPTH = 1.0, 0.6, 0.5  # m, of the water; WIDE in space
BLOCK = ([0.4, 0.2, 0.15], [0.6, 0.4, 0.35])  # along, across, up: under water
RAFT = ([0.4, 0.2, 0.7], [0.6, 0.4, 0.8])  # above it
FLUX, SPEED, SPIN = 2e4, [0.3, 0.2, 0.0], 40.0
CAPACITY = 4000.0


def spacing(d):
    return 0.025 if d == 2 else 0.05


def flat(p, d):
    """A place or a way, along, across and up, by the axes of the case."""
    return [float(p[0]), float(p[2])] if d == 2 else [float(x) for x in p]


def tank(d, **more):
    top = "+y" if d == 2 else "+z"
    low, high = (flat(p, d) for p in ([0.0, 0.0, 0.0], [LONG, WIDE, DEPTH]))
    gravity = flat([0, 0, -G], d)
    return {"method": "wcsph", "dimensions": d, "dp": spacing(d), "gravity": gravity,
            "domain": {"low": flat([-0.2, -0.2, -0.3], d), "high": flat([1.2, 0.8, 1.2], d), "open": [top]},
            "fluids": [{"name": "water", "shapes": [box(low, high)]}],
            "walls": [{"name": "tank", "shapes": [box(low, flat([LONG, WIDE, 1.0], d), fill="shell-outside", open=[top])]}],
            "output": {"interval": 0}, "end": 1e-9, "gauges": [], **more}


def gauge(kind, d, at=None, interval=1e-6, **more):
    if at is not None:
        more["at"] = flat(at, d)
    return {"name": f"{kind}{len(more.get('on', ''))}", "type": kind, "interval": interval, **more}


class Exact:
    """What a gauge reads: numbers before the change, and what becomes of them."""

    def __init__(self, d, numbers, within, how="scalar", power=0.0):
        self.d, self.within, self.how = d, within, how
        self.power = power or (1 if how in ("level", "up", "point") else 0)
        self.numbers = list(numbers) if how in ("point", "vector", "axial", "potential") else [numbers]

    def after(self, c, up):
        """Under the change; `up`: the way that is up in the changed case."""
        p, s = self.numbers, c.scale ** self.power
        axis = int(np.argmax(np.abs(up)))
        return {"scalar": lambda: [p[0] * s],
                "flow": lambda: [p[0] * s * c.det],
                "level": lambda: [c.point(flat([0, 0, p[0]], c.d))[axis]],
                "potential": lambda: [p[0] * s / c.scale * G * (up @ np.array(c.point(p[1])))],
                "up": lambda: [up[axis] * c.point(flat([0, 0, p[0]], c.d))[axis]],
                "point": lambda: c.point(p),
                "vector": lambda: c.vector(p, self.power),
                "axial": lambda: [p[0] * c.det * s] if c.d == 2 else (c.det * s * (c.p @ np.array(p))).tolist()}[self.how]()


def still(d):
    """Water at rest over a bed, before walls, and around a block."""
    case, dp = tank(d), spacing(d)
    case["walls"].append({"name": "block", "shapes": [box(flat(BLOCK[0], d), flat(BLOCK[1], d))]})
    weight = RHO * G
    head = 0.002 * weight * DEPTH
    wanted = []

    def add(name, g, *exact):
        case["gauges"].append({**g, "name": name})
        wanted.append((name, exact))
    for name, at, more in (("bed", [0.2, 0.3, 0.0], {"on": "tank"}), ("side", [LONG, 0.3, 0.2], {"on": "tank"}),
                           ("below", [0.5, 0.3, 0.15], {"on": "block"}), ("above", [0.5, 0.3, 0.35], {"on": "block"}),
                           ("inside", [0.2, 0.3, 0.25], {}), ("sensor", [0.2, 0.3, 0.0], {"on": "tank", "size": 0.15})):
        add(name, gauge("pressure", d, at, **more), Exact(d, weight * (DEPTH - at[2]), head, power=1))
    for name, x, y in (("open", 0.2, DEPTH), ("over", 0.5, DEPTH - 0.2)):
        across = [x] if d == 2 else [x, 0.3]
        if d == 2 or name == "open":  # in space the layers above and below the block are thinner than the kernel reaches
            add(f"{name}-h", {"type": "height", "at": across, "interval": 1e-6}, Exact(d, y, (0.1 if name == "open" else 0.12) * dp, power=1))
        add(f"{name}-l", {"type": "level", "at": across, "interval": 1e-6}, Exact(d, DEPTH, 0.1 * dp, "level"))
    add("E", gauge("elevation", d, [0.1, 0.3, 0.1], to=flat([0.3, 0.3, 0.1], d), places=3), *[Exact(d, DEPTH, 0.1 * dp, power=1)] * 3)
    add("R", gauge("run-up", d, [0.2, 0.3, 0.05], to=flat([0.2, 0.3, 0.9], d)), Exact(d, DEPTH, 0.1 * dp, "up"))
    return case, wanted, 0


def flowing(d):
    """Water that flows as one, 0.3 m/s along and 0.2 m/s across."""
    dp = spacing(d)
    case = tank(d, heat={"model": "conduction", "conductivity": 10.0, "capacity": CAPACITY})
    u = flat(SPEED, d)
    case["fluids"][0].update(velocity=u, temperature=17.0)
    wanted = []

    def add(name, g, *exact):
        case["gauges"].append({**g, "name": name})
        wanted.append((name, exact))
    add("V", gauge("velocity", d, [0.5, 0.3, 0.2]), Exact(d, u, 1e-5, "vector", 0.5))
    add("P", gauge("profile", d, [0.5, 0.3, 0.1], to=flat([0.5, 0.3, 0.3], d), places=2), *[Exact(d, u, 1e-5, "vector", 0.5)] * 2)
    high = [0.5, 0.0, 0.9] if d == 2 else [0.5, WIDE, 0.0]
    side = {"side": [0.0, 0.0, 0.9]} if d == 3 else {}
    area = DEPTH * (1 if d == 2 else WIDE)
    add("Q", gauge("flow", d, [0.5, 0.0, 0.0], to=flat(high, d), **side), Exact(d, 0.3 * area, 0.02 * 0.3 * area, "flow", d - 0.5))
    add("T", gauge("temperature", d, [0.5, 0.3, 0.2]), Exact(d, 17.0, 1e-4))
    mass = RHO * LONG * area
    speed2 = sum(x * x for x in u)
    add("S", {"type": "totals", "interval": 1e-6}, Exact(d, 0.5 * mass * speed2, 1e-5 * mass, power=d + 1),
        Exact(d, (mass, flat([LONG / 2, WIDE / 2, DEPTH / 2], d)), 1e-4 * mass, "potential", d + 1), None, Exact(d, [mass * x for x in u], 1e-5 * mass, "vector", d + 0.5),
        Exact(d, flat([LONG / 2, WIDE / 2, DEPTH / 2], d), 1e-4 * dp, "point"), Exact(d, 0.0, 1e-3))
    return case, wanted, 0


def borne(d):
    """Buoyancy of a body that is held: its weight of water, through its middle; the tank bears all of the weight."""
    case = tank(d)
    volume = 0.2 * 0.2 * (1 if d == 2 else 0.2)
    middle = [0.5 * (a + b) for a, b in zip(*BLOCK)]
    lift = RHO * G * volume
    case["walls"].append({"name": "block", "shapes": [box(flat(BLOCK[0], d), flat(BLOCK[1], d))], "body": {"density": 500.0, "from": 1.0}})
    about = [0.1, 0.1, 0.2]
    arm = [middle[k] - about[k] for k in range(3)]
    # r x F, F up: about the axis across, and about the one along.
    torque = [arm[0] * lift] if d == 2 else [arm[1] * lift, -arm[0] * lift, 0.0]
    part = 0.005  # of a force: sums over a lattice, and density that pressure changes
    wanted = []

    def add(name, g, *exact):
        case["gauges"].append({**g, "name": name})
        wanted.append((name, exact))
    add("F", {"type": "force", "on": "block", "interval": 1e-6}, Exact(d, flat([0, 0, lift], d), part * lift, "vector", d))
    add("M", gauge("torque", d, about, on="block"), Exact(d, torque, part * lift, "axial", d + 1))
    far = [-20.0, 7.0, 30.0]  # a hinge may be beside the domain
    arm = [middle[k] - far[k] for k in range(3)]
    add("N", gauge("torque", d, far, on="block"), Exact(d, [arm[0] * lift] if d == 2 else [arm[1] * lift, -arm[0] * lift, 0.0],
                                                        part * lift * 30.0, "axial", d + 1))
    turn = [Exact(d, 0.0, 1e-9)] if d == 2 else [Exact(d, 1.0, 1e-9), Exact(d, [0.0] * 3, 1e-9, "vector")]
    still_so = [Exact(d, [0.0] * d, 1e-9, "vector"), Exact(d, [0.0] * (1 if d == 2 else 3), 1e-9, "axial")]
    add("B", {"type": "body", "on": "block", "interval": 1e-6}, Exact(d, flat(middle, d), 1e-6, "point"), *turn, *still_so,
        Exact(d, flat([0, 0, lift], d), part * lift, "vector", d), Exact(d, [0.0] * (1 if d == 2 else 3), part * lift, "axial", d + 1), Exact(d, 0.0, 1e-9))
    ground = RHO * G * LONG * DEPTH * (1 if d == 2 else WIDE)
    add("W", {"type": "force", "on": "tank", "interval": 1e-6},
        Exact(d, flat([0, 0, -ground], d), part * ground, "vector", d))
    return case, wanted, 1


def falling(d):
    """A body in the air, which turns about the axis across and falls as any would."""
    case, dp = tank(d), spacing(d)
    u, spin = flat([0.4, 0.1, 0.3], d), [SPIN] if d == 2 else [0.0, -SPIN, 0.0]
    case["fluids"][0]["shapes"][0] = box(flat([0, 0, 0], d), flat([0.2, WIDE, 0.1], d))
    case["walls"].append({"name": "raft", "shapes": [box(flat(RAFT[0], d), flat(RAFT[1], d))],
                          "body": {"density": 500.0, "velocity": u, "angular_velocity": spin[0] if d == 2 else spin}})
    middle = np.array(flat([0.5 * (a + b) for a, b in zip(*RAFT)], d))
    fall = np.array(flat([0, 0, -G], d))

    def at(t, c):
        """By the time that the row has, s, of the changed run."""
        t /= math.sqrt(c.scale)
        half = math.radians(0.5 * SPIN * t)
        turn = [Exact(d, [2 * math.degrees(half)], 1e-4, "axial")] if d == 2 else \
            [Exact(d, math.cos(half), 1e-6), Exact(d, [0.0, -math.sin(half), 0.0], 1e-6, "axial")]
        return (Exact(d, middle + t * np.array(u) + 0.5 * t * t * fall, 0.01 * dp, "point"), *turn,
                Exact(d, np.array(u) + t * fall, 1e-4, "vector", 0.5), Exact(d, spin, 1e-3, "axial", -0.5))
    case["gauges"] = [{"name": "B", "type": "body", "on": "raft", "interval": 0.01}]
    case["end"] = 0.05
    return case, at, 5


def heated(d):
    """A flux through all of a tank's walls, and one the other way through a block's."""
    case = tank(d, scheme="classic", heat={"model": "conduction", "conductivity": 500.0, "capacity": CAPACITY})
    case["gravity"] = [0.0] * d
    case["material"] = {"speed_of_sound": 10.0}
    case["walls"][0]["heat_flux"] = FLUX
    case["walls"].append({"name": "block", "heat_flux": -FLUX, "shapes": [box(flat(BLOCK[0], d), flat(BLOCK[1], d))]})
    case["domain"]["open"] = []
    case["walls"][0]["shapes"] = [box(flat([0, 0, 0], d), flat([LONG, WIDE, DEPTH], d), fill="shell-outside")]
    case["domain"]["high"] = flat([1.2, 0.8, 0.7], d)
    area = 2 * (LONG + DEPTH) if d == 2 else 2 * (LONG * DEPTH + LONG * WIDE + WIDE * DEPTH)
    block = 4 * 0.2 if d == 2 else 6 * 0.2 ** 2
    case["gauges"] = [{"name": "A", "type": "heat", "on": "tank", "interval": 1e-6}, {"name": "B", "type": "heat", "on": "block", "interval": 1e-6}]
    return case, [("A", (Exact(d, FLUX * area, 1e-4 * FLUX * area, power=d - 0.5),)), ("B", (Exact(d, -FLUX * block, 1e-4 * FLUX * block, power=d - 0.5),))], 1


CASES = {"still": still, "flowing": flowing, "borne": borne, "falling": falling, "heated": heated}


def changes(d):
    one = np.eye(d)
    yield "as it is", Change(one)
    yield "moved", Change(one, [3.1, -7.3, 1.7][:d])
    yield "mirrored", Change(np.diag([-1, 1, 1][:d]), [0.7, 0.2, -3.0][:d])
    yield "upside down", Change(np.diag([1, 1, -1] if d == 3 else [1, -1]))
    yield "turned", Change([[0, -1], [1, 0]] if d == 2 else [[0, 0, 1], [1, 0, 0], [0, 1, 0]], [-4.0, 9.0, 2.0][:d])
    yield "turned and mirrored", Change([[0, 1], [1, 0]] if d == 2 else [[0, -1, 0], [0, 0, 1], [-1, 0, 0]])
    yield "four times as large", Change(one, None, 4.0)


def rows_of(path):
    """Names of columns, without units, and rows of numbers, NaN where there is none."""
    with open(path, encoding="utf-8") as f:
        lines = list(csv.reader(f))
    return [re.sub(r" \[.*", "", name) for name in lines[0]], [[float(x) if x else math.nan for x in line] for line in lines[1:]]


def differences(names, row, wanted, c, up):
    """Of one row of a table: gauges that it has, against what they should read."""
    for gauge, exact in wanted:
        values = [x for name, x in zip(names, row) if name.split(".")[0] == gauge]
        k = 0
        for e in exact:
            if e is None:
                k += 1
                continue
            right = e.after(c, up)
            for x, y in zip(values[k:k + len(right)], right, strict=False):
                if not abs(x - y) <= e.within * c.scale ** e.power + 1e-6 * max(1.0, abs(y)) * (c.scale > 1):
                    yield f"{gauge}, column {k + 1}: {x:.7g}, not {y:.7g} within {e.within * c.scale ** e.power:.2g}"
            k += len(right)


def try_case(folder, name, d, what, c):
    case, wanted, steps = CASES[name](d)
    other = changed(copy.deepcopy(case), c)
    up = np.array(c.vector(flat([0, 0, 1], d)))
    (folder / "case.yaml").write_text(json.dumps(other))
    expect_run(amphi("run", "case.yaml", "-q", "--force", "-o", "out", "-t", 1, cwd=folder), 0)
    names, rows = rows_of(folder / "out/gauges.csv")
    wrong = []
    if callable(wanted):
        for row in rows:
            wrong += differences(names, row, (("B", wanted(row[0], c)),), c, up)
        expect(len(rows) > 3, f"{len(rows)} rows")
    else:
        row = [next((r[k] for r in rows if not math.isnan(r[k])), math.nan) for k in range(len(names))]
        wrong += differences(names, row, wanted, c, up)
    return [f"{name}, {d}-D, {what}: {w}" for w in wrong]


def test_instruments(folder):
    wrong = [w for d in (2, 3) for name in CASES for what, c in changes(d) for w in try_case(folder, name, d, what, c)]
    expect(not wrong, "\n".join(wrong))


def test_velocities_of_shear(folder):
    """Water that is sheared has its velocity on walls and at its surface, too, not that of a place farther in."""
    for d in (2, 3):
        case, up = tank(d), "y" if d == 2 else "z"
        case["fluids"][0]["initial"] = {"vx": f"0.5 + 0.8 * {up} - 0.3 * x"}
        places = [[0.5, 0.3, 0.2], [0.5, 0.3, 0.0], [0.5, 0.3, DEPTH], [0.0, 0.3, 0.2], [LONG, 0.3, 0.35]]
        for k, at in enumerate(places):
            case["gauges"].append({**gauge("velocity", d, at), "name": f"V{k}"})
        (folder / "case.yaml").write_text(json.dumps(case))
        expect_run(amphi("run", "case.yaml", "-q", "--force", "-o", "out", "-t", 1, cwd=folder), 0)
        names, rows = rows_of(folder / "out/gauges.csv")
        for k, at in enumerate(places):
            read, exact = rows[0][names.index(f"V{k}.x")], 0.5 + 0.8 * at[2] - 0.3 * at[0]
            expect(abs(read - exact) < 1e-4, f"{d}-D, at {at}: {read:.6g} m/s, not {exact:.6g}")


main([test_instruments, test_velocities_of_shear])
