import assert from "node:assert/strict";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { after, afterEach, before, describe, test } from "node:test";
import { Connection, Served, Tab, connect, pause, skip, until } from "./preview.js";

const timeout = 240_000;

/** A red box on white that stands `left` from the edge. */
const probe = (left) => `layout probe size 200, 100 {
  view ground fill background: white
  box red left ${left} #gap top 10 width 40 height 30 background: red
  label words "<img src=x onerror=alert(1)>" left 10 bottom 10
  var columns = 2
  box blue left 10 #edge top 60 width 10 * columns height 5 background: blue
}
`;
const RED = [255, 0, 0];
const WHITE = [255, 255, 255];

describe("the samples", { skip, timeout }, () => {
  let served, tab;
  before(async () => {
    served = await Served.start();
    tab = await Tab.open(served.address);
  });
  after(async () => {
    await tab?.close();
    await served?.stop();
  });
  afterEach(async () => {
    assert.deepEqual(tab.complaints, []);
    assert.deepEqual(await tab.run(() => violations), []);
  });

  test("each scene has a tile, and its rectangles are those of a snapshot", async () => {
    const { scenes } = await served.ask("ListScenes");
    assert.ok(scenes.length > 30);
    await until(() => tab.page((page, count) => [...page.scenes.all.values()].filter(({ mirror }) => mirror.views.size > 0).length === count, scenes.length));
    assert.equal(await tab.run(() => document.querySelectorAll(".tile").length), scenes.length);

    for (const { name } of scenes) {
      const { event } = await served.ask("Snapshot", { scene: name, filter: { space: "scene" } });
      const placed = await tab.page(async (page, name) => {
        const { place } = await import(new URL("painter.js", document.querySelector("script").src));
        return place(page.scenes.all.get(name).mirror).map(({ view, x, y, width, height }) => [view.path, x, y, width, height]);
      }, name);
      assert.deepEqual(placed, event.views.map(({ path, frame }) => [path, ...frame]), name);
    }
  });

  test("scenes are found by a part of their name", async () => {
    const find = (text) => tab.run((text) => {
      const search = document.querySelector("[data-name=find]");
      search.value = text;
      search.dispatchEvent(new Event("input"));
      return [...document.querySelectorAll(".tile")].map((tile) => tile.dataset.scene);
    }, text);
    assert.deepEqual(await find("toast"), ["toast", "toast/phone", "toast/phone landscape"]);
    assert.deepEqual(await find("no such scene"), []);
    assert.equal((await find("")).length, (await served.ask("ListScenes")).scenes.length);
  });

  test("pulling at an edge flips a size class in the copy, and the scene itself stays", async () => {
    await tab.show("columns");
    assert.equal(await tab.page((page) => page.trial.mode), "private");
    const [right] = ["[data-name='handle right']"];
    const from = await tab.middle(right);
    await tab.drag(from, [from[0] + 260, from[1]]);
    const copy = await tab.page((page) => page.stage.scene.name);
    await until(async () => (await served.ask("Get", { scene: copy, names: ["sizeClass.x"] })).values[0].value === "regular");
    await until(() => tab.page((page) => page.stage.placed[0].width >= 600));

    const { scenes } = await served.ask("ListScenes");
    assert.deepEqual(scenes.find(({ name }) => name === "columns").size, [390, 844]);
    assert.equal(scenes.some(({ name }) => name === copy), false);
    assert.equal((await served.ask("Get", { scene: "columns", names: ["sizeClass.x"] })).values[0].value, "compact");
    await until(async () => (await tab.text(".ticks"))?.includes("regular"), "the place where it flips is marked");
    if (process.env.PICTURES) writeFileSync(`${process.env.PICTURES}/dragged.png`, await tab.chromium.picture());
  });

  test("a click says why, with the place in the file", async () => {
    await tab.show("login");
    await tab.click(await tab.at(195, 450)); // user: 39, 422, 312 × 67.52
    await until(async () => (await tab.text(".inspector h3"))?.startsWith("user"));
    await until(async () => (await tab.text(".inspector"))?.includes("height 8%"));
    if (process.env.PICTURES) writeFileSync(`${process.env.PICTURES}/why.png`, await tab.chromium.picture());

    const { attributes } = await served.ask("Explain", { scene: "login", view: "user" });
    const height = attributes.find(({ name }) => name === "height").because.find(({ source }) => source === "height 8%");
    const links = await tab.run(() => [...document.querySelectorAll(".inspector .deciding a")].map((link) => [link.closest("li").querySelector("code").textContent, link.textContent, link.title]));
    const [, words, title] = links.find(([source]) => source === "height 8%");
    assert.equal(words, `login.layout:${height.span.line}:${height.span.column}`);
    assert.equal(title, `${served.folder}/Layouts/login.layout:${height.span.line}:${height.span.column}`);
    const deciding = await tab.run(() => [...document.querySelectorAll(".inspector .deciding code.source")].map(({ textContent }) => textContent));
    assert.deepEqual(deciding, ["center x", "width 80%", "top == super.centerY @high", "below user", "height 8%"]);
    await until(() => tab.run(() => document.querySelector("[role=treeitem][aria-selected=true]")?.dataset.path === "user"), "the tree has it");
  });

  test("all of it goes by keyboard", async () => {
    await tab.show(undefined);
    await until(() => tab.run(() => document.querySelector(".tile[data-scene=login]") !== null));
    await tab.run(() => document.querySelector(".tile[data-scene=login]").focus());
    await tab.key("Enter");
    await tab.isShown("login");
    await until(() => tab.run(() => document.querySelector("[role=treeitem]") !== null));
    await tab.key("/");
    assert.equal(await tab.run(() => document.activeElement.type), "search");
    await tab.key("ArrowDown");
    await tab.key("ArrowDown"); // root, user
    await until(async () => (await tab.text(".inspector h3"))?.startsWith("user"));
    await tab.key("ArrowDown");
    await until(async () => (await tab.text(".inspector h3"))?.startsWith("pass"));
    await tab.run(() => document.querySelector("[data-name='handle right']").focus());
    for (let times = 0; times < 3; times++) await tab.key("ArrowRight");
    await until(() => tab.page((page) => page.stage.placed[0].width === 393));
    assert.equal(await tab.run(() => document.activeElement.getAttribute("aria-valuenow")), "393");
    await tab.run(() => document.activeElement.blur());
    await tab.key("Escape"); // nothing is selected
    await tab.key("Escape");
    await until(() => tab.page((page) => page.name === undefined && page.sheet.isShown));
  });

  test("the tree is the canvas's twin", async () => {
    await tab.show("settings");
    const { event } = await served.ask("Snapshot", { scene: "settings" });
    await until(() => tab.run((count) => document.querySelectorAll("[role=treeitem]").length === count, event.views.length));
    const items = await tab.run(() => [...document.querySelectorAll("[role=treeitem]")].map((item) => [item.dataset.path, Number(item.getAttribute("aria-level")), item.tabIndex]));
    const depth = (view) => (view.parent == null ? 1 : 1 + depth(event.views.find(({ id }) => id === view.parent)));
    assert.deepEqual(items.map(([path, level]) => [path, level]), event.views.map((view) => [view.path, depth(view)]));
    assert.equal(items.filter(([, , index]) => index === 0).length, 1);
  });
});

describe("one file", { skip, timeout }, () => {
  let served, tab;
  before(async () => {
    served = await Served.start({ "probe.layout": probe(10) });
    tab = await Tab.open(served.address);
    await until(() => tab.page((page) => page.scenes.all.has("probe")));
    await tab.show("probe");
  });
  after(async () => {
    await tab?.close();
    await served?.stop();
  });
  afterEach(async () => {
    assert.deepEqual(tab.complaints, []);
    assert.deepEqual(await tab.run(() => violations), []);
  });

  const sees = (x, colour) => until(async () => `${await tab.pixel(x, 25)}` === `${colour}`, `${colour} at ${x}`);

  test("saving moves pixels", async () => {
    await sees(12, RED);
    await sees(120, WHITE);
    served.save("probe.layout", probe(100));
    await sees(120, RED);
    await sees(12, WHITE);
    await until(async () => (await tab.text(".news"))?.startsWith("saved: 1 view changed"));
  });

  test("what a save has changed is marked for a moment, and neither that nor pointing at views draws the scene again", async () => {
    const state = () => tab.page(({ stage }) => ({ drawn: stage.drawn, isMarked: !stage.marks.hidden, isExplained: !stage.overlay.hidden }));
    await until(async () => !(await state()).isMarked);
    const before = await state();
    served.save("probe.layout", probe(105));
    await sees(107, RED);
    await until(async () => (await state()).isMarked);
    // All around the box at 105, 10, which is 40 wide and 30 high, and no further.
    const [marks, expected] = await tab.page(({ stage }) => {
      const [viewport, { left, top, width, height }] = [stage.root, stage.marks].map((one) => one.getBoundingClientRect());
      const [x, y] = stage.corner;
      return [[left - viewport.left, top - viewport.top, width, height], [x + 105 * stage.factor, y + 10 * stage.factor, 40 * stage.factor, 30 * stage.factor]];
    });
    for (const [side, value] of marks.entries()) assert.ok(Math.abs(value - expected[side]) <= 5, `${marks} around ${expected}`);
    await until(async () => !(await state()).isMarked);
    const after = await state();
    // The frames that it came with, and none for fading.
    assert.ok(after.drawn - before.drawn <= 2, `${after.drawn - before.drawn} times`);
    await tab.mouse("mouseMoved", await tab.at(110, 20));
    await until(async () => (await state()).isExplained);
    assert.equal((await state()).drawn, after.drawn);
    await tab.mouse("mouseMoved", [2, 2]);
    await until(async () => !(await state()).isExplained);
    served.save("probe.layout", probe(100));
    await sees(102, RED);
  });

  test("why follows a save that moves nothing, and says what is asked for in vain", async () => {
    // `left` of the red box is in the third line, and in the fifth with two lines above it.
    await tab.page((page) => page.stage.select("red"));
    await until(async () => (await tab.text(".inspector"))?.includes("probe.layout:3:"));
    served.save("probe.layout", `// one\n// two\n${probe(100)}`);
    await until(async () => (await tab.text(".inspector"))?.includes("probe.layout:5:"));
    assert.ok(!(await tab.text(".inspector")).includes("probe.layout:3:"));

    served.save("probe.layout", probe(100).replace("width 40 height", "width 40 width >= 60 @high height"));
    await until(() => tab.run(() => [...document.querySelectorAll(".inspector .deciding li")].some((reason) =>
      reason.textContent.includes("width >= 60") && reason.textContent.includes("20 missing"))));
    served.save("probe.layout", probe(100));
    await until(async () => !(await tab.text(".inspector"))?.includes("width >= 60"));
    await tab.page((page) => page.stage.select(undefined));
  });

  test("a mistake shows the band and keeps the last frames, dimmed; mending takes it away", async () => {
    served.save("probe.layout", probe("middel"));
    await until(() => tab.run(() => !document.querySelector(".band").hidden));
    const words = await tab.text(".band");
    assert.match(words, /no .*'middel'/);
    assert.match(words, /probe\.layout:3:\d+/);
    // Its line, of which the sixteenth letter is the first that is wrong; whoever has it read out hears the line alone.
    const line = probe("middel").split("\n")[2];
    assert.equal(line.indexOf("middel"), 15);
    assert.deepEqual(await tab.run(() => [".excerpt code", ".excerpt mark", ".excerpt .caret"].map((part) => document.querySelector(`.band ${part}`)?.textContent)),
      [line, "middel", `${" ".repeat(15)}^^^^^^`]);
    assert.equal(await tab.run(() => [...document.querySelector(".band .excerpt").childNodes].filter((node) => node.nodeType === 1 && !node.matches("[aria-hidden=true]")).map(({ localName }) => localName).join()), "code");
    assert.equal(await tab.run(() => document.querySelector(".scene").classList.contains("stale")), true);
    await sees(120, RED);
    // Beside the scene, and not over it.
    assert.equal(await tab.run(() => {
      const [band, view] = [".band", ".viewport"].map((name) => document.querySelector(name).getBoundingClientRect());
      return band.top >= view.bottom || band.bottom <= view.top;
    }), true);
    if (process.env.PICTURES) writeFileSync(`${process.env.PICTURES}/mistake.png`, await tab.chromium.picture());

    served.save("probe.layout", probe(20));
    await until(() => tab.run(() => document.querySelector(".band").hidden));
    await until(() => tab.run(() => !document.querySelector(".scene").classList.contains("stale")));
    await sees(22, RED);
  });

  test("a mistake that is mended at once is not shown", async () => {
    await tab.run(() => {
      globalThis.shown = false;
      new MutationObserver(() => { globalThis.shown ||= !document.querySelector(".band").hidden; }).observe(document.querySelector(".band"), { attributes: true });
    });
    await tab.page((page) => {
      globalThis.states = [];
      // As long as it lasts time stands still, so that a slow machine is as good as a fast one.
      globalThis.realTimeout = setTimeout;
      globalThis.setTimeout = (action, ms, ...more) => (ms === 250 ? 0 : realTimeout(action, ms, ...more));
      page.stage.scene.addEventListener("diagnostics", () => states.push(page.stage.scene.mirror.state));
    });
    served.save("probe.layout", probe("nothing"));
    await until(() => tab.run(() => states.includes("stale")));
    served.save("probe.layout", probe(30));
    await until(() => tab.run(() => states.at(-1) === "ok"));
    await sees(32, RED);
    await tab.run(() => { globalThis.setTimeout = realTimeout; });
    assert.equal(await tab.run(() => shown), false);
  });

  test("what comes from the file is text", async () => {
    await tab.page((page) => page.stage.select("words"));
    await until(async () => (await tab.text(".inspector"))?.includes("“<img src=x onerror=alert(1)>”"));
    assert.equal(await tab.run(() => document.querySelectorAll("img, iframe, object, embed").length), 0);
  });

  const set = (name, value) => tab.run((name, value) => {
    const input = document.querySelector(`.controls [data-name="${name}"]`);
    input.focus();
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, name, value);
  const valueOf = async (scene, name) => (await served.ask("Get", { scene, names: [name] })).values[0].value;

  test("constants and variables are set in the copy, stay over saves, and are taken back alone", async () => {
    served.save("probe.layout", probe(10));
    await sees(12, RED);
    await until(() => tab.run(() => document.querySelector(".controls [data-name='constant #gap']") !== null));
    await set("constant #gap", "90");
    await sees(92, RED);
    await set("variable columns", "5");
    const copy = await tab.page((page) => page.stage.scene.name);
    await until(async () => await valueOf(copy, "columns") === 5);
    assert.equal(await valueOf("probe", "#gap"), 10);
    assert.equal(await valueOf("probe", "columns"), 2);

    served.save("probe.layout", probe(10).replace("top 10 width 40", "top 20 width 40"));
    await until(async () => `${await tab.pixel(92, 15)}` === `${WHITE}`);
    await sees(92, RED);

    await until(() => tab.run(() => document.querySelector("[data-name='reset constant #gap']") !== null));
    await tab.run(() => {
      document.activeElement.blur();
      document.querySelector("[data-name='reset constant #gap']").click();
    });
    await sees(12, RED);
    assert.equal(await valueOf(copy, "columns"), 5);

    // Who changes it in the file has the last word.
    await set("constant #gap", "90");
    // What is beside the field follows while somebody types in it.
    await until(() => tab.run(() => document.querySelector("[data-name='copy constant #gap']").title === "copy “left 90 #gap”"
      && document.querySelector("[data-name='reset constant #gap']") !== null));
    await sees(92, RED);
    served.save("probe.layout", probe(11));
    await sees(12, RED);
    await tab.run(() => document.activeElement.blur());
    await until(() => tab.page((page) => page.trial.ops.size === 1));
  });

  test("only on purpose the scene itself is changed, and that can be taken back", async () => {
    const choose = (mode) => tab.run((mode) => {
      const select = document.querySelector("[data-name=mode]");
      select.value = mode;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }, mode);
    await choose("live");
    await until(() => tab.page((page) => page.stage.scene.name === "probe"));
    await until(() => tab.run(() => document.querySelector(".controls [data-name='constant #gap']")?.value === "11"));
    await set("constant #gap", "70");
    await until(async () => await valueOf("probe", "#gap") === 70);
    await until(() => tab.run(() => document.querySelector("[data-name='reset constant #gap']") !== null));
    await tab.run(() => {
      document.activeElement.blur();
      document.querySelector("[data-name='reset constant #gap']").click();
    });
    await until(async () => await valueOf("probe", "#gap") === 11);
    // The file decides again, and not the number that it had.
    served.save("probe.layout", probe(13));
    await until(async () => await valueOf("probe", "#gap") === 13);
    served.save("probe.layout", probe(11));
    await until(async () => await valueOf("probe", "#gap") === 11);
    await choose("private");
    await until(() => tab.page((page) => page.stage.scene.name !== "probe"));
  });

  test("whatever is taken back in the scene itself is the file's again", async () => {
    served.save("taken.layout", `layout taken size 200, 100 {
  var columns = 2
  box a left 0 width columns height 10 {
    if flag(quiet) { hidden }
    if dark { alpha: 0.5 }
  }
  initial one
  config one { a.top == super.top + 3 }
  config two { a.top == super.top + 5 }
}
`);
    await until(() => tab.page((page) => page.scenes.all.has("taken")));
    await tab.show("taken");
    await tab.page((page) => page.trial.become("live"));
    await until(() => tab.page((page) => page.stage.scene.name === "taken" && page.trial.canSet));
    const keys = ["variable columns", "flag quiet", "trait style", "config root"];
    const change = (key, value) => tab.run((key, value) => {
      const input = document.querySelector(`.controls [data-name="${key}"]`);
      if (input.type === "checkbox") input.checked = value;
      else input.value = value;
      for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
    }, key, value);
    const from = async () => (await served.ask("Get", { scene: "taken", names: ["columns", "quiet", "style"] })).values.map((value) => value.from);
    const config = async () => (await served.ask("ListScenes")).scenes.find(({ name }) => name === "taken").configs[0].active;
    await until(() => tab.run((keys) => keys.every((key) => document.querySelector(`.controls [data-name="${key}"]`)), keys));
    const before = await from();
    assert.ok(!before.includes("outside"), `${before}`);
    for (const [key, value] of [["variable columns", "4"], ["flag quiet", true], ["trait style", "dark"], ["config root", "two"]]) await change(key, value);
    await until(async () => (await from()).every((one) => one === "outside") && await config() === "two");
    await tab.page((page) => page.trial.resetAll());
    await until(async () => `${await from()}` === `${before}`, "nothing is set from outside any more");
    assert.equal(await config(), "one");
    served.save("taken.layout", readFileSync(join(served.layouts, "taken.layout"), "utf8").replace("initial one", "initial two"));
    await until(async () => await config() === "two", "what the file says later holds");
    // So it is with the size: a save that says another one is followed.
    const size = async () => (await served.ask("ListScenes")).scenes.find(({ name }) => name === "taken").size;
    await tab.page((page) => page.resize([333, 222]));
    await until(async () => `${await size()}` === "333,222");
    await tab.page((page) => page.trial.resetAll());
    await until(async () => `${await size()}` === "200,100");
    served.save("taken.layout", readFileSync(join(served.layouts, "taken.layout"), "utf8").replace("size 200, 100", "size 210, 110"));
    await until(async () => `${await size()}` === "210,110", "what the file says later holds of the size");
    rmSync(join(served.layouts, "taken.layout"));
    await tab.show("probe");
  });

  test("whoever changes the scene itself is told who else follows it, and what they have set", async () => {
    await tab.page((page) => page.trial.become("live"));
    await until(async () => (await tab.text(".toolbar .warning"))?.endsWith(": nobody else now."));
    const other = new Connection(await connect(served.socket));
    const events = other.subscribe({ scene: "probe" });
    await events.next();
    await until(async () => (await tab.text(".toolbar .warning"))?.endsWith(": one other now."));
    await served.ask("Apply", { scene: "probe", ops: [{ op: "constant", name: "#edge", value: 44 }, { op: "trait", name: "style", value: "dark" }] });
    await until(async () => (await tab.text(".toolbar .warning"))?.endsWith(": one other now. Others have set: trait, constant."));
    await until(async () => (await tab.text(".control[data-line='constant #edge']"))?.includes("somebody else has set it"));
    assert.ok(!(await tab.text(".control[data-line='constant #gap']")).includes("somebody else"));
    if (process.env.PICTURES) writeFileSync(`${process.env.PICTURES}/live.png`, await tab.chromium.picture());
    other.close();
    await until(async () => (await tab.text(".toolbar .warning"))?.includes(": nobody else now."));
    await served.ask("Apply", { scene: "probe", ops: [{ op: "reset" }] });
    await tab.page((page) => page.trial.become("private"));
    await until(() => tab.page((page) => page.stage.scene.name !== "probe"));
  });

  test("what is taken back in the scene itself leaves what somebody else has set", async () => {
    const size = async () => (await served.ask("ListScenes")).scenes.find(({ name }) => name === "probe").size;
    const elsewhere = (...ops) => served.ask("Apply", { scene: "probe", ops, wait: "solved" });
    await tab.page((page) => page.trial.become("live"));
    await until(() => tab.page((page) => page.stage.scene.name === "probe"));

    // Set before: that is there again.
    await elsewhere({ op: "size", value: [250, 150] });
    await tab.page((page) => page.resize([300, 200]));
    await until(async () => `${await size()}` === "300,200");
    await tab.page((page) => page.trial.reset("size"));
    await until(async () => `${await size()}` === "250,150");

    // Set since: that stays.
    await tab.page((page) => page.resize([310, 210]));
    await until(async () => `${await size()}` === "310,210");
    await tab.page((page) => page.trial.set("constant #gap", { op: "constant", name: "#gap", value: 70 }, { op: "constant", name: "#gap" }));
    await elsewhere({ op: "size", value: [260, 160] }, { op: "constant", name: "#gap", value: 71 });
    await tab.page((page) => page.trial.resetAll());
    assert.deepEqual(await size(), [260, 160]);
    assert.equal(await valueOf("probe", "#gap"), 71);
    assert.match(await tab.text(".news"), /somebody else has set it since/);

    await elsewhere({ op: "reset" });
    await tab.page((page) => page.trial.become("private"));
    await until(() => tab.page((page) => page.stage.scene.name !== "probe"));
  });

  test("time stands still, goes a frame further, and is looked back at", async () => {
    await tab.page((page) => page.timeline.pauseOrRun());
    await until(async () => await tab.text("[data-name=pause]") === "Run");
    await tab.page((page) => page.timeline.step());
    await tab.page((page) => page.timeline.pauseOrRun());
    await until(async () => await tab.text("[data-name=pause]") === "Pause");

    await tab.page((page) => page.trial.set("constant #gap", { op: "constant", name: "#gap", value: 50 }));
    await sees(52, RED);
    await tab.page((page) => page.trial.set("constant #gap", { op: "constant", name: "#gap", value: 120 }));
    await sees(122, RED);
    await until(async () => (await tab.run(() => document.querySelectorAll(".strip > div").length)) > 1);
    await tab.page((page) => page.timeline.ask());
    const last = await tab.run(() => Math.max(...[...document.querySelectorAll(".strip > div")].map((one) => Number(one.dataset.rev))));
    await tab.page((page, rev) => page.timeline.show(rev), last - 1);
    await sees(52, RED);
    await tab.key("Escape");
    await sees(122, RED);
    await tab.page((page) => page.trial.resetAll());
    await sees(12, RED);
  });

  test("a hidden tab follows nothing, and goes on from where it stood", async () => {
    const hide = (isHidden) => tab.run((isHidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
    await tab.page((page) => {
      globalThis.kinds = [];
      page.stage.scene.addEventListener("frames", ({ detail }) => kinds.push(detail.kind));
    });
    await hide(true);
    await until(async () => (await served.ask("Stats")).metrics.subscribers === 0);
    served.save("probe.layout", probe(130));
    await until(async () => await valueOf("probe", "#gap") === 130);
    await sees(12, RED);
    await hide(false);
    await sees(132, RED);
    assert.deepEqual(await tab.run(() => kinds), ["delta"]);
  });

  test("a daemon that was killed and comes back is shown again, with what was tried", async () => {
    served.save("probe.layout", probe(10));
    await tab.page((page) => page.trial.set("constant #gap", { op: "constant", name: "#gap", value: 60 }));
    await sees(62, RED);
    await served.end(served.daemon, "SIGKILL");
    await until(() => tab.run(() => document.body.classList.contains("lost")));
    await sees(62, RED);
    await served.serve();
    await until(() => tab.run(() => !document.body.classList.contains("lost")));
    served.save("probe.layout", probe(10).replace("height 30", "height 35"));
    await until(async () => `${await tab.pixel(62, 43)}` === `${RED}`, "the save is seen, and the gap is as it was tried");
  });

  test("a preview that is started anew is found again by the open tab", async () => {
    const { address } = served;
    await served.end(served.shown);
    await until(() => tab.run(() => document.body.classList.contains("lost")));
    await served.preview();
    assert.equal(served.address, address);
    await until(() => tab.run(() => !document.body.classList.contains("lost")));
  });

  test("scenes come and go with their files", async () => {
    await tab.show(undefined);
    served.save("other.layout", "layout other { box a fill }\n");
    await until(() => tab.run(() => document.querySelector(".tile[data-scene=other]") !== null));
  });
});

describe("who else would like to read", { skip, timeout }, () => {
  let served, tab;
  before(async () => {
    served = await Served.start({ "probe.layout": probe(10) });
    tab = await Tab.open(served.address);
  });
  after(async () => {
    await tab?.close();
    await served?.stop();
  });

  /** What a program gets. */
  const ask = (path, { method = "GET", headers = {}, body } = {}) => new Promise((resolve, reject) => {
    const asked = request(served.origin + path, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece) => { text += piece; }).on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
  const call = { method: "POST", body: JSON.stringify({ page: "0".repeat(32), method: "ListScenes" }) };
  const type = { "Content-Type": "application/json" };

  test("the page's own requests are answered, and each without one of their marks is not", async () => {
    const good = { ...type, Authorization: `Bearer ${served.token}` };
    assert.equal((await ask("/call", { ...call, headers: good })).status, 200);
    assert.equal((await ask("/call", { ...call, headers: { ...good, Host: "localhost" } })).status, 403);
    assert.equal((await ask("/call", { ...call, headers: { ...good, Origin: "http://evil.example" } })).status, 403);
    assert.equal((await ask("/call", { ...call, headers: { ...good, "Sec-Fetch-Site": "cross-site" } })).status, 403);
    assert.equal((await ask("/call", { ...call, headers: type })).status, 401);
    assert.equal((await ask("/call", { ...call, headers: { Authorization: good.Authorization, "Content-Type": "text/plain" } })).status, 415);
    assert.equal((await ask("/call", { method: "OPTIONS", headers: { Origin: "http://evil.example", "Access-Control-Request-Method": "POST" } })).status, 403);
    assert.equal((await ask(`/call?token=${served.token}`, { ...call, headers: type })).status, 401);
    assert.equal((await ask("/call", { ...call, headers: { ...type, Cookie: `token=${served.token}` } })).status, 401);
  });

  test("a scene is a page's own only if it could be opened", async () => {
    const headers = { ...type, Authorization: `Bearer ${served.token}` };
    const say = (method, parameters) => ask("/call", { method: "POST", headers, body: JSON.stringify({ page: "1".repeat(32), method, parameters }) });
    const opened = await say("Open", { layout: "probe", scene: "probe", private: true });
    assert.ok(JSON.parse(opened.text).error, opened.text);
    assert.equal((await say("Close", { scene: "probe" })).status, 403);
    assert.ok((await served.ask("ListScenes")).scenes.some(({ name }) => name === "probe"));
    await say("Open", { layout: "probe", scene: "mine", private: true });
    assert.equal((await say("Close", { scene: "mine" })).status, 200);
  });

  test("a tab that is loaded again and again is not refused one day", async () => {
    const headers = { ...type, Authorization: `Bearer ${served.token}` };
    for (let page = 0; page < 70; page++) {
      const body = JSON.stringify({ page: String(page).padStart(32, "0"), method: "ListScenes" });
      assert.equal((await ask("/call", { method: "POST", body, headers })).status, 200, `${page}`);
    }
  });

  test("no answer lets another origin in, and each forbids what the page does not need", async () => {
    for (const [path, options] of [["/", {}], ["/a/none/x.js", {}], ["/call", { ...call, headers: type }], ["/nothing", {}]]) {
      const { headers } = await ask(path, options);
      assert.deepEqual(Object.keys(headers).filter((name) => name.startsWith("access-control")), []);
      assert.match(headers["content-security-policy"], /^default-src 'none'; script-src 'self';/);
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["referrer-policy"], "no-referrer");
      assert.equal(headers["cross-origin-resource-policy"], "same-origin");
      assert.equal(headers["set-cookie"], undefined);
    }
  });

  test("files are had by their names alone", async () => {
    const page = (await ask("/")).text;
    const script = /src="([^"]+page\.js)"/.exec(page)[1];
    assert.equal((await ask(script)).status, 200);
    for (const path of [script.replace("page.js", "..%2f..%2fetc%2fpasswd"), script.replace("page.js", "%2fetc%2fpasswd"), script.replace("page.js", "index.htm")]) {
      assert.equal((await ask(path)).status, 404, path);
    }
  });

  test("who keeps all connections with half a request keeps nobody from the page", async () => {
    const half = "POST /call HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{";
    const slow = [half, half.replace("127.0.0.1", new URL(served.origin).host), "GET / HTTP/1.1\r\nHo"].flatMap((text) => Array.from({ length: 70 }, () => {
      const socket = new Socket().on("error", () => {});
      socket.connect(Number(new URL(served.origin).port), "127.0.0.1", () => socket.write(text));
      return socket;
    }));
    try {
      await pause(200);
      const start = Date.now();
      assert.equal((await ask("/")).status, 200);
      assert.ok(Date.now() - start < 5_000);
    } finally {
      for (const socket of slow) socket.destroy();
    }
  });

  test("who asks without end keeps nobody from the daemon", async () => {
    const asked = `GET / HTTP/1.1\r\nHost: ${new URL(served.origin).host}\r\n\r\n`.repeat(200);
    const socket = new Socket().on("error", () => {});
    let answered = 0;
    socket.on("data", (bytes) => { answered += bytes.length; });
    // The next hundreds are there before the ones before them are answered.
    const flood = () => {
      while (socket.writable && socket.write(asked));
      if (socket.writable) socket.once("drain", flood);
    };
    socket.connect(Number(new URL(served.origin).port), "127.0.0.1", flood);
    try {
      await until(() => answered > 100_000);
      const headers = { ...type, Authorization: `Bearer ${served.token}` };
      const answer = await ask("/call", { ...call, headers });
      const before = answered;
      assert.ok(JSON.parse(answer.text).parameters.scenes.length > 0, answer.text);
      // It is still at it.
      await until(() => answered > before);
    } finally {
      socket.destroy();
    }
  });

  test("a page of another origin gets nothing, though it knows the token", async () => {
    const other = createServer((_, response) => response.setHeader("Content-Type", "text/html").end("<title>other</title>"));
    await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
    try {
      const stranger = tab;
      await stranger.chromium.open(`http://127.0.0.1:${other.address().port}/`);
      const tried = await stranger.run(async (origin, token) => {
        const attempt = async (path, options) => {
          try { return (await fetch(origin + path, options)).type; } catch { return "refused"; }
        };
        const frame = document.body.appendChild(Object.assign(document.createElement("iframe"), { src: `${origin}/#${token}` }));
        await new Promise((resolve) => { frame.onload = resolve; });
        const body = JSON.stringify({ page: "0".repeat(32), method: "ListScenes" });
        return {
          page: await attempt("/"), plain: await attempt("/call", { method: "POST", body }),
          call: await attempt("/call", { method: "POST", body, headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` } }),
          blind: await attempt("/call", { method: "POST", body, mode: "no-cors" }),
          script: await import(`${origin}/a/x/page.js`).then(() => "run", () => "refused"), frame: frame.contentDocument === null ? "closed" : "open",
        };
      }, served.origin, served.token);
      assert.deepEqual(tried, { page: "refused", plain: "refused", call: "refused", blind: "refused", script: "refused", frame: "closed" });
    } finally {
      other.close();
      other.closeAllConnections();
    }
  });

  test("without the token the page says so, and shows nothing", async () => {
    await tab.go(`${served.origin}/`);
    await until(async () => (await tab.text(".trouble"))?.includes("token"));
    assert.equal(await tab.run(() => document.querySelectorAll(".tile").length), 0);
  });

  test("what the page may not do it cannot do", async () => {
    await tab.go(served.address);
    await until(() => tab.run(() => document.querySelectorAll(".tile").length === 1));
    const found = await tab.run(async () => {
      const script = document.createElement("script");
      try { script.text = "globalThis.injected = 1"; } catch { /* Trusted Types */ }
      document.body.append(script);
      let html = "taken";
      try { document.body.appendChild(document.createElement("p")).innerHTML = "<b>x</b>"; } catch { html = "refused"; }
      let evaluated = "run";
      try { (0, eval)("1"); } catch { evaluated = "refused"; }
      const elsewhere = await fetch("http://127.0.0.1:1/").then(() => "sent", () => "refused");
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { injected: globalThis.injected ?? "no", html, evaluated, elsewhere, seen: violations.length > 0 };
    });
    assert.deepEqual(found, { injected: "no", html: "refused", evaluated: "refused", elsewhere: "refused", seen: true });
  });
});

test("a preview that may only look changes nothing, and offers nothing to change", { skip, timeout }, async () => {
  const served = await Served.start({ "probe.layout": probe(10) }, "--read-only");
  const tab = await Tab.open(served.address);
  try {
    await until(() => tab.page((page) => page.scenes.all.has("probe")));
    await tab.show("probe");
    await until(() => tab.page((page) => page.scenes.isReadOnly));
    await until(() => tab.run(() => [...document.querySelectorAll(".controls fieldset")].length > 0));
    assert.equal(await tab.page((page) => page.stage.scene.name), "probe");
    assert.equal(await tab.run(() => [...document.querySelectorAll(".controls fieldset, [data-name=mode], [data-name=width], [data-name=pause]")].every(({ disabled }) => disabled)), true);
    const refused = await tab.page(async (page) => {
      try { await page.server.call("Apply", { scene: "probe", ops: [] }); } catch (error) { return error.code; }
    });
    assert.equal(refused, "NotAllowed");
  } finally {
    await tab.close();
    await served.stop();
  }
});

test("where no daemon is one is started, and ends with the preview", { skip, timeout }, async () => {
  const served = new Served({ "probe.layout": probe(10) });
  try {
    await served.preview("Layouts");
    assert.equal((await served.ask("ListScenes")).scenes.length, 1);
    await served.end(served.shown);
    await assert.rejects(served.ask("ListScenes"));
  } finally {
    await served.stop();
  }
});

test("opacity is of a view with all that is in it, and costs a layer no larger than that", { skip, timeout }, async () => {
  const served = await Served.start({ "fade.layout": `layout fade size 200, 100 {
  view ground fill background: white
  box plain left 0 top 0 width 20 height 20 background: teal alpha: 0.5
  box group left 40 top 0 width 40 height 40 background: red alpha: 0.5 { box inner left 10 top 10 width 10 height 10 background: blue }
  box framed left 100 top 0 width 20 height 20 background: red border: 4 borderColor: blue alpha: 0.5
}
` });
  const tab = await Tab.open(served.address);
  try {
    await until(() => tab.page((page) => page.scenes.all.has("fade")));
    await tab.show("fade");
    const found = await tab.page(async (page) => {
      const { draw } = await import(new URL("painter.js", document.querySelector("script").src));
      const context = new OffscreenCanvas(200, 100).getContext("2d");
      const layers = [];
      const Before = globalThis.OffscreenCanvas;
      globalThis.OffscreenCanvas = class extends Before {
        constructor(width, height) {
          super(width, height);
          layers.push([width, height]);
        }
      };
      try { draw(context, page.stage.scene.mirror, { scale: 1 }); } finally { globalThis.OffscreenCanvas = Before; }
      const at = (x, y) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)];
      return { layers, plain: at(5, 5), group: at(42, 5), inner: at(55, 15), frame: at(102, 10), framed: at(110, 10), beside: at(125, 10) };
    });
    // Half of a colour on white, and nothing of what lies below it in the same view. Of halves either neighbour will do.
    const expected = { plain: [127.5, 191.5, 191.5], group: [255, 127.5, 127.5], inner: [127.5, 127.5, 255], frame: [127.5, 127.5, 255], framed: [255, 127.5, 127.5], beside: [255, 255, 255] };
    for (const [name, colour] of Object.entries(expected)) {
      for (const [part, value] of colour.entries()) assert.ok(Math.abs(found[name][part] - value) <= 1.5, `${name}: ${found[name]}`);
    }
    // None for one colour; of the group all, for what is in it may stand out of it; of the framed one it and a pixel around, but above.
    assert.deepEqual(found.layers, [[200, 100], [22, 21]]);
  } finally {
    await tab.close();
    await served.stop();
  }
});

test("what leans on the edges of a large scene is asked for when somebody looks", { skip, timeout }, async () => {
  // 301 views with the scene: 300 boxes lean on its left edge, and 300 on its top.
  const text = `layout large size 800, 300 {\n${Array.from({ length: 300 }, (_, at) => `  box b${at} left ${at} top ${at} width 8 height 8`).join("\n")}\n}\n`;
  const served = await Served.start({ "large.layout": text });
  const tab = await Tab.open(served.address);
  try {
    await until(() => tab.page((page) => page.scenes.all.has("large")));
    await tab.page((page) => {
      globalThis.asked = [];
      const call = page.server.call.bind(page.server);
      page.server.call = (method, parameters) => {
        if (method === "Explain") asked.push(parameters.view);
        return call(method, parameters);
      };
    });
    await tab.show("large");
    await until(() => tab.page((page) => page.inspector.root.dataset.view === "root"));
    await until(() => tab.page((page) => page.stage.guides.some(({ guide }) => guide === "margins")), "guides are those of the scene all the same");
    assert.deepEqual(await tab.run(() => asked.filter((view) => view === "root")), []);

    // Width 800 is what the scene asks for itself.
    await tab.run(() => document.querySelector("[data-name='to width']").click());
    await until(() => tab.run(() => document.querySelector("[data-attribute=width]")?.textContent.includes("the scene is 800 wide")));
    await until(() => tab.run(() => document.querySelector("[data-attribute=left] details summary, [data-attribute=left] .deciding li") !== null));
    assert.deepEqual(await tab.run(() => [...new Set(asked)].filter((view) => view === "root")), ["root"]);
    assert.equal(await tab.run(() => document.activeElement.closest("[data-attribute]")?.dataset.attribute), "width");
  } finally {
    await tab.close();
    await served.stop();
  }
});

test("a thousand views that move are drawn as they come, and end where they belong", { skip, timeout }, async (context) => {
  // Each moves by itself.
  const boxes = Array.from({ length: 1000 }, (_, place) => `  box b${place} top ${Math.floor(place / 40) * 9} width 8 height 8 background: teal`);
  const here = Array.from({ length: 1000 }, (_, place) => `    b${place}.left == left + ${place % 40 * 9}`);
  const there = Array.from({ length: 1000 }, (_, place) => `    b${place}.left == left + ${400 + place % 40 * 9}`);
  const text = `layout many size 800, 300 {\n${boxes.join("\n")}\n  config here {\n${here.join("\n")}\n  }\n  config there {\n${there.join("\n")}\n  }\n  transition * 3s linear\n}\n`;
  const served = await Served.start({ "many.layout": text });
  const tab = await Tab.open(served.address);
  try {
    await until(() => tab.page((page) => page.scenes.all.has("many")));
    await tab.show("many");
    const counted = await tab.page(async (page) => {
      const counts = { revisions: 0, skipped: 0, drawn: page.stage.drawn, frames: 0 };
      const ended = new Promise((resolve) => page.stage.scene.addEventListener("frames", ({ detail }) => {
        counts.revisions += 1;
        counts.skipped += detail.skipped ?? 0;
        if (detail.settled) resolve();
      }));
      const start = performance.now();
      let isOver = false;
      const count = () => {
        counts.frames += 1;
        if (!isOver) requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
      await page.trial.set("config", { op: "config", name: "there" });
      await ended;
      isOver = true;
      counts.drawn = page.stage.drawn - counts.drawn;
      counts.seconds = (performance.now() - start) / 1000;
      await new Promise(requestAnimationFrame);
      return counts;
    });
    context.diagnostic(`in ${counted.seconds.toFixed(1)} s: ${counted.revisions} revisions came, ${counted.skipped} were skipped, ${counted.drawn} pictures were drawn, the browser made ${counted.frames}`);
    const scene = await tab.page((page) => page.stage.scene.name);
    const { event } = await served.ask("Snapshot", { scene });
    await until(async () => {
      const placed = await tab.page((page) => page.stage.placed.map(({ view, x, y }) => [view.path, x, y]));
      return JSON.stringify(placed) === JSON.stringify(event.views.map(({ path, frame: [x, y] }) => [path, x, y]));
    }, "all are where the daemon has them");
  } finally {
    await tab.close();
    await served.stop();
  }
});

/** A picture of one colour. */
function png(width, height, colour) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = [Buffer.alloc(4), body, Buffer.alloc(4)];
    frame[0].writeUInt32BE(data.length);
    frame[2].writeUInt32BE(crc(body));
    return Buffer.concat(frame);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const row = Buffer.from([0, ...Array(width).fill(colour).flat()]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.concat(Array(height).fill(row)))), chunk("IEND", Buffer.alloc(0))]);
}

/** That of PNG: nodejs has it since version 20.15 only. */
function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

test("pictures are shown, asked for by the view and never by a path", { skip, timeout }, async () => {
  const vector = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="#00f"/></svg>';
  const served = await Served.start({
    "a.layout": `layout a size 100, 60 {\n  image red "red.png" left 10 top 10\n  image blue "blue.svg" left 60 top 10\n  image secret "secret.txt" left 10 top 40 size 10\n}\n`,
    "red.png": png(20, 20, [255, 0, 0]), "blue.svg": vector, "secret.txt": "secret",
  });
  const tab = await Tab.open(served.address);
  try {
    await until(() => tab.page((page) => page.scenes.all.has("a")));
    await tab.show("a");
    await until(async () => `${await tab.pixel(20, 20)}` === "255,0,0", "the PNG is drawn");
    await until(async () => `${await tab.pixel(70, 20)}` === "0,0,255", "the SVG is drawn");
    const get = (path, name) => tab.page(async (page, path, name) => {
      const response = await fetch(path, { headers: { Authorization: `Bearer ${page.token}`, "X-Page": name ?? page.server.page } });
      return [response.status, response.headers.get("content-type")];
    }, path, name);
    const { event } = await served.ask("Snapshot", { scene: "a" });
    const id = Object.fromEntries(event.views.map((view) => [view.path, view.id]));
    assert.deepEqual(await get(`/image/a/${id.red}`), [200, "image/png"]);
    assert.deepEqual(await get(`/image/a/${id.blue}`), [200, "image/svg+xml"]);
    assert.equal((await get(`/image/a/${id.secret}`))[0], 404);
    assert.equal((await get(`/image/a/${id.red}`, "anybody"))[0], 404);
    assert.equal((await get("/image/a/999"))[0], 404);
    assert.equal((await get(`/image/${encodeURIComponent(served.layouts)}/red.png`))[0], 404);

    // Other pixels, as many of them.
    served.save("red.png", png(20, 20, [0, 255, 0]));
    await until(async () => `${await tab.pixel(20, 20)}` === "0,255,0", "what was saved is drawn");
    // While nobody answers it cannot be had; afterwards it can.
    await tab.page((page) => { page.server.picture = async () => null; });
    served.save("red.png", png(20, 20, [255, 0, 255]));
    await until(async () => `${await tab.pixel(25, 20)}` === "255,255,255", "there is a cross");
    await tab.page((page) => {
      delete page.server.picture;
      page.scenes.dispatchEvent(new Event("connection"));
    });
    await until(async () => `${await tab.pixel(25, 20)}` === "255,0,255");
    assert.deepEqual(tab.complaints, []);
  } finally {
    await tab.close();
    await served.stop();
  }
});

test("the page paints what 'framewire render' does", { skip, timeout }, async () => {
  const names = ["brand", "tomato", "Red", "constructor", "grey", "#12ab3480"];
  const places = { names: names.map((_, at) => [20 * at + 10, 10]), worded: [[60, 10]], bare: [[30, 30], [80, 20], [130, 30], [30, 60], [55, 70], [80, 70], [130, 70], [170, 70], [190, 20]] };
  const served = await Served.start({ "paint.layout": `layout names size 200, 40 {
${names.map((name, at) => `  box b${at} left ${20 * at} top 0 size 20 background: ${name}`).join("\n")}
}
layout worded size 100, 40 { label l "x" left 0 top 0 color: red; box e left 50 top 0 size 20 }
layout bare size 200, 100 {
  view behind fill
  button b "" left 10 top 10 size 40, 40
  input i left 60 top 10 size 40, 20
  grid g left 110 top 10 size 40, 40
  hflow h left 110 top 60 size 40, 20
  vflow v left 160 top 60 size 20, 20
  box p left 10 top 50 size 60, 40
  box q left 40 top 60 size 60, 20
}
` });
  const tab = await Tab.open(served.address);
  try {
    for (const [layout, points] of Object.entries(places)) {
      const child = served.run("framewire", ["render", "Layouts/paint.layout", "--layout", layout, "--format", "svg", "--text", "fixed"]);
      await until(() => child.exitCode !== null && child.said.includes("</svg>"), `${layout} is rendered`);
      const boxes = [...child.said.matchAll(/<rect ([^>]*)>/g)].map(([, words]) => Object.fromEntries([...words.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])));
      await until(() => tab.page((page, name) => page.scenes.all.has(name), layout));
      await tab.show(layout);
      await tab.page((page) => page.stage.zoomTo(1));
      for (const [x, y] of points) {
        let expected = [255, 255, 255];
        for (const box of boxes) {
          const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(box[name] ?? 0));
          if (!box.fill?.startsWith("#") || x < left || y < top || x > left + width || y > top + height) continue;
          const share = Number(box["fill-opacity"] ?? 1);
          expected = expected.map((below, side) => below * (1 - share) + share * Number.parseInt(box.fill.slice(1 + 2 * side, 3 + 2 * side), 16));
        }
        await until(async () => (await tab.pixel(x, y)).every((one, side) => Math.abs(one - expected[side]) <= 1.5), `${expected} at ${x}, ${y} of ${layout}`);
      }
    }
    assert.deepEqual(tab.complaints, []);
  } finally {
    await tab.close();
    await served.stop();
  }
});

test("the browser is told the address by a file that only its user can read", { skip, timeout }, async () => {
  const served = new Served({ "probe.layout": probe(10) });
  try {
    served.program("xdg-open", `#!/bin/sh\nprintf '%s\\n' "$@" >'${served.folder}/opened'\n`);
    await served.serve();
    await served.preview("--open");
    const opened = await until(() => { try { return readFileSync(join(served.folder, "opened"), "utf8"); } catch { return ""; } });
    assert.equal(opened.includes(served.token), false);
    const [path] = opened.trim().split("\n");
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.ok(readFileSync(path, "utf8").includes(served.address));
  } finally {
    await served.stop();
  }
});

test("port and token stay, as long as nobody else could have read them", { skip, timeout }, async () => {
  const served = await Served.start({ "probe.layout": probe(10) });
  try {
    const kept = join(served.folder, "s.preview");
    const { address, token } = served;
    assert.equal(statSync(kept).mode & 0o777, 0o600);
    await served.end(served.shown);
    await served.preview();
    assert.equal(served.address, address);
    await served.end(served.shown);
    chmodSync(kept, 0o644);
    await served.preview();
    assert.notEqual(served.token, token);
    assert.equal(statSync(kept).mode & 0o777, 0o600);
    assert.match(served.token, /^[0-9a-f]{32}$/);
  } finally {
    await served.stop();
  }
});

test("a page that does not read costs the server nothing, and gets the newest", { skip, timeout }, async () => {
  const boxes = Array.from({ length: 1000 }, (_, place) => `  box b${place} top ${place} width 8 height 1`);
  const sides = (left) => boxes.map((_, place) => `    b${place}.left == left + ${left}`).join("\n");
  const text = `layout many size 800, 1000 {\n${boxes.join("\n")}\n  config here {\n${sides(0)}\n  }\n  config there {\n${sides(400)}\n  }\n  transition * 4s linear\n}\n`;
  const served = await Served.start({ "many.layout": text });
  try {
    const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${served.shown.pid}/status`, "utf8"))[1]);
    const body = JSON.stringify({ page: "1".repeat(32), scenes: [{ scene: "many" }] });
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${served.token}` };
    const response = await new Promise((resolve, reject) => request(`${served.origin}/stream`, { method: "POST", headers }, resolve).on("error", reject).end(body));
    // Nothing is read: node asks for a piece or two by itself.
    response.pause();
    await pause(200);
    const before = resident();
    await served.ask("Apply", { scene: "many", ops: [{ op: "config", name: "there" }], wait: "settled" });
    const grown = resident() - before;
    assert.ok(grown < 2048, `${grown} KB more`);

    let rest = "";
    const events = [];
    response.setEncoding("utf8").on("data", (piece) => {
      const lines = (rest + piece).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line) events.push(JSON.parse(line).message?.parameters?.event);
    });
    response.resume();
    const last = await until(() => events.findLast((event) => event?.settled && event.kind === "delta"));
    // Of 240 pictures what the kernel holds of them, and one that stands for all others.
    assert.ok(events.length < 200, `${events.length} events`);
    assert.ok(last.skipped > 40, `${last.skipped} skipped`);
    assert.deepEqual(last.set.slice(-4), (await served.ask("Snapshot", { scene: "many" })).event.views.at(-1).frame);
    response.destroy();
  } finally {
    await served.stop();
  }
});

test("however many scenes a page follows and does not read, one of their messages is held at a time", { skip, timeout }, async () => {
  const views = Array.from({ length: 4000 }, (_, place) => `  box b${place} left ${place} top ${place} width 8 height 1`).join("\n");
  const names = Array.from({ length: 40 }, (_, place) => `s${place}`);
  const served = await Served.start(Object.fromEntries(names.map((name) => [`${name}.layout`, `layout ${name} size 400, 400 {\n${views}\n}\n`])));
  try {
    const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${served.shown.pid}/status`, "utf8"))[1]);
    const body = JSON.stringify({ page: "2".repeat(32), scenes: names.map((scene) => ({ scene })) });
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${served.token}` };
    const before = resident();
    const response = await new Promise((resolve, reject) => request(`${served.origin}/stream`, { method: "POST", headers }, resolve).on("error", reject).end(body));
    response.pause();
    await pause(1000);
    // A snapshot has some 300 KB, and there are forty.
    const grown = resident() - before;
    assert.ok(grown < 4096, `${grown} KB more`);

    // Whoever reads gets all of them.
    const seen = new Set();
    let rest = "";
    response.setEncoding("utf8").on("data", (piece) => {
      const lines = (rest + piece).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line) {
        const { scene, message } = JSON.parse(line);
        if (message?.parameters?.event?.kind === "snapshot") seen.add(scene);
      }
    });
    response.resume();
    await until(() => seen.size === names.length);
    response.destroy();
  } finally {
    await served.stop();
  }
});

test("axe finds nothing to complain of", { skip: skip || (process.env.AXE ? false : "AXE names no rules"), timeout }, async () => {
  const rules = readFileSync(process.env.AXE, "utf8");
  const served = await Served.start({ "probe.layout": probe(10) });
  const tab = await Tab.open(served.address);
  const complaints = async () => {
    await tab.chromium.call("Runtime.evaluate", { expression: rules });
    const { passes, violations } = await tab.run(async () => {
      // As large as a finger wants it, too, which axe asks for only if it is told to.
      const { passes, violations } = await axe.run(document, { rules: { "target-size": { enabled: true } } });
      return { passes: passes.length, violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`) };
    });
    assert.ok(passes > 10, `${passes} rules were kept`);
    return violations;
  };
  try {
    await until(() => tab.page((page) => page.scenes.all.has("probe")));
    assert.deepEqual(await complaints(), []);
    await tab.show("probe");
    await tab.page((page) => page.stage.select("red"));
    await until(async () => (await tab.text(".inspector h3"))?.startsWith("red"));
    await until(() => tab.run(() => document.querySelector(".controls fieldset") !== null));
    for (const scheme of ["light", "dark"]) {
      await tab.chromium.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
      assert.deepEqual(await complaints(), [], scheme);
    }
    served.save("probe.layout", probe("nowhere"));
    await until(() => tab.run(() => !document.querySelector(".band").hidden));
    assert.deepEqual(await complaints(), []);
    await tab.page((page) => page.help.showModal());
    assert.deepEqual(await complaints(), []);
  } finally {
    await tab.close();
    await served.stop();
  }
});

test("at 200 % zoom nothing is cut off, and all of it can be reached", { skip, timeout }, async () => {
  const served = await Served.start({ "probe.layout": probe(10) });
  const tab = await Tab.open(served.address, [640, 400]);
  try {
    await until(() => tab.page((page) => page.scenes.all.has("probe")));
    await tab.show("probe");
    await until(() => tab.run(() => document.querySelector(".controls fieldset") !== null));
    assert.equal(await tab.run(() => document.documentElement.scrollWidth <= innerWidth), true);
    for (const part of [".viewport", ".tree", ".inspector", ".controls", ".timeline"]) {
      const [width, height] = await tab.run((part) => {
        const { width, height } = document.querySelector(part).getBoundingClientRect();
        return [width, height];
      }, part);
      assert.ok(width > 300 && height > 20, `${part} is ${width} × ${height}`);
    }
  } finally {
    await tab.close();
    await served.stop();
  }
});

/** What somebody without a browser sends. */
const send = (served, path, body, headers = {}) => new Promise((resolve, reject) => {
  const marks = { "Content-Type": "application/json", Authorization: `Bearer ${served.token}`, ...headers };
  const asked = request(served.origin + path, { method: "POST", headers: Object.fromEntries(Object.entries(marks).filter(([, value]) => value !== null)) }, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (piece) => { text += piece; }).on("end", () => resolve({ status: response.statusCode, text }));
  });
  asked.on("error", reject);
  asked.end(typeof body === "string" ? body : JSON.stringify({ page: "1".repeat(32), ...body }));
});
const gap = { scene: "probe", kind: "constant", name: "#gap", old: ["10"], new: ["24"] };
/** An id whose number is that of a name, and one that is added to a share. */
const card = (gap, share) => `layout card size 200, 100 {\n  let gap = ${gap}\n  box a top >= super.top + gap #gap left 0 size 10\n  box b left 20 top 0 width 50% ${share ? `+ ${share} ` : ""}#share height 10\n}\n`;
/** Marks of the page's own requests, and what comes of each that is missing or wrong. */
const MARKS = [[{ Host: "localhost" }, 403], [{ Origin: "http://evil.example" }, 403], [{ "Sec-Fetch-Site": "cross-site" }, 403],
  [{ Authorization: null }, 401], [{ Authorization: `Bearer ${"0".repeat(32)}` }, 401], [{ "Content-Type": "text/plain" }, 415]];

describe("writing", { skip, timeout }, () => {
  let served, tab;
  const path = () => join(served.layouts, "probe.layout");
  const saved = () => readFileSync(path(), "utf8");
  const restore = async () => {
    served.save("probe.layout", probe(10));
    await served.ask("Sync", { scene: "probe" });
  };
  before(async () => {
    served = await Served.start({ "probe.layout": probe(10), "card.layout": card(10, 0) }, "Layouts", "--write");
  });
  after(async () => {
    await tab?.close();
    await served?.stop();
  });

  test("a value is exchanged in the file, and nothing else is", async () => {
    await restore();
    chmodSync(path(), 0o640);
    const answer = await send(served, "/write", gap);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(JSON.parse(answer.text), { file: "Layouts/probe.layout", line: 3 });
    assert.equal(saved(), probe(10).replace("left 10 #gap", "left 24 #gap"));
    assert.equal(statSync(path()).mode & 0o777, 0o640);
    await served.ask("Sync", { scene: "probe" });
    assert.equal((await served.ask("Get", { scene: "probe", names: ["#gap"] })).values[0].value, 24);
    // A variable, too.
    const columns = { scene: "probe", kind: "variable", name: "columns", old: ["2"], new: ["5"] };
    assert.equal((await send(served, "/write", columns)).status, 200);
    assert.equal(saved(), probe(10).replace("left 10 #gap", "left 24 #gap").replace("columns = 2", "columns = 5"));
  });

  test("a name is followed to its number, and what has none cannot be written", async () => {
    const file = join(served.layouts, "card.layout");
    const answer = await send(served, "/write", { ...gap, scene: "card" });
    assert.deepEqual(JSON.parse(answer.text), { file: "Layouts/card.layout", line: 2 });
    assert.equal(readFileSync(file, "utf8"), card(24, 0));
    const share = { scene: "card", kind: "constant", name: "#share", old: ["0"], new: ["5"] };
    const refused = await send(served, "/write", share);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /no number of its own in 'width 50% #share'/);
    assert.equal(readFileSync(file, "utf8"), card(24, 0));
  });

  test("each request without one of the page's marks is refused, and nothing is written", async () => {
    await restore();
    for (const [headers, status] of MARKS) assert.equal((await send(served, "/write", gap, headers)).status, status, JSON.stringify(headers));
    assert.equal(saved(), probe(10));
    assert.equal((await send(served, "/write", gap)).status, 200, "with all of them it is written");
  });

  test("what has changed since is not overwritten", async () => {
    await restore();
    // The page is behind: it has seen another number.
    const late = await send(served, "/write", { ...gap, old: ["8"] });
    assert.equal(late.status, 409);
    assert.match(late.text, /the file has 10 by now/);
    // The daemon is behind: it holds back what was saved.
    const connection = new Connection(await connect(served.socket));
    try {
      await connection.call("Hold", { reason: "the test" });
      for (const text of [probe(11), `// a line more\n${probe(10)}`, "", "layout other { box a fill }\n", probe(10).replace("#gap", "#pag")]) {
        served.save("probe.layout", text);
        const refused = await send(served, "/write", gap);
        assert.equal(refused.status, 409, text);
        assert.match(refused.text, /changed at this place; nothing was written/);
        assert.equal(saved(), text);
      }
      // Somebody's work elsewhere in the file is none of this, and stays.
      const elsewhere = `${probe(10)}// more\n`;
      served.save("probe.layout", elsewhere);
      assert.equal((await send(served, "/write", gap)).status, 200);
      assert.equal(saved(), elsewhere.replace("left 10 #gap", "left 24 #gap"));
    } finally {
      connection.close();
    }
  });

  test("only one literal of the same kind is written", async () => {
    await restore();
    for (const text of ["", "10%", "10px", "edge", "8 + 2", "10 top 3", "10 }", "\"10\"", "10 // more", "10\n", "1".repeat(1025)]) {
      const refused = await send(served, "/write", { ...gap, new: [text] });
      assert.equal(refused.status, 400, `${JSON.stringify(text)}: ${refused.text}`);
    }
    for (const wrong of [{ kind: "flag" }, { kind: "trait", name: "style" }, { new: [] }, { new: ["1", "2"] }, { new: "1" }, { old: undefined }, { scene: 1 }]) {
      assert.equal((await send(served, "/write", { ...gap, ...wrong })).status, 400, JSON.stringify(wrong));
    }
    for (const wrong of [{ name: "#nothing" }, { name: "probe" }, { scene: "nothing" }, { kind: "variable" }]) {
      assert.equal((await send(served, "/write", { ...gap, ...wrong })).status, 409, JSON.stringify(wrong));
    }
    assert.equal((await send(served, "/write", "{")).status, 400);
    assert.equal(saved(), probe(10));
    assert.equal((await send(served, "/write", { ...gap, file: "/etc/passwd", path: "../../x", span: {} })).status, 200, "a file is nothing that it names");
  });

  test("what is too long is not read", async () => {
    await restore();
    // It is cut off, or answered before all of it has come.
    const status = await send(served, "/write", JSON.stringify({ page: "1".repeat(32), ...gap, more: "x".repeat(8 << 20) })).then(({ status }) => status, () => 413);
    assert.equal(status, 413);
    assert.equal(saved(), probe(10));
  });

  test("a file that may not be written, or would not be what it was, is left alone and the reason said", async () => {
    await restore();
    const other = join(served.folder, "other");
    const beside = join(served.layouts, `.probe.layout.${served.shown.pid}.new`);
    for (const [prepare, undo, words] of [
      [() => chmodSync(path(), 0o444), () => chmodSync(path(), 0o644), /read-only: its mode is 0444/],
      [() => linkSync(path(), other), () => rmSync(other), /has 2 names \(hard links\)/],
      [() => writeFileSync(beside, ""), () => rmSync(beside), /'\.probe\.layout\.\d+\.new' stands beside Layouts\/probe\.layout/],
    ]) {
      prepare();
      const answer = await send(served, "/write", gap);
      undo();
      assert.equal(answer.status, 409, answer.text);
      assert.match(JSON.parse(answer.text).error, words);
      assert.equal(saved(), probe(10));
    }
    assert.equal((await send(served, "/write", gap)).status, 200);
  });

  test("nothing is written that a link or `..` leads to from the folder", async () => {
    const outside = mkdirSync(join(served.folder, "outside"), { recursive: true }) ?? join(served.folder, "outside");
    const text = "layout stranger size 90, 90 {\n  box a left 10 #gap top 0 size 10\n}\n";
    writeFileSync(join(outside, "stranger.layout"), text);
    // A daemon that serves more than the preview shows: another one, and its file is not beneath the folder.
    const wide = new Served({});
    try {
      writeFileSync(join(wide.folder, "stranger.layout"), text);
      wide.daemon = wide.run("framewire", ["serve", ".", "--socket", wide.socket, "--text", "fixed"]);
      await until(() => wide.daemon.said.includes("Control-C ends it."));
      wide.save("probe.layout", probe(10));
      await until(async () => (await wide.ask("ListScenes")).scenes.length === 2);
      await wide.preview("Layouts", "--write");
      const refused = await send(wide, "/write", { ...gap, scene: "stranger" });
      assert.equal(refused.status, 403, refused.text);
      assert.match(refused.text, /not beneath the folder/);
      assert.equal(readFileSync(join(wide.folder, "stranger.layout"), "utf8"), text);
      assert.equal((await send(wide, "/write", { ...gap, scene: "probe" })).status, 200);

      // The file has become a link since the daemon has read it.
      wide.save("probe.layout", probe(10));
      await wide.ask("Sync", { scene: "probe" });
      const connection = new Connection(await connect(wide.socket));
      try {
        await connection.call("Hold", { reason: "the test" });
        writeFileSync(join(wide.folder, "victim"), probe(10));
        rmSync(join(wide.layouts, "probe.layout"));
        symlinkSync("../victim", join(wide.layouts, "probe.layout"));
        const link = await send(wide, "/write", gap);
        assert.equal(link.status, 403, link.text);
        assert.equal(readFileSync(join(wide.folder, "victim"), "utf8"), probe(10));
      } finally {
        connection.close();
      }
    } finally {
      await wide.stop();
    }
  });

  test("somebody tries a gap and writes it, and sees that it is written", async () => {
    await restore();
    tab = await Tab.open(served.address);
    await until(() => tab.page((page) => page.scenes.all.has("probe")));
    await tab.show("probe");
    const set = (value) => tab.run((value) => {
      const input = document.querySelector(".controls [data-name='constant #gap']");
      input.focus();
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, value);
    await until(() => tab.run(() => document.querySelector(".controls [data-name='constant #gap']") !== null));
    assert.equal(await tab.run(() => document.querySelector("[data-name='write constant #gap']")), null, "nothing is to be written yet");
    const slider = () => tab.run(() => document.querySelector("[data-name='slider constant #gap']").getBoundingClientRect().width);
    const length = await slider();
    await set("90");
    await until(() => tab.run(() => document.querySelector("[data-name='write constant #gap']") !== null));
    assert.equal(await slider(), length, "what is moved stays as long as it is");
    assert.equal(saved(), probe(10));
    await tab.click(await tab.middle("[data-name='write constant #gap']"));
    await until(() => saved() === probe(90), "it is in the file");
    await until(async () => (await tab.text(".news"))?.includes("probe.layout:3") || (await tab.text(".news"))?.startsWith("saved"));
    // It comes back as any save: nothing is set in the copy any more, which is where it was.
    await until(() => tab.page((page) => page.trial.ops.size === 0));
    await until(async () => `${await tab.pixel(92, 25)}` === `${RED}`);
    assert.equal(await tab.run(() => document.querySelector("[data-name='write constant #gap']")), null);

    // What is refused is said beside the control, and what was tried stays.
    await set("50");
    await until(() => tab.run(() => document.querySelector("[data-name='write constant #gap']") !== null));
    const connection = new Connection(await connect(served.socket));
    try {
      await connection.call("Hold", { reason: "the test" });
      served.save("probe.layout", probe(33));
      await tab.click(await tab.middle("[data-name='write constant #gap']"));
      await until(async () => (await tab.text(".control[data-line='constant #gap']"))?.includes("nothing was written"));
      assert.equal(saved(), probe(33));
      assert.equal(await tab.page((page) => page.trial.ops.size), 1);
      if (process.env.PICTURES) writeFileSync(`${process.env.PICTURES}/refused.png`, await tab.chromium.picture());
    } finally {
      connection.close();
    }
    assert.deepEqual(tab.complaints, []);
  });
});

test("of files there are the lines of layouts alone, one by one", { skip, timeout }, async () => {
  const served = await Served.start({ "probe.layout": probe(10) }, "Layouts", "--read-only");
  try {
    writeFileSync(join(served.folder, "secret"), "hidden\n");
    const place = { scene: "probe", file: "Layouts/probe.layout", line: 3, column: 1 };
    const line = await send(served, "/line", place);
    assert.deepEqual([line.status, JSON.parse(line.text)], [200, { text: probe(10).split("\n")[2] }]);
    for (const file of ["secret", "Layouts/../secret", join(served.folder, "secret"), "/etc/hosts", "Layouts"]) {
      assert.equal((await send(served, "/line", { ...place, file })).status, 403, file);
    }
    assert.equal((await send(served, "/line", { ...place, scene: "other" })).status, 403);
    assert.equal((await send(served, "/line", { ...place, line: 100 })).status, 404);
    assert.equal((await send(served, "/line", { ...place, line: 0 })).status, 400);
    for (const [mark, status] of MARKS) assert.equal((await send(served, "/line", place, mark)).status, status, JSON.stringify(mark));
    // The file has become a link since the daemon has read it.
    const connection = new Connection(await connect(served.socket));
    try {
      await connection.call("Hold", { reason: "the test" });
      rmSync(join(served.layouts, "probe.layout"));
      symlinkSync("../secret", join(served.layouts, "probe.layout"));
      assert.equal((await send(served, "/line", { ...place, line: 1 })).status, 404);
    } finally {
      connection.close();
    }
  } finally {
    await served.stop();
  }
});

test("without --write nothing is written, and with --read-only neither", { skip, timeout }, async () => {
  const served = await Served.start({ "probe.layout": probe(10) }, "Layouts");
  try {
    assert.equal((await send(served, "/write", gap)).status, 403);
    await served.end(served.shown);
    await served.preview("Layouts", "--read-only");
    assert.equal((await send(served, "/write", gap)).status, 403);
    assert.equal((await send(served, "/open", { scene: "probe", file: "Layouts/probe.layout", line: 1, column: 1 })).status, 403);
    assert.equal(readFileSync(join(served.layouts, "probe.layout"), "utf8"), probe(10));
    await served.end(served.shown);
    await assert.rejects(served.preview("Layouts", "--read-only", "--write"), /--write/);
  } finally {
    await served.stop();
  }
});

test("a place is opened in the editor that was named, if it is in a file of a scene", { skip, timeout }, async () => {
  const served = new Served({
    "probe.layout": `import "tokens.layout" as t\n${probe("t.wide")}`, "tokens.layout": "let wide = 10\n", "apart.layout": "layout apart { box a fill }\n",
  });
  const opened = () => { try { return readFileSync(join(served.folder, "opened"), "utf8").trim().split("\n"); } catch { return []; } };
  let tab;
  try {
    served.program("our-editor", `#!/bin/sh\nprintf '%s\\n' "$#" "$@" >>'${served.folder}/opened'\n`);
    await served.serve();
    await served.preview("Layouts", "--editor", "our-editor --at {line} {file}");
    const place = { scene: "probe", file: "Layouts/tokens.layout", line: 1, column: 5 };
    for (const [headers, status] of MARKS) assert.equal((await send(served, "/open", place, headers)).status, status, JSON.stringify(headers));
    for (const file of ["Layouts/../Layouts/probe.layout", "/etc/passwd", "Layouts/apart.layout", "../x", `${served.layouts}/probe.layout`, "--version"]) {
      assert.equal((await send(served, "/open", { ...place, file })).status, 403, file);
    }
    assert.equal((await send(served, "/open", { ...place, scene: "nothing" })).status, 403);
    for (const wrong of [{ file: "" }, { line: 0 }, { line: "1; rm" }, { column: 1.5 }, { file: ["x"] }]) {
      assert.equal((await send(served, "/open", { ...place, ...wrong })).status, 400, JSON.stringify(wrong));
    }
    assert.deepEqual(opened(), []);
    assert.equal((await send(served, "/open", place)).status, 204);
    await until(() => opened().length === 4);
    assert.deepEqual(opened(), ["3", "--at", "1", `${served.folder}/Layouts/tokens.layout`]);

    // A click in the page does that, and leads nowhere else.
    tab = await Tab.open(served.address);
    await until(() => tab.page((page) => page.scenes.all.has("probe")));
    await tab.show("probe");
    await tab.page((page) => page.stage.select("red"));
    await until(async () => (await tab.text(".inspector h3"))?.startsWith("red"));
    assert.equal(await tab.run(() => document.querySelectorAll("a[href^=vscode]").length), 0);
    await tab.click(await tab.middle(".inspector .declared .place"));
    await until(() => opened().length === 8);
    assert.deepEqual(opened().slice(4), ["3", "--at", "4", `${served.folder}/Layouts/probe.layout`]);
    assert.deepEqual(tab.complaints, []);
  } finally {
    await tab?.close();
    await served.stop();
  }
});

describe("two scenes beside each other", { skip, timeout }, () => {
  const text = `layout two size 300, 200 {
  box a left 10 #gap top 10 width 50% height 30 background: red
  if regular.x { box only left 0 bottom 0 size 20 }
  preview "phone" size 320, 568
  preview "pad" size 820, 1180
}
`;
  let served, tab;
  before(async () => {
    served = await Served.start({ "two.layout": text });
    tab = await Tab.open(served.address, [1440, 900]);
    await until(() => tab.page((page) => page.scenes.all.size === 3));
  });
  after(async () => {
    await tab?.close();
    await served?.stop();
  });
  afterEach(async () => assert.deepEqual(tab.complaints, []));

  /** As a person does: by the list. */
  const compare = (words) => tab.run((words) => {
    const select = document.querySelector("[data-name=compare]");
    select.selectedIndex = [...select.options].findIndex(({ text }) => text === words);
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }, words);
  const sizes = () => tab.page((page) => [page.stage, page.comparison.stage].map(({ placed }) => placed[0] && [placed[0].width, placed[0].height]));

  test("a phone and a pad are shown in one scale, and a view is chosen in both", async () => {
    await tab.show("two/phone");
    await compare("two/pad");
    await until(async () => `${await sizes()}` === "320,568,820,1180");
    const [one, other] = await tab.page((page) => [page.stage.factor, page.comparison.stage.factor]);
    assert.equal(one, other);
    await tab.page((page) => page.stage.select("a"));
    await until(async () => (await tab.text(".inspector .other"))?.startsWith("in two/pad: x 10  y 10  width 410  height 30"));
    assert.equal(await tab.page((page) => page.comparison.stage.selection), "a");
    assert.deepEqual(await tab.run(() => [...document.querySelectorAll(".inspector .other strong")].map(({ textContent }) => textContent)), ["width 410"], "what is otherwise stands out");
    if (process.env.PICTURES) writeFileSync(`${process.env.PICTURES}/compare.png`, await tab.chromium.picture());
    // What is chosen there is chosen here.
    await tab.page((page) => page.comparison.stage.select("only"));
    assert.equal(await tab.page((page) => page.stage.selection), "only");
  });

  test("what is tried is tried in both, and the scenes themselves stay", async () => {
    await tab.page((page) => page.trial.set("constant #gap", { op: "constant", name: "#gap", value: 44 }));
    await until(() => tab.page((page) => [page.stage, page.comparison.stage].every(({ placed }) => placed.find(({ view }) => view.path === "a").x === 44)));
    assert.equal(`${await sizes()}`, "320,568,820,1180");
    for (const scene of ["two/phone", "two/pad"]) assert.equal((await served.ask("Get", { scene, names: ["#gap"] })).values[0].value, 10);
    served.save("two.layout", text.replace("top 10", "top 20"));
    await until(() => tab.page((page) => [page.stage, page.comparison.stage].every(({ placed }) => placed.find(({ view }) => view.path === "a").y === 20)), "a save is seen in both");
  });

  test("a scene without previews is compared with itself on another device", async () => {
    await tab.show("two");
    await until(() => tab.page((page) => page.comparison.scene === undefined), "another scene is shown alone");
    await compare("pad");
    await until(async () => `${await sizes()}` === "300,200,820,1180");
    await until(async () => (await served.ask("Stats")).metrics.subscribers === 2);
    await compare("compare with …");
    await until(() => tab.run(() => document.querySelector(".beside").hidden));
    await until(async () => (await served.ask("Stats")).metrics.subscribers === 1);
  });
});

describe("somebody new", { skip, timeout }, () => {
  let served, tab;
  before(async () => {
    // These few, so that nobody waits for all samples on a slow machine.
    const sample = (name) => [name, readFileSync(new URL(`../../../Layouts/${name}`, import.meta.url), "utf8")];
    served = await Served.start(Object.fromEntries(["dashboard.layout", "inbox.layout", "sheet.layout", "toast.layout", "tokens.layout"].map(sample)));
    tab = await Tab.open(served.address, [1440, 900]);
    await until(() => tab.run(() => document.querySelector(".tile[data-scene='dashboard/phone']") !== null));
  });
  after(async () => {
    await tab?.close();
    await served?.stop();
  });
  afterEach(async () => assert.deepEqual(tab.complaints, []));
  const open = async (scene) => {
    await tab.show(undefined);
    await until(() => tab.page((page) => page.sheet.isShown));
    await tab.run((scene) => document.querySelector(`.tile[data-scene="${scene}"]`).focus(), scene);
    await tab.key("Enter");
    await tab.isShown(scene);
  };

  test("whoever opens a tile is told where that is, and comes back to it", async () => {
    await open("dashboard/phone");
    assert.deepEqual(await tab.run(() => [document.activeElement.tagName, document.activeElement.textContent]), ["H1", "dashboard/phone"]);
    await tab.key("Escape");
    await until(() => tab.run(() => document.activeElement.dataset.scene === "dashboard/phone"));
  });

  test("until a scene is there nothing of the one before it can be set, and nothing is said of it", async () => {
    await open("dashboard/phone");
    await tab.page((page) => {
      page.tell("something that was said of it");
      const { server } = page;
      server.call = async (method, ...more) => {
        if (method === "Open") await new Promise((resolve) => { page.letGo = resolve; });
        return Object.getPrototypeOf(server).call.call(server, method, ...more);
      };
      page.go("toast");
    });
    await until(() => tab.page((page) => page.letGo !== undefined));
    const isInert = () => tab.run(() => document.querySelector(".workbench").inert);
    assert.equal(await isInert(), true);
    assert.equal(await tab.text(".news"), "");
    await tab.page((page) => {
      delete page.server.call;
      page.letGo();
    });
    await tab.isShown("toast");
    assert.equal(await isInert(), false);
  });

  test("who leaves a scene while it opens leaves no copy of it behind", async () => {
    await open("dashboard/phone");
    await tab.page((page) => {
      const { server } = page;
      server.call = async (method, ...more) => {
        if (method === "Open") await new Promise((resolve) => { page.letGo = resolve; });
        const answer = await Object.getPrototypeOf(server).call.call(server, method, ...more);
        if (method === "Open") page.hasOpened = true;
        return answer;
      };
      page.letGo = undefined;
      page.go("toast");
    });
    await until(() => tab.page((page) => page.letGo !== undefined));
    await tab.page((page) => page.go());
    await until(() => tab.page((page) => page.name === undefined));
    await tab.page((page) => {
      delete page.server.call;
      page.letGo();
    });
    await until(() => tab.page((page) => page.hasOpened));
    // The daemon tells the page of its own ones.
    await until(() => tab.page(async (page) => (await page.server.call("ListScenes")).scenes.every(({ name }) => !name.includes(" ~"))));
  });

  test("the size classes that stand there are the scene's", async () => {
    await open("dashboard/phone");
    const classes = () => tab.text(".toolbar > .note");
    await until(async () => await classes() === "compact × regular");
    await tab.page((page) => {
      const { server } = page;
      server.call = async (method, parameters) => {
        if (method === "Get" && parameters.names && !page.isHeld) {
          page.isHeld = true;
          await new Promise((resolve) => { page.letGo = resolve; });
        }
        return Object.getPrototypeOf(server).call.call(server, method, parameters);
      };
      page.letGo = undefined;
      page.resize([391, 844]);
    });
    await until(() => tab.page((page) => page.letGo !== undefined));
    await tab.page((page) => page.go("toast/phone landscape"));
    await tab.isShown("toast/phone landscape");
    await tab.page((page) => {
      delete page.server.call;
      page.letGo();
    });
    // 844 × 390.
    await until(async () => await classes() === "regular × compact");
    // What was tried with the other one would be there again.
    await tab.page((page) => { page.trials.delete("dashboard/phone"); });
  });

  test("a preview may be called anything", async () => {
    served.save("tilde.layout", 'layout tilde size 100, 100 {\n  box a fill\n  preview "wide ~ tall" size 200, 100\n}\n');
    await until(() => tab.page((page) => page.scenes.all.has("tilde/wide ~ tall")));
    rmSync(join(served.layouts, "tilde.layout"));
  });

  test("an error of the daemon is said in words, without lists of all that is known", async () => {
    const message = await tab.page((page) => page.server.call("Explain", { scene: "nowhere", view: "root" }).catch(({ message }) => message));
    assert.equal(message, "UnknownScene: nowhere");
  });

  test("a revision can be met in all of the strip's height", async () => {
    await open("toast");
    await tab.page((page) => page.resize([400, 800]));
    await until(() => tab.run(() => document.querySelectorAll(".strip > div").length > 1));
    const [met, first] = await tab.run(() => {
      const strip = document.querySelector(".strip");
      const { left, top } = strip.firstElementChild.getBoundingClientRect();
      return [document.elementFromPoint(left + 3, strip.getBoundingClientRect().top + 2).dataset.rev, strip.firstElementChild.dataset.rev];
    });
    assert.equal(met, first);
    assert.ok(first !== undefined);
  });

  test("the list of devices shows the one in use, and says where there is none", async () => {
    await open("dashboard/phone");
    const device = () => tab.run(() => document.querySelector("[data-name=device]").value);
    await until(async () => await device() === "phone");
    await tab.run(() => {
      const select = document.querySelector("[data-name=device]");
      select.value = "pad";
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await until(() => tab.page((page) => page.stage.placed[0].width === 820));
    assert.equal(await device(), "pad");
    await tab.page((page) => page.resize([500, 500]));
    await until(async () => await device() === "");
  });

  test("a side that follows says of which others, and what is as large as its views says of which", async () => {
    await open("dashboard/phone");
    await tab.page((page) => page.stage.select("header.titles"));
    const said = (attribute) => tab.text(`.inspector [data-attribute=${attribute}]`);
    await until(async () => (await said("top"))?.includes("follows from centerY"));
    assert.match(await said("top"), /follows from centerY 22 and height 40/);
    // Two labels of 20 are 40.
    assert.match(await said("height"), /→ title 20.*→ date 20/);
    // Across it each view has a reason of its own, which is about no other.
    const across = await tab.run(() => [...document.querySelectorAll(".inspector [data-attribute=width] .deciding li")].map((reason) => reason.textContent).filter((text) => text.includes("fills")));
    assert.equal(across.length, 2);
    for (const text of across) assert.equal(text.split("→").length, 2, text);
    await tab.run(() => [...document.querySelectorAll(".inspector [data-attribute=height] button")].find(({ textContent }) => textContent.includes("title")).click());
    await until(() => tab.page((page) => page.stage.selection === "header.titles.title"));
    // No view is without a reason, or words for why there is none.
    const { seen, mute } = await tab.page(async (page) => {
      const paths = page.stage.placed.filter(({ isHidden, depth }) => !isHidden && depth > 0).map(({ view }) => view.path);
      const mute = [];
      for (const path of paths) {
        page.stage.select(path);
        while (page.inspector.root.dataset.view !== path) await new Promise((resolve) => setTimeout(resolve));
        for (const one of page.inspector.root.querySelectorAll(".attribute.unique")) {
          if (!one.querySelector(".deciding li, .follows")) mute.push(`${path} ${one.dataset.attribute}`);
        }
      }
      return { seen: paths.length, mute };
    });
    assert.ok(seen > 50);
    assert.deepEqual(mute, []);
  });

  test("what an id adds to a clause is said as that, and not as a number of the file", async () => {
    await open("dashboard/phone");
    await until(async () => (await tab.text(".control[data-line='constant #chart']"))?.includes("height 40% #chart"));
    assert.match(await tab.text(".control[data-line='constant #chart']"), /the file adds 0 to it/);
    assert.match(await tab.text(".control[data-line='constant #tabs']"), /top == super\.safe\.bottom - 52 #tabs/);
    await tab.page((page) => page.stage.select("nav"));
    await until(async () => (await tab.text(".inspector"))?.includes("nav.top == root.safe.bottom - 52 (#tabs)"));
    assert.doesNotMatch(await tab.text(".side"), /#\w+=/);
  });

  test("configurations stand first, and what is not wanted is folded", async () => {
    await open("sheet");
    await until(() => tab.run(() => document.querySelector(".controls details summary")?.textContent === "Configurations"));
    const [top, bottom] = await tab.run(() => {
      const { top } = document.querySelector(".controls select").getBoundingClientRect();
      return [top, innerHeight];
    });
    assert.ok(top < bottom, "it is seen without scrolling");
    await tab.page((page) => page.stage.select("sheet"));
    await until(async () => (await tab.text(".inspector h3"))?.startsWith("sheet"));
    const after = await tab.run(() => document.querySelector(".controls select").getBoundingClientRect().top);
    assert.ok(after < bottom, "and however many reasons there are");
    await tab.run(() => document.querySelector("[data-name='fold Why']").click());
    assert.equal(await tab.run(() => document.querySelector(".inspector").checkVisibility()), false);
    await tab.run(() => document.querySelector("[data-name='fold Why']").click());
  });

  test("the tree shows the past with the stage, and says so", async () => {
    await open("dashboard/small");
    const row = () => tab.text(".tree [data-path='nav'] .note");
    await until(async () => await row() === "320 × 52");
    await tab.page((page) => page.trial.set("constant #tabs", { op: "constant", name: "#tabs", value: -100 }));
    await until(async () => await row() === "320 × 100");
    await tab.page((page) => page.timeline.ask());
    await tab.page((page) => page.timeline.show(Math.max(...[...document.querySelectorAll(".strip > div")].map(({ dataset }) => Number(dataset.rev))) - 1));
    await until(async () => await row() === "320 × 52");
    assert.equal(await tab.run(() => document.querySelector(".tree .warning").checkVisibility()), true);
    await tab.page((page) => page.timeline.show(undefined));
    await until(async () => await row() === "320 × 100");
    assert.equal(await tab.run(() => document.querySelector(".tree .warning").checkVisibility()), false);
  });

  test("a band takes no more than a fifth of the window, however much is wrong", async () => {
    served.save("wrong.layout", `layout wrong size 300, 300 {\n${Array.from({ length: 12 }, (_, at) => `  box b${at} left ${at} left 99 top 0 size 10`).join("\n")}\n}\n`);
    await until(() => tab.page((page) => page.scenes.all.has("wrong")));
    await tab.show("wrong");
    await until(() => tab.run(() => !document.querySelector(".band").hidden));
    const share = await tab.run(() => document.querySelector(".band").getBoundingClientRect().height / innerHeight);
    assert.ok(share < 0.2, `${share}`);
    // Which view it is about is one click away.
    await tab.run(() => document.querySelector(".band button").click());
    assert.match(await tab.page((page) => page.stage.selection), /^b\d+$/);
    await until(async () => (await tab.text(".inspector"))?.includes("cannot all hold"));
  });

  test("all that is missed is a click away, with the views that miss it", async () => {
    served.save("missed.layout", `layout missed size 300, 200 {
  box panel left 20 width 200 @high top 10 height 60 { label title "A title" left 8 top 8 width 30 }
  panel.right <= super.right - 120
}
`);
    await until(() => tab.page((page) => page.scenes.all.has("missed")));
    await tab.show("missed");
    await until(() => tab.run(() => document.querySelector("[data-name=missed]") !== null));
    await tab.run(() => document.querySelector("[data-name=missed]").click());
    // From 20 to 180 there are 160.
    const list = () => tab.run(() => [...document.querySelectorAll("[aria-label='what is missed'] li")].map(({ textContent }) => textContent));
    await until(async () => (await list()).length === 1);
    assert.deepEqual(await list(), ["panel width: width 200 @high missed.layout:2:21priority 750, 40 missing"]);
    await tab.run(() => document.querySelector("[aria-label='what is missed'] li button").click());
    assert.equal(await tab.page((page) => page.stage.selection), "panel");
  });

  test("what is missed is told of the view that asks for it, and shown there", async () => {
    // The title comes first, and its last line is the other end.
    served.save("asked.layout", `layout asked size 300, 200 {
  label title "Title" top 8 left 8 width 40 height 20
  label more "More" left 8 width 60 height 20 {
    top >= title.bottom + 30
    firstBaseline == title.lastBaseline + 24 @high
  }
}
`);
    await until(() => tab.page((page) => page.scenes.all.has("asked")));
    await tab.show("asked");
    await until(() => tab.run(() => document.querySelector("[data-name=missed]") !== null));
    await tab.run(() => document.querySelector("[data-name=missed]").click());
    const list = () => tab.run(() => [...document.querySelectorAll("[aria-label='what is missed'] li")].map(({ textContent }) => textContent));
    await until(async () => (await list()).length === 1);
    assert.match((await list())[0], /^more firstBaseline: firstBaseline == title\.lastBaseline \+ 24 @high asked\.layout:5:5priority 750, \d/);
    await tab.run(() => document.querySelector("[aria-label='what is missed'] li button").click());
    await until(() => tab.run(() => document.activeElement.closest("[data-attribute]")?.dataset.attribute === "firstBaseline"));
    assert.equal(await tab.run(() => document.querySelector(".inspector").dataset.view), "more");
  });

  test("what a view says of itself comes before what leans on it", async () => {
    await open("sheet/half");
    await tab.page((page) => page.stage.select("sheet"));
    await until(() => tab.run(() => document.querySelector(".inspector").dataset.view === "sheet"));
    // Its grip and its head are required where they are in it, and follow it.
    const reasons = await tab.run(() => [...document.querySelectorAll("[data-attribute=top] .deciding .source")].map(({ textContent }) => textContent));
    assert.equal(reasons[0], "top == super.centerY @high");
    assert.ok(reasons.includes("top 8") && reasons.includes("top 20"), `${reasons}`);
  });

  test("a list of records is told as that, and is not typed over", async () => {
    await open("inbox");
    const control = ".control[data-line='variable messages']";
    await until(() => tab.run((control) => document.querySelector(control) !== null, control));
    assert.equal(await tab.text(`${control} output`), "3 records");
    assert.equal(await tab.run((control) => document.querySelector(control).querySelectorAll("input, [data-name^=copy]").length, control), 0);
    // Of a clause of many lines the beginning is enough.
    const { length } = await tab.text(`${control} code`);
    assert.ok(length > 20 && length < 130, `${length}`);
  });

  test("what is chosen or moves leaves the window where somebody looks", async () => {
    // As at 200 %.
    await tab.chromium.call("Emulation.setDeviceMetricsOverride", { width: 720, height: 450, deviceScaleFactor: 2, mobile: false });
    await open("dashboard/phone");
    const last = await until(() => tab.run(() => {
      const rows = document.querySelectorAll(".tree [data-path]");
      return rows.length > 40 && [...rows].at(-1).dataset.path;
    }));
    await tab.page((page, last) => page.stage.select(last), last);
    await until(() => tab.run((last) => {
      const [tree, row] = [document.querySelector(".tree"), document.querySelector(`.tree [data-path="${CSS.escape(last)}"]`)].map((one) => one.getBoundingClientRect());
      return row.top >= tree.top && row.bottom <= tree.bottom + 1;
    }, last), "the tree shows it");
    assert.equal(await tab.run(() => scrollY), 0);
    // Who tries something further down stays there, while the strip takes in what is new.
    await until(() => tab.run(() => document.querySelector(".controls [data-name='constant #tabs']") !== null));
    const place = () => tab.run(() => Math.round(document.querySelector(".tree").getBoundingClientRect().top));
    await tab.run(() => scrollTo(0, document.documentElement.scrollHeight));
    const top = await place();
    assert.ok(top < 450 && await tab.run(() => document.querySelector(".timeline").getBoundingClientRect().bottom < 0), `${top}`);
    const shown = () => tab.run(() => Math.max(...[...document.querySelectorAll(".strip > div")].map(({ dataset }) => Number(dataset.rev))));
    const before = await shown();
    await tab.page((page) => page.trial.set("constant #tabs", { op: "constant", name: "#tabs", value: -90 }));
    await until(async () => await shown() > before);
    assert.equal(await tab.run(() => document.querySelector(".timeline").getBoundingClientRect().bottom < 0), true);
    assert.ok(Math.abs(await place() - top) < 100, `${top}, then ${await place()}`);
    await tab.chromium.call("Emulation.setDeviceMetricsOverride", { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false });
  });

  test("in a narrow window reasons stand beside the tree", async () => {
    await tab.chromium.call("Emulation.setDeviceMetricsOverride", { width: 700, height: 900, deviceScaleFactor: 1, mobile: false });
    await open("dashboard/phone");
    await tab.page((page) => page.stage.select("nav"));
    await until(async () => (await tab.text(".inspector h3"))?.startsWith("nav"));
    const places = await tab.run(() => Object.fromEntries([".tree", ".inspector", ".viewport"].map((part) => {
      const { left, right, top, bottom } = document.querySelector(part).getBoundingClientRect();
      return [part, { left, right, top, bottom }];
    })));
    assert.ok(places[".inspector"].left >= places[".tree"].right - 1 && places[".inspector"].top < 900 - 100, JSON.stringify(places));
    assert.ok(places[".viewport"].bottom - places[".viewport"].top > 250);
    await tab.chromium.call("Emulation.setDeviceMetricsOverride", { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false });
  });

  test("in slow motion something is stopped half way", async () => {
    await open("sheet");
    await tab.page((page) => page.timeline.slowly() && undefined);
    await until(() => tab.run(() => document.querySelector("[data-name=slow]").ariaPressed === "true"));
    assert.equal(await tab.run(() => document.querySelector("[data-name=pause]").ariaPressed), "false", "it goes on");
    // From 76 high to nearly all of the screen: half way there it is stopped.
    await tab.page((page) => page.trial.set("config sheet", { op: "config", view: "sheet", name: page.stage.scene.about.configs[0].names[1] }) && undefined);
    const height = () => tab.page((page) => page.stage.scene.mirror.children()[0] && [...page.stage.scene.mirror.views.values()].find(({ path }) => path === "sheet").frame[3]);
    await until(async () => await height() > 150);
    await tab.run(() => document.querySelector("[data-name=pause]").click());
    await until(async () => await tab.text("[data-name=pause]") === "Run");
    const stopped = await until(async () => {
      const one = await height();
      await pause(100);
      return await height() === one && one;
    }, "it stands still");
    assert.ok(stopped > 150);
    // Reasons have the numbers of where it goes, and it says so.
    const said = () => tab.run(() => getComputedStyle(document.querySelector(".inspector"), "::before").content);
    assert.match(await said(), /on its way/);
    await tab.run(() => document.querySelector("[data-name=pause]").click());
    await until(async () => await height() > stopped);
    await until(async () => await said() === "none");
  });
});
