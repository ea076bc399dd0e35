#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The contracts of docs/architecture.md: what a method asks of a backend stays small, and what the page says holds the
architecture is there."""
import re
import sys
from pathlib import Path

MOST = 14
METHODS = ("wcsph", "pairwise", "swarm", "transport")


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)


def body_of(text, name):
    """What stands between the braces of `struct NAME {`."""
    begin = re.search(r"\bstruct %s \{" % name, text)
    if not begin:
        return None
    depth, at = 1, begin.end()
    while depth > 0:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return text[begin.end():at - 1]


def members(body):
    """Declarators, without the parameters of functions: of `int a, b;` two."""
    while (flat := re.sub(r"\([^()]*\)|\{[^{}]*\}", " ", body)) != body:
        body = flat
    return [part for part in re.split("[;,]", body) if part.strip()]


def missing(root):
    """Tests and tools that the page's table names, and that are not there."""
    section = re.search(r"^## What holds it so\n(.*?)^## ", (root / "docs/architecture.md").read_text(), re.M | re.S).group(1)
    held = [word for row in re.findall(r"^\|.*\| ([^|]*) \|$", section, re.M) for word in re.findall(r"`([^`]*)`", row)]
    for words in held:
        path = words.split()[0]
        folder, _, name = path.partition("/")
        there = [root / path] if folder == "tools" else [root / "tests" / folder / f"{kind}_{name}" for kind in ("test", "check")]
        if folder != "amphi" and not any(p.with_suffix(suffix).is_file() for p in there for suffix in (p.suffix, ".py", ".c")):
            yield f"docs/architecture.md: there is no '{words}'"
    if len(held) < 10:
        yield f"docs/architecture.md: {len(held)} tests and commands hold it"


def main():
    root = Path(sys.argv[2])
    wrong = []
    for method in METHODS:
        path = root / "src" / method / "backend.h"
        body = body_of(without_comments(path.read_text()), f"{method}_backend")
        if body is None:
            wrong.append(f"{path.relative_to(root)}: no struct {method}_backend")
            continue
        count = len(members(body))
        print(f"struct {method}_backend: {count} members")
        if count > MOST:
            wrong.append(f"{path.relative_to(root)}: {count} members; at most {MOST}")
    wrong += missing(root)
    if len(members("int a, *e; int (*b)(int x, int (*y)(int, int));\n struct c d;")) != 4:
        wrong.append("this test cannot count")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


sys.exit(main())
