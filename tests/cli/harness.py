# SPDX-License-Identifier: BSD-3-Clause
"""What the command line tests share: a small 2-D case, running the program, collecting failures."""
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

PROGRAM = Path(sys.argv[1]).resolve()
SOURCE = Path(sys.argv[2]).resolve()

# A column of water that falls apart: 400 fluid particles, a few seconds at most on any machine.
CASE = """\
title: a small dam break
method: wcsph
dimensions: 2
dp: 0.01
domain:
  low: [0, 0]
  high: [0.6, 0.4]
gravity: [0, -9.81]
fluids:
  - name: water
    shapes:
      - {add: box, low: [0, 0], high: [0.2, 0.2]}
walls:
  - name: tank
    shapes:
      - {add: box, low: [0, 0], high: [0.6, 0.4], fill: shell-outside, layers: 3}
boundary: {model: dynamic}
end: 0.2
output: {interval: 0.05, checkpoint: 0}
gauges:
  - {name: P1, type: pressure, at: [0.1, 0.05], interval: 0.001}
  - {name: H1, type: height, at: [0.1], interval: 0.01}
  - {name: V1, type: velocity, at: [0.1, 0.1], interval: 0.005}
  - {name: F1, type: force, on: tank, interval: 0.002}
"""


def amphi(*arguments, timeout=120, **options):
    """Run the program to its end; the result has returncode, stdout, stderr."""
    command = [str(PROGRAM), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False, **options)


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


def expect_run(result, status, *texts):
    """The exit status, and texts that standard output or standard error must hold."""
    said = result.stdout + result.stderr
    expect(result.returncode == status, f"exit status {result.returncode}, not {status}:\n{' '.join(result.args)}\n{said}")
    for text in texts:
        expect(text in said, f"'{text}' is not in what it said:\n{' '.join(result.args)}\n{said}")
    return result


def listing(folder):
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*"))


def processor_seconds():
    """Of this process and of those that it waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def main(tests):
    """Run each test in a folder of its own that holds case.yaml; exit non-zero if one fails."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it, and what they start does
    failed = 0
    for test in tests:
        with tempfile.TemporaryDirectory(prefix="amphi-") as folder:
            folder = Path(folder)
            (folder / "case.yaml").write_text(CASE)
            begin = processor_seconds()
            try:
                test(folder)
                print(f"passed: {test.__name__}, {processor_seconds() - begin:.1f} s of a processor", flush=True)
            except Exception:  # one broken test does not hide the others
                failed += 1
                print(f"FAILED: {test.__name__}\n{traceback.format_exc()}", flush=True)
    sys.exit(f"{failed} of {len(tests)} failed" if failed else 0)
