import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Services } from "#server/services.ts";

/**
 * `GET /metrics` on its own port, so a proxy in front of the product need not hide it. `GET /live` answers 200 while the
 * process works: a worker serves no other port that could be probed.
 * @returns how to stop it, and its address
 */
export async function serveMetrics(
  services: Services,
  { port, host }: { port: number; host: string },
): Promise<{ address: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== "GET") return void response.writeHead(404).end();
    if (request.url === "/live")
      return void response.writeHead(200, { "content-type": "text/plain" }).end("The process is running.\n");
    if (request.url !== "/metrics") return void response.writeHead(404).end();
    services.metrics.expose(services).then(
      ({ type, text }) => response.writeHead(200, { "content-type": type }).end(text),
      (error: unknown) => {
        services.log.warn({ err: error }, "the metrics could not be read");
        response.writeHead(503, { "content-type": "text/plain" }).end("The metrics could not be read.\n");
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { address, port: bound } = server.address() as AddressInfo;
  return {
    address: `http://${address.includes(":") ? `[${address}]` : address}:${bound}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
