#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The rules of docs/style.md that a program can see."""
import re
import sys
from pathlib import Path

SOURCE = {".c", ".h", ".py", ".cmake", ".sh"}
# Functions whose last digit depends on the library or on how the compiler contracts; fmin, fmax, floor
# and the double sqrt are exact everywhere (docs/numerics.md).
LIBM = ("acos asin atan atan2 cbrt cos cosh erf exp exp2 expm1 fma hypot log log10 log1p log2 pow sin sinh "
        "tan tanh tgamma").split()
LIBM_CALL = re.compile(r"(?<![\w.>])(?:__builtin_)?((?:%s)[fl]?|sqrtf)\s*\(" % "|".join(LIBM))
FAST_MATH = re.compile(r"-ffast-math|-Ofast|-funsafe-math|-fassociative-math|-freciprocal-math|"
                       r"-ffinite-math-only|fp-contract=(?:fast|on)|pragma\s+STDC\s+FP_CONTRACT\s+ON")
# Things are "which" and "that", particles and processes too; people may be "who".
PERSON = re.compile(r"\b(?:who|whom|whoever|nobody|somebody|everybody|anybody)\b", re.I)
PEOPLE = re.compile(r"\b(?:users?|people|developers?|readers?)[\s*]+whom?\b", re.I)
COMMENT = re.compile(r'''(/\*.*?\*/|//[^\n]*)|"(?:\\.|[^"\\\n])*"|['](?:\\.|[^'\\\n])+[']''', re.S)
LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)|!\[[^\]\n]*\]\(([^)\s]+)\)")


def files(root):
    """What the project consists of: no build folders, no results, nothing hidden but .ci."""
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        hidden = parts[0].startswith(".") and parts[0] != ".ci"
        if path.is_file() and not hidden and not parts[0].startswith("build") and parts[0] != "out" \
                and "__pycache__" not in parts:
            yield path


def is_source(path):
    if path.suffix in SOURCE or path.name == "CMakeLists.txt":
        return True
    return path.suffix == "" and path.read_bytes()[:2] == b"#!"


def without_comments(text):
    """C text with comments and strings blanked, lines kept."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', blank, text, flags=re.S)


def check_source(root, path, wrong):
    name = path.relative_to(root)
    text = path.read_text()
    lines = text.splitlines()
    if not any("SPDX-License-Identifier: BSD-3-Clause" in line for line in lines[:3]):
        wrong.append(f"{name}:1: no SPDX line at the top")
    if len(lines) > 500:
        wrong.append(f"{name}: {len(lines)} lines; at most 500")
    if name.parts[:2] != ("tests", "project"):
        for number, line in enumerate(lines, 1):
            if FAST_MATH.search(line):
                wrong.append(f"{name}:{number}: a flag that changes bits: {line.strip()}")
    if name.parts[:2] == ("src", "lane") or name.parts[0] == "src" and name.parts[2:3] in (("models",), ("passes",), ("sweeps",)):
        for number, line in enumerate(without_comments(text).splitlines(), 1):
            for call in LIBM_CALL.finditer(line):
                if not (call.group(1) == "sqrtf" and path.name == "lane_base.h"):
                    wrong.append(f"{name}:{number}: libm call '{call.group(1)}' in a formula")


def check_atomics(root, path, wrong):
    """GCC 13 and 14 refuse `omp atomic compare` whose right operand is declared const; GCC 12 takes it."""
    text = path.read_text()
    for match in re.finditer(r"#pragma omp atomic compare\s+if \(\*?[\w>-]+ [<>] (\w+)\)", text):
        declared = re.findall(rf"^[^\n(]*\b{match.group(1)}(?: =|;|,)", text[:match.start()], re.M)
        if declared and re.match(r"\s*const\b[^*]*$", declared[-1]):
            line = text.count("\n", 0, match.start()) + 1
            wrong.append(f"{path.relative_to(root)}:{line}: atomic compare with const '{match.group(1)}', which GCC 13 refuses")


def check_comments(root, path, wrong):
    """A particle, a process or a file in a comment is no person."""
    text = path.read_text()
    for comment in COMMENT.finditer(text):
        words = PEOPLE.sub(lambda people: re.sub(r"[^\n]", " ", people.group(0)), comment.group(1) or "")
        for word in PERSON.finditer(words):
            line = text.count("\n", 0, comment.start()) + words.count("\n", 0, word.start()) + 1
            wrong.append(f"{path.relative_to(root)}:{line}: '{word.group(0)}' in a comment: name the thing; for people: 'users who'")


def check_names(root, wrong):
    """A function's name of one word says too little to be found where many files have it: they add what they work on."""
    found = {}
    for path in sorted([*(root / "src").rglob("*.c"), *(root / "lab").rglob("*.c")]):
        for name in set(re.findall(r"^static (?:inline )?[\w ]+?[ *]+([a-z]+)\(", path.read_text(), re.M)):
            found.setdefault(name, []).append(str(path.relative_to(root)))
    wrong += [f"static functions '{name}' in {', '.join(paths)}: one-word names in at most two files"
              for name, paths in sorted(found.items()) if len(paths) > 2]


def check_readmes(root, wrong):
    for folder in sorted({p.parent for p in (root / "src").rglob("*") if p.is_file()} - {root / "src"}):
        readme = folder / "README.md"
        if not readme.is_file():
            wrong.append(f"{folder.relative_to(root)}: no README.md")
        elif len(readme.read_text().splitlines()) > 15:
            wrong.append(f"{readme.relative_to(root)}: more than 15 lines")


def check_cases(root, wrong):
    cases = sorted(p for p in (root / "cases").iterdir() if p.is_dir())
    if not cases:
        wrong.append("cases: no case folder")
    for folder in cases:
        for needed in ("case.yaml", "README.md"):
            if not (folder / needed).is_file():
                wrong.append(f"{folder.relative_to(root)}: no {needed}")
    for table in sorted((root / "cases").rglob("*.csv")):
        if not table.read_text().startswith("#"):
            wrong.append(f"{table.relative_to(root)}:1: no '#' line that names the source of the data")


def anchors(path):
    """GitHub's anchors of the headings of a Markdown file."""
    found = set()
    for line in path.read_text().splitlines():
        heading = re.match(r"#+\s+(.*)", line)
        if heading:
            text = re.sub(r"[^\w\- ]", "", heading.group(1).strip().lower())
            found.add(text.replace(" ", "-"))
    return found


def check_links(root, path, wrong):
    name = path.relative_to(root)
    fenced = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        fenced ^= line.lstrip().startswith("```")
        if fenced:
            continue
        for match in LINK.finditer(re.sub(r"`[^`]*`", "", line)):
            link = match.group(1) or match.group(2)
            if re.match(r"[a-z]+:", link):
                continue
            target, _, anchor = link.partition("#")
            where = (path.parent / target).resolve() if target else path
            if not where.exists():
                wrong.append(f"{name}:{number}: link to '{link}' leads nowhere")
            elif anchor and where.suffix == ".md" and anchor not in anchors(where):
                wrong.append(f"{name}:{number}: no heading '#{anchor}' in {target or name}")


def main():
    root = Path(sys.argv[2]).resolve()
    wrong = []
    sources = pages = 0
    for path in files(root):
        if path.suffix == ".md":
            pages += 1
            check_links(root, path, wrong)
        elif is_source(path):
            sources += 1
            check_source(root, path, wrong)
            if path.suffix in (".c", ".h"):
                check_atomics(root, path, wrong)
                if path.relative_to(root).parts[0] in ("src", "lab"):
                    check_comments(root, path, wrong)
    check_names(root, wrong)
    check_readmes(root, wrong)
    check_cases(root, wrong)
    if sources < 20 or pages < 5:
        wrong.append(f"only {sources} source files and {pages} pages found: is {root} the project?")
    if wrong:
        sys.exit("\n".join(wrong) + f"\n{len(wrong)} broken rules")
    print(f"{sources} source files and {pages} pages keep the rules")


main()
