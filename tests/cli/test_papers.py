# SPDX-License-Identifier: BSD-3-Clause
"""Every ladder of `amphi bench --list` at toy size: a table, JSON and a plot that hang together."""
import json
import math
import os
import xml.etree.ElementTree as xml

from harness import amphi, expect, expect_run, main

# What makes a ladder a toy; those of a GPU run on the host.
HOST = ["--backend", "offload", "--device", "host", "--threads", "1"]
TOYS = {"000-swarm": ["--particles", "1024"],
        "001-pairwise": ["--particles", "100"],
        "001-laws": ["--particles", "100"],
        "001-clusters": ["--particles", "6000"],
        "002-list": HOST, "002-search-sizes": HOST, "003-gpu": HOST, "003-gpu-sizes": HOST,
        "004-transport": ["--particles", "4096"],
        "004-profile": ["--particles", "4096"],
        "002-basin": ["--particles", "20000"],
        "000-energy": ["--particles", "100", "--steps", "5"],
        "000-density": ["--particles", "400"],
        "000-explosion": ["--particles", "400"],
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
        marks = [e for e in drawing.iter() if e.tag.endswith("circle") or e.get("class", "").startswith("bars")]
        expect(0 < len(marks) <= 2 * len(rows), f"{name}: {len(marks)} marks for {len(rows)} rows")
        expect(len(list(folder.iterdir())) == 1, f"{name}: wrote {list(folder.iterdir())}")


def rings(drawing):
    """What was published."""
    return [e for e in drawing.iter() if e.tag.endswith("circle") and e.get("r") == "5"]


def test_pairwise(folder):
    """Table 1 has its three GPUs beside ours, and the ratio that the paper's text contradicts."""
    rows, drawing = climb(folder, "001-pairwise", *HOST)
    both = {row["strategy"]: row for row in rows if row["cells_an_axis"] == 2 and row["particles_a_cell"] == 1}
    for gpu in "t600", "a100", "mi210":
        for strategy in "par-part-noloop", "x-pencil":
            expect(both[strategy][f"published_{gpu}"] > 0, f"{both}")
    expect("published_a100" not in both["list"], f"{both}")
    met = {(row["cells_an_axis"], row["particles_a_cell"]): row for row in rows if row["strategy"] == "list"}
    for place, row in met.items():  # with few particles all sets differ, but all of 2^3 cells are neighbours
        sure = place[0] == 2
        counted = place[0] ** 3 * place[1] - 1 if sure else row["published_interactions"]
        expect(abs(row["interactions_a_particle"] / counted - 1) < (1e-9 if sure else 0.35), f"{row}")
        expect(0 < row["within_cutoff_a_particle"] < row["interactions_a_particle"], f"{row}")
    more, _ = climb(folder, "001-pairwise", *HOST, "--set", "particles.seed=5")
    others = [row["interactions_a_particle"] for row in more if row["cells_an_axis"] == 4 and row["strategy"] == "list"]
    expect(others[0] != met[4, 1]["interactions_a_particle"], "interactions are a constant, not counted")
    expect(rings(drawing), "nothing published is drawn")


def test_occupancy(folder):
    """What section 4.2 of paper 003 prints: 35 registers, 256 threads 25 %, 448 threads 44 %."""
    rows, drawing = climb(folder, "003-occupancy")
    row = next(r for r in rows if r["capability"] == "1.3" and r["registers"] == 35)
    expect(row["of_256"] == 0.25 and row["best"] == 0.4375 and row["best_team"] == 448, f"{row}")
    ticks = {e.text: float(e.get("x")) for e in drawing.iter() if e.get("text-anchor") == "middle"}
    expected = ticks["20"] + (ticks["50"] - ticks["20"]) * math.log(35 / 20) / math.log(50 / 20)
    ring, = rings(drawing)
    expect(abs(float(ring.get("cx")) - expected) < 0.2, f"35 registers at {ring.get('cx')}, between ticks {ticks}")


def test_precision(folder):
    """Four digits by what of a density is stored; energy is worse the farther away the origin is."""
    rows, _ = climb(folder, "000-density")
    errors = {row["stored"]: row["term_error_4"] for row in rows}
    expect(1e-8 < errors["rho/rho0"] < 1e-6 and errors["rho/rho0 - 1"] < 1e-3 * errors["rho"], f"{errors}")
    rows, _ = climb(folder, "000-energy", "--particles", "400", "--steps", "100")
    moved = {row["positions"]: row["energy_error"] for row in rows}
    expect(moved["floats, 1 km away"] > 20 * moved["floats of cells"], f"{moved}")
    expect(moved["whole numbers"] < 1e-5, f"{moved}")


def test_explosion(folder):
    """Water at rest stays so in floats of cells, and does not where the next float is a spacing away."""
    rows, _ = climb(folder, "000-explosion", "--steps", "200", "--particles", "830")
    stirred = {row["positions"]: row["kinetic"] for row in rows}
    expect(stirred["floats of cells"] < 1.1 * stirred["whole numbers"] < 1e-3, f"{stirred}")
    expect(stirred["floats, 200 km away"] > 10 * stirred["floats of cells"], f"{stirred}")


def test_arithmetic(folder):
    rows, _ = climb(folder, "000-arithmetic")
    error = {row["way"]: row["error"] for row in rows}
    expect(error["sum, kbn by branch"] == error["sum, kbn by select"] == error["sum, neumaier"], f"{error}")
    expect(error["polynomial, Horner"] < error["polynomial, powers"] < 1e-6, f"{error}")
    expect(error["sum, double-float"] < error["sum, kahan"] < error["sum, plain"], f"{error}")
    scaled, plain = (next(r for r in rows if r["way"] == f"norm, {w}") for w in ("scaled", "plain"))
    expect(scaled["error_large"] < 1e-6 and scaled["error_small"] < 1e-6, f"{scaled}")
    expect(plain["error_large"] == plain["error_small"] == 1, f"{plain}")


def test_order(folder):
    """The same pairs in any order of memory; the longest axis as the slowest makes an edge one piece of it."""
    rows, _ = climb(folder, "000-order")
    named = {row["order"]: row for row in rows}
    sums = [row["sum"] for row in rows if "nearest" not in row["order"]]
    expect(len({row["pairs"] for row in rows}) == 1 and max(sums) - min(sums) < 1e-5 * max(sums), f"{sums}")
    expect(0 < named["types: mixed, 10 nearest"]["sum"] < 0.95 * min(sums), f"{named}")
    side = round((rows[0]["particles"] / 64) ** (1 / 3))
    expect(named["width, height, length"]["pieces"] == named["height, width, length"]["pieces"] == 1, f"{named}")
    expect(named["length, width, height"]["pieces"] == 2 * side * side and named["width, length, height"]["pieces"] == side, f"{named}")
    expect(named["not sorted"]["away"] > 1.5 * named["Morton"]["away"], f"{named}")


def test_commands(folder):
    """Paper 002's own case: two passes a step, a list every ten, four commands for it; parts are less than all."""
    for options, versions in ([], 3), (HOST, 2):
        rows, _ = climb(folder, "002-commands", *options, "--steps", "20")
        one = [row for row in rows if row["version"] == "general code"]
        calls = {row["command"]: row["calls"] for row in one}
        expect(len(rows) == 7 * versions and calls["forces (FORCES)"] == 40, f"{calls}")
        expect(calls["sort (SORT)"] == calls["list (BUILDNEIBS)"] == 2, f"{calls}")
        seconds = [row["seconds"] for row in one]
        expect(all(s > 0 for s in seconds[3:]) and sum(seconds[:-1]) < 1.01 * seconds[-1], f"{seconds}")


def test_basin(folder):
    """Three sizes as the paper's, most of the largest fluid; the same water whatever the code."""
    expect_run(amphi("bench", "002-basin", "--particles", 3000, cwd=folder), 2, "--particles 6000 at least")
    rows, _ = climb(folder, "002-basin", "--set", "summation=fixed")
    sizes = [row["particles"] for row in rows[::2]]
    expect(len(rows) == 6 and all(abs(n / 20000 / share - 1) < 0.1 for n, share in zip(sizes, (0.152, 0.274, 1))), f"{sizes}")
    shares = [row["fluid"] / row["particles"] for row in rows[::2]]
    expect(shares == sorted(shares), f"{shares}")
    for general, own in zip(rows[::2], rows[1::2]):
        expect(general["state_hash"] == own["state_hash"] and general["over_general"] == 1, f"{general} {own}")


def test_labels(folder):
    """What ran is what is named: a processor is no GPU, one thread is not all; a size is the one asked for."""
    rows, drawing = climb(folder, "003-races", *HOST, "--particles", "5000")
    ours = [row for row in rows if "steps" in row]
    expect(ours[0]["version"] == "CPU, 1 thread" and all("GPU's code on the CPU" in r["version"] for r in ours[1:5]), f"{ours}")
    for row in ours:
        asked = min((1250, 5000), key=lambda n: abs(n - row["particles"]))
        expect(abs(row["particles"] / asked - 1) < 0.1, f"{row}")
        expect("published_over_one" not in row and len(row["state_hash"]) == 16, f"{row}")
    alone = [row for row in rows if "steps" not in row]
    expect(len(alone) == len(rings(drawing)) == 4, f"{alone}")
    rows, _ = climb(folder, "003-table4", "--threads", "2")
    expect([row["version"] for row in rows[:2]] == ["CPU, 1 thread", "CPU, 2 threads"], f"{rows}")
    expect_run(amphi("bench", "000-arithmetic", *HOST, cwd=folder), 2, "--backend cpu")
    expect_run(amphi("bench", "003-transfers", cwd=folder), 2, "--backend offload")
    expect_run(amphi("bench", "004-transport", "--particles", "32768", "--steps", "1", cwd=folder), 0, "32^3 points, CFL 3.2,")


def test_repeat(folder):
    """Medians between the least and the most; states are the same; what makes times doubtful is said."""
    run = expect_run(amphi("bench", "003-cpu", "--particles", "2000", "--steps", "1", "--threads", "1", "--repeat", "3", "--json",
                           "--set", "summation=fixed", "--plot", "plot.svg", cwd=folder), 0)
    rows = json.loads(run.stdout)
    for row in rows:
        least, most = row["spread"]["seconds_per_step"]
        expect(least <= row["seconds_per_step"] <= most and least < most, f"{row}")
        expect(isinstance(row["particles"], int) and "particles" not in row["spread"], f"{row}")
    expect(len({row["state_hash"] for row in rows}) == 1, f"{rows}")
    (folder / "plot.svg").unlink()
    many = 4 * (os.cpu_count() or 1)
    run = expect_run(amphi("bench", "003-cpu", "--particles", "2000", "--steps", "1", "--threads", many, cwd=folder), 0)
    expect("the machine is busy, or has fewer" in run.stderr and "are too few for so many threads" in run.stderr, run.stderr)
    expect_run(amphi("bench", "case.yaml", "--repeat", "2", cwd=folder), 2, "--repeat")


def test_frequency(folder):
    """A list as often as it is asked for."""
    rows, _ = climb(folder, "000-frequency", "--steps", "20")
    asked = {"every step": 1, "every 2nd": 2, "every 5th": 5, "every 10th": 10}
    expect(rows[-2]["made"] == "every 20th", f"{rows}")
    few, _ = climb(folder, "000-frequency", "--steps", "10")
    expect([row["made"] for row in few][-2:] == ["every 10th", "when it must be"], f"{few}")
    for row in rows:
        expect(row["made"] not in asked or row["steps_per_list"] == asked[row["made"]], f"{row}")


def test_plot_refused(folder):
    expect_run(amphi("bench", "case.yaml", "--plot", "x.svg", cwd=folder), 2, "--plot")
    expect_run(amphi("bench", "000-swarm", "--particles", "64", "--steps", "1", "--plot", "no/x.svg", cwd=folder), 1, "no/x.svg")


main([test_list, test_all, test_pairwise, test_occupancy, test_precision, test_explosion, test_arithmetic, test_order, test_commands, test_basin, test_labels,
      test_repeat, test_frequency,
      test_plot_refused])
