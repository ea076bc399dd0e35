# SPDX-License-Identifier: BSD-3-Clause
"""Documents of DualSPHysics' pre-processor in small, and what `amphi import` made of one, for the tests of this folder."""
import csv
import math
import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
from harness import amphi, expect, expect_run  # noqa: E402

WHOLE = """<?xml version="1.0" encoding="UTF-8" ?>
<case>
  <casedef>
    <constantsdef>
      <gravity x="0" y="0" z="-9.81" />
      <rhop0 value="1000" /><gamma value="7" /><coefsound value="20" /><cflnumber value="0.2" />{constants}
    </constantsdef>
    <geometry>
      <definition dp="{dp}"><pointmin x="-0.2" y="0" z="-0.2" /><pointmax x="2" y="{width}" z="2" /></definition>
      <commands>{lists}<mainlist>
{commands}
      </mainlist></commands>
    </geometry>{casedef}
  </casedef>
  <execution>{special}
    <parameters>
      <parameter key="TimeMax" value="1" /><parameter key="TimeOut" value="0.1" />{parameters}
    </parameters>
  </execution>
</case>
"""

TANK = """<setdrawmode mode="full" />
<setmkfluid mk="0" />
<drawbox><boxfill>solid</boxfill><point x="0" y="-1" z="0" /><size x="0.5" y="2" z="0.4" /></drawbox>
<setmkbound mk="0" />
<drawbox><boxfill>bottom | left | right</boxfill><point x="0" y="-1" z="0" /><size x="1" y="2" z="0.5" /></drawbox>
"""


def document(commands=TANK, dp="0.05", width="0", **parts):
    blank = dict.fromkeys(("constants", "lists", "casedef", "special", "parameters"), "")
    return WHOLE.format(commands=commands, dp=dp, width=width, **{**blank, **parts})


def take(folder, text, *arguments, status=0):
    (folder / "a.xml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return expect_run(amphi("import", "a.xml", "-o", "case", *arguments, cwd=folder), status)


def counts(folder):
    found = re.findall(r"name: (\w+) +# (\d+) particles", (folder / "case/case.yaml").read_text())
    return {name: int(number) for name, number in found}


def keys(folder):
    return (folder / "case/case.yaml").read_text()


FULL = '<setdrawmode mode="full" />'

MESH = ("Format;DataName;DataUnits;DataType;Data12;Npt1;Npt2;Npt3;PtRef.x [m];PtRef.y;PtRef.z;Vec1.x [m];Vec1.y;Vec1.z;Vec2.x;Vec2.y;Vec2.z;"
        "Vec3.x;Vec3.y;Vec3.z;DirDat.x;DirDat.y;DirDat.z\nJMeshTDatas-200817;{};m/s;{};{};1;{};{};0;0;{};0;0;0;0;{};0;0;0;{};1;0;0\ntime [s];v\n{}")


def box(kind, mk, low, size, fill="solid"):
    point, extent = (" ".join(f'{a}="{v:g}"' for a, v in zip("xyz", w)) for w in (low, size))
    return f'<setmk{kind} mk="{mk}" /><drawbox><boxfill>{fill}</boxfill><point {point} /><size {extent} /></drawbox>'


def taken(folder, text, *arguments, status=0):
    shutil.rmtree(folder / "case", ignore_errors=True)
    return take(folder, text, *arguments, status=status)


def rows(folder, name):
    return [[float(v) for v in row] for row in list(csv.reader((folder / f"case/{name}").open()))[1:]]


def numbers(folder, name):
    return [[float(v) for v in line.split()] for line in (folder / f"case/{name}").read_text().splitlines()]


def gauge(folder, out):
    table = list(csv.reader((folder / out / "gauges.csv").open()))
    return table[0], [[float(v) if v else math.nan for v in row] for row in table[1:]]


def one_hash(folder, *arguments):
    """Run the case on all backends, with fixed sums; they must have one hash. The output of the first is in the folder `cpu`."""
    found = {}
    for backend, *more in (("cpu",), ("reference",), ("offload", "--device", "host")):
        said = expect_run(amphi("run", "case", "-o", backend, "--force", "--backend", backend, *more, "--threads", 1, "--set", "summation=fixed", *arguments,
                                cwd=folder), 0).stdout
        found[backend] = re.search(r"hash +(\w+)", said)[1]
    expect(len(set(found.values())) == 1, f"{found}")


def export_walls(folder, end):
    """Where the particles of each wall, by its mk, are at the end of a run."""
    expect_run(amphi("run", "case", "-o", "out", "--quiet", "--force", "--threads", 1, "--end", end, "--set", f"output.interval={end}", cwd=folder), 0)
    expect_run(amphi("export", "out", "--csv", "--only", "walls", cwd=folder), 0)
    rows_ = [line.split(";") for line in sorted((folder / "out/export").glob("Part*_0001.csv"))[0].read_text().splitlines()][1:]
    return {mk: [[float(v) for v in row[:3]] for row in rows_ if int(row[10]) - 11 == mk] for mk in {int(row[10]) - 11 for row in rows_}}
