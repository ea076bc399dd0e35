// SPDX-License-Identifier: BSD-3-Clause
// Fields between the particles: mean values weighted by a Wendland kernel.
import type { Field, Frame } from "./reader";
import { addDifference, type Difference, noDifference, sizesOf } from "./values";

export const REACH = 2.5; // of the kernel, in particle spacings
const LEAST_SHARE = 0.35; // of the kernel that is fluid; about a half at the surface

// The particles `rows` of a frame, sorted by cells that are as wide as the kernel reaches.
export class Cloud {
  private readonly low = [Infinity, Infinity, Infinity];
  private readonly n = [1, 1, 1];
  private readonly first: Uint32Array; // of each cell in `order`; the last one is the end
  private readonly order: Uint32Array;
  private readonly reach: number;
  private readonly whole: number; // what the weights of a full neighbourhood sum up to
  private readonly share: Float32Array; // of each row, its volume over that of a particle of spacing dp

  constructor(
    private readonly frame: Frame,
    rows: Uint32Array,
    dp: number,
    flat: boolean,
  ) {
    const reach = (this.reach = REACH * dp);
    // The kernel's integral over the volume of a particle, w = (1 - r/R)^4 (1 + 4 r/R).
    this.whole = flat ? (Math.PI * REACH ** 2) / 7 : (4 * Math.PI * REACH ** 3) / 42;
    this.share = sizesOf(frame, dp).map((size) => size ** (flat ? 2 : 3));
    const high = [-Infinity, -Infinity, -Infinity];
    const p = frame.points;
    for (const i of rows)
      for (let a = 0; a < 3; a++) {
        this.low[a] = Math.min(this.low[a], p[3 * i + a]);
        high[a] = Math.max(high[a], p[3 * i + a]);
      }
    // One that flew far away makes cells wider, not more.
    for (let a = 0; a < 3; a++) this.n[a] = rows.length ? Math.max(1, Math.floor((high[a] - this.low[a]) / reach) + 1) : 1;
    const cells = this.n[0] * this.n[1] * this.n[2];
    if (cells > 4e7) throw new Error("the fluid has flown too far apart for values between its particles");
    this.first = new Uint32Array(cells + 1);
    this.order = new Uint32Array(rows.length);
    const cell = (i: number) => this.cell([p[3 * i], p[3 * i + 1], p[3 * i + 2]]);
    for (const i of rows) this.first[cell(i) + 1]++;
    for (let c = 0; c < cells; c++) this.first[c + 1] += this.first[c];
    const next = this.first.slice();
    for (const i of rows) this.order[next[cell(i)]++] = i;
  }

  private along(value: number, a: number): number {
    return Math.floor((value - this.low[a]) / this.reach);
  }

  private cell(at: number[]): number {
    const [i, j, k] = [0, 1, 2].map((a) => Math.min(Math.max(this.along(at[a], a), 0), this.n[a] - 1));
    return (k * this.n[1] + j) * this.n[0] + i;
  }

  // The field's components at a place into `out`; false where there is too little fluid.
  read(x: number, y: number, z: number, field: Field, out: number[]): boolean {
    const p = this.frame.points;
    const n = field.components;
    const [ci, cj, ck] = [this.along(x, 0), this.along(y, 1), this.along(z, 2)];
    let sum = 0;
    for (let c = 0; c < n; c++) out[c] = 0;
    for (let k = Math.max(ck - 1, 0); k <= Math.min(ck + 1, this.n[2] - 1); k++)
      for (let j = Math.max(cj - 1, 0); j <= Math.min(cj + 1, this.n[1] - 1); j++) {
        const row = (k * this.n[1] + j) * this.n[0];
        const [i0, i1] = [Math.max(ci - 1, 0), Math.min(ci + 1, this.n[0] - 1)];
        if (i0 > i1) continue;
        for (let at = this.first[row + i0]; at < this.first[row + i1 + 1]; at++) {
          const i = this.order[at];
          const [dx, dy, dz] = [p[3 * i] - x, p[3 * i + 1] - y, p[3 * i + 2] - z];
          const q = Math.sqrt(dx * dx + dy * dy + dz * dz) / this.reach;
          if (q >= 1) continue;
          const w = this.share[i] * (1 - q) ** 4 * (1 + 4 * q);
          sum += w;
          for (let c = 0; c < n; c++) out[c] += w * field.data[i * n + c];
        }
      }
    for (let c = 0; c < n; c++) out[c] /= sum;
    return sum > LEAST_SHARE * this.whole;
  }
}

// b - a at the places of b's fluid: for runs whose particles are others.
export function differenceByPlace(a: Cloud, fa: Field | undefined, b: Frame, rows: Uint32Array, name: string): Difference {
  const fb = b.fields[name];
  const d = noDifference(b, "place");
  const there: number[] = [];
  if (fa && fb && fa.components === fb.components && name !== "position")
    for (const i of rows) {
      if (!a.read(b.points[3 * i], b.points[3 * i + 1], b.points[3 * i + 2], fa, there)) continue;
      addDifference(d, b, i, Array.from({ length: fb.components }, (_, c) => fb.data[i * fb.components + c] - there[c]));
    }
  d.onlyB = rows.length - d.matched;
  return d;
}

export interface Cut {
  points: Float32Array<ArrayBuffer>; // four corners
  width: number;
  height: number;
  values: Float32Array<ArrayBuffer>; // height rows of width; NaN where there is no fluid
}

const MOST_CUT = 250_000; // values of a cut plane

// The field, or its magnitude, on the plane where the coordinate `axis` is `at`, within the box low to high.
export function cutThrough(cloud: Cloud, field: Field, axis: number, at: number, low: number[], high: number[], dp: number): Cut {
  const [u, v] = [0, 1, 2].filter((a) => a !== axis);
  const [du, dv] = [high[u] - low[u], high[v] - low[v]];
  const step = Math.max(dp / 2, Math.sqrt((du * Math.max(dv, dp)) / MOST_CUT));
  const [width, height] = [Math.max(1, Math.ceil(du / step)), Math.max(1, Math.ceil(dv / step))];
  const values = new Float32Array(width * height).fill(NaN);
  const place = [0, 0, 0];
  const out: number[] = [];
  place[axis] = at;
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      place[u] = low[u] + ((i + 0.5) / width) * du;
      place[v] = low[v] + ((j + 0.5) / height) * dv;
      if (cloud.read(place[0], place[1], place[2], field, out)) values[j * width + i] = field.components > 1 ? Math.hypot(...out) : out[0];
    }
  const points = new Float32Array(12);
  for (let corner = 0; corner < 4; corner++) {
    points[3 * corner + axis] = at;
    points[3 * corner + u] = corner & 1 ? high[u] : low[u];
    points[3 * corner + v] = corner & 2 ? high[v] : low[v];
  }
  return { points, width, height, values };
}

// Of the particles `rows` the one nearest to the middle of each cell of this width, for arrows that do not cover each
// other.
export function sparse(frame: Frame, rows: Uint32Array, width: number): number[] {
  const kept = new Map<string, [number, number]>();
  const p = frame.points;
  for (const i of rows) {
    let apart = 0;
    const key: number[] = [];
    for (let a = 0; a < 3; a++) {
      const x = p[3 * i + a] / width;
      key.push(Math.floor(x));
      apart += (x - Math.floor(x) - 0.5) ** 2;
    }
    const name = key.join();
    const best = kept.get(name);
    if (!best || apart < best[0]) kept.set(name, [apart, i]);
  }
  return [...kept.values()].map(([, i]) => i);
}
