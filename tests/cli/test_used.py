#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""used.yaml as another YAML reader sees it: numbers are numbers (PyYAML follows YAML 1.1, which takes 1e-06 for
text), and the values are those that were given, to the last digit."""
import re

import yaml

from harness import SOURCE, amphi, expect, expect_run, main

VALUES = ("1e-06", "1.5e-7", "1e3", "1000", "1000000", "1e-5", "0.1", "2.5e-10", "0.30000000000000004", "123456.789e-9",
          "1e14", "999999999999999", "0.0001", "0.00001", "3.3333333333333335e-05")


def used(folder, *overrides):
    arguments = [word for override in overrides for word in ("--set", override)]
    expect_run(amphi("run", "case.yaml", "-o", "out", "--force", "--steps", "1", *arguments, cwd=folder), 0)
    return (folder / "out/used.yaml").read_text()


def test_values(folder):
    for value in VALUES:
        text = used(folder, f"integrator.max_step={value}")
        found = yaml.safe_load(text)["integrator"]["max_step"]
        expect(not isinstance(found, str) and found == float(value), f"{value} became {found!r}:\n{text}")
        written = re.search(r"max_step: (\S+)", text).group(1)
        expect(float(written) == float(value), f"{value} became {written}")
        expect(len(re.sub(r"\.0(?=e)", "", written)) <= len(repr(float(value))) + 1, f"{value} became {written}")


def numbers_only(value, where, wrong):
    """No text that is a number for YAML 1.2."""
    if isinstance(value, dict):
        for key, inner in value.items():
            numbers_only(inner, f"{where}.{key}", wrong)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            numbers_only(inner, f"{where}.{index}", wrong)
    elif isinstance(value, str) and re.fullmatch(r"[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?", value):
        wrong.append(f"{where}: '{value}' is text")


def test_cases(folder):
    """All cases of the repository, in tiny: what is written is what the schema says."""
    for case in sorted((SOURCE / "cases").iterdir()):
        expect_run(amphi("run", case, "-o", folder / case.name, "--steps", "1", "-q"), 0)
        wrong = []
        numbers_only(yaml.safe_load((folder / case.name / "used.yaml").read_text()), case.name, wrong)
        expect(not wrong, "\n".join(wrong))


def test_one_of_two(folder):
    """Of two keys of which a case may have one, the default of the other is not written: the run goes on, and runs again."""
    text = (folder / "case.yaml").read_text().replace("boundary:", "  - {name: box, body: {density: 500}, shapes: [{add: box, low: [0.3, 0.1], high: [0.4, 0.2]}]}\nboundary:")
    (folder / "case.yaml").write_text(text)
    for key, other in (("restitution", "damping"), ("damping", "restitution")):
        contact = yaml.safe_load(used(folder, f"contact.{key}=0.5"))["contact"]
        expect(contact[key] == 0.5 and other not in contact, f"{contact}")
        expect_run(amphi("run", "--resume", "out", "--steps", "2", cwd=folder), 0)
        expect_run(amphi("check", "out/used.yaml", cwd=folder), 0)


main([test_values, test_cases, test_one_of_two])
