#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Drag at a Reynolds number of 100 by another method, lattice Boltzmann, for cases whose flow has no reference of its own: of a row of cylinders 20
diameters apart in a stream that begins 10 ahead and ends 20 behind (cases/cylinder-flow), and of a square that comes to a speed of 1 in a tank
(cases/moving-square). D2Q9 with two relaxation times (Ginzburg et al. 2008, magic 3/16); circles as Bouzidi et al. (2001) place them. Prints drag
coefficients; take several --cells across the body, for drag converges slowly, and a small --speed, for the lattice is compressible."""
import argparse
import math

import numpy as np

C = np.array([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)])
W = np.array([4 / 9] + 4 * [1 / 9] + 4 * [1 / 36])
OPPOSITE = [0, 3, 4, 1, 2, 7, 8, 5, 6]


def equilibrium(density, u, v):
    """Of the density over 1, which velocities do not feel (He and Luo 1997)."""
    square = 1.5 * (u * u + v * v)
    return [W[i] * (density + 3 * (a := C[i, 0] * u + C[i, 1] * v) + 4.5 * a * a - square) for i in range(9)]


def collide(f, even, odd, push=0.0):
    """Both relaxations; `push` is an acceleration along x."""
    density, u, v = f.sum(0), np.tensordot(C[:, 0], f, 1) + 0.5 * push, np.tensordot(C[:, 1], f, 1)
    off, after = f - np.array(equilibrium(density, u, v)), np.empty_like(f)
    for i in range(9):
        back = off[OPPOSITE[i]]
        after[i] = f[i] - 0.5 * even * (off[i] + back) - 0.5 * odd * (off[i] - back) + (1 - 0.5 * odd) * 3 * W[i] * C[i, 0] * push
    return after


def stream(after):
    return np.array([np.roll(after[i], C[i], (0, 1)) for i in range(9)])


def rates(nu, more=0.0):
    even = 3 * nu + 0.5 + more
    return 1 / even, 1 / (3 / 16 / (even - 0.5) + 0.5)


def cylinder(d, speed, end):
    """Yields times and coefficients of drag. Near both ends viscosity takes sound away."""
    nx, ny, radius, middle = 30 * d, 20 * d, d / 2, np.array([10 * d, 10 * d + 0.37])
    along = np.arange(nx)
    ends = np.clip(np.maximum(1 - along / (1.5 * d), 1 - (nx - 1 - along) / (3 * d)), 0, 1)
    even, odd = rates(speed * d / 100, 0.5 * ends[:, None] ** 2)
    x, y = np.meshgrid(along - middle[0], np.arange(ny) - middle[1], indexing="ij")
    solid = x * x + y * y < radius**2
    links = []
    for i in range(1, 9):
        at = np.nonzero(~solid & np.roll(solid, -C[i], (0, 1)))
        a, b, c = C[i] @ C[i], 2 * (x[at] * C[i, 0] + y[at] * C[i, 1]), x[at]**2 + y[at]**2 - radius**2
        links.append((i, at, (at[0] - C[i, 0], at[1] - C[i, 1]), (-b - np.sqrt(b * b - 4 * a * c)) / (2 * a)))
    aside = np.where((x > d) & (x < 6 * d), 0.1, 0.03)  # so that vortices are shed sooner
    f = np.array(equilibrium(0 * x, speed + 0 * x, speed * aside))
    for step in range(round(end * d / speed)):
        after = collide(f, even, odd)
        f = stream(after)
        for edge, inner, density, u, v in ((0, 1, None, speed, 0), (nx - 1, nx - 2, 0, None, None)):
            beside = f[:, inner]
            density = beside.sum(0) if density is None else density
            inside = C.T @ beside
            f[:, edge] = equilibrium(density, inside[0] if u is None else u, inside[1] if v is None else v)
        force = 0.0
        for i, at, behind, q in links:
            o = OPPOSITE[i]
            back = np.where(q < 0.5, 2 * q * after[i][at] + (1 - 2 * q) * after[i][behind], after[i][at] / (2 * q) + (1 - 1 / (2 * q)) * after[o][at])
            f[o][at] = back
            force += C[i, 0] * (after[i][at] + back + 2 * W[i]).sum()
        yield step * speed / d, 2 * force / (speed**2 * d)


def square(d, speed, end):
    """Likewise, in the axes of the square: the tank's ends, cells that are wall from a place on, go past it."""
    def pace(t):
        return 0.5 * (math.erf((t - 0.525652) / 0.2) + math.erf(0.525652 / 0.2))
    gone, step_time = 0.0, speed / d
    first = math.ceil((1 + pace(9) * end) * d) + 2
    shape = (first + 9 * d + 2, 5 * d + 2)
    middle = np.arange(shape[0])[:, None] + 0.5
    fixed, body = np.zeros(shape, bool), np.zeros(shape, bool)
    fixed[:, [0, -1]] = True
    body[first:first + d, 1 + 2 * d:1 + 3 * d] = True
    even, odd = rates(speed * d / 100)
    f, before = np.zeros((9, *shape)), None
    for step in range(round(end / step_time)):
        t = step * step_time
        gone += pace(t - 0.5 * step_time) * step_time if step else 0.0
        u = -speed * pace(t)
        tank = fixed | (middle < first - d - gone * d) | (middle > first + 9 * d - gone * d)
        if before is not None:
            bare = before & ~tank
            f[:, bare] = np.array(equilibrium(f.sum(0), u, 0.0))[:, np.roll(bare, 1, 0)]
        before = tank
        after = collide(f, even, odd, -speed * math.exp(-((t - 0.525652) / 0.2)**2) / (0.2 * math.sqrt(math.pi)) * step_time)
        f, force = stream(after), 0.0
        for i in range(1, 9):
            o, water = OPPOSITE[i], ~(tank | body)
            for wall, moves in ((tank, u), (body, 0.0)):
                at = water & np.roll(wall, C[i], (0, 1))
                f[i][at] = after[o][at] + 6 * W[i] * C[i, 0] * moves
                if wall is body:
                    force -= C[i, 0] * (after[o][at] + f[i][at] + 2 * W[i]).sum()
        yield t, -2 * force / (speed**2 * d)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("flow", choices=("cylinder", "square"))
    p.add_argument("--cells", type=int, default=20, help="across the body (default: 20)")
    p.add_argument("--speed", type=float, help="in cells a step (default: 0.06 of the cylinder, 0.01 of the square)")
    p.add_argument("--end", type=float, help="in the time of a diameter, or s (default: 100; 6)")
    a = p.parse_args()
    flow, speed, end = (cylinder, 0.06, 100.0) if a.flow == "cylinder" else (square, 0.01, 6.0)
    end = a.end or end
    time, drag = np.array(list(flow(a.cells, a.speed or speed, end))).T
    spans = ((0.6 * end, end),) if a.flow == "cylinder" else ((0.4, 0.7), (1, 2), (2, 4), (4, 6))
    for begin, until in spans:
        if until <= end:
            print(f"{begin:g} to {until:g}: {drag[(time >= begin) & (time < until)].mean():.4f}")


main()
