// SPDX-License-Identifier: BSD-3-Clause
// What the reference of a case says of a key.
import type { Path } from "./document";

export interface Entry {
  description?: string;
  enum?: (string | number | boolean)[];
  properties?: Record<string, Entry>;
  items?: Entry;
  anyOf?: Entry[];
  type?: string | string[];
  minimum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
}
interface Whole {
  allOf: { if: { properties: { method: { const: string } } }; then: Entry }[];
}

// Of a union the alternative that has such keys or items.
function inner(entry: Entry | undefined, wants: "properties" | "items"): Entry | undefined {
  if (!entry || entry[wants]) return entry;
  return entry.anyOf?.find((one) => one[wants]);
}

export class Schema {
  constructor(private readonly whole: object) {}

  // What is known of the key at `path` for a method; null if there is no such key.
  find(method: unknown, path: Path): Entry | null {
    const { allOf } = this.whole as Whole;
    let entry: Entry | undefined = (allOf.find((one) => one.if.properties.method.const === method) ?? allOf[0]).then;
    for (const step of path) {
      // A list of one item may be written without its dash.
      if (typeof step === "number") entry = inner(entry, "items")?.items ?? entry;
      else {
        const map: Entry | undefined = inner(entry, "properties") ?? inner(inner(entry, "items")?.items, "properties");
        entry = map?.properties && Object.hasOwn(map.properties, step) ? map.properties[step] : undefined;
      }
      if (!entry) return null;
    }
    return entry;
  }

  keys(method: unknown, path: Path): Record<string, Entry> {
    const entry = this.find(method, path) ?? undefined;
    return (inner(entry, "properties") ?? inner(inner(entry, "items")?.items, "properties"))?.properties ?? {};
  }

  words(method: unknown, path: Path): string[] {
    const entry = this.find(method, path);
    return (entry?.enum ?? entry?.items?.enum ?? []).map(String);
  }
}
