# SPDX-License-Identifier: BSD-3-Clause
"""Holds runs against each other."""
from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import Any

import numpy as np

from .reading import Name, Output, Snapshot, Unreadable
from .running import Failed, program


@dataclass
class Comparison:
    """What `amphi compare` found. True if all is the same."""

    same: bool
    worst: str | None  # where the largest difference is, against the scale of its field
    tolerance_needed: float | None  # with which they would pass; None: with none
    files: list[dict[str, Any]]  # as `amphi compare --json` has them

    def __bool__(self) -> bool:
        return self.same


def compare(a: Name | Output, b: Name | Output, *, exact: bool = False, tolerance: float | None = None) -> Comparison:
    """Two runs, output folders, snapshots, checkpoints or tables, as `amphi compare` does it.

    >>> bool(compare("out/a", "out/b", exact=True))  # one thread and two, under summation: fixed
    True
    >>> found = compare("out/a/particles_0001.vtkhdf", "out/plain/particles_0001.vtkhdf")
    >>> found.same, 0 < found.tolerance_needed < 1e-3
    (False, True)
    """
    command = [program(), "compare", "--json", *(str(x.folder if isinstance(x, Output) else x) for x in (a, b))]
    if exact:
        command.append("--exact")
    if tolerance is not None:
        command += ["--tolerance", repr(float(tolerance))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or not done.stdout:
        raise Failed(done.returncode, done.stderr.strip())
    found = json.loads(done.stdout)
    return Comparison(found["same"], found.get("worst"), found.get("tolerance_needed"), found["files"])


def difference(a: Snapshot, b: Snapshot, field: str = "points") -> tuple[np.ndarray, np.ndarray]:
    """Ids that both have, growing, and how far apart the field is at each: of vectors the length of the difference.

    >>> from amphi import Output
    >>> ids, apart = difference(Output("out/a").snapshot(), Output("out/plain").snapshot(), "velocity")
    >>> len(ids), bool(0 < apart.max() < 0.01)
    (1036, True)
    """
    for snapshot in (a, b):
        if field not in snapshot or "id" not in snapshot:
            raise Unreadable(f"a snapshot without '{field}' and 'id'; it has: {', '.join(snapshot)}")
    ids, first, second = np.intersect1d(a["id"], b["id"], return_indices=True)
    gap = a[field][first].astype(float) - b[field][second].astype(float)
    return ids, np.abs(gap) if gap.ndim == 1 else np.sqrt((gap**2).sum(axis=1))
