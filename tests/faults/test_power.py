#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Power cuts at chosen calls: what the disk may then hold is resumed to the results of an undisturbed run. Every
other try is cut a second time, while it goes on."""
import random

from faults import ALL, EVERY, SMALLEST, Place, chosen, expect, expect_message, expect_same, main, resume
from power import Disk

TRIES = {"wcsph": 104, "transport": 32, "waiting": 24, "pairwise": 32, SMALLEST: EVERY if ALL else 32}
SEED = 16
HOW = ("mixed", "least", "names", "mixed")


def cut(place, disk, at, how, run):
    """Let it run until the power fails, and leave what the disk holds; true if it came to its end before."""
    done = run(kind="power", at=at, **disk.begin())
    expect(done.returncode in (0, -9), f"cut at call {at}: exit status {done.returncode}: {done.stderr}")
    disk.cut(how, random.Random(SEED + at))
    return done.returncode == 0


def go_on(place, disk, at, how, again):
    if again and not cut(place, disk, 1 + at * 7 % 90, how, lambda **faults: resume(place, **faults)):
        return resume(place)
    return resume(place) if not again else None


def try_cut(place, number, at):
    place.clear()
    disk, how = Disk(place), HOW[number % len(HOW)]
    text = f"power cut at call {at} ({how})"
    try:
        ended = cut(place, disk, at, how, place.run)
        expect(not ended, "the run ended before")
        done = go_on(place, disk, at, how, number % 2 == 1)
        if done is not None and done.returncode != 0:
            expect_message(done)
            raise AssertionError(f"it could not go on: {done.stderr}")
        expect_same(place)
    except Exception as error:
        raise AssertionError(f"{text}: {error}") from error


def try_after_end(place):
    """The power fails when the run has said that it is done: all of it is there."""
    place.clear()
    disk = Disk(place)
    expect(cut(place, disk, 0, "least", place.run), "the run did not end")
    expect_same(place)
    expect("Finished" in (place.out / "log.txt").read_text(), "the log lost its end")


def test_cuts(folder):
    tries = 0
    for method, most in TRIES.items():
        place = Place(folder, method)
        count = place.count("power", place.run)
        place.clear()
        numbers = chosen(count, most if ALL else most // 4, SEED)
        for number, at in enumerate(numbers):
            try_cut(place, number, at)
        try_after_end(place)
        tries += len(numbers) + 1
        print(f"{method}: {len(numbers)} cuts at {count} calls, and one after the end", flush=True)
    return tries


main([test_cuts])
