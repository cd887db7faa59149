#!/usr/bin/env node
/**
 * A picture of a scene as it is now: SVG on standard output.
 *
 * usage: node svg.js SCENE [SOCKET]
 *
 * It computes no layout and breaks no line: every number comes from the daemon.
 */

import { Connection, Mirror, eventFrom } from "../framewire.js";
import { connect } from "../node.js";

/** @typedef {import("../framewire.js").View} View */
/** @typedef {import("../framewire.js").Look} Look */

/** What a renderer has to be told. */
const FIELDS = ["frame", "hidden", "alpha", "clips", "text", "scroll", "look", "lines"];
/** Views of which the file says nothing get a hairline, so that bare layouts can be read. */
const HAIRLINE = 'fill="none" stroke="black" stroke-opacity="0.2" stroke-width="0.5"';

/** @param {Mirror} scene */
function picture(scene) {
  const roots = scene.children();
  const [, , width, height] = roots[0]?.frame ?? [0, 0, 0, 0];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="white"/>${roots.map((view) => drawn(view, scene)).join("")}
</svg>
`;
}

/**
 * A view, and then what is in it: later siblings are over earlier ones.
 *
 * @type {(view: View, scene: Mirror) => string}
 */
function drawn(view, scene) {
  if (view.hidden) return "";
  const look = scene.looks.get(view.look ?? 0) ?? { id: 0 };
  const [x, y, width, height] = view.frame;
  const corners = `<rect width="${width}" height="${height}" rx="${look.radius ?? 0}"/>`;
  // What is in a scroll view counts from its content.
  const [offsetX = 0, offsetY = 0, , , top = 0, left = 0] = view.scroll ?? [];
  const clip = view.clips ? ` clip-path="url(#c${view.id})"` : "";
  return `${clip && `\n<clipPath id="c${view.id}">${corners}</clipPath>`}
<g transform="translate(${x} ${y})" opacity="${view.alpha ?? 1}"><g${clip}>
${shape(width, height, look)}${cross(width, height, look)}${text(view, look)}
<g transform="translate(${left - offsetX} ${top - offsetY})">${
  scene.children(view).map((child) => drawn(child, scene)).join("")}</g></g></g>`;
}

/**
 * The view's own rectangle: filled, with its border along the inside of its edge.
 *
 * @type {(width: number, height: number, look: Look) => string}
 */
function shape(width, height, { background, border = 0, borderColor = "black", radius = 0 }) {
  const stroke = border > 0 ? ` stroke="${escaped(borderColor)}" stroke-width="${border}"` : "";
  const paint = background || stroke ? `fill="${escaped(background ?? "none")}"${stroke}` : HAIRLINE;
  const size = `width="${Math.max(0, width - border)}" height="${Math.max(0, height - border)}"`;
  return `<rect x="${border / 2}" y="${border / 2}" ${size} rx="${Math.max(0, radius - border / 2)}" ${paint}/>`;
}

/** @type {(width: number, height: number, look: Look) => string} In the place of a picture. */
function cross(width, height, { image }) {
  if (!image) return "";
  const path = `M0 0L${width} ${height}M0 ${height}L${width} 0`;
  return `<path d="${path}" ${HAIRLINE}><title>${escaped(image.path)}</title></path>`;
}

/** @type {(view: View, look: Look) => string} Line by line as it was measured. */
function text({ id, text, truncated, lines = [] }, { color = "black", font }) {
  if (!font) return "";
  const family = escaped(font.family ?? "sans-serif");
  const style = `font-size="${font.size}" font-weight="${font.weight}" font-family="${family}"`;
  const colour = escaped(text ? color : "gray"); // a placeholder
  return lines.map(({ text, x, baseline, width, rtl }, at) => {
    // One that is cut without an ellipsis goes on, and is cut where it was measured to be.
    const isCut = truncated === "clip" && at === lines.length - 1;
    const clip = `<clipPath id="t${id}"><rect x="${x}" width="${width}" height="100%"/></clipPath>`;
    // What is read from right to left begins at its right end.
    return `${isCut ? clip : ""}
<text x="${rtl ? x + width : x}" y="${baseline}" ${isCut ? `clip-path="url(#t${id})"` : `textLength="${width}"`} ${
  style} fill="${colour}"${rtl ? ' direction="rtl"' : ""}>${escaped(text)}</text>`;
  }).join("");
}

/** @type {(text: string) => string} */
function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const [, , scene, socket] = process.argv;
const connection = new Connection(await connect(socket));
const { event } = await connection.call("Snapshot", { scene, filter: { fields: FIELDS } });
connection.close();
const mirror = new Mirror();
mirror.take(eventFrom(event));
process.stdout.write(picture(mirror));
