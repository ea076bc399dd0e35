# SPDX-License-Identifier: BSD-3-Clause
"""Run amphi's cases from Python, and read what the runs leave.

>>> import amphi
>>> run = amphi.run("case.yaml", "out/coarse", {"dp": 0.02}, progress=False)
>>> run.summary()["particles"]["fluid"]
100
>>> time, pressure = run.gauges().series("P1")
>>> water = run.snapshot(-1).fluid()
>>> float(water["points"][:, 0].max()) > 0.2  # m: the column has spread
True
"""
from .comparing import Comparison, compare, difference
from .reading import (FLUID, WALL, Losses, Output, Snapshot, Table, Unreadable, case_axis, read_case, read_snapshot, read_table)
from .running import Checked, Failed, Sweep, bench, cases, check, program, run, sweep
from .studying import Study, study

__version__ = "0.2.0"
__all__ = ["FLUID", "WALL", "Checked", "Comparison", "Failed", "Losses", "Output", "Snapshot", "Study", "Sweep", "Table", "Unreadable", "bench",
           "case_axis", "cases", "check", "compare", "difference", "program", "read_case", "read_snapshot", "read_table", "run",
           "study", "sweep"]
