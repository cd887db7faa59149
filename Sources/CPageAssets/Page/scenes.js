/**
 * The scenes that are shown, each with a mirror that the server's stream keeps.
 *
 * Which scenes are followed is up to whoever shows them. While the tab is hidden nothing is, since a browser has six
 * connections to a host; when it comes back each scene goes on from where its mirror stands.
 *
 * @module scenes
 */

import { Mirror, eventFrom } from "./framewire.js";
import { ServerError } from "./server.js";

/** How often it is asked which scenes there are, while somebody looks. */
const LIST_MS = 1000;
/** Waits between attempts to reach the server again. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [100, 5000];
/** A stream is not begun anew for each of many scenes that come at once. */
const GATHER_MS = 5;

/**
 * A scene with what is known of it. Tells of changes by events: `frames` (with what changed), `diagnostics`, `about`.
 */
export class Scene extends EventTarget {
  mirror = new Mirror();
  /** What `ListScenes` says of it. */
  about;
  /** Why it is not followed now, in words; undefined: it is. */
  trouble;
  /** When the last frames came that were not dimmed by a mistake. */
  goodSince = Date.now();

  constructor(name) {
    super();
    this.name = name;
  }

  get size() {
    const root = this.mirror.children()[0];
    return root ? [root.frame[2], root.frame[3]] : this.about?.size ?? [0, 0];
  }

  /** A view with none in it, of which there is little to explain; the scene while nothing is known of it. */
  get innermost() {
    return [...this.mirror.views.values()].findLast((view) => this.mirror.children(view).length === 0)?.path ?? "root";
  }

  get isDark() { return this.darkness ?? false; }

  say(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}

/** Tells `list` when scenes come or go, and `connection` when the server or daemon does. */
export class Scenes extends EventTarget {
  /** All scenes of the daemon in its order, those of pages left out. @type {Map<string, Scene>} */
  all = new Map();
  /** Scenes that this page has opened for itself. @type {Map<string, Scene>} */
  own = new Map();
  isReadOnly = false;
  /** Values may be written to the files that have them. */
  canWrite = false;
  /** Places of files are opened in an editor by the server, and need no link. */
  canOpen = false;
  /** From where files are named. */
  folder;
  /** Why nothing comes now; undefined: all is well. */
  trouble = "connecting";
  /** Names, of either. */
  #followed = [];
  #stream;
  #wait = FIRST_WAIT_MS;
  #gathering;
  /** The server is told that nothing is followed. */
  #leaving;
  #listing;
  /** It is known which scenes there are, if any. */
  #isListed = false;

  constructor(server) {
    super();
    this.server = server;
    document.addEventListener("visibilitychange", () => this.#restart());
    this.#list();
  }

  get(name) { return this.own.get(name) ?? this.all.get(name); }

  /** Follows these scenes, and no others. */
  follow(names) {
    if (names.length === this.#followed.length && names.every((name, place) => name === this.#followed[place])) return;
    this.#followed = names;
    this.#restart();
  }

  /** Opens a scene that only this page has, and that goes with it. */
  async open(name, layout, environment) {
    await this.server.call("Open", { layout, scene: name, environment, private: true });
    const scene = new Scene(name);
    this.own.set(name, scene);
    // It is there again, after the daemon was.
    if (this.#followed.includes(name)) this.#restart();
    return scene;
  }

  /** A scene that is made from a file. */
  sceneFrom(file) {
    return [...this.all.values()].find(({ about }) => about.file === file || about.imports?.includes(file));
  }

  /** Shows a place of a file in the editor. */
  async showInEditor({ file, line, column }) {
    try {
      await this.server.ask("/open", { scene: this.sceneFrom(file)?.name ?? "", file, line, column });
    } catch (error) {
      this.dispatchEvent(new CustomEvent("said", { detail: `not opened: ${error.message}` }));
    }
  }

  /** The line of a file that a place is in, as it is saved now; undefined where it cannot be had. */
  async line(scene, { file, line, column }) {
    try {
      return (await this.server.ask("/line", { scene: this.all.get(scene)?.name ?? this.sceneFrom(file)?.name ?? "", file, line, column })).text;
    } catch {
      return undefined;
    }
  }

  async close(name) {
    if (!this.own.delete(name)) return;
    try { await this.server.call("Close", { scene: name }); } catch { /* it is gone */ }
  }

  /** What names of scenes end with that this page opens for itself; of others the daemon tells it nothing. */
  get mark() { return ` ~${this.server.page.slice(0, 8)}`; }

  /** Asks at once which scenes there are and what is known of them. */
  refresh() { return this.#list(); }

  async #list() {
    clearTimeout(this.#listing);
    if (!document.hidden) {
      try {
        this.#take((await this.server.call("ListScenes", { use: true })).scenes);
        this.#reached();
      } catch (error) {
        this.#lost(error);
      }
    }
    clearTimeout(this.#listing);
    this.#listing = setTimeout(() => this.#list(), LIST_MS);
  }

  #take(scenes) {
    const names = new Set(scenes.map(({ name }) => name));
    let isOther = false;
    for (const about of scenes) {
      const known = this.get(about.name);
      // One that is being opened, or was closed just now.
      if (!known && about.name.includes(this.mark)) continue;
      const scene = known ?? new Scene(about.name);
      if (!known) {
        this.all.set(about.name, scene);
        isOther = true;
      }
      const before = scene.about;
      scene.about = about;
      if (JSON.stringify(before) !== JSON.stringify(about)) scene.say("about");
    }
    for (const name of [...this.all.keys()]) if (!names.has(name)) isOther = this.all.delete(name) || isOther;
    // As the daemon has them: by the alphabet.
    if (isOther || !this.#isListed) {
      this.#isListed = true;
      this.all = new Map(scenes.filter(({ name }) => this.all.has(name)).map(({ name }) => [name, this.all.get(name)]));
      this.dispatchEvent(new Event("list"));
    }
    this.dispatchEvent(new Event("listed"));
  }

  #reached() {
    this.#wait = FIRST_WAIT_MS;
    this.#say(undefined);
  }

  #lost(error) {
    this.#say(error instanceof ServerError && error.code === "Unauthorized" ? "Unauthorized" : "lost");
  }

  #say(trouble) {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.dispatchEvent(new Event("connection"));
  }

  #restart() {
    clearTimeout(this.#gathering);
    this.#gathering = setTimeout(() => this.#begin(), GATHER_MS);
  }

  async #begin() {
    const before = this.#stream;
    const stream = this.#stream = new AbortController();
    before?.abort();
    if (document.hidden || this.#followed.length === 0) {
      // That nobody reads any more is else noticed some seconds later.
      if (before) this.#leaving = this.server.stream([], () => {}).catch(() => {});
      return;
    }
    await this.#leaving;
    if (stream.signal.aborted) return;
    const wanted = this.#followed.filter((name) => this.get(name)).map((scene) => {
      const { epoch, rev } = this.get(scene).mirror;
      return epoch === undefined ? { scene } : { scene, epoch, since: rev };
    });
    try {
      await this.server.stream(wanted, (line) => this.#hear(line, stream), stream.signal);
      if (stream.signal.aborted) return;
      throw new ServerError("");
    } catch (error) {
      if (stream.signal.aborted) return;
      this.#lost(error);
      this.#again();
    }
  }

  #again() {
    clearTimeout(this.#gathering);
    this.#gathering = setTimeout(() => this.#begin(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #hear(line, stream) {
    if (stream !== this.#stream) return;
    if (line.about) {
      this.isReadOnly = line.about.readOnly;
      this.canWrite = line.about.writes;
      this.canOpen = line.about.opens;
      this.folder = line.about.folder ?? undefined;
      this.dispatchEvent(new Event("about"));
      return;
    }
    const scene = this.get(line.scene);
    if (!scene) return;
    // The daemon is gone from this scene: the others are told so too.
    if (line.message === null) return this.#again();
    if (line.message.error) return this.#refused(scene, line.message);
    const event = eventFrom(line.message.parameters.event);
    if (!scene.mirror.take(event)) {
      scene.mirror.loseTrack();
      return this.#restart();
    }
    if (event.kind === "bye") return event.reason === "shutdown" ? this.#again() : this.#list();
    scene.trouble = undefined;
    this.#reached();
    if (event.kind === "diagnostics" || event.state) {
      if (scene.mirror.state === "ok") scene.goodSince = Date.now();
      scene.say("diagnostics");
    }
    if (event.kind === "snapshot" || event.kind === "delta") scene.say("frames", event);
  }

  #refused(scene, { error, parameters }) {
    const code = error.replace("io.framewire.v1.", "");
    scene.trouble = `${code} ${JSON.stringify(parameters ?? {})}`;
    // A daemon that has just started may not have read the file yet; of our own scenes it knows nothing any more.
    if (code !== "UnknownScene") return this.#again();
    scene.mirror.loseTrack();
    if (this.own.has(scene.name)) scene.say("gone");
    else this.#again();
  }
}
