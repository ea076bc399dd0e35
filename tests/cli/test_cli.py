#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The command line: help, usage errors, check, info, bench, and a small run with all its files."""
import csv
import json
import os
import re
import shutil
import subprocess
import sys

import h5py
import numpy as np

from harness import PROGRAM, SOURCE, amphi, expect, expect_run, listing, main

COMMANDS = re.findall(r"^  ([a-z]+)  ", amphi("--help").stdout, re.M)
NAMES = "cases new import run replay certify audit study check compare render view report surface probe export verify bisect bench specialise info schema help"


def test_help(_):
    text = expect_run(amphi("--help"), 0, "Usage: amphi").stdout
    expect(set(COMMANDS) >= set(NAMES.split()), f"--help does not list all commands:\n{text}")
    for command in COMMANDS:
        expect_run(amphi(command, "--help"), 0, f"Usage: amphi {command}", "--version")
        expect_run(amphi(command, "--usage"), 0, f"Usage: amphi {command}")
        version = expect_run(amphi(command, "--version"), 0).stdout
        expect(re.match(r"amphi \d+\.\d+\.\d+\n", version), version)
    expect_run(amphi("--usage"), 0, "Usage: amphi", "COMMAND")
    expect(amphi("--version").stdout == amphi("-V").stdout, "--version and -V differ")


def digest_of(tree):
    """As the build makes it, which says it to standard error."""
    done = subprocess.run(["cmake", f"-DROOT={tree}", "-P", str(SOURCE / "cmake/digest.cmake")], capture_output=True, text=True)
    return expect_run(done, 0).stderr.strip()


def test_sources(folder):
    """The program says of which sources it is, and another byte in any of them is another number."""
    version = amphi("--version").stdout
    expect(re.search(rf"^sources +{digest_of(SOURCE)}$", version, re.M), version)
    for part in ("CMakeLists.txt", "src", "lab", "cmake"):
        whole = SOURCE / part
        (shutil.copytree if whole.is_dir() else shutil.copy)(whole, folder / part)
    expect(digest_of(folder) == digest_of(SOURCE), "a copy has another number")
    seen = {digest_of(folder)}
    for name in ("CMakeLists.txt", "src/main.c", "src/io/note.h", "src/case/choices.json", "lab/lab.c", "cmake/isa.cmake"):
        with (folder / name).open("a") as file:
            file.write("\n")
        seen.add(digest_of(folder))
    expect(len(seen) == 7, "a change is not in the number")


def test_options_are_documented(_):
    """The man page and the completion know every option that --help does, and no other."""
    man = (SOURCE / "share/man/man1/amphi.1").read_text().replace("\\-", "-")
    completion = (SOURCE / "share/bash-completion/completions/amphi").read_text()
    for command in COMMANDS:
        offered = set(re.findall(r"--([a-z-]+)", re.sub(r"`.*?'|Exit status.*", "", amphi(command, "--help").stdout)))
        for option in offered:
            expect(re.search(rf"--{option}\b", man), f"--{option} of {command} is not in the man page")
        script = f'source "{SOURCE}/share/bash-completion/completions/amphi"; COMP_WORDS=("{PROGRAM}"); _amphi_options {command}'
        result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
        known = {word.removeprefix("--") for word in result.stdout.split()}
        expect(known == offered, f"{command}: completion has {sorted(known)}, --help {sorted(offered)}")
        expect(re.search(rf"^\.B.*\b{command}\b", man, re.M), f"{command} is not in the man page")
    expect("complete -o filenames -F _amphi amphi" in completion, "nothing is completed")


def complete(*words, cwd=None):
    """What bash offers for the last of the words."""
    typed = " ".join(f'"{word}"' for word in (PROGRAM, *words))
    script = (f'source "{SOURCE}/share/bash-completion/completions/amphi"; COMP_WORDS=({typed}); '
              f'COMP_CWORD={len(words)}; _amphi; printf "%s\\n" "${{COMPREPLY[@]}}"')
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, cwd=cwd).stdout.split()


def test_completion(folder):
    names = {b["name"] for b in json.loads(amphi("info", "--json").stdout)["backends"]}
    for option in ("--backend", "-b"):
        words = complete("run", option, "")
        expect(sorted(words) == sorted(names), f"completed {words}, there are {names}")
    devices = complete("run", "--device", "")
    expect("host" in devices and all(word == "host" or word.isdigit() for word in devices), f"completed {devices}")
    expect(sorted(complete("")) == sorted([*COMMANDS, "--help", "--usage", "--version"]), complete(""))
    expect(set(complete("re")) == {"replay", "render", "report"}, complete("re"))
    expect(complete("run", "--st") == ["--steps"] and complete("run", "--steps", "") == [], complete("run", "--st"))
    (folder / "results").mkdir()
    expect(complete("run", "-o", "", cwd=folder) == ["results"], complete("run", "-o", "", cwd=folder))
    for words in (("render", "--output", ""), ("run", "--quiet", ""), ("check", "")):
        offered = complete(*words, cwd=folder)
        expect({"case.yaml", "results"} <= set(offered), f"{words}: {offered}")


def test_completion_of_keys(folder):
    """Keys, the words that a key may have, fields and cases; bash parts KEY=VALUE at '='."""
    keys = complete("run", "--set", "output.")
    expect({"output.interval=", "output.snapshots="} <= set(keys) and all(key.startswith("output.") for key in keys), keys)
    expect(complete("run", "-s", "ker") == ["kernel="], complete("run", "-s", "ker"))
    expect(complete("run", "--set", "kernel", "=", "wendland4") == ["wendland4"], complete("run", "--set", "kernel", "=", "wendland4"))
    expect({"all", "none"} == set(complete("run", "--set", "output.snapshots", "=")), "words behind '='")
    expect("vorticity" in complete("render", "--field", ""), complete("render", "--field", ""))
    expect(complete("surface", "--fields", "velocity,pre") == ["velocity,pressure"], complete("surface", "--fields", "velocity,pre"))
    for words in (("run", "dambreak2"), ("new", "--from", "dambreak2")):
        expect("dambreak2d" in complete(*words, cwd=folder), complete(*words, cwd=folder))
    expect({"bench"} <= set(complete("help", "ben")) and "gravity" in complete("help", "grav"), complete("help", "ben"))
    expect(complete("new", "dam", cwd=folder) == [], "the name of a new case is no file")


def test_help_on(_):
    """'amphi help X' is X's --help, or what the schema says of the key X."""
    expect(expect_run(amphi("help"), 0).stdout == amphi("--help").stdout, "amphi help is not amphi --help")
    for command in COMMANDS:
        expect(expect_run(amphi("help", command), 0).stdout == amphi(command, "--help").stdout, command)
    expect(expect_run(amphi("help", "viscosity.model"), 0).stdout == amphi("schema", "viscosity.model").stdout, "help on a key")
    expect_run(amphi("help", "chekc"), 2, "did you mean 'check'?")
    expect_run(amphi("help", "swl"), 2, "a shape of 'fluids'")
    expect(amphi("help", "viscosity").stdout.startswith("### viscosity\n"), "help on a key begins with another that ends so")
    expect_run(amphi("help", "fluids.shapes"), 0, "fluids.NAME.shapes")
    for word, key in (("wendland4", "kernel"), ("semi_analytical", "boundary.model"), ("flap", "walls.NAME.motion.NAME.paddle"), ("extrusion", "fluids.NAME.shapes.NAME.add")):
        expect(amphi("help", word).stdout.startswith(f"### {key}\n"), amphi("help", word))  # a word of a key


def test_foreign_words(folder):
    """Words of other codes, as a key and as an option, are answered with amphi's key."""
    for word, told in (("swl", "'fluids'"), ("tmax", "'end'"), ("TimeMax", "'end'"), ("floating", "'body'"), ("coefh", "'smoothing_ratio'"),
                       ("CoefH", "'smoothing_ratio'"), ("dp_min", "'dp'"), ("rhop0", "material.density"), ("CFLnumber", "integrator.cfl"),
                       ("DensityDT", "density_diffusion.model"), ("TimeOut", "output.interval"), ("ViscoTreatment", "viscosity.model"),
                       ("XPeriodicIncZ", "domain.periodic"), ("chain", "'cables'"), ("motor", "'joints'"), ("h_swl", "'fluids'"), ("writeInterval", "output.interval"), ("maxCo", "integrator.cfl"), ("drawbox", "box"), ("Chrono", "'joints'"), ("extrusion", "extrusion")):
        expect_run(amphi("check", "case.yaml", "--set", f"{word}=1", cwd=folder), 2, f"--set {word}: unknown key", told)
        expect_run(amphi("run", "case.yaml", f"--{word}=1", cwd=folder), 2, f"--{word}: unknown option", told)
        expect_run(amphi("run", "case.yaml", f"--{word}", "1", cwd=folder), 2, f"--{word}: unknown option", told)
    expect_run(amphi("run", "case.yaml", "--thread", 1, "--ste", 1, "-q", cwd=folder), 0)  # a beginning of an option


def test_start_alone(folder):
    """--steps 0 writes what a run begins with, from which it goes on to what it would have been."""
    expect_run(amphi("run", ".", "-o", "start", "--steps", 0, "-t", 1, cwd=folder), 0, "Stopped at step 0")
    expect((folder / "start/particles_0000.vtkhdf").is_file() and not (folder / "start/particles_0001.vtkhdf").exists(), listing(folder))
    summary = json.loads((folder / "start/summary.json").read_text())
    expect(summary["steps"] == 0 and summary["time"] == 0 and len(read_gauges(folder / "start/gauges.csv")) == 1, summary)
    expect_run(amphi("run", "--resume", "start", "--steps", 20, "-q", "-t", 1, cwd=folder), 0)
    expect_run(amphi("run", ".", "-o", "whole", "--steps", 20, "-q", "-t", 1, cwd=folder), 0)
    expect_run(amphi("compare", "--exact", "start", "whole", cwd=folder), 0)
    expect_run(amphi("run", SOURCE / "cases/swarm-sphere", "--steps", 0, "--repeat", 2, cwd=folder), 2, "--steps 0 takes none")


def test_tables_only(folder):
    """Without snapshots the tables are the same, also of a run that goes on; a part of it can have snapshots."""
    off = ("-t", 1, "-q", "--set", "output.snapshots=none")
    expect_run(amphi("run", ".", "-o", "whole", "-t", 1, "-q", cwd=folder), 0)
    expect_run(amphi("run", ".", "-o", "tables", *off, "--set", "output.keep.interval=0.05", cwd=folder), 0)
    expect_run(amphi("run", ".", "-o", "parts", *off, "--steps", 50, cwd=folder), 0)
    expect_run(amphi("run", "--resume", "parts", "-t", 1, "-q", cwd=folder), 0)
    for name in ("tables", "parts"):
        expect(not [file for file in listing(folder / name) if "particles" in file], listing(folder / name))
        table = "gauges.csv"
        expect((folder / name / table).read_bytes() == (folder / "whole" / table).read_bytes(), f"{name}: another {table}")
        summary = json.loads((folder / name / "summary.json").read_text())
        expect(summary["outcome"] == "finished" and summary["snapshots"] == 0, summary)
    expect_run(amphi("replay", "tables", "-o", "part", "--from", 0.1, "--to", 0.15, "--interval", 0.01, "-t", 1, cwd=folder), 0)
    expect((folder / "part/particles_0000.vtkhdf").is_file(), listing(folder / "part"))
    expect_run(amphi("render", "tables", cwd=folder), 2, "no snapshots")
    expect_run(amphi("run", ".", *off, "--set", "output.times=[0.1]", cwd=folder), 2, "output.times", "output.snapshots is none")
    expect_run(amphi("run", ".", *off, "--set", "output.surfaces=all", cwd=folder), 2, "output.surfaces", "output.snapshots is none")


def test_usage_errors(folder):
    expect_run(amphi(), 2, "amphi new pond", "amphi --help")
    expect_run(amphi("rnu"), 2, "unknown command 'rnu'; did you mean 'run'?")
    expect_run(amphi("chekc", "x"), 2, "did you mean 'check'?")
    expect("did you mean" not in expect_run(amphi("zzzzzzzz"), 2, "unknown command").stderr, "zzzzzzzz is near nothing")
    for command in ("run", "check", "bench"):
        expect_run(amphi(command), 2, "which case?", f"amphi {command}")
        expect_run(amphi(command, "a", "b"), 2, "one case at a time")
        result = expect_run(amphi(command, "nowhere.yaml", cwd=folder), 2, "nowhere.yaml: no such case file or folder")
        expect("did you mean" not in result.stderr, "nowhere.yaml is near nothing")
        expect_run(amphi(command, "caes.yaml", cwd=folder), 2, "no such case file or folder; did you mean 'case.yaml'?")
        expect_run(amphi(command, "--no-such-option", "x"), 2, "--no-such-option")
        expect_run(amphi(command, "case.yaml", "--set", "dp", cwd=folder), 2, "--set: expected KEY=VALUE, got 'dp'")
        for threads in ("0", "-1", "two", "1.5", ""):
            expect_run(amphi(command, "case.yaml", f"--threads={threads}", cwd=folder), 2, "--threads: expected a whole")
        expect_run(amphi(command, "case.yaml", "--backend", "refrence", cwd=folder), 2, "did you mean 'reference'?")
        expect_run(amphi(command, "case.yaml", "--backend", "quantum", cwd=folder), 2, "--backend help lists them")
        expect_run(amphi(command, "case.yaml", "--isa", "z80", cwd=folder), 2, "--isa")
    expect_run(amphi("run", "case.yaml", "--steps", "many", cwd=folder), 2, "--steps: expected a whole number from 0 to")
    expect_run(amphi("run", "case.yaml", "--resume", "--force", cwd=folder), 2, "exclude each other")
    (folder / "empty").mkdir()
    expect_run(amphi("run", "empty", cwd=folder), 2, "empty: no case.yaml in this folder")
    (folder / "empty/used.yaml").touch()
    expect_run(amphi("run", "empty", cwd=folder), 2, "no case.yaml in this folder", "the run in it is 'empty/used.yaml'")
    expect_run(amphi("empty", cwd=folder), 2, "did you mean 'amphi run empty'?")
    expect_run(amphi("check", "case.yaml", "--backend", "gpu", cwd=folder), 2, "the backend 'offload'")
    expect_run(amphi("run", "case.yaml", "--resume", "-o", "empty", cwd=folder), 2, "no checkpoint to resume from")
    expect(listing(folder) == ["case.yaml", "empty", "empty/used.yaml"], f"usage errors wrote {listing(folder)}")


def test_lists(_):
    backends = expect_run(amphi("run", "--backend", "help"), 0).stdout
    for backend in json.loads(amphi("info", "--json").stdout)["backends"]:
        expect(backend["name"] in backends and backend["title"] in backends, backends)
        expect(f"deterministic: {backend['deterministic']}" in backends, backends)
    expect_run(amphi("bench", "--isa", "help"), 0, "(default)")
    devices = expect_run(amphi("check", "--device", "help"), 0).stdout
    expect(re.search(r"^host +this machine's processor, [0-9.]+ GiB$", devices, re.M), devices)


def test_bad_case_writes_nothing(folder):
    for change, told in (("dpp=0.01", "dpp"), ("dp=small", "dp"), ("kernel=wendlant", "wendland"), ("dp=-1", "dp"),
                         ("fluids.water.shapes.0.high=[0, 0]", "")):
        expect_run(amphi("run", "case.yaml", "--set", change, cwd=folder), 2, told)
    expect_run(amphi("run", "case.yaml", "--end", "-3", cwd=folder), 2, "end")
    expect_run(amphi("run", "case.yaml", "--end", "soon", cwd=folder), 2, "end")
    expect(listing(folder) == ["case.yaml"], f"bad cases wrote {listing(folder)}")


def test_check(folder):
    text = expect_run(amphi("check", ".", cwd=folder), 0, "a small dam break", "400 fluid", "water", "tank").stdout
    for word in ("neighbours", "memory", "time step", "positions", "c0", "P1", "H1", "V1", "F1"):
        expect(word in text, f"check does not tell '{word}':\n{text}")
    for backend in json.loads(amphi("info", "--json").stdout)["backends"]:
        expect(f"on {backend['name']} with" in text, f"no memory for {backend['name']}:\n{text}")
    finer = expect_run(amphi("check", "case.yaml", "--set", "dp=0.005", cwd=folder), 0, "1600 fluid").stdout
    # In 2-D with h = 2.45 dp a full lattice has 69 points within 4.9 dp; the surface loses some.
    for out in (text, finer):
        mean = float(re.search(r"neighbours +([\d.]+)", out).group(1))
        expect(50 < mean <= 66, f"{mean} neighbours expected")
    expect(listing(folder) == ["case.yaml"], f"check wrote {listing(folder)}")


def test_info(_):
    text = expect_run(amphi("info"), 0, "HDF5", "compiler").stdout
    info = json.loads(expect_run(amphi("info", "--json"), 0).stdout)
    expect(set(info["isa_runs"]) <= set(info["isa_compiled"]) and info["isa_runs"], f"instruction sets: {info}")
    expect(info["threads"] >= 1 and re.search(r"HDF5 \d+\.\d+\.\d+", info["build"]["libraries"]), f"{info}")
    expect({"cpu", "reference"} <= {b["name"] for b in info["backends"]}, f"backends: {info}")
    expect(info["version"] in text and info["build"]["compiler"] in text, text)


def test_bench(folder):
    result = amphi("bench", "case.yaml", "--steps", "20", "--threads", "1", "--json", cwd=folder)
    bench = json.loads(expect_run(result, 0).stdout)
    total = bench["particles"]["total"]
    expect(bench["particles"]["fluid"] == 400 and bench["steps"] - bench["first_step"] == 20, f"{bench}")
    expect(bench["particle_steps"] == 20 * total, f"{bench}")
    expect(abs(bench["particle_steps_per_second"] * bench["wall_time"] / (20 * total) - 1) < 1e-6, f"{bench}")
    expect(bench["allocated_bytes_per_particle"] > 32 and bench["pair_interactions"] > 20 * 400, f"{bench}")
    expect(abs(sum(bench["wall_time_by_stage"].values()) / bench["wall_time"] - 1) < 0.05, f"{bench}")
    expect_run(amphi("bench", "case.yaml", "--steps", "5", cwd=folder), 0, "particle-steps/s", "bytes", "forces")
    expect(listing(folder) == ["case.yaml"], f"bench wrote {listing(folder)}")


def other_program(folder, factor):
    """amphi, whose processors are so many times as slow."""
    path = folder / f"other-{factor}"
    path.write_text(f'''#!{sys.executable}
import json, subprocess, sys
done = subprocess.run([{str(PROGRAM)!r}, *sys.argv[1:]], capture_output=True, text=True)
found = json.loads(done.stdout)
found["processor_time"] *= {factor}
print(json.dumps(found))
''')
    path.chmod(0o755)
    return path


def test_bench_against(folder):
    turns = "bench", "case.yaml", "--threads", "1", "--set", "summation=fixed", "--turns", "7", "--steps", "20", "--against"
    slow = expect_run(amphi(*turns, other_program(folder, 0.1), "--json", cwd=folder), 1)
    found = json.loads(slow.stdout)
    expect(found["judged"] == "slower" and found["low"] <= found["ratio"] <= found["high"], f"{found}")
    expect(found["time"] == "processor" and found["turns"] == 7 and found["steps"] == 20, f"{found}")
    expect(found["same_bits"] and 3 < found["ratio"] < 30, f"{found}")
    expect_run(amphi(*turns, other_program(folder, 10), cwd=folder), 0, "the same bits", "not slower by 3 %")
    expect_run(amphi(*turns, folder / "nothing", cwd=folder), 2, "cannot be started")
    expect_run(amphi(*turns, "/bin/true", cwd=folder), 2, "/bin/true: it prints no such result")
    expect_run(amphi(*turns, PROGRAM, "--matrix", cwd=folder), 2, "one at a time")
    expect_run(amphi("bench", "000-sums", "--against", PROGRAM, cwd=folder), 2, "of a case")


def test_bench_matrix(folder):
    """Each word of each choice has a row; what this case cannot have says why."""
    matrix = "bench", "case.yaml", "--threads", "1", "--matrix", "--turns", "1", "--steps", "1"
    rows = json.loads(expect_run(amphi(*matrix, "--json", cwd=folder), 0).stdout)
    named = " ".join(row["model"] for row in rows)
    for choice in json.loads((SOURCE / "src/case/choices.json").read_text())["choices"]:
        key = choice.get("key", ".").split(".")
        for model in choice["models"] if key[0] and key[-1] not in ("average", "slip") else []:
            begin = f"{key[0]}={{{key[1]}: {model['word']}" if key[1:] else f"{key[0]}={model['word']}"
            expect(re.search(re.escape(begin) + r"\b", named), f"{begin}: {named}")
    expect({"kernel", "rheology", "boundary", "summation", "shifting"} <= set(re.findall(r"(\w+)=", named)), named)
    expect(rows[0]["model"] == "the case" and rows[0]["ratio"] == 1, f"{rows[0]}")
    expect(all(row["refused"] if "refused" in row else row["ratio"] > 0 for row in rows), f"{rows}")
    refused = [row["model"] for row in rows if "refused" in row]
    expect("reconstruction=van_albada" not in refused and len(refused) < len(rows) / 4, f"{refused}")
    wrong = amphi(*matrix, "--set", "dp=-1", cwd=folder)
    expect_run(wrong, 2, "dp")


def test_schema(_):
    text = expect_run(amphi("schema"), 0).stdout
    for key in ("dp", "kernel", "summation", "gravity", "output"):
        expect(key in text, f"the schema lacks {key}")
    for part, has, lacks in (("viscosity", "| `viscosity.alpha` |", "smoothing_ratio"),
                             ("viscosity.model", "none, artificial,", "viscosity.alpha"),
                             ("shapes", "| `vertices` |", "smoothing_ratio"), ("wcsph", "smoothing_ratio", ".inertia`")):
        said = expect_run(amphi("schema", part), 0, has).stdout
        expect(lacks not in said and text.count("\n") > 2 * said.count("\n"), f"schema {part}: {said}")
        expect(said.count("###") == len(set(re.findall("###.*", said))), f"schema {part} repeats: {said}")
    expect_run(amphi("schema", "viscosty"), 2, "did you mean 'viscosity'?")
    expect_run(amphi("schema", "inlet"), 2, "no key 'inlet'", "domain.open")
    expect_run(amphi("schema", "dp", "end"), 2, "one key at most")


def read_gauges(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def check_snapshots(out, summary):
    series = json.loads((out / "particles.vtkhdf.series").read_text())["files"]
    expect(len(series) == summary["snapshots"] == 5, f"0, 0.05, ..., 0.2: not {len(series)} snapshots: {series}")
    for number, entry in enumerate(series):
        expect(entry["name"] == f"particles_{number:04d}.vtkhdf", f"{series}")
        due = 0.05 * number
        expect(due <= entry["time"] < due + 1e-3, f"snapshot {number} at {entry['time']}")
        with h5py.File(out / entry["name"]) as file:
            points, data = file["VTKHDF/Points"][:], file["VTKHDF/PointData"]
            expect(len(points) == summary["particles"]["total"], f"{len(points)} points")
            for name in ("velocity", "density", "pressure", "type", "id"):
                expect(np.isfinite(data[name][:]).all(), f"{name} of snapshot {number} is not finite")
            expect(np.count_nonzero(data["type"][:] == 0) == 400, "400 fluid particles")
    expect(abs(series[-1]["time"] - summary["time"]) < 1e-10, "the last snapshot is not of the end")
    with h5py.File(out / series[-1]["name"]) as file:
        moment = dict(file["VTKHDF"].attrs)
    expect(moment["step"] == summary["steps"], f"{moment}")
    with h5py.File(out / "checkpoint.h5") as file:
        checkpoint = file.attrs["state_hash"]
    expect(re.fullmatch("[0-9a-f]{16}", summary["state_hash"]), f"{summary}")
    expect(moment["state_hash"].decode() == checkpoint.decode() == summary["state_hash"], f"{moment}, {checkpoint}")


def check_gauges(out):
    rows = read_gauges(out / "gauges.csv")
    expect(list(rows[0])[0] == "time", f"{list(rows[0])}")
    columns = [name.split(" ")[0] for name in rows[0]]
    expect(columns[:3] == ["time", "P1", "H1"] and len(columns) >= 7, f"columns {columns}")
    times = [float(row["time"]) for row in rows]
    expect(times[0] == 0 and sorted(set(times)) == times and 150 <= len(rows) <= 800, f"{len(rows)} rows")
    pressure = next(name for name in rows[0] if name.startswith("P1"))
    sampled = [float(row[pressure]) for row in rows if row[pressure]]
    expect(len(sampled) >= 150 and np.isfinite(sampled).all(), f"{len(sampled)} pressures")
    with h5py.File(out / "gauges.h5") as file:
        names, values, at = list(file["columns"].asstr()), file["values"][:], file["time"][:]
    same = [[float(cell) if cell else np.nan for cell in row.values()] for row in rows]
    expect(["time"] + names == list(rows[0]) and np.array_equal(np.column_stack([at, values]), same, equal_nan=True),
           f"gauges.h5 is not gauges.csv: {names}")
    hydrostatic = 1000 * 9.81 * 0.15
    expect(0.5 * hydrostatic < sampled[0] < 1.5 * hydrostatic, f"P1 starts at {sampled[0]} Pa")


def test_run(folder):
    result = amphi("run", "case.yaml", "-o", "out/deep/er", "--threads", "1", cwd=folder)
    expect_run(result, 0, "a small dam break", "400 fluid", "Finished", "Wendland 1995", "Chorin", "Kahan 1965")
    out = folder / "out/deep/er"
    summary = json.loads((out / "summary.json").read_text())
    expected = {f"particles_{n:04d}.vtkhdf" for n in range(5)} | {
        "particles.vtkhdf.series", "particles.hdf.series", "gauges.csv", "gauges.h5", "log.txt", "summary.json", "used.yaml", "checkpoint.h5"}
    expect(set(listing(out)) == expected, f"files: {listing(out)}")
    expect(summary["outcome"] == "finished" and summary["threads"] == 1 and summary["time"] >= 0.2, f"{summary}")
    expect(summary["particles"]["fluid"] == 400 and summary["mean_neighbours"] > 20, f"{summary}")
    expect(summary["peak_memory"] > 1e6 and summary["pair_interactions_per_second"] > 0, f"{summary}")
    expect(abs(sum(summary["wall_time_by_stage"].values()) / summary["wall_time"] - 1) < 0.05, f"{summary}")
    check_snapshots(out, summary)
    check_gauges(out)
    log = (out / "log.txt").read_text()
    expect(log == result.stdout, "log.txt is not what the terminal showed")

    # The parameters written back run to the same result; an earlier run is not overwritten.
    expect_run(amphi("run", "case.yaml", "-o", "out/deep/er", cwd=folder), 2, "holds an earlier run", "--force", "--resume")
    expect_run(amphi("run", out / "used.yaml", "-o", "again", "--threads", "1", "--quiet", cwd=folder), 0)
    expect_run(amphi("compare", "--exact", out, "again", cwd=folder), 0)
    (folder / "again/particles_0099.vtkhdf").write_text("stale")
    expect_run(amphi("run", "case.yaml", "-o", "again", "--force", "--steps", "3", cwd=folder), 0, "Stopped at step 3")
    expect({"particles_0000.vtkhdf", "particles_0001.vtkhdf"} == {n for n in listing(folder / "again") if "particles_" in n},
           f"after --force: {listing(folder / 'again')}")


def test_default_folder_and_quiet(folder):
    (folder / "tiny").mkdir()
    (folder / "case.yaml").rename(folder / "tiny/case.yaml")
    result = expect_run(amphi("run", "tiny", "--steps", "2", "--quiet", cwd=folder), 0)
    expect(result.stdout == "" and (folder / "out/tiny/summary.json").is_file(), f"{result.stdout} {listing(folder)}")
    expect("Stopped" in (folder / "out/tiny/log.txt").read_text(), "log.txt is quiet too")


def test_diverged(folder):
    result = amphi("run", "case.yaml", "-o", "out", "--set", "limits.density=[0.99999, 1.02]", cwd=folder)
    expect_run(result, 3, "diverged", "out/diverged.vtkhdf")
    summary = json.loads((folder / "out/summary.json").read_text())
    expect(summary["outcome"] == "diverged" and summary["reason"], f"{summary}")
    with h5py.File(folder / "out/diverged.vtkhdf") as file:
        expect(len(file["VTKHDF/Points"]) == summary["particles"]["total"], "points of the diverged state")


def test_terminal(folder):
    """On a terminal the progress stands on one line, cut to its width, and log.txt has whole lines."""
    script = f"stty cols 60; {PROGRAM} run case.yaml -o out"
    shown = subprocess.run(["script", "-qec", script, "/dev/null"], cwd=folder, capture_output=True, text=True,
                           timeout=120, check=True, stdin=subprocess.DEVNULL).stdout
    parts = [part for part in re.split(r"[\r\n]", shown) if " left: t = " in part]
    expect(parts and all(part.endswith("\033[K") and len(part) <= 59 + 3 for part in parts), f"{parts}")
    log = (folder / "out/log.txt").read_text()
    expect("\033" not in log and "\r" not in log and "particle-steps/s\n" in log, log)


def test_cannot_write(folder):
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = subprocess.run([PROGRAM, "info"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    expect(result.returncode == 1 and "standard output: cannot write" in result.stderr, f"{result}")
    expect_run(amphi("run", "case.yaml", "-o", "case.yaml", cwd=folder), 2, "is a file, not a folder")
    expect_run(amphi("run", "case.yaml", "-o", "case.yaml/below", cwd=folder), 1, "cannot create the folder")
    expect_run(amphi("run", "case.yaml", "-o", "/proc/amphi", cwd=folder), 1, "cannot create the folder")


def test_memory_foretold(folder):
    """check foretells no less than a run takes, of each method and with open boundaries, and not much more."""
    units = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}

    def bytes_of(pattern, said):
        number, unit = re.search(pattern + r" ([\d.]+) (\w+)", said).groups()
        return float(number) * units[unit]

    for name, key in (("cylinder-flow", "dp=0.05"), ("lj-uniform", "end=1"), ("vortex2d", "end=1"), ("swarm-ackley", "end=9")):
        checked = expect_run(amphi("check", SOURCE / "cases" / name, "--set", key), 0).stdout
        ran = expect_run(amphi("run", SOURCE / "cases" / name, "--set", key, "--steps", 2, "--force", "-o", folder / "out"), 0).stdout
        most, peak = bytes_of("in all +at most", checked), bytes_of("memory +(?=.* at most)", ran)
        estimate, allocated = bytes_of("memory +(?=.* on cpu)", checked), bytes_of("memory +(?=.* allocated)", ran)
        if "AMPHI_SANITIZED" not in os.environ:  # whose shadow and freed blocks count as memory of the process
            expect(peak <= 1.02 * most and most < 2 * peak + 2**24, f"{name}: {most:.3g} bytes in all foretold, {peak:.3g} at most")
        expect(0.7 * estimate < allocated < 1.2 * estimate, f"{name}: {estimate:.3g} bytes foretold, {allocated:.3g} allocated")


def test_exported_names(folder):
    """Names of gauges become names of files: none leads elsewhere, none meets another, and each has its own column."""
    names = ["inlet/left", "inlet%2Fleft", "..", "/etc/x", "P", "P 1", "a:b*c?", "caf\u00e9", "back\\slash", "x" * 64]
    names += ["p", "Level", "lEvel"]  # which are one file where systems know no case
    names = [name for name in names if "." not in name] + ["\u2024\u2024"]
    case = (folder / "case.yaml").read_text().split("gauges:")[0].replace("end: 0.2", "end: 0") + "gauges:\n" + "".join(
        f"  - {{name: '{name}', type: pressure, at: [{0.01 * k + 0.01:g}, 0.05], interval: 0.01}}\n" for k, name in reversed(list(enumerate(names))))
    (folder / "case.yaml").write_text(case)
    expect_run(amphi("run", folder, "-o", folder / "out", "-q"), 0)
    said = expect_run(amphi("export", folder / "out", "--csv"), 0).stdout
    expect(said == f"{folder}/out/export: fluid of 1 snapshot, tables of {len(names)} gauges\n", said)
    files = sorted((folder / "out/export").glob("GaugesPress_*"))
    expect(len(files) == len(names) and len(listing(folder / "out/export")) == len(names) + 1, listing(folder / "out/export"))
    expect(len({file.name.lower() for file in files}) == len(names), files)
    expect({"GaugesPress_inlet%2Fleft.csv", "GaugesPress_inlet%252Fleft.csv"} <= {file.name for file in files}, files)
    places = sorted(float(file.read_text().splitlines()[1].split(";")[2]) for file in files)
    expect(all(abs(x - 0.01 * k - 0.01) < 1e-9 for k, x in enumerate(places)), places)
    table = (folder / "out/gauges.csv").read_text().splitlines()
    told = {cell.removesuffix(" [Pa]"): float(value) for cell, value in zip(table[0].split(","), table[1].split(",")) if "Pa" in cell}
    for name, file in (("P", "%50"), ("p", "p"), ("P 1", "P 1"), ("lEvel", "l%45vel")):
        value = float((folder / f"out/export/GaugesPress_{file}.csv").read_text().splitlines()[1].split(";")[1])
        expect(abs(value / told[name] - 1) < 1e-6, f"{name}: {value}, not {told[name]}")


main([test_help_on, test_foreign_words, test_start_alone, test_tables_only, test_completion_of_keys, test_memory_foretold, test_exported_names, test_help, test_sources, test_options_are_documented, test_completion, test_usage_errors, test_lists,
      test_bad_case_writes_nothing, test_check, test_info, test_bench, test_bench_against, test_bench_matrix, test_schema, test_run, test_default_folder_and_quiet, test_diverged, test_terminal,
      test_cannot_write])
