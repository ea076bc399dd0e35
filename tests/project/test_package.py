#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What `cmake --install` and the target `package` give: versions agree, the installed Python package and notebooks find program and
cases, the archive runs in a root that holds the C library alone, and a program with MPI is not made into one."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
from harness import PROGRAM, SOURCE, amphi, expect, main  # noqa: E402

BUILD = PROGRAM.parent
VERSION = re.search(r"project\(amphi VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
WITH_MPI = bool(re.search(r"\blibmpi[\w.]*\.so", subprocess.run(["ldd", PROGRAM], capture_output=True, text=True, check=False).stdout))
BARE = {"PATH": "/amphi/bin", "HOME": "/tmp", "OMP_WAIT_POLICY": "passive"}


def run(*command, status=0, **options):
    ran = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, timeout=600, **options)
    said = ran.stdout + ran.stderr
    expect(ran.returncode == status, f"{command}: exit status {ran.returncode}, not {status}\n{said[-2000:]}")
    return said


def install(prefix, **environment):
    return run("cmake", "--install", BUILD, "--prefix", prefix, env={**os.environ, **environment})


def test_versions(_folder):
    expect(amphi("--version").stdout.startswith(f"amphi {VERSION}\n"), "amphi --version")
    expect(json.loads(amphi("info", "--json").stdout)["version"] == VERSION, "amphi info")
    for name, pattern in (("python/pyproject.toml", '(?m)^version = "(.*)"'), ("python/amphi/__init__.py", '__version__ = "(.*)"'),
                          ("share/man/man1/amphi.1", '"amphi ([0-9.]+)"'), ("CITATION.cff", "(?m)^version: (.*)"),
                          ("CHANGELOG.md", "(?m)^## ([0-9.]+)")):
        found = re.search(pattern, (SOURCE / name).read_text())
        expect(found and found[1] == VERSION, f"{name}: not {VERSION}: {found and found[0]}")


def test_install(folder):
    """Run from elsewhere, the installed program finds its cases, and Python finds the program."""
    prefix, away = folder / "there", folder / "away"
    away.mkdir()
    said = install(prefix)
    environment = {**os.environ, "PATH": "/usr/bin:/bin", "PYTHONPATH": f"{prefix}/share/amphi/python", "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("AMPHI", None)
    expect(f"PYTHONPATH={prefix}/share/amphi/python does\n" in said, said[-300:])
    run(prefix / "bin/amphi", "check", "cases/still-water-2d", cwd=away)
    run(prefix / "bin/amphi", "check", "cases/still-watr-2d", cwd=away, status=2)
    python = "import amphi; print(amphi.program(), amphi.run('cases/still-water-2d', 'out', steps=2, progress=False).summary()['steps'])"
    expect(run("/usr/bin/python3", "-c", python, cwd=away, env=environment).split() == [f"{prefix}/bin/amphi", "2"], "Python")
    books = sorted((prefix / "share/amphi/docs/notebooks").glob("*.ipynb"))
    cases = {(book.parent / path).resolve() for book in books for path in re.findall(r"(?:\.\./)+cases/[\w-]+", book.read_text())}
    expect(len(books) >= 4 and cases and all(case.is_dir() for case in cases), f"{books}: {cases}")
    (away / "cases").mkdir()  # a folder of the user's own is what he means
    run(prefix / "bin/amphi", "check", "cases/still-water-2d", cwd=away, status=2)


def test_environment(folder):
    """Into a virtual environment: its Python imports amphi without a variable."""
    prefix = folder / "env"
    run("/usr/bin/python3", "-m", "venv", "--without-pip", "--system-site-packages", prefix)
    install(prefix, PATH=f"{prefix}/bin:{os.environ['PATH']}")
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "AMPHI")}
    said = run(prefix / "bin/python3", "-B", "-c", "import amphi; print(amphi.program())", cwd="/", env={**environment, "PATH": "/usr/bin"})
    expect(said.strip() == f"{prefix}/bin/amphi", said)


def test_with_mpi(folder):
    """An MPI library does not run from another folder, so that an archive with one would not."""
    if not WITH_MPI:
        return
    install(folder / "tree")
    said = run("cmake", "-DCPACK_GENERATOR=TGZ", f"-DCPACK_TEMPORARY_DIRECTORY={folder}/tree", "-P", SOURCE / "cmake/package_files.cmake", status=1)
    expect("build with -DAMPHI_MPI=off" in " ".join(said.split()), said)
    expect(not (folder / "tree/lib/amphi").exists(), "it has libraries")


def test_paths(folder):
    """A library that says where to look for what it needs would look there alone: in the archive it does not."""
    there, tree = folder / "there", folder / "tree"
    there.mkdir()
    (tree / "bin").mkdir(parents=True)
    for name, text in (("inner", "int inner(void) { return 5; }"), ("outer", "int inner(void); int outer(void) { return inner(); }"),
                       ("amphi", "int outer(void); int main(void) { return outer(); }")):
        (there / f"{name}.c").write_text(text)
    cc = ["gcc", f"-L{there}"]
    run(*cc, "-shared", "-fPIC", there / "inner.c", "-o", there / "libinner.so")
    run(*cc, "-shared", "-fPIC", there / "outer.c", "-o", there / "libouter.so", "-linner", f"-Wl,--enable-new-dtags,-rpath,{there}")
    run(*cc, there / "amphi.c", "-o", tree / "bin/amphi", "-louter", "-Wl,--disable-new-dtags,--allow-shlib-undefined",
        f"-Wl,-rpath,$ORIGIN/../lib/amphi:{there}")
    run("cmake", "-DCPACK_GENERATOR=TGZ", f"-DCPACK_TEMPORARY_DIRECTORY={tree}", "-P", SOURCE / "cmake/package_files.cmake")
    there.rename(folder / "elsewhere")
    run(tree / "bin/amphi", status=5)


def make_root(folder):
    """A root with the C library and nothing else."""
    root = folder / "root"
    for name in ("proc", "dev", "tmp", "amphi"):
        (root / name).mkdir(parents=True)
    for pattern in ("/lib64/ld-linux-*", "/lib/ld-linux-*") + tuple(f"/lib/*-linux-gnu/lib{n}.so.[0-9]*" for n in ("c", "m", "mvec", "dl", "pthread", "rt", "util", "resolv")):
        for path in glob.glob(pattern):
            (root / path[1:]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, root / path[1:])
    return root


def inside(root, *words):
    """The command that runs these words in the root, in namespaces of their own."""
    script = 'PATH=/usr/sbin:/usr/bin:/sbin:/bin; mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'
    user = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["/usr/bin/unshare", "--mount", "--pid", "--fork", "--kill-child", *user,
            "/bin/sh", "-c", script, str(root), *map(str, words)]


def look(root):
    """The page of amphi view and its run, over the network, from in there."""
    with subprocess.Popen(inside(root, "/amphi/bin/amphi", "view", "/tmp/a", "--no-open"), env=BARE,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            for _ in range(100):
                line = server.stdout.readline()
                address = re.search(r"http://\S+", line)
                if address or not line:
                    break
            expect(address, f"amphi view: {line}")
            page = urllib.request.urlopen(address[0], timeout=20).read().decode()
            expect("<script" in page, page[:300])
        finally:
            server.kill()


def test_archive(folder):
    """The archive's program in a root that has nothing but the C library."""
    if WITH_MPI:
        return
    run("cpack", "-G", "TGZ", "-B", folder / "made", cwd=BUILD)
    archives = list((folder / "made").glob(f"amphi-{VERSION}-linux-*.tar.gz"))
    expect(len(archives) == 1, f"{archives}")
    root = make_root(folder)
    with tarfile.open(archives[0]) as archive:
        archive.extractall(root)
    (root / "amphi").rmdir()
    (root / archives[0].name.removesuffix(".tar.gz")).rename(root / "amphi")
    floor = re.search(r"glibc (2\.\d+) or newer", (root / "amphi/README.txt").read_text())
    asked = subprocess.run(f"objdump -T {root}/amphi/bin/amphi {root}/amphi/lib/amphi/* | grep -o 'GLIBC_2[.0-9]*' | sort -V | tail -1",
                           shell=True, capture_output=True, text=True, check=True).stdout.strip()
    expect(floor and "GLIBC_" + floor[1] == asked, f"{floor}: {asked}")

    def tour(*words):
        return run(*inside(root, "/amphi/bin/amphi", *words), env=BARE)

    expect(f"version                 {VERSION}" in tour("info"), "info")
    tour("new", "/tmp/pond")
    tour("check", "/tmp/pond")
    tour("check", "cases/spheric02")
    for name in "ab":
        tour("run", "cases/dambreak2d", "-o", f"/tmp/{name}", "--set", "dp=0.0146", "--set", "summation=fixed", "--end", 0.1, "--quiet")
    for words in (["replay", "/tmp/a", "--from", 0.05, "--to", 0.06, "--interval", 0.005, "-o", "/tmp/part"], ["certify", "/tmp/a"],
                  ["audit", "/tmp/a/record.json", "--random", 1], ["compare", "/tmp/a", "/tmp/b", "--exact"], ["render", "/tmp/a"],
                  ["report", "/tmp/a", "/tmp/b"], ["export", "/tmp/a", "--csv"], ["bisect", "/tmp/a", "/tmp/b"]):
        tour(*words)
    if (root / "amphi/share/amphi/page").is_dir():
        look(root)


main([test_versions, test_install, test_environment, test_with_mpi, test_paths, test_archive])
