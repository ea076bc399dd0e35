#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The table of docs/import.md: every case in a folder of DualSPHysics' examples, imported at a spacing that gives at most MOST
particles and run for STEPS steps on two backends, or why not.
  tests/import/table.py build/amphi FOLDER [STEPS [MOST [WORD,...]]]    those alone that have one of the words in their name"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
WORDS = sys.argv[5].split(",") if len(sys.argv) > 5 else [""]
STEPS, MOST = int(sys.argv[3]) if len(sys.argv) > 3 else 200, int(sys.argv[4]) if len(sys.argv) > 4 else 100000


def amphi(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)


def cases():
    """Documents with a geometry; templates and lists of materials have none."""
    for path in sorted(FOLDER.rglob("*.xml")):
        wanted = any(word in str(path) for word in WORDS) and "xml_format" not in path.parts
        if wanted and b"<mainlist" in path.read_bytes():
            yield path


def take(path, out):
    """Imported, coarser if it has to be and can: what import said."""
    spacing, before = [], None
    for number in range(5):
        said = amphi("import", path, "-o", out / str(number), *spacing)
        if said.returncode and before:
            return before
        found = re.search(r"(\d+) particles of fluid and (\d+) of walls, (\d)-D, dp = (\S+) m", said.stdout)
        if not found or int(found[1]) + int(found[2]) <= MOST:
            break
        before = said, found, out / str(number)
        more = ((int(found[1]) + int(found[2])) / MOST) ** (1 / int(found[3]))
        spacing = ["--dp", f"{float(found[4]) * more * 1.04:.4g}"]
    return said, found, out / str(number)


def why(said):
    refused = [line.split(" refused: ", 1)[1] for line in said.stdout.splitlines() if " refused: " in line]
    lines = [line.split(":")[1] for line in said.stdout.splitlines() if " refused: " in line]
    if refused:
        return f"line {lines[0]}: {refused[0]}" + (f", and {len(refused) - 1} more" if len(refused) > 1 else "")
    return said.stderr.strip().splitlines()[-1].replace(str(FOLDER) + "/", "").removeprefix("amphi: ")


def run(case):
    hashes = set()
    for backend in (["-b", "cpu"], ["-b", "offload", "--device", "host"]):
        said = amphi("bench", case, "--steps", STEPS, "--set", "summation=fixed", *backend)
        found = re.search(r"hash\s+(\w+)", said.stdout)
        if said.returncode or not found:
            return f"stopped: {said.stderr.strip().splitlines()[-1][-160:]}"
        hashes.add(found[1])
    return "one hash" if len(hashes) == 1 else f"hashes differ: {hashes}"


def main():
    ran = count = 0
    print("| case | particles | dp, m | |\n|---|---|---|---|")
    for path in cases():
        count += 1
        with tempfile.TemporaryDirectory(prefix="amphi-") as folder:
            said, found, out = take(path, Path(folder))
            name = str(path.relative_to(FOLDER)).removesuffix(".xml").removesuffix("_Def")
            if said.returncode:
                print(f"| {name} | | | {why(said).replace('<', '`<').replace('>', '>`')} |", flush=True)
                continue
            result = run(out) if STEPS else "imported"
            ran += result in ("one hash", "imported")
            print(f"| {name} | {int(found[1]) + int(found[2])} | {found[4]} | {result} |", flush=True)
    print(f"\n{ran} of {count} run.")


main()
