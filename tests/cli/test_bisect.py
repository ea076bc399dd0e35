#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Where two runs part: faults of one bit, planted at random, are found with their step, entry, particle and field.
AMPHI_PLANTED=N plants N of them instead of a few."""
import json
import os
import random
import re
import shutil

from harness import SOURCE, amphi, expect, expect_run, listing, main

MANY = int(os.environ.get("AMPHI_PLANTED", "8"))
SEED = int(os.environ.get("AMPHI_SEED", random.randrange(1 << 32)))
FIXED = ("--set", "summation=fixed")
KEEP = ("--quiet", *FIXED, "--set", "output.keep.interval=0.02", "--end", "0.1")
FLUID = range(636, 1036)  # ids of the small case's water, behind its walls
WAYS = [("--threads", "1"), ("--threads", "2"), ("--backend", "reference"), ("--backend", "offload", "--device", "host")]
WORDS = ["lanes, 1 thread", "lanes, 2 threads", "reference", "offload"]
# Entries of a step, the field they leave, its components that count, and every which step has them.
ENTRIES = [("forces", "rate", (0, 1, 3), 1), ("advance", "vel", (0, 1, 3), 1), ("advance", "pos", (0, 1), 1),
           ("pass shift", "rate", (0, 1), 8), ("sweep damp", "damping", (3,), 1)]


def with_fault(folder, fault):
    return {**os.environ, "TMPDIR": str(folder), **({"AMPHI_PLANT": fault} if fault else {})}


def bisect(folder, *words, fault=None):
    result = amphi("bisect", *words, cwd=folder, env=with_fault(folder, fault))
    expect(not [name for name in listing(folder) if name.startswith("amphi-bisect")], "states are left behind")
    return result


def expect_fault(result, step, entry, particle, field):
    expect_run(result, 1, f"The same up to step {step - 1}, different at step {step}:")
    found = re.search(r"^pass: (.*), entry \d+ of \d+ of the step; first '(.*)':\n(.*)", result.stdout, re.M)
    expect(found, result.stdout)
    expect(found.group(1) == entry and found.group(2) == field, result.stdout)
    expect(re.match(rf" +{field} +1 of 1036 differ; first particle {particle} ", found.group(3)), result.stdout)


def draw_fault(draw, most):
    entry, field, components, every = draw.choice(ENTRIES)
    step = every * draw.randrange(1, most // every)
    bit = 32 * draw.choice(components) + draw.randrange(16, 23)
    return step, entry, draw.choice(FLUID), field, bit


def state_after(folder, steps, fault, *how):
    shutil.rmtree(folder / "out", ignore_errors=True)
    expect_run(amphi("run", "case.yaml", "-o", "out", "--quiet", *FIXED, "--steps", steps, *how, cwd=folder, env=with_fault(folder, fault)), 0)
    return json.loads((folder / "out/summary.json").read_text())["state_hash"]


def test_defective_thread(folder):
    """From a step on one of three threads errs, in all that it has: the first step, the entry and the first of its particles."""
    fault = "step=23,entry=forces,thread=2/3,field=rate,bit=50,way=3 threads"
    said = expect_run(bisect(folder, *FIXED, "case.yaml", "--threads", 1, "case.yaml", "--threads", 3, "--steps", 60, fault=fault), 1,
                      "The same up to step 22, different at step 23:", "pass: forces, ", "first 'rate':")
    count = int(re.search(r"first 'rate':\n +rate +(\d+) of 1036 differ", said.stdout)[1])
    expect(count == 133, f"a third of 400 is {count}")
    # `verify` finds that one way is wrong, and says how to go on.
    said = expect_run(amphi("verify", "case.yaml", *FIXED, "--ways", "cpu:threads=1,cpu:threads=2,cpu:threads=3", "--steps", 60, cwd=folder,
                            env=with_fault(folder, fault)), 1, "1 of 3 ways differ", "3 threads, with a fault", "amphi bisect ")
    expect("--threads 3" in said.stdout.split("amphi bisect ")[1].splitlines()[0], said.stdout)
    for words in ("thread=4/3", "thread=0/3", "thread=1", "id"):
        expect_run(bisect(folder, *FIXED, "case.yaml", "case.yaml", "--steps", 5, fault=fault.replace("thread=2/3", words)), 2, "thread=K/N")


def test_planted(folder):
    draw = random.Random(SEED)
    found = idle = 0
    while found < MANY:
        step, entry, particle, field, bit = draw_fault(draw, 400)
        good, bad = draw.sample(range(len(WAYS)), 2)
        fault = f"step={step},entry={entry},id={particle},field={field},bit={bit},way={WORDS[bad]}"
        said = bisect(folder, *FIXED, "case.yaml", *WAYS[good], "case.yaml", *WAYS[bad], "--steps", 450, fault=fault)
        if said.returncode == 0:  # a bit of a zero that rounding takes: not found is right where the states are one
            hashes = {state_after(folder, step, fault, *WAYS[k]) for k in (good, bad)}
            expect(len(hashes) == 1, f"{fault}, seed {SEED}: not found")
            idle += 1
            expect(idle <= MANY, f"seed {SEED}: most faults do nothing")
            continue
        try:
            expect_fault(said, step, entry, particle, field)
        except AssertionError as error:
            raise AssertionError(f"{fault}, seed {SEED}: {error}") from None
        runs, steps = map(int, re.search(r"(\d+) runs of (\d+) steps", said.stdout).groups())
        expect(steps <= 2 * (3 * step + 3), said.stdout)  # of each 3 N at most, and three more for the traces
        expect(runs <= 2 * (2 * 9 + 4 + 3), said.stdout)  # two for each doubling and halving up to 512 steps, and the traces
        found += 1
    print(f"  seed {SEED}: {found} faults found, {idle} that change nothing")


def test_same(folder):
    for good in range(1, len(WAYS)):
        expect_run(bisect(folder, *FIXED, "case.yaml", *WAYS[0], "case.yaml", *WAYS[good], "--steps", 100), 0,
                   "No difference up to step 100")
    # To the end of the case; and both diverge alike.
    expect_run(bisect(folder, *FIXED, "--set", "end=0.03", "case.yaml", "case.yaml", "--backend", "reference"), 0, "No difference")
    diverges = ("--set", "limits.density=[0.9999, 1.0001]")
    expect_run(bisect(folder, *FIXED, *diverges, "case.yaml", "case.yaml", "--backend", "reference"), 0, "No difference")


def test_settings(folder):
    """Two settings of one case, and what is refused."""
    said = expect_run(bisect(folder, "case.yaml", *FIXED, "case.yaml", "--set", "summation=kahan"), 1, "'summation' is not the same",
                      "different at step 1", "pass: pass correction")
    expect("2 threads" in said.stdout or "thread" in said.stdout, said.stdout)
    said = expect_run(bisect(folder, *FIXED, "case.yaml", "case.yaml", "--set", "fluids.water.jitter=0.01"), 1, "Different from the beginning on:")
    expect("The same up to" not in said.stdout and re.search(r"^ +pos +\d+ of 1036 differ", said.stdout, re.M), said.stdout)
    other = ("bisect", "--steps", 2, "--set", "particles.cells=[4, 4, 4]", SOURCE / "cases/lj-melt", "--backend", "reference")
    expect_run(amphi(*other, SOURCE / "cases/lj-melt", "--set", "summation=fixed", "--backend", "reference", cwd=folder), 1,
               "Different from the beginning on:", "force ")
    swarm = SOURCE / "cases/swarm-sphere"
    expect_run(amphi("bisect", "--steps", 3, swarm, swarm, "--set", "swarm.inertia=0.5", cwd=folder), 1, "different at step 1:",
               "this method does not say")
    # Two ways under kahan part in the first steps.
    said = expect_run(bisect(folder, "--steps", 20, "case.yaml", *WAYS[0], "case.yaml", *WAYS[2]), 1, "pass: ")
    expect(int(re.search(r"different at step (\d+)", said.stdout)[1]) <= 3, said.stdout)
    # What a backend leaves in another way in every step is left out, and that is said.
    fault = "step=17,entry=advance,id=845,field=vel,bit=52,way=lanes, 1 thread"
    said = bisect(folder, *FIXED, "--set", "boundary.model=semi_analytical", "--steps", 30, "case.yaml", *WAYS[0], "case.yaml", *WAYS[2], fault=fault)
    expect_run(said, 1, "different at step 17:", "pass: advance", "Ignored, since they differ even in steps that end alike: rate")
    expect_run(bisect(folder, "case.yaml"), 2, "which two")
    expect_run(bisect(folder, "case.yaml", "case.yaml", "case.yaml"), 2, "two runs at a time")
    expect_run(bisect(folder, "case.yaml", "nothing.yaml"), 2, "nothing.yaml")
    expect_run(bisect(folder, *FIXED, "case.yaml", "case.yaml", "--steps", 3, fault="step=1,entry=forces"), 2, "AMPHI_PLANT")
    expect_run(bisect(folder, *FIXED, "case.yaml", "case.yaml", "--steps", 3, fault="step=1,entry=forces,id=1,field=heat,bit=0"), 2,
               "no field 'heat'")


def make_runs(folder, fault):
    for name, how in (("good", "1"), ("bad", "2")):
        expect_run(amphi("run", "case.yaml", "-o", name, *KEEP, "--threads", how, cwd=folder, env=with_fault(folder, fault)), 0)


def test_folders(folder):
    """Two runs, by their hashes and from the checkpoints that stayed."""
    fault = "step=170,entry=forces,id=845,field=rate,bit=50,way=2 threads"
    make_runs(folder, fault)
    ways = ("good", "--threads", 1, "bad", "--threads", 2)
    said = bisect(folder, *ways, fault=fault)
    expect_fault(said, 170, "forces", 845, "rate")
    runs, steps = map(int, re.search(r"(\d+) runs of (\d+) steps", said.stdout).groups())
    expect(runs < 25 and steps < 400, said.stdout)  # of 69 between two checkpoints, not of 350
    # A machine that is sound does not make the fault again, and that is said.
    sound = expect_run(bisect(folder, *ways), 1, "B does not come out again", "as the other")
    expect("different at step" not in sound.stdout, sound.stdout)
    # Without checkpoints, and with one run's alone.
    for name in ("good", "bad"):
        for path in (folder / name).glob("checkpoint_*.h5"):
            path.unlink()
        expect_fault(bisect(folder, *ways, fault=fault), 170, "forces", 845, "rate")
    expect_run(bisect(folder, "good", "good"), 0, "No difference")


def test_records(folder):
    """What is known of a run elsewhere: as far as its hashes go."""
    fault = "step=170,entry=advance,id=845,field=vel,bit=50,way=2 threads"
    make_runs(folder, fault)
    expect_run(amphi("certify", "good", "-o", "good.json", cwd=folder), 0)
    shutil.copy(folder / "bad/chain.csv", folder / "elsewhere.csv")
    links = [int(row.split(",")[0]) for row in (folder / "good/chain.csv").read_text().splitlines()[1:]]
    low, high = max(step for step in links if step < 170), min(step for step in links if step >= 170)
    between = f"The same up to step {low}, different at step {high}; "
    expect_run(bisect(folder, "good.json", "bad"), 1, between + "good.json is only a record")
    expect_run(bisect(folder, "good", "elsewhere.csv"), 1, between + "elsewhere.csv is only a record")
    expect_run(bisect(folder, "good.json", "elsewhere.csv"), 1, between)
    expect_run(bisect(folder, *FIXED, "good.json", "case.yaml", "--backend", "reference"), 0, f"No difference up to step {links[-1]}")
    expect_run(bisect(folder, *FIXED, "elsewhere.csv", "case.yaml"), 1, between)
    expect_run(bisect(folder, *FIXED, "--set", "fluids.water.jitter=0.01", "elsewhere.csv", "case.yaml"), 1, "different at step 0; ")
    expect_run(amphi("verify", "case.yaml", *FIXED, "--steps", 40, "--backend", "reference", "-o", "hashes.json", cwd=folder), 0)
    expect_run(bisect(folder, *FIXED, "hashes.json", "case.yaml"), 0, "No difference up to step 40")
    expect_run(bisect(folder, *FIXED, "hashes.json", "case.yaml", "--threads", 2, fault=fault.replace("170", "20")), 1,
               "The same up to step 10, different at step 40; hashes.json is only a record")
    text = (folder / "good.json").read_text()
    (folder / "good.json").write_text(text.replace("a small dam", "a large dam"))
    expect_run(bisect(folder, "good.json", "bad"), 2, "damaged record")


def test_machines(folder):
    """A run on a processor and one on a device that erred: by their folders to the particle, by the record or the hashes of either to
    the link of the chain; and no fault where there is none."""
    there = ("--backend", "offload", "--device", "host")
    fault = "step=57,entry=advance,id=700,field=vel,bit=50,way=offload"
    for name, how in ("laptop", ()), ("device", there):
        expect_run(amphi("run", "case.yaml", "-o", name, *KEEP, *how, cwd=folder, env=with_fault(folder, fault)), 0)
    expect_run(amphi("certify", "laptop", cwd=folder), 0)
    shutil.move(folder / "laptop/record.json", folder / "record.json")
    expect_run(bisect(folder, "device", *there, "laptop", fault=fault), 1, "The same up to step 56, different at step 57:", "pass: advance, ",
               "first particle 700 ")
    for sides in ("device", *there, "record.json"), ("device/chain.csv", "laptop"):
        expect_run(bisect(folder, *sides, fault=fault), 1, "The same up to step ", "is only a record")
    expect_run(bisect(folder, *FIXED, "case.yaml", *there, "laptop/chain.csv"), 0, "No difference up to step ")
    expect_run(amphi("audit", "record.json", "--folder", "laptop", "--all", *there, cwd=folder), 0, "checks passed")
    expect_run(amphi("audit", "record.json", "--folder", "laptop", "--all", *there, cwd=folder, env=with_fault(folder, fault)), 1)


def test_said(folder):
    """A fault that was asked for shows in what the run says of itself."""
    make_runs(folder, "step=10,entry=forces,id=845,field=rate,bit=50,way=2 threads")
    expect("AMPHI_PLANT" in (folder / "bad/log.txt").read_text() and "AMPHI_PLANT" in (folder / "bad/summary.json").read_text(),
           "a fault that nobody sees")
    expect("AMPHI_PLANT" not in (folder / "good/log.txt").read_text(), "a fault where there is none")
    said = amphi("verify", "case.yaml", *FIXED, "--steps", 12, "--backend", "reference", cwd=folder)
    expect_run(said, 0)
    hashes = amphi("verify", "case.yaml", *FIXED, "--steps", 12, "--backend", "cpu", cwd=folder,
                   env=with_fault(folder, "step=10,entry=forces,id=845,field=rate,bit=50,way=3 threads"))
    expect_run(hashes, 1, "amphi bisect --set summation=fixed --steps 12 case.yaml --backend cpu")


if __name__ == "__main__":
    main([test_defective_thread, test_planted, test_same, test_settings, test_folders, test_records, test_machines, test_said])
