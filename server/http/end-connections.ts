import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How long running calls may take to finish once the server stops. */
const graceMilliseconds = 15_000;

/**
 * Ends the connections of a stopping server. `http.Server.close` leaves open those whose call ends after it (72 s), and those
 * that never sent a byte, as browsers open them in advance (forever).
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("preClose", (done) => {
    if (!app.server.listening) return done();
    const sweep = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, 100);
    const end = setTimeout(() => app.server.closeAllConnections(), graceMilliseconds);
    app.server.once("close", () => {
      clearInterval(sweep);
      clearTimeout(end);
    });
    done();
  });
}
