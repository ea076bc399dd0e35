# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the cases of two phases with surface tension, for tools/validate.py."""
import math

import numpy as np

from amphi import read_snapshot


def last(output):
    """The last snapshot's fluid."""
    return read_snapshot(list(output.snapshots())[-1][1]).fluid()


def drop(report, output, _folder, _until):
    """Pressure in a disc over that around it, against tension / radius (Laplace). Pairs that attract each other take 3.77
    tension over the support radius off the pressure, times the square of rho/rho0 (src/wcsph/models/cohesion.h): more in the denser
    disc, so the equation of state's pressure alone has a greater difference."""
    case, fluid = output.case(), last(output)
    inside, dp = fluid["phase"] == 1, case["dp"]
    centre = fluid["points"][inside].mean(axis=0)
    radius = dp * math.sqrt(inside.sum() / math.pi)
    place = np.linalg.norm(fluid["points"] - centre, axis=1)
    within, beyond = place < 0.6 * radius, place > 1.5 * radius
    found = fluid["pressure"][within].mean() - fluid["pressure"][beyond].mean()
    due = case["interface"]["tension"] / radius
    report.add("pressure inside over that outside", found, "Pa", due)
    if case["interface"]["model"] == "pairwise":
        dense = (fluid["density"].astype(float) / case["material"]["density"])**2
        found -= 3.77 * case["interface"]["tension"] / (2 * case["smoothing_ratio"] * dp) * (dense[within].mean() - dense[beyond].mean())
        report.add("the same, less what pairs take off", found, "Pa", due)
    report.add("the same, error", 100 * abs(found / due - 1), "%")
    spread = fluid["points"][inside].std(axis=0)
    report.add("extent along x over that along y", spread[0] / spread[1], reference=1.0)


def segment(height):
    """Angle between chord and arc of a segment of a circle, from its centre's height over the root of its area."""
    low, high = 0.02, 3.13
    while high - low > 1e-6:
        a = (low + high) / 2
        area = a - math.sin(a) * math.cos(a)
        found = (2 / 3 * math.sin(a)**3 / area - math.cos(a)) / math.sqrt(area)
        low, high = (a, high) if found < height else (low, a)
    return low


def sessile_drop(report, output, _folder, _until):
    """Contact angles of a drop that is a segment of a circle, against that of the case (Young)."""
    case, fluid = output.case(), last(output)
    dp, due = case["dp"], case["interface"]["contact_angle"]
    points = fluid["points"][fluid["phase"] == 0]
    centre = math.degrees(segment(points[:, 1].mean() / (dp * math.sqrt(len(points)))))
    base = np.ptp(points[points[:, 1] < dp][:, 0]) + dp
    height = np.sort(points[:, 1])[-3:].mean() + dp / 2
    edges = math.degrees(2 * math.atan2(2 * height, base))
    for how, angle in (("height of the centre and area", centre), ("height and base", edges)):
        report.add(f"contact angle by {how}", angle, "degrees", due)
    report.add("contact angle by centre and area, error", abs(centre - due), "degrees", bound=5.0)
    report.add("fastest particle", np.linalg.norm(fluid["velocity"], axis=1).max(), "m/s")


CASES = {"drop": drop, "sessile-drop": sessile_drop}
