# SPDX-License-Identifier: BSD-3-Clause
"""Open boundaries from the command line: what is built of a face is said, the flow that comes is the one asked for, and
summary.json counts it, also of a run that was resumed."""
import json

from harness import amphi, expect, expect_run, main

CASE = """\
method: wcsph
dimensions: 2
dp: 0.04
domain: {low: [-1, -1], high: [1, 1], open: [-x, +x, -y, +y]}
gravity: [0, 0]
end: 1
material: {speed_of_sound: 10}
fluids:
  - {name: f, shapes: [{add: box, low: [-0.96, -0.96], high: [-0.88, -0.88]}]}
open_boundaries:
  - {name: in, low: [0, -0.22], high: [0, 0.17], normal: [1, 0], velocity: {model: uniform, speed: 0.5}}
output: {checkpoint: 0}
"""


def particles(folder):
    return json.loads((folder / "summary.json").read_text())["particles"]


def test_rounded_face(folder):
    (folder / "case.yaml").write_text(CASE)
    out = folder / "out"
    said = expect_run(amphi("check", folder), 0).stdout
    expect("  opening     in: 10 squares of side dp, 0.4 m for the 0.39 m of the case, from (0, -0.24) to (0, 0.16) m\n"
           "              speeds are multiplied with 0.975, which gives the flow of the case's face\n" in said, said)
    expect_run(amphi("run", folder, "-o", out, "-q", "--steps", 1), 0)
    before = particles(out)
    said = expect_run(amphi("run", "--resume", out, "--steps", 400), 0).stdout
    expect_run(amphi("run", "--resume", out, "-q"), 0)
    now = particles(out)
    expect(now["fluid_at_end"] == before["fluid_at_end"] + now["came_in"] - now["went_out"] - now["left"] and before["came_in"] == 0,
           f"the account does not close: {before}, {now}")
    # Layers come whole, one a spacing, and are looked for every half a spacing.
    came, asked = now["came_in"] * 0.04**2, 0.5 * 0.39 * 1
    expect(abs(came - asked) <= 1.6 * 10 * 0.04**2, f"{came} m^2 came, {asked} were asked for")
    expect("came in, 0 went out, " in said, said)


def test_whole_squares(folder):
    """Nothing is said of speeds where the squares are the face; a parabola and a formula say why they stay."""
    for edge, model, text in (("0.16", "{model: uniform, speed: 0.5}", None),
                              ("0.17", "{model: parabolic, speed: 0.5}", "the parabola ends at the edges of the case's face"),
                              ("0.17", "{model: formula, formula: 0.5}", "the case's speeds are as they are")):
        case = CASE.replace("-0.22", "-0.24").replace("0.17", edge).replace("{model: uniform, speed: 0.5}", model)
        (folder / "case.yaml").write_text(case)
        said = expect_run(amphi("check", folder), 0).stdout
        expect("multiplied" not in said and ("speeds are" in said) == bool(text) and (text or "opening") in said, said)


def test_speed_of_a_formula(folder):
    """The speed of sound follows what comes in, whether a number or a formula says so."""
    sounds = []
    for model in ("{model: uniform, speed: 9}", "{model: formula, formula: 9 * sin(pi * t / 0.2)}"):
        (folder / "case.yaml").write_text(CASE.replace("{model: uniform, speed: 0.5}", model))
        said = expect_run(amphi("check", folder, "--set", "end=0.2", "--set", "scheme=standard", "--set", "material.speed_of_sound=0"), 0).stdout
        sounds.append([line for line in said.splitlines() if line.startswith("  sound")])
    expect(sounds[0] == sounds[1] and "c0 = 90 m/s" in sounds[0][0], f"{sounds}")


main([test_rounded_face, test_whole_squares, test_speed_of_a_formula])
