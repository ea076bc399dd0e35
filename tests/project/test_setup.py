#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What tools/setup installs goes with what a machine has: apt is asked with the package database of one with clang 14
and its OpenMP runtime, and of one with what every Debian has; it may take nothing away. Nothing is installed."""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[2]).resolve()
SKIPPED = 77
# LLVM's OpenMP runtimes exclude each other by version; what setup must not run into.
TAKEN = ("clang-14", "libomp-14-dev", "libomp5-14", "libomp-dev", "clang")


def fields(*packages):
    """The records of packages in apt's lists, as a database of installed ones has them."""
    shown = subprocess.run(["apt-cache", "show", "--no-all-versions", *packages], capture_output=True, text=True)
    keep = ("Package", "Version", "Architecture", "Provides", "Conflicts", "Breaks", "Replaces", "Multi-Arch")
    text = ""
    for record in shown.stdout.strip().split("\n\n"):
        lines = [line for line in record.splitlines() if line.split(":")[0] in keep]
        if lines:
            text += "\n".join([lines[0], "Status: install ok installed", "Maintainer: none", *lines[1:]]) + "\n\n"
    return text


def essential(work):
    """What apt would put on an empty disk for what every Debian has, and itself."""
    (work / "none").write_text("")
    done = subprocess.run(["apt-get", "-s", "-q", "--no-install-recommends", "-o", f"Dir::State::status={work / 'none'}",
                           "install", "?essential", "apt"], capture_output=True, text=True, check=True)
    return [line.split()[1] for line in done.stdout.splitlines() if line.startswith("Inst ")]


def installs(level, database, work):
    packages = subprocess.run([ROOT / "tools/setup", "--list", level], capture_output=True, text=True, check=True)
    status = work / "status"
    status.write_text(database)
    done = subprocess.run(["apt-get", "-s", "-q", "--no-install-recommends", "--no-remove", "-o",
                           f"Dir::State::status={status}", "install", *packages.stdout.split(), *sys.argv[3:]],
                          capture_output=True, text=True)
    return None if done.returncode == 0 else (done.stdout + done.stderr)[-1500:]


def main():
    if not shutil.which("apt-get") or not fields("libomp-14-dev"):
        print("skipped: no apt with Debian 12's lists here (apt-get update)")
        return SKIPPED
    used = fields(*TAKEN)
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        names = essential(Path(folder))
        bare = fields(*names)
        if not {"dpkg", "libc6", "apt", "bash"} <= set(names) or "gcc" in names or bare.count("Package: ") != len(names):
            sys.exit(f"what every Debian has is not this: {names}\n{bare}")
        for level in ("run", "check", "gpu", "view"):
            for name, database in (("clang 14 and its OpenMP runtime", used), ("what every Debian has", bare)):
                wrong = installs(level, database, Path(folder))
                print(f"{level}, on a machine with {name}: {'installs' if not wrong else 'does not install'}")
                failures += [wrong] if wrong else []
        # It can fail: this is what once was in the list.
        sys.argv.append("libomp-19-dev")
        if not installs("gpu", used, Path(folder)):
            failures.append("libomp-19-dev beside clang 14's was not refused: this test sees nothing")
    if failures:
        sys.exit("\n".join(failures))
    return 0


sys.exit(main())
