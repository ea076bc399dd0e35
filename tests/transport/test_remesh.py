#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The remeshing kernels, in exact fractions: what tools/remeshing_kernels.py derives has the moments and derivatives
that it must have, is what was published, and is what stands in src/transport/models/remesh_pieces.h."""
import subprocess
import sys
from fractions import Fraction as F
from pathlib import Path

ROOT = Path(sys.argv[2]).resolve()
sys.path.insert(0, str(ROOT / "tools"))
import remeshing_kernels as kernels  # noqa: E402

wrong = []


def check(good, text):
    if not good:
        wrong.append(text)


def multiply(p, q):
    result = [F(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for k, b in enumerate(q):
            result[i + k] += a * b
    return result


def add(p, q):
    size = max(len(p), len(q))
    return [(p[k] if k < len(p) else 0) + (q[k] if k < len(q) else 0) for k in range(size)]


def mirrored(piece):
    """P(1 - t)."""
    return kernels.shifted([c * (-1)**k for k, c in enumerate(piece)], -1)


def moment(pieces, power):
    """sum over grid points g of (g - x)^power W(g - x) as a polynomial in the place x = t between two of them."""
    total = [F(0)]
    for m, piece in enumerate(pieces):
        left, right = [F(1)], [F(1)]
        for _ in range(power):
            left = multiply(left, [F(-m), F(-1)])         # grid point -m: at distance m + t
            right = multiply(right, [F(m + 1), F(-1)])    # grid point m + 1: at distance m + 1 - t
        total = add(total, add(multiply(left, piece), multiply(right, mirrored(piece))))
    while len(total) > 1 and total[-1] == 0:
        total.pop()
    return total


def smoothness(pieces):
    """How many derivatives are continuous everywhere."""
    for order in range(20):
        ends = [kernels.value(kernels.derivative(p, order), 1) for p in pieces]
        starts = [kernels.value(kernels.derivative(p, order), 0) for p in pieces[1:]] + [F(0)]
        if ends != starts or (order % 2 and kernels.value(kernels.derivative(pieces[0], order), 0) != 0):
            return order - 1
    return 20


def polynomial(*coefficients):
    return [F(c) for c in coefficients]


# name: moments conserved, continuous derivatives
EXPECTED = {"M4": (2, 1), "M6": (4, 2), "M8": (5, 4), "L22": (2, 2), "L44": (4, 4), "L64": (6, 4), "L84": (8, 4),
            "L147": (14, 7)}
for name in kernels.KERNELS:
    pieces = kernels.derive(name)
    moments, smooth = EXPECTED[name]
    check(moment(pieces, 0) == [1], f"{name}: the weights do not add up to 1")
    for power in range(1, moments + 1):
        check(moment(pieces, power) == [0], f"{name}: moment {power} is {moment(pieces, power)}")
    check(moment(pieces, moments + 1) != [0], f"{name}: moment {moments + 1} is conserved too")
    check(smoothness(pieces) == smooth, f"{name}: {smoothness(pieces)} continuous derivatives, expected {smooth}")

# Monaghan (1985), W = (2 - x)^2 (1 - x) / 2 on [1, 2].
check(kernels.derive("M4")[0] == polynomial(1, 0, F(-5, 2), F(3, 2)), "M'4 near")
check(kernels.shifted(multiply(multiply([F(2), F(-1)], [F(2), F(-1)]), [F(1, 2), F(-1, 2)]), 1)
      == kernels.derive("M4")[1], "M'4 far")
# Paper 004: M'6 in factors.
one = multiply([F(1, 12), F(-1, 12)], polynomial(12, 12, -3, -38, 25))
two = multiply(multiply([F(-1, 24), F(1, 24)], [F(-2), F(1)]), polynomial(-48, 153, -114, 25))
cube = multiply(multiply([F(3), F(-1)], [F(3), F(-1)]), [F(1, 8), F(-1, 24)])
three = multiply(multiply(cube, polynomial(-8, 5)), polynomial(-2, 1))
for m, published in enumerate((one, two, three)):
    check(kernels.shifted(published, m) == kernels.derive("M6")[m], f"M'6 piece {m} is not paper 004's")
# Lambda(2, 2) and Lambda(4, 4) on [0, 1] (Cottet et al. 2014).
check(kernels.derive("L22")[0] == polynomial(1, 0, -1, F(-9, 2), F(15, 2), -3), "Lambda(2, 2)")
check(kernels.derive("L44")[0] == polynomial(1, 0, F(-5, 4), 0, F(1, 4), F(-100, 3), F(455, 4), F(-295, 2),
                                             F(345, 4), F(-115, 6)), "Lambda(4, 4)")
# M'8 at whole distances, over 3360.
check([kernels.value(p, 0) * 3360 for p in kernels.derive("M8")] == [3020, 255, -102, 17], "M'8 at whole numbers")

tool = subprocess.run([sys.executable, ROOT / "tools/remeshing_kernels.py", "--check"], capture_output=True, text=True)
check(tool.returncode == 0, tool.stderr)
if wrong:
    sys.exit("\n".join(wrong))
print(f"{len(EXPECTED)} kernels: moments, derivatives and published formulas hold exactly")
