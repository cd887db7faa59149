import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("TypeScript finds nothing wrong with the sources", () => {
  const project = fileURLToPath(new URL("../jsconfig.json", import.meta.url));
  const { error, status, stdout } = spawnSync("tsc", ["-p", project]);
  assert.equal(error, undefined, "there is no tsc; 'make deps' installs it");
  assert.equal(status, 0, String(stdout));
});
