#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""shellcheck finds nothing in the shell scripts, and each says what it does when asked."""
import shutil
import subprocess
import sys
from pathlib import Path


def main():
    root = Path(sys.argv[2])
    if not shutil.which("shellcheck"):
        sys.exit("shellcheck is missing: tools/setup check installs it")
    candidates = [f for folder in (".ci", "tools", "tests") for f in sorted((root / folder).rglob("*")) if f.is_file()]
    scripts = [f for f in candidates if f.read_bytes()[:64].startswith((b"#!/bin/bash", b"#!/bin/sh"))]
    if len(scripts) < 4:
        sys.exit(f"only {len(scripts)} shell scripts found under {root}")
    failures = []
    run = subprocess.run(["shellcheck", *map(str, scripts)], capture_output=True, text=True)
    if run.returncode != 0:
        failures.append(run.stdout + run.stderr)
    for script in scripts:
        name = script.relative_to(root)
        if "set -euo pipefail" not in script.read_text():
            failures.append(f"{name}: no 'set -euo pipefail'")
        if name.parts[0] == "tools":
            help_ = subprocess.run([str(script.resolve()), "--help"], capture_output=True, text=True)
            if help_.returncode != 0 or not help_.stdout.startswith(f"Usage: {name}"):
                failures.append(f"{name}: --help must print 'Usage: {name} ...' and exit 0")
    if failures:
        sys.exit("\n".join(failures))
    print(f"{len(scripts)} shell scripts in order")


main()
