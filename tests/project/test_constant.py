#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A constant of the law is stated once: a copy of the sources gets one more row of LAW_CONSTANTS and one use of it in
the formula of a pair, and every backend of the program that is built of it takes the new value."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[2]).resolve()
ROW = "  ONE(HOST, h, s->h) "
BACKENDS = (("reference",), ("cpu",), ("offload", "--device", "host"))


def replace_once(path, old, new):
    text = path.read_text()
    if text.count(old) != 1:
        sys.exit(f"{path}: '{old}' is there {text.count(old)} times, not once")
    path.write_text(text.replace(old, new))


def build(folder):
    options = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O0", "-DAMPHI_ISAS=native", "-DAMPHI_HOT=OFF",
               "-DAMPHI_LAB=OFF", "-DAMPHI_MPI=off", "-DAMPHI_TESTS=OFF"]
    for command in (["cmake", "-G", "Ninja", "-S", ".", "-B", "build", *options], ["ninja", "-C", "build", "amphi"]):
        # Where there is ccache, what was compiled in another copy of the sources is not compiled again.
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False,
                             env={**os.environ, "CCACHE_BASEDIR": str(folder), "CCACHE_NOHASHDIR": "1"})
        if run.returncode:
            sys.exit(f"{' '.join(command)}:\n{run.stdout}{run.stderr}")
    return folder / "build/amphi"


def hashes(program):
    """Of a few steps, by backend."""
    found = []
    for backend in BACKENDS:
        run = subprocess.run([program, "bench", ROOT / "cases/dambreak-building", "--set", "dp=0.06", "--set",
                              "summation=fixed", "--steps", "5", "--threads", "1", "--json", "--backend", *backend],
                             capture_output=True, text=True, check=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
        found.append(json.loads(run.stdout)["state_hash"])
    if len(set(found)) != 1:
        sys.exit(f"{program}: {BACKENDS} have {found}")
    return found[0]


def main():
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for folder in "src", "cmake", "share":
            shutil.copytree(ROOT / folder, copy / folder)
        shutil.copy(ROOT / "CMakeLists.txt", copy)
        replace_once(copy / "src/wcsph/law.h", ROW, "  ONE(PAIR, probe, 0.5 * s->density / s->density) \\\n" + ROW)
        replace_once(copy / "src/wcsph/models/pair.h", "real_t along = f_thrust * thrust;",
                     "real_t along = law->probe * (f_thrust * thrust);")
        with_row, without = hashes(build(copy)), hashes(sys.argv[1])
        if with_row == without:
            sys.exit(f"with another constant the state is the same: {without}")
    print(f"one row and one use of it: {with_row} on {len(BACKENDS)} backends, {without} without")


main()
