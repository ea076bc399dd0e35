# SPDX-License-Identifier: BSD-3-Clause
"""Documents of DualSPHysics' pre-processor in small, and what `amphi import` made of one, for the tests of this folder."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
from harness import amphi, expect_run  # noqa: E402

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
