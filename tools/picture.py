#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws the particles of a run at several times, each as a small sphere coloured by its speed."""
import argparse
import math
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from amphi import FLUID, WALL, Output, Unreadable, case_axis, read_snapshot  # noqa: E402

LIGHT = np.array([-0.45, 0.65, 0.62])  # in the picture: right, up, towards the eye


def arguments():
    p = argparse.ArgumentParser(prog="tools/picture.py", description=__doc__)
    p.add_argument("output", help="output folder of amphi run")
    p.add_argument("-t", "--times", help="times to draw, s, separated by commas (default: six over the run)")
    p.add_argument("-f", "--field", choices=("speed", "pressure"), default="speed", help="what the colour says")
    p.add_argument("-m", "--maximum", type=float, help="value of the last colour (default: from the run)")
    p.add_argument("-d", "--direction", default="-62,24", help="where the eye is: azimuth,elevation in degrees")
    p.add_argument("-w", "--width", type=int, default=760, help="pixels across one panel")
    p.add_argument("-o", "--out", help="picture to write (default: picture.png in the output folder)")
    return p.parse_args()


def view_axes(case, direction):
    """Rows: right, up, towards the eye. In 2-D the eye stands before the plane."""
    if case["dimensions"] == 2:
        return np.eye(3)
    axis, sign = case_axis(case)
    up = np.zeros(3)
    up[2 if axis is None else axis] = 1.0 if axis is None else -sign
    first = np.roll(np.abs(up), 1)
    second = np.cross(up, first)
    azimuth, elevation = (math.radians(float(v)) for v in direction.split(","))
    flat = math.cos(azimuth) * first + math.sin(azimuth) * second
    eye = math.cos(elevation) * flat + math.sin(elevation) * up
    right = np.cross(up, eye)
    right /= np.linalg.norm(right)
    return np.array([right, np.cross(eye, right), eye])


def extent(values, dimensions):
    return np.array(list(values) + [0.0] * (3 - dimensions), dtype=float)


def tank_edges(low, high, spacing):
    """Points along the edges of the domain."""
    points = []
    for axis in range(3):
        if high[axis] == low[axis]:
            continue
        along = np.arange(low[axis], high[axis], spacing)
        others = [i for i in range(3) if i != axis]
        corners = {(u, v) for u in (low[others[0]], high[others[0]]) for v in (low[others[1]], high[others[1]])}
        for corner in corners:
            edge = np.empty((len(along), 3))
            edge[:, axis] = along
            edge[:, others] = corner
            points.append(edge)
    return np.concatenate(points)


def shown_walls(snapshot, case, low, high):
    """Obstacles: walls whose particles all stand inside the domain. The tank itself is left out."""
    wall = snapshot["type"] == WALL
    if case["dimensions"] == 2:
        return wall
    shown = np.zeros_like(wall)
    for body in np.unique(snapshot["body"][wall]):
        mine = wall & (snapshot["body"] == body)
        points = snapshot["points"][mine]
        if (points >= low - 1e-9).all() and (points <= high + 1e-9).all():
            shown |= mine
    return shown


class Canvas:
    """A picture with depth: the nearest thing drawn at a pixel stays."""

    def __init__(self, width, height, scale, centre):
        self.width, self.height, self.scale, self.centre = width, height, scale, centre
        self.depth = np.full(width * height, -np.inf)
        self.colour = np.ones((width * height, 3))

    def spheres(self, points, radius, colours, shaded=True):
        """points: right, up, towards the eye, in m; radius in m."""
        order = np.argsort(points[:, 2])  # the nearest last, so that it stays where two share a pixel
        points, colours = points[order], colours[order]
        column = (points[:, 0] - self.centre[0]) * self.scale + self.width / 2
        row = self.height / 2 - (points[:, 1] - self.centre[1]) * self.scale
        pixels = max(radius * self.scale, 0.75)
        reach = int(math.ceil(pixels))
        light = LIGHT / np.linalg.norm(LIGHT)
        base_column, base_row = np.floor(column).astype(int), np.floor(row).astype(int)
        for i in range(-reach, reach + 1):
            for j in range(-reach, reach + 1):
                dx = (base_column + i + 0.5 - column) / pixels
                dy = (row - base_row - j - 0.5) / pixels
                left = 1.0 - dx * dx - dy * dy
                c, r = base_column + i, base_row + j
                inside = (left > 0) & (c >= 0) & (c < self.width) & (r >= 0) & (r < self.height)
                pick = np.flatnonzero(inside)
                bulge = np.sqrt(left[pick])
                at = r[pick] * self.width + c[pick]
                depth = points[pick, 2] + radius * bulge
                near = depth > self.depth[at]
                pick, bulge, at, depth = pick[near], bulge[near], at[near], depth[near]
                self.depth[at] = depth
                shade = np.ones(len(pick))
                if shaded:
                    shade = 0.5 + 0.5 * np.clip(dx[pick] * light[0] + dy[pick] * light[1] + bulge * light[2], 0, 1)
                self.colour[at] = colours[pick] * shade[:, None]

    def image(self, relief):
        """The picture, darker where a pixel lies behind its neighbours by much of `relief` m."""
        depth = self.depth.reshape(self.height, self.width)
        colour = self.colour.reshape(self.height, self.width, 3)
        finite = np.where(np.isfinite(depth), depth, -1e9)
        hidden = np.zeros_like(depth)
        for step in (1, 3):
            for dx, dy in ((step, 0), (-step, 0), (0, step), (0, -step)):
                behind = np.roll(finite, (dy, dx), (0, 1)) - finite
                hidden += np.clip(behind / relief, 0, 1) * np.isfinite(depth)
        shade = np.exp(-0.12 * hidden)
        return np.clip(colour * shade[:, :, None], 0, 1)


def halve(image):
    """Two by two pixels to one, against jagged edges."""
    height, width = image.shape[0] // 2 * 2, image.shape[1] // 2 * 2
    return image[:height, :width].reshape(height // 2, 2, width // 2, 2, 3).mean((1, 3))


def values_of(snapshot, field):
    if field == "pressure":
        return snapshot["pressure"]
    return np.linalg.norm(snapshot["velocity"], axis=1)


def panel(snapshot, case, axes, colours, width):
    """One picture of one snapshot."""
    low = extent(case["domain"]["low"], case["dimensions"])
    high = extent(case["domain"]["high"], case["dimensions"])
    dp = case["dp"]
    corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    flat = corners @ axes.T
    size = flat.max(0) - flat.min(0)
    margin = 4 * dp
    scale = 2 * width / (size[0] + 2 * margin)
    height = int(scale * (size[1] + 2 * margin))
    canvas = Canvas(2 * width, height, scale, (flat.max(0) + flat.min(0)) / 2)

    shown = shown_walls(snapshot, case, low, high)
    grey = np.full((int(shown.sum()), 3), 0.62)
    canvas.spheres(snapshot["points"][shown] @ axes.T, 0.62 * dp, grey)
    fluid = snapshot["type"] == FLUID
    canvas.spheres(snapshot["points"][fluid] @ axes.T, 0.62 * dp, colours(snapshot)[fluid])
    edges = tank_edges(low, high, 0.4 / scale) @ axes.T
    canvas.spheres(edges, 1.2 / scale, np.full((len(edges), 3), 0.45), shaded=False)
    return halve(canvas.image(4 * dp))


def pick_snapshots(snapshots, wanted):
    if not snapshots:
        raise Unreadable("no snapshots in the output folder")
    times = np.array([time for time, _ in snapshots])
    if wanted:
        targets = [float(t) for t in wanted.split(",")]
    else:
        targets = np.linspace(times[0], times[-1], min(7, len(times)))[-6:]
    picked = sorted({int(np.argmin(np.abs(times - t))) for t in targets})
    return [snapshots[i] for i in picked]


def main():
    a = arguments()
    output = Output(a.output)
    case = output.case()
    axes = view_axes(case, a.direction)
    picked = [(time, read_snapshot(path)) for time, path in pick_snapshots(output.snapshots(), a.times)]
    everything = np.concatenate([values_of(s, a.field)[s["type"] == FLUID] for _, s in picked])
    top = a.maximum or float(np.quantile(everything, 0.995)) or 1.0
    norm, cmap = matplotlib.colors.Normalize(0, top), matplotlib.colormaps["turbo"]

    def colours(snapshot):
        return cmap(norm(values_of(snapshot, a.field)))[:, :3]

    images = [panel(s, case, axes, colours, a.width) for _, s in picked]
    columns = 1 if len(images) == 1 else 2 if len(images) <= 4 else 3
    rows = -(-len(images) // columns)
    height, width = images[0].shape[:2]
    figure, grid = plt.subplots(rows, columns, squeeze=False, layout="constrained",
                                figsize=(width * columns / 150, (height + 46) * rows / 150 + 0.55))
    for axis in grid.flat:
        axis.axis("off")
    for axis, image, (time, _) in zip(grid.flat, images, picked):
        axis.imshow(image, interpolation="nearest")
        axis.set_title(f"t = {time:.2f} s", fontsize=10)
    bar = figure.colorbar(matplotlib.cm.ScalarMappable(norm, cmap), ax=grid, location="bottom",
                          shrink=0.4, aspect=40, pad=0.02)
    bar.set_label("speed [m/s]" if a.field == "speed" else "pressure [Pa]")
    figure.suptitle(case.get("title", ""), fontsize=11)
    target = Path(a.out) if a.out else output.folder / "picture.png"
    figure.savefig(target, dpi=150)
    print(target)


try:
    main()
except (Unreadable, OSError, ValueError) as error:
    sys.exit(f"picture: {error}")
