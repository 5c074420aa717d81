import type { FastifyInstance } from "fastify";
import { originOf } from "./origin.ts";

/**
 * One line per answered call: the route's pattern instead of the address, which contains user input, and ids instead of
 * names.
 */
export function logCalls(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const { person, method, routeOptions, log } = request;
    log.info(
      {
        requestId: request.id,
        method,
        route: routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: originOf(request).address,
        ...(person !== null && { userId: person.id, companyId: person.companyId, keyId: person.key?.id }),
      },
      "call",
    );
  });
}
