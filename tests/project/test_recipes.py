#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What docs/add-a-*.md say is what it takes: tests/recipes/NAME.patch is what somebody writes who follows a page. Each
goes onto these sources and touches so many files, and what is built of all together passes the tests that they add.
A constant of the law is stated once: with one row more of LAW_CONSTANTS and one use of it in the formula of a pair, every
backend of that program takes the value that the row derives from the case."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[2]).resolve()
# Files of the program that are written by hand, the man page included: tests stand beside them, and docs/case-file.md is printed by a
# program.
RECIPES = {"gauge": 2, "key": 3, "command": 3, "backend": 12, "wall-model": 5}
OPTIONS = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O0", "-DAMPHI_ISAS=native", "-DAMPHI_HOT=OFF",
           "-DAMPHI_LAB=OFF", "-DAMPHI_MPI=off"]
ROW = "  ONE(HOST, h, s->h) "
BACKENDS = (("reference",), ("cpu",), ("offload", "--device", "host"))


def call(copy, *command):
    # Where there is ccache, what was compiled in another copy of the sources is not compiled again.
    run = subprocess.run(list(map(str, command)), cwd=copy, capture_output=True, text=True, check=False,
                         env={**os.environ, "CCACHE_BASEDIR": str(copy), "CCACHE_NOHASHDIR": "1"})
    if run.returncode:
        sys.exit(f"{' '.join(map(str, command))}:\n{run.stdout}{run.stderr}")


def apply(copy, name):
    """Returns the tests that the patch adds or changes."""
    patch = ROOT / f"tests/recipes/{name}.patch"
    call(copy, "git", "apply", "-C1", patch)
    files = re.findall(r"^diff --git a/\S+ b/(\S+)$", patch.read_text(), re.M)
    written = [file for file in files if not file.startswith("tests/")]
    if len(written) != RECIPES[name]:
        sys.exit(f"{patch}: touches {len(written)} files of the program and not {RECIPES[name]}: {', '.join(written)}")
    page = ROOT / f"docs/add-a-{name}.md"
    if f"recipes/{name}.patch" not in page.read_text():
        sys.exit(f"{page}: does not name its patch")
    unsaid = [file for file in files if not re.search(rf"`{re.escape(file)}`", page.read_text())]
    if unsaid:
        sys.exit(f"{page}: does not name {', '.join(unsaid)}")
    tests = [file for file in files if re.fullmatch(r"tests/\w+/test_\w+\.(py|c)", file)]
    if not tests:
        sys.exit(f"{patch}: adds no test")
    return tests


def program_of(test):
    """Of a test in C: as tests/CMakeLists.txt calls it."""
    return re.sub(r"tests/(\w+)/test_(\w+)\.c", r"test_\1_\2", test)


def replace_once(path, old, new):
    text = path.read_text()
    if text.count(old) != 1:
        sys.exit(f"{path}: '{old}' is there {text.count(old)} times, not once")
    path.write_text(text.replace(old, new))


def add_constant(copy):
    """Which is 1 for water, and for a fluid of more than twice its density takes half of the forces."""
    replace_once(copy / "src/wcsph/law.h", ROW, "  ONE(PAIR, trial, s->density > 2000.0 ? 0.5 : 1.0) \\\n" + ROW)
    replace_once(copy / "src/wcsph/models/pair.h", "real_t along = f_thrust * thrust;",
                 "real_t along = law->trial * (f_thrust * thrust);")


def state_hash(program, density, backend):
    """After a few steps."""
    run = subprocess.run([program, "bench", ROOT / "cases/dambreak-building", "--set", "dp=0.06", "--set", "summation=fixed",
                          "--set", f"material.density={density}", "--steps", "5", "--threads", "1", "--json",
                          "--backend", *backend], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)["state_hash"]


def try_constant(copy):
    for density, others in (1000, False), (3000, True):
        without = state_hash(sys.argv[1], density, BACKENDS[0])
        found = {backend[0]: state_hash(copy / "build/amphi", density, backend) for backend in BACKENDS}
        if len(set(found.values())) != 1 or (found["cpu"] != without) != others:
            sys.exit(f"a constant of the law, density {density}: {found}, and {without} without it")


def main():
    wanted = {patch.stem for patch in (ROOT / "tests/recipes").glob("*.patch")}
    if wanted != set(RECIPES):
        sys.exit(f"tests/recipes has patches of {sorted(wanted)}, and this test knows {sorted(RECIPES)}")
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for folder in "src", "lab", "cmake", "share", "tests", "python", "docs", "cases":
            shutil.copytree(ROOT / folder, copy / folder)
        shutil.copy(ROOT / "CMakeLists.txt", copy)
        tests = [test for recipe in RECIPES for test in apply(copy, recipe)]
        add_constant(copy)
        programs = [program_of(test) for test in tests if test.endswith(".c")]
        call(copy, "cmake", "-G", "Ninja", "-S", ".", "-B", "build", *OPTIONS)
        call(copy, "ninja", "-C", "build", "amphi", "test_case_reference", *programs)
        call(copy, "build/tests/test_case_reference", "--update")
        call(copy, "build/tests/test_case_reference")
        for program in programs:
            call(copy, f"build/tests/{program}")
        for test in (test for test in tests if test.endswith(".py")):
            call(copy, sys.executable, test, "build/amphi", ".")
        try_constant(copy)
        print(f"{len(RECIPES)} recipes hold: {', '.join(tests)} pass; all backends take another constant")


main()
