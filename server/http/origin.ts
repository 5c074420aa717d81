import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#server/platform/errors.ts";
import type { Services } from "#server/kernel/services.ts";

/** A browser reports a call's origin; writes from another site are refused, whatever credentials they carry. */
export function checkOrigin(services: Services, request: FastifyRequest): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const { origin, host } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const foreign = origin !== undefined && origin !== services.config.publicUrl && hostOf(origin) !== host;
  if (foreign || site === "cross-site")
    throw new AppError("forbidden", "This call came from another site and was not carried out.");
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

export function originOf(request: FastifyRequest): { requestId: string; address: string } {
  return { requestId: request.id, address: request.ip };
}

/** Aborts if the caller disconnects before the response is complete. */
export function abortOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished)
      controller.abort(new DOMException("the client disconnected", "AbortError"));
  });
  if (request.raw.destroyed && !request.raw.complete) controller.abort();
  return controller.signal;
}
