# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of faults share: tiny runs of every method, the preloaded library, and what a run that met a fault
may leave: the same results as without, or a message and nothing that looks whole and is not."""
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

import h5py
import numpy as np

PROGRAM = Path(sys.argv[1]).resolve()
LIBRARY = Path(os.environ.get("AMPHI_FAULTS_LIBRARY", PROGRAM.parent / "tests/libfaults.so"))
# What is synced is simulated, so the runs need not wait for a disk.
MEMORY = Path("/dev/shm")
# All that were promised, or a part that is quick: AMPHI_FAULTS=all ctest -R faults/
ALL = os.environ.get("AMPHI_FAULTS") == "all"

# Of the smallest run, with AMPHI_FAULTS=all, each call is tried.
SMALLEST, EVERY = "swarm", 1 << 30

CASES = {
    "wcsph": """method: wcsph
scheme: classic
dimensions: 2
dp: 0.05
domain: {low: [0, 0], high: [0.8, 0.6], open: [+y]}
gravity: [0, -9.81]
fluids:
  - {name: water, shapes: [{add: box, low: [0, 0], high: [0.2, 0.4]}]}
walls:
  - {name: tank, shapes: [{add: box, low: [0, 0], high: [0.8, 0.6], fill: shell-outside, open: [+y]}]}
end: 0.007
output: {interval: 0.002, checkpoint: 1e-9}
gauges:
  - {name: P1, type: pressure, at: [0.1, 0.05], interval: 0.001}
  - {name: F1, type: force, on: tank, interval: 0.001}
""",
    "transport": """method: transport
dimensions: 2
transport:
  {high: [1, 1], points: 16, step: 0.1, flow: {kind: rotation}, scalar: {kind: ball, centre: [0.5, 0.6], radius: 0.3}}
end: 0.5
output: {interval: 0.2, checkpoint: 1e-9}
gauges:
  - {name: sum, type: sum, interval: 0.1}
""",
    "swarm": """method: swarm
dimensions: 3
swarm: {function: rastrigin, particles: 8, history: 1}
end: 6
output: {interval: 2, checkpoint: 1e-9}
""",
    # No checkpoint: snapshots wait for each other, and what is found after a fault begins anew.
    "waiting": """method: swarm
dimensions: 3
swarm: {function: rastrigin, particles: 8, history: 1}
end: 6
output: {interval: 1, checkpoint: 0}
""",
    "pairwise": """method: pairwise
particles: {from: fcc, cells: [4, 4, 4], density: 0.8442, temperature: 1.44, seed: 87287}
pairwise: {cutoff: 2.5, step: 0.005, skin: 0.3}
end: 0.025
output: {interval: 0.01, checkpoint: 1e-9, keep: {interval: 0.01}}
gauges:
  - {name: energy, type: energy, interval: 0.005}
""",
}
CASES["offload"] = CASES["wcsph"]  # by the backend that keeps rows for who writes
HOW = {"offload": ("--backend", "offload", "--device", "host")}


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


def amphi(*arguments, **faults):
    """The program, with the library before all others if there are faults: kind, at, below, disk, report."""
    environment = dict(os.environ)
    if faults:
        environment["LD_PRELOAD"] = str(LIBRARY)
        environment.update({f"FAULTS_{key.upper()}": str(value) for key, value in faults.items()})
    return subprocess.run([str(PROGRAM), *map(str, arguments)], capture_output=True, text=True, errors="replace",
                          timeout=60, check=False, env=environment)


class Place:
    """A folder with a case; `data` is where faults happen and holds the case and the output, `out`."""

    def __init__(self, folder, method):
        self.folder = Path(folder).resolve() / method
        self.data, self.out = self.folder / "data", self.folder / "data/out"
        self.how = HOW.get(method, ())
        self.data.mkdir(parents=True)
        self.case = self.folder / "case.yaml"
        self.case.write_text(CASES[method])
        whole = self.run(out=self.folder / "whole")
        expect(whole.returncode == 0, f"{method} without faults: {whole.stderr}")
        self.whole = results(self.folder / "whole")
        self.earlier = {}  # what stood in the folder before the fault

    def run(self, *more, out=None, **faults):
        return amphi("run", self.case, "-o", out or self.out, "--threads", "1", "--quiet", *self.how, *more, **faults)

    def count(self, kind, command):
        """How many opportunities for this kind of fault the command, a function of faults, has."""
        report = self.folder / "report"
        done = command(kind=kind, at=0, below=self.data, report=report, disk=self.folder)
        expect(done.returncode == 0, f"{kind}, counted only: {done.stderr}")
        count = int(report.read_text())
        expect(count > 0, f"no opportunity for '{kind}': is the library loaded?")
        return count

    def begin(self):
        """The first two steps of a run, stopped in good order."""
        self.clear()
        begun = self.run("--steps", "2")
        expect(begun.returncode == 0, begun.stderr)
        self.earlier = results(self.out)

    def clear(self):
        shutil.rmtree(self.data, ignore_errors=True)
        self.data.mkdir()
        self.earlier = {}


def digest(path):
    """Of what a file says. In HDF5 other bytes may stand where nothing is said: out of memory it gives blocks back and
    takes fresh ones, whose bytes it writes."""
    if path.suffix not in (".h5", ".vtkhdf"):
        return hashlib.sha256(path.read_bytes()).hexdigest()
    said = hashlib.sha256()
    with h5py.File(path) as file:
        items = [("/", file)]
        file.visititems(lambda name, item: items.append((name, item)))
        for name, item in items:
            values = [(key, np.asarray(value)) for key, value in sorted(item.attrs.items())]
            if isinstance(item, h5py.Dataset):
                values.append(("", np.asarray(item[()])))
            for key, value in values:
                value = np.array(repr(value.tolist())) if value.dtype == object else value
                said.update(f"{name} {key} {value.dtype} {value.shape} ".encode() + value.tobytes())
    return said.hexdigest()


def results(folder):
    """What two equal runs have in common, to compare: file contents, and the state's hash and time."""
    found = {}
    for path in sorted(Path(folder).iterdir()):
        if path.name.startswith(("particles", "gauges", "used", "chain")):
            found[path.name] = digest(path)
    summary = json.loads((Path(folder) / "summary.json").read_text())
    found["summary"] = tuple(summary[key] for key in ("outcome", "steps", "time", "state_hash", "snapshots"))
    found["kept"] = sorted(path.name for path in Path(folder).glob("checkpoint_*.h5"))
    expect((Path(folder) / "log.txt").exists() and (Path(folder) / "checkpoint.h5").exists(), f"{folder}: incomplete")
    left = [path.name for path in Path(folder).iterdir() if path.name.endswith(".tmp")]
    expect(not left, f"{folder}: left-overs {left}")
    return found


def expect_same(place, out=None):
    found = results(out or place.out)
    differing = [name for name in {**place.whole, **found} if place.whole.get(name) != found.get(name)]
    expect(not differing, f"not as without faults: {differing}")


def expect_message(done):
    """It failed, and said so in words."""
    expect(done.returncode in (1, 2), f"exit status {done.returncode}: {done.stderr[-2000:]}")
    expect(len(done.stderr.strip()) > 10, f"exit status {done.returncode} without a word")


def expect_whole_files(place):
    """What stands under a final name is what an undisturbed run writes there, or was not touched."""
    for path in place.out.iterdir() if place.out.exists() else []:
        if path.suffix == ".vtkhdf":
            found = digest(path)
            expect(found in (place.whole.get(path.name), place.earlier.get(path.name)), f"{path.name} is not as an undisturbed run writes it")
        if path.suffix in (".series", ".json"):
            json.loads(path.read_text())


def resume(place, **faults):
    """Go on where there is a checkpoint, else expect to be told, and start anew."""
    if not place.out.exists() or not (place.out / "checkpoint.h5").exists():
        expect_message(place.run("--resume"))
        return place.run("--force", **faults)
    return place.run("--resume", **faults)


def chosen(count, most, seed=0):
    """Numbers from 1 to count: all, or at most so many spread evenly."""
    most = min(most, count)
    return sorted({1 + (i * count + seed) // most % count for i in range(most)})


def expect_survived(place, done):
    """A run that met a fault gave the same results, or said what went wrong, left no half file and can go on."""
    if done.returncode != 0:
        expect_message(done)
        expect_whole_files(place)
        done = resume(place)
        expect(done.returncode == 0, f"without the fault it cannot go on: {done.stderr}")
    expect_same(place)


def try_each(place, kind, command, most, seed, judge=expect_survived):
    """The command, a function of faults, with one fault of a kind at each of at most so many of its opportunities. It must
    not die, and judge(place, done) says whether it did well. Returns the number of tries."""
    place.clear()
    count = place.count(kind, command)
    numbers, failures = chosen(count, most, seed), []
    for at in numbers:
        place.clear()
        done = command(kind=kind, at=at, below=place.data, disk=place.folder)
        try:
            expect(done.returncode >= 0, f"it died of signal {-done.returncode}")
            judge(place, done)
        except Exception as error:
            said = f"{done.stdout[-500:]}{done.stderr[-2000:]}"
            failures.append(f"'{kind}' at {at} of {count}, {' '.join(done.args)}, status {done.returncode}: {error}\n{said}")
    expect(not failures, "\n".join(failures))
    return len(numbers)


def main(tests):
    """Each test gets an empty folder and returns how many tries it made."""
    failed, tries = 0, 0
    for test in tests:
        with tempfile.TemporaryDirectory(prefix="amphi-faults-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
            try:
                tries += test(folder)
                print(f"passed: {test.__name__}", flush=True)
            except Exception:  # one broken test does not hide the others
                failed += 1
                print(f"FAILED: {test.__name__}\n{traceback.format_exc()}", flush=True)
    print(f"{tries} tries")
    sys.exit(f"{failed} of {len(tests)} failed" if failed else 0)
