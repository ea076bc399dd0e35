// SPDX-License-Identifier: BSD-3-Clause
// The page of amphi studio: what its buttons do.
import * as THREE from "three";
import { Frames } from "../frames";
import type { Frame } from "../reader";
import * as add from "./add";
import * as api from "./api";
import { question } from "./dialog";
import { apply, type Edit, type Path, Text, type Value } from "./document";
import { Chosen } from "./chosen";
import { Editor, type Message } from "./editor";
import { extentsOf, unitOf } from "./mesh";
import { across2, type Handle, laidOf, type Model, modelOf, type Thing, type Vec } from "./model";
import { Overlay } from "./overlay";
import { Runs } from "./runs";
import { doubtsIn, type Line, type Said, takeApart } from "./said";
import { Schema } from "./schema";
import { Space } from "./space";

const CALM = 400; // ms after the last change before it is checked
const AGAIN = 300; // ms between looks at what the programs do
const COSTS = ["takes", "disk", "in all", "particles", "time step"];
const MOST = 3_000_000; // particles that are laid without being asked

function byId<T extends HTMLElement = HTMLInputElement>(id: string): T {
  return document.getElementById(id) as T;
}

function words(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

const COLOURS = { fluid: [0x3d8bd3, 0xd3a03d, 0x6fbf73], wall: 0x9a9a9a, body: 0xd9822b, mover: 0xa06bd6 };

type Form = "box" | "disc" | "polygon" | "cylinder" | "revolution";

class Studio {
  private readonly editor = new Editor(byId<HTMLElement>("editor"), () => this.changed(), (at) => this.cursorAt(at));
  private readonly space = new Space(byId<HTMLCanvasElement>("canvas"), () => this.overlay?.draw());
  private readonly overlay = new Overlay(
    document.getElementById("overlay") as unknown as SVGSVGElement,
    byId<HTMLCanvasElement>("canvas"),
    this.space,
    (thing) => this.select(thing),
    (thing, handle, by, ends) => this.dragged(thing, handle, by, ends),
    (at) => (byId<HTMLElement>("where").textContent = at ? `${at.map((value, a) => `${"xyz"[a]} ${Number(value.toPrecision(4))}`).join(", ")} m` : ""),
  );
  private readonly runs = new Runs(
    () => this.save(),
    (text) => this.tell(text),
    () => void this.look(),
  );
  private readonly frames = new Frames();
  private floats = false; // what the file that is asked for is to do
  private readonly chosen = new Chosen(byId<HTMLElement>("chosen"), {
    edit: (edit) => this.guard(() => this.edit(edit)),
    remove: (thing) => this.guard(() => this.remove(thing)),
    tell: (text) => this.tell(text),
  });
  private file = "";
  private base = ""; // what the file has, as far as is known
  private model: Model | null = null;
  private seen = ""; // the domain that the camera looks at
  private said: Said | null = null;
  private checked = 0; // the last check, by its number
  private taken = 0; // of which the outcome is shown
  private laying = 0; // of which the particles are being laid; 0: none
  private timing = 0; // of which it is measured how long a run takes
  private clock: ReturnType<typeof setTimeout> | undefined;
  private looking = false;
  private laid = 0;
  private extents: Model["laid"] = new Map();
  private frame: Frame | null = null;
  private dimensions = 0;

  async start(): Promise<void> {
    this.connect();
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const dye = () => [this.space, this.editor].forEach((one) => one.setDark(dark.matches));
    dark.addEventListener("change", dye);
    dye();
    const [state, schema] = await Promise.all([api.state(), api.schema()]);
    const known = new Schema(schema);
    this.editor.learn(known);
    this.chosen.learn(known);
    if (state.case) this.show(await api.read());
    else await this.askForCase();
  }

  private tell(text: string): void {
    byId<HTMLElement>("notice").textContent = text;
  }

  private async guard(act: () => unknown): Promise<void> {
    try {
      this.tell("");
      await act();
    } catch (fault) {
      this.tell(words(fault));
    }
  }

  // ---- cases ----

  private show({ file, text }: { file: string; text: string }): void {
    [this.file, this.base, this.seen] = [file, text, ""];
    const short = file.split("/").slice(-2).join("/");
    [byId<HTMLElement>("case-name").textContent, byId<HTMLElement>("case-name").title] = [short, file];
    document.title = `amphi studio: ${short}`;
    this.overlay.selected = null;
    this.said = null;
    this.extents = new Map();
    this.editor.load(text);
    this.changed();
    void this.guard(() => this.runs.look());
    void this.look();
  }

  // Whether what is not saved may go.
  private async mayLeave(): Promise<boolean> {
    if (!this.file || this.editor.text === this.base) return true;
    const said = await question("The case has changes that are not saved.", [
      ["save", "Save them"],
      ["drop", "Forget them"],
    ]);
    if (said?.answer === "save") return this.save();
    return said?.answer === "drop";
  }

  private async askForCase(): Promise<void> {
    const { here } = await api.cases();
    if (here.length === 0) return this.newCase();
    const said = await question("Which case?", [["open", "Open"], ["new", "New case…"]], [{ key: "name", label: "Cases in this folder", value: here[0].name, options: here.map(({ name, title }) => [name, title ? `${name}: ${title}` : name]) }]);
    if (said?.answer === "open") this.show(await api.open(said.values.name));
    if (said?.answer === "new") await this.newCase();
  }

  private async newCase(): Promise<void> {
    const { shipped } = await api.cases();
    const options: [string, string][] = [
      ["empty2", "nothing, in 2-D: a side view of a tank or flume"],
      ["empty3", "nothing, in 3-D"],
      ["small", "a column of water that falls apart, 2-D"],
      ...shipped.map(({ name, title }): [string, string] => [`cases/${name}`, `${name}: ${title}`]),
    ];
    const fields = [
      { key: "name", label: "Name, which becomes a folder", value: "mycase" },
      { key: "from", label: "Begin with", value: "empty2", options },
      { key: "x", label: "Length of the domain, m", value: "2" },
      { key: "y", label: "Width, m", value: "1" },
      { key: "z", label: "Height, m", value: "1" },
      { key: "dp", label: "Particle spacing dp, m (smaller: finer, slower)", value: "0.02" },
    ];
    const said = await question("A new case", [["make", "Make it"]], fields, ({ from }, show) => {
      for (const key of ["x", "z", "dp"]) show(key, from.startsWith("empty"));
      show("y", from === "empty3");
    });
    if (!said) return;
    const { name, from } = said.values;
    if (from.startsWith("empty")) {
      const size = (from === "empty2" ? ["x", "z"] : ["x", "y", "z"]).map((key) => Number(said.values[key]));
      const dp = Number(said.values.dp);
      if (!size.every((one) => one > 0) || !(dp > 0) || dp > Math.min(...size)) throw new Error("sizes and spacing: expected numbers above 0, the spacing below the sizes");
      this.show(await api.make({ name, text: add.emptyCase(name, size, dp) }));
    } else this.show(await api.make({ name, from: from === "small" ? "" : from.slice(6) }));
  }

  // Write the file; where another program changed it, ask.
  private async save(): Promise<boolean> {
    if (!this.file) throw new Error("no case is open: make one by New case");
    const text = this.editor.text;
    try {
      if (text !== this.base || !(await this.unchanged())) await api.save(this.file, text, this.base);
    } catch (fault) {
      if (!(fault instanceof api.Refused && fault.status === 409 && fault.there !== undefined)) throw fault;
      const said = await question(`${this.file} was changed by another program since it was read here.`, [
        ["theirs", "Take what is in the file"],
        ["mine", "Write what is here over it"],
      ]);
      if (!said) return false;
      this.base = fault.there;
      if (said.answer === "mine") return this.save();
      this.editor.load(fault.there);
      this.changed();
      return false;
    }
    this.base = text;
    this.showSaved();
    return true;
  }

  private async unchanged(): Promise<boolean> {
    return (await api.read()).text === this.base;
  }

  private showSaved(): void {
    const same = this.editor.text === this.base;
    byId<HTMLElement>("saved").textContent = !this.file ? "" : same ? "saved" : "not saved";
    byId<HTMLButtonElement>("save").disabled = !this.file || same;
    const [undo, redo] = this.editor.depths;
    byId<HTMLButtonElement>("undo").disabled = undo === 0;
    byId<HTMLButtonElement>("redo").disabled = redo === 0;
  }

  // ---- text and canvas ----

  private changed(): void {
    const text = new Text(this.editor.text);
    this.showSaved();
    const model = modelOf(text.data);
    if (model) this.useModel(model);
    this.showMessages(text);
    clearTimeout(this.clock);
    if (this.file) this.clock = setTimeout(() => void this.guard(() => this.check()), CALM);
  }

  private useModel(model: Model): void {
    const path = JSON.stringify(this.overlay.selected?.path);
    this.model = this.overlay.model = model;
    model.laid = this.extents;
    this.overlay.selected = model.things.find((thing) => JSON.stringify(thing.path) === path) ?? null;
    // In space walls would hide the water.
    if (model.dimensions !== this.dimensions) byId("walls").checked = model.dimensions === 2;
    this.dimensions = model.dimensions;
    document.body.classList.toggle("flat", model.dimensions === 2);
    document.body.classList.toggle("deep", model.dimensions === 3);
    const domain = JSON.stringify([model.low, model.high, model.up]);
    if (domain !== this.seen) this.space.look(model.low, model.high, model.up);
    this.seen = domain;
    this.chosen.show(new Text(this.editor.text), this.overlay.selected, this.dimensions);
    this.overlay.draw();
    const first = "Nothing is here yet. Begin with \u201cTank around all\u201d and \u201cPour to a level\u201d.";
    if (!this.overlay.draws && (model.things.length === 0 || byId<HTMLElement>("hint").textContent === first)) this.hint(model.things.length === 0 ? first : "");
  }

  private edit(edit: (text: Text) => Edit[]): void {
    if (new Text(this.editor.text).broken) throw new Error("the text is no YAML yet: mend the line that is marked first");
    this.editor.apply(edit);
  }

  private dragged(thing: Thing, handle: Handle, by: Vec, ends: boolean): void {
    const keys = handle.keys(by);
    void this.guard(() => {
      const edits = (text: Text) => Object.entries(keys ?? {}).map(([key, value]) => text.set([...thing.path, key], this.tidy(value)));
      if (keys) this.editor.drag(by.some((value) => value !== 0) ? edits : () => []);
      if (ends) this.editor.drop();
    });
  }

  // Without the noise of binary fractions.
  private tidy(value: Value): Value {
    if (Array.isArray(value)) return value.map((one) => this.tidy(one));
    return typeof value === "number" ? Number(value.toFixed(9)) : value;
  }

  private select(thing: Thing | null): void {
    this.overlay.selected = thing;
    const range = thing ? new Text(this.editor.text).range(thing.path) : null;
    if (range) this.editor.reveal(...range);
    this.chosen.show(new Text(this.editor.text), this.overlay.selected, this.dimensions);
    this.overlay.draw();
  }

  // The thing in which the cursor stands.
  private cursorAt(at: number): void {
    const path = new Text(this.editor.text).pathAt(at);
    const inside = (thing: Thing) => thing.path.every((step, k) => step === path[k]);
    const owned = (thing: Thing) => thing.owner.every((step, k) => step === path[k]);
    const thing = this.model?.things.find(inside) ?? this.model?.things.find(owned) ?? null;
    if (thing?.path.join() === this.overlay.selected?.path.join()) return;
    this.overlay.selected = thing;
    this.chosen.show(new Text(this.editor.text), this.overlay.selected, this.dimensions);
    this.overlay.draw();
  }

  private remove(thing: Thing): void {
    this.overlay.selected = null;
    this.edit((text) => [text.remove(thing.path)]);
    this.overlay.draw();
  }

  // ---- adding ----

  private need(): Model {
    if (!this.file) throw new Error("no case is open: make one by New case");
    if (!this.model) throw new Error("the case has no domain and dp yet: write them first");
    return this.model;
  }

  private hint(text: string): void {
    byId<HTMLElement>("hint").textContent = text;
  }

  // In 2-D what the user draws; in 3-D something in the middle, to be dragged.
  private shape(form: Form, done: (shape: add.Item) => void): void {
    const m = this.need();
    if (form === "polygon" || form === "revolution") return this.profile(m, form, done);
    if (m.dimensions === 3) return done(add.middling(m, form));
    this.hint(`${form === "box" ? "Drag from one corner to the opposite one." : "Drag from the centre to the edge."} Escape leaves off.`);
    this.overlay.begin(form === "disc" ? "disc" : "box", (points) => {
      this.hint("");
      done(form === "disc" ? add.discOf(points[0], points[1]) : add.boxOf(points[0], points[1]));
    });
  }

  // A polygon; in space one on the front of the domain, which goes through to the back or is turned about the middle.
  private profile(m: Model, form: "polygon" | "revolution", done: (shape: add.Item) => void): void {
    const deep = m.dimensions === 3;
    const what = !deep ? "" : form === "polygon" ? " on the front of the domain; it goes through to the back" : " on the right of the middle, about which they are turned";
    this.hint(`Click corner after corner${what}. A double click or Enter ends it, Escape leaves off.`);
    const along = across2(m.up)[1];
    if (deep) this.space.look(m.low, m.high, m.up, "front");
    this.overlay.begin(
      "polygon",
      (points) => {
        this.hint("");
        if (deep) this.space.look(m.low, m.high, m.up);
        done(deep ? add.profileOf(m, form, points) : add.polygonOf(points));
      },
      deep ? { axis: along, at: m.low[along] } : undefined,
    );
  }

  // A place that the user clicks, in 3-D the middle.
  private place(what: string, done: (at: Vec) => void, deep?: () => Vec): void {
    const m = this.need();
    if (m.dimensions === 3) return done(deep?.() ?? add.within(m, m.low.map((_, a) => (a === m.up ? 0.3 : 0.5))));
    this.hint(`${what} Escape leaves off.`);
    this.overlay.begin("place", ([at]) => {
      this.hint("");
      void this.guard(() => done(at));
    });
  }

  // Two places that the user drags between; in 3-D those that are proposed.
  private line(what: string, done: (ends: Vec[]) => void, deep: () => Vec[]): void {
    if (this.need().dimensions === 3) return done(deep());
    this.hint(`${what} Escape leaves off.`);
    this.overlay.begin("line", (ends) => {
      this.hint("");
      void this.guard(() => done(ends));
    });
  }

  private append(key: string, item: add.Item, then?: (text: Text) => Edit[]): void {
    void this.guard(() => {
      this.edit((text) => [text.append([key], item), ...(then?.(text) ?? [])]);
      const last = this.model?.things.filter((thing) => thing.path[0] === key).pop();
      if (last) this.select(last);
    });
  }

  private get data(): Record<string, unknown> {
    return new Text(this.editor.text).data;
  }

  private addShape(role: add.Role, form: Form): void {
    this.shape(form, (shape) => {
      const key = role === "water" ? "fluids" : "walls";
      const fluids = this.data.fluids;
      // More water belongs to the fluid that there is.
      if (role === "water" && Array.isArray(fluids) && Array.isArray((fluids[0] as { shapes?: unknown } | null)?.shapes)) return this.appendShape(["fluids", 0, "shapes"], shape);
      const item: add.Item = { name: add.freeName(this.data, key, role), shapes: [shape] };
      if (role === "body") item.body = { density: 500 };
      this.append(key, item);
    });
  }

  private appendShape(path: Path, shape: add.Item): void {
    void this.guard(() => {
      this.edit((text) => [text.append(path, shape)]);
      const last = this.model?.things.filter((thing) => path.every((step, k) => thing.path[k] === step)).pop();
      if (last) this.select(last);
    });
  }

  private addPart(what: string): void {
    const m = this.need();
    const name = (key: string, wanted: string) => add.freeName(this.data, key, wanted);
    if (what === "tank") this.append("walls", { name: name("walls", "tank"), shapes: [add.tank(m)] });
    if (what === "pour") this.place("Click at the height to which the water shall stand.", (at) => this.pour(add.poured(m, at)));
    if (what === "paddle") this.addPaddle(m, name("walls", "paddle"));
    if (what === "inlet" || what === "outlet") this.append("open_boundaries", add.opening(m, name("open_boundaries", what), what === "inlet"));
    if (what === "file" || what === "hull") {
      this.floats = what === "hull";
      byId("upload").click();
    }
    if (what === "hinge" || what === "slider")
      this.place("Click where it is, on a body.", (at) => this.append("joints", add.joint(m, what, name("joints", what), at)), () => add.jointPlace(m, this.chosenBody));
    const pulled = "Drag from a body to what it is tied to, a place or another body.";
    if (what === "spring") this.line(pulled, (ends) => this.append("joints", add.spring(m, name("joints", what), ends)), () => add.linePlaces(m, this.chosenBody));
    if (what === "cable") this.line(pulled, (ends) => this.append("cables", add.cable(m, name("cables", what), ends)), () => add.linePlaces(m, this.chosenBody));
    if (what === "damping")
      this.line("Drag from where it begins to where it is strongest.", (ends) => this.append("damping_zones", add.damping(m, name("damping_zones", "absorber"), ends)), () => add.zonePlaces(m, false));
    if (what === "sea")
      this.line("Drag from where the waves come from to where they run on their own.", (ends) => this.append("relaxation_zones", add.sea(m, name("relaxation_zones", what), ends)), () => add.zonePlaces(m, true));
    if (what === "phase") this.shape("box", (shape) => this.addPhase(m, shape));
  }

  private get chosenBody(): string | undefined {
    return this.overlay.selected?.kind === "body" ? this.overlay.selected.name : undefined;
  }

  // A second liquid, with the models that several want where the case has none of its own.
  private addPhase(m: Model, shape: add.Item): void {
    const name = add.freeName(this.data, "phases", "oil");
    const steps: ((text: Text) => Edit)[] = [
      (text) => text.append(["fluids"], { name: add.freeName(this.data, "fluids", name), phase: name, shapes: [shape] }),
      (text) => text.append(["phases"], add.phase(m, name)),
    ];
    if (this.data.formulation === undefined) steps.push((text) => text.set(["formulation"], "volume"));
    if (this.data.boundary === undefined) steps.push((text) => text.set(["boundary"], { model: "dummy" }));
    void this.guard(() => {
      this.edit((text) => {
        const whole = steps.reduce((before, step) => apply(before, step(new Text(before))), text.text);
        return [{ from: 0, to: text.text.length, insert: whole }];
      });
      const last = this.model?.things.filter((thing) => thing.kind === "fluid").pop();
      if (last) this.select(last);
    });
  }

  private pour(shape: add.Item): void {
    const fluids = this.data.fluids;
    if (Array.isArray(fluids) && Array.isArray((fluids[0] as { shapes?: unknown } | null)?.shapes)) this.appendShape(["fluids", 0, "shapes"], shape);
    else this.append("fluids", { name: "water", shapes: [shape] });
  }

  // The water begins before it.
  private addPaddle(m: Model, name: string): void {
    const { wall, front } = add.paddle(m, name);
    const water = add.firstWater(m);
    const moves = water && (water.data.low as Vec)[0] < front && front < (water.data.high as Vec)[0];
    this.append("walls", wall, (text) => (moves ? [text.set([...water.path, "low", 0], front)] : []));
  }

  private addGauge(type: string): void {
    if (type === "body") {
      const bodies = [...new Set(this.need().things.filter((thing) => thing.kind === "body").map((thing) => thing.name))];
      if (!bodies.length) throw new Error("there is no body yet: add a floating box or disc first");
      const name = this.overlay.selected?.kind === "body" ? this.overlay.selected.name : bodies[0];
      return this.append("gauges", add.gauge(this.need(), type, add.freeName(this.data, "gauges", `${name}-motion`), [], name));
    }
    const first = { height: "H1", pressure: "P1", velocity: "V1" }[type] ?? type;
    let name = first;
    for (let k = 2; add.freeName(this.data, "gauges", name) !== name; k++) name = `${first[0]}${k}`;
    this.place(type === "height" ? "Click at the place over which the height is measured." : "Click at the place of the gauge, in water.", (at) => this.append("gauges", add.gauge(this.need(), type, name, at)));
  }

  private async addFile(file: File): Promise<void> {
    const m = this.need();
    const name = file.name.replace(/[^A-Za-z0-9._-]/g, "_").replace(/^\.+/, "");
    const bytes = await file.arrayBuffer();
    try {
      await api.upload(name, bytes, false);
    } catch (fault) {
      if (!(fault instanceof api.Refused && fault.status === 409)) throw fault;
      const said = await question(fault.message, [["replace", "Replace that file"]]);
      if (!said) return;
      await api.upload(name, bytes, true);
    }
    const shape: add.Item = { add: "surface", file: name };
    const box = extentsOf(name, bytes);
    if (box) {
      const size = box.getSize(new THREE.Vector3());
      const domain = Math.max(...m.high.map((value, a) => value - m.low[a]));
      const unit = unitOf(box, domain, m.dp);
      let scale = unit;
      if (unit !== 1 || Math.max(size.x, size.y, size.z) > domain) {
        const extents = [size.x, size.y, size.z].map((value) => Number(value.toPrecision(4))).join(" x ");
        const options: [string, string][] = [["1", "metres"], ["0.001", "millimetres"], ["0.01", "centimetres"], ["0.0254", "inches"], ["0.3048", "feet"]];
        const said = await question(`${name} is ${extents} units large; the domain is ${domain} m long and dp is ${m.dp} m. In which unit is the file?`, [["use", "Use it"]], [{ key: "unit", label: "Unit", value: String(unit), options }]);
        if (!said) return;
        scale = Number(said.values.unit);
      }
      if (scale !== 1) shape.scale = scale;
      const centre = box.getCenter(new THREE.Vector3()).multiplyScalar(scale);
      const inside = m.low.every((value, a) => scale * box.min.getComponent(a) >= value && scale * box.max.getComponent(a) <= m.high[a]);
      const to = this.floats ? add.afloat(m) : m.low.map((value, a) => (value + m.high[a]) / 2);
      if (this.floats || !inside) shape.move = add.tidy(to.map((value, a) => value - centre.getComponent(a)));
    }
    const stem = name.replace(/\..*$/, "").replace(/[^A-Za-z0-9_-]/g, "_") || "solid";
    const item: add.Item = { name: add.freeName(this.data, "walls", stem), shapes: [shape] };
    if (this.floats) item.body = { density: 500 };
    this.append("walls", item);
  }

  // ---- checks ----

  private async check(): Promise<void> {
    const text = this.editor.text;
    byId<HTMLElement>("check-state").textContent = "checking…";
    const { checked } = await api.check(text);
    if (checked < this.checked) return; // a later one was faster
    [this.checked, this.laying, this.timing] = [checked, 0, 0];
    await this.look();
  }

  // What the programs do, again and again while one does something.
  private async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      for (let busy = true; busy; ) {
        const now = await api.state();
        if (now.checked === this.checked) {
          if (this.taken !== this.checked && !now.check.runs) await this.took(now.check, now.checked);
          else if (this.laying && !now.lay.runs) await this.tookParticles(now.lay, this.laying);
          else if (this.timing && !now.time.runs) this.tookTime(now.time);
        }
        await this.runs.follow(now);
        busy = now.run.runs || this.taken !== this.checked || this.laying !== 0 || this.timing !== 0;
        if (busy) await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    } catch (fault) {
      this.tell(words(fault));
    }
    this.looking = false;
  }

  private async took(check: api.Program, number: number): Promise<void> {
    this.taken = number;
    this.said = takeApart(check.text, this.model?.dimensions ?? 2);
    if (check.status !== 0 && !this.said.fault) this.said.fault = { line: 1, severity: "error", text: check.text.trim() || `amphi check ended with status ${check.status}` };
    const bad = check.status !== 0;
    const doubts = this.said.lines.filter((line) => line.doubt).length;
    const state = byId<HTMLElement>("check-state");
    state.textContent = bad ? "it cannot be run yet" : doubts ? `it can be run; ${doubts} ${doubts === 1 ? "thing" : "things"} to look at` : "it can be run";
    state.dataset.checked = String(number);
    state.dataset.good = String(!bad);
    byId<HTMLButtonElement>("start").title = bad ? "the check says why it cannot be run yet" : "";
    this.overlay.marks = this.said.marks;
    this.overlay.draw();
    this.showMessages(new Text(this.editor.text));
    if (bad) return;
    if (this.said.particles > MOST) {
      byId<HTMLElement>("count").textContent = `${this.said.particles.toLocaleString("en")} particles: too many to be drawn here`;
      return;
    }
    this.laying = number;
    try {
      await api.lay();
    } catch (fault) {
      this.laying = 0;
      throw fault;
    }
  }

  private async tookParticles(lay: api.Program, number: number): Promise<void> {
    this.laying = 0;
    if (lay.status !== 0) {
      byId<HTMLElement>("count").textContent = `no particles: ${/^amphi: (.*)$/m.exec(lay.text)?.[1] ?? "they could not be laid"}`;
      return;
    }
    let frame: Frame;
    try {
      frame = await this.frames.read(api.laid(), String(++this.laid));
    } catch (fault) {
      if (number !== this.checked) return; // those of another text are being laid
      throw fault;
    }
    if (!this.model || number !== this.checked) return;
    this.frame = frame;
    const { walls } = frame;
    const owners = frame.fields.body ? Array.from(frame.fields.body.data, (owner, row) => (walls?.[row] ? Number(owner) : -1)) : [];
    this.model.laid = this.extents = laidOf(this.model, frame.points, owners);
    this.showParticles();
    byId<HTMLElement>("count").textContent = `${frame.count.toLocaleString("en")} particles`;
    byId<HTMLCanvasElement>("canvas").dataset.laid = String(number);
    byId<HTMLCanvasElement>("canvas").dataset.particles = String(frame.count);
    this.overlay.draw();
    await this.time(number);
  }

  // How long a run takes here and what it writes; while one goes on it would be slowed.
  private async time(number: number): Promise<void> {
    if (byId<HTMLButtonElement>("start").disabled) return;
    this.timing = number;
    this.said?.lines.push({ label: "takes", text: "measuring…", doubt: false });
    this.showMessages(new Text(this.editor.text));
    try {
      await api.time();
    } catch (fault) {
      this.timing = 0;
      throw fault;
    }
  }

  private tookTime({ status, text }: api.Program): void {
    this.timing = 0;
    if (!this.said) return;
    const told = takeApart(text, this.dimensions);
    const costs = told.lines.filter(({ label }) => label === "takes" || label === "disk");
    const why = told.fault?.text ?? (status === null ? "not measured, since a run has begun" : `not measured: amphi check ended with status ${status}`);
    this.said.lines = [...this.said.lines.filter(({ label }) => label !== "takes"), ...(costs.length ? costs : [{ label: "takes", text: why, doubt: status !== null }])];
    this.showMessages(new Text(this.editor.text));
  }

  private showParticles(): void {
    if (this.frame && this.model) this.space.show(this.frame, 0.5 * this.model.dp, this.colours(this.frame));
  }

  // By what a particle belongs to: its wall or fluid, where the snapshot has it.
  private colours(frame: Frame): (row: number) => THREE.Color | null {
    const walls = Array.isArray(this.data.walls) ? (this.data.walls as ({ body?: unknown; motion?: unknown; moves_with?: unknown } | null)[]) : [];
    const owners = frame.fields.body?.data;
    const colour = (hex: number) => new THREE.Color().setHex(hex, THREE.LinearSRGBColorSpace);
    const fluids = COLOURS.fluid.map(colour);
    const kinds = walls.map((wall) => colour(wall?.body ? COLOURS.body : COLOURS.mover));
    const moves = walls.map((wall) => Boolean(wall?.body || wall?.motion || wall?.moves_with));
    const plain = byId("walls").checked ? colour(COLOURS.wall) : null;
    return (row) => {
      const owner = owners ? Number(owners[row]) : 0;
      if (!frame.walls?.[row]) return fluids[0];
      return owners && moves[owner] ? kinds[owner] : plain;
    };
  }

  private showMessages(text: Text): void {
    const messages: Message[] = text.doc.errors.slice(0, 5).map((error) => ({ line: error.linePos?.[0].line ?? 1, severity: "error", text: error.message.split("\n")[0] }));
    const said = this.said;
    if (said?.fault && !messages.length) messages.push(said.fault);
    if (said) messages.push(...doubtsIn(said, text));
    this.editor.show(messages);
    const rows: HTMLElement[] = [];
    const row = (name: string, label: string, told: string) => {
      const made = document.createElement("p");
      made.className = name;
      const head = document.createElement("span");
      head.className = "label";
      head.textContent = label;
      made.append(head, told);
      rows.push(made);
      return made;
    };
    for (const { line, severity, text: told } of messages.filter((one) => one.severity === "error")) row(severity, `line ${line}`, told).addEventListener("click", () => this.goTo(line));
    // First what may not be meant, then what it costs.
    const order = ({ label, doubt }: Line) => (doubt ? -1 : COSTS.includes(label) ? COSTS.indexOf(label) : COSTS.length);
    for (const { label, text: told, doubt } of [...(said?.lines ?? [])].sort((a, b) => order(a) - order(b))) row(doubt ? "warning" : "fact", label, told);
    byId<HTMLElement>("messages").replaceChildren(...rows);
  }

  private goTo(line: number): void {
    const lines = this.editor.text.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.editor.reveal(from, from + (lines[line - 1]?.length ?? 0));
    this.editor.view.focus();
  }

  // ---- buttons ----

  private connect(): void {
    const on = (id: string, act: () => unknown) => byId<HTMLElement>(id).addEventListener("click", () => void this.guard(act));
    on("new", async () => (await this.mayLeave()) && this.newCase());
    on("open", async () => (await this.mayLeave()) && this.askForCase());
    on("save", () => this.save());
    on("undo", () => this.editor.undo());
    on("redo", () => this.editor.redo());
    for (const button of document.querySelectorAll<HTMLElement>("#add button"))
      button.addEventListener("click", () =>
        void this.guard(() => {
          this.overlay.cancel();
          this.hint("");
          const { role, form, gauge, add: part } = button.dataset;
          if (role) this.addShape(role as add.Role, form as Form);
          else if (gauge) this.addGauge(gauge);
          else if (part) this.addPart(part);
        }),
      );
    for (const button of document.querySelectorAll<HTMLElement>("#cameras button"))
      button.addEventListener("click", () => this.model && this.space.look(this.model.low, this.model.high, this.model.up, button.dataset.camera));
    byId("walls").addEventListener("change", () => this.showParticles());
    byId("snap").addEventListener("change", () => (this.overlay.snaps = byId("snap").checked));
    byId("upload").addEventListener("change", () => {
      const file = byId("upload").files?.[0];
      byId("upload").value = "";
      if (file) void this.guard(() => this.addFile(file));
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.hint("");
      const typing = (event.target as HTMLElement).closest("input, select, textarea, .cm-editor, dialog");
      const held = event.ctrlKey || event.metaKey;
      if (held && event.key === "s") {
        event.preventDefault();
        void this.guard(() => this.save());
      }
      if (typing) return;
      if (held && event.key === "z") this.editor.undo();
      if (held && event.key === "y") this.editor.redo();
      if ((event.key === "Delete" || event.key === "Backspace") && this.overlay.selected) void this.guard(() => this.remove(this.overlay.selected!));
    });
    addEventListener("beforeunload", (event) => {
      if (this.file && this.editor.text !== this.base) event.preventDefault();
    });
    addEventListener("focus", () => void this.guard(() => this.noticeChange()));
  }

  // What another program wrote to the file meanwhile is shown where nothing here would be lost by it.
  private async noticeChange(): Promise<void> {
    if (!this.file) return;
    const { file, text } = await api.read();
    if (file !== this.file || text === this.base) return;
    if (this.editor.text !== this.base) throw new Error("the file was changed by another program; Save asks which of both to keep");
    this.base = text;
    this.editor.load(text);
    this.changed();
  }
}

new Studio().start().catch((fault: unknown) => {
  byId<HTMLElement>("notice").textContent = words(fault);
});
