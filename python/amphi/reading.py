# SPDX-License-Identifier: BSD-3-Clause
"""Reads what `amphi run` leaves in its output folder, and tables of references."""
from __future__ import annotations

import base64
import csv
import importlib
import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
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
    >>> table
    <Table of 201 rows: time, P1 (Pa), H1 (m), V1.x (m/s), V1.y (m/s), F1.x (N/m), F1.y (N/m)>
    """

    units: dict[str, str]

    def __init__(self, columns: dict[str, np.ndarray], units: dict[str, str]) -> None:
        super().__init__(columns)
        self.units = units

    def __repr__(self) -> str:
        rows = len(next(iter(self.values()), ()))
        return f"<Table of {rows} rows: {', '.join(f'{name} ({self.units[name]})' if name in self.units else name for name in self)}>"

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
    except UnicodeError as error:
        raise Unreadable(f"{path}: {error}") from error
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


UNITS = {"points": "m", "velocity": "m/s", "density": "kg/m^3", "pressure": "Pa", "vorticity": "1/s", "temperature": "K"}


def _needs(module: str, package: str, what: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"{what} needs {module} ({package})") from error


class Snapshot(MutableMapping[str, np.ndarray]):
    """Particles at one time: `points` (m) and fields by their names, one row per particle, read from the file when first asked for.
    `units` has the unit of those that have one.

    >>> snapshot = Output("out/a").snapshot(0)
    >>> snapshot
    <Snapshot at 0 s: 1036 particles; points (m), body, density (kg/m^3), id, pressure (Pa), type, velocity (m/s)>
    >>> snapshot.time, snapshot["points"].shape, snapshot.units["pressure"]
    (0.0, (1036, 3), 'Pa')
    >>> sorted(snapshot)
    ['body', 'density', 'id', 'points', 'pressure', 'type', 'velocity']
    """

    time: float
    units = UNITS

    def __init__(self, fields: Mapping[str, np.ndarray], time: float = math.nan,
                 later: Mapping[str, Callable[[], np.ndarray]] | None = None, hidden: Iterable[str] = ()) -> None:
        self.time = time
        self._fields = dict(fields)
        self._later = dict(later or {})
        self._hidden = set(hidden)  # that `fluid` and `by_id` need, and were not asked for

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._fields:
            if name not in self._later:
                raise KeyError(f"no field '{name}'; there are {', '.join(self)}")
            self._fields[name] = self._later[name]()
        return self._fields[name]

    def __setitem__(self, name: str, values: np.ndarray) -> None:
        self._fields[name] = values
        self._hidden.discard(name)

    def __delitem__(self, name: str) -> None:
        self[name]
        self._fields.pop(name)
        self._later.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter([name for name in dict.fromkeys([*self._later, *self._fields]) if name not in self._hidden])

    def __contains__(self, name: object) -> bool:
        return name not in self._hidden and (name in self._later or name in self._fields)

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __repr__(self) -> str:
        names = [f"{name} ({UNITS[name]})" if name in UNITS else name for name in self]
        count = len(self["points"]) if "points" in self else 0
        return f"<Snapshot at {self.time:g} s: {count} particles; {', '.join(names)}>"

    def where(self, rows: np.ndarray) -> "Snapshot":
        """Those particles alone, a mask or indices."""
        every = dict.fromkeys([*self._later, *self._fields])
        later = {name: (lambda name=name: self[name][rows]) for name in every}
        return Snapshot({}, self.time, later, self._hidden)

    def fluid(self) -> "Snapshot":
        """The fluid particles.

        >>> len(Output("out/a").snapshot(0).fluid()["id"])
        400
        >>> Output("out/a").snapshot(0, fields=["velocity"]).fluid()
        <Snapshot at 0 s: 400 particles; points (m), velocity (m/s)>
        """
        return self.where(self["type"] == FLUID)

    def by_id(self) -> "Snapshot":
        """In the order of their ids, which is the same in all snapshots of a run."""
        return self.where(np.argsort(self["id"], kind="stable"))

    def pandas(self) -> "pandas.DataFrame":
        """As a DataFrame, one row per particle and the id as its index; vectors are columns x, y, z and velocity.x, ..."""
        columns: dict[str, np.ndarray] = {}
        for name, values in self.items():
            if values.ndim == 1:
                columns[name] = values
            else:
                head = "" if name == "points" else name + "."
                columns.update((head + AXES[k], values[:, k]) for k in range(values.shape[1]))
        frame = _pandas().DataFrame(columns)
        return frame.set_index("id") if "id" in self else frame

    def to_xarray(self) -> Any:
        """As a Dataset of xarray with the dimensions particle and axis; units are attributes."""
        xarray = _needs("xarray", "Debian's python3-xarray, or pip install xarray", "to_xarray")
        data = {name: (("particle", "axis")[:values.ndim], values, {"units": UNITS[name]} if name in UNITS else {})
                for name, values in self.items()}
        return xarray.Dataset(data, coords={"axis": list(AXES)}, attrs={"time": self.time})

    def to_pyvista(self) -> Any:
        """As a PolyData of pyvista with the fields as point data."""
        cloud = _needs("pyvista", "pip install pyvista", "to_pyvista").PolyData(self["points"])
        for name, values in self.items():
            if name != "points":
                cloud.point_data[name] = values
        return cloud


def read_snapshot(path: Name, fields: Iterable[str] | None = None) -> Snapshot:
    """A snapshot of particles, with the fields named, by default all. Which there are is looked up now, the values when they are
    asked for."""
    path = Path(path).absolute()

    def values(name: str) -> np.ndarray:
        try:
            with h5py.File(path, "r") as file:
                return file["VTKHDF"]["Points" if name == "points" else f"PointData/{name}"][:]
        except (OSError, KeyError) as error:
            raise Unreadable(f"{path}: {error}") from error

    try:
        with h5py.File(path, "r") as file:
            root = file["VTKHDF"]
            data, _ = set(root["PointData"]), root["Points"].shape
            time = float(root["FieldData/TimeValue"][0]) if "FieldData/TimeValue" in root else math.nan
    except (OSError, KeyError) as error:
        raise Unreadable(f"{path}: {error}") from error
    named = sorted(data) if fields is None else list(fields)
    for name in named:
        if name not in data:
            raise Unreadable(f"{path}: no field '{name}'; there are {', '.join(sorted(data))}")
    hidden = sorted({"type", "id"} & data - set(named))
    return Snapshot({}, time, {name: (lambda name=name: values(name)) for name in ["points", *named, *hidden]}, hidden)


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
    except (OSError, UnicodeError, yaml.YAMLError) as error:
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
    >>> run  # doctest: +ELLIPSIS
    <Output ...out/a: finished at 0.2003 s, 5 snapshots>
    >>> run.summary()["outcome"], run.hash() == Output("out/b").hash()
    ('finished', True)
    """

    folder: Path

    def __init__(self, folder: Name) -> None:
        self.folder = Path(folder).absolute()  # the working directory may change
        if not self.folder.is_dir():
            raise Unreadable(f"{self.folder}: no such folder")

    def __repr__(self) -> str:
        try:
            summary = self.summary()
            how = f"{summary['outcome']} at {summary['time']:.4g} s"
        except (Unreadable, KeyError):
            how = "not ended yet"
        try:
            return f"<Output {self.folder}: {how}, {len(self.snapshots())} snapshots>"
        except Unreadable:
            return f"<Output {self.folder}: {how}, no snapshots>"

    def animate(self, field: str = "velocity", *, camera: str | None = None, path: Name | None = None) -> Any:
        """A film of the run as `amphi render` draws it, into `path`, by default film.webp in the folder. In a notebook it is shown;
        elsewhere the path of the film is handed back.

        >>> Output("out/a").animate("pressure").name
        'film.webp'
        """
        from .running import _ask
        film = Path(path) if path else self.folder / "film.webp"
        _ask("render", str(self.folder), "-o", str(film), given={"--field": field, "--camera": camera})
        if "ipykernel" in sys.modules and film.suffix == ".webp":
            from IPython.display import HTML
            return HTML(f'<img src="data:image/webp;base64,{base64.b64encode(film.read_bytes()).decode()}">')
        return film

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
