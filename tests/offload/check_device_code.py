#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The rules that make the bits equal (docs/reproducibility.md) in the code for an NVIDIA GPU: the PTX of the offload
backend has nothing fused, approximate or flushed to zero, but divisions and roots that round once, and each of clang's
kernels runs without a team's main thread apart (src/offload/README.md). Arguments: the program, the source folder."""
import re
import shlex
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from device_text import units  # noqa: E402

# An instruction's name as PTX writes it, behind an optional predicate.
INSTRUCTION = re.compile(r"^\s*(?:@!?%\w+\s+)?([a-z][a-z0-9]*(?:\.[a-z0-9_:]+)+)[\s;]", re.MULTILINE)
# Sums and products without a rounding are left to the driver, which fuses them.
FORBIDDEN = re.compile(r"^(?:fma|mad\.\w*\.?f(?:32|64)|\w+\.(?:.*\.)?(?:approx|ftz|full)\b|(?:sin|cos|lg2|ex2|tanh)\b"
                       r"|(?:add|sub|mul)\.f(?:32|64)$)")
EXACT = {"div.rn.f32", "sqrt.rn.f32"}

# The two texts of src/lane/lane_nvptx.h, whose values are those of sqrt.rn and div.rn (offload/bounded): to be read as such.
BOUNDED = {
    "sqrt": r"""\{ // root
\.reg \.f32 y, h, s, r;
max\.f32 y, (?P<x>%f\d+), 0f0D000000;
rsqrt\.approx\.ftz\.f32 y, y;
mul\.rn\.f32 s, (?P=x), y;
mul\.rn\.f32 h, y, 0f3F000000;
neg\.f32 r, s;
fma\.rn\.f32 r, r, s, (?P=x);
fma\.rn\.f32 %f\d+, r, h, s;
\}""",
    "div": r"""\{ // quotient
\.reg \.f32 y, n, q, r;
rcp\.approx\.ftz\.f32 y, (?P<b>%f\d+);
neg\.f32 n, (?P=b);
fma\.rn\.f32 r, n, y, 0f3F800000;
fma\.rn\.f32 y, y, r, y;
mul\.rn\.f32 q, (?P<a>%f\d+), y;
fma\.rn\.f32 r, n, q, (?P=a);
fma\.rn\.f32 %f\d+, y, r, q;
\}"""}
BOUNDED = {name: re.compile(text.replace("\n", r"\n\t?")) for name, text in BOUNDED.items()}


def read_bounded(ptx):
    """PTX with those texts read as the instructions that they stand for."""
    for name, text in BOUNDED.items():
        ptx = text.sub(f"{name}.rn.f32 ;", ptx)
    return ptx


def forbidden(ptx):
    """The forbidden instructions with their numbers, and all instructions with theirs."""
    every = Counter(INSTRUCTION.findall(ptx))
    return {name: n for name, n in every.items() if FORBIDDEN.search(name)}, every


def check_detector():
    """The search finds what must not be, and no more."""
    bad = ["fma.rn.f32", "mad.rn.f32", "sqrt.approx.f32", "div.full.f32", "add.ftz.f32", "rcp.approx.ftz.f32",
           "ex2.approx.f32", "mul.f32", "sub.f64"]
    good = ["mad.lo.s32", "add.rn.f32", "div.rn.f32", "sqrt.rn.f64", "ld.global.f32", "mad.wide.u32"]
    for name in bad + good:
        found, every = forbidden(f"\t{name} \t%f1, %f2, %f3;\n@%p1 {name} %f1, %f2;")
        if every[name] != 2 or bool(found) != (name in bad):
            sys.exit(f"the search is blind to {name}, or sees what is not there: {found}, {every}")
    source = (Path(__file__).resolve().parents[2] / "src/lane/lane_nvptx.h").read_text()
    texts = ["".join(re.findall(r'"(.*?)"', block)).replace(r"\n", "\n").replace(r"\t", "\t")
             for block in re.findall(r"__asm__\((.*?)\n +: ", source, re.DOTALL)]
    if len(texts) != len(BOUNDED):
        sys.exit(f"{len(texts)} texts in lane_nvptx.h, {len(BOUNDED)} are known")
    for text in texts:
        for number in range(3):
            text = text.replace(f"%{number}", f"%f{number}")
        lines = text.splitlines()
        if forbidden(read_bounded(text))[0]:
            sys.exit(f"the search takes no root or quotient of lane_nvptx.h for what it is:\n{text}")
        for k in range(1, len(lines) - 1):
            if not forbidden(read_bounded("\n".join(lines[:k] + lines[k + 1:])))[0]:
                sys.exit(f"the search takes one without '{lines[k].strip()}' for it")


# Loops over neighbours that a pass has, one for each kind of meeting; and roots besides those of distances, and those
# besides for each neighbour of one loop, in the plane too.
LOOPS = {"forces": 3, "walls": 1, "corrected": 3, "beneath": 1, "viscous_beneath": 1, "xsph": 1, "moving": 1, "displace": 1, "viscous": 3, "viscous_rate": 3, "limited": 1, "damped": 1,
         "surface": 1, "carry": 1, "pressed": 1, "moving_pressed": 1, "colour": 1, "phases": 3,
         "ghosts": 1, "conduct": 3, "conduct_phases": 3, "phase_shift": 1, "phase_carry": 1, "phase_xsph": 1, "bounded": 2, "faced": 2, "cohesion": 1}
ROOTS = {"shift": 2, "even": 1, "shear": 1, "phases": 1, "bounded": 6, "faced": 16, "eddies": 2, "cohesion": 2}
ROOTS_EACH = {"phases": 2, "phases_plane": 2, "eddies_plane": 1}


def check_neighbours(name, ptx, ahead):
    """A pass over the list meets seven neighbours a turn in each of its loops, general code (of the plane, too) one: clang
    19 has dropped one. General code of forces takes a root more for each in Ferrari's density diffusion. A force pass reads
    itself, too. Rows are stored whole: clang 19 has dropped the rate of density, with one constant more in the law."""
    passes = "|".join(sorted(LOOPS, key=len, reverse=True))  # names of several words first
    pass_, general = re.match(rf"({passes}|[a-z]+)_(any_|plane_)?", name).groups()
    turn = 1 if general else 7
    met = LOOPS.get(pass_, 2) * turn
    each = ROOTS_EACH.get(pass_ + "_plane" if "_plane_" in name else pass_, 0)
    wanted = met * (2 if general and pass_ == "forces" else 1) + ROOTS.get(pass_, 0) + each * turn
    again = wanted + ROOTS.get(pass_, 0) * (turn - 1)  # a root of the particle alone, found anew beside each neighbour
    # Of steps in one kernel (wcsph_ahead.h) clang has some loops twice; of each step found there are a root of floats and
    # one of doubles, and a stage of four floats.
    steps = len(re.findall(r"sqrt\.rn\.f64", ptx)) if ahead else 0
    halves = len(re.findall(r"st\.global\.v2\.f32", ptx)) - 2 * steps, len(re.findall(r"st\.global\.v4\.f32", ptx))
    if halves[0] or (pass_ == "forces" and not halves[1]):
        return [f"{name}: stores {halves[0]} halves of rows and {halves[1]} whole ones; a component is lost"]
    roots, records = len(re.findall(r"sqrt\.rn\.f32", ptx)), len(re.findall(r"ld\.global\.v4\.f32", ptx))
    if ahead:
        if steps and (roots - steps) % turn == 0 and roots - steps >= wanted and records > met:
            return []
    elif roots in (wanted, again) and (pass_ != "forces" or records == 1 + met):
        return []
    return [f"{name}{' ahead' * ahead}: {records} records are read, {roots} distances found"]


def unit_of_clang(entry):
    """The device's text of a unit, which the build kept, and what is wrong with its neighbours."""
    words = shlex.split(entry["command"])
    text = read_bounded(Path(next(w for w in words if w.startswith("--text=")).removeprefix("--text=")).read_text())
    if not entry["file"].endswith("/wcsph_variant.c"):
        return text, []
    given = dict(w[2:].split("=", 1) for w in words if re.match("-D(PASS|VARIANT)=", w))
    return text, check_neighbours(f"{given.get('PASS', 'forces')}_{given['VARIANT']}", text, "-DVARIANT_AHEAD=1" in words)


def ptx_of_clang(build, wrong):
    found = [unit_of_clang(entry) for entry in units(build)]
    for _, faults in found:
        wrong += faults
    if len(found) < 10:
        sys.exit(f"only {len(found)} units in {build}/compile_commands.json: is that all of them?")
    return "\n".join(text for text, _ in found)


def ptx_of_gcc(program):
    """GCC keeps the PTX in the program, for the driver to assemble; what is not of its libraries has kernels."""
    return "\n".join(m.group().decode() for m in re.finditer(rb"[\t\n -~]{200,}", program.read_bytes())
                     if b"BEGIN PREAMBLE" in m.group() and b"_omp_fn" in m.group())


def check_images(build):
    """What is wrong with clang's assembled images: a kernel that takes more than 64 values is one that only aborts."""
    images = sorted((build / "offload").glob("*.cubin"))
    return [f"{path}: a kernel takes more values than LLVM's runtime passes on, and would abort"
            for path in images if b"Too many arguments in kmp_invoke_microtask" in path.read_bytes()]


def check_heap(ptx):
    """What is wrong with clang's kernels: one takes memory from the device's heap, for the struct of a function that was
    not inlined, and is a thousand times as slow. Many steps in one kernel take it once."""
    return [f"{name} takes memory from a heap"
            for name, body in re.findall(r"(?ms)^\.(?:weak|visible) \.entry (\w+)\(.*?^{(.*?)^}", ptx)
            if "_ahead_" not in name and re.search(r"call\.uni[^;]*\bmalloc,", body)]


def check_lanes(ptx):
    """What is wrong with GCC's loops over the lanes of a warp (OFFLOAD_CALL in src/offload/loop.h)."""
    wrong, loops, functions = [], 0, 0
    for text in re.split(r"(?m)^// BEGIN FUNCTION DEF: ", ptx)[1:]:
        name = text.split("\n", 1)[0].strip()
        frame = re.search(r"sub\.u64\s+%frame,\s*%sspprev,\s*(\d+)", text)
        if "%simtstack_ar" in text:
            loops += 1
            if frame and int(frame.group(1)) > 0:
                wrong.append(f"{name}: lanes share {frame.group(1)} bytes")
        elif "_omp_fn" not in name:
            functions += 1
            if re.search(r"st\.shared\.u64\s*\[%sspslot\]", text):
                wrong.append(f"{name}: lanes run it, and it calls another")
            if re.search(r"\.v2\.[uf]64\s+(?:%\w+, ?)?\[%frame|\.v4\.\w+\s+(?:%\w+, ?)?\[%frame", text):
                wrong.append(f"{name}: reaches for 16 bytes at once on a lane's stack")
    if loops < 40 or functions < 20:
        wrong.append(f"only {loops} loops over lanes and {functions} functions: is that all of them?")
    return wrong


def main():
    program = Path(sys.argv[1]).resolve()
    check_detector()
    how = units(program.parent)[0]["command"]
    clang = "--ptxas-path=" in how
    if not clang and "-foffload=nvptx" not in how:
        sys.exit(f"{program} has no device code for NVIDIA's GPUs: only PTX can be read")
    wrong = []
    ptx = ptx_of_clang(program.parent, wrong) if clang else ptx_of_gcc(program)
    found, every = forbidden(ptx)
    wrong += [f"{n} times {name}" for name, n in sorted(found.items())]
    wrong += [f"no {name}: is that all of it?" for name in sorted(EXACT) if not every[name]]
    if every["mul.rn.f32"] + every["mul.f32"] < 1000:
        wrong.append(f"only {every['mul.rn.f32'] + every['mul.f32']} multiplications: is that all of it?")
    if clang:
        # The third byte of a kernel's environment is its mode, 2 is SPMD. One kernel of another mode costs all
        # kernels registers and barriers.
        modes = re.findall(r"(\w+)_kernel_environment\[\d+\] = {(\d+)", ptx)
        wrong += [f"{name} is no SPMD kernel" for name, start in modes if int(start) >> 16 & 0xff != 2]
        # Nor may two share a name, of which the runtime runs one.
        wrong += [f"{n} kernels {name}" for name, n in Counter(name for name, _ in modes).items() if n > 1]
        wrong += check_images(program.parent) + check_heap(ptx)
        if len(modes) < 40:
            wrong.append(f"only {len(modes)} kernels: is that all of them?")
    else:
        wrong += check_lanes(ptx)
    if wrong:
        sys.exit("\n".join(wrong) + f"\n{len(wrong)} broken rules")
    print(f"{sum(every.values())} instructions, none fused or approximate; {every['div.rn.f32']} divisions and "
          f"{every['sqrt.rn.f32']} square roots that round once")


main()
