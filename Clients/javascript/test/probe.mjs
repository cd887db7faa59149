/**
 * What the conformance suite sees of this client: a scene, followed with the client's own mirror, a line an event.
 *
 * usage: node probe.mjs SOCKET SCENE [--encoding json|fw1] [--fields a,b,…] [--mode latest|every] [--no-reconnect]
 *
 * Clients/conformance/README.md says what it prints and how it ends.
 */

import { ConnectionLost, ProtocolError, follow } from "../framewire.js";
import { connect } from "../node.js";

const [socket, scene, ...flags] = process.argv.slice(2);
const reconnect = !flags.includes("--no-reconnect");
const option = (name) => (flags.includes(name) ? flags[flags.indexOf(name) + 1] : undefined);
const fields = option("--fields")?.split(",");
const mode = option("--mode");

const byId = (records) => [...records.values()].sort((one, other) => one.id - other.id);

/** Waits until it is written, so that a reader who is slow makes the daemon wait. */
const print = (value) => new Promise((done) => process.stdout.write(JSON.stringify(value) + "\n", done));

try {
  const filter = fields && { fields };
  const options = { scene, reconnect, encoding: option("--encoding"), mode, filter };
  for await (const { event, rev, settled, views, looks } of follow(() => connect(socket), options)) {
    const isPicture = event.kind === "snapshot" || event.kind === "delta";
    await print(isPicture ? { kind: event.kind, rev, settled, views: byId(views), looks: byId(looks) } : event);
  }
} catch (error) {
  if (!(error instanceof ConnectionLost) || reconnect) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof ProtocolError ? 2 : 1;
  }
}
