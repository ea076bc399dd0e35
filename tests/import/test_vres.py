#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi import: boxes of finer spacing, `<vres>`."""
import csv
import json
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from documents import document, keys, take  # noqa: E402
from harness import amphi, expect, expect_run, main  # noqa: E402


def taken(folder, text, *arguments, status=0):
    shutil.rmtree(folder / "case", ignore_errors=True)
    return take(folder, text, *arguments, status=status)


def rows(folder, name):
    return [[float(v) for v in row] for row in list(csv.reader((folder / f"case/{name}").open()))[1:]]


BUFFER = '<bufferbox><point x="{}" y="0" z="-1" /><size x="3" y="0" z="3" /><dpratio v="2" />{}</bufferbox>'


def test_vres(folder):
    """Boxes in each other become `resolution`, within the domain; each spacing has the points that the document has when it is drawn with that."""
    inner = BUFFER.format(0.7, '<simulationdomain useparent="true" />')
    vres = '<vres active="true"><buffsizeh v="2" />' + BUFFER.format(0.3, inner) + '<bufferbox active="false" /></vres>'
    said = taken(folder, document(casedef=vres)).stdout
    expect("changed: <buffsizeh>" in said and "left out: <simulationdomain>" in said and "level 2" in said, said)
    text = keys(folder)
    expect("resolution:\n  - {name: box1, low: [0.3, -0.075], high: [1.075, 0.575]}\n  - {name: box2, low: [0.7, -0.075], high: [1.075, 0.575]}\n" in text, text)
    expect("file: fluid0.csv, finer: [{dp: 0.025, file: fluid0_2.csv}, {dp: 0.0125, file: fluid0_4.csv}]}]" in text, text)
    hashes = set()
    for backend in ("reference", "cpu"):
        expect_run(amphi("run", "case", "-o", f"out_{backend}", "--quiet", "--backend", backend, "--steps", 12, "--set", "summation=fixed", cwd=folder), 0)
        hashes.add(json.loads((folder / f"out_{backend}/summary.json").read_text())["state_hash"])
    expect(len(hashes) == 1, f"{hashes}")
    drawn = (("fluid0", "_2", "0.025"), ("bound0", "_4", "0.0125"))
    made = {name: [row[:2] for row in rows(folder, f"{name}{part}.csv")] for name, part, _ in drawn}
    for name, _, dp in drawn:
        taken(folder, document(), "--dp", dp)
        expect([row[:2] for row in rows(folder, f"{name}.csv")] == made[name], name)
    for part, says in (('<tracking mkbound="0" />', "refused: <tracking>"), ('<transform><rotate angy="10" anglesunits="degrees" /></transform>', "refused: <transform>"),
                       ("<extra><a b=\"1\" /></extra>", "refused: <extra>")):
        expect(says in taken(folder, document(casedef="<vres>" + BUFFER.format(0.3, part) + "</vres>"), status=2).stdout, says)
    said = taken(folder, document(casedef="<vres>" + BUFFER.format(0.3, "").replace('v="2"', 'v="3"') + "</vres>"), status=2).stdout
    expect("refused: <dpratio>: 3; expected 2" in said, said)
    taken(folder, document(casedef="<vres>" + BUFFER.format(0.3, '<endpoint x="1" y="0" z="1" />') + "</vres>"), status=2)
    taken(folder, document(casedef="<vres>" + BUFFER.format(3, "") + "</vres>"), status=2)


main([test_vres])
