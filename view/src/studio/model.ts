// SPDX-License-Identifier: BSD-3-Clause
// What of a case can be drawn: its domain, shapes, faces and gauges, where the text has them.
import type { Path, Value } from "./document";

export type Vec = number[]; // as many numbers as the case has dimensions
export type Kind = "fluid" | "wall" | "body" | "mover" | "opening" | "gauge" | "zone" | "joint" | "line";
export interface Thing {
  path: Path; // of the shape, face or gauge
  owner: Path; // of the fluid, wall ... that it belongs to
  kind: Kind;
  name: string;
  form: string; // box, sphere ...
  cut: boolean;
  data: Record<string, unknown>;
}
export interface Model {
  dimensions: 2 | 3;
  dp: number;
  low: Vec;
  high: Vec;
  up: number; // the axis against gravity
  things: Thing[];
  laid: Map<string, Laid>; // of what files say, by the path of the shape
}
// How far the particles of a shape go, which was moved so when they were laid.
export interface Laid {
  low: Vec;
  high: Vec;
  move: Vec;
}

export function numbers(value: unknown, count: number): Vec | null {
  return Array.isArray(value) && value.length === count && value.every((one) => typeof one === "number" && Number.isFinite(one)) ? (value as Vec) : null;
}

export type Keys = Record<string, unknown>;
export const isMap = (value: unknown): value is Keys => typeof value === "object" && value !== null && !Array.isArray(value);
const list = (value: unknown): Keys[] => (Array.isArray(value) ? value.map((one) => (isMap(one) ? one : {})) : []);

function shapesOf(things: Thing[], key: string, owner: Keys, index: number, kind: Kind): void {
  list(owner.shapes).forEach((shape, k) => {
    const form = shape.add ?? shape.cut;
    if (typeof form !== "string") return;
    things.push({ path: [key, index, "shapes", k], owner: [key, index], kind, name: String(owner.name ?? ""), form, cut: shape.cut !== undefined, data: shape });
  });
}

// null where the text has no domain and spacing yet.
export function modelOf(data: Record<string, unknown>): Model | null {
  const dimensions = data.dimensions === 3 ? 3 : 2;
  const domain = isMap(data.domain) ? data.domain : {};
  const [low, high] = [numbers(domain.low, dimensions), numbers(domain.high, dimensions)];
  const dp = typeof data.dp === "number" && data.dp > 0 ? data.dp : 0;
  if (!low || !high || !dp || low.some((value, a) => value >= high[a])) return null;
  const gravity = numbers(data.gravity, dimensions) ?? [];
  const up = gravity.reduce((best, g, a) => (Math.abs(g) > Math.abs(gravity[best]) ? a : best), dimensions - 1);
  const things: Thing[] = [];
  list(data.fluids).forEach((fluid, i) => shapesOf(things, "fluids", fluid, i, "fluid"));
  list(data.walls).forEach((wall, i) => shapesOf(things, "walls", wall, i, wall.body ? "body" : wall.motion || wall.moves_with ? "mover" : "wall"));
  list(data.open_boundaries).forEach((face, i) => {
    const path: Path = ["open_boundaries", i];
    things.push({ path, owner: path, kind: "opening", name: String(face.name ?? ""), form: String(face.shape ?? "box"), cut: false, data: face });
  });
  list(data.gauges).forEach((gauge, i) => {
    const path: Path = ["gauges", i];
    things.push({ path, owner: path, kind: "gauge", name: String(gauge.name ?? ""), form: String(gauge.type ?? ""), cut: false, data: gauge });
  });
  list(data.walls).forEach((wall, i) => {
    const body = isMap(wall.body) ? wall.body : {};
    for (const key of ["springs", "moorings"])
      list(body[key]).forEach((one, k) => {
        const path: Path = ["walls", i, "body", key, k];
        things.push({ path, owner: path, kind: "line", name: String(wall.name ?? ""), form: key.slice(0, -1), cut: false, data: one });
      });
  });
  const plain = (key: string, kind: Kind, form: (one: Keys) => string) =>
    list(data[key]).forEach((one, i) => things.push({ path: [key, i], owner: [key, i], kind, name: String(one.name ?? ""), form: form(one), cut: false, data: one }));
  plain("joints", "joint", (one) => String(one.type ?? "joint"));
  plain("cables", "line", () => "cable");
  plain("damping_zones", "zone", () => "damping");
  plain("relaxation_zones", "zone", (one) => (one.waves ? "waves" : "rest"));
  return { dimensions, dp, low, high, up, things, laid: new Map() };
}

// ---- what a file says, as large as its particles ----

const moveOf = (thing: Thing, n: number): Vec => numbers(thing.data.move, n) ?? Array<number>(n).fill(0);

// `owners`: of each row the number of its wall, negative for water.
export function laidOf(m: Model, points: ArrayLike<number>, owners: ArrayLike<number>): Map<string, Laid> {
  const found = new Map<string, Laid>();
  for (const thing of m.things) {
    if (thing.path[0] !== "walls" || !["surface", "terrain", "points"].includes(thing.form)) continue;
    const one: Laid = { low: m.high.map(() => Infinity), high: m.high.map(() => -Infinity), move: moveOf(thing, m.dimensions) };
    for (let i = 0; i < owners.length; i++)
      for (let a = 0; owners[i] === thing.path[1] && a < m.dimensions; a++) {
        one.low[a] = Math.min(one.low[a], points[3 * i + a] - m.dp / 2);
        one.high[a] = Math.max(one.high[a], points[3 * i + a] + m.dp / 2);
      }
    if (one.low[0] < one.high[0]) found.set(thing.path.join(), one);
  }
  return found;
}

function laidLines(thing: Thing, m: Model): Line[] {
  const laid = m.laid.get(thing.path.join());
  if (!laid) return [];
  const by = moveOf(thing, m.dimensions).map((value, a) => value - laid.move[a]);
  return boxLines(plus(laid.low, by), plus(laid.high, by));
}

// ---- what has ends in place of a shape ----

// The keys of its places, in their order.
const ENDS = ["at", "from", "on", "to"];
const hasEnds = (thing: Thing) => ["joint", "line", "zone"].includes(thing.kind);

export function endsOf(thing: Thing, n: number): { key: string; at: Vec }[] {
  return ENDS.flatMap((key) => {
    const at = numbers(thing.data[key], n);
    return at ? [{ key, at }] : [];
  });
}

// The lowest and highest corner of a shape; null where the case does not say it.
function corners(thing: Thing, m: Model): [Vec, Vec] | null {
  const points = linesOf(thing, m).flat();
  if (!points.length) return null;
  return [points[0].map((_, a) => Math.min(...points.map((one) => one[a]))), points[0].map((_, a) => Math.max(...points.map((one) => one[a])))];
}

// The bodies that a place is in, or within a spacing of.
export function bodiesAt(m: Model, at: Vec): string[] {
  const found = m.things.filter((thing) => {
    const box = thing.kind === "body" && !thing.cut ? corners(thing, m) : null;
    return box && at.every((value, a) => value > box[0][a] - 1.001 * m.dp && value < box[1][a] + 1.001 * m.dp);
  });
  return [...new Set(found.map((thing) => thing.name))];
}

// The middle of a body, where its shapes say it; else of the domain.
export function middleOf(m: Model, name: string): Vec {
  const first = m.things.find((thing) => thing.kind === "body" && thing.name === name);
  const box = first ? corners(first, m) : null;
  return (box?.[0] ?? m.low).map((value, a) => (value + (box?.[1] ?? m.high)[a]) / 2);
}

// ---- lines that show a thing ----

export type Line = Vec[]; // points, joined

// Turned about x, y and z, one after the other and through a point, then moved, as amphi does it.
function placing(data: Keys, n: number, about: Vec = []): (at: Vec) => Vec {
  const turn = n === 2 ? [0, 0, Number(data.turn ?? 0)] : (numbers(data.turn, 3) ?? [0, 0, 0]);
  const move = numbers(data.move, n) ?? [0, 0, 0];
  return (at) => {
    const p = [0, 1, 2].map((a) => (at[a] ?? 0) - (about[a] ?? 0));
    turn.forEach((degrees, axis) => {
      const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      [p[u], p[v]] = [c * p[u] - s * p[v], s * p[u] + c * p[v]];
    });
    return p.slice(0, n).map((value, a) => value + (about[a] ?? 0) + move[a]);
  };
}

const turns = (data: Keys) => [data.turn].flat().some((angle) => Number(angle ?? 0) !== 0);

// The corners of an extrusion or revolution, the axis along which it goes, and where a corner is at a place along that axis, or
// at an angle round it.
interface Profile {
  corners: Vec[];
  along: number;
  put: (corner: Vec, by: number) => Vec;
}

function profileOf(thing: Thing): Profile | null {
  const { vertices } = thing.data;
  const list = Array.isArray(vertices) ? vertices.map((one) => numbers(one, 2)) : [];
  const along = "xyz".indexOf(String(thing.data.along ?? "z"));
  if (list.length < 3 || !list.every((one) => one) || along < 0) return null;
  const [u, v] = across2(along);
  const put = (corner: Vec, by: number) => {
    const at = [0, 0, 0];
    if (thing.form === "extrusion") [at[u], at[v], at[along]] = [corner[0], corner[1], by];
    else [at[u], at[v], at[along]] = [corner[0] * Math.cos(by), corner[0] * Math.sin(by), corner[1]];
    return at;
  };
  return { corners: list as Vec[], along, put };
}

// The two other axes, in their order.
export const across2 = (along: number) => [0, 1, 2].filter((axis) => axis !== along);

function profileLines(thing: Thing): Line[] {
  const profile = profileOf(thing);
  if (!profile) return [];
  const { corners, put } = profile;
  const closed = [...corners, corners[0]];
  if (thing.form === "extrusion") {
    const [from, to] = [Number(thing.data.from ?? 0), Number(thing.data.to ?? 0)];
    return [closed.map((one) => put(one, from)), closed.map((one) => put(one, to)), ...corners.map((one): Line => [put(one, from), put(one, to)])];
  }
  const rings = corners.map((one): Line => Array.from({ length: 49 }, (_, i) => put(one, (i * Math.PI) / 24)));
  return [...rings, ...[0, 1, 2, 3].map((quarter): Line => closed.map((one) => put(one, (quarter * Math.PI) / 2)))];
}

export function boxLines(low: Vec, high: Vec): Line[] {
  if (low.length === 2) {
    const [[a, b], [c, d]] = [low, high];
    return [[[a, b], [c, b], [c, d], [a, d], [a, b]]];
  }
  const corner = (k: number): Vec => [0, 1, 2].map((axis) => ((k >> axis) & 1 ? high[axis] : low[axis]));
  const out: Line[] = [];
  for (let k = 0; k < 8; k++) for (let axis = 0; axis < 3; axis++) if (!((k >> axis) & 1)) out.push([corner(k), corner(k | (1 << axis))]);
  return out;
}

function circle(centre: Vec, u: Vec, v: Vec): Line {
  return Array.from({ length: 49 }, (_, i) => {
    const [c, s] = [Math.cos((i * Math.PI) / 24), Math.sin((i * Math.PI) / 24)];
    return centre.map((value, a) => value + c * u[a] + s * v[a]);
  });
}

function sphereLines(centre: Vec, radius: number): Line[] {
  const axis = (a: number) => centre.map((_, k) => (k === a ? radius : 0));
  if (centre.length === 2) return [circle(centre, axis(0), axis(1))];
  return [circle(centre, axis(0), axis(1)), circle(centre, axis(1), axis(2)), circle(centre, axis(0), axis(2))];
}

// Two directions across a third, of this length.
function across(along: Vec, length: number): [Vec, Vec] {
  const size = Math.hypot(...along) || 1;
  const n = along.map((value) => value / size);
  const seed = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const u = cross(n, seed);
  const scale = length / (Math.hypot(...u) || 1);
  const first = u.map((value) => value * scale);
  return [first, cross(n, first)];
}

function cylinderLines(base: Vec, top: Vec, radius: number): Line[] {
  const [u, v] = across(base.map((value, a) => top[a] - value), radius);
  const sides = [u, v, u.map((x) => -x), v.map((x) => -x)].map((w): Line => [base.map((x, a) => x + w[a]), top.map((x, a) => x + w[a])]);
  return [circle(base, u, v), circle(top, u, v), ...sides];
}

// A gauge of height has no coordinate along gravity: it is the whole line.
function uprightLine(at: Vec, m: Model): Line {
  const low = [...at.slice(0, m.up), m.low[m.up], ...at.slice(m.up)];
  const high = [...at.slice(0, m.up), m.high[m.up], ...at.slice(m.up)];
  return [low, high];
}

export const isUpright = (thing: Thing) => thing.kind === "gauge" && ["height", "level", "elevation"].includes(thing.form);

// From end to end; through a joint its axis; of a zone in the plane also the planes between which it grows.
function endLines(thing: Thing, m: Model): Line[] {
  const ends = endsOf(thing, m.dimensions).map((one) => one.at);
  const out: Line[] = ends.length ? [[ends[0], ends[1] ?? ends[0]]] : [];
  const size = 0.06 * Math.max(...m.high.map((value, a) => value - m.low[a]));
  const axis = thing.kind === "joint" && ends.length ? numbers(thing.data.axis, m.dimensions) : null;
  const length = axis ? Math.hypot(...axis) : 0;
  if (axis && length) out.push([-size, size].map((by) => ends[0].map((value, a) => value + (by * axis[a]) / length)));
  if (thing.kind === "zone" && m.dimensions === 2 && ends.length === 2 && ends[0][m.up] === ends[1][m.up])
    out.push(...ends.map((at): Line => [m.low, m.high].map((corner) => at.map((value, a) => (a === m.up ? corner[a] : value)))));
  return out;
}

export function linesOf(thing: Thing, m: Model): Line[] {
  const { data } = thing;
  const n = m.dimensions;
  const vec = (key: string) => numbers(data[key], n);
  if (thing.kind === "gauge") {
    if (isUpright(thing)) {
      const [at, to] = [numbers(data.at, n - 1), numbers(data.to, n - 1)];
      return [at, to].flatMap((one) => (one ? [uprightLine(one, m)] : []));
    }
    const [at, to] = [vec("at"), vec("to")];
    return at && to ? [[at, to]] : at ? [[at, at]] : [];
  }
  if (hasEnds(thing)) return endLines(thing, m);
  const [low, high] = [vec("low"), vec("high")];
  if (thing.form === "box") return low && high ? boxLines(low, high).map((line) => line.map(placing(data, n, middle(low, high)))) : [];
  if (n === 3 && (thing.form === "extrusion" || thing.form === "revolution")) return profileLines(thing).map((line) => line.map(placing(data, n)));
  if (["surface", "terrain", "points"].includes(thing.form)) return laidLines(thing, m);
  const radius = typeof data.radius === "number" ? data.radius : 0;
  if (thing.form === "sphere") {
    const centre = vec("centre");
    return centre ? sphereLines(centre, radius) : [];
  }
  if (thing.form === "cylinder") {
    const [base, top] = [vec("base"), vec("top")];
    return base && top ? cylinderLines(base, top, radius) : [];
  }
  if (thing.form === "polygon" && n === 2 && Array.isArray(data.vertices)) {
    const points = data.vertices.map((one) => numbers(one, 2));
    return points.length && points.every((one) => one) ? [[...points, points[0]] as Line] : [];
  }
  return [];
}

// ---- handles that change it ----

export interface Handle {
  at: Vec;
  axes: number[]; // along which it moves
  what: "size" | "move" | "turn";
  // The keys that change when it has moved by `by`; null: what cannot be.
  keys: (by: Vec) => { [key: string]: Value } | null;
}

const plus = (a: Vec, b: Vec) => a.map((value, k) => value + b[k]);
const middle = (a: Vec, b: Vec) => a.map((value, k) => (value + b[k]) / 2);

// To move all of a thing: in the plane one, in space one along each axis.
function movers(at: Vec, span: number, keys: Handle["keys"]): Handle[] {
  if (at.length === 2) return [{ at, axes: [0, 1], what: "move", keys }];
  return [0, 1, 2].map((axis) => ({ at: at.map((value, a) => value + (a === axis ? span : 0)), axes: [axis], what: "move", keys }));
}

// What is turned is moved as a whole. In the plane a handle above its middle turns it.
function turnedHandles(data: Keys, low: Vec, high: Vec): Handle[] {
  const centre = middle(low, high);
  const span = Math.max(...high.map((value, a) => value - low[a]));
  const move = movers(centre, 0.15 * span, (by) => ({ low: plus(low, by), high: plus(high, by) }));
  if (centre.length === 3) return move;
  const at = placing(data, 2, centre)([centre[0], high[1] + 0.15 * span]);
  const keys = (by: Vec) => {
    const [x, y] = plus(at, by).map((value, a) => value - centre[a]);
    return { turn: Math.round((Math.atan2(-x, y) * 180) / Math.PI) };
  };
  return [...move, { at, axes: [0, 1], what: "turn", keys }];
}

// Corners of a profile, where it is not turned; its ends; all of it.
function profileHandles(thing: Thing, m: Model): Handle[] {
  const profile = profileOf(thing);
  if (!profile) return [];
  const { corners, along, put } = profile;
  const { data } = thing;
  const place = placing(data, 3);
  const isExtrusion = thing.form === "extrusion";
  const [from, to] = isExtrusion ? [Number(data.from ?? 0), Number(data.to ?? 0)] : [0, 0];
  const axes = isExtrusion ? across2(along) : [across2(along)[0], along];
  const moved = (corner: Vec, by: Vec) => axes.map((axis, k) => (k === 0 && !isExtrusion ? Math.max(corner[k] + by[axis], 0) : corner[k] + by[axis]));
  const single = (corner: Vec, k: number): Handle => ({ at: place(put(corner, from)), axes, what: "size", keys: (by) => ({ vertices: corners.map((one, i) => (i === k ? moved(one, by) : one)) }) });
  const centre = corners.reduce((sum, one) => plus(sum, one.map((value) => value / corners.length)), [0, 0]);
  const ends = (["from", "to"] as const).map((key): Handle => ({ at: place(put(centre, key === "from" ? from : to)), axes: [along], what: "size", keys: (by) => ({ [key]: (key === "from" ? from : to) + by[along] }) }));
  const move = numbers(data.move, 3) ?? [0, 0, 0];
  const inside = isExtrusion ? put(centre, (from + to) / 2) : put([0, centre[1]], 0);
  const span = 0.08 * Math.max(...m.high.map((value, a) => value - m.low[a]));
  return [...(turns(data) ? [] : [...corners.map(single), ...(isExtrusion ? ends : [])]), ...movers(place(inside), span, (by) => ({ move: plus(move, by) }))];
}

function boxHandles(low: Vec, high: Vec, dp: number): Handle[] {
  const out: Handle[] = [];
  const n = low.length;
  const flat = low.map((value, a) => value === high[a]); // a face of an open boundary
  const resize = (l: Vec, h: Vec) => (l.every((value, a) => flat[a] || value < h[a] - dp / 2) ? { low: l, high: h } : null);
  const sides = n === 2 && !flat.some(Boolean) ? [] : low.flatMap((_, a) => (flat[a] ? [] : [[a, 0], [a, 1]]));
  for (const [axis, side] of sides) {
    const at = middle(low, high);
    at[axis] = side ? high[axis] : low[axis];
    out.push({ at, axes: [axis], what: "size", keys: (by) => (side ? resize(low, plus(high, by)) : resize(plus(low, by), high)) });
  }
  if (n === 2 && !flat.some(Boolean))
    for (let k = 0; k < 4; k++) {
      const side = [k & 1, k >> 1];
      const keys = (by: Vec) =>
        resize(
          low.map((value, a) => value + (side[a] ? 0 : by[a])),
          high.map((value, a) => value + (side[a] ? by[a] : 0)),
        );
      out.push({ at: low.map((value, a) => (side[a] ? high[a] : value)), axes: [0, 1], what: "size", keys });
    }
  out.push(...movers(middle(low, high), 0.15 * Math.max(...high.map((value, a) => value - low[a])), (by) => ({ low: plus(low, by), high: plus(high, by) })));
  return out;
}

export function handlesOf(thing: Thing, m: Model): Handle[] {
  const { data } = thing;
  const n = m.dimensions;
  const vec = (key: string) => numbers(data[key], n);
  const all = Array.from({ length: n }, (_, a) => a);
  if (thing.kind === "gauge") {
    const out: Handle[] = [];
    for (const key of ["at", "to"]) {
      if (isUpright(thing)) {
        const at = numbers(data[key], n - 1);
        if (!at) continue;
        const whole = middle(...(uprightLine(at, m) as [Vec, Vec]));
        const axes = all.filter((a) => a !== m.up);
        for (const axis of axes) {
          const shown = n === 2 ? whole : whole.map((value, a) => value + (a === axis ? 0.05 * (m.high[a] - m.low[a]) : 0));
          out.push({ at: shown, axes: [axis], what: "move", keys: (by) => ({ [key]: at.map((value, k) => value + by[axes[k]]) }) });
        }
      } else {
        const at = vec(key);
        if (at) out.push(...movers(at, 0.05 * Math.max(...m.high.map((value, a) => value - m.low[a])), (by) => ({ [key]: plus(at, by) })));
      }
    }
    return out;
  }
  if (hasEnds(thing)) {
    const span = 0.05 * Math.max(...m.high.map((value, a) => value - m.low[a]));
    return endsOf(thing, n).flatMap(({ key, at }) => movers(at, span, (by) => ({ [key]: plus(at, by) })));
  }
  const [low, high] = [vec("low"), vec("high")];
  if (thing.form === "box" && low && high && turns(data)) return turnedHandles(data, low, high);
  if (thing.form === "box") return low && high ? [...boxHandles(low, high, m.dp), ...(n === 2 && thing.kind !== "opening" && data.open === undefined ? turnedHandles(data, low, high).slice(1) : [])] : [];
  if (n === 3 && (thing.form === "extrusion" || thing.form === "revolution")) return profileHandles(thing, m);
  const radius = typeof data.radius === "number" ? data.radius : 0;
  const bigger = (by: number) => (radius + by > m.dp / 2 ? { radius: radius + by } : null);
  if (thing.form === "sphere") {
    const centre = vec("centre");
    if (!centre) return [];
    const edge = centre.map((value, a) => value + (a === 0 ? radius : 0));
    return [{ at: edge, axes: [0], what: "size", keys: (by) => bigger(by[0]) }, ...movers(centre, 0.3 * radius, (by) => ({ centre: plus(centre, by) }))];
  }
  if (thing.form === "cylinder") {
    const [base, top] = [vec("base"), vec("top")];
    if (!base || !top) return [];
    const along = base.map((value, a) => Math.abs(top[a] - value));
    const axis = along.indexOf(Math.min(...along));
    const edge = base.map((value, a) => value + (a === axis ? radius : 0));
    const ends = (["base", "top"] as const).flatMap((key) => {
      const at = key === "base" ? base : top;
      const longest = along.indexOf(Math.max(...along));
      return [{ at, axes: [longest], what: "size" as const, keys: (by: Vec) => ({ [key]: plus(at, by) }) }];
    });
    return [...ends, { at: edge, axes: [axis], what: "size", keys: (by) => bigger(by[axis]) }, ...movers(middle(base, top), 0.5 * radius, (by) => ({ base: plus(base, by), top: plus(top, by) }))];
  }
  if (thing.form === "polygon" && n === 2) {
    const points = (data.vertices as unknown[]).map((one) => numbers(one, 2));
    if (!points.every((one) => one)) return [];
    const corners = points as Vec[];
    const out = corners.map((at, k): Handle => ({ at, axes: [0, 1], what: "size", keys: (by) => ({ vertices: corners.map((one, i) => (i === k ? plus(one, by) : one)) }) }));
    const centre = corners.reduce((sum, one) => plus(sum, one.map((value) => value / corners.length)), [0, 0]);
    return [...out, ...movers(centre, 0, (by) => ({ vertices: corners.map((one) => plus(one, by)) }))];
  }
  if (["surface", "terrain", "points"].includes(thing.form)) {
    const move = moveOf(thing, n);
    const box = corners(thing, m);
    return movers(box ? middle(...box) : plus(move, middle(m.low, m.high)), 0.1 * Math.max(...m.high.map((value, a) => value - m.low[a])), (by) => ({ move: plus(move, by) }));
  }
  return [];
}
