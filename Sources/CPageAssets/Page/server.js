/**
 * The page's own server: calls to the daemon, and the events of many scenes in one stream.
 *
 * The token stands behind `#` in the address, which browsers send to nobody, and goes out as a header to the server
 * that the page came from. A page is named by a number of its own: what it opens ends with it.
 *
 * @module server
 */

/** The daemon answered with an error, or there is none. */
export class ServerError extends Error {
  /** @param {string} code As `UnknownScene`; empty where nobody answered. */
  constructor(code, parameters = {}) {
    // Lists, as of all that is known, are for programs.
    const words = Object.values(parameters).filter((value) => typeof value === "string" || typeof value === "number");
    super(code ? [code, parameters.message ?? words.join(" ")].filter(Boolean).join(": ") : "the preview's server does not answer");
    this.code = code;
    this.parameters = parameters;
  }
}

export class Server {
  #token;
  /** The page's number. A tab that is loaded again is another page. */
  page = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  constructor(token) { this.#token = token; }

  #fetch(path, body, signal) {
    const headers = { Authorization: `Bearer ${this.#token}` };
    if (!body) return fetch(path, { headers: { ...headers, "X-Page": this.page }, signal });
    return fetch(path, {
      method: "POST", headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ page: this.page, ...body }), signal, cache: "no-store",
    });
  }

  /** Calls a method of the daemon. @throws {ServerError} */
  async call(method, parameters = {}) {
    let response, answer;
    try {
      response = await this.#fetch("/call", { method, parameters });
      answer = await response.json();
    } catch {
      throw new ServerError(response?.status === 401 ? "Unauthorized" : "");
    }
    if (answer.error) throw new ServerError(answer.error.replace("io.framewire.v1.", ""), answer.parameters);
    return answer.parameters;
  }

  /** Has a value written to its file, or a place of a file opened. @throws {ServerError} Why not, in words. */
  async ask(path, body) {
    let response, answer;
    try {
      response = await this.#fetch(path, body);
      answer = response.status === 204 ? {} : await response.json();
    } catch {
      throw new ServerError(response?.status === 401 ? "Unauthorized" : "");
    }
    if (response.ok) return answer;
    const refusal = new ServerError("Refused");
    refusal.message = answer.error;
    throw refusal;
  }

  /** The picture that a view shows; null where it cannot be had. */
  async picture(scene, id) {
    const path = `/image/${scene.split("/").map(encodeURIComponent).join("/")}/${id}`;
    try {
      const response = await this.#fetch(path);
      if (!response.ok) return null;
      const image = new Image();
      image.src = URL.createObjectURL(await response.blob());
      try { await image.decode(); } finally { URL.revokeObjectURL(image.src); }
      return image;
    } catch {
      return null;
    }
  }

  /**
   * Follows scenes, until the signal or the end of the stream. All lines that have arrived are taken in before anybody
   * draws.
   *
   * @param {{ scene: string, epoch?: string, since?: number }[]} scenes
   * @param {(line: any) => void} take
   */
  async stream(scenes, take, signal) {
    const response = await this.#fetch("/stream", { scenes }, signal);
    if (!response.ok) throw new ServerError(response.status === 401 ? "Unauthorized" : "");
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    // Pieces of a long line are joined once.
    let rest = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = decoder.decode(value, { stream: true }).split("\n");
      if (lines.length > 1) {
        lines[0] = rest.join("") + lines[0];
        rest = [];
      }
      rest.push(lines.pop());
      for (const line of lines) if (line) take(JSON.parse(line));
    }
  }
}
