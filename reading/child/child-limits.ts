/**
 * Loaded before anything else in the extraction child. Files, processes, threads and addons are closed by Node's
 * permission model; memory of WebAssembly, SQLite and the network are not, so they are closed here. This is a guard, not a
 * proof: what holds against code that runs here is the cell of the operating system (cell.ts).
 */
import { registerHooks } from "node:module";

/** PDFium reads a file of 50,000 pages in 205 MB; the memory bombs stop here at 450 to 468 MB resident. */
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

/** `sqlite` opens files past Node's permissions (Node 24.21). */
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

// Replacing the functions of these modules would load them: a third of the 150 ms that a child takes to start (measured).
registerHooks({
  resolve: (specifier, context, next) => (isClosed(specifier) ? refuse() : next(specifier, context)),
});
const builtin = process.getBuiltinModule;
// PDFium's loader asks for `module`, so it stays; what could undo the hooks above or go past them is taken out of it
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
  // The original takes any name and gives undefined for one it does not know.
  getBuiltinModule: (name: string): unknown => (isClosed(name) ? refuse() : builtin(name)),
  binding: refuse,
  dlopen: refuse,
  kill: refuse,
};
for (const [name, value] of Object.entries(closed))
  Object.defineProperty(process, name, { value, configurable: false, writable: false });
for (const name of ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]) {
  // Replaced without deletion, the property's first value is made for nothing: 29 ms (measured).
  Reflect.deleteProperty(globalThis, name);
  Object.defineProperty(globalThis, name, { value: refuse, configurable: false, writable: false });
}
