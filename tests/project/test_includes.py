#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Folders include each other in one direction (docs/architecture.md): no include leads back, and no folders include each
other in a circle. With the argument `arrows` behind the source folder it lists them all."""
import re
import sys
from collections import Counter
from pathlib import Path

# A room may include those behind it. A folder is in one room.
ROOMS = {
    "lab": ["lab"],
    "app": ["main.c", "cli"],
    "post": ["study", "report", "view", "render", "fields"],
    "import": ["import"],
    "parts": ["parts"],
    "registry": ["registry"],
    "exec": ["offload", "cpu", "reference"],
    "methods": ["wcsph", "pairwise", "swarm", "transport"],
    "core": ["method", "particles", "code"],
    "geometry": ["check", "geometry", "shape"],
    "case": ["case"],
    "base": ["io", "lane", "util"],
}
ROOMS_MOST, ARROWS_MOST = 14, 60
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def sources(root):
    """(path, what includes call it) of every file of the program."""
    for folder, base in ((root / "src", root / "src"), (root / "lab", root)):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".c", ".h"):
                yield path, str(path.relative_to(base))


def find_arrows(root, wrong):
    """How many includes lead from one folder to another, and one of them."""
    named = {name: path for path, name in sources(root)}
    arrows, example = Counter(), {}
    for name, path in named.items():
        for included in INCLUDE.findall(path.read_text()):
            if included not in named:
                if "/" in included:  # what the build writes is in no folder
                    wrong.append(f"{name}: includes {included}, which is neither in src/ nor in lab/")
                continue
            arrow = name.split("/")[0], included.split("/")[0]
            if arrow[0] != arrow[1]:
                arrows[arrow] += 1
                example.setdefault(arrow, f"{name} includes {included}")
    return arrows, example


def find_circle(arrows):
    """Folders that include each other, the first behind the last; [] where there are none."""
    ahead = {a: {d for c, d in arrows if c == a} for pair in arrows for a in pair}
    done = set()

    def walk(folder, way):
        if folder in way:
            return [*way[way.index(folder):], folder]
        if folder in done:
            return []
        for following in sorted(ahead[folder]):
            if circle := walk(following, [*way, folder]):
                return circle
        done.add(folder)
        return []

    for folder in sorted(ahead):
        if circle := walk(folder, []):
            return circle
    return []


def main():
    root, wrong = Path(sys.argv[2]).resolve(), []
    room_of = {folder: room for room, folders in ROOMS.items() for folder in folders}
    order = list(ROOMS)
    arrows, example = find_arrows(root, wrong)
    there = {name.split("/")[0] for _, name in sources(root)}
    wrong += [f"src/{folder}: in no room of {Path(__file__).name}" for folder in sorted(there - set(room_of))]
    wrong += [f"{folder}: a room of {Path(__file__).name} has it, and it is not there" for folder in sorted(set(room_of) - there)]
    between = Counter()
    for arrow, count in sorted(arrows.items()):
        rooms = tuple(room_of.get(folder) for folder in arrow)
        if None in rooms or rooms[0] == rooms[1]:
            continue
        between[rooms] += count
        if order.index(rooms[0]) > order.index(rooms[1]):
            wrong.append(f"{example[arrow]}: {rooms[0]} may not include {rooms[1]}")
    if circle := find_circle(arrows):
        wrong.append("a circle of folders: " + "; ".join(example[arrow] for arrow in zip(circle, circle[1:])))
    if len(ROOMS) > ROOMS_MOST or len(between) > ARROWS_MOST:
        wrong.append(f"{len(between)} arrows between {len(ROOMS)} rooms; at most {ARROWS_MOST} between {ROOMS_MOST}")
    for (a, b), count in between.items() if sys.argv[3:] == ["arrows"] else ():
        print(f"{a} -> {b}: {count} includes")
    print(f"{len(between)} arrows between {len(ROOMS)} rooms, {len(arrows)} between {len(there)} folders")
    sys.exit("\n".join(wrong) if wrong else 0)


main()
