# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the cases with open boundaries, for tools/validate.py."""
import math

import numpy as np

from amphi import Unreadable, read_snapshot

# Drag of a cylinder, and its Strouhal number, by Reynolds number: the middle of what Tritton (1959), Dennis and Chang
# (1970), Williamson (1996) and Rajani et al. (2009) have.
# The drag of a sphere is the correlation of Clift, Grace and Weber (1978) for Reynolds numbers from 20 to 260.
# In the case's water, neighbours 20 D apart, an inlet 10 D ahead and an outlet 20 D behind, it is more than alone: 1.403, 1.385 and 1.382 of
# tools/lattice_boltzmann.py cylinder with 16, 24 and 32 cells across.
ROW, ROW_ROOM = {100: 1.38}, (10, 20, 20)
CYLINDER = {20: (2.05, None), 100: (1.34, 0.165), 200: (1.33, 0.196)}


def late(series, share):
    """The last part of a record."""
    time, value = series
    kept = time >= time[-1] * (1 - share)
    return time[kept], value[kept]


def frequency(time, value):
    """Where the spectrum under Hann's window is highest, found sixteen times as finely as the record has it: passages of the
    mean count noise too. NaN where there is nothing to see."""
    value = (value - value.mean()) * np.hanning(len(value))
    if len(value) < 16 or np.ptp(value) == 0:
        return math.nan
    count = 16 * len(value)
    highest = np.abs(np.fft.rfft(value, count)).argmax()
    return highest * (len(time) - 1) / (time[-1] - time[0]) / count


def cylinder_flow(report, output, _folder, _until):
    case, gauges = output.case(), output.gauges()
    shape, inlet = case["fluids"][0]["shapes"][1], case["open_boundaries"][0]
    width, speed = 2 * shape["radius"], inlet["velocity"]["speed"]
    reynolds = speed * width / case["viscosity"]["nu"]
    drag, strouhal = CYLINDER.get(round(reynolds), (None, None))
    low, high = (np.array(case["fluids"][0]["shapes"][0][k]) for k in ("low", "high"))
    room = (-low[0] / width, high[0] / width, (high - low)[1] / width)
    if case["domain"].get("periodic") == ["y"] and np.allclose(room, ROW_ROOM):
        drag = ROW.get(round(reynolds), drag)
    force = 0.5 * case["material"]["density"] * speed**2 * width
    if case["dimensions"] == 3:
        drag, strouhal = 24 / reynolds * (1 + 0.1935 * reynolds**0.6305), None
        force *= math.pi / 4 * width
    _, along = late(gauges.series("F.x"), 0.4)
    time, across = late(gauges.series("F.y"), 0.4)
    time, whole = gauges.series("F.x")
    begun = time > 0.05 * time[-1]
    report.curve("drag coefficient", "time, s", "", (time[begun], whole[begun] / force), drag and ([0, time[-1]], [drag, drag]))
    time = late(gauges.series("F.x"), 0.4)[0]
    report.add("Reynolds number", reynolds)
    report.add("diameter over dp", width / case["dp"])
    found = along.mean() / force
    report.add("drag coefficient", found, "", drag)
    if drag:
        report.add("the same, error", 100 * abs(found / drag - 1), "%", bound=5.0)
    if strouhal:
        found = frequency(time, across) * width / speed
        report.add("amplitude of lift", 0.5 * np.ptp(across) / force)
        report.add("Strouhal number", found, "", strouhal)
        report.add("the same, error", 100 * abs(found / strouhal - 1), "%", bound=5.0)


def open_channel(report, output, _folder, _until):
    case = output.case()
    depth, dp = case["open_boundaries"][0]["surface"]["level"], case["dp"]
    top = case["gravity"][0] * depth**2 / (2 * case["viscosity"]["nu"])  # Nusselt (1916)
    late = list(output.snapshots())[-3:]
    depths, errors = [], []
    for _, path in late:
        fluid = read_snapshot(path, ("type", "velocity")).fluid()
        x, y = fluid["points"][:, 0], fluid["points"][:, 1] / depth
        depths += [((x > low) & (x < low + 1)).sum() * dp**2 for low in (0.5, 1.5, 2.5)]
        inside = (x > 1) & (x < 3)
        exact = top * (2 * y - y * y)[inside]
        errors.append(math.sqrt(((fluid["velocity"][inside, 0] - exact)**2).sum() / (exact**2).sum()))
    for k, place in enumerate((1, 2, 3)):
        report.add(f"depth at {place} m", np.mean(depths[k::3]), "m", depth)
    report.add("the farthest of them, error", 100 * np.abs(np.array(depths) / depth - 1).max(), "%", bound=5.0)
    report.add("velocity between 1 and 3 m, relative L2 error", 100 * np.mean(errors), "%", bound=5.0)


def jet_on_wall(report, output, _folder, _until):
    case, gauges = output.case(), output.gauges()
    inlet = case["open_boundaries"][0]
    speed, width = inlet["velocity"]["speed"], inlet["high"][1] - inlet["low"][1]
    rho = case["material"].get("density", 1000.0)
    force, pressure = rho * speed**2 * width, 0.5 * rho * speed**2
    for name, title, unit, due in (("F.x", "force on the wall", "N/m", force), ("P", "pressure where it hits", "Pa", pressure)):
        time, value = gauges.series(name)
        report.curve(title, "time, s", unit, (time, abs(value)), ([0, time[-1]], [due, due]))
    _, found = late(gauges.series("F.x"), 0.4)
    report.add("force on the wall", abs(found.mean()), "N/m", force)
    report.add("the same, error", 100 * abs(abs(found.mean()) / force - 1), "%", bound=5.0)
    _, found = late(gauges.series("P"), 0.4)
    report.add("pressure where it hits", found.mean(), "Pa", pressure)
    report.add("the same, error", 100 * abs(found.mean() / pressure - 1), "%", bound=5.0)


def draining_tank(report, output, _folder, _until):
    """Torricelli: the water before the gauge has fallen from the surface, which falls too."""
    case, gauges = output.case(), output.gauges()
    g, tank = abs(case["gravity"][1]), case["domain"]["high"][0] - case["domain"]["low"][0]
    place = next(x["at"][1] for x in case["gauges"] if x["name"] == "V")
    floor = case["walls"][0]["shapes"][1]
    time, level = gauges.series("H")
    level = level - level[0] + case["fluids"][0]["shapes"][0]["high"][1]
    try:
        speed = -gauges.series("V.y")[1]
    except KeyError as error:
        raise Unreadable("no velocity gauge V") from error
    kept = (time > 0.3 * time[-1]) & (level > 0.4)
    report.curve("speed of the jet", "time, s", "m/s", (time, speed), (time, np.sqrt(2 * g * np.maximum(level - place, 0))))
    falls = -np.polyfit(time[kept], level[kept], 1)[0]
    due = np.sqrt(2 * g * (level - place) + falls**2)
    report.add("the surface falls by", level[kept][0] - level[kept][-1], "m")
    report.add("speed of the jet over Torricelli's", (speed[kept] / due[kept]).mean(), "", 1.0)
    report.add("the same, error", 100 * abs((speed[kept] / due[kept]).mean() - 1), "%", bound=3.0)
    slot = case["walls"][0]["shapes"][2]
    width = slot["high"][0] - slot["low"][0]
    out = falls * tank / (width * np.sqrt(2 * g * (level[kept] - floor["high"][1]))).mean()
    report.add("coefficient of discharge", out, "", math.pi / (math.pi + 2))  # Kirchhoff: a slot in a thin wall


CASES = {"cylinder-flow": cylinder_flow, "sphere-flow": cylinder_flow, "open-channel": open_channel, "jet-on-wall": jet_on_wall,
         "draining-tank": draining_tank}
