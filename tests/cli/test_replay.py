#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checkpoints that stay (output.keep), and parts of a run computed again from them: a gauge that comes late
has the bytes of one that was there, and what is not the same run is refused."""
import json
import random
import shutil

import h5py

from harness import amphi, expect, expect_run, listing, main

KEEP = ("--quiet", "--set", "output.keep.interval=0.02")
FIXED = (*KEEP, "--set", "summation=fixed")
SEED = random.randrange(1 << 32)
LATE = {
    "P9": "{name: P9, type: pressure, at: [0.15, 0.02], interval: 0.0015}",
    "H9": "{name: H9, type: height, at: [0.25], interval: 0.004}",
    "F9": "{name: F9, type: force, on: tank, interval: 0.003}",
    "S9": "{name: S9, type: pressure, at: [0.1, 0.02], frequency: 200, interval: 0.001}",
    "M9": "{name: M9, type: pressure, at: [0.1, 0.02], average: 0.001, interval: 0.002}",
}


def kept(folder):
    return [name for name in listing(folder) if name.startswith("checkpoint_")]


def state_of(folder):
    return json.loads((folder / "summary.json").read_text())["state_hash"]


def hash_in(path):
    with h5py.File(path) as f:
        return f.attrs["state_hash"]


def column(folder, name, low, high):
    """Time and values, as text, of the rows in which a gauge has one."""
    lines = [line.split(",") for line in (folder / "gauges.csv").read_text().splitlines()]
    of = [k for k, head in enumerate(lines[0]) if head.startswith(name)]
    rows = [(line[0], *(line[k] for k in of)) for line in lines[1:] if low <= float(line[0]) <= high]
    return [row for row in rows if any(row[1:])]


def all_there(folder, name):
    """A run of the case that has all gauges, and the gauges of a run that has the case's own."""
    text = (folder / "case.yaml").read_text()
    (folder / "more.yaml").write_text(text + "".join(f"  - {line}\n" for line in LATE.values()))
    expect_run(amphi("run", "more.yaml", "-o", "more", *FIXED, cwd=folder), 0)
    expect_run(amphi("run", "case.yaml", "-o", name, *FIXED, cwd=folder), 0)


def check_part(folder, out, low, high, names, *how):
    """Gauges that come late, in a part of the run in out/, against those of more/."""
    shutil.rmtree(folder / "part", ignore_errors=True)
    gauges = [word for name in names for word in ("--gauge", LATE[name])]
    expect_run(amphi("replay", out, "--from", low, "--to", high, "-o", "part", *gauges, *how, cwd=folder), 0,
               "The same run")
    for name in names:
        there, late = (column(folder / run, name, low, high) for run in ("more", "part"))
        expect(there and there == late, f"{name} in [{low}, {high}], {how}:\n{there}\n{late}")
    rows = (folder / "part/gauges.csv").read_text().splitlines()[1:]
    expect(all(low <= float(row.split(",")[0]) <= high for row in rows), "a row outside the part")


def test_late_gauges(folder):
    all_there(folder, "whole")
    for how in ((), ("--threads", "1"), ("--backend", "reference"), ("--backend", "offload", "--device", "host")):
        check_part(folder, "whole", 0.05, 0.11, ("P9", "H9", "F9"), *how)
    check_part(folder, "whole", 0, 0.03, ("P9", "F9"))  # from the beginning
    check_part(folder, "whole", 0.19, 0.2, ("H9", "P9"))  # to the checkpoint at the end
    print(f"  seed {SEED}")
    draw = random.Random(SEED)
    for _ in range(3):
        low = draw.uniform(0, 0.18)
        check_part(folder, "whole", low, draw.uniform(low + 0.01, 0.2), ("P9", "H9", "F9"))


def test_gauges_that_remember(folder):
    all_there(folder, "whole")
    shutil.rmtree(folder / "part", ignore_errors=True)
    check_part(folder, "whole", 0.05, 0.11, ("S9", "M9", "P9"))
    # Those of the run itself go on from the checkpoint.
    shutil.rmtree(folder / "part")
    said = expect_run(amphi("replay", "more", "--from", 0.05, "--to", 0.11, "-o", "part", cwd=folder), 0)
    expect("more/checkpoint_0002.h5" in said.stdout, said.stdout)
    for name in ("P1", "V1", *LATE):
        there, late = (column(folder / run, name, 0.05, 0.11) for run in ("more", "part"))
        expect(there and there == late, f"{name}:\n{there}\n{late}")


def test_snapshots(folder):
    """Every 5 ms of a part, where the run had one in 50, the same as those of a run that had all."""
    expect_run(amphi("run", "case.yaml", "-o", "whole", *FIXED, cwd=folder), 0)
    expect_run(amphi("run", "case.yaml", "-o", "fine", *FIXED, "--set", "output.interval=0.005", cwd=folder), 0)
    expect_run(amphi("replay", "whole", "--from", 0.047, "--to", 0.083, "--interval", 0.005, "--fields",
                     "velocity,pressure,vorticity", "-o", "part", cwd=folder), 0)
    entries = {run: json.loads((folder / run / "particles.vtkhdf.series").read_text())["files"] for run in ("fine", "part")}
    times = [entry["time"] for entry in entries["fine"] if 0.047 <= entry["time"] <= 0.083]
    expect(len(times) == 7 and times == [entry["time"] for entry in entries["part"]], str(entries))
    names = {entry["time"]: entry["name"] for entry in entries["fine"]}
    for entry in entries["part"]:
        with h5py.File(folder / "fine" / names[entry["time"]]) as a, h5py.File(folder / "part" / entry["name"]) as b:
            points = [f["VTKHDF/Points"][()].tobytes() for f in (a, b)]
            expect(points[0] == points[1] and "vorticity" in b["VTKHDF/PointData"], entry["name"])


def test_what_stays(folder):
    """At the same steps in every run: also in one that was interrupted, or has had too many."""
    run = ("run", "case.yaml", *FIXED)
    expect_run(amphi(*run, "-o", "whole", cwd=folder), 0)
    expect(kept(folder / "whole") == [f"checkpoint_{n:04}.h5" for n in range(1, 11)], str(kept(folder / "whole")))
    hashes = {name: hash_in(folder / "whole" / name) for name in kept(folder / "whole")}
    expect(len(set(hashes.values())) == 10, "checkpoints that are alike")
    # Other checkpoints, snapshots and gauges change nothing.
    expect_run(amphi("run", "case.yaml", "-o", "half", *FIXED, "--end", "0.09", "--backend", "offload", "--device", "host",
                     cwd=folder), 0)
    expect_run(amphi("run", "--resume", "half", "--quiet", "--end", "0.2", cwd=folder), 0)
    expect({name: hash_in(folder / "half" / name) for name in kept(folder / "half")} == hashes, "after a resume")
    few = ("--set", "output.keep.count=4")
    expect_run(amphi(*run, "-o", "few", *few, cwd=folder), 0)
    expect(kept(folder / "few") == ["checkpoint_0004.h5", "checkpoint_0008.h5"], str(kept(folder / "few")))
    expect(all(hash_in(folder / "few" / name) == hashes[name] for name in kept(folder / "few")), "thinned ones")
    expect_run(amphi(*run, "-o", "stopped", *few, "--end", "0.13", cwd=folder), 0)
    expect_run(amphi("run", "--resume", "stopped", "--quiet", "--end", "0.2", cwd=folder), 0)
    expect(kept(folder / "stopped") == kept(folder / "few"), "thinned ones after a resume")
    size = max((folder / "whole" / name).stat().st_size for name in hashes)
    expect_run(amphi(*run, "-o", "small", "--set", f"output.keep.disk={3.5 * size / 2**20}", cwd=folder), 0)
    left = kept(folder / "small")
    expect(1 <= len(left) <= 3 and sum((folder / "small" / name).stat().st_size for name in left) <= 3.5 * size, str(left))
    check = amphi("run", "--resume", "whole", "--end", "0.21", "--set", "output.keep.interval=0.03", cwd=folder)
    expect_run(check, 2, "output.keep.interval", "put it back")
    expect_run(amphi(*run, "-o", "whole", "--force", "--set", "output.keep.interval=0", cwd=folder), 0)
    expect(not kept(folder / "whole"), "a run anew leaves checkpoints of the one before")


def test_other_sums(folder):
    """Sums whose bits are those of a way to execute: proved where it is the same way, refused where not."""
    for threads in (1, 3):
        expect_run(amphi("run", "case.yaml", "-o", f"t{threads}", *KEEP, "--threads", threads, cwd=folder), 0)
    part = ("--from", "0.05", "--to", "0.11")
    expect_run(amphi("replay", "t1", *part, "-o", "same", "--threads", 1, cwd=folder), 0, "The same run")
    there, late = (column(folder / run, "P1", 0.05, 0.11) for run in ("t1", "same"))
    expect(there and there == late, "P1 under kahan")
    expect(state_of(folder / "t1") != state_of(folder / "t3"), "the threads do not show: try another case")
    expect_run(amphi("replay", "t1", *part, "-o", "other", "--threads", 3, cwd=folder), 1, "not the same run", "execution was")


def test_refusals(folder):
    expect_run(amphi("run", "case.yaml", "-o", "whole", *FIXED, cwd=folder), 0)
    part = ("--from", "0.05", "--to", "0.11", "-o", "part")
    expect_run(amphi("replay", "whole", "--from", "0.05", "--to", "0.3", "-o", "part", cwd=folder), 2, "last checkpoint is at")
    expect_run(amphi("replay", "whole", "--from", "0.2", "--to", "0.1", "-o", "part", cwd=folder), 2, "is behind")
    expect_run(amphi("replay", "whole", "--from", "0.1", "-o", "part", cwd=folder), 2, "--from and --to")
    expect_run(amphi("replay", "whole", *part, "--set", "material.gamma=5", cwd=folder), 2, "only outputs and gauges may change")
    expect_run(amphi("replay", "whole", *part[:-1], "whole", cwd=folder), 2, "holds a run")
    said = expect_run(amphi("replay", "whole", *part, "--gauge", "{name: P9, type: presure}", cwd=folder), 2, "pressure")
    expect("part/case.yaml:" in said.stderr, said.stderr)
    target = folder / "whole/checkpoint_0006.h5"
    damaged = bytearray(target.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    target.write_bytes(damaged)
    expect_run(amphi("replay", "whole", *part, cwd=folder), 2, "checkpoint_0006.h5", "damaged")
    target.unlink()
    expect_run(amphi("replay", "whole", *part, cwd=folder), 0, "checkpoint_0007.h5")
    (folder / "whole/used.yaml").unlink()
    expect_run(amphi("replay", "whole", *part[:-1], "again", cwd=folder), 2, "used.yaml")


if __name__ == "__main__":
    main([test_late_gauges, test_gauges_that_remember, test_snapshots, test_what_stays, test_other_sums, test_refusals])
