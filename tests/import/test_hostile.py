#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi import: documents with faults made at random, the same in every run, are imported or refused by line, within a time and without
a crash; and the files that they name, cut and changed, too."""
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from documents import TANK, document  # noqa: E402
from harness import PROGRAM, expect, main  # noqa: E402
from mutate import bytes_changed, mutate  # noqa: E402

EACH = 25
SPECIAL = """<special><accinputs><accinput mkfluid="0"><time start="0.1" end="0.5" /><acctimesfile value="a.csv" /></accinput></accinputs>
  <relaxationzones><rz_uniform><domainbox><point x="0" y="-1" z="0" /><size x="0.5" y="2" z="0.6" /><direction x="1" y="0" z="0" /></domainbox>
  <velocity value="0.2" /></rz_uniform></relaxationzones><gauges><swl name="S"><point0 x="0.2" y="0" z="0" /><point2 x="0.2" y="0" z="0.5" /></swl></gauges>
  <mlayerpistons><piston1d><mkbound value="1" /><filevelx value="a.csv" /></piston1d></mlayerpistons></special>"""
OUTSIDE = """<special><relaxationzones><rzwaves_external_1d><filesvel value="sea" /><filesvelx initial="0" count="1" /><depth value="0.4" /><swl value="0.4" />
  <movedata x="0.1" z="0.2" /><dpz valuedp="1" /><center x="0.4" y="0" z="0" /><width value="0.4" /></rzwaves_external_1d></relaxationzones>
  <inout><inoutzone><zone2d><line><point x="0" z="0.05" /><point2 x="0" z="0.3" /><direction x="1" z="0" /></line></zone2d><imposevelocity mode="3">
  <meshdata file="mesh.csv"><timeloop tbegin="0" tend="1" /></meshdata></imposevelocity></inoutzone></inout></special>"""
MOTION = """<motion><objreal ref="1"><begin mov="1" start="0" finish="1" /><mvrectsinu id="1" duration="1" next="2"><freq x="1" y="0" z="0" />
  <ampl x="0.01" y="0" z="0" /></mvrectsinu><mvrotfile id="2" duration="1"><file name="a.csv" /><axisp1 x="0" y="0" z="0" /><axisp2 x="0" y="1" z="0" />
  </mvrotfile></objreal></motion><floatings><floating mkbound="2" rhopbody="500"><inertiafull><values v11="1" v22="1" v33="1" v12="0.1" /></inertiafull>
  </floating></floatings>"""
PARTS = """<setmkbound mk="1" /><drawbox><boxfill>solid</boxfill><point x="0.9" y="-1" z="0.05" /><size x="0" y="2" z="0.4" /></drawbox>
<setmkbound mk="2" /><drawbox><boxfill>solid</boxfill><point x="0.6" y="-1" z="0.2" /><size x="0.1" y="2" z="0.1" /></drawbox>"""
DOCUMENTS = {"tank": document(), "bodies": document(TANK + PARTS, casedef=MOTION), "special": document(TANK + PARTS, special=SPECIAL), "outside": document(TANK, special=OUTSIDE),
             "slope": document(TANK, parameters='<parameter key="XPeriodicIncZ" value="0.2" /><parameter key="Boundary" value="2" />')}


def take(folder, text, what):
    shutil.rmtree(folder / "case", ignore_errors=True)
    (folder / "a.xml").write_text(text, errors="replace")
    said = subprocess.run([PROGRAM, "import", "a.xml", "-o", "case"], cwd=folder, capture_output=True, timeout=60, check=False, errors="replace", text=True)
    expect(said.returncode in (0, 2), f"{what}: exit status {said.returncode}\n{said.stderr[-2000:]}\n{text[-3000:]}")
    if said.returncode == 0 or "case/case.yaml" in said.stderr:  # imported; what `check` then finds has a place in the case
        return
    places = re.findall(r"^(?:amphi: )?a\.xml:\d+: ", said.stderr, re.M) + re.findall(r"^a\.xml:\d+: refused: <", said.stdout, re.M)
    expect(places or "a.xml: draws no particle" in said.stderr, f"{what}: refused without a line\n{said.stdout}{said.stderr}")


MESH = ("Format;N;U;T;D;1;2;3;x;y;z;x;y;z;x;y;z;x;y;z;x;y;z\nJMeshTDatas-200817;VelDir;m/s;float;false;1;1;2;0;0;0;0;0;0;0;0;0;0;0;1;1;0;0\ntime;v\n"
        "0;0.1;0.2\n1;0.3;0.1\n2;0.1;0.1\n")
SEA = "px:;0;py:;0\ntime;z;z;v;v\n0;0.1;-0.1;0.2;0.1\n1;0.1;-0.1;0.3;0.2\n"


def put_outside(folder, change=str):
    (folder / "mesh.csv").write_text(change(MESH))
    (folder / "sea_velx_x00_y00.csv").write_text(change(SEA))


def test_documents(folder):
    put_outside(folder)
    (folder / "a.csv").write_text("time;a;b;c;d;e;f\n0;0;0;0;0;0;0\n1;1;0;0;0;0;0\n")
    for name, text in DOCUMENTS.items():
        take(folder, text, name)
        for seed in range(EACH):
            take(folder, mutate(random.Random(f"{name} {seed}"), text), f"{name}, seed {seed}")


def test_files(folder):
    table = "time;a;b;c;d;e;f\n" + "".join(f"{k};{k};0;0;0;0;0\n" for k in range(5))
    for seed in range(EACH):
        rng = random.Random(seed)
        (folder / "a.csv").write_text(bytes_changed(rng, bytes_changed(rng, table)))
        take(folder, DOCUMENTS["special"], f"a file, seed {seed}")
        put_outside(folder, lambda text: bytes_changed(rng, bytes_changed(rng, text)))
        take(folder, DOCUMENTS["outside"], f"a mesh, seed {seed}")


main([test_documents, test_files])
