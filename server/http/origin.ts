import { isIPv6 } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#server/platform/errors.ts";
import { plainAddress } from "#server/platform/address-guard.ts";
import type { VerbServices } from "#server/kernel/services.ts";

/** A browser reports a call's origin; writes from another site are refused, whatever credentials they carry. */
export function checkOrigin(services: VerbServices, request: FastifyRequest): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (foreignOrigin(services, request) !== null || request.headers["sec-fetch-site"] === "cross-site")
    throw new AppError("forbidden", "This call came from another site and was not carried out.");
}

/** The origin of another website whose page makes the call; null for our own pages and for programs. */
export function foreignOrigin(services: VerbServices, { headers }: FastifyRequest): string | null {
  const { origin, host } = headers;
  if (origin === undefined || origin === services.config.publicUrl || hostOf(origin) === host) return null;
  return origin;
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

export function originOf(request: FastifyRequest): { requestId: string; address: string } {
  return { requestId: request.id, address: request.ip };
}

/**
 * The network that one visitor has: an IPv4 address, or the first half of an IPv6 address, since a household gets all of
 * the second.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = (plain.split("%")[0] ?? "").split("::");
  const before = head.split(":").filter(Boolean);
  const after = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
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
