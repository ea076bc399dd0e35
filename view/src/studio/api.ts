// SPDX-License-Identifier: BSD-3-Clause
// What the server of amphi studio answers (src/view/studio.h).

export interface Program {
  runs: boolean;
  status: number | null; // of exit; null until then
  text: string;
}
export interface State {
  version: string;
  folder: string;
  case: string | null;
  checked: number;
  check: Program;
  lay: Program;
  time: Program;
  run: Program;
  film: Program;
  output: string | null;
}
export interface Known {
  name: string;
  title: string;
}

export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly there?: string, // what the file has now
  ) {
    super(message);
  }
}

async function ask<T>(path: string, post?: unknown): Promise<T> {
  const bytes = post instanceof ArrayBuffer;
  const how: RequestInit | undefined =
    post === undefined
      ? undefined
      : {
          method: "POST",
          headers: { "Content-Type": bytes ? "application/octet-stream" : "application/json" },
          body: bytes ? post : JSON.stringify(post),
        };
  let response: Response;
  try {
    response = await fetch(path, how);
  } catch {
    throw new Error("amphi studio does not answer; was it ended?");
  }
  const text = await response.text();
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    throw new Refused(text.trim(), response.status);
  }
  if (response.ok) return said as T;
  const { error, there } = said as { error: string; there?: string };
  throw new Refused(error, response.status, there);
}

export const state = () => ask<State>("studio/state");
export const schema = () => ask<object>("studio/schema");
export const cases = () => ask<{ here: Known[]; shipped: Known[] }>("studio/cases");
export const beside = () => ask<{ files: string[]; outputs: string[] }>("studio/beside");
export const read = () => ask<{ file: string; text: string }>("studio/case");
export const open = (name: string) => ask<{ file: string; text: string }>("studio/open", { name });
export const make = (what: { name: string; from?: string; text?: string }) => ask<{ file: string; text: string }>("studio/new", what);
export const save = (file: string, text: string, base: string) => ask("studio/case", { file, text, base });
export const check = (text: string) => ask<{ checked: number }>("studio/check", { text });
export const lay = () => ask("studio/lay", {});
export const time = () => ask("studio/time", {});
export const run = (output: string, how: "new" | "replace" | "resume") => ask("studio/run", { output, how });
export const show = (output: string) => ask(`studio/show/${output}`, {});
export const compare = (output: string) => ask(`studio/with/${output}`, {});
export const film = () => ask("studio/film", {});
export const stop = () => ask("studio/stop", {});
export const upload = (name: string, bytes: ArrayBuffer, replaces: boolean) => ask(`studio/${replaces ? "replace" : "file"}/${name}`, bytes);

export function laid(): string {
  return new URL("studio/laid/particles_0000.vtkhdf", document.baseURI).href;
}

// The film that was drawn last, as a picture of the browser's own.
export async function drawn(): Promise<string> {
  const response = await fetch("studio/film/film.webp");
  if (!response.ok) throw new Error("the film is not there");
  return URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: "image/webp" }));
}

// A file of the run that is shown; null where there is none yet.
export async function output(name: string): Promise<string | null> {
  try {
    const response = await fetch(`runs/0/${name}`);
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
