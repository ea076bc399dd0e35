# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the cases with waves, for tools/validate.py."""
import math

import numpy as np

integral = getattr(np, "trapezoid", None) or np.trapz  # the name before NumPy 2


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


def parted(k, x, amplitudes):
    """Of complex amplitudes at places x: of the wave that goes along x and of that which comes back (Mansard and Funke 1980)."""
    x = np.array(x)
    matrix = np.array([np.exp(-1j * k * x), np.exp(1j * k * x)]).T
    return np.linalg.lstsq(matrix, np.array(amplitudes), rcond=None)[0]


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
    along = np.array(sorted((place[name], found[name]) for name in place)).T
    report.curve("height of the waves", "distance from the paddle, m", "m", along, (along[0], np.full_like(along[0], height)))
    for name in ("H1", "H5", "H10"):
        report.add(f"height {name[1:]} lengths away", found[name], "m", height)
    report.add("height 10 lengths away, error", 100 * abs(found["H10"] / height - 1), "%", bound=5.0)
    report.add("loss of height from 5 to 10 lengths", 100 * (1 - found["H10"] / found["H5"]), "%", bound=5.0)
    far = place["H10"] - place["H8"]
    turned = np.angle(phase["H8"] / phase["H10"])
    measured = far / (round(far / length - turned / (2 * math.pi)) + turned / (2 * math.pi))
    report.add("length between 8 and 10 lengths away", measured, "m", length)
    report.add("the same, error", 100 * abs(measured / length - 1), "%", bound=2.0)
    three = ["H8", "H8b", "H8c"]
    there, back = parted(k, [place[n] for n in three], [phase[n] for n in three])
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
    along = np.array([(place[name], crest[name]) for name in crest if name != "wall"]).T
    report.curve("height of the crest", "distance, m", "m", along, (along[0], np.full_like(along[0], h)))
    celerity = (place["H20"] - place["H5"]) / (when["H20"] - when["H5"])
    due = math.sqrt(g * (d + 0.5 * (crest["H5"] + crest["H20"])))
    report.add("celerity over the last 15 depths", celerity, "m/s", due)
    report.add("the same, error", 100 * abs(celerity / due - 1), "%", bound=1.0)
    e = crest["H20"] / d  # Su and Mirie (1980), third order
    runup = d * e * (2 + e / 2 + 3 / 4 * e * e)
    report.add("run-up on the wall", crest["wall"], "m", runup)
    report.add("the same, error", 100 * abs(crest["wall"] / runup - 1), "%", bound=5.0)


def wave_absorption(report, output, _folder, _until):
    case, gauges = output.case(), output.gauges()
    waves = paddle_of(case)["waves"]
    period, k = waves["period"], wave_number(waves["period"], waves["depth"], abs(case["gravity"][1]))
    names, going, coming = ("H1", "H2", "H3"), [], []
    place = {g["name"]: g["at"][0] for g in case["gauges"]}
    end = gauges.series("H1")[0][-1]
    for n in range(20, 0, -1):  # the last 20 periods, one by one
        phase = []
        for name in names:
            time, level = gauges.series(name)
            now = (time >= end - n * period) & (time < end - (n - 1) * period)
            phase.append(harmonic(time[now], level[now], period))
        there, back = parted(k, [place[n] for n in names], phase)
        going.append(2 * abs(there))
        coming.append(2 * abs(back))
    report.curve("height that goes to the wall", "period", "m", (np.arange(20), going), ([0, 19], 2 * [waves["height"]]))
    report.add("height that goes to the wall, mean of 20 periods", np.mean(going), "m", waves["height"])
    report.add("the same, error", 100 * abs(np.mean(going) / waves["height"] - 1), "%", bound=5.0)
    report.add("the same, worst period", 100 * np.max(np.abs(np.array(going) / waves["height"] - 1)), "%")
    report.add("height that comes back", np.mean(coming), "m")


def jonswap(f, height, period, gamma):
    """Spectrum, m^2 s, whose integral over the paddle's bands, 0.5 to 3 times the peak's frequency, is (height / 4)^2."""
    def shape(f):
        x, width = f * period, np.where(f * period > 1, 0.09, 0.07)
        return x**-5 * np.exp(-1.25 * x**-4) * gamma**np.exp(-0.5 * ((x - 1) / width)**2)
    bands = np.linspace(0.5, 3, 2001) / period
    return shape(f) * (height / 4)**2 / integral(shape(bands), bands)


def irregular_waves(report, output, _folder, _until):
    case, gauges = output.case(), output.gauges()
    waves = paddle_of(case)["waves"]
    height, period, gamma = waves["height"], waves["period"], waves.get("peakedness", 3.3)
    for name in ("H1", "H4"):
        place = next(g["at"][0] for g in case["gauges"] if g["name"] == name)
        time, level = gauges.series(name)
        late = time >= 12 * period
        step = np.median(np.diff(time[late]))
        grid = np.arange(time[late][0], time[late][-1], step)
        eta = np.interp(grid, time[late], level[late])
        eta = (eta - eta.mean()) * np.hanning(len(eta)) * math.sqrt(8 / 3)
        f = np.fft.rfftfreq(len(eta), step)
        energy = 2 * np.abs(np.fft.rfft(eta) / len(eta))**2  # m^2 a line
        waves_alone = (f >= 0.5 / period) & (f <= 3 / period)
        found = 4 * math.sqrt(energy[waves_alone].sum())
        shown = waves_alone[:len(f)]
        lines, wide = f[shown], 7  # means of so many lines
        density = np.convolve(energy[shown] / (f[1] - f[0]), np.ones(wide) / wide, "same")
        report.curve(f"spectrum at {place:g} m", "frequency, Hz", "m^2 s", (lines, density), (lines, jonswap(lines, height, period, gamma)))
        report.add(f"significant height at {place:g} m", found, "m", height)
        report.add("the same, error", 100 * abs(found / height - 1), "%", bound=10.0)
        mean = energy[waves_alone].sum() / (energy[waves_alone] * f[waves_alone]).sum()
        bands = np.linspace(0.5, 3, 2001) / period
        s = jonswap(bands, height, period, gamma)
        report.add("mean period m0/m1", mean, "s", integral(s, bands) / integral(s * bands, bands))
        for low, high in ((0.5, 0.9), (0.9, 1.1), (1.1, 1.6), (1.6, 3.0)):
            inside = (f >= low / period) & (f < high / period)
            line = np.linspace(low, high, 201) / period
            report.add(f"energy from {low:g} to {high:g} of the peak's frequency", energy[inside].sum(), "m^2",
                       integral(jonswap(line, height, period, gamma), line))


def focused_wave(report, output, _folder, _until):
    case, gauges = output.case(), output.gauges()
    waves, line = paddle_of(case)["waves"], next(g for g in case["gauges"] if g["name"] == "E")
    x = np.linspace(line["at"][0], line["to"][0], line["places"])
    rows = [gauges.series(f"E.{n + 1}") for n in range(line["places"])]
    time, level = rows[0][0], np.array([row[1] for row in rows])
    level = level - level[:, :1]
    n, when = np.unravel_index(np.argmax(level), level.shape)
    report.curve("highest level at each place", "distance, m", "m", (x, level.max(1)), ([waves["distance"]], [waves["height"]]), points=True)
    report.add("highest crest", level[n, when], "m", waves["height"])
    report.add("where", x[n], "m", waves["distance"])
    report.add("when", time[when], "s", waves["time"])
    report.add("where, off in wave lengths", abs(x[n] - waves["distance"]) * wave_number(
        waves["period"], waves["depth"], abs(case["gravity"][1])) / (2 * math.pi), "", bound=0.25)
    report.add("crest over that of linear theory", 100 * (level[n, when] / waves["height"] - 1), "%", bound=25.0)


def wave_beach(report, output, _folder, _until):
    case, gauges = output.case(), output.gauges()
    waves = paddle_of(case)["waves"]
    (x0, y0), (x1, y1) = case["walls"][0]["shapes"][1]["vertices"][:2]
    height, period = waves["height"], waves["period"]
    time, level = gauges.series("R")
    late = time >= time[-1] - 6 * period
    highest = [level[late & (time >= t) & (time < t + period)].max() for t in time[-1] - period * np.arange(6, 0, -1)]
    deep = abs(case["gravity"][1]) * period**2 / (2 * math.pi)
    report.add("run-up over the still water, mean of 6 waves", np.mean(highest) - waves["depth"], "m",
               height * (y1 - y0) / (x1 - x0) / math.sqrt(height / deep))  # Hunt (1959)
    hunt = waves["depth"] + height * (y1 - y0) / (x1 - x0) / math.sqrt(height / deep)
    report.curve("run-up", "time, s", "m", (time, level), ([time[0], time[-1]], [hunt, hunt]))
    report.add("its scatter", np.std(highest), "m")
    k, place = wave_number(period, waves["depth"], abs(case["gravity"][1])), {g["name"]: g["at"] for g in case["gauges"]}
    names = ("H1", "H2", "H3")
    phase = [harmonic(time[late], gauges.series(n)[1][late], period) for n in names]
    there, back = parted(k, [place[n][0] for n in names], phase)
    report.add("height of the waves that come to the beach", 2 * abs(there), "m", height)
    report.add("reflection of the beach", 100 * abs(back / there), "%")


def wave_relaxation(report, output, _folder, _until):
    case, gauges = output.case(), output.gauges()
    waves = case["relaxation_zones"][0]["waves"]
    period, height = waves["period"], waves["height"]
    k = wave_number(period, waves["depth"], abs(case["gravity"][1]))
    place, phase = {g["name"]: g["at"][0] for g in case["gauges"]}, {}
    for name in place:
        time, level = gauges.series(name)
        late = time >= time[-1] - 4.2 * period
        phase[name] = harmonic(time[late], level[late], period)
        if name in ("H1", "H2", "H3", "H4"):
            report.add(f"height at {place[name]:g} m", np.mean(heights(time[late], level[late])), "m", height)
    along = np.array([(place[n], np.mean(heights(*(v[late] for v in gauges.series(n))))) for n in ("H1", "H2", "H3", "H4")]).T
    report.curve("height of the waves", "distance, m", "m", along, (along[0], np.full_like(along[0], height)))
    three = ["H3", "H3b", "H3c"]
    there, back = parted(k, [place[n] for n in three], [phase[n] for n in three])
    report.add("height that the zone makes, of the period's harmonic at 6 m", 2 * abs(there), "m", height)
    report.add("the same, error", 100 * abs(2 * abs(there) / height - 1), "%")
    report.add("reflection of the zone at the end", 100 * abs(back / there), "%", bound=5.0)
    far = place["H4"] - place["H1"]
    turned = np.angle(phase["H1"] / phase["H4"])
    length = 2 * math.pi / k
    measured = far / (round(far / length - turned / (2 * math.pi)) + turned / (2 * math.pi))
    report.add("length between them", measured, "m", length)
    report.add("the same, error", 100 * abs(measured / length - 1), "%", bound=2.0)


CASES = {"wave-flume": wave_flume, "solitary-wave": solitary_wave, "wave-absorption": wave_absorption,
         "irregular-waves": irregular_waves, "focused-wave": focused_wave, "wave-beach": wave_beach, "wave-relaxation": wave_relaxation}
