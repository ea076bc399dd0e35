// SPDX-License-Identifier: BSD-3-Clause
// One number a particle, to be shown as a colour.
import type { Field, Frame } from "./reader";

function magnitude(field: Field, i: number): number {
  let sum = 0;
  for (let c = 0; c < field.components; c++) sum += field.data[i * field.components + c] ** 2;
  return Math.sqrt(sum);
}

// The field, or its magnitude.
export function valuesOf(frame: Frame, name: string): Float32Array<ArrayBuffer> {
  const out = new Float32Array(frame.count);
  const field = frame.fields[name];
  if (!field) return out.fill(NaN);
  for (let i = 0; i < frame.count; i++) out[i] = field.components > 1 ? magnitude(field, i) : field.data[i];
  return out;
}

export interface Difference {
  values: Float32Array<ArrayBuffer>; // b - a of each of b's particles; NaN where a has no such id
  matched: number;
  differ: number; // in value
  onlyA: number;
  onlyB: number;
  max: number;
  worst: number; // its id; NaN if none differs
}

function rowsById(frame: Frame): Map<number, number> {
  const rows = new Map<number, number>();
  for (let i = 0; i < frame.count; i++) rows.set(frame.ids[i], i);
  return rows;
}

// b - a, particles of the same id against each other; of vectors the magnitude of their difference.
export function differenceOf(a: Frame, b: Frame, name: string): Difference {
  const rows = rowsById(a);
  const [fa, fb] = [a.fields[name], b.fields[name]];
  const comparable = fa && fb && fa.components === fb.components;
  const d: Difference = { values: new Float32Array(b.count).fill(NaN), matched: 0, differ: 0, onlyA: 0, onlyB: 0, max: 0, worst: NaN };
  for (let i = 0; i < b.count; i++) {
    const k = rows.get(b.ids[i]);
    if (k === undefined || !comparable) continue;
    d.matched++;
    let value = 0;
    for (let c = 0; c < fb.components; c++) {
      const one = fb.data[i * fb.components + c] - fa.data[k * fa.components + c];
      value = fb.components > 1 ? value + one * one : one;
    }
    if (fb.components > 1) value = Math.sqrt(value);
    d.values[i] = value;
    if (value !== 0) d.differ++;
    if (Math.abs(value) > d.max) [d.max, d.worst] = [Math.abs(value), b.ids[i]];
  }
  [d.onlyA, d.onlyB] = [a.count - d.matched, b.count - d.matched];
  return d;
}

// Smallest and largest value of the particles `of`; [Infinity, -Infinity] of none.
export function range(values: Float32Array, of: Uint32Array): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const i of of) {
    if (values[i] < low) low = values[i];
    if (values[i] > high) high = values[i];
  }
  return [low, high];
}

export function short(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(4))) : String(value);
}
