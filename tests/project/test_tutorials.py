#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The commands of the tour and of each tutorial, those of blocks marked `sh`, run one after the other in an empty folder, as a reader who has
the program, its cases and its Python package alone would run them, but for coarser particles in what came with it: `whole` takes the pages' own
spacing. With the names of pages, only those. Each tutorial has a picture that one of its commands draws."""
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
from harness import PROGRAM, SOURCE, amphi, expect, main  # noqa: E402

PAGES = [SOURCE / "docs/tour.md", *sorted((SOURCE / "docs/tutorials").glob("*.md"))]

# amphi as the pages call it, which makes spacings twice as large: those that commands say, and of cases that came with it.
COARSE = r"""#!/usr/bin/python3
import os, re, sys
from pathlib import Path
words = sys.argv[1:]
wider = lambda said: re.sub(r"[0-9.]+", lambda number: "%%.6g" %% (2 * float(number[0])), said)
said = [k for k, word in enumerate(words) if word.startswith("dp=")]
said += [k + 1 for k, word in enumerate(words[:-1]) if word == "--dp" and words[0] == "study"]
for k in said:
    words[k] = wider(words[k])
if not said and words[0] in ("run", "verify"):
    case = Path(%(source)r, words[1], "case.yaml")
    if case.is_file() and not Path(words[1]).exists():
        words += ["--set", "dp=" + wider(re.search(r"(?m)^dp: ([0-9.]+)", case.read_text())[1])]
os.execv(%(program)r, ["amphi", *words])
"""


def commands(page):
    return "\n".join(re.findall(r"(?ms)^```sh\n(.*?)^```$", page.read_text()))


def trial(page):
    def test(folder):
        (folder / "case.yaml").unlink()
        (folder / "bin").mkdir()
        if whole:
            (folder / "bin/amphi").symlink_to(PROGRAM)
        else:
            (folder / "bin/amphi").write_text(COARSE % {"source": str(SOURCE), "program": str(PROGRAM)})
            (folder / "bin/amphi").chmod(0o755)
        (folder / "work").mkdir()
        script = commands(page)
        expect(len(re.findall(r"\bamphi\b", script)) >= 2, f"{page} has no commands")
        if "mpirun " in script and not json.loads(amphi("info", "--json").stdout)["mpi"]:
            print(f"{page.name}: this amphi was built without MPI")
            return
        # Root may run parts here, and they may share a processor.
        environment = {**os.environ, "PATH": f"{folder}/bin:/usr/bin:/bin", "HOME": str(folder), "OMP_WAIT_POLICY": "passive",
                       "AMPHI": f"{folder}/bin/amphi", "PYTHONPATH": f"{SOURCE}/python", "PYTHONDONTWRITEBYTECODE": "1",
                       "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
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


whole = "whole" in sys.argv[3:]
pages = [name for name in sys.argv[3:] if name != "whole"]
keep = os.environ.get("AMPHI_TUTORIALS")  # a folder to leave what they made in
main([trial(page) for page in PAGES if not pages or page.stem in pages])
