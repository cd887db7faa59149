/**
 * One scene as large as one likes: zoomed, moved about, its edges pulled at, its views pointed at.
 *
 * The scene is drawn on a canvas, what explains it on a second one above, and what a save has changed on a third, so
 * that none is drawn because another one is. Each is as large as what is on it and can be seen, for a browser without a
 * GPU copies every pixel of a canvas that was drawn on. The handles at the scene's edges are elements, so that they can
 * be reached without a pointer.
 *
 * @module stage
 */

import { element, lastName, number, soon } from "./elements.js";
import { draw, place } from "./painter.js";
import { DARK, LIGHT, faded } from "./theme.js";

/** Around a scene that fits: a tenth of the viewport, with room for the handles and no more than this. */
const [LEAST_MARGIN, MARGIN] = [24, 48];
const [SMALLEST_ZOOM, LARGEST_ZOOM] = [0.05, 16];
/** How long what a save has changed stays marked, and how long the marks then take to fade, which costs frames. */
const [FLASH_MS, FADE_MS] = [500, 200];
/** Where more have changed, marks say nothing. */
const MOST_FLASHES = 200;

/** What can be drawn over a scene. */
export const OVERLAYS = {
  outlines: "edges of views that paint nothing", names: "names of views", sizes: "widths and heights",
  margins: "safe area, margins, keyboard", baselines: "first and last baselines", hidden: "views that are not shown",
  changes: "what a save has changed, once",
};

/** The ids of all views of which a delta says something. */
export function changedViews({ views = [], set = [], changed = [], restyled = [] }) {
  const ids = new Set([...views, ...changed, ...restyled].map(({ id }) => id));
  for (let at = 0; at < set.length; at += 5) ids.add(set[at]);
  return ids;
}

export class Stage extends EventTarget {
  /** `fit`, or points of the page to a point of the scene. */
  zoom = "fit";
  overlays = new Set(["changes"]);
  /** The path of the view that is selected. @type {string | undefined} */
  selection;
  hovered;
  /** Of the reason that is pointed at. @type {{ path: string, anchor: string, at: number }[]} */
  ends = [];
  /** Rectangles of the scene, where they are to be seen. @type {{ guide: string, frame: number[] }[]} */
  guides = [];
  /** Another stage beside this one: both show their scenes in one scale. @type {Stage | undefined} */
  peer;
  /** Whether the present is drawn over the past. */
  isCompared = false;
  /** @type {import("./painter.js").Placed[]} */
  placed = [];
  /** Frames of the browser so far for which the scene was drawn, for whoever measures. */
  drawn = 0;
  #pan = [0, 0];
  #scene;
  #past;
  #frame;
  /** What is to be drawn: `scene`, and `notes` over it. */
  #old = new Set();
  /** The scene was drawn for the browser's next frame. */
  #isAhead = false;
  /** Whether `placed` is of what is shown. */
  #isFresh = false;
  /** Until when views are marked that a save has changed, by their ids. @type {Map<number, number>} */
  #flashes = new Map();
  #fading;
  /** The size that was asked for last, until it is there. */
  #held;
  #letGo = soon(() => {
    this.#held = undefined;
    this.later();
  }, 500);

  constructor(pictures) {
    super();
    this.pictures = pictures;
    this.canvas = element("canvas", { class: "scene", aria: { hidden: "true" } });
    this.overlay = element("canvas", { class: "overlay", hidden: true, aria: { hidden: "true" } });
    this.marks = element("canvas", { class: "overlay marks", hidden: true, aria: { hidden: "true" } });
    this.handles = ["right", "bottom", "corner"].map((side) => this.#handle(side));
    this.ticks = element("div", { class: "ticks", aria: { hidden: "true" } });
    this.root = element("div", { class: "viewport" }, this.canvas, this.marks, this.overlay, this.ticks, ...this.handles);
    new ResizeObserver(() => {
      // Ahead of the frame that shows the other size.
      this.later();
      this.#draw();
      this.peer?.later();
    }).observe(this.root);
    this.root.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.root.addEventListener("pointerdown", (event) => this.#down(event));
    this.root.addEventListener("pointermove", (event) => this.#move(event));
    this.root.addEventListener("pointerleave", () => this.hover(undefined));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.later());
  }

  get scene() { return this.#scene; }

  set scene(scene) {
    this.#listeners?.abort();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    this.#scene = scene;
    this.#held = undefined;
    this.#isFresh = false;
    // What was there before is not to be clicked at.
    this.placed = [];
    this.#unmark();
    scene.addEventListener("frames", ({ detail }) => this.#took(detail), { signal });
    scene.addEventListener("diagnostics", () => this.later(), { signal });
    this.later();
  }

  #listeners;

  /** A picture of the past to show. @type {import("./framewire.js").Mirror | undefined} */
  get past() { return this.#past; }

  set past(mirror) {
    this.#past = mirror;
    this.#isFresh = false;
    this.later();
    this.dispatchEvent(new Event("past"));
  }

  #took(event) {
    this.#isFresh = false;
    this.peer?.later();
    if (this.overlays.has("changes") && event.kind === "delta" && event.cause?.startsWith("file:")) this.#mark(changedViews(event));
    this.later();
    // The browser may take its time until the next frame, and then has less to do in it. What comes after that waits:
    // twice a frame nothing is drawn.
    if (this.#isAhead) return;
    this.#isAhead = true;
    this.#draw();
  }

  /** Has the scene drawn anew, with all that is over it. */
  later() {
    this.#old.add("scene");
    this.explain();
  }

  /** Has drawn anew what is over the scene. */
  explain() {
    this.#old.add("notes");
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#draw();
      if (this.#isAhead) this.drawn += 1;
      this.#isAhead = false;
    });
  }

  // MARK: Places

  get size() { return this.#held ?? this.#scene?.size ?? [0, 0]; }

  get factor() {
    if (this.zoom !== "fit") return this.zoom;
    return Math.max(SMALLEST_ZOOM, Math.min(this.#fit, this.peer?.zoom === "fit" ? this.peer.#fit : Infinity));
  }

  /** With which all of the scene is seen. */
  get #fit() {
    const [width, height] = this.size;
    const { clientWidth, clientHeight } = this.root;
    const room = (side) => side - 2 * (this.peer ? LEAST_MARGIN : Math.max(LEAST_MARGIN, Math.min(MARGIN, side / 10)));
    return Math.min(room(clientWidth) / (width || 1), room(clientHeight) / (height || 1), 2);
  }

  /** Where the scene's corner is, in points of the page, from the corner of the viewport. */
  get corner() {
    const [width, height] = this.size;
    const { clientWidth, clientHeight } = this.root;
    const [x, y] = this.zoom === "fit" ? [0, 0] : this.#pan;
    const factor = this.factor;
    return [Math.round((clientWidth - width * factor) / 2 + x), Math.round((clientHeight - height * factor) / 2 + y)];
  }

  /** Zooms about a place of the viewport. */
  zoomTo(zoom, [x, y] = [this.root.clientWidth / 2, this.root.clientHeight / 2]) {
    if (zoom !== "fit") {
      const before = this.factor;
      const [left, top] = this.corner;
      const after = Math.min(LARGEST_ZOOM, Math.max(SMALLEST_ZOOM, zoom));
      const [width, height] = this.size;
      this.#pan = [
        x - (x - left) * after / before - (this.root.clientWidth - width * after) / 2,
        y - (y - top) * after / before - (this.root.clientHeight - height * after) / 2,
      ];
      this.zoom = after;
    } else {
      this.zoom = "fit";
    }
    this.later();
    this.dispatchEvent(new Event("zoom"));
  }

  panBy(x, y) {
    if (this.zoom === "fit") this.zoomTo(this.factor);
    this.#pan = [this.#pan[0] + x, this.#pan[1] + y];
    this.later();
  }

  /** The topmost view at a place of the viewport. */
  viewAt(x, y) {
    const [left, top] = this.corner;
    const [sceneX, sceneY] = [(x - left) / this.factor, (y - top) / this.factor];
    const isIn = ({ x, y, width, height, window, isHidden, view }) => !isHidden && view.alpha !== 0 && view.kind !== "spacer"
      && sceneX >= Math.max(x, window[0]) && sceneX < Math.min(x + width, window[2])
      && sceneY >= Math.max(y, window[1]) && sceneY < Math.min(y + height, window[3]);
    return this.placed.findLast(isIn);
  }

  placedAt(path) { return this.placed.find(({ view }) => view.path === path); }

  select(path) {
    this.selection = path;
    this.ends = [];
    this.explain();
    this.dispatchEvent(new Event("select"));
  }

  hover(path) {
    if (path === this.hovered) return;
    this.hovered = path;
    this.explain();
    this.dispatchEvent(new Event("hover"));
  }

  // MARK: Pointers

  #wheel(event) {
    event.preventDefault();
    const { left, top } = this.root.getBoundingClientRect();
    if (event.ctrlKey || event.metaKey) this.zoomTo(this.factor * Math.exp(-event.deltaY / 200), [event.clientX - left, event.clientY - top]);
    else this.panBy(-event.deltaX, -event.deltaY);
  }

  #down(event) {
    if (event.target.closest(".handle") || event.button > 1) return;
    const { left, top } = this.root.getBoundingClientRect();
    let hasMoved = event.button === 1;
    const start = [event.clientX, event.clientY];
    let last = start;
    this.#drag(event, (moved) => {
      hasMoved ||= Math.hypot(moved.clientX - start[0], moved.clientY - start[1]) > 4;
      if (hasMoved) this.panBy(moved.clientX - last[0], moved.clientY - last[1]);
      last = [moved.clientX, moved.clientY];
    }, () => {
      if (!hasMoved) this.select(this.viewAt(start[0] - left, start[1] - top)?.view.path);
    });
  }

  #move(event) {
    if (event.buttons) return;
    const { left, top } = this.root.getBoundingClientRect();
    this.isMeasuring = event.altKey;
    this.hover(this.viewAt(event.clientX - left, event.clientY - top)?.view.path);
    this.root.title = "";
  }

  #drag(event, move, end) {
    const target = event.currentTarget;
    target.setPointerCapture(event.pointerId);
    const over = new AbortController();
    const { signal } = over;
    target.addEventListener("pointermove", move, { signal });
    const finish = () => {
      over.abort();
      end();
    };
    target.addEventListener("pointerup", finish, { signal });
    target.addEventListener("pointercancel", finish, { signal });
  }

  // MARK: Edges

  #handle(side) {
    const [isWide, isTall] = [side !== "bottom", side !== "right"];
    const handle = element("div", {
      class: `handle ${side}`, role: "slider", tabIndex: 0, data: { name: `handle ${side}` },
      aria: { label: side === "right" ? "width of the scene" : side === "bottom" ? "height of the scene" : "width of the scene, from its corner", valuemin: "1", valuemax: "4096" },
    });
    handle.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      handle.focus();
      // A scene that fits would shrink under the hand.
      const factor = this.factor;
      if (this.zoom === "fit") this.zoomTo(factor);
      const [width, height] = this.size;
      const { clientX, clientY } = event;
      this.#drag(event, (moved) => {
        // The scene is in the middle of the viewport: an edge that follows the hand moves the other one as well.
        const across = isWide ? Math.max(1, Math.round(width + (moved.clientX - clientX) / factor)) : width;
        const down = isTall ? Math.max(1, Math.round(height + (moved.clientY - clientY) / factor)) : height;
        this.#resize([across, down], [(across - width) * factor / 2, (down - height) * factor / 2]);
      }, () => { this.#dragStart = undefined; });
    });
    handle.addEventListener("keydown", (event) => {
      const step = event.shiftKey ? 10 : 1;
      const change = { ArrowRight: [step, 0], ArrowLeft: [-step, 0], ArrowDown: [0, step], ArrowUp: [0, -step] }[event.key];
      if (!change) return;
      event.preventDefault();
      event.stopPropagation();
      const [width, height] = this.size;
      this.#resize([Math.max(1, width + (isWide ? change[0] : 0)), Math.max(1, height + (isTall ? change[1] : 0))]);
    });
    return handle;
  }

  #dragStart;

  #resize(size, shift) {
    if (shift) {
      this.#dragStart ??= [...this.#pan];
      this.#pan = [this.#dragStart[0] + shift[0], this.#dragStart[1] + shift[1]];
    }
    this.#held = size;
    this.#letGo();
    this.dispatchEvent(new CustomEvent("resize", { detail: size }));
  }

  // MARK: Drawing

  #draw() {
    if (!this.root.isConnected || !this.#scene || this.#old.size === 0) return;
    const density = devicePixelRatio || 1;
    const mirror = this.past ?? this.#scene.mirror;
    if (!this.#isFresh) {
      this.placed = place(mirror);
      this.#isFresh = true;
    }
    const scale = this.factor * density;
    const [left, top] = this.corner.map((edge) => Math.round(edge * density));
    const room = [0, 0, Math.round(this.root.clientWidth * density), Math.round(this.root.clientHeight * density)];
    if (this.#old.has("scene")) {
      this.#isAhead = true;
      const [width, height] = this.placed[0] ? [this.placed[0].width * scale, this.placed[0].height * scale] : [0, 0];
      const [context, x, y] = canvasOf(this.canvas, [left - 1, top - 1, left + Math.round(width) + 1, top + Math.round(height) + 1], room, density);
      draw(context, mirror, {
        scale, left: left - x, top: top - y, isDark: this.#scene.isDark, isOutlined: this.overlays.has("outlines"),
        picture: this.pictures.of(this.#scene.name),
      }, this.placed);
      // Its edge, for a scene may be as dark as what is around it.
      context.strokeStyle = this.#theme === DARK ? "#ffffff40" : "#00000040";
      context.lineWidth = 1;
      context.strokeRect(left - x - 0.5, top - y - 0.5, Math.round(width) + 1, Math.round(height) + 1);
      this.canvas.classList.toggle("stale", this.#scene.mirror.state !== "ok" && !this.past);
      this.#moveHandles();
    }
    this.#drawMarks(scale, left, top, room, density);
    this.overlay.hidden = !this.#isExplained;
    if (this.#isExplained) this.#drawOverlay(canvasOf(this.overlay, room, room, density)[0], scale, left, top, density);
    this.#old.clear();
  }

  get #theme() { return matchMedia("(prefers-color-scheme: dark)").matches || this.#scene.isDark ? DARK : LIGHT; }

  /** Whether there is anything to draw over the scene. */
  get #isExplained() {
    return this.selection !== undefined || this.hovered !== undefined || this.ends.length > 0 || Boolean(this.past && this.isCompared)
      || ["names", "sizes", "hidden", "margins", "baselines"].some((name) => this.overlays.has(name));
  }

  #handled;

  #moveHandles() {
    const [left, top] = this.corner;
    const { factor, size } = this;
    // While views move in it the scene mostly stays as it is.
    const place = JSON.stringify([left, top, factor, size, this.ticks.childElementCount]);
    if (place === this.#handled) return;
    this.#handled = place;
    const [width, height] = size.map((side) => side * factor);
    const [right, bottom, corner] = this.handles;
    const put = (handle, x, y, value) => {
      handle.style.transform = `translate(${x}px, ${y}px)`;
      handle.setAttribute("aria-valuenow", String(value));
      handle.setAttribute("aria-valuetext", `${number(value)} points`);
    };
    put(right, left + width + 4, top + height / 2 - 20, size[0]);
    put(bottom, left + width / 2 - 20, top + height + 4, size[1]);
    put(corner, left + width + 4, top + height + 4, size[0]);
    this.ticks.style.transform = `translate(${left}px, ${top}px)`;
    for (const tick of this.ticks.children) {
      const at = tick.dataset.at * factor;
      tick.style.transform = tick.dataset.axis === "x" ? `translate(${at}px, -14px)` : `translate(-14px, ${at}px)`;
    }
  }

  #drawOverlay(to, scale, left, top, density) {
    const theme = this.#theme;
    to.lineWidth = density;
    to.font = `${11 * density}px "DejaVu Sans"`;
    to.textBaseline = "bottom";
    const rectangle = (frame) => outlineOf(frame, scale, left, top);
    const frame = ({ x, y, width, height }) => [x, y, width, height];
    const word = (text, x, y, colour) => {
      to.lineWidth = 3 * density;
      to.strokeStyle = faded(theme.page, 0.85);
      to.strokeText(text, x, y);
      to.fillStyle = colour;
      to.fillText(text, x, y);
      to.lineWidth = density;
    };
    const box = (rect, colour, dash = 0, text = "") => {
      const [x, y, width, height] = rectangle(rect);
      to.strokeStyle = colour;
      to.setLineDash(dash ? [dash * density, dash * density] : []);
      to.strokeRect(x, y, width, height);
      to.setLineDash([]);
      if (text) word(text, x + 3 * density, y + 13 * density, colour);
    };
    const seen = this.placed.filter((one) => !one.isHidden && one.depth > 0 && one.view.kind !== "spacer");
    if (this.overlays.has("names") || this.overlays.has("sizes")) {
      for (const one of seen) {
        const words = [];
        if (this.overlays.has("names")) words.push(lastName(one.view.path));
        if (this.overlays.has("sizes")) words.push(`${number(one.width)} × ${number(one.height)}`);
        const text = words.join("  ");
        // Where there is no room for them words would be read as somebody else's.
        const hasRoom = one.height * scale >= 13 * density && to.measureText(text).width + 4 * density <= one.width * scale;
        box(frame(one), theme.note, 0, hasRoom ? text : "");
      }
    }
    if (this.overlays.has("hidden")) {
      for (const one of this.placed) if (one.isHidden && one.depth > 0) box(frame(one), theme.paleInk, 2, lastName(one.view.path));
    }
    if (this.overlays.has("margins")) {
      // Those that are the same have one line, and words do not stand on each other.
      const names = new Map();
      for (const { guide, frame } of this.guides) if (frame[2] > 0 && frame[3] > 0) names.set(`${frame}`, [...names.get(`${frame}`) ?? [], guide]);
      const written = [];
      for (const [frame, guides] of names) {
        const place = frame.split(",").map(Number);
        box(place, theme.guide, 3);
        const text = guides.join(", ");
        let [x, y] = rectangle(place);
        [x, y] = [x + 3 * density, y + 13 * density];
        while (written.some((other) => Math.abs(other.y - y) < 12 * density && x < other.end)) y += 12 * density;
        word(text, x, y, theme.guide);
        written.push({ y, end: x + to.measureText(text).width });
      }
    }
    if (this.overlays.has("baselines")) {
      to.strokeStyle = theme.baseline;
      for (const one of seen) {
        for (const baseline of new Set(one.view.baselines ?? [])) {
          const y = Math.round(top + (one.y + baseline) * scale) + 0.5;
          to.beginPath();
          to.moveTo(left + one.x * scale, y);
          to.lineTo(left + (one.x + one.width) * scale, y);
          to.stroke();
        }
      }
    }
    if (this.past && this.isCompared) {
      // The present over the past: where views stand now that have moved by themselves, and not with what they are in.
      const before = new Map(this.placed.map((one) => [one.view.path, one]));
      for (const one of place(this.#scene.mirror)) {
        if (one.isHidden || one.view.kind === "spacer") continue;
        const was = before.get(one.view.path);
        if (was?.isHidden === false && was.view.frame.every((side, place) => side === one.view.frame[place])) continue;
        box(frame(one), theme.accent, 4);
      }
    }
    const hovered = this.hovered !== undefined && this.placedAt(this.hovered);
    const selected = this.selection !== undefined && this.placedAt(this.selection);
    if (hovered && hovered !== selected) box(frame(hovered), theme.accent, 4, `${hovered.view.path}  ${number(hovered.width)} × ${number(hovered.height)}`);
    if (selected) {
      to.lineWidth = 2 * density;
      to.strokeStyle = theme.accent;
      to.strokeRect(...rectangle(frame(selected)));
      to.lineWidth = density;
      if (hovered && hovered !== selected && this.isMeasuring) this.#drawDistances(to, selected, hovered, theme, scale, left, top, word);
    }
    this.#drawEnds(to, theme, scale, left, top, density);
  }

  // MARK: What a save has changed

  /** Marks views for a moment. */
  #mark(ids) {
    if (ids.size === 0 || ids.size > MOST_FLASHES) return;
    const until = performance.now() + FLASH_MS;
    for (const id of ids) this.#flashes.set(id, until);
    clearTimeout(this.#fading);
    for (const animation of this.marks.getAnimations()) animation.cancel();
    this.#fading = setTimeout(() => this.#fade(), FLASH_MS);
  }

  async #fade() {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    try {
      await this.marks.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, easing: isStill ? "step-end" : "linear" }).finished;
      this.#unmark();
    } catch { /* there are others */ }
  }

  #unmark() {
    clearTimeout(this.#fading);
    this.#flashes.clear();
    this.marks.hidden = true;
  }

  #drawMarks(scale, left, top, room, density) {
    if (this.#flashes.size === 0) return;
    const now = performance.now() - FADE_MS;
    for (const [id, until] of this.#flashes) if (until < now) this.#flashes.delete(id);
    const frames = this.placed.filter(({ view, isHidden, depth }) => this.#flashes.has(view.id) && !isHidden && depth > 0)
      .map(({ x, y, width, height }) => outlineOf([x, y, width, height], scale, left, top));
    this.marks.hidden = frames.length === 0;
    if (this.marks.hidden) return;
    const around = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [x, y, width, height] of frames) {
      [x - 2 * density, y - 2 * density].forEach((edge, side) => { around[side] = Math.min(around[side], Math.floor(edge)); });
      [x + width + 2 * density, y + height + 2 * density].forEach((edge, side) => { around[2 + side] = Math.max(around[2 + side], Math.ceil(edge)); });
    }
    const [to, shiftX, shiftY] = canvasOf(this.marks, around, room, density);
    to.strokeStyle = this.#theme.spare;
    to.lineWidth = 2 * density;
    for (const [x, y, width, height] of frames) to.strokeRect(x - shiftX, y - shiftY, width, height);
  }

  /** How far the edges of two views are from each other. */
  #drawDistances(to, one, other, theme, scale, left, top, word) {
    const spans = [
      [other.x + other.width, one.x, "x"], [one.x + one.width, other.x, "x"],
      [other.y + other.height, one.y, "y"], [one.y + one.height, other.y, "y"],
    ];
    const [middleX, middleY] = [one.x + one.width / 2, one.y + one.height / 2];
    to.strokeStyle = theme.error;
    for (const [start, end, axis] of spans) {
      if (end <= start) continue;
      const [x1, y1, x2, y2] = axis === "x" ? [start, middleY, end, middleY] : [middleX, start, middleX, end];
      to.beginPath();
      to.moveTo(left + x1 * scale, top + y1 * scale);
      to.lineTo(left + x2 * scale, top + y2 * scale);
      to.stroke();
      word(number(end - start), left + (x1 + x2) / 2 * scale + 3, top + (y1 + y2) / 2 * scale - 2, theme.error);
    }
  }

  /** Both ends of the constraint that is pointed at. */
  #drawEnds(to, theme, scale, left, top, density) {
    if (this.ends.length === 0) return;
    const upright = new Set(["top", "bottom", "centerY", "height", "firstBaseline", "lastBaseline"]);
    const points = this.ends.map(({ path, anchor, at }) => {
      const one = this.placedAt(path);
      if (!one) return undefined;
      const isUpright = upright.has(anchor);
      if (anchor === "width") return { one, line: [one.x, one.y + one.height / 2, one.x + one.width, one.y + one.height / 2] };
      if (anchor === "height") return { one, line: [one.x + one.width / 2, one.y, one.x + one.width / 2, one.y + one.height] };
      return { one, line: isUpright ? [one.x, at, one.x + one.width, at] : [at, one.y, at, one.y + one.height] };
    }).filter(Boolean);
    to.strokeStyle = theme.guide;
    to.lineWidth = 3 * density;
    const middles = points.map(({ line }) => {
      to.beginPath();
      to.moveTo(left + line[0] * scale, top + line[1] * scale);
      to.lineTo(left + line[2] * scale, top + line[3] * scale);
      to.stroke();
      return [(line[0] + line[2]) / 2, (line[1] + line[3]) / 2];
    });
    to.lineWidth = density;
    if (middles.length === 2) {
      to.setLineDash([4 * density, 3 * density]);
      to.beginPath();
      to.moveTo(left + middles[0][0] * scale, top + middles[0][1] * scale);
      to.lineTo(left + middles[1][0] * scale, top + middles[1][1] * scale);
      to.stroke();
      to.setLineDash([]);
    }
  }
}

/** The pixels along the inside of a frame. */
function outlineOf([x, y, width, height], scale, left, top) {
  return [Math.round(left + x * scale) + 0.5, Math.round(top + y * scale) + 0.5, Math.round(width * scale) - 1, Math.round(height * scale) - 1];
}

/**
 * Puts a canvas, empty, where something is to be drawn, as large as what can be seen of that.
 *
 * @param {number[]} wanted Left, top, right and bottom, in device pixels of the viewport.
 * @param {number[]} room The viewport.
 * @returns {[CanvasRenderingContext2D, number, number]} With where it is.
 */
function canvasOf(canvas, wanted, room, density) {
  const [left, top] = [0, 1].map((side) => Math.min(Math.max(wanted[side], room[side]), room[2 + side]));
  const [width, height] = [Math.max(0, Math.min(wanted[2], room[2]) - left), Math.max(0, Math.min(wanted[3], room[3]) - top)];
  const context = canvas.getContext("2d");
  const place = `${left} ${top} ${width} ${height} ${density}`;
  if (canvas.dataset.place !== place) {
    canvas.dataset.place = place;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    Object.assign(canvas.style, { width: `${width / density}px`, height: `${height / density}px`, transform: `translate(${left / density}px, ${top / density}px)` });
  }
  context.clearRect(0, 0, width, height);
  return [context, left, top];
}
