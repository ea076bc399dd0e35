# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the cases with waves, for tools/validate.py."""
import math

import numpy as np


def wave_number(period, depth, gravity):
    omega2, k = (2 * math.pi / period)**2, (2 * math.pi / period)**2 / gravity
    for _ in range(200):
        k = 0.5 * (k + omega2 / (gravity * math.tanh(k * depth)))
    return k


def heights(time, level):
    """From trough to crest between upward passages of the mean."""
    level = level - level.mean()
    up = np.flatnonzero((level[:-1] < 0) & (level[1:] >= 0))
    return [np.ptp(level[a:b + 1]) for a, b in zip(up[:-1], up[1:])]


def harmonic(time, level, period):
    """Complex amplitude of exp(2 pi i t / period), by least squares beside a mean and the second harmonic."""
    w = 2 * math.pi / period
    columns = [np.ones_like(time)] + [f(n * w * time) for n in (1, 2) for f in (np.cos, np.sin)]
    c = np.linalg.lstsq(np.array(columns).T, level, rcond=None)[0]
    return complex(c[1], -c[2])


def paddle_of(case):
    motion = next(w["motion"] for w in case["walls"] if w.get("motion"))
    return motion[0] if isinstance(motion, list) else motion


def wave_flume(report, output, _folder, _until):
    case, gauges = output.case(), output.gauges()
    waves = paddle_of(case)["waves"]
    period, height = waves["period"], waves["height"]
    k = wave_number(period, waves["depth"], abs(case["gravity"][1]))
    length, found, phase, late = 2 * math.pi / k, {}, {}, None
    for gauge in case["gauges"]:
        time, level = gauges.series(gauge["name"])
        late = time >= time[-1] - 4.2 * period
        found[gauge["name"]] = np.mean(heights(time[late], level[late]))
        phase[gauge["name"]] = harmonic(time[late], level[late], period)
    place = {g["name"]: g["at"][0] for g in case["gauges"]}
    for name in ("H1", "H5", "H10"):
        report.add(f"height {name[1:]} lengths away", found[name], "m", height)
    report.add("height 10 lengths away, error", 100 * abs(found["H10"] / height - 1), "%", bound=5.0)
    report.add("loss of height from 5 to 10 lengths", 100 * (1 - found["H10"] / found["H5"]), "%", bound=5.0)
    far = place["H10"] - place["H8"]
    turned = np.angle(phase["H8"] / phase["H10"])
    measured = far / (round(far / length - turned / (2 * math.pi)) + turned / (2 * math.pi))
    report.add("length between 8 and 10 lengths away", measured, "m", length)
    report.add("the same, error", 100 * abs(measured / length - 1), "%", bound=2.0)
    three = ["H8", "H8b", "H8c"]  # Mansard and Funke (1980)
    x = np.array([place[n] for n in three])
    matrix = np.array([np.exp(-1j * k * x), np.exp(1j * k * x)]).T
    there, back = np.linalg.lstsq(matrix, np.array([phase[n] for n in three]), rcond=None)[0]
    report.add("reflection", 100 * abs(back / there), "%", bound=5.0)


def solitary_wave(report, output, _folder, _until):
    case, gauges = output.case(), output.gauges()
    waves = paddle_of(case)["waves"]
    h, d, g = waves["height"], waves["depth"], abs(case["gravity"][1])
    crest, when = {}, {}
    for gauge in case["gauges"]:
        time, level = gauges.series(gauge["name"])
        level = level - level[0]
        i = int(np.argmax(level))
        near = slice(max(i - 8, 0), i + 9)  # a parabola through the crest
        a, b, c = np.polyfit(time[near] - time[i], level[near], 2)
        crest[gauge["name"]], when[gauge["name"]] = c - b * b / (4 * a), time[i] - b / (2 * a)
    report.add("height 4 depths away", crest["H0"], "m", h)
    report.add("height 20 depths on", crest["H20"], "m", h)
    report.add("the same, loss", 100 * (1 - crest["H20"] / h), "%", bound=5.0)
    place = {gauge["name"]: gauge["at"][0] for gauge in case["gauges"]}
    celerity = (place["H20"] - place["H5"]) / (when["H20"] - when["H5"])
    due = math.sqrt(g * (d + 0.5 * (crest["H5"] + crest["H20"])))
    report.add("celerity over the last 15 depths", celerity, "m/s", due)
    report.add("the same, error", 100 * abs(celerity / due - 1), "%", bound=1.0)
    e = crest["H20"] / d  # Su and Mirie (1980), third order
    runup = d * e * (2 + e / 2 + 3 / 4 * e * e)
    report.add("run-up on the wall", crest["wall"], "m", runup)
    report.add("the same, error", 100 * abs(crest["wall"] / runup - 1), "%", bound=5.0)


CASES = {"wave-flume": wave_flume, "solitary-wave": solitary_wave}
