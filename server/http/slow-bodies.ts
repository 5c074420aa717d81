import type { FastifyInstance } from "fastify";
import { lateRequest, refuseUnreadable } from "./unrouted.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** How long a body may take to arrive: this time, and one more second per given number of bytes received. */
    bodyTime: { milliseconds: number; bytesPerSecond: number };
  }
}

/**
 * Refuses a request whose body arrives too slowly. A time for the whole body, as Node has it, cuts off a slow line in the
 * middle of large files; a time between two bytes lets one byte a minute hold a connection for a day.
 */
export function refuseSlowBodies(app: FastifyInstance): void {
  app.decorate("bodyTime", { milliseconds: 120_000, bytesPerSecond: 8_192 });
  app.addHook("onRequest", ({ raw, socket, headers }, reply, done) => {
    if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0) {
      done();
      return;
    }
    const began = Date.now();
    const before = socket.bytesRead;
    const watch = setInterval(() => {
      const { milliseconds, bytesPerSecond } = app.bodyTime;
      const allowed = milliseconds + ((socket.bytesRead - before) / bytesPerSecond) * 1000;
      if (raw.complete) clearInterval(watch);
      else if (Date.now() - began > allowed) refuseUnreadable(lateRequest(), socket);
    }, 1_000);
    reply.raw.once("close", () => clearInterval(watch));
    done();
  });
}
