#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Files that a case names: a run goes on only with the contents that it began with, wherever they lie."""
import shutil
import subprocess

import h5py
import numpy as np
from harness import amphi, expect, expect_run, main

TRANSPORT = """
method: transport
dimensions: 2
transport:
  points: 16
  high: [1, 1]
  step: 0.05
  flow: {kind: file, file: flow.h5}
  scalar: {kind: file, file: start.h5}
end: 1
"""
SWARM = """
method: swarm
dimensions: 2
swarm: {function: user, library: %s, particles: 8, bounds: [-1, 1]}
end: 40
"""
PAIRS = """
method: pairwise
domain: {low: [0, 0, 0], high: [10, 10, 10]}
particles: {from: file, file: pairs.csv, temperature: 0}
pairwise: {cutoff: 2.5, step: 0.001}
end: 0.02
"""


def build(folder, name, plus):
    (folder / "f.c").write_text("double objective(int n, const double *x) { double s = %d;\n"
                                "  for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }\n" % plus)
    subprocess.run([shutil.which("cc"), "-shared", "-fPIC", "-o", folder / name, folder / "f.c"], check=True)


def write(folder):
    """Three cases, and each input file in two versions: NAME and NAME.other."""
    (folder / "transport.yaml").write_text(TRANSPORT)
    (folder / "swarm.yaml").write_text(SWARM % "./f.so")
    (folder / "pairs.yaml").write_text(PAIRS)
    for suffix, speed in ("", 0.3), (".other", 0.30000000000000004):
        with h5py.File(folder / f"flow.h5{suffix}", "w") as file:
            file["u"] = np.full((16, 16), speed)
            file["v"] = np.zeros((16, 16))
        with h5py.File(folder / f"start.h5{suffix}", "w") as file:
            file["scalar"] = np.full((16, 16), speed)
        (folder / f"pairs.csv{suffix}").write_text(f"x,y,z\n1,1,1\n2.2,1,1\n5,{5.1 + len(suffix) / 100},5\n")
        build(folder, f"f.so{suffix}", len(suffix))


FILES = (("transport", "transport.flow.file", "flow.h5"), ("transport", "transport.scalar.file", "start.h5"),
         ("swarm", "swarm.library", "f.so"), ("pairs", "particles.file", "pairs.csv"))


def test_changed_contents(folder):
    write(folder)
    for case, key, name in FILES:
        whole = amphi("run", f"{case}.yaml", "-o", f"{case}-whole", "--force", cwd=folder)
        expect_run(whole, 0)
        expect_run(amphi("run", f"{case}.yaml", "-o", case, "--force", "--steps", 3, cwd=folder), 0)
        kept = (folder / name).read_bytes()
        shutil.copy(folder / f"{name}.other", folder / name)
        before = {path.name: path.read_bytes() for path in (folder / case).iterdir()}
        result = amphi("run", f"{case}.yaml", "--resume", "-o", case, cwd=folder)
        expect_run(result, 2, f"{case}: {key}: the contents of ", name, "are not those that the run began with",
                   "put the file back as it was, or start anew with --force")
        expect(before == {path.name: path.read_bytes() for path in (folder / case).iterdir()}, "files changed")
        (folder / name).unlink()
        expect_run(amphi("run", f"{case}.yaml", "--resume", "-o", case, cwd=folder), 2, name)
        (folder / name).write_bytes(kept)
        expect_run(amphi("run", f"{case}.yaml", "--resume", "-o", case, cwd=folder), 0)
        expect_run(amphi("compare", "--exact", f"{case}-whole", case, cwd=folder), 0)


def test_moved(folder):
    """The name may change, the contents may not."""
    write(folder)
    expect_run(amphi("run", "transport.yaml", "-o", "out", "--steps", 3, cwd=folder), 0)
    (folder / "flow.h5").rename(folder / "moved.h5")
    expect_run(amphi("run", "transport.yaml", "--resume", "-o", "out", "--set", "transport.flow.file=moved.h5", cwd=folder), 0)


def test_library_without_folder(folder):
    """One that dlopen looks for."""
    write(folder)
    (folder / "found").mkdir()
    (folder / "swarm.yaml").write_text(SWARM % "libobjective-of-a-test.so")
    library = folder / "found/libobjective-of-a-test.so"
    shutil.copy(folder / "f.so", library)
    options = {"cwd": folder, "env": {"LD_LIBRARY_PATH": str(folder / "found"), "PATH": "/usr/bin:/bin"}}
    expect_run(amphi("run", "swarm.yaml", "-o", "out", "--steps", 3, **options), 0)
    library.unlink()
    shutil.copy(folder / "f.so.other", library)
    expect_run(amphi("run", "swarm.yaml", "--resume", "-o", "out", **options), 2, "swarm.library: the contents of", str(library))


def test_verify(folder):
    write(folder)
    expect_run(amphi("verify", "transport.yaml", "--steps", 2, "-o", "hashes.json", cwd=folder), 0)
    expect_run(amphi("verify", "transport.yaml", "--steps", 2, "--against", "hashes.json", cwd=folder), 0)
    shutil.copy(folder / "flow.h5.other", folder / "flow.h5")
    expect_run(amphi("verify", "transport.yaml", "--steps", 2, "--against", "hashes.json", cwd=folder), 2, "another case")


main([test_changed_contents, test_moved, test_library_without_folder, test_verify])
