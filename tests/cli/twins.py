# SPDX-License-Identifier: BSD-3-Clause
"""Holds the results of a case against those of the same case under a change (symmetry.py): particles, gauges."""
import h5py
import numpy as np
from harness import expect
from symmetry import changed


def snapshot(path):
    with h5py.File(path) as f:
        root = f["VTKHDF"]
        data = {k: root["PointData"][k][()] for k in root["PointData"]}
        return root["Points"][()], data


def last(folder):
    return max(folder.glob("particles_*.vtkhdf"))


def rows_by_place(points, step):
    """Which row is where, in an order that rounding does not change: nothing stands where these steps begin."""
    return np.lexsort(np.floor((points - points.min(axis=0)) / (0.0137 * step) + 0.37).astype(int).T)


def place_map(folder, a, b, c, dp):
    """Rows of the first snapshots that are of one particle, as pairs of ids."""
    order = []
    for name, change in ((a, c), (b, None)):
        points, data = snapshot(folder / name / "particles_0000.vtkhdf")
        places = points[:, :c.d].astype(float)
        if change:
            places = change.scale * places @ change.p.T + change.shift
        apart = data["type"] == 0  # facets of walls may stand in one place
        order.append(data["id"][apart][rows_by_place(places[apart], dp)])
    expect(len(order[0]) == len(order[1]), f"{len(order[0])} and {len(order[1])} particles")
    return order


def worst(folder, a, b, c, case):
    """The largest differences of places, in spacings, and of velocities, in speeds of sound."""
    dp, d = case["dp"] * c.scale, c.d
    sound = case["material"]["speed_of_sound"] * c.scale ** 0.5
    order = place_map(folder, a, b, c, dp)
    (pa, da), (pb, db) = snapshot(last(folder / a)), snapshot(last(folder / b))
    ia, ib = {i: k for k, i in enumerate(da["id"])}, {i: k for k, i in enumerate(db["id"])}
    pairs = [(ia[i], ib[j]) for i, j in zip(*order) if i in ia and j in ib]
    # What came in since has ids in the order of its face, and is known by where it is.
    come = [np.flatnonzero((data["type"] == 0) & ~np.isin(data["id"], known)) for data, known in ((da, order[0]), (db, order[1]))]
    expect(len(come[0]) == len(come[1]), f"{len(come[0])} and {len(come[1])} particles came in")
    if len(come[0]):
        by = [rows_by_place(c.scale * pa[come[0], :d].astype(float) @ c.p.T, dp), rows_by_place(pb[come[1], :d].astype(float), dp)]
        pairs += zip(come[0][by[0]], come[1][by[1]])
    rows = np.array(pairs).T
    expect(np.sum(da["type"] == 0) == np.sum(db["type"] == 0) == rows.shape[1], "other particles have left")
    place = pa[rows[0], :d].astype(float) @ c.p.T * c.scale + c.shift - pb[rows[1], :d]
    if "periodic" in case["domain"]:
        low, high = (np.array(changed(case, c)["domain"][k], float) for k in ("low", "high"))
        for word in case["domain"]["periodic"]:
            axis = "xyz".index(c.axis(word))
            length = high[axis] - low[axis]
            place[:, axis] -= length * np.round(place[:, axis] / length)
    speed = da["velocity"][rows[0], :d].astype(float) @ c.p.T * c.scale ** 0.5 - db["velocity"][rows[1], :d]
    return np.abs(place).max() / dp, np.abs(speed).max() / sound


def table(path):
    lines = [line.split(",") for line in path.read_text().splitlines()]
    return lines[0], np.array([[float(v) if v else np.nan for v in line] for line in lines[1:]])
