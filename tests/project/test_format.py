#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every C file is as clang-format 14 with the project's .clang-format would write it."""
import shutil
import subprocess
import sys
from pathlib import Path

FORMATTER = "clang-format-14"
SKIPPED = 77


def main():
    root = Path(sys.argv[2])
    files = sorted(f for folder in ("lab", "src", "tests") for f in (root / folder).rglob("*.[ch]"))
    if not files:
        sys.exit(f"no C files under {root}")
    if not shutil.which(FORMATTER):
        # Distributions of today lack it, and nobody needs it to use amphi. .ci/run takes a skip here for a failure.
        print(f"skipped: {FORMATTER} is missing; tools/setup check installs it where the distribution has it")
        return SKIPPED
    run = subprocess.run([FORMATTER, "--dry-run", "-Werror", "--style=file", *map(str, files)],
                         capture_output=True, text=True)
    if run.returncode != 0:
        print(run.stderr, file=sys.stderr)
        differing = sorted({line.split(":")[0] for line in run.stderr.splitlines() if ": error: " in line})
        sys.exit(f"{len(differing)} of {len(files)} files differ; mend with: {FORMATTER} -i "
                 + " ".join(str(Path(f).relative_to(root)) for f in differing))
    print(f"{len(files)} files as {FORMATTER} writes them")
    return 0


sys.exit(main())
