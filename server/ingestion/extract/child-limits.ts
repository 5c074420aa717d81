/**
 * Loaded before anything else in the extraction child. Files, processes, threads and addons are closed by Node's
 * permission model; memory of WebAssembly and the network are not, so they are closed here. For the network this is
 * a guard, not a proof: it closes every way JavaScript has to open a connection, and no native code is loaded.
 */
import dgram from "node:dgram";
import dns from "node:dns";
import http2 from "node:http2";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import tls from "node:tls";

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

const refuse = (): never => {
  throw new Error("The network is closed in the extraction child");
};

net.Socket.prototype.connect = refuse;
net.Server.prototype.listen = refuse;
Object.assign(net, { connect: refuse, createConnection: refuse, createServer: refuse });
Object.assign(tls, { connect: refuse });
Object.assign(http2, { connect: refuse });
Object.assign(dgram, { createSocket: refuse });
for (const name of Object.keys(dns))
  if (/^(lookup|resolve|reverse)/.test(name)) Object.assign(dns, { [name]: refuse });
for (const name of Object.keys(dns.promises))
  if (/^(lookup|resolve|reverse)/.test(name)) Object.assign(dns.promises, { [name]: refuse });
for (const name of ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"])
  Object.defineProperty(globalThis, name, { value: refuse, configurable: false, writable: false });
syncBuiltinESMExports();
