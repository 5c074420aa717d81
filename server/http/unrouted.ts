import { randomUUID } from "node:crypto";
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { statusOf, type ErrorBody, type ErrorCode } from "#contract/kernel/errors.ts";
import { unavailable } from "#server/platform/errors.ts";
import { dialectOf, dialects } from "./dialects.ts";

/**
 * Lets no request be answered by Node or Fastify in a form of their own, which no description has: a server that stops, a
 * request without a host, one whose expectation Node doesn't know.
 */
export function answerUnrouted(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook("preClose", (done) => {
    isStopping = true;
    done();
  });
  app.addHook("onRequest", async ({ raw }, reply) => {
    if (isStopping) {
      reply.header("connection", "close");
      throw unavailable("The server is being stopped. Nothing was changed. Try again in a moment.");
    }
    if (raw.httpVersion !== "1.1" || raw.headers.host !== undefined) return undefined;
    refuseUnreadable(Object.assign(new Error("no host"), { code: noHost }), raw.socket);
    return reply.hijack();
  });
  // an expectation may be ignored (RFC 9110, 10.1.1)
  app.server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) =>
    app.server.emit("request", request, response),
  );
  app.server.prependListener("request", (request: IncomingMessage, response: ServerResponse) =>
    last.set(request.socket, { request, response }),
  );
}

/** What a connection was last asked for. */
const last = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();

const noHost = "NO_HOST";
const late = "ERR_HTTP_REQUEST_TIMEOUT";
type BrokenRequest = Error & { code?: string; rawPacket?: unknown };

/** As Node says it of headers that arrive too slowly. */
export const lateRequest = (): BrokenRequest => Object.assign(new Error("late"), { code: late });

/** By Node's code, the refusal of a request that never became one. */
const refusals: Record<string, [ErrorCode, string]> = {
  [late]: ["timed_out", "The request took too long to arrive."],
  [noHost]: ["invalid", "The request names no host. Send a Host header."],
  HPE_HEADER_OVERFLOW: ["headers_too_large", "The request's address and headers are too long."],
};

/** Answers a request that Node could not read, in the form of the call it began to be, and ends the connection. */
export function refuseUnreadable(error: BrokenRequest, socket: Socket): void {
  const before = last.get(socket);
  const isBegun = before?.response.headersSent === true && !before.response.writableFinished;
  // a second answer within the first would be read as part of it
  if (error.code === "ECONNRESET" || !socket.writable || isBegun) return void socket.destroy();
  const { rawPacket } = error;
  const read = Buffer.isBuffer(rawPacket) ? rawPacket.toString("latin1") : "";
  const [, named] = /^[A-Z]+ (\S+) HTTP/.exec(read) ?? [];
  const isOpen = before !== undefined && !before.response.writableFinished;
  // a caller that can't be identified counts as a program
  const dialect = dialectOf(named ?? (isOpen ? (before.request.url ?? "") : "/api/v1/"));
  const [code, sentence] = refusals[error.code ?? ""] ?? [
    "invalid",
    "The request could not be read as HTTP.",
  ];
  // a form's files are stored one by one as they arrive
  const isForm = isOpen && before.request.headers["content-type"]?.startsWith("multipart/") === true;
  const outcome = isForm ? "Files that had arrived whole may be stored." : "Nothing was changed.";
  const requestId = randomUUID();
  const said: ErrorBody = { error: `${sentence} ${outcome}`, code, requestId };
  const body = Buffer.from(JSON.stringify(dialects[dialect].errorOf(said, undefined)));
  const status = statusOf[code];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${dialects[dialect].errorType}; charset=utf-8`,
    `content-length: ${body.length}`,
    "cache-control: no-store",
    `x-request-id: ${requestId}`,
    "connection: close",
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]));
}
