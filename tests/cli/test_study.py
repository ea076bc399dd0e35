#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi study: bands and orders against what NumPy makes of the same gauges, Poiseuille flow against its series, a
study that is killed and goes on, and what cannot be studied."""
import csv
import html.parser
import json
import math
import re
import resource
import signal
import subprocess
import time

import numpy as np

from harness import PROGRAM, SOURCE, amphi, expect, expect_run, listing, main

POISEUILLE = """\
title: flow between plates
method: wcsph
scheme: classic
dimensions: 2
dp: 1e-4
smoothing_ratio: 2          # with less, what the kernel misses does not go away with the spacing
domain: {low: [0, 0], high: [3e-3, 1e-3], periodic: [x]}
gravity: [1.0e-4, 0]
material: {speed_of_sound: 1.25e-4}
fluids:
  - name: water
    shapes: [{add: box, low: [0, 0], high: [3e-3, 1e-3]}]
    hydrostatic: false
walls:
  - name: plates
    shapes: [{add: box, low: [0, 0], high: [3e-3, 1e-3], fill: shell-outside, open: [-x, +x]}]
viscosity: {model: laminar, nu: 1.0e-6}
density_diffusion: {model: molteni, delta: 0.1}
boundary: {model: dummy, slip: no}
integrator: {scheme: symplectic}
end: 0.8
output: {interval: 0}
gauges:
  - {name: V1, type: velocity, at: [1.5e-3, 5e-4], interval: 0.0025}
"""
SPACINGS = (1e-4, 6.25e-5, 4.16666667e-5)
DP = ",".join(f"{dp:.9g}" for dp in SPACINGS)
SHORT = ("--set", "end=0.05", "--threads", "1")


def result(folder):
    return json.loads((folder / "study.json").read_text())


def series(folder, gauge, variant=""):
    found = [g for g in result(folder)["gauges"] if g["gauge"].startswith(gauge) and g["variant"] == variant]
    expect(len(found) == 1, f"{len(found)} series of {gauge}, variant '{variant}'")
    return found[0]


def gauge(run, name):
    with (run / "gauges.csv").open() as file:
        rows = list(csv.DictReader(file))
    column = next(key for key in rows[0] if key.startswith(name))
    return np.array([(float(r["time"]), float(r[column])) for r in rows if r[column]]).T


def same(a, b, tolerance=1e-8):
    return np.allclose(a, b, rtol=tolerance, atol=1e-14 * np.abs(b).max())


def celik(h, f):
    """The procedure as it is printed, iteration and all: order, extrapolated value and GCI times the value."""
    r21, r32, e21, e32 = h[1] / h[0], h[2] / h[1], f[1] - f[0], f[2] - f[1]
    s, p = math.copysign(1, e32 / e21), 1.0
    for _ in range(200):
        p = abs(math.log(abs(e32 / e21)) + math.log((r21**p - s) / (r32**p - s))) / math.log(r21)
    return p, (r21**p * f[0] - f[1]) / (r21**p - 1), 1.25 * abs(f[0] - f[1]) / (r21**p - 1)


def exact(t, y=0.5e-3, width=1e-3, nu=1e-6, force=1e-4):
    u = force * y * (width - y) / (2 * nu) + 0 * t
    for k in range(1, 120, 2):
        u = u - 4 * force * width**2 / (nu * np.pi**3 * k**3) * np.sin(np.pi * k * y / width) * np.exp(-k * k * np.pi**2 * nu * t / width**2)
    return u


def test_poiseuille(folder):
    """The order is that of the scheme, about 2, and the exact values are within the error estimate."""
    (folder / "case.yaml").write_text(POISEUILLE)
    said = expect_run(amphi("study", "case.yaml", "-o", "s", "--dp", DP, "--from", 0.6, "--threads", 1, cwd=folder), 0, "order", "study.html").stdout
    expect("3 runs" in said and "on the disk" in said, f"no estimate: {said}")
    s = series(folder / "s", "V1.x")
    t = np.array(s["time"])
    fine = np.linspace(t[0], t[-1], 20001)
    truth = {"mean": np.trapz(exact(fine), fine) / (t[-1] - t[0]), "end": exact(t[-1:])[0]}
    for name, value in truth.items():
        found = [level[name]["median"] for level in s["spacings"]]
        c = s["convergence"][name]
        order, extrapolated, band = celik(sorted(SPACINGS), found)
        expect(same([c["order"], c["extrapolated"], c["band"]], [order, extrapolated, band], 1e-6), f"{name}: {c}, not {order}")
        expect(same(c["gci"], band / found[0], 1e-6), f"{name}: GCI {c['gci']}")
        expect(1.5 < order < 2.5, f"{name}: order {order}")
        expect(abs(extrapolated - value) < band, f"{name}: {extrapolated} +- {band}, but it is {value}")
    expect(s["signal"] == "unknown" and s["points"] is None, "points without repetitions")
    # Nothing is computed again, and a part of the gauges is another result.
    before = (folder / "s/dp0.0001/summary.json").stat().st_mtime_ns
    expect_run(amphi("study", "case.yaml", "-o", "s", "--dp", DP, "--from", 0.7, cwd=folder), 0)
    expect(series(folder / "s", "V1.x")["time"][0] == 0.7, "not from 0.7 s on")
    expect((folder / "s/dp0.0001/summary.json").stat().st_mtime_ns == before, "a finished run was run again")


def test_smooth(folder):
    """Little perturbed, the flow is the same in all repetitions: it is judged point by point."""
    (folder / "case.yaml").write_text(POISEUILLE)
    expect_run(amphi("study", "case.yaml", "-o", "s", "--dp", DP, "--repeats", 3, "--jitter", 0.001, "--set", "end=0.2", cwd=folder), 0)
    s = series(folder / "s", "V1.x")
    expect(s["signal"] == "smooth" and s["noise"] < 0.5, f"{s['signal']}, {s['noise']}")
    bands = [np.array(level["bands"]["high"]) - np.array(level["bands"]["low"]) for level in s["spacings"]]
    median = [np.array(level["bands"]["median"]) for level in s["spacings"]]
    noise = max(np.sqrt((b**2).mean()) for b in bands) / np.sqrt(((median[0] - median[1])**2).mean())
    expect(same(s["noise"], noise, 1e-6), f"noise {s['noise']}, not {noise}")
    points = s["points"]
    expect(points["share"] > 0.5 and 1.5 < points["order"] < 2.5, f"order {points['order']} at {points['share']} of the points")
    gain = (sorted(SPACINGS)[1] / sorted(SPACINGS)[0])**points["order"] - 1
    expect(same(points["extrapolated"], median[0] + (median[0] - median[1]) / gain, 1e-6), "another extrapolation")


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.bands, self.text = [], 0, ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.bands += ("class", "band") in attributes

    def handle_endtag(self, tag):
        expect(self.open and self.open.pop() == tag, f"</{tag}> closes something else")

    def handle_data(self, data):
        self.text += data


def test_bands(folder):
    """Medians, bands and numbers are NumPy's; the page has them, and what was measured beside."""
    (folder / "measured.csv").write_text("# measured\ntime [s],P1 [Pa]\n0.01,900\n0.02,1e6\n")
    expect_run(amphi("study", "case.yaml", "-o", "s", "--repeats", 4, "--spacings", 2, "--experiment", "measured.csv", *SHORT, cwd=folder), 0)
    runs = [folder / "s" / f"dp0.01-s{k}" for k in (1, 2, 3, 4)]
    hashes = {json.loads((run / "summary.json").read_text())["state_hash"] for run in runs}
    expect(len(hashes) == 4, "seeds that make the same run")
    for name in ("P1", "H1", "F1.x"):
        s = series(folder / "s", name)
        level, t = s["spacings"][0], np.array(s["time"])
        expect(level["dp"] == 0.01 and s["spacings"][1]["dp"] == 0.015, "other spacings")
        signals = [gauge(run, name) for run in runs]
        values = np.array([np.interp(t, *one) for one in signals])
        for key, share in (("median", 50), ("low", 2.5), ("high", 97.5)):
            expect(same(level["bands"][key], np.percentile(values, share, axis=0), 1e-6), f"{name}: another {key}")
        inside = [[(t[0], np.interp(t[0], *one)), *((a, b) for a, b in one.T if t[0] < a < t[-1]), (t[-1], np.interp(t[-1], *one))]
                  for one in signals]
        peaks = [max(b for _, b in one) for one in inside]
        expect(same(level["peak"]["median"], np.median(peaks), 1e-6), f"{name}: another peak")
        impulses = [np.trapz([b for _, b in one], [a for a, _ in one]) for one in inside]
        expect(same(level["impulse"]["mean"], np.mean(impulses), 1e-6), f"{name}: another impulse")
        expect(same(level["peak"]["deviation"], np.std(peaks, ddof=1), 1e-6), f"{name}: another deviation")
        expect(s["convergence"]["mean"]["verdict"] == "few" and s["convergence"]["mean"]["order"] is None, "an order of two spacings")
    measured = series(folder / "s", "P1")["measured"]
    expect(measured["samples"] == 2 and measured["peak"] == 1e6 and measured["inside"] <= 0.5, f"{measured}")
    page = Page((folder / "s/study.html").read_text())
    expect(page.open == [] and page.bands >= 2 * len(result(folder / "s")["gauges"]), f"{page.bands} bands")
    expect("a small dam break" in page.text and "takes three spacings" in page.text, "the page lacks words")
    with (folder / "s/study.csv").open() as file:
        row = next(r for r in csv.DictReader(file) if r["gauge"].startswith("P1") and r["quantity"] == "peak")
    expect(same(float(row["median"]), series(folder / "s", "P1")["spacings"][0]["peak"]["median"], 1e-6), f"study.csv: {row}")
    # A fifth repetition leaves the four alone.
    before = [(run / "summary.json").stat().st_mtime_ns for run in runs]
    expect_run(amphi("study", "case.yaml", "-o", "s", "--repeats", 5, "--spacings", 2, *SHORT, cwd=folder), 0)
    expect([(run / "summary.json").stat().st_mtime_ns for run in runs] == before, "a finished run was run again")
    expect(series(folder / "s", "P1")["spacings"][0]["runs"] == 5, "not five runs")


LONG = ("study", "case.yaml", "--repeats", 2, "--dp", "0.005,0.01,0.02", "--threads", 1, "--jobs", 2, "--set", "output.checkpoint=0.1")


def interrupt(folder, number, *more):
    """Start the study, and send it a signal once a checkpoint of the finest spacing is there."""
    with subprocess.Popen([str(PROGRAM), *map(str, LONG), "-o", "cut", *more], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        until = time.monotonic() + 100
        while not list(folder.glob("cut/dp0.005-*/checkpoint.h5")):
            expect(process.poll() is None and time.monotonic() < until, f"no checkpoint: {process.poll()}")
            time.sleep(0.01)
        process.send_signal(number)
        said = process.communicate(timeout=100)[0]
    return process.returncode, said


def test_kill_and_go_on(folder):
    """What is killed, and what is stopped by Ctrl-C, ends with the same study.json."""
    expect_run(amphi(*LONG, "-o", "whole", cwd=folder), 0)
    status, said = interrupt(folder, signal.SIGINT)
    expect(status == 128 + signal.SIGINT and "give the same command again" in said, f"{status}: {said}")
    outcomes = {p.parent.name: json.loads(p.read_text())["outcome"] for p in folder.glob("cut/*/summary.json")}
    expect("interrupted" in outcomes.values(), f"no run left a checkpoint: {outcomes}")
    expect(not (folder / "cut/study.json").exists(), "a result of a part")
    # Now killed: its runs hear of it, and the next one waits until they have ended.
    subprocess.run([str(PROGRAM), *map(str, LONG), "-o", "cut", "--dry-run"], cwd=folder, check=True, capture_output=True)
    process = subprocess.Popen([str(PROGRAM), *map(str, LONG), "-o", "cut"], cwd=folder, stdout=subprocess.DEVNULL)
    time.sleep(0.3)
    process.kill()
    process.wait()
    resumed = [name for name, outcome in outcomes.items() if outcome == "interrupted"]
    expect_run(amphi(*LONG, "-o", "cut", cwd=folder), 0)
    expect(any("Resumed" in (folder / "cut" / name / "log.txt").read_text() for name in resumed), "nothing was resumed")
    expect((folder / "whole/study.json").read_bytes() == (folder / "cut/study.json").read_bytes(), "another study.json")


def test_refusals(folder):
    short = ("study", "case.yaml", "-o", "s", "--spacings", 1, *SHORT)
    expect_run(amphi(*short, cwd=folder), 0)
    expect_run(amphi(*short[:-1], 2, cwd=folder), 2, "another --threads")
    expect_run(amphi(*short, "--set", "material.gamma=5", cwd=folder), 2, "another set of settings of run dp0.01")
    case = (folder / "case.yaml").read_text()
    (folder / "case.yaml").write_text(case.replace("type: height, at: [0.1]", "type: height, at: [0.15]"))
    expect_run(amphi(*short, cwd=folder), 2, "another case file", "--out")
    (folder / "case.yaml").write_text(case)
    expect_run(amphi(*short, cwd=folder), 0)
    store = folder / "s/runs.json"
    store.write_text(re.sub(r'"build": "\w+"', '"build": "0"', store.read_text()))
    expect_run(amphi(*short, cwd=folder), 0)  # nothing is run
    expect_run(amphi(*short, "--dp", "0.01,0.02", cwd=folder), 2, "go without it")
    expect_run(amphi("study", "case.yaml", "-o", "s", "--dp", "0.01,0.02", *SHORT, cwd=folder), 2, "another build of amphi")
    expect_run(amphi("run", "case.yaml", "-o", "run", "--steps", 2, "--quiet", cwd=folder), 0)
    expect_run(amphi("study", "case.yaml", "-o", "run", cwd=folder), 2, "holds a run")
    for words, text in (
            (("--dp", "0.02,0.02"), "is there twice"), (("--dp", "0.02,x"), "expected a number"), (("--dp", "0"), "larger than 0"),
            (("--ratio", "1.2"), "1.3"), (("--dp", "0.02", "--spacings", 3), "without it"), (("--repeats", 0), "from 1"),
            (("--repeats", 2, "--jitter", 0), "--repeats 1"), (("--jitter", 0.7), "0.5"), (("--vary", "viscosity.alpha"), "KEY=VALUE"),
            (("--vary", "dp=0.1"), "--dp says"), (("--vary", "viscosity.alpha=0.1,,0.2"), "a value is missing"),
            (("--vary", "viscosity.alpa=0.1"), "alpha"), (("--grid",), "--vary"), (("--from", 1, "--to", 0.5), "not before"),
            (("--device", 0), "--backend offload"), (("--launch", " "), "no command"), (("--set", "gauges=[]"), "no gauges"),
            (("--backend", "cpu,reference"), "one for all"), (("--set", "fluids.water.seed=3"), "jitter")):
        expect_run(amphi("study", "case.yaml", "-o", "none", *words, cwd=folder), 2, text)
    expect_run(amphi("study", SOURCE / "cases/rotation", "-o", "none", "--repeats", 2, cwd=folder), 2, "to chance")
    expect(not (folder / "none").exists(), "something was written")


def test_variants(folder):
    """One key at a time, or as a grid; commas within brackets are no end of a value."""
    words = ("--spacings", 1, "--set", "end=0.01", "--vary", "material.gamma=1,5", "--vary", "gravity=[0, -5],[0, -20]")
    expect_run(amphi("study", "case.yaml", "-o", "s", *words, cwd=folder), 0, "5 runs")
    labels = ["", "material.gamma=1", "material.gamma=5", "gravity=[0, -5]", "gravity=[0, -20]"]
    expect([r["variant"] for r in result(folder / "s")["runs"]] == labels, "other variants")
    weight = [series(folder / "s", "F1.y", label)["spacings"][0]["mean"]["median"] for label in ("gravity=[0, -5]", "", "gravity=[0, -20]")]
    expect(weight[0] > weight[1] > weight[2], f"weights {weight}")
    before = (folder / "s/dp0.01/summary.json").stat().st_mtime_ns
    expect_run(amphi("study", "case.yaml", "-o", "s", *words, "--vary", "material.sound_factor=20", cwd=folder), 0, "6 runs")
    expect((folder / "s/dp0.01/summary.json").stat().st_mtime_ns == before, "the case itself was run again")
    said = expect_run(amphi("study", "case.yaml", "-o", "g", "--grid", "--dry-run", *words, cwd=folder), 0, "4 runs").stdout
    expect("material.gamma=5 gravity=[0, -20]" in said, said)
    expect(not (folder / "g").exists(), "a dry run left something")


def test_divergence(folder):
    """A run that diverges is told, the others have their result, and it is not tried again."""
    words = ("--spacings", 1, "--vary", "limits.density=[0.9999, 1.0001]", *SHORT)
    for _ in range(2):
        said = expect_run(amphi("study", "case.yaml", "-o", "s", *words, cwd=folder), 3, "dp0.01-v1 diverged", "not all runs")
        expect("density" in said.stderr or "rho" in said.stderr, said.stderr)
    found = result(folder / "s")
    expect([r["outcome"] for r in found["runs"]] == ["finished", "diverged"] and "missing" in found["doubts"][0], f"{found['doubts']}")
    expect(series(folder / "s", "P1")["spacings"][0]["peak"]["median"] > 0, "no result of the other")


def test_volume(folder):
    """Shapes that are no whole number of spacings are told: that error has no order. What has several spacings counts by its mass."""
    expect_run(amphi("study", "case.yaml", "-o", "s", "--dp", "0.01,0.015", *SHORT, cwd=folder), 0, "of the volume")
    expect_run(amphi("study", "case.yaml", "-o", "w", "--dp", "0.01,0.02", *SHORT, cwd=folder), 0)
    expect(result(folder / "s")["doubts"] and not result(folder / "w")["doubts"], "doubts")
    expect_run(amphi("study", "case.yaml", "-o", "l", "--dp", "0.01,0.02", *SHORT, "--set", "resolution=[{name: left, low: [0, 0], high: [0.3, 0.4]}]",
                     "--set", "gauges=[{name: P1, type: pressure, at: [0.1, 0.05], interval: 0.001}]", "--set", "end=0.005", cwd=folder), 0)
    expect(not result(folder / "l")["doubts"], f"{result(folder / 'l')['doubts']}")


def test_estimate(folder):
    """Disk space is what it then takes; each run gets the words of --launch, and the host as a device."""
    out = expect_run(amphi("study", "case.yaml", "-o", "s", "--spacings", 1, "--threads", 1, "--launch", "nice -n 3", "--backend", "offload",
                           "--device", "host", cwd=folder), 0, "1 run").stdout
    store = json.loads((folder / "s/runs.json").read_text())
    expected = store["runs"]["dp0.01"]["bytes"]
    there = sum(p.stat().st_size for p in (folder / "s/dp0.01").iterdir())
    expect(0.6 < expected / there < 1.7, f"{expected} bytes expected, {there} there: {out}")
    expect(store["identity"]["launch"] == "nice -n 3" and "measure" not in listing(folder / "s"), f"{listing(folder / 's')}")
    summary = json.loads((folder / "s/dp0.01/summary.json").read_text())
    expect(summary["backend"] == "offload" and summary["outcome"] == "finished", f"{summary['backend']}")


def kill_once(folder, words, name):
    with subprocess.Popen([str(PROGRAM), *map(str, words), "-o", "full"], cwd=folder, stdout=subprocess.DEVNULL) as process:
        until = time.monotonic() + 100
        while not (folder / "full" / name).exists():
            expect(process.poll() is None and time.monotonic() < until, f"no {name}: {process.poll()}")
            time.sleep(0.005)
        process.kill()


def test_full_disk(folder):
    """Runs that a full disk ends fail and are named; the same command goes on, to the bytes of a study that had room."""
    words = ("study", "case.yaml", "--repeats", 2, "--spacings", 2, "--threads", 1, "--jobs", 2, "--set", "end=0.1")
    expect_run(amphi(*words, "-o", "whole", cwd=folder), 0)
    whole = (folder / "whole/study.json").read_bytes()
    size = {path.name: path.stat().st_size for path in sorted((folder / "whole").glob("dp*/*"), reverse=True)}  # of dp0.01-s1 in the end
    coarse = (folder / "whole/dp0.015-s2/checkpoint.h5").stat().st_size

    def try_within(most):
        room = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))  # noqa: E731
        said = expect_run(amphi(*words, "-o", "full", cwd=folder, preexec_fn=room), 1, "File too large")
        expect(not list((folder / "full").rglob("*.tmp")), f"{most} bytes: {listing(folder / 'full')}")
        return said.stdout + said.stderr

    for most in (1500, 3000):  # no run begins; LLVM's OpenMP itself wants a file of 1 KiB
        expect("measure/" in try_within(most), f"{most} bytes")
    kill_once(folder, words, "runs.json")  # the steps that are measured have had room
    for most, names in ((size["particles_0000.vtkhdf"] + 500, ("dp0.01-s1", "dp0.01-s2", "dp0.015-s1", "dp0.015-s2")), (coarse + 4000, ("dp0.01-s1", "dp0.01-s2"))):
        said = try_within(most)
        expect(all(re.search(rf"{name}\W.*cannot write: File too large", said) for name in names) and "not all runs finished" in said, said)
        found = result(folder / "full")  # what finished has results, and what did not is missing
        outcomes = {run["folder"]: run["outcome"] for run in found["runs"]}
        expect({name for name in outcomes if outcomes[name] != "finished"} == set(names) and any("missing" in text for text in found["doubts"]), f"{outcomes}")
    # Killed between, and with a disk that is full for words alone.
    kill_once(folder, words, "dp0.01-s2/log.txt")
    with open("/dev/full", "w", encoding="utf-8") as full:
        last = subprocess.run([str(PROGRAM), *map(str, words), "-o", "full"], cwd=folder, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    expect(last.returncode == 1 and "standard output: cannot write" in last.stderr, f"{last.returncode}: {last.stderr}")
    expect((folder / "full/study.json").read_bytes() == whole, "another study.json")
    (folder / "full/study.json").unlink()
    expect("study.json: cannot write" in try_within(len(whole) - 1), "no word of study.json")
    expect_run(amphi(*words, "-o", "full", cwd=folder), 0)
    expect((folder / "full/study.json").read_bytes() == whole, "another study.json")


HEAD = "gauge,quantity,from,to,count,mean,deviation,least,largest\n"


def test_repetitions(folder):
    """The repetitions of an experiment beside ours, which are NumPy's, of a part of the signal."""
    (folder / "repetitions.csv").write_text("# a record\n" + HEAD + "P1,peak,0.02,0.04,100,3710,730,2210,5930\nH1 [m],mean,0.01,0.04,7,0.19,0.01,,\n"
                                            "P9,peak,0,1,3,1,1,1,1\nP1,peak,0.02,4,9,1,1,,\n")
    words = ("study", "case.yaml", "-o", "s", "--repeats", 4, "--spacings", 2, *SHORT)
    expect_run(amphi(*words, cwd=folder), 0, "the experiment's 3710 of 100, 2210 to 5930", "P9 is no gauge", "no run at the finest spacing has it from 0.02 to 4 s")
    rows = result(folder / "s")["repetitions"]
    expect([row["gauge"] for row in rows] == ["P1", "H1 [m]", "P9", "P1"] and rows[2]["spacings"] == [], f"{rows}")
    for row, low, high in ((rows[0], 0.02, 0.04), (rows[1], 0.01, 0.04)):
        values = []
        for k in (1, 2, 3, 4):
            t, y = gauge(folder / "s" / f"dp0.01-s{k}", row["gauge"])
            at = np.array([low, *t[(t > low) & (t < high)], high])
            y = np.interp(at, t, y)
            values.append(y.max() if row["quantity"] == "peak" else np.trapz(y, at) / (high - low))
        ours = row["spacings"][0]
        expect(same([ours[key] for key in ("mean", "deviation", "least", "largest")],
                    [np.mean(values), np.std(values, ddof=1), min(values), max(values)], 1e-6) and ours["count"] == 4, f"{ours}, {values}")
        m = row["measured"]
        expect(same([row["difference"], row["standard_error"]],
                    [np.mean(values) - m["mean"], np.hypot(np.std(values, ddof=1) / 2, m["deviation"] / m["count"] ** 0.5)], 1e-6), f"{row}")
    expect(rows[0]["measured"] == {"count": 100, "mean": 3710, "deviation": 730, "least": 2210, "largest": 5930}, f"{rows[0]}")
    expect(rows[1]["measured"]["largest"] is None, f"{rows[1]}")
    page = Page((folder / "s/study.html").read_text())
    expect(page.open == [] and "Repetitions of the experiment" in page.text and "5930" in page.text and "standard error" in page.text, "not on the page")
    for text, word in (("gauge,peak\n", "other.csv:1"), (HEAD + "P1,peek,0,1,9,1,1,1,1\n", "other.csv:2"), (HEAD + "P1,peak,1,0,9,1,1,1,1\n", "other.csv:2"),
                       (HEAD + "\nP1,peak,0,1,1,1,1,1,1\n", "other.csv:3"), (HEAD + "P1,peak,0,1,9,1,1,1\n,x\n", "other.csv"), ("", "other.csv")):
        (folder / "other.csv").write_text(text)
        expect_run(amphi(*words, "--repetitions", "other.csv", cwd=folder), 2, word)
    expect_run(amphi(*words, "--repetitions", "none.csv", cwd=folder), 2, "none.csv")


main([test_full_disk, test_repetitions, test_poiseuille, test_smooth, test_bands, test_kill_and_go_on, test_refusals, test_variants, test_divergence, test_volume,
      test_estimate])
