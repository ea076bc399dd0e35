// SPDX-License-Identifier: BSD-3-Clause
// A case as text, and changes of single keys that leave all else as it was written: comments, order, spaces.
import { isAlias, isMap, isPair, isScalar, isSeq, parseDocument, type Document, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";

export type Path = (string | number)[];
export interface Edit {
  from: number;
  to: number;
  insert: string;
}
export type Value = number | string | boolean | Value[] | { [key: string]: Value };

function scalar(value: number | string | boolean): string {
  if (typeof value === "number") return String(Number(value.toPrecision(10)));
  if (typeof value === "boolean") return String(value);
  return /^[A-Za-z_+-][\w .+/-]*$/.test(value) && !/^(true|false|yes|no|on|off|null)$/i.test(value) && !/ $/.test(value) ? value : JSON.stringify(value);
}

// On one line.
export function flow(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (typeof value !== "object") return scalar(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${key}: ${flow(one)}`)
    .join(", ")}}`;
}

// An item of a list as lines; what has shapes, one line per key, else one line.
function lines(value: Value): string[] {
  if (typeof value !== "object" || Array.isArray(value) || !("shapes" in value || "motion" in value || "velocity" in value)) return [flow(value)];
  return Object.entries(value).flatMap(([key, one]) =>
    key === "shapes" && Array.isArray(one) ? ["shapes:", ...one.map((shape) => `  - ${flow(shape)}`)] : [`${key}: ${flow(one)}`],
  );
}

export class Text {
  readonly doc: Document.Parsed;

  constructor(readonly text: string) {
    this.doc = parseDocument(text, { keepSourceTokens: false });
  }

  get broken(): boolean {
    return this.doc.errors.length > 0 || !isMap(this.doc.contents);
  }

  // The case as plain data; {} where it cannot be read.
  get data(): Record<string, unknown> {
    if (this.broken) return {};
    try {
      return this.doc.toJS({ maxAliasCount: 100 }) as Record<string, unknown>;
    } catch {
      return {};
    }
  }

  private node(path: Path): Node | null {
    const found: unknown = path.length ? this.doc.getIn(path, true) : this.doc.contents;
    return (isMap(found) || isSeq(found) || isScalar(found) || isAlias(found)) && found.range ? found : null;
  }

  // Where what is at `path` stands; null if there is none.
  range(path: Path): [number, number] | null {
    const node = this.node(path);
    return node?.range ? [node.range[0], this.end(node)] : null;
  }

  // Behind the last character of a node, without spaces and comments.
  private end(node: Node): number {
    let last = node.range![1];
    if ((isMap(node) || isSeq(node)) && !node.flow && node.items.length) {
      const item = node.items[node.items.length - 1];
      const inner = isPair(item) ? ((item.value ?? item.key) as Node) : (item as Node);
      if (inner?.range) last = this.end(inner);
    }
    while (last > 0 && /\s/.test(this.text[last - 1])) last--;
    return last;
  }

  private lineStart(at: number): number {
    return this.text.lastIndexOf("\n", at - 1) + 1;
  }

  // Behind the last character of the line, its comment among them.
  private lineEnd(at: number): number {
    const found = this.text.indexOf("\n", at);
    return found < 0 ? this.text.length : found;
  }

  private pair(map: YAMLMap, key: string): Pair | undefined {
    return map.items.find((item) => isScalar(item.key) && item.key.value === key) as Pair | undefined;
  }

  // One text behind the last line of a block.
  private behind(node: Node, text: string): Edit {
    const at = this.lineEnd(this.end(node));
    return { from: at, to: at, insert: `\n${text}` };
  }

  // Put a value there, in place of one or as a new key.
  set(path: Path, value: Value): Edit {
    const node = this.node(path);
    if (node) return { from: node.range![0], to: this.end(node), insert: flow(value) };
    const key = String(path[path.length - 1]);
    const above = path.slice(0, -1);
    const map = this.node(above);
    if (!map) return this.set(above, { [key]: value });
    if (!isMap(map)) throw new Error(`${above.join(".")} is written in a way that only the text can change`);
    const empty = this.pair(map, key);
    if (empty && isScalar(empty.key)) {
      const at = this.text.indexOf(":", empty.key.range![1]) + 1;
      return { from: at, to: at, insert: ` ${flow(value)}` };
    }
    const line = `${key}: ${flow(value)}`;
    if (map.flow) {
      const at = this.end(map) - 1;
      return { from: at, to: at, insert: map.items.length ? `, ${line}` : line };
    }
    const first = map.items[0]?.key as Node;
    return this.behind(map, `${" ".repeat(first.range![0] - this.lineStart(first.range![0]))}${line}`);
  }

  // Add an item to a list, which is made if it is not there.
  append(path: Path, value: Value): Edit {
    const list = this.node(path);
    if (!isSeq(list)) {
      const key = String(path[path.length - 1]);
      const map = this.node(path.slice(0, -1));
      if (path.length !== 1 || !isMap(map) || map.flow) return this.set(path, [value]);
      const [first, ...rest] = lines(value);
      const text = [`  - ${first}`, ...rest.map((line) => `    ${line}`)].join("\n");
      const empty = this.pair(map, key);
      if (empty && isScalar(empty.key)) {
        const at = this.lineEnd(empty.key.range![1]);
        return { from: at, to: at, insert: `\n${text}` };
      }
      return this.behind(map, `${key}:\n${text}`);
    }
    if (list.flow || !list.items.length) {
      const at = this.end(list) - 1;
      return { from: at, to: at, insert: list.items.length ? `, ${flow(value)}` : flow(value) };
    }
    const from = this.dash(list);
    const indent = " ".repeat(from - this.lineStart(from));
    const [first, ...rest] = lines(value);
    return this.behind(list, [`${indent}- ${first}`, ...rest.map((line) => `${indent}  ${line}`)].join("\n"));
  }

  // Where the dash of an item of a block list stands.
  private dash(list: YAMLSeq, index = 0): number {
    const item = list.items[index] as Node;
    return this.text.lastIndexOf("-", item.range![0] - 1);
  }

  // Take an item or a key away; a list without items goes too, and what has no shapes any more.
  remove(path: Path): Edit {
    const above = path.slice(0, -1);
    const last = path[path.length - 1];
    const holder = this.node(above);
    if (isSeq(holder)) {
      if (holder.items.length === 1) {
        const owner = above.slice(0, -1);
        return above[above.length - 1] === "shapes" && owner.length ? this.remove(owner) : this.remove(above);
      }
      return holder.flow ? this.cut(holder.items as Node[], Number(last)) : this.cutLines(this.dash(holder, Number(last)), holder.items[Number(last)] as Node);
    }
    if (!isMap(holder)) throw new Error(`${path.join(".")} is not there`);
    const index = holder.items.findIndex((item) => isScalar(item.key) && item.key.value === last);
    const pair = holder.items[index] as Pair<Node, Node>;
    if (!holder.flow) return this.cutLines(pair.key.range![0], pair.value ?? pair.key);
    const spans = holder.items.map((item) => {
      const { key, value } = item as Pair<Node, Node>;
      return { range: [key.range![0], this.end(value ?? key), 0] } as unknown as Node;
    });
    return this.cut(spans, index);
  }

  // Of items with commas between them.
  private cut(items: Node[], index: number): Edit {
    if (index + 1 < items.length) return { from: items[index].range![0], to: items[index + 1].range![0], insert: "" };
    return { from: index ? this.end(items[index - 1]) : items[index].range![0], to: this.end(items[index]), insert: "" };
  }

  private cutLines(from: number, node: Node): Edit {
    const start = this.lineStart(from);
    const end = this.lineEnd(this.end(node));
    return end < this.text.length ? { from: start, to: end + 1, insert: "" } : { from: Math.max(start - 1, 0), to: end, insert: "" };
  }

  // The keys that lead to a place of the text, as of a hover; the last is the key whose value or name is there.
  pathAt(at: number): Path {
    const path: Path = [];
    const inside = (from: Node, to: Node) => from.range && to.range && from.range[0] <= at && at <= to.range[1];
    let node: Node | null = this.doc.contents;
    while (node) {
      let next: Node | null = null;
      if (isMap(node))
        for (const item of node.items) {
          const { key, value } = item as Pair<Node, Node | null>;
          if (!isScalar(key) || !inside(key, value ?? key)) continue;
          path.push(String(key.value));
          next = at <= key.range![1] ? null : value;
          break;
        }
      else if (isSeq(node)) {
        const index = node.items.findIndex((item) => inside(item as Node, item as Node));
        if (index >= 0) {
          path.push(index);
          next = node.items[index] as Node;
        }
      }
      node = next;
    }
    return path;
  }
}

export function apply(text: string, edit: Edit): string {
  return text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
}
