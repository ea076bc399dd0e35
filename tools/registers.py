#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Registers a thread that each kernel for NVIDIA's GPUs takes, of a build with clang (cmake --preset gpu), as ptxas has noted
them in the code; without a GPU.

    tools/registers.py build-gpu                      # all kernels
    tools/registers.py build-gpu --against OLDER      # those that take more than in another build

Exit status 1: some take more."""
import argparse
import re
import struct
import sys
from pathlib import Path

REGISTERS, OF_FOUR_BYTES = 0x2f, 4  # an attribute of NVIDIA's section .nv.info, and how its value is stored


def text_at(data, at):
    return data[at:data.index(b"\0", at)].decode()


def sections(data):
    """Name: place and length, of an ELF file of 64 bits."""
    table, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3a)
    rows = [struct.unpack_from("<I20xQQ", data, table + k * size) for k in range(count)]
    return {text_at(data, rows[names][1] + name): (at, length) for name, at, length in rows}


def kernels(path):
    """Registers of each kernel of a file, by its name."""
    data, found = path.read_bytes(), {}
    there = sections(data)
    at, length = there.get(".nv.info", (0, 0))
    end = at + length
    while at < end:
        form, attribute, size = struct.unpack_from("<BBH", data, at)
        at += 4
        if form != OF_FOUR_BYTES:
            continue
        if attribute == REGISTERS:
            symbol, registers = struct.unpack_from("<II", data, at)
            name, = struct.unpack_from("<I", data, there[".symtab"][0] + 24 * symbol)
            found[text_at(data, there[".strtab"][0] + name)] = registers
        at += size
    return found


def of_build(build):
    """Of a kernel's name the disk, file and line that it stands at are left out: several of one function are numbered."""
    named, found = {}, {}
    for path in sorted(build.rglob("*.cubin")):
        for name, registers in kernels(path).items():
            _, function, line, rest = re.fullmatch(r"(__omp_offloading_[0-9a-f]+_[0-9a-f]+_)?(.*?)(?:_l([0-9]+)(.*))?", name).groups()
            named.setdefault(function + (rest or ""), {})[int(line or 0)] = registers
    for name, lines in named.items():
        for k, line in enumerate(sorted(lines)):
            found[f"{name} {k + 1}" if len(lines) > 1 else name] = lines[line]
    if not found:
        sys.exit(f"{build}: no kernels for NVIDIA's GPUs: is it a build of cmake --preset gpu, with AMPHI_OFFLOAD_APART?")
    return found


def main():
    options = argparse.ArgumentParser(prog="tools/registers.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("build", type=Path)
    options.add_argument("--against", type=Path, metavar="BUILD")
    given = options.parse_args()
    here = of_build(given.build)
    if not given.against:
        for name, registers in sorted(here.items()):
            print(f"{registers:4} {name}")
        return
    there = of_build(given.against)
    more = {name: there[name] for name in sorted(here) if here[name] > there.get(name, here[name])}
    for name, before in more.items():
        print(f"{name}: {here[name]}, not {before}")
    print(f"{len(more)} of {len(here)} kernels take more registers; {len(set(here) - set(there))} are new")
    sys.exit(bool(more))


if __name__ == "__main__":
    main()
