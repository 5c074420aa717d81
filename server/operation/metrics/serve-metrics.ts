import { observedIn } from "./observed.ts";
import { createServer } from "node:http";
import { bindTo, naming, ofMetrics, type Listening } from "#server/http/listen.ts";
import type { Services } from "#server/kernel/services.ts";

/**
 * `GET /metrics` on its own port, so a proxy in front of the product need not hide it. `GET /live` answers 200 while the
 * process works: a worker serves no other port that could be probed.
 * @returns how to stop it, and its address
 */
export async function serveMetrics(
  services: Services,
  listening: Listening,
): Promise<{ address: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== "GET") return void response.writeHead(404).end();
    if (request.url === "/live")
      return void response.writeHead(200, { "content-type": "text/plain" }).end("The process is running.\n");
    if (request.url !== "/metrics") return void response.writeHead(404).end();
    services.metrics.expose(observedIn(services)).then(
      ({ type, text }) => response.writeHead(200, { "content-type": type }).end(text),
      (error: unknown) => {
        services.log.warn({ err: error }, "the metrics could not be read");
        response.writeHead(503, { "content-type": "text/plain" }).end("The metrics could not be read.\n");
      },
    );
  });
  const { address, port: bound } = await naming(listening, ofMetrics, () => bindTo(server, listening));
  return {
    address: `http://${address.includes(":") ? `[${address}]` : address}:${bound}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
