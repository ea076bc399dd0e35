# SPDX-License-Identifier: BSD-3-Clause
"""amphi cases: the list of those that come along, and a page with a picture of each."""
import base64
import json
import os
import re
import shutil

from harness import SOURCE, amphi, expect, expect_run, listing, main


def test_cases(folder):
    """Every case file that comes with amphi is in the list, with its title, and its name works where a CASE is expected."""
    files = {str(path.relative_to(SOURCE / "cases")).removesuffix("/case.yaml") for path in (SOURCE / "cases").glob("*/*.yaml")}
    rows = json.loads(expect_run(amphi("cases", "--json", cwd=folder), 0).stdout)
    expect({row["name"] for row in rows} == files and len(files) > 60, files ^ {row["name"] for row in rows})
    expect(set(expect_run(amphi("cases", "--names"), 0).stdout.split()) == files, "--names are others")
    text = expect_run(amphi("cases"), 0, "Collapse of a water column in 2-D").stdout
    for row in rows:
        expect(re.search(rf"^{re.escape(row['name'])} +{re.escape(row['title'])}$", text, re.M), row)
        expect(os.path.samefile(row["file"], SOURCE / "cases" / row["file"].split("/cases/")[1]), row)
        expect(row["picture"] is None or os.path.exists(row["picture"]), row)
    pictured = {row["name"] for row in rows if row["picture"]}
    drawn = {path.stem for path in (SOURCE / "docs/img").iterdir()}
    expect(pictured == drawn & files and "toppled-cubes" in pictured, pictured)
    found = expect_run(amphi("cases", "LOCK"), 0, "lock-exchange").stdout
    expect("dambreak2d" not in found, found)
    expect_run(amphi("cases", "zzzz"), 2, "no case has 'zzzz' in its name or title")
    expect(expect_run(amphi("cases", "--json", "zzzz"), 0).stdout == "[]\n", "JSON of no case")
    (folder / "tmp").mkdir()
    told = expect_run(amphi("cases", "drop", "--page", "drops.html", cwd=folder, env=dict(os.environ, TMPDIR=str(folder / "tmp"))), 0).stdout
    page, names = (folder / "drops.html").read_text(), re.findall(r"^([\w-]+)  ", told, re.M)
    pictures = [base64.b64decode(png) for png in re.findall(r"data:image/png;base64,([^\"]+)", page)]
    expect(len(names) > 2 and all(f"<h3>{name}</h3>" in page for name in names) and "could not be drawn" not in page, names)
    expect(len(set(pictures)) == len(names) and all(one.startswith(b"\x89PNG") and len(one) > 2000 for one in pictures), f"{len(pictures)} pictures of {names}")
    expect(list((folder / "tmp").iterdir()) == [], "left behind")
    expect_run(amphi("check", "still-water-2d", cwd=folder), 0, "cases/still-water-2d/case.yaml")
    expect_run(amphi("check", "floating-box/roll.yaml", cwd=folder), 0, "struck")
    expect_run(amphi("run", "still-water-2d", "--steps", 1, "--quiet", cwd=folder), 0)
    expect((folder / "out/still-water-2d/summary.json").is_file(), listing(folder))
    (folder / "spheric02").mkdir()  # what is here goes before what comes with amphi
    shutil.copy(folder / "case.yaml", folder / "spheric02")
    expect_run(amphi("check", "spheric02", cwd=folder), 0, "a small dam break")
    for command in ("check", "bench", "verify", "study"):
        expect_run(amphi(command, "still-watre-2d", cwd=folder), 2, "did you mean 'still-water-2d'?")
    expect_run(amphi("check", "quantum", cwd=folder), 2, "'amphi cases' lists those that come with it")
    expect_run(amphi("check", "../spheric03", cwd=folder), 2, "no such case file or folder")


main([test_cases])
