/**
 * Draws a scene on a canvas, as sharp as the device can. It computes no layout and breaks no line: every number comes
 * from the daemon.
 */

/** @typedef {import("../framewire.js").View} View */
/** @typedef {import("../framewire.js").Look} Look */
/** @typedef {CanvasRenderingContext2D} Context */

/** Of views of which the file says nothing, so that bare layouts can be read. */
const HAIRLINE = "rgb(0 0 0 / 20%)";

/**
 * Draws all of a scene.
 *
 * @param {Context} canvas As large as the scene, in device pixels.
 * @param {import("../framewire.js").Mirror} scene
 * @param {{ scale?: number, family?: string }} options `scale`: device pixels to a point. `family`: the font, as CSS
 *   has it, of texts that name none.
 */
export function draw(canvas, scene, { scale = 1, family = "sans-serif" } = {}) {
  canvas.clearRect(0, 0, canvas.canvas.width, canvas.canvas.height);
  for (const root of scene.children()) drawView(canvas, root, 0, 0);

  /** @type {(context: Context, view: View, left: number, top: number) => void} */
  function drawView(context, view, left, top) {
    if (view.hidden || view.alpha === 0) return;
    if ((view.alpha ?? 1) < 1) return drawFaded(context, view, left, top);
    const look = scene.looks.get(view.look ?? 0) ?? { id: 0 };
    const [x, y] = [left + view.frame[0], top + view.frame[1]];
    // Both edges are rounded in the scene, and not the width: what touches in points touches in pixels.
    const edges = [x, y, x + view.frame[2], y + view.frame[3]].map((edge) => Math.round(edge * scale));
    context.save();
    if (view.clips) {
      outline(context, edges, 0, look.radius);
      context.clip();
    }
    if (edges[0] < edges[2] && edges[1] < edges[3]) drawShape(context, edges, look);
    drawLines(context, view, x, y, look);
    // What is in a scroll view counts from its content; later siblings are over earlier ones.
    const [offsetX = 0, offsetY = 0, , , insetTop = 0, insetLeft = 0] = view.scroll ?? [];
    for (const child of scene.children(view)) drawView(context, child, x + insetLeft - offsetX, y + insetTop - offsetY);
    context.restore();
  }

  /** @type {typeof drawView} */
  function drawFaded(context, view, left, top) {
    // Opacity is of a view with all that is in it.
    const { width, height } = context.canvas;
    const layer = Object.assign(document.createElement("canvas"), { width, height });
    drawView(/** @type {Context} */ (layer.getContext("2d")), { ...view, alpha: 1 }, left, top);
    context.globalAlpha = view.alpha ?? 1;
    context.drawImage(layer, 0, 0);
    context.globalAlpha = 1;
  }

  /** @type {(context: Context, edges: number[], inset: number, radius?: number) => void} */
  function outline(context, [left, top, right, bottom], inset, radius = 0) {
    const [width, height] = [Math.max(0, right - left - 2 * inset), Math.max(0, bottom - top - 2 * inset)];
    context.beginPath();
    context.roundRect(left + inset, top + inset, width, height, Math.max(0, radius * scale - inset));
  }

  /** @type {(context: Context, edges: number[], look: Look) => void} */
  function drawShape(context, edges, { background, border = 0, borderColor, radius, image }) {
    context.fillStyle = "transparent"; // which stays where the name of a colour is not known here
    context.fillStyle = background ?? "transparent";
    outline(context, edges, (border || (background ? 0 : 0.5)) * scale / 2, radius);
    context.fill();
    context.lineWidth = (border || 0.5) * scale;
    context.strokeStyle = border ? borderColor ?? "black" : HAIRLINE;
    if (border > 0 || !background) context.stroke(); // along the inside of the edge
    if (!image) return;
    const [left, top, right, bottom] = edges; // in the place of a picture
    [context.lineWidth, context.strokeStyle] = [0.5 * scale, HAIRLINE];
    context.stroke(new Path2D(`M${left} ${top}L${right} ${bottom}M${left} ${bottom}L${right} ${top}`));
  }

  /** @type {(context: Context, view: View, x: number, y: number, look: Look) => void} */
  function drawLines(context, view, x, y, { color = "black", font }) {
    if (!font) return;
    context.font = `${font.weight} ${font.size * scale}px ${font.family ? JSON.stringify(font.family) : family}`;
    context.fillStyle = view.text ? color : "gray"; // a placeholder
    for (const line of view.lines ?? []) {
      const [width, size] = [line.width * scale, font.size * scale];
      context.save();
      [context.direction, context.textAlign] = line.rtl ? ["rtl", "right"] : ["ltr", "left"];
      context.translate((x + line.x) * scale + (line.rtl ? width : 0), (y + line.baseline) * scale);
      if (view.truncated === "clip" && line === view.lines?.at(-1)) { // it goes on, and is cut where it was measured
        outline(context, [line.rtl ? -width : 0, -2 * size, line.rtl ? 0 : width, 2 * size], 0);
        context.clip();
      } else context.scale(width / (context.measureText(line.text).width || 1), 1); // as wide, whatever font there is
      context.fillText(line.text, 0, 0);
      context.restore();
    }
  }
}
