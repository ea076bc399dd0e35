// SPDX-License-Identifier: BSD-3-Clause
// A worker that reads snapshots: what HDF5 does with a damaged file does not reach the page.
import * as h5wasm from "h5wasm";

export type Values = Float64Array | Float32Array | Uint8Array | Uint16Array | Uint32Array | Int32Array;
export interface Field {
  components: number;
  data: Values;
}
export interface Frame {
  time: number;
  step: number;
  count: number;
  points: Float64Array; // x, y, z in m of each
  ids: Float64Array;
  walls: Uint8Array | null; // 1: a wall
  fields: Record<string, Field>;
}
export interface Asked {
  ticket: number;
  address: string;
}
export interface Answer {
  ticket: number;
  frame?: Frame;
  fault?: string;
}

type Any = h5wasm.Dataset | h5wasm.Group | h5wasm.Datatype | null;

function dataset(file: h5wasm.File, path: string): h5wasm.Dataset {
  const found: Any = file.get(path) as Any;
  if (!(found instanceof h5wasm.Dataset)) throw new Error(`no ${path} in it`);
  return found;
}

// 64-bit integers as doubles, which are exact up to 2^53.
function values(set: h5wasm.Dataset): Values {
  const read: unknown = set.value;
  if (read instanceof BigUint64Array || read instanceof BigInt64Array) return Float64Array.from(read, Number);
  if (ArrayBuffer.isView(read)) return read as Values;
  throw new Error(`${set.path} are no numbers`);
}

function attribute(of: { attrs: Record<string, { value: unknown }> }, name: string): unknown {
  return of.attrs[name]?.value;
}

function readField(file: h5wasm.File, name: string, count: number): Field {
  const set = dataset(file, `VTKHDF/PointData/${name}`);
  const data = values(set);
  const components = count > 0 ? data.length / count : 1;
  if (!Number.isInteger(components)) throw new Error(`${name} has ${data.length} values for ${count} points`);
  return { components, data };
}

// The points of a field on a grid, x fastest.
function gridPoints(root: h5wasm.Group): Float64Array {
  const [extent, origin, spacing] = ["WholeExtent", "Origin", "Spacing"].map((name) => {
    const list = attribute(root, name) as ArrayLike<number | bigint> | undefined;
    if (!list) throw new Error(`no ${name} in it`);
    return Array.from(list, Number);
  });
  const n = [0, 1, 2].map((a) => extent[2 * a + 1] - extent[2 * a] + 1);
  const points = new Float64Array(3 * n[0] * n[1] * n[2]);
  for (let k = 0, at = 0; k < n[2]; k++)
    for (let j = 0; j < n[1]; j++)
      for (let i = 0; i < n[0]; i++) {
        points[at++] = origin[0] + i * spacing[0];
        points[at++] = origin[1] + j * spacing[1];
        points[at++] = origin[2] + k * spacing[2];
      }
  return points;
}

function read(file: h5wasm.File): Frame {
  const root = file.get("VTKHDF") as Any;
  if (!(root instanceof h5wasm.Group)) throw new Error("no snapshot of amphi");
  const grid = attribute(root, "Type") === "ImageData";
  const points = grid ? gridPoints(root) : Float64Array.from(values(dataset(file, "VTKHDF/Points")));
  const count = points.length / 3;
  const frame: Frame = {
    time: grid ? Number(attribute(root, "time")) : values(dataset(file, "VTKHDF/FieldData/TimeValue"))[0],
    step: Number(attribute(root, "step") ?? -1),
    count,
    points,
    ids: Float64Array.from({ length: count }, (_, i) => i),
    walls: null,
    fields: {},
  };
  const group = file.get("VTKHDF/PointData") as Any;
  if (!(group instanceof h5wasm.Group)) throw new Error("no point data in it");
  for (const name of group.keys()) {
    const field = readField(file, name, count);
    if (name === "id") frame.ids = Float64Array.from(field.data);
    else if (name === "type") frame.walls = Uint8Array.from(field.data, (kind) => (kind ? 1 : 0));
    else frame.fields[name] = field;
  }
  frame.fields.position = { components: 3, data: points };
  return frame;
}

async function answer({ ticket, address }: Asked): Promise<Answer> {
  try {
    const { FS, activate_throwing_error_handler } = await h5wasm.ready;
    if (!FS) throw new Error("no file system in the reader");
    activate_throwing_error_handler(); // instead of printing it
    const response = await fetch(address);
    if (!response.ok) throw new Error((await response.text()).trim());
    FS.writeFile("snapshot", new Uint8Array(await response.arrayBuffer()));
    const file = new h5wasm.File("snapshot", "r");
    try {
      return { ticket, frame: read(file) };
    } finally {
      file.close();
      FS.unlink("snapshot");
    }
  } catch (fault) {
    return { ticket, fault: fault instanceof Error ? fault.message : String(fault) };
  }
}

self.onmessage = async (event: MessageEvent<Asked>) => {
  const said = await answer(event.data);
  const buffers = new Set<ArrayBuffer>();
  if (said.frame) {
    const { points, ids, walls, fields } = said.frame;
    for (const array of [points, ids, walls, ...Object.values(fields).map((field) => field.data)])
      if (array) buffers.add(array.buffer as ArrayBuffer);
  }
  self.postMessage(said, { transfer: [...buffers] });
};
