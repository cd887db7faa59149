/**
 * Elements, from values. Whatever comes from a file is text here and never markup.
 *
 * @module elements
 */

/**
 * Makes an element.
 *
 * @param {string} name
 * @param {Record<string, any>} [properties] `on…` are listeners, `data` and `aria` are groups of attributes, `class`,
 *   `role` and `for` attributes; the others are properties of the element.
 * @param {...(Node | string | number | null | undefined | false)} children
 */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(made.dataset, value);
    else if (key === "aria") for (const [part, said] of Object.entries(value)) made.setAttribute(`aria-${part}`, said);
    else if (["class", "role", "for", "list", "form"].includes(key)) made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.filter((child) => child != null && child !== false).map((child) =>
    typeof child === "number" ? String(child) : child));
  return made;
}

/** A length for people: to a hundredth of a point. */
export function number(value) {
  return String(Math.round(value * 100) / 100);
}

/** The last name of a view's path. The key of a record may have points in it: `row["1.5"]`. */
export function lastName(path) {
  let start = 0;
  for (const part of path.matchAll(/\.|"(?:[^"\\]|\\.)*"/g)) if (part[0] === ".") start = part.index + 1;
  return path.slice(start);
}

/** Fills a container anew, and keeps the focus where it was if something of the same name is there again. */
export function refill(container, children) {
  const focused = container.contains(document.activeElement) ? document.activeElement.dataset.name : undefined;
  container.replaceChildren(...children.filter(Boolean));
  if (focused) container.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus();
}

/** Scrolls a container until all of what is in it is seen, and nothing around it: what somebody looks at stays there. */
export function uncover(container, inner) {
  const [outside, inside] = [container.getBoundingClientRect(), inner.getBoundingClientRect()];
  const [left, top] = [outside.left + container.clientLeft, outside.top + container.clientTop];
  const by = (start, end, from, to) => (start < from ? start - from : Math.max(0, Math.min(end - to, start - from)));
  container.scrollBy(by(inside.left, inside.right, left, left + container.clientWidth), by(inside.top, inside.bottom, top, top + container.clientHeight));
}

/** Calls once, soon, however often it is asked to. */
export function soon(action, ms) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, ms);
  };
}
