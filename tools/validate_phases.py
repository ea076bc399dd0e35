# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the cases of two phases, for tools/validate.py."""
import math

import numpy as np

from amphi import read_snapshot, read_table
from validate_sloshing import decaying
from validate_waves import integral


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
    radius = dp * math.sqrt((case["phases"][0]["density"] / fluid["density"][inside].astype(float)).sum() / math.pi)  # of its area now
    place = np.linalg.norm(fluid["points"] - centre, axis=1)
    within, beyond = place < 0.6 * radius, place > 1.5 * radius
    found = fluid["pressure"][within].mean() - fluid["pressure"][beyond].mean()
    due = case["interface"]["tension"] / radius
    report.add("pressure inside over that outside", found, "Pa", due)
    if case["interface"]["model"] == "pairwise":
        dense = (fluid["density"].astype(float) / case["material"]["density"])**2
        found -= 3.77 * case["interface"]["tension"] / (2 * case["smoothing_ratio"] * dp) * (dense[within].mean() - dense[beyond].mean())
        report.add("the same, less what pairs take off", found, "Pa", due)
    report.add("the same, error", 100 * abs(found / due - 1), "%", bound=3.0)
    spread = fluid["points"][inside].std(axis=0)
    report.add("extent along x over that along y", spread[0] / spread[1], reference=1.0)


def bessel(n, z):
    """I_n and its derivative over exp(z), K_n and its derivative times exp(z), of complex z, by their integrals."""
    turn, far = (np.arange(2000) + 0.5) * math.pi / 2000, (np.arange(20000) + 0.5) * 12 / 20000
    i = [(np.exp(z * (np.cos(turn) - 1)) * np.cos(k * turn)).mean() for k in (n - 1, n, n + 1)]
    k = [(np.exp(-z * (np.cosh(far) - 1)) * np.cosh(m * far)).sum() * 12 / 20000 for m in (n - 1, n, n + 1)]
    return i[1], (i[0] + i[2]) / 2, k[1], -(k[0] + k[2]) / 2


def drop_mode(n, radius, density, viscosity, tension):
    """Exponent s of the mode exp(s t + i n theta) of a drop in another fluid, in two dimensions, densities and dynamic viscosities
    of the drop and what is around it (Lamb, Hydrodynamics, art. 355, for two fluids; Miller & Scriven 1968 have the sphere). The stream
    function is A r^n + B I_n(m r) within and C r^-n + D K_n(m r) beyond, m^2 = s density/viscosity; at the interface both velocities and
    the shear stress are equal, and the normal stress differs by tension (n^2 - 1)/radius^2 times the elevation."""
    r, side = radius, np.array([1, 1, -1, -1])
    rho, mu = np.repeat(density, 2), np.repeat(viscosity, 2)

    def determinant(s):
        m = np.sqrt(s * np.array(density) / np.array(viscosity))
        (i, di), (k, dk) = bessel(n, m[0] * r)[:2], bessel(n, m[1] * r)[2:]
        f = np.array([1, i, 1, k])
        d = np.array([n / r, m[0] * di, -n / r, m[1] * dk])
        dd = np.array([n * (n - 1) / r**2, 0, n * (n + 1) / r**2, 0]) + [0, (m[0]**2 + n * n / r**2) * i - m[0] * di / r,
                                                                        0, (m[1]**2 + n * n / r**2) * k - m[1] * dk / r]
        pressure = rho * s * np.array([-1, 0, 1, 0])
        lift = np.array([1, 1, 0, 0]) * tension * (n * n - 1) / r**2 * n * f / (r * s)
        return np.linalg.det(np.array([side * f, side * d, side * mu * (dd - d / r + n * n * f / r**2),
                                       side * (pressure - 2 * mu * n * (d / r - f / r**2)) - lift]))
    s = (-0.03 + 1j) * math.sqrt(n * (n * n - 1) * tension / (sum(density) * r**3))
    before = 1.01 * s
    for _ in range(60):  # secant
        here, there = determinant(s), determinant(before)
        if here == there or abs(s - before) < 1e-12 * abs(s):
            break
        s, before = s - here * (s - before) / (here - there), s
    return s


def oscillating_drop(report, output, _folder, _until):
    """Period and damping of the difference of the drop's second moments, against its viscous mode."""
    case, time, value = output.case(), [], []
    for moment, path in output.snapshots():
        fluid = read_snapshot(path).fluid()
        inside = fluid["phase"] == 1
        time.append(moment)
        value.append(np.diff(fluid["points"][inside, :2].var(axis=0))[0])
    drop, around, tension = case["phases"][0], case["material"]["density"], case["interface"]["tension"]
    radius = case["dp"] * math.sqrt(inside.sum() / math.pi)
    exact = drop_mode(2, radius, (drop["density"], around), (drop["nu"] * drop["density"], case["viscosity"]["nu"] * around), tension)
    found, _, left = decaying(np.array(time), np.array(value)[None, :], [exact])
    report.add("period", 2 * math.pi / found[0].imag, "s", 2 * math.pi / exact.imag)
    report.add("the same, error", 100 * abs(exact.imag / found[0].imag - 1), "%", bound=5.0)
    report.add("the same, without viscosity", 2 * math.pi / math.sqrt(6 * tension / ((drop["density"] + around) * radius**3)), "s")
    report.add("damping", -found[0].real, "1/s", -exact.real)
    report.add("what the fit leaves, root mean square", 100 * left, "%")


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


def share_of(fluid, phase, places, case):
    """Share of a phase at places [n][2], by particles within 2 h, each as its kernel (Wendland C2) has it."""
    reach = 2 * math.sqrt(3) * case["dp"]
    period = [b - a if name in case["domain"].get("periodic", []) else math.inf
              for a, b, name in zip(case["domain"]["low"], case["domain"]["high"], "xy")]
    half, middle = np.ptp(places, axis=0) / 2 + reach, (places.min(axis=0) + places.max(axis=0)) / 2
    apart = np.abs(fluid["points"][:, :2] - middle)
    fluid = fluid.where((np.minimum(apart, np.abs(period - apart)) < half).all(axis=1))
    points, of = fluid["points"][:, :2], fluid["phase"] == phase
    found = np.empty(len(places))
    for k, place in enumerate(places):
        apart = np.abs(points - place)
        q = 2 / reach * np.hypot(*np.minimum(apart, np.abs(period - apart)).T)
        weight = np.maximum(1 - q / 2, 0)**4 * (1 + 2 * q)
        found[k] = weight @ of / max(weight.sum(), 1e-30)
    return found


def passing(place, share):
    """Where along a line the share falls through a half, last of all."""
    i = np.flatnonzero(share >= 0.5)[-1]
    return place[i] + (share[i] - 0.5) / (share[i] - share[i + 1]) * (place[i + 1] - place[i])


def rayleigh_taylor(report, output, folder, until):
    """Tops of the light and bottoms of the heavy fluid, where half of what is around is of either, against He et al.;
    the speed of the light one against Goncharov's."""
    case, reference = output.case(), read_table(folder / "reference.csv")
    line = np.arange(0.5 * case["dp"], case["domain"]["high"][1], 0.5 * case["dp"])
    rows = []
    for time, path in output.snapshots():
        fluid = read_snapshot(path).fluid()
        rising = passing(line, share_of(fluid, 1, np.column_stack([0 * line, line]), case))
        falling = -passing(-line[::-1], share_of(fluid, 0, np.column_stack([0 * line + 0.5, line[::-1]]), case))
        rows.append((time, rising, falling))
    time, rising, falling = np.array(rows).T
    until = min(until or math.inf, time[-1])
    due = reference["time"][(reference["time"] >= 1.5) & (reference["time"] <= 0.94 * until)]  # what is later, or never, is missed
    for name, place, sign in (("rising", rising, 1), ("falling", falling, -1)):
        there = np.interp(due, reference["time"], reference[name])
        when = np.interp(sign * there, sign * place, time, right=math.nan)
        for k in range(0, len(due), max(1, len(due) // 5)):
            report.add(f"{name} front at y = {there[k]:.3f} m", when[k], "s", due[k])
        report.add(f"{name} front, error of the times", 100 * np.abs(when / due - 1).max(), "%", bound=5.0)
        report.add(f"{name} front, error of the places", 100 * np.abs(np.interp(due, time, place) - there).max(), "% of a wave")
    if until > 4:
        late = (time >= 3) & (time <= until)
        heavy, light = case["material"]["density"], case["phases"][0]["density"]
        speed = math.sqrt((1 - light / heavy) * -case["gravity"][1] / (3 * 2 * math.pi))  # 2 A/(1 + A) = 1 - light/heavy
        report.add("speed of the rising front from 3 s on", np.polyfit(time[late], rising[late], 1)[0], "m/s", speed)


def outline(fluid, case, centre):
    """Circularity of phase 1: where half of what is around is of it, along 72 rays from the centre; of the radii the
    Fourier modes up to the eighth, for particles make the others."""
    way = 2 * math.pi * np.arange(72) / 72
    far = np.arange(0.5, 1.6, 0.05) * case["dp"] * math.sqrt((fluid["phase"] == 1).sum() / math.pi)
    ray = np.column_stack([np.cos(way), np.sin(way)])
    share = share_of(fluid, 1, (centre + far[None, :, None] * ray[:, None]).reshape(-1, 2), case)
    radius = np.array([passing(far, s) for s in share.reshape(len(way), len(far))])
    modes = np.fft.rfft(radius)
    modes[9:] = 0
    fine = np.fft.irfft(np.pad(modes, (0, 36 * 9)), 720) * 10
    turn = 2 * math.pi * np.arange(720) / 720
    x, y = fine * np.cos(turn), fine * np.sin(turn)
    area = 0.5 * np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))
    return 2 * math.sqrt(math.pi * area) / np.hypot(np.roll(x, -1) - x, np.roll(y, -1) - y).sum()


def rising_bubble(report, output, _folder, _until):
    """Rise velocity, centre of mass and circularity against Hysing et al., test case 1."""
    case, rows = output.case(), []
    for time, path in output.snapshots():
        fluid = read_snapshot(path).fluid()
        inside = fluid["phase"] == 1
        centre = fluid["points"][inside].mean(axis=0)[:2]
        rows.append((time, fluid["velocity"][inside][:, 1].mean(), centre[1], outline(fluid, case, centre)))
    time, speed, height, circularity = np.array(rows).T
    report.add("noise of the rise velocity, beside its cubic from 0.5 to 1.5 s", noise(time, speed), "m/s")
    for name, value, sign, due, at, low in (("rise velocity, largest", speed, 1, 0.2417, 0.9213, 0.5),
                                            ("circularity, smallest", circularity, -1, 0.9013, 1.9041, 1.3)):
        near = (time > low) & (time < 2 * at - low)
        curve = np.polynomial.Polynomial.fit(time[near], value[near], 3)
        fine = np.linspace(time[near][0], time[near][-1], 1001)
        k = int(np.argmax(sign * curve(fine)))
        report.add(name, curve(fine)[k], "", due)
        report.add(f"{name}, error", 100 * abs(curve(fine)[k] / due - 1), "%", bound=5.0)
        report.add(f"{name}, at", fine[k], "s", at)
    if time[-1] > 2.99:
        report.add("centre of mass at 3 s", height[-1], "m", 1.0813)
        report.add("centre of mass at 3 s, error", 100 * abs(height[-1] / 1.0813 - 1), "%", bound=5.0)


def noise(time, speed):
    """Standard deviation from the cubic."""
    near = (time > 0.5) & (time < 1.5)
    curve = np.polynomial.Polynomial.fit(time[near], speed[near], 3)
    return (speed[near] - curve(time[near])).std()


def oil_rotor(report, output, folder, until):
    """Fluids between a shaft that turns and a casing; or oil that a rotor throws to its rim."""
    (layered_couette if output.case().get("phases") else thrown_oil)(report, output, folder, until)


def layered_couette(report, output, _folder, _until):
    """u = A r + B/r in each of two fluids, with the torque 4 pi mu B on both walls; the shaft turns with 1 rad/s."""
    case, fluid, run = output.case(), last(output), output.gauges()
    shaft, interface, casing = 0.5, 0.75, 1.0
    light = case["phases"][0]
    mu = light["density"] * light["nu"], case["material"]["density"] * case["viscosity"]["nu"]
    torque = 4 * math.pi / ((shaft**-2 - interface**-2) / mu[0] + (interface**-2 - casing**-2) / mu[1])
    b = [torque / (4 * math.pi * m) for m in mu]
    a = 1 - b[0] / shaft**2, -b[1] / casing**2
    x, y = fluid["points"][:, 0].astype(float), fluid["points"][:, 1].astype(float)
    r, outer = np.hypot(x, y), np.hypot(x, y) > interface
    along = (fluid["velocity"][:, 1] * x - fluid["velocity"][:, 0] * y) / r
    wanted = np.where(outer, a[1] * r + b[1] / r, a[0] * r + b[0] / r)
    report.add("velocity around, relative L2 error", 100 * np.sqrt(((along - wanted)**2).sum() / (wanted**2).sum()), "%", bound=5.0)
    for name, sign in (("shaft", -1), ("casing", 1)):
        time, value = run.series(name)
        found = sign * value[time > 0.8 * time[-1]].mean()
        report.add(f"torque on the {name}", found, "N m a metre", torque)
        report.add("the same, error", 100 * abs(found / torque - 1), "%", bound=7.0)


def thrown_oil(report, output, _folder, _until):
    """At last oil is a ring that turns as a rigid body: its angular momentum, energy of motion and pressure at the rim, and the angular momentum that
    the rotor and the oil's weight have given it. Four vanes, 0.01 m thick, stand from 0.03 to 0.085 m."""
    case, fluid, run = output.case(), last(output), output.gauges()
    rho, spin, rim, cell = case["material"]["density"], 40.0, 0.1, case["dp"]**2
    edges = np.linspace(rim, 0.03, 20001)
    r = 0.5 * (edges[1:] + edges[:-1])
    area = (2 * math.pi * r - np.where(r < 0.085, 0.04, 0.0)) * (edges[:-1] - edges[1:])
    wet = np.cumsum(area) <= cell * len(fluid["points"])
    moment, surface = (area * r**2)[wet].sum(), edges[1:][wet][-1]
    x, y = fluid["points"][:, 0].astype(float), fluid["points"][:, 1].astype(float)
    gained = rho * cell * (x * fluid["velocity"][:, 1] - y * fluid["velocity"][:, 0]).sum()
    report.add("angular momentum", gained, "kg m/s", rho * spin * moment)
    report.add("the same, error", 100 * abs(gained / (rho * spin * moment) - 1), "%", bound=3.0)
    time, torque = run.series("rotor")
    steps, middle = run.series("oil.x")
    lever = -rho * cell * len(fluid["points"]) * 9.81 * np.interp(time, steps, middle)
    pushed = integral(lever - torque, time)
    report.add("the same, given by rotor and weight", pushed, "kg m/s", gained)
    report.add("energy of motion", run.series("oil.kinetic")[1][-1], "J a metre", 0.5 * rho * spin**2 * moment)
    time, pressure = run.series("rim")
    report.add("pressure at the rim", pressure[time > 0.8 * time[-1]].mean(), "Pa", 0.5 * rho * spin**2 * (rim**2 - surface**2))


CASES = {"drop": drop, "oil-rotor": oil_rotor, "oscillating-drop": oscillating_drop, "rayleigh-taylor": rayleigh_taylor, "rising-bubble": rising_bubble,
         "sessile-drop": sessile_drop}
