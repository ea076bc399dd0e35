#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The documents make a site without a warning, every page is in its contents, and a dead link or a page that is in no contents is
found; no page names a commit; the recipes of packaging/ can be read and name what the sources name."""
import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
from harness import SOURCE, expect, main  # noqa: E402

VERSION = re.search(r"project\(amphi VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]


def build(tree, site):
    return subprocess.run([sys.executable, str(tree / "tools/docs"), str(site)], capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})


def test_site(folder):
    made = build(SOURCE, folder / "site")
    expect(made.returncode == 0, f"{made.stdout}{made.stderr}"[-3000:])
    index = (folder / "site/index.html").read_text()
    for title in ("Get started", "Tutorials", "Guide", "Case reference", "Theory", "Validation", "Performance", "Developers", "Release notes"):
        expect(title in index, f"no part {title}")
    commands = (folder / "site/commands.html").read_text()
    expect("--set=KEY=VALUE" in commands and "\\f" not in commands and "\\-" not in commands, "the man page")
    words = (folder / "site/searchindex.js").read_text()
    expect("spheric02" in words and len(words) > 100_000, "the search knows too little")


def test_faults(folder):
    """What is wrong with a page stops the build. The site is small: its pages are named here."""
    tree, names = folder / "tree", re.findall(r'"([\w/]+\.md)": "(\w+)\.md"', (SOURCE / "tools/docs").read_text())
    for name in ("docs/img", "cases", *(Path(name).parent for name, _ in names)):
        (tree / name).mkdir(parents=True, exist_ok=True)
    shutil.copy(SOURCE / "tools/docs", tree / "tools/docs")
    (tree / "share/man/man1").mkdir(parents=True)
    for name in ("CMakeLists.txt", "share/man/man1/amphi.1"):
        shutil.copy(SOURCE / name, tree / name)
    for name in ("docs/tour.md", "docs/view.md", *(name for name, _ in names)):
        (tree / name).write_text(f"# Page {name}\n")
    contents = "\n".join(["tour", "view", "commands", *(page for _, page in names)])
    (tree / "docs/index.md").write_text(f"# Contents\n```{{toctree}}\n{contents}\n```\n")
    page = tree / "docs/tour.md"
    text = page.read_text()
    made = build(tree, folder / "right")
    expect(made.returncode == 0, f"{made.stdout}{made.stderr}"[-2000:])
    for fault, said in (("[here](view.md#no-such-place)", "no-such-place"), ("![a picture](img/none.png)", "none.png")):
        page.write_text(f"{text}\n{fault}\n")
        made = build(tree, folder / "wrong")
        expect(made.returncode and said in made.stdout + made.stderr, f"not found: {fault}\n{made.stdout}{made.stderr}"[-2000:])
    page.write_text(text)
    (tree / "docs/alone.md").write_text("# A page in no contents\n")
    made = build(tree, folder / "wrong")
    expect(made.returncode and "alone.md" in made.stderr, f"{made.stdout}{made.stderr}"[-2000:])


def test_theory(_folder):
    """A page a model: its keys are those of the case reference, its code is there, its sources are in the list of papers."""
    overview, reference = (SOURCE / "docs/numerics.md").read_text(), (SOURCE / "docs/case-file.md").read_text()
    papers = [line.split("|")[1] for line in overview.split("## Papers")[1].splitlines() if line.startswith("|")]
    pages = sorted((SOURCE / "docs/theory").glob("*.md"))
    expect(len(pages) > 20, f"{pages}")
    for page in pages:
        expect(f"(theory/{page.name})" in overview, f"{page.name} is not in numerics.md")
        head = dict(re.findall(r"(?m)^\| (keys|code|sources) \| (.*) \|$", page.read_text()))
        expect(len(head) == 3, f"{page.name}: {head}")
        for key in re.findall(r"`([\w.]+)", re.sub(r"(walls|fluids)\.NAME\.", "", head["keys"])):
            expect(f"`{key}" in reference, f"{page.name}: no key {key}")
        folder = SOURCE
        for name in re.findall(r"`([^`]+)`", head["code"]):
            path = SOURCE / name if "/" in name else folder / name
            folder = path.parent
            expect(any(folder.glob(path.name)), f"{page.name}: no file {name}")
        for name, year in re.findall(r"([^\W\d_][\w'-]+)[^;(]*?(\d{4})", head["sources"]):
            expect(any(name in paper and year in paper for paper in papers), f"{page.name}: {name} {year} is in no list")


def test_validation(_folder):
    """Each case of the table has its plot."""
    page = (SOURCE / "docs/validation.md").read_text()
    cases = re.findall(r"(?m)^\| (?!case )([a-z][\w/.-]+) \| \w+", page.partition("<!-- written by tools/validation -->")[2].partition("<!-- end -->")[0])
    expect(len(cases) > 40, f"{cases}")
    for name in (case.replace("/", "-").removesuffix(".yaml") for case in cases):
        expect(f"](img/validation/{name}.png)" in page, f"no plot of {name}")


def test_words(_folder):
    """Pages say what holds, not which commit or who wanted it. Hashes of states have 16 digits, commits fewer."""
    pages = [*(SOURCE / "docs").rglob("*.md"), *(SOURCE / "cases").glob("*/README.md"), *SOURCE.glob("*.md"), *SOURCE.glob("*/README.md")]
    expect(len(pages) > 100, f"{len(pages)} pages")
    for page in pages:
        for number, line in enumerate(page.read_text().splitlines(), 1):
            found = re.search(r"(?<![.\w])(asked|missed|until now|(?=[a-f\d]*[a-f])(?=[a-f\d]*\d)[a-f\d]{7,12})\b", line)
            expect(not found, f"{page.relative_to(SOURCE)}:{number}: '{found and found[0]}'")


def test_recipes(_folder):
    """Spack's and conda's recipes and those for containers: syntax, version, options that CMakeLists.txt and cmake/ know."""
    known = "".join(p.read_text() for p in [SOURCE / "CMakeLists.txt", *(SOURCE / "cmake").glob("*.cmake")])
    spack = (SOURCE / "packaging/spack/package.py").read_text()
    conda = (SOURCE / "packaging/conda/recipe/meta.yaml").read_text()
    ast.parse(spack)
    recipe = yaml.safe_load(re.sub(r"{{.*?}}", "compiler", conda))
    expect(f'version("{VERSION}")' in spack and recipe["package"] == {"name": "amphi-sph", "version": VERSION}, "versions")
    options = set(re.findall(r"AMPHI_[A-Z_]+", spack + conda))
    expect(len(options) >= 2 and all(re.search(rf"(?:option|set)\({o} ", known) for o in options), f"{options}")
    modules = re.findall(r"pkg_check_modules\((?:YAML|JANSSON|XXHASH|ZLIB|MUPARSER|SODIUM|EXPAT|PNG|MICROHTTPD|WEBP) ", known)
    expect(len(modules) == 10 and len(recipe["requirements"]["host"]) == 12, "conda's recipe has other libraries than CMakeLists.txt")
    presets = (SOURCE / "CMakePresets.json").read_text()
    for name in ("packaging/Dockerfile", "packaging/amphi.def"):
        text = (SOURCE / name).read_text()
        for preset in re.findall(r"--preset (\S+)", text):
            expect(f'"name": "{preset}"' in presets, f"{name}: no preset {preset}")
        expect("tools/setup run" in text and "amphi_*.deb" in text, name)
    expect(f"Version {VERSION}\n" in (SOURCE / "packaging/amphi.def").read_text(), "amphi.def")


main([test_site, test_faults, test_theory, test_validation, test_words, test_recipes])
