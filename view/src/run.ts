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

// Why a run ended before its time, and which particle was at fault, where, if its summary says so.
export interface Ending {
  text: string;
  id: number | null;
  place: number[] | null; // m
  time: number | null; // s
}

function endingOf(summary: string): Ending | null {
  try {
    const { outcome, reason } = JSON.parse(summary) as { outcome?: string; reason?: string | null };
    if (!outcome || outcome === "finished" || outcome === "stopped") return null;
    const why = (reason ?? "").replace(/^the run diverged /, "");
    const id = outcome === "diverged" ? /particle (\d+)/.exec(why) : null;
    const time = /t = ([^ ]+) s/.exec(why)?.[1];
    const place = outcome === "diverged" ? /at \(([^)]*)\) m/.exec(why)?.[1].split(",").map(Number) : null;
    return { text: outcome === "diverged" ? `diverged ${why}` : `${outcome}${why ? `: ${why}` : ""}`, id: id ? Number(id[1]) : null, place: place?.length === 3 && place.every(Number.isFinite) ? place : null, time: time ? Number(time) : null };
  } catch {
    return null; // lossesOf says so
  }
}

export const DIVERGED = "diverged.vtkhdf";

export class Run {
  snapshots: server.Snapshot[] = [];
  gauges: Table | null = null;
  experiment: Table | null = null;
  used = ""; // used.yaml
  frame: Frame | null = null;
  fault = ""; // why nothing can be shown
  losses = ""; // what fluid was lost, once the run is over
  ending: Ending | null = null;
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
    if (!summary) [this.losses, this.summarySeen, this.ending] = ["", "", null];
    else if (summary.changed !== this.summarySeen) {
      this.summarySeen = summary.changed;
      const text = await server.text(this.index, "summary.json");
      [this.losses, this.ending] = [lossesOf(text), endingOf(text)];
    }
    const last = this.snapshots.at(-1);
    if (last?.name === DIVERGED) last.time ??= this.ending?.time ?? null;
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

  // The particles of the first snapshot; null if there is none that can be read.
  async start(): Promise<Frame | null> {
    const snapshot = this.snapshots[0];
    if (!snapshot || snapshot.name === DIVERGED) return null;
    try {
      return await this.frames.read(server.address(this.index, snapshot.name), snapshot.changed);
    } catch {
      return null;
    }
  }

  // What stands under a key of used.yaml at the left; "" if it is not there.
  private block(key: string): string {
    return new RegExp(`^${key}:\\s*\\n((?:(?: .*)?\\n)*)`, "m").exec(`${this.used}\n`)?.[1] ?? "";
  }

  // A list of numbers of used.yaml under this key, at any depth, of the block `within`; the first there is.
  numbers(key: string, within?: string): number[] | null {
    const found = new RegExp(`^ *${key}: (\\[[^\\]]*\\]|[^ #\n]+)`, "m").exec(within ? this.block(within) : this.used);
    const list = found?.[1].replace(/[[\]]/g, "").split(",").map(Number);
    return list && list.length > 0 && list.every(Number.isFinite) ? list : null;
  }

  get flat(): boolean {
    return this.numbers("dimensions")?.[0] === 2;
  }

  // The domain's low and high corner, m; null where the case has none.
  get domain(): [number[], number[]] | null {
    const [low, high] = ["low", "high"].map((key) => this.numbers(key, "domain"));
    if (!low || !high || low.length !== high.length || low.length < 2) return null;
    return low.length === 2 ? [[...low, 0], [...high, 0]] : [low, high];
  }

  // The numbers of the walls that are bodies, bend or move.
  get bodies(): Set<number> {
    const walls = this.block("walls").split(/^ {2}- /m).slice(1);
    const moves = (wall: string) => /^ {4}(body|flexible):/m.test(wall) || /^ {4}motion:\s*\n/m.test(wall);
    return new Set(walls.flatMap((wall, k) => (moves(wall) ? [k] : [])));
  }
}
