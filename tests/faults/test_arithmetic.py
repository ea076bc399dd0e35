#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A process that begins with other arithmetic than IEEE 754's has the same bits, and says what it mended."""
import platform

from faults import Place, expect, expect_same, main

WORDS = {"upward": "rounding was not to nearest", "results": "subnormal results became zero",
         "operands": "subnormal operands were taken for zero"}


def test_arithmetic(folder):
    place = Place(folder, "wcsph")
    # Only rounding can be set in the same way on every processor.
    kinds = WORDS if platform.machine() == "x86_64" else {"upward": WORDS["upward"]}
    for kind, words in kinds.items():
        done = place.run(arithmetic=kind)
        expect(done.returncode == 0 and words in done.stderr, f"{kind}: {done.returncode}, {done.stderr!r}")
        expect_same(place)
        place.clear()
    return len(kinds)


main([test_arithmetic])
