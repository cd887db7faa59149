/**
 * A page in Chromium, without a window: enough of its protocol to run something there and to take a picture. Its
 * messages end with a NUL and go through pipes.
 */

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".jsonl": "text/plain; charset=utf-8" };

/** Serves the files below a folder, and whatever `extras` has by path. @returns {Promise<{ origin, close }>} */
export function serveFiles(folder, extras = {}) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    try {
      const body = extras[path] ?? readFileSync(join(folder, path));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const close = () => { server.close(); server.closeAllConnections(); };
      resolve({ origin: `http://127.0.0.1:${server.address().port}`, close });
    });
  });
}

/** Why nothing can be tried in it; false if it can. */
export const withoutChromium = spawnSync("chromium", ["--version"]).error
  ? "there is no chromium; 'make deps' installs it" : false;

export class Chromium {
  #profile = mkdtempSync(join(tmpdir(), "framewire-chromium-"));
  #process;
  #waiting = new Map();
  #events = new Map();
  #count = 0;
  #rest = "";
  #session;

  /** Starts it with an empty page. */
  static async start() {
    const chromium = new Chromium();
    const { targetInfos } = await chromium.call("Target.getTargets");
    const { targetId } = targetInfos.find(({ type }) => type === "page");
    chromium.#session = (await chromium.call("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    await chromium.call("Page.enable");
    return chromium;
  }

  constructor() {
    // Root has no sandbox, and containers little shared memory.
    const sandbox = process.getuid() === 0 ? ["--no-sandbox"] : [];
    this.#process = spawn("chromium", [
      "--headless=new", ...sandbox, "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
      "--force-device-scale-factor=1", "--remote-debugging-pipe", `--user-data-dir=${this.#profile}`, "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.#process.stdio[4].setEncoding("utf8").on("data", (text) => this.#take(text));
    this.#process.on("exit", () => this.#waiting.forEach(({ reject }) => reject(new Error("chromium ended"))));
  }

  #take(text) {
    const messages = (this.#rest + text).split("\0");
    this.#rest = messages.pop();
    for (const { id, method, params, result, error } of messages.map((message) => JSON.parse(message))) {
      const { resolve, reject } = this.#waiting.get(id) ?? {};
      this.#waiting.delete(id);
      if (error) reject(new Error(error.message));
      else resolve?.(result);
      this.#events.get(method)?.(params);
    }
  }

  /** Any command of its protocol. */
  call(method, params = {}) {
    const id = ++this.#count;
    this.#process.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.#session }) + "\0");
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Calls with what each event of a kind says; one listener a kind. */
  on(event, listener) { this.#events.set(event, listener); }

  /** Goes to a page and waits until it is loaded. */
  async open(url) {
    const loaded = new Promise((resolve) => this.#events.set("Page.loadEventFired", resolve));
    await this.call("Page.navigate", { url });
    await loaded;
  }

  /** Runs a function of the page's own, without anything around it; answers what its promise comes to. */
  async run(action, ...values) {
    const expression = `(${action})(...${JSON.stringify(values)})`;
    const { result, exceptionDetails } = await this.call("Runtime.evaluate", {
      expression, awaitPromise: true, returnByValue: true, allowUnsafeEvalBlockedByCSP: false,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** The page as a PNG. */
  async picture() {
    return Buffer.from((await this.call("Page.captureScreenshot")).data, "base64");
  }

  async close() {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#session = undefined;
    this.call("Browser.close").catch(() => {});
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
