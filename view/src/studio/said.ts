// SPDX-License-Identifier: BSD-3-Clause
// What `amphi check` said, taken apart.
import type { Message } from "./editor";
import type { Text } from "./document";
import type { Mark } from "./overlay";

// Labels of lines about what may not be meant: those of the Python package, and "built", where a face is not where it was drawn.
const DOUBTS = new Set("beyond,coarse,contact,endless,fast,idle,late,leak,left out,light,narrow,outflow,outside,sealed,seldom,short,soft,start,sudden,thin,torque,unbalanced,built".split(","));

export interface Line {
  label: string;
  text: string;
  doubt: boolean;
}

export interface Said {
  fault: Message | null; // why it cannot be run
  lines: Line[];
  marks: Mark[];
  particles: number;
}

export function takeApart(text: string, dimensions: number): Said {
  const said: Said = { fault: null, lines: [], marks: [], particles: 0 };
  for (const row of text.split("\n")) {
    const fault = /^amphi: (?:.*?\.ya?ml:(\d+): )?(.*)/.exec(row);
    if (fault && !/^amphi \d/.test(row)) {
      said.fault = { line: Number(fault[1] ?? 1), severity: "error", text: fault[2] };
      continue;
    }
    if (row.startsWith("              ") && said.lines.length) {
      said.lines[said.lines.length - 1].text += ` ${row.trim()}`;
      continue;
    }
    const kind = /^ {4}(\S.*?) +(\d+ \(.*)$/.exec(row); // so many particles of a fluid or wall
    if (kind) said.lines.push({ label: kind[1], text: kind[2], doubt: false });
    if (!/^ {2}\S/.test(row)) continue;
    const [label, rest] = [row.slice(2, 13).trim(), row.slice(13).trim()];
    if (label !== "more") said.lines.push({ label, text: rest, doubt: DOUBTS.has(label) }); // the studio measures without being asked
    if (label === "particles") said.particles = Number(/^\d+/.exec(rest)?.[0] ?? 0);
  }
  for (const { doubt, label, text: told } of said.lines) {
    if (!doubt) continue;
    for (const place of told.matchAll(/\(([-\d.e+]+), ([-\d.e+]+)(?:, ([-\d.e+]+))?\) m/g))
      said.marks.push({ at: [place[1], place[2], place[3] ?? "0"].slice(0, dimensions).map(Number), text: `${label}: ${told}` });
  }
  return said;
}

// Doubts that name a wall or fluid, at the line where that stands.
export function doubtsIn(said: Said, text: Text): Message[] {
  return said.lines.flatMap(({ label, text: told, doubt }) => {
    const found = doubt ? /^(walls|fluids|gauges)\.([^:,]+)/.exec(told) : null;
    const list = found ? text.data[found[1]] : null;
    const index = Array.isArray(list) ? list.findIndex((one: { name?: unknown } | null) => one?.name === found![2]) : -1;
    const range = index >= 0 ? text.range([found![1], index]) : null;
    if (!range) return [];
    return [{ line: text.text.slice(0, range[0]).split("\n").length, severity: "warning" as const, text: `${label}: ${told}` }];
  });
}
