#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Executes notebooks of Python, cell by cell, with no Jupyter; stops at the first cell that fails. With --write it puts what the
cells print and draw into the files."""
import argparse
import ast
import base64
import contextlib
import io
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
import matplotlib  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

DPI = 72  # so that a picture in a file of the repository stays small


def figures():
    """The figures that a cell has left open, as outputs; closes them."""
    found = []
    for number in plt.get_fignums():
        picture = io.BytesIO()
        plt.figure(number).savefig(picture, format="png", dpi=DPI, bbox_inches="tight")
        found.append({"output_type": "display_data", "metadata": {},
                      "data": {"image/png": base64.b64encode(picture.getvalue()).decode()}})
    plt.close("all")
    return found


def execute(source, names, title):
    """A cell's outputs, in which its last line, where it is an expression, is shown as Jupyter shows it."""
    tree = ast.parse(source, title)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    said, value = io.StringIO(), None
    with contextlib.redirect_stdout(said):
        exec(compile(tree, title, "exec"), names)
        if last:
            value = eval(compile(ast.Expression(last.value), title, "eval"), names)
    outputs = []
    if said.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": said.getvalue().splitlines(keepends=True)})
    if value is not None and not source.rstrip().endswith(";"):
        outputs.append({"output_type": "execute_result", "execution_count": None, "metadata": {},
                        "data": {"text/plain": repr(value).splitlines(keepends=True)}})
    return outputs + figures()


def run(path, write):
    book = json.loads(path.read_text())
    names = {"__name__": "__main__"}
    with contextlib.chdir(path.parent):
        for number, cell in enumerate(book["cells"]):
            if cell["cell_type"] != "code":
                continue
            try:
                outputs = execute("".join(cell["source"]), names, f"{path.name}, cell {number}")
            except Exception as error:
                print(f"notebook: {path}: cell {number} fails: {type(error).__name__}: {error}", file=sys.stderr)
                raise
            cell["outputs"] = outputs
    if write:
        path.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n")


def main():
    p = argparse.ArgumentParser(prog="tools/notebook.py", description=__doc__)
    p.add_argument("notebook", nargs="+", type=Path)
    p.add_argument("--write", action="store_true", help="keep the outputs in the files")
    a = p.parse_args()
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    for path in a.notebook:
        run(path, a.write)
        print(f"{path}: all cells ran")


main()
