// SPDX-License-Identifier: BSD-3-Clause
// The case as text: completion and help by the reference, messages at their lines.
import { autocompletion, closeBrackets, type Completion, type CompletionContext, type CompletionResult, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { type Edit, type Path, Text } from "./document";
import type { Schema } from "./schema";

const INKS = HighlightStyle.define([
  { tag: tags.propertyName, color: "light-dark(#00b, #8ab4f8)" },
  { tag: tags.string, color: "light-dark(#a11, #f0a58a)" },
  { tag: tags.comment, color: "light-dark(#940, #d2a45c)" },
  { tag: [tags.keyword, tags.atom], color: "light-dark(#708, #c58af9)" },
  { tag: tags.invalid, color: "light-dark(#d00, #ff8a80)" },
]);

export interface Message {
  line: number; // from 1 on
  severity: "error" | "warning";
  text: string;
}

// The keys above a place that is being typed, which need not be whole YAML; and the key of this line, if its
// value is being typed.
export function typedAt(text: string, at: number): { above: Path; key: string | null } {
  const lines = text.slice(0, at).split("\n");
  const current = lines.pop() ?? "";
  const above: Path = [];
  const opens = /^(\s*(?:- )*)(.*)$/.exec(current)!;
  let indent = opens[1].length;
  for (let i = lines.length - 1; i >= 0 && indent > 0; i--) {
    const found = /^(\s*(?:- )*)([\w.+-]+):\s*(#.*)?$/.exec(lines[i]);
    if (!found || found[1].length >= indent) continue;
    above.unshift(found[2]);
    indent = found[1].length;
  }
  // What is open on this line: braces, brackets and the keys before them.
  const stack: (string | null)[] = [];
  let key: string | null = null;
  for (const token of opens[2].matchAll(/"[^"]*"?|[\w.+-]+(?=\s*:)|:(?=\s|$)|[{}[\],]|#.*/g)) {
    const [word] = token;
    if (word.startsWith("#")) break;
    if (word === "{" || word === "[") {
      stack.push(key);
      if (word === "{") key = null;
    } else if (word === "}" || word === "]") key = stack.pop() ?? null;
    else if (word === ",") key = opens[2].slice(0, token.index).lastIndexOf("[") > opens[2].slice(0, token.index).lastIndexOf("{") ? key : null;
    else if (word !== ":" && !word.startsWith('"')) key = word;
  }
  return { above: [...above, ...(stack.filter((one) => one !== null) as string[])].filter((one, i, all) => one !== key || i < all.length - 1), key };
}

export class Editor {
  readonly view: EditorView;
  private schema: Schema | null = null;
  private readonly theme = new Compartment();
  private silent = false;
  private step = false; // the last change is a step of a drag

  constructor(
    place: HTMLElement,
    private readonly changed: (text: string) => void,
    private readonly at: (position: number) => void,
  ) {
    this.view = new EditorView({
      parent: place,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        yaml(),
        syntaxHighlighting(INKS),
        this.theme.of([]),
        autocompletion({ override: [(context) => this.complete(context)] }),
        hoverTooltip((_, position) => this.help(position)),
        keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, ...searchKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": "the case as text" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !this.silent) this.changed(this.text);
          if (update.selectionSet && update.view.hasFocus) this.at(update.state.selection.main.head);
        }),
      ],
    });
  }

  setDark(dark: boolean): void {
    this.view.dispatch({ effects: this.theme.reconfigure(EditorView.theme({}, { dark })) });
  }

  learn(schema: Schema): void {
    this.schema = schema;
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  // Another text altogether, from which nothing is undone.
  load(text: string): void {
    const annotations = [Transaction.addToHistory.of(false), isolateHistory.of("full")];
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, annotations });
  }

  // While something is dragged, each step takes the place of the one before, so that all are one to undo.
  drag(edit: (text: Text) => Edit[]): void {
    if (this.step) {
      this.silent = true;
      undo(this.view);
      this.silent = false;
    }
    const before = this.text;
    this.put(this.with(before, edit));
    const stepped = this.step;
    this.step = this.text !== before;
    if (stepped && !this.step) this.changed(this.text); // back where it began
  }

  drop(): void {
    this.step = false;
  }

  // Several edits of a text, one after the other.
  with(text: string, edit: (text: Text) => Edit[]): string {
    const edits = edit(new Text(text)).sort((a, b) => b.from - a.from);
    for (const one of edits) text = text.slice(0, one.from) + one.insert + text.slice(one.to);
    return text;
  }

  // Replace what differs, so that the cursor and the scroll stay.
  private put(text: string): void {
    const now = this.text;
    let [from, end] = [0, 0];
    while (from < now.length && from < text.length && now[from] === text[from]) from++;
    while (end < now.length - from && end < text.length - from && now[now.length - 1 - end] === text[text.length - 1 - end]) end++;
    if (now === text) return;
    this.view.dispatch({ changes: { from, to: now.length - end, insert: text.slice(from, text.length - end) }, annotations: isolateHistory.of("full") });
  }

  apply(edit: (text: Text) => Edit[]): void {
    this.put(this.with(this.text, edit));
  }

  undo(): void {
    undo(this.view);
  }

  redo(): void {
    redo(this.view);
  }

  get depths(): [number, number] {
    return [undoDepth(this.view.state), redoDepth(this.view.state)];
  }

  show(messages: Message[]): void {
    const { doc } = this.view.state;
    const diagnostics = messages.map(({ line, severity, text }): Diagnostic => {
      const { from, to } = doc.line(Math.max(1, Math.min(line, doc.lines)));
      return { from, to, severity, message: text };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  // Bring a place into sight and mark it.
  reveal(from: number, to: number): void {
    const length = this.view.state.doc.length;
    this.view.dispatch({ selection: { anchor: Math.min(to, length), head: Math.min(from, length) }, scrollIntoView: true });
  }

  private get method(): unknown {
    return /^method:\s*(\w+)/m.exec(this.text)?.[1] ?? "wcsph";
  }

  private complete(context: CompletionContext): CompletionResult | null {
    const word = context.matchBefore(/[\w.+-]*/);
    if (!this.schema || (!word?.text && !context.explicit)) return null;
    const from = word?.from ?? context.pos;
    const { above, key } = typedAt(this.text, from);
    if (key !== null) {
      const words = this.schema.words(this.method, [...above, key]);
      return words.length ? { from, options: words.map((label): Completion => ({ label, type: "enum" })) } : null;
    }
    const options = Object.entries(this.schema.keys(this.method, above)).map(
      ([label, entry]): Completion => ({ label, type: "property", apply: `${label}: `, info: entry.description }),
    );
    return options.length ? { from, options, validFor: /^[\w.+-]*$/ } : null;
  }

  private help(position: number) {
    const path = new Text(this.text).pathAt(position);
    const known = path.filter((step) => typeof step === "string");
    const entry = this.schema && known.length ? this.schema.find(this.method, path) : null;
    if (!entry?.description) return null;
    const said = entry.description;
    return {
      pos: position,
      create: () => {
        const dom = document.createElement("div");
        dom.className = "help";
        const name = document.createElement("strong");
        name.textContent = known.join(".");
        const words = entry.enum ? ` One of: ${entry.enum.join(", ")}.` : "";
        dom.append(name, ` ${said}${words}`);
        return { dom };
      },
    };
  }
}
