/**
 * One view: its frame, and why it is that way. What decides comes first, what holds anyway or is off is folded away.
 *
 * @module inspector
 */

import { element, number, refill, soon } from "./elements.js";
import { sourceLink } from "./sources.js";

/** What a frame comes down to, in the order of asking. */
const SIDES = ["left", "centerX", "right", "width", "top", "centerY", "bottom", "height", "firstBaseline", "lastBaseline"];

/** Reasons of a side that are shown at once, and when it is unfolded. */
const [MOST_DECIDING, MOST_FOLDED] = [12, 300];

export class Inspector {
  root = element("section", { class: "inspector", aria: { label: "why" } });
  /** How long the last answer took to be shown, in milliseconds. */
  took = 0;
  #listeners = new AbortController();
  #asked = 0;
  #shown;
  #open = new Set();
  #again = soon(() => this.ask(), 120);

  constructor(scenes, stage) {
    this.scenes = scenes;
    this.stage = stage;
    stage.addEventListener("select", () => this.ask());
    // A save that moves nothing is told to nobody, and may still have other reasons, in other lines.
    scenes.addEventListener("listed", () => { if (this.root.isConnected && stage.selection !== undefined) this.ask(); });
  }

  set scene(scene) {
    this.#listeners.abort();
    this.#listeners = new AbortController();
    this.current = scene;
    const { signal } = this.#listeners;
    let layoutRev;
    let isSettled = true;
    scene.addEventListener("frames", ({ detail }) => {
      // Of what moved the reasons have other numbers when it is there.
      if (detail.layoutRev !== layoutRev || detail.settled && !isSettled) this.#again();
      ({ layoutRev, settled: isSettled } = detail);
      this.#showFrame();
    }, { signal });
    scene.addEventListener("diagnostics", this.#again, { signal });
    this.ask();
  }

  /** Asks the daemon about the selected view, or about the scene. */
  async ask() {
    const start = performance.now();
    const view = this.stage.selection ?? "root";
    const turn = ++this.#asked;
    let answer;
    try {
      answer = await this.scenes.server.call("Explain", { scene: this.current.name, view });
    } catch (error) {
      if (turn !== this.#asked) return;
      this.#shown = undefined;
      this.#show(view, undefined, error);
      return;
    }
    if (turn !== this.#asked) return;
    // What says the same stays, with what is unfolded and pointed at in it.
    const words = JSON.stringify([this.current.name, view, this.stage.placedAt(view)?.view.text, answer]);
    if (words === this.#shown) return;
    this.#shown = words;
    this.stage.guides = answer.guides.filter(({ path }) => path === "root");
    this.#show(view, answer);
    this.stage.later();
    this.took = performance.now() - start;
    this.root.dataset.view = view;
  }

  #show(path, answer, error) {
    const placed = this.stage.placedAt(path);
    const folder = this.scenes.folder;
    const view = placed?.view ?? [...this.current.mirror.views.values()].find((one) => one.path === path);
    const look = this.current.mirror.looks.get(view?.look ?? 0);
    refill(this.root, [
      element("h2", {}, path === "root" ? "the scene" : path, " ", element("span", { class: "kind" }, view?.kind ?? "")),
      view && element("p", { class: "frame" }),
      view?.text && element("p", { class: "text" }, `“${view.text}”`, view.truncated ? " (cut)" : ""),
      look?.font && element("p", { class: "text" }, `${look.font.family ?? "DejaVu Sans"} ${number(look.font.size)}, weight ${look.font.weight}`),
      answer && element("p", { class: "declared" }, ...answer.declared.flatMap((span, place) => [place > 0 ? " in " : "", sourceLink(span, folder)])),
      error && element("p", { class: "error" }, error.code === "UnknownView" ? "This view is not there now." : error.message),
      ...(answer?.conflicts ?? []).map((conflict) => element("p", { class: "error" },
        `cannot all hold: ${conflict.constraints.join(", ")}; ${conflict.relaxed} gives way by ${number(conflict.by)}`,
        conflict.suggestion ? ` (${conflict.suggestion})` : "")),
      ...(answer ? this.#attributes(answer.attributes, folder) : []),
    ]);
    this.#showFrame();
  }

  /** Where the view is, also while it moves. */
  #showFrame() {
    const line = this.root.querySelector(".frame");
    if (!line) return;
    const path = this.stage.selection ?? "root";
    const view = this.stage.placedAt(path)?.view ?? [...this.current.mirror.views.values()].find((one) => one.path === path);
    if (!view) return;
    const [x, y, width, height] = view.frame.map(number);
    line.textContent = `x ${x}  y ${y}  width ${width}  height ${height}`;
  }

  #attributes(attributes, folder) {
    const order = (name) => (SIDES.includes(name) ? SIDES.indexOf(name) : SIDES.length);
    return [...attributes].sort((one, other) => order(one.name) - order(other.name))
      // A side of which nobody says anything follows from the others.
      .filter(({ because, status }) => because.length > 0 || status !== "unique")
      .map((attribute) => {
        // What the file asks for in vain is as good as what it gets; that a content hugs itself in vain is usual.
        const isDeciding = ({ active, slack, priority, ends }) =>
          active && (Math.abs(slack) < 0.01 || slack < 0 && (priority >= 1000 || ends?.length > 0));
        const deciding = attribute.because.filter(isDeciding).sort((one, other) => other.priority - one.priority);
        const rest = [...deciding.splice(MOST_DECIDING), ...attribute.because.filter((reason) => !isDeciding(reason))];
        const folded = rest.length > 0 && this.#folded(attribute.name, rest, folder);
        const status = attribute.status === "unique" ? "" : attribute.status === "ambiguous" ? "nothing decides" : "cannot hold";
        return element("section", { class: `attribute ${attribute.status}` },
          element("h3", {}, attribute.name, " ", element("span", { class: "value" }, number(attribute.value)), " ",
            status && element("span", { class: "status" }, status)),
          element("ul", { class: "deciding" }, ...deciding.map((reason) => this.#reason(reason, folder))), folded);
      });
  }

  /** What is folded away is made when somebody looks: a scene of a thousand views has thousands of reasons. */
  #folded(name, rest, folder) {
    const list = element("ul");
    const fill = () => {
      if (list.firstChild) return;
      list.append(...rest.slice(0, MOST_FOLDED).map((reason) => this.#reason(reason, folder)));
      if (rest.length > MOST_FOLDED) list.append(element("li", {}, `and ${rest.length - MOST_FOLDED} others`));
    };
    const isOpen = this.#open.has(name);
    if (isOpen) fill();
    return element("details", {
      open: isOpen, data: { name: `rest ${name}` },
      ontoggle: ({ target }) => {
        if (target.open) {
          this.#open.add(name);
          fill();
        } else {
          this.#open.delete(name);
        }
      },
    }, element("summary", {}, `${rest.length} more`), list);
  }

  #reason(reason, folder) {
    const notes = [];
    if (reason.priority < 1000) notes.push(`priority ${number(reason.priority)}`);
    if (!reason.active) notes.push("off");
    else if (reason.slack > 0.01) notes.push(`${number(reason.slack)} to spare`);
    else if (reason.slack < -0.01) notes.push(`${number(-reason.slack)} missing`);
    if (reason.when) notes.push(`when ${reason.when}`);
    const point = (ends) => () => {
      this.stage.ends = ends;
      this.stage.later();
    };
    return element("li", {
      class: reason.active ? "" : "off", tabIndex: reason.ends ? 0 : -1,
      onpointerenter: point(reason.ends ?? []), onpointerleave: point([]), onfocus: point(reason.ends ?? []), onblur: point([]),
    },
    element("code", { class: "source" }, reason.source), " ", reason.id && !reason.source.includes(reason.id) && element("code", { class: "id" }, reason.id), " ",
    reason.span && sourceLink(reason.span, folder),
    reason.means && reason.means !== reason.source && element("span", { class: "means" }, reason.means),
    notes.length > 0 && element("span", { class: "note" }, notes.join(", ")));
  }
}
