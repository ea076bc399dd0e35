#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""How a box that floats in 2-D comes to rest after a release, by linear theory: potential flow and small waves.

The box heaves, or rolls about the middle of its waterline, the other ways being held, and its waves go away to both sides.
Added mass a(w) and damping b(w) come from Laplace's equation on a grid. The motion is that of Cummins (1962): the transform
of x is x0 (i w (m + a) + b) / (c - w^2 (m + a) + i w b). Prints zeros and extremes of x over its largest value."""
import argparse
import math

import numpy as np


def wave_number(w2g, depth):
    """k of k tanh(k depth) = w^2 / g, by Newton's method, 1/m."""
    k = max(w2g, math.sqrt(w2g / depth))
    for _ in range(50):
        t = math.tanh(k * depth)
        k -= (k * t - w2g) / (t + k * depth * (1 - t * t))
    return k


def added(a, w):
    """Added mass and damping at a frequency, over the density of water. The right half, in square cells of side d."""
    d, w2g, heave = a.grid, w * w / a.gravity, a.way == "heave"
    k = wave_number(w2g, a.depth)
    length = a.width / 2 + max(3 * a.depth, min(4 * math.pi / k, 10 * a.depth))
    columns, rows = round(length / d), round(a.depth / d)
    side, under = round(a.width / 2 / d), round((a.depth - a.draught) / d)
    x, y = (np.arange(columns) + 0.5) * d, (np.arange(rows) + 0.5) * d - a.depth
    source = np.zeros((columns, rows))  # of the box, that flows out of a cell of the water into it
    source[:side, under - 1] = 1 if heave else x[:side]
    if not heave:
        source[side, under:] += y[under:]
    kept = []
    for i in range(columns):  # columns of cells are eliminated one after the other
        n = under if i < side else rows
        m = (np.diag(np.full(n - 1, 1 / d), 1) + np.diag(np.full(n - 1, 1 / d), -1)).astype(complex)
        m -= np.diag(np.where((np.arange(n) == 0) | (np.arange(n) == n - 1), 1, 2) / d)
        if i >= side:
            m[-1, -1] += w2g / (1 - w2g * d / 2)  # the free surface
        if i == 0 and not heave:
            m -= np.eye(n) * 2 / d  # odd about the middle
        if i == columns - 1:
            m -= np.eye(n) * 1j * k / (1 + 0.5j * k * d)  # waves leave
        if i < columns - 1:
            m -= np.eye(n) / d
        f = -source[i, :n].astype(complex)
        if i > 0:
            inverse, carried = kept[-1]
            both = min(len(carried), n)
            m[:both, :both] -= np.eye(both) / d
            m[:both, :both] -= inverse[:both, :both] / d**2
            f[:both] -= carried[:both] / d
        inverse = np.linalg.inv(m)
        kept.append((inverse, inverse @ f))
    phi = np.zeros((columns, rows), complex)
    for i in reversed(range(columns)):
        inverse, carried = kept[i]
        phi[i, : len(carried)] = carried
        if i < columns - 1:
            both = min(len(carried), len(kept[i + 1][1]))
            phi[i, : len(carried)] -= inverse[:, :both] @ phi[i + 1, :both] / d
    total = 2 * d * ((phi + source * d / 2) * source).sum()
    return total.real, -w * total.imag


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("way", choices=["heave", "roll"])
    p.add_argument("--width", type=float, default=0.6, help="of the box, m (default: %(default)s)")
    p.add_argument("--height", type=float, default=0.4, help="of the box, m (default: %(default)s)")
    p.add_argument("--draught", type=float, default=0.2, help="m (default: %(default)s)")
    p.add_argument("--depth", type=float, default=0.6, help="of the water, m (default: %(default)s)")
    p.add_argument("--gravity", type=float, default=9.81, help="m/s^2 (default: %(default)s)")
    p.add_argument("--grid", type=float, default=0.01,
                   help="side of a cell, m, of which all lengths are multiples (default: %(default)s)")
    p.add_argument("--struck", action="store_true", help="it begins at its level with a velocity, not beside it at rest")
    p.add_argument("--to", type=float, default=4, help="s (default: %(default)s)")
    a = p.parse_args()
    mass = a.width * a.draught  # all over the density of water
    stiffness = a.gravity * a.width
    if a.way == "roll":
        mass *= (a.width**2 + a.height**2) / 12
        stiffness = a.gravity * (a.width**3 / 12 - a.width * a.draught**2 / 2)
    w = np.linspace(0.001, 25.001, 251)
    coefficients = np.array([added(a, v) for v in w])
    own, damping = mass + coefficients[:, 0], coefficients[:, 1]
    part = ((1 if a.struck else 1j * w * own + damping) / (stiffness - w**2 * own + 1j * w * damping)).real
    time = np.linspace(0, a.to, 2001)
    part[[0, -1]] /= 2  # the trapezoidal rule; the step and other factors go with the largest value
    x = np.array([(part * np.cos(w * t)).sum() for t in time])
    x /= np.max(np.abs(x))
    for i in range(1, len(time) - 1):
        if x[i] * x[i + 1] < 0:
            print(f"zero    at {time[i] + (time[i + 1] - time[i]) * x[i] / (x[i] - x[i + 1]):.4f} s")
        if (x[i] - x[i - 1]) * (x[i + 1] - x[i]) < 0:
            print(f"extreme at {time[i]:.4f} s: {x[i]:+.4f}")


main()
