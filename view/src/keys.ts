// SPDX-License-Identifier: BSD-3-Clause
// The keys of the page; index.html lists them in its help sheet.

export interface Acts {
  step(by: number): void;
  end(last: boolean): void;
  play(): void;
  follow(): void;
  look(from: string): void;
  walls(): void;
  help(): void;
}

export function addKeys(acts: Acts): void {
  const keys: Record<string, () => void> = {
    ArrowLeft: () => acts.step(-1),
    ArrowRight: () => acts.step(1),
    Home: () => acts.end(false),
    End: () => acts.end(true),
    " ": () => acts.play(),
    f: () => acts.follow(),
    1: () => acts.look("corner"),
    2: () => acts.look("front"),
    3: () => acts.look("side"),
    4: () => acts.look("top"),
    w: () => acts.walls(),
    "?": () => acts.help(),
  };
  addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("dialog[open]")) return;
    // What takes keys itself: texts, lists and sliders; buttons and boxes take the space bar.
    const slider = target.closest<HTMLInputElement>("input[type=range]");
    if (target.closest("select, textarea, input:not([type]), input[inputmode]") || (slider && slider.id !== "time")) return;
    if (event.key === " " && target.closest("button, input[type=checkbox]")) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
