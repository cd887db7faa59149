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
/** In the order of what is reached for most. */
const GROUPS = { variable: "Variables", constant: "Constants", priority: "Priorities", multiplier: "Multipliers", active: "In force", flag: "Flags", trait: "Traits" };

/** Of a clause as much is told as has room in three lines or so. */
const MOST_LETTERS = 120;

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
  /** Groups that are folded. Of traits there are always many, and most are as the size has them. */
  #folded = new Set(["Traits"]);
  /** Why something could not be written, by its key. @type {Map<string, string>} */
  #refusals = new Map();
  #isPressed = false;
  #again = soon(() => this.ask(), 100);

  constructor(scenes) {
    this.scenes = scenes;
    // What could not be made anew under somebody's fingers is now.
    this.root.addEventListener("focusout", ({ target }) => { if (target.matches(TYPED)) this.#again(); });
    // A button that is made anew between press and release would not be clicked.
    this.root.addEventListener("pointerdown", () => { this.#isPressed = true; });
    for (const type of ["pointerup", "pointercancel"]) {
      addEventListener(type, () => {
        if (this.#isPressed) setTimeout(() => this.#again());
        this.#isPressed = false;
      });
    }
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
      const { values } = await this.scenes.server.call("Get", { scene: scene.name, clauses: true });
      if (trial !== this.current || scene !== trial.shown) return;
      // Whoever changes in the file what was set has the last word.
      for (const value of values) {
        const key = this.#key(value);
        if (value.from === "file" && trial.isQuiet && trial.ops.has(key) && trial.ops.get(key) === before.get(key)) trial.ops.delete(key);
      }
      this.#values = values;
      const isDark = values.find(({ name, kind }) => kind === "trait" && name === "style")?.value === "dark";
      if (isDark !== scene.darkness) {
        scene.darkness = isDark;
        scene.say("style");
      }
      if (!this.#isPressed) this.#show();
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
      this.root.querySelector("p.actions")?.replaceWith(fresh.querySelector("p.actions"));
      for (const value of this.#values) this.#update(value);
      return;
    }
    refill(this.root, this.#parts());
  }

  #parts() {
    const trial = this.current;
    const group = (title, rows) => element("details", {
      class: "group", open: !this.#folded.has(title), data: { name: `group ${title}` },
      ontoggle: ({ target }) => { this.#folded[target.open ? "delete" : "add"](title); },
    }, element("summary", {}, title), element("fieldset", { disabled: !trial.canSet, aria: { label: title } }, ...rows));
    const groups = Object.entries(GROUPS).map(([kind, title]) => {
      const rows = this.#values.filter((value) => value.kind === kind).map((value) => this.#row(value));
      return rows.length > 0 && group(title, rows);
    });
    return [this.#configurations(group), ...groups, element("p", { class: "actions" }, element("button", {
      type: "button", disabled: trial.ops.size === 0, data: { name: "reset all" }, onclick: () => trial.resetAll(),
    }, trial.ops.size === 0 ? "Nothing is set" : `Take all back (${trial.ops.size})`))].filter(Boolean);
  }

  #configurations(group) {
    const trial = this.current;
    const configs = trial.shown.about?.configs ?? [];
    if (configs.length === 0) return null;
    return group("Configurations", configs.map(({ view, active, names }) => {
      const key = `config ${view}`;
      const id = `config-${view}`;
      const select = element("select", {
        id, data: { name: key },
        onchange: ({ target }) => trial.set(key, { op: "config", view, name: target.value }, { op: "config", view }),
      }, ...names.map((name) => element("option", { value: name, selected: name === active }, name)));
      return this.#line(id, view || "the scene", select, key, [], []);
    }));
  }

  #key({ kind, name }) { return `${kind} ${name}`; }

  #row(value) {
    const id = `control-${this.#key(value)}`;
    const { name, kind, written, span, from, clause, literals } = value;
    const key = this.#key(value);
    const trial = this.current;
    const told = [];
    if (span) told.push([sourceLink(span, this.scenes), clause && " ", clause && element("code", { title: clause }, shortened(clause))]);
    if (kind === "constant" && clause && written === "0" && !literals) {
      // An id on a clause without a number of its own is something that is added to what the clause asks for.
      told.push([`the file adds ${written} to it`]);
    } else if (from === "file" || from === "outside" && written) {
      // Of what is as in the file that is said already.
      if (!literals || trial.ops.has(key) || from === "outside") told.push([written ? `file: ${written}` : "file"]);
    } else if (from === "outside") told.push(["set"]);
    // Of the scene itself one knows what one has set.
    if (trial.mode === "live" && from === "outside" && !trial.ops.has(key)) told.push(["somebody else has set it"]);
    // What a name says stands elsewhere.
    const isElsewhere = literals && kind === "constant" && (literals[0].span.line !== span.line || literals[0].span.column > span.column);
    if (isElsewhere) told.push([`${literals[0].text} stands at `, sourceLink(literals[0].span, this.scenes)]);
    const actions = [];
    const small = (action, label, title, onclick) => actions.push(element("button", {
      type: "button", class: "small", data: { name: `${action} ${key}` }, aria: { label }, title, onclick,
    }, action));
    const next = literals && literalsFor(literals, value.value);
    if ((kind === "variable" || kind === "constant") && !isOfRecords(value)) {
      const copied = next && !isElsewhere && clauseWith(value, next) || `${name.split(".").at(-1)} ${[value.value].flat().map((one) => (typeof one === "number" ? number(one) : one)).join(", ")}`;
      small("copy", `copy ${copied}`, `copy “${copied}”`, () => this.#copy(copied));
    }
    if (this.scenes.canWrite && trial.ops.has(key) && (kind === "variable" || kind === "constant")) {
      if (next) small("write", `write ${next.join(", ")} to the file`, `write ${next.join(", ")} in the place of ${literals.map(({ text }) => text).join(", ")}, in line ${literals[0].span.line}`, () => this.#write(value));
      else told.push([element("span", { class: "note" }, "it has no number of its own there, so it cannot be written: copy it")]);
    }
    if (this.#refusals.has(key)) told.push([element("span", { class: "error", role: "alert" }, this.#refusals.get(key))]);
    return this.#line(id, name, this.#input(value, id), key, told, actions);
  }

  #line(id, name, input, key, told, actions) {
    const trial = this.current;
    const isSet = trial.ops.has(key);
    return element("div", { class: `control${isSet ? " set" : ""}`, data: { line: key } },
      element("label", { for: id, title: name }, name), input,
      element("span", { class: "actions" }, ...actions, isSet && element("button", {
        type: "button", class: "small", data: { name: `reset ${key}` }, aria: { label: `take back ${name}` }, title: "what the file says",
        onclick: () => {
          this.#refusals.delete(key);
          trial.reset(key);
        },
      }, "reset")),
      element("span", { class: "from" }, ...told.flatMap((part, place) => (place > 0 ? [" · ", ...part] : part))));
  }

  /** Has a value written to its file. The save comes back as any save does, and with it the control. */
  async #write({ name, kind, literals, value }) {
    const trial = this.current;
    const key = this.#key({ name, kind });
    // What is in the field now, which may be newer than what the button says.
    const next = literalsFor(literals, trial.ops.get(key)?.value ?? value);
    this.#refusals.delete(key);
    try {
      const { file, line } = await this.scenes.server.ask("/write", {
        scene: trial.shown.name, kind, name, old: literals.map(({ text }) => text), new: next,
      });
      trial.say(`written to ${file}:${line}`);
    } catch (error) {
      this.#refusals.set(key, `Not written: ${error.message}`);
      trial.say(`not written: ${error.message}`);
    }
    this.#again();
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
    // What nobody had set is left to the file again.
    const before = this.#op(value, value.from === "outside" ? value.value : undefined);
    const set = (next) => {
      this.#refusals.delete(key);
      return trial.set(key, this.#op(value, next), before);
    };
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
    if (isOfRecords(value)) return element("output", { id, class: "note", data }, `${value.value.length} ${value.value.length === 1 ? "record" : "records"}`);
    if (Array.isArray(value.value)) {
      const fields = value.value.map((one, place) => element("input", {
        type: "number", id: place === 0 ? id : undefined, data: { name: place === 0 ? key : `${key} ${place}` }, step: "any", value: number(one), aria: { label: `${name}, number ${place + 1}` },
        oninput: () => {
          const numbers = fields.map(({ valueAsNumber }) => valueAsNumber);
          if (numbers.every(Number.isFinite)) set(numbers);
        },
      }));
      return element("span", { class: "number list" }, ...fields);
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
    // Shares and factors are small, and not whole.
    const isFine = kind === "multiplier" || Math.abs(value.value) <= 2 && !Number.isInteger(value.value);
    const [least, most] = isFine ? [Math.min(0, Math.floor(value.value * 2)), Math.max(2, Math.ceil(value.value * 2))] : range(kind, value.value);
    const slider = element("input", {
      type: "range", min: least, max: most, step: isFine ? 0.01 : 1, data: { name: `slider ${key}` }, aria: { label: name },
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

/** A list of records, which has no field to type in: they are put in and taken out one by one. */
function isOfRecords({ kind, value }) { return kind === "variable" && Array.isArray(value); }

/** The words of a clause, and of a long one its beginning. */
function shortened(clause) { return clause.length > MOST_LETTERS ? `${clause.slice(0, MOST_LETTERS)} …` : clause; }

/** The words that stand for other values in the place of these; undefined where one is not to be said in their way. */
export function literalsFor(literals, value) {
  const values = [value].flat();
  if (values.length !== literals.length) return undefined;
  const words = literals.map(({ text }, place) => literalFor(text, values[place]));
  return words.every((word) => word !== undefined) ? words : undefined;
}

/** @param {string} old With the sign before it: `16`, `- 52`, `10pt`, `"text"`, `#ff0000`, `250ms`. */
function literalFor(old, value) {
  if (typeof value !== "number") {
    return old.startsWith('"') ? `"${String(value).replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"` : String(value);
  }
  const [, sign, blank, unit] = /^([+-]?)(\s*)[\d.]+([a-z]*)$/.exec(old) ?? [];
  if (sign === undefined) return undefined;
  const digits = String(Math.round(Math.abs(value) * 1e4) / 1e4);
  // A sign that stands by itself joins two terms, and one of them has to.
  const isJoining = sign !== "" && blank !== "";
  return `${value < 0 ? "-" : isJoining ? "+" : ""}${blank}${digits}${unit}`;
}

/** The clause of a value with other literals; undefined where it goes over several lines. */
function clauseWith({ clause, span, literals }, words) {
  if (!clause || clause.includes("\n")) return undefined;
  const letters = [...clause];
  // Columns count letters, and the clause ends where the id does.
  const start = span.endColumn - letters.length;
  for (const [place, literal] of [...literals.entries()].reverse()) {
    const { column, endColumn } = literal.span;
    letters.splice(column - start, endColumn - column, ...words[place]);
  }
  return letters.join("");
}

/** From where to where a slider goes. */
function range(kind, value) {
  if (kind === "priority") return [0, 1000];
  return [Math.min(0, Math.floor(value * 2)), Math.max(100, Math.ceil(value * 2))];
}
