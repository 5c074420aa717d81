import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { originOf } from "#server/http/origin.ts";
import { builtFolder } from "#server/http/serve-web.ts";
import { embeddersOf } from "#server/identity/api-keys/widget-keys.ts";
import { publicCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";

type WithKey = { Params: { key: string } };

/**
 * The page that a widget shows in its frame, and a preview of a page that embeds it. Only the origins that the key allows
 * may frame it, and our own preview; every other page of the server is framed by nobody.
 */
export function serveWidget(app: FastifyInstance, services: VerbServices): void {
  const frame = built("widget.html");
  const preview = built("widget-preview.html");
  if (frame === null || preview === null) return;
  const embedders = (request: FastifyRequest<WithKey>) =>
    publicCaller(services, originOf(request)).transact((ctx) => embeddersOf(ctx, request.params.key));
  app.get<WithKey>("/widget/:key", async (request, reply) => {
    const allowed = await embedders(request);
    if (allowed === null) return reply.callNotFound();
    return send(reply, frame, ["connect-src 'self'", `frame-ancestors ${["'self'", ...allowed].join(" ")}`]);
  });
  app.get<WithKey>("/widget/:key/preview", async (request, reply) => {
    if ((await embedders(request)) === null) return reply.callNotFound();
    const page = preview.replace('data-key=""', `data-key="${request.params.key}"`);
    return send(reply, page, ["frame-src 'self'", "frame-ancestors 'none'"]);
  });
}

function send(reply: FastifyReply, page: string, policy: string[]): FastifyReply {
  const always = ["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'"];
  return (
    reply
      .header(
        "content-security-policy",
        [...always, "base-uri 'none'", "form-action 'none'", ...policy].join("; "),
      )
      // a website that isolates itself frames only what allows it
      .header("cross-origin-resource-policy", "cross-origin")
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(page)
  );
}

/** Without a build, the server has no pages. */
function built(name: string): string | null {
  const path = join(builtFolder, name);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
