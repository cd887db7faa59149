import assert from "node:assert/strict";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { after, afterEach, before, describe, test } from "node:test";
import { Served, Tab, pause, skip, until } from "./preview.js";

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
    assert.deepEqual(await find("nothing"), []);
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
    await until(async () => (await tab.text(".inspector h2"))?.startsWith("user"));
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
    await until(async () => (await tab.text(".inspector h2"))?.startsWith("user"));
    await tab.key("ArrowDown");
    await until(async () => (await tab.text(".inspector h2"))?.startsWith("pass"));
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
      page.stage.scene.addEventListener("diagnostics", () => {
        states.push(page.stage.scene.mirror.state);
        // As long as it lasts time stands still, so that a slow machine is as good as a fast one.
        if (page.stage.scene.mirror.state === "stale") globalThis.setTimeout = ((real) => (action, ms) => (ms === 250 ? (globalThis.late = action, 7) : real(action, ms)))(globalThis.realTimeout ??= setTimeout);
      });
    });
    served.save("probe.layout", probe("nothing"));
    await until(() => tab.run(() => states.includes("stale")));
    served.save("probe.layout", probe(30));
    await until(() => tab.run(() => states.at(-1) === "ok"));
    await sees(32, RED);
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
    await until(() => tab.run(() => document.querySelector("[data-name='copy constant #gap']").title === "copy “#gap 90”"
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
    await choose("private");
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
    const get = (path) => tab.page(async (page, path) => {
      const response = await fetch(path, { headers: { Authorization: `Bearer ${page.token}`, "X-Page": page.server.page } });
      return [response.status, response.headers.get("content-type")];
    }, path);
    const { event } = await served.ask("Snapshot", { scene: "a" });
    const id = Object.fromEntries(event.views.map((view) => [view.path, view.id]));
    assert.deepEqual(await get(`/image/a/${id.red}`), [200, "image/png"]);
    assert.deepEqual(await get(`/image/a/${id.blue}`), [200, "image/svg+xml"]);
    assert.equal((await get(`/image/a/${id.secret}`))[0], 404);
    assert.equal((await get("/image/a/999"))[0], 404);
    assert.equal((await get(`/image/${encodeURIComponent(served.layouts)}/red.png`))[0], 404);
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

test("axe finds nothing to complain of", { skip: skip || (process.env.AXE ? false : "AXE names no rules"), timeout }, async () => {
  const rules = readFileSync(process.env.AXE, "utf8");
  const served = await Served.start({ "probe.layout": probe(10) });
  const tab = await Tab.open(served.address);
  const complaints = async () => {
    await tab.chromium.call("Runtime.evaluate", { expression: rules });
    const { passes, violations } = await tab.run(async () => {
      const { passes, violations } = await axe.run(document);
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
    await until(async () => (await tab.text(".inspector h2"))?.startsWith("red"));
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
