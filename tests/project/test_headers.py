#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every header compiles alone: it includes all that it uses and raises no warning."""
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

STRICT = ["gcc", "-std=gnu17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-fopenmp"]


def lane_widths(header):
    """Lane-generic headers must compile for one lane and for many."""
    folder = header.parent.name
    if header.name in ("pairs.h", "lives.h"):  # of a template, pass.h
        return []
    if header.name == "pass.h" and folder in ("reference", "cpu", "offload"):
        # A template, of which one pass is enough: for the others it comes first in units that the build compiles.
        lanes = ["-DLANES=4", "-DISA=sse2"] if folder == "cpu" else []
        return [["-DPASS=forces", "-Wno-unused-function", *lanes]]
    if folder in ("lane", "models", "particles", "passes", "sweeps") and header.name != "scalar.h":  # scalar.h says LANES itself
        return [["-DLANES=1"], ["-DLANES=4"]]
    if folder == "cpu":
        return [["-DLANES=4", "-DISA=sse2"]]
    return [[]]


def name_of(root, header):
    """As other files include it."""
    return header.relative_to(root if (root / "lab") in header.parents else root / "src")


def compile_alone(root, header, defines):
    # Through a file that includes it, since GCC warns about "#pragma once" and the like in a main file.
    source = f'#include "{name_of(root, header)}"\nextern int nothing;\n'
    generated = Path(sys.argv[1]).resolve().parent / "generated"  # what the build writes
    command = [*STRICT, *defines, f"-I{root / 'src'}", f"-I{root}", f"-I{generated}", *hdf5_flags(), "-x", "c", "-"]
    run = subprocess.run(command, input=source, capture_output=True, text=True)
    return f"{header.relative_to(root)} {' '.join(defines)}\n{run.stderr}" if run.returncode else None


@cache
def hdf5_flags():
    run = subprocess.run(["pkg-config", "--cflags", "hdf5"], capture_output=True, text=True)
    return run.stdout.split() if run.returncode == 0 else []


def main():
    root = Path(sys.argv[2]).resolve()
    headers = sorted([*(root / "src").rglob("*.h"), *(root / "lab").rglob("*.h")])
    if not headers:
        sys.exit(f"no headers under {root / 'src'}")
    jobs = [(root, header, defines) for header in headers for defines in lane_widths(header)]
    with ThreadPoolExecutor(2) as pool:
        failures = [f for f in pool.map(lambda job: compile_alone(*job), jobs) if f]
    if failures:
        sys.exit("\n".join(failures) + f"\n{len(failures)} of {len(jobs)} do not compile alone")
    print(f"{len(headers)} headers compile alone")


main()
