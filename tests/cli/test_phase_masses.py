#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The mass of each of several phases, at the end of a run, in its report and in Python; and what check says of phases."""
import json
import sys
from pathlib import Path

from harness import amphi, expect, expect_run, main

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "python"))
import amphi as package  # noqa: E402  pylint: disable=wrong-import-position


def test_closed(folder):
    """A box that nothing leaves has of each phase what its shapes cover; one fluid has no such rows."""
    layers = SOURCE / "tests/wcsph/phases/layers.yaml"
    said = expect_run(amphi("run", layers, "--output", "out", "--steps", "5", cwd=folder), 0).stdout
    masses = package.Output(folder / "out").masses()
    for phase, density in (("material", 1000.0), ("oil", 500.0)):
        of = masses[phase]
        expect(abs(of["is there"] / (density * 0.6 * 0.3) - 1) < 1e-6, f"{phase}: {of}")
        expect(of["was there"] == of["is there"] and of["came in"] == of["left"] == 0, f"{phase}: {of}")
    expect("oil is there 90 kg/m" in said, said)
    expect_run(amphi("report", "out", cwd=folder), 0)
    report = (folder / "out/report.html").read_text()
    expect("Mass of oil that is there, kg or kg/m</th><td>90</td>" in report, "the report")
    one = SOURCE / "cases/dambreak2d/case.yaml"
    expect_run(amphi("run", one, "--output", "one", "--steps", "2", "--set", "dp=0.05", cwd=folder), 0)
    expect(package.Output(folder / "one").masses() == {}, "one fluid")


def test_open(folder):
    """What comes in is of the phase that its opening says; each has what was there and came, less what left; also where a run
    goes on."""
    case = SOURCE / "cases/two-fluids-open/case.yaml"
    expect_run(amphi("run", case, "--output", "out", "--steps", "1200", cwd=folder), 0)
    expect_run(amphi("run", case, "--output", "first", "--steps", "600", cwd=folder), 0)
    expect_run(amphi("run", "--resume", "first", "--steps", "1200", cwd=folder), 0)
    masses, again = package.Output(folder / "out").masses(), package.Output(folder / "first").masses()
    counts = json.loads((folder / "out/summary.json").read_text())["particles"]
    expect(masses == again, f"{masses}, resumed {again}")
    for phase, of in masses.items():
        expect(of["came in"] > 0, f"{phase}: {of}")
        expect(abs(of["was there"] + of["came in"] - of["left"] - of["is there"]) < 1e-9 * of["was there"], f"{phase}: {of}")
    expect(masses["material"]["left"] > 0, f"{masses}")
    case = package.read_case(folder / "out/used.yaml")
    volume, densities = case["dp"] ** 2, {"material": case["material"]["density"], **{p["name"]: p["density"] for p in case["phases"]}}
    for what, count in (("was there", "fluid_at_start"), ("came in", "came_in"), ("is there", "fluid_at_end")):
        found = sum(of[what] / densities[phase] for phase, of in masses.items()) / volume
        expect(abs(found - counts[count]) < 1e-3, f"{what}: {found} particles, not {counts[count]}")


def test_doubts(folder):
    """A phase that is much softer than another, and sums that a free surface makes thin."""
    layers = SOURCE / "tests/wcsph/phases/layers.yaml"

    def check(*sets):
        return expect_run(amphi("check", layers, *(part for s in sets for part in ("--set", s)), cwd=folder), 0).stdout

    plain, soft, thin = check(), check("phases.oil.speed_of_sound=10"), check("density_equation=summation")
    expect("soft  " not in plain and "thin  " not in plain, plain)
    expect("soft        phases.oil" in soft and "speed_of_sound of 35.36 m/s" in soft, soft)
    expect("thin        density_equation" in thin, thin)
    expect("thin  " not in check("density_equation=summation", "material.lowest_density=0.99"), "not thin")


main([test_closed, test_open, test_doubts])
