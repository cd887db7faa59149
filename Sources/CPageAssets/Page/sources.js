/**
 * Places in files, as links that editors follow.
 *
 * @module sources
 */

import { element } from "./elements.js";

/** @param {string} [folder] From where files are named; without it there is no link. */
export function sourceLink({ file, line, column }, folder) {
  const words = `${file.split("/").at(-1)}:${line}:${column}`;
  const path = file.startsWith("/") ? file : folder && `${folder}/${file}`;
  if (!path) return element("code", { class: "place", title: file }, words);
  const address = `vscode://file${path.split("/").map(encodeURIComponent).join("/")}:${line}:${column}`;
  return element("a", { class: "place", href: address, title: `${path}:${line}:${column}` }, words);
}
