import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { hold } from "./conversations.js";

const script = fileURLToPath(new URL("conversations.py", import.meta.url));
const conversations = JSON.parse(execFileSync("python3", [script], { maxBuffer: 1 << 28 }));

test("there are conversations in both encodings", () => {
  for (const encoding of ["json", "fw1"]) {
    assert.ok(conversations.filter((conversation) => conversation.encoding === encoding).length > 20);
  }
});

for (const conversation of conversations) {
  test(`the conversation ${conversation.name} in ${conversation.encoding}`, { timeout: 20_000 }, async () => {
    assert.equal(await hold(conversation), undefined);
  });
}
