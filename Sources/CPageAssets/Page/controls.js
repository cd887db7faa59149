/**
 * Everything that can be set in a scene, with what the file says beside it. What is set stays over saves and can be
 * taken back alone.
 *
 * @module controls
 */

import { element, number, refill, soon } from "./elements.js";
import { sourceLink } from "./sources.js";

const CONTENT_SIZES = [
  "extraSmall", "small", "medium", "large", "extraLarge", "extraExtraLarge", "extraExtraExtraLarge",
  "accessibilityMedium", "accessibilityLarge", "accessibilityExtraLarge", "accessibilityExtraExtraLarge",
  "accessibilityExtraExtraExtraLarge",
];
const CHOICES = {
  style: ["light", "dark"], direction: ["ltr", "rtl"], contentSize: CONTENT_SIZES, orientation: ["portrait", "landscape"],
  "sizeClass.x": ["compact", "regular"], "sizeClass.y": ["compact", "regular"],
};
const GROUPS = { trait: "Traits", flag: "Flags", variable: "Variables", constant: "Constants", priority: "Priorities", multiplier: "Multipliers", active: "In force" };

/** What somebody may be typing in, or moving. */
const TYPED = "input[type=range], input[type=number], input[type=text]";

/** Devices that are asked for most, in points. */
export const DEVICES = {
  "phone, small": [320, 568], phone: [390, 844], "phone, large": [430, 932], "phone, on its side": [844, 390],
  pad: [820, 1180], "pad, on its side": [1180, 820], desktop: [1440, 900],
};

export class Controls {
  root = element("section", { class: "controls", aria: { label: "controls" } });
  #listeners = new AbortController();
  #values = [];
  #again = soon(() => this.ask(), 100);

  constructor(scenes) {
    this.scenes = scenes;
    // What could not be made anew under somebody's fingers is now.
    this.root.addEventListener("focusout", ({ target }) => { if (target.matches(TYPED)) this.#again(); });
  }

  /** @param {import("./trial.js").Trial} trial */
  set trial(trial) {
    this.#listeners.abort();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    this.current = trial;
    trial.addEventListener("shown", () => this.#follow(), { signal });
    trial.addEventListener("set", this.#again, { signal });
    if (trial.shown) this.#follow();
  }

  #follow() {
    const { signal } = this.#listeners;
    const scene = this.current.shown;
    let layoutRev;
    scene.addEventListener("frames", ({ detail }) => {
      if (detail.layoutRev !== layoutRev) this.#again();
      layoutRev = detail.layoutRev;
    }, { signal });
    scene.addEventListener("about", this.#again, { signal });
    this.ask();
  }

  async ask() {
    const trial = this.current;
    const scene = trial.shown;
    const before = trial.isQuiet ? new Map(trial.ops) : new Map();
    try {
      const { values } = await this.scenes.server.call("Get", { scene: scene.name });
      if (trial !== this.current || scene !== trial.shown) return;
      // Whoever changes in the file what was set has the last word.
      for (const value of values) {
        const key = this.#key(value);
        if (value.from === "file" && trial.isQuiet && trial.ops.has(key) && trial.ops.get(key) === before.get(key)) trial.ops.delete(key);
      }
      this.#values = values;
      scene.darkness = values.find(({ name, kind }) => kind === "trait" && name === "style")?.value === "dark";
      scene.say("style");
      this.#show();
    } catch { /* it says so elsewhere */ }
  }

  #show() {
    // Who moves a slider or types goes on with the same element; what stands beside it is new.
    if (this.root.contains(document.activeElement) && document.activeElement.matches(TYPED)) {
      const fresh = element("div", {}, ...this.#parts());
      for (const line of this.root.querySelectorAll("[data-line]")) {
        const newer = fresh.querySelector(`[data-line="${CSS.escape(line.dataset.line)}"]`);
        if (!newer) continue;
        line.className = newer.className;
        while (line.children.length > 2) line.lastElementChild.remove();
        line.append(...[...newer.children].slice(2));
      }
      this.root.querySelector(".actions")?.replaceWith(fresh.querySelector(".actions"));
      for (const value of this.#values) this.#update(value);
      return;
    }
    refill(this.root, this.#parts());
  }

  #parts() {
    const trial = this.current;
    const groups = Object.entries(GROUPS).map(([kind, title]) => {
      const rows = this.#values.filter((value) => value.kind === kind).map((value) => this.#row(value));
      return rows.length > 0 && element("fieldset", { disabled: !trial.canSet }, element("legend", {}, title), ...rows);
    });
    return [this.#configurations(), ...groups, element("p", { class: "actions" }, element("button", {
      type: "button", disabled: trial.ops.size === 0, data: { name: "reset all" }, onclick: () => trial.resetAll(),
    }, trial.ops.size === 0 ? "Nothing is set" : `Take all back (${trial.ops.size})`))].filter(Boolean);
  }

  #configurations() {
    const trial = this.current;
    const configs = trial.shown.about?.configs ?? [];
    if (configs.length === 0) return null;
    return element("fieldset", { disabled: !trial.canSet }, element("legend", {}, "Configurations"), ...configs.map(({ view, active, names }) => {
      const key = `config ${view}`;
      const id = `config-${view}`;
      const select = element("select", {
        id, data: { name: key },
        onchange: ({ target }) => trial.set(key, { op: "config", view, name: target.value }, { op: "config", view, name: active }),
      }, ...names.map((name) => element("option", { value: name, selected: name === active }, name)));
      return this.#line(id, view || "the scene", select, key, "");
    }));
  }

  #key({ kind, name }) { return `${kind} ${name}`; }

  #row(value) {
    const id = `control-${this.#key(value)}`;
    const { name, kind, written, span } = value;
    const from = { file: written ? `file: ${written}` : "file", outside: written ? `file: ${written}` : "set", default: "" }[value.from];
    return this.#line(id, name, this.#input(value, id), this.#key(value), from, span, kind === "variable" || kind === "constant"
      ? `${name.split(".").at(-1)} ${typeof value.value === "number" ? number(value.value) : value.value}` : undefined);
  }

  #line(id, name, input, key, from, span, copied) {
    const trial = this.current;
    const isSet = trial.ops.has(key);
    return element("div", { class: `control${isSet ? " set" : ""}`, data: { line: key } },
      element("label", { for: id, title: name }, name), input,
      element("span", { class: "from" }, span ? sourceLink(span, this.scenes.folder) : null, span && from ? " " : "", from),
      copied && element("button", {
        type: "button", class: "small", data: { name: `copy ${key}` }, aria: { label: `copy ${copied}` }, title: `copy “${copied}”`,
        onclick: () => this.#copy(copied),
      }, "copy"),
      isSet && element("button", {
        type: "button", class: "small", data: { name: `reset ${key}` }, aria: { label: `take back ${name}` }, title: "what the file says",
        onclick: () => trial.reset(key),
      }, "reset"));
  }

  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.current.say(`copied: ${text}`);
    } catch {
      this.current.say(`could not be copied: ${text}`);
    }
  }

  #op({ kind, name }, value) { return { op: kind, name, value }; }

  #input(value, id) {
    const { kind, name } = value;
    const trial = this.current;
    const key = this.#key(value);
    const before = this.#op(value, value.value);
    const set = (next) => trial.set(key, this.#op(value, next), before);
    const data = { name: key };
    if (kind === "flag" || kind === "active") {
      return element("input", { type: "checkbox", id, data, checked: value.value === true, onchange: ({ target }) => set(target.checked) });
    }
    if (kind === "trait") {
      const choices = CHOICES[name];
      if (!choices) return element("input", { type: "text", id, data, value: value.value ?? "", onchange: ({ target }) => set(target.value) });
      return element("select", { id, data, onchange: ({ target }) => set(target.value) },
        ...choices.map((choice) => element("option", { value: choice, selected: choice === value.value }, choice)));
    }
    if (typeof value.value !== "number") {
      return element("input", { type: "text", id, data, value: String(value.value ?? ""), onchange: ({ target }) => set(target.value) });
    }
    const field = element("input", {
      type: "number", id, data, step: "any", value: number(value.value),
      oninput: ({ target }) => {
        if (target.value === "" || !Number.isFinite(target.valueAsNumber)) return;
        slider.value = target.value;
        set(target.valueAsNumber);
      },
    });
    const [least, most] = range(kind, value.value);
    const slider = element("input", {
      type: "range", min: least, max: most, step: kind === "multiplier" ? 0.01 : 1, data: { name: `slider ${key}` }, aria: { label: name },
      oninput: ({ target }) => {
        field.value = target.value;
        set(target.valueAsNumber);
      },
    });
    slider.value = value.value;
    return element("span", { class: "number" }, field, slider);
  }

  #update(value) {
    const key = this.#key(value);
    for (const name of [key, `slider ${key}`]) {
      const input = this.root.querySelector(`[data-name="${CSS.escape(name)}"]`);
      if (input && input !== document.activeElement && typeof value.value === "number") input.value = number(value.value);
    }
  }
}

/** From where to where a slider goes. */
function range(kind, value) {
  if (kind === "priority") return [0, 1000];
  if (kind === "multiplier") return [0, Math.max(2, Math.ceil(value * 2))];
  return [Math.min(0, Math.floor(value * 2)), Math.max(100, Math.ceil(value * 2))];
}
