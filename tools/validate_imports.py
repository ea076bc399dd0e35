# SPDX-License-Identifier: BSD-3-Clause
"""Figures of cases that `amphi import` made of DualSPHysics' examples (docs/import.md), for tools/validate.py. Their fluids and
walls are points in files beside the case, which is given by --reference."""
import math

import numpy as np

from amphi import Unreadable, read_table
from validate_openings import CYLINDER, frequency, late
from validate_waves import heights, paddle_of


def points(folder, item):
    table = read_table(folder / item["shapes"][0]["file"])
    return np.column_stack([table[k] for k in "xyz" if k in table])


def faces(case, folder):
    """Heights of the walls below and above a channel: those of dynamic particles are where their first row stands, those of
    dummy particles half a spacing before it."""
    fluid = np.concatenate([points(folder, f)[:, 1] for f in case["fluids"]])
    walls = np.concatenate([points(folder, w)[:, 1] for w in case["walls"]])
    low, high = walls[walls < fluid.min()].max(), walls[walls > fluid.max()].min()
    inset = 0 if case["boundary"]["model"] == "dynamic" else case["dp"] / 2
    return low + inset, high - inset


def started(y, half, force, nu, time):
    """Velocity between plates at rest, y from the middle, that long after a force began to act (Morris et al. 1997)."""
    exact = force / (2 * nu) * (half**2 - y**2)
    for n in range(200):
        k = (2 * n + 1) * math.pi / (2 * half)
        exact -= (-1) ** n * 2 * force / (nu * half * k**3) * np.cos(k * y) * math.exp(-nu * k * k * time)
    return exact


def yielding(y, half, force, density, nu, law):
    """Steady velocity under stress = density nu rate^n + yield (1 - exp(-growth rate)), integrated from the wall."""
    rate = np.concatenate([[0], np.geomspace(1e-9, 1e3, 20001)])
    stress = density * nu * rate ** law["exponent"] + law["yield"] * (1 - np.exp(-law["growth"] * rate))
    place = np.linspace(0, half, 4001)
    slope = np.interp(density * force * place, stress, rate)
    below = np.concatenate([[0], np.cumsum(0.5 * (slope[1:] + slope[:-1]) * np.diff(place))])
    return np.interp(np.abs(y), place, below[-1] - below)


def channel(report, output, folder, _until):
    """A profile U across the gap at the end."""
    case, table = output.case(), output.gauges()
    gauge = next(g for g in case["gauges"] if g["type"] == "profile")
    names = [k for k in table if k.startswith(gauge["name"]) and k.endswith(".x")]
    low, high = faces(case, folder)
    y = np.linspace(gauge["at"][1], gauge["to"][1], len(names)) - 0.5 * (low + high)
    found = np.array([table.series(k)[1][-1] for k in names])
    time = table["time"][-1]
    half, force, nu = 0.5 * (high - low), case["gravity"][0], case["viscosity"]["nu"]
    if case["rheology"]["model"] == "alexandrou":
        exact = yielding(y, half, force, case["material"]["density"], nu, case["rheology"])
    else:
        exact = started(y, half, force, nu, time)
    report.add("time", time, "s")
    report.add("spacings across the gap", 2 * half / case["dp"])
    report.add("velocity in the middle", found[len(found) // 2], "m/s", exact[len(exact) // 2])
    report.add("the same, error", 100 * abs(found[len(found) // 2] / exact[len(exact) // 2] - 1), "%")
    report.add("profile, relative L2 error", 100 * math.sqrt(((found - exact) ** 2).sum() / (exact**2).sum()), "%")


def solitary(report, output, _folder, _until):
    case, gauges = output.case(), output.gauges()
    waves = paddle_of(case)["waves"]
    crest, when, place = {}, {}, {g["name"]: g["at"][0] for g in case["gauges"]}
    for name in place:
        time, level = gauges.series(name)
        i = int(np.argmax(level))
        if i + 5 > len(level):
            raise Unreadable(f"the crest is not past {name}")
        crest[name], when[name] = level[i] - level[0], time[i]
    names = sorted(place, key=place.get)
    for name in names:
        report.add(f"height at x = {place[name]:g} m", crest[name], "m", waves["height"])
        report.add("the same, error", 100 * abs(crest[name] / waves["height"] - 1), "%")
    first, last = names[0], names[-1]
    if first != last:
        speed = (place[last] - place[first]) / (when[last] - when[first])
        due = math.sqrt(abs(case["gravity"][1]) * (waves["depth"] + 0.5 * (crest[first] + crest[last])))
        report.add("celerity between", speed, "m/s", due)
        report.add("the same, error", 100 * abs(speed / due - 1), "%")


def regular(report, output, _folder, until):
    """Heights over the last periods before `until`, by default the end."""
    case, gauges = output.case(), output.gauges()
    waves = paddle_of(case)["waves"]
    for gauge in case["gauges"]:
        time, level = gauges.series(gauge["name"])
        end = min(until or time[-1], time[-1])
        kept = (time > end - 4.2 * waves["period"]) & (time <= end)
        found = np.mean(heights(time[kept], level[kept]))
        report.add(f"height at x = {gauge['at'][0]:g} m to {end:.3g} s", found, "m", waves["height"])
        report.add("the same, error", 100 * abs(found / waves["height"] - 1), "%")


def cylinder(report, output, folder, _until):
    case, gauges = output.case(), output.gauges()
    body = points(folder, next(w for w in case["walls"] if w["name"] == "bound0"))
    width = np.ptp(body[:, 0])  # as the document draws it
    speed = case["open_boundaries"][0]["velocity"]["speed"]
    reynolds = speed * width / case["viscosity"]["nu"]
    known = min(CYLINDER, key=lambda r: abs(r - reynolds))
    drag, strouhal = CYLINDER[known]
    time, along = late(gauges.series("F.x"), 0.4)
    _, across = late(gauges.series("F.y"), 0.4)
    force = 0.5 * case["material"]["density"] * speed**2 * width
    report.add("time", time[-1], "s")
    report.add("Reynolds number", reynolds, "", known)
    report.add("drag coefficient, mean of the last 40 %", along.mean() / force, "", drag)
    report.add("the same, error", 100 * abs(along.mean() / force / drag - 1), "%")
    if strouhal:
        report.add("Strouhal number", frequency(time, across) * width / speed, "", strouhal)


def square(report, output, folder, _until):
    """Drag of a square at constant speed, of which experiments at high Reynolds numbers have about 2 in free flow."""
    case, gauges = output.case(), output.gauges()
    body = points(folder, next(w for w in case["walls"] if w["name"] == "bound10"))
    width, speed = np.ptp(body[:, 1]), case["walls"][1]["motion"][0]["velocity"][0]
    time, force = gauges.series("F.x")
    for low, high in ((0.5, 1), (1, 2), (2, 2.5)):
        kept = (time >= low) & (time < high)
        report.add(f"drag coefficient, mean from {low:g} to {high:g} s",
                   -force[kept].mean() / (0.5 * case["material"]["density"] * speed**2 * width))


CASES = {"import-channel": channel, "import-solitary": solitary, "import-regular": regular, "import-cylinder": cylinder,
         "import-square": square}
