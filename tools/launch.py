# SPDX-License-Identifier: BSD-3-Clause
"""How to start amphi in several parts."""
import json
import shlex
import shutil
import subprocess


def mpirun(program, given, *options):
    """The words before the number of parts: what was given, else mpirun of amphi's MPI library; options are Open MPI's."""
    if given:
        return shlex.split(given)
    info = subprocess.run([program, "info", "--json"], capture_output=True, check=True).stdout
    if "Open MPI" not in (json.loads(info)["mpi"] or ""):
        return [shutil.which("mpirun.mpich") or "mpirun"]
    return [shutil.which("mpirun.openmpi") or "mpirun", "--allow-run-as-root", *options]
