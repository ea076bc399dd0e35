#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Is this the device code that ran on a GPU? A number for the PTX of each unit of a build with clang (cmake --preset gpu, which
need not be compiled), but for names and comments, so that units with the same number run the same instructions.

    tools/device_text.py build-gpu --record docs/device-text.txt     # on the tree of a GPU run
    tools/device_text.py build-gpu --against docs/device-text.txt    # later: which units are others

With --kept of a build that is compiled and up to date, which has kept the texts: seconds instead of minutes.

Exit status 0: all units are those of the file, 1: some are not."""
import argparse
import hashlib
import json
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

WHICH = re.compile(r"-D(PASS|SWEEP|VARIANT|VARIANT_SUM|VARIANT_KERNEL|VARIANT_UPRIGHT|VARIANT_AHEAD)=(\w+)")


def units(build):
    """What the build compiles for a device: entries of its compile commands."""
    return [e for e in json.loads((build / "compile_commands.json").read_text())
            if "/src/offload/" in e["file"] or e["file"].endswith("/lab/offload_unit.c")]


def name(entry):
    """Of a unit: its file, and which of the units of that file it is."""
    which = sorted(set(WHICH.findall(entry["command"])))
    return " ".join(["/".join(entry["file"].split("/")[-2:]), *(f"{key}={word}" for key, word in which)])


def text_of(entry, kept):
    """What the build kept, or clang's command once more, for the device alone, up to the assembler; not the one that keeps the
    build's texts."""
    if kept:
        return Path(re.search(r"--text=(\S+)", entry["command"]).group(1)).read_text()
    words = [w for w in shlex.split(entry["command"].replace("-Xcuda-ptxas ", "")) if not re.match("--(ptxas-path|text|by|teams)=", w)]
    with tempfile.TemporaryDirectory(prefix="amphi-") as folder:
        words[words.index("-o") + 1] = folder + "/unit.o"
        subprocess.run([*words, "-w", "-save-temps=obj"], cwd=entry["directory"], check=True, stderr=subprocess.DEVNULL)
        return next(Path(folder).glob("*nvptx64*.s")).read_text()


def digest(text):
    """Kernels are named by the disk and file that they stand in, and by their line; a comment may have a line of its own."""
    text = re.sub(r"\s*\n\s*", "\n", re.sub(r"//.*", "", text))
    text = re.sub(r"\.minnctapersm.*\n", "", text)  # which the build adds
    text = re.sub(r"__omp_offloading_[0-9a-f]+_[0-9a-f]+_", "", text)
    return hashlib.sha256(re.sub(r"_l[0-9]+(?=_|\b)", "", text).encode()).hexdigest()[:16]


def read(path):
    lines = (line.split(maxsplit=1) for line in path.read_text().splitlines() if not line.startswith("#"))
    return {unit: number for number, unit in lines}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("build", type=Path)
    options.add_argument("--record", type=Path, metavar="FILE", help="write the numbers down")
    options.add_argument("--against", type=Path, metavar="FILE", help="compare with numbers written down")
    options.add_argument("--note", default="", help="a first line for the file: machine, commit, compiler")
    options.add_argument("--kept", action="store_true", help="of the texts that the build kept")
    options.add_argument("--jobs", type=int, default=2, metavar="N")
    given = options.parse_args()
    found = units(given.build)
    with ThreadPoolExecutor(given.jobs) as pool:
        numbers = dict(zip(map(name, found), pool.map(lambda entry: digest(text_of(entry, given.kept)), found)))
    if len(numbers) != len(found):
        sys.exit(f"{len(found)} units have {len(numbers)} names")
    if given.record:
        rows = "".join(f"{number} {unit}\n" for unit, number in sorted(numbers.items()))
        given.record.write_text(f"# {given.note}\n{rows}")
    if not given.against:
        print(f"{len(numbers)} units")
        return
    ran = read(given.against)
    others = sorted(unit for unit in numbers if ran.get(unit) != numbers[unit])
    for unit in others:
        print(f"{'another' if unit in ran else 'new'}: {unit}")
    print(f"{len(numbers) - len(others)} of {len(numbers)} units are those of {given.against}")
    sys.exit(bool(others))


if __name__ == "__main__":
    main()
