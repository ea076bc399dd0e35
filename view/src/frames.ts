// SPDX-License-Identifier: BSD-3-Clause
// Snapshots on demand: read by a worker, the latest ones kept.
import type { Answer, Frame } from "./reader";

const PATIENCE = 60_000; // ms; what HDF5 does with a damaged file may never end
const KEPT_BYTES = 1 << 29;

function bytes(frame: Frame): number {
  let sum = frame.points.byteLength + frame.ids.byteLength;
  for (const field of Object.values(frame.fields)) sum += field.data.byteLength;
  return sum;
}

export class Frames {
  private worker: Worker | null = null;
  private ticket = 0;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly kept = new Map<string, Frame>(); // the one used last at the end

  // `changed`: another text means another content under this address.
  async read(address: string, changed: string): Promise<Frame> {
    const key = `${address} ${changed}`;
    const mine = this.turn.then(() => this.fromKept(key) ?? this.fromFile(address, key));
    this.turn = mine.catch(() => undefined); // one file at a time
    return mine;
  }

  private fromKept(key: string): Frame | undefined {
    const frame = this.kept.get(key);
    if (frame) {
      this.kept.delete(key);
      this.kept.set(key, frame);
    }
    return frame;
  }

  private async fromFile(address: string, key: string): Promise<Frame> {
    const { frame, fault } = await this.ask(address);
    if (!frame) throw new Error(fault ?? "the reader broke down");
    this.kept.set(key, frame);
    let sum = [...this.kept.values()].reduce((total, one) => total + bytes(one), 0);
    for (const [old, one] of this.kept) {
      if (sum <= KEPT_BYTES || old === key) break;
      this.kept.delete(old);
      sum -= bytes(one);
    }
    return frame;
  }

  private ask(address: string): Promise<Answer> {
    const worker = (this.worker ??= new Worker(new URL("./reader.ts", import.meta.url), { type: "module" }));
    const ticket = ++this.ticket;
    return new Promise((resolve) => {
      const broken = (fault: string) => {
        worker.terminate();
        this.worker = null;
        clearTimeout(clock);
        resolve({ ticket, fault });
      };
      const clock = setTimeout(() => broken("reading it does not come to an end; it may be damaged"), PATIENCE);
      worker.onerror = (event) => broken(event.message || "the reader broke down; the file may be damaged");
      worker.onmessage = (event: MessageEvent<Answer>) => {
        if (event.data.ticket !== ticket) return;
        clearTimeout(clock);
        resolve(event.data);
      };
      worker.postMessage({ ticket, address });
    });
  }
}
