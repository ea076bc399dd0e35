#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi report: what stands on the page is what the files have; names are escaped; nothing is fetched."""
import base64
import csv
import html.parser
import io
import json
import re
import shutil
import sys
from pathlib import Path

import h5py
import numpy as np
from PIL import Image

SOURCE = Path(sys.argv[2]).resolve()
sys.path.insert(0, str(SOURCE / "tests/cli"))
from harness import CASE, amphi, expect, expect_run, main  # noqa: E402

VOID = {"meta", "img"}


class Page(html.parser.HTMLParser):
    """Text, tables and pictures of a page whose tags are closed in order."""

    def __init__(self, path):
        super().__init__()
        self.open, self.rows, self.tags, self.attributes, self.plots = [], [], [], [], {}
        self.text = ""
        self.feed(path.read_text(encoding="utf-8"))
        expect(self.open == [], f"not closed: {self.open}")

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)
        self.take(tag, dict(attributes))

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.take(tag, dict(attributes))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def take(self, tag, attributes):
        self.attributes.append(attributes)
        if tag == "svg" and "aria-label" in attributes:
            self.plot = self.plots.setdefault(attributes["aria-label"], {"curves": [], "ticks": []})
        if tag == "path" and "curve" in attributes["class"] and attributes["d"] != "M0 4H22":
            self.plot["curves"].append(attributes["d"])
        self.at = attributes

    def handle_endtag(self, tag):
        expect(self.open and self.open.pop() == tag, f"</{tag}> closes something else")

    def handle_data(self, data):
        self.text += data
        inside = self.open[-1] if self.open else ""
        if inside in ("td", "th"):
            self.rows[-1][-1] += data
        if inside == "text" and self.at.get("text-anchor") and re.fullmatch(r"[-+.e0-9]+", data):
            self.plot["ticks"].append((self.at["text-anchor"], float(self.at["x"]), float(self.at["y"]), float(data)))

    def row(self, *start):
        found = [r for r in self.rows if r[:len(start)] == list(start)]
        expect(len(found) == 1, f"{len(found)} rows begin with {start}")
        return found[0]

    def curve(self, title):
        """The first curve of a plot in the numbers of its ticks."""
        plot = self.plots[title]
        up = np.array([(y - 4, value) for anchor, _, y, value in plot["ticks"] if anchor == "end"])
        along = np.array([(x, value) for anchor, x, _, value in plot["ticks"] if anchor == "middle"])
        points = np.array([[float(v) for v in p.split()] for p in re.split("[ML]", plot["curves"][0])[1:]])
        return tuple(np.polyval(np.polyfit(ticks[:, 0], ticks[:, 1], 1), points[:, k]) for k, ticks in enumerate((along, up)))


def run(folder, name, *more):
    out = folder / name
    expect_run(amphi("run", folder / "case.yaml", "-o", out, "--quiet", "--threads", 1, *more), 0)
    return out


def gauge(out, name):
    with (out / "gauges.csv").open() as file:
        rows = [(float(r["time"]), float(r[name])) for r in csv.DictReader(file) if r[name]]
    return np.array(rows).T


def test_one_run(folder):
    out = run(folder, "<b>&\"'é")
    time, p1 = gauge(out, "P1 [Pa]")
    (folder / "experiment.csv").write_text("# measured\ntime [s],P1 [Pa]\n" +
                                           "".join(f"{t:.17g},{p + 50:.17g}\n" for t, p in zip(time, p1)))
    said = expect_run(amphi("report", out), 0, "report.html: a report").stdout
    page = Page(out / "report.html")
    summary = json.loads((out / "summary.json").read_text())
    expect(page.row("Hash of the last state")[1] == summary["state_hash"], "another state")
    expect(page.row("Steps")[1] == str(summary["steps"]), "another number of steps")
    expect("<b>&\"'é" in page.text and "b" not in page.tags, f"a name that is not escaped: {said}")
    expect("script" not in page.tags and not [a for a in page.attributes if "href" in a or "onload" in a], "a script or a link")
    expect(all(a["src"].startswith("data:image/png;base64,") for a in page.attributes if "src" in a), "a picture from elsewhere")
    # The difference is 50 Pa everywhere.
    row = page.row("P1 [Pa]")
    expect((float(row[1]), row[-1]) == (50, str(len(p1))), f"measured 50 Pa off: {row}")
    # Curves are where their numbers are.
    x, y = page.curve("P1 [Pa]")
    expect(abs(x[-1] - time[-1]) < 1e-3 and abs(y.max() - p1.max()) < 0.01 * np.ptp(p1), "another curve than the gauge's")
    with h5py.File(out / "particles_0004.vtkhdf") as file:
        root = file["VTKHDF/PointData"]
        kinetic = 0.5 * 1000 * 0.01**2 * (root["velocity"][:][root["type"][:] == 0].astype(float)**2).sum()
    _, y = page.curve("Kinetic energy [J/m]")
    expect(abs(y[-1] / kinetic - 1) < 0.02, f"kinetic energy {y[-1]}, not {kinetic}")
    _, y = page.curve("Mass of the fluid [kg/m]")
    expect(abs(y - 40).max() < 0.5, f"the mass is {y}, not 40")
    pictures = [Image.open(io.BytesIO(base64.b64decode(a["src"].split(",")[1]))) for a in page.attributes if "src" in a]
    expect([p.size for p in pictures] == [(640, 360)] * 4, "not four pictures")
    expect("dp: 0.01 # m" in page.text, "the parameters are not there")


def test_experiment_goes_along(folder):
    """Measurements beside the case are there wherever the folder goes, from wherever it is looked at, and after a resume;
    beside the case as they are now, where the case is."""
    (folder / "case").mkdir()
    (folder / "case/case.yaml").write_text((folder / "case.yaml").read_text())
    measured = folder / "case/experiment.csv"
    measured.write_text("# measured\ntime [s],P1 [Pa]\n0,1000\n0.05,1000\n")
    expect_run(amphi("run", "case", "-o", "out", "--end", "0.02", "-q", cwd=folder), 0)
    expect_run(amphi("run", "--resume", "out", "--end", "0.05", "-q", cwd=folder), 0)
    (folder / "elsewhere").mkdir()
    def shown(out, cwd):
        expect_run(amphi("report", out, "-o", folder / "page.html", cwd=cwd), 0)
        row = Page(folder / "page.html").row("P1 [Pa]")
        return row and float(row[1])
    here = shown("out", folder)
    expect(here and here > 100, f"{here} Pa off the measurements in the folder of the run")
    shutil.move(folder / "out", folder / "elsewhere/moved")
    expect(shown("moved", folder / "elsewhere") == here, "measurements are lost in another folder")
    measured.write_text("# measured\ntime [s],P1 [Pa]\n0,5000\n0.05,5000\n")
    expect_run(amphi("run", "case", "-o", "new", "--end", "0.05", "-q", cwd=folder), 0)
    measured.write_text("# measured\ntime [s],P1 [Pa]\n0,1000\n0.05,1000\n")
    expect(abs(shown("new", folder) - here) < 1, "the copy, and not what is beside the case")


def test_two_runs(folder):
    a, b = run(folder, "a"), run(folder, "b", "--set", "material.density=900")
    shutil.copytree(a, folder / "c")
    expect_run(amphi("report", a, b, "-o", folder / "r.html"), 0)
    page = Page(folder / "r.html")
    expect(page.row("material.density")[1:] == ["1000", "900"], "densities")
    expect([r[0] for r in page.rows if r and r[0] in ("kernel", "dp")] == [], "a parameter that does not differ")
    expect("Different." in page.text and page.row("particles_0004.vtkhdf", "density"), "compare's table")
    expect(len(page.plots["P1 [Pa]"]["curves"]) == 2, "not two curves")
    expect_run(amphi("report", a, folder / "c", "-o", folder / "r.html"), 0)
    page = Page(folder / "r.html")
    expect("The same." in page.text and "Different." not in page.text, "two that are the same")


def root_mean_square(coarse, fine):
    """Of two gauges' difference at the fine one's samples, and the range of that."""
    inside = (fine[0] >= coarse[0][0]) & (fine[0] <= coarse[0][-1])
    apart = np.interp(fine[0], *coarse) - fine[1]
    return np.sqrt((apart[inside]**2).mean()), np.ptp(fine[1][inside])


def test_spacings(folder):
    """Runs at several spacings have a table of how far each is from the finest, and the order; not "Different."."""
    case = (folder / "case.yaml").read_text().replace("end: 0.2", "end: 0.1")
    (folder / "case.yaml").write_text(case)
    spacings = (0.02, 0.04, 0.01)
    outs = [run(folder, f"dp{dp}", "--set", f"dp={dp}") for dp in spacings]
    expect_run(amphi("report", *outs, "-o", folder / "r.html"), 0)
    page = Page(folder / "r.html")
    expect("Different." not in page.text, "runs at several spacings are said to be different")
    head = page.row("RMS difference from the finest run")
    expect(head[1:] == ["0.04 m", "0.02 m", "order"], f"{head}")
    row = [r for r in page.rows if r and r[0] == "P1 [Pa]" and len(r) == 4]
    expect(len(row) == 1, f"{row}")
    gauges = [gauge(out, "P1 [Pa]") for out in (outs[1], outs[0], outs[2])]
    for cell, coarse in zip(row[0][1:3], gauges[:2]):
        rms, extent = root_mean_square(coarse, gauges[2])
        told = [float(v) for v in re.fullmatch(r"([-+.e0-9]+) \(([.0-9]+) %\)", cell).groups()]
        expect(abs(told[0] / rms - 1) < 1e-3 and abs(told[1] - 100 * rms / extent) < 0.051, f"{cell}, not {rms} of {extent}")
    ratio = root_mean_square(gauges[0], gauges[1])[0] / root_mean_square(gauges[1], gauges[2])[0]
    told = row[0][3]  # halved spacings: the ratio is 2^order
    expect(told == "none" if ratio < 2**0.05 else abs(float(told) - np.log2(ratio)) < 0.006, f"order {told}, not {np.log2(ratio)}")
    # Columns made up: differences of 4 and 1, of second order.
    for out, value in zip((outs[1], outs[0], outs[2]), (21, 5, 1)):
        (out / "gauges.csv").write_text("time,P1 [Pa]\n" + "".join(f"{t / 100},{value}\n" for t in range(11)))
    expect_run(amphi("report", *outs, "-o", folder / "r.html"), 0)
    row = [r for r in Page(folder / "r.html").rows if r and r[0] == "P1 [Pa]" and len(r) == 4][0]
    expect(row[1:] == ["20", "4", "2.00"], f"{row}")
    expect_run(amphi("report", *outs[:2], "-o", folder / "r.html"), 0)
    expect("two spacings tell none" in Page(folder / "r.html").text, "an order of two spacings")


def test_order_of_sections(folder):
    """Pictures and gauges lead; hashes and the compiler come last; a run that broke down says so above all."""
    out = folder / "a"
    expect_run(amphi("run", folder / "case.yaml", "-o", out, "-q", "--threads", 1, "--set", "limits.density=[0.99, 1.01]"), 3)
    expect_run(amphi("report", out), 0)
    text = Page(out / "report.html").text
    places = [text.find(part) for part in ("diverged: the run diverged", "Pictures", "Gauges", "Energy and mass", "What ran",
                                           "Where the time went", "Parameters", "To repeat it", "Hash of the last state", "Compiler")]
    expect(-1 not in places and places == sorted(places), f"sections stand at {places}")


def test_faults(folder):
    """What is missing or damaged is said, and the rest is there; without a run there is no page."""
    out = run(folder, "a")
    (out / "particles_0002.vtkhdf").write_bytes(b"broken")
    (out / "summary.json").unlink()
    (out / "gauges.csv").write_text("time,P1 [Pa]\n0,x\n")
    expect_run(amphi("report", out), 2, "particles_0002.vtkhdf", "'x' is not a number")
    page = Page(out / "report.html")
    expect("particles_0002.vtkhdf" in page.text and "'x' is not a number" in page.text, "a fault that the page does not tell")
    expect(page.row("Dimensions, particle spacing")[1] == "2-D, 0.01 m", "what is known without a summary")
    expect("this run has not ended" in page.text and "dp: 0.01 # m" in page.text, "the rest is missing")
    (folder / "empty").mkdir()
    expect_run(amphi("report", folder / "empty"), 2, "no run of amphi in it")
    expect(not list((folder / "empty").iterdir()), "a page of nothing")
    expect_run(amphi("report"), 2, "which output folder?")
    expect_run(amphi("report", out, "--camera", "below", "-o", folder / "r.html"), 2, "--camera 'below'")


def test_other_methods(folder):
    (folder / "case.yaml").write_text((SOURCE / "cases/swarm-sphere/case.yaml").read_text())
    out = run(folder, "a", "--set", "end=50")
    expect_run(amphi("report", out), 0)
    expect("swarm" in Page(out / "report.html").row("Method"), "another method")


main([test_one_run, test_experiment_goes_along, test_two_runs, test_spacings, test_order_of_sections, test_faults, test_other_methods])
