# SPDX-License-Identifier: BSD-3-Clause
"""Figures of free sloshing in a tank, for tools/validate.py: frequencies and damping of the lowest modes."""
import numpy as np

from amphi import read_snapshot


def tank(case):
    """Width of the tank, its middle, depths and numbers of the layers from below, gravity."""
    boxes = [(fluid, fluid["shapes"][0]) for fluid in case["fluids"]]
    low, high = boxes[0][1]["low"][0], boxes[0][1]["high"][0]
    names = [None] + [phase["name"] for phase in case.get("phases", [])]
    layers = [(box["high"][1] - box["low"][1], names.index(fluid.get("phase"))) for fluid, box in boxes]
    return high - low, 0.5 * (low + high), layers, abs(case["gravity"][1])


def lowest_mode(output, width, middle, number):
    """Of particles of a phase the mean of sin(pi x / width), x from the middle: what displaces fluid like the
    lowest mode changes it, higher ones do not. Times and values from all snapshots."""
    times, values = [], []
    for time, path in output.snapshots():
        fluid = read_snapshot(path).fluid()
        points = fluid["points"][fluid["phase"] == number] if "phase" in fluid else fluid["points"]
        times.append(time)
        values.append(np.sin(np.pi * (points[:, 0] - middle) / width).mean())
    return np.array(times), np.array(values)


def decaying(time, signals, exponents):
    """Constants and oscillations that decay, a complex exponent s each, fitted to signals (rows) by least squares with
    exponents in common: Gauss and Newton's steps from those given. Returns exponents and the amplitudes (signal, exponent)."""
    def fit(p):
        columns = [np.ones_like(time)]
        for decay, turn in p.reshape(-1, 2):
            columns += [np.exp(-decay * time) * np.cos(turn * time), np.exp(-decay * time) * np.sin(turn * time)]
        base = np.stack(columns, axis=1)
        found = np.linalg.lstsq(base, signals.T, rcond=None)[0]
        return (signals.T - base @ found).ravel(), found
    p = np.array([[-s.real, s.imag] for s in exponents]).ravel()
    for _ in range(30):
        rest, _found = fit(p)
        slopes = np.stack([(fit(p + 1e-5 * unit)[0] - rest) / 1e-5 for unit in np.eye(len(p))], axis=1)
        step = np.linalg.lstsq(slopes, -rest, rcond=None)[0]
        while np.linalg.norm(fit(p + step)[0]) > np.linalg.norm(rest) and np.abs(step).max() > 1e-9:
            step = 0.5 * step
        p = p + step
    rest, found = fit(p)
    amplitudes = np.hypot(found[1::2], found[2::2]).T
    left = np.sqrt((rest**2).mean() / np.var(signals))
    return -p[0::2] + 1j * p[1::2], amplitudes, left


def viscous_mode(k, depth, nu, gravity):
    """Exponent s of the standing wave exp(s t) cos(k x) of a viscous layer over a floor without slip (Lamb, Hydrodynamics, art. 349,
    for finite depth): the stream function is A cosh kz + B sinh kz + C exp(m(z - H)) + D exp(-m z), m^2 = k^2 + s/nu; at the floor no
    velocity, at the surface no shear stress and (pressure over density) - 2 nu dw/dz = g times elevation."""
    def determinant(s):
        m = np.sqrt(k * k + s / nu + 0j)
        c, d, e = np.cosh(k * depth), np.sinh(k * depth), np.exp(-m * depth)
        # rows of psi(0), psi'(0), psi'' + k^2 psi at H, and the normal stress at H, times s
        stress = [s * s * k * d + 2 * nu * k**3 * s * d + gravity * k * k * c, s * s * k * c + 2 * nu * k**3 * s * c + gravity * k * k * d,
                  2 * nu * k * k * s * m + gravity * k * k, (-2 * nu * k * k * s * m + gravity * k * k) * e]
        rows = [[1, 0, e, 1], [0, k, m * e, -m], [2 * k * k * c, 2 * k * k * d, k * k + m * m, (k * k + m * m) * e], stress]
        return np.linalg.det(np.array(rows)) / (nu * m**3)
    s = 1j * np.sqrt(gravity * k * np.tanh(k * depth)) - 2 * nu * k * k
    before = s * (1 + 1e-3)
    for _ in range(100):  # secant
        here, there = determinant(s), determinant(before)
        if here == there or abs(s - before) < 1e-12 * abs(s):
            break
        s, before = s - here * (s - before) / (here - there), s
    return s


def layered_modes(k, below, above, ratio, gravity):
    """Frequencies of two layers with a free surface, of depths `below` and `above` and densities 1 and `ratio`, no viscosity: the
    fast one, in which both layers move together, and the slow one of the interface (Lamb, Hydrodynamics, art. 231)."""
    one, two = 1 / np.tanh(k * below), 1 / np.tanh(k * above)
    squares = np.roots([one * two + ratio, -gravity * k * (one + two), (1 - ratio) * (gravity * k)**2])
    return np.sqrt(np.sort(squares.real)[::-1])


def sloshing_decay(report, output, _folder, _until):
    """Frequency and damping of one layer. The layers beside the end walls, delta = sqrt(2 nu/omega), damp as well, to the first order
    (Keulegan 1959) by omega^3 delta/(g width) integral of (sinh kz/sinh kH)^2 dz, and take as much off the frequency."""
    case = output.case()
    width, middle, ((depth, _),), gravity = tank(case)
    k, nu = np.pi / width, case["viscosity"]["nu"]
    exact = viscous_mode(k, depth, nu, gravity)
    omega = np.sqrt(gravity * k * np.tanh(k * depth))
    within = np.sinh(2 * k * depth) / (4 * k) - depth / 2  # of sinh^2(kz)
    ends = omega**3 * np.sqrt(2 * nu / omega) * within / (gravity * width * np.sinh(k * depth)**2)
    exact -= ends + 1j * ends
    time, value = lowest_mode(output, width, middle, 0)
    found, _, left = decaying(time, value[None, :], [exact])
    mode = np.exp(exact * time)
    base = np.stack([np.ones_like(time), mode.real, mode.imag], axis=1)
    report.curve("lowest mode, and theory's", "time, s", "mean of sin(pi x / width)", (time, value),
                 (time, base @ np.linalg.lstsq(base, value, rcond=None)[0]))
    report.add("frequency of the lowest mode", found[0].imag, "rad/s", exact.imag)
    report.add("the same, error", 100 * abs(found[0].imag / exact.imag - 1), "%", bound=3.0)
    report.add("the same, without viscosity", omega, "rad/s")
    report.add("damping of the lowest mode", -found[0].real, "1/s", -exact.real)
    report.add("what the fit leaves, root mean square", 100 * left, "%")


def standing_wave(report, output, _folder, _until):
    """Frequency and damping of a wave as long as the domain, from its elevation along it."""
    case = output.case()
    length, nu, gravity = case["domain"]["high"][0] - case["domain"]["low"][0], case["viscosity"]["nu"], abs(case["gravity"][1])
    depth = np.mean([y for _, y in case["fluids"][0]["shapes"][0]["vertices"][2:-1]])
    gauge = next(g for g in case["gauges"] if g["type"] == "elevation")
    places = np.linspace(gauge["at"][0], gauge["to"][0], gauge["places"])
    k, run = 2 * np.pi / length, output.gauges()
    exact = viscous_mode(k, depth, nu, gravity)
    columns = [run.series(f"{gauge['name']}.{i}") for i in range(1, len(places) + 1)]
    base = np.stack([np.ones_like(places), np.cos(k * places), np.sin(k * places)], axis=1)
    wave = np.linalg.lstsq(base, np.stack([value for _, value in columns]), rcond=None)[0][1]
    found, _, left = decaying(columns[0][0], wave[None, :], [exact])
    report.curve("amplitude of the wave", "time, s", "m", (columns[0][0], wave), (columns[0][0], wave[0] * np.exp(exact * columns[0][0]).real))
    report.add("frequency", found[0].imag, "rad/s", exact.imag)
    report.add("the same, error", 100 * abs(found[0].imag / exact.imag - 1), "%", bound=1.0)
    report.add("decay", -found[0].real, "1/s", -exact.real)
    report.add("the same, error", 100 * abs(found[0].real / exact.real - 1), "%", bound=15.0)
    report.add("what the fit leaves, root mean square", 100 * left, "%")


def swaying(time, acceleration, width, depth, gravity, place, modes=30):
    """Elevation at a place of a tank that is pushed along its width, by linear theory: the odd modes cos(n pi x / width), each an
    oscillator driven by its part of the slope that the water wants, -(acceleration / gravity) (x - width / 2)."""
    n = 2 * np.arange(modes) + 1
    k = n * np.pi / width
    omega2 = gravity * k * np.tanh(k * depth)
    wanted = 4 * width / (n * np.pi)**2 / gravity * omega2  # per acceleration
    level, rate, step = np.zeros(modes), np.zeros(modes), time[1] - time[0]
    result = np.zeros_like(time)
    for i in range(1, len(time)):
        rate += step * (wanted * acceleration[i - 1] - omega2 * level)
        level += step * rate
        result[i] = (level * np.cos(k * place)).sum()
    return result


def sway_tank(report, output, folder, _until):
    """The level near a wall against linear theory."""
    case = output.case()
    width, _middle, ((depth, _),), gravity = tank(case)
    gauge = case["gauges"][0]
    time, level = output.gauges().series(gauge["name"])
    level = level - level[0]
    pushed = np.genfromtxt(folder / case["frame"]["file"].rsplit("/", 1)[-1], comments="#")
    fine = np.arange(0, time[-1] + 1e-3, 1e-3)
    theory = swaying(fine, np.interp(fine, pushed[:, 0], pushed[:, 1]), width, depth, gravity, gauge["at"][0])
    due = np.interp(time, fine, theory)
    report.curve("level near the wall, and linear theory", "time, s", "m", (time, level), (time, due))
    report.add("standard deviation of the level", level.std(), "m", due.std())
    report.add("the same, error", 100 * abs(level.std() / due.std() - 1), "%", bound=10.0)
    report.add("difference from linear theory, root mean square over its deviation", np.sqrt(((level - due)**2).mean()) / due.std())
    report.add("highest level", level.max(), "m", due.max())
    report.add("lowest level", level.min(), "m", due.min())


def two_layers(report, output, _folder, _until):
    """Frequencies of both modes; whether the phases stay apart and keep their volume."""
    case = output.case()
    width, middle, ((below, first), (above, second)), gravity = tank(case)
    densities = [case["material"]["density"]] + [phase["density"] for phase in case["phases"]]
    exact = layered_modes(np.pi / width, below, above, densities[second] / densities[first], gravity)
    signals = []
    for number in (first, second):
        time, value = lowest_mode(output, width, middle, number)
        signals.append(value)
    found, _, left = decaying(time, np.array(signals), [-0.1 + 1j * w for w in exact])
    for name, s, due in zip(("both layers together", "the interface"), found, exact):
        report.add(f"frequency of {name}", s.imag, "rad/s", due)
        report.add("the same, error", 100 * abs(s.imag / due - 1), "%", bound=5.0)
        report.add("the same, damping", -s.real, "1/s")
    report.add("what the fit leaves, root mean square", 100 * left, "%")
    low, dp = middle - 0.5 * width, case["dp"]
    fluid = read_snapshot(list(output.snapshots())[-1][1]).fluid()
    x, y = fluid["points"][:, 0], fluid["points"][:, 1]
    lower, column = fluid["phase"] == first, np.floor((x - low) / (4 * dp))
    crossed = 0
    for here in (column == number for number in np.unique(column)):
        level = np.sort(y[here & lower])[-4:].mean()
        crossed += np.count_nonzero(here & ~lower & (y < level - 2 * dp))
    report.add("particles of the upper layer two spacings or more below the interface", crossed, bound=0)
    for number, name in ((first, "lower"), (second, "upper")):
        layer = fluid["phase"] == number
        report.add(f"volume of the {name} layer, change", 100 * abs((densities[number] / fluid["density"][layer]).mean() - 1), "%",
                   bound=1.0)


CASES = {"sloshing-decay": sloshing_decay, "standing-wave": standing_wave, "sway-tank": sway_tank, "two-layer-sloshing": two_layers}
