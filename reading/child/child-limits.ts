/**
 * Loaded before anything else in the extraction child. Node's permission model blocks files, processes, threads and addons;
 * it doesn't cover WebAssembly memory, SQLite and the network, so this file blocks them. It is a guard, not a proof: only the operating system's sandbox (cell.ts) withstands code that runs here.
 */
import { registerHooks } from "node:module";

/** PDFium reads a file of 50,000 pages in 205 MB; memory bombs stop here at 450 to 468 MB resident. */
const MAX_WASM_BYTES = 384 * 1024 * 1024;
const WASM_PAGE_BYTES = 65_536;

const grow = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, "grow")?.value;
Object.defineProperty(WebAssembly.Memory.prototype, "grow", {
  value(this: WebAssembly.Memory, pages: number): unknown {
    if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > MAX_WASM_BYTES)
      throw new RangeError("out of memory");
    return Reflect.apply(grow, this, [pages]);
  },
});

/** `sqlite` opens files despite Node's permissions (Node 24.21). */
const CLOSED = new Set([
  "child_process",
  "cluster",
  "dgram",
  "dns",
  "dns/promises",
  "http",
  "http2",
  "https",
  "inspector",
  "inspector/promises",
  "net",
  "quic",
  "repl",
  "sqlite",
  "tls",
  "wasi",
  "worker_threads",
]);
const isClosed = (specifier: string) => CLOSED.has(specifier.replace(/^node:/, "").replace(/^_/, ""));

const refuse = (): never => {
  throw new Error("This is closed in the reader of documents");
};

// Replacing these modules' functions would load the modules: a third of the 150 ms that a child takes to start
// (measured).
registerHooks({
  resolve: (specifier, context, next) => (isClosed(specifier) ? refuse() : next(specifier, context)),
});
const builtin = process.getBuiltinModule;
// PDFium's loader needs `module`, so it stays, without the functions that could undo or bypass the hooks above
const loader = builtin("module") as unknown as Record<string, unknown> & { syncBuiltinESMExports(): void };
const load = loader["_load"] as (name: string, ...more: unknown[]) => unknown;
const open: Record<string, unknown> = {
  _load: (name: string, ...more: unknown[]): unknown =>
    isClosed(name) ? refuse() : Reflect.apply(load, loader, [name, ...more]),
  registerHooks: refuse,
  register: refuse,
  runMain: refuse,
};
for (const [name, value] of Object.entries(open))
  Object.defineProperty(loader, name, { value, configurable: false, writable: false });
loader.syncBuiltinESMExports();
const closed: Record<string, unknown> = {
  // The original accepts any name and returns undefined for an unknown one.
  getBuiltinModule: (name: string): unknown => (isClosed(name) ? refuse() : builtin(name)),
  binding: refuse,
  dlopen: refuse,
  kill: refuse,
};
for (const [name, value] of Object.entries(closed))
  Object.defineProperty(process, name, { value, configurable: false, writable: false });
for (const name of ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]) {
  // Replacing the property without deleting it first evaluates the original value for nothing: 29 ms (measured).
  Reflect.deleteProperty(globalThis, name);
  Object.defineProperty(globalThis, name, { value: refuse, configurable: false, writable: false });
}
