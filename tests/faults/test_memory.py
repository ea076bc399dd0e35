#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""One allocation fails, amphi's or a library's, or all from one on: no crash, but the same results or a message."""
from faults import ALL, CASES, Place, amphi, expect_message, expect_survived, main, try_each

SEED = 7
MOST = 28 if ALL else 4  # of each: 2 kinds of faults; a run and a check of each method, going on, comparing


def expect_said(_, done):
    if done.returncode != 0:
        expect_message(done)


def test_memory(folder):
    tries = 0
    for method in CASES:
        place = Place(folder, method)
        begun = place.folder / "whole"

        def check(**faults):
            return amphi("check", place.case, **faults)

        def compare(**faults):
            return amphi("compare", "--exact", begun, begun, **faults)

        def go_on(**faults):
            place.begin()
            return place.run("--resume", **faults)

        plans = [(place.run, MOST, expect_survived), (check, MOST // 2, expect_said)]
        if method == "wcsph":
            plans += [(go_on, MOST, expect_survived), (compare, MOST, expect_said)]
        for command, most, judge in plans:
            tries += sum(try_each(place, kind, command, most, SEED, judge) for kind in ("memory", "starve"))
    return tries


main([test_memory])
