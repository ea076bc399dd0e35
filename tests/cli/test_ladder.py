# SPDX-License-Identifier: BSD-3-Clause
"""amphi bench with the ladders of wcsph: every rung runs, and its figures hang together."""
import json

from harness import SOURCE, amphi, expect, expect_run, main

CPU = ["basic", "A symmetry", "B half cells", "C lanes", "D Asymmetric", "D Symmetric", "D Slices", "default: a list"]


def climb(folder, name, *options):
    run = expect_run(amphi("bench", name, "--json", "--particles", "2000", *options, cwd=folder), 0)
    rungs = json.loads(run.stdout)
    first = rungs[0]
    for before, rung in zip([first] + rungs, rungs):
        expect(rung["ladder"] == name and rung["particles"] > 1000, f"{rung}")
        rate = rung["particles"] / rung["seconds_per_step"]
        expect(abs(rung["particle_steps_per_second"] / rate - 1) < 1e-6, f"{rung}")
        for which, other in ("first", first), ("previous", before):
            gain = rung["particle_steps_per_second"] / other["particle_steps_per_second"]
            expect(abs(rung[f"speedup_over_{which}"] / gain - 1) < 1e-6, f"{rung}")
        expect(rung["bytes_per_particle"] > 48 and rung["interactions_per_second"] > 0, f"{rung}")
    return rungs


def test_cpu(folder):
    """The same water in every rung, one thread where the paper has one, and lanes only where they are wanted."""
    rungs = climb(folder, "003-cpu", "--threads", "2", "--steps", "2")
    expect([r["rung"] for r in rungs] == CPU, f"{rungs}")
    expect(len({r["particles"] for r in rungs}) == 1 and abs(rungs[0]["particles"] / 2000 - 1) < 0.05, f"other water: {rungs}")
    for number, rung in enumerate(rungs):
        expect(("1 thread" in rung["execution"]) == (number < 4), f"{rung}")
        expect(("1 lane," in rung["execution"]) == (number < 3), f"{rung}")
        expect(0 < rung["lanes_used"] <= rung["inside_of_checked"] <= 1, f"{rung}")
        expect((rung["steps_per_list"] == 1) == (number < 7), f"{rung}")
        expect(0 < rung["share_of_peak"] < 1.5 and rung["share_of_bandwidth"] > 0, f"{rung}")
        expect(rung["bytes_per_particle_step"] > 200, f"{rung}")
    peaks = [r["peak_interactions_per_second"] for r in rungs]
    expect(peaks[3] > 1.5 * peaks[2], f"a vector of lanes can do more than one: {peaks}")
    expect(all(r["lanes_used"] == r["inside_of_checked"] for r in rungs[:3]), "one lane is always full")
    expect_run(amphi("bench", "003-cpu", "--backend", "reference", cwd=folder), 2, "--backend cpu")
    expect_run(amphi("bench", "003-cpu", "--particles", "2000", "--steps", "1", cwd=folder), 0, "x first", *CPU)


def test_gpu(folder):
    rungs = climb(folder, "003-gpu", "--backend", "offload", "--device", "host", "--steps", "1")
    expect([r["rung"][0] for r in rungs] == ["i", "A", "B", "C", "D", "E", "F", "S", "S", "d"], f"{rungs}")
    expect(["forces alone" in r["execution"] for r in rungs] == [True] + [False] * 9, f"{rungs}")
    for rung in rungs:
        fine = "h/2" in rung["rung"]
        expect(("fine cells" if fine else "a stored list" if rung["rung"][0] == "d" else "cells") in rung["execution"], f"{rung}")
    size = {r["rung"].split(" ")[0]: r["bytes_per_particle"] for r in rungs}
    expect(size["A"] > size["C"] and size["D"] > size["E"], f"arrays apart and sums between passes are memory that goes: {size}")
    expect(size["D"] > size["C"] and size["F"] > size["SlowCells(h/2)"] > size["SlowCells(h)"], f"ranges take memory: {size}")


def test_device_list(folder):
    """A list is built again in each step without a skin, and seldom with one, whoever searches for it."""
    rungs = climb(folder, "002-list", "--backend", "offload", "--device", "host", "--steps", "1")
    for rung in rungs:
        each = rung["rung"].startswith(("none", "each"))
        expect((rung["steps_per_list"] == 1) == each, f"{rung}")
    expect(len(rungs) == 14, f"{rungs}")


def test_particles(folder):
    """Rungs of 10^4 particles and more, up to --particles."""
    rungs = climb(folder, "wcsph-particles", "--steps", "1", "--particles", "33000", "--threads", "2")
    expect([r["rung"] for r in rungs] == ["10^4", "10^4.5"], f"{rungs}")
    expect(rungs[1]["particles"] > 2 * rungs[0]["particles"], f"{rungs}")


def test_threads(folder):
    rungs = climb(folder, "wcsph-threads", "--steps", "1", "--threads", "2")
    expect([r["rung"] for r in rungs] == ["1 thread", "2 threads"], f"{rungs}")
    expect("1 thread" in rungs[0]["execution"] and "2 threads" in rungs[1]["execution"], f"{rungs}")


def test_list(folder):
    """A wider skin lasts longer, and holds more pairs that are too far apart."""
    rungs = climb(folder, "000-list", "--steps", "40", "--threads", "1")
    skins = [r for r in rungs if r["rung"].startswith("skin")]
    expect(len(skins) == 4 and all(r["steps_per_list"] == 1 for r in rungs[:4]), f"{rungs}")
    for narrow, wide in zip(skins, skins[1:]):
        expect(wide["inside_of_checked"] < narrow["inside_of_checked"], f"{narrow} {wide}")
        expect(wide["steps_per_list"] == 0 or wide["steps_per_list"] >= narrow["steps_per_list"] > 1, f"{narrow} {wide}")


def test_sums(folder):
    """Compensation is worth its time; whole numbers have no error that is not in every backend."""
    for backend in "cpu", "reference", "offload":
        device = ["--device", "host"] if backend == "offload" else []
        plain, kahan, neumaier, double, fixed = climb(folder, "000-sums", "--steps", "1", "--particles", "3000", "--backend", backend, *device)
        expect(fixed["error_rms"] == fixed["error_largest"] == 0, f"{fixed}")
        expect(0 < kahan["error_rms"] < 0.5 * plain["error_rms"] < 1e-6, f"{plain} {kahan}")
        expect(0 < neumaier["error_rms"] < 0.5 * plain["error_rms"], f"{plain} {neumaier}")
        expect(0 < double["error_rms"] < 1.01 * kahan["error_rms"], f"{kahan} {double}")


def test_positions(folder):
    """Floats from the origin are the worse the farther away it is, ten times for ten times; those of cells are not."""
    forms = climb(folder, "000-sums", "--steps", "1")[-1]["positions"]
    errors = {name: form["error_rms"] for name, form in forms.items()}
    near, far, farther = (errors[f"floats, {d} away"] for d in ("10 m", "100 m", "1 km"))
    expect(0 < errors["floats of cells"] < 0.5 * errors["floats, at the origin"], f"{errors}")
    expect(errors["floats, at the origin"] < near, f"{errors}")
    expect(4 < far / near < 25 and 4 < farther / far < 25, f"{errors}")


def bounds_of(folder, *options):
    """Of each stage and kind what it did in a step, interactions or bytes: its share of the peak, times peak and time."""
    run = expect_run(amphi("bench", SOURCE / "cases/dambreak-building", "--bounds", "--json", "--steps", "4", "--threads", "1", "--set",
                           "dp=0.03", *options, cwd=folder), 0)
    told = json.loads(run.stdout)
    found = told["bounds"]
    peaks = {"arithmetic": found["interactions_per_second"], "cache": found["cache_bandwidth"], "memory": found["memory_bandwidth"]}
    for stage in found["stages"]:
        shares = {kind: stage[f"share_of_{kind}"] for kind in peaks if f"share_of_{kind}" in stage}
        most = max(shares, key=shares.get, default=None)
        expect(stage["bound_by"] == (most if most and shares[most] >= 0.5 else "waiting"), f"{stage}")
    did = {stage["stage"]: {kind: stage[f"share_of_{kind}"] * peak * stage["seconds_per_step"] for kind, peak in peaks.items()
                            if f"share_of_{kind}" in stage} for stage in found["stages"]}
    return told, did


def test_bounds(folder):
    """Each share is what was done over what the measured peak does in that time, and the largest from a half on is what a stage is bound by."""
    told, did = bounds_of(folder)
    counted = told["pair_interactions"] / told["particle_steps"] * told["particles"]["total"]
    expect(abs(did["forces"]["arithmetic"] - counted) < 1e-6 * counted, f"{did}, {counted} counted")
    expect(did["forces"]["cache"] > did["forces"]["memory"] > 28 * told["particles"]["total"], f"{did}")
    expect("arithmetic" not in did["advance"] and did["advance"]["memory"] > 28 * told["particles"]["total"], f"{did}")
    scalar = bounds_of(folder, "--set", "cpu.lanes=scalar")[1]
    for stage, kind in (("forces", "arithmetic"), ("advance", "memory")):
        expect(abs(scalar[stage][kind] - did[stage][kind]) < 1e-6 * did[stage][kind], f"{scalar}, {did}")
    run = expect_run(amphi("bench", SOURCE / "cases/dambreak-building", "--bounds", "--steps", "2", "--set", "dp=0.04", cwd=folder), 0)
    expect("bounds " in run.stdout + run.stderr and "ms a step: arithmetic" in run.stdout + run.stderr, run.stdout)
    expect_run(amphi("bench", SOURCE / "cases/dambreak-building", "--bounds", "--steps", "1", "--set", "dp=0.05", "--backend", "reference", cwd=folder),
               2, "cpu backend")
    expect_run(amphi("bench", SOURCE / "cases/lj-melt", "--bounds", "--steps", "1", "--set", "particles.cells=[3, 3, 3]", "--set",
                     "pairwise.cutoff=1.5", cwd=folder), 2, "wcsph")
    expect_run(amphi("bench", "003-cpu", "--bounds", cwd=folder), 2, "--bounds")


main([test_cpu, test_gpu, test_device_list, test_particles, test_threads, test_list, test_sums, test_positions,
      test_bounds])
