import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "vite";
import { publicScreens } from "#contract/screens.ts";

type Manifest = Record<string, { file: string; css?: string[] }>;

/** Renders the public pages to finished HTML beside the built application, with the names of its script and styles. */
const out = join(import.meta.dirname, "..", "dist", "web");
const manifest = JSON.parse(readFileSync(join(out, ".vite", "manifest.json"), "utf8")) as Manifest;
const entry = manifest["public/client.ts"];
if (entry === undefined) throw new Error("the build has no script for the public pages");
const vite = await createServer({
  server: { middlewareMode: true, hmr: false, ws: false },
  appType: "custom",
  logLevel: "error",
  optimizeDeps: { noDiscovery: true },
});
try {
  const { renderPage } = (await vite.ssrLoadModule("/public/render.tsx")) as {
    renderPage(path: string, assets: { script: string; styles: string[] }): string;
  };
  for (const path of publicScreens) {
    const html = renderPage(path, {
      script: `/${entry.file}`,
      styles: (entry.css ?? []).map((file) => `/${file}`),
    });
    writeFileSync(join(out, path === "/" ? "home.html" : `${path.slice(1)}.html`), html);
  }
} finally {
  await vite.close();
}
