#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi verify: every way to execute a case, held against each other and against a hash file."""
import json
import os
import random
import re
import shlex

from harness import SOURCE, amphi, expect, expect_run, listing, main

AGREE, DIFFER, CANNOT, DIVERGED = 0, 1, 2, 3
FIXED = ("--set", "summation=fixed")


def verify(folder, *arguments):
    return amphi("verify", "case.yaml", *arguments, cwd=folder)


def verify_json(folder, status, *arguments):
    return json.loads(expect_run(verify(folder, "--json", *arguments), status).stdout)


def info():
    return json.loads(expect_run(amphi("info", "--json"), 0).stdout)


def test_all_ways(folder):
    """Each backend of this build, each instruction set of this processor, each of four thread counts, once."""
    whole = verify_json(folder, AGREE, "--steps", "20")
    known, ways = info(), [way["execution"] for way in whole["ways"]]
    expect(len(set(ways)) == len(ways), f"a way twice: {ways}")
    for backend in known["backends"]:
        expect(any(way.startswith(backend["name"] + ":") for way in ways), f"no {backend['name']} in {ways}")
    cpu = [way for way in ways if way.startswith("cpu:")]
    expect(len(cpu) == 4 * len(known["isa_runs"]), f"{cpu}")
    for isa in known["isa_runs"]:
        for threads in ("1 thread", "2 threads", "3 threads", "7 threads"):
            expect(sum(f"{isa}," in way and way.endswith(threads) for way in cpu) == 1, f"{isa}, {threads}: {cpu}")
    expect(listing(folder) == ["case.yaml"], f"verify wrote {listing(folder)}")


def test_near(folder):
    """Under kahan hashes differ by the order of sums; the differences have a bound."""
    whole = verify_json(folder, AGREE, "--steps", "40")
    expect(whole["summation"] == "kahan" and whole["steps"] == [0, 1, 10, 40], f"{whole}")
    hashes = {way["hashes"][-1] for way in whole["ways"]}
    largest = max(d for way in whole["ways"] for d in way["deviations"])
    expect(len(hashes) > 2 and 0 < largest < 1e-5, f"{len(hashes)} hashes, largest deviation {largest}")
    expect(whole["agree"] and all(way["agrees"] for way in whole["ways"]), f"{whole}")
    text = expect_run(verify(folder, "--steps", "40"), AGREE, "differs by", "~", "ways agree within", "bound 0.0001").stdout
    for value in hashes:
        expect(value in text, f"hash {value} is not in the table:\n{text}")
    expect("!" not in text, text)
    # Half of what was found is too small a bound, and the first way always agrees with itself.
    low = verify_json(folder, DIFFER, "--steps", "40", "--tolerance", str(largest / 2))
    expect(not low["agree"] and low["ways"][0]["agrees"], f"{low}")
    expect_run(verify(folder, "--steps", "40", "--tolerance", "0"), DIFFER, "ways differ from the first", "from step 1 on", "!")


def test_fixed(folder):
    """One hash, which is that of a run, and moves with the case."""
    whole = verify_json(folder, AGREE, *FIXED, "--steps", "30")
    hashes = {tuple(way["hashes"]) for way in whole["ways"]}
    expect(len(hashes) == 1 and len(set(whole["hashes"])) == 4, f"{hashes}")
    for backend, *options in ("cpu",), ("reference",), ("offload", "--device", "host"):
        expect_run(amphi("run", "case.yaml", *FIXED, "--steps", "30", "-q", "-o", backend, "-b", backend, *options,
                         cwd=folder), 0)
        summary = json.loads((folder / backend / "summary.json").read_text())
        expect(summary["state_hash"] == whole["hashes"][-1], f"{backend}: {summary['state_hash']}, {whole['hashes']}")
    for other in ("cpu", "offload"):
        expect_run(amphi("compare", "--exact", "reference", other, cwd=folder), 0, "same, bit for bit")
    other = verify_json(folder, AGREE, *FIXED, "--steps", "30", "--backend", "cpu", "--set", "integrator.cfl=0.3000001")
    expect(other["hashes"][0] == whole["hashes"][0] and other["hashes"][-1] != whole["hashes"][-1], f"{other['hashes']}")
    expect_run(verify(folder, *FIXED, "--steps", "3"), AGREE, "ways agree, bit for bit")


def test_same_again(folder):
    """Under kahan and plain the same program, backend, instruction set and number of threads give the same bits again."""
    for word in ("kahan", "plain"):
        for way in (("-t", "1"), ("-t", "3"), ("-b", "reference"), ("-b", "offload", "--device", "host")):
            hashes = set()
            for _ in range(2):
                expect_run(amphi("run", "case.yaml", "--set", f"summation={word}", "--steps", "60", "-q", "-o", "out", "--force", *way, cwd=folder), 0)
                hashes.add(json.loads((folder / "out/summary.json").read_text())["state_hash"])
            expect(len(hashes) == 1, f"{word}, {way}: {hashes}")


def test_resumed(folder):
    """A run that is stopped at random steps and goes on elsewhere comes to the hash of one that was not."""
    whole = verify_json(folder, AGREE, *FIXED, "--steps", "60", "-b", "cpu")
    run = ("run", "case.yaml", *FIXED, "-q", "-o", "out")
    ways = [("-b", "cpu", "-t", "3"), ("-b", "reference"), ("-b", "offload", "--device", "host"), ("-b", "cpu")]
    stops = [*sorted(random.sample(range(1, 60), 4)), 60]
    chosen = [random.choice(ways) for _ in stops]
    for k, (stop, way) in enumerate(zip(stops, chosen)):
        expect_run(amphi(*run, *(("--resume",) if k else ()), "--steps", str(stop), *way, cwd=folder), 0)
    summary = json.loads((folder / "out/summary.json").read_text())
    expect(summary["state_hash"] == whole["hashes"][-1], f"{stops}, {chosen}: {summary}, {whole['hashes']}")


def test_hash_file(folder):
    expect_run(verify(folder, *FIXED, "--steps", "30", "-b", "cpu", "--output", "a.json"), AGREE)
    file = json.loads((folder / "a.json").read_text())
    expect(file["settings"] == ["summation=fixed"] and file["version"] and file["compiler"], f"{file}")
    against = (*FIXED, "-b", "reference", "--against", "a.json")
    expect_run(verify(folder, *against), AGREE, "a.json (amphi ", "The way agrees with a.json, bit for bit")
    expect_run(verify(folder, *against, "--steps", "30"), AGREE)

    # Another machine whose state went another way from step 10 on.
    changed = dict(file, hashes=file["hashes"][:2] + ["0123456789abcdef", "fedcba9876543210"])
    (folder / "b.json").write_text(json.dumps(changed))
    against_b = (*FIXED, "-b", "reference", "--against", "b.json")
    expect_run(verify(folder, *against_b, "-o", "c.json"), DIFFER, "1 of 1 ways differ from b.json",
               "reference: scalar loops, 1 thread: from step 10 on", f"{file['hashes'][2]}!", "amphi bisect --set summation=fixed --steps 30 b.json case.yaml --backend reference")
    expect(not (folder / "c.json").exists(), "hashes were written that do not agree")
    whole = verify_json(folder, DIFFER, *against_b)
    expect(not whole["agree"] and whole["hashes"] == changed["hashes"], f"{whole}")
    expect(whole["ways"][0]["hashes"] == file["hashes"] and not whole["ways"][0]["agrees"], f"{whole}")


def plant(folder, fault):
    return {**os.environ, "TMPDIR": str(folder), "AMPHI_PLANT": fault}


def test_chosen_ways(folder):
    """Two ways, or all with one number of threads and one device, each once."""
    two = ("--ways", "cpu:threads=1,offload:device=host", "--steps", "20")
    whole = verify_json(folder, AGREE, *FIXED, *two)
    names = [way["execution"] for way in whole["ways"]]
    expect(len(names) == 2 and names[0].startswith("cpu:") and names[0].endswith(" 1 thread") and names[1].startswith("offload:"), f"{names}")
    isa = info()["isa_runs"][-1]
    whole = verify_json(folder, AGREE, *FIXED, "--ways", f"cpu:isa={isa}:threads=3,reference", "--steps", "20")
    names = [way["execution"] for way in whole["ways"]]
    expect(len(names) == 2 and f"{isa}," in names[0] and names[0].endswith("3 threads") and names[1].startswith("reference"), f"{names}")
    names = [way["execution"] for way in verify_json(folder, AGREE, *FIXED, "--threads", "5", "--device", "host", "--steps", "3")["ways"]]
    expect(len(set(names)) == len(names), f"a way twice: {names}")
    expect([name for name in names if name.startswith("cpu:")] == [name for name in names if name.endswith("5 threads")] and
           sum(name.startswith("cpu:") for name in names) == len(info()["isa_runs"]), f"{names}")
    names = [way["execution"] for way in verify_json(folder, AGREE, *FIXED, "--backend", "cpu", "--isa", isa, "--steps", "3")["ways"]]
    expect(len(names) == 4 and all(f"{isa}," in name for name in names), f"{names}")
    for words, told in (("cpu,cpu", "way 2 is given twice"), ("cpu,gpu", "unknown backend 'gpu'"), ("cpu:threads=0", "threads: expected"),
                        ("cpu:cores=2", "expected threads=N"), ("cpu:threads", "expected threads=N"), ("offload:device=all", "one device"),
                        ("cpu:isa=avx9", "avx9"), ("cpu:threads=1:threads=2", "'threads' twice in a way")):
        expect_run(verify(folder, "--ways", words), CANNOT, told)
    expect_run(verify(folder, "--ways", "cpu", "--threads", "2"), CANNOT, "--ways says all")
    said = expect_run(verify(folder, "--ways", "cpu,offload:device=77", "--steps", "2"), CANNOT, "1 of 2 ways could not run").stdout
    expect("agree" not in said, said)
    # One way agrees with nothing.
    for words in (), FIXED:
        said = expect_run(verify(folder, *words, "--ways", "reference", "--steps", "2"), AGREE, "One way ran; there is no other").stdout
        expect("agree" not in said, said)


def test_ignored(folder):
    """An option that the backend would not look at is refused: by what runs a case, and by each way."""
    isa = info()["isa_runs"][0]
    for backend, option, told in (("cpu", ("--device", "0"), "--device 0: the cpu backend has no devices"), ("cpu", ("--device", "0,1"), "has no devices"),
                                  ("reference", ("--isa", isa), f"--isa {isa}: the reference backend has no"),
                                  ("offload", ("--device", "host", "--isa", isa), f"--isa {isa}: the offload backend has no"),
                                  ("offload", ("--device", "77"), "77")):
        for command in ("run", "check", "bench", "replay", "study"):
            target = "made" if command == "replay" else "case.yaml"
            if command == "replay" and not (folder / "made").exists():
                expect_run(amphi("run", "case.yaml", "-q", "--steps", "2", "-o", "made", cwd=folder), 0)
            more = {"run": ("--steps", "1"), "bench": ("--steps", "1"), "replay": ("-o", "again", "--from", "0", "--to", "0.0001")}.get(command, ())
            if backend == "offload" and "77" in option and command == "study":
                continue  # its runs say it
            said = expect_run(amphi(command, target, "--backend", backend, *option, *more, cwd=folder), CANNOT)
            expect(told in said.stderr or (told == "77" and "no GPU" in said.stderr), f"{command}: {said.stderr}")
    for words, told in (("cpu,cpu:device=0", "--ways: way 2: --device 0: the cpu backend"), ("reference:threads=2", "--ways: way 1: --threads 2"),
                        (f"reference:isa={isa}", "--ways: way 1: --isa")):
        expect_run(verify(folder, "--ways", words), CANNOT, told)
    for words in (("--backend", "cpu", "--device", "host"), ("--backend", "reference", "--threads", "2"), ("--backend", "reference", "--isa", isa)):
        expect_run(verify(folder, *words), CANNOT, words[2])
    # There a number of threads is one at most, and said.
    expect_run(amphi("run", "case.yaml", "-b", "reference", "-t", "2", "--steps", "1", "-o", "two", cwd=folder), 0, "reference: scalar loops, 1 thread")
    expect_run(amphi("run", "case.yaml", "-b", "reference", "-t", "1", "-q", "--steps", "1", "-o", "one", cwd=folder), 0)


def test_end(folder):
    """To a time: the steps are those of a run that ends there."""
    expect_run(amphi("run", "case.yaml", *FIXED, "--end", "0.03", "-q", "-o", "out", cwd=folder), 0)
    summary = json.loads((folder / "out/summary.json").read_text())
    whole = verify_json(folder, AGREE, *FIXED, "--end", "0.03", "--ways", "cpu:threads=1,cpu:threads=3,reference")
    expect(whole["steps"][:3] == [0, 1, 10] and whole["steps"][-1] == summary["steps"] and whole["hashes"][-1] == summary["state_hash"], f"{whole['steps']}, {summary}")
    expect_run(verify(folder, "--end", "0.03", "--steps", "3"), CANNOT, "--end and --steps")
    expect_run(verify(folder, "--end", "soon"), CANNOT, "soon")
    narrow = ("--set", "limits.density=[0.99, 1.002]", "--ways", "cpu:threads=1,reference")
    expect_run(verify(folder, *FIXED, *narrow, "--end", "0.2"), DIVERGED, "ways diverged alike")


def test_differences(folder):
    """The largest differences are those between two runs' files, and the command that is offered finds the fault."""
    fault = plant(folder, "step=37,entry=forces,id=845,field=rate,bit=50,way=3 threads")
    ways = ("--set", "title=it's small", "--ways", "cpu:threads=1,cpu:threads=3", "--steps", "60")
    text = expect_run(amphi("verify", "case.yaml", *FIXED, *ways, cwd=folder, env=fault), DIFFER, "Largest differences from the first way after",
                      "Largest differences of gauges").stdout
    whole = json.loads(expect_run(amphi("verify", "case.yaml", *FIXED, *ways, "--json", cwd=folder, env=fault), DIFFER).stdout)
    expect(listing(folder) == ["case.yaml"], f"verify wrote {listing(folder)}")
    for threads in "13":
        expect_run(amphi("run", "case.yaml", *FIXED, "-q", "-o", threads, "-t", threads, "--steps", "60", cwd=folder, env=fault), 0)
    compared = json.loads(expect_run(amphi("compare", "1", "3", "--json", cwd=folder, env=fault), 1).stdout)
    gauges = {part["name"]: part["fields"][0]["max"] for file in compared["files"] if file["name"] == "gauges.csv" for part in file["parts"]}
    found = {gap["name"]: gap["largest"] for gap in whole["ways"][1]["gauge_differences"]}
    expect(found and found == {name: most for name, most in gauges.items() if most > 0}, f"{found}, {gauges}")
    last = [file for file in compared["files"] if file["kind"] == "snapshot"][-1]
    fields = {field["name"]: field for field in last["parts"][0]["fields"] if field["in"] == "both"}
    found = {gap["name"]: gap for gap in whole["ways"][1]["field_differences"]}
    expect(found["velocity"]["largest"] == fields["velocity"]["max"] > 0 and f"particle {fields['velocity']['worst']['id']} " in found["velocity"]["place"],
           f"{found}, {fields}")
    expect(not whole["ways"][0]["field_differences"] and not whole["ways"][0]["gauge_differences"], f"{whole['ways'][0]}")
    words = shlex.split(whole["bisect"])
    expect(whole["bisect"] in text and words[:2] == ["amphi", "bisect"], text)
    expect_run(amphi(*words[1:], cwd=folder, env=fault), 1, "different at step 37:", "pass: forces", "particle 845")
    agree = verify_json(folder, AGREE, *FIXED, *ways)
    expect(agree["bisect"] is None and not agree["ways"][1]["gauge_differences"], f"{agree}")
    # Under kahan they are there too, and no command: two ways differ from the first step on.
    near = verify_json(folder, AGREE, *ways)
    expect(near["bisect"] is None and near["ways"][1]["field_differences"], f"{near}")


def test_gauges_alone(folder):
    """Gauges that differ where states are the same: the force on a wall, read at step 39."""
    said = amphi("verify", "case.yaml", *FIXED, "--ways", "cpu:threads=1,cpu:threads=3", "--steps", "60", cwd=folder,
                 env=plant(folder, "step=39,entry=forces,id=300,field=rate,bit=54,way=3 threads"))
    expect_run(said, DIFFER, "1 of 2 ways differ", "gauges alone, in states that are the same", "F1.y [N/m]")
    expect("amphi bisect" not in said.stdout and "after the last step" not in said.stdout, said.stdout)


def test_refused(folder):
    expect_run(verify(folder, *FIXED, "--steps", "10", "-b", "cpu", "-o", "a.json"), AGREE)
    file = json.loads((folder / "a.json").read_text())

    def against(*told, options=(), **changes):
        (folder / "b.json").write_text(json.dumps(dict(file, **changes)))
        expect_run(verify(folder, *FIXED, "-b", "reference", "--against", "b.json", *options), CANNOT, "b.json", *told)

    against("another case or of other settings", "summation=fixed", options=("--set", "dp=0.02"))
    against("another case or of other settings", case_digest="0" * 32)
    against("it ends at step 10, not at --steps 20", options=("--steps", "20"))
    against("not a hash file", "amphi hashes 2", format="amphi hashes 2")
    against("'xyz' is not a hash", hashes=["xyz"] * len(file["hashes"]))
    against("hashes", hashes=file["hashes"][:-1])
    against("do not ascend", steps=[0, 10, 1])
    (folder / "c.json").write_text("no JSON")
    expect_run(verify(folder, *FIXED, "--against", "c.json"), CANNOT, "c.json:1: cannot read")
    expect_run(verify(folder, *FIXED, "--against", "none.json"), CANNOT, "none.json")
    for option in ("--against", "--output"):
        expect_run(verify(folder, option, "a.json"), CANNOT, f"{option}: only under 'summation: fixed'", "'kahan'")
    expect_run(verify(folder, *FIXED, "-b", "cpu", "--steps", "1", "-o", "no/such/a.json"), CANNOT, "no/such/a.json: cannot write")


def test_diverged(folder):
    """A run that breaks down does so alike everywhere, at the same particle and time."""
    narrow = ("--set", "limits.density=[0.99, 1.002]", "--steps", "1000")
    text = expect_run(verify(folder, *FIXED, *narrow), DIVERGED, "ways diverged alike").stdout
    causes = {line.strip() for line in text.splitlines() if "the run diverged at" in line}
    expect(len(causes) == 1 and "particle" in next(iter(causes)), f"{causes}")
    whole = verify_json(folder, DIVERGED, *narrow)
    expect(whole["agree"] and len(whole["hashes"]) < len(whole["steps"]), f"{whole}")
    expect(all(way["diverged"] for way in whole["ways"]), f"{whole}")


def test_far_from_the_origin(folder):
    """A case moved by 10 km has the same bits: positions are fractions of the domain. Its lengths are sums of powers of
    two, so that none is rounded on the way."""
    near = (SOURCE / "cases/still-water-2d/case.yaml").read_text().replace("high: [1, 0.7]", "high: [1, 0.75]")
    exact = ("--set", "dp=0.015625", "--set", "smoothing_ratio=2.5")

    def move(match):
        return match[1] + "[" + ", ".join(repr(float(x) + 10000.0) for x in match[2].split(",")) + "]"
    far, moved = re.subn(r"((?:low|high|at): )\[([^\]]*)\]", move, near)
    expect(moved >= 8, f"only {moved} places moved")
    (folder / "far.yaml").write_text(far)
    (folder / "near.yaml").write_text(near)
    hashes = [json.loads(expect_run(amphi("verify", name, *FIXED, *exact, "--backend", "reference", "--json", cwd=folder), AGREE)
                         .stdout)["hashes"] for name in ("near.yaml", "far.yaml")]
    expect(len(set(hashes[0])) > 2 and hashes[0] == hashes[1], f"{hashes}")


def test_usage(folder):
    expect_run(amphi("verify"), CANNOT, "which case?")
    expect_run(amphi("verify", "a", "b"), CANNOT, "one case at a time")
    expect_run(amphi("verify", "nowhere.yaml", cwd=folder), CANNOT, "no such case file or folder")
    expect_run(verify(folder, "--backend", "refrence"), CANNOT, "did you mean 'reference'?")
    expect_run(verify(folder, "--steps", "0"), CANNOT, "--steps: expected a whole number")
    expect_run(verify(folder, "--tolerance", "-1"), CANNOT, "--tolerance: expected a number")
    expect_run(verify(folder, "--set", "dpp=1"), CANNOT, "dpp")


main([test_all_ways, test_near, test_fixed, test_same_again, test_resumed, test_hash_file, test_refused, test_diverged,
      test_far_from_the_origin, test_usage, test_chosen_ways, test_ignored, test_end, test_differences, test_gauges_alone])
