// What the sources use of nodejs, so that they are checked without its own types.
declare module "node:net" {
  interface Socket extends AsyncIterable<Uint8Array> {
    once(event: "connect", listener: () => void): this;
    once(event: "error", listener: (error: Error) => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    write(bytes: Uint8Array, done: (error?: Error) => void): boolean;
    destroy(): this;
  }
  export function createConnection(path: string): Socket;
}
declare const process: {
  argv: string[], env: Record<string, string | undefined>, exitCode: number | undefined,
  geteuid?(): number, stdout: { write(text: string): void }, stderr: { write(text: string): void },
};
// Younger than TypeScript 4.8.
interface CanvasRenderingContext2D {
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
}
