# SPDX-License-Identifier: BSD-3-Clause
"""Reads what `amphi run` leaves in its output folder, and tables of references."""
from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import h5py
import numpy as np
import yaml

if TYPE_CHECKING:
    import pandas

FLUID, WALL = 0, 1  # values of `type`
AXES = "xyz"
Name = Union[str, Path]


class Unreadable(Exception):
    """Something that was to be read is missing or not what it should be."""


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("this needs pandas (Debian's python3-pandas, or pip install pandas); numpy arrays do not") \
            from error
    return pandas


class Table(dict[str, np.ndarray]):
    """Columns by their names; `units` has the unit of those that have one. A field that was empty is NaN.

    >>> table = Output("out/a").gauges()
    >>> list(table)
    ['time', 'P1', 'H1', 'V1.x', 'V1.y', 'F1.x', 'F1.y']
    >>> table.units["P1"]
    'Pa'
    """

    units: dict[str, str]

    def __init__(self, columns: dict[str, np.ndarray], units: dict[str, str]) -> None:
        super().__init__(columns)
        self.units = units

    def series(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Times and values of one column, without the rows where it has none.

        >>> time, height = Output("out/a").gauges().series("H1")
        >>> len(time), float(height[0].round(2))
        (21, 0.2)
        """
        if name not in self:
            raise Unreadable(f"no column '{name}'; there are: {', '.join(n for n in self if n != 'time')}")
        there = np.isfinite(self[name])
        return self["time"][there], self[name][there]

    def pandas(self) -> "pandas.DataFrame":
        """As a DataFrame with the time as its index, where there is one."""
        frame = _pandas().DataFrame(dict(self))
        return frame.set_index("time") if "time" in self else frame


def read_table(path: Name) -> Table:
    """A CSV with '#' comment lines and a header row. Units in brackets after a name go to `units`."""
    path = Path(path)
    try:
        lines = path.read_text().splitlines()
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from error
    rows = list(csv.reader(line for line in lines if line.strip() and not line.startswith("#")))
    if not rows:
        raise Unreadable(f"{path}: no header row")
    names = [name.split(" [")[0].strip() for name in rows[0]]
    units = {name: heading.split(" [")[1].rstrip("]") for name, heading in zip(names, rows[0]) if " [" in heading}
    try:
        values = np.array([[float(v) if v.strip() else math.nan for v in row] for row in rows[1:]], dtype=float)
    except ValueError as error:
        raise Unreadable(f"{path}: {error}") from error
    values = values.reshape(len(rows) - 1, len(names))
    return Table({name: values[:, i] for i, name in enumerate(names)}, units)


class Snapshot(dict[str, np.ndarray]):
    """Particles at one time: `points` (m) and fields by their names, a row a particle.

    >>> snapshot = Output("out/a").snapshot(0)
    >>> snapshot.time, snapshot["points"].shape
    (0.0, (1036, 3))
    >>> sorted(snapshot)
    ['body', 'density', 'id', 'points', 'pressure', 'type', 'velocity']
    """

    time: float

    def __init__(self, fields: dict[str, np.ndarray], time: float = math.nan) -> None:
        super().__init__(fields)
        self.time = time

    def where(self, rows: np.ndarray) -> "Snapshot":
        """Those particles alone, a mask or indices."""
        return Snapshot({name: values[rows] for name, values in self.items()}, self.time)

    def fluid(self) -> "Snapshot":
        """The fluid particles.

        >>> len(Output("out/a").snapshot(0).fluid()["id"])
        400
        """
        return self.where(self["type"] == FLUID)

    def by_id(self) -> "Snapshot":
        """In the order of their ids, which is the same in all snapshots of a run."""
        return self.where(np.argsort(self["id"], kind="stable"))

    def pandas(self) -> "pandas.DataFrame":
        """As a DataFrame, a row a particle and the id as its index; vectors are columns x, y, z and velocity.x, ..."""
        columns: dict[str, np.ndarray] = {}
        for name, values in self.items():
            if values.ndim == 1:
                columns[name] = values
            else:
                head = "" if name == "points" else name + "."
                columns.update((head + AXES[k], values[:, k]) for k in range(values.shape[1]))
        frame = _pandas().DataFrame(columns)
        return frame.set_index("id") if "id" in self else frame


def read_snapshot(path: Name, fields: Iterable[str] | None = None) -> Snapshot:
    """A snapshot of particles, with the fields named, by default all."""
    try:
        with h5py.File(path, "r") as file:
            root = file["VTKHDF"]
            data = root["PointData"]
            found = {"points": root["Points"][:]}
            found.update((name, data[name][:]) for name in (data if fields is None else fields))
            time = float(root["FieldData/TimeValue"][0]) if "FieldData/TimeValue" in root else math.nan
            return Snapshot(found, time)
    except (OSError, KeyError) as error:
        raise Unreadable(f"{path}: {error}") from error


class _CaseLoader(yaml.SafeLoader):
    """Case files are YAML 1.2, where 1e-6 is a number and `no` is a word; PyYAML speaks 1.1."""
    yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in rules if tag not in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:float")]
        for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()}


_CaseLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), "tf")
_CaseLoader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?$"),
    "-+.0123456789")


def read_case(path: Name) -> dict[str, Any]:
    """A case file, or the folder that has it as case.yaml, as dictionaries and lists.

    >>> read_case("case.yaml")["dp"]
    0.01
    """
    path = Path(path)
    path = path / "case.yaml" if path.is_dir() else path
    try:
        return yaml.load(path.read_text(), _CaseLoader)
    except (OSError, yaml.YAMLError) as error:
        raise Unreadable(f"{path}: {error}") from error


def case_axis(case: dict[str, Any]) -> tuple[int | None, float]:
    """Index of the axis that gravity lies along and its sign, or (None, 0) without gravity.

    >>> case_axis({"gravity": [0, -9.81]})
    (1, -1.0)
    """
    gravity = case.get("gravity") or [0.0]
    axis = int(np.argmax(np.abs(gravity)))
    return (axis, math.copysign(1.0, gravity[axis])) if gravity[axis] else (None, 0.0)


@dataclass(frozen=True)
class Losses:
    """How many particles of fluid were lost, their share of all fluid there ever was; when, in s, and where the first left."""

    particles: int
    share: float
    time: float
    at: Union[np.ndarray, None]


class Output:
    """An output folder, of a run that is over or goes on.

    >>> run = Output("out/a")
    >>> run.summary()["outcome"], run.hash() == Output("out/b").hash()
    ('finished', True)
    """

    folder: Path

    def __init__(self, folder: Name) -> None:
        self.folder = Path(folder).absolute()  # the working directory may change
        if not self.folder.is_dir():
            raise Unreadable(f"{self.folder}: no such folder")

    def __repr__(self) -> str:
        return f"Output({str(self.folder)!r})"

    def _json(self, name: str) -> dict[str, Any]:
        try:
            return json.loads((self.folder / name).read_text())
        except (OSError, ValueError) as error:
            raise Unreadable(f"{self.folder / name}: {error}") from error

    def case(self) -> dict[str, Any]:
        """The parameters the run used, as the case file has them.

        >>> Output("out/a").case()["kernel"]
        'wendland'
        """
        return read_case(self.folder / "used.yaml")

    def gauges(self) -> Table:
        """gauges.csv."""
        return read_table(self.folder / "gauges.csv")

    def summary(self) -> dict[str, Any]:
        """summary.json, which a run has once it is over or was stopped."""
        return self._json("summary.json")

    def losses(self) -> Losses:
        """The fluid that left other than through open boundaries, once the run is over.

        >>> Output("out/a").losses()
        Losses(particles=0, share=0.0, time=nan, at=None)
        """
        found = self.summary().get("particles", {})
        at = found.get("first_left_at")
        return Losses(found.get("left", 0), found.get("lost_share", 0.0), found.get("first_left_time", math.nan),
                      None if at is None else np.array(at))

    def masses(self) -> dict[str, dict[str, float]]:
        """What mass of each of several phases "was there", "came in" through open boundaries, "left" and "is there", kg,
        in 2-D kg/m; `material` is that of the case; empty of one phase.

        >>> Output("out/a").masses()
        {}
        """
        found: dict[str, dict[str, float]] = {}
        results = self.summary().get("results", {})
        for name in ("material", *(phase["name"] for phase in self.case().get("phases") or ())):
            of = {what: results[f"{name} {what}"] for what in ("was there", "came in", "left", "is there") if f"{name} {what}" in results}
            if of:
                found[name] = of
        return found

    def hash(self) -> str:
        """The hash of the last state: two runs that ended with the same bits have the same."""
        return self.summary()["state_hash"]

    def snapshots(self) -> list[tuple[float, Path]]:
        """Times in s and files, in the order of time.

        >>> [round(time, 2) for time, path in Output("out/a").snapshots()]
        [0.0, 0.05, 0.1, 0.15, 0.2]
        """
        listing = self._json("particles.vtkhdf.series")
        try:
            return sorted((float(f["time"]), self.folder / f["name"]) for f in listing["files"])
        except (KeyError, TypeError, ValueError) as error:
            raise Unreadable(f"{self.folder / 'particles.vtkhdf.series'}: {error}") from error

    def snapshot(self, number: int = -1, fields: Iterable[str] | None = None) -> Snapshot:
        """One by its number, from the end if it is negative: the last one by default."""
        every = self.snapshots()
        if not -len(every) <= number < len(every):
            raise Unreadable(f"{self.folder}: no snapshot {number}; there are {len(every)}")
        return read_snapshot(every[number][1], fields)

    def at(self, time: float, fields: Iterable[str] | None = None) -> Snapshot:
        """The snapshot nearest to a time in s.

        >>> round(Output("out/a").at(0.11).time, 2)
        0.1
        """
        every = self.snapshots()
        if not every:
            raise Unreadable(f"{self.folder}: no snapshots")
        return read_snapshot(min(every, key=lambda one: abs(one[0] - time))[1], fields)
