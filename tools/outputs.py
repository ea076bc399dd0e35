# SPDX-License-Identifier: BSD-3-Clause
"""Reads what `amphi run` leaves in its output folder, and the reference tables of the cases."""
import csv
import json
import math
import re
from pathlib import Path

import h5py
import numpy as np
import yaml

FLUID, WALL = 0, 1
ROOT = Path(__file__).resolve().parent.parent


class Unreadable(Exception):
    """Something that was to be read is missing or not what it should be."""


def read_table(path):
    """A CSV with '#' comment lines and a header row, as {name: array}. Units in brackets after a name
    are dropped; an empty field is NaN."""
    path = Path(path)
    try:
        lines = path.read_text().splitlines()
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from error
    rows = list(csv.reader(line for line in lines if line.strip() and not line.startswith("#")))
    if not rows:
        raise Unreadable(f"{path}: no header row")
    names = [name.split(" [")[0].strip() for name in rows[0]]
    try:
        values = np.array([[float(v) if v.strip() else math.nan for v in row] for row in rows[1:]], dtype=float)
    except ValueError as error:
        raise Unreadable(f"{path}: {error}") from error
    values = values.reshape(len(rows) - 1, len(names))
    return {name: values[:, i] for i, name in enumerate(names)}


def series(table, name):
    """Times and values of one column, without the rows where it has none."""
    if name not in table:
        raise Unreadable(f"no column '{name}'; there are: {', '.join(n for n in table if n != 'time')}")
    there = np.isfinite(table[name])
    return table["time"][there], table[name][there]


class CaseLoader(yaml.SafeLoader):
    """Case files are YAML 1.2, where 1e-6 is a number and `no` is a word; PyYAML speaks 1.1."""
    yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in rules if tag not in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:float")]
        for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()}


CaseLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), "tf")
CaseLoader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?$"),
    "-+.0123456789")


class Output:
    """An output folder."""

    def __init__(self, folder):
        self.folder = Path(folder)
        if not self.folder.is_dir():
            raise Unreadable(f"{self.folder}: no such folder")

    def case(self):
        """The parameters the run used, as the case file has them."""
        try:
            return yaml.load((self.folder / "used.yaml").read_text(), CaseLoader)
        except (OSError, yaml.YAMLError) as error:
            raise Unreadable(f"{self.folder / 'used.yaml'}: {error}") from error

    def gauges(self):
        return read_table(self.folder / "gauges.csv")

    def snapshots(self):
        """[(time in s, path)] in the order of time."""
        listing = self.folder / "particles.vtkhdf.series"
        try:
            files = json.loads(listing.read_text())["files"]
        except (OSError, ValueError, KeyError) as error:
            raise Unreadable(f"{listing}: {error}") from error
        return sorted((float(f["time"]), self.folder / f["name"]) for f in files)


def read_snapshot(path, fields=("velocity", "pressure", "density", "type", "body", "id")):
    """Point positions and the named point data, as arrays."""
    try:
        with h5py.File(path, "r") as file:
            root = file["VTKHDF"]
            found = {"points": root["Points"][:]}
            found.update((name, root["PointData"][name][:]) for name in fields)
            return found
    except (OSError, KeyError) as error:
        raise Unreadable(f"{path}: {error}") from error


def fluid_of(snapshot):
    """The fluid particles of a snapshot."""
    fluid = snapshot["type"] == FLUID
    return {name: values[fluid] for name, values in snapshot.items()}


def case_axis(case):
    """Index of the axis that gravity lies along and its sign, or (None, 0) without gravity."""
    gravity = case.get("gravity") or [0.0]
    axis = int(np.argmax(np.abs(gravity)))
    return (axis, math.copysign(1.0, gravity[axis])) if gravity[axis] else (None, 0)
