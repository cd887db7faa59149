/**
 * The transport of `framewire.js` in nodejs: a Unix socket.
 *
 * @module framewire/node
 */

import { createConnection } from "node:net";
import { ConnectionLost } from "./framewire.js";

/** Where the daemon and its clients meet without being told. */
export function defaultSocket() {
  const { FRAMEWIRE_SOCKET, XDG_RUNTIME_DIR } = process.env;
  if (FRAMEWIRE_SOCKET) return FRAMEWIRE_SOCKET;
  if (XDG_RUNTIME_DIR?.startsWith("/")) return `${XDG_RUNTIME_DIR}/framewire/default.sock`;
  return `/tmp/framewire-${process.geteuid?.()}/default.sock`;
}

/**
 * Connects to a daemon.
 *
 * @param {string} [path] Of its socket.
 * @returns {Promise<import("./framewire.js").Transport>}
 * @throws {ConnectionLost} When nobody listens there.
 */
export function connect(path = defaultSocket()) {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    socket.once("error", (error) => {
      reject(new ConnectionLost(`no daemon listens at ${path}; 'framewire serve' starts one`, error));
    });
    socket.once("connect", () => {
      // Reading says what goes wrong from now on; without a listener an error would end the program.
      socket.on("error", () => {});
      resolve({
        bytes: socket,
        send: (bytes) => new Promise((sent, failed) => {
          socket.write(bytes, (error) => (error ? failed(error) : sent(bytes)));
        }),
        close: () => socket.destroy(),
      });
    });
  });
}
