import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Chromium, serveFiles } from "./chromium.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const conversations = execFileSync("python3", [here("conversations.py")], { maxBuffer: 1 << 28 });
let files;
let chromium;

before(async () => {
  files = await serveFiles(here(".."), { "/conversations.json": conversations, "/empty.html": "" });
  chromium = await Chromium.start();
});
after(async () => {
  files?.close();
  await chromium?.close();
});

test("the module holds every conversation in a browser", { timeout: 120_000 }, async () => {
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
test("the page draws the first event of the recording", { timeout: 60_000 }, async () => {
  await show(0);

  await expectColour(8, 8, [0xf2, 0xf2, 0xf7]);
  await expectColour(160, 22, [255, 255, 255]);
  await expectColour(17, 17, [0xf2, 0xf2, 0xf7]); // a radius of 12
  await expectColour(160, 141, [0xff, 0xe7, 0xc2]);
  assert.equal(await hasLetters(28, 28, 60, 20), true); // "Frames"
  assert.equal(await hasLetters(110, 28, 180, 20), false);
});

test("the page draws the sheet when it is up, over a scrim", { timeout: 60_000 }, async () => {
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
