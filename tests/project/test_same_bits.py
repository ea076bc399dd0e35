#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""tools/same_bits finds one state in a short run whose particles come and go, and says which ways differ where a program
computes something else in one of them, fails, or does not go on from a checkpoint."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM, ROOT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
SMALL = ("--steps", "60", "--set", "dp=0.1", "--set", "gauges=[]")
# A program that is amphi but for what it does with the arguments in `args`.
OTHER = """\
#!{python}
import os, sys
args = sys.argv[1:]
{change}
os.execv("{program}", ["amphi", *args])
"""


def same_bits(*options, program=PROGRAM):
    command = [sys.executable, ROOT / "tools/same_bits", "--program", program, *SMALL, *options]
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=600, check=False)


def expect(condition, text, run):
    if not condition:
        sys.exit(f"{text}: exit status {run.returncode}\n{run.stdout}{run.stderr}")


def main():
    # MPI libraries leave memory behind; the other tests look for leaks of ours.
    os.environ["ASAN_OPTIONS"] = ":".join(filter(None, (os.environ.get("ASAN_OPTIONS"), "detect_leaks=0")))
    info = json.loads(subprocess.run([PROGRAM, "info", "--json"], capture_output=True, check=True).stdout)
    parts = ("--parts", "2") if info["mpi"] else ("--parts",)
    run = same_bits(*parts)
    states = {line.split()[0] for line in run.stdout.splitlines() if ", " in line and line.endswith(" s")}
    expect(run.returncode == 0 and run.stdout.endswith("one state\n") and len(states) == 1, "as it is", run)
    for way in ("threads 2", "offload, host", "reference", "half cpu, half offload on host") + (("cpu, 2 parts",) if info["mpi"] else ()):
        expect(f"  {way}, " in run.stdout or f", {way}, " in run.stdout, f"no line of {way}", run)
    alone = ("--parts", "--threads", "1")
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder, "other")
        for change, said in (('if "reference" in args and "--resume" not in args: args += ["--set", "gravity=[1e-6, 0]"]',
                              "several states:"),
                             ('if "reference" in args: sys.exit("lost")', "half offload on host, half reference: exit status 1: lost"),
                             ('args = [a for a in args if a != "--resume"]', "exit status 2")):
            other.write_text(OTHER.format(python=sys.executable, change=change, program=PROGRAM))
            other.chmod(0o755)
            run = same_bits(*alone, "--only", "reference", program=other)
            expect("cpu, " not in run.stdout, "ways that were not asked for", run)
            expect(run.returncode == 1 and said in run.stderr, change, run)
    run = same_bits(*alone, "--only", "cpu", "--devices", "--set", "open_boundaries.inlet.velocity.speed=0")
    expect(run.returncode == 1 and "nothing came in" in run.stderr, "without a flow", run)
    print("same_bits finds one state, and says what differs")


main()
