import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { screens } from "#contract/api.ts";

/** The built screens. */
export const builtFolder = join(import.meta.dirname, "../../dist/web");

/**
 * The built screens. Files under /assets/ have their hash in the name and are cached for a year; pages are never
 * cached. The public pages are prerendered at build time; all other screens are the single application page. Only the
 * demo request form is completed on request: it carries the server's time.
 */
export async function serveWeb(app: FastifyInstance, stampLeadForm: () => string): Promise<void> {
  if (!existsSync(join(builtFolder, "index.html"))) {
    app.log.warn(
      `No screens are built in ${builtFolder}: only the API is served. 'npm run build' builds them.`,
    );
    return;
  }
  await app.register(fastifyStatic, {
    root: builtFolder,
    index: false,
    cacheControl: false,
    // the build keeps its own metadata in a dot folder
    dotfiles: "ignore",
    // the build puts compressed copies next to its texts; API responses are not compressed (secrets next to input)
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header(
        "cache-control",
        path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      );
      // other websites load it; compressed copies have their own endings
      if (/\/widget\.js(?:\.\w+)?$/.test(path)) reply.header("cross-origin-resource-policy", "cross-origin");
    },
  });
  for (const path of screens) {
    const rendered = path === "/" ? "home.html" : `${path.slice(1)}.html`;
    const page = existsSync(join(builtFolder, rendered)) ? rendered : "index.html";
    if (path === "/get-started")
      serveLeadForm(app, stampLeadForm, readFileSync(join(builtFolder, page), "utf8"));
    else app.get(path, (_request, reply) => reply.sendFile(page));
  }
}

function serveLeadForm(app: FastifyInstance, stamp: () => string, page: string): void {
  app.get("/get-started", async (request, reply) => {
    const stamped = page.replace('data-stamp=""', `data-stamp="${stamp()}"`);
    // the build's compressed copy has no stamp
    const isCompressed = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    if (isCompressed) reply.header("content-encoding", "gzip");
    return reply
      .header("cache-control", "private, no-cache")
      .header("vary", "accept-encoding")
      .type("text/html; charset=utf-8")
      .send(isCompressed ? await promisify(gzip)(stamped) : stamped);
  });
}
