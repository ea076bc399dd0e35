#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""src/case/choices.json becomes C and CMake, each row of it: a model more is there in both, and a member that cmake/choices.cmake
does not know is refused by name."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[2]).resolve()
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(choices LANGUAGES NONE)
include(cmake/choices.cmake)
message(STATUS "axes ${AMPHI_LAW_AXES}")
message(STATUS "kernels ${AMPHI_MODELS_kernel}")
"""


def configure(choices):
    """What configuring says, and the header that it writes; None where it fails."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "CMakeLists.txt").write_text(PROJECT)
        (folder / "cmake").symlink_to(ROOT / "cmake")
        (folder / "src/case").mkdir(parents=True)
        (folder / "src/case/choices.json").write_text(json.dumps(choices))
        run = subprocess.run(["cmake", "-S", folder, "-B", folder / "build"], capture_output=True, text=True, check=False)
        header = folder / "build/generated/choice_rows.h"
        return run.stdout + " ".join(run.stderr.split()), None if run.returncode else header.read_text()


def expect(condition, what):
    if not condition:
        sys.exit(what)


def main():
    text = (ROOT / "src/case/choices.json").read_text()
    choices = json.loads(text)
    said, header = configure(choices)
    axes = [choice["name"].upper() for choice in choices["choices"] if choice.get("axis")]
    expect(f"axes {';'.join(axes)}\n" in said, f"the axes are {axes}, not\n{said}")
    for choice in choices["choices"]:
        for model in choice["models"]:
            row = f'X({choice["name"].upper()}_{model["word"].upper()}, "{model["word"]}", '
            expect(header.count(row) == 1, f"'{row}' stands in the header {header.count(row)} times")
            expect(f'"{model["what"]}", ' + (f'"{model["paper"]}"' if "paper" in model else "NULL") in header, f"{row}: what or paper")
    kernels = choices["choices"][0]["models"]
    kernels.append({**kernels[0], "word": "more", "what": "one more; of [two]", "takes": ["ALPHA", "NU"]})
    said, header = configure(choices)
    expect(";more\n" in said, f"a kernel more is in no list of CMake's:\n{said}")
    expect('X(KERNEL_MORE, "more", TAKES_ALPHA | TAKES_NU, "one more; of [two]", ' in header, "a kernel more is not in the header")
    for where, wrong in ((0, {"fallbak": "x"}), (1, {"papr": "x"})):
        choices = json.loads(text)
        (choices["choices"][0]["models"][0] if where else choices["choices"][0]).update(wrong)
        said, header = configure(choices)
        expect(header is None and f"'{next(iter(wrong))}': expected one of" in said, f"{wrong} is not refused:\n{said}")
    print("choices.json, the header and CMake's lists agree")


main()
