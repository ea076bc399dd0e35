// SPDX-License-Identifier: BSD-3-Clause
// One output folder: what is in it now, and the snapshot that is shown.
import type { Frames } from "./frames";
import type { Frame } from "./reader";
import * as server from "./server";
import { parseTable, type Table } from "./tables";
import { short } from "./values";

// What summary.json says of fluid that left other than through open boundaries.
function lossesOf(summary: string): string {
  try {
    const particles = JSON.parse(summary).particles ?? {};
    if (!particles.left) return "";
    const share = particles.lost_share === undefined ? "" : `, ${short(100 * particles.lost_share)} % of the fluid`;
    const time = particles.first_left_time === undefined ? "" : `, the first at ${short(particles.first_left_time)} s`;
    const place = particles.first_left_at ? ` at (${particles.first_left_at.map(short).join(", ")}) m` : "";
    return `lost: ${particles.left.toLocaleString("en")} particles${share}${time}${place}`;
  } catch {
    return "summary.json cannot be read";
  }
}

export class Run {
  snapshots: server.Snapshot[] = [];
  gauges: Table | null = null;
  experiment: Table | null = null;
  used = ""; // used.yaml
  frame: Frame | null = null;
  fault = ""; // why nothing can be shown
  losses = ""; // what fluid was lost, once the run is over
  private seen = "";
  private gaugesSeen = "";
  private summarySeen = "";

  constructor(
    readonly index: number,
    readonly name: string,
    private readonly frames: Frames,
  ) {}

  // Look at the folder again; whether anything in it changed.
  async refresh(): Promise<boolean> {
    const list = await server.listing(this.index);
    if (list.error) throw new Error(list.error);
    const files = list.files ?? [];
    const seen = JSON.stringify(files);
    if (seen === this.seen) return false;
    this.seen = seen;
    this.snapshots = await server.snapshots(this.index, files);
    if (!this.used && files.some((file) => file.name === "used.yaml")) this.used = await server.text(this.index, "used.yaml");
    if (!this.experiment && list.experiment) this.experiment = parseTable(await server.text(this.index, "experiment.csv"));
    const table = files.find((file) => file.name === "gauges.csv");
    if (table && table.changed !== this.gaugesSeen) {
      this.gaugesSeen = table.changed;
      this.gauges = parseTable(await server.text(this.index, "gauges.csv"));
    }
    const summary = files.find((file) => file.name === "summary.json");
    if (!summary) this.losses = this.summarySeen = "";
    else if (summary.changed !== this.summarySeen) {
      this.summarySeen = summary.changed;
      this.losses = lossesOf(await server.text(this.index, "summary.json"));
    }
    return true;
  }

  // Show the snapshot at `at`, or say why not.
  async load(at: number): Promise<void> {
    const snapshot = this.snapshots[at];
    this.fault = "";
    if (!snapshot) {
      this.frame = null;
      this.fault = `No snapshots in ${this.name}. A run writes one every output.interval of its case; this page shows it when it comes.`;
      return;
    }
    try {
      this.frame = await this.frames.read(server.address(this.index, snapshot.name), snapshot.changed);
      snapshot.time ??= this.frame.time;
    } catch (fault) {
      this.frame = null;
      this.fault = `${snapshot.name} cannot be read: ${fault instanceof Error ? fault.message : String(fault)}. Other snapshots can still be chosen.`;
    }
  }

  // The snapshot nearest to this time.
  nearest(time: number): number {
    let best = 0;
    this.snapshots.forEach((snapshot, i) => {
      const distance = (k: server.Snapshot) => Math.abs((k.time ?? Infinity) - time);
      if (distance(snapshot) < distance(this.snapshots[best])) best = i;
    });
    return best;
  }

  // A list of numbers of used.yaml under this key, at any depth; the first there is.
  numbers(key: string): number[] | null {
    const found = new RegExp(`^ *${key}: (\\[[^\\]]*\\]|[^ #\n]+)`, "m").exec(this.used);
    const list = found?.[1].replace(/[[\]]/g, "").split(",").map(Number);
    return list && list.length > 0 && list.every(Number.isFinite) ? list : null;
  }
}
