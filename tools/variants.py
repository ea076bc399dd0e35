#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Is this program slower than another with any combination of models that has specialised code? `amphi bench --against` for each
row of src/wcsph/variants.list, with each kind of sums of the row, in a dam break with a building.

    tools/variants.py build/amphi OLDER                                                  # on a processor
    tools/variants.py build-gpu/amphi OLDER --set dp=0.0045 --backend offload --device 0 # on a GPU

What else is given goes to `amphi bench`. Exit status 1: one is slower by 2 % or more, and not by chance."""
import argparse
import json
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
CASE = ["cases/dambreak-building", "--set", "dp=0.03"]
SLOWER = 1.02
NEEDED = {"laminar": {"nu": 1e-6}, "monaghan": {"nu": 1e-6}}  # keys without which a model is refused


def rows():
    """(words by choice, sums) of each row."""
    lines = [line.split() for line in (SOURCE / "src/wcsph/variants.list").read_text().splitlines() if line.split("#")[0].strip()]
    names = lines[0][1:-1]
    for line in lines[1:]:
        words = line[line[0] == "ladder":]
        yield dict(zip(names, words)), [word for word in words[len(names):] if word in ("kahan", "fixed", "plain")]


def settings(words):
    """What sets these models in a case: their keys' maps whole, so that nothing is left of the case's own."""
    keys = {c["name"]: c["key"] for c in json.loads((SOURCE / "src/case/choices.json").read_text())["choices"] if "key" in c}
    maps = {}
    for name, word in words.items():
        key, _, member = keys[name].partition(".")
        if (name, word) == ("slip", "no") and words["boundary"] not in ("dummy", "mdbc", "semi_analytical"):
            continue  # which alone have one
        maps.setdefault(key, {}).update({member: word, **NEEDED.get(word, {})})
    for key, members in maps.items():
        value = members[""] if "" in members else "{" + ", ".join(f"{m}: {w}" for m, w in members.items()) + "}"
        yield from ("--set", f"{key}={value}")


def run(*command):
    return subprocess.run(list(map(str, command)), cwd=SOURCE, capture_output=True, text=True)


def main():
    options = argparse.ArgumentParser(prog="tools/variants.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("program", type=Path)
    options.add_argument("older", type=Path)
    given, more = options.parse_known_args()
    slower = 0
    for words, sums in rows():
        for word in sums:
            models = [*CASE, *settings(words), "--set", f"summation={word}", *more]
            result = run(given.program.resolve(), "bench", *models, "--against", given.older.resolve(), "--json")
            if not result.stdout.startswith("{"):
                sys.exit(f"{' '.join(models)}:\n{result.stdout}{result.stderr}")
            found = json.loads(result.stdout)
            is_slower = found["low"] > 1 and found["ratio"] >= SLOWER
            slower += is_slower
            print(f"{' '.join([*words.values(), word]):60} {found['ratio']:.3f} ({found['low']:.3f} to {found['high']:.3f})"
                  f"{'' if found['same_bits'] else ', other bits'}{', slower' if is_slower else ''}", flush=True)
    sys.exit(f"{slower} are slower" if slower else 0)


if __name__ == "__main__":
    main()
