#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What check says of spacing and scheme, and the speed of sound by what a case foresees."""
import math
import re

from harness import amphi, expect, expect_run, main

CASE = """\
method: wcsph
dimensions: 2
dp: 0.02
domain: {low: [0, 0], high: [4, 2], open: [+y]}
gravity: [0, -9.81]
end: 2
fluids:
  - {name: water, shapes: [{add: box, low: [0.5, 0], high: [4, 0.5]}]VELOCITY}
walls:
  - {name: tank, shapes: [{add: box, low: [0, 0], high: [4, 2], fill: shell-outside, open: [+y]}]}
MORE"""
FALL = math.sqrt(2 * 9.81 * 0.5)


def check(folder, more="", velocity="", **keys):
    (folder / "case.yaml").write_text(CASE.replace("MORE", more).replace("VELOCITY", velocity))
    sets = [part for key, value in keys.items() for part in ("--set", f"{key.replace('__', '.')}={value}")]
    return expect_run(amphi("check", "case.yaml", *sets, cwd=folder), 0).stdout


def sound(said):
    return float(re.search(r"c0 = ([\d.e+-]+) m/s", said).group(1))


def near(value, due, what):
    expect(abs(value / due - 1) < 0.01, f"{what}: {value:g}, not {due:g}")


def test_sound(folder):
    """c0 is ten times the fastest of fall, motion, inflow, frame and initial velocity; `classic` looks at the fall alone."""
    piston = ("  - name: piston\n    motion: {type: straight, velocity: [5, 0], to: 0.1}\n"
              "    shapes: [{add: box, low: [0.2, 0], high: [0.4, 1]}]\n")
    wheel = ("  - name: wheel\n    motion: {type: rotation, through: [2, 1], angular_velocity: 573}\n"
             "    shapes: [{add: box, low: [1.5, 0.9], high: [2.5, 1.1]}]\n")
    body = ("  - name: stone\n    body: {density: 2000}\n    shapes: [{add: box, low: [2, 1.5], high: [2.2, 1.7]}]\n")
    (folder / "shake.txt").write_text("0 0 0 0\n0.5 30 0 0\n1 0 0 0\n4 0 0 0\n")
    near(sound(check(folder)), 10 * FALL, "the fall")
    near(sound(check(folder, piston)), 50, "a piston")
    near(sound(check(folder, piston, scheme="classic")), 10 * FALL, "a piston, classic")
    near(sound(check(folder, velocity=", velocity: [6, 0]")), 60, "initial velocity")
    near(sound(check(folder, wheel)), 10 * 10 * math.hypot(0.49, 0.09), "a wheel")
    near(sound(check(folder, body)), 10 * math.sqrt(2 * 9.81 * 1.7), "a body that falls")
    near(sound(check(folder, "frame: {file: shake.txt}\n")), 10 * math.sqrt(2 * (9.81 + 30) * 0.5), "a frame")
    near(sound(check(folder, piston, material__speed_of_sound=20)), 20, "what the case says")
    inlet = ("open_boundaries:\n  - {name: in, shape: box, low: [0.5, 0.1], high: [0.5, 0.4], normal: [1, 0], velocity: {model: MODEL}}\n")
    (folder / "rows.txt").write_text("0 0 1\n0 7 7\n2 8 7\n")
    for model, speed in (("uniform, speed: 6", 6), ("profiles, profiles: rows.txt", 8)):
        near(sound(check(folder, inlet.replace("MODEL", model))), 10 * speed, model)


def test_without_fall(folder):
    """What turns and what drives bodies counts at its furthest corner, speeds of a file of points, and all of it without gravity, too."""
    arm = math.radians(1) * math.hypot(0.49, 0.09)  # m a degree
    wheel = "  - name: wheel\n    body: {density: 1000, BODY}\n    shapes: [{add: box, low: [1.5, 0.1], high: [2.5, 0.3]}]\n"
    for what, more, speed in (("a body that turns", wheel.replace("BODY", "angular_velocity: 900"), 900 * arm),
                              ("driven turns", wheel.replace("BODY", "driven: [{way: rz, is: velocity, formula: 900*sin(t)}]"), 900 * arm),
                              ("driven angles", wheel.replace("BODY", "driven: [{way: rz, is: position, formula: 900*t}]"), 900 * arm),
                              ("a motor", wheel.replace("BODY", "from: 0") + "joints: [{name: axle, type: hinge, of: wheel, at: [2, 0.2], speed: 900}]\n", 900 * arm)):
        for gravity in ([0, -9.81], [0, 0]):
            near(sound(check(folder, more, gravity=gravity)), 10 * max(speed, FALL if gravity[1] else 0), f"{what}, {gravity}")
    (folder / "jet.csv").write_text("x,y,vx,vy\n" + "".join(f"{1 + 0.02 * k},0.25,3,4\n" for k in range(9)))
    jet = ["fluids=[{name: water, shapes: [{add: points, file: jet.csv}]}]", "fluids=[{name: water, shapes: [{add: box, low: [1, 0.2], high: [2, 0.3]}], initial: {vx: 3*y/y, vy: 4}}]"]
    for fluid in jet:
        near(sound(check(folder, gravity="[0,0]", **dict([fluid.split("=", 1)]))), 50, fluid)
    # Along a periodic axis a fall never ends.
    channel = {"domain": "{low: [0, 0], high: [4, 2], periodic: [x]}", "walls.tank.shapes": "[{add: plane, point: [0, 0], normal: [0, 1]}]", "gravity": "[2, -9.81]"}
    for more, end, due in (({}, 2, False), ({}, 10, True), ({"material.expected_speed": 9}, 10, False), ({"gravity": "[0, -9.81]"}, 10, False)):
        said = check(folder, **{key.replace(".", "__"): value for key, value in {**channel, **more, "end": end}.items()})
        expect(("endless     gravity along x" in said) == due, f"{more}, {end}: {said}")
    (folder / "case.yaml").write_text(CASE.replace("MORE", "").replace("VELOCITY", "").replace("-9.81", "0"))
    expect_run(amphi("check", "case.yaml", cwd=folder), 2, "material.speed_of_sound: nothing in the case shows how fast the fluid gets")


# A channel that is full of water, 1 m high, and half as high from x = 2 on.
CHANNEL = """\
method: wcsph
dimensions: 2
dp: 0.1
domain: {low: [-1, -0.6], high: [5, 1.6]}
fluids: [{name: water, shapes: [{add: box, low: [0, 0], high: [2, 1]}, {add: box, low: [2, 0], high: [4, 0.5]}]}]
walls:
  - {name: channel, shapes: [{add: box, low: [-1, -0.6], high: [5, 0]}, {add: box, low: [-1, 1], high: [5, 1.6]}, {add: box, low: [2, 0.5], high: [5, 1.6]}]}
MORE
open_boundaries: [ENDS]
end: 4
"""
INLET = "{name: in, low: [0, 0], high: [0, 1], normal: [1, 0], velocity: {model: uniform, speed: 0.5MORE}},"
OUTLET = "{name: out, low: [4, 0], high: [4, 0.5], normal: [-1, 0], pressure: {model: given, value: 0}}"


def confined(folder, ends, more="", **keys):
    (folder / "case.yaml").write_text(CHANNEL.replace("MORE", more).replace("ENDS", ends))
    sets = [part for key, value in keys.items() for part in ("--set", f"{key}={value}")]
    return expect_run(amphi("check", "case.yaml", *sets, cwd=folder), 0).stdout


def test_confined(folder):
    """c0 is ten times the speed in the narrow part, of an inlet or a piston; or lets pressure cross while an inlet gets
    fast; or is ten times what given pressures drive."""
    said = confined(folder, INLET.replace("MORE", "") + OUTLET)
    near(sound(said), 10, "a contraction")
    expect("the narrowest place on the way of what comes from in" in said, said)
    near(sound(confined(folder, INLET.replace("MORE", "") + OUTLET, scheme="classic", material="{expected_speed: 0.7}")), 7, "classic")
    ramped = confined(folder, INLET.replace("MORE", ", ramp: 0.25") + OUTLET)
    near(sound(ramped), 4 * 3.9 / 0.25, "a ramp")
    expect("lets pressure cross the confined fluid while in gets fast" in ramped, ramped)
    piston = "  - {name: piston, motion: {velocity: [0.5, 0], to: 1}, shapes: [{add: box, low: [-0.6, 0], high: [0, 1]}]}"
    near(sound(confined(folder, OUTLET, piston)), 10, "a piston")
    for value, due in (("800", 10 * math.sqrt(1.6)), ("-3200", 10 * math.sqrt(6.4))):
        said = confined(folder, INLET.replace("velocity: {model: uniform, speed: 0.5MORE}", f"pressure: {{model: given, value: {value}}}") + OUTLET)
        near(sound(said), due, f"{value} Pa")


def test_poured(folder):
    """Water that comes in above the water's top falls from there; what comes in beneath it does not."""
    tap = "open_boundaries: [{name: tap, low: [2, LEVEL], high: [2.2, LEVEL], normal: [0, -1], velocity: {model: uniform, speed: 1}}]\n"
    for level, due in ((1.5, math.sqrt(1 + 2 * 9.81 * 1.5)), (0.4, FALL)):
        said = check(folder, tap.replace("LEVEL", str(level)))
        near(sound(said), 10 * due, f"a tap at {level} m")
        expect(("what comes through tap" in said) == (level > 0.5), said)


def test_phases(folder):
    """Each phase has its speed of sound, and the slowest one the Mach number. What is the same for all phases has no need to
    be said."""
    for water, oil in ((30, 15), (15, 60)):
        phases = f"phases: [{{name: oil, density: 800, speed_of_sound: {oil}, nu: 1.0e-6}}]\nviscosity: {{model: laminar, nu: 1.0e-6}}\n"
        said = check(folder, phases, material__speed_of_sound=water)
        expect(f"c0 = {water} m/s in the material" in said and f"c0 = {oil} m/s in oil" in said, said)
        near(float(re.search("Mach number ([0-9.]+)", said).group(1)), FALL / 15, "Mach number")
        expect("volume formulation" in said and "dummy boundary" in said, said)


def test_numbers(folder):
    """Particles across depth, waves and bodies, and what is too few; the Mach number."""
    said = check(folder)
    expect("water: 0.5 m deep, 25 particles" in said and "Mach number 0.1 " in said and "coarse" not in said, said)
    expect("coarse      the depth of water: 10 particles across" in check(folder, dp=0.05), "depth")
    waves = ("  - name: paddle\n    motion: {type: paddle, direction: [1, 0], waves: {type: regular, depth: 0.5, height: 0.08, period: 1.5}}\n"
             "    shapes: [{add: box, low: [0.3, 0], high: [0.5, 1]}]\n")
    said = check(folder, waves)
    expect("waves of paddle: 0.08 m high, 4 particles" in said and "coarse      waves of paddle" in said, said)
    body = "  - {name: float, body: {density: 500}, shapes: [{add: box, low: [2, 0.4], high: [2.12, 0.8]}]}\n"
    expect("coarse      body float: 6 particles across" in check(folder, body), "body")


def test_crest(folder):
    """A polygon's tip that is thinner than a particle: how high the crest is that water flows over. A blunt one is as high as
    it should be, and so is one that a box continues."""
    for vertices, more, said in (("[[2, 0], [2, 0.3], [2.3, 0]]", "", "+y at 0.28 m, not 0.3"), ("[[2, 0], [2, 0.3], [2.1, 0.3], [2.4, 0]]", "", None),
                                 ("[[2, 0], [2, 0.3], [2.3, 0]]", ", {add: box, low: [1.9, 0], high: [2, 0.3]}", None)):
        out = check(folder, f"  - {{name: weir, shapes: [{{add: polygon, vertices: {vertices}}}{more}]}}\n")
        built = re.search(r"  built +weir, polygon 1: (.*)", out)
        expect((built and built[1]) == said, f"{vertices}: {out}")


def test_structures(folder):
    """Particles across a wall that bends, its weight in layers of the water's, its sound and sub-steps."""
    def said(width, density):
        return check(folder, f"  - {{name: gate, flexible: {{young: 1.0e6, poisson: 0, density: {density}, zero_energy: 0}}, shapes: "
                             f"[{{add: box, low: [0.3, 0], high: [{0.3 + width}, 1]}}]}}\n")

    thick = said(0.08, 1000)
    expect("structure gate: at least 0.08 m thick, 4 particles" in thick and "coarse" not in thick and "  light" not in thick, thick)
    near(float(re.search(r"sound ([\d.e+-]+) m/s", thick).group(1)), math.sqrt(1e6 / 1000), "sound")
    step = float(re.search(r"time step +([\d.e+-]+) s", thick).group(1))
    expect(f"{math.ceil(step / (0.6 * 0.02 / math.sqrt(1e3)))} sub-steps" in thick, thick)
    expect("coarse      structure gate: 3 particles across" in said(0.06, 1000), "coarse")
    expect("light       structure gate: as heavy as 1.6 layers" in said(0.08, 400), "light")


def test_losses(folder):
    """Waves lose half as much at half the spacing with the standard scheme, and more with an artificial viscosity."""
    waves = ("  - name: paddle\n    motion: {type: paddle, direction: [1, 0], waves: {type: regular, depth: 0.5, height: 0.2, period: 1.5}}\n"
             "    shapes: [{add: box, low: [0.3, 0], high: [0.5, 1]}]\n")

    def lost(**keys):
        return float(re.search(r"lose about ([\d.e+-]+) % of their height a length", check(folder, waves, **keys)).group(1))

    expect(0.45 < lost(dp=0.01) / lost() < 0.55, f"{lost()} and {lost(dp=0.01)} %")
    expect(lost(viscosity__model="artificial", viscosity__alpha=0.1) > 3 * lost(), "artificial viscosity")


main([test_sound, test_without_fall, test_confined, test_phases, test_numbers, test_structures, test_losses])
