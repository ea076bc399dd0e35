#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every notebook of docs/notebooks runs from its first cell to its last, what it claims holds (its assertions), its files keep what
cells show and stay small; and a cell that fails is told."""
import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
from harness import PROGRAM, SOURCE, expect, main  # noqa: E402

BOOKS = sorted((SOURCE / "docs/notebooks").glob("*.ipynb"))
LARGEST = 300_000  # bytes of one, its pictures included


def execute(*arguments):
    environment = {**os.environ, "AMPHI": str(PROGRAM), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, str(SOURCE / "tools/notebook.py"), *map(str, arguments)], env=environment,
                          capture_output=True, text=True, check=False)


def test_all(_folder):
    expect(len(BOOKS) >= 4, f"{BOOKS}")
    for book in BOOKS:
        ran = execute(book)
        expect(ran.returncode == 0, f"{ran.stdout}{ran.stderr}")


def test_files(_folder):
    for book in BOOKS:
        expect(book.stat().st_size < LARGEST, f"{book}: {book.stat().st_size} bytes")
        text = book.read_text()
        cells = [c for c in json.loads(text)["cells"] if c["cell_type"] == "code"]
        shown = [kind for c in cells for output in c["outputs"] for kind in output.get("data", [output["output_type"]])]
        expect("image/png" in shown and "stream" in shown, f"{book}: no outputs; run tools/notebook.py --write")
        expect(any("assert " in line for c in cells for line in c["source"]), f"{book}: claims nothing")
        expect(str(Path.home()) + "/" not in text and "/tmp/" not in text, f"{book}: a path of somebody's machine")


def test_failure(folder):
    cells = [{"cell_type": "code", "source": ["x = 2\n", "x"], "outputs": []},
             {"cell_type": "code", "source": ["assert x == 3, 'not three'"], "outputs": []}]
    book = folder / "wrong.ipynb"
    book.write_text(json.dumps({"cells": cells}))
    ran = execute(book)
    expect(ran.returncode and "cell 1 fails: AssertionError: not three" in ran.stderr, f"{ran.stderr}")
    cells.pop()
    book.write_text(json.dumps({"cells": cells}))
    ran = execute("--write", book)
    outputs = json.loads(book.read_text())["cells"][0]["outputs"]
    expect(ran.returncode == 0 and outputs[0]["data"]["text/plain"] == ["2"], f"{outputs}")


main([test_all, test_files, test_failure])
