/**
 * Time of a scene: stopped, stepped, let run, and looked back at. What is past is what was recorded; clocks do not run
 * backwards.
 *
 * @module timeline
 */

import { element, refill, soon, uncover } from "./elements.js";
import { Mirror, eventFrom } from "./framewire.js";

/** Revisions in the strip. */
const MOST = 120;
const FRAME_MS = 1000 / 60;
/** Slow motion is so many times slower. */
const SLOWER = 10;

export class Timeline {
  isRunning = true;
  #listeners = new AbortController();
  #revisions = [];
  #at;
  #again = soon(() => this.ask(), 200);

  constructor(scenes, stage) {
    this.scenes = scenes;
    this.stage = stage;
    this.toggle = element("button", { type: "button", data: { name: "pause" }, onclick: () => this.pauseOrRun() }, "Pause");
    this.stepper = element("button", { type: "button", data: { name: "step" }, title: "one frame further; with Shift ten frames", onclick: ({ shiftKey }) => this.step(shiftKey ? 10 : 1) }, "Step");
    this.slower = element("button", { type: "button", data: { name: "slow" }, title: "a tenth as fast: stop where you like", aria: { pressed: "false" }, onclick: () => this.slowly() }, "Slow");
    this.strip = element("div", { class: "strip", role: "listbox", tabIndex: 0, aria: { label: "revisions", orientation: "horizontal" }, onkeydown: (event) => this.#key(event) });
    this.now = element("button", { type: "button", hidden: true, data: { name: "now" }, onclick: () => this.show(undefined) }, "Now");
    this.compare = element("input", { type: "checkbox", onchange: ({ target }) => {
      stage.isCompared = target.checked;
      stage.later();
    } });
    this.comparing = element("label", { hidden: true }, this.compare, " compare with now");
    this.words = element("span", { class: "words" });
    this.root = element("section", { class: "timeline", aria: { label: "time" } }, this.toggle, this.stepper, this.slower, this.strip, this.now, this.comparing, this.words);
  }

  set scene(scene) {
    this.#listeners.abort();
    this.#listeners = new AbortController();
    this.current = scene;
    scene.addEventListener("frames", this.#again, { signal: this.#listeners.signal });
    this.show(undefined);
    this.#setSlow(false);
    this.#setRunning(true);
    this.ask();
  }

  #setRunning(isRunning) {
    this.isRunning = isRunning;
    this.toggle.textContent = isRunning ? "Pause" : "Run";
    this.toggle.setAttribute("aria-pressed", String(!isRunning));
    this.stage.root.classList.toggle("stopped", !isRunning);
    this.toggle.disabled = this.stepper.disabled = this.slower.disabled = this.scenes.isReadOnly;
  }

  /** @returns {Promise<boolean>} Whether the daemon has done it. */
  async #clock(action, ms, isQuiet = false) {
    try {
      const { running } = await this.scenes.server.call("Clock", { scene: this.current.name, action, ms });
      if (!isQuiet) this.#setRunning(running);
      return true;
    } catch (error) {
      this.words.textContent = error.message;
      return false;
    }
  }

  pauseOrRun() {
    // Whoever looks slowly stops here, and goes on slowly or not from here.
    if (this.#isSlow) {
      this.#setSlow(false);
      return this.#clock("pause");
    }
    return this.#clock(this.isRunning ? "pause" : "run");
  }

  async step(frames = 1) {
    this.#setSlow(false);
    if (this.isRunning) await this.#clock("pause");
    await this.#clock("step", frames * FRAME_MS);
  }

  #isSlow = false;

  #setSlow(isSlow) {
    this.#isSlow = isSlow;
    this.slower.setAttribute("aria-pressed", String(isSlow));
    if (!isSlow) return;
    // It goes on, though the daemon's clock stands between our steps.
    this.toggle.textContent = "Pause";
    this.toggle.setAttribute("aria-pressed", "false");
  }

  /** Lets time go on at a tenth of its speed, or runs again as it does. */
  async slowly() {
    if (this.scenes.isReadOnly) return;
    if (this.#isSlow) {
      this.#setSlow(false);
      return this.#clock("run");
    }
    const scene = this.current;
    await this.#clock("pause");
    this.#setSlow(true);
    let before = performance.now();
    while (this.#isSlow && scene === this.current && this.root.isConnected) {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      // Of a tab that was away nothing is caught up.
      const ms = Math.min(now - before, 100) / SLOWER;
      before = now;
      if (!this.#isSlow) return;
      if (!await this.#clock("step", ms, true)) break;
    }
    this.#setSlow(false);
  }

  async ask() {
    try {
      this.#revisions = (await this.scenes.server.call("Revisions", { scene: this.current.name, most: MOST })).revisions;
    } catch {
      return;
    }
    refill(this.strip, this.#revisions.map((revision) => {
      const words = this.#say(revision);
      return element("div", {
        role: "option", class: `${revision.settled ? "settled" : "moving"}${revision.cause?.startsWith("file:") ? " save" : ""}`, title: words,
        data: { rev: revision.rev }, aria: { label: words, selected: String(revision.rev === this.#at) }, onclick: () => this.show(revision.rev),
      });
    }));
    this.#uncover();
  }

  /** Brings the revision that is shown, or else the newest, into the strip's window. */
  #uncover() {
    const shown = this.strip.querySelector("[aria-selected=true]") ?? this.strip.lastElementChild;
    if (shown) uncover(this.strip, shown);
  }

  #say({ rev, cause, views, time, settled }) {
    const what = cause ? cause.replace("file:", "save of ") : settled ? "" : "moving";
    return [`revision ${rev}`, what, views === undefined ? "" : `${views} ${views === 1 ? "view" : "views"}`, `${(time / 1000).toFixed(2)} s`].filter(Boolean).join(", ");
  }

  /** Shows what a revision was, or what is. */
  async show(rev) {
    this.#at = rev;
    for (const option of this.strip.children) option.setAttribute("aria-selected", String(Number(option.dataset.rev) === rev));
    this.now.hidden = this.comparing.hidden = rev === undefined;
    this.stage.root.classList.toggle("past", rev !== undefined);
    this.#uncover();
    if (rev === undefined) {
      this.words.textContent = "";
      this.stage.past = undefined;
      return;
    }
    try {
      const filter = { fields: ["frame", "hidden", "alpha", "clips", "text", "truncated", "baselines", "scroll", "look", "lines"] };
      const { event } = await this.scenes.server.call("Snapshot", { scene: this.current.name, at: rev, filter });
      if (this.#at !== rev) return;
      const mirror = new Mirror();
      mirror.take(eventFrom(event));
      this.stage.past = mirror;
      const revision = this.#revisions.find((one) => one.rev === rev);
      this.words.textContent = revision ? this.#say(revision) : `revision ${rev}`;
      this.words.title = this.words.textContent;
    } catch {
      this.words.textContent = `revision ${rev} is not kept any more`;
    }
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || this.#revisions.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const last = this.#revisions.length - 1;
    const at = this.#at === undefined ? last : this.#revisions.findIndex(({ rev }) => rev === this.#at);
    const next = Math.max(0, at + step);
    this.show(next > last || (next === last && step > 0) ? undefined : this.#revisions[next].rev);
  }
}
