/**
 * A second scene beside the one on the stage, in the same scale: another preview of the file, or the same scene as large
 * as another device. What is set in the one is set in the other, as far as both are of one layout.
 *
 * @module compare
 */

import { DEVICES } from "./controls.js";
import { element, number, refill, soon } from "./elements.js";
import { Stage } from "./stage.js";
import { Trial } from "./trial.js";

/** What belongs to a device, and so to one of two scenes alone. */
const OWN = /^(size|trait (idiom|orientation|sizeClass\.[xy]))$/;

export class Comparison extends EventTarget {
  /** Of what is shown beside it: a scene, and a device if it is to be as large as that. @type {{ scene: string, device?: string } | undefined} */
  chosen;
  #trial;
  #listeners = new AbortController();
  #copy = soon(() => this.#trial?.adopt(this.#ops()), 40);

  /** @param {Stage} beside */
  constructor(scenes, pictures, beside) {
    super();
    this.scenes = scenes;
    this.beside = beside;
    this.stage = new Stage(pictures);
    this.stage.overlays = beside.overlays;
    this.caption = element("p", { class: "caption" });
    this.root = element("section", { class: "beside", hidden: true, aria: { label: "the scene to compare with" } }, this.caption, this.stage.root);
    this.select = element("select", {
      aria: { label: "compare with" }, data: { name: "compare" }, onchange: ({ target }) => this.choose(this.#choices[target.selectedIndex - 1]),
    });
    for (const handle of this.stage.handles) handle.hidden = true;
    // One is chosen in both, and pointed at in both.
    beside.addEventListener("select", () => this.#follow());
    this.stage.addEventListener("select", () => {
      if (this.stage.selection !== beside.selection) beside.select(this.stage.selection);
    });
    for (const [one, other] of [[beside, this.stage], [this.stage, beside]]) {
      one.addEventListener("hover", () => other.hover(one.hovered));
    }
    beside.addEventListener("zoom", () => this.#zoom());
  }

  #choices = [];

  /** What is shown beside it; undefined: nothing. @type {import("./scenes.js").Scene | undefined} */
  get scene() { return this.#trial?.shown; }

  get name() { return this.#trial && (this.chosen.device ?? this.chosen.scene); }

  /** Of which scene the other one is. @param {Trial | undefined} trial */
  set trial(trial) {
    this.#listeners.abort();
    this.#listeners = new AbortController();
    this.of = trial;
    if (!trial) return this.choose(undefined);
    trial.addEventListener("set", this.#copy, { signal: this.#listeners.signal });
    this.offer();
    this.choose(undefined);
  }

  /** Says what there is to compare with: the previews of the same file first, then devices, then all others. */
  offer() {
    if (!this.of) return;
    const { base } = this.of;
    const others = [...this.scenes.all.values()].filter(({ name }) => name !== base.name);
    const near = others.filter(({ about }) => about.layout === base.about.layout && about.file === base.about.file);
    const far = others.filter((scene) => !near.includes(scene));
    const groups = [
      ["the same layout", near.map(({ name }) => ({ scene: name }))],
      ["this scene, as large as a", this.scenes.isReadOnly ? [] : Object.keys(DEVICES).map((device) => ({ scene: base.name, device }))],
      ["other scenes", far.map(({ name }) => ({ scene: name }))],
    ].filter(([, choices]) => choices.length > 0);
    this.#choices = groups.flatMap(([, choices]) => choices);
    const isChosen = ({ scene, device }) => this.chosen && scene === this.chosen.scene && device === this.chosen.device;
    refill(this.select, [element("option", { value: "", selected: !this.chosen }, "compare with …"), ...groups.map(([label, choices]) =>
      element("optgroup", { label }, ...choices.map((choice) => element("option", { selected: Boolean(isChosen(choice)) }, choice.device ?? choice.scene))))]);
  }

  /** @param {{ scene: string, device?: string } | undefined} chosen */
  async choose(chosen) {
    const before = this.#trial;
    this.#trial = undefined;
    this.chosen = chosen;
    this.beside.peer = this.stage.peer = undefined;
    this.root.hidden = true;
    before?.end();
    this.select.selectedIndex = chosen ? 1 + this.#choices.indexOf(chosen) : 0;
    const base = chosen && this.scenes.all.get(chosen.scene);
    if (base) {
      const trial = this.#trial = new Trial(this.scenes, base, "+");
      trial.addEventListener("shown", () => { if (trial === this.#trial) this.#show(); });
      trial.ops = this.#ops();
      await trial.begin();
      if (trial !== this.#trial) trial.end();
    }
    this.beside.later();
    this.dispatchEvent(new Event("chosen"));
  }

  /** What is set there: what is set here too, and a size of its own. */
  #ops() {
    const isAlike = this.scenes.all.get(this.chosen.scene)?.about.layout === this.of.base.about.layout;
    const ops = new Map(isAlike ? [...this.of.ops].filter(([key]) => !OWN.test(key)) : []);
    const size = DEVICES[this.chosen.device];
    if (size) ops.set("size", { op: "size", value: size });
    return ops;
  }

  #show() {
    const { shown } = this.#trial;
    this.root.hidden = false;
    this.stage.scene = shown;
    this.stage.zoom = "fit";
    this.beside.peer = this.stage;
    this.stage.peer = this.beside;
    this.#follow();
    this.#zoom();
    const say = () => {
      const [width, height] = shown.size;
      const words = `${this.name} · ${number(width)} × ${number(height)}`;
      if (this.caption.textContent !== words) this.caption.textContent = words;
      this.dispatchEvent(new Event("moved"));
    };
    shown.addEventListener("frames", say);
    say();
    this.dispatchEvent(new Event("chosen"));
  }

  #follow() {
    this.stage.selection = this.beside.selection;
    this.stage.explain();
  }

  #zoom() {
    if (!this.#trial) return;
    this.stage.zoomTo(this.beside.zoom);
  }
}
