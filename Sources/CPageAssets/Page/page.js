/**
 * The page: a sheet of all scenes, and a stage for one.
 *
 * The address says what is shown: `#TOKEN` the sheet, `#TOKEN/SCENE` a stage.
 *
 * @module page
 */

import { Band } from "./band.js";
import { Comparison } from "./compare.js";
import { Controls, DEVICES } from "./controls.js";
import { element, number } from "./elements.js";
import { Inspector } from "./inspector.js";
import { Pictures } from "./painter.js";
import { Scenes } from "./scenes.js";
import { Server } from "./server.js";
import { Sheet } from "./sheet.js";
import { OVERLAYS, Stage, changedViews } from "./stage.js";
import { Timeline } from "./timeline.js";
import { Tree } from "./tree.js";
import { Trial } from "./trial.js";

const KEYS = [
  ["?", "this list"], ["Esc", "back: from the past, from a view, to all scenes"], ["/", "find a view, or a scene"],
  ["↑ ↓ ← →", "in the tree: from view to view"], ["0, 1, + and −", "zoom: all of it, 100 %, in and out"],
  ["[ and ]", "narrower and wider, with Shift by 10"], ["Space", "stop time, let it run"], [". and :", "one frame further, ten frames"], ["s", "slow motion"],
  [", and ;", "one revision back, and forth"], ["w", "to the reasons of the selected view"], ["Alt with the pointer", "distances from the selected view"],
];

export class Page {
  constructor(token) {
    this.token = token;
    this.server = new Server(token);
    this.scenes = new Scenes(this.server);
    this.pictures = new Pictures(this.scenes, () => {
      this.sheet.redraw();
      this.stage.later();
      this.comparison.stage.later();
    });
    this.sheet = new Sheet(this.scenes, this.pictures, (name) => this.go(name));
    this.stage = new Stage(this.pictures);
    this.tree = new Tree(this.stage);
    this.inspector = new Inspector(this.scenes, this.stage);
    this.controls = new Controls(this.scenes);
    this.timeline = new Timeline(this.scenes, this.stage);
    this.band = new Band(this.scenes, (path) => this.stage.select(path));
    this.comparison = new Comparison(this.scenes, this.pictures, this.stage);
    this.inspector.comparison = this.comparison;
    /** What was tried, by the scene: it is there again when one comes back to it. @type {Map<string, Trial>} */
    this.trials = new Map();
    this.news = element("output", { class: "news", aria: { live: "polite" } });
    this.trouble = element("p", { class: "trouble", role: "status" });
    // Whoever comes here from a tile is told where that is, and goes on from there.
    this.title = element("h1", { tabIndex: -1 }, "Framewire");
    this.back = element("button", { type: "button", hidden: true, data: { name: "all scenes" }, onclick: () => this.go() }, "All scenes");
    this.header = element("header", {}, this.back, this.title, this.news,
      element("button", { type: "button", class: "help", aria: { label: "keys" }, data: { name: "keys" }, onclick: () => this.help.showModal() }, "?"));
    this.help = element("dialog", { aria: { label: "keys" } }, element("h2", {}, "Keys"),
      element("dl", {}, ...KEYS.flatMap(([key, meaning]) => [element("dt", {}, key), element("dd", {}, meaning)])),
      element("button", { type: "button", onclick: () => this.help.close() }, "Close"));
    this.workbench = this.#workbench();
    document.body.replaceChildren(this.header, this.trouble, this.sheet.root, this.help);
    this.scenes.addEventListener("connection", () => this.#connection());
    this.scenes.addEventListener("list", () => {
      this.#route();
      this.comparison.offer();
    });
    this.scenes.addEventListener("said", ({ detail }) => this.tell(detail));
    this.scenes.addEventListener("about", () => this.#say());
    this.stage.addEventListener("resize", ({ detail }) => this.resize(detail));
    this.stage.addEventListener("zoom", () => this.#say());
    new ResizeObserver(() => this.#say()).observe(this.stage.root);
    this.comparison.addEventListener("chosen", () => {
      this.#follow();
      this.inspector.showOther();
      this.#say();
    });
    this.comparison.addEventListener("moved", () => this.inspector.showOther());
    addEventListener("hashchange", () => this.#route());
    addEventListener("keydown", (event) => this.#key(event));
    this.#connection();
    document.fonts.load('16px "DejaVu Sans"').then(() => this.sheet.redraw());
    document.fonts.load('bold 16px "DejaVu Sans"').then(() => this.stage.later());
  }

  get trial() { return this.name === undefined ? undefined : this.trials.get(this.name); }

  /** Shows a scene, or all of them. */
  go(name) { location.hash = name === undefined ? this.token : `${this.token}/${encodeURIComponent(name)}`; }

  // MARK: What is shown

  #route() {
    const slash = location.hash.indexOf("/");
    const name = slash < 0 ? undefined : decodeURIComponent(location.hash.slice(slash + 1));
    if (name === undefined || !this.scenes.all.has(name)) {
      const left = this.name;
      if (this.name !== undefined) this.#leave();
      this.#say();
      if (!this.sheet.isShown) document.querySelector("main, .workbench").replaceWith(this.sheet.root);
      this.back.hidden = true;
      this.sheet.refresh();
      if (left !== undefined) this.sheet.tiles.get(left)?.root.focus();
      return;
    }
    if (name !== this.name) this.#show(name);
  }

  #leave() {
    // What was set is kept as operations; the scene itself is not.
    const { trial } = this;
    this.name = undefined;
    this.comparison.trial = undefined;
    this.#sized = undefined;
    trial?.end();
  }

  async #show(name) {
    if (this.name !== undefined) this.#leave();
    this.name = name;
    const base = this.scenes.all.get(name);
    let trial = this.trials.get(name);
    if (!trial || trial.base !== base) {
      trial = new Trial(this.scenes, base);
      this.trials.set(name, trial);
      trial.addEventListener("shown", () => { if (this.trial === trial) this.#shown(trial); });
      trial.addEventListener("said", ({ detail }) => this.tell(detail ?? ""));
    }
    this.sheet.root.replaceWith(this.workbench);
    this.back.hidden = false;
    this.stage.selection = undefined;
    this.stage.zoom = "fit";
    this.stage.ticks.replaceChildren();
    this.controls.trial = trial;
    this.comparison.trial = trial;
    this.title.textContent = name;
    this.title.focus();
    this.tell("");
    this.classes.textContent = "";
    // Until this scene is there the parts have the one before, of which nothing is to be set or asked any more.
    this.workbench.inert = true;
    await trial.begin();
    // Nobody waits for it any more.
    if (this.trial !== trial) trial.end();
  }

  #shown(trial) {
    const { shown } = trial;
    this.#follow();
    for (const part of [this.stage, this.tree, this.inspector, this.timeline, this.band]) part.scene = shown;
    this.workbench.inert = false;
    this.#listeners?.abort();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    shown.addEventListener("frames", ({ detail }) => this.#took(detail), { signal });
    shown.addEventListener("style", () => this.stage.later(), { signal });
    shown.addEventListener("about", () => this.#say(), { signal });
    // Who follows the scene itself is worth more than a second's wait.
    if (trial.mode === "live") this.scenes.refresh();
    this.#say();
    this.#sized = shown.size;
    this.#seenClasses = {};
    this.#lookForTicks();
  }

  /** Follows what is on the stage, and beside it. */
  #follow() {
    const shown = this.trial?.shown;
    if (shown) this.scenes.follow([...new Set([shown.name, this.comparison.scene?.name ?? shown.name])]);
  }

  #listeners;

  #took(event) {
    this.#say();
    if (!event.cause?.startsWith("file:") || event.kind !== "delta") return;
    const { size } = changedViews(event);
    const solve = event.timing ? `, solved in ${number(event.timing.solve)} ms` : "";
    this.tell(`saved: ${size} ${size === 1 ? "view" : "views"} changed${solve}`);
  }

  /** Says something, for the eye and for screen readers. */
  tell(words) { this.news.textContent = words; }

  /** @param {number[]} size */
  async resize(size) {
    const { trial } = this;
    if (!trial?.canSet) return;
    const before = trial.mode === "live" && !trial.ops.has("size") ? await trial.sizeBefore() : { op: "size" };
    await trial.set("size", { op: "size", value: size }, before);
    this.#sized = size;
    this.#lookForTicks();
  }

  #sized;
  #seenClasses = {};
  #isLooking = false;

  /** Where a size class flips is marked when it was seen to. Of sizes that come faster than answers the last counts. */
  async #lookForTicks() {
    if (this.#isLooking) return;
    this.#isLooking = true;
    let size;
    do {
      size = this.#sized;
      const { shown } = this.trial;
      try {
        const { values } = await this.server.call("Get", { scene: shown.name, names: ["sizeClass.x", "sizeClass.y"] });
        if (shown !== this.trial?.shown) continue;
        const classes = Object.fromEntries(values.map(({ name, value }) => [name.at(-1), value]));
        this.classes.textContent = `${classes.x} × ${classes.y}`;
        for (const [place, axis] of ["x", "y"].entries()) {
          const before = this.#seenClasses[axis];
          if (before && before !== classes[axis]) this.#tick(axis, size[place], classes[axis]);
        }
        this.#seenClasses = classes;
      } catch { /* it says so elsewhere */ }
    } while (this.#sized && size !== this.#sized);
    this.#isLooking = false;
  }

  #tick(axis, at, value) {
    const name = `${axis} ${value}`;
    this.stage.ticks.querySelector(`[data-tick="${name}"]`)?.remove();
    this.stage.ticks.append(element("span", { data: { axis, at, tick: name }, title: `seen to become ${value} here` }, value));
    this.tell(`size class ${axis}: ${value}`);
    this.stage.later();
  }

  #said;

  /** What stands around the scene; while it moves that is always the same. */
  #say() {
    const { trial } = this;
    const shown = trial?.shown;
    const words = JSON.stringify([
      this.name, shown?.name, shown?.size, this.stage.zoom, this.stage.factor, trial?.mode, trial?.mode === "live" && this.#others, trial?.trouble, trial?.canSet, this.scenes.isReadOnly, this.scenes.canWrite, this.comparison.scene?.name]);
    if (words === this.#said) return;
    this.#said = words;
    document.title = this.name === undefined ? "Framewire" : `${this.name} · Framewire`;
    this.title.textContent = this.name ?? "Framewire";
    if (!trial?.shown) return;
    const [width, height] = trial.shown.size;
    if (document.activeElement !== this.width) this.width.value = number(width);
    if (document.activeElement !== this.height) this.height.value = number(height);
    this.device.value = Object.keys(DEVICES).find((name) => DEVICES[name][0] === width && DEVICES[name][1] === height) ?? "";
    this.zoom.textContent = this.stage.zoom === "fit" ? `fit (${Math.round(this.stage.factor * 100)} %)` : `${Math.round(this.stage.factor * 100)} %`;
    this.mode.value = trial.mode;
    this.mode.disabled = this.scenes.isReadOnly;
    for (const field of [this.width, this.height, this.device]) field.disabled = !trial.canSet;
    for (const handle of this.stage.handles) handle.hidden = !trial.canSet;
    this.workbench.classList.toggle("live", trial.mode === "live");
    this.warning.textContent = this.scenes.isReadOnly ? "Nothing can be changed from here (--read-only)."
      : trial.mode === "live" ? `What you set here everybody sees who follows this scene${this.#others}`
        : trial.trouble ? "This is the scene itself: with a mistake in its file there can be no copy to try things in." : "";
  }

  /** Who else follows the scene itself, and what they have set in it. */
  get #others() {
    const { shown, ops } = this.trial;
    const { followers, set } = shown.about ?? {};
    if (followers === undefined) return ".";
    const count = Math.max(0, followers - 1);
    const own = new Set([...ops.keys()].map((key) => key.split(" ")[0]));
    const theirs = set.filter((kind) => !own.has(kind));
    return `: ${count === 0 ? "nobody else" : count === 1 ? "one other" : `${count} others`} now.${theirs.length > 0 ? ` Others have set: ${theirs.join(", ")}.` : ""}`;
  }

  #connection() {
    const { trouble } = this.scenes;
    if (trouble === undefined) this.pictures.askAgain();
    document.body.classList.toggle("lost", trouble !== undefined);
    this.trouble.textContent = trouble === "Unauthorized" ? "The token in the address is not the one of this preview. Open the address that 'framewire preview' has printed."
      : trouble === "lost" ? "Nobody answers: the preview or its daemon has ended. This page goes on by itself when they are back."
        : "";
    this.#say();
  }

  // MARK: Around the stage

  #workbench() {
    const side = (axis, place) => element("input", {
      type: "number", min: 1, max: 8192, data: { name: axis }, aria: { label: axis },
      onchange: ({ target }) => {
        const size = [...this.trial.shown.size];
        size[place] = target.valueAsNumber;
        if (size[place] >= 1) this.resize(size);
      },
    });
    [this.width, this.height] = [side("width", 0), side("height", 1)];
    this.device = element("select", {
      aria: { label: "device" }, data: { name: "device" },
      onchange: ({ target }) => {
        if (DEVICES[target.value]) this.resize(DEVICES[target.value]);
      },
    }, element("option", { value: "" }, "no device’s size"), ...Object.entries(DEVICES).map(([name, [width, height]]) => element("option", { value: name }, `${name}: ${width} × ${height}`)));
    this.mode = element("select", {
      aria: { label: "what is changed" }, data: { name: "mode" }, onchange: ({ target }) => this.trial.become(target.value),
    }, element("option", { value: "private" }, "try in a copy"), element("option", { value: "live" }, "change the scene itself"));
    this.classes = element("span", { class: "note" });
    this.zoom = element("span", { class: "note zoom" });
    this.warning = element("span", { class: "warning" });
    const button = (words, name, action) => element("button", { type: "button", data: { name }, onclick: action }, words);
    const overlays = element("details", { class: "overlays" }, element("summary", {}, "Show"), ...Object.entries(OVERLAYS).map(([name, meaning]) =>
      element("label", {}, element("input", {
        type: "checkbox", checked: this.stage.overlays.has(name), data: { name: `show ${name}` },
        onchange: ({ target }) => {
          if (target.checked) this.stage.overlays.add(name);
          else this.stage.overlays.delete(name);
          this.stage.later();
        },
      }), ` ${meaning}`)));
    const toolbar = element("div", { class: "toolbar", role: "toolbar", aria: { label: "the scene" } },
      this.mode, this.device, this.width, " × ", this.height, this.classes,
      button("Fit", "fit", () => this.stage.zoomTo("fit")), button("100 %", "full", () => this.stage.zoomTo(1)), this.zoom, overlays, this.comparison.select, this.warning);
    const side2 = element("aside", { class: "side", aria: { label: "why and what" } }, pane("Why", this.inspector.root), pane("Try", this.controls.root));
    const stages = element("div", { class: "stages" }, this.stage.root, this.comparison.root);
    return element("main", { class: "workbench" }, this.tree.root,
      element("div", { class: "middle" }, toolbar, stages, this.band.root, this.timeline.root), side2);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || this.help.open) return;
    const isTyping = event.target.matches?.("input:not([type=checkbox], [type=range]), select, textarea");
    if (event.key === "Escape") {
      if (isTyping) return event.target.blur();
      if (this.name === undefined) return;
      if (this.stage.past) return this.timeline.show(undefined);
      if (this.stage.selection !== undefined) return this.stage.select(undefined);
      return this.go();
    }
    if (isTyping) return;
    if (event.key === "?") return this.help.showModal();
    if (this.name === undefined) {
      if (event.key !== "/") return;
      event.preventDefault();
      return this.sheet.search.focus();
    }
    const wider = (step) => {
      const [width, height] = this.stage.size;
      this.resize([Math.max(1, width + step), height]);
    };
    const isPressed = event.target.matches?.("button, summary, [role=slider]");
    const actions = {
      "/": () => this.tree.search.focus(), 0: () => this.stage.zoomTo("fit"), 1: () => this.stage.zoomTo(1),
      "+": () => this.stage.zoomTo(this.stage.factor * 1.25), "=": () => this.stage.zoomTo(this.stage.factor * 1.25),
      "-": () => this.stage.zoomTo(this.stage.factor / 1.25),
      "[": () => wider(-1), "]": () => wider(1), "{": () => wider(-10), "}": () => wider(10),
      " ": isPressed || event.target.type === "checkbox" ? undefined : () => this.timeline.pauseOrRun(), ".": () => this.timeline.step(), ":": () => this.timeline.step(10), s: () => this.timeline.slowly(),
      ",": () => this.timeline.strip.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" })),
      ";": () => this.timeline.strip.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" })),
      w: () => this.inspector.root.querySelector(".attribute a, .attribute button, summary, [tabindex='0']")?.focus(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

/** A part of the side that can be folded, so that the other has all the room. */
function pane(title, content) {
  const toggle = element("button", {
    type: "button", data: { name: `fold ${title}` }, aria: { expanded: "true" },
    onclick: () => {
      content.hidden = !content.hidden;
      toggle.setAttribute("aria-expanded", String(!content.hidden));
      root.classList.toggle("folded", content.hidden);
    },
  }, title);
  const root = element("div", { class: "pane" }, element("h2", {}, toggle), content);
  return root;
}

/** The page that is shown; tests ask it what it has drawn. */
export const page = new Page(/^#([0-9a-f]{32})/.exec(location.hash)?.[1] ?? "");
