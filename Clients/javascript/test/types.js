/** Writes the types of the module from the interface: what stands behind the last mark of `framewire.js`. */

const MARK = "// MARK: The interface\n";
const SERVICE = `
# what the service is
method org.varlink.service.GetInfo() -> (vendor: string, product: string, version: string, url: string,
  interfaces: []string)
method org.varlink.service.GetInterfaceDescription(interface: string) -> (description: string)`;

/** The source of the module with the types of an interface, in varlink's notation. */
export function withTypes(module, description) {
  const [source] = module.split(MARK);
  return `${source}${MARK}// Written by test/types.js from what the daemon says of itself.\n\n${typesOf(description)}`;
}

/** A `@typedef` for each type, and `Methods` and `Errors` for all of those. */
function typesOf(description) {
  const tokens = (description + SERVICE).match(/#[^\n]*|->|\[\]|\[string\]|[A-Za-z][\w.]*|[(),:?]/g) ?? [];
  let at = tokens[0]?.startsWith("#") ? 1 : 0; // what the interface says of itself
  const next = () => tokens[at++];
  const has = (token) => tokens[at] === token && at++ >= 0;
  const words = { int: "number", float: "number", bool: "boolean", string: "string", object: "any" };

  function type() {
    if (has("[]")) return element() + "[]";
    if (has("[string]")) return `Record<string, ${type()}>`;
    if (tokens[at] === "(") return tokens[at + 2] === ":" || tokens[at + 1] === ")" ? members() : choice();
    const word = next();
    return words[word] ?? word;
  }
  function element() {
    const inner = has("?") ? `${type()} | null` : type();
    return inner.includes("|") ? `(${inner})` : inner;
  }
  function choice() {
    next();
    const names = [];
    while (!has(")")) {
      names.push(`"${next()}"`);
      has(",");
    }
    return names.join(" | ");
  }
  function members() {
    next();
    const all = [];
    while (!has(")")) {
      const name = next();
      next();
      all.push(`${name}${has("?") ? "?" : ""}: ${type()}`);
      has(",");
    }
    return all.length === 0 ? "{}" : `{ ${all.join(", ")} }`;
  }

  const types = [];
  const [methods, errors] = [[], []];
  let remarks = [];
  while (at < tokens.length) {
    const token = next();
    if (token.startsWith("#")) {
      remarks.push(...wrapped(token.slice(2)).map((line) => line.trim()));
      continue;
    }
    if (token === "type") {
      const name = next();
      if (remarks.length > 0) remarks.push("");
      types.push(comment([...remarks, ...wrapped(`@typedef {${members()}} ${name}`)]));
    }
    if (token === "error") errors.push(...wrapped(`  ${next()}: ${members()},`));
    if (token === "method") {
      const name = next();
      const parameters = members();
      next();
      const key = name.includes(".") ? `"${name}"` : name;
      methods.push(...wrapped(`  ${key}: { parameters: ${parameters}, reply: ${members()} },`));
    }
    remarks = [];
  }
  types.push(comment(["What methods take and answer.", "", "@typedef {{", ...methods, "}} Methods"]));
  types.push(comment(["The `parameters` of a `CallError` by its `code`.", "", "@typedef {{", ...errors, "}} Errors"]));
  return types.join("\n\n") + "\n";
}

const comment = (lines) => ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n");

/** In lines of at most 117 letters; all but the first stand further in. */
function wrapped(text) {
  const margin = text.match(/^ */)[0] + "  ";
  const lines = [];
  for (let rest = text; rest !== "";) {
    const end = rest.length <= 117 ? rest.length : rest.lastIndexOf(" ", 117);
    lines.push(rest.slice(0, end));
    rest = end === rest.length ? "" : margin + rest.slice(end + 1);
  }
  return lines;
}
