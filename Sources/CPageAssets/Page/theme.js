/**
 * The colours of everything that a layout says nothing about: those of `framewire render`.
 *
 * @module theme
 */

import { NAMED } from "./colours.js";

export const LIGHT = {
  page: "#ffffff", ink: "#1c1c1e", paleInk: "#7a7a80", accent: "#0a5bd8", note: "#0b6e99", guide: "#b4009e",
  baseline: "#0a7d32", spare: "#c26800", error: "#c8102e", warning: "#a56100",
};

export const DARK = {
  page: "#1c1c1e", ink: "#f2f2f7", paleInk: "#98989f", accent: "#62a8ff", note: "#6cc6e8", guide: "#ff7bee",
  baseline: "#5ad683", spare: "#ffb159", error: "#ff6b6b", warning: "#ffc14d",
};

/** What a colour of a look is drawn as: `#rrggbb` or `#rrggbbaa`. */
export function colourOf(paint) { return paint.startsWith("#") ? paint : NAMED.get(paint.toLowerCase()) ?? standingFor(paint); }

/** What is seen where a colour lies over one that nothing shines through. */
export function over(colour, ground) {
  const bytes = (hex) => [1, 3, 5, 7].map((at) => Number.parseInt(hex.slice(at, at + 2) || "ff", 16));
  const [above, below] = [bytes(colour), bytes(ground)];
  return hexOf(above.slice(0, 3).map((one, side) => Math.floor((one * above[3] + below[side] * (255 - above[3]) + 127) / 255)));
}

function hexOf(bytes) { return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`; }

/** A colour `#rrggbb` with so much of its opacity. */
export function faded(colour, opacity) {
  return colour + Math.round(opacity * 255).toString(16).padStart(2, "0");
}

/** The same colour for the same name, of which nobody has said anything. */
function standingFor(name) {
  // FNV-1a, of 32 bits.
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  const hue = (hash % 360) / 60;
  return hexOf([5, 3, 1].map((offset) => {
    const position = (offset + hue) % 6;
    return Math.trunc(85 + 120 * Math.max(0, Math.min(1, position, 4 - position)));
  }));
}
