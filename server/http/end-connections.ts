import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** For what an ended answer still has to say. */
const lastWordsMilliseconds = 3_000;

/**
 * Ends the connections of a stopping server. `http.Server.close` leaves open those whose call ends after it (72 s), and those
 * that never sent a byte, as browsers open them in advance (forever).
 * @param graceSeconds how long running calls may take to finish
 */
export function endConnectionsOnClose(app: FastifyInstance, graceSeconds: number): void {
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
    const end = setTimeout(
      () => app.server.closeAllConnections(),
      graceSeconds * 1000 + lastWordsMilliseconds,
    );
    app.server.once("close", () => {
      clearInterval(sweep);
      clearTimeout(end);
    });
    done();
  });
}
