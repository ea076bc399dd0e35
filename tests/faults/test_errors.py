#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Each call that asks something of a file fails once: EIO, a disk that is full from then on, EINTR, half a read or write.
The run gives the same results or says what went wrong; no file is half under its final name; it can be resumed."""
from faults import ALL, CASES, EVERY, SMALLEST, Place, chosen, expect, expect_message, expect_same, expect_whole_files, main, resume

KINDS = ("error", "full", "interrupt", "short")
SEED = 5


def judge(place, done, at, kind):
    try:
        expect(done.returncode >= 0, f"it died of signal {-done.returncode}: {done.stderr}")
        if done.returncode != 0:
            expect_message(done)
            expect_whole_files(place)
            done = resume(place)
            expect(done.returncode == 0, f"without the fault it cannot go on: {done.stderr}")
        expect_same(place)
    except Exception as error:
        raise AssertionError(f"'{kind}' at call {at}, exit status {done.returncode}, {done.stderr}: {error}") from error


def try_all(place, kind, command, most):
    """Calls from the first to the last; twelve times as many with AMPHI_FAULTS=all."""
    count = place.count(kind, command)
    numbers = chosen(count, most * 12 if ALL else most, SEED)
    for at in numbers:
        place.clear()
        judge(place, command(kind=kind, at=at, below=place.data, disk=place.folder), at, kind)
    return len(numbers)


def test_runs(folder):
    tries = 0
    for method in CASES:
        place = Place(folder, method)
        for kind in KINDS if method == "wcsph" else ("error", "full"):
            place.clear()
            most = EVERY if ALL and method == SMALLEST else 5 if method == "wcsph" else 3
            tries += try_all(place, kind, place.run, most)
    return tries


def test_resumed(folder):
    """The same where a run goes on: what is read counts too."""
    place = Place(folder, "wcsph")
    tries = 0

    def run(**faults):
        place.begin()
        return place.run("--resume", **faults)

    for kind in KINDS:
        tries += try_all(place, kind, run, 4)
    return tries


main([test_runs, test_resumed])
