// SPDX-License-Identifier: BSD-3-Clause
// What is drawn beside particles or in their place: the fluid's surface, a plane through it, arrows.
import { fluidRows, spacing } from "./differences";
import { Cloud, cutThrough, sparse } from "./places";
import type { Run } from "./run";
import type { Clip, Stage } from "./scene";
import type { Surface, Wanted } from "./surface";
import { innerRange, short, sizesOf, unit, valuesOf } from "./values";

const ARROWS = 42; // beside each other, at most
const PATIENCE = 60_000; // ms

export interface Chosen {
  fluid: string; // particles, surface or none
  arrows: string; // a field; "": none
  field: string;
  painted: Clip | null; // the plane that shows the field between the particles
}

export class Extras {
  private worker: Worker | null = null;
  private ticket = 0;
  private readonly waiting = new Map<number, (made: Surface | null) => void>();

  constructor(
    private readonly runs: Run[],
    private readonly stage: Stage,
  ) {}

  // What is said beside the picture.
  async show(chosen: Chosen, values: Float32Array<ArrayBuffer>[]): Promise<string> {
    const notes = [this.showArrows(chosen.arrows), this.showCuts(chosen)];
    notes.push(await this.showSurfaces(chosen, values));
    return notes.filter(Boolean).join("; ");
  }

  private showArrows(name: string): string {
    const all = this.runs.map((run) => (run.frame?.fields[name]?.components === 3 ? run.frame : null));
    const { min, max } = this.stage.bounds;
    const width = Math.max(max.x - min.x, max.y - min.y, max.z - min.z) / ARROWS;
    // As long as a cell is wide is what all but one in a hundred are below.
    let longest = 0;
    for (const frame of all) if (frame) longest = Math.max(longest, innerRange(valuesOf(frame, name), fluidRows(frame), 0.01)[1]);
    this.stage.panes.forEach((pane, i) => {
      const frame = all[i];
      if (!frame || !(longest > 0)) return pane.showArrows([], [], this.stage.towards);
      const rows = sparse(frame, pane.drawn, Math.max(width, 1.5 * spacing(this.runs[i])));
      const data = frame.fields[name].data;
      const pick = (from: ArrayLike<number>, scale: number) => rows.flatMap((row) => [0, 1, 2].map((c) => scale * from[3 * row + c]));
      pane.showArrows(pick(frame.points, 1), pick(data, (1.4 * Math.max(width, 1.5 * spacing(this.runs[i]))) / longest), this.stage.towards);
    });
    this.stage.draw();
    return longest > 0 ? `longest arrows: ${Number(longest.toPrecision(3))}${unit(name)}` : "";
  }

  private showCuts({ painted, field }: Chosen): string {
    let fault = "";
    this.stage.panes.forEach((pane, i) => {
      const frame = this.runs[i].frame;
      const numbers = frame?.fields[field];
      const { min, max } = this.stage.bounds;
      if (!painted || !frame || !numbers || spacing(this.runs[i]) === 0) return pane.showCut(null);
      try {
        const cloud = new Cloud(frame, fluidRows(frame), spacing(this.runs[i]), this.runs[i].flat);
        pane.showCut(cutThrough(cloud, numbers, painted.axis, painted.at, min.toArray(), max.toArray(), spacing(this.runs[i])));
      } catch (error) {
        fault = error instanceof Error ? error.message : String(error);
        pane.showCut(null);
      }
    });
    this.stage.draw();
    return fault;
  }

  private async showSurfaces({ fluid }: Chosen, values: Float32Array<ArrayBuffer>[]): Promise<string> {
    const mine = ++this.ticket;
    this.stage.setFluid(fluid === "particles");
    if (fluid !== "surface") this.stage.panes.forEach((pane) => pane.showSurface(null));
    let [triangles, volume] = [0, 0];
    for (let i = 0; i < this.runs.length && fluid === "surface"; i++) {
      const { frame } = this.runs[i];
      const made = frame ? await this.make(this.runs[i], values[i]) : null;
      if (mine !== this.ticket) return ""; // another snapshot was chosen
      this.stage.panes[i].showSurface(made);
      if (frame && !made) return "the surface could not be made";
      if (made) [triangles, volume] = [triangles + made.corners.length / 3, volume + made.volume];
    }
    this.stage.draw();
    return triangles ? `surface: ${triangles.toLocaleString("en")} triangles around ${short(volume)} m^3` : "";
  }

  private make(run: Run, values: Float32Array<ArrayBuffer>): Promise<Surface | null> {
    const frame = run.frame!;
    const rows = fluidRows(frame);
    const ticket = this.ticket;
    const points = new Float32Array(3 * rows.length);
    const sizes = sizesOf(frame, spacing(run));
    rows.forEach((row, k) => points.set(frame.points.subarray(3 * row, 3 * row + 3), 3 * k));
    const wanted: Wanted = { ticket, points, values: Float32Array.from(rows, (row) => values[row]), shares: Float32Array.from(rows, (row) => sizes[row] ** 3), dp: spacing(run) };
    return new Promise((resolve) => {
      // What is still being made is not wanted any more.
      if (this.waiting.size > 0) {
        this.worker?.terminate();
        this.worker = null;
        for (const other of this.waiting.values()) other(null);
        this.waiting.clear();
      }
      const worker = (this.worker ??= new Worker(new URL("./surface.ts", import.meta.url), { type: "module" }));
      const end = (made: Surface | null) => {
        clearTimeout(clock);
        this.waiting.delete(ticket);
        resolve(made);
      };
      const clock = setTimeout(() => {
        worker.terminate();
        this.worker = null;
        end(null);
      }, PATIENCE);
      this.waiting.set(ticket, end);
      worker.onerror = () => end(null);
      worker.onmessage = (event: MessageEvent<Surface>) => event.data.ticket === ticket && end(event.data);
      worker.postMessage(wanted, { transfer: [points.buffer, wanted.values.buffer] });
    });
  }
}
