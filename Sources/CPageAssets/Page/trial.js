/**
 * What is tried with a scene: in a private copy of it, or on purpose in the scene itself.
 *
 * A private copy ends with the page and is in nobody's list. What was set in it is kept here as operations, so that it
 * can be taken back one by one, and so that it is there again when the daemon was started anew.
 *
 * @module trial
 */

/** What surrounds a scene besides its size, by the words of the protocol. */
const SURROUNDINGS = ["scale", "safe", "margins", "keyboard"];

export class Trial extends EventTarget {
  /** What was set, by what it is about. @type {Map<string, any>} */
  ops = new Map();
  /** Of the real scene: what takes each back that this page has set. */
  #before = new Map();
  /** `private` or `live`. */
  mode = "private";
  /** The scene that is shown. @type {import("./scenes.js").Scene} */
  shown;
  /** Why there is no private copy, in words. */
  trouble;
  #environment;
  #waiting = new Map();
  #isApplying = false;
  /** Who leaves and comes back meanwhile waits for the same one. */
  #opening;

  /**
   * @param {import("./scenes.js").Scene} base The real scene.
   * @param {string} [mark] Tells a second copy of one scene from the first.
   */
  constructor(scenes, base, mark = "") {
    super();
    this.scenes = scenes;
    this.server = scenes.server;
    this.base = base;
    this.name = `${base.name}${scenes.mark}${mark}`;
    this.shown = base;
  }

  /** Begins to show the copy, or the scene itself where there can be none. */
  async begin() {
    if (this.scenes.isReadOnly || this.mode === "live") return this.#show(this.base);
    try {
      this.#environment ??= await this.#surroundings();
      const own = this.scenes.own.get(this.name) ?? await (this.#opening ??= this.scenes.open(this.name, this.base.about.layout, this.#environment)
        .finally(() => { this.#opening = undefined; }));
      if (!own.isTried) {
        own.isTried = true;
        own.darkness = this.base.darkness;
        own.about = { ...this.base.about, name: this.name };
        own.addEventListener("gone", () => this.#reopen());
      }
      // As if it had always been so: nothing sets out.
      if (this.ops.size > 0) await this.#apply([...this.ops.values()].map((op) => ({ ...op, animate: false })));
      this.trouble = undefined;
      this.#show(own);
    } catch (error) {
      // A layout with a mistake can be shown as it was, and not be opened.
      this.trouble = error.message;
      this.#show(this.base);
      this.base.addEventListener("diagnostics", () => {
        if (this.shown === this.base && this.base.mirror.state === "ok" && this.mode === "private") this.begin();
      }, { once: true });
    }
  }

  end() {
    this.scenes.close(this.name);
    this.shown = undefined;
  }

  /** @param {"private" | "live"} mode */
  async become(mode) {
    if (mode === this.mode) return;
    this.mode = mode;
    this.#waiting.clear();
    [this.ops, this.kept] = [this.kept ?? new Map(), this.ops];
    await this.begin();
  }

  get canSet() { return !this.scenes.isReadOnly && (this.mode === "live" || this.shown !== this.base); }

  /** Nothing is on its way to the scene. */
  get isQuiet() { return !this.#isApplying && this.#waiting.size === 0; }

  #show(scene) {
    this.shown = scene;
    this.dispatchEvent(new Event("shown"));
  }

  async #reopen() {
    this.scenes.own.delete(this.name);
    if (this.mode === "private") await this.begin();
  }

  /** What surrounds the scene. */
  async #surroundings() {
    const { values } = await this.server.call("Get", { scene: this.base.name });
    const environment = { size: this.base.about.size, traits: {}, flags: [], variables: {} };
    for (const { name, kind, value, from } of values) {
      if (SURROUNDINGS.includes(kind) && from !== "default") environment[kind] = value;
      if (kind === "trait" && from !== "default" && value !== undefined) environment.traits[name] = value;
      if (kind === "flag" && value === true) environment.flags.push(name);
      if (kind === "variable" && from === "outside") environment.variables[name] = value;
      if (kind === "constant" && from === "outside") this.ops.set(`constant ${name}`, { op: "constant", name, value });
    }
    for (const { view, active, names } of this.base.about.configs) {
      if (active !== names[0]) this.ops.set(`config ${view}`, { op: "config", view, name: active });
    }
    return environment;
  }

  // MARK: Setting

  /**
   * Sets something. Of several values for the same that come faster than they take effect the last one counts.
   *
   * @param {string} key What it is about, as `constant #gap`.
   * @param {any} op
   * @param {any} before What takes it back, in the real scene.
   * @returns {Promise<void>} When it has taken effect.
   */
  async set(key, op, before) {
    if (!this.canSet) return;
    if (this.mode === "live" && !this.#before.has(key)) this.#before.set(key, before);
    this.ops.set(key, op);
    this.#waiting.set(key, op);
    this.dispatchEvent(new Event("set"));
    await this.#send();
  }

  /** Has what is set in another trial of the same layout, beside these of its own. @param {Map<string, any>} ops */
  async adopt(ops) {
    this.ops = ops;
    if (this.shown && this.shown !== this.base) await this.#apply([{ op: "reset" }, ...ops.values()].map((op) => ({ ...op, animate: false })));
  }

  /** Takes one thing back and leaves the others. */
  async reset(key) {
    const op = this.ops.get(key);
    this.ops.delete(key);
    this.#waiting.delete(key);
    if (this.mode === "live") {
      const before = this.#before.get(key);
      this.#before.delete(key);
      if (before && !await this.#isStillSet(op)) this.say("somebody else has set it since, and that stays");
      else if (before) await this.#apply([before]);
    } else {
      await this.#apply([{ op: "reset" }, ...this.ops.values()]);
    }
    this.dispatchEvent(new Event("set"));
  }

  async resetAll() {
    if (this.mode === "live") {
      for (const key of [...this.ops.keys()]) await this.reset(key);
      return;
    }
    this.ops.clear();
    await this.#apply([{ op: "reset" }]);
    this.dispatchEvent(new Event("set"));
  }

  /** What takes a size back that is set now: the one that somebody else has set before, or none. */
  async sizeBefore() {
    await this.scenes.refresh();
    const { set, size } = this.base.about;
    return set?.includes("size") ? { op: "size", value: size } : { op: "size" };
  }

  /** Whether the real scene has what this page has set, and not what somebody else has since. */
  async #isStillSet(op) {
    if (!op) return true;
    try {
      if (op.op === "size" || op.op === "config") {
        await this.scenes.refresh();
        const { size, configs } = this.base.about;
        if (op.op === "size") return isSame(size, op.value);
        return configs.every(({ view, active }) => view !== op.view || active === op.name);
      }
      const { values } = await this.server.call("Get", { scene: this.base.name, names: [op.name] });
      const now = values.find(({ kind }) => kind === op.op);
      return now === undefined || isSame(now.value, op.value);
    } catch {
      return true;
    }
  }

  async #send() {
    if (this.#isApplying) return;
    this.#isApplying = true;
    try {
      while (this.#waiting.size > 0) {
        const ops = [...this.#waiting.values()];
        this.#waiting.clear();
        await this.#apply(ops);
      }
    } finally {
      this.#isApplying = false;
    }
  }

  async #apply(ops) {
    try {
      const scene = this.mode === "live" ? this.base.name : this.name;
      const { warnings } = await this.server.call("Apply", { scene, ops, wait: "solved" });
      this.say(warnings?.map(({ message }) => message).join("; "));
    } catch (error) {
      this.say(error.parameters?.message ?? error.message);
    }
  }

  /** @param {string} [words] What was said of the last thing that was set. */
  say(words) { this.dispatchEvent(new CustomEvent("said", { detail: words })); }
}

/** Whether two values are the same, to the sixty-fourth of a point that scenes are told in. */
function isSame(one, other) {
  const [left, right] = [[one].flat(), [other].flat()];
  return left.length === right.length && left.every((value, place) => {
    const against = right[place];
    return value === against || typeof value === "number" && typeof against === "number" && Math.abs(value - against) <= 1 / 64;
  });
}
