# SPDX-License-Identifier: BSD-3-Clause
"""The output folder: what amphi writes there, and what it leaves alone."""
import json
import os
import signal
import subprocess
import time

from harness import PROGRAM, amphi, expect, expect_run, listing, main

# What a run writes and goes on with; the rest it only ever replaces.
NAMES = ("used.yaml", "checkpoint.h5", "summary.json", "gauges.csv", "gauges.h5", "log.txt", "particles.vtkhdf.series",
         "particles.hdf.series", "diverged.vtkhdf", "particles_0000.vtkhdf", "particles_0001.vtkhdf")
SHORT = ("--end", "0.06", "--quiet")


def expect_input_kept(folder, case, out, *options):
    """A run of the case into `out` is refused, and nothing there has changed."""
    before = {name: (out / name).read_bytes() for name in listing(out)}
    expect_run(amphi("run", case, "-o", out, "--steps", 2, "-q", *options), 2, str(case), "copy it elsewhere")
    expect({name: (out / name).read_bytes() for name in listing(out)} == before, f"{case}: an input was lost")


def test_inputs_are_no_outputs(folder):
    """What a case reads lies where a run would remove or replace it: named directly, by links to it and through it."""
    out = folder / "out"
    expect_run(amphi("run", folder, "-o", out, "--steps", 1, "-q"), 0)
    points = (folder / "case.yaml").read_text().replace("{add: box, low: [0, 0], high: [0.2, 0.2]}", "{add: points, file: %s}")
    (folder / "link.vtkhdf").symlink_to("out/particles_0001.vtkhdf")
    (folder / "elsewhere.vtkhdf").write_bytes((out / "particles_0001.vtkhdf").read_bytes())
    (out / "particles_0009.vtkhdf").symlink_to(folder / "elsewhere.vtkhdf")
    (folder / "alias").symlink_to("out")
    case = folder / "next.yaml"
    for name in ("out/particles_0001.vtkhdf", "link.vtkhdf", "out/particles_0009.vtkhdf",
                 "alias/particles_0001.vtkhdf", "out/../out/particles_0001.vtkhdf", out / "particles_0001.vtkhdf"):
        case.write_text(points % name)
        expect_input_kept(folder, case, out, "--force")
        expect_input_kept(folder, case, folder / "alias", "--force")
    # Motion, and the case file itself.
    case.write_text((folder / "case.yaml").read_text().replace("layers: 3}", "layers: 3}\n    motion:\n"
                                                               "      - {type: file, file: out/gauges.csv}"))
    (out / "gauges.csv").write_text("t,x,y\n0,0,0\n1,0,0\n")
    expect_input_kept(folder, case, out, "--force")
    expect_input_kept(folder, out / "used.yaml", out, "--force")
    # Another name in the folder is nobody's.
    (out / "mine.vtkhdf").write_bytes((folder / "elsewhere.vtkhdf").read_bytes())
    case.write_text(points % "out/mine.vtkhdf")
    expect_run(amphi("run", case, "-o", out, "--force", "--steps", 2, "-q"), 0)
    # Where --resume would write, too.
    used = (out / "used.yaml").read_text()
    (out / "particles_0007.vtkhdf").write_bytes((folder / "elsewhere.vtkhdf").read_bytes())
    (out / "used.yaml").write_text(used.replace("mine.vtkhdf", "particles_0007.vtkhdf"))
    expect_run(amphi("run", "--resume", out, "--steps", 4, "-q"), 2, "copy it elsewhere")
    expect((out / "particles_0007.vtkhdf").exists(), "--resume removed an input")


def test_freed_memory(folder):
    """Nothing is read after it was given back: glibc fills freed memory with 165."""
    expect_run(amphi("run", folder, "--steps", 1, "-o", folder / "out", env={**os.environ, "MALLOC_PERTURB_": "165"}), 0)


def precious(folder):
    """A file that nobody wants to lose, and names for two that are not there."""
    (folder / "precious").write_text("precious")
    return folder / "precious"


def expect_precious(folder, what):
    expect((folder / "precious").read_text() == "precious", f"{what}: another file was written to")
    expect(not (folder / "nothing").exists(), f"{what}: a file was created elsewhere")


def test_links_of_temporary_names(folder):
    """Links, symbolic and hard, where files are in the making: they go, what they lead to stays."""
    target = precious(folder)
    for kind in ("symbolic", "dangling", "hard"):
        out = folder / kind
        out.mkdir()
        for name in NAMES:
            if kind == "hard":
                os.link(target, out / f"{name}.tmp")
            else:
                (out / f"{name}.tmp").symlink_to(target if kind == "symbolic" else folder / "nothing")
        expect_run(amphi("run", folder, "-o", out, *SHORT), 0)
        expect_precious(folder, kind)
        expect_run(amphi("compare", "--exact", out, folder / "symbolic"), 0)
        for name in NAMES:
            expect(name == "diverged.vtkhdf" or (out / name).lstat().st_nlink == 1 and not (out / name).is_symlink(), name)


def test_links_of_final_names(folder):
    """They count as files of an earlier run; --force takes the link away, --resume writes through none."""
    target = precious(folder)
    for name in NAMES:
        for to in (target, folder / "nothing"):
            out = folder / "out"
            out.mkdir()
            (out / name).symlink_to(to)
            expect_run(amphi("run", folder, "-o", out, *SHORT), 2, f"holds an earlier run ({name})")
            expect((out / name).is_symlink(), f"{name}: the link has gone")
            expect_run(amphi("run", folder, "-o", out, "--force", "--steps", 1, "-q"), 0)
            expect_precious(folder, name)
            subprocess.run(["rm", "-r", out], check=True)


def test_links_at_resume(folder):
    target = precious(folder)
    out = folder / "out"
    for name in NAMES:
        for hard in (False, True):
            expect_run(amphi("run", folder, "-o", out, "--force", "--steps", 3, "-q"), 0)
            held = out / name
            if held.exists():
                target.write_bytes(held.read_bytes())
                held.unlink()
            before = target.read_bytes()
            if hard:
                os.link(target, held)
            else:
                held.symlink_to(target)
            result = amphi("run", "--resume", out, "--steps", 5, "-q")
            expect(target.read_bytes() == before, f"{name}: --resume wrote to what the link leads to")
            if name in ("log.txt", "gauges.csv"):
                expect_run(result, 1, f"{name}: cannot write: ", "a hard link" if hard else "a link")
            elif name not in ("diverged.vtkhdf", "particles_0001.vtkhdf"):
                expect_run(result, 0)
            target.write_text("precious")


def test_names_of_others(folder):
    """Names like amphi's are not amphi's."""
    names = ["particles_of_mine.tmp", "particles_+3.vtkhdf", "particles_3.vtkhdf", "particles_00003.vtkhdf",
             "particles_ 003.vtkhdf", "particles_-001.vtkhdf", "particles_0x03.vtkhdf", "particles_.vtkhdf",
             "particles_0003.vtkhdf.txt", "particles_00003.vtkhdf.tmp", "particles_0003.tmp", "checkpoint.h5.old.tmp",
             "used.yaml.tmp.tmp", "gauges.csv2.tmp", "log.txt.1.tmp", "particles_99999999999999999999.vtkhdf", "tmp", ".tmp",
             "particles_0003 .vtkhdf", "Particles_0003.vtkhdf"]
    mine = ["particles_0007.vtkhdf", "particles_12345.vtkhdf", "checkpoint.h5.tmp", "particles_0007.vtkhdf.tmp"]
    out = folder / "out"
    out.mkdir()
    for name in names:
        (out / name).write_text(name)
    expect_run(amphi("run", folder, "-o", out, "--steps", 3, "-q"), 0)
    for option, steps in ("--force", 5), ("--resume", 7):
        for name in mine:
            (out / name).write_text(name)
        expect_run(amphi("run", folder, "-o", out, option, "--steps", steps, "-q"), 0)
        for name in names:
            expect((out / name).is_file() and (out / name).read_text() == name, f"{option}: {name} is lost")
        for name in mine:
            expect(not (out / name).exists(), f"{option}: {name} is still there")


def test_two_starts(folder):
    """A run held up anywhere while it opens, another one begins and ends in its folder: one runs, the other refuses."""
    ended = 0
    for held in range(16):
        out = folder / f"out{held}"
        slow = subprocess.Popen([PROGRAM, "run", folder, "-o", out, "--steps", "1", "-q", "--set", "dp=0.002",
                                 "--threads", "1"],
                                stderr=subprocess.PIPE, text=True)
        time.sleep(0.01 * held)
        slow.send_signal(signal.SIGSTOP)
        quick = amphi("run", folder, "-o", out, "--steps", "1", "-q", "--threads", "1")
        before = {name: (out / name).read_bytes() for name in listing(out)}
        slow.send_signal(signal.SIGCONT)
        said = slow.communicate(timeout=300)[1]
        if quick.returncode == 0:
            expect(slow.returncode == 2 and "holds an earlier run" in said, f"{held}: {slow.returncode} {said}{listing(out)}{quick}")
            expect({name: (out / name).read_bytes() for name in listing(out)} == before, "a finished run was changed")
            ended += 1
        else:
            expect_run(quick, 2)
            expect(slow.returncode == 0, f"{held}: {slow.returncode} {said}")
    expect(ended > 0, "the slow run was never the second one")


def test_names_that_are_no_text(folder):
    """A file's name is bytes; JSON holds text only."""
    case = os.fsencode(folder) + b"/caf\xe9 \\.yaml"
    with open(case, "wb") as file:
        file.write((folder / "case.yaml").read_bytes())
    run = subprocess.run([os.fsencode(PROGRAM), b"run", case, b"-o", os.fsencode(folder / "out"), b"--steps", b"1", b"-q"],
                         timeout=60, check=False)
    expect(run.returncode == 0, f"exit status {run.returncode}")
    named = json.loads((folder / "out/summary.json").read_text(encoding="utf-8"))["case"]
    expect(named == str(folder) + "/caf\\xE9 \\\\.yaml", named)


def test_waits_for_nobody(folder):
    """A FIFO to which nobody writes, and devices: refused at once, whatever they stand for."""
    fifo = folder / "fifo.yaml"
    os.mkfifo(fifo)
    for place in (fifo, "/dev/zero", "/dev/null"):
        for command in ("run", "check", "bench", "verify"):
            expect_run(amphi(command, place, timeout=20), 2, f"{place}: not a regular file")
        expect_run(amphi("compare", place, place, timeout=20), 2, "not a regular file")
    expect_run(amphi("run", folder, "-o", folder / "out", "--steps", 1, "-q"), 0)
    for name in ("checkpoint.h5", "gauges.csv", "particles.vtkhdf.series", "log.txt", "used.yaml"):
        (folder / "out" / name).rename(folder / "kept")
        os.mkfifo(folder / "out" / name)
        result = amphi("run", "--resume", folder / "out", "--steps", 2, "-q", timeout=20)
        expect(result.returncode in (1, 2) and f"{name}: " in result.stderr, f"{name}: {result.returncode} {result.stderr}")
        (folder / "kept").rename(folder / "out" / name)


main([test_inputs_are_no_outputs, test_freed_memory, test_links_of_temporary_names, test_links_of_final_names, test_links_at_resume,
      test_names_of_others, test_two_starts, test_names_that_are_no_text, test_waits_for_nobody])
