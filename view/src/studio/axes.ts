// SPDX-License-Identifier: BSD-3-Clause
// The axes along the edges of the domain, with round numbers.
import { roundLength } from "../values";
import type { Model, Vec } from "./model";

export interface Tick {
  at: Vec; // on the edge
  out: Vec; // beside it, where the number stands
  text: string;
}

// `pixel`: how long one is on the screen, m.
export function ticksOf(m: Model, pixel: number): Tick[] {
  const size = m.high.map((value, a) => value - m.low[a]);
  const gap = 4 * m.dp + 14 * pixel; // beyond walls
  return size.flatMap((length, axis) => {
    const step = Math.max(roundLength(70 * pixel), roundLength(length / 12));
    const side = axis === m.up ? 0 : m.up;
    // In space the axis across stands at the far end of the first.
    const far = m.dimensions === 3 && axis !== m.up && axis > 0;
    const edge = m.low.map((value, a) => (far && a === 0 ? m.high[a] : value));
    const first = Math.ceil(m.low[axis] / step - 1e-9) + (far ? 1 : 0); // the corner has a number already
    const values = Array.from({ length: Math.floor(m.high[axis] / step + 1e-9) - first + 1 }, (_, k) => (first + k) * step);
    return values.map((value, k) => {
      const at = edge.map((one, a) => (a === axis ? value : one));
      const name = k === values.length - 1 ? ` ${"xyz"[axis]} [m]` : "";
      return { at, out: at.map((one, a) => (a === side ? one - gap : one)), text: `${Number(value.toPrecision(9))}${name}` };
    });
  });
}
