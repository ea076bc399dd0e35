#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The rules that make the bits equal (docs/reproducibility.md), where they count: in the compiler's commands and in
the machine code of this build. The program's folder is the build folder."""
import json
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CONTRACTION_OFF = "-ffp-contract=off"
# Fused operations of x86-64 (vfmadd132ps, vfnmsub231ss, ...) and of 64-bit Arm (fmla, fmadd, ...).
FUSED = re.compile(r"\b(?:vfn?m(?:add|sub)\w*|fn?m(?:add|sub)|fml[as]l?)\b")
MULTIPLIES = re.compile(r"\b(?:v?mul[ps]s|fmul)\b")
# Functions that have one right result, which every library returns.
EXACT = {"nextafter", "fmax", "fmaxf", "fmin", "fminf", "floor", "ceil", "round", "trunc", "rint", "lrint", "llrint", "lround",
         "sqrt", "frexp", "ldexp"}
# Folders of which no number reaches the state (import/ writes a case, which has the bits that it was written with), case/
# but for what goes along time, and of lab/ known solutions, sizes that a ladder tries, and functions that it compares.
HARMLESS = {"cli", "import", "io", "method", "registry", "render", "report", "util", "view"}
ALONG_TIME = {"motion", "track"}
SOLUTIONS = {"arithmetic", "order", "transport_ladder", "wcsph_flows", "wcsph_schemes"}
# What stands in where a part of the program or a library is left out.
STAND_INS = {"registry/without_lab.c", "parts/without.c", "render/no_film.c", "view/without.c"}
# How many objects there must at least be of some folders.
STATE = {"cpu": 40, "reference": 5, "offload": 10, "wcsph": 6, "case": 2, "geometry": 12, "shape": 6}


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout


def commands(build):
    """(source, words of its command) of every C file of the build."""
    listed = json.loads((build / "compile_commands.json").read_text())
    return [(Path(entry["file"]), Path(entry["directory"]), entry["command"].split()) for entry in listed]


def check_commands(build, root, wrong):
    """Contraction is off, and nothing behind that turns it on again."""
    seen = set()
    for source, _, words in commands(build):
        contraction = [word for word in words if word.startswith("-ffp-contract")]
        if contraction != [CONTRACTION_OFF]:
            wrong.append(f"{source}: compiled with {contraction or 'no -ffp-contract'}, not {CONTRACTION_OFF} alone")
        seen.add(source.resolve())
    sources = {path.resolve() for folder in ("src", "lab") for path in (root / folder).rglob("*.c")}
    included = set(STAND_INS)  # and by units, others of their folder
    for unit in [*(root / "src/offload").glob("unit_*.c"), root / "lab/offload_unit.c"]:
        included |= set(re.findall(r'#include "(\w+/\w+\.c)"', unit.read_text()))
    for source in sorted(sources - seen - {(folder / name).resolve() for name in included for folder in (root, root / "src")}):
        wrong.append(f"{source}: in no command of {build}/compile_commands.json")


def objects(build, root):
    """(source, object) of everything that computes what reaches the state."""
    for source, directory, words in commands(build):
        if root / "src" in source.parents:
            folder = source.relative_to(root / "src").parts[0]
        elif root / "lab" in source.parents:
            folder = "lab"
        else:
            continue
        if folder in HARMLESS or source.stem in SOLUTIONS:
            continue
        if folder != "case" or source.stem in ALONG_TIME:
            yield folder, source, directory / words[words.index("-o") + 1]


def instructions(paths):
    """The instructions of each object, by its path."""
    found = {}
    for at in range(0, len(paths), 40):  # a process for many
        text = run("objdump", "-d", "--no-show-raw-insn", *paths[at:at + 40])
        pieces = re.split(r"^(\S+):     file format .*$", text, flags=re.MULTILINE)
        found.update(zip(map(Path, pieces[1::2]), pieces[2::2]))
    return found


def check_detector(wrong):
    """The search finds a fused operation where there is one."""
    target = {"x86_64": ["-march=x86-64-v3"], "aarch64": []}[platform.machine()]
    code = "float f(float a, float b, float c) { return a * b + c; }"
    with tempfile.TemporaryDirectory(prefix="amphi-") as folder:
        source, path = Path(folder) / "fused.c", Path(folder) / "fused.o"
        source.write_text(code)
        for contraction, fused in ("fast", True), ("off", False):
            run("cc", "-O2", *target, f"-ffp-contract={contraction}", "-c", source, "-o", path)
            code = instructions([path])[path]
            if bool(FUSED.search(code)) != fused:
                wrong.append(f"the search for fused operations is blind: {code}")


def check_code(path, code, wrong):
    fused = FUSED.findall(code)
    if fused:
        wrong.append(f"{path}: {len(fused)} fused operations, such as {fused[0]}")
    return len(MULTIPLIES.findall(code))


def library_functions():
    """What the mathematics library offers."""
    loaded = run("ldd", sys.argv[1])
    path = re.search(r"libm\.so\S* => (\S+)", loaded)
    if not path:
        sys.exit(f"the program is not linked with libm:\n{loaded}")
    names = {line.split()[-1].split("@")[0] for line in run("nm", "-D", "--defined-only", path.group(1)).splitlines()}
    if not {"sqrtf", "pow", "exp", "sin", "fmaf"} <= names:
        sys.exit(f"{path.group(1)}: not the mathematics library")
    return names


def check_calls(paths, library, wrong):
    calls = [line.split() for line in run("nm", "-A", "--undefined-only", *paths).splitlines()]  # PATH: U NAME
    if len(calls) < len(paths):
        wrong.append(f"{len(calls)} calls of {len(paths)} objects: is that all?")
    for path, _, name in calls:
        if name in library - EXACT:
            wrong.append(f"{path} calls {name}, whose last digit is the library's")


def check_library_folders(program, wrong):
    """No library is looked for in the folder that one works in, which an empty or a relative entry of the path is."""
    path = re.search(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", run("readelf", "-d", program))
    for folder in path.group(1).split(":") if path else []:
        if not folder.startswith(("/", "$ORIGIN/")):
            wrong.append(f"{program} looks for libraries in '{folder}', of the folder that it is started in")


def main():
    build, root = Path(sys.argv[1]).resolve().parent, Path(sys.argv[2]).resolve()
    wrong, counts, multiplies = [], {}, {}
    check_commands(build, root, wrong)
    check_detector(wrong)
    check_library_folders(sys.argv[1], wrong)
    library = library_functions()
    listed = list(objects(build, root))
    code = instructions([path for _, _, path in listed])
    for kind, source, path in listed:
        counts[kind] = counts.get(kind, 0) + 1
        multiplies[source.stem] = multiplies.get(source.stem, 0) + check_code(path, code[path], wrong)
    check_calls([path for _, _, path in listed], library, wrong)
    for kind, least in STATE.items():
        if counts.get(kind, 0) < least:
            wrong.append(f"only {counts.get(kind, 0)} objects of '{kind}' in {build}, expected {least}")
    for stem in ("wcsph_forces", "wcsph_variant", "wcsph_pass", "wcsph_advance"):
        if multiplies.get(stem, 0) < 100:
            wrong.append(f"{multiplies.get(stem, 0)} multiplications in {stem}: is that all of it?")
    if wrong:
        sys.exit("\n".join(wrong) + f"\n{len(wrong)} broken rules")
    print(f"{sum(counts.values())} objects with {sum(multiplies.values())} multiplications: none fused, and no call "
          "whose last digit is a library's")


main()
