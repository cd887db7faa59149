/**
 * Draws a scene on a canvas. It computes no layout and breaks no line: every number comes from the daemon, and colours
 * of what a layout says nothing about are those of `framewire render`.
 *
 * @module painter
 */

import { DARK, LIGHT, colourOf, faded, over } from "./theme.js";

/** Whom a view without a look of its own is told from others by. */
const STACKS = new Set(["vstack", "hstack", "vscroll", "hscroll", "list", "hflow", "vflow", "grid"]);

/**
 * All views with their places in the scene, each before what is in it, later ones over earlier ones.
 *
 * @param {import("./framewire.js").Mirror} mirror
 * @returns {Placed[]}
 *
 * @typedef {object} Placed
 * @property {any} view
 * @property {number} x In points, from the scene's corner.
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {number} depth How many views are around it.
 * @property {boolean} isHidden It, or a view around it, is.
 * @property {number[]} window Left, top, right, bottom: what views around it leave to it.
 * @property {Placed} [parent]
 */
export function place(mirror) {
  const placed = [];
  const walk = (view, parent, originX, originY, window) => {
    const [x, y] = [originX + view.frame[0], originY + view.frame[1]];
    const [width, height] = [view.frame[2], view.frame[3]];
    const one = {
      view, x, y, width, height, depth: parent ? parent.depth + 1 : 0, parent,
      isHidden: view.hidden === true || parent?.isHidden === true, window,
    };
    placed.push(one);
    // What is in a scroll view counts from its content.
    const [offsetX = 0, offsetY = 0, , , insetTop = 0, insetLeft = 0] = view.scroll ?? [];
    const inner = view.clips ? [
      Math.max(window[0], x), Math.max(window[1], y), Math.min(window[2], x + width), Math.min(window[3], y + height),
    ] : window;
    for (const child of mirror.children(view)) {
      walk(child, one, x + insetLeft - offsetX, y + insetTop - offsetY, inner);
    }
  };
  for (const root of mirror.children()) {
    walk(root, undefined, 0, 0, [0, 0, root.frame[2], root.frame[3]].map((edge, side) => side < 2 ? -1e9 : 1e9));
  }
  return placed;
}

/** Whether a layout paints anything; one that does not is drawn in outlines. */
function paints(mirror) {
  for (const { background, color, border } of mirror.looks.values()) if (background || color || border) return true;
  return false;
}

/** Whether of a view one thing is seen at most: a colour, or a picture or lines on none. */
function paintsOnce({ kind, lines }, { background, border = 0, image }) {
  const isPicture = kind === "image" || image;
  return [background, border > 0, isPicture, lines?.length > 0].filter(Boolean).length <= 1;
}

/**
 * Draws all of a scene.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {import("./framewire.js").Mirror} mirror
 * @param {object} manner
 * @param {number} manner.scale Device pixels to a point.
 * @param {number} [manner.left] Where the scene's corner is, in device pixels.
 * @param {number} [manner.top]
 * @param {boolean} [manner.isDark]
 * @param {boolean} [manner.isOutlined] Outlines of views that paint nothing, though others do.
 * @param {(view: any, look: any) => ImageBitmap | undefined} [manner.picture]
 * @param {Placed[]} [placed] What `place` says of it.
 */
export function draw(context, mirror, manner, placed = place(mirror)) {
  const { scale, left = 0, top = 0, isDark = false, picture } = manner;
  const theme = isDark ? DARK : LIGHT;
  const isOutlined = manner.isOutlined || !paints(mirror);
  const known = new Map();
  const { width: canvasWidth, height: canvasHeight } = context.canvas;
  const edge = (value, start) => Math.round(value * scale) + start;
  let ground = context;
  /** What is behind a view, by how many are around it. */
  const grounds = [theme.page];
  /** Layers and clips that are open, by the depth of the view that began them. */
  const open = [];

  const close = (depth) => {
    while (open.length > 0 && open.at(-1).depth >= depth) {
      const { under, alpha, x, y } = open.pop();
      ground.restore();
      if (!under) continue;
      under.save();
      under.globalAlpha = alpha;
      under.drawImage(ground.canvas, x, y);
      under.restore();
      ground = under;
    }
  };
  const colour = (name) => {
    if (name.startsWith("#")) return name;
    if (!known.has(name)) known.set(name, colourOf(name));
    return known.get(name);
  };

  const root = placed[0];
  if (root) {
    ground.save();
    ground.beginPath();
    ground.rect(left, top, edge(root.width, left) - left, edge(root.height, top) - top);
    ground.clip();
    ground.fillStyle = theme.page;
    ground.fillRect(left, top, edge(root.width, left) - left, edge(root.height, top) - top);
  }
  let isHiddenBelow = Infinity;
  for (const [index, one] of placed.entries()) {
    const { view, depth } = one;
    close(depth);
    grounds.length = depth + 1;
    grounds.push(grounds[depth]);
    if (depth > isHiddenBelow) continue;
    isHiddenBelow = Infinity;
    if (view.hidden || view.alpha === 0) {
      isHiddenBelow = depth;
      continue;
    }
    // Both edges are rounded in the scene, and not the width: what touches in points touches in pixels.
    const box = [edge(one.x, left), edge(one.y, top), edge(one.x + one.width, left), edge(one.y + one.height, top)];
    const look = mirror.looks.get(view.look ?? 0) ?? {};
    const isAlone = !(placed[index + 1]?.depth > depth);
    const isFaded = (view.alpha ?? 1) < 1;
    // Where one thing is painted and no other over it, that needs no layer of its own.
    const isPlain = isFaded && isAlone && !isOutlined && paintsOnce(view, look);
    if (isFaded && !isPlain) {
      // Opacity is of a view with all that is in it.
      const [x, y, right, bottom] = isAlone || view.clips ? reach(one, box, look) : [0, 0, canvasWidth, canvasHeight];
      const layer = new OffscreenCanvas(Math.max(1, right - x), Math.max(1, bottom - y)).getContext("2d");
      layer.translate(-x, -y);
      open.push({ depth, under: ground, alpha: view.alpha, x, y });
      ground = layer;
      ground.save();
    } else if (view.clips) {
      open.push({ depth });
      ground.save();
    }
    if (view.clips) {
      outline(ground, box, 0, (look.radius ?? 0) * scale);
      ground.clip();
    }
    const isSeen = box[0] < canvasWidth && box[1] < canvasHeight && box[2] > 0 && box[3] > 0;
    if (!isSeen) continue;
    if (isPlain) ground.globalAlpha = view.alpha;
    drawShape(ground, one, box, look);
    if (view.kind === "image" || look.image) drawPicture(ground, view, box, look);
    if (view.lines) drawLines(ground, one, look);
    if (isPlain) ground.globalAlpha = 1;
  }
  close(0);
  if (root) ground.restore();

  /** How far a view paints by itself, as far as that is seen: lines may stand over its edges. */
  function reach({ view, x, y }, box, { font }) {
    const around = [...box];
    for (const line of view.clips ? [] : view.lines ?? []) {
      const [start, baseline, size] = [left + (x + line.x) * scale, top + (y + line.baseline) * scale, 2 * (font?.size ?? 0) * scale];
      [start - size, baseline - size].forEach((edge, side) => { around[side] = Math.min(around[side], edge); });
      [start + line.width * scale + size, baseline + size].forEach((edge, side) => { around[2 + side] = Math.max(around[2 + side], edge); });
    }
    return [Math.max(0, Math.floor(around[0]) - 1), Math.max(0, Math.floor(around[1]) - 1),
      Math.min(canvasWidth, Math.ceil(around[2]) + 1), Math.min(canvasHeight, Math.ceil(around[3]) + 1)];
  }

  function drawShape(to, one, box, { background, border = 0, borderColor, radius = 0 }) {
    if (box[0] >= box[2] || box[1] >= box[3]) return;
    if (background) {
      to.fillStyle = colour(background);
      // Only what says nothing of its look asks for it.
      if (isOutlined) grounds[one.depth + 1] = over(colour(background), grounds[one.depth]);
      if (radius > 0) {
        outline(to, box, 0, radius * scale);
        to.fill();
      } else {
        to.fillRect(box[0], box[1], box[2] - box[0], box[3] - box[1]);
      }
    }
    if (border > 0) {
      to.lineWidth = border * scale;
      to.strokeStyle = borderColor ? colour(borderColor) : theme.ink;
      outline(to, box, border * scale / 2, radius * scale);
      to.stroke();
    }
    if (isOutlined && !background && border === 0) drawKind(to, one, box, radius);
  }

  /** How a view is told from others that says nothing of its look. What lies over something hides it. */
  function drawKind(to, { view, depth, parent, x, y, width, height }, box, radius) {
    const ground = grounds[depth];
    let fill, stroke, dash = 0, corner = radius;
    if (view.kind === "button") [fill, stroke, corner] = [over(faded(theme.accent, 0.12), ground), faded(theme.accent, 0.45), radius || 8];
    else if (view.kind === "input") [fill, stroke, corner] = [ground, faded(theme.ink, 0.4), radius || 5];
    else if (view.kind === "label") fill = faded(theme.ink, 0.04);
    else if (view.kind === "image" || view.kind === "spacer" || depth === 0) return;
    else if (STACKS.has(view.kind)) [stroke, dash] = [faded(theme.ink, 0.25), 3];
    else {
      const tint = faded(theme.ink, 0.03);
      // As large as the view around it: a layer.
      const isLayer = parent && x <= parent.x && y <= parent.y && x + width >= parent.x + parent.width && y + height >= parent.y + parent.height;
      [fill, stroke] = [isLayer ? tint : over(tint, ground), faded(theme.ink, 0.3)];
    }
    if (fill) grounds[depth + 1] = over(fill, ground);
    const line = Math.max(1, Math.round(scale));
    outline(to, box, stroke ? line / 2 : 0, corner * scale);
    if (fill) {
      to.fillStyle = fill;
      to.fill();
    }
    if (stroke) {
      to.lineWidth = line;
      to.strokeStyle = stroke;
      to.setLineDash(dash ? [dash * scale, dash * scale] : []);
      to.stroke();
      to.setLineDash([]);
    }
  }

  function drawPicture(to, view, box, look) {
    const [x, y, right, bottom] = box;
    const image = picture?.(view, look);
    if (image) {
      to.drawImage(image, x, y, right - x, bottom - y);
      return;
    }
    // In its place a cross.
    to.lineWidth = Math.max(1, 0.5 * scale);
    to.strokeStyle = faded(theme.ink, 0.3);
    to.beginPath();
    to.rect(x, y, right - x, bottom - y);
    to.moveTo(x, y);
    to.lineTo(right, bottom);
    to.moveTo(x, bottom);
    to.lineTo(right, y);
    to.stroke();
  }

  function drawLines(to, { view, x, y }, look) {
    const { font } = look;
    if (!font) return;
    const family = font.family ? `${JSON.stringify(font.family)}, "DejaVu Sans"` : '"DejaVu Sans"';
    to.font = `${font.weight} ${font.size * scale}px ${family}`;
    const ink = isOutlined && view.kind === "button" ? theme.accent : theme.ink;
    to.fillStyle = view.text ? (look.color ? colour(look.color) : ink) : theme.paleInk;
    for (const line of view.lines) {
      const [width, size] = [line.width * scale, font.size * scale];
      const isCut = view.truncated === "clip" && line === view.lines.at(-1);
      to.direction = line.rtl ? "rtl" : "ltr";
      to.textAlign = line.rtl ? "right" : "left";
      const [startX, baseline] = [left + (x + line.x) * scale + (line.rtl ? width : 0), top + (y + line.baseline) * scale];
      if (isCut) { // it goes on, and is cut where it was measured
        to.save();
        outline(to, [startX - (line.rtl ? width : 0), baseline - 2 * size, startX + (line.rtl ? 0 : width), baseline + size], 0, 0);
        to.clip();
        to.fillText(line.text, startX, baseline);
        to.restore();
        continue;
      }
      // As wide as it was measured, whatever font there is; ours comes out the same but for a hinted hundredth.
      const natural = to.measureText(line.text).width;
      if (natural > 0 && Math.abs(natural - width) > 0.5) {
        to.save();
        to.translate(startX, baseline);
        to.scale(width / natural, 1);
        to.fillText(line.text, 0, 0);
        to.restore();
      } else {
        to.fillText(line.text, startX, baseline);
      }
    }
  }
}

/** Begins a path along the inside of a box. */
function outline(to, [left, top, right, bottom], inset, radius) {
  const [width, height] = [Math.max(0, right - left - 2 * inset), Math.max(0, bottom - top - 2 * inset)];
  to.beginPath();
  if (radius > 0) to.roundRect(left + inset, top + inset, width, height, Math.min(Math.max(0, radius - inset), width / 2, height / 2));
  else to.rect(left + inset, top + inset, width, height);
}

/** So many pictures are kept in any case, by feel. */
const FEW_PICTURES = 64;

/** Pictures that views show, fetched once each as long as their files stay. */
export class Pictures {
  /** By path: what was fetched, and how the file was then. @type {Map<string, { bitmap?: HTMLImageElement, state?: string }>} */
  #known = new Map();
  /** When there are more, those are let go that no scene shows. */
  #most = FEW_PICTURES;

  constructor(scenes, arrived) {
    this.scenes = scenes;
    this.arrived = arrived;
  }

  /** What `draw` asks for a view of this scene. */
  of(scene) {
    return (view, { image }) => {
      if (image?.width === undefined) return undefined;
      const known = this.#known.get(image.path) ?? {};
      const state = `${image.version ?? 0} ${image.width} ${image.height}`;
      if (known.state !== state) {
        known.state = state;
        this.#known.set(image.path, known);
        if (this.#known.size > this.#most) this.#letGo();
        // Until the other one is there the one before stays.
        this.scenes.server.picture(scene, view.id).then((bitmap) => {
          if (known.state !== state) return;
          known.bitmap = bitmap ?? undefined;
          this.arrived();
        });
      }
      return known.bitmap;
    };
  }

  /** Whatever there was may be otherwise by now, and what could not be had may be there. */
  askAgain() {
    for (const known of this.#known.values()) known.state = undefined;
    this.arrived();
  }

  #letGo() {
    const shown = new Set([...this.scenes.all.values(), ...this.scenes.own.values()]
      .flatMap(({ mirror }) => [...mirror.looks.values()].map(({ image }) => image?.path)));
    for (const path of this.#known.keys()) if (!shown.has(path)) this.#known.delete(path);
    this.#most = Math.max(FEW_PICTURES, 2 * this.#known.size);
  }
}
