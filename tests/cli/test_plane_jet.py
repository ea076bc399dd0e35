#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Gauges on a wall that a jet hits read what free-streamline theory says: cases/plane-jet keeps the bounds of
tools/validate.py, and with dynamic walls, which hold the water off the sensors, it does not, but is 25 % off at most."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

AMPHI, ROOT = sys.argv[1], Path(sys.argv[2]).resolve()

with tempfile.TemporaryDirectory() as folder:
    for walls, status in ("dummy", 0), ("dynamic", 1):
        out = f"{folder}/{walls}"
        subprocess.run([AMPHI, "run", ROOT / "cases/plane-jet", "--set", f"boundary.model={walls}", "-o", out, "--quiet"],
                       check=True)
        found = subprocess.run([ROOT / "tools/validate.py", "plane-jet", out, "--json"], capture_output=True, text=True)
        if found.returncode != status:
            sys.exit(f"FAILED: {walls} walls: exit {found.returncode}, not {status}\n{found.stdout}{found.stderr}")
        errors = [row["value"] for row in json.loads(found.stdout)["figures"] if "6 gauges" in row["what"]]
        if not 0 <= max(errors) < 25:
            sys.exit(f"FAILED: {walls} walls: gauges are {errors} % off\n{found.stdout}")
print("ok")
