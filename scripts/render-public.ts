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
// known before the style is read: the text does not change its face, and its place, under the reader's eyes
const fonts = ["literata-latin-opsz-normal", "inter-latin-wght-normal"].map((name) => {
  const font = Object.values(manifest).find(({ file }) => file.startsWith(`assets/${name}-`));
  if (font === undefined) throw new Error(`the build has no font ${name}`);
  return `/${font.file}`;
});
const index = join(out, "index.html");
const preloads = fonts
  .map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin />`)
  .join("");
writeFileSync(index, readFileSync(index, "utf8").replace("<title>", `${preloads}<title>`));
const vite = await createServer({
  server: { middlewareMode: true, hmr: false, ws: false },
  appType: "custom",
  logLevel: "error",
  optimizeDeps: { noDiscovery: true },
});
try {
  const { renderPage } = (await vite.ssrLoadModule("/public/render.tsx")) as {
    renderPage(path: string, assets: { script: string; styles: string[]; fonts: string[] }): string;
  };
  for (const path of publicScreens) {
    const html = renderPage(path, {
      script: `/${entry.file}`,
      fonts,
      styles: (entry.css ?? []).map((file) => `/${file}`),
    });
    writeFileSync(join(out, path === "/" ? "home.html" : `${path.slice(1)}.html`), html);
  }
} finally {
  await vite.close();
}
