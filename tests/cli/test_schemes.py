# SPDX-License-Identifier: BSD-3-Clause
"""amphi bench schemes: every flow with every scheme, and what its figures must be."""
import json
import os

from harness import amphi, expect, expect_run, main

FLOWS = ["rest", "vortices", "wave", "dam", "patch", "drop", "gresho", "jet", "spheric02"]


def bench(folder, name, *options):
    run = expect_run(amphi("bench", name, "--json", "--threads", "1", *options, cwd=folder), 0)
    return json.loads(run.stdout)


def test_all(folder):
    """A few steps of all: figures that a flow has are numbers, the others null."""
    rows = bench(folder, "schemes", "--particles", "250", "--steps", "12")
    expect(list(dict.fromkeys(r["flow"] for r in rows)) == FLOWS, f"{rows}")
    names = [r["scheme"] for r in rows if r["flow"] == "rest"]
    expect(names[0] == "as it is" and len(set(names)) == len(names) > 5, f"{names}")
    for flow in FLOWS:
        first, *others = [r for r in rows if r["flow"] == flow]
        expect([first["scheme"]] + [r["scheme"] for r in others] == names, f"{flow}: {names}")
        for row in [first] + others:
            expect(row["steps"] == 12 and row["particles"] == first["particles"] > 200, f"{row}")
            compares = flow in ("rest", "vortices", "drop", "gresho")
            expect((row["velocity_error"] is not None) == compares == (row["pressure_error"] is not None), f"{row}")
            expect(abs(row["volume_drift"]) < 0.05, f"{row}")
            expect(0.5 < row["nearest_least"] <= row["nearest_most"] < 1.2, f"{row}")


def test_answers(folder):
    """The answers are those of the equations: after a few steps from them a flow is still where they are."""
    for flow, bound in ("vortices", 0.03), ("gresho", 0.03), ("drop", 0.05):
        row = bench(folder, f"schemes-{flow}", "--particles", "2500", "--steps", "20")[0]
        expect(row["velocity_error"] < bound, f"{row}")
        expect(row["pressure_error"] < 10 * bound, f"{row}")


def test_wave(folder):
    """Two periods at 10 particles a metre: near the period of linear theory, and dying."""
    row = bench(folder, "schemes-wave", "--particles", "200", "--set", "end=2.5")[0]
    expect(abs(row["period_error"]) < 0.1 and row["decay_error"] > -0.5, f"{row}")
    expect(0 < row["noise"] < 0.1 and 0.4 < row["mean"] < 0.6, f"{row}")


def test_noise(folder):
    """The dam break's sensors are quieter with damper and shifting: 0.05 rho g H beside 0.3 of each without."""
    if "AMPHI_SANITIZED" not in os.environ:  # where this takes minutes, and test_all has met every flow and scheme
        rows = {r["scheme"]: r for r in bench(folder, "schemes-dam", "--particles", "800", "--set", "end=0.9")}
        expect(rows["quiet"]["noise"] < 0.5 * min(rows["damper"]["noise"], rows["as it is"]["noise"]), f"{rows}")
    expect_run(amphi("bench", "schemes-dam", "--particles", "200", "--steps", "5", cwd=folder), 0, "Dam break", "noise", "quiet")


main([test_all, test_answers, test_wave, test_noise])
