#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Write a basin, a paraboloid z = DEPTH ((r / RADIUS)^2 - 1) around the origin, as an ESRI ASCII grid to standard output."""
import argparse

p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
p.add_argument("--depth", type=float, default=0.2, help="below the shore, m (default: %(default)s)")
p.add_argument("--radius", type=float, default=1, help="of the shore, m (default: %(default)s)")
p.add_argument("--half", type=float, default=1.5, help="of the side of the grid, m (default: %(default)s)")
p.add_argument("--cell", type=float, default=0.05, help="m (default: %(default)s)")
a = p.parse_args()
n = round(2 * a.half / a.cell) + 1
print(f"ncols {n}\nnrows {n}\nxllcenter {-a.half:g}\nyllcenter {-a.half:g}\ncellsize {a.cell:g}\nNODATA_value -9999")
for row in reversed(range(n)):
    print(" ".join(f"{a.depth * (((i * a.cell - a.half)**2 + (row * a.cell - a.half)**2) / a.radius**2 - 1):.5f}" for i in range(n)))
