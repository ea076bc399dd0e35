// SPDX-License-Identifier: BSD-3-Clause
// The page of amphi view: what the controls do.
import * as colours from "./colours";
import { Frames } from "./frames";
import { Plot } from "./plot";
import type { Frame } from "./reader";
import { Run } from "./run";
import { Stage, type Walls } from "./scene";
import * as server from "./server";
import { type Difference, differenceOf, range, short, valuesOf } from "./values";

const LOOK_AGAIN = 2000; // ms between looks at the folders
const PLAY = 120; // ms a snapshot
const MOST_GPU = 8_000_000;
const MOST_SOFTWARE = 100_000;

function byId<T extends HTMLElement = HTMLInputElement>(id: string): T {
  return document.getElementById(id) as T;
}

class Page {
  private readonly stage: Stage;
  private readonly plot = new Plot(byId("plot"), (time) => void this.goTo(this.first.nearest(time)));
  private at = 0;
  private wanted: number | null = null; // to be loaded
  private loading = false;
  private playing = false;
  private spaceKnown = false;
  private picked: { pane: number; id: number } | null = null;
  private values: Float32Array<ArrayBuffer>[] = [];
  private differences: (Difference | null)[] = [];

  constructor(private readonly runs: Run[]) {
    this.stage = new Stage(byId<HTMLCanvasElement>("canvas"), runs.length, (ms) => {
      byId("speed").textContent = `${ms.toFixed(1)} ms a picture`;
      byId<HTMLCanvasElement>("canvas").dataset.milliseconds = ms.toFixed(2);
    });
    byId("panes").replaceChildren(
      ...runs.map((run) => {
        const pane = document.createElement("div");
        pane.className = "pane";
        for (const [tag, name, text] of [["h2", "name", run.name], ["p", "note", ""], ["p", "losses", ""], ["p", "fault", ""]]) {
          const part = document.createElement(tag);
          part.className = name;
          part.textContent = text;
          pane.append(part);
        }
        return pane;
      }),
    );
    byId("most").value = String(this.stage.software ? MOST_SOFTWARE : MOST_GPU);
    byId("difference-label").hidden = runs.length < 2;
    byId<HTMLSelectElement>("map").replaceChildren(...colours.mapNames.map((name) => new Option(name, name)));
    this.connect();
  }

  private get first(): Run {
    return this.runs.reduce((a, b) => (b.snapshots.length > a.snapshots.length ? b : a));
  }

  async start(): Promise<void> {
    await this.refresh();
    this.useMap();
    this.stage.setWalls("transparent");
    await this.goTo(0);
    setInterval(() => void this.refresh(), LOOK_AGAIN);
  }

  // ---- folders ----

  private async refresh(): Promise<void> {
    const [count, names, end] = [this.first.snapshots.length, this.gaugeNames().join(), this.at >= this.first.snapshots.length - 1];
    let changed = false;
    for (const run of this.runs) {
      try {
        changed = (await run.refresh()) || changed;
        this.tell("");
      } catch (fault) {
        this.tell(fault instanceof Error ? fault.message : String(fault));
      }
    }
    if (!changed) return;
    byId("time").max = String(Math.max(this.first.snapshots.length - 1, 0));
    if (this.gaugeNames().join() !== names || names === "") this.listGauges();
    this.showGauge();
    const grown = this.first.snapshots.length > count;
    if (byId("follow").checked && end && grown && count > 0) await this.goTo(this.first.snapshots.length - 1);
    else if (count > 0 || grown) await this.goTo(this.at);
  }

  private tell(text: string): void {
    byId("notice").textContent = text;
  }

  // ---- time ----

  // The latest call counts; those in between are dropped.
  private async goTo(at: number): Promise<void> {
    this.wanted = Math.max(0, Math.min(at, this.first.snapshots.length - 1));
    byId("time").value = String(this.wanted);
    if (this.loading) return;
    this.loading = true;
    while (this.wanted !== null) {
      const now: number = this.wanted;
      this.wanted = null;
      await this.load(now);
    }
    this.loading = false;
  }

  private async load(at: number): Promise<void> {
    this.at = at;
    const lead = this.first;
    await lead.load(at);
    const time = lead.frame?.time ?? lead.snapshots[at]?.time ?? 0;
    for (const run of this.runs) if (run !== lead) await run.load(run.nearest(time));
    const some = this.runs.find((run) => run.frame)?.frame;
    if (some && !this.spaceKnown) this.learnSpace(some);
    if (some) this.listFields(some);
    byId("time-label").textContent = lead.snapshots.length ? `${short(time)} s   (${at + 1} of ${lead.snapshots.length})` : "";
    this.showFrames();
    this.plot.showTime(time);
    byId<HTMLCanvasElement>("canvas").dataset.shown = `${at}`;
  }

  private async play(): Promise<void> {
    this.playing = !this.playing;
    byId("play").textContent = this.playing ? "stop" : "play";
    if (this.playing && this.at >= this.first.snapshots.length - 1) await this.goTo(0);
    while (this.playing) {
      const next = new Promise((resolve) => setTimeout(resolve, PLAY));
      if (this.at < this.first.snapshots.length - 1) await this.goTo(this.at + 1);
      else if (!byId("follow").checked || this.first.snapshots.length === 0) break;
      else if (!this.runs.some((run) => run.snapshots.length > this.at + 1)) break;
      await next;
    }
    this.playing = false;
    byId("play").textContent = "play";
  }

  // ---- what is drawn ----

  // Box, up and size of particles, of the case that was run, or of what is there.
  private learnSpace(frame: Frame): void {
    this.spaceKnown = true;
    const run = this.runs.find((one) => one.frame === frame) ?? this.runs[0];
    const [low, high] = [
      [Infinity, Infinity, Infinity],
      [-Infinity, -Infinity, -Infinity],
    ];
    for (let i = 0; i < frame.points.length; i++) {
      low[i % 3] = Math.min(low[i % 3], frame.points[i]);
      high[i % 3] = Math.max(high[i % 3], frame.points[i]);
    }
    const gravity = run.numbers("gravity") ?? [];
    const flat = run.numbers("dimensions")?.[0] === 2 || low[2] === high[2];
    const largest = gravity.reduce((best, g, i) => (Math.abs(g) > Math.abs(gravity[best] ?? 0) ? i : best), flat ? 1 : 2);
    const up: [number, number, number] = [0, 0, 0];
    up[largest] = (gravity[largest] ?? -1) > 0 ? -1 : 1;
    const sizes = high.map((value, a) => value - low[a]).filter((size) => size > 0);
    const volume = sizes.reduce((product, size) => product * size, 1);
    const dp = run.numbers("dp")?.[0] ?? (sizes.length ? (volume / frame.count) ** (1 / sizes.length) : 1);
    this.stage.setSpace(low, high, up, 0.62 * dp);
    this.stage.setSize(Number(byId("size").value));
    this.stage.look(flat ? "z" : "3d");
    byId("cameras").hidden = flat;
  }

  private listFields(frame: Frame): void {
    const select = byId<HTMLSelectElement>("field");
    const names = Object.keys(frame.fields).sort();
    if (names.join() === Array.from(select.options, (option) => option.value).join()) return;
    const chosen = select.value || (names.includes("velocity") ? "velocity" : names[0]);
    const label = (name: string) => (frame.fields[name].components > 1 ? `|${name}|` : name);
    select.replaceChildren(...names.map((name) => new Option(label(name), name, false, name === chosen)));
  }

  private get compares(): boolean {
    return this.runs.length > 1 && byId("difference").checked;
  }

  private showFrames(): void {
    const field = byId<HTMLSelectElement>("field").value;
    const most = Number(byId("most").value) || MOST_SOFTWARE;
    const a = this.runs[0].frame;
    this.differences = this.runs.map((run, i) => (this.compares && i > 0 && a && run.frame ? differenceOf(a, run.frame, field) : null));
    this.values = this.runs.map((run, i) => this.differences[i]?.values ?? (run.frame ? valuesOf(run.frame, field) : new Float32Array(0)));
    this.runs.forEach((run, i) => {
      this.stage.panes[i].show(run.frame, this.values[i], most);
      this.annotate(i, run, most);
    });
    this.useRange();
    this.showPicked();
  }

  private annotate(i: number, run: Run, most: number): void {
    const pane = byId("panes").children[i] as HTMLElement;
    const { drawn, drawnWalls } = this.stage.panes[i];
    const shown = drawn.length + drawnWalls.length;
    const notes: string[] = [];
    if (run.frame) {
      const count = run.frame.count.toLocaleString("en");
      notes.push(shown < run.frame.count ? `decimated: ${shown.toLocaleString("en")} of ${count} particles are drawn (at most ${most.toLocaleString("en")})` : `${count} particles`);
      if (this.runs.length > 1) notes.push(`${short(run.frame.time)} s`);
    }
    const d = this.differences[i];
    if (d) {
      notes.push(`${d.differ.toLocaleString("en")} of ${d.matched.toLocaleString("en")} differ`);
      if (d.differ) notes.push(`at most by ${short(d.max)}, particle ${d.worst}`);
      if (d.onlyA || d.onlyB) notes.push(`only in the first: ${d.onlyA}, only here: ${d.onlyB}`);
    }
    pane.querySelector(".note")!.textContent = notes.join("; ");
    pane.querySelector(".losses")!.textContent = run.losses;
    pane.querySelector(".fault")!.textContent = run.fault;
    pane.dataset.drawn = String(shown);
  }

  private useMap(): void {
    const name = byId<HTMLSelectElement>("map").value;
    this.stage.setMap(name);
    byId("scale-bar").style.background = colours.gradient(name);
  }

  // Of the values of the fluid, or as typed. Differences have 0 in the middle.
  private useRange(): void {
    if (byId("auto").checked) {
      let [low, high] = [Infinity, -Infinity];
      this.values.forEach((values, i) => {
        if (this.compares && i === 0) return;
        const { drawn, drawnWalls } = this.stage.panes[i];
        const [l, h] = range(values, drawn.length ? drawn : drawnWalls);
        [low, high] = [Math.min(low, l), Math.max(high, h)];
      });
      if (low > high) [low, high] = [0, 1];
      if (this.compares) [low, high] = [-Math.max(Math.abs(low), Math.abs(high)), Math.max(Math.abs(low), Math.abs(high))];
      [byId("low").value, byId("high").value] = [short(low), short(high)];
    }
    const [low, high] = [Number(byId("low").value), Number(byId("high").value)];
    if (!Number.isFinite(low) || !Number.isFinite(high)) return;
    this.stage.setRange(low, high);
    [byId("scale-low").textContent, byId("scale-high").textContent] = [short(low), short(high)];
  }

  private useClip(): void {
    const axis = byId<HTMLSelectElement>("clip-axis").value;
    const index = "xyz".indexOf(axis || "-");
    byId("clip-at").textContent = "";
    if (index < 0) return this.stage.setClip(null);
    const { min, max } = this.stage.bounds;
    const [low, high] = [min.getComponent(index), max.getComponent(index)];
    const at = low + Number(byId("clip").value) * (high - low);
    byId("clip-at").textContent = `${axis} = ${short(at)} m`;
    this.stage.setClip({ axis: index as 0 | 1 | 2, at, flip: byId("clip-flip").checked });
  }

  // ---- one particle ----

  private showPicked(): void {
    this.stage.panes.forEach((pane) => {
      pane.picked = this.picked?.id ?? null;
      pane.placeMark();
    });
    if (this.picked) byId("picked").textContent = this.describe(this.picked.pane, this.picked.id);
    this.stage.draw();
  }

  private describe(pane: number, id: number): string {
    const { frame } = this.runs[pane];
    const row = this.stage.panes[pane].row(id);
    if (!frame || row < 0) return `id ${id}: not in this snapshot`;
    const lines = [`id ${id}${frame.walls?.[row] ? ", wall" : ""}`];
    for (const [name, field] of Object.entries(frame.fields)) {
      const numbers = Array.from({ length: field.components }, (_, c) => Number(field.data[row * field.components + c].toPrecision(7)));
      lines.push(`${name} ${numbers.join(", ")}`);
    }
    const d = this.differences[pane];
    if (d) lines.push(`difference ${short(d.values[row])}`);
    return lines.join("\n");
  }

  private pick(event: PointerEvent): void {
    const box = byId<HTMLCanvasElement>("canvas").getBoundingClientRect();
    this.picked = this.stage.pick(event.clientX - box.left, event.clientY - box.top);
    byId("picked").textContent = "Click on a particle.";
    this.showPicked();
  }

  // ---- gauges ----

  private gaugeNames(): string[] {
    return [...new Set(this.runs.flatMap((run) => run.gauges?.names ?? []))];
  }

  private listGauges(): void {
    const select = byId<HTMLSelectElement>("gauge");
    const chosen = select.value;
    select.replaceChildren(...this.gaugeNames().map((name) => new Option(name, name, false, name === chosen)));
  }

  private showGauge(): void {
    const curves = this.runs.flatMap((run) => (run.gauges ? [{ label: run.name, table: run.gauges }] : []));
    const experiment = this.runs.find((run) => run.experiment)?.experiment;
    this.plot.show(byId<HTMLSelectElement>("gauge").value, curves, experiment ? [experiment] : []);
  }

  // ---- controls ----

  private connect(): void {
    const on = (id: string, what: string, act: () => void) => byId(id).addEventListener(what, act);
    on("time", "input", () => void this.goTo(Number(byId("time").value)));
    on("play", "click", () => void this.play());
    on("field", "change", () => this.showFrames());
    on("difference", "change", () => {
      byId<HTMLSelectElement>("map").value = this.compares ? "coolwarm" : "viridis";
      this.useMap();
      this.showFrames();
    });
    on("most", "change", () => this.showFrames());
    on("map", "change", () => this.useMap());
    on("auto", "change", () => this.useRange());
    for (const id of ["low", "high"])
      on(id, "change", () => {
        byId("auto").checked = false;
        this.useRange();
      });
    on("walls", "change", () => this.stage.setWalls(byId<HTMLSelectElement>("walls").value as Walls));
    on("size", "input", () => this.stage.setSize(Number(byId("size").value)));
    for (const id of ["clip-axis", "clip", "clip-flip"]) on(id, "input", () => this.useClip());
    on("gauge", "change", () => this.showGauge());
    for (const button of byId("cameras").children)
      button.addEventListener("click", () => this.stage.look((button as HTMLElement).dataset.camera ?? "3d"));
    this.connectCanvas();
    addEventListener("keydown", (event) => {
      if (event.key !== " " || (event.target as HTMLElement).closest("button, input, select")) return;
      event.preventDefault();
      void this.play();
    });
  }

  // A click that does not turn the view picks.
  private connectCanvas(): void {
    const canvas = byId<HTMLCanvasElement>("canvas");
    let down: PointerEvent | null = null;
    canvas.addEventListener("pointerdown", (event) => (down = event));
    canvas.addEventListener("pointerup", (event) => {
      if (down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 4) this.pick(event);
      down = null;
    });
  }
}

async function open(): Promise<void> {
  const names = await server.runs();
  const frames = new Frames();
  document.title = `amphi: ${names.join(", ")}`;
  await new Page(names.map((name, i) => new Run(i, name, frames))).start();
}

open().catch((fault: unknown) => {
  byId("notice").textContent = fault instanceof Error ? fault.message : String(fault);
});
