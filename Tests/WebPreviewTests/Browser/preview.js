/**
 * A folder of layouts with a daemon and a preview, and Chromium with its page: what the stories are told with.
 *
 * The programs are those of the folder FRAMEWIRE_BIN.
 */

import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Connection } from "../../../Clients/javascript/framewire.js";
import { connect } from "../../../Clients/javascript/node.js";
import { Chromium, withoutChromium } from "../../../Clients/javascript/test/chromium.js";

export { Chromium, Connection, connect, pause };
export const skip = withoutChromium || (process.env.FRAMEWIRE_BIN ? false : "FRAMEWIRE_BIN names no folder of programs");
/** How long anything may take. */
const PATIENCE_MS = Number(process.env.PATIENCE ?? 30_000);

/** Waits until something holds. @template T @param {() => T | Promise<T>} condition @returns {Promise<T>} */
export async function until(condition, what = condition.toString()) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`did not come to hold: ${what}`);
    await pause(10);
  }
}

export class Served {
  folder = mkdtempSync(join(tmpdir(), "framewire-preview-"));
  layouts = join(this.folder, "Layouts");
  socket = join(this.folder, "s.sock");
  #processes = [];

  /** @param {Record<string, string>} files Names to texts; without any the samples. */
  constructor(files) {
    if (files) mkdirSync(this.layouts);
    else cpSync(fileURLToPath(new URL("../../../Layouts", import.meta.url)), this.layouts, { recursive: true });
    for (const [name, text] of Object.entries(files ?? {})) this.save(name, text);
  }

  save(name, text) { writeFileSync(join(this.layouts, name), text); }

  /** Puts a program of ours ahead of the machine's. */
  program(name, script) {
    const folder = join(this.folder, "programs");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  }

  /** Starts one of our programs in the folder. */
  run(program, words) {
    // The page as it is in the sources, where somebody works on it.
    if (process.env.ASSETS && words[0] === "preview") words = [...words, "--assets", process.env.ASSETS];
    const env = { PATH: `${join(this.folder, "programs")}:${process.env.PATH}`, XDG_STATE_HOME: join(this.folder, "state"), HOME: this.folder };
    const child = spawn(join(process.env.FRAMEWIRE_BIN, program), words, { cwd: this.folder, env });
    child.said = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => { child.said += text; });
    this.#processes.push(child);
    return child;
  }

  async serve() {
    this.daemon = this.run("framewire", ["serve", "Layouts", "--socket", this.socket, "--text", "fixed"]);
    await until(() => this.daemon.said.includes("Control-C ends it."), "the daemon serves");
  }

  async preview(...words) {
    this.shown = this.run("framewire", ["preview", "--socket", this.socket, ...words]);
    await until(() => /http:\S+/.test(this.shown.said) || this.shown.exitCode !== null, "the preview listens");
    this.address = /http:\S+/.exec(this.shown.said)?.[0];
    if (!this.address) throw new Error(this.shown.said);
    [this.origin, this.token] = this.address.split("/#");
  }

  static async start(files, ...words) {
    const served = new Served(files);
    await served.serve();
    await served.preview(...words);
    return served;
  }

  async end(child, signal = "SIGTERM") {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  async stop() {
    for (const child of this.#processes) await this.end(child);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Asks the daemon itself. */
  async ask(method, parameters) {
    const connection = new Connection(await connect(this.socket));
    try {
      return await connection.call(method, parameters);
    } finally {
      connection.close();
    }
  }
}

/** The page in the browser. */
export class Tab {
  /** What the browser complains of. */
  complaints = [];

  /** @param {Chromium} chromium */
  constructor(chromium) {
    this.chromium = chromium;
    chromium.on("Log.entryAdded", ({ entry }) => {
      // That a server is gone is part of a story.
      if (entry.level === "error" && !/net::ERR_|status of (401|403|404|409|503)/.test(entry.text)) this.complaints.push(entry.text);
    });
    chromium.on("Runtime.exceptionThrown", ({ exceptionDetails: { exception, text } }) => this.complaints.push(exception?.description ?? text));
  }

  static async open(address, [width, height] = [1280, 800]) {
    const tab = new Tab(await Chromium.start());
    await tab.chromium.call("Runtime.enable");
    await tab.chromium.call("Log.enable");
    await tab.chromium.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await tab.go(address);
    return tab;
  }

  async go(address) {
    await this.chromium.open("about:blank");
    await this.chromium.open(address);
    await this.run(() => {
      globalThis.violations = [];
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, sample }) => violations.push(`${violatedDirective} ${sample}`));
    });
  }

  /** Shows a scene, or all of them. */
  async show(scene) {
    await this.page((page, name) => page.go(name), scene);
    if (scene !== undefined) await this.isShown(scene);
  }

  isShown(scene) {
    return until(() => this.page((page, name) => page.trial?.shown && page.name === name && page.stage.placed.length > 0
      && page.stage.scene === page.trial.shown, scene), `${scene} is shown`);
  }

  /** Runs a function of the page's own, with the page and these values. */
  page(action, ...values) {
    return this.run(`async (...values) => (${action})((await import(document.querySelector("script").src)).page, ...values)`, ...values);
  }

  run(action, ...values) { return this.chromium.run(action, ...values); }

  /** Where a place of the scene is in the window. */
  at(x, y) {
    return this.page((page, x, y) => {
      const { left, top } = page.stage.root.getBoundingClientRect();
      const [cornerX, cornerY] = page.stage.corner;
      return [left + cornerX + x * page.stage.factor, top + cornerY + y * page.stage.factor];
    }, x, y);
  }

  /** The red, green and blue that is drawn at a place of the scene. */
  pixel(x, y) {
    return this.page((page, x, y) => {
      const { stage } = page;
      const [left, top] = stage.corner;
      const [viewport, canvas] = [stage.root, stage.canvas].map((one) => one.getBoundingClientRect());
      const place = [left + x * stage.factor + viewport.left - canvas.left, top + y * stage.factor + viewport.top - canvas.top].map(Math.floor);
      return [...stage.canvas.getContext("2d").getImageData(...place, 1, 1).data.slice(0, 3)];
    }, x, y);
  }

  async mouse(type, [x, y], more = {}) {
    await this.chromium.call("Input.dispatchMouseEvent", { type, x, y, button: type === "mouseMoved" ? "none" : "left", clickCount: 1, ...more });
  }

  async click(place) {
    await this.mouse("mousePressed", place, { buttons: 1 });
    await this.mouse("mouseReleased", place);
  }

  async drag(from, to, steps = 10) {
    await this.mouse("mouseMoved", from);
    await this.mouse("mousePressed", from, { buttons: 1 });
    for (let step = 1; step <= steps; step++) {
      const place = from.map((value, side) => value + (to[side] - value) * step / steps);
      await this.mouse("mouseMoved", place, { button: "left", buttons: 1 });
    }
    await this.mouse("mouseReleased", to);
  }

  async key(key, more = {}) {
    const text = key.length === 1 ? key : key === "Enter" ? "\r" : undefined;
    const codes = { Enter: 13, Tab: 9, Escape: 27, ArrowUp: 38, ArrowDown: 40, ArrowLeft: 37, ArrowRight: 39 };
    await this.chromium.call("Input.dispatchKeyEvent", { type: "keyDown", key, text, windowsVirtualKeyCode: codes[key], ...more });
    await this.chromium.call("Input.dispatchKeyEvent", { type: "keyUp", key, windowsVirtualKeyCode: codes[key], ...more });
  }

  /** The middle of an element. */
  middle(selector) {
    return this.run((selector) => {
      const found = document.querySelector(selector);
      found.scrollIntoView({ block: "nearest" });
      const { left, top, width, height } = found.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    }, selector);
  }

  text(selector) { return this.run((selector) => document.querySelector(selector)?.textContent ?? null, selector); }

  close() { return this.chromium.close(); }
}
