# SPDX-License-Identifier: BSD-3-Clause
"""Runs cases with the program `amphi`."""
from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from .reading import Name, Output, Table, Unreadable, _pandas

if TYPE_CHECKING:
    import pandas

Case = Union[str, Path, Mapping[str, Any]]
Settings = Mapping[str, Any]


class Failed(Exception):
    """The program did not do it: `status` is its exit status (2: wrong case or option, 3: diverged), the text what
    it said.

    >>> run("case.yaml", "out/wrong", {"dpp": 1})
    Traceback (most recent call last):
    amphi.running.Failed: amphi: --set dpp: unknown key; did you mean 'dp'?
    """

    status: int

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


def program() -> str:
    """The amphi that runs cases: $AMPHI, the one on the PATH, or the one that this package was installed with."""
    beside = Path(__file__).resolve().parents[4] / "bin/amphi"  # of PREFIX/share/amphi/python/amphi
    found = os.environ.get("AMPHI") or shutil.which("amphi") or shutil.which(beside)
    if not found:
        raise FileNotFoundError("no program 'amphi' on the PATH: install it, or name it in the variable AMPHI")
    return found


def setting(value: Any) -> str:
    """A value as --set takes it.

    >>> setting({"model": "laminar", "nu": 1e-06}), setting([0, 1]), setting(True), setting("plain")
    ('{"model": "laminar", "nu": 1e-06}', '[0, 1]', 'true', 'plain')
    """
    if hasattr(value, "tolist"):  # numpy's numbers and arrays
        value = value.tolist()
    return value if isinstance(value, str) else json.dumps(value)


def _options(settings: Settings | None) -> list[str]:
    return [word for key, value in (settings or {}).items() for word in ("--set", f"{key}={setting(value)}")]


class _CaseFile:
    """A case on disk: the one named, or a dictionary that is written down for as long as it takes. JSON is YAML."""

    def __init__(self, case: Case) -> None:
        self.case, self.folder = case, None

    def __enter__(self) -> str:
        if not isinstance(self.case, Mapping):
            return str(self.case)
        self.folder = tempfile.TemporaryDirectory(prefix="amphi-")
        path = Path(self.folder.name) / "case.yaml"
        path.write_text(json.dumps(self.case, indent=1) + "\n")
        return str(path)

    def __exit__(self, *_: object) -> None:
        if self.folder:
            self.folder.cleanup()


class _Progress:
    """How far a run is: a line that is written again and again, in a notebook its own piece of output, and where
    neither can be, nothing."""

    def __init__(self, name: str, wanted: bool) -> None:
        self.name, self.handle, self.shown = name, None, False
        self.terminal = wanted and sys.stdout.isatty()
        if wanted and not self.terminal and "ipykernel" in sys.modules:
            from IPython.display import display
            self.handle = display({"text/plain": f"{name}: begins"}, raw=True, display_id=True)

    def show(self, text: str) -> None:
        if self.handle:
            self.handle.update({"text/plain": f"{self.name}: {text}"}, raw=True)
        elif self.terminal:
            print(f"\r{self.name}: {text}"[:shutil.get_terminal_size().columns] + "\033[K", end="", flush=True)
            self.shown = True

    def close(self) -> None:
        if self.shown:
            print()


def _watch(command: list[str], progress: _Progress) -> None:
    """Run it to its end. An interrupt makes it write a checkpoint and end."""
    with tempfile.TemporaryFile("w+") as errors, \
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process:
        try:
            for line in process.stdout or ():
                if re.match(r" *\d+ %", line):
                    progress.show(line.strip())
        except BaseException:
            process.send_signal(signal.SIGTERM)
            raise
        finally:
            status = process.wait()
        errors.seek(0)
        said = errors.read().strip()
    progress.show("done" if status == 0 else f"failed with status {status}")
    progress.close()
    if status:
        raise Failed(status, said or f"amphi ended with status {status}")


def _given(options: Mapping[str, Any]) -> list[str]:
    return [word for option, value in options.items() if value is not None for word in (option, str(value))]


def _ask(*words: str, given: Mapping[str, Any] | None = None) -> str:
    """What a command prints."""
    done = subprocess.run([program(), *words, *_given(given or {})], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(done.returncode, done.stderr.strip())
    return done.stdout


def run(case: Case, out: Name, settings: Settings | None = None, *, end: float | None = None, steps: int | None = None,
        backend: str | None = None, threads: int | None = None, force: bool = False, resume: bool = False,
        progress: bool = True) -> Output:
    """Run a case - a file, a folder with a case.yaml, or a dictionary - into a folder, and hand that back.

    `settings` are values for keys of the case, dotted as with --set. `end` is in s. `force` replaces an earlier run,
    `resume` goes on with it. Interrupted, it leaves a checkpoint, as Ctrl-C does.

    >>> run("case.yaml", "out/short", {"summation": "fixed"}, steps=10, progress=False).summary()["steps"]
    10
    """
    with _CaseFile(case) as path:
        command = [program(), "run", *(["--resume", str(out)] if resume else [path, "-o", str(out)]), *_options(settings),
                   *_given({"--end": end, "--steps": steps, "--backend": backend, "--threads": threads})]
        if force:
            command.append("--force")
        _watch(command, _Progress(str(out), progress))
    return Output(out)


def check(case: Case, settings: Settings | None = None) -> str:
    """What a case would run, as `amphi check` says it; runs nothing.

    >>> "400 fluid, 636 wall" in check("case.yaml")
    True
    """
    with _CaseFile(case) as path:
        return _ask("check", path, *_options(settings))


def bench(case: Case, settings: Settings | None = None, *, steps: int | None = None, particles: int | None = None,
          backend: str | None = None, threads: int | None = None, isa: str | None = None) -> list[dict[str, Any]]:
    """How fast a case runs, as `amphi bench --json` says it, or what a ladder of that name finds, a row a rung.

    >>> row, = bench("case.yaml", steps=5)
    >>> row["steps"] - row["first_step"], row["particle_steps_per_second"] > 0
    (5, True)
    """
    given = {"--steps": steps, "--particles": particles, "--backend": backend, "--threads": threads, "--isa": isa}
    with _CaseFile(case) as path:
        found = json.loads(_ask("bench", "--json", path, *_options(settings), given=given))
    return found if isinstance(found, list) else [found]


class Sweep:
    """Runs of one case, each with settings of its own: `settings[i]` are those of `runs[i]`."""

    settings: list[dict[str, Any]]
    runs: list[Output]

    def __init__(self) -> None:
        self.settings, self.runs = [], []

    def __iter__(self) -> Iterator[tuple[dict[str, Any], Output]]:
        return iter(zip(self.settings, self.runs))

    def __len__(self) -> int:
        return len(self.runs)

    def summaries(self, *keys: str) -> list[dict[str, Any]]:
        """Settings, and these numbers of each summary (dotted), by default those most asked for."""
        keys = keys or ("particles.total", "steps", "time", "wall_time", "particle_steps_per_second", "state_hash")
        rows = []
        for settings, one in self:
            summary, row = one.summary(), dict(settings)
            for key in keys:
                value: Any = summary
                for part in key.split("."):
                    if not isinstance(value, dict) or part not in value:
                        raise Unreadable(f"{one.folder / 'summary.json'}: no '{key}'")
                    value = value[part]
                row[key] = value
            rows.append(row)
        return rows

    def pandas(self, *keys: str) -> "pandas.DataFrame":
        """`summaries` as a DataFrame."""
        return _pandas().DataFrame(self.summaries(*keys))

    def gauges(self) -> list[Table]:
        """The gauges of each."""
        return [one.gauges() for one in self.runs]


def _folder_of(settings: Mapping[str, Any], number: int) -> str:
    """Says what was set, as far as a file's name can.

    >>> _folder_of({"dp": 0.02, "summation": "plain"}, 0), _folder_of({"viscosity": {"model": "none"}}, 7)
    ('dp=0.02,summation=plain', '7')
    """
    name = ",".join(f"{key}={setting(value)}" for key, value in settings.items())
    return name if re.fullmatch(r"[\w.,=+-]{1,100}", name) else str(number)


def sweep(case: Case, folder: Name, settings: Mapping[str, Sequence[Any]], **options: Any) -> Sweep:
    """Run a case with every combination of these values, one run after the other, each into a folder of its own
    under `folder`, named after its settings. Further options are those of `run`; an earlier run in such a folder is
    refused unless `force` is given.

    >>> runs = sweep("case.yaml", "out/sweep", {"summation": ["plain", "fixed"], "dp": [0.02]}, steps=5, progress=False)
    >>> [(row["summation"], row["dp"], row["steps"]) for row in runs.summaries("steps")]
    [('plain', 0.02, 5), ('fixed', 0.02, 5)]
    """
    done = Sweep()
    for number, values in enumerate(itertools.product(*settings.values())):
        chosen = dict(zip(settings, values))
        out = Path(folder) / _folder_of(chosen, number)
        done.runs.append(run(case, out, chosen, **options))
        done.settings.append(chosen)
    return done
