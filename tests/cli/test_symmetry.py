#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A case that is moved, mirrored, turned by 90 degrees, larger by Froude's law, with its walls in another order, or twice as
wide where it is periodic computes the same. A sample; with AMPHI_SYMMETRY=all everything."""
import os
import re

import numpy as np
import yaml
from harness import SOURCE, amphi, expect, expect_run, main
from symmetry import Change, changed, cases, changes, doubled, periodic, reordered, round_walls
from twins import last, rows_by_place, snapshot, table, worst

STEPS = 120
SAMPLE = 11
ROUNDING = 3e-6  # of a spacing, of the speed of sound
OF_GAUGES = 1e-4  # of the largest number
ALL = os.environ.get("AMPHI_SYMMETRY") == "all"


class Plain(yaml.SafeDumper):
    def ignore_aliases(self, data):
        return True


def run(case, folder, name, steps=STEPS):
    (folder / f"{name}.yaml").write_text(yaml.dump(case, Dumper=Plain, sort_keys=False))
    result = amphi("run", f"{name}.yaml", "-o", name, "-q", "--threads", "1", "--steps", steps, cwd=folder, timeout=600)
    expect(result.returncode == 0, f"{name}: {result.stderr}")


# How numbers grow with lengths, by Froude's law; forces, energies and what is made of them one more in 3-D.
GROWTH = {"Pa": 1, "K": 0, "m/s": 0.5, "m": 1, "m^2/s": 1.5, "degrees": 0, "degrees/s": -0.5}
GROWTH_OF_SIZE = {"N": 2, "N/m": 2, "kg/s": 2.5, "kg m/s": 2.5, "J/m": 3, "J": 3, "N m": 3, "W/m": 2.5, "W": 2.5, "m^2/s^2": 1, "m^3/s^2": 1}


def expected(names, rows, c):
    """The table of the changed case; NaN where only the change since the start is compared, or nothing."""
    out = rows * np.nan
    for k, name in enumerate(names[1:], 1):
        column, _, unit = name.rstrip("]").partition(" [")
        gauge, _, part = column.partition(".")
        twist = part in ("angle", "spin", "torque") or gauge == "M"
        growth = GROWTH[unit] if unit in GROWTH else GROWTH_OF_SIZE[unit] + (c.d == 3) if unit else None
        if unit == "N" and twist:
            growth = 3
        if gauge == "W":  # heat, not work
            growth -= 1
        if part[-1:] in "xyz" and part and len(part) < 3:
            if part[-1] != "x" or part[0] == "q" or (unit == "m" and part == "x"):
                continue
            group = [names.index(f"{gauge}.{part[:-1]}{a} [{unit}]") for a in "xyz"[:c.d]]
            sign = c.det if part[0] in "wt" or gauge == "M" else 1
            out[:, group] = rows[:, group] @ c.p.T * sign * c.scale ** growth
        elif growth is not None and unit != "m" and part != "potential":
            out[:, k] = rows[:, k] * c.scale ** growth * (c.det if twist or unit == "m^2/s" else 1)
    return out


def worst_gauge(folder, a, b, c):
    """The largest difference of a gauge, against the largest number in its columns; and whose."""
    if not (folder / a / "gauges.csv").exists():
        return 0.0, "none"
    (names, rows), (_, others) = table(folder / a / "gauges.csv"), table(folder / b / "gauges.csv")
    expect(rows.shape == others.shape, f"{len(rows)} and {len(others)} rows in gauges.csv")
    wanted = expected(names, rows, c)
    # Loads of bodies that are dry are whole quanta next to nothing.
    least = {n.split(".")[0] + n.partition(" [")[2]: 0.1 * c.scale ** 2 if "[N" in n else 1e-300 for n in names}
    for k, name in enumerate(names):
        group = name.split(".")[0] + name.partition(" [")[2]
        least[group] = max(least[group], np.nanmax(np.abs(others[:, k])))
    found = (0.0, "all")
    for k, name in enumerate(names[1:], 1):
        off, size = np.abs(wanted[:, k] - others[:, k]), least[name.split(".")[0] + name.partition(" [")[2]]
        if np.isnan(off).all() and name.endswith("[m]") and "." + name[-5:-4] not in (".x", ".y", ".z"):  # heights grow alike
            off = np.abs(c.scale * np.abs(rows[:, k] - rows[0, k]) - np.abs(others[:, k] - others[0, k]))
        if not np.isnan(off).all():
            found = max(found, (float(np.nanmax(off) / size), name))
    return found


def try_change(folder, name, case, what, c, limit, other=None):
    label = re.sub(r"\W+", "-", f"{name} {c.d}d")
    other = other or changed(case, c)
    again = re.sub(r"\W+", "-", f"{label} {what}")
    try:
        if not (folder / label).exists():
            run(case, folder, label)
        run(other, folder, again)
        place, speed = worst(folder, label, again, c, case)
        gauge, whose = worst_gauge(folder, label, again, c)
    except AssertionError as error:
        return f"{name}, {c.d}-D, {what}: {error}"
    said = f"{name}, {c.d}-D, {what}: places {place:.2g} dp, velocities {speed:.2g} c, gauges {gauge:.2g} ({whose})"
    if ALL:
        print(said, flush=True)
    return said if not (place < limit and speed < limit and (gauge < OF_GAUGES or limit > ROUNDING)) else ""


def limit_of(name, d, what):
    """Round walls of pieces are cut about an axis of their own (docs/theory/initial-particles.md)."""
    return 0.2 if (name, d) == ("round walls semi_analytical", 3) and "turned" in what else ROUNDING


def all_changes():
    for d in (2, 3):
        for name, case in cases(d):
            for what, c in changes(d):
                yield name, case, what, c, None
            yield name, case, "walls in another order", Change(np.eye(d)), reordered(case)


def test_changes(folder):
    """All, or one of SAMPLE of them."""
    wrong = [try_change(folder, name, case, what, c, limit_of(name, c.d, what), other)
             for k, (name, case, what, c, other) in enumerate(all_changes()) if ALL or k % SAMPLE == 0]
    wrong = [w for w in wrong if w]
    expect(not wrong, "\n".join(wrong))


def test_twice_as_wide(folder):
    for d in (2, 3):
        case = periodic(d)
        low, high = (case["domain"][k][0] for k in ("low", "high"))
        run(case, folder, f"once{d}")
        run(doubled(case), folder, f"twice{d}")
        (p0, d0), (q0, e0) = (snapshot(folder / f"{n}{d}/particles_0000.vtkhdf") for n in ("once", "twice"))
        (p1, d1), (q1, e1) = (snapshot(last(folder / f"{n}{d}")) for n in ("once", "twice"))
        where = {i: k for k, i in enumerate(d1["id"])}, {i: k for k, i in enumerate(e1["id"])}
        for half in (0, 1):
            begin = low + half * (high - low)
            there = np.flatnonzero((e0["type"] == 0) & (q0[:, 0] >= begin) & (q0[:, 0] < begin + high - low))
            here = np.flatnonzero(d0["type"] == 0)
            expect(len(here) == len(there), f"{len(here)} and {len(there)} particles")
            a = [where[0][i] for i in d0["id"][here[rows_by_place(p0[here, :d].astype(float), case["dp"])]]]
            b = [where[1][i] for i in e0["id"][there[rows_by_place(q0[there, :d].astype(float), case["dp"])]]]
            way = (q1[b] - p1[a])[:, :d].astype(float)
            way[:, 0] -= (high - low) * np.round(way[:, 0] / (high - low))
            speed = e1["velocity"][b] - d1["velocity"][a]
            off = np.abs(way).max() / case["dp"], np.abs(speed).max() / case["material"]["speed_of_sound"]
            if ALL:
                print(f"twice as wide, {d}-D: places {off[0]:.2g} dp, velocities {off[1]:.2g} c")
            expect(max(off) < ROUNDING, f"{d}-D, half {half}: {off}")


def test_pieces_of_others(folder):
    """A wall of fewer particles than its surface has pieces has the force on it all the same: as where it has room."""
    forces = []
    for layers in (1, 3):
        case = round_walls(3, "semi_analytical")
        case["walls"][1]["shapes"][0].update(fill="shell-inside", layers=layers)
        case["gauges"] = [{"name": "G", "type": "force", "on": "block", "interval": 1e-3}]
        run(case, folder, f"layers{layers}", 60)
        forces.append(table(folder / f"layers{layers}/gauges.csv")[1][:, 1:])
    expect(np.abs(forces[1]).max() > 1.0, "no force")
    expect(np.abs(forces[0] - forces[1]).max() < 1e-5 * np.abs(forces[1]).max(), f"{forces[0][-1]} and {forces[1][-1]} N")


def test_it_stays(folder):
    """A vortex that is its own mirror image about x = 0.25 m, to the last bit under `fixed`; there a column of particles comes to
    grief, at one step and particle on all backends, and with another number of particles it does not. Other sums part the halves."""
    case, bare = SOURCE / "cases/taylor-green", ("--set", "fluids.fluid.jitter=0")
    for word in ("fixed", "kahan"):
        expect_run(amphi("run", case, *bare, "--set", f"summation={word}", "--steps", 600, "-q", "-o", word, cwd=folder), 0)
        places = snapshot(folder / word / "particles_0000.vtkhdf")
        site = np.round(places[0][np.argsort(places[1]["id"]), :2] / 0.02 - 0.5).astype(int)
        number = {tuple(ij): k for k, ij in enumerate(site)}
        other = np.array([number[(24 - i) % 50, j] for i, j in site])
        data = snapshot(last(folder / word))[1]
        v = data["velocity"][np.argsort(data["id"])]
        same = np.array_equal(v[other][:, 0], -v[:, 0]) and np.array_equal(v[other][:, 1], v[:, 1])
        expect(same == (word == "fixed"), f"{word}: mirrored {same}")
    ways = ("--set", "summation=fixed", "--ways", "cpu:threads=2,offload:device=host,reference", "--steps", 700)
    expect_run(amphi("verify", case, *bare, *ways, timeout=600), 3, "All 3 ways diverged alike", "at t = 0.453388193 s, step 676: particle 462 (fluid) at (0.25, ")
    expect_run(amphi("run", case, *bare, "--set", f"dp={1 / 52}", "--set", "summation=fixed", "--steps", 1000, "-q", "-o", "other", cwd=folder), 0)


main([test_it_stays, test_changes, test_twice_as_wide, test_pieces_of_others])
