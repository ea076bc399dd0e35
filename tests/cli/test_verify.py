#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi verify: every way to execute a case, held against each other and against a hash file."""
import json
import random
import re

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
    expect_run(verify(folder, *against), AGREE, "a.json (amphi ", "bit for bit, also with a.json")
    expect_run(verify(folder, *against, "--steps", "30"), AGREE)

    # Another machine whose state went another way from step 10 on.
    changed = dict(file, hashes=file["hashes"][:2] + ["0123456789abcdef", "fedcba9876543210"])
    (folder / "b.json").write_text(json.dumps(changed))
    against_b = (*FIXED, "-b", "reference", "--against", "b.json")
    expect_run(verify(folder, *against_b, "-o", "c.json"), DIFFER, "1 of 1 ways differ from b.json",
               "reference: scalar loops, 1 thread: from step 10 on", f"{file['hashes'][2]}!", "amphi bisect b.json case.yaml")
    expect(not (folder / "c.json").exists(), "hashes were written that do not agree")
    whole = verify_json(folder, DIFFER, *against_b)
    expect(not whole["agree"] and whole["hashes"] == changed["hashes"], f"{whole}")
    expect(whole["ways"][0]["hashes"] == file["hashes"] and not whole["ways"][0]["agrees"], f"{whole}")


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
    """A case moved by 10 km has the same bits: positions are fractions of the domain."""
    near = (SOURCE / "cases/still-water-2d/case.yaml").read_text()

    def move(match):
        return match[1] + "[" + ", ".join(repr(float(x) + 10000.0) for x in match[2].split(",")) + "]"
    far, moved = re.subn(r"((?:low|high|at): )\[([^\]]*)\]", move, near)
    expect(moved >= 8, f"only {moved} places moved")
    (folder / "far.yaml").write_text(far)
    (folder / "near.yaml").write_text(near)
    hashes = [json.loads(expect_run(amphi("verify", name, *FIXED, "--backend", "reference", "--json", cwd=folder), AGREE)
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


main([test_all_ways, test_near, test_fixed, test_resumed, test_hash_file, test_refused, test_diverged,
      test_far_from_the_origin, test_usage])
