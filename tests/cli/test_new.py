# SPDX-License-Identifier: BSD-3-Clause
"""amphi new makes cases that run, and the JSON Schema by which editors complete them takes all cases that are right and none
with a wrong key, word or kind of value."""
import json
import re
import sys

from harness import SOURCE, amphi, expect, expect_run, listing, main

sys.path.insert(0, str(SOURCE / "python"))
sys.dont_write_bytecode = True
from amphi import read_case  # noqa: E402

try:
    import jsonschema
except ImportError:
    sys.exit("python3-jsonschema is not here: tools/setup check installs it")

SCHEMA = json.loads(expect_run(amphi("schema", "--json"), 0).stdout)
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)


def faults(case):
    return [f"{'.'.join(map(str, e.path))}: {e.message[:200]}" for e in VALIDATOR.iter_errors(case)]


def test_template(folder):
    """It is a case, one with comments, whose first line names a schema that is there."""
    said = expect_run(amphi("new", "pond", cwd=folder), 0, "pond/case.yaml", "amphi run pond").stdout
    expect("amphi render out/pond" in said, said)
    text = (folder / "pond/case.yaml").read_text()
    named = re.match(r"# yaml-language-server: \$schema=(/.*)\n", text)
    expect(named, f"no line for editors: {text[:200]}")
    with open(named.group(1)) as file:
        expect(json.load(file) == SCHEMA, "the file for editors is not what amphi schema --json prints")
    expect(text.count("#") > 10, "hardly a comment")
    expect(not faults(read_case(folder / "pond")), f"{faults(read_case(folder / 'pond'))}")
    expect_run(amphi("run", "pond", "--steps", "3", "--quiet", cwd=folder), 0)
    expect((folder / "out/pond/summary.json").is_file(), "no results")
    expect_run(amphi("new", "a/b/c/", cwd=folder), 0, "amphi render out/c")
    expect_run(amphi("new", "it's a pond", cwd=folder), 0, "it's a pond/case.yaml is yours", "amphi run 'it'\\''s a pond'  ", "amphi render 'out/it'\\''s a pond'  ")


def test_from_links(folder):
    """What a link beside a case leads to is not copied; nobody may read a copy who may not read the file."""
    source = folder / "source"
    source.mkdir()
    (folder / "secret").write_text("secret")
    (source / "case.yaml").write_text((folder / "case.yaml").read_text())
    (source / "table.csv").write_text("t,x\n")
    (source / "shape.stl").symlink_to(folder / "secret")
    (source / "gone.stl").symlink_to(folder / "nothing")
    (source / "case.yaml").chmod(0o640)
    (source / "table.csv").chmod(0o400)
    expect_run(amphi("new", "copy", "--from", "source", cwd=folder), 0, "shape.stl: a link, not copied", "gone.stl")
    expect(listing(folder / "copy") == ["case.yaml", "table.csv"], listing(folder / "copy"))
    modes = [(folder / "copy" / name).stat().st_mode & 0o777 for name in ("case.yaml", "table.csv")]
    expect(modes == [0o640, 0o600], [oct(mode) for mode in modes])


def test_from(folder):
    """The name of a case that comes with amphi, a folder, a file, and one that was itself made so."""
    expect_run(amphi("new", "hull", "--from", "wigley", cwd=folder), 0)
    names = {p.name for p in (SOURCE / "cases/wigley").iterdir()}
    expect(set(listing(folder / "hull")) == names, f"{listing(folder / 'hull')}, not {names}")
    for name in names - {"case.yaml"}:
        expect((folder / "hull" / name).read_bytes() == (SOURCE / "cases/wigley" / name).read_bytes(), name)
    text, first = (folder / "hull/case.yaml").read_text(), (SOURCE / "cases/wigley/case.yaml").read_text()
    expect(text.split("\n", 1)[1] == first and text.startswith("# yaml-language-server"), text[:300])
    expect_run(amphi("check", "hull", cwd=folder), 0)
    expect_run(amphi("new", "again", "--from", "hull", cwd=folder), 0)
    expect((folder / "again/case.yaml").read_text() == text, "a second line for editors")
    expect_run(amphi("new", "file", "--from", "case.yaml", cwd=folder), 0)
    expect(listing(folder / "file") == ["case.yaml"], f"{listing(folder / 'file')}")
    (folder / "other.yaml").write_text((folder / "case.yaml").read_text())
    expect_run(amphi("new", "single", "-f", "other.yaml", cwd=folder), 0)
    expect(listing(folder / "single") == ["case.yaml"], f"{listing(folder / 'single')}")


def test_refused(folder):
    """What is there stays as it is, and nothing is made of what is no case."""
    (folder / "taken").mkdir()
    (folder / "link").symlink_to("nowhere")
    (folder / "bad.yaml").write_text("method: wcsph\ndpp: 1\n")
    before = listing(folder)
    for name in ("taken", "link", "case.yaml", "taken/"):
        expect_run(amphi("new", name, cwd=folder), 2, "there is something of this name already")
    expect_run(amphi("new", "x", "--from", "bad.yaml", cwd=folder), 2, "bad.yaml:2: dpp: unknown key")
    expect_run(amphi("new", "x", "--from", "wiglay", cwd=folder), 2, "no such case file or folder")
    expect_run(amphi("new", "x", "--from", "taken", cwd=folder), 2, "no case.yaml")
    expect_run(amphi("new", cwd=folder), 2, "which name?")
    expect_run(amphi("new", "", cwd=folder), 2, "an empty name")
    expect_run(amphi("new", "x", "y", cwd=folder), 2, "one name at most")
    expect_run(amphi("schema", "--json", "gauges", cwd=folder), 2, "leave out 'gauges'")
    expect(listing(folder) == before, f"{set(listing(folder)) - set(before)}")


def test_schema(folder):
    """Every case that comes with amphi, and used.yaml, which has all keys, of every method."""
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    right = sorted((SOURCE / "cases").glob("*/*.yaml")) + sorted((SOURCE / "tests/case/good").glob("*.yaml"))
    for case in ("lj-uniform", "swarm-sphere", "vortex2d"):
        expect_run(amphi("run", SOURCE / "cases" / case, "-o", case, "--steps", "1", "--quiet", cwd=folder), 0)
        right.append(folder / case / "used.yaml")
    expect_run(amphi("run", ".", "-o", "own", "--steps", "1", "--quiet", cwd=folder), 0)
    right.append(folder / "own/used.yaml")
    expect(len(right) > 20, f"{right}")
    for path in right:
        found = faults(read_case(path))
        expect(not found, f"{path}: {found}")


def test_schema_refuses(folder):
    """One change a time to a case that is right."""
    def changed(**keys):
        return {**read_case(folder), **keys}
    expect(not faults(changed()), "the case itself")
    wrong = [changed(dpp=1), changed(dp="fine"), changed(dp=-1), changed(dp=0), changed(method="sph"), changed(dimensions=4),
             changed(kernel="wendlend"), changed(fluids=[]), changed(fluids=[{"name": "water"}]), changed(gravity=9.81),
             changed(gauges=[{"name": "P", "type": "presure", "at": [0, 0], "interval": 1}]), changed(end=[1]),
             changed(walls=[{"name": "w", "shapes": [{"low": [0, 0], "high": [1, 1]}]}]), changed(domain={"low": [0, 0]}),
             changed(output={"intervall": 1}), changed(swarm={}), changed(domain={"low": [0, 0], "high": [1, 1], "open": ["+w"]}),
             {k: v for k, v in changed().items() if k != "dp"}]
    for case in wrong:
        expect(faults(case), f"taken: {case}")
    for key, what in (("dp", "spacing"), ("viscosity", "model"), ("gauges", "interval")):
        text = json.dumps(SCHEMA["allOf"][0]["then"]["properties"][key])
        expect("description" in text and what in text.lower(), f"{key}: {text[:300]}")


main([test_from_links, test_template, test_from, test_refused, test_schema, test_schema_refuses])
