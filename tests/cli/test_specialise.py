#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Specialised code for a case's models: which cases have it, what general code says, how `specialise` makes it, that it
has the same bits, and that no object runs which others could have made or that is not what was written."""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time

from harness import PROGRAM, SOURCE, amphi, expect, expect_run, main

# A combination that no case of cases/ has.
MODELS = ["--set", "scheme=classic", "--set", "kernel=cubic", "--set", "density_diffusion={model: molteni, delta: 0.1}", "--set", "summation=fixed"]
# What a process sees of itself and of the system, otherwise than it is: another user, no compiler.
FAKE = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
uid_t geteuid(void) { return getenv("FAKE_USER") ? 54321 : getuid(); }
int access(const char *path, int mode) {
  const char *gone = getenv("FAKE_GONE");
  int (*real)(const char *, int) = (int (*)(const char *, int))dlsym(RTLD_NEXT, "access");
  if (gone && !strcmp(path, gone)) return errno = ENOENT, -1;
  return real(path, mode);
}
"""


def surroundings(folder, **more):
    return {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), **more}


def bench(case, env, *arguments):
    """Hash and code of a few steps."""
    result = expect_run(amphi("bench", case, *MODELS, "--steps", "5", "--threads", "1", "--json", *arguments, env=env), 0)
    found = json.loads(result.stdout)
    return found["state_hash"], found.get("code")


def objects(folder):
    return sorted((folder / "cache/amphi").glob("*.so"))


def test_cases_have_code(folder):
    """For each kind of sums on cpu; offload has the same rows, and of each case one kind in turn is asked for."""
    joined = set()
    kinds = ("kahan", "fixed", "plain")
    cases = [case for case in sorted((SOURCE / "cases").glob("*/*.yaml")) if "method: wcsph" in case.read_text()]
    for number, case in enumerate(cases):
        asked = [(sums, "--backend", "cpu") for sums in kinds]
        for sums, *ways in [*asked, (kinds[number % 3], "--backend", "offload", "--device", "host")]:
            result = expect_run(amphi("check", case, *ways, "--set", f"summation={sums}", env=surroundings(folder)), 0)
            said = result.stdout + result.stderr
            if "cpu" in ways and sums != "fixed" and "code        general, of forces and the next pass in one loop" in said:
                joined.add(case.parent.name)
            else:
                expect("code        specialised for these models, compiled in" in said, f"{case}, {ways}, {sums}: {said}")
    expect({"two-fluids", "poiseuille-rheology", "lid-cavity"} <= joined and "dambreak2d" not in joined, f"one loop: {sorted(joined)}")


def test_rows_have_code(folder):
    """What tools/variants.py measures is on the code of its row."""
    sys.path.insert(0, str(SOURCE / "tools"))
    import variants
    rows = list(variants.rows())
    expect(len(rows) > 10, f"{len(rows)} rows")
    for words, sums in rows:
        name = "_".join([words["kernel"], words["formulation"], words["viscosity"], words["diffusion"], words["boundary"], words["slip"]])
        result = amphi("bench", SOURCE / variants.CASE[0], *variants.CASE[1:], *variants.settings(words), "--set", f"summation={sums[0]}",
                       "--steps", "1", "--json", env=surroundings(folder))
        found = json.loads(expect_run(result, 0).stdout)["code"]
        expect(found["kind"] == "compiled in" and found["combination"].startswith(name), f"{name}: {found}")


def check_backend(folder, case, backend):
    env = surroundings(folder)
    ways = ["--backend", backend] + (["--device", "host"] if backend == "offload" else [])
    expect_run(amphi("check", case, *MODELS, *ways, env=env), 0, "general code, at 0.", "amphi specialise CASE")
    reference, none = bench(case, env, "--backend", "reference")
    expect(none is None, f"the reference says it has specialised code: {none}")
    general, code = bench(case, env, *ways)
    expect(code["kind"] == "general" and "amphi specialise" in code["advice"], f"no advice: {code}")
    began = time.monotonic()
    expect_run(amphi("specialise", case, *MODELS, *ways, env=env), 0, "Compiled cubic_mass_artificial_molteni_dynamic_no_")
    print(f"{backend}: specialised in {time.monotonic() - began:.1f} s")
    own, code = bench(case, env, *ways)
    expect(code["kind"] == "cache" and code["advice"] is None, f"the object was not found: {code}")
    expect(own == general == reference, f"other bits: general {general}, of its own {own}, reference {reference}")
    expect_run(amphi("specialise", case, *MODELS, *ways, env=env), 0, "Nothing to do")
    expect_run(amphi("check", case, *MODELS, *ways, env=env), 0, "code        specialised for these models, " + str(folder))


def test_same_bits(folder):
    case = folder / "case.yaml"
    check_backend(folder, case, "cpu")
    check_backend(folder, case, "offload")
    listed = json.loads(amphi("info", "--json", env=surroundings(folder)).stdout)
    expect([o["refused"] for o in listed["cache"]["objects"]] == ["", ""], f"info: {listed['cache']}")
    expect(any(re.fullmatch("cubic_mass_artificial_fourtakas_dynamic_no_.*_double", v) for v in listed["variants"]),
           f"info: {listed['variants']}")
    expect((folder / "cache/amphi").stat().st_mode & 0o777 == 0o700, "the cache is open to others")
    left = [p.name for p in (folder / "cache/amphi").iterdir() if p.suffix != ".so"]
    expect(not left, f"left behind: {left}")


def test_every_instruction_set(folder):
    case, env = folder / "case.yaml", surroundings(folder)
    for isa in json.loads(amphi("info", "--json").stdout)["isa_runs"]:
        before, _ = bench(case, env, "--isa", isa)
        expect_run(amphi("specialise", case, *MODELS, "--isa", isa, env=env), 0, f"for {isa} in")
        after, code = bench(case, env, "--isa", isa)
        expect(code["kind"] == "cache" and before == after, f"{isa}: {before}, then {after}, {code}")


def test_run_specialise(folder):
    case, out = folder / "case.yaml", folder / "out"
    result = amphi("run", case, *MODELS, "--steps", "3", "--specialise", "-o", out, env=surroundings(folder))
    expect_run(result, 0, "Compiled cubic_mass", "code        specialised for these models, " + str(folder))
    expect(json.loads((out / "summary.json").read_text())["code"]["kind"] == "cache", "summary.json says otherwise")
    shutil.rmtree(folder / "cache")
    expect_run(amphi("run", case, *MODELS, "--steps", "3", "--force", "-o", out, env=surroundings(folder)), 0, "general code, at 0.")
    expect("general code" in json.loads((out / "summary.json").read_text())["code"]["advice"], "no advice in summary.json")


def test_refused(folder):
    """Each object is refused with words, and the run goes on with the same bits."""
    case, env = folder / "case.yaml", surroundings(folder)
    fake = folder / "fake.so"
    (folder / "fake.c").write_text(FAKE)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", fake, folder / "fake.c"], check=True)
    expected, _ = bench(case, env)
    expect_run(amphi("specialise", case, *MODELS, env=env), 0)
    (path,) = objects(folder)
    whole = path.read_bytes()
    at = whole.rindex(b"\nsources ") + len(b"\nsources ")
    flags = whole.rindex(b"\nflags ") + len(b"\nflags ")
    middle = len(whole) // 3

    def wrong(text, contents=None, mode=0o700, folder_mode=0o700, **more):
        path.write_bytes(contents if contents is not None else whole)
        path.chmod(mode)
        path.parent.chmod(folder_mode)
        found, code = bench(case, {**env, **more})
        expect(code["kind"] == "general" and text in code["advice"], f"expected '{text}': {code}")
        expect(found == expected, f"{text}: other bits")
        path.parent.chmod(0o700)

    wrong("is stale: it says 'sources", whole[:at] + b"0123456789abcdef" + whole[at + 16:])
    wrong("is stale: it says 'flags", whole[:flags] + b"-Oh" + whole[flags + 3:])
    wrong("is damaged", whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1:])
    wrong("a part of it is missing", whole[:middle])
    wrong("is no code of amphi's", b"")
    wrong("can be written by other users", mode=0o720)
    wrong("can be written by other users", mode=0o702)
    wrong("can be written by other users", folder_mode=0o770)
    preload = {"LD_PRELOAD": str(fake), "ASAN_OPTIONS": "verify_asan_link_order=0", "FAKE_USER": "1"}
    wrong("belongs to another user", **preload)
    path.rename(folder / "elsewhere.so")
    path.symlink_to(folder / "elsewhere.so")
    found, code = bench(case, env)
    expect("it is a link" in code["advice"] and found == expected, f"a link: {code}")
    path.unlink()
    path.write_bytes(whole[:middle])
    expect_run(amphi("specialise", case, *MODELS, env=env), 0, "is made again", "Compiled")
    expect(bench(case, env)[1]["kind"] == "cache", "made again, and not found")


def compile_entry():
    entries = json.loads((PROGRAM.parent / "compile_commands.json").read_text())
    return next(e for e in entries if "cpu/wcsph_variant.c" in e["file"] and "-DISA=scalar" not in e["command"])


def test_no_compiler(folder):
    case = folder / "case.yaml"
    compiler = shlex.split(compile_entry()["command"])
    compiler = next(word for word in compiler if "ccache" not in word)
    (folder / "fake.c").write_text(FAKE)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", folder / "fake.so", folder / "fake.c"], check=True)
    env = surroundings(folder, LD_PRELOAD=str(folder / "fake.so"), ASAN_OPTIONS="verify_asan_link_order=0", FAKE_GONE=compiler)
    expect_run(amphi("specialise", case, *MODELS, env=env), 2, "is not here, the compiler that built this amphi", "apt-get install")
    expect(not list((folder / "cache/amphi").iterdir()), "something was left behind")


def test_flags_are_the_builds(folder):
    """An object is compiled as those of the build are: bits depend on it."""
    case, env = folder / "case.yaml", surroundings(folder)
    entry = shlex.split(compile_entry()["command"])
    isa = next(word for word in entry if word.startswith("-DISA="))[6:]
    runs = json.loads(amphi("info", "--json").stdout)["isa_runs"]
    expect(isa in runs, f"{isa} does not run here, the first of {runs}")
    expect_run(amphi("specialise", case, *MODELS, "--isa", isa, env=env), 0)
    text = objects(folder)[0].read_bytes().rsplit(b"\nflags ", 1)[1].split(b"\n", 1)[0].decode().split()
    ours = {w for w in text if w.startswith(("-f", "-O", "-m", "-DLANES", "-DISA"))}
    theirs = {w for w in entry if w.startswith(("-f", "-O", "-m", "-DLANES", "-DISA"))}
    expect(ours == theirs, f"specialise: {sorted(ours - theirs)} more, {sorted(theirs - ours)} less than the build")


def test_nothing_to_specialise(folder):
    env = surroundings(folder)
    result = amphi("specialise", SOURCE / "cases/lj-melt", env=env)
    expect_run(result, 2, "there is nothing to specialise")
    if built_hot():
        expect_run(amphi("specialise", SOURCE / "cases/dambreak2d", env=env), 0, "compiled in")


def built_hot():
    """Whether the build compiled what cases/ use (AMPHI_HOT)."""
    return any(name.startswith("wendland") for name in json.loads(amphi("info", "--json").stdout)["variants"])


main([*([test_cases_have_code, test_rows_have_code] if built_hot() else []), test_same_bits, test_every_instruction_set, test_run_specialise, test_refused,
      test_no_compiler, test_flags_are_the_builds, test_nothing_to_specialise])
