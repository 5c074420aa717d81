import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { screens } from "#contract/screens.ts";

const folder = join(import.meta.dirname, "..", "dist", "web");

/**
 * The built screens. Files under /assets/ carry their hash in their name and are kept for a year; pages are always
 * fresh. The public pages were rendered at build time; every other screen is the one application page.
 */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(join(folder, "index.html"))) return;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    // the build keeps its own books in a folder that begins with a dot
    dotfiles: "ignore",
    // the build lays compressed twins beside its texts; answers of the API are not compressed (secrets beside input)
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header(
        "cache-control",
        path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      );
    },
  });
  for (const path of screens) {
    const rendered = path === "/" ? "home.html" : `${path.slice(1)}.html`;
    const page = existsSync(join(folder, rendered)) ? rendered : "index.html";
    app.get(path, (_request, reply) => reply.sendFile(page));
  }
}
