# SPDX-License-Identifier: BSD-3-Clause
"""Flow without a free surface: where it is found, what walls pull in a tank that is accelerated, one hash on every backend and
over a resume."""
import csv
import json
import re

from harness import amphi, expect, expect_run, main

FULL = "{add: box, low: [0, 0], high: [1, 0.4]}"
SHELL = "{add: box, low: [0, 0], high: [1, 0.4], fill: shell-outside}"
OPEN = "{add: box, low: [0, 0], high: [1, 0.4], fill: shell-outside, open: [-x, +x]}"


def tank(*shapes):
    return f"{{name: tank, shapes: [{', '.join(shapes)}]}}"


def case(*, water=FULL, walls=tank(SHELL), **keys):
    """A tank that is full of water, without gravity."""
    lines = {"method": "wcsph", "dimensions": 2, "dp": 0.05, "domain": "{low: [0, 0], high: [1, 0.4]}",
             "material": "{expected_speed: 1}", "fluids": f"[{{name: water, shapes: [{water}]}}]", "walls": f"[{walls}]",
             "end": 1, "output": "{interval: 0, checkpoint: 0}", **keys}
    return "".join(f"{key}: {value}\n" for key, value in lines.items())


BLOCK = "{add: box, low: [0.4, 0.1], high: [0.6, 0.3]}"


def piston(velocity):
    """At the tank's left end."""
    return f"{{name: piston, motion: {{velocity: {velocity}, to: 1}}, shapes: [{{add: box, low: [-0.2, 0], high: [0, 0.4]}}]}}"


def is_confined(folder, text):
    (folder / "c.yaml").write_text(text)
    return "no free surface" in expect_run(amphi("check", "c.yaml", cwd=folder), 0).stdout


def test_found(folder):
    half = "{add: box, low: [0, 0], high: [0.4, 0.4]}"
    wide = "{low: [-0.4, 0], high: [1.4, 0.4]}"
    outlet = "{name: out, low: [1, 0], high: [1, 0.4], normal: [-1, 0], pressure: {model: given, value: 0}}"
    ends = ("[{name: in, low: [0, 0], high: [0, 0.4], normal: [1, 0], velocity: {model: uniform, speed: 1}},"
            f" {outlet}]")
    gate = tank(SHELL) + ", {name: gate, motion: {velocity: [0, 1], to: 1}, shapes: [{add: box, low: [0.4, 0], high: [0.6, 0.4]}]}"
    block_moves = tank(SHELL) + ", {name: block, motion: {velocity: [0.2, 0], to: 1}, shapes: [" + BLOCK + "]}"
    around = "{low: [-1, -0.5], high: [2, 0.9]}"
    block = "{add: box, low: [0, 0, 0], high: [1, 0.4, 0.4]"
    confined = {
        "a full tank": case(),
        "a full tank, 3-D": case(dimensions=3, dp=0.1, domain="{low: [0, 0, 0], high: [1, 0.4, 0.4]}", water=block + "}",
                                 walls=tank(block + ", fill: shell-outside}")),
        "a full tank under gravity": case(gravity="[0, -9.81]"),
        "periodic along both axes": case(walls="", dp=0.02, domain="{low: [0, 0], high: [1, 0.4], periodic: [x, y]}"),
        "a round body in it": case(water=FULL + ", {cut: sphere, centre: [0.5, 0.2], radius: 0.1}",
                                   walls=tank(SHELL, "{add: sphere, centre: [0.5, 0.2], radius: 0.1}")),
        "a pipe": case(domain=wide, walls=tank(OPEN), open_boundaries=ends),
        "a block that moves in a full tank": case(water=FULL + ", {cut: box, low: [0.4, 0.1], high: [0.6, 0.3]}", walls=block_moves),
        "the same, the domain wider": case(water=FULL + ", {cut: box, low: [0.4, 0.1], high: [0.6, 0.3]}", walls=block_moves, domain=around),
        "a body in it": case(water=FULL + ", {cut: box, low: [0.4, 0.1], high: [0.6, 0.3]}", walls=tank(SHELL) + ", {name: block, body: {density: 900}, shapes: [" + BLOCK + "]}", domain=around),
        "a piston and its outlet": case(domain=around, walls=tank(OPEN) + ", " + piston("[0.3, 0]"), open_boundaries=f"[{outlet}]"),
    }
    free = {
        "a tank half full": case(water=half),
        "a bubble": case(water=FULL + ", {cut: box, low: [0.4, 0.1], high: [0.5, 0.2]}"),
        "no wall on one side": case(walls=tank(SHELL.replace("}", ", open: [+y]}"))),
        "a pipe without its inlet": case(domain=wide, walls=tank(OPEN)),
        "a piston that goes back": case(domain=around, walls=tank(SHELL.replace("}", ", open: [-x]}")) + ", " + piston("[-0.3, 0]")),
        "a block that leaves through the lid": case(water=FULL + ", {cut: box, low: [0.4, 0.1], high: [0.6, 0.3]}", walls=block_moves.replace("[0.2, 0]", "[0, 0.4]"), domain=around),
        "a hollow body": case(water=FULL + ", {cut: box, low: [0.3, 0.1], high: [0.7, 0.3]}", domain=around,
                              walls=tank(SHELL) + ", {name: hull, body: {mass: 30, centre: [0.5, 0.2], inertia: 1}, shapes: [{add: box, low: [0.35, 0.15], high: [0.65, 0.25], fill: shell-outside}]}"),
        "a gate before an empty place": case(water=half, walls=gate),
        "as the case says": case(free_surface="some"),
        "the classic scheme": case(scheme="classic"),
    }
    for name, text in confined.items():
        expect(is_confined(folder, text), f"{name}: a free surface is seen")
    for name, text in free.items():
        expect(not is_confined(folder, text), f"{name}: no free surface is seen")
    (folder / "c.yaml").write_text(case(free_surface="none", boundary="{model: lennard_jones}", scheme="classic"))
    expect_run(amphi("check", "c.yaml", cwd=folder), 2, "free_surface", "lennard_jones")


def test_room(folder):
    """A wall that floats and closes a tank: check says that a free surface is assumed, and the key that it names is taken."""
    text = "fluid fills all around it, but walls that move may let it get to empty places or leave it more room"
    full = {"walls": tank(SHELL.replace("}", ", open: [+y]}")) + ", {name: lid, body: {density: 1000}, shapes: [{add: box, low: [0, 0.4], high: [1, 0.5]}]}",
            "gravity": "[0, -9.81]"}
    wide = {"domain": "{low: [-0.5, -0.5], high: [1.5, 0.9]}"}
    for name, keys, said in (("wide", {**full, **wide}, True), ("at rest", wide, False), ("some", {**full, **wide, "free_surface": "some"}, False),
                             ("none", {**full, **wide, "free_surface": "none"}, False),
                             ("half full", {**full, **wide, "water": "{add: box, low: [0, 0], high: [1, 0.35]}"}, False)):
        (folder / "c.yaml").write_text(case(**keys))
        out = expect_run(amphi("check", "c.yaml", cwd=folder), 0).stdout
        expect((text in out) == said, f"{name}: {out}")
        expect(("no free surface" in out) == (name in ("at rest", "none")), f"{name}: {out}")


def test_bared(folder):
    """A wall that moves away from a full tank at the domain's edge: check names the face that it leaves open. A piston that
    presses the water, and a wall that comes in again on the other side, leave none."""
    lid = ", {name: lid, motion: {velocity: [VELOCITY], to: 1}, shapes: [{add: box, low: [0, 0], high: [1, 0.4], fill: shell-outside, open: [-x, +x, -y]}]}"
    lidless = tank(SHELL.replace("}", ", open: [+y]}"))
    round_ = {"domain": "{low: [0, 0], high: [1, 0.4], periodic: [x]}", "walls": tank(SHELL.replace("}", ", open: [-x, +x, +y]}")) + lid.replace("VELOCITY", "1, 0")}
    pressed = tank(SHELL.replace("}", ", open: [-x]}")) + ", " + piston("[0.3, 0]")
    for name, keys, face in (("a lid that slides off", {"walls": lidless + lid.replace("VELOCITY", "1, 0")}, "+y"),
                             ("the same under gravity", {"walls": lidless + lid.replace("VELOCITY", "1, 0"), "gravity": "[0, -9.81]"}, "+y"),
                             ("a lid that comes in again", round_, None), ("a lid at rest", {"walls": lidless + lid.replace("VELOCITY", "0, 0")}, None),
                             ("a piston that presses", {"walls": pressed}, None), ("one that goes back", {"walls": pressed.replace("0.3, 0", "-0.3, 0")}, "-x")):
        (folder / "c.yaml").write_text(case(**keys))
        out = expect_run(amphi("check", "c.yaml", cwd=folder), 0).stdout
        found = re.search(r"  leak  .* runs to the domain's face (\S+) at", out)
        expect((found and found[1]) == face, f"{name}: {out}")


def test_start(folder):
    """Fluid begins at the pressure that the open boundaries have, with and without weight."""
    inlet = "{name: in, low: [0, 0], high: [0, 0.4], normal: [1, 0], velocity: {model: uniform, speed: 0.5, ramp: 1}},"
    low = "{low: [-0.4, 0], high: [1.4, 0.4]}"
    # 2.4 m of water above the bed at x = 1, or 500 Pa in the middle of the outlet
    for gravity, says, due in (("[0, -10]", "pressure: {model: hydrostatic}, surface: {model: given, level: 2.4}", 10000 * (2.4 - 0.3)),
                               ("[0, -10]", "pressure: {model: given, value: 500}", 500 - 10000 * 0.1), ("[0, 0]", "pressure: {model: given, value: 500}", 500)):
        (folder / "start.yaml").write_text(case(
            domain=low, walls=tank(OPEN), gravity=gravity, end=0.001, open_boundaries=f"[{inlet} {{name: out, low: [1, 0], high: [1, 0.4], normal: [-1, 0], {says}}}]",
            gauges="[{name: p, type: pressure, at: [0.5, 0.3], interval: 0.001}]"))
        expect_run(amphi("run", "start.yaml", "-o", "start", "-q", "--force", cwd=folder), 0)
        rows = list(csv.reader((folder / "start/gauges.csv").open()))
        expect(abs(float(rows[1][1]) - due) < 0.01 * abs(due), f"{gravity}, {says}: {rows[1][1]} Pa, not {due}")
    # What a file says of the density stays: c0^2 (rho - rho0) is 400 Pa.
    (folder / "water.csv").write_text("x,y,density\n" + "".join(f"{0.025 + 0.05 * i},{0.025 + 0.05 * j},1001\n" for i in range(20) for j in range(8)))
    (folder / "start.yaml").write_text(case(
        water="{add: points, file: water.csv}", domain=low, walls=tank(OPEN), material="{speed_of_sound: 20}", end=0.001,
        open_boundaries=f"[{inlet} {{name: out, low: [1, 0], high: [1, 0.4], normal: [-1, 0], {says}}}]", gauges="[{name: p, type: pressure, at: [0.5, 0.2], interval: 0.001}]"))
    expect_run(amphi("run", "start.yaml", "-o", "start", "-q", "--force", cwd=folder), 0)
    pressure = float(list(csv.reader((folder / "start/gauges.csv").open()))[1][1])
    expect(abs(pressure - 400) < 8, f"{pressure} Pa, not 400")


def test_said(folder):
    """An inlet that starts at once, and an outlet for which nothing comes in."""
    wide = "{low: [-0.4, 0], high: [1.4, 0.4]}"

    def said(inlet, outlet, **keys):
        (folder / "c.yaml").write_text(case(domain=wide, walls=tank(OPEN), **keys, open_boundaries=(
            f"[{{name: in, low: [0, 0], high: [0, 0.4], normal: [1, 0], {inlet}}}, {{name: out, low: [1, 0], high: [1, 0.4], normal: [-1, 0], {outlet}}}]")))
        return expect_run(amphi("check", "c.yaml", cwd=folder), 0).stdout

    at_once, ramped, out = "velocity: {model: uniform, speed: 0.5}", "velocity: {model: uniform, speed: 0.5, ramp: 1}", "pressure: {model: given, value: 0}"
    for name, keys, words in (("at once", (at_once, out), "sudden"), ("ramped", (ramped, out), None),
                              ("all that comes in goes out", (ramped, ramped.replace("0.5", "-0.5")), None), ("none goes out", (ramped, ramped.replace("0.5", "0.1")), "unbalanced")):
        text = said(*keys)
        for word in "sudden", "unbalanced":
            expect((f"  {word} " in text) == (word == words), f"{name}: {text}")
    sound = lambda **keys: re.search(r"^  sound .*?(?= m/s)", said(ramped, out, **keys), re.M)[0]
    expect(sound(end=0.01) == sound(end=2), f"c0 of a run that ends within the ramp: {sound(end=0.01)}, {sound(end=2)}")
    (folder / "c.yaml").write_text(case(domain=wide, walls=tank(OPEN), open_boundaries=f"[{{name: in, low: [0, 0], high: [0, 0.4], normal: [1, 0], {at_once}}}, "
                                        f"{{name: out, low: [1, 0], high: [1, 0.4], normal: [-1, 0], {out}}}]",
                                        fluids=f"[{{name: water, velocity: [0.5, 0], shapes: [{FULL}]}}]"))
    expect("  sudden " not in expect_run(amphi("check", "c.yaml", cwd=folder), 0).stdout, "fluid that moves as what comes in")
    body = tank(SHELL) + ", {name: block, body: {density: 900}, shapes: [" + BLOCK + "]}"
    for keys, due in (({}, True), ({"contact": "{}"}, False)):
        (folder / "c.yaml").write_text(case(walls=body, **keys))
        expect(("  contact     none" in expect_run(amphi("check", "c.yaml", cwd=folder), 0).stdout) == due, f"contact {keys}")


def pulled(way):
    """Water between two plates 1 m apart, 0.8 m of them, that are accelerated."""
    plates = {"low": ("[-0.2, 0]", "[0, 0.8]"), "high": ("[1, 0]", "[1.2, 0.8]")}
    walls = ", ".join(f"{{name: {name}, motion: {{acceleration: {way}, to: 9}}, shapes: [{{add: box, low: {low}, high: {high}}}]}}"
                      for name, (low, high) in plates.items())
    gauges = ", ".join(f"{{name: {name}, type: force, on: {name}, interval: 0.005}}" for name in plates)
    return case(dp=0.04, domain="{low: [-2, 0], high: [3, 0.8], periodic: [y]}", water="{add: box, low: [0, 0], high: [1, 0.8]}", walls=walls,
                gauges=f"[{gauges}]", free_surface="none", summation="fixed")


def forces(folder, text):
    (folder / "pulled.yaml").write_text(text)
    expect_run(amphi("run", "pulled.yaml", "-o", "out", "-q", "--force", "--threads", 1, cwd=folder), 0)
    rows = list(csv.reader((folder / "out/gauges.csv").open()))
    late = [[float(x) for x in row] for row in rows[1:] if float(row[0]) > 0.4]
    return [sum(row[k] for row in late) / len(late) for k in (1, 3)]


def test_walls_pull(folder):
    """Its pressure is -rho a x, 0 in the middle: half of what moves the water is pulled."""
    half = 0.5 * 1000 * 1.0 * 0.8
    for sign in (1, -1):
        low, high = forces(folder, pulled(f"[{sign}, 0]"))
        for name, force in (("low", low), ("high", high)):
            expect(abs(force + sign * half) < 0.05 * half, f"{name}: {force:.1f} N/m, not {-sign * half:.1f}")


def test_one_hash(folder):
    (folder / "pulled.yaml").write_text(pulled("[1, 0.2]"))
    hashes = {}

    def run(name, *way):
        expect_run(amphi("run", *way, cwd=folder), 0)
        hashes[name] = json.loads((folder / name / "summary.json").read_text())["state_hash"]

    for name, *way in (("reference",), ("cpu", "--threads", 2), ("offload", "--device", "host")):
        run(name, "pulled.yaml", "-o", name, "-q", "--steps", 43, "--backend", name, *way)
    expect_run(amphi("run", "pulled.yaml", "-o", "stopped", "-q", "--steps", 21, cwd=folder), 0)
    run("stopped", "--resume", "stopped", "-q", "--steps", 43)
    expect(len(set(hashes.values())) == 1, f"not one hash: {hashes}")


main([test_found, test_room, test_start, test_said, test_walls_pull, test_one_hash])
