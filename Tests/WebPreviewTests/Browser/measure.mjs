/**
 * How fast the page is: `FRAMEWIRE_BIN=.build/release node Tests/WebPreviewTests/Browser/measure.mjs`.
 *
 * A save is timed from before the file is written until the browser has taken the new picture from the page: the end
 * of the task behind the frame in which it was drawn. Both clocks are that of the machine.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Served, Tab, pause, until } from "./preview.js";

const TIMES = Number(process.env.TIMES ?? 100);
const now = () => performance.timeOrigin + performance.now();
const place = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(1);
const say = (what, times) => {
  times.sort((one, other) => one - other);
  console.log(`${what}: p50 ${place(times, 0.5)} ms, p99 ${place(times, 0.99)} ms, of ${times.length}`);
};

/** A thousand boxes; `x` moves the first of them, or all. */
const many = (x, movesAll) => `layout many size 800, 300 {\n${Array.from({ length: 1000 }, (_, at) => {
  const left = at % 40 * 9 + (movesAll || at === 0 ? x : 0);
  return `  box b${at} left ${left} top ${Math.floor(at / 40) * 9} width 8 height 8 background: teal`;
}).join("\n")}\n}\n`;
const there = `layout many size 800, 300 {\n${Array.from({ length: 1000 }, (_, at) => `  box b${at} top ${Math.floor(at / 40) * 9} width 8 height 8 background: teal`).join("\n")}
  config here {\n${Array.from({ length: 1000 }, (_, at) => `    b${at}.left == left + ${at % 40 * 9}`).join("\n")}\n  }
  config there {\n${Array.from({ length: 1000 }, (_, at) => `    b${at}.left == left + ${400 + at % 40 * 9}`).join("\n")}\n  }
  transition * 5s linear\n}\n`;

const small = (x) => `layout one size 320, 568 {\n  box a left ${x} top 10 width 40 height 30 background: red\n  label b "Hello" below a gap 8 left 10\n}\n`;

const served = await Served.start({ "many.layout": many(0, true), "one.layout": small(0), "moving.layout": there.replace("layout many", "layout moving") });
const resident = (child, what) => {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  console.log(`${what}: ${(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024).toFixed(1)} MB resident, ${(Number(/RssAnon:\s+(\d+)/.exec(status)[1]) / 1024).toFixed(1)} MB of its own`);
};
const tab = await Tab.open(served.address);
try {
  const version = execFileSync("chromium", ["--version"], { encoding: "utf8" }).trim();
  console.log(version);
  // The page itself says when; asked again and again it would have less time to draw.
  await tab.run(() => {
    const channel = new MessageChannel();
    const waiting = [];
    const clock = () => performance.timeOrigin + performance.now();
    channel.port1.onmessage = () => waiting.shift()();
    globalThis.nextSave = (stage) => {
      const times = {};
      const before = stage.scene.mirror.rev;
      const arrived = new Promise((resolve) => stage.scene.addEventListener("frames", () => {
        times.arrived = clock();
        // Behind the stage's own callback of the frame, which was asked for before.
        requestAnimationFrame(() => {
          times.frame = clock();
          waiting.push(() => {
            times.taken = clock();
            resolve(times);
          });
          channel.port2.postMessage(0);
        });
      }, { once: true }));
      globalThis.saved = arrived;
      return before;
    };
  });
  const timeSaves = async (scene, file, text, what) => {
    await tab.show(scene);
    const [times, parts] = [[], { arrived: [], frame: [], taken: [] }];
    for (let time = 1; time <= TIMES; time++) {
      await pause(30 + Math.random() * 30);
      await tab.page((page) => nextSave(page.stage));
      const taken = tab.run(() => saved);
      const start = now();
      served.save(file, text(time % 20 + 1));
      const said = await taken;
      times.push(said.taken - start);
      parts.arrived.push(said.arrived - start);
      parts.frame.push(said.frame - said.arrived);
      parts.taken.push(said.taken - said.frame);
    }
    say(what, times);
    say("    until the page has it", parts.arrived);
    say("    until the browser's next frame", parts.frame);
    say("    until that is taken", parts.taken);
    await tab.show(undefined);
  };
  await timeSaves("one", "one.layout", small, "save to pixels, 2 views");
  await timeSaves("many", "many.layout", (x) => many(x, false), "save to pixels, 1 of 1,000 views moves");
  await timeSaves("many", "many.layout", (x) => many(x, true), "save to pixels, 1,000 views move");

  await tab.show("many");
  const asked = await tab.page(async (page, times) => {
    const taken = [];
    const { inspector, stage } = page;
    for (let time = 0; time < times; time++) {
      const path = `b${time}`;
      const shown = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (inspector.root.dataset.view !== path) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(inspector.root, { attributes: true, attributeFilter: ["data-view"] });
      });
      const start = performance.now();
      stage.select(path);
      await shown;
      taken.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return taken;
  }, TIMES);
  say("click to reasons, of 1,000 views", asked);

  await tab.show("moving");
  const counted = await tab.page(async (page) => {
    const counts = { revisions: 0, skipped: 0, drawn: page.stage.drawn, frames: 0 };
    const ended = new Promise((resolve) => page.stage.scene.addEventListener("frames", ({ detail }) => {
      counts.revisions += 1;
      counts.skipped += detail.skipped ?? 0;
      if (detail.settled) resolve();
    }));
    let isOver = false;
    const count = () => {
      counts.frames += 1;
      if (!isOver) requestAnimationFrame(count);
    };
    const start = performance.now();
    requestAnimationFrame(count);
    await page.trial.set("config", { op: "config", name: "there" });
    await ended;
    isOver = true;
    return { ...counts, drawn: page.stage.drawn - counts.drawn, seconds: (performance.now() - start) / 1000 };
  });
  const rate = (count) => (count / counted.seconds).toFixed(1);
  console.log(`1,000 views move: ${rate(counted.revisions)} revisions a second came (${counted.skipped} skipped), ${rate(counted.drawn)} pictures a second were drawn of ${rate(counted.frames)} that the browser made`);
  await pause(3000);
  resident(served.shown, "preview");
  resident(served.daemon, "daemon");
} finally {
  await tab.close();
  await served.stop();
}
