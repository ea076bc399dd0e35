#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""tools/validate.py finds known figures in outputs made by formula, and breaks when they are bad."""
import json
import math
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np
import yaml

ROOT = Path(sys.argv[2]).resolve()
failures = []


def check(condition, text):
    if not condition:
        failures.append(text)


def write_output(folder, case, snapshots):
    """An output folder as amphi run leaves it; snapshots are (time, points, velocity, pressure and, if any, viscosity)."""
    folder.mkdir(parents=True)
    (folder / "used.yaml").write_text(yaml.safe_dump(case))
    listed = []
    for i, (time, points, velocity, pressure, *more) in enumerate(snapshots):
        name = f"particles_{i:04d}.vtkhdf"
        n = len(points)
        with h5py.File(folder / name, "w") as file:
            root = file.create_group("VTKHDF")
            root["Points"] = points
            data = root.create_group("PointData")
            data["velocity"] = np.float32(velocity)
            data["pressure"] = np.float32(pressure)
            data["density"] = np.full(n, 1000, np.float32)
            data["type"] = np.zeros(n, np.uint8)
            if more:
                data["viscosity"] = np.float32(more[0])
            data["body"] = np.zeros(n, np.uint16)
            data["id"] = np.arange(n, dtype=np.uint32)
        listed.append({"name": name, "time": time})
    (folder / "particles.vtkhdf.series").write_text(json.dumps({"file-series-version": "1.0", "files": listed}))


def validate(case, folder, reference=None, *more):
    """Exit status and the figures by name."""
    command = [sys.executable, ROOT / "tools/validate.py", case, folder, "--json", *more]
    command += ["--reference", reference] if reference else []
    run = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if run.returncode == 2:
        check(False, f"validate {case}: {run.stderr}")
        return 2, {}
    return run.returncode, {f["what"]: f["value"] for f in json.loads(run.stdout)["figures"]}


def test_used_yaml(tmp):
    """Numbers and words as amphi writes them, which PyYAML by itself takes for something else."""
    sys.path.insert(0, str(ROOT / "python"))
    from amphi import Output
    (tmp / "used").mkdir()
    (tmp / "used" / "used.yaml").write_text("a: 1e+03\nb: 1e-06\nc: no\nd: [0, -9.81, 2.]\ne: true\nf: 1.5e-7\n")
    case = Output(tmp / "used").case()
    expected = {"a": 1000.0, "b": 1e-6, "c": "no", "d": [0, -9.81, 2.0], "e": True, "f": 1.5e-7}
    check(case == expected, f"used.yaml read as {case}")


def figure(found, start):
    names = [name for name in found if name.startswith(start)]
    check(len(names) == 1, f"{len(names)} figures start with '{start}': {list(found)}")
    return found[names[0]] if names else math.nan


def grid(width, height, dp):
    x, y = np.meshgrid(np.arange(dp / 2, width, dp), np.arange(dp / 2, height, dp))
    return np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], 1)


def test_poiseuille(tmp):
    width, nu, force = 1e-3, 1e-6, 1e-4
    case = {"title": "t", "dimensions": 2, "dp": width / 20, "domain": {"low": [0, 0], "high": [width, width]},
            "gravity": [force, 0], "viscosity": {"model": "laminar", "nu": nu}}
    reference = tmp / "poiseuille-reference"
    reference.mkdir()
    y = np.linspace(0, 1, 41)
    rows = "\n".join(f"{a},{b}" for a, b in zip(y, y * (1 - y)))
    (reference / "analytic.csv").write_text(f"# a parabola\ny_over_L,u_t10s\n{rows}\n")
    points = grid(width, width, width / 20)
    exact = force / (2 * nu) * points[:, 1] * (width - points[:, 1])
    for factor, status in ((1.0, 0), (1.04, 0), (1.08, 1)):
        folder = tmp / f"poiseuille{factor}"
        velocity = np.zeros((len(points), 3))
        velocity[:, 0] = factor * exact
        write_output(folder, case, [(2.0, points, velocity, exact)])
        got, found = validate("poiseuille", folder, reference)
        check(got == status, f"poiseuille x {factor}: exit {got}, expected {status}")
        error = figure(found, "steady profile")
        check(abs(error - 100 * (factor - 1)) < 0.15, f"poiseuille x {factor}: L2 error {error} %")


def test_rheology(tmp):
    """Herschel and Bulkley's closed form, and a plug that is 1.5 spacings too narrow."""
    strength, n, width = 0.3, 0.5, 2.0
    case = {"dimensions": 2, "dp": 0.05, "domain": {"low": [0, -1], "high": [1, 1]}, "gravity": [1, 0],
            "material": {"density": 1}, "viscosity": {"model": "laminar", "nu": 1},
            "fluids": [{"shapes": [{"high": [1, 1]}]}],
            "rheology": {"model": "herschel_bulkley", "yield": strength, "exponent": n, "ceiling": 1000}}
    points = grid(width / 2, width, 0.05) - [0, 1, 0]
    for factor, moved, status in ((1.0, 0, 0), (1.02, 0, 0), (1.04, 0, 1), (1.0, 0.075, 1)):
        y = np.abs(points[:, 1])
        velocity = np.zeros((len(points), 3))
        velocity[:, 0] = factor * n / (n + 1) * ((1 - strength)**(1 / n + 1) - np.maximum(y - strength, 0)**(1 / n + 1))
        rate = np.maximum(y + moved - strength, 0)**(1 / n)
        viscosity = np.minimum((y + moved) / np.maximum(rate, 1e-9), 1000)
        folder = tmp / f"rheology{factor}-{moved}"
        write_output(folder, case, [(2.0, points, velocity, y, viscosity)])
        got, found = validate("poiseuille-rheology", folder)
        check(got == status, f"rheology x {factor}, {moved} m: exit {got}, expected {status}: {found}")
        error, plug = figure(found, "profile"), figure(found, "half width of the plug, error")
        check(abs(error - 100 * (factor - 1)) < 0.1, f"rheology x {factor}: L2 error {error} %")
        check(abs(plug - moved / 0.05) < 0.2, f"rheology, {moved} m: plug off by {plug} dp")
    case["gravity"], case["fluids"] = [1, -2], [{"shapes": [{"high": [1, 0]}]}]  # a layer of grains on a slope
    case["rheology"] = {"model": "granular", "yield": 0, "friction": 0.3, "ceiling": 10}
    points = points[points[:, 1] < 0]
    height, velocity = points[:, 1] + 1, np.zeros((len(points), 3))
    velocity[:, 0] = (1 - 0.3 * 2) * (height - height**2 / 2)
    write_output(tmp / "slope", case, [(2.0, points, velocity, height, height)])
    got, found = validate("poiseuille-rheology", tmp / "slope")
    check(got == 0 and figure(found, "profile") < 0.1, f"slope: exit {got}, {found}")


def fill(depth, dp, width):
    """Particles that stand up to a depth over each place, on a finer lattice than the run's so that strips hold what they should."""
    points = []
    for x in np.arange(dp / 2, width, dp):
        n = round(depth(x) / dp)
        points += [(x, dp * (k + 0.5), 0) for k in range(n)]
    return np.array(points)


def test_grains(tmp):
    """A heap with a known toe; a slope that stays and one that fails; mud in the shape that its yield stress bears, integrated from
    the toe on."""
    dp = 0.0025
    case = {"dimensions": 2, "dp": dp, "gravity": [0, -9.81], "material": {"density": 1600},
            "rheology": {"model": "granular", "friction": 0.5}, "fluids": [{"shapes": [{"high": [0.1, 0.2]}]}]}
    law = 0.1 * (1 + 1.9 * 2**(2 / 3))
    for factor, speed, status in ((1.0, 0, 0), (1.3, 0, 1), (1.0, 0.01, 1)):
        end = 0.1 + factor * (law - 0.1)
        heap = fill(lambda x: max(0.08 * (1 - x / end) + 1.5 * dp, dp), dp, end + 0.05)  # with a layer that rolled on
        column = fill(lambda x: 0.2, dp, 0.1)
        folder = tmp / f"column{factor}-{speed}"
        write_output(folder, case, [(t, p, np.full((len(p), 3), speed), p[:, 1]) for t, p in ((0.0, column), (0.5, heap))])
        got, found = validate("column-collapse", folder)
        check(got == status, f"column x {factor}, {speed} m/s: exit {got}, expected {status}: {found}")
        error = figure(found, "run-out, error")
        check(abs(error - 100 * (factor - 1)) < 4, f"column x {factor}: run-out off by {error} %")
    for name, before, after, moved, status in (("stands", 24, 24, 0.1, 0), ("slides", 24, 24, 0.5, 1), ("sinks", 24, 21, 0.1, 1),
                                               ("fails", 35, 25, 1, 0), ("hangs", 35, 34, 1, 1)):
        tangents = [math.tan(math.radians(angle)) for angle in (before, after)]
        shapes = [fill(lambda x: np.clip(0.1 - t * (x - 0.2) - 0.05, 0, 0.1), dp, 0.5) for t in tangents]  # of one area
        n = min(map(len, shapes))
        first, last = (shape[:n].copy() for shape in shapes)
        if before == after:
            last = first + [0, moved * dp, 0]
        write_output(tmp / name, case, [(t, p, np.zeros((n, 3)), np.zeros(n)) for t, p in ((0.0, first), (1.0, last))])
        got, found = validate("grain-slope", tmp / name)
        check(got == status, f"a slope that {name}: exit {got}, expected {status}: {found}")
        ended = found["angle at the end"]
        check(abs(ended - after) < 1.0, f"a slope that {name}: {ended} degrees")
    b, volume, step = 0.005, 0.02, 1e-5
    case["material"], case["rheology"] = {"density": 1000}, {"model": "bingham", "yield": 1000 * 9.81 * b}
    case["fluids"] = [{"shapes": [{"high": [0.2, 0.1]}]}]
    height, held, depths = math.pi * b, 0.0, []
    while held < volume:
        depths.append(height)
        held += height * step
        height += step * b / (height - math.pi * b / 2)
    reach, depths = len(depths) * step, np.array(depths[::-1])
    for factor, status in ((1.0, 0), (0.97, 0), (0.9, 1), (1.1, 1)):
        mud = fill(lambda x: np.interp(x / factor, np.arange(len(depths)) * step, depths, right=0) / factor, dp, factor * reach)
        mud = np.vstack([mud, mud * [-1, 1, 1]])
        write_output(tmp / f"mud{factor}", case, [(2.0, mud, np.zeros((len(mud), 3)), mud[:, 1])])
        got, found = validate("mud-dambreak", tmp / f"mud{factor}")
        check(got == status, f"mud x {factor}: exit {got}, expected {status}: {found}")
        error = figure(found, "run-out, with normal stress, error")
        check(abs(error - 100 * abs(factor - 1)) < 1.5, f"mud x {factor}: run-out off by {error} %")


def test_taylor_green(tmp):
    nu = 0.01
    case = {"title": "t", "dimensions": 2, "dp": 0.05, "domain": {"low": [0, 0], "high": [1, 1]},
            "fluids": [{"velocity": [1, 0]}], "viscosity": {"model": "laminar", "nu": nu}}
    points = grid(1, 1, 0.05)
    k = 2 * math.pi
    mode = np.stack([-np.cos(k * points[:, 0]) * np.sin(k * points[:, 1]),
                     np.sin(k * points[:, 0]) * np.cos(k * points[:, 1]), 0 * points[:, 0]], 1)
    for factor, status in ((1.0, 0), (0.97, 0), (1.07, 1)):
        rate = -8 * math.pi**2 * nu * factor
        folder = tmp / f"taylor{factor}"
        write_output(folder, case, [(t, points, math.exp(rate * t) * mode, 0 * points[:, 0])
                                    for t in np.linspace(0, 2, 11)])
        got, found = validate("taylor-green", folder)
        check(got == status, f"taylor-green x {factor}: exit {got}, expected {status}")
        check(abs(figure(found, "decay rate of velocity") - rate) < 1e-3, f"taylor-green x {factor}: {found}")


def test_still_water(tmp):
    dp, height = 0.02, 0.4
    case = {"title": "t", "dimensions": 2, "dp": dp, "domain": {"low": [0, 0], "high": [1, 1]}, "gravity": [0, -9.81],
            "material": {"density": 1000}, "fluids": [{"shapes": [{"low": [0, 0], "high": [1, height]}]}]}
    points = grid(1, height, dp)
    exact = 9810 * (height - points[:, 1])
    for name, pressure, growth, status in (("good", exact, 1, 0), ("off", exact + 0.03 * 9810 * height, 1, 1),
                                           ("growing", exact, 9, 1)):
        velocity = np.zeros((len(points), 3))
        velocity[:, 0] = 0.1
        steps = [(t, points, velocity * (growth if t > 2 else 1), pressure) for t in np.linspace(0, 4, 9)]
        write_output(tmp / f"still-{name}", case, steps)
        got, found = validate("still-water-2d", tmp / f"still-{name}")
        check(got == status, f"still-water {name}: exit {got}, expected {status}: {found}")
        largest = figure(found, "pressure by depth, mean of the last quarter: largest")
        check(abs(largest - (3 if name == "off" else 0)) < 0.01, f"still-water {name}: pressure error {largest} %")


def test_dambreak2d(tmp):
    a, dp = 0.1, 0.005
    case = {"title": "t", "dimensions": 2, "dp": dp, "domain": {"low": [0, 0], "high": [1, 1]}, "gravity": [0, -9.81],
            "fluids": [{"shapes": [{"low": [0, 0], "high": [a, 2 * a]}]}]}
    unit = math.sqrt(a / (2 * 9.81))
    reference = tmp / "dambreak-reference"
    reference.mkdir()
    for name in ("martin-moyce", "koshizuka-oka"):
        rows = "\n".join(f"{t},{1 + t}" for t in (0.5, 1.0, 2.0, 3.0))
        (reference / f"{name}.csv").write_text(f"# a line\nT,Z\n0,1\n{rows}\n")
    for late, status in ((1.0, 0), (1.03, 0), (1.06, 0), (1.08, 1)):  # 1.06 is 4.2 % by the clock of the first point
        steps = []
        for t in np.linspace(0, 4, 41):
            points = grid(a, 2 * a, dp)
            points[:, 0] = (points[:, 0] + dp / 2) * (1 + t / late) - dp / 2
            steps.append((t * unit, points, np.zeros_like(points), points[:, 0]))
        folder = tmp / f"dambreak{late}"
        write_output(folder, case, steps)
        got, found = validate("dambreak2d", folder, reference)
        check(got == status, f"dambreak2d x {late}: exit {got}, expected {status}: {found}")
        error = figure(found, "front arrival against Martin and Moyce, 4 points")
        check(abs(error - 100 * (late - 1)) < 0.2, f"dambreak2d x {late}: arrival error {error} %")
        # A clock set right at t = 0.5 is late by (late - 1) (t - 0.5) at 1, 2 and 3.
        error = figure(found, "front arrival against Martin and Moyce, clocks set")
        check(abs(error - 100 * (late - 1) * (1 / 2 + 3 / 4 + 5 / 6) / 3) < 0.2, f"dambreak2d x {late}: {error} % aligned")


def spheric_gauges(path, shift, height, brackets, behind=3000, ripple=0):
    """Gauges as in the experiment: a pulse at 0.41 s + shift with a pressure behind it and a ripple of 2 ms upon that, heights at
    their value x `height`."""
    names = [f"P{i}" for i in range(1, 9)] + [f"H{i}" for i in range(1, 5)]
    unit = {"P": " [Pa]", "H": " [m]"} if brackets else {"P": "", "H": ""}
    lines = ["# made by formula", "time," + ",".join(n + unit[n[0]] for n in names)]
    for t in np.arange(0, 2.0005, 1e-3):
        pulse = 1e4 * math.exp(-((t - 0.41 - shift) / 0.02)**2) + behind / (1 + math.exp(-(t - 0.42 - shift) / 0.003))
        pulse += ripple * math.sin(math.pi * t / 1e-3 + 0.5 * math.pi) if t > 0.44 else 0
        lines.append(f"{t:.4f}," + ",".join([f"{pulse:.4f}"] * 8 + [f"{0.3 * height * t:.6f}"] * 4))
    path.write_text("\n".join(lines) + "\n")


def test_spheric02(tmp):
    reference = tmp / "spheric-reference"
    reference.mkdir()
    spheric_gauges(reference / "experiment.csv", 0, 1, False)
    for shift, height, behind, ripple, status in ((0, 1, 3000, 0, 0), (0.015, 1.03, 3000, 0, 0), (0.025, 1, 3000, 0, 1), (0, 1.12, 3000, 0, 1),
                                                  (0, 1, 3400, 0, 0), (0, 1, 3600, 0, 1), (0, 1, 3000, 90, 0), (0, 1, 3000, 200, 1)):
        folder = tmp / f"spheric{shift}{height}{behind}{ripple}"
        write_output(folder, {"title": "t", "dimensions": 3}, [])
        spheric_gauges(folder / "gauges.csv", shift, height, True, behind, ripple)
        got, found = validate("spheric02", folder, reference)
        check(got == status, f"spheric02 {shift} s, x {height}: exit {got}, expected {status}: {found}")
        check(abs(figure(found, "P1 arrival, error") - shift) < 1e-4, f"spheric02 {shift} s: {found}")
        check(abs(figure(found, "H2 mean") - 50 * (height - 1)) < 0.05, f"spheric02 x {height}: {found}")
        check(abs(figure(found, "P3 mean, error") - 100 * (behind / 3000 - 1)) < (0.5 if shift == 0 else 5), f"spheric02 {behind} Pa: {found}")
        check(abs(figure(found, "P3 noise from 0.8 s") - ripple / math.sqrt(2)) < 0.1 * ripple + 1, f"spheric02 {ripple} Pa: {found}")


def tool(name, *arguments):
    run = subprocess.run([sys.executable, ROOT / "tools" / name, *map(str, arguments)], capture_output=True, text=True)
    check(run.returncode == 0, f"{name}: {run.stderr}")
    return run.stdout


def test_layers(_tmp):
    """Rings and lines dp apart, half a spacing from the surface."""
    def places(*arguments):
        lines = tool("layers.py", "--dp", 0.1, *arguments).splitlines()
        check(lines[0].startswith("#") and lines[1] == "x,y", f"layers: {lines[:2]}")
        return np.array([[float(x) for x in line.split(",")] for line in lines[2:]])
    for option, radii in (("--disc", (0.95, 0.85, 0.75)), ("--hole", (1.05, 1.15, 1.25))):
        found = places("--layers", 3, "--at", 2, 3, option, 1) - (2, 3)
        radius = np.hypot(*found.T)
        check(all(np.abs(radius[:, None] - radii).min(1) < 1e-5), f"layers {option}: radii {np.unique(radius.round(4))}")
        for r in radii:
            ring = found[np.abs(radius - r) < 1e-5]
            angle = np.sort(np.arctan2(ring[:, 1], ring[:, 0]))
            check(np.abs(np.diff(angle) * r - 0.1).max() < 0.005, f"layers {option}: ring {r}")
    face = places("--layers", 2, "--wedge", 30, 0.5)
    depth = (face * (-0.5, math.sqrt(0.75))).sum(1)
    check(sorted(set(depth.round(5))) == [0.05, 0.15] and face[:, 0].min() > 0, f"layers of a wedge: {set(depth.round(5))}")


def test_bodies(tmp):
    """A cylinder that sinks as published but for a share of the range, and a wedge with the profile of a tent."""
    rows = [line.split(",") for line in (ROOT / "cases/sinking-cylinder/moyo-greenhow.csv").read_text().splitlines()]
    rows = [(float(t), float(y)) for t, y in (r for r in rows if len(r) == 2 and r[0][0].isdigit())]
    for share, status in ((0, 0), (0.02, 0), (0.05, 1)):
        folder = tmp / f"sinking{share}"
        write_output(folder, {"gravity": [0, -9.81]}, [])
        lines = ["time,cylinder.y [m]", "0,8"] + [f"{t / math.sqrt(9.81)},{8 + y * (1 - share)}" for t, y in rows]
        (folder / "gauges.csv").write_text("\n".join(lines) + "\n")
        picture = folder / "plot.png"
        got, found = validate("sinking-cylinder", folder, None, "--plot", picture)
        check(picture.read_bytes()[:4] == b"\x89PNG", "no picture with a curve")
        check(got == status and abs(figure(found, "way, largest") - 100 * share) < 0.1, f"sinking, {share}: exit {got}, {found}")
    for factor, status in ((1, 0), (1.2, 1)):
        folder, heights = tmp / f"wedge{factor}", [0.2 + 0.02 * k for k in range(6)]
        gauges = [{"name": f"P{k}", "type": "pressure", "at": [0, z]} for k, z in enumerate(heights)]
        write_output(folder, {"fluids": [{"velocity": [0, 1]}], "material": {"density": 1000}, "gauges": gauges}, [])
        lines = ["time,F.y [N/m]," + ",".join(f"P{k} [Pa]" for k in range(6))]
        for t in np.arange(0.001, 0.4, 0.001):
            tents = [500 * factor * max(0, 6.9 - 4 * abs(z / t - 1.42)) for z in heights]
            lines.append(f"{t},{7000 * t}," + ",".join(f"{p:.4f}" for p in tents))
        (folder / "gauges.csv").write_text("\n".join(lines) + "\n")
        got, found = validate("wedge-entry", folder)
        check(got == status and abs(figure(found, "height of the peak over the level") - 0.42) < 0.02, f"wedge: {got}, {found}")


def test_sessile_drop(tmp):
    """Particles of a segment of a circle have its angle, and are beyond the bound where another is asked for."""
    points = grid(2, 1, 0.02) - (1, 0, 0)
    for angle in (60, 120):
        cosine = math.cos(math.radians(angle))
        inside = points[:, 0]**2 + (points[:, 1] + 0.4 * cosine)**2 < 0.16
        for due, status in ((angle, 0), (angle + 8, 1)):
            folder = tmp / f"sessile{angle}-{due}"
            case = {"title": "t", "dimensions": 2, "dp": 0.02, "interface": {"tension": 1, "contact_angle": due}}
            write_output(folder, case, [(1.0, points, 0 * points, 0 * points[:, 0])])
            with h5py.File(folder / "particles_0000.vtkhdf", "a") as file:
                file["VTKHDF/PointData/phase"] = np.uint8(~inside)
            picture = folder / "plot.png"
            got, found = validate("sessile-drop", folder, None, "--plot", picture)
            check(picture.read_bytes()[:4] == b"\x89PNG", "no picture with bars")
            close = abs(figure(found, "contact angle by height of the centre") - angle) < 2
            check(got == status and close, f"sessile drop, {angle} for {due}: exit {got}, {found}")


def test_float_theory(_tmp):
    """On a coarse grid the zeros are where docs/validation.md has them."""
    times = [float(line.split()[2]) for line in tool("float_theory.py", "heave", "--grid", 0.05, "--to", 2).splitlines()
             if line.startswith("zero")]
    check(len(times) == 3 and abs(times[2] - times[0] - 1.285) < 0.03, f"float_theory: zeros at {times}")


def test_lattice_boltzmann(_tmp):
    """While the square gets fast the drag is that of added mass, 1.33 of its area, and of a layer that grows as Rayleigh's: on average 8.6."""
    drag = float(tool("lattice_boltzmann.py", "square", "--cells", 10, "--speed", 0.02, "--end", 0.7).split()[-1])
    check(abs(drag - 8.6) < 0.4, f"lattice_boltzmann: a drag of {drag}")


def gpu_code(kernels):
    """A file of code for a GPU, as far as it says what registers its kernels take."""
    names, symbols, info, texts = b"\0", b"", b"", b"\0"
    for number, (name, registers) in enumerate(kernels.items()):
        symbols += struct.pack("<I20x", len(names))
        names += name.encode() + b"\0"
        info += struct.pack("<BBH", 3, 0x37, 5) + struct.pack("<BBHII", 4, 0x2f, 8, number, registers)
    parts, rows = [(".nv.info", info), (".symtab", symbols), (".strtab", names)], b""
    data = bytes(64)
    for name, part in [*parts, (".shstrtab", b"")]:
        rows += struct.pack("<I20xQQ24x", len(texts), len(data), len(part))
        texts += name.encode() + b"\0"
        data += part
    data = bytearray(data + texts + rows)
    rows_at = len(data) - len(rows)
    struct.pack_into("<QQ", data, rows_at + 3 * 64 + 24, rows_at - len(texts), len(texts))
    struct.pack_into("<Q", data, 0x28, rows_at)
    struct.pack_into("<HHH", data, 0x3a, 64, 4, 3)
    return data


def test_registers(tmp):
    """Kernels are known again after their lines have moved, and one that takes more registers is named."""
    for build, line, list_of in (("before", 10, 40), ("moved", 12, 40), ("more", 10, 41)):
        (tmp / build).mkdir()
        (tmp / build / "list-sm_90.cubin").write_bytes(gpu_code({f"__omp_offloading_fe_12_make_list_l{line}": list_of,
                                                                 f"__omp_offloading_fe_12_make_list_l{line + 9}": 24}))
    found = {}
    for build in "moved", "more":
        run = subprocess.run([sys.executable, ROOT / "tools/registers.py", tmp / build, "--against", tmp / "before"],
                             capture_output=True, text=True)
        found[build] = run.returncode, run.stdout
    check(found == {"moved": (0, "0 of 2 kernels take more registers; 0 are new\n"),
                    "more": (1, "make_list 1: 41, not 40\n1 of 2 kernels take more registers; 0 are new\n")}, f"registers: {found}")
    check(tool("registers.py", tmp / "before") == "  40 make_list 1\n  24 make_list 2\n", "registers: not those of the file")


with tempfile.TemporaryDirectory() as temporary:
    for test in (test_used_yaml, test_poiseuille, test_rheology, test_grains, test_taylor_green, test_still_water, test_dambreak2d,
                 test_spheric02, test_layers, test_bodies, test_sessile_drop, test_float_theory, test_lattice_boltzmann, test_registers):
        test(Path(temporary))
if failures:
    sys.exit("\n".join(failures) + f"\n{len(failures)} failures")
print("the tools find what is in the outputs")
