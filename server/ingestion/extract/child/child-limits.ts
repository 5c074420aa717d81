/**
 * Loaded before anything else in the extraction child. Files, processes, threads and addons are closed by Node's
 * permission model; memory of WebAssembly and the network are not, so they are closed here. For the network this is
 * a guard, not a proof: no module that can open a connection is ever loaded, and no native code is.
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

const NETWORK = new Set([
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
  "tls",
]);
const isNetwork = (specifier: string) => NETWORK.has(specifier.replace(/^node:/, "").replace(/^_/, ""));

const refuse = (): never => {
  throw new Error("The network is closed in the extraction child");
};

// Replacing the functions of these modules would load them: a third of the 150 ms that a child takes to start (measured).
registerHooks({
  resolve: (specifier, context, next) => (isNetwork(specifier) ? refuse() : next(specifier, context)),
});
const builtin = process.getBuiltinModule;
const closed: Record<string, unknown> = {
  // The original takes any name and gives undefined for one it does not know.
  getBuiltinModule: (name: string): unknown => (isNetwork(name) ? refuse() : builtin(name)),
  binding: refuse,
};
for (const [name, value] of Object.entries(closed))
  Object.defineProperty(process, name, { value, configurable: false, writable: false });
for (const name of ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]) {
  // Replaced without deletion, the property's first value is made for nothing: 29 ms (measured).
  Reflect.deleteProperty(globalThis, name);
  Object.defineProperty(globalThis, name, { value: refuse, configurable: false, writable: false });
}
