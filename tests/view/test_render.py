#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi render: fluid is where the snapshot has it, in the colours of the map; walls, bar, time; films of all snapshots."""
import os
import shutil
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np
from PIL import Image

SOURCE = Path(sys.argv[2]).resolve()
sys.path.insert(0, str(SOURCE / "tests/cli"))
from harness import CASE, amphi, expect, expect_run  # noqa: E402

SOLID = CASE.replace("dimensions: 2", "dimensions: 3").replace("dp: 0.01", "dp: 0.04").replace("[0, 0]", "[0, 0, 0]") \
    .replace("[0.6, 0.4]", "[0.6, 0.3, 0.4]").replace("[0.2, 0.2]", "[0.2, 0.3, 0.2]").replace("[0, -9.81]", "[0, 0, -9.81]")
SOLID = SOLID[:SOLID.index("gauges:")]


def pixels(path):
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB")).astype(int)


def colourful(image):
    return image.max(2) - image.min(2) > 40


def fluid_box(out, number, axes):
    """Smallest and largest fluid coordinate along two axes."""
    with h5py.File(out / f"particles_{number:04}.vtkhdf") as file:
        root = file["VTKHDF"]
        points = root["Points"][:][root["PointData/type"][:] == 0]
    return points[:, axes].min(0), points[:, axes].max(0)


def check_places(out, picture, number, axes, size, dp):
    """The coloured pixels above the bar reach as far as the fluid does."""
    low, high = fluid_box(out, number, axes)
    image = pixels(picture)
    height, width = image.shape[:2]
    field = colourful(image[:height - 44])
    rows, columns = np.flatnonzero(field.any(1)), np.flatnonzero(field.any(0))
    scale = min((width - 20) / size[0], (height - 64) / size[1])
    left, middle = width / 2 - scale * size[0] / 2, 10 + (height - 64) / 2
    bottom = middle + scale * size[1] / 2
    radius = 0.62 * dp * scale
    seen = [columns.min(), columns.max(), rows.max(), rows.min()]
    wanted = np.array([left + scale * low[0], left + scale * high[0], bottom - scale * low[1], bottom - scale * high[1]])
    wanted += [-radius, radius, radius, -radius]
    expect(np.abs(np.array(seen) - wanted).max() < 2.5 + radius / 4, f"{picture.name}: fluid from {seen}, not {wanted}")


def nice(value):
    """Whether it is 1, 2 or 5 times a power of ten, to 3 %."""
    return min(abs(value / (digit * 10.0**np.floor(np.log10(value) + k)) - 1) for digit in (1, 2, 5) for k in (0, 1)) < 0.03


def check_lengths(out, picture, dp):
    """The scale bar and the ticks along x are round lengths at the scale of the fluid that is seen; fields have units."""
    expect_run(amphi("render", out, "-o", picture, "--time", 0, "--range", "-1,1"), 0)
    image = pixels(picture)
    height = len(image)
    low, high = fluid_box(out, 0, [0, 1])
    columns = np.flatnonzero(colourful(image[:height - 44]).any(0))
    scale = (columns.max() - columns.min() + 1) / (high[0] - low[0] + 1.24 * dp)
    ink = image.max(2) < 60
    bar = np.flatnonzero(ink[height - 44 + 12, 100:image.shape[1] * 2 // 3 - 20])
    bar = bar[:np.flatnonzero(np.diff(np.append(bar, 10**6)) > 1)[0] + 1]
    expect(len(bar) > 25 and nice(len(bar) / scale), f"a bar of {len(bar)} pixels is {len(bar) / scale} m")
    # Ticks: single dark pixels in a row, equally far apart, the first at x = 0.
    found = []
    for row in ink[:height - 44]:
        at = np.flatnonzero(row)
        if len(at) > 3 and np.ptp(np.diff(at)) <= 1 and np.diff(at).min() > 20:
            found.append(at)
    expect(len(found) >= 3, "no ticks")
    step = np.diff(found[0]).mean() / scale
    expect(nice(step), f"ticks are {step} m apart")
    first = columns.min() + (0.62 * dp - low[0]) * scale  # x = 0
    expect(abs(found[0][0] - first) < 2.5, f"the first tick is at {found[0][0]}, x = 0 at {first}")
    expect_run(amphi("render", out, "-o", picture, "--time", 0, "--range", "-1,1", "--plain"), 0)
    plain = pixels(picture)
    expect((plain[height - 32, 100:400].max(1) > 60).all(), "a bar in a plain picture")


def check_flume(folder, picture):
    """A picture of its own shape for a domain that is wide, larger and without empty bands; what is asked is what is made."""
    (folder / "flume.yaml").write_text(CASE.replace("high: [0.6, 0.4]", "high: [6, 0.4]").replace("dp: 0.01", "dp: 0.05").replace("end: 0.2", "end: 0"))
    expect_run(amphi("run", folder / "flume.yaml", "-o", folder / "flume", "--quiet", "--threads", 1), 0)
    expect_run(amphi("render", folder / "flume", "-o", picture), 0)
    image = pixels(picture)
    expect(image.shape[1] == 1200 and image.shape[0] <= 260, f"a flume in {image.shape}")
    dark = (image[:-44].max(2) < 200)
    expect(np.flatnonzero(dark.any(0)).max() > 1100 and np.flatnonzero(dark.any(0)).min() < 100, "the flume does not fill the width")
    expect_run(amphi("render", folder / "flume", "-o", picture, "--size", "640x360"), 0)
    expect(pixels(picture).shape == (360, 640, 3), "another size than asked")


def check_stream(folder, out):
    """ffmpeg gets every picture once, the last one as long as 15; a film that it does not make is not there."""
    tools = folder / "tools"
    tools.mkdir()
    path = {**os.environ, "PATH": str(tools)}
    film = folder / "f.mp4"
    expect_run(amphi("render", out, "-o", film, env=path), 2, "needs the program ffmpeg")
    expect(not list(folder.glob("f.mp4*")), "a film without ffmpeg")
    program = tools / "ffmpeg"
    program.write_text(f"#!{sys.executable}\nimport sys\nopen(sys.argv[-1].removeprefix('file:'), 'wb').write(sys.stdin.buffer.read())\n")
    program.chmod(0o755)
    expect_run(amphi("render", out, "-o", film, "--size", "161x121", env=path), 0, "f.mp4: a film")
    frames = np.frombuffer(film.read_bytes(), np.uint8).reshape(-1, 121, 161, 3)
    expect(len(frames) == 4 + 15, f"{len(frames)} pictures")
    expect_run(amphi("render", out, "-o", folder / "p.png", "--size", "161x121"), 0)
    expect(np.array_equal(frames[-1], pixels(folder / "p.png")) and not np.array_equal(frames[0], frames[-1]), "other pictures")
    program.write_text("#!/bin/sh\nexit 3\n")
    expect_run(amphi("render", out, "-o", folder / "g.webm", env=path), 1, "ffmpeg could not make it")
    expect(not list(folder.glob("g.webm*")), "a film that failed")
    if shutil.which("ffmpeg"):
        for ending, magic in (("mp4", b"ftyp"), ("webm", b"webm")):
            film = folder / f"real.{ending}"
            expect_run(amphi("render", out, "-o", film, "--size", "161x121"), 0)
            expect(magic in film.read_bytes()[:64], f"{ending}: {film.read_bytes()[:64]}")


def main():
    with tempfile.TemporaryDirectory(prefix="amphi-") as folder:
        folder = Path(folder)
        for name, case in (("flat", CASE), ("solid", SOLID)):
            (folder / f"{name}.yaml").write_text(case)
            expect_run(amphi("run", folder / f"{name}.yaml", "-o", folder / name, "--quiet", "--threads", 1), 0)
        flat, solid = folder / "flat", folder / "solid"
        picture = folder / "p.png"
        # In 2-D, at the start and at the end, from the same side as the numbers.
        expect_run(amphi("render", flat, "-o", picture, "--time", 0, "--size", "400x320", "--range", "-1,1", "--plain"), 0, "a picture")
        expect(pixels(picture).shape == (320, 400, 3), "another size")
        check_places(flat, picture, 0, [0, 1], (0.6, 0.4), 0.01)
        first = picture.read_bytes()
        expect_run(amphi("render", flat, "-o", picture, "--size", "400x320", "--range", "-1,1", "--plain"), 0)
        check_places(flat, picture, 4, [0, 1], (0.6, 0.4), 0.01)
        expect(picture.read_bytes() != first, "the last picture is the first")
        check_lengths(flat, picture, 0.01)
        check_flume(folder, picture)
        # Cameras, in 3-D.
        for camera, axes, size in (("front", [0, 2], (0.6, 0.4)), ("side", [1, 2], (0.3, 0.4)), ("-90,0", [0, 2], (0.6, 0.4))):
            expect_run(amphi("render", solid, "-o", picture, f"--camera={camera}", "--size", "400x320", "--range", "-1,1", "--plain"), 0)
            check_places(solid, picture, 4, axes, size, 0.04)
        # Everything above the range has the last colour, everything below the first.
        shown = []
        for limits in ("-9,-8", "1e6,2e6"):
            expect_run(amphi("render", solid, "-o", picture, f"--range={limits}", "--map", "coolwarm", "--time", 0), 0)
            image = pixels(picture)[:-44]
            shown.append(np.median(image[colourful(image)], axis=0))
        expect(shown[0][0] > 2 * shown[0][2] and shown[1][2] > 2 * shown[1][0], f"red and blue are {shown}")
        # The picture does not depend on the number of threads.
        both = []
        for threads in ("1", "3"):
            expect_run(amphi("render", solid, "-o", picture, env={**os.environ, "OMP_NUM_THREADS": threads}), 0)
            both.append(picture.read_bytes())
        expect(both[0] == both[1], "1 and 3 threads draw different pictures")
        # One time is a picture, and no film.
        expect_run(amphi("render", flat, "--time", 0, "--size", "200x160"), 0, "picture.png: a picture")
        expect_run(amphi("render", flat, "--time", 0, "-o", folder / "film.webp"), 2, "--time is of a picture")
        # A film has all snapshots.
        film = amphi("render", flat, "--size", "200x160")
        if film.returncode == 2 and "built without libwebp" in film.stderr:
            print("no film: this build has no libwebp")
        else:
            expect_run(film, 0, "film.webp: a film")
            with Image.open(flat / "film.webp") as image:
                expect((image.n_frames, image.size) == (5, (200, 160)), f"{image.n_frames} frames of {image.size}")
        check_stream(folder, flat)
        expect_run(amphi("render", flat, "-o", f"{folder}/frames/", "--size", "200x160"), 0)
        names = sorted(path.name for path in (folder / "frames").iterdir())
        expect(names == [f"{i:04}.png" for i in range(5)] and pixels(folder / "frames/0004.png").shape == (160, 200, 3), f"pictures {names}")
        # What cannot be drawn is said, and nothing is written.
        picture.unlink()
        for arguments, text in ((("--field", "none"), "no field 'none'"), (("--camera", "below"), "--camera 'below'"), (("--size", "1x1"), "--size"),
                                (("--range", "2,1"), "--range"), (("--map", "x"), "--map"), (("--time", "x"), "--time")):
            expect_run(amphi("render", solid, "-o", picture, *arguments), 2, text)
        expect_run(amphi("render", solid, "-o", folder / "p.gif"), 2, "a picture ends in .png, a film in .webp, .mp4 or .webm")
        (folder / "empty").mkdir()
        expect_run(amphi("render", folder / "empty", "-o", picture), 2, "no run of amphi in it")
        (solid / "particles_0004.vtkhdf").write_bytes(b"broken")
        expect_run(amphi("render", solid, "-o", picture), 2, "particles_0004.vtkhdf")
        expect(not picture.exists(), "a picture of nothing")
    return 0


sys.exit(main())
