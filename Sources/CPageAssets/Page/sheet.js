/**
 * All scenes at once, each live and small: what one file does on all of its devices.
 *
 * @module sheet
 */

import { element } from "./elements.js";
import { draw } from "./painter.js";

/** Points of a tile's longer side, on the page. */
const LONGEST = 260;
/** Scenes that are followed at once, as the server has it; of more those that are found are live. */
const MOST_FOLLOWED = 256;

export class Sheet {
  /** By the scene's name. @type {Map<string, Tile>} */
  tiles = new Map();
  search = element("input", {
    type: "search", placeholder: "find a scene", aria: { label: "find a scene" }, data: { name: "find" }, oninput: () => this.refresh(),
    onkeydown: ({ key }) => {
      const hits = this.sections.querySelectorAll(".tiles > *");
      if (key === "Enter" && hits.length > 0) (hits[0].querySelector("a, button") ?? hits[0]).click();
    },
  });
  sections = element("div");
  root = element("main", { class: "sheet", id: "sheet", aria: { label: "all scenes" } }, this.search, this.sections);
  #seen;

  /** @param {(name: string) => void} choose */
  constructor(scenes, pictures, choose) {
    this.scenes = scenes;
    this.pictures = pictures;
    this.choose = choose;
    // What is scrolled away is not drawn.
    this.#seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const tile = [...this.tiles.values()].find((one) => one.root === target);
        if (!tile) continue;
        tile.isSeen = isIntersecting;
        tile.later();
      }
    }, { rootMargin: "200px" });
    scenes.addEventListener("list", () => this.refresh());
  }

  get isShown() { return this.root.isConnected; }

  /** One tile for each scene, under the file that they are of. */
  refresh() {
    for (const [name, tile] of this.tiles) {
      if (this.scenes.all.has(name)) continue;
      this.#seen.unobserve(tile.root);
      tile.end();
      this.tiles.delete(name);
    }
    const groups = new Map();
    const shown = [];
    const wanted = this.search.value.trim().toLowerCase();
    for (const [name, scene] of this.scenes.all) {
      let tile = this.tiles.get(name);
      if (!tile || tile.scene !== scene) {
        tile?.end();
        tile = new Tile(scene, this);
        this.tiles.set(name, tile);
        this.#seen.observe(tile.root);
      }
      const file = scene.about.file;
      if (!`${name} ${file}`.toLowerCase().includes(wanted)) continue;
      shown.push(name);
      if (!groups.has(file)) groups.set(file, []);
      groups.get(file).push(tile.root);
    }
    const sections = [...groups].map(([file, tiles]) => element("section", { aria: { label: file } },
      element("h2", {}, file), element("div", { class: "tiles" }, ...tiles)));
    if (sections.length === 0) {
      sections.push(element("p", { class: "empty" }, wanted ? "No scene is called that." : "No layout is served yet. Save a file with the ending .layout, and it is here."));
    }
    this.sections.replaceChildren(...sections);
    if (this.isShown) this.scenes.follow(shown.slice(0, MOST_FOLLOWED));
  }

  redraw() { for (const tile of this.tiles.values()) tile.later(); }
}

class Tile {
  isSeen = true;
  #frame;
  #listeners = new AbortController();

  constructor(scene, sheet) {
    this.scene = scene;
    this.sheet = sheet;
    this.canvas = element("canvas", { aria: { hidden: "true" } });
    this.name = element("span", { class: "name" }, scene.name);
    this.note = element("span", { class: "note" });
    this.root = element("button", {
      class: "tile", type: "button", data: { scene: scene.name }, onclick: () => sheet.choose(scene.name),
    }, element("span", { class: "picture" }, this.canvas), this.name, this.note);
    const { signal } = this.#listeners;
    scene.addEventListener("frames", () => this.later(), { signal });
    scene.addEventListener("diagnostics", () => this.later(), { signal });
    scene.addEventListener("about", () => this.#askForStyle(), { signal });
    this.#askForStyle();
  }

  end() { this.#listeners.abort(); }

  /** Whether the scene is in the dark, which says what is behind it. */
  async #askForStyle() {
    const style = await styleOf(this.sheet.scenes.server, this.scene.name);
    if (style === this.scene.darkness) return;
    this.scene.darkness = style;
    this.later();
  }

  later() {
    if (!this.isSeen || this.#frame !== undefined) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#draw();
    });
  }

  #draw() {
    const { mirror, size: [width, height] } = this.scene;
    const fit = Math.min(1, LONGEST / Math.max(width, height, 1));
    const density = devicePixelRatio || 1;
    const scale = fit * density;
    const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
    if (this.canvas.width !== across || this.canvas.height !== down) Object.assign(this.canvas, { width: across, height: down });
    this.canvas.style.width = `${across / density}px`;
    this.canvas.style.height = `${down / density}px`;
    const context = this.canvas.getContext("2d");
    context.clearRect(0, 0, across, down);
    draw(context, mirror, { scale, isDark: this.scene.isDark, picture: this.sheet.pictures.of(this.scene.name) });
    const errors = mirror.diagnostics.filter(({ severity }) => severity === "error").length;
    const isStale = mirror.state !== "ok";
    this.root.classList.toggle("stale", isStale);
    const state = isStale || errors > 0 ? ` · ${errors} ${errors === 1 ? "mistake" : "mistakes"}` : "";
    this.note.textContent = `${width} × ${height} · ${mirror.views.size} views${state}`;
    this.note.classList.toggle("error", state !== "");
  }
}

/** Whether a scene is in the dark; false where nobody knows. */
export async function styleOf(server, scene) {
  try {
    const { values } = await server.call("Get", { scene, names: ["style"] });
    return values[0]?.value === "dark";
  } catch {
    return false;
  }
}
