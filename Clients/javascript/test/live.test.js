// With the daemon at $FRAMEWIRE_SOCKET, which may serve anything: what is needed is loaded.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { CallError, Connection, Mirror, eventFrom, follow } from "../framewire.js";
import { connect } from "../node.js";
import { withTypes } from "./types.js";

const skip = process.env.FRAMEWIRE_SOCKET ? false : "there is no $FRAMEWIRE_SOCKET";
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const filter = {
  fields: ["frame", "hidden", "alpha", "clips", "text", "scroll", "guides", "baselines", "look", "lines"],
};
const layout = `layout javascript_client size 100, 60 {
  var tint = #ff0000
  box b at 10, 10, 80, 20 background: tint radius: 4 border: 2 borderColor: #000000 {
    label t "ab <c>" leading 0 top 0 color: #0000ff
  }
  vscroll s at 0, 30, 50, 30 { box c size 50, 80 { if flag(wide) { radius: 4; remove height; height 90 } } }
  label hello "שלום" trailing 0 bottom 0 alpha: 0.5
}`;
const scene = "javascript_client";
let connection;

before(async () => {
  if (skip) return;
  connection = new Connection(await connect());
  await connection.call("Load", { text: layout, name: "javascript_client.layout" });
});
after(async () => {
  if (skip) return;
  await connection.call("Unload", { scene });
  connection.close();
});

test("the types in the module are those of the interface", { skip }, async () => {
  const { description } = await connection.call("org.varlink.service.GetInterfaceDescription", {
    interface: "io.framewire.v1",
  });
  const module = readFileSync(path("../framewire.js"), "utf8");
  const wanted = withTypes(module, description);

  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(path("../framewire.js"), wanted);
  else assert.ok(module === wanted, "$UPDATE_GOLDEN=1 writes them anew");
});

test("the mirror is the scene after every change", { skip, timeout: 60_000 }, async () => {
  const scenes = follow(connect, { scene, filter });
  const { value: mirror } = await scenes.next();
  for (const op of [
    { op: "variable", name: "tint", value: "#00ff00" },
    { op: "text", view: "b.t", value: "another text 🙂, which is longer" },
    { op: "hidden", view: "b", value: true },
    { op: "scroll", view: "s", value: [0, 10] },
    { op: "flag", name: "wide", value: true },
    { op: "reset" },
  ]) {
    const { rev } = await connection.call("Apply", { scene, ops: [op] });
    while (mirror.rev < rev) await scenes.next();
    const wanted = new Mirror();
    wanted.take(eventFrom((await connection.call("Snapshot", { scene, filter })).event));

    assert.equal(mirror.rev, wanted.rev);
    assert.deepEqual(drawn(mirror), drawn(wanted), op.op);
  }
  await scenes.return();
});

/** All of a scene as it is drawn, without the numbers of looks, of which a snapshot has only those in use. */
function drawn(mirror, view) {
  return mirror.children(view).map((child) => {
    const { id: _, ...look } = mirror.looks.get(child.look) ?? { id: 0 };
    return { alpha: 1, hidden: false, ...child, look, views: drawn(mirror, child) };
  });
}

test("an operation that cannot be is told with its index", { skip }, async () => {
  const ops = [{ op: "flag", name: "wide", value: true }, { op: "text", view: "nowhere", value: "" }];
  await assert.rejects(connection.call("Apply", { scene, ops }),
    (error) => error instanceof CallError && ["BadOperation", "UnknownView"].includes(error.code));
});
