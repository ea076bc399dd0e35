#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Each call that asks something of a file fails once: EIO, a disk that is full from then on, EINTR, half a read or write.
The run gives the same results or says what went wrong; no file is half under its final name; it can be resumed."""
from faults import ALL, CASES, EVERY, SMALLEST, Place, main, try_each

KINDS = ("error", "full", "interrupt", "short")
SEED = 5


def try_calls(place, kind, command, most):
    """Twelve times as many calls with AMPHI_FAULTS=all."""
    return try_each(place, kind, command, most * 12 if ALL else most, SEED)


def test_runs(folder):
    tries = 0
    for method in CASES:
        place = Place(folder, method)
        most = EVERY if ALL and method == SMALLEST else 5 if method == "wcsph" else 3
        for kind in KINDS if method == "wcsph" else ("error", "full"):
            tries += try_calls(place, kind, place.run, most)
    return tries


def test_resumed(folder):
    """The same where a run goes on: what is read counts too."""
    place = Place(folder, "wcsph")

    def run(**faults):
        place.begin()
        return place.run("--resume", **faults)

    return sum(try_calls(place, kind, run, 4) for kind in KINDS)


main([test_runs, test_resumed])
