// SPDX-License-Identifier: BSD-3-Clause
// A gauge over time: one line per run, the experiment, and the moment that the particles show.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { column, type Table } from "./tables";

const COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#17becf", "#bcbd22"];

const FONT = "11px system-ui, sans-serif";

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

  // Of experiments what lies within the times of the runs.
  show(gauge: string, runs: Curves[], experiments: Table[]): void {
    this.plot?.destroy();
    this.plot = null;
    const style = getComputedStyle(this.place);
    const [ink, grid] = [style.color, style.getPropertyValue("--grid")];
    const times = runs.map(({ table }) => column(table, gauge)?.[0] ?? []).filter((list) => list.length > 0);
    const from = Math.min(...times.map((list) => list[0]));
    const to = Math.max(...times.map((list) => list[list.length - 1]));
    const tables: uPlot.AlignedData[] = [];
    const series: uPlot.Series[] = [{ label: "time [s]" }];
    const add = (label: string, table: Table & { cut?: boolean }, style: Partial<uPlot.Series>) => {
      let found = column(table, gauge);
      if (found && table.cut) {
        const inside = found[0].map((time) => time >= from && time <= to);
        found = [found[0].filter((_, i) => inside[i]), found[1].filter((_, i) => inside[i])];
      }
      if (!found || found[0].length === 0) return;
      tables.push(found);
      series.push({ label, spanGaps: true, ...style });
    };
    for (const table of experiments)
      add("experiment", { ...table, cut: true }, { stroke: ink, width: 0, points: { show: true, size: 4, stroke: ink, fill: ink } });
    runs.forEach(({ label, table }, i) => add(label, table, { stroke: COLOURS[i % COLOURS.length], width: 1.5, points: { show: false } }));
    this.place.dataset.curves = series.slice(1).map((one) => one.label).join("|");
    this.place.dataset.experiment = String(experiments.length && series[1]?.label === "experiment" ? tables[0][0].length : 0);
    if (tables.length === 0) return;
    const colours = { stroke: ink, grid: { stroke: grid }, ticks: { stroke: grid } };
    // An axis is as wide as its longest label.
    const width = (plot: uPlot, values: string[] | null) => {
      plot.ctx.font = `${FONT.replace("11", String(11 * devicePixelRatio))}`;
      const labels = (values ?? []).map((value) => plot.ctx.measureText(value).width / devicePixelRatio);
      this.place.dataset.widest = String(Math.max(...labels, 0));
      return Math.ceil(Math.max(...labels, 0)) + 18;
    };
    this.plot = new uPlot(
      {
        width: Math.max(this.place.clientWidth, 200),
        height: 210,
        title: gauge,
        scales: { x: { time: false } },
        axes: [
          { ...colours, size: 30, label: "time [s]", labelSize: 18, labelFont: FONT, font: FONT },
          { ...colours, size: (plot, values) => width(plot, values), font: FONT },
        ],
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
    this.place.dataset.left = String(left / devicePixelRatio);
    if (x < left || x > left + width) return;
    plot.ctx.fillStyle = "#e08a00";
    plot.ctx.fillRect(x, top, 2, height);
  }
}
