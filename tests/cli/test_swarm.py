#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Swarms from the command line: output, resume, repetition, one hash, functions of the user."""
import csv
import json
import re
import shutil
import subprocess

import h5py
from harness import amphi, expect, expect_run, listing, main

CASE = """
method: swarm
dimensions: 3
swarm: {function: sphere, particles: 24, target: 1.0e-4}
end: 400
"""


def write(folder):
    (folder / "swarm.yaml").write_text(CASE)


def summary(folder, out):
    return json.loads((folder / out / "summary.json").read_text())


def rows(path):
    with path.open() as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def test_run(folder):
    write(folder)
    expect_run(amphi("run", "swarm.yaml", "-o", "out", cwd=folder), 0, "Finished at step", "best", "Clerc 2012")
    told = summary(folder, "out")
    expect(told["method"] == "swarm" and told["outcome"] == "finished" and told["particles"] == {"total": 24, "left": 0},
           f"{told}")
    results, steps = told["results"], told["steps"]
    expect(results["success"] == 1 and results["best"] <= 1e-4, f"{results}")
    expect(results["evaluations"] == 24 * (steps + 1), f"{results} after {steps} steps")
    table = rows(folder / "out/gauges.csv")
    best = [float(row["best"]) for row in table]
    expect(len(table) == steps + 1 and all(a >= b for a, b in zip(best, best[1:])), f"{len(table)} rows, {best}")
    expect(best[-2] > 1e-4 >= best[-1], f"it ends where the target is reached: {best[-2:]}")
    place = [float(table[-1][f"x{d}"]) for d in (1, 2, 3)]
    expect(abs(sum(x * x for x in place) / best[-1] - 1) < 1e-5, f"{place}, {best[-1]}")
    with h5py.File(folder / "out/gauges.h5") as file:
        names, values = list(file["columns"].asstr()), file["values"][:]
        expect(names == ["best", "evaluations", "x1", "x2", "x3"] and file["time"][:].tolist() == list(range(steps + 1)),
               f"{names}, {file['time'][:]}")
    same = [[float(row[name]) for name in names] for row in table]
    expect(values.tolist() == same, f"gauges.h5 is not gauges.csv: {values[-1]}, {same[-1]}")
    expect_run(amphi("report", "out", cwd=folder), 0)
    plot = (folder / "out/report.html").read_text().split('aria-label="best"')[1].split("</svg>")[0]
    ticks = [float(text) for text in re.findall(r'text-anchor="end">([-+.e\d]+)</text>', plot)]
    expect(len(ticks) > 2 and all(b >= 2 * a > 0 for a, b in zip(ticks, ticks[1:])), f"the best value on no logarithmic axis: {ticks}")
    with h5py.File(folder / "out/particles_0001.vtkhdf") as file:
        group = file["VTKHDF"]
        expect(group["Points"].shape == (24, 3) and abs(group["PointData/best_value"][:].min() / best[-1] - 1) < 1e-6,
               f"{group['Points'].shape}")


def test_resume(folder):
    write(folder)
    expect_run(amphi("run", "swarm.yaml", "-q", "-o", "whole", "--set", "swarm.target=-1", "--steps", "60", cwd=folder), 0)
    expect_run(amphi("run", "swarm.yaml", "-q", "-o", "parts", "--set", "swarm.target=-1", "--steps", "23", cwd=folder), 0)
    expect_run(amphi("run", "swarm.yaml", "-q", "-o", "parts", "--set", "swarm.target=-1", "--steps", "60", "--resume",
                     "-b", "reference", "--set", "swarm.layout=aos", cwd=folder), 0)
    expect(summary(folder, "whole")["state_hash"] == summary(folder, "parts")["state_hash"], "a resumed run differs")
    expect_run(amphi("compare", "--exact", "whole", "parts", cwd=folder), 0, "same, bit for bit")
    with h5py.File(folder / "whole/gauges.h5") as a, h5py.File(folder / "parts/gauges.h5") as b:
        expect(a["values"][:].tolist() == b["values"][:].tolist() and len(a["time"]) == 61, "histories in HDF5 differ")
    expect((folder / "whole/gauges.csv").read_text() == (folder / "parts/gauges.csv").read_text(), "histories differ")
    expect_run(amphi("run", "swarm.yaml", "-o", "parts", "--resume", "--set", "swarm.seed=9", cwd=folder), 2, "'swarm' differs")


def test_verify(folder):
    write(folder)
    large = ("--set", "swarm.particles=5000", "--set", "dimensions=6", "--set", "swarm.function=rastrigin")
    text = expect_run(amphi("verify", "swarm.yaml", *large, "--steps", "12", cwd=folder), 0, "bit for bit").stdout
    hashes = set(re.findall(r"([0-9a-f]{16})   (?:cpu|offload|reference)", text))
    expect(len(hashes) == 1, text)


def test_repeat(folder):
    write(folder)
    text = expect_run(amphi("run", "swarm.yaml", "--repeat", "9", cwd=folder), 0, "Seeds 1 to 9").stdout
    numbers = {line.split()[0]: [float(x) for x in line.split()[1:]] for line in text.splitlines()
               if re.match(r" +(best|evaluations|success) ", line)}
    expect(numbers["success"] == [1] * 6, text)
    # The same from runs of one seed each.
    single = []
    for seed in range(1, 10):
        expect_run(amphi("run", "swarm.yaml", "-q", "-o", f"s{seed}", "--set", f"swarm.seed={seed}", cwd=folder), 0)
        single.append(summary(folder, f"s{seed}")["results"]["evaluations"])
    ordered = sorted(single)
    want = [sum(single) / 9, ordered[0], ordered[2], ordered[4], ordered[6], ordered[8]]
    expect(all(abs(a - b) < 1e-5 * b for a, b in zip(numbers["evaluations"], want)), f"{numbers}, {want}")
    expect(len(set(single)) > 3, f"seeds make no difference: {single}")
    (folder / "fluid.yaml").write_text((folder / "case.yaml").read_text())
    expect_run(amphi("run", "fluid.yaml", "--repeat", "2", cwd=folder), 2, "leaves nothing to chance")


def test_user_function(folder):
    write(folder)
    (folder / "f.c").write_text("double objective(int n, const double *x) { double s = 0;\n"
                                "  for (int i = 0; i < n; i++) s += (x[i] - i) * (x[i] - i); return s + 7; }\n")
    subprocess.run([shutil.which("cc"), "-shared", "-fPIC", "-O1", "-ffp-contract=off", "-o", folder / "f.so", folder / "f.c"],
                   check=True)
    user = ("--set", "swarm={function: user, library: ./f.so, bounds: [-8, 8], target: 7.0001}")
    expect_run(amphi("run", "swarm.yaml", *user, "-q", "-o", "user", cwd=folder), 0)
    expect(7 <= summary(folder, "user")["results"]["best"] <= 7.0001, f"{summary(folder, 'user')['results']}")
    last = rows(folder / "user/gauges.csv")[-1]
    expect(all(abs(float(last[f"x{d + 1}"]) - d) < 0.02 for d in range(3)), f"{last}")
    expect_run(amphi("verify", "swarm.yaml", *user, "--steps", "10", cwd=folder), 0, "bit for bit")
    expect_run(amphi("run", "swarm.yaml", *user, "--set", "swarm.symbol=other", cwd=folder), 2, "swarm.symbol")
    expect_run(amphi("run", "swarm.yaml", *user, "--set", "swarm.library=./none.so", cwd=folder), 2, "swarm.library")


def test_expression(folder):
    """A standard function and the same as an expression are the same function, on every backend."""
    write(folder)
    box = "bounds: [-5.12, 5.12], particles: 60, target: -1"
    ours = "swarm={function: rastrigin, %s}" % box
    theirs = ("swarm={function: expression, value: '10*D + s - 10*w', totals: [{name: s, of: x^2},"
              "{name: w, of: cos(2*pi*x)}], %s}" % box)
    for name, setting in ("ours", ours), ("theirs", theirs):
        expect_run(amphi("run", "swarm.yaml", "--set", setting, "-q", "-o", name, "--steps", "8", cwd=folder), 0)
    for a, b in zip(rows(folder / "ours/gauges.csv"), rows(folder / "theirs/gauges.csv")):
        expect(abs(float(a["best"]) - float(b["best"])) < 1e-4, f"{a} and {b}")
    # Neighbours, numbers and products of coordinates; the minimum is known.
    far = ("swarm={function: expression, value: chain + p*0 + (x3 - 3)^2 + 4, bounds: [-8, 8], target: 4.0001,"
           "totals: [{name: chain, of: (next - x - 1)^2 + (i < 1)}, {name: p, type: product, of: x}]}")
    expect_run(amphi("run", "swarm.yaml", "--set", far, "-q", "-o", "far", cwd=folder), 0)
    last = rows(folder / "far/gauges.csv")[-1]
    expect(all(abs(float(last[f"x{d}"]) - d) < 0.03 for d in (1, 2, 3)), f"{last}")
    large = ("--set", theirs, "--set", "swarm.particles=1500")
    expect_run(amphi("verify", "swarm.yaml", *large, "--steps", "4", cwd=folder), 0, "bit for bit")
    # used.yaml is the same case.
    expect_run(amphi("run", "theirs/used.yaml", "-q", "-o", "again", "--steps", "8", cwd=folder), 0)
    expect(summary(folder, "again")["state_hash"] == summary(folder, "theirs")["state_hash"], "used.yaml differs")


def test_ladder(folder):
    """Every layout of both tables, on every backend; figures hang together."""
    for backend in ("cpu", "reference", "offload"):
        text = expect_run(amphi("bench", "000-swarm", "-b", backend, *(("-d", "host") if backend == "offload" else ()), "--set", "swarm.particles=4096", "--steps", "2",
                                cwd=folder), 0, "Table 1", "Table 2", "4096 particles").stdout
        found = re.findall(r"^  (\S.*?) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) +(\d+) %", text, re.M)
        expect([row[0] for row in found] == ["AoS", "AoS, selective", "SoA", "padded SoA", "naive", "transposed", "chunk 2",
                                             "chunk 4", "chunk 8", "chunk 16"], text)
        for number, row in enumerate(found):
            each, move, bytes_, needed, copy, share = (float(x) for x in row[1:])
            dimensions = 3 if number < 4 else 128
            must = 4096 * (20 * dimensions + 8) / 1e6
            rate = must / each  # GB/s; figures are rounded in print
            least, most = 100 * must / (each + 0.001) / (copy + 0.051), 100 * must / (each - 0.001) / max(copy - 0.051, 1e-9)
            expect(abs(bytes_ - must) < 0.051 and least - 0.6 < share < most + 0.6,
                   f"{row}, {must} MB")
            expect(0 < move <= each and abs(needed - rate) < 0.06 + rate * 0.0006 / each, f"{row}, {rate}")
    expect(listing(folder) == ["case.yaml"], f"bench wrote {listing(folder)}")


def test_refused(folder):
    write(folder)
    for setting, told in (("dp=0.1", "belongs to method wcsph"), ("swarm.function=spher", "did you mean 'sphere'"),
                          ("swarm.bounds=[2, 1]", "is empty"), ("swarm.library=x", "belongs to swarm.function user"),
                          ("swarm.seed=1.5", "whole number"), ("dimensions=0", "out of range")):
        expect_run(amphi("run", "swarm.yaml", "--set", setting, cwd=folder), 2, told)
    expect_run(amphi("run", "swarm.yaml", "--set", "dimensions=5", "--set", "swarm.layout=soa_padded", cwd=folder), 2,
               "soa_padded holds 4")
    expect(listing(folder) == ["case.yaml", "swarm.yaml"], f"refused cases wrote {listing(folder)}")


main([test_run, test_resume, test_verify, test_repeat, test_user_function, test_expression, test_ladder, test_refused])
