#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Plots the gauges of one or more runs, with an experiment where there is one."""
import argparse
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from amphi import Output, Unreadable, read_table  # noqa: E402


def arguments():
    p = argparse.ArgumentParser(prog="tools/plot_gauges.py", description=__doc__)
    p.add_argument("output", nargs="+", help="output folder of amphi run; several are drawn over each other")
    p.add_argument("-e", "--experiment", help="CSV with a 'time' column and columns named as the gauges")
    p.add_argument("-g", "--gauges", help="names to draw, such as P1,P2,H4 (default: all of the first run)")
    p.add_argument("-l", "--labels", help="names of the runs in the legend, separated by commas")
    p.add_argument("--log", action="store_true", help="logarithmic values, for how a swarm converges")
    p.add_argument("-t", "--until", type=float, help="last time to draw, s (default: the runs' end)")
    p.add_argument("-o", "--out", help="picture to write (default: gauges.png in the first output folder)")
    return p.parse_args()


def draw(axes, name, unit, runs, labels, experiment, until):
    if experiment is not None and name in experiment:
        time, value = experiment.series(name)
        axes.plot(time[time <= until], value[time <= until], color="black", linewidth=0.8, label="experiment")
    for (table, _), label in zip(runs, labels):
        if name in table:
            time, value = table.series(name)
            axes.plot(time[time <= until], value[time <= until], linewidth=1.0, label=label)
    axes.set_title(name, fontsize=10, loc="left")
    axes.set_ylabel(unit)
    axes.set_xlim(0, until)
    axes.grid(alpha=0.3)


def main():
    a = arguments()
    outputs = [Output(folder) for folder in a.output]
    runs = [(o.gauges(), o) for o in outputs]
    experiment = read_table(a.experiment) if a.experiment else None
    labels = a.labels.split(",") if a.labels else [o.folder.name for o in outputs]
    if len(labels) != len(runs):
        raise Unreadable(f"{len(labels)} labels for {len(runs)} runs")
    names = a.gauges.split(",") if a.gauges else [n for n in runs[0][0] if n != "time"]
    if not names:
        raise Unreadable(f"{outputs[0].folder / 'gauges.csv'}: no gauges")
    for name in names:
        runs[0][0].series(name)
    until = a.until or max(table["time"][-1] for table, _ in runs)

    columns = 1 if len(names) == 1 else 2 if len(names) <= 8 else 3
    rows = -(-len(names) // columns)
    figure, grid = plt.subplots(rows, columns, figsize=(5.2 * columns, 2.4 * rows), squeeze=False, sharex=True)
    for axes, name in zip(grid.flat, names):
        draw(axes, name, runs[0][0].units.get(name, ""), runs, labels, experiment, until)
        if a.log:
            axes.set_yscale("log")
    for axes in list(grid.flat)[len(names):]:
        axes.axis("off")
    for axes in grid[-1]:
        axes.set_xlabel("iteration" if outputs[0].case().get("method") == "swarm" else "time [s]")
    grid[0][0].legend(fontsize=8)
    figure.suptitle(outputs[0].case().get("title", outputs[0].folder.name), fontsize=11)
    figure.tight_layout()
    target = Path(a.out) if a.out else outputs[0].folder / "gauges.png"
    figure.savefig(target, dpi=130)
    print(target)


try:
    main()
except (Unreadable, OSError) as error:
    sys.exit(f"plot_gauges: {error}")
