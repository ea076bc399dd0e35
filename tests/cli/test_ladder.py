# SPDX-License-Identifier: BSD-3-Clause
"""amphi bench with the ladders of wcsph: every rung runs, and its figures hang together."""
import json

from harness import amphi, expect, expect_run, main

CPU = ["basic", "A symmetry", "B half cells", "C lanes", "D Asymmetric", "D Symmetric", "D Slices", "default: a list"]


def climb(folder, name, *options):
    run = expect_run(amphi("bench", name, "--json", "--particles", "2000", *options, cwd=folder), 0)
    rungs = json.loads(run.stdout)
    first = rungs[0]
    for before, rung in zip([first] + rungs, rungs):
        expect(rung["ladder"] == name and rung["particles"] > 1000, f"{rung}")
        rate = rung["particles"] / rung["seconds_per_step"]
        expect(abs(rung["particle_steps_per_second"] / rate - 1) < 1e-6, f"{rung}")
        expect(abs(rung["speedup_over_first"] - first["seconds_per_step"] / rung["seconds_per_step"]) < 1e-6, f"{rung}")
        expect(abs(rung["speedup_over_previous"] - before["seconds_per_step"] / rung["seconds_per_step"]) < 1e-6, f"{rung}")
        expect(rung["bytes_per_particle"] > 48 and rung["interactions_per_second"] > 0, f"{rung}")
    return rungs


def test_cpu(folder):
    """The same water in every rung, one thread where the paper has one, and lanes only where they are wanted."""
    rungs = climb(folder, "003-cpu", "--threads", "2", "--steps", "2")
    expect([r["rung"] for r in rungs] == CPU, f"{rungs}")
    expect(len({r["particles"] for r in rungs}) == 1, "different water")
    for number, rung in enumerate(rungs):
        expect(("1 thread" in rung["execution"]) == (number < 4), f"{rung}")
        expect(("1 lane," in rung["execution"]) == (number < 3), f"{rung}")
        expect(0 < rung["lanes_used"] <= rung["inside_of_checked"] <= 1, f"{rung}")
        expect((rung["steps_per_list"] == 1) == (number < 7), f"{rung}")
    expect(all(r["lanes_used"] == r["inside_of_checked"] for r in rungs[:3]), "one lane is always full")
    expect_run(amphi("bench", "003-cpu", "--backend", "reference", cwd=folder), 2, "--backend cpu")
    expect_run(amphi("bench", "003-cpu", "--particles", "2000", "--steps", "1", cwd=folder), 0, "x first", *CPU)


def test_gpu(folder):
    rungs = climb(folder, "003-gpu", "--backend", "offload", "--device", "host", "--steps", "1")
    expect(["cells" in rungs[0]["execution"], "fine cells" in rungs[1]["execution"]] == [True, True], f"{rungs}")
    expect("list" in rungs[2]["execution"], f"{rungs}")


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
    for backend in "cpu", "reference":
        plain, kahan, fixed = climb(folder, "000-sums", "--steps", "1", "--backend", backend)
        expect(fixed["error_rms"] == fixed["error_largest"] == 0, f"{fixed}")
        expect(0 < kahan["error_rms"] < 0.5 * plain["error_rms"] < 1e-6, f"{plain} {kahan}")


main([test_cpu, test_gpu, test_list, test_sums])
