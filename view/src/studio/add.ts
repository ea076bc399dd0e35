// SPDX-License-Identifier: BSD-3-Clause
// What the buttons add to a case, as a person would write it.
import type { Value } from "./document";
import { across2, bodiesAt, middleOf, type Model, numbers, type Thing, type Vec } from "./model";

export type Item = { [key: string]: Value };
export type Role = "water" | "wall" | "body";

// On the lattice, without the noise of binary fractions.
export function tidy(at: Vec): Vec {
  return at.map((value) => Number(value.toFixed(9)));
}

export function onLattice(m: Model, at: Vec): Vec {
  return tidy(at.map((value, a) => m.low[a] + Math.round((value - m.low[a]) / m.dp) * m.dp));
}

// A point of the domain by its shares along the axes.
export function within(m: Model, shares: Vec): Vec {
  return onLattice(m, shares.map((share, a) => m.low[a] + share * (m.high[a] - m.low[a])));
}

export function freeName(data: Record<string, unknown>, key: string, wanted: string): string {
  const taken = new Set((Array.isArray(data[key]) ? data[key] : []).map((one: { name?: unknown } | null) => one?.name));
  let name = wanted;
  for (let k = 2; taken.has(name); k++) name = `${wanted}${k}`;
  return name;
}

export function boxOf(a: Vec, b: Vec): Item {
  return { add: "box", low: tidy(a.map((value, k) => Math.min(value, b[k]))), high: tidy(a.map((value, k) => Math.max(value, b[k]))) };
}

export function discOf(centre: Vec, edge: Vec): Item {
  return { add: "sphere", centre: tidy(centre), radius: Number(Math.hypot(...edge.map((value, k) => value - centre[k])).toPrecision(6)) };
}

export function polygonOf(points: Vec[]): Item {
  return { add: "polygon", vertices: points.map(tidy) };
}

// In space what was drawn on the front of the domain, as deep as that; or on one side of its middle, turned about it.
export function profileOf(m: Model, form: "polygon" | "revolution", points: Vec[]): Item {
  const [first, along] = across2(m.up);
  if (form === "polygon") {
    const axes = across2(along);
    return { add: "extrusion", vertices: points.map((at) => tidy(axes.map((axis) => at[axis]))), along: "xyz"[along], from: m.low[along], to: m.high[along] };
  }
  const centre = within(m, m.low.map(() => 0.5));
  const move = tidy(centre.map((value, a) => (a === m.up ? 0 : value)));
  return { add: "revolution", vertices: points.map((at) => tidy([Math.abs(at[first] - centre[first]), at[m.up]])), along: "xyz"[m.up], move };
}

// A shape of some size in the middle of the domain, where it cannot be drawn.
export function middling(m: Model, form: "box" | "disc" | "cylinder"): Item {
  const size = m.high.map((value, a) => value - m.low[a]);
  const radius = Math.max(3 * m.dp, Math.round((0.12 * Math.min(...size)) / m.dp) * m.dp);
  if (form === "box") return boxOf(within(m, size.map(() => 0.4)), within(m, size.map(() => 0.6)));
  const centre = within(m, size.map(() => 0.5));
  if (form === "disc") return { add: "sphere", centre, radius: Number(radius.toFixed(9)) };
  const end = (share: number) => within(m, size.map((_, a) => (a === m.up ? share : 0.5)));
  return { add: "cylinder", base: end(0.3), top: end(0.7), radius: Number(radius.toFixed(9)) };
}

// A tank as large as the domain, open at the top.
export function tank(m: Model): Item {
  return { add: "box", low: tidy(m.low), high: tidy(m.high), fill: "shell-outside", open: [`+${"xyz"[m.up]}`] };
}

// Water from the floor to a level: as far as the walls of the tank around a place, or the domain, go. Walls that
// stand in it keep their places, since walls come first.
export function poured(m: Model, at: Vec): Item {
  let [low, high] = [[...m.low], [...m.high]];
  for (const thing of m.things) {
    if (thing.kind !== "wall" || thing.cut || thing.form !== "box") continue;
    const [a, b] = [numbers(thing.data.low, m.dimensions), numbers(thing.data.high, m.dimensions)];
    if (!a || !b) continue;
    const shell = thing.data.fill === "shell-outside";
    for (let axis = 0; axis < m.dimensions; axis++) {
      const beside = at.every((value, k) => k === axis || (a[k] - m.dp / 2 < value && value < b[k] + m.dp / 2));
      if (shell ? at.every((value, k) => k === m.up || (a[k] < value && value < b[k])) : beside && axis !== m.up) {
        if (shell) [low[axis], high[axis]] = [Math.max(low[axis], a[axis]), Math.min(high[axis], b[axis])];
        else if (b[axis] <= at[axis]) low[axis] = Math.max(low[axis], b[axis]);
        else if (a[axis] >= at[axis]) high[axis] = Math.min(high[axis], a[axis]);
      } else if (!shell && axis === m.up && beside && b[axis] <= at[axis] && b[axis] - a[axis] > 0) low[axis] = Math.max(low[axis], floorUnder(m, a, b, low));
    }
  }
  [low, high] = [tidy(low), tidy(high)];
  high[m.up] = onLattice(m, high.map((value, a) => (a === m.up ? Math.max(at[m.up], low[m.up] + m.dp) : value)))[m.up];
  return { add: "box", low, high };
}

// The top of a wall that bears all the water, or where the water began: what stands in it is no floor.
function floorUnder(m: Model, a: Vec, b: Vec, low: Vec): number {
  const whole = m.low.every((value, k) => k === m.up || (a[k] <= value + 0.2 * (m.high[k] - m.low[k]) && b[k] >= m.high[k] - 0.2 * (m.high[k] - m.low[k])));
  return whole ? b[m.up] : low[m.up];
}

// How deep the water is: the highest top of it.
function waterTop(m: Model): number {
  const tops = m.things.flatMap((thing) => {
    const high = thing.kind === "fluid" && thing.form === "box" ? numbers(thing.data.high, m.dimensions) : null;
    return high ? [high[m.up]] : [];
  });
  return tops.length ? Math.max(...tops) : (m.low[m.up] + m.high[m.up]) / 2;
}

// The first box of water.
export function firstWater(m: Model): Thing | undefined {
  return m.things.find((thing) => thing.kind === "fluid" && thing.form === "box" && numbers(thing.data.low, m.dimensions) && numbers(thing.data.high, m.dimensions));
}

// Of waves: as many spacings as they should have, where the depth bears so much.
function waveHeight(m: Model, depth: number): number {
  return Number(Math.max(0.15 * depth, Math.min(5 * m.dp, 0.25 * depth)).toPrecision(2));
}

// The middle of the water's surface, or of the domain: where what floats is half under water.
export function afloat(m: Model): Vec {
  const water = firstWater(m)?.data;
  const [low, high] = [(water?.low as Vec) ?? m.low, (water?.high as Vec) ?? m.high];
  return onLattice(m, low.map((value, a) => (a === m.up && water ? high[a] : (value + high[a]) / 2)));
}

// A piston at the left end of the domain, with room behind it for its stroke, and waves some depths long; `front`:
// where the water before it begins.
export function paddle(m: Model, name: string): { wall: Item; front: number } {
  const water = firstWater(m);
  const [low, high] = [[...((water?.data.low as Vec) ?? m.low)], [...((water?.data.high as Vec) ?? m.high)]];
  const depth = Number((waterTop(m) - low[m.up]).toFixed(9));
  const height = waveHeight(m, depth);
  const period = Number((5.6 * Math.sqrt(depth / 9.81)).toPrecision(2));
  const back = Math.max(low[0], m.low[0] + Math.ceil(height / (2 * m.dp) + 4) * m.dp); // its stroke, and what a gap should have
  const front = back + 4 * m.dp;
  [low[0], high[0]] = [back, front];
  high[m.up] = Math.min(m.high[m.up], waterTop(m) + 0.5 * depth);
  const direction = m.low.map((_, axis) => (axis === 0 ? 1 : 0));
  const motion: Item = { type: "paddle", direction, ramp: period, waves: { type: "regular", order: 2, depth, height, period } };
  return { wall: { name, shapes: [{ add: "box", low: onLattice(m, low), high: onLattice(m, high) }], motion }, front: onLattice(m, [front, ...low.slice(1)])[0] };
}

// A face at an end of the water, of as many layers behind it as the kernel reaches: water goes along x.
export function opening(m: Model, name: string, comes: boolean): Item {
  const first = m.things.find((thing) => thing.kind === "fluid" && thing.form === "box");
  const low = [...((first && numbers(first.data.low, m.dimensions)) || m.low)];
  const high = [...((first && numbers(first.data.high, m.dimensions)) || m.high)];
  const level = waterTop(m);
  high[m.up] = m.high[m.up];
  const x = comes ? low[0] : high[0];
  low[0] = high[0] = x;
  const normal = low.map((_, a) => (a === 0 ? (comes ? 1 : -1) : 0));
  const face: Item = { name, low: tidy(low), high: tidy(high), normal };
  if (comes) return { ...face, velocity: { model: "uniform", speed: 0.5, ramp: 0.5 }, surface: { model: "given", level: Number(level.toFixed(9)) } };
  return { ...face, velocity: { model: "free" }, pressure: { model: "hydrostatic" }, surface: { model: "given", level: Number(level.toFixed(9)) } };
}

export function gauge(m: Model, type: string, name: string, at: Vec, on?: string): Item {
  const interval = type === "pressure" ? 0.001 : 0.01;
  if (type === "body") return { name, type, on: on ?? "", interval };
  if (type === "height") return { name, type, at: tidy(at.filter((_, a) => a !== m.up)), interval };
  const face = type === "pressure" ? faceAt(m, at) : null;
  return { name, type, ...(face ?? { at: tidy(at) }), interval };
}

// The face of a box of a wall that a place is nearer to than a spacing, and its place on that.
function faceAt(m: Model, at: Vec): { on: string; at: Vec } | null {
  for (const thing of m.things) {
    if (!["wall", "body", "mover"].includes(thing.kind) || thing.cut || thing.form !== "box" || thing.data.turn !== undefined) continue;
    const [low, high] = [numbers(thing.data.low, m.dimensions), numbers(thing.data.high, m.dimensions)];
    if (!low || !high || !at.every((value, a) => value >= low[a] - m.dp && value <= high[a] + m.dp)) continue;
    const open = Array.isArray(thing.data.open) ? thing.data.open : [];
    for (let a = 0; a < m.dimensions; a++)
      for (const [side, corner] of [["-", low], ["+", high]] as [string, Vec][]) {
        if (Math.abs(at[a] - corner[a]) > 0.99 * m.dp || open.includes(`${side}${"xyz"[a]}`)) continue;
        const inside = at.every((value, k) => k === a || (value > low[k] && value < high[k]));
        if (inside) return { on: thing.name, at: tidy(at.map((value, k) => (k === a ? corner[a] : value))) };
      }
  }
  return null;
}

// ---- what holds, pulls and damps ----

const bodiesOf = (m: Model) => [...new Set(m.things.filter((thing) => thing.kind === "body").map((thing) => thing.name))];

function needBody(m: Model): string {
  const [first] = bodiesOf(m);
  if (!first) throw new Error("there is no body yet: add a floating box or disc first");
  return first;
}

// Where a joint is put in space, and a line from a body to a side of the domain.
export function jointPlace(m: Model, wanted?: string): Vec {
  return tidy(middleOf(m, wanted ?? needBody(m)));
}
export function linePlaces(m: Model, wanted?: string): Vec[] {
  const at = jointPlace(m, wanted);
  return [tidy(at.map((value, a) => (a === 0 ? m.low[0] + 0.1 * (m.high[0] - m.low[0]) : a === m.up ? m.low[a] : value))), at];
}

// Between the bodies at a place, or one of them and space.
export function joint(m: Model, type: "hinge" | "slider", name: string, at: Vec): Item {
  const [of, partner] = [...bodiesAt(m, at), needBody(m)];
  const item: Item = { name, type, of };
  if (partner && partner !== of && bodiesAt(m, at).length > 1) item.with = partner;
  item.at = tidy(at);
  const along = m.low.map((_, a) => (type === "slider" ? Number(a === m.up) : Number(a === [0, 1, 2].filter((one) => one !== m.up)[1])));
  if (type === "slider" || m.dimensions === 3) item.axis = along;
  return item;
}

// The end that is on a body comes first.
function onBodies(m: Model, ends: Vec[]): { ends: Vec[]; on: (string | undefined)[] } {
  const on = ends.map((at) => bodiesAt(m, at)[0]);
  needBody(m);
  if (!on[0] && !on[1]) throw new Error("one end has to be on a floating body");
  return on[0] ? { ends, on } : { ends: [ends[1], ends[0]], on: [on[1], on[0]] };
}

const apart = (a: Vec, b: Vec) => Math.hypot(...a.map((value, k) => b[k] - value));

export function spring(m: Model, name: string, drawn: Vec[]): Item {
  const { ends, on } = onBodies(m, drawn);
  const item: Item = { name, type: "spring", of: on[0]! };
  if (on[1] && on[1] !== on[0]) item.with = on[1];
  return { ...item, at: tidy(ends[0]), to: tidy(ends[1]), stiffness: 100 };
}

export function cable(m: Model, name: string, drawn: Vec[]): Item {
  const { ends, on } = onBodies(m, drawn);
  const item: Item = { name, from: tidy(ends[1]) };
  if (on[1] && on[1] !== on[0]) item.from_on = on[1];
  return { ...item, to: tidy(ends[0]), to_on: on[0]!, length: Number((1.05 * apart(ends[0], ends[1])).toPrecision(4)), mass: 1, diameter: 0.02, stiffness: 10000 };
}

// Along the water, as it was drawn or where waves end.
export function zonePlaces(m: Model, waves: boolean): Vec[] {
  const water = firstWater(m);
  const [low, high] = [(water?.data.low as Vec) ?? m.low, (water?.data.high as Vec) ?? m.high];
  const at = (share: number) => low.map((value, a) => (a === 0 ? value + share * (high[0] - value) : value));
  return waves ? [at(0), at(0.3)] : [at(0.7), at(1)];
}

function level(m: Model, drawn: Vec[], height: number): Vec[] {
  return drawn.map((at) => tidy(at.map((value, a) => (a === m.up ? height : value))));
}

export function damping(m: Model, name: string, drawn: Vec[]): Item {
  const [from, to] = level(m, drawn, drawn[0][m.up]);
  return { name, from, to };
}

// Waves some depths long that run the way that was drawn, over the bed.
export function sea(m: Model, name: string, drawn: Vec[]): Item {
  const bed = (firstWater(m)?.data.low as Vec | undefined)?.[m.up] ?? m.low[m.up];
  const [from, to] = level(m, drawn, bed);
  const depth = Number((waterTop(m) - bed).toFixed(9));
  const period = Number((5.6 * Math.sqrt(depth / 9.81)).toPrecision(2));
  return { name, from, to, ramp: period, waves: { type: "regular", order: 2, depth, height: waveHeight(m, depth), period } };
}

// A lighter liquid, as stiff as the water.
export function phase(m: Model, name: string): Item {
  const density = 850;
  const depth = m.high[m.up] - m.low[m.up];
  return { name, density, speed_of_sound: Number((10 * Math.sqrt(2 * 9.81 * depth) * Math.sqrt(1000 / density)).toPrecision(2)) };
}

// An empty domain, to be filled.
export function emptyCase(title: string, size: Vec, dp: number): string {
  const flat = size.length === 2;
  const zeros = size.map(() => 0).join(", ");
  return [
    `title: ${/^[A-Za-z][\w .-]*$/.test(title) ? title : JSON.stringify(title)}`,
    "method: wcsph",
    `dimensions: ${size.length}`,
    `dp: ${dp}`.padEnd(29) + "# particle spacing, m",
    "domain:".padEnd(29) + "# where water may be, m",
    `  low: [${zeros}]`,
    `  high: [${size.join(", ")}]`,
    `  open: [+${flat ? "y" : "z"}]`.padEnd(29) + "# what splashes out at the top is counted and gone",
    `gravity: [${flat ? "0, -9.81" : "0, 0, -9.81"}]`.padEnd(29) + "# m/s^2",
    "end: 2".padEnd(29) + "# s",
    "output: {interval: 0.05}".padEnd(29) + "# s between snapshots",
    "",
  ].join("\n");
}

export function describe(thing: Thing): string {
  const what = { fluid: "water", wall: "wall", body: "body", mover: "moving wall", opening: "open boundary", gauge: "gauge", zone: "zone", joint: "joint", line: "line" }[thing.kind];
  return `${thing.name || "?"}: ${what}, ${thing.cut ? "cut " : ""}${thing.form === "sphere" ? "disc or ball" : thing.form}`;
}
