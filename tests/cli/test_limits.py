# SPDX-License-Identifier: BSD-3-Clause
"""Numbers at the edge end no run in an endless loop, small stacks are told, and a second Ctrl-C ends at once."""
import json
import re
import os
import signal
import subprocess
import time

from harness import PROGRAM, SOURCE, amphi, expect, expect_run, main

HUGE_STACK = {**os.environ, "OMP_STACKSIZE": "1000000G"}  # no system starts such a thread


def test_intervals_below_every_step(folder):
    for interval in ("1e-20", "1e-300"):
        expect_run(amphi("run", "case.yaml", "--steps", 3, "--force", "-o", "out", "--set", f"output.interval={interval}",
                         "--set", f"gauges.P1.interval={interval}", cwd=folder), 0)
        snapshots = len(list((folder / "out").glob("particles_*.vtkhdf")))
        expect(snapshots == 4, f"{snapshots} snapshots of 4 moments, interval {interval}")
        rows = (folder / "out/gauges.csv").read_text().splitlines()[1:]
        expect(len(rows) == 4 and all(row.split(",")[1] for row in rows), f"interval {interval}: {rows}")


def test_cutoff_far_below_the_skin(folder):
    expect_run(amphi("check", SOURCE / "cases/lj-melt", "--set", "pairwise.cutoff=2.5e-8",
                     "--set", "particles.cells=[4,4,4]"), 0, "; 0 pairs")
    expect_run(amphi("run", SOURCE / "cases/lj-melt", "--set", "pairwise.cutoff=2.5e-8", "--set",
                     "particles.cells=[4,4,4]", "--steps", 1, "-o", folder / "out"), 3, "more than the cutoff")


def test_long_lists(folder):
    times = ",".join(str(1 + n) for n in range(5000))
    expect_run(amphi("check", "case.yaml", "--set", f"output.times=[{times}]", cwd=folder), 2,
               "--set output.times: has 5000 items; expected at most 4096")


def test_lost_fluid(folder):
    """Fluid that leaves is a failure beyond limits.lost, told with when and where the first left; where it is meant, it
    is told all the same. What the fluid's fall says of both: it is out of a tank without floor when it passed it."""
    case = (folder / "case.yaml").read_text().replace("high: [0.6, 0.4]\ng", "high: [0.6, 0.4]\n  open: [-y]\ng")
    case = case.replace("layers: 3}", "layers: 3, open: [-y]}").split("gauges:")[0]
    (folder / "open.yaml").write_text(case)
    said = expect_run(amphi("run", "open.yaml", "-o", "out", cwd=folder), 3, "of the fluid is lost", "limits.lost allows 1 %").stderr
    told = json.loads((folder / "out/summary.json").read_text())
    lost = told["particles"]
    expect(told["outcome"] == "diverged" and "of the fluid is lost" in told["reason"], f"{told['outcome']}: {told['reason']}")
    expect(abs(lost["lost_share"] - lost["left"] / lost["fluid"]) < 1e-9 and lost["lost_share"] > 0.01, f"{lost}")
    expect(0 < lost["first_left_time"] <= told["time"], f"{lost}, to {told['time']}")
    x, y, _ = lost["first_left_at"]
    expect(0 <= x <= 0.3 and -0.1 < y < 0.01, f"{lost}: fluid of [0, 0.2] x [0, 0.2] that falls")
    expect(f"at ({x:.6g}, {y:.6g}, 0) m" in said, said)
    expect_run(amphi("report", "out", "-o", "out/page.html", cwd=folder), 0)
    expect("of all fluid" in (folder / "out/page.html").read_text(), "the report does not show it")
    expect_run(amphi("run", "open.yaml", "-o", "all", "--set", "limits.lost=1", cwd=folder), 0, "of the fluid, through open faces",
               "the first at t = ")
    expect(json.loads((folder / "all/summary.json").read_text())["particles"]["lost_share"] > 0.1, "it fell out")
    used = (folder / "out/used.yaml").read_text()
    expect("lost: 0.01" in used, used)
    for scheme, share, *more in (("standard", "0.01"), ("standard", "0.01", "domain.open=[+x]"),
                                 ("classic", "0"), ("classic", "0.01", "domain.open=[+y]")):
        given = [word for key in (f"scheme={scheme}", *more) for word in ("--set", key)]
        expect_run(amphi("run", "case.yaml", "-o", "none", "--force", "--steps", 1, *given, cwd=folder), 0)
        used = re.split(r"[\n,}]", (folder / "none/used.yaml").read_text())
        expect(f"lost: {share}" in [line.strip() for line in used], f"{scheme} {more}: not {share}")


def test_spray(folder):
    """Drops that fly over the rim are counted apart from what leaks, the same on every backend, and do not end a run. Where they do, it says
    that the domain is too low."""
    case = (folder / "case.yaml").read_text().replace("walls:", """  - name: spray
    velocity: [0, 3]
    shapes: [{add: box, low: [0.3, 0.3], high: [0.32, 0.34]}]
walls:""", 1).replace("layers: 3}", "layers: 3, open: [+y]}")
    (folder / "spray.yaml").write_text(case.split("gauges:")[0] + "summation: fixed\n")
    found = set()
    for way in (("cpu",), ("reference",), ("offload", "--device", "host")):
        said = expect_run(amphi("run", "spray.yaml", "-o", "out", "--force", "--set", "limits.lost=0.0001", "--backend", *way, cwd=folder), 0,
                          "fluid particles, ").stdout
        told = json.loads((folder / "out/summary.json").read_text())["particles"]
        found.add((told["left"], told["over_the_top"]))
        expect(f"{told['over_the_top']} of them over the top" in said, said)
    expect(len(found) == 1 and all(0 < over == left for left, over in found), f"{found}")
    expect_run(amphi("run", "spray.yaml", "-o", "out", "--force", "--set", "limits.spray=0.001", cwd=folder), 3,
               "over the top of the domain, which may be made higher", "limits.spray allows 0.1 %")
    (folder / "turned.yaml").write_text((folder / "spray.yaml").read_text().replace("end:", "limits: {spray: 0}\nend:", 1))
    expect_run(amphi("run", "turned.yaml", "-o", "out", "--force", cwd=folder), 3, "limits.spray allows 0 %")


LEAKY = """method: wcsph
dimensions: 2
dp: 0.02
domain: {low: [0, -0.3], high: [0.6, 0.6]}
gravity: [0, -9.81]
fluids: [{name: water, shapes: [{add: box, low: [0, 0], high: [0.6, 0.3]}]}]
walls: [{name: floor, shapes: [{add: box, low: [0, -0.08], high: [0.26, 0]}, {add: box, low: [0.34, -0.08], high: [0.6, 0]}]}]
end: 0.2
summation: fixed
"""


def test_out_of_a_closed_domain(folder):
    """Water that gets out where no face is open is lost, the same on every backend, until limits.lost ends the run; a density
    beyond its bounds ends it at once."""
    (folder / "leaky.yaml").write_text(LEAKY)
    found = set()
    for way in (("cpu",), ("reference",), ("offload", "--device", "host")):
        expect_run(amphi("run", "leaky.yaml", "-o", "out", "--force", "-q", "--set", "limits.lost=1", "--backend", *way, cwd=folder), 0)
        told = json.loads((folder / "out/summary.json").read_text())
        found.add((told["state_hash"], told["particles"]["left"]))
        expect(told["particles"]["over_the_top"] == 0, "it fell")
    expect(len(found) == 1 and min(left for _, left in found) > 10, f"{found}")
    expect_run(amphi("run", "leaky.yaml", "-o", "out", "--force", "-q", cwd=folder), 3, "limits.lost allows 1 %")
    for share, words in (("0", "it is outside the domain"), ("0.03", "limits.lost allows 3 %")):
        expect_run(amphi("run", "leaky.yaml", "-o", "out", "--force", "-q", "--set", f"limits.lost={share}", cwd=folder), 3, words)
    expect_run(amphi("run", "leaky.yaml", "-o", "out", "--force", "-q", "--set", "limits.density=[0.9, 1.0001]", cwd=folder), 3,
               "its density is outside limits.density")


def test_files_that_end_early(folder):
    """What follows a file along time beyond its last row is told, unless that is rest: of a frame, a motion, an inlet, a body."""
    (folder / "pushes.txt").write_text("0 1 0 0\n0.05 1 0 0\n")
    (folder / "stops.txt").write_text("0 1 0 0\n0.05 0 0 0\n")
    (folder / "long.txt").write_text("0 1 0 0\n0.2 1 0 0\n")
    (folder / "goes.txt").write_text("0 0 0\n0.05 0 0.1\n")
    (folder / "rests.txt").write_text("0 0 0\n0.05 0 0.1\n0.06 0 0.1\n")
    case = (folder / "case.yaml").read_text()
    gate = "  - {name: gate, shapes: [{add: box, low: [0.4, 0.1], high: [0.45, 0.2]}], motion: {type: file, file: FILE}}\nboundary"
    for file, said in (("pushes.txt", "frame.file ends at t = 0.05 s, the run at 0.2 s: from then on its last row pushes on"),
                       ("stops.txt", ""), ("long.txt", "")):
        (folder / "frame.yaml").write_text(case + f"frame: {{file: {file}}}\n")
        result = expect_run(amphi("check", "frame.yaml", cwd=folder), 0, said)
        expect(("  short  " in result.stdout) == bool(said), f"{file}: {result.stdout}")
    for rows, said in (("0 1\n0.05 1\n", "ends at t = 0.05 s, the run at 0.2 s: from then on its last row goes on"), ("0 1\n", ""), ("0 1\n0.2 1\n", ""),
                       ("0.1 1\n0.2 1\n", "begins at t = 0.1 s: until then its first row holds")):
        (folder / "sea.txt").write_text("x 0\n" + rows)
        (folder / "sea.yaml").write_text(case + "relaxation_zones: [{name: sea, from: [0.1, 0], to: [0.3, 0], velocities: sea.txt}]\n")
        result = expect_run(amphi("check", "sea.yaml", cwd=folder), 0, f"relaxation_zones.sea.velocities {said}" if said else "")
        expect(("  short  " in result.stdout or "  late  " in result.stdout) == bool(said), f"{rows}: {result.stdout}")
    for file, said in (("goes.txt", "walls.gate.motion.file ends at t = 0.05 s, the run at 0.2 s: from then on the wall rests"),
                       ("rests.txt", "")):
        (folder / "gate.yaml").write_text(case.replace("boundary", gate.replace("FILE", file), 1))
        result = expect_run(amphi("check", "gate.yaml", cwd=folder), 0, said)
        expect(("  short  " in result.stdout) == bool(said), f"{file}: {result.stdout}")
    zone = "relaxation_zones: [{{name: jet, from: [0.1, 0.05], to: [0.2, 0.05], side: [0.1, 0.1], current: 0.5{}}}]\n"
    (folder / "half.txt").write_text("0 1\n0.05 0.5\n")
    (folder / "none.txt").write_text("0 1\n0.05 0\n")
    for keys, said in (("viscosity: {alpha: 0.1, file: half.txt}\n", "viscosity.file ends at t = 0.05 s, the run at 0.2 s: from then on its last row goes on"),
                       (zone.format(", file: half.txt"), "relaxation_zones.jet.file ends at t = 0.05 s, the run at 0.2 s: from then on its last row goes on"),
                       (zone.format(", file: none.txt"), ""), (zone.format(", file: half.txt, ends: 0.05"), "")):
        (folder / "late.yaml").write_text("scheme: classic\n" + case + keys)
        result = expect_run(amphi("check", "late.yaml", cwd=folder), 0, said)
        expect(("  short  " in result.stdout) == bool(said), f"{keys}: {result.stdout}")
    for starts, said in ((0.1, False), (0.3, True)):
        (folder / "late.yaml").write_text(case + zone.format(f", starts: {starts}"))
        out = expect_run(amphi("check", "late.yaml", cwd=folder), 0).stdout
        expect(("relaxation_zones.jet.starts" in out and "the water is free all the time" in out) == said, out)


def test_late_and_fast(folder):
    """A file along time that begins behind the start, and speeds near that of sound: of water, a wall, and not of slower ones."""
    case = (folder / "case.yaml").read_text() + "material: {speed_of_sound: 20}\n"
    for first, said in (("1", True), ("0", False)):
        (folder / "pushes.txt").write_text(f"0.1 {first} 0 0\n0.3 1 0 0\n")
        (folder / "frame.yaml").write_text(case + "frame: {file: pushes.txt}\n")
        out = expect_run(amphi("check", "frame.yaml", cwd=folder), 0).stdout
        expect(("frame.file begins at t = 0.1 s: until then its first row pushes" in out) == said, out)
    gate = "  - {name: gate, shapes: [{add: box, low: [0.4, 0.1], high: [0.45, 0.2]}], motion: {type: file, file: gate.txt}}\nboundary"
    for speed, said in ((3.9, False), (4.5, True)):
        (folder / "gate.txt").write_text(f"0 0 0\n0.5 0 {0.5 * speed}\n")
        (folder / "gate.yaml").write_text(case.replace("boundary", gate, 1))
        (folder / "water.yaml").write_text(case.replace("  - name: water\n", f"  - name: water\n    velocity: [0, {-speed}]\n"))
        for name, key in (("gate", "walls.gate.motion: "), ("water", "fluids.water.velocity: ")):
            out = expect_run(amphi("check", f"{name}.yaml", cwd=folder), 0).stdout
            expect((f"  fast        {key}{speed} m/s" in out) == said and ("  fast  " in out) == said, out)


def test_fastest(folder):
    """The end of a run says how fast its water was, and whether that was too fast for the speed of sound. Water that falls gets faster; what is
    thrown up was fastest before the run was resumed."""
    case, said, found = (folder / "case.yaml").read_text(), {}, {}
    thrown = case.replace("  - name: water\n", "  - name: water\n    velocity: [0, 1.8]\n").replace("end: 0.2", "end: 0.1")
    for name, water, sound, *more in (("falls", case, 8), ("stiff", case, 30), ("whole", thrown, 8), ("parted", thrown, 8, "--steps", 60),
                                      ("parted", thrown, 8, "--resume")):
        (folder / "fast.yaml").write_text(water + f"material: {{speed_of_sound: {sound}}}\n")
        ran = amphi("run", "fast.yaml", "-o", name, *([] if "--resume" in more else ["--force"]), *more, "--set", "summation=fixed", cwd=folder)
        said[name] = expect_run(ran, 0).stdout
        found[name] = json.loads((folder / name / "summary.json").read_text())["results"]["fastest"]
    expect(found["falls"] > 1.9 and found["whole"] == found["parted"] > 1.7, found)
    for name, fast in (("falls", True), ("stiff", False), ("whole", True), ("parted", True)):
        line = f"  fastest     {found[name]:.7g} m/s of fluid" + (": beyond 0.2 of the speed of sound" if fast else "\n")
        expect(line in said[name], said[name])
    # Of all levels, wherever the finer one is.
    for low, high in ((0, 0.3), (0.3, 0.6)):
        (folder / "levels.yaml").write_text(case.split("gauges:")[0] + "scheme: standard\nmaterial: {speed_of_sound: 8}\n"
                                            f"resolution: [{{name: box, low: [{low}, 0], high: [{high}, 0.4]}}]\n")
        out = expect_run(amphi("run", "levels.yaml", "-o", "levels", "--force", cwd=folder), 0).stdout
        fastest = json.loads((folder / "levels/summary.json").read_text())["results"]["fastest"]
        expect(1.6 < fastest < 2.8 and f"{fastest:.7g} m/s of fluid: beyond 0.2 of the speed of sound density varies by more than 4 %;" in out, out)


def test_what_never_begins(folder):
    """Times behind the end, and a centre of mass where no mass is, are said; what is in time, and inside, is not."""
    body = "  - {name: block, shapes: [{add: box, low: [0.3, 0.1], high: [0.4, 0.2]}], body: {mass: 5, inertia: 0.1, centre: CENTRE, from: FROM}}\nboundary"
    gate = "  - {name: block, shapes: [{add: box, low: [0.3, 0.1], high: [0.4, 0.2]}], motion: {type: straight, velocity: [0.1, 0], from: FROM, to: 9}}\nboundary"
    case = (folder / "case.yaml").read_text()
    for wall, centre, start, said in ((body, "[0.35, 0.15]", 0.1, ""), (body, "[0.35, 0.15]", 0.2, "idle        walls.block.body.from: t = 0.2 s, the run ends at 0.2 s"),
                                      (gate, "", 0.1, ""), (gate, "", 0.3, "idle        walls.block.motion.from: t = 0.3 s"),
                                      (body, "[0.45, 0.15]", 0, "outside     walls.block.body.centre is 0.05 m beyond"), (body, "[0.4, 0.2]", 0, "")):
        (folder / "late.yaml").write_text(case.replace("boundary", wall.replace("CENTRE", centre).replace("FROM", str(start)), 1))
        out = expect_run(amphi("check", "late.yaml", cwd=folder), 0, said).stdout
        expect(("  idle  " in out or "  outside  " in out) == bool(said), out)
    for key, zone, said in (("damping", "from: [0.3, 0], to: [0.5, 0]", ""), ("damping", "from: [0.6, 0], to: [0.9, 0]", "damping_zones.z"),
                            ("damping", "from: [0.3, 0], to: [0.5, 0], low: [0, 2], high: [1, 3]", "damping_zones.z"),
                            ("relaxation", "from: [0.62, 0], to: [0.9, 0], behind: 0.01", "relaxation_zones.z"),
                            ("relaxation", "from: [0.62, 0], to: [0.9, 0]", ""), ("relaxation", "from: [0.2, 0], to: [0.4, 0]", "")):
        (folder / "zone.yaml").write_text(f"{case}{key}_zones: [{{name: z, {zone}}}]\n")
        out = expect_run(amphi("check", "zone.yaml", cwd=folder), 0, f"{said}: nothing of it is in the domain" if said else "").stdout
        expect(("  idle  " in out) == bool(said), out)
    for high, said in (("[0.1, 1]", False), ("[-0.5, 1]", True)):
        out = expect_run(amphi("check", "case.yaml", "--set", "output.low=[-1, 0]", "--set", f"output.high={high}", cwd=folder), 0).stdout
        expect(("  idle        output.low, output.high: " in out) == said, out)
    out = expect_run(amphi("check", "case.yaml", "--set", "output.times=[0.1, 7]", cwd=folder), 0, "late        output.times: no snapshot at t = 7 s").stdout
    expect(out.count("  late  ") == 1, out)
    for name, change in (("case.yaml", "gauges.H1.interval=0.3"), (SOURCE / "cases/lj-melt", "gauges.0.interval=1e9")):
        out = expect_run(amphi("check", name, "--set", change, cwd=folder), 0, ".interval: ", ": nothing is read after the start").stdout
        expect(out.count("  seldom  ") == 1, out)
        expect("  seldom  " not in expect_run(amphi("check", name, cwd=folder), 0).stdout, f"{name}: gauges in time")


def test_zones_beside(folder):
    """Across its way a zone of damping begins at any place: one far above the domain takes what one in it does."""
    took = []
    for height in (0.0, 77.0):
        (folder / "zone.yaml").write_text(f"""
method: wcsph
dimensions: 2
dp: 0.05
domain: {{low: [0, 0], high: [2, 1.2], open: [+y]}}
gravity: [0, -9.81]
fluids: [{{name: water, velocity: [1, 0], shapes: [{{add: box, low: [0, 0], high: [2, 0.6]}}]}}]
walls: [{{name: tank, shapes: [{{add: box, low: [0, 0], high: [2, 1.2], fill: shell-outside, open: [+y]}}]}}]
damping_zones: [{{name: z, from: [0, {height}], to: [1, {height}], low: [0, 0], high: [2, 0.5], strength: 100}}]
gauges: [{{name: s, type: totals, interval: 0.01}}]
end: 0.02
""")
        expect_run(amphi("run", "zone.yaml", "-q", "-t", 1, "--force", "-o", "out", cwd=folder), 0)
        energy = [float(line.split(",")[1]) for line in (folder / "out/gauges.csv").read_text().splitlines()[1:]]
        expect(energy[-1] < 0.5 * energy[0], f"nothing was damped: {energy}")
        took.append(energy)
    expect(took[0] == took[1], took)


def full_pipe():
    """Its two ends; who writes into it waits for ever."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, b"." * 4096)
    except BlockingIOError:
        os.set_blocking(writer, True)
    return reader, writer


def test_second_interrupt(folder):
    reader, writer = full_pipe()
    with subprocess.Popen([PROGRAM, "run", "case.yaml", "-o", "out"], cwd=folder, stdout=writer) as process:
        deadline = time.monotonic() + 60  # it waits behind its first snapshot, with the header
        while not (folder / "out/particles_0000.vtkhdf").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)  # at one moment: counts as one
        time.sleep(1)
        expect(process.poll() is None, "the first Ctrl-C ended it")
        process.send_signal(signal.SIGINT)
        status = process.wait(30)
    os.close(reader)
    os.close(writer)
    expect(status == -signal.SIGINT, f"exit status {status}")


def test_small_stack(folder):
    # LLVM's runtime makes it a KiB larger than asked for; then 255 are enough.
    larger = "libomp" in json.loads(amphi("info", "--json").stdout)["build"]["libraries"]
    for size in (64, 200, 254) if larger else (64, 200, 255):
        expect_run(amphi("run", "case.yaml", "-t", 2, "--steps", 1, "-o", "out", cwd=folder,
                         env={**os.environ, "OMP_STACKSIZE": f"{size}k"}), 2, f"a stack of {size + larger} KiB", "OMP_STACKSIZE")
    expect(not (folder / "out").exists(), "it has begun to write")
    expect_run(amphi("run", "case.yaml", "-t", 2, "--steps", 1, "-o", "out", cwd=folder,
                     env={**os.environ, "OMP_STACKSIZE": "256k"}), 0)


def test_one_thread_is_one(folder):
    for backend in ("cpu", "reference"):
        expect_run(amphi("run", "case.yaml", "-b", backend, "-t", 1, "--steps", 2, "--force", "-o", "out", cwd=folder,
                         env=HUGE_STACK), 0)
    two = amphi("run", "case.yaml", "-t", 2, "--steps", 2, "-o", "two", cwd=folder, env=HUGE_STACK)
    expect(two.returncode != 0, "a second thread started with such a stack: this test cannot fail")


def test_many_threads(folder):
    """What OpenMP is asked for by its environment has the bound of --threads, in every command."""
    for wish in ("1025", "100000", "100000,2"):
        for command in (("run", "case.yaml", "-o", "out"), ("check", "case.yaml"), ("info",)):
            expect_run(amphi(*command, cwd=folder, env={**os.environ, "OMP_NUM_THREADS": wish}), 2,
                       f"OMP_NUM_THREADS: {wish.split(',')[0]} threads; expected at most 1024")
    expect(not (folder / "out").exists(), "it has begun to write")


def test_closed_descriptors(folder):
    """Files of a run do not become standard input, output or errors where those are closed, and get none of its words."""
    expect_run(amphi("run", "case.yaml", "--steps", 3, "-o", "whole", "-t", 1, cwd=folder), 0)
    for closed in ("<&- >&- 2>&-", "<&-", ">&-", "2>&-", ">&- 2>&-"):
        command = f'exec "$0" run case.yaml --steps 3 -o out --force -t 1 {closed}'
        done = subprocess.run(["bash", "-c", command, PROGRAM], cwd=folder, timeout=60, capture_output=True, text=True, check=False)
        expect(done.returncode == (1 if ">&-" in closed.replace("2>&-", "") else 0), f"{closed}: exit status {done.returncode}: {done.stderr}")
        for name in ("used.yaml", "gauges.csv", "particles.vtkhdf.series"):
            expect((folder / "out" / name).read_bytes() == (folder / "whole" / name).read_bytes(), f"{closed}: {name}")
        expect_run(amphi("compare", "--exact", folder / "out/particles_0001.vtkhdf", folder / "whole/particles_0001.vtkhdf"), 0)
        expect_run(amphi("run", "--resume", "out", "--steps", 4, "-q", "-t", 1, cwd=folder), 0)


main([test_many_threads, test_closed_descriptors, test_intervals_below_every_step, test_cutoff_far_below_the_skin, test_long_lists, test_lost_fluid, test_spray, test_out_of_a_closed_domain, test_files_that_end_early, test_late_and_fast, test_fastest, test_what_never_begins, test_zones_beside, test_second_interrupt, test_small_stack,
      test_one_thread_is_one])
