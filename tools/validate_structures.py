# SPDX-License-Identifier: BSD-3-Clause
"""Figures of walls that bend, for tools/validate.py: a beam alone, one in a stream, and a plate under water."""
import numpy as np

# Turek and Hron 2006: places of the tip along x and y, m; of what swings with amplitudes, and the frequency, Hz.
REST = (-0.469e-3, -16.97e-3)
SWING = (-14.305e-3, 14.305e-3, -63.607e-3, 65.160e-3, 1.0995)

# The same of FSI2: mean and amplitude along x and y, and the frequency along y.
FSI2 = (-14.58e-3, 12.44e-3, 1.23e-3, 80.6e-3, 2.0)


def cantilever(report, output, _folder, _until):
    """The tip of a beam that comes to rest, where the case damps it, or swings."""
    case, run = output.case(), output.gauges()
    damped = next(w for w in case["walls"] if "flexible" in w)["flexible"].get("damping", 0) > 0
    time, x = run.series("tip.x")
    y = run.series("tip.y")[1]
    for name, place, rest in ("x", x, REST[0]), ("y", y, REST[1]):
        extremes = [1e3 * rest] if damped else [1e3 * (SWING[0 if name == "x" else 2] + s * SWING[1 if name == "x" else 3]) for s in (-1, 1)]
        report.curve(f"tip along {name}; points: reference", "time, s", "mm", (time, 1e3 * place), (len(extremes) * [time[-1]], extremes), points=True)
    if damped:
        for name, place, exact, bound in ("x", x, REST[0], 10.0), ("y", y, REST[1], 5.0):
            report.add(f"tip at rest, {name}", 1e3 * place[-1], "mm", 1e3 * exact)
            report.add("the same, error", 100 * abs(place[-1] / exact - 1), "%", bound=bound)
        return
    for name, place, mean, amplitude, bound in ("x", x, *SWING[:2], 10.0), ("y", y, *SWING[2:4], 5.0):
        low, high = place.min(), place.max()
        report.add(f"tip, mean of its extremes along {name}", 500 * (low + high), "mm", 1e3 * mean)
        report.add("the same, error", 100 * abs(0.5 * (low + high) / mean - 1), "%", bound=bound)
        report.add(f"tip, amplitude along {name}", 500 * (high - low), "mm", 1e3 * amplitude)
        report.add("the same, error", 100 * abs(0.5 * (high - low) / amplitude - 1), "%", bound=bound)
    swings(report, time, y, SWING[4])


def swings(report, time, y, exact):
    """How often a second y goes down through the middle of its extremes."""
    middle = 0.5 * (y.min() + y.max())
    down = np.flatnonzero((y[:-1] > middle) & (y[1:] <= middle))
    cross = time[down] + (y[down] - middle) / (y[down] - y[down + 1]) * (time[down + 1] - time[down])
    frequency = (len(cross) - 1) / (cross[-1] - cross[0]) if len(cross) > 1 else float("nan")
    report.add("frequency", frequency, "Hz", exact)
    report.add("the same, error", 100 * abs(frequency / exact - 1), "%", bound=5.0)


def turek_hron(report, output, _folder, _until):
    """The tip of a bar in a stream, in the last fifth of the run."""
    run = output.gauges()
    time, x = run.series("tip.x")
    y = run.series("tip.y")[1]
    late = time > 0.8 * time[-1]
    for name, place, mean, amplitude, bound in ("x", x[late], *FSI2[:2], 10.0), ("y", y[late], *FSI2[2:4], 5.0):
        low, high = place.min(), place.max()
        report.add(f"tip, mean of its extremes along {name}", 500 * (low + high), "mm", 1e3 * mean)
        report.add(f"tip, amplitude along {name}", 500 * (high - low), "mm", 1e3 * amplitude)
        report.add("the same, error", 100 * abs(0.5 * (high - low) / amplitude - 1), "%", bound=bound)
    swings(report, time[late], y[late], FSI2[4])


def water_on_plate(report, output, _folder, _until):
    """The middle of a plate that is clamped on both sides, by the theory of thin plates and with shear, and the water's weight on it."""
    case, run = output.case(), output.gauges()
    wall = next(w for w in case["walls"] if "flexible" in w)
    solid, box, water = wall["flexible"], wall["shapes"][0], case["fluids"][0]["shapes"][0]
    width, depth = water["high"][0] - water["low"][0], water["high"][1] - water["low"][1]
    thick, g = box["high"][1] - box["low"][1], abs(case["gravity"][1])
    weight = 1000 * g * depth
    load = weight + solid["density"] * g * thick
    bending = solid["young"] * thick**3 / 12 / (1 - solid["poisson"]**2)
    shear = 5 / 6 * solid["young"] / (2 * (1 + solid["poisson"])) * thick
    thin, sheared = -load * width**4 / (384 * bending), -load * width**2 / (8 * shear)
    time, middle = run.series("middle.y")
    late = time > 0.5 * time[-1]
    report.add("middle of the plate, mean of the second half", 1e6 * middle[late].mean(), "um", 1e6 * thin)
    report.add("the same against theory with shear", 1e6 * middle[late].mean(), "um", 1e6 * (thin + sheared))
    report.add("the same, error", 100 * abs(middle[late].mean() / (thin + sheared) - 1), "%", bound=20.0)
    time, force = run.series("load.y")
    late = time > 0.5 * time[-1]
    report.add("load, mean of the second half", -force[late].mean(), "N/m", weight * width)
    report.add("the same, error", 100 * abs(-force[late].mean() / (weight * width) - 1), "%", bound=1.0)


CASES = {"cantilever": cantilever, "water-on-plate": water_on_plate, "turek-hron-fsi2": turek_hron}
