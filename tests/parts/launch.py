# SPDX-License-Identifier: BSD-3-Clause
"""Starting amphi in several parts."""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from harness import PROGRAM, amphi  # noqa: E402


def library():
    return json.loads(amphi("info", "--json").stdout)["mpi"]


# MPI libraries leave memory behind; the other tests look for leaks of ours. What is preloaded comes before the sanitizer.
os.environ["ASAN_OPTIONS"] = ":".join(filter(None, (os.environ.get("ASAN_OPTIONS"), "detect_leaks=0:verify_asan_link_order=0")))


def mpirun(parts, *arguments):
    """The command: root may, and parts may share a processor, which those that wait leave to the others (yield.c)."""
    if "Open MPI" in library():
        command = [shutil.which("mpirun.openmpi") or "mpirun", "--allow-run-as-root", "--oversubscribe", "--mca",
                   "mpi_yield_when_idle", "1"]
        if "AMPHI_YIELD_LIBRARY" in os.environ:
            command += ["-x", f"LD_PRELOAD={os.environ['AMPHI_YIELD_LIBRARY']}"]
    else:
        command = [shutil.which("mpirun.mpich") or "mpirun"]
    return [*command, "-n", str(parts), str(PROGRAM), *map(str, arguments)]


def parts(count, *arguments, timeout=120, **options):
    return subprocess.run(mpirun(count, *arguments), capture_output=True, text=True, timeout=timeout, check=False, **options)
