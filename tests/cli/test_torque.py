# SPDX-License-Identifier: BSD-3-Clause
"""The torque of a fluid on a shaft that turns in it, 4 pi mu B: a viscosity along the line between particles has it; one across that line lacks
2 mu omega times the shaft's area, which check says."""
import math
import sys

from harness import SOURCE, amphi, expect, expect_run, main

sys.path.insert(0, str(SOURCE / "python"))
from amphi import Output  # noqa: E402

MU, OMEGA, AREA = 0.05, 1.0, math.pi * 0.5**2
EXACT, SHORT = 4 * math.pi * MU / 3, 2 * MU * OMEGA * AREA


def torque(folder, model):
    expect_run(amphi("run", "taylor-couette", "-o", folder / model, "-q", "-t", 1, "--set", f"viscosity.model={model}", "--set", "dp=0.05",
                     "--end", 6, cwd=SOURCE), 0)
    time, value = Output(folder / model).gauges().series("drag")
    return -value[time > 5].mean()


def test_torque(folder):
    kept, lost = torque(folder, "monaghan"), torque(folder, "laminar")
    expect(abs(kept / EXACT - 1) < 0.1, f"{kept} N m/m, exact {EXACT}")
    expect(abs((lost + SHORT) / EXACT - 1) < 0.1, f"{lost} N m/m, exact without what the law lacks {EXACT - SHORT}")


def test_said(folder):
    """Where a wall turns, or may, in a viscosity that it feels."""
    for doubts, *sets in ((False,), (True, "viscosity.model=laminar"), (True, "viscosity.model=espanol"),
                          (False, "viscosity.model=laminar", "boundary.model=dummy", "boundary.slip=free"),
                          (False, "viscosity.model=laminar", "walls.shaft.motion={velocity: [0.001, 0], to: 1}")):
        said = expect_run(amphi("check", "taylor-couette", *(word for s in sets for word in ("--set", s)), cwd=SOURCE), 0).stdout
        expect(("torque      walls.shaft: viscosity.model" in said) == doubts, f"{sets}: {said}")
        expect("torque      walls.casing" not in said, said)


main([test_torque, test_said])
