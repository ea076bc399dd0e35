# SPDX-License-Identifier: BSD-3-Clause
"""Bodies begin as their joints let them: a velocity against a joint is refused, with one that would do; one along the way that
is free is taken."""
import math
import re

from harness import amphi, expect, expect_run, main

CASE = """\
method: wcsph
dimensions: {dimensions}
dp: 0.1
domain: {{low: {low}, high: {high}}}
gravity: {gravity}
fluids:
  - {{name: water, shapes: [{{add: box, low: {low}, high: {wet}}}]}}
walls:
  - name: a
    shapes: [{{add: box, low: {a0}, high: {a1}}}]
    body: {{density: 300, velocity: {v}, angular_velocity: {w}{more}}}
  - name: b
    shapes: [{{add: box, low: {b0}, high: {b1}}}]
    body: {{density: 300}}
end: 0
joints: [{{name: pin, type: {type}, of: a, at: {at}{axis}{other}}}]
"""
FLAT = {"dimensions": 2, "low": [0, 0], "high": [4, 2], "gravity": [0, -9.81], "wet": [1, 0.5], "a0": [1.2, 1], "a1": [1.6, 1.4],
        "b0": [2, 1], "b1": [2.4, 1.4]}
SPACE = {"dimensions": 3, "low": [0, 0, 0], "high": [4, 1, 2], "gravity": [0, 0, -9.81], "wet": [1, 1, 0.3], "a0": [1.2, 0.3, 1],
         "a1": [1.6, 0.7, 1.4], "b0": [2, 0.3, 1], "b1": [2.4, 0.7, 1.4]}


def look(folder, base, joint, at, v, w, axis=None, other="", more=""):
    (folder / "case.yaml").write_text(CASE.format(**base, type=joint, at=at, v=v, w=w, axis=f", axis: {axis}" if axis else "",
                                                  other=other, more=more))
    return amphi("check", folder)


def expect_suggested(folder, result, *rest, **more):
    """It is refused, and the velocity that it names would do."""
    expect_run(result, 2, "joints.pin: at the start 'a' and", "move apart there at")
    base = rest[0]
    numbers = re.search(r"velocity: \[(.*?)\]", result.stderr).group(1).split(", ")[:base["dimensions"]]
    expect_run(look(folder, *rest[:3], f"[{', '.join(numbers)}]", *rest[3:], **more), 0)


def test_flat(folder):
    for turn in (0, 40, 130, 250):
        x, y = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        at, w = [1.4 + 0.3 * x, 1.2 + 0.3 * y], 90
        right = [0.3 * y * math.radians(w), -0.3 * x * math.radians(w)]
        for joint in ("hinge", "ball"):
            expect_run(look(folder, FLAT, joint, at, right, w), 0)
            expect_suggested(folder, look(folder, FLAT, joint, at, [0.5 * k for k in right], w), FLAT, joint, at, w)
            expect_suggested(folder, look(folder, FLAT, joint, at, [1, 0], 0, other=", with: b"), FLAT, joint, at, 0, other=", with: b")
            expect_run(look(folder, FLAT, joint, at, [0, 0], 0, other=", with: b"), 0)
        expect_run(look(folder, FLAT, "track", at, [x, y], 0, axis=[x, y]), 0)
        expect_suggested(folder, look(folder, FLAT, "track", at, [-y, x], 0, axis=[x, y]), FLAT, "track", at, 0, axis=[x, y])
        expect_run(look(folder, FLAT, "slider", [1.4, 1.2], [x, y], 0, axis=[x, y]), 0)
        expect_run(look(folder, FLAT, "slider", [1.4, 1.2], [x, y], 10, axis=[x, y]), 2, "turn relative to each other at 10 degrees/s")


def test_space(folder):
    at = [1.8, 0.5, 1.2]
    for joint, v, w, good in (("hinge", [0, 0.4 * math.pi, 0], [0, 0, -180], True), ("hinge", [0, 0, 0], [0, 0, -180], False),
                              ("hinge", [0, 0, 0.4 * math.pi], [0, 180, 0], False), ("ball", [0, 0, 0.4 * math.pi], [0, 180, 0], True),
                              ("swivel", [1, 2, 3], [0, 0, 5], True), ("swivel", [0, 0, 0], [0, 5, 0], False),
                              ("slider", [0, 0, 2], [0, 0, 0], True), ("slider", [0, 0, 2], [0, 0, 9], False),
                              ("track", [0, 0, 2], [9, 0, 0], True), ("track", [0, 1, 2], [0, 0, 0], False)):
        result = look(folder, SPACE, joint, at, v, w, axis=None if joint == "ball" else [0, 0, 2])
        expect_run(result, 0 if good else 2, "" if good else "joints.pin: at the start 'a' and a place in space")


def test_locked(folder):
    """What would be dropped is refused."""
    for more, v, w, text in ((", locked: [x]", [1, 0], 0, "velocity: 1 m/s along x, which is locked; expected 0"),
                             (", locked: [rz]", [0, 0], 5, "angular_velocity: 5 degrees/s about z, which is locked; expected 0")):
        expect_run(look(folder, FLAT, "ball", [1.4, 1.2], v, w, more=more), 2, text)


main([test_flat, test_space, test_locked])
