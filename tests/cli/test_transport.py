#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Transport from the command line: the repository's cases run, verify gives one hash, a step too long is a
divergence with line and time, bench measures the paper's test."""
import csv
import re
import subprocess
import sys
import tempfile
from pathlib import Path

AMPHI, ROOT = sys.argv[1], Path(sys.argv[2]).resolve()
failures = 0


def check(what, condition):
    global failures
    if not condition:
        failures += 1
        print(f"FAILED: {what}")


def amphi(*arguments):
    return subprocess.run([AMPHI, *map(str, arguments)], capture_output=True, text=True, timeout=300)


def gauges(folder):
    with open(folder / "gauges.csv") as file:
        return list(csv.DictReader(file))


def test_cases(folder):
    for name, points, bound in (("rotation", 64, 5e-4), ("enright", 50, 1e-2)):
        out = folder / name
        result = amphi("run", ROOT / "cases" / name, "--set", f"transport.points={points}", "--set", "output.interval=0",
                       "-o", out, "-q")
        check(f"{name}: {result.stderr}", result.returncode == 0)
        rows = gauges(out)
        sums = {row[key] for row in rows for key in row if key.startswith("sum") and row[key]}
        check(f"{name}: the sum stays to the last digit: {sums}", len(sums) == 1)
        check(f"{name}: back at the start: {rows[-1]['difference']}", float(rows[-1]["difference"]) < bound)


def test_reversed_vortex(folder):
    """As shipped, below the mean error of a geometric volume-of-fluid method (docs/transport.md)."""
    out = folder / "reversed"
    check("vortex2d as shipped", amphi("run", ROOT / "cases/vortex2d", "--set", "output.interval=0", "-o", out, "-q").returncode == 0)
    rows = gauges(out)
    error = float(rows[-1]["shape [m^2]"])
    check("vortex2d: the sum stays to the last digit", len({row["sum [m^2]"] for row in rows}) == 1)
    check(f"vortex2d: back at the start: {rows[-1]['difference']}", float(rows[-1]["difference"]) < 4e-2)
    check(f"vortex2d: mean error {error}", 5e-4 < error < 1.45e-3)


def test_verify():
    for settings in ["transport.summation=fixed"], ["transport.precision=double", "transport.kernel=lambda44"]:
        words = [word for setting in settings for word in ("--set", setting)]
        result = amphi("verify", ROOT / "cases/level-set-sphere", "--set", "transport.points=24", "--steps", 3, *words)
        check(f"verify: {result.stdout}{result.stderr}", result.returncode == 0 and "agree, bit for bit" in result.stdout)


def test_divergence(folder):
    result = amphi("run", ROOT / "cases/level-set-sphere", "--set", "transport.points=32", "--set", "transport.step=0.3",
                   "-o", folder / "long", "-q")
    check(f"a step too long: {result.stderr}", result.returncode == 3 and
          re.search(r"t = 0 s, step 0: particles of the line along x at y = [\d.]+ m, z = [\d.]+ m come too near",
                    result.stderr))


def test_extended(folder):
    """The step of `cfl` divides the time to the end: with another end the step of before goes on, which is said."""
    out, small = folder / "extended", ("--set", "transport.points=20", "--set", "gauges=[]")
    amphi("run", ROOT / "cases/enright", *small, "--end", 1, "--steps", 2, "-o", out, "-q")
    same, other = amphi("run", "--resume", out, "--end", 1), amphi("run", "--resume", out, "--end", 1.37)
    said = "the time step stays 0.2 s; a run with this end from the beginning has 0.195714286 s"
    check(f"the same end: {same.stdout}{same.stderr}", same.returncode == 0 and "the time step stays" not in same.stdout)
    check(f"another end: {other.stdout}{other.stderr}", other.returncode == 0 and said in other.stdout)


def test_bench():
    for backend in ["cpu"], ["reference"], ["offload", "--device", "host"]:
        result = amphi("bench", "004-transport", "--steps", 1, "--set", "transport.points=32", "--backend", *backend)
        check(f"bench: {result.stderr}", result.returncode == 0)
        rungs = re.findall(r"^(lines .*): [\d.]+ s for 1 steps", result.stdout, re.M)
        check(f"rungs: {rungs}", rungs == ["lines as they lie", "lines turned"])
        copies = [float(x) for x in re.findall(r"a copy moves ([\d.]+) GB/s", result.stdout)]
        passes = re.findall(r"along [xyz] +([\d.]+) ms a pass \(([\d.]+) ms if it moved only\) +([\d.]+) MB, +([\d.]+) GB/s, +"
                            r"([\d.]+) % of a copy", result.stdout)
        check(f"six passes: {result.stdout}", len(passes) == 6 and len(copies) == 2)
        for number, row in enumerate(passes):  # figures are rounded in print
            each, moving, size, rate, share = (float(x) for x in row)
            must, copy = 12 * 32**3 / 1e6, copies[number // 3]
            check(f"bytes and rate of a pass: {row}", moving > 0 and abs(size - must) < 0.051 and
                  abs(rate - must / each) < 0.06 + must / each * 0.001 / each)
            least, most = 100 * must / (each + 0.001) / (copy + 0.051), 100 * must / (each - 0.001) / max(copy - 0.051, 1e-9)
            check(f"share of a copy: {row}, {copies}", least - 0.06 < share < most + 0.06)


with tempfile.TemporaryDirectory(prefix="amphi-") as temporary:
    test_cases(Path(temporary))
    test_reversed_vortex(Path(temporary))
    test_verify()
    test_divergence(Path(temporary))
    test_extended(Path(temporary))
    test_bench()
sys.exit(failures > 0)
