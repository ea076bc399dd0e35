// SPDX-License-Identifier: BSD-3-Clause
// The run: begun, stopped, gone on with, and its gauges while it goes on.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { column, parseTable, type Table } from "../tables";
import * as api from "./api";
import { question } from "./dialog";

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

function byId<T extends HTMLElement = HTMLInputElement>(id: string): T {
  return document.getElementById(id) as T;
}

// How a run ended, in words.
function ending(status: number, text: string): string {
  const said = /^amphi: (.*)$/m.exec(text)?.[1];
  if (status === 0) return /^(Finished at .*|Nothing to do: .*)$/m.exec(text)?.[1] ?? "Finished.";
  if (status === 3) return `The run diverged: ${said ?? "see log.txt"}`;
  if (status === 143) return "Stopped; it left a checkpoint, from which Go on continues.";
  return said ?? `The run ended with status ${status}.`;
}

export class Runs {
  private shown = ""; // the table that is plotted
  private table: Table | null = null;
  private plot: uPlot | null = null;
  private seen = "";

  constructor(
    private readonly ready: () => Promise<boolean>, // the case saved
    private readonly tell: (text: string) => void,
    private readonly started: () => void,
  ) {
    byId("start").addEventListener("click", () => void this.guard(() => this.begin("new")));
    byId("resume").addEventListener("click", () => void this.guard(() => this.begin("resume")));
    byId("stop").addEventListener("click", () => void this.guard(() => api.stop()));
    byId("output").addEventListener("change", () => void this.guard(() => this.look()));
    byId("gauge").addEventListener("change", () => this.draw());
    byId("film").addEventListener("click", () => void this.guard(() => this.makeFilm()));
    byId("other").addEventListener("change", () => void this.guard(() => api.compare(byId("other").value || this.output)));
  }

  private async guard(act: () => Promise<unknown>): Promise<void> {
    try {
      this.tell("");
      await act();
    } catch (fault) {
      this.tell(fault instanceof Error ? fault.message : String(fault));
    }
  }

  private get output(): string {
    const name = byId("output").value.trim();
    if (!NAME.test(name)) throw new Error("results in: expected the name of a folder beside the case, of letters, digits, '.', '_' and '-'");
    return name;
  }

  // What is there for this name of an output folder.
  async look(): Promise<void> {
    const { outputs } = await api.beside();
    const there = outputs.includes(this.output);
    const others = outputs.filter((name) => name !== this.output);
    byId<HTMLButtonElement>("resume").disabled = !there;
    for (const id of ["results", "film"]) byId(id).hidden = !there;
    byId("other-label").hidden = !there || others.length === 0;
    this.forgetFilm();
    const now = await api.state();
    const other = byId<HTMLSelectElement>("other");
    const chosen = now.output === this.output ? other.value : "";
    other.replaceChildren(new Option("no others", ""), ...others.map((name) => new Option(name, name, false, name === chosen)));
    if (there && !now.run.runs && now.output !== this.output) await api.show(this.output);
    await this.readGauges();
  }

  private async begin(how: "new" | "replace" | "resume"): Promise<void> {
    const output = this.output;
    if (!(await this.ready())) return;
    try {
      await api.run(output, how);
    } catch (fault) {
      if (!(fault instanceof api.Refused && fault.status === 409)) throw fault;
      const said = await question(`${fault.message}. Its results are kept unless you replace them.`, [
        ["replace", "Replace them"],
        ["resume", "Go on with that run"],
        ["other", "Choose another folder"],
      ]);
      if (said?.answer === "replace" || said?.answer === "resume") return this.begin(said.answer);
      if (said?.answer === "other") byId("output").select();
      return;
    }
    this.shown = byId("other").value = "";
    byId("progress").value = "0";
    this.started();
  }

  // ---- a film ----

  private forgetFilm(): void {
    for (const id of ["film-saved", "film-shown"]) byId(id).hidden = true;
  }

  private async makeFilm(): Promise<void> {
    this.forgetFilm();
    await api.film();
    const button = byId<HTMLButtonElement>("film");
    [button.disabled, button.textContent] = [true, "Drawing…"];
    try {
      for (let now = await api.state(); ; now = await api.state()) {
        if (now.film.status !== null && now.film.status !== 0) throw new Error(/^amphi: (.*)$/m.exec(now.film.text)?.[1] ?? "no film could be drawn");
        if (now.film.status === 0) break;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      const url = await api.drawn();
      byId<HTMLImageElement & HTMLInputElement>("film-shown").src = url;
      (document.getElementById("film-saved") as HTMLAnchorElement).href = url;
      for (const id of ["film-saved", "film-shown"]) byId(id).hidden = false;
      byId("film-shown").onload = () => byId("film-shown").scrollIntoView({ block: "nearest" });
    } finally {
      [button.disabled, button.textContent] = [false, "Make a film"];
    }
  }

  // What the program says now.
  async follow(now: api.State): Promise<void> {
    const { run } = now;
    const state = byId<HTMLElement>("run-state");
    byId<HTMLButtonElement>("start").disabled = run.runs;
    byId<HTMLButtonElement>("stop").disabled = !run.runs;
    byId("output").disabled = run.runs;
    if (run.runs) {
      byId<HTMLButtonElement>("resume").disabled = true;
      const line = [...run.text.matchAll(/^ *(\d+) %, (.*)$/gm)].pop();
      if (line) byId("progress").value = line[1];
      state.textContent = line ? `${line[1]} %, ${line[2]}` : "It begins…";
      byId("results").hidden = false;
      this.forgetFilm();
      await this.readGauges();
    } else if (run.status !== null) {
      const key = `${run.status} ${run.text}`;
      if (key !== this.seen) await this.look();
      this.seen = key;
      if (run.status === 0) byId("progress").value = "100";
      state.textContent = ending(run.status, run.text);
    } else {
      byId("progress").value = "0";
      state.textContent = "";
    }
    state.dataset.status = run.runs ? "runs" : String(run.status ?? "");
  }

  // ---- gauges ----

  private async readGauges(): Promise<void> {
    const text = (await api.output("gauges.csv")) ?? "";
    if (text === this.shown) return;
    this.shown = text;
    this.table = text ? parseTable(text) : null;
    const names = this.table?.names ?? [];
    const select = byId<HTMLSelectElement>("gauge");
    if (names.join() !== Array.from(select.options, (one) => one.value).join()) {
      const chosen = select.value;
      select.replaceChildren(...names.map((name) => new Option(name, name, false, name === chosen)));
    }
    byId("gauge-label").hidden = names.length === 0;
    this.draw();
  }

  private draw(): void {
    this.plot?.destroy();
    this.plot = null;
    const place = byId<HTMLElement>("plot");
    const name = byId<HTMLSelectElement>("gauge").value;
    const found = this.table && name ? column(this.table, name) : null;
    place.dataset.samples = String(found?.[0].length ?? 0);
    if (!found || found[0].length < 2) return;
    const ink = getComputedStyle(place).color;
    const lines = { stroke: ink, grid: { stroke: "#8884" }, ticks: { stroke: "#8884" } };
    const options: uPlot.Options = {
      width: Math.max(place.clientWidth - 10, 240),
      height: 120,
      legend: { show: false },
      scales: { x: { time: false } },
      axes: [{ ...lines, size: 28, label: "t [s]", labelSize: 14, labelGap: 0 }, { ...lines, size: 56 }],
      series: [{ label: "time [s]" }, { label: name, stroke: "#1f77b4", width: 1.5, spanGaps: true, points: { show: false } }],
      cursor: { show: false },
    };
    this.plot = new uPlot(options, found, place);
  }
}
