// SPDX-License-Identifier: BSD-3-Clause
// How runs differ from the first: particle by particle where ids mean the same particles, else place by place.
import { Cloud, differenceByPlace } from "./places";
import type { Frame } from "./reader";
import type { Run } from "./run";
import { type Difference, differenceOf, sameParticles } from "./values";

export function fluidRows(frame: Frame): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(frame.count);
  let count = 0;
  for (let i = 0; i < frame.count; i++) if (!frame.walls?.[i]) rows[count++] = i;
  return rows.slice(0, count);
}

export function spacing(run: Run): number {
  return run.numbers("dp")?.[0] ?? 0;
}

export class Differences {
  private readonly known = new Map<Run, boolean>(); // whether ids are those of the first run
  private cloud: { frame: Frame; cloud: Cloud } | null = null;

  constructor(private readonly runs: Run[]) {}

  // Look at the runs' starts, before `of`.
  async prepare(): Promise<void> {
    for (const run of this.runs.slice(1)) {
      if (this.known.has(run)) continue;
      const [a, b] = [await this.runs[0].start(), await run.start()];
      if (a && b) this.known.set(run, sameParticles(a, b, 0.25 * (spacing(run) || 1e-6)));
    }
  }

  of(run: Run, field: string): Difference | null {
    const a = this.runs[0].frame;
    if (run === this.runs[0] || !a || !run.frame) return null;
    if (this.known.get(run) || spacing(this.runs[0]) === 0) return differenceOf(a, run.frame, field);
    if (this.cloud?.frame !== a) this.cloud = { frame: a, cloud: new Cloud(a, fluidRows(a), spacing(this.runs[0]), this.runs[0].flat) };
    return differenceByPlace(this.cloud.cloud, a.fields[field], run.frame, fluidRows(run.frame), field);
  }
}
