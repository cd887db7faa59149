/**
 * What is wrong with the file, beside the scene and never over it. It comes a moment after the mistake, for half-typed
 * saves, and goes at once.
 *
 * @module band
 */

import { element, refill } from "./elements.js";
import { sourceLink } from "./sources.js";

/** How long a mistake has to last before it is shown. */
const PATIENCE_MS = 250;
/** Mistakes of which the line is shown. */
const MOST_LINES = 20;

export class Band {
  root = element("section", { class: "band", hidden: true, role: "alert", aria: { label: "mistakes" } });
  #timer;
  #clock;
  #listeners = new AbortController();

  /** All of it is shown, and not only the first. */
  #isOpen = false;
  /** The lines of a file that mistakes are in, by the mistake: every save tells others. @type {WeakMap<object, string>} */
  #lines = new WeakMap();
  #turn = 0;

  /** @param {(path: string) => void} choose Selects a view. */
  constructor(scenes, choose) {
    this.scenes = scenes;
    this.choose = choose;
  }

  set scene(scene) {
    this.#listeners.abort();
    this.#listeners = new AbortController();
    this.current = scene;
    this.#forgetTimer();
    scene.addEventListener("diagnostics", () => this.#took(), { signal: this.#listeners.signal });
    this.#took();
  }

  #took() {
    const { state, diagnostics } = this.current.mirror;
    const isFine = state === "ok" && !diagnostics.some(({ severity }) => severity !== "info");
    if (isFine) {
      this.#forgetTimer();
      clearInterval(this.#clock);
      this.#turn += 1;
      this.root.hidden = true;
      return;
    }
    if (!this.root.hidden) return this.#fillWhole();
    // What is being filled is of other mistakes.
    this.#turn += 1;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#fillWhole();
    }, PATIENCE_MS);
  }

  #forgetTimer() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Says all at once, lines too, and shows it: screen readers are told again of whatever comes later. */
  async #fillWhole() {
    const turn = ++this.#turn;
    const { current } = this;
    await Promise.all(current.mirror.diagnostics.slice(0, MOST_LINES).map(async (diagnostic) => {
      if (!diagnostic.span || this.#lines.has(diagnostic)) return;
      const line = await this.scenes.line(current.about?.name ?? current.name, diagnostic.span);
      if (line !== undefined) this.#lines.set(diagnostic, line);
    }));
    if (turn !== this.#turn || current !== this.current) return;
    this.#fill();
    this.root.hidden = false;
  }

  #fill() {
    const { state, diagnostics } = this.current.mirror;
    clearInterval(this.#clock);
    const since = element("span", { class: "since" });
    const tell = () => {
      const seconds = Math.round((Date.now() - this.current.goodSince) / 1000);
      since.textContent = state === "stale" ? `What you see is ${seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`} old.`
        : state === "failed" ? "There is nothing to show yet." : "";
    };
    tell();
    if (state === "stale") this.#clock = setInterval(tell, 1000);
    this.root.classList.toggle("mild", state === "ok");
    const rank = { error: 0, warning: 1, info: 2 };
    const sorted = [...diagnostics].sort((one, other) => rank[one.severity] - rank[other.severity]);
    const [first, ...rest] = sorted;
    // As little as can be: the scene is what somebody looks at. The first says what is wrong, the others wait.
    refill(this.root, [
      element("p", { class: "head" }, element("strong", {}, state === "ok" ? "The file is in effect, but not all of it can be:" : "The file has a mistake."), " ", since),
      element("ul", {}, first && this.#entry(first)),
      rest.length > 0 && element("details", {
        open: this.#isOpen, data: { name: "other mistakes" }, ontoggle: ({ target }) => { this.#isOpen = target.open; },
      }, element("summary", {}, `${rest.length} more`), element("ul", {}, ...rest.map((diagnostic) => this.#entry(diagnostic)))),
    ]);
  }

  #entry(diagnostic) {
    const { code, severity, message, span, view, notes = [], fixes = [] } = diagnostic;
    const line = this.#lines.get(diagnostic);
    return element("li", { class: severity },
      element("span", { class: "code" }, `${severity} ${code}`), " ", element("span", { class: "message" }, message), " ",
      span && sourceLink(span, this.scenes), " ",
      view && element("button", { type: "button", class: "small", aria: { label: `select ${view}` }, onclick: () => this.choose(view) }, view),
      line !== undefined && excerpt(line, span),
      notes.length > 0 && element("ul", {}, ...notes.map((note) => element("li", {}, note.message, " ", note.span && sourceLink(note.span, this.scenes)))),
      fixes.length > 0 && element("p", { class: "fixes" }, `fix: ${fixes.map(({ title }) => title).join(", or ")}`));
  }
}

/** A line of a file as terminals show it, with a mark below what is wrong. What is read out is the line alone. */
function excerpt(text, { line, column, endLine, endColumn }) {
  // Columns count letters, and a tab is as wide as it is above.
  const letters = [...text];
  const [start, end] = [Math.min(column - 1, letters.length), endLine === line ? Math.min(endColumn - 1, letters.length) : letters.length];
  const wrong = letters.slice(start, end).join("");
  const before = letters.slice(0, start).join("");
  return element("pre", { class: "excerpt" },
    element("span", { class: "gutter", aria: { hidden: "true" } }, `${line} │ `),
    element("code", {}, before, element("mark", {}, wrong), letters.slice(end).join("")), "\n",
    element("span", { class: "gutter", aria: { hidden: "true" } }, `${" ".repeat(String(line).length)} │ `),
    element("span", { class: "caret", aria: { hidden: "true" } }, `${before.replace(/[^\t]/gu, " ")}${"^".repeat(Math.max(1, [...wrong].length))}`));
}
