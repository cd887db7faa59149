/**
 * The views of a scene as a tree: what the canvas shows, for whoever cannot see or point at it, and to find one by
 * name. One item is in the tab order; arrows go from there.
 *
 * @module tree
 */

import { element, lastName, number, soon, uncover } from "./elements.js";

/** Rows that are made at once; of a larger tree those that match a search can be seen. */
const MOST_ROWS = 2000;
/** Rows that the browser leaves out together where they are not seen. It asks of each such group in every frame whether
 * it is, and of a thousand rows by themselves that took 2 ms. By feel. */
const ROWS_TOGETHER = 50;
const ROW_HEIGHT = 21;

export class Tree {
  #stage;
  #closed = new Set();
  #order = "";
  /** By path. @type {Map<string, HTMLElement>} */
  #rows = new Map();
  /** What each row says now. @type {WeakMap<HTMLElement, { view: any, mark: any }>} */
  #said = new WeakMap();
  /** The row in the order of tabs. @type {HTMLElement | undefined} */
  #reached;
  #listeners = new AbortController();
  #refresh = soon(() => this.refresh(), 60);

  constructor(stage) {
    this.#stage = stage;
    this.search = element("input", {
      type: "search", placeholder: "find a view", aria: { label: "find a view" }, data: { name: "search" },
      oninput: () => this.refresh(true),
      onkeydown: (event) => { if (event.key === "Enter" || event.key === "ArrowDown") this.focus(event); },
    });
    this.list = element("div", {
      role: "tree", class: "rows", aria: { label: "views of the scene" },
      onclick: ({ target }) => this.#click(target), onkeydown: (event) => this.#key(event),
      onpointerover: ({ target }) => this.#stage.hover(target.closest("[role=treeitem]")?.dataset.path),
      onpointerleave: () => this.#stage.hover(undefined),
    });
    this.note = element("p", { class: "warning", hidden: true }, "As it was in the revision that is shown.");
    this.root = element("nav", { class: "tree", aria: { label: "tree" } }, this.search, this.note, this.list);
    stage.addEventListener("select", () => this.#mark());
    stage.addEventListener("past", () => {
      this.note.hidden = !stage.past;
      if (this.current) this.refresh(true);
    });
  }

  set scene(scene) {
    this.#listeners.abort();
    this.#listeners = new AbortController();
    this.current = scene;
    for (const type of ["frames", "diagnostics"]) scene.addEventListener(type, this.#refresh, { signal: this.#listeners.signal });
    this.refresh(true);
  }

  focus(event) {
    event?.preventDefault();
    (this.list.querySelector("[aria-selected=true]") ?? this.#ordered[0])?.focus();
  }

  /** Rows are made anew only where views came, went or moved in the tree. */
  refresh(isForced = false) {
    const mirror = this.#mirror;
    const wanted = this.search.value.trim().toLowerCase();
    const shown = [];
    const walk = (view, level) => {
      const isMatch = wanted === "" || view.path.toLowerCase().includes(wanted) || view.kind.includes(wanted);
      if (isMatch) shown.push([view, wanted ? 1 : level]);
      if (wanted || !this.#closed.has(view.path)) for (const child of mirror.children(view)) walk(child, level + 1);
    };
    for (const root of mirror.children()) walk(root, 1);
    shown.splice(MOST_ROWS);
    const order = shown.map(([view, level]) => `${view.id} ${level}`).join();
    if (isForced || order !== this.#order) {
      const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.path : undefined;
      this.#order = order;
      this.#rows = new Map(shown.map(([view, level]) => [view.path, this.#row(view, level)]));
      const rows = this.#ordered;
      const groups = [];
      for (let start = 0; start < rows.length; start += ROWS_TOGETHER) {
        const group = element("div", { role: "none", class: "some" }, ...rows.slice(start, start + ROWS_TOGETHER));
        group.style.setProperty("--height", `${group.childElementCount * ROW_HEIGHT}px`);
        groups.push(group);
      }
      this.list.replaceChildren(...groups);
      this.#reached = undefined;
      this.#mark();
      if (focused !== undefined) this.#rows.get(focused)?.focus();
    }
    const marks = new Map();
    for (const { view, code, severity, message } of mirror.diagnostics) if (view && !this.#stage.past) marks.set(view, { code, severity, message });
    for (const [view] of shown) this.#fill(this.#rows.get(view.path), view, marks.get(view.path));
  }

  /** All rows, from the top. */
  get #ordered() { return [...this.#rows.values()]; }

  /** What the stage shows: the present, or a revision of the past. */
  get #mirror() { return this.#stage.past ?? this.current.mirror; }

  #row(view, level) {
    const mirror = this.#mirror;
    const siblings = view.parent == null ? mirror.children() : mirror.children(mirror.views.get(view.parent));
    const row = element("div", {
      role: "treeitem", tabIndex: -1, data: { path: view.path },
      aria: { level, setsize: siblings.length, posinset: siblings.findIndex(({ id }) => id === view.id) + 1, selected: "false" },
    });
    if (mirror.children(view).length > 0) row.setAttribute("aria-expanded", String(!this.#closed.has(view.path)));
    row.style.setProperty("--level", level);
    row.append(element("span", { class: "twist" }), element("span", { class: "name" }), element("span", { class: "kind" }), element("span", { class: "note" }));
    return row;
  }

  #fill(row, view, mark) {
    // A view of which something changes is another object.
    const said = this.#said.get(row);
    if (said?.view === view && said.mark?.code === mark?.code && said.mark?.message === mark?.message) return;
    this.#said.set(row, { view, mark });
    const [, name, kind, note] = row.children;
    const say = (span, text) => { if (span.textContent !== text) span.textContent = text; };
    say(name, lastName(view.path));
    say(kind, view.kind);
    const words = [`${number(view.frame[2])} × ${number(view.frame[3])}`];
    if (view.hidden) words.push("hidden");
    if (mark) words.push(mark.code);
    say(note, words.join(" · "));
    row.title = mark?.message ?? "";
    row.classList.toggle("hidden", view.hidden === true);
    row.classList.toggle("error", mark?.severity === "error");
    row.classList.toggle("warning", mark?.severity === "warning");
  }

  #mark() {
    const row = this.#rows.get(this.#stage.selection);
    const reached = row ?? this.#ordered[0];
    if (reached !== this.#reached && this.#reached) {
      this.#reached.setAttribute("aria-selected", "false");
      this.#reached.tabIndex = -1;
    }
    this.#reached = reached;
    if (!reached) return;
    reached.setAttribute("aria-selected", String(reached === row));
    reached.tabIndex = 0;
    if (row) uncover(this.root, row);
  }

  #click(target) {
    const row = target.closest("[role=treeitem]");
    if (!row) return;
    if (target.classList.contains("twist") && row.hasAttribute("aria-expanded")) return this.#turn(row.dataset.path);
    this.#stage.select(row.dataset.path);
  }

  #turn(path, isOpen = this.#closed.has(path)) {
    if (isOpen) this.#closed.delete(path);
    else this.#closed.add(path);
    this.refresh(true);
    this.#rows.get(path)?.focus();
  }

  #key(event) {
    const row = event.target.closest("[role=treeitem]");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = this.#ordered;
    const at = rows.indexOf(row);
    const isOpen = row.getAttribute("aria-expanded");
    const level = Number(row.getAttribute("aria-level"));
    const go = (to) => {
      if (!to) return;
      this.#stage.select(to.dataset.path);
      to.focus();
    };
    const actions = {
      ArrowDown: () => go(rows[at + 1]), ArrowUp: () => go(rows[at - 1]), Home: () => go(rows[0]), End: () => go(rows.at(-1)),
      ArrowRight: () => (isOpen === "false" ? this.#turn(row.dataset.path, true) : isOpen === "true" && go(rows[at + 1])),
      ArrowLeft: () => (isOpen === "true" ? this.#turn(row.dataset.path, false)
        : go(rows.slice(0, at).findLast((other) => Number(other.getAttribute("aria-level")) < level))),
      Enter: () => go(row), " ": () => go(row),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }
}
