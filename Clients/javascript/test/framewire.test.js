import assert from "node:assert/strict";
import { test } from "node:test";
import { CallError, Connection, ConnectionLost, Mirror, ProtocolError, eventFrom, follow } from "../framewire.js";

const text = (message) => new TextEncoder().encode(JSON.stringify(message) + "\0");

/** A transport whose other end is this test: `said` are the messages of the client, `say` answers. */
function pipe() {
  let receive;
  let end;
  const said = [];
  const transport = {
    isClosed: false,
    send: (bytes) => { said.push(bytes); },
    listen: (...functions) => { [receive, end] = functions; },
    close: () => { transport.isClosed = true; },
  };
  return { transport, said, say: (bytes) => receive(bytes), end: (error) => end(error) };
}

const call = (bytes) => JSON.parse(new TextDecoder().decode(bytes.subarray(0, -1)));

const view = (id, others = {}) => ({ id, path: `v${id}`, kind: "box", index: 0, frame: [0, 0, 1, 1], ...others });
const event = (kind, rev, others = {}) => ({ kind, epoch: "a", rev, layoutRev: rev, time: rev, ...others });
const told = (value) => text({ continues: true, parameters: { event: value } });

// MARK: Calls

test("calls go out at once and are answered in their order", async () => {
  const { transport, said, say } = pipe();
  const connection = new Connection(transport);
  const answers = Promise.all([connection.call("Stats"), connection.call("org.varlink.service.GetInfo")]);

  assert.deepEqual(said.map(call), [
    { method: "io.framewire.v1.Stats", parameters: {} }, { method: "org.varlink.service.GetInfo", parameters: {} },
  ]);
  say(text({ parameters: { metrics: { turns: 1 } } }));
  say(text({ parameters: { vendor: "v" } }));
  assert.deepEqual(await answers, [{ metrics: { turns: 1 } }, { vendor: "v" }]);
});

test("a call that is refused throws what the daemon says, and the next one is answered", async () => {
  const { transport, say } = pipe();
  const connection = new Connection(transport);
  const refused = connection.call("Snapshot", { scene: "lgin" });
  const next = connection.call("Stats");
  say(text({ error: "io.framewire.v1.UnknownScene", parameters: { scene: "lgin", known: ["login"] } }));
  say(text({ parameters: { metrics: {} } }));

  await assert.rejects(refused, (error) => error instanceof CallError && error.code === "UnknownScene"
    && error.parameters.known[0] === "login");
  assert.deepEqual(await next, { metrics: {} });
});

test("an error of another interface keeps its whole name", () => {
  assert.equal(new CallError("org.varlink.service.MethodNotFound", {}).code, "org.varlink.service.MethodNotFound");
});

test("an answer that does not come in time ends the connection", async () => {
  const { transport } = pipe();
  const connection = new Connection(transport);

  await assert.rejects(connection.call("Stats", {}, { timeoutMs: 1 }), ConnectionLost);
  await assert.rejects(connection.call("Stats"), ConnectionLost);
  assert.equal(transport.isClosed, true);
});

test("who waits for an answer is told when the connection is closed, on either side", async () => {
  const [here, there] = [pipe(), pipe()];
  const closed = new Connection(here.transport);
  const waiting = closed.call("Stats");
  const left = new Connection(there.transport).call("Stats");
  // Both are waited for before either side does something.
  await Promise.resolve();
  closed.close();
  there.end(new Error("gone"));

  await assert.rejects(waiting, ConnectionLost);
  await assert.rejects(left, (error) => error instanceof ConnectionLost && error.cause.message === "gone");
});

test("a transport that fails to send ends the connection", async () => {
  const { transport } = pipe();
  transport.send = () => Promise.reject(new Error("EPIPE"));
  await assert.rejects(new Connection(transport).call("Stats"), ConnectionLost);
});

test("a connection that is a stream takes no calls", async () => {
  const { transport, say } = pipe();
  const connection = new Connection(transport);
  const events = connection.subscribe();
  const first = events.next();
  say(told(event("snapshot", 1, { views: [] })));
  await first;

  await assert.rejects(connection.call("Stats"), /belongs to a stream/);
  await assert.rejects(connection.stream(), /belongs to a stream/);
});

test("the end of the loop closes the connection", async () => {
  const { transport, say } = pipe();
  const events = new Connection(transport).subscribe();
  const first = events.next();
  say(told(event("snapshot", 1, { views: [] })));
  await first;
  await events.return();

  assert.equal(transport.isClosed, true);
});

test("answers go to their calls, however long the calls take to go out", async () => {
  const { transport, say } = pipe();
  const sent = [];
  transport.send = () => new Promise((resolve) => sent.push(resolve));
  const connection = new Connection(transport);
  const answers = Promise.all([connection.call("Stats"), connection.call("ListScenes")]);
  sent.reverse().forEach((resolve) => resolve());
  say(text({ parameters: { metrics: {} } }));
  say(text({ parameters: { scenes: [] } }));

  assert.deepEqual(await answers, [{ metrics: {} }, { scenes: [] }]);
});

// MARK: Bounds

test("a message may be as long as is said, and no longer", async () => {
  const answer = text({ parameters: { a: 1 } });
  const fits = pipe();
  const connection = new Connection(fits.transport, { longestMessage: answer.length - 1 });
  const taken = connection.call("Stats");
  fits.say(answer);
  assert.deepEqual(await taken, { a: 1 });

  const { transport, say } = pipe();
  const refused = new Connection(transport, { longestMessage: answer.length - 2 }).call("Stats");
  say(answer);
  await assert.rejects(refused, ProtocolError);
  assert.equal(transport.isClosed, true);
});

test("bytes that nobody reads do not gather without end", async () => {
  const { transport, say } = pipe();
  const connection = new Connection(transport, { longestMessage: 1000 });
  const events = connection.subscribe();
  const first = events.next();
  say(told(event("snapshot", 1, { views: [] })));
  await first;
  for (let piece = 0; piece < 2000; piece += 1) say(new Uint8Array(1000).fill(32));

  await assert.rejects(events.next(), ProtocolError);
});

test("brackets in texts are no nesting", async () => {
  const { transport, say } = pipe();
  const answer = new Connection(transport).call("Stats");
  say(text({ parameters: { text: `\\"${"[{".repeat(100)}` } }));
  assert.equal((await answer).text, `\\"${"[{".repeat(100)}`);
});

for (const [name, wrong] of Object.entries({
  "a view without a frame": event("snapshot", 1, { views: [{ id: 1, path: "a", kind: "box", index: 0 }] }),
  "a frame of three numbers": event("snapshot", 1, { views: [view(1, { frame: [0, 0, 1] })] }),
  "four numbers in set": event("delta", 2, { base: 1, set: [1, 0, 0, 1] }),
  "a revision that is no integer": event("snapshot", 1.5),
  "a revision beyond 2 to the 53": event("snapshot", 2 ** 53),
  "a line without a baseline": event("snapshot", 1, { views: [view(1, { lines: [{ text: "", start: 0, end: 0 }] })] }),
  "a guide of three numbers": event("snapshot", 1, { views: [view(1, { guides: { safe: [0, 0, 1] } })] }),
  "a fade without its end": event("transition", 1, { fades: [{ id: 1, from: {}, durationMs: 1, curve: "linear" }] }),
  "a fade to a colour that is a number": event("transition", 1, {
    fades: [{ id: 1, from: {}, to: { color: 1 }, durationMs: 1, curve: "linear" }],
  }),
  "an event that is a list": [],
})) {
  test(`${name} is not taken for an event`, () => {
    assert.throws(() => eventFrom(wrong), ProtocolError);
  });
}

test("the place of what is wrong is named", () => {
  const wrong = event("snapshot", 1, { views: [view(1), view(2, { frame: [0, 0, 1, null] })] });
  assert.throws(() => eventFrom(wrong), /the event\.views\[1\]\.frame\[3\] is missing, or of another type$/);
});

// MARK: The mirror

test("a delta that starts elsewhere changes nothing", () => {
  const mirror = new Mirror();
  assert.equal(mirror.take(event("delta", 2, { base: 1 })), false);
  mirror.take(event("snapshot", 1, { views: [view(1)] }));
  assert.equal(mirror.take(event("delta", 3, { base: 2, removed: [1] })), false);
  assert.equal(mirror.take({ ...event("delta", 2, { base: 1, removed: [1] }), epoch: "b" }), false);

  assert.equal(mirror.rev, 1);
  assert.deepEqual([...mirror.views.keys()], [1]);
});

test("records are replaced and never changed", () => {
  const mirror = new Mirror();
  mirror.take(event("snapshot", 1, { views: [view(1, { text: "a", look: 1 }), view(2)] }));
  const [one, other] = [mirror.views.get(1), mirror.views.get(2)];
  mirror.take(event("delta", 2, { base: 1, set: [1, 5, 6, 7, 8], changed: [{ id: 1 }], restyled: [{ id: 1 }] }));

  assert.deepEqual(one, view(1, { text: "a", look: 1 }));
  assert.deepEqual(mirror.views.get(1), view(1, { frame: [5, 6, 7, 8] }));
  assert.equal(mirror.views.get(2), other);
});

test("a name like __proto__ is only a name", () => {
  const mirror = new Mirror();
  mirror.take(event("snapshot", 1, { views: [view(1)] }));
  mirror.take(eventFrom(JSON.parse('{"kind":"delta","epoch":"a","base":1,"rev":2,"layoutRev":2,"time":2,'
    + '"changed":[{"id":1,"__proto__":{"hidden":true}}],"restyled":[{"id":1,"__proto__":{"look":9}}]}')));

  assert.equal(mirror.views.get(1).hidden, undefined);
  assert.equal(mirror.views.get(1).look, undefined);
});

test("children are in the order of their index, and those without a parent here stand at the top", () => {
  const mirror = new Mirror();
  mirror.take(event("snapshot", 1, {
    views: [
      view(1), view(2, { parent: 1, index: 1 }), view(3, { parent: 1, index: 0 }), view(4, { parent: 9, index: 1 }),
    ],
  }));
  const ids = (parent) => mirror.children(parent).map(({ id }) => id);
  assert.deepEqual(ids(), [1, 4]);
  assert.deepEqual(ids(mirror.views.get(1)), [3, 2]);

  mirror.take(event("delta", 2, { base: 1, set: [3, 0, 0, 9, 9] }));
  assert.deepEqual(mirror.children(mirror.views.get(1))[0].frame, [0, 0, 9, 9]);
  mirror.take(event("delta", 3, { base: 2, views: [view(3, { parent: 1, index: 2 })] }));
  assert.deepEqual(ids(mirror.views.get(1)), [2, 3]);
});

test("what is wrong with the file is kept beside the picture", () => {
  const mirror = new Mirror();
  mirror.take(event("snapshot", 1, { views: [view(1)] }));
  const diagnostics = [{ code: "E1", severity: "error", message: "no" }];
  mirror.take(event("diagnostics", 1, { state: "stale", diagnostics }));

  assert.deepEqual([mirror.state, mirror.diagnostics, mirror.views.size], ["stale", diagnostics, 1]);
});

// MARK: Following

/** Follows what `servers` say one after another, each a function that gets the pipe once the client has called. */
function following(servers, options = {}) {
  const calls = [];
  const connect = () => {
    const server = servers.shift();
    if (!server) throw new ConnectionLost("nobody is there");
    const { transport, ...other } = pipe();
    transport.send = (bytes) => {
      calls.push(call(bytes));
      queueMicrotask(() => server(other));
    };
    return transport;
  };
  return { calls, scenes: follow(connect, { firstWaitMs: 1, longestWaitMs: 2, ...options }) };
}

const first = ({ say, end }) => {
  say(told(event("snapshot", 1, { views: [view(1)] })));
  end();
};

test("after a lost connection it goes on from the revision it has", async () => {
  const lost = [];
  const { calls, scenes } = following([
    first,
    ({ say }) => say(told(event("delta", 2, { base: 1, removed: [1] }))),
  ], { scene: "s", lost: (error, retryMs) => lost.push([error.constructor, retryMs]) });

  assert.equal((await scenes.next()).value.views.size, 1);
  assert.equal((await scenes.next()).value.views.size, 0);
  await scenes.return();
  assert.deepEqual(calls.map(({ parameters }) => parameters), [{ scene: "s" }, { scene: "s", epoch: "a", since: 1 }]);
  assert.deepEqual(lost, [[ConnectionLost, 1]]);
});

test("a delta that does not fit makes it subscribe from nothing, with the last picture until then", async () => {
  const { calls, scenes } = following([
    ({ say }) => {
      say(told(event("snapshot", 1, { views: [view(1)] })));
      say(told(event("delta", 9, { base: 8 })));
    },
    ({ say }) => say(told(event("snapshot", 9, { views: [view(2)] }))),
  ]);
  const { value: scene } = await scenes.next();
  const next = scenes.next();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual([...scene.views.keys()], [1]);

  assert.deepEqual([...(await next).value.views.keys()], [2]);
  await scenes.return();
  assert.equal(calls[1].parameters.since, undefined);
});

test("it goes on from a mirror that somebody kept", async () => {
  const mirror = new Mirror();
  mirror.take(event("snapshot", 7, { views: [view(1)] }));
  const { calls, scenes } = following([({ say }) => say(told(event("delta", 8, { base: 7 })))], { mirror });

  assert.equal((await scenes.next()).value, mirror);
  await scenes.return();
  assert.deepEqual([calls[0].parameters, mirror.rev], [{ epoch: "a", since: 7 }, 8]);
});

test("where nobody is there from the start it says so", async () => {
  await assert.rejects(following([]).scenes.next(), /nobody is there/);
});

test("a daemon that is gone is waited for, until the signal ends it", async () => {
  const ended = new AbortController();
  let attempts = 0;
  const { scenes } = following([first], {
    signal: ended.signal,
    lost: () => { if ((attempts += 1) === 4) ended.abort(); },
  });
  await scenes.next();

  assert.equal((await scenes.next()).done, true);
  assert.equal(attempts, 4);
});

test("the signal ends a stream that is silent", async () => {
  const ended = new AbortController();
  const { scenes } = following([({ say }) => say(told(event("snapshot", 1, { views: [] })))], { signal: ended.signal });
  await scenes.next();
  const next = scenes.next();
  ended.abort();

  assert.equal((await next).done, true);
});

test("a daemon that misses three heartbeats counts as lost", async () => {
  const lost = [];
  const { scenes } = following([
    ({ say }) => say(told(event("snapshot", 1, { views: [] }))),
    ({ say }) => say(told(event("heartbeat", 1))),
  ], { heartbeatMs: 1, lost: (error) => lost.push(error.message) });
  await scenes.next();

  assert.equal((await scenes.next()).value.event.kind, "heartbeat");
  await scenes.return();
  assert.deepEqual(lost, ["the daemon said nothing for 3 ms"]);
});

test("a limit that is reached is waited for as long as the daemon says, up to the longest wait", async () => {
  const lost = [];
  const { scenes } = following([
    ({ say }) => say(text({ error: "io.framewire.v1.RateLimited", parameters: { retryAfterMs: 3_000_000_000 } })),
    first,
  ], { lost: (error, retryMs) => lost.push([error.code, retryMs]) });

  assert.equal((await scenes.next()).value.rev, 1);
  await scenes.return();
  assert.deepEqual(lost, [["RateLimited", 2]]);
});

test("a scene that was never seen is an error, and one that was is waited for", async () => {
  const parameters = { scene: "s", known: [] };
  const unknown = ({ say }) => say(text({ error: "io.framewire.v1.UnknownScene", parameters }));
  await assert.rejects(following([unknown]).scenes.next(), CallError);

  const { scenes } = following([first, unknown, first]);
  await scenes.next();
  assert.equal((await scenes.next()).value.rev, 1);
  await scenes.return();
});

// MARK: fw1

test("what a client says in fw1 has the bytes of the page", async () => {
  const { transport, said, say } = pipe();
  const stream = new Connection(transport).stream({ scene: "s" });
  say(text({ parameters: { epoch: "a", rev: 1, encoding: "fw1" } }));
  const events = await stream;
  await events.credit(258);
  await events.filter({ depth: 1 });

  assert.deepEqual(call(said[0]), {
    method: "io.framewire.v1.Stream", upgrade: true, parameters: { encoding: "fw1", scene: "s" },
  });
  const hex = (bytes) => Buffer.from(bytes).toString("hex");
  const zeroes = "00".repeat(35);
  assert.equal(hex(said[1]), `0400000081${zeroes}02010000`);
  assert.equal(hex(said[2]), `0b00000082${zeroes}${hex('{"depth":1}')}`);
});

test("a daemon without the binary encoding leaves the connection as it was", async () => {
  const { transport, say } = pipe();
  const connection = new Connection(transport);
  const stream = connection.stream();
  say(text({ error: "io.framewire.v1.UnsupportedEncoding", parameters: { encoding: "fw1", known: [] } }));
  await assert.rejects(stream, CallError);

  const answer = connection.call("Stats");
  say(text({ parameters: { metrics: {} } }));
  assert.deepEqual(await answer, { metrics: {} });
});
