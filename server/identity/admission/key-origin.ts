import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isAllowedOrigin } from "#contract/identity/origins.ts";
import { publicCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { AppError } from "#server/platform/errors.ts";
import { allowsOrigin } from "#server/identity/api-keys/widget-keys.ts";
import { completionsPath } from "#server/http/completions-error.ts";
import { foreignOrigin, originOf } from "#server/http/origin.ts";
import { mcpHeaders, mcpPath, programPath } from "#server/http/problem.ts";

/**
 * Whether pages of other websites may make the call, with a key that allows their origin. A person's token allows none, so
 * a company's own address of the Model Context Protocol is closed to them.
 */
export function isOpenToSites(path: string): boolean {
  return path.startsWith(programPath) || path.startsWith(`${completionsPath}/`) || path === mcpPath;
}

/**
 * Tells a proxy the company of a program's call, as the cookie does for people: every response names the value. The program
 * never reads it (docs/decisions/routing.md).
 */
export const companyHeader = "footnote-company";

/** What a page may read besides the body. */
const exposed = `etag, ${companyHeader}, ratelimit, ratelimit-policy, retry-after, x-request-id`;

/**
 * Lets the page of a website read the response, if the key allows its origin. Without credentials: the key itself is the
 * only one, so a page can do nothing in the name of its visitor.
 * @throws AppError forbidden from every other website
 */
export function admitOrigin(
  services: VerbServices,
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[],
): void {
  const origin = foreignOrigin(services, request);
  if (origin === null) return;
  if (isAllowedOrigin(origin, allowed)) {
    showTo(origin, reply);
    return;
  }
  throw new AppError(
    "forbidden",
    allowed.length === 0
      ? "A secret key was found in a browser: this call came from a page of another website, whose visitors can read the key. Nothing was done. Revoke the key, and call from your server, or create a key that allows the website."
      : "This key can't be used from this website. Nothing was done. An administrator can create a key that allows it.",
  );
}

function showTo(origin: string, reply: FastifyReply): void {
  reply.header("access-control-allow-origin", origin).header("access-control-expose-headers", exposed);
}

/** Lets a page that any key allows read why its own key is refused: nothing else is in the response. */
export async function showToKnownSite(
  services: VerbServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const origin = foreignOrigin(services, request);
  if (origin !== null && (await isKnownSite(services, request, origin))) showTo(origin, reply);
}

/** Whether a key in use allows the origin. */
const isKnownSite = async (services: VerbServices, request: FastifyRequest, origin: string) =>
  isAllowedOrigin(origin, [origin]) &&
  (await publicCaller(services, originOf(request)).transact((ctx) => allowsOrigin(ctx, origin)));

/** Headers that the calls, or a proxy before them, read. */
const readHeaders = [
  "authorization",
  "content-type",
  companyHeader,
  "idempotency-key",
  "if-match",
  "if-none-match",
  ...mcpHeaders,
];
/** OpenAI's own client describes itself with these; nothing reads them. */
const ofClients = /^x-stainless-[a-z-]{1,40}$/;

/**
 * Browsers ask before they send a key, and don't say which: the answer is yes if any key in use allows the origin. That
 * only lets a page send its call: the key itself decides whether the call is made and the response can be read. An
 * unknown origin is refused, so that a secret key pasted into a page doesn't even leave the browser.
 */
export function answerPreflights(app: FastifyInstance, services: VerbServices): void {
  for (const url of [`${programPath}*`, `${completionsPath}/*`, mcpPath])
    app.options(url, async (request, reply) => {
      reply.header("vary", "origin, access-control-request-headers");
      const { origin = "null" } = request.headers;
      if (!(await isKnownSite(services, request, origin)))
        throw new AppError(
          "forbidden",
          "No key allows this website. Nothing was done. If a secret key is in its pages, revoke the key: visitors can read it.",
        );
      const asked = (request.headers["access-control-request-headers"] ?? "").toLowerCase();
      const more = asked.split(",").flatMap((name) => (ofClients.test(name.trim()) ? [name.trim()] : []));
      return reply
        .code(204)
        .header("access-control-allow-origin", origin)
        .header("access-control-allow-methods", "GET, POST, PUT, DELETE")
        .header("access-control-allow-headers", [...readHeaders, ...more].join(", "))
        .header("access-control-max-age", "600")
        .send();
    });
}
