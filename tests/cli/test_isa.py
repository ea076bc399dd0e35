#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Instruction sets: one binary holds all of its architecture, --isa chooses, every choice does the same physics."""
import json
import platform
import re
from pathlib import Path

from harness import PROGRAM, amphi, expect, expect_run, main

BUILT = {"x86_64": ["avx512vl", "avx512", "avx2", "sse2"], "aarch64": ["neon"]}
V4 = {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}
NEEDS = {"avx512vl": V4, "avx512": V4, "avx2": {"avx2", "fma", "bmi1", "bmi2"},
         "sse2": {"sse2"}, "neon": {"asimd"}}
LANES = {"avx512vl": 8, "avx512": 16, "avx2": 8, "sse2": 4, "neon": 4}


def info():
    return json.loads(expect_run(amphi("info", "--json"), 0).stdout)


def processor_flags():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        name, _, value = line.partition(":")
        if name.strip() in ("flags", "Features"):
            return set(value.split())
    return set()


def test_info_lists(_):
    known = info()
    built, runs = known["isa_compiled"], known["isa_runs"]
    wanted = re.search(r"^AMPHI_ISAS:STRING=(.*)$", (PROGRAM.parent / "CMakeCache.txt").read_text(), re.MULTILINE)[1].split(";")
    flags = processor_flags()
    if wanted == ["native"]:
        wanted = [name for name in BUILT[platform.machine()] if NEEDS[name] <= flags][:1]
    expect(built == [name for name in BUILT[platform.machine()] if name in wanted], f"built: {built} of {wanted}")
    expected = [name for name in built if NEEDS[name] <= flags]
    expect(runs == expected, f"this processor runs {expected}, info says {runs}")
    text = expect_run(amphi("info"), 0).stdout
    expect(", ".join(built) in text and ", ".join(runs) in text, text)
    offered = expect_run(amphi("run", "--isa", "help"), 0).stdout
    for name in runs:
        expect(name in offered, f"--isa help does not offer {name}:\n{offered}")


def test_choice(folder):
    """What was chosen ran, and all of them agree."""
    known = info()
    first = None
    for name in known["isa_runs"]:
        expect_run(amphi("run", "case.yaml", "-o", name, "--isa", name, "--steps", "100", "--threads", "1", cwd=folder), 0)
        summary = json.loads((folder / name / "summary.json").read_text())
        expect(summary["isa"] == name, f"--isa {name} ran {summary['isa']}")
        expect(f"{name}, {LANES[name]} lanes" in summary["execution"], f"{name}: {summary['execution']}")
        if first:
            for file in ("particles_0001.vtkhdf", "gauges.csv"):
                result = amphi("compare", f"{first}/{file}", f"{name}/{file}", "--tolerance", "1e-4", cwd=folder)
                expect_run(result, 0, "same")
        first = first or name
    expect_run(amphi("run", "case.yaml", "-o", "default", "--steps", "1", cwd=folder), 0)
    chosen = json.loads((folder / "default/summary.json").read_text())["isa"]
    expect(chosen == known["isa_runs"][0], f"the default is {chosen}, of {known['isa_runs']}")


def test_refused(folder):
    known = info()
    last = known["isa_compiled"][-1]
    nearest = {"sse2": "sse3", "neon": "neno"}.get(last, last + "x")
    for name in [nearest, "", *(set(known["isa_compiled"]) - set(known["isa_runs"]))]:
        result = expect_run(amphi("run", "case.yaml", "-o", "none", "--isa", name, cwd=folder), 2, "--isa")
        expect(known["isa_runs"][-1] in result.stderr, f"it does not say what there is: {result.stderr}")
    expect(not (folder / "none").exists(), "a folder was made")


main([test_info_lists, test_choice, test_refused])
