/**
 * The colours of everything that a layout says nothing about: those of `framewire render`.
 *
 * @module theme
 */

export const LIGHT = {
  page: "#ffffff", ink: "#1c1c1e", paleInk: "#7a7a80", accent: "#0a5bd8", note: "#0b6e99", guide: "#b4009e",
  baseline: "#0a7d32", spare: "#c26800", error: "#c8102e", warning: "#a56100",
};

export const DARK = {
  page: "#1c1c1e", ink: "#f2f2f7", paleInk: "#98989f", accent: "#62a8ff", note: "#6cc6e8", guide: "#ff7bee",
  baseline: "#5ad683", spare: "#ffb159", error: "#ff6b6b", warning: "#ffc14d",
};

/** A colour `#rrggbb` with so much of its opacity. */
export function faded(colour, opacity) {
  return colour + Math.round(opacity * 255).toString(16).padStart(2, "0");
}

/** The same colour for the same name, of which nobody has said anything. */
export function standingFor(name) {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.codePointAt(0)) % 360;
  return `hsl(${hash} 45% 55%)`;
}
