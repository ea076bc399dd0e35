// SPDX-License-Identifier: BSD-3-Clause
// A worker that makes the surface of the fluid: where the sum of a kernel over its particles has some value, such
// that as much volume is inside as they have (as amphi surface has it, on a coarser grid).
import { REACH } from "./places";

export interface Wanted {
  ticket: number;
  points: Float32Array<ArrayBuffer>; // of the fluid
  values: Float32Array<ArrayBuffer>; // of each
  shares: Float32Array<ArrayBuffer>; // likewise: its volume over dp^3
  dp: number;
}
export interface Surface {
  ticket: number;
  points: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  values: Float32Array<ArrayBuffer>;
  corners: Uint32Array<ArrayBuffer>; // three vertices a triangle
  volume: number; // inside, m^3
}

const MOST_NODES = 1.2e7;

class Grid {
  readonly low: number[];
  readonly n: number[];
  readonly width: number;
  readonly sum: Float32Array; // of the kernel at each node
  private readonly weighted: Float32Array; // of the values

  constructor(private readonly wanted: Wanted) {
    const { points, dp } = wanted;
    const [low, high] = [
      [Infinity, Infinity, Infinity],
      [-Infinity, -Infinity, -Infinity],
    ];
    for (let i = 0; i < points.length; i++) {
      low[i % 3] = Math.min(low[i % 3], points[i]);
      high[i % 3] = Math.max(high[i % 3], points[i]);
    }
    const nodes = (width: number) => [0, 1, 2].map((a) => Math.ceil((high[a] - low[a]) / width + 2 * REACH) + 3);
    this.width = dp;
    while (nodes(this.width).reduce((a, b) => a * b) > MOST_NODES) this.width *= 1.25;
    this.low = low.map((value) => value - (REACH + 1) * this.width);
    this.n = nodes(this.width);
    const count = this.n[0] * this.n[1] * this.n[2];
    this.sum = new Float32Array(count);
    this.weighted = new Float32Array(count);
    for (let i = 0; i < points.length / 3; i++) this.add(i);
  }

  private add(i: number): void {
    const { points, values, shares } = this.wanted;
    const at = [0, 1, 2].map((a) => (points[3 * i + a] - this.low[a]) / this.width);
    const value = Number.isFinite(values[i]) ? values[i] : 0;
    const begin = at.map((x) => Math.ceil(x - REACH));
    const end = at.map((x) => Math.floor(x + REACH));
    for (let k = begin[2]; k <= end[2]; k++)
      for (let j = begin[1]; j <= end[1]; j++) {
        const across = (k - at[2]) ** 2 + (j - at[1]) ** 2;
        if (across >= REACH * REACH) continue;
        const row = (k * this.n[1] + j) * this.n[0];
        for (let x = begin[0]; x <= end[0]; x++) {
          const q = Math.sqrt(across + (x - at[0]) ** 2) / REACH;
          if (q >= 1) continue;
          const w = shares[i] * (1 - q) ** 4 * (1 + 4 * q);
          this.sum[row + x] += w;
          this.weighted[row + x] += w * value;
        }
      }
  }

  value(node: number): number {
    return this.sum[node] > 0 ? this.weighted[node] / this.sum[node] : NaN;
  }
}

// Of what a closed surface has inside.
function volumeOf(points: number[], corners: number[]): number {
  let sum = 0;
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => points.slice(3 * corners[t + k], 3 * corners[t + k] + 3));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

// A vertex in each cell that the surface goes through, in the middle of where it meets the cell's edges, and a
// square around each edge between two nodes that it goes through.
function mesh(grid: Grid, level: number): Omit<Surface, "ticket"> & { level: number } {
  const { n, sum, width } = grid;
  const step = [1, n[0], n[0] * n[1]];
  const vertex = new Map<number, number>(); // of a cell, by its first node
  const [points, normals, values, corners]: number[][] = [[], [], [], []];
  const offset = Array.from({ length: 8 }, (_, c) => (c & 1) * step[0] + ((c >> 1) & 1) * step[1] + (c >> 2) * step[2]);

  const addVertex = (cell: number, i: number, j: number, k: number) => {
    let inside = 0;
    for (const o of offset) if (sum[cell + o] > level) inside++;
    if (inside === 0 || inside === 8) return;
    const at = [i, j, k];
    const v = offset.map((o) => sum[cell + o]);
    const place = [0, 0, 0];
    let [crossings, weight, value] = [0, 0, 0];
    for (let a = 0; a < 3; a++)
      for (let c = 0; c < 8; c++) {
        const d = c | (1 << a);
        if (d === c || v[c] > level === v[d] > level) continue;
        const s = (level - v[c]) / (v[d] - v[c]);
        for (let b = 0; b < 3; b++) place[b] += b === a ? s : (c >> b) & 1;
        crossings++;
      }
    const normal = [0, 0, 0];
    for (let c = 0; c < 8; c++) {
      for (let b = 0; b < 3; b++) normal[b] -= (c >> b) & 1 ? v[c] : -v[c];
      if (v[c] > 0) [weight, value] = [weight + v[c], value + v[c] * grid.value(cell + offset[c])];
    }
    const length = Math.hypot(...normal) || 1;
    vertex.set(cell, values.length);
    for (let b = 0; b < 3; b++) {
      points.push(grid.low[b] + (at[b] + place[b] / crossings) * width);
      normals.push(normal[b] / length);
    }
    values.push(value / weight);
  };

  for (let k = 0; k + 1 < n[2]; k++)
    for (let j = 0; j + 1 < n[1]; j++)
      for (let i = 0; i + 1 < n[0]; i++) addVertex(k * step[2] + j * step[1] + i, i, j, k);
  for (const cell of vertex.keys())
    for (let a = 0; a < 3; a++) {
      // The edge of the cell's first node along a, and the four cells around it.
      if (sum[cell] > level === sum[cell + step[a]] > level) continue;
      const [b, c] = [(a + 1) % 3, (a + 2) % 3];
      const around = [cell, cell - step[b], cell - step[b] - step[c], cell - step[c]].map((one) => vertex.get(one));
      if (around.some((one) => one === undefined)) continue;
      const [p, q, r, s] = around as number[];
      corners.push(...(sum[cell] > level ? [p, q, r, p, r, s] : [p, r, q, p, s, r]));
    }
  return {
    points: Float32Array.from(points),
    normals: Float32Array.from(normals),
    values: Float32Array.from(values),
    corners: Uint32Array.from(corners),
    volume: volumeOf(points, corners),
    level,
  };
}

const MOST_TRIES = 12;

// The level is sought, between none and the largest sum, at which the mesh has the particles' volume inside.
function make(wanted: Wanted): Surface {
  const grid = new Grid(wanted);
  const volume = wanted.shares.reduce((sum, share) => sum + share, 0) * wanted.dp ** 3;
  let [low, high] = [0, grid.sum.reduce((a, b) => Math.max(a, b), 0)];
  let made = mesh(grid, (low + high) / 2);
  for (let n = 0; n < MOST_TRIES && Math.abs(made.volume - volume) > 0.01 * volume; n++) {
    if (made.volume > volume) low = made.level;
    else high = made.level;
    made = mesh(grid, (low + high) / 2);
  }
  return { ticket: wanted.ticket, ...made };
}

self.onmessage = (event: MessageEvent<Wanted>) => {
  const made = make(event.data);
  self.postMessage(made, { transfer: [made.points, made.normals, made.values, made.corners].map((array) => array.buffer) });
};
