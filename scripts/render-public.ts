import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "vite";
import { publicScreens } from "#contract/kernel/public-screens.ts";
import { compressFolder } from "./compress-web.ts";

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

/** Renders the public pages to static HTML beside the built application, with the names of its script and styles. */
const out = join(import.meta.dirname, "..", "dist", "web");
const manifest = JSON.parse(readFileSync(join(out, ".vite", "manifest.json"), "utf8")) as Manifest;
const entry = manifest["public/client.ts"];
if (entry === undefined) throw new Error("the build has no script for the public pages");
// preloaded before the style is parsed, so that the text doesn't change its typeface and position during reading
const fonts = ["literata-latin-opsz-normal", "inter-latin-wght-normal"].map((name) => {
  const font = Object.values(manifest).find(({ file }) => file.startsWith(`assets/${name}-`));
  if (font === undefined) throw new Error(`the build has no font ${name}`);
  return `/${font.file}`;
});
const index = join(out, "index.html");
const preloads = fonts
  .map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin />`)
  .join("");
const application = readFileSync(index, "utf8").replace("<title>", `${preloads}<title>`);
writeFileSync(index, application);
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
    if (path === "/get-started" && !html.includes('data-stamp=""'))
      throw new Error("the demo request form has no place for the server's stamp");
    writeFileSync(join(out, path === "/" ? "home.html" : `${path.slice(1)}.html`), html);
  }
  writeFileSync(join(out, "login.html"), loginPage());
  writeFileSync(join(out, "not-found.html"), notFoundPage());
} finally {
  await vite.close();
}
compressFolder(out);

/** The application's page for an unknown address: it says so without scripts too. */
function notFoundPage(): string {
  const page = application
    .replace(/<title>.*<\/title>/, "<title>404 Page Not Found</title>")
    .replace(
      /<noscript>[^<]*<\/noscript>/,
      `<noscript><main><h1>404 Page Not Found</h1><p>There is nothing at this address.</p><a href="/">Back to home</a></main></noscript>`,
    );
  if (!page.includes("<h1>404")) throw new Error("the application's page has no place for the 404");
  return page;
}

/** The one screen of the application that search engines may list, and the one that nobody has in a cache. */
function loginPage(): string {
  const screen = manifest["identity/sessions/login.tsx"];
  if (screen === undefined) throw new Error("the build has no sign-in screen");
  return application
    .replace("</head>", `<link rel="modulepreload" crossorigin href="/${screen.file}"></head>`)
    .replace(/<title>.*<\/title>/, "<title>Sign in · Footnote</title>")
    .replace(/<meta name="robots"[^>]*>/, "");
}
