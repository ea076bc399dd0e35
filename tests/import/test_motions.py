#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi import: moves, turns and scales of drawing, and movements in each other, one behind the other and several at once, all drawn at random,
put points and take walls where the peer's own steps do (JMatrix4::Mul; JMotion::ProcesTime, JMotionObj::ProcesTime, JMotionMovActive::NextMov)."""
import math
import random
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from documents import FULL, box, document, export_walls, rows, taken  # noqa: E402
from harness import expect, main  # noqa: E402

END, STEP = 0.1, 2e-4
DEGREES = math.pi / 180


def turned(angle, p, q):
    """JMatrix4::MatrixRot, angles in degrees: left-handed."""
    u = (q - p) / np.linalg.norm(q - p)
    k = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    r = np.eye(3) - math.sin(angle * DEGREES) * k + (1 - math.cos(angle * DEGREES)) * (k @ k)
    m = np.eye(4)
    m[:3, :3], m[:3, 3] = r, p - r @ p
    return m


def shifted(way):
    m = np.eye(4)
    m[:3, 3] = way
    return m


def point(m, p):
    return m[:3, :3] @ p + m[:3, 3]


# Movements that share one speed or phase, with which the next one goes on.
GOES_ON = ("rect", "rectace"), ("rot", "rotace", "cir", "cirace"), ("rectsinu",), ("rotsinu", "cirsinu")


class Active:
    """JMotionMovActive."""
    def __init__(self, start, finish, mov):
        self.start, self.event, self.mov, self.dead = start, finish, mov, False
        self.speed, self.phase = mov.get("begin", 0), mov.get("phase", 0)
        self.measure()

    def measure(self):
        self.flash = self.mov["time"] < 0
        self.finish = self.start if self.flash else self.start + self.mov["time"]
        if 0 <= self.event < self.finish:
            self.finish = self.event

    def go_on(self, movs):
        if not self.flash:
            self.start += self.mov["time"]
        before = self.mov
        self.mov = movs[self.mov["next"]]
        self.measure()
        same = any(before["kind"] in kinds and self.mov["kind"] in kinds for kinds in GOES_ON)
        speed, phase = self.speed, self.phase
        self.speed, self.phase = self.mov.get("begin"), self.mov.get("phase")
        zero = np.zeros(3) if self.mov["kind"].startswith("rect") else 0
        if self.speed is None:
            self.speed = speed if same and speed is not None else zero
        if self.phase is None:
            self.phase = phase if same and phase is not None else zero


class Object:
    """JMotionObj."""
    def __init__(self, ref, movs, events, parent):
        self.ref, self.movs, self.parent, self.children = ref, movs, parent, []
        self.events, self.active, self.step = events, [], None
        if parent:
            parent.children.append(self)

    def go(self, time, dt, whole):
        for e in [e for e in self.events if e[0] < time + dt]:
            self.events.remove(e)
            self.active.append(Active(e[0], e[2], self.movs[e[1]]))
        above = self.parent.step if self.parent else None
        if above is not None:
            for mov in self.movs.values():
                for name in ("p", "q", "ref"):
                    if name in mov:
                        mov[name] = point(above, mov[name])
        step, modified = np.eye(4), False
        self.active = [a for a in self.active if not a.dead]
        for a in self.active:
            left, now = dt, time
            while True:
                mov = a.mov
                own = a.finish - now if time + dt > a.finish else left
                over = left - own
                if now < a.start:
                    own -= a.start - now
                if own > 0 or a.flash:
                    t = -mov["time"] if a.flash else own
                    step = step @ moves(mov, a, t)
                    modified |= mov["kind"] != "wait"
                if not ((over > 0 or own == 0) and mov["next"]):
                    break
                a.go_on(self.movs)
                left, now = over, a.start
                if not (now <= a.finish or a.flash):
                    break
            a.dead = time + dt > a.finish
        if above is not None:
            step, modified = (step @ above if modified else above), True
        self.step = step if modified else None
        if modified and self.ref is not None:
            whole[self.ref] = step @ whole[self.ref]
        for child in self.children:
            child.go(time, dt, whole)


def moves(mov, a, t):
    """What a movement does in t seconds."""
    kind = mov["kind"]
    if kind in ("rect", "rectace"):
        rate = mov.get("ace", np.zeros(3))
        way = a.speed * t + 0.5 * rate * t * t
        a.speed = a.speed + rate * t
        return shifted(way)
    if kind == "rectsinu":
        phase = a.phase + 2 * math.pi * mov["freq"] * t
        way = mov["ampl"] * (np.sin(phase) - np.sin(a.phase))
        a.phase = np.where(mov["ampl"] != 0, phase, a.phase)
        return shifted(way)
    if kind == "wait":
        return np.eye(4)
    if kind in ("rotsinu", "cirsinu"):
        phase = a.phase + 2 * math.pi * mov["freq"] * t
        angle, a.phase = mov["ampl"] * (math.sin(phase) - math.sin(a.phase)), phase
    else:
        rate = mov.get("ace", 0)
        angle = a.speed * t + 0.5 * rate * t * t
        a.speed += rate * t
    m = turned(angle, mov["p"], mov["q"])
    if kind.startswith("rot"):
        return m
    to = point(m, mov["ref"])
    way, mov["ref"] = to - mov["ref"], to
    return shifted(way)


# ---- documents ----

def triple(name, v):
    return f'<{name} x="{v[0]:.9g}" y="{v[1]:.9g}" z="{v[2]:.9g}" />'


def draw_movement(dice, ident, last, flat):
    """A movement, and its text."""
    def number(most):
        return round(dice.uniform(-most, most), 3)

    def three(most):
        v = np.array([number(most), number(most), number(most)])
        return v * [1, 0, 1] if flat else v
    kind = dice.choice(["wait", "rect", "rectace", "rectsinu", "rot", "rotace", "rotsinu", "cir", "cirace", "cirsinu"])
    degrees = dice.random() < 0.6
    unit = 1 if degrees else DEGREES
    mov = {"kind": kind, "time": round(dice.uniform(0.01, 0.06), 3), "next": 0 if last else ident + 1}
    head = f'id="{ident}" duration="{mov["time"]}"' + ("" if last else f' next="{ident + 1}"') + ("" if degrees else ' anglesunits="radians"')
    text = ""
    if kind == "wait":
        return mov, f"<wait {head} />"
    if kind == "rect":
        mov["begin"] = three(2)
        text = triple("vel", mov["begin"])
    elif kind == "rectace":
        mov["ace"], text = three(30), ""
        text = triple("ace", mov["ace"])
        if dice.random() < 0.5:
            mov["begin"] = three(2)
            text += triple("velini", mov["begin"])
    elif kind == "rectsinu":
        mov["freq"], mov["ampl"] = np.abs(three(10)) + 2, three(0.1) * [dice.random() < 0.7 for _ in "xyz"]
        text = triple("freq", mov["freq"]) + triple("ampl", mov["ampl"])
        if dice.random() < 0.5:
            phase = three(180)
            mov["phase"] = phase * DEGREES
            text += triple("phase", phase * unit if not degrees else phase)
    else:
        mov["p"] = np.array([1 + number(0.3), 0.5, 1 + number(0.3)])
        mov["q"] = mov["p"] + (np.array([0, dice.choice([-1, 1]), 0]) if flat else np.round(three(1), 2) + [0, 0, 0.01])
        if kind.endswith("sinu"):
            mov["freq"], mov["ampl"] = abs(number(8)) + 2, number(40)
            text = f'<freq v="{mov["freq"]}" /><ampl v="{mov["ampl"] * unit:.9g}" />'
            if dice.random() < 0.5:
                phase = number(180)
                mov["phase"] = phase * DEGREES
                text += f'<phase v="{phase * unit:.9g}" />'
        elif kind.endswith("ace"):
            mov["ace"] = number(8000)
            text = f'<ace ang="{mov["ace"] * unit:.9g}" />'
            if dice.random() < 0.5:
                mov["begin"] = number(400)
                text += f'<velini ang="{mov["begin"] * unit:.9g}" />'
        else:
            mov["begin"] = number(600)
            text = f'<vel ang="{mov["begin"] * unit:.9g}" />'
        if kind.startswith("cir"):
            mov["ref"] = np.array([1 + number(0.3), 0.5, 1 + number(0.3)])
            text += triple("ref", mov["ref"])
        text += triple("axisp1", mov["p"]) + triple("axisp2", mov["q"])
    return mov, f"<mv{kind} {head}>{text}</mv{kind}>"


def draw_object(dice, ref, parent, flat):
    """One to three movements behind each other, begun once or twice, and perhaps ended early."""
    count, movs, text = dice.randint(1, 3), {}, ""
    for ident in range(1, count + 1):
        movs[ident], words = draw_movement(dice, ident, ident == count, flat)
        text += words
    if dice.random() < 0.3:
        movs[9], words = draw_movement(dice, 9, True, flat)
        text += words
    events = []
    for mov in [1] + ([9] if 9 in movs else []):
        start = round(dice.choice([0, dice.uniform(0, 0.04)]), 3)
        finish = round(start + dice.uniform(0.01, 0.08), 3) if dice.random() < 0.3 else -1
        events.append((start, mov, finish))
    begins = "".join(f'<begin mov="{mov}" start="{start}"' + (f' finish="{finish}"' if finish >= 0 else "") + " />" for start, mov, finish in events)
    for mov in movs.values():  # the first of all begins without a speed or phase of its own at zero
        if mov is movs[1] or mov is movs.get(9):
            mov.setdefault("begin", np.zeros(3) if mov["kind"].startswith("rect") else 0)
            mov.setdefault("phase", np.zeros(3) if mov["kind"].startswith("rect") else 0)
    return Object(ref, movs, events, parent), begins + text


def test_motions(folder):
    """In 2-D and in 3-D."""
    for seed in range(12):
        dice, flat = random.Random(seed), seed % 2 == 0
        tops, motion, draw, whole = [], "", "", {}
        for ref in range(8):
            outer, inner = None, ref
            levels = dice.choice([0, 0, 1, 2])
            for _ in range(levels):
                outer, words = draw_object(dice, None, outer, flat)
                motion += f"<obj>{words}"
            wall, words = draw_object(dice, inner, outer, flat)
            motion += f'<objreal ref="{ref}">{words}</objreal>' + "</obj>" * levels
            while wall.parent:
                wall = wall.parent
            tops.append(wall)
            draw += box("bound", ref, (0.3 + 0.2 * ref, 0 if flat else 0.5, 0.5), (0, 0, 0.1))
            whole[ref] = np.eye(4)
        text = document(FULL + '<setmkfluid mk="0" /><drawpoint x="1.8" y="0.5" z="1.8" />'.replace('"0.5"', '"0"' if flat else '"0.5"') + draw, dp="0.1",
                        width="0" if flat else "1", casedef=f"<motion>{motion}</motion>").replace('"TimeMax" value="1"', f'"TimeMax" value="{END}"')
        text = text.replace("</parameters>", '<simulationdomain><posmin x="-9" y="default" z="-9" /><posmax x="9" y="default" z="9" /></simulationdomain></parameters>'
                            if flat else '<simulationdomain><posmin x="-9" y="-9" z="-9" /><posmax x="9" y="9" z="9" /></simulationdomain></parameters>')
        taken(folder, text)
        for k in range(round(END / STEP)):
            for top in tops:
                top.go(k * STEP, STEP, whole)
        found = export_walls(folder, END)
        for ref, places in found.items():
            for place, z in zip(sorted(places), (0.5, 0.6)):
                start = np.array([0.3 + 0.2 * ref, 0 if flat else 0.5, z])
                due = [point(whole[ref], s) for s in (start + [0, 0, 0.5 - z], start + [0, 0, 0.6 - z])]
                near = min(np.linalg.norm(np.array(place) - d) for d in due)
                expect(near < 2e-3, f"seed {seed}, wall {ref}: {place}, not {due}: {motion}")


def test_ends(folder):
    """Two movements that end together, but for rounding: 0.022 + 0.014 + 0.017 is not 0.021 + 0.032."""
    axis = triple("axisp1", (1, 0, 1)) + triple("axisp2", (1, 1, 1))
    turns = "".join(f'<mvrot id="{k}" duration="{t}" next="{(k + 1) % 4}"><vel ang="90" />{axis}</mvrot>' for k, t in ((1, 0.022), (2, 0.014), (3, 0.017)))
    way = '<mvrect id="9" duration="0.032"><vel x="1" y="0" z="0" /></mvrect>'
    motion = f'<motion><objreal ref="0"><begin mov="1" start="0" /><begin mov="9" start="0.021" />{turns}{way}</objreal></motion>'
    taken(folder, document(FULL + '<setmkfluid mk="0" /><drawpoint x="1.8" y="0" z="1.8" />' + box("bound", 0, (0.5, 0, 0.5), (0, 0, 0)), casedef=motion))
    # A jump behind the movement that `finish` ends: by 0.1 m to -x, and nothing else that follows.
    again = "".join(f'<mvrect id="{k}" duration="{t}" next="{k + 1}"><vel x="{v}" y="0" z="0" /></mvrect>' for k, t, v in ((1, 0.02, 1), (2, -0.1, -1), (3, 1, 5)))
    cut = f'<motion><objreal ref="0"><begin mov="1" start="0" finish="0.01" />{again}<mvnull id="4" /></objreal></motion>'
    taken(folder, document(FULL + '<setmkfluid mk="0" /><drawpoint x="1.8" y="0" z="1.8" />' + box("bound", 0, (0.5, 0, 0.5), (0, 0, 0)), casedef=cut))
    found = export_walls(folder, 0.1)[0][0]
    expect(math.dist(found, (0.5 + 0.01 - 0.1, 0, 0.5)) < 1e-3, f"{found}")


def test_matrices(folder):
    """Moves, turns and scales drawn at random, saved and loaded: each is behind what is there already (JMatrix4::Mul), so that a point gets the last one first."""
    for seed in range(8):
        dice, matrix, saved, commands, due = random.Random(seed), np.eye(4), [], "", []

        def number(low, high):
            return round(dice.uniform(low, high), 2)
        while len(due) < 40:
            what = dice.choice(["move", "scale", "rotate", "rotateline", "matrixsave", "matrixload", "matrixreset", "point", "point", "point"])
            if what == "move":
                way = [number(-0.3, 0.3) for _ in "xyz"]
                matrix, commands = matrix @ shifted(way), commands + triple("move", way)
            elif what == "scale":
                sizes = [number(0.6, 1.5) for _ in "xyz"]
                matrix, commands = matrix @ np.diag(sizes + [1]), commands + triple("scale", sizes)
            elif what == "rotate":
                angle, axis = number(-180, 180), [number(-1, 1), number(-1, 1), number(0.1, 1)]
                matrix, commands = matrix @ turned(angle, np.zeros(3), np.array(axis)), commands + triple("rotate", axis).replace("<rotate", f'<rotate ang="{angle}"')
            elif what == "rotateline":
                angle, p = number(-180, 180), np.array([number(-1, 1) for _ in "xyz"])
                q = p + [number(-1, 1), number(0.1, 1), number(-1, 1)]
                matrix = matrix @ turned(angle, p, q)
                commands += f'<rotateline ang="{angle}">' + triple("point", p) + triple("point", q) + "</rotateline>"
            elif what == "matrixsave":
                saved, commands = [*saved, matrix], commands + "<matrixsave />"
            elif what == "matrixload":
                if saved:
                    matrix, commands = saved.pop(), commands + "<matrixload />"
            elif what == "matrixreset":
                matrix, commands = np.eye(4), commands + "<matrixreset />"
            else:
                p = np.array([number(-0.3, 0.3) for _ in "xyz"])
                place = point(matrix, p)
                if np.abs(place).max() < 1.4:
                    commands += f'<setmkbound mk="{len(due)}" />' + triple("drawpoint", p)
                    due.append(place)
        text = document(FULL + '<setmkfluid mk="0" /><drawpoint x="1.9" y="1.9" z="1.9" />' + commands, dp="0.05", width="2")
        taken(folder, text.replace('<pointmin x="-0.2" y="0" z="-0.2" />', '<pointmin x="-2" y="-2" z="-2" />'))
        missing = 0
        for mk, place in enumerate(due):
            if not (folder / f"case/bound{mk}.csv").exists():
                missing += 1  # drawn over by a later one in the same place
                continue
            found = rows(folder, f"bound{mk}.csv")
            expect(len(found) == 1 and np.abs(np.array(found[0][:3]) - place).max() < 0.0251, f"seed {seed}: {found}, not {place}: {commands}")
        expect(missing < 10, f"{missing} of {len(due)} are missing")


main([test_motions, test_ends, test_matrices])
