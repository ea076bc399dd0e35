# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the cases in which walls move and bodies float, for tools/validate.py."""
import math

import numpy as np

from amphi import Unreadable, read_snapshot, read_table


def zeros(time, value):
    """Times at which the value passes through zero, between samples by a straight line."""
    i = np.flatnonzero(value[:-1] * value[1:] < 0)
    return time[i] + (time[i + 1] - time[i]) * value[i] / (value[i] - value[i + 1])


def sinking_cylinder(report, output, folder, _until):
    case, reference = output.case(), read_table(folder / "moyo-greenhow.csv")
    time, height = output.gauges().series("cylinder.y")
    scaled, way = time * math.sqrt(abs(case["gravity"][1])), height - height[0]  # the radius is 1 m
    span = abs(reference["displacement"][-1])
    there = reference["T"] <= scaled[-1]
    error = np.abs(np.interp(reference["T"][there], scaled, way) - reference["displacement"][there]) / span
    report.curve("way of the centre", "t sqrt(g/R)", "m", (scaled, way), (reference["T"], reference["displacement"]), points=True)
    for at in (2, 3.24, 5, 7.8):
        report.add(f"way at t sqrt(g/R) = {at:g}", np.interp(at, scaled, way), "m",
                   np.interp(at, reference["T"], reference["displacement"]))
    report.add("way, mean error / range", 100 * error.mean(), "%")
    report.add("way, largest error / range", 100 * error.max(), "%", bound=3.0)


def immersed(height):
    """Area of a disc of radius 1 below a level at this height above its centre, over pi."""
    return (math.acos(-height) + height * math.sqrt(1 - height * height)) / math.pi


def floating_cylinder(report, output, _folder, _until):
    case = output.case()
    body, gravity = case["walls"][1]["body"], abs(case["gravity"][1])
    share = body["mass"] / (case["material"]["density"] * math.pi)  # the radius is 1 m
    time, height = output.gauges().series("cylinder.y")
    # Potential flow: the added mass of a disc is that of the water it displaces.
    due = 0.5 * (1 - share) / (1 + share) * gravity * 0.8**2
    way = np.interp(0.8, time, height) - height[0]
    first = time <= 1.0
    report.curve("way of the centre", "time, s", "m", (time[first], height[first] - height[0]), (time[first], due * (time[first] / 0.8)**2))
    report.add("way after 0.8 s", way, "m", due)
    report.add("way after 0.8 s, error", 100 * abs(way / due - 1), "%", bound=3.0)
    low, high = -0.999, 0.999
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if immersed(middle) < share else (low, middle)
    run, late = output.gauges(), time[-1] - 3.0  # about a period of the bobbing
    level = run.series("level")
    above = level[1][level[0] >= late].mean() + case["domain"]["low"][1] - height[time >= late].mean()
    report.add("level over the centre, mean of the last 3 s", above, "m", low)
    report.add("the same, error / diameter", 100 * abs(above - low) / 2, "%", bound=3.0)


def floating_box(report, output, _folder, _until):
    case, run = output.case(), output.gauges()
    box, water = case["walls"][1]["shapes"][0], case["fluids"][0]["shapes"][0]
    width, height = (box["high"][a] - box["low"][a] for a in (0, 1))
    free = set(("x", "y", "rz")) - set(case["walls"][1]["body"].get("locked", []))
    if free == {"rz"}:
        time, angle = run.series("box.angle")
        found, due = zeros(time, angle), (0.8022, 1.5986, 2.3915)  # tools/float_theory.py roll --width 0.8 --struck
        report.curve("roll; points: theory's zeros", "time, s", "degrees", (time, angle), (due, 3 * [0]), points=True)
        first, last, name = 0, 2, "roll"
    else:
        time, place = run.series("box.y")
        # The level when the box floats half immersed, of the water there is.
        under = max(0.0, water["high"][1] - box["low"][1]) * width
        length = water["high"][0] - water["low"][0]
        level = water["low"][1] + (water["high"][1] - water["low"][1]) + (width * height / 2 - under) / length
        if free == {"x", "y", "rz"}:
            report.curve("height of the centre", "time, s", "m", (time, place), (time, np.full_like(time, level)))
            report.add("height of the centre, mean of the second half", place[time > time[-1] / 2].mean(), "m", level)
            report.add("largest distance from there / height of the box", 100 * np.abs(place - level).max() / height, "%",
                       bound=1.0)
            return
        found, due = zeros(time, place - level), (0.4142, 1.0590, 1.6991)  # tools/float_theory.py heave
        report.curve("heave; points: theory's zeros", "time, s", "m", (time, place - level), (due, 3 * [0]), points=True)
        first, last, name = 0, 2, "heave"
    if len(found) <= last:
        raise Unreadable(f"{len(found)} zeros of the {name}; {last + 1} are needed")
    period = found[last] - found[first]
    report.add(f"{name}, first zero", found[0], "s", due[0])
    report.add(f"{name}, period from the first zero to the third", period, "s", due[last] - due[first])
    report.add(f"{name} period, error", 100 * abs(period / (due[last] - due[first]) - 1), "%", bound=3.0)


def wedge_entry(report, output, _folder, _until):
    case, run = output.case(), output.gauges()
    speed = case["fluids"][0]["velocity"][1]
    highest, place = 6.927, 0.4243  # Zhao and Faltinsen 1993, 30 degrees: P / (rho V^2 / 2), and z / (V t) over the level
    heights = np.linspace(1.05, 1.7, 66)  # over the apex, over V t: the same flow at all times, so gauges have one profile
    profiles = []
    for gauge in (g for g in case["gauges"] if g["type"] == "pressure"):
        time, value = run.series(gauge["name"])
        late = time > 0
        scaled = gauge["at"][1] / (speed * time[late])
        if scaled[-1] <= heights[0]:
            profiles.append(np.interp(heights, scaled[::-1], value[late][::-1]) / (0.5 * case["material"]["density"] * speed**2))
    if len(profiles) < 5:
        raise Unreadable(f"{len(profiles)} gauges that the peak has passed; 5 are needed")
    mean = np.mean(profiles, axis=0)
    top = np.argmax(mean)
    report.curve("pressure up the face; point: theory's peak", "height over the level / (V t)", "P / (rho V^2 / 2)", (heights - 1, mean),
                 ([place], [highest]), points=True)
    report.add(f"peak pressure / (rho V^2 / 2), mean profile of {len(profiles)} gauges", mean[top], "", highest)
    report.add("peak pressure, error", 100 * abs(mean[top] / highest - 1), "%", bound=10.0)
    report.add("height of the peak over the level / (V t)", heights[top] - 1, "", place)
    report.add("height of the peak over the apex, error", 100 * abs(heights[top] / (place + 1) - 1), "%", bound=10.0)
    time, force = run.series("F.y")
    late = (time > 0.2) & (time < 0.32)
    slope = (force[late] / time[late]).mean() / (case["material"]["density"] * speed**3)
    report.add("force on the half / (rho V^3 t)", slope, "", 14.139 / 2)
    report.add("force, error", 100 * abs(2 * slope / 14.139 - 1), "%")


# Drag coefficients of moving-square, means between two times: tools/lattice_boltzmann.py square --cells 40 --speed 0.01.
SQUARE = {(0.4, 0.7): 8.77, (1, 2): 2.19, (2, 4): 2.00, (4, 6): 1.96}


def moving_square(report, output, folder, _until):
    run, benchmark = output.gauges(), read_table(folder / "drag.csv")
    time, force = run.series("F.x")
    drag = -2 * force
    shown = (time > 0.2) & (time <= 6)
    report.curve("drag coefficient; line: SPHERIC's finite differences", "time, s", "", (time[shown], drag[shown]),
                 (benchmark["time"], benchmark["pressure"] + benchmark["friction"]))
    for (start, end), due in SQUARE.items():
        if time[-1] < end:
            break
        mean = drag[(time >= start) & (time < end)].mean()
        report.add(f"drag coefficient, mean from {start:g} to {end:g} s", mean, "", due)
        # At first the layer that sticks to the square is thinner than a particle.
        report.add(f"the same from {start:g} to {end:g} s, error", 100 * abs(mean / due - 1), "%", bound=5.0 if start >= 2 else None)


def rolling_tank(report, output, _folder, _until):
    case, snapshots = output.case(), output.snapshots()
    box = case["walls"][0]["shapes"][0]
    first, last = (read_snapshot(s[1], ("type",)) for s in (snapshots[0], snapshots[-1]))
    before, after = (s["points"][s["type"] == 0] for s in (first, last))
    inside = np.all([(after[:, a] > box["low"][a]) & (after[:, a] < box["high"][a]) for a in (0, 1)], axis=0)
    report.add(f"particles that left the tank in {snapshots[-1][0]:.4g} s", len(before) - inside.sum(), bound=0)
    if not case.get("gauges"):
        return
    time, value = output.gauges().series("P1")
    early = time < 3
    width = max(1, round(0.002 / (time[1] - time[0])))
    smooth = np.convolve(value, np.ones(width) / width, mode="same")
    report.curve("P1; line: mean peak of the experiments", "time, s", "mbar", (time[early], value[early] / 100), ([0, 3], [37.1, 37.1]))
    report.add("first impact on P1, peak", value[early].max() / 100, "mbar", 37.1)
    report.add("first impact on P1, peak of the mean over 2 ms", smooth[early].max() / 100, "mbar", 37.1)
    report.add("the same, standard deviations of the experiment's hundred from their mean",
               abs(smooth[early].max() / 100 - 37.1) / 7.3)
    report.add("first impact on P1, time", time[early][np.argmax(value[early])], "s")


def vane_pump(report, output, _folder, _until):
    case = output.case()
    spin = math.radians(case["walls"][1]["motion"][0]["angular_velocity"])
    if any(g["type"] == "flow" for g in case.get("gauges", [])):
        vane = case["walls"][1]["shapes"][0]["high"][0]
        flows = []
        for name in ("top", "bottom"):
            time, flow = output.gauges().series(name)
            flows.append(flow[time > 1.5].mean())
            report.add(f"flow through {name}, mean from 1.5 s on", flows[-1], "m^2/s")
        report.add("their mean / (w r^2 / 2), what a vane sweeps", np.mean(flows) / (0.5 * abs(spin) * vane**2))
        report.add("difference of the two / their mean", 100 * abs(flows[0] - flows[1]) / np.mean(flows), "%", bound=5.0)
        return
    slopes, tops = [], []
    for time, path in output.snapshots():
        if time < 0.7:
            continue
        data = read_snapshot(path, ("type", "pressure"))
        fluid = data["type"] == 0
        square, pressure = (data["points"][fluid, :2] ** 2).sum(1), data["pressure"][fluid].astype(float)
        among = (square > 0.05**2) & (square < 0.18**2)
        slopes.append(np.polyfit(square[among], pressure[among], 1)[0])
    due = 0.5 * case["material"]["density"] * spin**2
    report.add(f"rise of the pressure over r^2, mean of {len(slopes)} snapshots", np.mean(slopes), "Pa/m^2", due)
    report.add("the same, error", 100 * abs(np.mean(slopes) / due - 1), "%", bound=5.0)


def water_wheel(report, output, _folder, _until):
    run = output.gauges()
    time, spin = run.series("wheel.spin")
    late = time > time[-1] / 2
    paddle = math.radians(spin[late].mean()) * 0.425  # the middle of what is in the water
    stream = np.mean([run.series(name)[1][late].mean() for name in ("stream.x", "lee.x")])
    report.curve("speed of the paddles' middle; line: the stream's", "time, s", "m/s", (time, np.radians(spin) * 0.425), ([0, time[-1]], [stream, stream]))
    report.add("speed of the paddles' middle, second half", paddle, "m/s", stream)
    report.add("the same over the stream's", paddle / stream, "", 1)


def parabolic_lake(report, output, _folder, _until):
    case, run = output.case(), output.gauges()
    half = math.pi / math.sqrt(2 * abs(case["gravity"][2]) * 0.2)  # Thacker 1981: w^2 = 2 g h0 / a^2
    time, east = run.series("east")
    difference = east - run.series("west")[1]
    found = zeros(time, difference)
    report.curve("difference of the levels, east and west", "time, s", "m", (time, difference), (time, 0.12 * np.cos(math.pi * time / half)))
    report.add("surface level from the first zero to the second", found[1] - found[0], "s", half)
    report.add("the same, error", 100 * abs((found[1] - found[0]) / half - 1), "%", bound=5.0)
    report.add("difference of the levels after half a period", difference.min(), "m", -0.12)


def toppled_cubes(report, output, folder, _until):
    run = output.gauges()
    for name, column in (("bottom", "x"), ("top", "x"), ("top", "z")):
        table = read_table(folder / f"{name}-{column}.csv")
        time, place = run.series(f"{name}.{column}")
        there = (table["time"] > 0) & (table["time"] <= time[-1])
        due, width = table["place"][there], table["error"][there]
        error = np.abs(np.interp(table["time"][there], time, place) - due)
        travel = np.abs(due - place[0]).max()
        report.curve(f"{name} cube, {column}", "time, s", "m", (time, place), (table["time"][there], due), points=True)
        report.add(f"{name}, {column} at {table['time'][there][-1]:.3g} s", np.interp(table["time"][there][-1], time, place),
                   "m", due[-1])
        report.add(f"{name}, {column}: mean error / travel", 100 * error.mean() / travel, "%", bound=10.0)
        report.add(f"{name}, {column}: error bar of the experiment, mean / travel", 100 * width.mean() / travel, "%")
        if (name, column) == ("bottom", "x"):
            moved = np.abs(place - place[0]) > 0.005
            report.add("bottom cube has moved 5 mm", time[np.argmax(moved)] if moved.any() else math.nan, "s")


def catenary_end(across, height, length, weight, stiffness):
    """Force at the upper end of an elastic cable that may lie on a bed at its anchor's height (Irvine 1981)."""
    def reach(h, v):
        low = v - weight * length
        if low < 0:  # a part lies
            return (length - v / weight + h / weight * math.asinh(v / h) + h * length / stiffness,
                    h / weight * (math.hypot(1, v / h) - 1) + v * v / (2 * weight * stiffness))
        return (h / weight * (math.asinh(v / h) - math.asinh(low / h)) + h * length / stiffness,
                h / weight * (math.hypot(1, v / h) - math.hypot(1, low / h)) + (v - weight * length / 2) * length / stiffness)
    def vertical(h):
        low, high = 1e-9, 1e3 * (h + weight * length)
        for _ in range(200):
            v = (low + high) / 2
            low, high = (v, high) if reach(h, v)[1] < height else (low, v)
        return low
    low, high = 1e-6, 10 * stiffness
    for _ in range(200):
        h = math.sqrt(low * high)
        low, high = (h, high) if reach(h, vertical(h))[0] < across else (low, h)
    return math.hypot(low, vertical(low))


def moored_box(report, output, _folder, _until):
    case, run = output.case(), output.gauges()
    time, x = run.series("box.x")
    late = time > time[-1] / 2
    y, angle = run.series("box.y")[1][late].mean(), math.radians(run.series("box.angle")[1][late].mean())
    corner = case["walls"][1]["shapes"][0]
    middle = [(corner["low"][a] + corner["high"][a]) / 2 for a in (0, 1)]
    worst = 0
    for cable in case["cables"]:
        arm = [cable["to"][a] - middle[a] for a in (0, 1)]
        end = (x[late].mean() + arm[0] * math.cos(angle) - arm[1] * math.sin(angle), y + arm[0] * math.sin(angle) + arm[1] * math.cos(angle))
        weight = (cable["mass"] - case["material"]["density"] * math.pi / 4 * cable["diameter"]**2) * abs(case["gravity"][1])
        due = catenary_end(abs(end[0] - cable["from"][0]), end[1] - cable["from"][1], cable["length"], weight, cable["stiffness"])
        force = run.series(f"{cable['name']}.to")[1][late].mean()
        worst = max(worst, abs(force / due - 1))
        report.add(f"force of the {cable['name']} cable on the box, mean of the second half", force, "N/m", due)
    report.add("the same, largest error", 100 * worst, "%", bound=3.0)


def pendulums(report, output, _folder, _until):
    case, run = output.case(), output.gauges()
    gravity, energy, first = abs(case["gravity"][1]), 0, 0
    for wall in case["walls"][1:]:
        name, box = wall["name"], wall["shapes"][0]
        width, height = (box["high"][a] - box["low"][a] for a in (0, 1))
        mass = wall["body"]["density"] * width * height
        time, _ = run.series(f"{name}.y")
        speed2 = sum(run.series(f"{name}.{way}")[1]**2 for way in ("vx", "vy"))
        spin = np.radians(run.series(f"{name}.spin")[1])
        # Each particle is a square: the bar's own moment of inertia.
        energy = energy + mass * (0.5 * speed2 + gravity * run.series(f"{name}.y")[1] + (width**2 + height**2) / 24 * spin**2)
        first += mass * gravity * (box["low"][0] + width / 2 - case["walls"][1]["shapes"][0]["low"][0])
    report.curve("change of energy / what swings", "time, s", "", (time, (energy - energy[0]) / first))
    report.add("change of energy, largest / what swings", np.abs(energy - energy[0]).max() / first, "", bound=1e-4)


CASES = {"moored-box": moored_box, "pendulums": pendulums, "sinking-cylinder": sinking_cylinder, "floating-cylinder": floating_cylinder, "floating-box": floating_box,
         "wedge-entry": wedge_entry, "moving-square": moving_square, "rolling-tank": rolling_tank, "vane-pump": vane_pump,
         "water-wheel": water_wheel, "parabolic-lake": parabolic_lake, "toppled-cubes": toppled_cubes}
