#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Derives the remeshing kernels in exact fractions and writes src/transport/models/remesh_pieces.h from them.

A kernel is even, of support [-s, s], and a polynomial on each interval [m, m + 1]. Lambda(p, r) (Cottet, Etancelin,
Perignon and Picard 2014) has r continuous derivatives and conserves moments up to p: sum over k of k^a W(x - k) = x^a
for a = 0..p. Differentiated s times at x = 0 the condition fixes the s-th derivatives at whole numbers, to the weights
of the central difference of p + 1 points; a piece is the polynomial of degree 2 r + 1 that has the derivatives 0..r of
both its ends. M'8 is a0 M8 + a1 x M8' + a2 x^2 M8'' of the B-spline M8, with the coefficients that make moments 2 and
4 vanish, in the way that Monaghan (1985) makes M'4 of M4."""
import argparse
import math
import sys
from fractions import Fraction
from pathlib import Path

HEADER = Path(__file__).resolve().parent.parent / "src/transport/models/remesh_pieces.h"
# name: (p, r), or None for M'8. M'4 is Lambda(2, 1) and M'6 is Lambda(4, 2).
KERNELS = {"M4": (2, 1), "M6": (4, 2), "M8": None, "L22": (2, 2), "L44": (4, 4), "L64": (6, 4), "L84": (8, 4), "L147": (14, 7)}


def solve(matrix, right):
    """The solution of a square linear system, by elimination."""
    rows = [list(map(Fraction, row)) + [Fraction(value)] for row, value in zip(matrix, right)]
    n = len(rows)
    for column in range(n):
        pivot = next(r for r in range(column, n) if rows[r][column] != 0)
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for r in range(n):
            if r != column and rows[r][column] != 0:
                factor = rows[r][column]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column])]
    return [row[n] for row in rows]


def value(polynomial, x):
    """A polynomial, lowest coefficient first, at x."""
    result = Fraction(0)
    for coefficient in reversed(polynomial):
        result = result * x + coefficient
    return result


def derivative(polynomial, times=1):
    for _ in range(times):
        polynomial = [k * c for k, c in enumerate(polynomial)][1:] or [Fraction(0)]
    return polynomial


def shifted(polynomial, by):
    """Coefficients of P(t + by)."""
    result = [Fraction(0)] * len(polynomial)
    for k, coefficient in enumerate(polynomial):
        for i in range(k + 1):
            result[i] += coefficient * math.comb(k, i) * Fraction(by)**(k - i)
    return result


def node_derivatives(p, order):
    """The derivative of that order of Lambda(p, r) at 0, 1, ..., p/2 + 1."""
    nodes = range(-(p // 2), p // 2 + 1)
    # sum over k of k^a W(x - k) = x^a, differentiated `order` times at x = 0, in the unknowns at -k.
    found = solve([[Fraction(-k)**a for k in nodes] for a in range(p + 1)],
                  [math.factorial(order) if a == order else 0 for a in range(p + 1)])
    at = dict(zip(nodes, found))
    return [at[m] for m in range(p // 2 + 1)] + [Fraction(0)]


def lambda_pieces(p, r):
    """Pieces in t = x - m, t from 0 to 1."""
    at = [node_derivatives(p, order) for order in range(r + 1)]
    degree, pieces = 2 * r + 1, []
    for m in range(p // 2 + 1):
        rows, right = [], []
        for end in (0, 1):
            for order in range(r + 1):
                rows.append([Fraction(math.perm(k, order)) * (Fraction(end)**(k - order) if k >= order else 0)
                             for k in range(degree + 1)])
                right.append(at[order][m + end])
        pieces.append(solve(rows, right))
    return pieces


def spline_pieces(order):
    """The B-spline of that order in x on [m, m + 1], m = 0..order/2 - 1: truncated powers."""
    pieces = []
    for m in range(order // 2):
        total = [Fraction(0)] * order
        for k in range(order + 1):
            node = Fraction(order, 2) - k
            if node >= m + 1:  # (node - x)^(order - 1) counts where x < node
                for i in range(order):
                    total[i] += (-1)**k * math.comb(order, k) * math.comb(order - 1, i) * node**(order - 1 - i) \
                        * (-1)**i
        pieces.append([c / math.factorial(order - 1) for c in total])
    return pieces


def integral_moment(pieces, power):
    """The integral of x^power W over the right half."""
    total = Fraction(0)
    for m, piece in enumerate(pieces):
        for k, c in enumerate(piece):
            n = k + power + 1
            total += c * (Fraction(m + 1)**n - Fraction(m)**n) / n
    return total


def m8_pieces():
    spline = spline_pieces(8)
    terms = [[[Fraction(0)] * n + derivative(piece, n) for piece in spline] for n in range(3)]
    moments = [[integral_moment(term, power) for term in terms] for power in (0, 2, 4)]
    a = solve(moments, [Fraction(1, 2), 0, 0])
    pieces = [[sum(a[n] * (terms[n][m][k] if k < len(terms[n][m]) else 0) for n in range(3)) for k in range(8)]
              for m in range(4)]
    return [shifted(piece, m) for m, piece in enumerate(pieces)]


def derive(name):
    """Pieces m = 0, 1, ... of the kernel, polynomials in t = |x| - m, lowest coefficient first."""
    return lambda_pieces(*KERNELS[name]) if KERNELS[name] else m8_pieces()


def bound(piece):
    """The sum of the magnitudes of the terms at t = 1."""
    return sum(abs(c) for c in piece)


def origin(name):
    """What w counts from: a grid point, where an interpolating kernel then is exact, so that a particle at rest stays as it
    is; or the middle between two, where the terms would otherwise be so large that their rounding shows."""
    return Fraction(0) if max(map(bound, weights(name))) < 40 else Fraction(1, 2)


def weights(name):
    """The weight of each grid point around a particle, lowest first, as polynomials in the way w from the grid point at or
    below the particle to it."""
    pieces = derive(name)
    mirrored = [shifted([c * (-1)**k for k, c in enumerate(piece)], -1) for piece in pieces]  # P(1 - w)
    return pieces[::-1] + mirrored


def literal(c):
    return f"{c.numerator}.0" if c.denominator == 1 else f"{c.numerator}.0 / {c.denominator}.0"


def broken(head, texts):
    """A macro's lines."""
    lines, row = [], head
    for text in texts:
        if len(row) + 1 + len(text) > 106:
            lines.append(row.ljust(108) + " \\")
            row = " "
        row += " " + text
    return lines + [row]


def macro(name, k, piece):
    """The coefficients, lowest first."""
    return broken(f"#define REMESH_{name}_{k}", [literal(c) + "," for c in piece[:-1]] + [literal(piece[-1])])


def header():
    lines = ["/* SPDX-License-Identifier: BSD-3-Clause */", "#ifndef TRANSPORT_MODELS_REMESH_PIECES_H",
             "#define TRANSPORT_MODELS_REMESH_PIECES_H",
             "/* Written by tools/remeshing_kernels.py, which derives it. REMESH_NAME_k: the weight of the k-th of the grid",
             " * points around a particle that is w past the grid point at or below it, as a polynomial in",
             " * w - REMESH_NAME_ORIGIN, lowest coefficient first. */", "",
             "// clang-format off"]
    for name in KERNELS:
        lines.append(f"#define REMESH_{name}_ORIGIN {float(origin(name))}")
        for k, weight in enumerate(weights(name)):
            lines += macro(name, k, shifted(weight, origin(name)))
    lines += ["", "/* X(NAME, k, ...) for each of a kernel's, and X(NAME, ...) for each kernel. */"]
    for name in KERNELS:
        pieces = [f"X({name}, {k}, __VA_ARGS__)" for k in range(len(weights(name)))]
        lines += broken(f"#define REMESH_{name}_PIECES(X, ...)", pieces)
    lines += broken("#define REMESH_EACH(X, ...)", [f"X({name}, __VA_ARGS__)" for name in KERNELS])
    return "\n".join(lines + ["// clang-format on", "", "#endif", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only see whether the header is as derived")
    if not parser.parse_args().check:
        HEADER.write_text(header())
    elif HEADER.read_text() != header():
        sys.exit(f"{HEADER} is not what {Path(__file__).name} derives: run it without --check")


if __name__ == "__main__":
    main()
