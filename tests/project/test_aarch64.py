#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The lane code compiles for 64-bit Arm without a warning and without a fused multiplication, which that processor
would do by default; the lane checks of tests/cpu run there too, where this machine can: on such a processor, or with
qemu-aarch64(-static)."""
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

COMPILER = "aarch64-linux-gnu-gcc"  # a cross compiler, or on Arm the compiler under its full name
DISASSEMBLER = "aarch64-linux-gnu-objdump"  # comes with it
FUSED = re.compile(r"\t(fn?m(?:add|sub)|fml[as])\t")
MULTIPLIES = re.compile(r"\tfmul\t")
FLAGS = ("-std=gnu17 -O2 -Wall -Wextra -Werror -ffp-contract=off -fno-math-errno -fopenmp -D_GNU_SOURCE "
         "-DISA=neon -DAMPHI_ISA_NEON").split()


def captured(pattern, path):
    found = re.search(pattern, path.read_text())
    if not found:
        sys.exit(f"{path}: no '{pattern}'")
    return found.group(1)


def run(command):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def generated(root, folder):
    """The headers that configuring writes of the sources (cmake/choices.cmake); no build is there yet in CI."""
    project = Path(folder) / "project"
    project.mkdir()
    (project / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(headers LANGUAGES NONE)\n"
                                            "include(cmake/choices.cmake)\n")
    for part in "cmake", "src":
        (project / part).symlink_to(root / part)
    run(["cmake", "-S", project, "-B", project / "build"])
    return project / "build/generated"


def check_fused(compiler, sources, folder):
    """No fused operation among many multiplications; and they are seen where the compiler makes them."""
    def look(job):
        contraction, source = job
        target = f"{folder}/{contraction}-{source.name}.o"
        run([*compiler, f"-ffp-contract={contraction}", "-c", source, "-o", target])
        code = run([DISASSEMBLER, "-d", target])
        return contraction, len(FUSED.findall(code)), len(MULTIPLIES.findall(code))

    # On all processors: nothing else runs beside it in CI.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(look, [(contraction, source) for contraction in ("off", "fast") for source in sources]))
    multiplies = sum(each[2] for each in found)
    for contraction in "off", "fast":
        fused = sum(each[1] for each in found if each[0] == contraction)
        if bool(fused) != (contraction == "fast"):
            sys.exit(f"-ffp-contract={contraction}: {fused} fused operations in {', '.join(map(str, sources))}")
    if multiplies < 500:
        sys.exit(f"only {multiplies} multiplications: is that all of the lane code?")


def emulator():
    """What stands before an Arm program; None where nothing can run it."""
    if platform.machine() == "aarch64":
        return []
    for name in ("qemu-aarch64-static", "qemu-aarch64"):
        if shutil.which(name):
            return [name]
    return None


def main():
    root = Path(sys.argv[2]).resolve()
    if not shutil.which(COMPILER):
        sys.exit(f"{COMPILER} is missing: tools/setup check installs it")
    isa = root / "cmake/isa.cmake"
    compiler = [COMPILER, *FLAGS, captured(r"set\(AMPHI_FLAGS_neon ([^)]*)\)", isa), f"-I{root}/src",
                f"-DLANES={captured(r'set.AMPHI_LANES_neon ([0-9]+).', isa)}"]
    sources = captured(r"set\(AMPHI_LANE_SOURCES\s([^)]*)\)", root / "CMakeLists.txt").split()
    with tempfile.TemporaryDirectory(prefix="amphi-") as folder:
        compiler.append(f"-I{generated(root, folder)}")
        check_fused(compiler, [root / source for source in sources], folder)
        checks = f"{folder}/checks"
        run([*compiler, "-DLANE_CHECKS_MAIN", "-static", root / "tests/cpu/lane_checks.c", "-o", checks, "-lm"])
        prefix = emulator()
        said = "not run: there is no qemu-aarch64 here" if prefix is None else run([*prefix, checks])
    if prefix is not None and said.count(": holds\n") != len(said.splitlines()):
        sys.exit(said)
    print(f"{len(sources)} lane sources compile for aarch64; the lane checks:\n{said.rstrip()}")


main()
