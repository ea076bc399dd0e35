// SPDX-License-Identifier: BSD-3-Clause
// A gauge over time: a line a run, the experiment, and the moment that the particles show.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { column, type Table } from "./tables";

const COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#17becf", "#bcbd22"];

export interface Curves {
  label: string;
  table: Table;
}

export class Plot {
  private plot: uPlot | null = null;
  private time = 0;

  constructor(
    private readonly place: HTMLElement,
    private readonly goTo: (time: number) => void,
  ) {}

  show(gauge: string, runs: Curves[], experiments: Table[]): void {
    this.plot?.destroy();
    this.plot = null;
    const tables: uPlot.AlignedData[] = [];
    const series: uPlot.Series[] = [{ label: "time [s]" }];
    const add = (label: string, table: Table, style: Partial<uPlot.Series>) => {
      const found = column(table, gauge);
      if (!found) return;
      tables.push(found);
      series.push({ label, spanGaps: true, ...style });
    };
    for (const table of experiments)
      add("experiment", table, { stroke: "#000", width: 0, points: { show: true, size: 4, stroke: "#000", fill: "#000" } });
    runs.forEach(({ label, table }, i) => add(label, table, { stroke: COLOURS[i % COLOURS.length], width: 1.5, points: { show: false } }));
    this.place.dataset.curves = series.slice(1).map((one) => one.label).join("|");
    if (tables.length === 0) return;
    this.plot = new uPlot(
      {
        width: 280,
        height: 190,
        title: gauge,
        scales: { x: { time: false } },
        axes: [{ size: 30 }, { size: 48 }],
        series,
        hooks: { draw: [(plot) => this.drawMoment(plot)] },
        cursor: { drag: { x: false, y: false } },
      },
      uPlot.join(tables),
      this.place,
    );
    // "click" does not come: uPlot takes it for the end of a drag.
    this.plot.over.addEventListener("mouseup", (event) => this.goTo(this.plot?.posToVal(event.offsetX, "x") ?? 0));
  }

  showTime(time: number): void {
    this.time = time;
    this.place.dataset.time = String(time);
    this.plot?.redraw(false);
  }

  private drawMoment(plot: uPlot): void {
    const x = Math.round(plot.valToPos(this.time, "x", true));
    const { left, top, width, height } = plot.bbox;
    if (x < left || x > left + width) return;
    plot.ctx.fillStyle = "#e08a00";
    plot.ctx.fillRect(x, top, 2, height);
  }
}
