import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

type Bounds = { milliseconds: number; silentMilliseconds: number; bytes: number };

/** The times are those of nginx (`lingering_time`, `lingering_timeout`), the bytes over twice the largest form that a call takes. */
const bounds: Bounds = { milliseconds: 30_000, silentMilliseconds: 5_000, bytes: 512 * 1024 ** 2 };

/**
 * Lets a client read an answer that was ready before its request had arrived. Node closes such a connection with bytes
 * unread, the system then resets it, and a client that is still writing finds a broken pipe where the answer was (RFC 9112,
 * 9.6). What still arrives is read and dropped, within bounds; a connection that is to close sends nothing more meanwhile.
 */
export function deliverEarlyAnswers(app: FastifyInstance, within = bounds): void {
  app.addHook("onRequest", (request, reply, done) => {
    // before Node's own listener, which closes the connection
    reply.raw.prependOnceListener("finish", () => {
      if (!request.raw.complete) dropRest(request.raw, request.socket, within);
    });
    done();
  });
}

function dropRest(request: IncomingMessage, socket: Socket, within: Bounds): void {
  const close = socket.destroySoon.bind(socket);
  let isClosing = false;
  socket.destroySoon = () => {
    isClosing = true;
    socket.end();
  };
  let read = socket.bytesRead;
  let lastRead = Date.now();
  const most = read + within.bytes;
  const until = lastRead + within.milliseconds;
  const watch = setInterval(() => {
    const now = Date.now();
    if (socket.bytesRead > read) [read, lastRead] = [socket.bytesRead, now];
    if (read > most || now > until || now > lastRead + within.silentMilliseconds) socket.destroy();
  }, 100);
  const stop = () => clearInterval(watch);
  socket.once("close", stop);
  request.once("end", () => {
    stop();
    socket.off("close", stop);
    socket.destroySoon = close;
    if (isClosing) close();
  });
  request.unpipe();
  request.resume();
}
