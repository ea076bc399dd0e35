#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Examples of DualSPHysics, where AMPHI_DUALSPHYSICS names a folder of them: each is imported or refused by line, and has the
particles that its own pre-processor left in it, where it did (exactly, but for what is listed here)."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = Path(sys.argv[1]).resolve()
if "AMPHI_DUALSPHYSICS" not in os.environ:
    print("skipped: AMPHI_DUALSPHYSICS names no folder of DualSPHysics' examples")
    sys.exit(77)
FOLDER = Path(os.environ["AMPHI_DUALSPHYSICS"])

# Known to differ, by at most this part of a group: slanted faces of frustums and small round bodies, which its pre-processor
# draws as polyhedra; particles off the lattice; and a summary that is older than the commands beside it.
DIFFERENT = {"Motion05": 2, "Motion06": 0.09, "Motion07": 0.08, "Motion08": 0.4, "CaseFrCylinder": 0.03, "CaseFrBeach": 0.02, "CaseFrSphere": 0.02,
             "CaseFlowFrCylinder": 0.04, "GenericWaveTank": 0.006,
             "RedrawComplexPeriodic": None}


def left(text):
    """Particles a group, as the document says."""
    found = re.findall(r'<(?:fixed|moving|floating|fluid) mk(bound|fluid)="(\d+)"[^>]*count="(\d+)"', text)
    return {kind + mk: int(count) for kind, mk, count in found}


def compare(name, want, case):
    got = {n: int(c) for n, c in re.findall(r"name: (\w+) +# (\d+) particles", case)}
    if name in DIFFERENT and DIFFERENT[name] is None:
        return []
    part = DIFFERENT.get(name, 0)
    if "open_boundaries:" in case:  # amphi fills the layers behind faces itself
        want = {group: count for group, count in want.items() if group.startswith("bound") or group in got}
    return [f"{name}: {group} has {got.get(group)}, not {count}" for group, count in want.items()
            if abs(got.get(group, 0) - count) > part * count]


def main():
    faults, taken, exact = [], 0, 0
    for path in sorted(FOLDER.rglob("*.xml")):
        text = path.read_text(errors="replace")
        if "<mainlist" not in text or "xml_format" in path.parts:
            continue
        with tempfile.TemporaryDirectory(prefix="amphi-") as folder:
            said = subprocess.run([PROGRAM, "import", path, "-o", Path(folder) / "case"], capture_output=True, text=True, check=False)
            if said.returncode not in (0, 2):
                faults.append(f"{path}: exit status {said.returncode}: {said.stderr}")
            elif said.returncode == 2 and not re.search(r"\.xml:\d+: ", said.stdout + said.stderr):
                faults.append(f"{path}: refused without a line: {said.stderr}")
            elif said.returncode == 0:
                taken += 1
                wrong = compare(path.stem, left(text), (Path(folder) / "case/case.yaml").read_text())
                exact += bool(left(text)) and not wrong and path.stem not in DIFFERENT
                faults += wrong
    print(f"{taken} imported, {exact} with exactly the particles that they say")
    sys.exit("\n".join(faults) if faults else 0)


main()
