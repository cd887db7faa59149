/**
 * Places in files, as links that editors follow, or as buttons that have the server open them.
 *
 * @module sources
 */

import { element } from "./elements.js";

/** @param {import("./scenes.js").Scenes} scenes Know from where files are named; without that there is no link. */
export function sourceLink({ file, line, column }, scenes) {
  const words = `${file.split("/").at(-1)}:${line}:${column}`;
  const { folder } = scenes;
  const path = file.startsWith("/") ? file : folder && `${folder}/${file}`;
  if (!path) return element("code", { class: "place", title: file }, words);
  const title = `${path}:${line}:${column}`;
  if (scenes.canOpen) {
    return element("button", {
      type: "button", class: "place", title, aria: { label: `open ${words} in the editor` },
      onclick: () => scenes.showInEditor({ file, line, column }),
    }, words);
  }
  const address = `vscode://file${path.split("/").map(encodeURIComponent).join("/")}:${line}:${column}`;
  return element("a", { class: "place", href: address, title }, words);
}
