// SPDX-License-Identifier: BSD-3-Clause
// Questions to the user.

function part<K extends keyof HTMLElementTagNameMap>(tag: K, text = "", name = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return made;
}

export interface Field {
  key: string;
  label: string;
  value: string;
  options?: [string, string][]; // value and text, of a list
}

// Ask for some values and one of several answers; null: none was given.
export function question(text: string, answers: [string, string][], fields: Field[] = [], changed?: (values: Record<string, string>, show: (key: string, on: boolean) => void) => void): Promise<{ answer: string; values: Record<string, string> } | null> {
  const dialog = document.getElementById("dialog") as HTMLDialogElement;
  const inputs = new Map<string, HTMLInputElement | HTMLSelectElement>();
  const labels = new Map<string, HTMLElement>();
  dialog.replaceChildren(part("p", text));
  const values = () => Object.fromEntries([...inputs].map(([key, input]) => [key, input.value]));
  const refresh = () => changed?.(values(), (key, on) => (labels.get(key)!.hidden = !on));
  for (const { key, label, value, options } of fields) {
    const row = part("label", `${label} `);
    const input = options ? part("select") : part("input");
    if (options) input.replaceChildren(...options.map(([id, shown]) => new Option(shown, id)));
    input.value = value;
    input.name = key;
    input.addEventListener("input", refresh);
    row.append(input);
    dialog.append(row);
    inputs.set(key, input);
    labels.set(key, row);
  }
  return new Promise((resolve) => {
    const row = part("div", "", "buttons");
    const give = (answer: string | null) => {
      dialog.onclose = null;
      dialog.close();
      resolve(answer === null ? null : { answer, values: values() });
    };
    for (const [id, shown] of answers) {
      const button = part("button", shown);
      button.dataset.answer = id;
      button.addEventListener("click", () => give(id));
      row.append(button);
    }
    const cancel = part("button", "Cancel");
    cancel.addEventListener("click", () => give(null));
    row.append(cancel);
    dialog.append(row);
    dialog.onclose = () => resolve(null);
    refresh();
    dialog.showModal();
  });
}
