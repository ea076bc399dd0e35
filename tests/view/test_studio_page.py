#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The page of amphi studio, driven in a headless Chromium (studio.mjs). Needs what tools/setup view installs and what
tools/page builds in the build folder. With PICTURE=FILE the page is drawn as docs/ shows it. TASKS=1 does a newcomer's tasks instead, and
TASK_PICTURES=flume,... puts pictures of them into docs/img."""
import base64
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from served import PACKAGES, PAGE, PROGRAM, missing

SOURCE = Path(sys.argv[2]).resolve()
SKIPPED = 77

# What the newcomer's clicks have to make, as a person would write it.
POND = """\
method: wcsph
dimensions: 2
dp: 0.04
domain: {low: [0, 0], high: [2, 1], open: [+y]}
gravity: [0, -9.81]
fluids:
  - {name: water, shapes: [{add: box, low: [0, 0], high: [2, 0.6]}]}
walls:
  - {name: tank, shapes: [{add: box, low: [0, 0], high: [2, 1], fill: shell-outside, open: [+y]}]}
  - {name: body, shapes: [{add: box, low: [0.8, 0.48], high: [1.2, 0.8]}], body: {density: 500}}
end: 2
"""


def block(low, high):
    """A box of triangles, as binary STL."""
    corners = [[(low, high)[i >> a & 1][a] for a in range(3)] for i in range(8)]
    faces = [(0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6)]
    triangles = [t for a, b, c, d in faces for t in ((a, b, c), (a, c, d))]
    return bytes(80) + struct.pack("<I", len(triangles)) + b"".join(
        struct.pack("<12fH", 0, 0, 0, *corners[a], *corners[b], *corners[c], 0) for a, b, c in triangles)


def main():
    what = missing("studio.html")
    if what:
        print(f"skipped: {what}")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="amphi-", ignore_cleanup_errors=True) as work:
        folder = Path(work) / "cases"
        folder.mkdir()
        (Path(work) / "pond.yaml").write_text(POND)
        check = subprocess.run([PROGRAM, "check", Path(work) / "pond.yaml"], capture_output=True, text=True, timeout=60, check=True).stdout
        plan = {"program": str(PROGRAM), "page": str(PAGE), "packages": str(PACKAGES), "chromium": shutil.which("chromium"),
                "folder": str(folder), "check": check, "work": os.environ.get("PICTURES", work), "picture": f"{work}/picture.png",
                "hull": base64.b64encode(block((0, 0, 0), (300, 200, 150))).decode()}
        (Path(work) / "plan.json").write_text(json.dumps(plan))
        home = dict(os.environ, HOME=work, XDG_CONFIG_HOME=work, XDG_CACHE_HOME=work, TMPDIR=work, OMP_NUM_THREADS="1")
        done = subprocess.run(["node", SOURCE / "tests/view/studio.mjs", Path(work) / "plan.json"], timeout=600, env=home, check=False)
        for name in os.environ.get("TASK_PICTURES", "").split(","):
            if name:
                with Image.open(Path(plan["work"]) / f"{name}.png") as image:
                    image.convert("RGB").resize((960, 600), Image.Resampling.LANCZOS).save(SOURCE / f"docs/img/studio-{name}.webp", quality=50, method=6)
        if "PICTURE" in os.environ:
            with Image.open(Path(work) / "picture.png") as image:
                image.convert("RGB").quantize(96).save(os.environ["PICTURE"], optimize=True)
        left = list(Path(work).glob("amphi-studio-*"))
        if left:
            print(f"FAILED: left behind: {left}")
            return 1
    return done.returncode


sys.exit(main())
