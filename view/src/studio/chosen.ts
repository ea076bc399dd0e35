// SPDX-License-Identifier: BSD-3-Clause
// The keys of what is chosen, or of the whole case where nothing is, to be typed; and others, to be added.
import { describe } from "./add";
import { type Edit, type Path, Text, type Value } from "./document";
import { isMap, type Keys, type Thing } from "./model";
import type { Entry, Schema } from "./schema";

interface Acts {
  edit: (edit: (text: Text) => Edit[]) => Promise<void>;
  remove: (thing: Thing) => Promise<void>;
  tell: (text: string) => void;
}

const isVector = (value: unknown): value is number[] => Array.isArray(value) && value.length > 0 && value.length <= 3 && value.every((one) => typeof one === "number");

const FIXED = ["add", "cut", "type", "method", "dimensions"]; // another word would want other keys

function element<K extends keyof HTMLElementTagNameMap>(tag: K, text = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

// Whether the reference gives a key to such a shape, gauge ...: "Only for a box or sphere"
export function suits(entry: Entry, data: Keys): boolean {
  const only = /Only for (?:all \w+ but )?([^.]*)/.exec(entry.description ?? "")?.[1];
  const form = String(data.add ?? data.cut ?? data.type ?? "");
  if (!only || !form) return true;
  const named = only.split(/\W+/);
  if (/Only for all/.test(entry.description!)) return !named.includes(form);
  return named.includes(form) || (named.includes("shell") && String(data.fill ?? "").startsWith("shell"));
}

// What a key begins with when it is added: its default, else something that it takes; null: only the text can.
export function beginning(entry: Entry, dimensions: number): Value | null {
  const stated = / Default: `?([^`.;]+(?:\.\d+)?)`?\.?/.exec(entry.description ?? "")?.[1];
  if (entry.enum) return entry.enum.map(String).includes(stated ?? "") ? stated! : (entry.enum[0] as Value);
  const kind = entry.anyOf ? (entry.anyOf.find((one) => (one.type === "array") === (dimensions === 3)) ?? entry.anyOf[0]) : entry;
  if (kind.type === "boolean") return stated !== "true";
  if (kind.type === "number" || kind.type === "integer") return stated !== undefined && Number.isFinite(Number(stated)) ? Number(stated) : Math.max(kind.minimum ?? 0, kind.exclusiveMinimum === undefined ? 0 : 1);
  if (kind.type === "array" && kind.items?.type === "number" && (kind.maxItems ?? 0) <= 3) return Array<number>(kind.minItems === kind.maxItems ? kind.minItems! : dimensions).fill(0);
  return null;
}

export class Chosen {
  private schema: Schema | null = null;
  private method: unknown = "wcsph";
  private dimensions = 2;

  constructor(
    private readonly place: HTMLElement,
    private readonly acts: Acts,
  ) {}

  learn(schema: Schema): void {
    this.schema = schema;
  }

  show(text: Text, thing: Thing | null, dimensions: number): void {
    const { place } = this;
    const path = thing?.path.join() ?? "";
    if (place.contains(document.activeElement) && path === place.dataset.path) return;
    const { data } = text;
    [place.dataset.path, this.method, this.dimensions] = [path, data.method ?? "wcsph", dimensions];
    place.replaceChildren();
    if (!isMap(data) || !Object.keys(data).length) return;
    const remove = element("button", "Delete");
    remove.id = "delete";
    if (thing) remove.addEventListener("click", () => void this.acts.remove(thing));
    place.append(element("strong", thing ? describe(thing) : "The case"), " ", ...(thing ? [remove] : []), element("br"));
    if (!thing) return this.showMap(data, []);
    this.showMap(thing.data, thing.path);
    if (thing.owner.join() === path) return;
    place.append(element("h2", `of its ${String(thing.owner[0]).slice(0, -1)}`));
    this.showMap((text.doc.getIn(thing.owner) as { toJSON(): Keys }).toJSON(), thing.owner);
  }

  // What there is of a map, and of those in it.
  private showMap(data: Keys, path: Path): void {
    for (const [key, value] of Object.entries(data)) this.showKey(key, key, value, [...path, key]);
    this.showMore(data, path);
  }

  private showKey(label: string, key: string, value: unknown, path: Path): void {
    if (FIXED.includes(key)) return;
    if (isMap(value)) for (const [inner, one] of Object.entries(value)) this.showKey(`${label} ${inner}`, inner, one, [...path, inner]);
    else if (typeof value === "number") this.showNumber(label, value, path);
    else if (isVector(value)) value.forEach((one, k) => this.showNumber(value.length === 1 ? label : `${label} ${"xyz"[k]}`, one, [...path, k]));
    else if (typeof value === "boolean") this.showWords(label, String(value), ["true", "false"], path);
    else if (typeof value === "string") this.showWords(label, value, this.schema?.words(this.method, path) ?? [], path);
  }

  private row(label: string, path: Path, input: HTMLInputElement | HTMLSelectElement): void {
    const made = element("label", `${label} `);
    made.title = this.meaning(path);
    made.append(input);
    this.place.append(made);
  }

  private showNumber(label: string, value: number, path: Path): void {
    const input = element("input");
    input.value = String(value);
    input.inputMode = "decimal";
    input.addEventListener("change", () => {
      const typed = Number(input.value);
      if (input.value.trim() === "" || !Number.isFinite(typed)) return this.acts.tell(`${label}: expected a number, got '${input.value}'`);
      void this.acts.edit((text) => [text.set(path, typed)]);
    });
    this.row(label, path, input);
  }

  private showWords(label: string, value: string, words: string[], path: Path): void {
    if (!words.includes(value)) return;
    const input = element("select");
    input.replaceChildren(...words.map((word) => new Option(word, word)));
    input.value = value;
    input.addEventListener("change", () => void this.acts.edit((text) => [text.set(path, typeof (text.doc.getIn(path) as unknown) === "boolean" ? input.value === "true" : input.value)]));
    this.row(label, path, input);
  }

  // What the reference says of a key.
  private meaning(path: Path): string {
    const known = typeof path[path.length - 1] === "number" ? path.slice(0, -1) : path;
    return this.schema?.find(this.method, known)?.description ?? "";
  }

  // ---- more keys ----

  // Keys that are not there yet and can begin with a value, those of maps with a dot.
  private missing(data: Keys, path: Path, before: string[] = []): { keys: string[]; entry: Entry }[] {
    return Object.entries(this.schema?.keys(this.method, [...path, ...before]) ?? {}).flatMap(([key, entry]) => {
      const keys = [...before, key];
      const there = before.concat(key).reduce<unknown>((at, one) => (isMap(at) ? at[one] : undefined), data);
      if (entry.properties && before.length < 2 && (there === undefined || isMap(there))) return this.missing(data, path, keys);
      return there === undefined && !FIXED.includes(key) && suits(entry, data) && beginning(entry, this.dimensions) !== null ? [{ keys, entry }] : [];
    });
  }

  private showMore(data: Keys, path: Path): void {
    const found = this.missing(data, path);
    if (!found.length) return;
    const input = element("input");
    const list = element("datalist");
    list.id = `more-${path.join("-")}`;
    list.replaceChildren(...found.map(({ keys, entry }) => new Option((entry.description ?? "").slice(0, 120), keys.join("."))));
    input.setAttribute("list", list.id);
    input.className = "more";
    input.placeholder = "a key";
    input.addEventListener("change", () => {
      const chosen = found.find(({ keys }) => keys.join(".") === input.value.trim());
      if (!chosen) return this.acts.tell(input.value ? `${input.value}: no such key here, or one that is there already or only the text can take` : "");
      input.blur();
      void this.acts.edit((text) => [text.set([...path, ...chosen.keys], beginning(chosen.entry, this.dimensions)!)]);
    });
    const label = element("label", "add ");
    label.append(input, list);
    this.place.append(label, element("br"));
  }
}
