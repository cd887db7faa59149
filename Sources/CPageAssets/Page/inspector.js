/**
 * One view: its frame, and why it is that way. What decides comes first, what holds anyway or is off is folded away.
 *
 * @module inspector
 */

import { element, lastName, number, refill, soon } from "./elements.js";
import { sourceLink } from "./sources.js";

/** Sides that follow from each other: of two the others come. */
const [ACROSS, DOWN] = [["left", "centerX", "right", "width"], ["top", "centerY", "bottom", "height", "firstBaseline", "lastBaseline"]];
/** What a frame comes down to, in the order of asking. */
const SIDES = [...ACROSS, ...DOWN];

/** Along which the views of a container stand behind each other. */
const LENGTHS = { hstack: "width", vstack: "height", list: "height" };

/** Reasons of a side that are shown at once, and when it is unfolded. */
const [MOST_DECIDING, MOST_FOLDED] = [12, 300];
/** In a larger scene so many views lean on its edges that to say how costs the daemon more than a save: it is asked when
 * somebody looks. By feel. */
const MOST_LEANING = 200;
/** Views that are asked what is missed of them. */
const MOST_ASKED = 1000;

export class Inspector {
  root = element("section", { class: "inspector", aria: { label: "why" } });
  /** How long the last answer took to be shown, in milliseconds. */
  took = 0;
  #listeners = new AbortController();
  #asked = 0;
  #shown;
  #open = new Set();
  /** Beside which the scene is compared. @type {import("./compare.js").Comparison | undefined} */
  comparison;
  #again = soon(() => this.ask(), 120);

  constructor(scenes, stage) {
    this.scenes = scenes;
    this.stage = stage;
    stage.addEventListener("select", () => this.ask());
    stage.addEventListener("past", () => this.#showFrame());
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
    this.root.classList.remove("moving");
    scene.addEventListener("frames", ({ detail }) => {
      // Of what moved the reasons have other numbers when it is there.
      if (layoutRev === undefined) this.ask();
      else if (detail.layoutRev !== layoutRev || detail.settled && !isSettled) this.#again();
      ({ layoutRev, settled: isSettled } = detail);
      this.root.classList.toggle("moving", !isSettled);
      this.#showFrame();
    }, { signal });
    scene.addEventListener("diagnostics", this.#again, { signal });
    this.ask();
  }

  /** Asks the daemon about the selected view, or about the scene. */
  async ask() {
    // Of a scene that is not there yet nobody can say how large the answer is.
    if (this.current.mirror.views.size === 0 && this.current.mirror.state === "ok") return;
    const start = performance.now();
    const view = this.stage.selection ?? "root";
    const turn = ++this.#asked;
    const isWhole = view !== "root" || this.#open.has("the scene") || this.current.mirror.views.size <= MOST_LEANING;
    let answer;
    try {
      answer = await this.scenes.server.call("Explain", { scene: this.current.name, view: isWhole ? view : this.current.innermost });
      // Of another view the guides are those of the scene, and nothing else.
      if (!isWhole) answer = { guides: answer.guides, declared: [], conflicts: [], attributes: [] };
    } catch (error) {
      if (turn !== this.#asked) return;
      this.#shown = undefined;
      this.#show(view, undefined, error);
      return;
    }
    if (turn !== this.#asked) return;
    // What says the same stays, with what is unfolded and pointed at in it.
    const words = JSON.stringify([this.current.name, view, isWhole, this.stage.placedAt(view)?.view.text, answer]);
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (words === this.#shown) return;
    this.#shown = words;
    this.stage.guides = answer.guides.filter(({ path }) => path === "root");
    this.#show(view, answer);
    if (wanted) this.#jump(wanted);
    this.stage.explain();
    this.took = performance.now() - start;
    this.root.dataset.view = view;
  }

  #show(path, answer, error) {
    const placed = this.stage.placedAt(path);
    const view = placed?.view ?? [...this.current.mirror.views.values()].find((one) => one.path === path);
    const look = this.current.mirror.looks.get(view?.look ?? 0);
    const isScene = path === "root";
    refill(this.root, [
      element("h3", { class: "subject" }, isScene ? "the scene" : path, " ", element("span", { class: "kind" }, view?.kind ?? "")),
      element("p", { class: "frame" }),
      !isScene && view && this.#around(path),
      isScene && element("p", { class: "note" }, "Choose a view, in the picture or in the tree, and here it says why it is as big and where it is."),
      element("p", { class: "other" }),
      view?.text && element("p", { class: "text" }, `“${view.text}”`, view.truncated ? " (cut)" : ""),
      look?.font && element("p", { class: "text" }, `${look.font.family ?? "DejaVu Sans"} ${number(look.font.size)}, weight ${look.font.weight}`),
      answer && element("p", { class: "declared" }, ...answer.declared.flatMap((span, place) => [place > 0 ? " in " : "", sourceLink(span, this.scenes)])),
      error && element("p", { class: "error" }, error.code === "UnknownView" ? "This view is not there now." : error.message),
      ...(answer?.conflicts ?? []).map((conflict) => element("p", { class: "error" },
        `cannot all hold: ${conflict.constraints.join(", ")}; ${conflict.relaxed} gives way by ${number(conflict.by)}`,
        conflict.suggestion ? ` (${conflict.suggestion})` : "")),
      ...(answer ? isScene ? [this.#ofScene(answer.attributes)] : this.#attributes(answer.attributes) : []),
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
    const words = [["x", x, "left"], ["y", y, "top"], ["width", width, "width"], ["height", height, "height"]];
    const text = words.map(([name, value]) => `${name} ${value}`).join();
    if (line.dataset.text !== text) {
      line.dataset.text = text;
      refill(line, words.map(([name, value, attribute]) => element("button", {
        type: "button", class: "small", data: { name: `to ${attribute}` }, title: `why ${attribute}`, onclick: () => this.#jump(attribute),
      }, `${name} ${value}`)));
    }
    this.#showOther(path, view);
  }

  /** Says again what the view is in the scene beside it. */
  showOther() {
    if (this.current && this.root.querySelector(".other")) this.#showFrame();
  }

  /** The same view in the scene beside it. */
  #showOther(path, view) {
    const line = this.root.querySelector(".other");
    if (!this.comparison?.scene) {
      line.textContent = "";
      return;
    }
    const other = [...this.comparison.scene.mirror.views.values()].find((one) => one.path === path);
    const words = other ? ["x", "y", "width", "height"].map((name, place) => {
      const text = `${name} ${number(other.frame[place])}`;
      return other.frame[place] === view.frame[place] ? text : element("strong", {}, text);
    }) : ["it is not there"];
    line.replaceChildren(`in ${this.comparison.name}: `, ...words.flatMap((word) => [word, "  "]), other?.hidden ? "hidden" : "");
  }

  /** The views around it: a click in the picture finds the innermost. */
  #around(path) {
    const parents = [];
    for (let one = this.stage.placedAt(path)?.parent; one?.parent; one = one.parent) parents.unshift(one.view.path);
    if (parents.length === 0) return null;
    return element("p", { class: "around" }, "in ", ...parents.flatMap((parent, place) => [place > 0 ? " › " : "", element("button", {
      type: "button", class: "small", data: { name: `around ${parent}` }, title: `select ${parent}`, onclick: () => this.stage.select(parent),
    }, lastName(parent))]));
  }

  /** Shows where it is said of a side why it is so. */
  #jump(name) {
    const section = this.root.querySelector(`[data-attribute="${name}"]`);
    const folded = this.root.querySelector("[data-name='reasons of the scene']:not([open])");
    if (folded) {
      folded.open = true;
      // It may have to be asked for.
      if (!section) this.#wanted = name;
    }
    if (!section) return;
    section.scrollIntoView({ block: "nearest" });
    section.querySelector("a, button, summary, [tabindex='0']")?.focus();
  }

  /** The side of the view that was asked for, until its reasons are there. @type {string | undefined} */
  #wanted;

  /** Selects a view, to see why one of its sides is as it is. */
  #selectAt(path, name) {
    this.#wanted = name;
    this.stage.select(path);
  }

  #isLooking = false;

  /** Asks of each view what is missed of it: which the file wants and does not get. */
  async #missed(list) {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const scene = this.current;
    const found = new Map();
    // The scene itself comes last: what leans on it is told of the view that does.
    const seen = this.stage.placed.filter(({ isHidden }) => !isHidden);
    seen.push(...seen.splice(0, 1));
    try {
      for (const { view } of seen.slice(0, MOST_ASKED)) {
        const { attributes } = await this.scenes.server.call("Explain", { scene: scene.name, view: view.path });
        if (scene !== this.current || !list.isConnected) return;
        for (const { name, because } of attributes) {
          for (const reason of because) {
            const key = JSON.stringify([reason.span, reason.source, reason.means]);
            if (!isMissed(reason) || !isDeciding(reason)) continue;
            // A constraint is told of both its ends, and belongs to the view that asks for it.
            const isOwn = reason.means === undefined || reason.ends[0].path === view.path;
            if (!found.has(key) || isOwn && !found.get(key).isOwn) found.set(key, { path: view.path, name, reason, isOwn });
          }
        }
      }
      list.replaceChildren(...[...found.values()].map(({ path, name, reason }) => element("li", {},
        element("button", { type: "button", class: "small", title: `select ${path}`, onclick: () => this.#selectAt(path, name) }, path),
        ` ${name}: `, element("code", { class: "source" }, reason.source), " ", reason.span && sourceLink(reason.span, this.scenes),
        element("span", { class: "note missed" }, `priority ${number(reason.priority)}, ${number(-reason.slack)} missing`))));
      if (found.size === 0) list.append(element("li", {}, "Nothing: all that is in force holds."));
      if (seen.length > MOST_ASKED) list.append(element("li", {}, `Of ${seen.length} views the first ${MOST_ASKED} were asked.`));
    } catch (error) {
      // Of a scene that was left meanwhile there is nothing to ask.
      if (scene === this.current) list.replaceChildren(element("li", { class: "error" }, error.message));
    } finally {
      this.#isLooking = false;
    }
  }

  /** Reasons of the scene's own edges: all that lean on them, which are many and seldom asked for. */
  #ofScene(attributes) {
    const missed = element("ul", { aria: { label: "what is missed" } });
    return element("div", {}, element("p", {}, element("button", {
      type: "button", data: { name: "missed" }, onclick: () => this.#missed(missed),
    }, "What is missed?")), missed, element("details", {
      open: this.#open.has("the scene"), data: { name: "reasons of the scene" },
      ontoggle: ({ target }) => {
        this.#open[target.open ? "add" : "delete"]("the scene");
        if (target.open && attributes.length === 0) this.ask();
      },
    }, element("summary", {}, "what leans on the scene's edges"), ...this.#attributes(attributes)));
  }

  #attributes(attributes) {
    const order = (name) => (SIDES.includes(name) ? SIDES.indexOf(name) : SIDES.length);
    return [...attributes].sort((one, other) => order(one.name) - order(other.name))
      // A side of which nobody says anything follows from the others, and of size and place that is said.
      .filter(({ name, because, status }) => because.length > 0 || status !== "unique" || ["width", "height"].includes(name))
      .map((attribute) => {
        const deciding = attribute.because.filter(isDeciding)
          .sort((one, other) => this.#distance(one) - this.#distance(other) || other.priority - one.priority);
        const rest = [...deciding.splice(MOST_DECIDING), ...attribute.because.filter((reason) => !isDeciding(reason))];
        const follows = deciding.length === 0 && attribute.status === "unique" && this.#follows(attribute, attributes);
        const folded = rest.length > 0 && this.#folded(attribute.name, rest);
        const status = attribute.status === "unique" ? "" : attribute.status === "ambiguous" ? "nothing decides" : "cannot hold";
        return element("section", { class: `attribute ${attribute.status}`, data: { attribute: attribute.name } },
          element("h3", {}, attribute.name, " ", element("span", { class: "value" }, number(attribute.value)), " ",
            status && element("span", { class: "status" }, status)),
          follows, element("ul", { class: "deciding" }, ...deciding.map((reason) => this.#reason(reason, attribute.name))), folded);
      });
  }

  /** What the view says of itself comes before what containers say, and that before what others say who lean on it. */
  #distance({ means, ends }) {
    if (means === undefined) return 1;
    return ends[0].path === (this.stage.selection ?? "root") ? 0 : 2;
  }

  /** Of which two sides a third one comes that nobody asks for. */
  #follows({ name }, attributes) {
    const axis = [ACROSS, DOWN].find((sides) => sides.includes(name)) ?? [];
    const from = attributes.filter((other) => other.name !== name && axis.includes(other.name) && other.because.some(isDeciding))
      .sort((one, other) => axis.indexOf(one.name) - axis.indexOf(other.name));
    if (from.length === 0) return element("p", { class: "follows" }, "Nothing asks for it directly: it follows from the views beside it and in it.");
    return element("p", { class: "follows" }, "follows from ", ...from.slice(0, 2).flatMap((other, place) => [place > 0 ? " and " : "",
      element("button", { type: "button", class: "small", onclick: () => this.#jump(other.name) }, `${other.name} ${number(other.value)}`)]));
  }

  /** What is folded away is made when somebody looks: a scene of a thousand views has thousands of reasons. */
  #folded(name, rest) {
    const list = element("ul");
    const fill = () => {
      if (list.firstChild) return;
      list.append(...rest.slice(0, MOST_FOLDED).map((reason) => this.#reason(reason, name)));
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
    }, element("summary", {}, summary(rest)), list);
  }

  #reason(reason, attribute) {
    const notes = [];
    if (reason.priority < 1000) notes.push(`priority ${number(reason.priority)}`);
    if (!reason.active) notes.push("off");
    else if (reason.slack > 0.01) notes.push(`${number(reason.slack)} to spare`);
    else if (reason.slack < -0.01) notes.push(`${number(-reason.slack)} missing`);
    if (reason.when) notes.push(`when ${reason.when}`);
    const point = (ends) => () => {
      this.stage.ends = ends;
      this.stage.explain();
    };
    return element("li", {
      class: reason.active ? "" : "off", tabIndex: reason.ends ? 0 : -1,
      onpointerenter: point(reason.ends ?? []), onpointerleave: point([]), onfocus: point(reason.ends ?? []), onblur: point([]),
    },
    element("code", { class: "source" }, reason.source), " ", reason.id && !reason.source.includes(reason.id) && element("code", { class: "id" }, reason.id), " ",
    reason.span && sourceLink(reason.span, this.scenes), ...this.#others(reason, attribute),
    reason.means && reason.means !== reason.source && element("span", { class: "means" }, meaning(reason.means)),
    notes.length > 0 && element("span", { class: `note${isMissed(reason) ? " missed" : ""}` }, notes.join(", ")));
  }

  /** The views that a reason is about besides this one: to go on asking there. */
  #others({ means, ends = [] }, attribute) {
    const own = this.stage.selection ?? "root";
    const found = new Map(ends.map(({ path }) => path).filter((path) => path !== own && path !== "root").map((path) => [path, this.stage.placedAt(path)]));
    const words = new Map();
    // What ends with the last of its views is as large as all of them: these are told with how much each takes.
    const side = { width: 2, height: 3 }[attribute];
    const endsWithLast = means === undefined && LENGTHS[this.stage.placedAt(own)?.view.kind] === attribute && ends.some(({ path, anchor }) => path === own && anchor === attribute)
      && ends.some(({ path, anchor }) => ["left", "right", "bottom"].includes(anchor) && this.stage.placedAt(path)?.parent?.view.path === own);
    if (side && endsWithLast) {
      for (const one of this.stage.placed) {
        if (one.parent?.view.path !== own || one.view.hidden) continue;
        // In their order, the last one too.
        found.delete(one.view.path);
        found.set(one.view.path, one);
        words.set(one.view.path, ` ${number(one.view.frame[side])}`);
      }
    }
    return [...found].filter(([, one]) => one).slice(0, MOST_DECIDING).flatMap(([path]) => [" ", element("button", {
      type: "button", class: "small", title: `select ${path}`, aria: { label: `select ${path}` }, onclick: () => this.stage.select(path),
    }, `→ ${lastName(path)}${words.get(path) ?? ""}`)]);
  }
}

/** What is in force and does not hold. */
function isMissed({ active, slack }) { return active && slack < -0.01; }

/** What the file asks for in vain is as good as what it gets; that a content hugs itself in vain is usual. */
function isDeciding({ active, slack, priority, means }) {
  return active && (Math.abs(slack) < 0.01 || slack < 0 && (priority >= 1000 || means !== undefined));
}

/** What is folded away, so that nobody has to unfold it to know that it decides nothing. */
function summary(reasons) {
  const off = reasons.filter(({ active }) => !active).length;
  const words = [off < reasons.length && `${reasons.length - off} with room to spare`, off > 0 && `${off} off`].filter(Boolean);
  return `${reasons.length} more (${words.join(", ")})`;
}

/** The numbers of ids, as one would write them: `+ #tabs=-52` is `- 52 (#tabs)`, and what an id adds that is 0 is said in words. */
export function meaning(text) {
  return text.replace(/ \+ (#[\w]+(?:\[\d\])?)=(-?)([\d.]+(?:px)?)/g, (_, id, sign, digits) =>
    (Number(digits) === 0 ? ` (${id} adds 0)` : ` ${sign || "+"} ${digits} (${id})`))
    .replace(/(#[\w]+(?:\[\d\])?)=(-?[\d.]+(?:px)?)/g, "$2 ($1)");
}
