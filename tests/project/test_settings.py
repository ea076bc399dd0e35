#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Only the start of a method sees a case: its runs and what executes them read its settings. No other file of these
folders names struct amphi_case, or includes case/case.h, by whatever way."""
import re
import sys
from pathlib import Path

EXECUTION = ["cpu", "offload", "particles", "parts", "reference"]
CASE = "case/case.h"


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)


def includes(source, known={}):
    """What a file of the project includes of it."""
    if source not in known:
        known[source] = re.findall(r'^\s*#\s*include "([^"]+)"', without_comments(source.read_text()), re.M)
    return known[source]


def way_to_case(src, source):
    """The includes that lead from a file to the case, or nothing."""
    ways = {source: [str(source.relative_to(src))]}
    left = [source]
    while left:
        at = left.pop()
        for name in includes(at):
            header = src / name
            if name == CASE:
                return ways[at] + [name]
            if header.is_file() and header not in ways:
                ways[header] = ways[at] + [name]
                left.append(header)
    return None


def main():
    src = Path(sys.argv[2]).resolve() / "src"
    methods = sorted(p.parent.name for p in src.glob("*/method.c"))
    wrong, count = [], 0
    if len(methods) < 4:
        wrong.append(f"{len(methods)} folders of methods, which have a method.c")
    for folder in methods + EXECUTION:
        found = [p for p in sorted((src / folder).rglob("*.[ch]"))
                 if not (folder in methods and p.relative_to(src).parts[1] == "start")]
        count += len(found)
        if len(found) < 5:
            wrong.append(f"src/{folder}: {len(found)} files: expected a folder of execution, or of a method")
        for path in found:
            if "amphi_case" in without_comments(path.read_text()):
                wrong.append(f"{path.relative_to(src)}: names struct amphi_case")
            way = way_to_case(src, path)
            if way:
                wrong.append(f"{way[0]}: includes {', which includes '.join(way[1:])}")
    for method in methods:
        starts = src / method / "start"
        if not any("amphi_case" in p.read_text() for p in starts.glob("*.c")):
            wrong.append(f"{method}/start: no file takes a case")
    if wrong:
        sys.exit("\n".join(wrong) + f"\n{len(wrong)} times the case is seen")
    print(f"{count} files see settings alone")


main()
