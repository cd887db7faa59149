import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Chromium, serveFiles, withoutChromium } from "./chromium.js";

const skip = withoutChromium;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const conversations = execFileSync("python3", [here("conversations.py")], { maxBuffer: 1 << 28 });
let files;
let chromium;

before(async () => {
  if (skip) return;
  files = await serveFiles(here(".."), { "/conversations.json": conversations, "/empty.html": "" });
  chromium = await Chromium.start();
});
after(async () => {
  files?.close();
  await chromium?.close();
});

test("the module holds every conversation in a browser", { skip, timeout: 120_000 }, async () => {
  await chromium.open(`${files.origin}/empty.html`);
  const { count, problems } = await chromium.run(async () => {
    const { hold } = await import("/test/conversations.js");
    const all = await (await fetch("/conversations.json")).json();
    const found = [];
    for (const conversation of all) {
      const problem = await hold(conversation);
      if (problem !== undefined) found.push(`${conversation.name} in ${conversation.encoding}: ${problem}`);
    }
    return { count: all.length, problems: found };
  });

  assert.deepEqual(problems, []);
  assert.equal(count, JSON.parse(conversations).length);
});

/** Goes to the page with one event of the recording, and waits until it is drawn. */
async function show(event) {
  await chromium.open(`${files.origin}/empty.html`);
  await chromium.open(`${files.origin}/examples/canvas.html#${event}`);
  await chromium.run(async () => {
    while (document.body.dataset.ready === undefined) await new Promise(requestAnimationFrame);
  });
}

/** The red, green and blue of each pixel in a rectangle of the canvas. */
async function pixels(x, y, width = 1, height = 1) {
  const data = await chromium.run((...rectangle) => [
    ...document.querySelector("canvas").getContext("2d").getImageData(...rectangle).data,
  ], x, y, width, height);
  return Array.from({ length: data.length / 4 }, (_, pixel) => data.slice(pixel * 4, pixel * 4 + 3));
}

/** Opacity is counted in 255ths, more than once on the way. */
async function expectColour(x, y, wanted) {
  const [found] = await pixels(x, y);
  const isNear = found.every((part, place) => Math.abs(part - wanted[place]) <= 1);
  assert.ok(isNear, `${found} is at ${x}, ${y}, not ${wanted}`);
}

/** Whether there is something as dark as letters. */
async function hasLetters(...rectangle) {
  return (await pixels(...rectangle)).some(([red]) => red < 100);
}

// Numbers from recorded.layout: 320 × 400 on #f2f2f7, notes 288 wide from 16 on, their texts 12 further in.
test("the page draws the first event of the recording", { skip, timeout: 60_000 }, async () => {
  await show(0);

  await expectColour(8, 8, [0xf2, 0xf2, 0xf7]);
  await expectColour(160, 22, [255, 255, 255]);
  await expectColour(17, 17, [0xf2, 0xf2, 0xf7]); // a radius of 12
  await expectColour(160, 141, [0xff, 0xe7, 0xc2]);
  assert.equal(await hasLetters(28, 28, 60, 20), true); // "Frames"
  assert.equal(await hasLetters(110, 28, 180, 20), false);
});

test("the page draws the sheet when it is up, over a scrim", { skip, timeout: 60_000 }, async () => {
  await show(28); // all is set, and nothing moves
  if (process.env.PICTURE) writeFileSync(process.env.PICTURE, await chromium.picture());

  // 40 % black over #f2f2f7: 0.6 of each.
  await expectColour(8, 8, [145, 145, 148]);
  await expectColour(10, 300, [255, 255, 255]);
  await expectColour(1, 221, [145, 145, 148]); // the sheet begins at 400 + 20 - 200, with a radius of 20
  await expectColour(200, 240, [0x00, 0x7a, 0xff]); // a border of 2, 20 below that
  assert.equal(await hasLetters(20, 292, 90, 26), true); // "A sheet", 72 below that
  assert.equal(await hasLetters(120, 292, 100, 26), false);
});

/** Draws a snapshot of views on a canvas as large as the first of them. */
async function drawAlone(views, looks) {
  await chromium.open(`${files.origin}/empty.html`);
  await chromium.run(async (event) => {
    const [{ Mirror, eventFrom }, { draw }] = await Promise.all(["framewire.js", "examples/canvas.js"].map(
      (path) => import(`/${path}`)));
    const mirror = new Mirror();
    mirror.take(eventFrom(event));
    const [, , width, height] = mirror.children()[0].frame;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    document.body.append(canvas);
    draw(canvas.getContext("2d"), mirror, { family: '"DejaVu Sans"' });
  }, { kind: "snapshot", epoch: "e", rev: 1, layoutRev: 1, time: 0, views, looks });
}

const view = (id, frame, members) => (
  { id, path: `view${id}`, kind: "box", parent: id ? 0 : undefined, index: id, frame, ...members });
const white = { id: 1, background: "#ffffffff" };

test("in the place of a picture is a fine cross, and what has no size is not seen", { skip, timeout: 60_000 }, async () => {
  await drawAlone([
    view(0, [0, 0, 100, 60], { look: 1 }), view(1, [10, 10, 40, 40], { look: 2 }), view(2, [70, 10, 0, 40], { look: 3 }),
  ], [
    white, { id: 2, border: 4, borderColor: "#ff0000ff", image: { path: "a.png" } },
    { id: 3, border: 4, borderColor: "#0000ffff" },
  ]);

  await expectColour(12, 30, [255, 0, 0]); // the border reaches from 10 to 14
  const middle = await pixels(29, 29, 2, 2);
  assert.ok(middle.some(([red]) => red < 255) && middle.every((pixel) => Math.min(...pixel) > 200), `${middle}`);
  await expectColour(70, 30, [255, 255, 255]);
});

test("a line that is cut without an ellipsis is not squeezed", { skip, timeout: 60_000 }, async () => {
  const font = { size: 40, weight: 400, maxLines: 1 };
  // A letter 26 wide, a blank 13 wide; what is behind 60 is not there.
  const text = "\u05d0           M MMMMMM";
  for (const rtl of [true, undefined]) {
    const lines = [{ text, start: 0, end: text.length + 1, x: 10, baseline: 50, width: 60, rtl }];
    await drawAlone([
      view(0, [0, 0, 120, 60], { look: 1 }),
      view(1, [0, 0, 120, 60], { text, truncated: "clip", look: 2, lines }),
    ], [white, { id: 2, background: "#ffffffff", font }]);

    assert.equal(await hasLetters(10, 0, 28, 60), rtl !== true);
    assert.equal(await hasLetters(42, 0, 28, 60), rtl === true);
    assert.equal(await hasLetters(70, 0, 50, 60), false);
    assert.equal(await hasLetters(0, 0, 10, 60), false);
  }
});

test("a line is set in the direction that it says, where it was measured", { skip, timeout: 60_000 }, async () => {
  const font = { size: 40, weight: 400, maxLines: 1 };
  for (const rtl of [true, undefined]) {
    const lines = [{ text: "\u05d0\u05d0\u05d0.", start: 0, end: 7, x: 10, baseline: 50, width: 100, rtl }];
    await drawAlone([
      view(0, [0, 0, 120, 60], { look: 1 }), view(1, [0, 0, 120, 60], { text: lines[0].text, look: 2, lines }),
    ], [white, { id: 2, background: "#ffffffff", font }]);

    // The full stop is a tenth as wide as the line, and high where the letters are there is nothing of it.
    assert.equal(await hasLetters(98, 20, 12, 20), rtl === true);
    assert.equal(await hasLetters(10, 20, 10, 20), rtl !== true);
    assert.equal(await hasLetters(111, 0, 9, 60), false);
    assert.equal(await hasLetters(0, 0, 9, 60), false);
  }
});
