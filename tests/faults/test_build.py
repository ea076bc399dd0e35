#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A run that another build begins is not gone on with in silence. The other build is this one with a C library that
calls itself 0.1."""
import json

from faults import Place, amphi, expect, expect_message, main

LIBRARIES = "libraries was glibc 0.1"


def summary(place):
    return json.loads((place.out / "summary.json").read_text())


def go_on(place, *more, **faults):
    """Two further steps; standard output, and whether the summary says that one build made it all."""
    done = amphi("run", "--resume", place.out, "--threads", "1", *more, **faults)
    expect(done.returncode == 0, done.stderr)
    return done.stdout, summary(place)["one_build"]


def test_build(folder):
    place = Place(folder, "wcsph")
    place.run("--steps", "2", libc="0.1")
    build = summary(place)["build"]
    expect(build["libraries"].startswith("glibc 0.1,") and len(build["sources"]) == 16, f"{build}")
    refused = place.run("--resume", "--exact")
    expect(refused.returncode == 2 and LIBRARIES in refused.stderr, refused.stderr)
    said, one = go_on(place, "--exact", "--steps", "4", libc="0.1")
    expect("Warning" not in said and one, said)
    said, one = go_on(place, "--steps", "6")
    expect(said.count("Warning") == 1 and LIBRARIES in said and "sources was" not in said and not one, said)
    # Once mixed, it stays so.
    said, one = go_on(place, "--steps", "8")
    expect(said.count("Warning") == 1 and not one, said)
    expect_message(place.run("--resume", "--exact"))
    return 5


def test_execution(folder):
    """Without fixed sums the way to execute matters too."""
    place = Place(folder, "wcsph")
    for sums, differs in (("kahan", True), ("fixed", False)):
        setting = ("--set", f"summation={sums}")
        place.run("--steps", "2", *setting)
        exact = place.run("--resume", "--exact", "--backend", "reference", "--steps", "4", *setting)
        expect((exact.returncode == 2) == differs and ("execution was cpu" in exact.stderr) == differs, exact.stderr)
        said, one = go_on(place, "--backend", "reference", "--steps", "6", *setting)
        expect(("Warning" in said) == differs and one != differs, said)
        place.clear()
    return 4


def test_audit(folder):
    """A record of a run by another build: that is said, and is no fault; under fixed sums its bits are still found again."""
    place = Place(folder, "wcsph")
    expect(place.run("--set", "summation=fixed", libc="0.1").returncode == 0, "it does not run")
    record = place.folder / "record.json"
    expect(amphi("certify", place.out, "-o", record).returncode == 0, "it is not certified")
    said = amphi("audit", record, "--folder", place.out, "--all")
    expect(said.returncode == 0 and "not checked  build: " in said.stdout and LIBRARIES in said.stdout, said.stdout + said.stderr)
    expect("part 1: to step" in said.stdout, said.stdout)
    said = amphi("audit", record, "--folder", place.out, libc="0.1")
    expect(said.returncode == 0 and "holds        build: " in said.stdout and "another one" not in said.stdout, said.stdout)
    return 2


main([test_build, test_execution, test_audit])
