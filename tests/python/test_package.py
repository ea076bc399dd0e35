#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The Python package: its doctests, its types, progress, interrupts, what it says of what it cannot read, its wheel."""
import contextlib
import doctest
import importlib
import inspect
import json
import os
import pkgutil
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import typing
import warnings
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
from harness import PROGRAM, SOURCE, amphi as command, expect, expect_run, main  # noqa: E402

PACKAGE = SOURCE / "python"
os.environ["AMPHI"] = str(PROGRAM)
os.environ["PYTHONPATH"] = str(PACKAGE)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
sys.dont_write_bytecode = True
sys.path.insert(0, str(PACKAGE))
import amphi  # noqa: E402

MODULES = [importlib.import_module(name) for name in
           ["amphi"] + [f"amphi.{m.name}" for m in pkgutil.iter_modules([str(PACKAGE / "amphi")])]]


def test_doctests(folder):
    """What the docstrings show is what happens, in a folder with a case and runs of it."""
    for name, options in (("a", ["--set", "summation=fixed", "--threads", "1"]),
                          ("b", ["--set", "summation=fixed", "--threads", "2"]), ("plain", ["--set", "summation=plain"])):
        expect_run(command("run", ".", "-o", f"out/{name}", "--quiet", *options, cwd=folder), 0)
    expect_run(command("study", ".", "-o", "out/study", "--set", "end=0.02", "--dp", "0.02,0.01", "--repeats", 2, "--threads", 1, cwd=folder), 0)
    with contextlib.chdir(folder):
        tried = 0
        for module in MODULES:
            failed, ran = doctest.testmod(module)
            expect(not failed, f"{failed} examples of {module.__name__} fail")
            tried += ran
    expect(tried > 30, f"only {tried} examples")


def test_types(_folder):
    """Every function, method and value of the package says its types, and they can be evaluated."""
    seen = 0
    for module in MODULES:
        scope = {**vars(module), "pandas": importlib.import_module("types")}
        scope["pandas"].DataFrame = object
        for name, thing in vars(module).items():
            if getattr(thing, "__module__", None) != module.__name__:
                continue
            methods = vars(thing).items() if inspect.isclass(thing) else [(name, thing)]
            for method, function in methods:
                if not inspect.isfunction(function) or method.startswith("__") and method != "__init__":
                    continue
                hints = typing.get_type_hints(function, scope)
                wanted = {p for p in inspect.signature(function).parameters if p != "self"} | {"return"}
                expect(wanted <= set(hints), f"{module.__name__}.{name}.{method}: no type for {wanted - set(hints)}")
                expect(method.startswith("_") or function.__doc__ or name.startswith("_"), f"{name}.{method}: no docstring")
                seen += 1
    expect(seen > 30, f"only {seen} functions")


def test_dictionary(folder):
    """A case that is no file, and settings of every kind of value, some of them NumPy's."""
    import numpy as np
    case = amphi.read_case(folder)
    case["title"] = "of a dictionary"
    settings = {"dp": np.float64(0.02), "fluids.water.velocity": np.array([0.1, 0.0]), "boundary": {"model": "dummy"},
                "integrator.scheme": "symplectic", "gauges": [{"name": "P", "type": "pressure", "at": list(np.float32([0.125, 0.25])), "interval": 0.01}]}
    case["end"] = np.float32(0.5)
    with contextlib.chdir(folder):
        run = amphi.run(case, "out/d", settings, steps=3, backend="reference", progress=False)
        used = run.case()
        expect(used["title"] == "of a dictionary" and used["dp"] == 0.02 and used["end"] == 0.5, f"{used}")
        expect(used["gauges"][0]["at"] == [0.125, 0.25], f"{used['gauges']}")
        expect(used["fluids"][0]["velocity"] == [0.1, 0.0] and used["boundary"]["model"] == "dummy", f"{used}")
        expect(run.summary()["backend"] == "reference", f"{run.summary()}")
        again = amphi.run(None, "out/d", steps=6, resume=True, progress=False)
        expect(again.summary()["steps"] == 6, f"{again.summary()}")
        try:
            amphi.run(case, "out/d", settings, steps=3, progress=False)
            raise AssertionError("an earlier run was replaced")
        except amphi.Failed as error:
            expect(error.status == 2 or error.status == 1, f"{error.status}: {error}")
            expect("--force" in str(error), str(error))
        amphi.run(case, "out/d", settings, steps=3, progress=False, force=True)


def test_losses(folder):
    """Of a tank without a floor: what summary.json says, with the time and the place."""
    case = (folder / "case.yaml").read_text().replace("high: [0.6, 0.4]\ng", "high: [0.6, 0.4]\n  open: [-y]\ng")
    case = case.replace("layers: 3}", "layers: 3, open: [-y]}")
    (folder / "case.yaml").write_text(case)
    with contextlib.chdir(folder):
        lost = amphi.run("case.yaml", "out", {"limits.lost": 1}, progress=False).losses()
    told = json.loads((folder / "out/summary.json").read_text())["particles"]
    expect(lost.particles == told["left"] > 0 and lost.share == told["lost_share"] and lost.time == told["first_left_time"], f"{lost}, not {told}")
    expect(lost.at is not None and list(lost.at) == told["first_left_at"], f"{lost}, not {told}")


def test_readme(folder):
    """What the package's page shows runs as it stands there, here with a smaller case of that name."""
    code = (PACKAGE / "README.md").read_text().split("```python\n")[1].split("```")[0]
    (folder / "cases/dambreak2d").mkdir(parents=True)
    (folder / "case.yaml").rename(folder / "cases/dambreak2d/case.yaml")
    ran = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    expect(ran.returncode == 0 and ran.stdout.count("{'dp': ") == 2 and "particle" in ran.stdout, f"{ran.stdout}{ran.stderr}")


def test_pandas(folder):
    try:
        import pandas
    except ImportError:
        print("skipped: no pandas here")
        return
    with contextlib.chdir(folder):
        runs = amphi.sweep("case.yaml", "out/s", {"dp": [0.02, 0.04]}, steps=20, progress=False)
    particles = runs.runs[0].snapshot().pandas()
    expect(list(particles.columns[:3]) == ["x", "y", "z"] and particles.index.name == "id", f"{particles.columns}")
    expect("velocity.y" in particles and len(particles) == runs.runs[0].summary()["particles"]["total"], "rows")
    gauges = runs.gauges()[0].pandas()
    expect(gauges.index.name == "time" and abs(gauges["H1"].iloc[0] - 0.2) < 0.02, f"{gauges}")
    table = runs.pandas("steps", "particles.fluid")
    expect(isinstance(table, pandas.DataFrame) and list(table["particles.fluid"]) == [100, 25], f"{table}")


def test_unreadable(folder):
    """A message that names the file, and no other exception, for what is missing or damaged."""
    expect_run(command("run", ".", "-o", "out", "--quiet", "--steps", "3", cwd=folder), 0)
    out = amphi.Output(folder / "out")
    damage = [("gauges.csv", b"time,P1\n0,x\n", out.gauges), ("summary.json", b"{", out.summary),
              ("used.yaml", b"a: [", out.case), ("particles.vtkhdf.series", b'{"files": [{}]}', out.snapshots),
              ("particles_0000.vtkhdf", b"\x89HDF\r\n\x1a\n" + bytes(100), lambda: out.snapshot(0))]
    reads = [(damage[-1][0], damage[-1][2]), *((name, read) for name, _, read in damage[:-1])]
    for broken in (True, False):
        for name, read in reads:
            path = out.folder / name
            path.write_bytes(dict((n, b) for n, b, _ in damage)[name]) if broken else path.unlink()
            if not broken and name == "particles_0000.vtkhdf":
                read = lambda p=path: amphi.read_snapshot(p)  # noqa: E731 - its list is broken by now
            try:
                read()
                raise AssertionError(f"{name} was read")
            except amphi.Unreadable as error:
                expect(name in str(error), f"{name}: {error}")
    (folder / "binary.yaml").write_bytes(b"\xff\xfe\x00")
    for call in (lambda: amphi.Output(folder / "absent"), lambda: amphi.read_case(folder / "binary.yaml"),
                 lambda: amphi.read_table(folder / "binary.yaml"), lambda: amphi.read_snapshot(folder / "case.yaml"),
                 lambda: amphi.Table({}, {}).series("P1")):
        try:
            call()
            raise AssertionError("was read")
        except amphi.Unreadable:
            pass


LONG = """
import amphi, sys
try:
    amphi.run("case.yaml", "out", {"dp": 0.002}, end=1000, threads=1)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_interrupt(folder):
    """On a terminal there is one line of progress; Ctrl-C ends the run with a checkpoint, and it can go on."""
    leader, follower = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", LONG], cwd=folder, stdout=follower, stderr=follower) as process:
        os.close(follower)
        said = b""
        until = time.monotonic() + 60
        while b"%" not in said and time.monotonic() < until:
            said += os.read(leader, 1000)
        process.send_signal(signal.SIGINT)
        while True:
            try:
                more = os.read(leader, 1000)
            except OSError:  # the other end is closed
                break
            if not more:
                break
            said += more
    os.close(leader)
    expect(b"out: 0 %" in said and b"interrupted" in said, f"{said}")
    expect(amphi.Output(folder / "out").summary()["outcome"] == "interrupted", "outcome")
    steps = amphi.Output(folder / "out").summary()["steps"]
    with contextlib.chdir(folder):
        run = amphi.run(None, "out", steps=steps + 2, resume=True, progress=False)
    expect(run.summary()["steps"] == steps + 2 and run.summary()["first_step"] == steps, f"{run.summary()}")


NOTEBOOK = """
import sys, types
shown = []
class Handle:
    def update(self, data, raw):
        shown.append(data["text/plain"])
def display(data, raw, display_id):
    shown.append(data["text/plain"])
    return Handle()
sys.modules["ipykernel"] = sys.modules["IPython"] = types.ModuleType("fake")
sys.modules["IPython.display"] = types.ModuleType("fake")
sys.modules["IPython.display"].display = display
import amphi
amphi.run("case.yaml", "out", steps=20)
assert shown[0] == "out: begins" and "out: 0 %" in shown[1] and shown[-1] == "out: done", shown
"""


def test_notebook(folder):
    """Where there is a notebook's kernel, here one that only takes note, progress is one piece of output that
    changes; where there is neither that nor a terminal, nothing is said."""
    for script, said in ((NOTEBOOK, ""), ("import amphi; amphi.run('case.yaml', 'again', steps=2)", "")):
        ran = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False)
        expect(ran.returncode == 0 and ran.stdout == said, f"{ran.stdout}{ran.stderr}")


def test_lazy(folder):
    """Fields are read when they are asked for; what was not asked for is hidden, and does its work all the same."""
    expect_run(command("run", ".", "-o", "out", "--quiet", "--steps", 5, cwd=folder), 0)
    whole = amphi.Output(folder / "out").snapshot(-1)
    reads, opened = [], amphi.reading.h5py.File

    def counted(*arguments):
        reads.append(arguments[0])
        return opened(*arguments)
    amphi.reading.h5py.File = counted
    try:
        one = amphi.Output(folder / "out").snapshot(-1, fields=["velocity"])
        expect(len(reads) == 1 and list(one) == ["points", "velocity"] and "type" not in one.keys(), reads)
        water = one.fluid()
        expect(len(reads) == 2 and len(water["velocity"]) == 400 and len(reads) == 3, reads)
        water["velocity"], one["velocity"]
        expect(len(reads) == 3, "read again")
    finally:
        amphi.reading.h5py.File = opened
    expect((water["velocity"] == whole.fluid()["velocity"]).all() and (one.by_id()["points"] == whole.by_id()["points"]).all(), "other values")
    for wrong, told in ((lambda: whole["presure"], "no field 'presure'; there are"), (lambda: one["density"], "no field 'density'")):
        try:
            wrong()
            raise AssertionError("a field that is not there")
        except KeyError as error:
            expect(told in str(error), error)
    try:
        amphi.Output(folder / "out").snapshot(-1, fields=["presure"])
        raise AssertionError("a field that is not there")
    except amphi.Unreadable as error:
        expect("no field 'presure'; there are body, density" in str(error), error)
    one["speed"] = (one["velocity"]**2).sum(axis=1)
    expect("speed" in one and len(one.fluid()["speed"]) == 400, f"{one!r}")


def test_other_libraries(folder):
    """to_xarray and to_pyvista hand over all fields where the library is there, and else say what is missing."""
    expect_run(command("run", ".", "-o", "out", "--quiet", "--steps", 1, cwd=folder), 0)
    snapshot = amphi.Output(folder / "out").snapshot(0)
    for name, convert in (("xarray", snapshot.to_xarray), ("pyvista", snapshot.to_pyvista)):
        stub = type(sys)(name)
        stub.Dataset = lambda data, coords, attrs: (data, attrs)
        stub.PolyData = lambda points: type("Cloud", (), {"points": points, "point_data": {}})()
        before = sys.modules.get(name)
        sys.modules[name] = None  # an import of it fails
        try:
            convert()
            raise AssertionError(f"{name} was found")
        except ImportError as error:
            expect(name in str(error) and "pip install" in str(error), error)
        sys.modules[name] = stub
        found = convert()
        if name == "xarray":
            expect(set(found[0]) == set(snapshot) and found[0]["pressure"][2] == {"units": "Pa"} and found[1] == {"time": 0.0}, found)
            expect(all(dims == ("particle", "axis")[:values.ndim] for dims, values, _ in found[0].values()), found)
        else:
            expect(set(found.point_data) == set(snapshot) - {"points"} and (found.points == snapshot["points"]).all(), vars(found))
        sys.modules.pop(name)
        if before:
            sys.modules[name] = before


def test_sweep_kept(folder):
    """A value that fails leaves the others; what finished is taken again with `reuse` and not run, unless its keys are others."""
    with contextlib.chdir(folder), warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        values = {"dp": [0.02, -1, 0.025]}
        runs = amphi.sweep(".", "out", values, end=0.01, progress=False)
        expect([one["dp"] for one, _ in runs] == [0.02, 0.025] and runs.failed[0][0] == {"dp": -1}, f"{runs!r}")
        expect("--set dp" in str(runs.failed[0][1]) and "1 failed" in repr(runs) and len(said) == 1, f"{runs!r} {said}")
        marks = [one.folder / "log.txt" for one in runs.runs]
        before = [mark.stat().st_mtime_ns for mark in marks]
        again = amphi.sweep(".", "out", values, end=0.01, progress=False, reuse=True)
        expect(len(again) == 2 and [mark.stat().st_mtime_ns for mark in marks] == before, "finished runs were run again")
        other = amphi.sweep(".", "out", {"dp": [0.02, 0.025]}, end=0.02, progress=False, reuse=True)
        expect(min(row["time"] for row in other.summaries("time")) >= 0.02 and marks[0].stat().st_mtime_ns != before[0], "other keys, and taken")
        try:
            amphi.sweep(".", "wrong", {"dp": [-1]}, progress=False)
            raise AssertionError("all fail, and nothing is raised")
        except amphi.Failed as error:
            expect(error.status == 2, error)
        for values in ("symplectic", 0.02, {"dp": 0.02}):
            try:
                amphi.sweep(".", "wrong", {"integrator.scheme": values}, progress=False)
                raise AssertionError(f"{values!r} was taken for a list")
            except TypeError as error:
                expect("integrator.scheme: expected a list of values" in str(error), error)


def test_check_as_data(folder):
    """What check says by its labels; the label of what is amiss in a case that leaks is a doubt."""
    said = amphi.check(folder / "case.yaml")
    expect(said.particles == {"fluid": 400, "wall": 636} and said.steps > 100, said)
    expect([line.split(":")[0] for line in said.of("gauge")] == ["P1", "H1", "V1", "F1"] and said.of("nothing") == [], said.of("gauge"))
    expect("leak" not in said.doubts, said.doubts)
    open_side = amphi.check(folder / "case.yaml", {"walls.tank.shapes.0.open": ["+x"]})
    expect("leak" in open_side.doubts, f"{open_side}")
    fast = amphi.check(folder / "case.yaml", {"fluids.water.velocity": [9, 0], "material.speed_of_sound": 20})
    expect("fast" in fast.doubts, f"{fast}")
    # All that the program says of what may be amiss is one, and no other.
    printed = {label.strip() for label in re.findall(r'"  ([a-z][a-z ]{11})', (SOURCE / "src/wcsph/start/doubts.c").read_text())}
    expect(printed <= set(amphi.running._DOUBTS), f"{printed - set(amphi.running._DOUBTS)}")
    source = "".join(file.read_text() for folder in ("wcsph/start", "cli") for file in (SOURCE / "src" / folder).glob("*.c"))
    page = re.search(r'new Set\("(.*)"\.split', (SOURCE / "view/src/studio/said.ts").read_text())[1].split(",")
    expect(page == [*amphi.running._DOUBTS, "built"], f"the studio marks {page}")
    stale = [label for label in amphi.running._DOUBTS if f'"  {label:12}' not in source and f'say_notes("{label}"' not in source]
    expect(not stale, f"nothing says {stale}")
    amphi.check(folder / "case.yaml", picture=folder / "start.png")
    expect((folder / "start.png").stat().st_size > 1000, "no picture")
    expect(any(case["name"] == "dambreak2d" and case["title"] for case in amphi.cases()), "no cases")


def test_clones_program(folder):
    """In a clone its own program is found, before one on the PATH; where it is not built, the message says where to."""
    clone = folder / "clone"
    (clone / "build").mkdir(parents=True)
    (clone / "CMakeLists.txt").write_text("")
    shutil.copytree(PACKAGE / "amphi", clone / "python/amphi", ignore=shutil.ignore_patterns("__pycache__"))
    script = "import sys; sys.path.insert(0, sys.argv[1]); import amphi; print(amphi.program())"
    environment = {name: value for name, value in os.environ.items() if name not in ("AMPHI", "PYTHONPATH")} | {"PATH": "/usr/bin:/bin"}

    def find():
        return subprocess.run([sys.executable, "-c", script, str(clone / "python")], capture_output=True, text=True, env=environment)
    if not shutil.which("amphi", path="/usr/bin:/bin"):
        expect(f"build it in {clone}" in find().stderr, find())
    (clone / "build/amphi").symlink_to(PROGRAM)
    expect(find().stdout.strip() == str(clone / "build/amphi"), find())


def test_wheel(folder):
    """A wheel, from nothing but what is on this machine, whose contents run without the sources."""
    copy = folder / "source"
    subprocess.run(["cp", "-r", str(PACKAGE), str(copy)], check=True)
    made = subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-index", "--no-deps", "--no-build-isolation",
                           "-w", str(folder), "."], cwd=copy, capture_output=True, text=True, check=False)
    expect(made.returncode == 0, f"pip wheel: {made.stdout}{made.stderr}")
    wheels = list(folder.glob("amphi_sph-*-py3-none-any.whl"))
    expect(len(wheels) == 1, f"{wheels}")
    with zipfile.ZipFile(wheels[0]) as wheel:
        names = wheel.namelist()
        wheel.extractall(folder / "site")
    expect("amphi/py.typed" in names and not any("test" in n for n in names), f"{names}")
    script = "import amphi; print(amphi.__file__, amphi.run('case.yaml', 'out', steps=2, progress=False).summary()['steps'])"
    ran = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False,
                         env={**os.environ, "PYTHONPATH": str(folder / "site")})
    expect(ran.returncode == 0 and ran.stdout.split() == [str(folder / "site/amphi/__init__.py"), "2"],
           f"{ran.stdout}{ran.stderr}")


main([test_lazy, test_other_libraries, test_sweep_kept, test_check_as_data, test_clones_program, test_doctests, test_types, test_dictionary, test_losses, test_readme, test_pandas, test_unreadable, test_interrupt, test_notebook, test_wheel])
