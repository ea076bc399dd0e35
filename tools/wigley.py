#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Write a Wigley hull, a ship of two parabolas, as a closed surface (OBJ) to standard output.

  y = B/2 (1 - (2 x / L)^2) (1 - (z / T)^2) below the waterline, z = 0; upright sides above it."""
import argparse


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--length", type=float, default=0.8, help="L, m (default: %(default)s)")
    parser.add_argument("--beam", type=float, default=0.16, help="B, m (default: %(default)s)")
    parser.add_argument("--draught", type=float, default=0.1, help="T, m (default: %(default)s)")
    parser.add_argument("--freeboard", type=float, default=0.06, help="m (default: %(default)s)")
    parser.add_argument("--stations", type=int, default=24, help="pieces along the length (default: %(default)s)")
    parser.add_argument("--waterlines", type=int, default=8, help="pieces along the draught (default: %(default)s)")
    return parser.parse_args()


def main():
    a = arguments()
    heights = [-a.draught + a.draught * k / a.waterlines for k in range(a.waterlines + 1)] + [a.freeboard]
    lines, corners, faces = [], {}, []

    def vertex(side, i, k):
        """The number of a place of the hull; both sides share stem, stern and keel."""
        x = a.length * (i / a.stations - 0.5)
        y = a.beam / 2 * (1 - (2 * x / a.length) ** 2) * (1 - (min(heights[k], 0) / a.draught) ** 2)
        place = f"{x:.9g} {side * y + 0:.9g} {heights[k]:.9g}"
        if place not in corners:
            corners[place] = len(corners) + 1
            lines.append(f"v {place}")
        return corners[place]

    def face(*places):
        numbers = list(dict.fromkeys(places))
        if len(numbers) > 2:
            faces.append("f " + " ".join(map(str, numbers)))

    for i in range(a.stations):
        for k in range(len(heights) - 1):
            p, q, r, s = ((i, k), (i + 1, k), (i + 1, k + 1), (i, k + 1))
            for side in (-1, 1):
                for t in ((p, q, r), (p, r, s)):
                    face(*(vertex(side, *c) for c in (t if side < 0 else t[::-1])))
        top = len(heights) - 1
        face(vertex(-1, i, top), vertex(-1, i + 1, top), vertex(1, i + 1, top), vertex(1, i, top))
    print(f"# Wigley hull, L = {a.length:g}, B = {a.beam:g}, T = {a.draught:g}, freeboard {a.freeboard:g} m: tools/wigley.py")
    print("\n".join(lines + faces))


main()
