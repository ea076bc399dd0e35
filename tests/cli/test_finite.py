#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What is not finite stops a run as a diverged one, with the words for it: coincident particles, functions that have no
value, energies beyond all bounds."""
import json

from harness import amphi, expect, expect_run, main

SWARM = """
method: swarm
dimensions: 2
swarm: {function: expression, value: %s, bounds: [-1, 1], particles: 8, history: %d}
end: 20
"""
PAIRS = """
method: pairwise
domain: {low: [0, 0, 0], high: [10, 10, 10]}
particles: {from: file, file: pairs.xyz, temperature: 0}
pairwise: {cutoff: 2.5, step: 0.001}
end: 0.01
"""
GAUGE = "gauges:\n  - {name: E, type: energy, interval: 0.001}\n"
# Particles 1 and 3 are in one place.
XYZ = "5\na comment\na 1 1 1\na 5 5 5\na 7 7 7\na 5 5 5\na 3 3 3\n"


def expect_diverged(folder, case, *texts, more=()):
    result = amphi("run", case, "-o", "out", "--force", *more, cwd=folder)
    expect_run(result, 3, "the run diverged at ", "out/diverged.vtkhdf", *texts)
    summary = json.loads((folder / "out/summary.json").read_text())
    expect(summary["outcome"] == "diverged" and all(text in summary["reason"] for text in texts), f"{summary}")
    expect((folder / "out/diverged.vtkhdf").exists(), "no diverged.vtkhdf")
    expect("inf" not in (folder / "out/gauges.csv").read_text() if (folder / "out/gauges.csv").exists() else True, "inf in gauges.csv")


def test_coincident_particles(folder):
    (folder / "pairs.xyz").write_text(XYZ)
    for gauges in "", GAUGE:
        (folder / "pairs.yaml").write_text(PAIRS + gauges)
        for backend in "cpu", "reference":
            expect_diverged(folder, "pairs.yaml", "t = 0 s, step 0", "particles 1 and 3 are in one place, (5, 5, 5) m",
                            more=("--backend", backend))
    # A potential that is soft has a finite energy there: 4 (s^-12 - s^-6), four more at 2 sqrt 3 and beyond the cutoff.
    expect_run(amphi("run", "pairs.yaml", "-o", "soft", "--set", "pairwise.softening=0.5", cwd=folder), 0)
    energy = float((folder / "soft/gauges.csv").read_text().splitlines()[1].split(",")[1])
    expect(abs(energy / (4 * (0.5**-12 - 0.5**-6)) - 1) < 1e-9, f"{energy}")
    # Far too near, but not in one place.
    (folder / "pairs.xyz").write_text(XYZ.replace("a 5 5 5\na 3", "a 5 5 5.0001\na 3"))
    result = amphi("run", "pairs.yaml", "-o", "near", cwd=folder)
    expect_run(result, 3, "the run diverged at t = 0 s, step 0")


def test_function_without_values(folder):
    for value, texts in (("0/0", ("step 0", "the best value is inf", "no particle has found a place")),
                         ("1e300*(2+x1)", ("step 0", "the best value is inf")),
                         ("-1/(0*x1)^2", ("step 0", "best", "is -inf"))):
        for history in 1, 0:
            (folder / "swarm.yaml").write_text(SWARM % (value, history))
            expect_diverged(folder, "swarm.yaml", *texts)
    # No iteration at all.
    expect_diverged(folder, "swarm.yaml", "result 'best' is -inf", more=("--set", "swarm.evaluations=8"))
    expect_run(amphi("run", "swarm.yaml", "--set", "swarm.value=0/0", "--repeat", 2, cwd=folder), 3, "the best value is inf")
    # Where a part of the places has no value, the others are searched.
    (folder / "swarm.yaml").write_text(SWARM % ("sqrt(x1)+x2^2", 1))
    expect_run(amphi("run", "swarm.yaml", "-o", "partly", cwd=folder), 0)
    expect(json.loads((folder / "partly/summary.json").read_text())["results"]["best"] < 0.5, "it does not search")


main([test_coincident_particles, test_function_without_values])
