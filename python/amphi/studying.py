# SPDX-License-Identifier: BSD-3-Clause
"""Runs studies with `amphi study`, and reads what they found."""
from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .reading import Name, Output, Unreadable
from .running import Case, Settings, _CaseFile, _given, _options, _Progress, _watch, program, setting


class Study:
    """A study's folder, once it has results.

    >>> found = Study("out/study")
    >>> found.gauges()
    ['P1', 'H1', 'V1.x', 'V1.y', 'F1.x', 'F1.y']
    """

    folder: Path

    def __init__(self, folder: Name) -> None:
        self.folder = Path(folder).absolute()
        try:
            self.found: dict[str, Any] = json.loads((self.folder / "study.json").read_text())
        except (OSError, ValueError) as error:
            raise Unreadable(f"{self.folder / 'study.json'}: {error}") from error

    def __repr__(self) -> str:
        return f"Study({str(self.folder)!r})"

    def gauges(self) -> list[str]:
        """Names of the columns, without units."""
        return list(dict.fromkeys(g["gauge"].split(" [")[0] for g in self.found["gauges"]))

    def variants(self) -> list[str]:
        """What --vary made, '' being the case itself."""
        return list(dict.fromkeys(g["variant"] for g in self.found["gauges"]))

    def doubts(self) -> list[str]:
        """What makes its numbers doubtful: runs that are missing, shapes that do not fit a spacing.

        >>> Study("out/study").doubts()
        []
        """
        return list(self.found["doubts"])

    def gauge(self, name: str, variant: str = "") -> dict[str, Any]:
        """All that study.json has of a column."""
        for one in self.found["gauges"]:
            if name in (one["gauge"], one["gauge"].split(" [")[0]) and one["variant"] == variant:
                return one
        raise Unreadable(f"{self.folder}: no gauge '{name}' of variant '{variant}'; there are {', '.join(self.gauges())}")

    def band(self, name: str, spacing: int = 0, variant: str = "") -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Time, median, and the 2.5 and 97.5 % quantiles over the repetitions; spacing 0 is the finest.

        >>> time, median, low, high = Study("out/study").band("P1")
        >>> bool((low <= median).all() and (median <= high).all())
        True
        """
        one = self.gauge(name, variant)
        if not 0 <= spacing < len(one["spacings"]):
            raise Unreadable(f"{self.folder}: no spacing {spacing}; there are {len(one['spacings'])}")
        bands = one["spacings"][spacing]["bands"]
        return (np.array(one["time"], dtype=float), *(np.array(bands[key], dtype=float) for key in ("median", "low", "high")))

    def convergence(self, name: str, quantity: str = "mean", variant: str = "") -> dict[str, Any]:
        """Order, extrapolated value and error of a gauge's mean, peak, trough, impulse or end; None where there is no order, and
        `text` says why.

        >>> Study("out/study").convergence("P1", "peak")["text"]
        'no order: that takes three spacings'
        """
        every = self.gauge(name, variant)["convergence"]
        if quantity not in every:
            raise Unreadable(f"no quantity '{quantity}'; there are {', '.join(every)}")
        return every[quantity]

    def repetitions(self) -> list[dict[str, Any]]:
        """What repetitions of the experiment gave, each with what ours give at each spacing, the finest first.

        >>> Study("out/study").repetitions()
        []
        """
        return list(self.found["repetitions"])

    def runs(self) -> list[tuple[dict[str, Any], Output]]:
        """The runs that finished, each with what is said of it: variant, dp, seed, settings.

        >>> [(run["dp"], run["seed"]) for run, output in Study("out/study").runs()]
        [(0.01, 1), (0.01, 2), (0.02, 1), (0.02, 2)]
        """
        return [(run, Output(self.folder / run["folder"])) for run in self.found["runs"] if run["outcome"] == "finished"]


def _vary(vary: Mapping[str, Sequence[Any]] | None) -> list[str]:
    return [word for key, values in (vary or {}).items()
            for word in ("--vary", f"{key}={','.join(setting(value) for value in values)}")]


def study(case: Case, out: Name, settings: Settings | None = None, *, dp: Sequence[float] | None = None, spacings: int | None = None,
          ratio: float | None = None, repeats: int | None = None, jitter: float | None = None,
          vary: Mapping[str, Sequence[Any]] | None = None, grid: bool = False, experiment: Name | None = None,
          repetitions: Name | None = None, start: float | None = None, end: float | None = None, jobs: int | None = None,
          launch: str | None = None, backend: str | None = None, threads: int | None = None, device: str | None = None,
          progress: bool = True) -> Study:
    """Run a case at several spacings, with repetitions and other values of its keys, and hand back what that says. Called again with
    the same arguments it goes on with what was stopped. `start` and `end` are those of --from and --to, in s.

    >>> found = study("case.yaml", "out/study", {"end": 0.02}, dp=[0.02, 0.01], repeats=2, threads=1, progress=False)
    >>> found.gauge("H1")["spacings"][0]["runs"]
    2
    """
    given = _given({"--spacings": spacings, "--ratio": ratio, "--repeats": repeats, "--jitter": jitter, "--experiment": experiment,
                    "--repetitions": repetitions,
                    "--from": start, "--to": end, "--jobs": jobs, "--launch": launch, "--backend": backend, "--threads": threads,
                    "--device": device, "--dp": None if dp is None else ",".join(f"{one:.9g}" for one in dp)})
    with _CaseFile(case) as path:
        command = [program(), "study", path, "-o", str(out), *_options(settings), *_vary(vary), *given]
        if grid:
            command.append("--grid")
        _watch(command, _Progress(str(out), progress))
    return Study(out)
