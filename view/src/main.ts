// SPDX-License-Identifier: BSD-3-Clause
// The page of amphi view: what the controls do.
import * as colours from "./colours";
import { Differences, fluidRows, spacing } from "./differences";
import { Extras } from "./extras";
import { Frames } from "./frames";
import { addKeys } from "./keys";
import { Plot } from "./plot";
import type { Frame } from "./reader";
import { DIVERGED, Run } from "./run";
import { type Clip, parseCamera, Stage, type Walls } from "./scene";
import * as server from "./server";
import { type Difference, innerRange, range, roundLength, short, title, unit, valuesOf } from "./values";

const LOOK_AGAIN = 2000; // ms between looks at the folders
const PLAY = 120; // ms a snapshot
const MOST_GPU = 8_000_000;
const MOST_SOFTWARE = 100_000;
const OUTLIERS = 0.005; // at either end of a range, as of amphi render

function byId<T extends HTMLElement = HTMLInputElement>(id: string): T {
  return document.getElementById(id) as T;
}

class Page {
  private readonly stage: Stage;
  private readonly plot = new Plot(byId("plot"), (time) => void this.goByHand(this.first.nearest(time)));
  private readonly comparing: Differences;
  private readonly extras: Extras;
  private at = 0;
  private wanted: number | null = null; // to be loaded
  private loading = false;
  private playing = false;
  private spaceKnown = false;
  private picked: { pane: number; id: number } | null = null;
  private values: Float32Array<ArrayBuffer>[] = [];
  private differences: (Difference | null)[] = [];

  constructor(private readonly runs: Run[]) {
    this.stage = new Stage(byId<HTMLCanvasElement>("canvas"), runs.length, (ms) => this.drawn(ms));
    this.comparing = new Differences(runs);
    this.extras = new Extras(runs, this.stage);
    byId("panes").replaceChildren(
      ...runs.map((run) => {
        const pane = document.createElement("div");
        pane.className = "pane";
        for (const [tag, name, text] of [["h2", "name", run.name], ["p", "note", ""], ["p", "losses", ""], ["p", "ending", ""], ["p", "fault", ""]]) {
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

  private get last(): number {
    return Math.max(this.first.snapshots.length - 1, 0);
  }

  async start(): Promise<void> {
    await this.refresh();
    this.useMap();
    this.useTheme();
    this.stage.setWalls(byId<HTMLSelectElement>("walls").value as Walls);
    await this.goTo(this.last);
    setInterval(() => void this.refresh(), LOOK_AGAIN);
  }

  // ---- folders ----

  private async refresh(): Promise<void> {
    const [count, names] = [this.first.snapshots.length, this.gaugeNames().join()];
    let changed = false;
    const faults: string[] = [];
    for (const run of this.runs) {
      try {
        changed = (await run.refresh()) || changed;
      } catch (fault) {
        faults.push(fault instanceof Error ? fault.message : String(fault));
      }
    }
    this.tell([...new Set(faults)].join("; "));
    if (!changed) return;
    byId("time").max = String(this.last);
    if (this.gaugeNames().join() !== names || names === "") this.listGauges();
    this.showGauge();
    this.showEndings();
    const grown = this.first.snapshots.length > count;
    if (byId("follow").checked && !this.playing && grown && count > 0) await this.goTo(this.last);
    else if (count > 0 || grown) await this.goTo(this.at);
  }

  private tell(text: string): void {
    byId("notice").textContent = text;
  }

  // ---- time ----

  // The latest call counts; those in between are dropped.
  private async goTo(at: number): Promise<void> {
    this.wanted = Math.max(0, Math.min(at, this.last));
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

  // Going back ends following, coming to the last snapshot begins it.
  private async goByHand(at: number): Promise<void> {
    byId("follow").checked = at >= this.last;
    await this.goTo(at);
  }

  private async follow(): Promise<void> {
    if (byId("follow").checked) await this.goTo(this.last);
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
    const what = lead.snapshots[at]?.name === DIVERGED ? ", as it diverged" : "";
    byId("time-label").textContent = lead.snapshots.length ? `${short(time)} s   (${at + 1} of ${lead.snapshots.length}${what})` : "";
    await this.showFrames();
    this.plot.showTime(time);
    byId<HTMLCanvasElement>("canvas").dataset.shown = `${at}`;
  }

  private async play(): Promise<void> {
    this.playing = !this.playing;
    byId("play").textContent = this.playing ? "stop" : "play";
    if (this.playing && this.at >= this.last) await this.goTo(0);
    while (this.playing && this.at < this.last) {
      const next = new Promise((resolve) => setTimeout(resolve, PLAY));
      await this.goTo(this.at + 1);
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
    let [low, high] = [
      [Infinity, Infinity, Infinity],
      [-Infinity, -Infinity, -Infinity],
    ];
    for (let i = 0; i < frame.points.length; i++) {
      low[i % 3] = Math.min(low[i % 3], frame.points[i]);
      high[i % 3] = Math.max(high[i % 3], frame.points[i]);
    }
    const gravity = run.numbers("gravity") ?? [];
    const flat = run.flat || low[2] === high[2];
    const largest = gravity.reduce((best, g, i) => (Math.abs(g) > Math.abs(gravity[best] ?? 0) ? i : best), flat ? 1 : 2);
    const up: [number, number, number] = [0, 0, 0];
    up[largest] = (gravity[largest] ?? -1) > 0 ? -1 : 1;
    const sizes = high.map((value, a) => value - low[a]).filter((size) => size > 0);
    const volume = sizes.reduce((product, size) => product * size, 1);
    const dp = run.numbers("dp")?.[0] ?? (sizes.length ? (volume / frame.count) ** (1 / sizes.length) : 1);
    const domain = run.domain;
    if (domain) [low, high] = domain;
    this.stage.setSpace(low, high, up, 0.62 * dp);
    if (domain) this.stage.setDomain();
    this.runs.forEach((one, i) => {
      this.stage.panes[i].larger.value = (one.numbers("dp")?.[0] ?? dp) / dp;
      this.stage.panes[i].spacing = spacing(one);
    });
    this.stage.setSize(Number(byId("size").value));
    this.stage.look("corner");
    byId("cameras").hidden = flat;
    byId<HTMLSelectElement>("fluid").options[1].disabled = flat || !run.numbers("dp");
    for (const axis of byId<HTMLSelectElement>("clip-axis").options) axis.disabled = flat && axis.value === "z";
  }

  private listFields(frame: Frame): void {
    const select = byId<HTMLSelectElement>("field");
    const names = Object.keys(frame.fields).sort();
    if (names.join() === Array.from(select.options, (option) => option.value).join()) return;
    const chosen = select.value || (names.includes("velocity") ? "velocity" : names[0]);
    const label = (name: string) => (frame.fields[name].components > 1 ? `|${name}|` : name);
    select.replaceChildren(...names.map((name) => new Option(label(name), name, false, name === chosen)));
    const arrows = byId<HTMLSelectElement>("arrows");
    const vectors = names.filter((name) => frame.fields[name].components === 3 && name !== "position");
    arrows.replaceChildren(new Option("none", ""), ...vectors.map((name) => new Option(name, name, false, name === arrows.value)));
  }

  private get compares(): boolean {
    return this.runs.length > 1 && byId("difference").checked;
  }

  private get most(): number {
    return Number(byId("most").value) || MOST_SOFTWARE;
  }

  private async showFrames(): Promise<void> {
    const field = byId<HTMLSelectElement>("field").value;
    if (this.compares) await this.comparing.prepare();
    this.differences = this.runs.map((run) => (this.compares ? this.comparing.of(run, field) : null));
    this.values = this.runs.map((run, i) => {
      if (!run.frame) return new Float32Array(0);
      if (this.compares) return this.differences[i]?.values ?? new Float32Array(run.frame.count); // the first from itself: 0
      return valuesOf(run.frame, field);
    });
    this.runs.forEach((run, i) => {
      this.stage.panes[i].show(run.frame, this.values[i], this.most, run.bodies);
      this.annotate(i, run);
    });
    this.useRange();
    this.showPicked();
    await this.showExtras();
  }

  private async showExtras(): Promise<void> {
    const painted = byId("clip-paint").checked ? this.clip : null;
    const [fluid, arrows, field] = ["fluid", "arrows", "field"].map((id) => byId<HTMLSelectElement>(id).value);
    byId("told").textContent = await this.extras.show({ fluid, arrows, field, painted }, this.values);
  }

  private annotate(i: number, run: Run): void {
    const { most } = this;
    const pane = byId("panes").children[i] as HTMLElement;
    const { drawn, drawnWalls, drawnBodies, wanted } = this.stage.panes[i];
    const shown = drawn.length + drawnWalls.length + drawnBodies.length;
    const notes: string[] = [];
    if (run.frame) {
      const [count, some] = [run.frame.count, wanted].map((number) => number.toLocaleString("en"));
      notes.push(shown < wanted ? `decimated: ${shown.toLocaleString("en")} of ${some} particles are drawn (at most ${most.toLocaleString("en")})` : `${count} particles`);
      if (this.runs.length > 1) notes.push(`${short(run.frame.time)} s`);
    }
    const d = this.differences[i];
    if (d) notes.push(...this.describeDifference(d));
    else if (this.compares && run.frame) notes.push("what the others are held against");
    pane.querySelector(".note")!.textContent = notes.join("; ");
    pane.querySelector(".losses")!.textContent = run.losses;
    pane.querySelector(".fault")!.textContent = run.fault;
    pane.dataset.drawn = String(shown);
  }

  private describeDifference(d: Difference): string[] {
    const name = byId<HTMLSelectElement>("field").value;
    const most = d.differ ? [`at most by ${short(d.max)}${unit(name)}, particle ${d.worst}`] : [];
    if (d.how === "place")
      return [
        "by place, since its particles are others than the first run's",
        d.matched ? `RMS ${short(d.rms)}${unit(name)}` : "nothing to hold against each other",
        ...most,
        ...(d.onlyB ? [`no fluid there in the first run: ${d.onlyB.toLocaleString("en")}`] : []),
      ];
    const only = d.onlyA || d.onlyB ? [`only in the first: ${d.onlyA}, only here: ${d.onlyB}`] : [];
    return [`by id: ${d.differ.toLocaleString("en")} of ${d.matched.toLocaleString("en")} differ`, ...most, ...only];
  }

  // Why a run ended before its time, and a button that leads to the particle at fault.
  private showEndings(): void {
    this.runs.forEach((run, i) => {
      const place = byId("panes").children[i].querySelector(".ending")!;
      const { ending } = run;
      if (place.textContent?.startsWith(ending?.text ?? "\n")) return;
      place.replaceChildren(ending?.text ?? "");
      this.stage.panes[i].place = ending?.place ?? null;
      if (!ending?.place) return;
      const button = document.createElement("button");
      button.textContent = "show where";
      button.addEventListener("click", () => void this.showFault(i));
      place.append(" ", button);
    });
  }

  private async showFault(i: number): Promise<void> {
    const { ending } = this.runs[i];
    if (!ending?.place) return;
    await this.goByHand(this.last);
    this.picked = ending.id === null ? null : { pane: i, id: ending.id };
    this.stage.lookAt(ending.place, 40 * (this.runs[i].numbers("dp")?.[0] ?? 0.01));
    this.showPicked();
  }

  private useTheme(): void {
    this.stage.setDark(matchMedia("(prefers-color-scheme: dark)").matches);
    this.showGauge();
  }

  private useMap(): void {
    const name = byId<HTMLSelectElement>("map").value;
    this.stage.setMap(name);
    byId("scale-bar").style.background = colours.gradient(name);
  }

  private nameScale(): void {
    const name = byId<HTMLSelectElement>("field").value;
    const components = this.runs.find((run) => run.frame)?.frame?.fields[name]?.components ?? 1;
    byId("scale-name").textContent = `${this.compares ? "difference of " : ""}${name ? title(name, components) : ""}`;
  }

  // Of the values of the fluid but for outliers, or as typed. Differences have 0 in the middle.
  private useRange(): void {
    let [least, most, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    this.values.forEach((values, i) => {
      const { frame } = this.runs[i];
      if (!frame || (this.compares && i === 0)) return;
      const fluid = fluidRows(frame);
      const rows = fluid.length ? fluid : Uint32Array.from({ length: frame.count }, (_, k) => k);
      const [all, inner] = [range(values, rows), innerRange(values, rows, OUTLIERS)];
      [least, most] = [Math.min(least, all[0]), Math.max(most, all[1])];
      [low, high] = [Math.min(low, inner[0]), Math.max(high, inner[1])];
    });
    const name = unit(byId<HTMLSelectElement>("field").value);
    byId("extremes").textContent = least <= most ? `of all fluid: ${short(least)} to ${short(most)}${name}` : "";
    if (byId("auto").checked) {
      if (low > high) [low, high] = [0, 1];
      if (this.compares) [low, high] = [-Math.max(Math.abs(low), Math.abs(high)), Math.max(Math.abs(low), Math.abs(high))];
      [byId("low").value, byId("high").value] = [short(low), short(high)];
    }
    [low, high] = [Number(byId("low").value), Number(byId("high").value)];
    if (!Number.isFinite(low) || !Number.isFinite(high)) return;
    this.stage.setRange(low, high);
    [byId("scale-low").textContent, byId("scale-high").textContent] = [short(low), short(high)];
    this.nameScale();
  }

  private get clip(): Clip | null {
    const index = "xyz".indexOf(byId<HTMLSelectElement>("clip-axis").value || "-");
    if (index < 0) return null;
    const { min, max } = this.stage.bounds;
    const [low, high] = [min.getComponent(index), max.getComponent(index)];
    return { axis: index as 0 | 1 | 2, at: low + Number(byId("clip").value) * (high - low), flip: byId("clip-flip").checked };
  }

  private useClip(): void {
    const { clip } = this;
    byId("clip-at").textContent = clip ? `${"xyz"[clip.axis]} = ${short(clip.at)} m` : "";
    this.stage.setClip(clip);
    void this.showExtras();
  }

  private drawn(milliseconds: number): void {
    byId("speed").textContent = `${milliseconds.toFixed(1)} ms a picture`;
    byId<HTMLCanvasElement>("canvas").dataset.milliseconds = milliseconds.toFixed(2);
    byId("panes").style.gridTemplateColumns = `repeat(${this.stage.columns}, minmax(0, 1fr))`;
    if (document.activeElement !== byId("angles")) byId("angles").value = this.stage.angles;
    this.showRuler();
  }

  // A length of 1, 2 or 5 times a power of ten, about a hundred pixels wide.
  private showRuler(): void {
    const rough = 120 * this.stage.pixel;
    byId("ruler").hidden = !this.spaceKnown || !(rough > 0) || !Number.isFinite(rough);
    if (byId("ruler").hidden) return;
    const length = roundLength(rough);
    byId("ruler-text").textContent = `${short(length)} m`;
    byId("ruler-bar").style.width = `${length / this.stage.pixel}px`;
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
      lines.push(`${name} ${numbers.join(", ")}${unit(name)}`);
    }
    const d = this.differences[pane];
    if (d) lines.push(`difference ${short(d.values[row])}${unit(byId<HTMLSelectElement>("field").value)}`);
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
    byId("no-gauges").hidden = select.options.length > 0;
    byId("gauge-label").hidden = select.options.length === 0;
  }

  private showGauge(): void {
    const curves = this.runs.flatMap((run) => (run.gauges ? [{ label: run.name, table: run.gauges }] : []));
    const experiment = this.runs.find((run) => run.experiment)?.experiment;
    this.plot.show(byId<HTMLSelectElement>("gauge").value, curves, experiment ? [experiment] : []);
  }

  // ---- controls ----

  private useWalls(): void {
    this.stage.setWalls(byId<HTMLSelectElement>("walls").value as Walls);
    this.runs.forEach((run, i) => this.annotate(i, run));
  }

  private connect(): void {
    const on = (id: string, what: string, act: () => void) => byId(id).addEventListener(what, act);
    on("time", "input", () => void this.goByHand(Number(byId("time").value)));
    on("play", "click", () => void this.play());
    on("follow", "change", () => void this.follow());
    on("field", "change", () => void this.showFrames());
    on("difference", "change", () => {
      byId<HTMLSelectElement>("map").value = this.compares ? "coolwarm" : "viridis";
      this.useMap();
      void this.showFrames();
    });
    on("most", "change", () => void this.showFrames());
    on("map", "change", () => this.useMap());
    on("auto", "change", () => this.useRange());
    for (const id of ["low", "high"])
      on(id, "change", () => {
        byId("auto").checked = false;
        this.useRange();
      });
    on("walls", "change", () => this.useWalls());
    for (const id of ["fluid", "arrows", "clip-paint"]) on(id, "change", () => void this.showExtras());
    on("size", "input", () => this.stage.setSize(Number(byId("size").value)));
    for (const id of ["clip-axis", "clip", "clip-flip"]) on(id, "input", () => this.useClip());
    on("gauge", "change", () => this.showGauge());
    for (const button of byId("cameras").querySelectorAll("button")) button.addEventListener("click", () => this.stage.look(button.dataset.camera ?? "corner"));
    on("angles", "change", () => {
      if (parseCamera(byId("angles").value)) this.stage.look(byId("angles").value);
      else this.tell("camera: expected corner, front, side, top or two angles in degrees, such as -62,24");
    });
    on("ask", "click", () => byId<HTMLDialogElement & HTMLInputElement>("help").showModal());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.useTheme());
    this.connectCanvas();
    addKeys({
      step: (by) => void this.goByHand(Math.max(0, Math.min((this.wanted ?? this.at) + by, this.last))),
      end: (last) => void this.goByHand(last ? this.last : 0),
      play: () => void this.play(),
      follow: () => byId("follow").click(),
      look: (from) => this.stage.look(from),
      walls: () => {
        const select = byId<HTMLSelectElement>("walls");
        select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
        this.useWalls();
      },
      help: () => byId("ask").click(),
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
