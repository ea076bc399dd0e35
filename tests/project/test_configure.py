#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Configuring without cmocka, which the tests need and a user does not: it says how to go on, and that works; the pages that
build after `tools/setup run`, which does not install it, leave the tests out."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[2]).resolve()


def configure(folder, *options):
    """With a pkg-config that knows all but cmocka."""
    (folder / "bin").mkdir(exist_ok=True)
    tool = folder / "bin/pkg-config"
    tool.write_text('#!/bin/sh\ncase "$*" in *cmocka*) exit 1;; esac\nexec /usr/bin/pkg-config "$@"\n')
    tool.chmod(0o755)
    command = ["cmake", "-G", "Ninja", "-S", ROOT, "-B", folder / "build", f"-DPKG_CONFIG_EXECUTABLE={tool}", "-DAMPHI_ISAS=native", "-DAMPHI_HOT=OFF", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "CMAKE_C_COMPILER_LAUNCHER": ""})


def main():
    with tempfile.TemporaryDirectory(prefix="amphi-") as folder:
        said = configure(Path(folder))
        if said.returncode == 0 or "tools/setup check installs it" not in said.stderr:
            sys.exit(f"without cmocka: {said.stderr}")
        option = re.search(r"(-D\S+)\s+builds", said.stderr)[1]
        said = configure(Path(folder), option)
        if said.returncode:
            sys.exit(f"{option}: {said.stderr}")
    pages = [ROOT / "README.md", *ROOT.glob("docs/*.md")]
    builds = [(page.name, line) for page in pages for line in re.findall(r"tools/setup run.{0,400}?(cmake --preset release[^\n]*)", page.read_text(), re.S)]
    wrong = [(page, line) for page, line in builds if option not in line]
    if wrong or len(builds) < 2:
        sys.exit(f"after tools/setup run: {wrong or 'no page builds'}")


main()
