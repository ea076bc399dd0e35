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


def test_plot_refused(folder):
    expect_run(amphi("bench", "case.yaml", "--plot", "x.svg", cwd=folder), 2, "--plot")
    expect_run(amphi("bench", "000-swarm", "--particles", "64", "--steps", "1", "--plot", "no/x.svg", cwd=folder), 1, "no/x.svg")


main([test_list, test_all, test_pairwise, test_plot_refused])
