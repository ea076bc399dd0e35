#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi compare: test_compare.py PROGRAM SOURCE_DIR."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import h5py
import numpy as np

PROGRAM = os.path.abspath(sys.argv[1])
SOURCE = os.path.abspath(sys.argv[2])
WRITERS = os.path.join(os.path.dirname(PROGRAM), "tests")
SAME, DIFFERENT, CANNOT = 0, 1, 2
failures = 0


def check(what, condition, shown=""):
    global failures
    if not condition:
        failures += 1
        print(f"FAILED: {what}\n{shown}")


def compare(*arguments):
    done = subprocess.run([PROGRAM, "compare", *arguments], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def expect(what, arguments, status, *texts):
    """Run it; the exit status and the texts on the stream that they belong to."""
    got, out, err = compare(*arguments)
    shown = f"  exit {got}, expected {status}\n{out}{err}"
    check(what, got == status, shown)
    stream = err if status == CANNOT else out
    for text in texts:
        check(f"{what}: '{text}'", text in stream, shown)
    if status == CANNOT:
        check(f"{what}: says who speaks", err.startswith("amphi compare: "), shown)
    else:
        check(f"{what}: silent stderr", err == "", shown)
    return out


def fields_of(arguments):
    status, out, _ = compare("--json", *arguments)
    whole = json.loads(out)
    check("JSON agrees with the exit status", whole["same"] == (status == SAME), out)
    return whole, {f["name"]: f for part in whole["files"][0]["parts"] for f in part["fields"]}


def changed(path, new, change):
    """A copy of the snapshot after change(group VTKHDF)."""
    shutil.copy(path, new)
    with h5py.File(new, "r+") as f:
        change(f["VTKHDF"])
    return new


def rewrite(root, name, values):
    del root[name]
    root[name] = values


def permute(root):
    order = np.random.default_rng(1).permutation(root["Points"].shape[0])
    for name in ["Points"] + [f"PointData/{n}" for n in root["PointData"]]:
        root[name][...] = root[name][...][order]


def set_value(name, row, value):
    def change(root):
        data = root[name][...]
        data[row] = value
        root[name][...] = data
    return change


def test_values(a, b):
    """In the sample of test_snapshot.c, row i has id 999 - i; pressure is -1 / (i + 3)."""
    expect("itself", [a, a], SAME, "same (1000 particles in both, t = 0 s, step 0)")
    expect("itself, exact", ["--exact", a, a], SAME, "same, bit for bit")
    changed(a, b, permute)
    expect("permuted", ["--exact", a, b], SAME)

    def two(root):
        permute(root)
        row = {int(i): k for k, i in enumerate(root["PointData/id"])}
        root["PointData/pressure"][row[990]] += 1e-4   # row 9 of A
        root["PointData/pressure"][row[700]] -= 2e-4   # row 299
        root["PointData/velocity"][row[995], 1] += 0.25  # row 4: (2, 1, 0)
    changed(a, b, two)
    out = expect("two values", [a, b], DIFFERENT, "particle 700 at (42.7143, 42.7143, 42.7143)",
                 "first difference: (t = 0 s, step 0), particle 700", "velocity.y, particle 995")
    check("field that is the same", any(l.split()[:2] == ["density", "0"] for l in out.splitlines()), out)
    whole, fields = fields_of([a, b])
    p, v = fields["pressure"], fields["velocity"]
    check("pressure counts", p["differ"] == 2 and p["nan"] == 0, p)
    check("pressure max", abs(p["max"] - 2e-4) < 1e-12 and p["worst"]["id"] == 700, p)
    check("pressure scale", abs(p["scale"] - 1 / 3) < 1e-15, p)
    check("pressure relative", abs(p["max_relative"] - 6e-4) < 1e-10, p)
    norm = np.linalg.norm(1 / np.arange(3, 1003))
    check("pressure L2", abs(p["l2_relative"] - np.hypot(1e-4, 2e-4) / norm) < 1e-7, p)
    check("pressure first", p["first"]["id"] == 700, p)
    check("velocity", v["differ"] == 1 and v["max"] == 0.25 and v["worst"]["component"] == 1, v)
    check("velocity scale", v["scale"] == 499.5, v)
    check("tolerance", whole["tolerance_needed"] == p["max_relative"], whole["tolerance_needed"])
    said = next(l.split()[1] for l in out.splitlines() if l.endswith("would pass"))
    expect("the tolerance that it names", ["--tolerance", said, a, b], SAME, "same within")
    expect("half of it", ["--tolerance", str(float(said) / 2), a, b], DIFFERENT)
    expect("exact names the first", ["--exact", a, b], DIFFERENT,
           "first difference: (t = 0 s, step 0), particle 700 at (42.7143, 42.7143, 42.7143), pressure: -0.00331125828",
           f"({float.hex(-1 / 302)}) in A")


def test_special(a, b):
    changed(a, b, set_value("PointData/density", 5, np.nan))
    expect("NaN in one", [a, b], DIFFERENT, "(NaN in 1)", "no tolerance would pass: 'density' is not finite")
    expect("NaN in one, any tolerance", ["--tolerance", "1e30", a, b], DIFFERENT)
    expect("NaN in both is not the same", [b, b], DIFFERENT, "(NaN in 1)")
    expect("NaN in both, exact", ["--exact", b, b], SAME)
    changed(a, b, set_value("PointData/pressure", 7, np.inf))
    expect("infinite", ["--tolerance", "1e30", a, b], DIFFERENT, "no tolerance would pass: 'pressure' is not finite")
    expect("infinite in both", [b, b], SAME)
    zero = changed(a, b + "0", set_value("PointData/density", 5, 0.0))
    minus = changed(a, b + "1", set_value("PointData/density", 5, -0.0))
    expect("-0 and 0", [zero, minus], SAME)
    expect("-0 and 0, exact", ["--exact", zero, minus], DIFFERENT, "density: 0 (0x0p+0) in A, -0 (-0x0p+0) in B",
           "passes without --exact")
    changed(a, b, set_value("PointData/wide", 3, 1 << 60))
    expect("beyond a double's digits", [a, b], DIFFERENT,
           "wide: 1152921504606846979 in A, 1152921504606846976 in B")
    changed(a, b, set_value("FieldData/TimeValue", 0, 0.5))
    expect("time", [a, b], DIFFERENT, "t = 0 s, in B 0.5 s (+0.5 s)")


def test_moment(a, b):
    """Step and hash of the state stand in the file; a hash covers more than the file shows."""
    with h5py.File(a) as f:
        check("step and hash", f["VTKHDF"].attrs["step"] == 0 and f["VTKHDF"].attrs["state_hash"] == b"0123456789abcdef",
              dict(f["VTKHDF"].attrs))
    changed(a, b, lambda root: root.attrs.modify("state_hash", np.bytes_("0123456789abcdee")))
    expect("another state behind the same values", ["--exact", a, b], DIFFERENT, "first difference: (t = 0 s, step 0), "
           "every value is the same, but not the state: its hash is 0123456789abcdef in A, 0123456789abcdee in B")
    expect("the same values", [a, b], SAME)
    changed(a, b, lambda root: root.attrs.modify("step", 7))
    expect("another step", ["--exact", a, b], SAME, "t = 0 s, step 0, in B 7")

    def forget(root):
        del root.attrs["state_hash"], root.attrs["step"]
    changed(a, b, forget)
    expect("a file without them", ["--exact", a, b], SAME, "t = 0 s, step 0)")
    one = json.loads(compare("--json", a, b)[1])["files"][0]
    check("JSON tells the moment", (one["step_a"], one["step_b"], one["state_hash_a"], one["state_hash_b"]) ==
          (0, None, "0123456789abcdef", None), one)
    changed(a, b, lambda root: root.attrs.create("step", "seven"))
    expect("a step that is none", [a, b], CANNOT, f"{b}: its step cannot be read")


def test_periodic(a, b):
    """The snapshot's domain repeats after 90 m along y: a particle that crosses that face has gone a little way."""
    with h5py.File(a) as f:
        check("period", list(f["VTKHDF"].attrs["period"]) == [0, 90, 0], dict(f["VTKHDF"].attrs))
        x, y, z = f["VTKHDF/Points"][4]
    changed(a, b, set_value("Points", 4, (x, y + 89.75, z)))
    whole, fields = fields_of([a, b])
    check("across the face", abs(fields["position"]["max"] - 0.25) < 1e-12, fields["position"])
    changed(a, b, set_value("Points", 4, (x + 89.75, y, z)))
    check("no face", fields_of([a, b])[1]["position"]["max"] == 89.75, fields_of([a, b])[1]["position"])
    changed(a, b, lambda root: root.attrs.create("period", 3.0))
    expect("a period that is none", [a, b], CANNOT, f"{b}: its period cannot be read")


def test_shapes(a, b):
    changed(a, b, lambda root: rewrite(root, "PointData/pressure", root["PointData/pressure"][...].astype("f4")))
    expect("another type, exact", ["--exact", a, b], DIFFERENT, "field 'pressure' has another type or shape")
    expect("another type, in value", ["--tolerance", "1e-7", a, b], SAME)
    changed(a, b, lambda root: root.move("PointData/density", "PointData/rho"))
    expect("another name", ["--tolerance", "9", a, b], DIFFERENT, "only in A", "only in B",
           "no tolerance would pass: field 'density' is only in A")
    changed(a, b, set_value("PointData/id", 0, 5000))
    expect("ids only in one", ["--tolerance", "9", a, b], DIFFERENT, "1 particles only in A, the first is 999",
           "1 particles only in B, the first is 5000", "999 particles in both")
    changed(a, b, set_value("PointData/id", 0, 5))
    expect("an id twice", [a, b], CANNOT, "B: id 5 occurs twice")
    changed(a, b, lambda root: root.move("PointData/id", "PointData/name"))
    expect("no ids", [a, b], CANNOT, f"{b}: no point data 'id'")
    changed(a, b, lambda root: rewrite(root, "PointData/density", root["PointData/density"][:500]))
    expect("a short field", [a, b], CANNOT, "'density' has 500 rows for 1000 points")


def test_cannot(a, b):
    expect("none", [a, "/none"], CANNOT, "/none: not there")
    expect("folder and file", [a, os.path.dirname(a)], CANNOT, "is a folder")
    expect("one argument", [a], CANNOT)
    expect("three arguments", [a, a, a], CANNOT)
    expect("no number", ["--tolerance", "x", a, a], CANNOT, "--tolerance 'x'")
    expect("below zero", ["--tolerance=-1", a, a], CANNOT)
    expect("exact and tolerance", ["--exact", "--tolerance", "1", a, a], CANNOT)
    data = open(a, "rb").read()
    for part in range(1, 50):
        open(b, "wb").write(data[:len(data) * part // 50])
        expect(f"cut to {part}/50", [a, b], CANNOT, f"{b}: cannot read: ")
    for text, said in [(b"", "empty"), (b"hello", "neither a snapshot nor a checkpoint nor a gauge table")]:
        open(b, "wb").write(text)
        expect(f"foreign {text}", [a, b], CANNOT, said)
    with h5py.File(b, "w") as f:
        f["x"] = 1
    expect("foreign HDF5", [a, b], CANNOT, "an HDF5 file, but neither")
    open(b, "w").write("time,P1 [Pa]\n")
    expect("two kinds", [a, b], CANNOT, "is a snapshot", "is a gauge table")


def test_tables(folder):
    a, b = f"{folder}/a.csv", f"{folder}/b.csv"

    def put(path, text):
        with open(path, "w") as f:
            f.write(text)

    put(a, 'time,P1 [Pa],"H1, ""left"" [m]"\n0,1,0.5\n0.1,2,\n0.2,4,0.25\n')
    expect("table itself", ["--exact", a, a], SAME)
    put(b, 'time,P1 [Pa],"H1, ""left"" [m]"\n0,1,0.5\n0.1,2.5,\n0.15,,0.25\n0.2,4,\n')
    out = expect("table", [a, b], DIFFERENT, "first difference: row 2, P1 [Pa]: 2 (0x1p+1) in A, 2.5 (0x1.4p+1) in B",
                 'H1, "left" [m], time', "--tolerance 2.51e-01 would pass")
    check("the samples are the same", not any("[m]   " in l and ", time" not in l for l in out.splitlines()), out)
    put(b, 'time,P1 [Pa],"H1, ""left"" [m]"\n0,1,0.5\n0.1,2,\n')
    expect("fewer rows", ["--tolerance", "1", a, b], DIFFERENT, "1 rows only in A, the first is 3")
    put(b, "time,P1 [Pa]\n0,1\n0.1,2\n0.2,4\n")
    expect("fewer columns", [a, b], DIFFERENT, 'H1, "left" [m]: only in A')
    put(b, "time,P1 [Pa]\n0,nan\n")
    expect("NaN in tables", [b, b], DIFFERENT, "(NaN in 1)")
    for text, said in [("time,P1\n0,1\n0.1", "torn"), ("time,P1\n0,1\n0.1\n", f"{b}:3: 1 cells, expected 2"),
                       ("time,P1\n0,1,2\n", f"{b}:2: more than 2 cells"), ("time,P1\n0,x\n", "'x' is not a number"),
                       ("time,P1\n\n", "'' is not a number"), ('time,P1\n0,"1\n', "is not a number")]:
        put(b, text)
        expect(f"table {text!r}", [a, b], CANNOT, said)
    most, lines = 10000, 2000000  # for all of which there would be no memory
    put(b, "time" + ",c" * most + "\n" + "0\n" * lines)
    expect("a table that says more than it has", [a, b], CANNOT, f"{b}:2: 1 cells, expected {most + 1}")


def test_checkpoints(folder):
    a, b = f"{folder}/a.h5", f"{folder}/b.h5"
    for path, generation in (a, "1"), (b, "2"):
        subprocess.run([f"{WRITERS}/test_io_checkpoint", path, generation], check=True)
    expect("checkpoint itself, exact", ["--exact", a, a], SAME, "2000 particles in both")
    expect("its NaN", [a, a], DIFFERENT, "(NaN in 1)")
    expect("checkpoints", [a, b], DIFFERENT, "generation", "first difference: (t = 0.333333333 s), particle 3, vel")
    check("bookkeeping is not compared", "due" not in compare("--exact", a, b)[1])
    open(b, "r+b").truncate(3000)
    expect("cut checkpoint", [a, b], CANNOT, f"{b}: truncated")


def test_folders(source, folder):
    a, b = f"{folder}/A", f"{folder}/B"
    for path in a, b:
        os.mkdir(path)
    expect("empty folders", [a, b], CANNOT, "neither folder has an output")
    for path in a, b:
        for i in 0, 1, 9, 10:
            shutil.copy(source, f"{path}/particles_{i:04d}.vtkhdf")
        with open(f"{path}/gauges.csv", "w") as f:
            f.write("time,P1 [Pa]\n0,1\n")
        subprocess.run([f"{WRITERS}/test_io_checkpoint", f"{path}/checkpoint.h5", "1"], check=True)
        open(f"{path}/log.txt", "w").write(path)
    out = expect("folders", ["--exact", a, b], SAME, "particles_0010.vtkhdf: same", "same, bit for bit")
    names = [l.split(":")[0] for l in out.splitlines()][:-1]
    check("order", names == [f"particles_{i:04d}.vtkhdf" for i in (0, 1, 9, 10)] + ["gauges.csv", "checkpoint.h5"], out)
    changed(source, f"{b}/particles_0009.vtkhdf", set_value("PointData/density", 4, 1.0))
    changed(source, f"{b}/particles_0010.vtkhdf", set_value("PointData/density", 5, 3.0))
    out = expect("first of the folder", ["--exact", a, b], DIFFERENT,
                 "first difference: particles_0009.vtkhdf (t = 0 s, step 0), particle 995 at (0.571429, 0.571429, 0.571429), density: 1004 ",
                 "particles_0001.vtkhdf: same")
    lines = out.splitlines()
    check("one table", sum("max |A - B|" in l for l in lines) == 1, out)
    later = lines[next(k for k, l in enumerate(lines) if l.startswith("particles_0010.vtkhdf: different")) + 1]
    check("a later file", re.fullmatch(r"  largest: \S+ of its field's scale, density, particle \d+ at \(.*\)", later), out)
    shutil.copy(source, f"{b}/particles_0009.vtkhdf")
    os.remove(f"{a}/particles_0010.vtkhdf")
    expect("only in B", ["--exact", a, b], DIFFERENT, "particles_0010.vtkhdf: only in B",
           "first difference: particles_0010.vtkhdf is only in B")
    whole = json.loads(compare("--exact", "--json", a, b)[1])
    check("JSON of folders", [f["name"] for f in whole["files"] if not f["same"]] == ["particles_0010.vtkhdf"], whole)
    check("JSON says where", [f.get("only_in") for f in whole["files"]][3] == "B", whole)


def test_backends(folder):
    """Under `fixed` the backends have the same bits; the books that each keeps of its lists are no state."""
    cases = {"dambreak-building": ["dp=0.1", "summation=fixed"], "lj-melt": ["particles.cells=[6, 6, 6]", "summation=fixed"]}
    for case, settings in cases.items():
        arguments = [a for s in settings for a in ("--set", s)]
        for backend in "cpu", "reference":
            subprocess.run([PROGRAM, "run", f"{SOURCE}/cases/{case}", *arguments, "--steps", "30", "--threads", "2", "-q",
                            "--backend", backend, "-o", f"{folder}/{case}-{backend}"], check=True)
        a, b = (f"{folder}/{case}-{backend}" for backend in ("cpu", "reference"))
        expect(f"{case}, backends", ["--exact", a, b], SAME, "checkpoint.h5: same", "same, bit for bit")
        with h5py.File(f"{a}/checkpoint.h5") as one, h5py.File(f"{b}/checkpoint.h5") as other:
            books = [n for n in one["buffers"] if one["buffers"][n].attrs["bookkeeping"]]
            check(f"{case}: {books} are the books", books == ["listed_pos"])
            check(f"{case}: both have them", sorted(one["buffers"]) == sorted(other["buffers"]))


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([f"{WRITERS}/test_io_snapshot", folder], check=True)
        a, b = f"{folder}/particles_0000.vtkhdf", f"{folder}/changed.vtkhdf"
        test_values(a, b)
        test_special(a, b)
        test_moment(a, b)
        test_periodic(a, b)
        test_shapes(a, b)
        test_cannot(a, b)
        empty = f"{folder}/particles_0001.vtkhdf"
        expect("no particles", ["--exact", empty, empty], SAME, "0 particles in both")
        expect("none against some", [empty, a], DIFFERENT, "1000 particles only in B")
        test_tables(folder)
        test_checkpoints(folder)
        test_folders(a, folder)
        test_backends(folder)
    print("ok" if failures == 0 else f"{failures} failed")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
