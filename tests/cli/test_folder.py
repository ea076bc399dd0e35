# SPDX-License-Identifier: BSD-3-Clause
"""The output folder: what amphi writes there, and what it leaves alone."""
import os

from harness import amphi, expect_run, main


def test_freed_memory(folder):
    """Nothing is read after it was given back: glibc fills freed memory with 165."""
    expect_run(amphi("run", folder, "--steps", 1, "-o", folder / "out", env={**os.environ, "MALLOC_PERTURB_": "165"}), 0)


main([test_freed_memory])
