// SPDX-License-Identifier: BSD-3-Clause
// What the server of amphi view answers (src/view/server.h).

export interface Entry {
  name: string;
  bytes: number;
  changed: string; // when, ns; another text means another content
}

export interface Listing {
  name: string;
  experiment: boolean;
  files?: Entry[];
  error?: string;
}

export interface Snapshot {
  name: string;
  changed: string;
  time: number | null; // s; null where the series does not have it yet
}

async function get(path: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path);
  } catch {
    throw new Error("amphi view does not answer; was it ended?");
  }
  if (!response.ok) throw new Error(`${path.replace(/.*\//, "")}: ${(await response.text()).trim()}`);
  return response;
}

export async function runs(): Promise<string[]> {
  const { runs } = (await (await get("runs")).json()) as { runs: { name: string }[] };
  return runs.map((run) => run.name);
}

export async function listing(run: number): Promise<Listing> {
  return (await get(`runs/${run}`)).json() as Promise<Listing>;
}

export function address(run: number, name: string): string {
  return new URL(`runs/${run}/${name}`, document.baseURI).href;
}

export async function text(run: number, name: string): Promise<string> {
  return (await get(address(run, name))).text();
}

// The snapshots of a run by number, with their times from the series.
export async function snapshots(run: number, files: Entry[]): Promise<Snapshot[]> {
  const times = new Map<string, number>();
  if (files.some((file) => file.name === "particles.vtkhdf.series")) {
    try {
      const series = JSON.parse(await text(run, "particles.vtkhdf.series")) as { files: { name: string; time: number }[] };
      for (const { name, time } of series.files) times.set(name, time);
    } catch {
      // What cannot be read tells no times; the snapshots tell their own.
    }
  }
  const number = (name: string) => Number(/\d+/.exec(name)?.[0] ?? Infinity);
  return files
    .filter((file) => file.name.endsWith(".vtkhdf"))
    .map(({ name, changed }) => ({ name, changed, time: times.get(name) ?? null }))
    .sort((a, b) => number(a.name) - number(b.name));
}
