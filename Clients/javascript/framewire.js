/**
 * A client of Framewire: calls to its daemon, and a mirror of a scene that survives restarts of it.
 *
 * The module knows the protocol and nothing of sockets: whoever opens a connection passes it in as a `Transport`, so
 * the same file runs in nodejs (`node.js` beside it has the transport) and in a browser. What comes from a transport
 * is not trusted: the length of messages, their nesting and the type of all that is relied on are checked, and what
 * is not the protocol ends the connection with a `ProtocolError`.
 *
 * The protocol is described in Documentation/protocol.md. Lengths are points, times are milliseconds.
 *
 * @module framewire
 */

/**
 * A pipe to the daemon. What arrives comes in pieces of any size, either from `bytes`, which is read only as fast as
 * its pieces are used, or by calls of the functions given to `listen`, as a WebSocket does it.
 *
 * @typedef {object} Transport
 * @property {(bytes: Uint8Array) => unknown} send Sends bytes in the order of the calls. A promise is waited for.
 * @property {() => unknown} close Ends the connection. More calls do nothing.
 * @property {AsyncIterable<Uint8Array>} [bytes] What arrives; ends or throws with the connection.
 * @property {(receive: (bytes: Uint8Array) => void, end: (error?: Error) => void) => void} [listen] Called once.
 */

/** The longest message that is taken unless a connection says otherwise: 64 MiB, as both encodings have it. */
const LONGEST_MESSAGE = 64 << 20;
/** Arrays and objects inside each other. The interface needs eight; the daemon itself takes 32. */
const DEEPEST_NESTING = 64;
/** How long an answer may take before something must be wrong; a daemon that is not stuck needs milliseconds. */
const USUAL_PATIENCE_MS = 30_000;
/** Longer timers go off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Methods without a dot are of this interface. */
const INTERFACE = "io.framewire.v1.";

// MARK: Errors

/** The daemon answered with an error. The connection goes on, and nothing of the call took effect. */
export class CallError extends Error {
  /**
   * @param {string} error With its interface, as `io.framewire.v1.UnknownScene`.
   * @param {Record<string, any>} parameters As the interface says for this error.
   */
  constructor(error, parameters) {
    const code = error.startsWith(INTERFACE) ? error.slice(INTERFACE.length) : error;
    super(`${code} ${JSON.stringify(parameters)}`);
    this.name = "CallError";
    /** The error's name; without its interface if that is Framewire's: `UnknownScene`. */
    this.code = code;
    this.parameters = parameters;
  }
}

/** What came is not the protocol, or more than is taken. The connection is closed. */
export class ProtocolError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "ProtocolError";
  }
}

/** The connection ended, broke, or said nothing for too long. To connect again may help. */
export class ConnectionLost extends Error {
  /**
   * @param {string} message
   * @param {unknown} [cause]
   */
  constructor(message, cause) {
    super(message);
    this.name = "ConnectionLost";
    this.cause = cause;
  }
}

// MARK: Following a scene

/**
 * What `follow` is to do, beside the parameters of `Subscribe` (`scene`, `filter`, `mode`, `maxHz`, …).
 *
 * @typedef {Omit<Methods["Subscribe"]["parameters"], "epoch" | "since"> & {
 *   encoding?: "json" | "fw1",
 *   mirror?: Mirror,
 *   signal?: AbortSignal,
 *   reconnect?: boolean,
 *   lost?: (error: Error, retryMs: number) => void,
 *   firstWaitMs?: number,
 *   longestWaitMs?: number,
 *   longestMessage?: number,
 * }} FollowOptions
 *
 * `encoding`: `json` unless said otherwise. `mirror`: goes on from what it has, instead of from nothing. `signal`:
 * ends the loop, without an error. `reconnect`: with false the loop throws when its connection is lost. `lost` is told
 * why a connection was lost, and when the next attempt is. Waits between attempts double from `firstWaitMs` (50) to
 * `longestWaitMs` (5000). With `heartbeatMs` a daemon that is silent for three heartbeats counts as lost.
 */

/**
 * Follows a scene: yields the same mirror after each event, which is its `event`. When the connection is lost it
 * connects again and goes on from where the mirror stands.
 *
 * Ends when the scene does (`bye` for another reason than a shutdown), with `signal`, and with the loop around it.
 *
 * @param {() => Transport | Promise<Transport>} connect Makes a new connection to the daemon.
 * @param {FollowOptions} [options]
 * @returns {AsyncGenerator<Mirror, void, undefined>}
 * @throws When trying again cannot help: `CallError` (there is no such scene), `ProtocolError`, or whatever the first
 *   attempt to connect throws.
 */
export async function* follow(connect, options = {}) {
  const { encoding = "json", mirror = new Mirror(), signal, reconnect = true, lost, firstWaitMs = 50,
    longestWaitMs = 5000, longestMessage, ...subscription } = options;
  let wait = firstWaitMs;
  let hasSeenScene = mirror.epoch !== undefined;
  while (!signal?.aborted) {
    /** @type {Connection | undefined} */
    let connection;
    const stop = () => connection?.close();
    signal?.addEventListener("abort", stop);
    let retryMs = wait;
    let hasBegun = false;
    try {
      connection = new Connection(await connect(), { longestMessage });
      if (signal?.aborted) return;
      const since = mirror.epoch === undefined ? {} : { epoch: mirror.epoch, since: mirror.rev };
      const request = { ...subscription, ...since };
      const events = encoding === "json" ? connection.subscribe(request)
        : await connection.stream({ ...request, encoding });
      for await (const event of events) {
        if (!mirror.take(event)) {
          if (mirror.epoch === undefined) throw new ProtocolError("a stream begins with a delta");
          mirror.loseTrack();
          throw new ConnectionLost("a delta does not start from the picture that is here");
        }
        hasBegun = true;
        hasSeenScene ||= event.kind !== "bye";
        retryMs = wait = firstWaitMs;
        yield mirror;
        if (event.kind === "bye" && event.reason !== "shutdown") return;
      }
      throw new ConnectionLost("the stream ended");
    } catch (error) {
      if (signal?.aborted) return;
      const isConnected = connection !== undefined;
      if (!reconnect || !mayPass(error, { isConnected, hasBegun, hasSeenScene })) throw error;
      mirror.isStale = true;
      const asked = error instanceof CallError && Number(error.parameters.retryAfterMs) || 0;
      retryMs = Math.min(Math.max(retryMs, asked), longestWaitMs);
      lost?.(/** @type {Error} */ (error), retryMs);
    } finally {
      signal?.removeEventListener("abort", stop);
      connection?.close();
    }
    await pause(retryMs, signal);
    wait = Math.min(wait * 2, longestWaitMs);
  }
}

/**
 * Whether the same attempt may succeed later, when only the daemon has changed. One that has just started may not have
 * read the scene's file yet.
 *
 * @param {unknown} error
 * @param {{ isConnected: boolean, hasBegun: boolean, hasSeenScene: boolean }} progress How far the attempt came, and
 *   whether one before it saw the scene.
 */
function mayPass(error, { isConnected, hasBegun, hasSeenScene }) {
  if (!isConnected) return hasSeenScene;
  if (!(error instanceof CallError)) return error instanceof ConnectionLost;
  if (hasBegun) return false;
  return ["Busy", "RateLimited", "TimedOut"].includes(error.code) || (error.code === "UnknownScene" && hasSeenScene);
}

/**
 * @param {number} ms
 * @param {AbortSignal} [signal] Ends the pause early.
 * @returns {Promise<void>}
 */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}

// MARK: The mirror

/**
 * A scene as its subscriber knows it: the last snapshot with every delta since.
 *
 * Invariant: `views` and `looks` are the picture that the daemon published as revision `rev` of `epoch`, filtered as
 * was asked for, or empty before the first snapshot. A record is replaced and never changed: who keeps one sees by
 * `===` whether it is still the one that holds.
 */
export class Mirror {
  /**
   * All views by their ids.
   *
   * @type {Map<number, View>}
   */
  views = new Map();
  /**
   * What the numbers in `View.look` stand for.
   *
   * @type {Map<number, Look>}
   */
  looks = new Map();
  /**
   * Of the daemon that the picture came from; undefined before the first snapshot.
   *
   * @type {string | undefined}
   */
  epoch;
  /** Counts pictures. */
  rev = 0;
  /** Counts layouts: which one the picture shows, or is on its way to. */
  layoutRev = 0;
  /** When the picture was made, in milliseconds since the daemon started. */
  time = 0;
  /** Nothing moves. */
  settled = false;
  /**
   * What the scene's file was worth when that was last told (`diagnostics: true`).
   *
   * @type {"ok" | "stale" | "failed"}
   */
  state = "ok";
  /**
   * All complaints about the file when they were last told.
   *
   * @type {Diagnostic[]}
   */
  diagnostics = [];
  /**
   * The event that was taken in last.
   *
   * @type {Event | undefined}
   */
  event;
  /** No connection stands, or it has not said anything yet. */
  isStale = true;
  /**
   * Ids in the order of drawing, by the parent's; made when somebody asks.
   *
   * @type {Map<number | undefined, number[]> | undefined}
   */
  #children;

  /**
   * Takes an event in, all of it or nothing.
   *
   * @param {Event} event As a connection yields it; of another origin as `eventFrom` returns it.
   * @returns {boolean} False when it is a delta that does not start from the picture that is here. Nothing is changed
   *   then: subscribe again, from nothing.
   */
  take(event) {
    if (event.kind === "delta") {
      if (this.epoch === undefined || event.epoch !== this.epoch || event.base !== this.rev) return false;
    }
    if (event.kind === "snapshot") {
      this.views.clear();
      this.looks.clear();
      this.#children = undefined;
    }
    if (event.kind === "snapshot" || event.kind === "delta") {
      this.#paint(event);
      this.epoch = event.epoch;
      this.rev = event.rev;
      this.layoutRev = event.layoutRev;
      this.time = event.time;
      this.settled = event.settled ?? false;
    }
    if (event.state) this.state = event.state;
    if (event.kind === "diagnostics") this.diagnostics = event.diagnostics ?? [];
    this.event = event;
    this.isStale = event.kind === "bye";
    return true;
  }

  /** @param {Event} event */
  #paint({ looks, removed, views, set, changed, restyled }) {
    if (removed?.length || views?.length) this.#children = undefined;
    for (const look of looks ?? []) this.looks.set(look.id, look);
    for (const id of removed ?? []) this.views.delete(id);
    for (const view of views ?? []) this.views.set(view.id, view);
    for (let at = 0; set && at < set.length; at += 5) {
      const view = this.views.get(set[at]);
      if (view) this.views.set(view.id, { ...view, frame: set.slice(at + 1, at + 5) });
    }
    for (const change of changed ?? []) {
      const view = this.views.get(change.id);
      if (!view) continue;
      const { id, path, kind, parent, index, frame, look, lines } = view;
      this.views.set(id, { ...withoutAbsent({ path, kind, parent, index, frame, look, lines }), ...change });
    }
    for (const { id, look, lines } of restyled ?? []) {
      const view = this.views.get(id);
      if (!view) continue;
      const { look: _, lines: __, ...rest } = view;
      this.views.set(id, { ...rest, ...withoutAbsent({ look, lines }) });
    }
  }

  /** Gives up going on from here: a snapshot has to come next, and until it does the last picture stays. */
  loseTrack() {
    this.epoch = undefined;
    this.isStale = true;
  }

  /**
   * The views inside of one, later ones over earlier ones; those that stand in no other view when there is none.
   *
   * @param {View} [view]
   * @returns {View[]}
   */
  children(view) {
    if (!this.#children) {
      this.#children = new Map();
      const inOrder = [...this.views.values()].sort((one, other) => one.index - other.index);
      for (const { id, parent } of inOrder) {
        const key = parent != null && this.views.has(parent) ? parent : undefined;
        const siblings = this.#children.get(key);
        if (siblings) siblings.push(id);
        else this.#children.set(key, [id]);
      }
    }
    const ids = this.#children.get(view?.id) ?? [];
    return ids.map((id) => /** @type {View} */ (this.views.get(id)));
  }
}

/**
 * Without the members that are undefined, so that a member that is there says something.
 *
 * @template {object} Members
 * @param {Members} members
 * @returns {Members}
 */
function withoutAbsent(members) {
  const said = Object.entries(members).filter(([, value]) => value !== undefined);
  return /** @type {Members} */ (Object.fromEntries(said));
}

// MARK: Connections

/**
 * One conversation with a daemon. Calls are answered in their order, and may be sent before the ones before them are
 * answered. A stream takes the connection over: who follows a scene and changes it has two.
 */
export class Connection {
  /** @type {Transport} */
  #transport;
  /** @type {AsyncIterator<Uint8Array>} */
  #pieces;
  #inbox;
  /**
   * Settles when all that was asked so far is answered.
   *
   * @type {Promise<unknown>}
   */
  #answered = Promise.resolve();
  /**
   * Why the connection cannot be used any more.
   *
   * @type {Error | undefined}
   */
  #end;
  /**
   * Tells who waits for bytes that there will be none.
   *
   * @type {((error: Error) => void) | undefined}
   */
  #interrupt;
  #isStream = false;

  /**
   * @param {Transport} transport Belongs to the connection from now on.
   * @param {{ longestMessage?: number }} options `longestMessage`: in bytes.
   */
  constructor(transport, { longestMessage = LONGEST_MESSAGE } = {}) {
    this.#transport = transport;
    this.#inbox = new Inbox(longestMessage);
    this.#pieces = (transport.bytes ?? heard(transport, longestMessage))[Symbol.asyncIterator]();
  }

  /**
   * Calls a method and waits for its answer.
   *
   * @template {keyof Methods} Name
   * @param {Name} method As `Apply`; of another interface with it, as `org.varlink.service.GetInfo`.
   * @param {Methods[Name]["parameters"]} [parameters]
   * @param {{ timeoutMs?: number }} options `timeoutMs`: 30 seconds, with `Sync` so much more than its own; `Apply`
   *   with `wait: "settled"` waits without end.
   * @returns {Promise<Methods[Name]["reply"]>} What it holds is as the daemon sent it.
   * @throws {CallError} After which the connection goes on.
   */
  async call(method, parameters, { timeoutMs = patience(method, parameters) } = {}) {
    const call = { method: method.includes(".") ? method : INTERFACE + method, parameters: parameters ?? {} };
    return this.#answer(this.#say(call), timeoutMs);
  }

  /**
   * The events of a scene as JSON, from the first picture on. Ends with the last event, and closes the connection then
   * or when the loop around it ends.
   *
   * @param {Methods["Subscribe"]["parameters"]} [parameters]
   * @returns {AsyncGenerator<Event, void, undefined>}
   */
  async *subscribe(parameters = {}) {
    this.#becomeStream();
    try {
      await this.#say({ method: INTERFACE + "Subscribe", more: true, parameters }, true);
      await this.#answered;
      for (;;) {
        const reply = await this.#reply(longestSilence(parameters));
        const event = eventFrom(reply.parameters.event);
        if (isKnown(event)) yield event;
        if (!reply.continues) return;
      }
    } catch (error) {
      throw this.#failed(error);
    } finally {
      this.close();
    }
  }

  /**
   * Begins the same events in the binary encoding `fw1`.
   *
   * @param {Methods["Subscribe"]["parameters"] & { encoding?: string }} [parameters]
   * @returns {Promise<BinaryStream>}
   * @throws {CallError} After which the connection goes on.
   */
  async stream(parameters = {}) {
    this.#becomeStream();
    const call = { method: INTERFACE + "Stream", upgrade: true, parameters: { encoding: "fw1", ...parameters } };
    let answer;
    try {
      answer = await this.#answer(this.#say(call, true), USUAL_PATIENCE_MS);
    } catch (error) {
      this.#isStream = false;
      throw error;
    }
    if (upgraded(answer) !== undefined) throw this.#failed(new ProtocolError("the answer has no epoch"));
    const silence = longestSilence(parameters);
    return new BinaryStream(answer.epoch, {
      next: () => this.#message(() => this.#inbox.takeBinary(), silence),
      send: (bytes) => this.#send(bytes),
      failed: (error) => this.#failed(error),
      close: () => this.close(),
    });
  }

  /** Ends the connection. Whoever waits for something of it is told `ConnectionLost`. */
  close() {
    this.#failed(new ConnectionLost("the connection was closed"));
  }

  #becomeStream() {
    if (this.#isStream) throw new Error("this connection belongs to a stream; make another one for more");
    this.#isStream = true;
  }

  /**
   * @param {object} message
   * @param {boolean} [isStream]
   */
  async #say(message, isStream = false) {
    if (this.#isStream !== isStream) throw new Error("this connection belongs to a stream; make another one for calls");
    await this.#send(new TextEncoder().encode(JSON.stringify(message) + "\0"));
  }

  /** @param {Uint8Array} bytes */
  async #send(bytes) {
    if (this.#end) throw this.#end;
    try {
      await this.#transport.send(bytes);
    } catch (error) {
      throw this.#failed(new ConnectionLost("what was sent did not go out", error));
    }
  }

  /**
   * The answer to a call, which comes behind those to all calls before, whether they succeeded or not.
   *
   * @param {Promise<void>} said The call is on its way.
   * @param {number} timeoutMs Counts from when it is the next to be answered.
   * @returns {Promise<any>}
   */
  #answer(said, timeoutMs) {
    const answer = this.#answered.then(() => said).then(() => this.#reply(timeoutMs));
    this.#answered = answer.catch(() => {});
    said.catch(() => {}); // it is told in its turn
    return answer.then(({ parameters }) => parameters);
  }

  /**
   * @param {number} timeoutMs
   * @returns {Promise<{ parameters: Record<string, any>, continues: boolean }>}
   */
  async #reply(timeoutMs) {
    const message = await this.#message(() => this.#inbox.takeText(), timeoutMs);
    let reply;
    try {
      reply = jsonFrom(message);
      const wrong = replied(reply);
      if (wrong !== undefined) throw new ProtocolError(`the answer${wrong} is not as it should be`);
    } catch (error) {
      throw this.#failed(error);
    }
    if (reply.error != null) throw new CallError(reply.error, reply.parameters ?? {});
    return { parameters: reply.parameters ?? {}, continues: reply.continues === true };
  }

  /**
   * The next message that `take` finds in what has arrived.
   *
   * @param {() => Uint8Array | undefined} take
   * @param {number} timeoutMs
   * @returns {Promise<Uint8Array>} Holds until the next call.
   */
  async #message(take, timeoutMs) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    if (timeoutMs < Infinity) {
      const silence = () => this.#failed(new ConnectionLost(`the daemon said nothing for ${timeoutMs} ms`));
      timer = setTimeout(silence, Math.min(timeoutMs, LONGEST_TIMER_MS));
    }
    try {
      for (;;) {
        if (this.#end) throw this.#end;
        const message = take();
        if (message) return message;
        const { done, value } = await this.#piece();
        if (done) throw new ConnectionLost("the daemon closed the connection");
        this.#inbox.append(value);
      }
    } catch (error) {
      throw this.#failed(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * The next bytes of the transport, which `close` need not end.
   *
   * @returns {Promise<IteratorResult<Uint8Array>>}
   */
  #piece() {
    return new Promise((resolve, reject) => {
      this.#interrupt = reject;
      this.#pieces.next().then(resolve, (error) => reject(new ConnectionLost("the connection broke", error)));
    });
  }

  /**
   * The connection is used up: where the next message begins is not known any more.
   *
   * @param {unknown} error
   * @returns {unknown} The error.
   */
  #failed(error) {
    if (!this.#end) {
      this.#end = error instanceof Error ? error : new ConnectionLost("the connection broke", error);
      this.#interrupt?.(this.#end);
      this.#transport.close();
    }
    return error;
  }
}

/**
 * How long to wait for an answer, in milliseconds.
 *
 * @param {string} method
 * @param {Record<string, any>} [parameters]
 */
function patience(method, parameters = {}) {
  if (method === "Apply" && parameters.wait === "settled") return Infinity;
  return USUAL_PATIENCE_MS + (method === "Sync" ? parameters.timeoutMs ?? 5000 : 0);
}

/**
 * Three heartbeats, where some were asked for.
 *
 * @param {Methods["Subscribe"]["parameters"]} parameters
 */
function longestSilence(parameters) {
  return (parameters.heartbeatMs ?? Infinity) * 3;
}

/**
 * What a transport that calls back has to say, as one that is asked. What waits to be asked for is bounded.
 *
 * @param {Transport} transport
 * @param {number} most Bytes that may wait.
 * @returns {AsyncGenerator<Uint8Array, void, undefined>}
 */
function heard(transport, most) {
  /** @type {Uint8Array[]} */
  let waiting = [];
  let count = 0;
  let isOver = false;
  /** @type {Error | undefined} */
  let failure;
  let wake = () => {};
  const end = (/** @type {Error | undefined} */ error) => {
    isOver = true;
    failure ??= error;
    wake();
  };
  const receive = (/** @type {Uint8Array} */ bytes) => {
    if (isOver) return;
    count += bytes.length;
    waiting.push(bytes);
    if (count > most + (1 << 20)) end(new Error(`more than ${most} bytes have arrived and were not read`));
    wake();
  };
  if (!transport.listen) throw new TypeError("a transport has 'bytes' or 'listen'");
  transport.listen(receive, end);
  return (async function* () {
    for (;;) {
      const pieces = waiting;
      waiting = [];
      count = 0;
      yield* pieces;
      if (waiting.length > 0) continue;
      if (failure) throw failure;
      if (isOver) return;
      await new Promise((resolve) => { wake = () => resolve(undefined); });
    }
  })();
}

/**
 * Cuts a stream of bytes, in pieces of any size, into messages. Bytes are looked at once, so a message that comes byte
 * by byte costs the same as one that comes whole.
 */
class Inbox {
  /** Room for bytes; those that were not handed out are at `#start..<#end`. */
  #bytes = new Uint8Array(4096);
  #start = 0;
  #end = 0;
  /** There is no NUL before this place. */
  #searched = 0;
  #longest;

  /** @param {number} longest Bytes of a message. */
  constructor(longest) { this.#longest = longest; }

  /** @param {Uint8Array} piece */
  append(piece) {
    const held = this.#end - this.#start;
    if (this.#end + piece.length > this.#bytes.length) {
      const isRoomy = held + piece.length <= this.#bytes.length / 2;
      const bytes = isRoomy ? this.#bytes : new Uint8Array(Math.max(4096, 2 * (held + piece.length)));
      bytes.set(this.#bytes.subarray(this.#start, this.#end));
      this.#bytes = bytes;
      this.#searched -= this.#start;
      this.#start = 0;
      this.#end = held;
    }
    this.#bytes.set(piece, this.#end);
    this.#end += piece.length;
  }

  /** The next message that ends with a NUL, without it; it holds until bytes are appended. */
  takeText() {
    const from = Math.max(this.#searched, this.#start);
    const found = this.#bytes.subarray(from, this.#end).indexOf(0);
    this.#searched = this.#end;
    const end = found < 0 ? this.#end : from + found;
    this.#checkLength(end - this.#start);
    if (found < 0) return undefined;
    this.#searched = end + 1;
    return this.#take(end - this.#start, 1);
  }

  /** The next message of `fw1`, with its header; it holds until bytes are appended. */
  takeBinary() {
    if (this.#end - this.#start < HEADER) return undefined;
    const length = new DataView(this.#bytes.buffer, this.#start).getUint32(0, true);
    this.#checkLength(length);
    return this.#end - this.#start < HEADER + length ? undefined : this.#take(HEADER + length, 0);
  }

  /** @param {number} length */
  #checkLength(length) {
    if (length > this.#longest) throw new ProtocolError(`a message has more than ${this.#longest} bytes`);
  }

  /**
   * @param {number} length
   * @param {number} passedOver Bytes behind it.
   */
  #take(length, passedOver) {
    const message = this.#bytes.subarray(this.#start, this.#start + length);
    this.#start += length + passedOver;
    // Memory that one long message needed is given back.
    if (this.#start === this.#end && this.#bytes.length > 1 << 20) this.#bytes = new Uint8Array(4096);
    if (this.#start === this.#end) this.#start = this.#end = this.#searched = 0;
    return message;
  }
}

// MARK: JSON

/** No letters but UTF-8's, and those as they are. */
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Bytes as text.
 *
 * @param {Uint8Array} bytes
 */
function textFrom(bytes) {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new ProtocolError("a text is not UTF-8");
  }
}

/**
 * Bytes as the JSON they hold.
 *
 * @param {Uint8Array} bytes
 * @returns {any}
 */
function jsonFrom(bytes) {
  // Some engines read nested values by calling themselves; none gets to see more than are sensible.
  let depth = 0;
  for (let at = 0, isInString = false; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInString && byte === 0x5c) at += 1;
    else if (byte === 0x22) isInString = !isInString;
    else if (isInString) continue;
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > DEEPEST_NESTING) throw new ProtocolError(`a message is nested more than ${DEEPEST_NESTING} deep`);
  }
  const text = textFrom(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProtocolError(`a message is not JSON: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * Checks a value that should be an event: all that the mirror, and who draws what it has, rely on.
 *
 * @param {unknown} value Read from JSON.
 * @returns {Event} The same value. Of kinds that are not known nothing but the kind is certain.
 * @throws {ProtocolError}
 */
export function eventFrom(value) {
  const wrong = named(value) ?? (isKnown(/** @type {Event} */ (value)) ? eventShape(value) : undefined);
  if (wrong !== undefined) throw new ProtocolError(`the event${wrong} is missing, or of another type`);
  return /** @type {Event} */ (value);
}

const KINDS = new Set(["snapshot", "delta", "transition", "diagnostics", "heartbeat", "lost", "bye"]);

/** @param {Event} event */
function isKnown(event) { return KINDS.has(event.kind); }

/**
 * What a value has to be: answers undefined if it is, else where in it something is not, as in `.views[2].frame`.
 *
 * @typedef {(value: any) => string | undefined} Shape
 */

/**
 * @param {(value: any) => boolean} holds
 * @returns {Shape}
 */
const that = (holds) => (value) => (holds(value) ? undefined : "");
const number = that(Number.isFinite);
const integer = that(Number.isSafeInteger);
const text = that((value) => typeof value === "string");
const truth = that((value) => typeof value === "boolean");

/**
 * @param {Shape} element
 * @param {number} [count]
 * @returns {Shape}
 */
function list(element, count) {
  return (value) => {
    if (!Array.isArray(value) || (count !== undefined && value.length !== count)) return "";
    for (let at = 0; at < value.length; at += 1) {
      const wrong = element(value[at]);
      if (wrong !== undefined) return `[${at}]${wrong}`;
    }
    return undefined;
  };
}

/**
 * An object with these members, and whichever others.
 *
 * @param {Record<string, Shape>} required
 * @param {Record<string, Shape>} [optional] Those may be left out or null.
 * @returns {Shape}
 */
function record(required, optional = {}) {
  const members = [...Object.entries(required), ...Object.entries(optional)];
  const count = Object.keys(required).length;
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
    for (let at = 0; at < members.length; at += 1) {
      const [name, shape] = members[at];
      if (at >= count && value[name] == null) continue;
      const wrong = shape(value[name]);
      if (wrong !== undefined) return `.${name}${wrong}`;
    }
    return undefined;
  };
}

const named = record({ kind: text });
const replied = record({}, { error: text, parameters: record({}), continues: truth });
const upgraded = record({ epoch: text });
const rectangle = list(number, 4);
const line = record({ text, start: integer, end: integer, x: number, baseline: number, width: number }, { rtl: truth });
const content = {
  hidden: truth, alpha: number, clips: truth, text, truncated: text, baselines: list(number, 2),
  scroll: list(number, 8),
  guides: that((value) => typeof value === "object" && list(rectangle)(Object.values(value)) === undefined),
};
const appearance = { look: integer, lines: list(line) };
const look = record({ id: integer }, {
  background: text, color: text, radius: number, border: number, borderColor: text, placeholder: text, role: text,
  align: text, style: text, data: record({}), image: record({ path: text }, { width: number, height: number, version: integer }),
  font: record({ size: number, weight: number, maxLines: number }, { family: text, direction: text }),
});
const shade = record({}, { background: text, color: text, radius: number, border: number, borderColor: text });
const eventShape = record({ kind: text, epoch: text, rev: integer, layoutRev: integer, time: number }, {
  base: integer, settled: truth, skipped: integer, reset: truth, cause: text, looks: list(look), removed: list(integer),
  views: list(record({ id: integer, path: text, kind: text, index: integer, frame: rectangle },
    { parent: integer, ...content, ...appearance })),
  set: (value) => list(number)(value) ?? (value.length % 5 === 0 ? undefined : ""),
  changed: list(record({ id: integer }, content)), restyled: list(record({ id: integer }, appearance)),
  fades: list(record({ id: integer, from: shade, to: shade, durationMs: number, curve: text }, { delayMs: number })),
  moves: list(record({ id: integer, fromFrame: rectangle, toFrame: rectangle, durationMs: number, curve: text },
    { fromAlpha: number, toAlpha: number, fromScroll: list(number, 2), toScroll: list(number, 2), delayMs: number })),
  state: text, reason: text, diagnostics: list(record({ code: text, severity: text, message: text })),
});

// MARK: fw1

/** Bytes of a header, whose first four say how many follow it. */
const HEADER = 40;
const TYPE = { SNAPSHOT: 0x01, DELTA: 0x02, NOTE: 0x03, CREDIT: 0x81, FILTER: 0x82 };
const TRUNCATIONS = /** @type {const} */ ([undefined, "tail", "head", "middle", "clip"]);
/** The bits of a content that say something. Of others it is not known how much room they take. */
const CONTENT_BITS = 0x77f;
const NONE = 0xffffffff;

/**
 * The events of a scene in the binary encoding: an async iterable, to be gone through once, which closes the
 * connection at its end.
 */
export class BinaryStream {
  #pipe;

  /**
   * @param {string} epoch Of all events.
   * @param {{ next: () => Promise<Uint8Array>, send: (bytes: Uint8Array) => Promise<void>,
   *   failed: (error: unknown) => unknown, close: () => void }} pipe
   */
  constructor(epoch, pipe) {
    this.epoch = epoch;
    this.#pipe = pipe;
  }

  /** @returns {AsyncGenerator<Event, void, undefined>} */
  async *[Symbol.asyncIterator]() {
    try {
      for (;;) {
        const event = binaryEvent(await this.#pipe.next(), this.epoch);
        if (!event || !isKnown(event)) continue;
        yield event;
        if (event.kind === "bye") return;
      }
    } catch (error) {
      throw this.#pipe.failed(error);
    } finally {
      this.#pipe.close();
    }
  }

  /**
   * Allows so many more pictures. Who never calls it gets all.
   *
   * @param {number} pictures At most 2³² - 1.
   */
  credit(pictures) {
    const payload = new Uint8Array(4);
    new DataView(payload.buffer).setUint32(0, pictures, true);
    return this.#pipe.send(binaryMessage(TYPE.CREDIT, payload));
  }

  /**
   * Asks for something else from now on; a snapshot with `reset` follows.
   *
   * @param {Filter} filter
   */
  filter(filter) {
    return this.#pipe.send(binaryMessage(TYPE.FILTER, new TextEncoder().encode(JSON.stringify(filter))));
  }
}

/**
 * @param {number} type
 * @param {Uint8Array} payload
 */
function binaryMessage(type, payload) {
  const message = new Uint8Array(HEADER + payload.length);
  new DataView(message.buffer).setUint32(0, payload.length, true);
  message[4] = type;
  message.set(payload, HEADER);
  return message;
}

/**
 * A message as the event that it is in JSON; undefined for one that is not known.
 *
 * @param {Uint8Array} message
 * @param {string} epoch
 * @returns {Event | undefined}
 */
function binaryEvent(message, epoch) {
  const header = new BinaryReader(message.subarray(4, HEADER));
  const payload = message.subarray(HEADER);
  const [type, flags] = [header.u8(), header.u8()];
  const [rev, base, layoutRev, time] = [header.skip(2).u64(), header.u64(), header.u64(), header.f64()];
  if (type === TYPE.NOTE) return eventFrom({ epoch, rev, layoutRev, time, ...jsonFrom(payload) });
  if (type !== TYPE.SNAPSHOT && type !== TYPE.DELTA) return undefined;
  const isDelta = type === TYPE.DELTA;
  try {
    return eventFrom(withoutAbsent({
      views: isDelta ? undefined : [], ...sections(payload), kind: isDelta ? "delta" : "snapshot", epoch, rev,
      base: isDelta ? base : undefined, layoutRev, time,
      settled: (flags & 1) !== 0, reset: (flags & 2) !== 0 || undefined,
    }));
  } catch (error) {
    if (error instanceof RangeError) throw new ProtocolError("a message ends before all of it was said");
    throw error;
  }
}

/**
 * What the sections of a picture say, as members of an event.
 *
 * @param {Uint8Array} payload
 * @returns {Partial<Event>}
 */
function sections(payload) {
  const reader = new BinaryReader(payload);
  let members = {};
  let before = 0;
  while (!reader.isAtEnd) {
    const kind = reader.u16();
    const count = reader.skip(2).u32();
    const part = new BinaryReader(reader.bytes(reader.u32()));
    const read = SECTIONS[kind];
    if (!read) continue;
    if (kind <= before) throw new ProtocolError(`section ${kind} comes behind section ${before}`);
    before = kind;
    members = { ...members, ...read(part, count) };
    if (!part.isAtEnd) throw new ProtocolError(`section ${kind} is longer than what is in it`);
  }
  return members;
}

/**
 * How sections are read, by their kinds.
 *
 * @type {Record<number, (part: BinaryReader, count: number) => Partial<Event>>}
 */
const SECTIONS = {
  1: (part) => {
    const { cause, skipped, timing } = jsonFrom(part.rest()) ?? {};
    return withoutAbsent({ cause, skipped, timing });
  },
  2: (part, count) => ({ looks: part.times(count, () => ({ ...jsonFrom(part.bytes(part.skip(4).u32())) })) }),
  3: (part, count) => ({ removed: part.times(count, () => part.u32()) }),
  4: (part, count) => ({
    views: part.times(count, () => {
      const [id, parent, index] = [part.u32(), part.u32(), part.u32()];
      const place = { id, path: part.string(), kind: part.string(), index, frame: part.lengths(4) };
      return { ...place, ...(parent === NONE ? {} : { parent }), ...part.content(), ...part.appearance() };
    }),
  }),
  5: (part, count) => ({ set: part.times(count, () => [part.u32(), ...part.lengths(4)]).flat() }),
  6: (part, count) => ({ changed: part.times(count, () => ({ id: part.u32(), ...part.content() })) }),
  7: (part, count) => ({ restyled: part.times(count, () => ({ id: part.u32(), ...part.appearance() })) }),
};

/** Reads what stands one behind the other; little-endian. Beyond the end it throws a `RangeError`. */
class BinaryReader {
  #bytes;
  #view;
  #at = 0;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd() { return this.#at === this.#bytes.length; }

  /** @param {number} count */
  skip(count) {
    this.#at += count;
    return this;
  }

  u8() { return this.#view.getUint8(this.skip(1).#at - 1); }
  u16() { return this.#view.getUint16(this.skip(2).#at - 2, true); }
  u32() { return this.#view.getUint32(this.skip(4).#at - 4, true); }
  /** Beyond 2⁵³ it is not exact, and no integer that is taken for one. */
  u64() { return Number(this.#view.getBigUint64(this.skip(8).#at - 8, true)); }
  f64() { return this.#view.getFloat64(this.skip(8).#at - 8, true); }
  /** Points, which are on the wire in 64ths. */
  length() { return this.#view.getInt32(this.skip(4).#at - 4, true) / 64; }
  /** @param {number} count */
  lengths(count) { return this.times(count, () => this.length()); }

  /** @param {number} count */
  bytes(count) {
    if (count > this.#bytes.length - this.#at) throw new RangeError();
    return this.#bytes.subarray(this.#at, (this.#at += count));
  }

  rest() { return this.bytes(this.#bytes.length - this.#at); }
  string() { return textFrom(this.bytes(this.u32())); }

  /**
   * What `read` answers, `count` times. Nothing is made room for: a count that is too high ends with the bytes.
   *
   * @template Element
   * @param {number} count
   * @param {() => Element} read
   */
  times(count, read) {
    const elements = [];
    for (let at = 0; at < count; at += 1) elements.push(read());
    return elements;
  }

  /**
   * What a view shows.
   *
   * @returns {Partial<View>}
   */
  content() {
    const bits = this.u16();
    const truncation = (bits >> 8) & 7;
    if ((bits & ~CONTENT_BITS) !== 0 || truncation >= TRUNCATIONS.length) {
      throw new ProtocolError(`a content has bits that are not known: ${bits}`);
    }
    return withoutAbsent({
      hidden: (bits & 1) !== 0 || undefined,
      clips: (bits & 2) !== 0 || undefined,
      alpha: bits & 4 ? this.f64() : undefined,
      text: bits & 8 ? this.string() : undefined,
      baselines: bits & 16 ? this.lengths(2) : undefined,
      scroll: bits & 32 ? this.lengths(8) : undefined,
      guides: bits & 64 ? this.guides() : undefined,
      truncated: TRUNCATIONS[truncation],
    });
  }

  guides() {
    return Object.fromEntries(this.times(this.u32(), () => [this.string(), this.lengths(4)]));
  }

  /**
   * How a view is drawn.
   *
   * @returns {Pick<View, "look" | "lines">}
   */
  appearance() {
    const look = this.u32();
    const lines = this.times(this.u32(), () => {
      const [text, start, end] = [this.string(), this.u32(), this.u32()];
      const place = { x: this.length(), baseline: this.length(), width: this.length() };
      // The highest bit of the end is none of it.
      return withoutAbsent({ text, start, end: end % 2 ** 31, ...place, rtl: end >= 2 ** 31 || undefined });
    });
    return withoutAbsent({ look: look === 0 ? undefined : look, lines: lines.length > 0 ? lines : undefined });
  }
}

// MARK: The interface
// Written by test/types.js from what the daemon says of itself.

/**
 * @typedef {{ file: string, line: number, column: number, endLine: number, endColumn: number }} Span
 */

/**
 * view: the path of the view that it is about, where that is known
 *
 * @typedef {{ code: string, severity: "error" | "warning" | "info", message: string, span?: Span, view?: string,
 *   notes?: { message: string, span?: Span }[], fixes?: { title: string, span: Span, text: string }[] }} Diagnostic
 */

/**
 * frame = [x, y, width, height] in points, relative to the parent unless filter.space = scene;
 * inside a scroll view relative to its content (space scene adds insets less offset: what is seen)
 * at rest the offset is 0, 0; it is told as far as there is content to show
 * scroll = [offsetX, offsetY, contentWidth, contentHeight, insetTop, insetLeft, insetBottom, insetRight]
 * truncated: not all of the text fits; it is to be cut here (with an ellipsis, unless clip)
 * span: line and column from 1, columns in Unicode scalars, end exclusive
 *
 * @typedef {{ id: number, path: string, kind: string, parent?: number, index: number, frame: number[], hidden?:
 *   boolean, alpha?: number, clips?: boolean, text?: string, truncated?: "tail" | "head" | "middle" | "clip",
 *   baselines?: number[], guides?: Record<string, number[]>, scroll?: number[], look?: number, lines?: Line[] }} View
 */

/**
 * a line of a text, to be drawn from x on its baseline, in points from the view's corner. text: what is to be read on
 * it, with the ellipsis where it is cut; start, end: what it stands for, in bytes of the view's text (of an input
 * without text: of its placeholder); rtl: it is read from right to left, and x is its left end all the same
 *
 * @typedef {{ text: string, start: number, end: number, x: number, baseline: number, width: number, rtl?: boolean }}
 *   Line
 */

/**
 * what a number of looks stands for, until it is said to stand for something else. Colours are #rrggbbaa (sRGB) or
 * names that only who draws knows; lengths are points; data: what the file says with 'data_NAME: value'. A color or
 * borderColor that is left out is for who draws to choose; family left out: the font that ships with Framewire.
 * version:
 * another number, from 0 if it is left out, whenever the picture was saved
 *
 * @typedef {{ id: number, background?: string, color?: string, radius?: number, border?: number, borderColor?: string,
 *   image?: { path: string, width?: number, height?: number, version?: number }, placeholder?: string, role?: string,
 *   align?: "leading" | "center" | "trailing", style?: string, font?: { family?: string, size: number, weight: number,
 *   maxLines: number, direction?: "ltr" | "rtl" }, data?: Record<string, any> }} Look
 */

/**
 * all of how a view is drawn: what is left out is none
 *
 * @typedef {{ id: number, look?: number, lines?: Line[] }} Restyle
 */

/**
 * all of a view but its place and frame: what is left out is as in a View that leaves it out
 *
 * @typedef {{ id: number, hidden?: boolean, alpha?: number, clips?: boolean, text?: string, truncated?: "tail" | "head"
 *   | "middle" | "clip", baselines?: number[], guides?: Record<string, number[]>, scroll?: number[] }} Change
 */

/**
 * alphas only where the opacity moves, and scrolls, [offsetX, offsetY], only where a content is scrolled, with the same
 * timing as the frame
 *
 * @typedef {{ id: number, fromFrame: number[], toFrame: number[], fromAlpha?: number, toAlpha?: number, fromScroll?:
 *   number[], toScroll?: number[], durationMs: number, delayMs?: number, curve: string }} Move
 */

/**
 * how a view's look moves: the colours and lengths of it that do, at both ends; one that is left out at an end is none
 * there. Of those that want look
 *
 * @typedef {{ id: number, from: Shade, to: Shade, durationMs: number, delayMs?: number, curve: string }} Fade
 */

/**
 * @typedef {{ background?: string, color?: string, radius?: number, border?: number, borderColor?: string }} Shade
 */

/**
 * root: a view's path; depth: levels below it; kinds: only views of these
 * fields: what is told of a view besides what it is and where it stands; of frame, hidden, alpha, clips, text,
 * truncated, baselines, guides, scroll, look, lines. text and truncated come together, whichever is named. Without
 * fields all but look and lines are told, which are for who draws
 * minDelta: points; a frame of an animation in which nothing moves further waits until something has
 *
 * @typedef {{ root?: string, depth?: number, kinds?: string[], fields?: string[], space?: "parent" | "scene",
 *   minDelta?: number }} Filter
 */

/**
 * milliseconds, as everywhere
 *
 * @typedef {{ settle: number, read: number, parse: number, resolve: number, lower?: number, solve: number, measure:
 *   number }} Timing
 */

/**
 * time = milliseconds of the runtime's clock since the daemon started
 *
 * @typedef {{ kind: "snapshot" | "delta" | "transition" | "diagnostics" | "heartbeat" | "lost" | "bye", epoch: string,
 *   rev: number, base?: number, layoutRev: number, time: number, settled?: boolean, skipped?: number, reset?: boolean,
 *   cause?: string, timing?: Timing, looks?: Look[], views?: View[], removed?: number[], set?: number[], changed?:
 *   Change[], restyled?: Restyle[], moves?: Move[], fades?: Fade[], state?: "ok" | "stale" | "failed", diagnostics?:
 *   Diagnostic[], reason?: string }} Event
 */

/**
 * size = [width, height]; safe = [top, left, bottom, right]; margins = [top, leading, bottom, trailing]; of size null =
 * wraps the content;
 * keyboard = covered height at the bottom, or [x, y, width, height] of one that floats or is split
 *
 * @typedef {{ size?: (number | null)[], scale?: number, safe?: number[], margins?: number[], keyboard?: any, traits?:
 *   Record<string, string>, flags?: string[], variables?: Record<string, any> }} Environment
 */

/**
 * variable: a list of records, a number, or a string that is read as what the variable is ("Hello", "#ff8800", "250ms",
 * "3")
 * name of constant, priority, multiplier, active: an id ('#gap', 'card.#gap'). The last three are of all constraints of
 * the clause that it stands on: the priority from 0 to 1000, the factor of the anchor on the right side, and false for
 * out of force
 * size without value leaves it to the layout, its preview or whoever opened the scene
 * keyboard may say how what it moves gets there: durationMs, a day at most, and a curve as in Move
 * append puts the views of value (paths, in order) into the stack or list of view: at that place among those it has
 * without them, from 0, or at the end; remove takes them out, without a value all; arrange makes the stack show
 * exactly these, without a value what the file puts there. A view keeps path and id wherever it stands
 * insert, change, move and delete are of the records of the list that name says, a var of the layout. insert puts those
 * of value (objects) in: at that place, from 0, or before the record of that key, or at the end; move puts those of the
 * keys in value elsewhere, delete takes them out; change gives fields of the record of key other values. variable with
 * a list of records replaces all. All are checked against the list's type: 'messages[3].unread: it must be …'
 * reset takes back what was set: all of it, or with a name what belongs to that part:
 * configs (config)
 * traits (trait, size, scale, safe, margins, keyboard)
 * values (variable, constant, priority, multiplier, active, flag, text, hidden, intrinsic, scroll)
 * views (append, remove, arrange)
 *
 * @typedef {{ op: "config" | "trait" | "size" | "scale" | "safe" | "margins" | "keyboard" | "variable" | "constant" |
 *   "priority" | "multiplier" | "active" | "flag" | "text" | "hidden" | "intrinsic" | "scroll" | "append" | "remove" |
 *   "arrange" | "insert" | "change" | "move" | "delete" | "reset", view?: string, name?: string, value?: any, at?:
 *   number, before?: string, key?: string, durationMs?: number, curve?: string, animate?: boolean }} Op
 */

/**
 * What methods take and answer.
 *
 * @typedef {{
 *   Open: { parameters: { layout: string, scene: string, environment?: Environment, private?: boolean }, reply: {
 *     layoutRev: number, warnings?: Diagnostic[] } },
 *   Close: { parameters: { scene: string }, reply: { warnings?: Diagnostic[] } },
 *   ListScenes: { parameters: { use?: boolean }, reply: { scenes: ({ name: string, layout: string, file: string,
 *     imports?: string[], state: "ok" | "stale" | "failed", rev: number, layoutRev: number, views: number, size:
 *     number[], configs: { view: string, active: string, names: string[] }[], followers?: number, set?: string[] })[] }
 *     },
 *   Load: { parameters: { path?: string, text?: string, name?: string }, reply: { scenes: { name: string, layoutRev:
 *     number }[] } },
 *   Unload: { parameters: { scene: string }, reply: { warnings?: Diagnostic[] } },
 *   Forget: { parameters: { scene?: string }, reply: { scenes: string[], warnings?: Diagnostic[] } },
 *   Reload: { parameters: { scene?: string, resetState?: boolean }, reply: { layoutRev: number, warnings?: Diagnostic[]
 *     } },
 *   Snapshot: { parameters: { scene?: string, at?: number, filter?: Filter }, reply: { event: Event } },
 *   Revisions: { parameters: { scene?: string, most?: number }, reply: { revisions: { rev: number, layoutRev: number,
 *     time: number, settled: boolean, cause?: string, views?: number }[] } },
 *   Update: { parameters: { scene?: string, view?: string, force?: boolean }, reply: { rev: number } },
 *   Subscribe: { parameters: { scene?: string, filter?: Filter, mode?: "latest" | "every", animation?: "frames" |
 *     "targets", maxHz?: number, epoch?: string, since?: number, heartbeatMs?: number, diagnostics?: boolean }, reply:
 *     { event: Event } },
 *   Stream: { parameters: { scene?: string, filter?: Filter, mode?: "latest" | "every", animation?: "frames" |
 *     "targets", maxHz?: number, epoch?: string, since?: number, heartbeatMs?: number, diagnostics?: boolean, encoding:
 *     string }, reply: { epoch: string, encoding: string } },
 *   Apply: { parameters: { scene?: string, ops: Op[], ifLayoutRev?: number, wait?: "none" | "solved" | "settled" },
 *     reply: { rev: number, layoutRev: number, warnings?: Diagnostic[] } },
 *   Sync: { parameters: { scene?: string, timeoutMs?: number, settled?: boolean }, reply: { rev: number, layoutRev:
 *     number, state: "ok" | "stale" | "failed", diagnostics: Diagnostic[] } },
 *   Hold: { parameters: { reason: string }, reply: { holds: number } },
 *   Release: { parameters: {}, reply: { holds: number, warnings?: Diagnostic[] } },
 *   Clock: { parameters: { scene?: string, action: "run" | "pause" | "step" | "seek", ms?: number }, reply: { time:
 *     number, running: boolean } },
 *   Get: { parameters: { scene?: string, names?: string[], clauses?: boolean }, reply: { values: ({ name: string, kind:
 *     "config" | "trait" | "size" | "scale" | "safe" | "margins" | "keyboard" | "variable" | "constant" | "priority" |
 *     "multiplier" | "active" | "flag" | "text" | "hidden" | "intrinsic" | "scroll", value?: any, priority?: number,
 *     from: "file" | "outside" | "default", key?: string, written?: string, span?: Span, clause?: string, literals?: {
 *     span: Span, text: string }[] })[] } },
 *   Explain: { parameters: { scene?: string, view: string, attribute?: string }, reply: { attributes: ({ name: string,
 *     value: number, status: "unique" | "ambiguous" | "broken", because: { id?: string, source: string, means?: string,
 *     priority: number, slack: number, active: boolean, when?: string, span?: Span, ends?: { path: string, guide?:
 *     string, anchor: string, at: number }[] }[] })[], conflicts: { constraints: string[], relaxed: string, by: number,
 *     suggestion?: string }[], declared: Span[], guides: { path: string, guide: string, frame: number[] }[] } },
 *   Check: { parameters: { path?: string, text?: string }, reply: { diagnostics: Diagnostic[] } },
 *   Stats: { parameters: {}, reply: { metrics: Record<string, number> } },
 *   Debug: { parameters: { part: "scene" | "tree" | "syntax" | "solver" | "watcher", scene?: string }, reply: { text:
 *     string } },
 *   "org.varlink.service.GetInfo": { parameters: {}, reply: { vendor: string, product: string, version: string, url:
 *     string, interfaces: string[] } },
 *   "org.varlink.service.GetInterfaceDescription": { parameters: { interface: string }, reply: { description: string }
 *     },
 * }} Methods
 */

/**
 * The `parameters` of a `CallError` by its `code`.
 *
 * @typedef {{
 *   UnknownScene: { scene: string, known: string[] },
 *   UnknownView: { view: string, near: string[] },
 *   UnknownName: { kind: string, name: string, known: string[] },
 *   BadOperation: { index: number, message: string },
 *   LayoutFailed: { diagnostics: Diagnostic[] },
 *   RevisionConflict: { current: number },
 *   RevisionGone: { oldest: number, newest: number },
 *   Busy: { limit: string, max: number, help?: string },
 *   RateLimited: { retryAfterMs: number },
 *   TimedOut: { waitedMs: number },
 *   UnsupportedEncoding: { encoding: string, known: string[] },
 *   NotAllowed: { method: string },
 *   Unavailable: { reason: string },
 * }} Errors
 */
