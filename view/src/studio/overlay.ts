// SPDX-License-Identifier: BSD-3-Clause
// Outlines, handles and marks over the particles, and what is drawn with the mouse.
import { ticksOf } from "./axes";
import { boxLines, type Handle, handlesOf, linesOf, type Model, type Thing, type Vec } from "./model";
import type { Space } from "./space";

const SVG = "http://www.w3.org/2000/svg";

export interface Mark {
  at: Vec;
  text: string;
}
// Of a drawing in space.
export interface Plane {
  axis: number;
  at: number;
}
// What is being drawn, in 2-D or on a plane: a box, disc or line by a drag, a polygon by clicks, a place by one click.
export type Drawing = "box" | "disc" | "line" | "polygon" | "place";

function element(name: string, attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export class Overlay {
  model: Model | null = null;
  selected: Thing | null = null;
  marks: Mark[] = [];
  snaps = true;
  private drawing: { kind: Drawing; done: (points: Vec[]) => void; plane?: Plane } | null = null;
  private points: Vec[] = [];

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly canvas: HTMLCanvasElement,
    private readonly space: Space,
    private readonly select: (thing: Thing | null) => void,
    // By how far a handle has been dragged; `ends` at the last call.
    private readonly dragged: (thing: Thing, handle: Handle, by: Vec, ends: boolean) => void,
    // Where the mouse is, as a drawing would take it; null where that is no place of the case.
    private readonly pointed: (at: Vec | null) => void,
  ) {
    this.connect();
  }

  // To the sites of the lattice, which begins at the lowest corner of the domain.
  private snap(at: Vec, free: boolean): Vec {
    const m = this.model!;
    return free || !this.snaps ? at : at.map((value, a) => m.low[a] + Math.round((value - m.low[a]) / m.dp) * m.dp);
  }

  // ---- what is shown ----

  private path(points: Vec[]): string {
    const places = points.map((point) => this.space.project(point));
    return places.every((place) => place) ? `M${places.map((place) => place!.map((value) => value.toFixed(1)).join(" ")).join("L")}` : "";
  }

  draw(): void {
    const m = this.model;
    this.svg.replaceChildren();
    if (!m) return;
    const domain = boxLines(m.low, m.high).map((line) => this.path(line));
    this.svg.append(element("path", { d: domain.join(""), class: "outline domain" }));
    this.drawAxes(m);
    for (const thing of m.things) {
      const path = linesOf(thing, m)
        .map((line) => this.path(line))
        .join("");
      if (!path) continue;
      const kind = `${thing.kind}${thing.cut ? " cut" : ""}${thing === this.selected ? " selected" : ""}`;
      const wide = element("path", { d: path, class: "hit" });
      wide.addEventListener("pointerdown", () => this.drawing || this.select(thing));
      const title = element("title", {});
      title.textContent = `${thing.name} (${thing.form})`;
      wide.append(title);
      this.svg.append(element("path", { d: path, class: `outline ${kind}` }), wide);
      if (thing.kind === "gauge" || thing.kind === "joint") this.drawSpot(thing, m);
    }
    for (const mark of this.marks) this.drawMark(mark);
    if (this.selected) for (const handle of handlesOf(this.selected, m)) this.drawHandle(this.selected, handle);
    if (this.points.length > 0) this.svg.append(element("path", { d: this.path(this.sketch()), class: "sketch" }));
  }

  private drawAxes(m: Model): void {
    const middle = m.low.map((value, a) => (value + m.high[a]) / 2);
    const [here, ahead] = [this.space.project(middle), this.space.project(middle.map((value, a) => (a === m.up ? value + m.dp : value)))];
    if (!here || !ahead) return;
    const pixel = m.dp / Math.max(Math.hypot(ahead[0] - here[0], ahead[1] - here[1]), 1e-3);
    const placed: [number, number][] = [];
    for (const { at, out, text } of ticksOf(m, pixel)) {
      const to = this.space.project(out);
      if (!to || placed.some(([x, y]) => Math.abs(to[0] - x) < 30 && Math.abs(to[1] - y) < 12)) continue;
      placed.push(to);
      // In sight, where walls are wider than the margin, and above the buttons.
      const [x, y] = [Math.max(to[0], 3 * text.length + 3), Math.min(to[1], this.canvas.clientHeight - 42)];
      const label = element("text", { x: String(x), y: String(y), class: "tick" });
      label.textContent = text;
      this.svg.append(element("path", { d: this.path([at, at.map((value, a) => value + 0.4 * (out[a] - value))]), class: "tick" }), label);
    }
  }

  private drawSpot(thing: Thing, m: Model): void {
    const point = linesOf(thing, m)[0]?.[0];
    const place = point && this.space.project(point);
    if (!place) return;
    const spot = element("circle", { cx: String(place[0]), cy: String(place[1]), r: "4", class: `spot ${thing.kind}${thing === this.selected ? " selected" : ""}` });
    spot.addEventListener("pointerdown", () => this.drawing || this.select(thing));
    const label = element("text", { x: String(place[0] + 6), y: String(place[1] - 5), class: "label" });
    label.textContent = thing.name;
    this.svg.append(spot, label);
  }

  private drawMark(mark: Mark): void {
    const place = this.space.project(mark.at);
    if (!place) return;
    const ring = element("circle", { cx: String(place[0]), cy: String(place[1]), r: "9", class: "mark" });
    const title = element("title", {});
    title.textContent = mark.text;
    ring.append(title);
    this.svg.append(ring);
  }

  private drawHandle(thing: Thing, handle: Handle): void {
    const place = this.space.project(handle.at);
    if (!place) return;
    const [x, y] = place;
    const shown =
      handle.what !== "size"
        ? element("circle", { cx: String(x), cy: String(y), r: handle.what === "move" ? "7" : "5", class: `handle ${handle.what} axis${handle.axes.length > 1 ? "" : handle.axes[0]}` })
        : element("rect", { x: String(x - 5), y: String(y - 5), width: "10", height: "10", class: "handle" });
    shown.addEventListener("pointerdown", (event) => this.pull(thing, handle, event as PointerEvent));
    const title = element("title", {});
    title.textContent = handle.what === "turn" ? "drag: turn" : handle.what === "move" ? `drag: move${handle.axes.length > 1 ? "" : ` along ${"xyz"[handle.axes[0]]}`}` : "drag: size";
    shown.append(title);
    this.svg.append(shown);
  }

  // ---- handles ----

  // How far along its axes a handle goes for a way of the mouse.
  private way(handle: Handle, dx: number, dy: number): Vec {
    const at = this.space.project(handle.at)!;
    const step = this.model!.dp;
    const by = handle.at.map(() => 0);
    const ahead = handle.axes.map((axis) => {
      const to = this.space.project(handle.at.map((value, a) => value + (a === axis ? step : 0))) ?? at;
      return [to[0] - at[0], to[1] - at[1]];
    });
    if (ahead.length === 1) {
      const [[u, v]] = ahead;
      const length = u * u + v * v;
      by[handle.axes[0]] = length > 1e-6 ? (step * (dx * u + dy * v)) / length : 0;
    } else {
      const [[a, b], [c, d]] = ahead;
      const area = a * d - b * c || 1;
      by[handle.axes[0]] = (step * (dx * d - dy * c)) / area;
      by[handle.axes[1]] = (step * (dy * a - dx * b)) / area;
    }
    return by;
  }

  private pull(thing: Thing, handle: Handle, down: PointerEvent): void {
    down.preventDefault();
    down.stopPropagation();
    this.space.steered = false;
    const by = (event: PointerEvent): Vec => {
      const way = this.way(handle, event.clientX - down.clientX, event.clientY - down.clientY);
      if (handle.what === "turn") return way;
      const to = this.snap(
        handle.at.map((value, a) => value + way[a]),
        event.altKey,
      );
      // A move keeps sizes, so it goes by whole spacings from where it was.
      if (handle.what === "move" && this.snaps && !event.altKey) return way.map((value) => Math.round(value / this.model!.dp) * this.model!.dp);
      return to.map((value, a) => (handle.axes.includes(a) ? value - handle.at[a] : 0));
    };
    const move = (event: PointerEvent) => this.dragged(thing, handle, by(event), false);
    const up = (event: PointerEvent) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      this.space.steered = true;
      this.dragged(thing, handle, by(event), true);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  }

  // ---- drawing ----

  // Let the user draw; `done` gets two corners, centre and edge, the corners of a polygon, or one place.
  begin(kind: Drawing, done: (points: Vec[]) => void, plane?: Plane): void {
    this.cancel();
    this.drawing = { kind, done, plane };
    this.space.steered = false;
    this.canvas.classList.add("drawing");
    this.svg.classList.add("drawing");
  }

  cancel(): void {
    this.drawing = null;
    this.points = [];
    this.space.steered = true;
    this.canvas.classList.remove("drawing");
    this.svg.classList.remove("drawing");
    this.draw();
  }

  get draws(): boolean {
    return this.drawing !== null;
  }

  private sketch(): Vec[] {
    const [a, b] = this.points;
    if (this.drawing?.kind === "box" && b) return [a, [b[0], a[1]], b, [a[0], b[1]], a];
    if (this.drawing?.kind === "disc" && b) {
      const radius = Math.hypot(b[0] - a[0], b[1] - a[1]);
      return Array.from({ length: 49 }, (_, i) => [a[0] + radius * Math.cos((i * Math.PI) / 24), a[1] + radius * Math.sin((i * Math.PI) / 24)]);
    }
    return this.points;
  }

  private end(): void {
    const { drawing, points } = this;
    this.cancel();
    if (drawing) drawing.done(points);
  }

  private connect(): void {
    const at = (event: PointerEvent | MouseEvent): Vec => {
      const box = this.canvas.getBoundingClientRect();
      return this.snap(this.space.place(event.clientX - box.left, event.clientY - box.top, this.drawing?.plane), event.altKey);
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      if (!this.drawing || event.button !== 0) return;
      const { kind } = this.drawing;
      if (kind === "polygon" && this.points.length > 1) this.points[this.points.length - 1] = at(event);
      else this.points = [at(event)];
      if (kind === "place") return this.end();
      this.points.push(at(event));
      this.draw();
    });
    this.canvas.addEventListener("pointerleave", () => this.pointed(null));
    addEventListener("pointermove", (event) => {
      if (this.model && event.target === this.canvas) this.pointed(this.model.dimensions === 2 || this.drawing?.plane ? at(event) : null);
      if (!this.drawing || this.points.length < 2) return;
      this.points[this.points.length - 1] = at(event);
      this.draw();
    });
    addEventListener("pointerup", () => {
      const [a, b] = this.points;
      if (!this.drawing || this.drawing.kind === "polygon" || !b) return;
      if (Math.hypot(b[0] - a[0], b[1] - a[1]) < this.model!.dp) this.points = []; // a click alone: wait for a drag
      else this.end();
    });
    this.canvas.addEventListener("dblclick", () => this.close());
    // What is clicked beside all things is the background.
    this.canvas.addEventListener("pointerdown", () => this.drawing || this.select(null));
    addEventListener("keydown", (event) => {
      if (!this.drawing) return;
      if (event.key === "Escape") this.cancel();
      if (event.key === "Enter") this.close();
    });
  }

  // A polygon is done; the last point is the mouse's, and a double click gives one twice.
  private close(): void {
    if (this.drawing?.kind !== "polygon") return;
    this.points.pop();
    this.points = this.points.filter((one, i) => i === 0 || Math.hypot(...one.map((value, a) => value - this.points[i - 1][a])) > 1e-9);
    if (this.points.length >= 3) this.end();
    else this.cancel();
  }
}
