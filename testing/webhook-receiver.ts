import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

export type Received = { headers: Record<string, string>; body: string; at: number };
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A receiver of webhooks or batches of the record that behaves as a test asks; by default it responds 204. */
export async function startReceiver(certificate?: { key: string; cert: string }) {
  const received: Received[] = [];
  let answer: Answer = (_request, response) => void response.writeHead(204).end();
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      received.push({ headers, body: Buffer.concat(chunks).toString("utf8"), at: Date.now() });
      answer(request, response);
    });
  };
  const server: Server = certificate === undefined ? createServer(take) : createTlsServer(certificate, take);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const scheme = certificate === undefined ? "http" : "https";
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}/in`,
    received,
    behaves(next: Answer) {
      answer = next;
    },
    says(status: number, body = "") {
      answer = (_request, response) => void response.writeHead(status).end(body);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
