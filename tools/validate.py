#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures a run of one of the validation cases against its reference and against the project's
bounds. Prints a Markdown table, or JSON. Exit status: 0 within all bounds, 1 beyond one, 2 cannot."""
import argparse
import json
import math
import re
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
from amphi import Output, Unreadable, case_axis, read_snapshot, read_table  # noqa: E402

import validate_bodies  # noqa: E402
import validate_imports  # noqa: E402
import validate_openings  # noqa: E402
import validate_phases  # noqa: E402
import validate_rheology  # noqa: E402
import validate_sloshing  # noqa: E402
import validate_structures  # noqa: E402
import validate_waves  # noqa: E402


class Report:
    """Figures with what they are compared with: a reference, a bound, or neither."""

    def __init__(self):
        self.rows, self.curves = [], []

    def add(self, what, value, unit="", reference=None, bound=None):
        """`bound` is the largest value allowed."""
        ok = None if bound is None else bool(math.isfinite(value) and value <= bound)
        self.rows.append({"what": what, "value": float(value), "unit": unit, "reference": reference,
                          "bound": bound, "ok": ok})

    def curve(self, title, across, up, run, reference=None, points=False):
        """What a picture shows: pairs of arrays along the axes named, the reference as a line or as points."""
        self.curves.append((title, across, up, run, reference, points))

    def draw(self, path, title):
        """A panel for each curve; without curves, figures over what they are compared with."""
        import matplotlib  # only pictures need it
        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
        columns = max(1, min(3, len(self.curves)))
        rows = max(1, -(-len(self.curves) // columns))
        figure, grid = plt.subplots(rows, columns, figsize=(4.2 * columns, 2.7 * rows), squeeze=False)
        for axes, (name, across, up, run, reference, points) in zip(grid.flat, self.curves):
            if reference is not None:
                axes.plot(*reference, "ko" if points else "k-", linewidth=1.0, markersize=3.5, label="reference")
            axes.plot(*run, color="tab:blue", linewidth=1.2, label="amphi")
            values = np.concatenate([np.asarray(pair[1], float).ravel() for pair in (run, reference) if pair is not None])
            if np.nanmin(values) > 0.7 * np.nanmax(values) > 0:  # nearly the same everywhere: as large as it is
                axes.set_ylim(0, 1.2 * np.nanmax(values))
            axes.set_title(name, fontsize=9, loc="left")
            axes.set_xlabel(across, fontsize=8)
            axes.set_ylabel(up, fontsize=8)
            axes.tick_params(labelsize=7)
            axes.grid(alpha=0.3)
        for axes in list(grid.flat)[len(self.curves):]:
            axes.axis("off")
        if self.curves:
            grid[0][0].legend(fontsize=7)
        else:
            compared = [(r["what"], r["value"] / (r["bound"] or r["reference"])) for r in self.rows if r["bound"] or r["reference"]]
            figure.set_size_inches(8, 0.8 + 0.25 * len(compared))
            grid[0][0].axis("on")
            grid[0][0].barh([what for what, _ in compared][::-1], [ratio for _, ratio in compared][::-1], height=0.6)
            grid[0][0].axvline(1, color="black", linewidth=0.8)
            grid[0][0].set_xlabel("run over reference, or over the bound", fontsize=8)
            grid[0][0].tick_params(labelsize=7)
        figure.suptitle(title, fontsize=10)
        figure.tight_layout()
        figure.savefig(path, dpi=75)

    def broken(self):
        return [r for r in self.rows if r["ok"] is False]

    def markdown(self):
        def show(value, unit):
            return "" if value is None else f"{value:.4g} {unit}".strip()
        lines = ["| figure | run | reference | bound | |", "|---|---|---|---|---|"]
        for r in self.rows:
            bound = "" if r["bound"] is None else f"≤ {show(r['bound'], r['unit'])}"
            verdict = {None: "", True: "ok", False: "**broken**"}[r["ok"]]
            lines.append(f"| {r['what']} | {show(r['value'], r['unit'])} | {show(r['reference'], r['unit'])} "
                         f"| {bound} | {verdict} |")
        return "\n".join(lines)


def crossing(time, value, level):
    """First time at which the value rises through the level, between samples by a straight line."""
    above = np.flatnonzero(value >= level)
    if len(above) == 0 or above[0] == 0:
        return math.nan
    i = above[0]
    part = (level - value[i - 1]) / (value[i] - value[i - 1])
    return time[i - 1] + part * (time[i] - time[i - 1])


def impact(table, name, until):
    """Peak, its time, and when a quarter of the peak was passed."""
    time, value = table.series(name)
    time, value = time[time <= until], value[time <= until]
    top = int(np.argmax(value))
    return value[top], time[top], crossing(time, value, 0.25 * value[top])


def noise(time, value, low, high):
    """Standard deviation about the mean over 10 ms, between two times."""
    even = np.arange(time[0], time[-1], 0.0005)
    value = np.interp(even, time, value)
    rest = value - np.convolve(value, np.ones(21) / 21, "same")
    return rest[(even >= low) & (even < min(high, even[-1] - 0.005))].std()


def spheric02(report, output, folder, until):
    run, experiment = output.gauges(), read_table(folder / "experiment.csv")
    until = min(until or 2.0, run["time"][-1])
    wave = min(1.5, until)  # the first impact
    for name, peak_bound, mean_bound in (("P1", 50.0, 15.0), ("P2", 20.0, 15.0), ("P3", None, 15.0), ("P4", None, 40.0)):
        peak, at, arrival = impact(run, name, wave)
        shown = [(t[t <= until], v[t <= until]) for t, v in (table.series(name) for table in (run, experiment))]
        report.curve(f"pressure at {name}", "time, s", "Pa", *shown)
        peak_e, at_e, arrival_e = impact(experiment, name, wave)
        if name == "P1":
            report.add("P1 arrival (25 % of peak)", arrival, "s", arrival_e)
            report.add("P1 arrival, error", abs(arrival - arrival_e), "s", bound=0.02)
        report.add(f"{name} peak", peak, "Pa", peak_e)
        report.add(f"{name} peak, error", 100 * abs(peak / peak_e - 1), "%", bound=peak_bound)
        if until < 0.8:
            continue
        behind = np.arange(0.45, 0.8, 0.001)  # the experiment's records are not evenly spaced
        mean, mean_e = (np.interp(behind, *table.series(name)).mean() for table in (run, experiment))
        report.add(f"{name} from 0.45 to 0.8 s, mean", mean, "Pa", mean_e)
        report.add(f"{name} mean, error", 100 * abs(mean / mean_e - 1), "%", bound=mean_bound)
        report.add(f"{name} noise about its 10 ms mean, 0.45 to 0.8 s", noise(*run.series(name), 0.45, 0.8), "Pa", bound=150.0)
        report.add(f"{name} noise from 0.8 s on", noise(*run.series(name), 0.8, until), "Pa", bound=100.0)
    time = np.arange(0, until, 0.005)
    for name, bound in (("H1", 8.0), ("H2", 7.0), ("H3", 8.0), ("H4", 2.0)):
        height = np.interp(time, *experiment.series(name))
        report.curve(f"height of water at {name}", "time, s", "m", (time, np.interp(time, *run.series(name))), (time, height))
        error = np.abs(np.interp(time, *run.series(name)) - height).mean() / height.max()
        report.add(f"{name} mean absolute error / largest value, to {until:.3g} s", 100 * error, "%", bound=bound)


def column_width(case):
    """Width of the water column of a 2-D dam break."""
    box = case["fluids"][0]["shapes"][0]
    return box["high"][0] - box["low"][0]


def fronts(output, case):
    """Times and front positions (from the left wall): the farthest fluid within four spacings of the floor."""
    dp, low = case["dp"], case["domain"]["low"]
    times, places = [], []
    for time, path in output.snapshots():
        points = read_snapshot(path, ("type",)).fluid()["points"]
        near = points[points[:, 1] < low[1] + 4 * dp]
        if len(near):
            times.append(time)
            places.append(near[:, 0].max() + dp / 2 - low[0])
    return np.array(times), np.array(places)


def dambreak2d(report, output, folder, _until):
    case = output.case()
    a, gravity = column_width(case), abs(case["gravity"][1])
    time, front = fronts(output, case)
    scaled, reach = time * math.sqrt(2 * gravity / a), np.maximum.accumulate(front) / a
    wall = (case["domain"]["high"][0] - case["domain"]["low"][0]) / a
    groups = {"Martin and Moyce": "martin-moyce*.csv", "Koshizuka and Oka": "koshizuka-oka*.csv"}
    for author, pattern in groups.items():
        errors, aligned = [], []
        for path in sorted(folder.glob(pattern)):
            columns = list(read_table(path).values())
            pairs = [(t, crossing(scaled, reach, z)) for t, z in zip(*columns[:2])
                     if t > 0 and reach[0] < z <= min(reach[-1], wall - 0.05)]
            errors += [abs(arrival / t - 1) for t, arrival in pairs]
            # How the water was released is not known, so the zero of an experiment's time is not that of a gate that
            # vanishes: what is held to the bound are times from the first measured point on.
            aligned += [abs((arrival + pairs[0][0] - pairs[0][1]) / t - 1) for t, arrival in pairs[1:]]
        if len(errors) < 3:
            raise Unreadable(f"{author}: the run's front passes only {len(errors)} of its points ({folder}/{pattern})")
        report.add(f"front arrival against {author}, {len(errors)} points: mean error", 100 * np.mean(errors), "%")
        report.add(f"front arrival against {author}: largest error", 100 * np.max(errors), "%")
        report.add(f"front arrival against {author}, clocks set at each series' first point: mean error",
                   100 * np.mean(aligned), "%", bound=5.0)


def profile_error(fluid, low, width, place, exact):
    """Relative L2 difference of the velocity along x from a profile over y / width."""
    exact = np.interp((fluid["points"][:, 1] - low) / width, place, exact)
    return np.sqrt(((fluid["velocity"][:, 0] - exact)**2).sum() / (exact**2).sum())


def poiseuille(report, output, folder, _until):
    case = output.case()
    paths = sorted(folder.glob("*.csv"))
    if not paths:
        raise Unreadable(f"{folder}: no CSV with the analytic profiles")
    columns = list(read_table(paths[0]).items())  # y / L, then u at each time, at last in the steady state
    place, steady = columns[0][1], columns[-1][1]
    low, width = case["domain"]["low"][1], case["domain"]["high"][1] - case["domain"]["low"][1]
    nu, force = case["viscosity"]["nu"], case["gravity"][0]
    top = force * width**2 / (8 * nu)  # the steady profile is the same parabola for all nu, F and L
    snapshots = output.snapshots()
    end, last = snapshots[-1]
    if end * nu / width**2 < 1:
        raise Unreadable(f"the run ends at t nu/L^2 = {end * nu / width**2:.3g}; the flow is steady from about 1 on")
    if abs(top / steady.max() - 1) < 1e-3:
        for name, profile in columns[1:-1]:
            due = float(re.search(r"[0-9.]+", name).group(0))
            time, path = min(snapshots, key=lambda s: abs(s[0] - due))
            if abs(time / due - 1) < 0.02:
                error = profile_error(read_snapshot(path, ("type", "velocity")).fluid(), low, width, place, profile)
                report.add(f"profile at {due:g} s, relative L2 error", 100 * error, "%")
    fluid = read_snapshot(last, ("type", "velocity")).fluid()
    report.add("largest velocity", fluid["velocity"][:, 0].max(), "m/s", top)
    report.add("steady profile, relative L2 error",
               100 * profile_error(fluid, low, width, place, steady * (top / steady.max())), "%", bound=5.0)


def taylor_green(report, output, _folder, _until):
    case = output.case()
    length = case["domain"]["high"][0] - case["domain"]["low"][0]
    nu, speed = case["viscosity"]["nu"], case["fluids"][0]["velocity"][0]
    exact = -8 * math.pi**2 * nu / length**2  # u = U exp(bt) ..., so the kinetic energy goes as exp(2bt)
    times, energies = [], []
    for time, path in output.snapshots():
        velocity = read_snapshot(path, ("type", "velocity")).fluid()["velocity"]
        times.append(time)
        energies.append((velocity.astype(float)**2).sum(1).mean())
    times, energies = np.array(times), np.array(energies)
    kept = energies > 1e-2 * energies[0]
    if kept.sum() < 5:
        raise Unreadable(f"only {kept.sum()} snapshots before the energy fell to a hundredth; 5 are needed")
    rate = np.polyfit(times[kept], np.log(energies[kept]), 1)[0] / 2
    report.add(f"Reynolds number U L / nu, {kept.sum()} snapshots", speed * length / nu)
    report.add("decay rate of velocity", rate, "1/s", exact)
    report.add("decay rate, error", 100 * abs(rate / exact - 1), "%", bound=5.0)


def water_hammer(report, output, _folder, _until):
    case = output.case()
    fluid, material = case["fluids"][0], case["material"]
    speed, sound, length = -fluid["velocity"][0], material["speed_of_sound"], fluid["shapes"][0]["high"][0]
    wanted, until = material["density"] * sound * speed, 2 * length / sound  # Joukowsky; the way there and back
    run = output.gauges()
    time, wall = run.series("P0")
    _, middle = run.series("P1")
    _, velocity = run.series("V1.x")
    held = (time > 0.2 * until) & (time < 0.9 * until)
    report.add("Mach number", speed / sound)
    report.add("pressure at the valve", wall[held].mean(), "Pa", wanted)
    report.add("pressure at the valve, error", 100 * abs(wall[held].mean() / wanted - 1), "%", bound=2.0)
    came = crossing(time, middle, 0.5 * wanted)
    report.add("front half way, error of its time", 100 * abs(came * sound / (0.5 * length) - 1), "%", bound=4.0)
    after = np.flatnonzero((time > 0.5 * until) & (wall < 0.5 * wanted))
    fell = time[after[0]] if len(after) else math.nan
    report.add("end of the pressure, error of its time", 100 * abs(fell / until - 1), "%", bound=4.0)
    back = time > 1.1 * until
    report.add("velocity when it has left the valve, error", 100 * abs(velocity[back].mean() / speed - 1), "%", bound=4.0)


def depth_profile(fluid, axis, bottom, dp, layers):
    """Mean pressure and height of the fluid in each layer of dp."""
    layer = np.floor((fluid["points"][:, axis] - bottom) / dp).astype(int)
    means = []
    for i in range(layers):
        mine = layer == i
        means.append((fluid["points"][mine, axis].mean(), fluid["pressure"][mine].astype(float).mean())
                     if mine.any() else (math.nan, math.nan))
    return np.array(means)


def still_water(report, output, _folder, _until):
    case = output.case()
    axis, sign = case_axis(case)
    if sign > 0:
        raise Unreadable("gravity must point down an axis")
    dp, gravity, density = case["dp"], abs(case["gravity"][axis]), case["material"]["density"]
    box = case["fluids"][0]["shapes"][0]
    bottom, depth = box["low"][axis], box["high"][axis] - box["low"][axis]
    layers = round(depth / dp)
    snapshots = output.snapshots()
    energies, profiles = [], []
    for time, path in snapshots:
        fluid = read_snapshot(path, ("type", "velocity", "pressure")).fluid()
        energies.append((fluid["velocity"].astype(float)**2).sum(1).mean() / (gravity * depth))
        if time >= 0.75 * snapshots[-1][0]:
            profiles.append(depth_profile(fluid, axis, bottom, dp, layers))
    half = len(energies) // 2
    if half < 2:
        raise Unreadable(f"{len(energies)} snapshots; 4 are needed")
    # Potential energy is m g H / 2 a particle: what the velocities hold of it must not grow.
    early, late = max(energies[:half]), max(energies[half:])
    report.add("kinetic / potential energy, largest, first half of the run", 100 * early, "%")
    report.add("kinetic / potential energy, largest, second half", 100 * late, "%", bound=max(100 * early, 0.1))
    mean = np.nanmean(profiles, axis=0)
    exact = density * gravity * (bottom + depth - mean[:, 0])
    error = np.abs(mean[:, 1] - exact) / (density * gravity * depth)
    report.curve("pressure, mean of the last quarter", "height, m", "Pa", (mean[:, 0], mean[:, 1]), (mean[:, 0], exact))
    single = np.concatenate([np.abs(p[:, 1] - density * gravity * (bottom + depth - p[:, 0])) for p in profiles])
    report.add(f"pressure at the lowest of {layers} layers", mean[0, 1], "Pa", exact[0])
    report.add("pressure by depth, mean of the last quarter: mean error / (rho g H)", 100 * np.nanmean(error), "%")
    report.add("pressure by depth, mean of the last quarter: largest error / (rho g H)", 100 * np.nanmax(error),
               "%", bound=2.0)
    report.add("pressure by depth, one snapshot: largest error / (rho g H)",
               100 * np.nanmax(single) / (density * gravity * depth), "%")


def plane_jet(report, output, folder, _until):
    case, run = output.case(), output.gauges()
    jet = case["fluids"][0]
    depth, speed, density = jet["shapes"][0]["high"][1], abs(jet["velocity"][0]), case["material"]["density"]
    stagnation = density * speed**2 / 2
    columns = list(read_table(folder / "exact.csv").values())
    start = 3 * depth / speed  # the front has gone up the wall
    if run["time"][-1] < 2 * start:
        raise Unreadable(f"the run ends at {run['time'][-1]:.3g} s; the jet is steady from {start:.3g} s on, and noisy")

    def mean(name):
        time, value = run.series(name)
        return np.mean(value[time >= start])
    errors = []
    pressures = [(g["at"][1] / depth, mean(g["name"])) for g in case["gauges"] if g["type"] == "pressure"]
    report.curve("mean pressure along the wall", "distance from the axis / d", "Pa", tuple(zip(*pressures)), (columns[0], stagnation * columns[1]))
    for gauge in (g for g in case["gauges"] if g["type"] == "pressure"):
        place, value = gauge["at"][1] / depth, mean(gauge["name"])
        exact = stagnation * np.interp(place, *columns[:2])
        report.add(f"mean pressure at z = {place:.2f} d", value, "Pa", exact)
        if place > 0:  # in the corner the sensor is a quarter of one
            errors.append(abs(value - exact) / stagnation)
    report.add(f"mean pressure, {len(errors)} gauges above the corner: mean error / (rho U^2 / 2)",
               100 * np.mean(errors), "%", bound=5.0)
    force, exact = -mean("F.x"), 2 * stagnation * depth
    report.add("mean force on the wall", force, "N/m", exact)
    report.add("mean force on the wall, error", 100 * abs(force / exact - 1), "%", bound=5.0)


def shear_rates(case, stress, pressure):
    """Those of the case's rheology without ceiling and growth under shear stresses and pressures over density, m^2/s^2; and
    its yield stresses over density."""
    law, model = case["rheology"], case["rheology"]["model"]
    takes = {"yield": ("bingham", "papanastasiou", "herschel_bulkley", "alexandrou", "de_kee_turcotte", "zhu", "granular", "mu_i"),
             "exponent": ("power_law", "herschel_bulkley", "alexandrou"), "decay": ("de_kee_turcotte", "zhu"),
             "friction": ("granular", "mu_i")}
    strength, n, decay, friction = (law[key] if model in takes[key] else other for key, other in
                                    (("yield", 0.0), ("exponent", 1.0), ("decay", 0.0), ("friction", 0.0)))
    strength = strength / case["material"]["density"] + friction * pressure
    if model == "mu_i":  # grains alone: the inertial number at which friction is the stress over the pressure
        if law["yield"] > 0 or case["viscosity"]["nu"] > 1e-4:
            raise Unreadable("mu_i has a profile here without cohesion and with next to no viscosity beside friction")
        mu = np.minimum(stress / np.maximum(pressure, 1e-30), law["friction_fast"] * (1 - 1e-6))
        inertial = law["inertial_number"] * np.maximum(mu - friction, 0) / (law["friction_fast"] - mu)
        return inertial * np.sqrt(pressure * case["material"]["density"] / law["grain_density"]) / law["grain_size"], strength
    rate = np.concatenate([[0], np.geomspace(1e-9, 1e3, 200001)])
    if decay > 0:
        rate = rate[rate < n / decay]  # beyond, stress falls with the rate
    carried = case["viscosity"]["nu"] * rate**n * np.exp(-decay * rate)
    return np.interp(stress - strength, carried, rate, left=0.0), strength


def poiseuille_rheology(report, output, _folder, _until):
    """Against the integral of the shear rate under the stress G s, s the way from the middle of the gap, which is the closed
    form where there is one; where gravity has a part across the gap, s is the depth under the surface of a layer."""
    case = output.case()
    low, high, dp = case["domain"]["low"][1], case["domain"]["high"][1], case["dp"]
    force, weight = case["gravity"][0], -case["gravity"][1]
    last = output.snapshots()[-1][1]
    fluid = read_snapshot(last, ("type", "velocity")).fluid()
    height = fluid["points"][:, 1]
    if weight > 0:
        thick = case["fluids"][0]["shapes"][0]["high"][1] - low
        place = low + thick - height
    else:
        thick = 0.5 * (high - low)
        place = np.abs(height - low - thick)
    y = np.linspace(0, thick, 20001)
    rate, strength = shear_rates(case, force * y, weight * y)
    below = np.concatenate([[0], np.cumsum(0.5 * (rate[1:] + rate[:-1]) * np.diff(y))])
    exact = below[-1] - below
    velocity = fluid["velocity"][:, 0].astype(float)
    wanted = np.interp(place, y, exact)
    report.add("largest velocity", velocity.max(), "m/s", exact[0])
    report.add("profile, relative L2 error", 100 * np.sqrt(((velocity - wanted)**2).sum() / (wanted**2).sum()), "%", bound=3.0)
    plug = strength[0] / force
    if plug > 0 and weight == 0:  # it ends a spacing before viscosity has fallen to what the law gives a spacing from its edge
        viscosity = read_snapshot(last, ("type", "viscosity")).fluid()["viscosity"].astype(float) / case["material"]["density"]
        order = np.argsort(place)
        fallen = np.log(np.minimum.accumulate(viscosity[order]))
        least = force * (plug + dp) / np.interp(plug + dp, y, rate)
        found = np.interp(-np.log(least), -fallen, place[order]) - dp
        report.add("half width of the plug", found, "m", plug)
        report.add("half width of the plug, error", abs(found - plug) / dp, "dp", bound=1.0)


def turbulent_channel(report, output, _folder, _until):
    """Rows of particles against the law of the wall, u+ = ln(9 y+) / 0.41, up to 0.8 of half the channel."""
    case = output.case()
    low, high, dp = case["domain"]["low"][1], case["domain"]["high"][1], case["dp"]
    half, nu = 0.5 * (high - low), case["viscosity"]["nu"]
    star = np.sqrt(case["gravity"][0] * half)
    rough = 1 + 0.3 * case["turbulence"]["roughness"] * star / nu
    fluid = read_snapshot(output.snapshots()[-1][1], ("type", "velocity", "turbulent_energy")).fluid()
    away = np.minimum(fluid["points"][:, 1] - low, high - fluid["points"][:, 1])
    velocity, energy = fluid["velocity"][:, 0].astype(float), fluid["turbulent_energy"].astype(float)
    error = []
    for row in range(int(0.8 * half / dp)):
        here = (away >= row * dp) & (away < (row + 1) * dp)
        wanted = np.log(9 * np.mean(away[here]) * star / nu / rough) / 0.41
        error.append(np.mean(velocity[here]) / star / wanted - 1)
    report.add("friction Reynolds number", star * half / nu)
    report.add("velocity, root mean square error", 100 * np.sqrt(np.mean(np.square(error))), "%", bound=3.0)
    report.add("the same, largest", 100 * np.abs(error).max(), "%")
    inner = (away > 0.05 * half) & (away < 0.2 * half)
    report.add("k over u*^2 where stress is nearly that of the wall", energy[inner].mean() / star**2, "", 1 / 0.3)


def taylor_couette(report, output, _folder, _until):
    """u = A r + B/r between a shaft that turns with 1 rad/s and a casing at rest, and the torque 4 pi mu B."""
    case, run = output.case(), output.gauges()
    inner, outer = 0.5, 1.0
    a, b = -inner**2 / (outer**2 - inner**2), inner**2 * outer**2 / (outer**2 - inner**2)
    fluid = read_snapshot(output.snapshots()[-1][1], ("type", "velocity")).fluid()
    x, y = fluid["points"][:, 0], fluid["points"][:, 1]
    r = np.hypot(x, y)
    along = (fluid["velocity"][:, 1] * x - fluid["velocity"][:, 0] * y) / r
    wanted = a * r + b / r
    report.add("velocity around, relative L2 error", 100 * np.sqrt(((along - wanted)**2).sum() / (wanted**2).sum()), "%", bound=3.0)
    report.add("velocity outwards, root mean square over the shaft's", 100 * np.sqrt(np.mean(
        ((fluid["velocity"][:, 0] * x + fluid["velocity"][:, 1] * y) / r)**2)) / inner, "%")
    time, torque = run.series("drag")
    mu = case["viscosity"]["nu"] * case["material"]["density"]
    mean, due = -torque[time > 0.8 * time[-1]].mean(), 4 * np.pi * mu * b
    report.add("torque on the shaft", mean, "N m a metre", due)
    report.add("the same, error", 100 * abs(mean / due - 1), "%", bound=5.0)


def lid_cavity(report, output, folder, _until):
    """Means of the last eighth of the run on the middle lines, at the table's places inside."""
    case, run = output.case(), output.gauges()
    reynolds = round(1 / case["viscosity"]["nu"])
    columns = read_table(folder / "ghia1982.csv")
    report.add("Reynolds number", reynolds)
    for name, along, part in (("upright", "y", "u"), ("level", "x", "v")):
        gauge = next(g for g in case["gauges"] if g["name"] == name)
        found = []
        for k in range(1, gauge["places"] + 1):
            time, value = run.series(f"{name}.{k}.{'x' if part == 'u' else 'y'}")
            found.append(np.mean(value[time >= 0.875 * time[-1]]))
        place, wanted = columns[along], columns[f"{part} Re {reynolds}"]
        inside = (place > 0) & (place < 1)
        error = np.interp(place, np.linspace(0, 1, len(found)), found)[inside] - wanted[inside]
        report.add(f"{part} on the {name} line, root mean square error", 100 * np.sqrt((error**2).mean()), "% of the lid's",
                   bound=3.0)
        report.add("the same, largest", 100 * np.abs(error).max(), "% of the lid's")


CASES = {"spheric02": spheric02, "lid-cavity": lid_cavity, "plane-jet": plane_jet, "dambreak2d": dambreak2d, "poiseuille": poiseuille,
         "poiseuille-rheology": poiseuille_rheology, "poiseuille-thick": poiseuille_rheology, "turbulent-channel": turbulent_channel, "taylor-couette": taylor_couette, "taylor-green": taylor_green, "water-hammer": water_hammer, "still-water-2d": still_water,
         "still-water-3d": still_water, **validate_bodies.CASES, **validate_imports.CASES, **validate_openings.CASES, **validate_phases.CASES,
         **validate_rheology.CASES, **validate_sloshing.CASES, **validate_structures.CASES,
         **validate_waves.CASES}


def main():
    p = argparse.ArgumentParser(prog="tools/validate.py", description=__doc__)
    p.add_argument("case", choices=CASES, help="which reference and bounds to hold the run against")
    p.add_argument("output", help="output folder of amphi run")
    p.add_argument("--reference", type=Path, help="folder of the reference tables (default: cases/CASE)")
    p.add_argument("--until", type=float, help="spheric02: compare up to this time, s (default: 2)")
    p.add_argument("--plot", help="also draw the run beside its reference into this file")
    p.add_argument("--json", action="store_true", help="print JSON instead of a table")
    a = p.parse_args()
    report = Report()
    CASES[a.case](report, Output(a.output), a.reference or ROOT / "cases" / a.case, a.until)
    broken = report.broken()
    if a.plot:
        report.draw(a.plot, Path(a.output).name)
    if a.json:
        print(json.dumps({"case": a.case, "output": a.output, "figures": report.rows, "ok": not broken}, indent=2))
    else:
        print(report.markdown())
    return 1 if broken else 0


try:
    sys.exit(main())
except (Unreadable, OSError, KeyError, IndexError, TypeError) as error:
    print(f"validate: {type(error).__name__ + ': ' if not isinstance(error, Unreadable) else ''}{error}",
          file=sys.stderr)
    sys.exit(2)
