#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The commands of the tour and of each tutorial, those of blocks marked `sh`, run one after the other in an empty folder, as a reader who has
the program and its cases alone would run them. With the names of pages, only those."""
import os
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
from harness import PROGRAM, SOURCE, expect, main  # noqa: E402

PAGES = [SOURCE / "docs/tour.md", *sorted((SOURCE / "docs/tutorials").glob("*.md"))]


def commands(page):
    return "\n".join(re.findall(r"(?ms)^```sh\n(.*?)^```$", page.read_text()))


def trial(page):
    def test(folder):
        (folder / "case.yaml").unlink()
        (folder / "bin").mkdir()
        (folder / "bin/amphi").symlink_to(PROGRAM)
        (folder / "work").mkdir()
        script = commands(page)
        expect(script.count("amphi ") >= 2, f"{page} has no commands")
        environment = {**os.environ, "PATH": f"{folder}/bin:/usr/bin:/bin", "HOME": str(folder), "OMP_WAIT_POLICY": "passive"}
        begin = time.monotonic()
        ran = subprocess.run(["bash", "-euo", "pipefail", "-x", "-c", script], cwd=folder / "work", env=environment, capture_output=True,
                             text=True, timeout=600, check=False)
        expect(ran.returncode == 0, f"{page.name}: exit status {ran.returncode}\n{ran.stdout[-1000:]}\n{ran.stderr[-2000:]}")
        print(f"{page.name}: {time.monotonic() - begin:.0f} s")
        for name in re.findall(r"(?m)-o (\S+\.(?:png|html))$", script):
            expect((folder / "work" / name).stat().st_size > 1000, f"{page.name}: {name} is not there")
        if keep:
            subprocess.run(["cp", "-r", folder / "work", f"{keep}/{page.stem}"], check=True)
    test.__name__ = f"test_{page.stem}".replace("-", "_")
    return test


keep = os.environ.get("AMPHI_TUTORIALS")  # a folder to leave what they made in
main([trial(page) for page in PAGES if len(sys.argv) < 4 or page.stem in sys.argv[3:]])
