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
import warnings
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
    """The amphi that runs cases: $AMPHI, that of the clone which this package is in, the one on the PATH, or the one that this
    package was installed with."""
    here = Path(__file__).resolve()
    clone = here.parents[2] if (here.parents[2] / "CMakeLists.txt").is_file() else None
    built = clone and shutil.which(clone / "build/amphi")
    beside = here.parents[4] / "bin/amphi"  # of PREFIX/share/amphi/python/amphi
    found = os.environ.get("AMPHI") or built or shutil.which("amphi") or shutil.which(beside)
    if not found:
        where = f"build it in {clone}" if clone else "install it"
        raise FileNotFoundError(f"no program 'amphi' on the PATH: {where}, or name it in the variable AMPHI")
    return found


def _plain(value: Any) -> Any:
    """What JSON has no word for: numpy's numbers and arrays, and paths."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return os.fspath(value)


def setting(value: Any) -> str:
    """A value as --set takes it.

    >>> setting({"model": "laminar", "nu": 1e-06}), setting([0, 1]), setting(True), setting("plain")
    ('{"model": "laminar", "nu": 1e-06}', '[0, 1]', 'true', 'plain')
    """
    return value if isinstance(value, str) else json.dumps(value, default=_plain)


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
        path.write_text(json.dumps(self.case, indent=1, default=_plain) + "\n")
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
        backend: str | None = None, threads: int | None = None, device: str | None = None, force: bool = False, resume: bool = False,
        progress: bool = True) -> Output:
    """Run a case - a file, a folder with a case.yaml, or a dictionary - into a folder, and hand that back.

    `settings` are values for keys of the case, dotted as with --set. `end` is in s. `device` is one of
    backend offload: a number, or "host". `force` replaces an earlier run, `resume` goes on with it. Interrupted, it leaves a checkpoint, as Ctrl-C does.

    >>> run("case.yaml", "out/short", {"summation": "fixed"}, steps=10, progress=False).summary()["steps"]
    10
    """
    with _CaseFile(case) as path:
        command = [program(), "run", *(["--resume", str(out)] if resume else [path, "-o", str(out)]), *_options(settings),
                   *_given({"--end": end, "--steps": steps, "--backend": backend, "--threads": threads, "--device": device})]
        if force:
            command.append("--force")
        _watch(command, _Progress(str(out), progress))
    return Output(out)


class Checked(str):
    """What `amphi check` says, and by its labels.

    >>> said = check("case.yaml")
    >>> said.particles, said.of("sound")
    ({'fluid': 400, 'wall': 636}, ['c0 = 19.81 m/s'])
    """

    def of(self, label: str) -> list[str]:
        """The texts of the lines with that label, in order; those below a line without a label of their own go with it."""
        found: list[str] = []
        last = None
        for line in self.splitlines()[1:]:
            head, text = line[:14].strip(), line[14:]
            if head and not line.startswith("    "):
                last = head
                if head == label:
                    found.append(text)
            elif last == label and found:
                found[-1] += "\n" + line.strip()
        return found

    def labels(self) -> list[str]:
        """What there is, each once.

        >>> {"particles", "time step", "memory"} <= set(check("case.yaml").labels())
        True
        """
        return list(dict.fromkeys(head for line in self.splitlines()[1:] if line[:4] != "    " and (head := line[:14].strip())))

    @property
    def particles(self) -> dict[str, int]:
        """How many of each kind."""
        return {kind: int(count) for count, kind in re.findall(r"(\d+) (\w+)", "".join(self.of("particles")).split(";")[0].split(":")[1])}

    @property
    def steps(self) -> float:
        """About how many there are to the end, as the first is long."""
        count, unit = re.search(r"about ([\d.]+) ?([kMGT]?) steps", "".join(self.of("time step"))).groups()
        return float(count) * 1000 ** " kMGT".index(unit or " ")

    @property
    def doubts(self) -> dict[str, list[str]]:
        """What it says that may be amiss, by its labels, such as leak, coarse or thin; empty where all is well."""
        return {label: self.of(label) for label in self.labels() if label in _DOUBTS}


# As src/wcsph/start and src/cli/setup.c label them.
_DOUBTS = ("beyond", "coarse", "contact", "endless", "fast", "idle", "late", "leak", "left out", "light", "narrow", "outflow", "outside",
           "sealed", "seldom", "short", "soft", "start", "sudden", "thin", "torque", "unbalanced")


def check(case: Case, settings: Settings | None = None, *, time: bool = False, picture: Name | None = None) -> Checked:
    """What a case would run, as `amphi check` says it; runs nothing. `time` also measures how long the run takes here, `picture`
    draws its start into a file (.png).

    >>> "400 fluid, 636 wall" in check("case.yaml")
    True
    >>> check("case.yaml").doubts.keys() <= {"coarse"}
    True
    """
    with _CaseFile(case) as path:
        return Checked(_ask("check", path, *_options(settings), *(["--time"] if time else []), given={"--picture": picture}))


def cases() -> list[dict[str, Any]]:
    """The cases that come with amphi: name, title, method, dimensions, file and picture of each.

    >>> "dambreak2d" in [case["name"] for case in cases()]
    True
    """
    return json.loads(_ask("cases", "--json"))


def bench(case: Case, settings: Settings | None = None, *, steps: int | None = None, particles: int | None = None,
          backend: str | None = None, threads: int | None = None, isa: str | None = None, device: str | None = None) -> list[dict[str, Any]]:
    """How fast a case runs, as `amphi bench --json` says it, or what a ladder of that name finds, one row per rung.

    >>> row, = bench("case.yaml", steps=5)
    >>> row["steps"] - row["first_step"], row["particle_steps_per_second"] > 0
    (5, True)
    """
    given = {"--steps": steps, "--particles": particles, "--backend": backend, "--threads": threads, "--isa": isa, "--device": device}
    with _CaseFile(case) as path:
        found = json.loads(_ask("bench", "--json", path, *_options(settings), given=given))
    return found if isinstance(found, list) else [found]


class Sweep:
    """Runs of one case, each with settings of its own: `settings[i]` are those of `runs[i]`. `failed` has the settings of those
    that failed, and why."""

    settings: list[dict[str, Any]]
    runs: list[Output]
    failed: list[tuple[dict[str, Any], Failed]]

    def __init__(self) -> None:
        self.settings, self.runs, self.failed = [], [], []

    def __repr__(self) -> str:
        return f"<Sweep: {len(self.runs)} runs" + (f", {len(self.failed)} failed>" if self.failed else ">")

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


def _finished(case: Case, out: Path, settings: Settings, options: Mapping[str, Any]) -> Output | None:
    """The finished run of this case with these settings that is in the folder."""
    steps, end = options.get("steps"), options.get("end")
    try:
        before = Output(out)
        summary = before.summary()
        if summary["outcome"] != "finished" and not (steps and summary["steps"] >= steps):
            return None
        with _CaseFile(case) as path, tempfile.TemporaryDirectory(prefix="amphi-") as folder:
            wanted = {**settings, **({} if end is None else {"end": end})}
            _ask("run", path, "-o", f"{folder}/out", "--steps", "0", "-q", *_options({**wanted, "output.snapshots": "none"}))
            now = Output(Path(folder) / "out").case()
    except (Unreadable, KeyError):
        return None
    then = before.case()
    for one in (now, then):
        one["output"] = {key: value for key, value in one.get("output", {}).items() if key != "snapshots"}
        one.pop("title", None)
    return before if now == then else None


def sweep(case: Case, folder: Name, settings: Mapping[str, Sequence[Any]], *, reuse: bool = False, **options: Any) -> Sweep:
    """Run a case with every combination of these values, one run after the other, each into a folder of its own
    under `folder`, named after its settings. Further options are those of `run`; an earlier run in such a folder is
    refused unless `force` is given. With `reuse` one that finished with the same keys is taken as it is, whatever files the case
    names hold by now, and any other replaced. A combination that fails is left out, and `failed` has it; if all fail, the first
    failure is raised.

    >>> runs = sweep("case.yaml", "out/sweep", {"summation": ["plain", "fixed"], "dp": [0.02]}, steps=5, progress=False)
    >>> [(row["summation"], row["dp"], row["steps"]) for row in runs.summaries("steps")]
    [('plain', 0.02, 5), ('fixed', 0.02, 5)]
    >>> runs
    <Sweep: 2 runs>
    """
    for key, values in settings.items():
        if isinstance(values, (str, Mapping)) or not hasattr(values, "__iter__"):
            raise TypeError(f"{key}: expected a list of values, not {values!r}")
    done = Sweep()
    for number, values in enumerate(itertools.product(*settings.values())):
        chosen = dict(zip(settings, values))
        out = Path(folder) / _folder_of(chosen, number)
        try:
            before = _finished(case, out, chosen, options) if reuse else None
            done.runs.append(before or run(case, out, chosen, **(options | {"force": True} if reuse else options)))
            done.settings.append(chosen)
        except Failed as error:
            done.failed.append((chosen, error))
    if done.failed and not done.runs:
        raise done.failed[0][1]
    for chosen, error in done.failed:
        warnings.warn(f"{chosen}: {error}", stacklevel=2)
    return done
