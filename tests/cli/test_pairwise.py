#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Pairwise from the command line: the repository's cases run, verify gives one hash, a resumed run has the bits
of one that went through, files are read in every format, and bad ones are named with file and line."""
import csv
import re
import subprocess
import sys
import tempfile
from pathlib import Path

AMPHI, ROOT = sys.argv[1], Path(sys.argv[2]).resolve()
MELT = ["--set", "particles.cells=[6, 6, 6]", "--set", "output.interval=0"]
failures = 0


def check(what, condition):
    global failures
    if not condition:
        failures += 1
        print(f"FAILED: {what}")


def amphi(*arguments):
    return subprocess.run([AMPHI, *map(str, arguments)], capture_output=True, text=True, timeout=300)


def gauges(folder):
    with open(folder / "gauges.csv") as file:
        return list(csv.DictReader(file))


def test_cases(folder):
    result = amphi("check", ROOT / "cases/lj-nist")
    check(f"check says the reference energy: {result.stdout}{result.stderr}",
          re.search(r"potential +-4351\.54019454\d* J, virial -568\.66546531\d* J; 35677 pairs", result.stdout))
    result = amphi("run", ROOT / "cases/lj-nist", "-o", folder / "nist", "-q")
    check(f"lj-nist: {result.stderr}", result.returncode == 0)
    row = gauges(folder / "nist")[0]
    check(f"lj-nist: {row}", abs(float(row["potential [J]"]) / -4351.540194544 - 1) < 1e-8)
    result = amphi("run", ROOT / "cases/lj-melt", *MELT, "--set", "summation=fixed", "-o", folder / "melt", "-q")
    check(f"lj-melt: {result.stderr}", result.returncode == 0)
    rows = gauges(folder / "melt")
    energies = [float(row["energy [J]"]) for row in rows]
    check(f"lj-melt: energies {energies}", len(rows) == 11 and abs(energies[-1] / energies[0] - 1) < 4e-3)
    check("lj-melt: no momentum", {float(row["momentum [kg m/s]"]) for row in rows} == {0.0})
    check("lj-melt: it melts", float(rows[-1]["temperature [J]"]) < 0.85)
    result = amphi("run", ROOT / "cases/lj-uniform", "--set", "domain.high=[10, 10, 10]", "--set", "particles.count=640",
                   "--set", "end=0.002", "-o", folder / "uniform", "-q")
    check(f"lj-uniform: {result.stderr}", result.returncode == 0)


def test_verify():
    for summation in "fixed", "kahan":
        result = amphi("verify", ROOT / "cases/lj-melt", *MELT, "--set", f"summation={summation}", "--steps", 4)
        check(f"verify: {result.stdout}{result.stderr}", result.returncode == 0)


def test_resume(folder):
    common = ["--set", "output.checkpoint=0", "--set", "output.interval=0.1", "-q"]
    through, parts = folder / "through", folder / "parts"
    result = amphi("run", ROOT / "cases/lj-melt", *MELT, *common, "--set", "end=0.3", "-o", through)
    check(f"a run: {result.stderr}", result.returncode == 0)
    result = amphi("run", ROOT / "cases/lj-melt", *MELT, *common, "--set", "end=0.2", "-o", parts)
    check(f"a part of it: {result.stderr}", result.returncode == 0)
    result = amphi("run", "--resume", parts, "--set", "end=0.3", "-q")
    check(f"the rest: {result.stderr}", result.returncode == 0)
    result = amphi("compare", "--exact", through / "checkpoint.h5", parts / "checkpoint.h5")
    check(f"same bits: {result.stdout}{result.stderr}", result.returncode == 0)


HEAD = """method: pairwise
particles: {{from: file, file: {name}}}
{domain}pairwise: {{cutoff: 1}}
end: 0
"""
BOX = "domain: {high: [4, 4, 4], periodic: [x, y, z]}\n"


def check_file(folder, name, text, domain=""):
    (folder / name).write_text(text)
    (folder / "case.yaml").write_text(HEAD.format(name=name, domain=domain))
    return amphi("check", folder / "case.yaml")


def test_files(folder):
    good = [("a.xyz", "2\ncomment\nAr 1 1 1\nAr 1 1 1.9\n", BOX),
            ("b.xyz", "2\n\nAr 1 1 1 0 0 1\r\nAr 1 1 1.9 0 0 -1\r\n\n", BOX),
            ("c.csv", "# comment\nx,y,z\n1, 1, 1\n1,1,1.9\n", BOX),
            ("d.csv", "x,y,z,vx,vy,vz\n1,1,1,0,0,0.5\n\n1,1,1.9,0,0,0\n", BOX),
            ("e.txt", "4 4 4\n2\n1 1 1 1\n2 1 1 1.9\n", "")]
    for name, text, domain in good:
        result = check_file(folder, name, text, domain)
        check(f"{name}: {result.stdout}{result.stderr}", result.returncode == 0 and "; 1 pairs" in result.stdout)
    bad = [("f.xyz", "two\n", BOX, r"particles\.file: .*f\.xyz:1: 'two'; expected the number of particles"),
           ("g.xyz", "2\n\nAr 1 1 1\n", BOX, r"g\.xyz:3: the file ends here; expected a word and x, y, z"),
           ("h.xyz", "1\n\nAr 1 1\n", BOX, r"h\.xyz:3: 'Ar 1 1'; expected a word and x, y, z"),
           ("i.xyz", "1\n\nAr 1 1 1\nAr 1 1 2\n", BOX, r"i\.xyz:4: .*expected nothing more"),
           ("j.csv", "a,b,c\n", BOX, r"j\.csv:1: 'a,b,c'; expected the header"),
           ("k.csv", "x,y,z\n1,1,nan\n", BOX, r"k\.csv:2: '1,1,nan'; expected x,y,z"),
           ("l.csv", "x,y,z\n", BOX, r"l\.csv:1: the file ends here; expected a row"),
           ("m.txt", "4 4\n", "", r"m\.txt:1: '4 4'; expected three numbers > 0"),
           ("n.txt", "4 4 4\n2\n1 1 1 1\n3 1 1 2\n", "", r"n\.txt:4: '3 1 1 2'; expected 2 and the coordinates"),
           ("o.csv", "x,y,z\n1,1,1\n", "", r"o\.csv: has no box; expected 'domain'"),
           ("p.csv", "x,y,z\n1,1,7\n", BOX.replace("[x, y, z]", "[x]"), r"particle 0 is at 7 m along z, outside the domain"),
           ("twice.csv", "x,y,z\n1,1,1\n2,2,2\n1,1,1\n", BOX, r"particles\.file: .*twice\.csv: particles 1 and 3 are at one place, \(1, 1, 1\)"),
           ("q.vtkhdf", "nonsense", BOX, r"q\.vtkhdf: neither a snapshot")]
    for name, text, domain, expected in bad:
        result = check_file(folder, name, text, domain)
        check(f"{name}: {result.stderr}", result.returncode == 2 and re.search(expected, result.stderr))
    (folder / "case.yaml").write_text(HEAD.format(name="missing.xyz", domain=BOX))
    result = amphi("check", folder / "case.yaml")
    line = 1 + HEAD[:HEAD.index("particles:")].count("\n")
    check(f"a file that is not there: {result.stderr}", result.returncode == 2 and
          f"case.yaml:{line}: particles.file: '{folder}/missing.xyz': No such file" in result.stderr)
    (folder / "case.yaml").write_text(HEAD.format(name="a.xyz", domain=BOX).replace("cutoff: 1", "cutoff: 3"))
    result = amphi("check", folder / "case.yaml")
    check(f"a cutoff too long: {result.stderr}", "more than half of the periodic axis" in result.stderr)


def test_snapshot_as_source(folder):
    """A snapshot is read as a file of particles, with its velocities."""
    snapshots = sorted((folder / "through").glob("particles_*.vtkhdf"))
    (folder / "again.yaml").write_text(
        f"method: pairwise\nparticles: {{from: file, file: '{snapshots[-1]}'}}\n"
        "domain: {high: [10.07758, 10.07758, 10.07758], periodic: [x, y, z]}\npairwise: {cutoff: 2.5}\nend: 0.05\n"
        "gauges:\n  - {name: t, type: temperature, interval: 1}\n")
    result = amphi("run", folder / "again.yaml", "-o", folder / "again", "-q")
    check(f"a snapshot as source: {result.stderr}", result.returncode == 0 and
          0.4 < float(gauges(folder / "again")[0]["t [J]"]) < 1.4)


def test_divergence(folder):
    result = amphi("run", ROOT / "cases/lj-melt", *MELT, "--set", "pairwise.step=0.1", "-o", folder / "long", "-q")
    check(f"a step too long: {result.returncode} {result.stderr}", result.returncode == 3 and
          re.search(r"the run diverged at t = [\d.]+ s, step \d+: particle \d+ at \(", result.stderr))


def test_bench():
    """The ladders print every place; their sizes are overridden by small ones."""
    few = ["--steps", 1, "--set", "domain.high=[5, 5, 5]", "--set", "particles.count=8"]
    for backend, columns in (["cpu"], 1), (["reference"], 1), (["offload", "--device", "host", "--threads", 1], 9):
        said = {}
        for name in "001-pairwise", "001-laws", "001-clusters":
            result = amphi("bench", name, *few, "--backend", *backend)
            check(f"bench: {result.stderr}", result.returncode == 0)
            said[name] = result.stdout
        rows = re.findall(r"^ +\d+\^3 +\d+((?: +[\d.]+e[-+]\d+)+)(?: +[\d.]+)? \|", said["001-pairwise"], re.M)
        check(f"{backend[0]}: rows {rows}", len(rows) == 11 and all(len(row.split()) == columns for row in rows))
        check("figure 8", len(re.findall(r"(?:low-flop|lennard-jones|high-flop) +[\d.]+e", said["001-laws"])) == 12)
        crowds = re.findall(r"(uniform|clusters) +[\d.]+e", said["001-clusters"])
        check(f"crowds: {crowds}", crowds[:2] == ["uniform", "clusters"])


with tempfile.TemporaryDirectory(prefix="amphi-") as temporary:
    test_cases(Path(temporary))
    test_verify()
    test_resume(Path(temporary))
    test_files(Path(temporary))
    test_snapshot_as_source(Path(temporary))
    test_divergence(Path(temporary))
    test_bench()
sys.exit(failures > 0)
