# SPDX-License-Identifier: BSD-3-Clause
"""Every ladder of `amphi bench --list` at toy size: a table, JSON and a plot that hang together."""
import json
import math
import xml.etree.ElementTree as xml

from harness import amphi, expect, expect_run, main

# What makes a ladder a toy; those of a GPU run on the host.
HOST = ["--backend", "offload", "--device", "host", "--threads", "1"]
TOYS = {"000-swarm": ["--particles", "1024"],
        "001-pairwise": ["--particles", "100"],
        "001-laws": ["--particles", "100"],
        "001-clusters": ["--particles", "6000"],
        "002-list": HOST, "003-gpu": HOST, "003-gpu-sizes": HOST,
        "004-transport": ["--particles", "4096"],
        "004-profile": ["--particles", "4096"],
        "000-energy": ["--particles", "100", "--steps", "5"],
        "000-density": ["--particles", "400"],
        "003-table4": HOST, "003-races": HOST, "003-transfers": HOST,
        "wcsph-particles": ["--particles", "12000"]}
ELSEWHERE = "schemes"  # tests/cli/test_schemes.py


def ladders(folder):
    return json.loads(expect_run(amphi("bench", "--list", "--json", cwd=folder), 0).stdout)


def climb(folder, name, *options):
    """The rows that a ladder of toy size finds, and its plot."""
    toy = ["--particles", "2000"] if name not in TOYS or TOYS[name] == HOST else []
    run = expect_run(amphi("bench", name, "--steps", "1", "--threads", "2", "--json", "--plot", "plot.svg",
                           *toy, *TOYS.get(name, []), *options, cwd=folder), 0)
    drawn = (folder / "plot.svg").read_bytes()
    (folder / "plot.svg").unlink()
    return json.loads(run.stdout), xml.fromstring(drawn)


def test_list(folder):
    """The five papers are there, and a plain list says the same."""
    every = ladders(folder)
    expect({"000", "001", "002", "003", "004"} == {row["paper"] for row in every} - {None}, f"{every}")
    expect(all(row["figure"] for row in every if row["paper"]), f"{every}")
    expect_run(amphi("bench", "--list", cwd=folder), 0, *[row["name"] for row in every])
    expect_run(amphi("bench", "003-cp", cwd=folder), 2)
    expect_run(amphi("bench", cwd=folder), 2, "which case?")


def test_all(folder):
    """Each has rows; every number is one, and the plot holds a mark a row at most and at least one."""
    for ladder in ladders(folder):
        name = ladder["name"]
        if name.startswith(ELSEWHERE):
            continue
        rows, drawing = climb(folder, name)
        expect(rows and all(isinstance(row, dict) for row in rows), f"{name}: {rows}")
        for row in rows:
            numbers = [x for x in row.values() if isinstance(x, (int, float))]
            expect(numbers and all(math.isfinite(x) for x in numbers), f"{name}: {row}")
        marks = [e for e in drawing.iter() if e.tag.endswith(("circle", "rect"))]
        expect(len(marks) > 1, f"{name}: nothing drawn")
        expect(len(list(folder.iterdir())) == 1, f"{name}: wrote {list(folder.iterdir())}")


def test_pairwise(folder):
    """Table 1 has its three GPUs beside ours, and the ratio that the paper's text contradicts."""
    rows, _ = climb(folder, "001-pairwise", *HOST)
    both = {row["strategy"]: row for row in rows if row["cells_an_axis"] == 2 and row["particles_a_cell"] == 1}
    for gpu in "t600", "a100", "mi210":
        for strategy in "par-part-noloop", "x-pencil":
            expect(both[strategy][f"published_{gpu}"] > 0, f"{both}")
    expect("published_a100" not in both["list"], f"{both}")


def test_occupancy(folder):
    """What section 4.2 of paper 003 prints: 35 registers, 256 threads 25 %, 448 threads 44 %."""
    rows, _ = climb(folder, "003-occupancy")
    row = next(r for r in rows if r["capability"] == "1.3" and r["registers"] == 35)
    expect(row["of_256"] == 0.25 and row["best"] == 0.4375 and row["best_team"] == 448, f"{row}")


def test_precision(folder):
    """Four digits by what of a density is stored; energy is worse the farther away the origin is."""
    rows, _ = climb(folder, "000-density")
    errors = {row["stored"]: row["term_error_4"] for row in rows}
    expect(1e-8 < errors["rho/rho0"] < 1e-6 and errors["rho/rho0 - 1"] < 1e-3 * errors["rho"], f"{errors}")
    rows, _ = climb(folder, "000-energy", "--particles", "400", "--steps", "100")
    moved = {row["positions"]: row["energy_error"] for row in rows}
    expect(moved["floats, 1 km away"] > 20 * moved["floats of cells"], f"{moved}")
    expect(moved["whole numbers"] < 1e-5, f"{moved}")


def test_arithmetic(folder):
    rows, _ = climb(folder, "000-arithmetic")
    error = {row["way"]: row["error"] for row in rows}
    expect(error["sum, double-float"] < error["sum, kahan"] < error["sum, plain"], f"{error}")
    scaled, plain = (next(r for r in rows if r["way"] == f"norm, {w}") for w in ("scaled", "plain"))
    expect(scaled["error_large"] < 1e-6 and scaled["error_small"] < 1e-6, f"{scaled}")
    expect(plain["error_large"] == plain["error_small"] == 1, f"{plain}")


def test_frequency(folder):
    """A list as often as it is asked for."""
    rows, _ = climb(folder, "000-frequency", "--steps", "20")
    asked = {"every step": 1, "every 2nd": 2, "every 5th": 5, "every 10th": 10}
    for row in rows:
        expect(row["steps_per_list"] == asked.get(row["made"], row["steps_per_list"]), f"{row}")


def test_plot_refused(folder):
    expect_run(amphi("bench", "case.yaml", "--plot", "x.svg", cwd=folder), 2, "--plot")
    expect_run(amphi("bench", "000-swarm", "--particles", "64", "--steps", "1", "--plot", "no/x.svg", cwd=folder), 1, "no/x.svg")


main([test_list, test_all, test_pairwise, test_occupancy, test_precision, test_arithmetic, test_frequency,
      test_plot_refused])
