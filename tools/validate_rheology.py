# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the cases of grains and of mud with a free surface, for tools/validate.py."""
import math

import numpy as np

from amphi import Unreadable, read_snapshot

from validate_waves import integral


def depths(points, dp, sides=1):
    """Middles of strips two spacings wide, from x = 0 outwards, and how deep the fluid would lie in each without gaps."""
    width = 2 * dp
    count = np.bincount((np.abs(points[:, 0]) / width).astype(int))
    return (np.arange(len(count)) + 0.5) * width, count * dp * dp / width / sides


def mean_speed(fluid):
    return np.linalg.norm(fluid["velocity"].astype(float), axis=1).mean()


def toe(points, dp, layers):
    """How far grains lie everywhere at least so many layers deep."""
    middle, depth = depths(points, dp)
    depth = np.append(depth, 0.0)
    k = np.flatnonzero(depth < layers * dp)[0]
    return middle[k - 1] + 2 * dp * (depth[k - 1] - layers * dp) / (depth[k - 1] - depth[k])


def column_collapse(report, output, _folder, _until):
    """Against the run-out of two-dimensional columns of Lube et al. 2005. A single layer of particles, which has no pressure to speak of
    and so no friction, does not count as heap."""
    case = output.case()
    dp, gravity = case["dp"], -case["gravity"][1]
    width, height = case["fluids"][0]["shapes"][0]["high"]
    aspect = height / width
    law = 1.2 * aspect if aspect < 1.8 else 1.9 * aspect**(2 / 3)
    snapshots = output.snapshots()
    found = [(time, toe(read_snapshot(path, ("type",)).fluid()["points"], dp, 1.5)) for time, path in snapshots]
    last = read_snapshot(snapshots[-1][1], ("type", "velocity")).fluid()
    reach = found[-1][1] / width - 1
    stop = next(time for time, place in found if place >= width + 0.95 * (found[-1][1] - width))
    report.add("aspect ratio, height over width", aspect)
    report.add("run-out over the column's width", reach, "", law)
    report.add("run-out, error", 100 * abs(reach / law - 1), "%", bound=15.0)
    report.add("to where half the floor is covered", toe(last["points"], dp, 0.5) / width - 1)
    report.add("grains beyond the toe", 100 * (last["points"][:, 0] > found[-1][1]).mean(), "% of all")
    report.add("height at the wall over the column's width", depths(last["points"], dp)[1][0] / width)
    report.add("time to 95 % of the run-out over sqrt(height / g)", stop / math.sqrt(height / gravity))
    report.add("mean speed at the end over sqrt(g height)", 100 * mean_speed(last) / math.sqrt(gravity * height), "%", bound=0.1)


def inclination(points, dp):
    """Of a straight line through the depths from a fifth to four fifths of the largest, degrees."""
    middle, depth = depths(points, dp)
    top = depth.max()
    there = (depth > 0.2 * top) & (depth < 0.8 * top)
    if there.sum() < 3:
        raise Unreadable(f"a slope of {there.sum()} strips two spacings wide; 3 are needed")
    return math.degrees(math.atan(-np.polyfit(middle[there], depth[there], 1)[0]))


def slope(report, output, _folder, _until):
    """A slope flatter than the angle of friction stands, a steeper one fails and comes to rest below it."""
    case = output.case()
    dp, friction = case["dp"], math.degrees(math.atan(case["rheology"]["friction"]))
    snapshots = output.snapshots()
    first, last = (read_snapshot(path, ("type", "velocity", "id")).fluid() for _, path in (snapshots[0], snapshots[-1]))
    began, ended = inclination(first["points"], dp), inclination(last["points"], dp)
    moved = np.linalg.norm(last["points"][np.argsort(last["id"])] - first["points"][np.argsort(first["id"])], axis=1)
    report.add("angle at the start", began, "degrees", friction)
    report.add("angle at the end", ended, "degrees", friction)
    report.add("way of a grain, mean", moved.mean() / dp, "dp", bound=0.25 if began < friction else None)
    report.add("way of a grain, largest", moved.max() / dp, "dp")
    if began < friction:
        report.add("angle lost", began - ended, "degrees", bound=1.0)
    else:
        report.add("angle at the end off that of friction", abs(ended - friction), "degrees", bound=4.0)
    report.add("mean speed at the end", 1000 * mean_speed(last), "mm/s")


def mud_at_rest(volume, b, corrected):
    """Run-out and depth at x = 0 of half a slump, m; b the yield stress over rho g, m. At rest the bottom bears the yield stress:
    h h' = -b (Liu & Mei 1989). With the normal stress of the layer, yielding as it spreads, (h - pi b/2) h' = -b
    (Dubash et al. 2009)."""
    c = math.pi * b / 2 if corrected else 0.0
    low, high = 0.0, 2 * (1.5 * volume / math.sqrt(2 * b))**(2 / 3)
    for _ in range(60):
        reach = (low + high) / 2
        held = c * reach + ((2 * b * reach + c * c)**1.5 - c**3) / (3 * b)
        low, high = (reach, high) if held < volume else (low, reach)
    return low, lambda x: np.where(x < low, c + np.sqrt(np.maximum(2 * b * (low - x) + c * c, 0)), 0)


def mud_dambreak(report, output, _folder, _until):
    """The shape at rest of a Bingham fluid that has run out to both sides."""
    case = output.case()
    dp = case["dp"]
    half, height = case["fluids"][0]["shapes"][0]["high"]
    b = case["rheology"]["yield"] / case["material"]["density"] / -case["gravity"][1]
    last = read_snapshot(output.snapshots()[-1][1], ("type", "velocity")).fluid()
    x, depth = depths(last["points"], dp, sides=2)
    reach = np.abs(last["points"][:, 0]).max() + dp / 2
    report.add("yield stress over rho g H", b / height)
    for name, corrected, bounds in (("thin layer", False, (None, None)), ("with normal stress", True, (5.0, 5.0))):
        due, shape = mud_at_rest(half * height, b, corrected)
        if shape(0.0) > height:
            raise Unreadable("mud with so high a yield stress does not flow in the middle")
        off = np.abs(depth - shape(x)).sum() * 2 * dp
        off += integral(shape(np.linspace(x[-1] + dp, due, 101)), dx=(due - x[-1] - dp) / 100) if due > x[-1] + dp else 0
        report.add(f"run-out, {name}", reach, "m", due)
        report.add(f"run-out, {name}, error", 100 * abs(reach / due - 1), "%", bound=bounds[0])
        report.add(f"area between the shapes, {name}", 100 * off / (half * height), "%", bound=bounds[1])
    report.add("mean speed at the end", 1000 * mean_speed(last), "mm/s")


CASES = {"column-collapse": column_collapse, "grain-slope": slope, "mud-dambreak": mud_dambreak}
