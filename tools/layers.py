#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Write the particles of a 2-D body in layers that follow its surface, as CSV for a shape of points,
to standard output.

A body on a lattice has steps where its surface is not along an axis, and water that should glide along it meets them: a
cylinder then has twice the drag. Here the outermost particles are dp/2 inside the surface, dp apart, and so on inwards."""
import argparse
import math
import sys


def disc(centre, radius, dp, layers, side):
    """Rings, as many particles in each as make them dp apart, symmetric about the vertical axis. Side: -1 inside, 1 outside."""
    for k in range(layers):
        r = radius + side * (k + 0.5) * dp
        if r <= 0:
            return
        count = max(1, round(2 * math.pi * r / dp))
        for i in range(count):
            angle = math.pi / 2 + 2 * math.pi * (i + 0.5 * (k % 2)) / count
            yield centre[0] + r * math.cos(angle), centre[1] + r * math.sin(angle)


def wedge(apex, deadrise, top, dp, layers):
    """The right half of a wedge, whose face rises from its apex to a height."""
    c, s = math.cos(math.radians(deadrise)), math.sin(math.radians(deadrise))
    for k in range(layers):
        depth = (k + 0.5) * dp  # from the face, along its normal
        start = depth * s / c  # along the face: where this layer meets the axis
        for i in range(round((top / s - start) / dp)):
            along = start + (i + 0.5) * dp
            yield apex[0] + along * c - depth * s, apex[1] + along * s + depth * c


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--dp", type=float, required=True, help="particle spacing, m")
    p.add_argument("--layers", type=int, default=4, help="what the kernel reaches (default: %(default)s)")
    p.add_argument("--at", type=float, nargs=2, default=(0, 0), metavar=("X", "Y"), help="centre of a disc, apex of a wedge, m")
    shape = p.add_mutually_exclusive_group(required=True)
    shape.add_argument("--disc", type=float, metavar="RADIUS", help="m")
    shape.add_argument("--hole", type=float, metavar="RADIUS", help="m; layers around it")
    shape.add_argument("--wedge", type=float, nargs=2, metavar=("DEADRISE", "HEIGHT"),
                       help="right half of a wedge: angle of its face to the horizontal in degrees, height in m")
    a = p.parse_args()
    if a.wedge:
        places = wedge(a.at, *a.wedge, a.dp, a.layers)
    else:
        places = disc(a.at, a.disc or a.hole, a.dp, a.layers, -1 if a.disc else 1)
    print("# Written by tools/layers.py", " ".join(sys.argv[1:]))
    print("x,y")
    for x, y in places:
        print(f"{x:.6f},{y:.6f}")


main()
