import type { AddressInfo } from "node:net";
import { createServer, type TLSSocket } from "node:tls";

export type SyslogMessage = { priority: number; id: string; sequence: number; text: string };

/** The header of RFC 5424, with the one element of structured data that the product sends. */
const form =
  /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([!-~]{1,255}) ([!-~]{1,48}) - ([!-~]{1,32}) \[meta sequenceId="(\d+)"\] (.*)$/s;

/**
 * A collector that speaks syslog over TLS as in RFC 5425: each message preceded by its length in octets, and a
 * connection that ends with close_notify. It disconnects at wrong framing and at anything but an RFC 5424 message,
 * and otherwise behaves as a test asks.
 */
export async function startSyslogReceiver(certificate: { key: string; cert: string }) {
  const messages: SyslogMessage[] = [];
  const faults: string[] = [];
  const open = new Set<TLSSocket>();
  const state = {
    connections: 0,
    /** "silent": reads nothing and never closes; a number: disconnects after that many messages of a connection. */
    behavior: "takes" as "takes" | "silent" | number,
  };
  const server = createServer(certificate, (socket) => {
    state.connections += 1;
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => undefined);
    if (state.behavior === "silent") return void socket.pause();
    let rest = Buffer.alloc(0);
    let taken = 0;
    socket.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const next = takeFrame(rest);
        if (next === null) return;
        if (typeof next === "string") {
          faults.push(next);
          return void socket.destroy();
        }
        if (typeof state.behavior === "number" && taken >= state.behavior) return void socket.destroy();
        rest = rest.subarray(next.length);
        taken += 1;
        const message = parse(next.message);
        if (message === null) {
          faults.push(`no RFC 5424 message: ${next.message.slice(0, 80)}`);
          return void socket.destroy();
        }
        messages.push(message);
      }
    });
    socket.on("end", () => {
      if (rest.length > 0) faults.push("the connection ended within a frame");
    });
  });
  server.on("tlsClientError", (error) => faults.push(error.message));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `syslog+tls://127.0.0.1:${port}`,
    messages,
    faults,
    state,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** The first complete frame; null: incomplete; a sentence: why it is invalid. */
function takeFrame(bytes: Buffer): { length: number; message: string } | string | null {
  const head = /^([1-9]\d{0,6}) /.exec(bytes.subarray(0, 9).toString("latin1"));
  if (head === null)
    return bytes.length < 9 && /^(?:[1-9]\d*)?$/.test(bytes.toString("latin1"))
      ? null
      : `wrong framing: ${bytes.subarray(0, 20).toString("latin1")}`;
  const [whole, length] = head;
  const end = whole.length + Number(length);
  if (bytes.length < end) return null;
  return { length: end, message: bytes.subarray(whole.length, end).toString("utf8") };
}

function parse(message: string): SyslogMessage | null {
  const parts = form.exec(message);
  if (parts === null) return null;
  const [, priority, , , , id = "", sequence, text = ""] = parts;
  return { priority: Number(priority), id, sequence: Number(sequence), text };
}
