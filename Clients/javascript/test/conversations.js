/**
 * Holds the conversations of Clients/conformance with the module itself, wherever it runs: the transport calls back, as
 * a WebSocket does. What they are is written in Clients/conformance/README.md; conversations.py says them in bytes.
 */

import { CallError, ProtocolError, follow } from "../framewire.js";

const METHOD = "io.framewire.v1.";
/** The members of the interface; others may be there and are not compared. */
const MEMBERS = {
  views: ["id", "path", "kind", "parent", "index", "frame", "hidden", "alpha", "clips", "text", "truncated",
    "baselines", "guides", "scroll", "look", "lines"],
  looks: ["id", "background", "color", "radius", "border", "borderColor", "image", "placeholder", "role", "align",
    "style", "font", "data"],
  lines: ["text", "start", "end", "x", "baseline", "width", "rtl"],
};

/** @returns {Promise<string | undefined>} What went wrong, if anything did. */
export async function hold({ encoding, options, steps }) {
  const server = new Server();
  const ended = new AbortController();
  const mode = options[options.indexOf("--mode") + 1];
  const { signal } = ended;
  const scenes = follow(() => server.connect(), { scene: "demo", encoding, mode, firstWaitMs: 1, signal });
  let upcoming = scenes.next();
  upcoming.catch(() => {});
  let problem;
  for (const step of steps) {
    problem = await take(step);
    if (problem === undefined) continue;
    problem = `line ${step.line}: ${problem}`;
    break;
  }
  ended.abort();
  return problem;

  async function take(step) {
    if (step.say) server.say(step.say);
    if (step.flood) server.flood(step.flood, step.bytes);
    if (step.close) server.close();
    if (step.expect) return lacks(wanted(step.expect, encoding), await server.call());
    if (step.ends !== undefined) {
      const end = await upcoming.then(({ done }) => (done ? 0 : "an event"), code);
      return end === step.ends ? undefined : `it ends with ${end}`;
    }
    if (!step.picture && !step.prints) return undefined;
    const { done, value: scene } = await upcoming;
    if (done) return "it ends";
    const { event, rev, settled, views, looks } = scene;
    const problem = step.picture ? differs(picture(step.picture), picture({
      rev, settled, views: [...views.values()], looks: [...looks.values()],
    })) : lacks(step.prints, event);
    upcoming = scenes.next();
    upcoming.catch(() => {});
    return problem;
  }
}

/** How the probe would end. */
function code(error) {
  return error instanceof ProtocolError ? 2 : error instanceof CallError ? 1 : error.message;
}

/** What is a Subscribe in a conversation is a Stream in the binary encoding. */
function wanted(call, encoding) {
  if (call.method !== METHOD + "Subscribe") return call;
  if (encoding === "json") return { ...call, more: true };
  return { ...call, method: METHOD + "Stream", upgrade: true, parameters: { ...call.parameters, encoding } };
}

/** A daemon without a socket. Its transports have no `bytes`, but call back. */
class Server {
  #calls = [];
  #heard = () => {};
  #receive;
  #end;

  connect() {
    return {
      send: (bytes) => {
        this.#calls.push(JSON.parse(new TextDecoder().decode(bytes.subarray(0, -1))));
        this.#heard();
      },
      listen: (receive, end) => { [this.#receive, this.#end] = [receive, end]; },
      close: () => { this.#receive = undefined; },
    };
  }

  async call() {
    while (this.#calls.length === 0) await new Promise((resolve) => { this.#heard = resolve; });
    return this.#calls.shift();
  }

  say({ bytes, chunks }) {
    const all = Uint8Array.from(bytes.match(/../g) ?? [], (byte) => parseInt(byte, 16));
    const step = chunks || all.length || 1;
    for (let at = 0; at < all.length; at += step) this.#receive?.(all.slice(at, at + step));
  }

  flood(text, count) {
    const piece = new TextEncoder().encode(text.repeat(1 << 20));
    for (let said = 0; said < count; said += piece.length) this.#receive?.(piece);
  }

  close() {
    this.#end?.();
  }
}

/** A picture in the one form that is compared: what is as by default is left out. */
function picture({ rev, settled = false, views, looks }) {
  return { rev, settled, views: plain("views", views).sort(byID), looks: plain("looks", looks).sort(byID) };
}

const byID = (one, other) => one.id - other.id;

function plain(kind, records = []) {
  return records.map((record) => {
    const members = MEMBERS[kind].map((name) => [name, name === "lines" ? plain(name, record[name]) : record[name]]);
    return Object.fromEntries(members.filter(([name, value]) => !isDefault(name, value)));
  });
}

function isDefault(name, value) {
  if (name === "alpha" && value === 1) return true;
  return value == null || value === false || (typeof value === "object" && Object.keys(value).length === 0);
}

/** Where two values differ. */
function differs(wanted, found, path = "it") {
  if (typeof wanted !== "object" || wanted === null || typeof found !== "object" || found === null) {
    return wanted === found ? undefined : `${path} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`;
  }
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const problem = differs(wanted[name], found[name], `${path}.${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Where a value lacks something of what is wanted. Null: it must not be there. */
function lacks(wanted, found, path = "it") {
  for (const [name, value] of Object.entries(wanted)) {
    const isGroup = typeof value === "object" && value !== null && !Array.isArray(value);
    const problem = value === null ? (found[name] == null ? undefined : `${path}.${name} is there`)
      : isGroup && found[name] ? lacks(value, found[name], `${path}.${name}`)
      : differs(value, found[name], `${path}.${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
