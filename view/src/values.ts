// SPDX-License-Identifier: BSD-3-Clause
// One number a particle, to be shown as a colour.
import type { Field, Frame } from "./reader";

const UNITS: Record<string, string> = {
  velocity: "m/s",
  pressure: "Pa",
  density: "kg/m^3",
  position: "m",
  vorticity: "1/s",
  temperature: "K",
  viscosity: "Pa s",
  turbulent_energy: "m^2/s^2",
  dissipation: "m^2/s^3",
  von_mises: "Pa",
};

// What a field's numbers are in, with a blank in front; "" where it has no unit, or none that is known.
export function unit(name: string): string {
  return UNITS[name] ? ` ${UNITS[name]}` : "";
}

// A field's name and unit, for a legend; bars around one whose magnitude is shown.
export function title(name: string, components: number): string {
  return (components > 1 ? `|${name}|` : name) + (UNITS[name] ? ` [${UNITS[name]}]` : "");
}

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

// Each particle's spacing over one of `dp`, where a snapshot has several; 1 where it has not, or dp is not known.
export function sizesOf(frame: Frame, dp: number): Float32Array<ArrayBuffer> {
  const own = frame.fields.spacing;
  return own && dp > 0 ? valuesOf(frame, "spacing").map((one) => one / dp) : new Float32Array(frame.count).fill(1);
}

export interface Difference {
  values: Float32Array<ArrayBuffer>; // b - a of each of b's particles; NaN where a has nothing to hold it against
  how: "id" | "place";
  matched: number;
  differ: number; // in value
  onlyA: number;
  onlyB: number;
  max: number;
  rms: number;
  worst: number; // its id; NaN if none differs
}

export function noDifference(b: Frame, how: "id" | "place"): Difference {
  return { values: new Float32Array(b.count).fill(NaN), how, matched: 0, differ: 0, onlyA: 0, onlyB: 0, max: 0, rms: 0, worst: NaN };
}

// Add one particle of b; `apart` has the differences of the components.
export function addDifference(d: Difference, b: Frame, i: number, apart: number[]): void {
  const value = apart.length > 1 ? Math.hypot(...apart) : apart[0];
  d.values[i] = value;
  d.rms = Math.sqrt((d.rms * d.rms * d.matched + value * value) / (d.matched + 1));
  d.matched++;
  if (value !== 0) d.differ++;
  if (Math.abs(value) > d.max) [d.max, d.worst] = [Math.abs(value), b.ids[i]];
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
  const d = noDifference(b, "id");
  for (let i = 0; i < b.count; i++) {
    const k = rows.get(b.ids[i]);
    if (k === undefined || !comparable) continue;
    const n = fb.components;
    addDifference(d, b, i, Array.from({ length: n }, (_, c) => fb.data[i * n + c] - fa.data[k * n + c]));
  }
  [d.onlyA, d.onlyB] = [a.count - d.matched, b.count - d.matched];
  return d;
}

// Whether an id names the same particle in two runs: at their start, `a` and `b`, the same ids are within `reach`
// of each other.
export function sameParticles(a: Frame, b: Frame, reach: number): boolean {
  if (a.count !== b.count || a.time !== b.time) return false;
  const rows = rowsById(a);
  for (let i = 0; i < b.count; i++) {
    const k = rows.get(b.ids[i]);
    if (k === undefined) return false;
    for (let c = 0; c < 3; c++) if (!(Math.abs(a.points[3 * k + c] - b.points[3 * i + c]) <= reach)) return false;
  }
  return true;
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

const MOST_SORTED = 300_000;

// The same but for the outermost `share` at either end, as amphi render has it.
export function innerRange(values: Float32Array, of: Uint32Array, share: number): [number, number] {
  const step = Math.ceil(of.length / MOST_SORTED) || 1;
  const some = new Float32Array(Math.ceil(of.length / step));
  let count = 0;
  for (let k = 0; k < of.length; k += step) if (Number.isFinite(values[of[k]])) some[count++] = values[of[k]];
  if (count === 0) return [Infinity, -Infinity];
  const sorted = some.subarray(0, count).sort();
  const cut = Math.floor(share * count);
  return [sorted[cut], sorted[count - 1 - cut]];
}

// The longest of 1, 2 and 5 times a power of ten that is no longer.
export function roundLength(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return [5, 2, 1].map((digit) => digit * power).find((one) => one <= rough * (1 + 1e-9)) ?? power;
}

export function short(value: number): string {
  if (value !== 0 && Math.abs(value) < 1e-4) return value.toExponential(3).replace(/\.?0*e/, "e");
  return Number.isFinite(value) ? String(Number(value.toPrecision(4))) : String(value);
}
