#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""One allocation fails, amphi's or a library's, or all from one on: no crash, but the same results or a message."""
from faults import ALL, CASES, Place, amphi, chosen, expect, expect_message, expect_same, expect_whole_files, main, resume

SEED = 7
MOST = 28 if ALL else 4  # of each: 2 kinds of faults; a run and a check of each method, going on, comparing


def try_some(place, kind, command, most, judge, failures):
    place.clear()
    count = place.count(kind, command)
    numbers = chosen(count, most, SEED)
    for at in numbers:
        place.clear()
        done = command(kind=kind, at=at)
        try:
            expect(done.returncode >= 0, f"it died of signal {-done.returncode}")
            judge(done)
        except Exception as error:
            said = f"{done.stdout[-500:]}{done.stderr[-2000:]}"
            failures.append(f"'{kind}' at allocation {at} of {count}, {' '.join(done.args)}: {error}\n{said}")
    return len(numbers)


def judge_run(place):
    def judge(done):
        if done.returncode != 0:
            expect_message(done)
            expect_whole_files(place)
            done = resume(place)
            expect(done.returncode == 0, f"with memory it cannot go on: {done.stderr}")
        expect_same(place)
    return judge


def judge_other(done):
    if done.returncode != 0:
        expect_message(done)


def test_memory(folder):
    tries, failures = 0, []
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

        plans = [(place.run, MOST, judge_run(place)), (check, MOST // 2, judge_other)]
        if method == "wcsph":
            plans += [(go_on, MOST, judge_run(place)), (compare, MOST, judge_other)]
        for command, most, judge in plans:
            for kind in ("memory", "starve"):
                tries += try_some(place, kind, command, most, judge, failures)
    expect(not failures, "\n".join(failures))
    return tries


main([test_memory])
