import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const root = fileURLToPath(new URL("web", import.meta.url));

/** The sign-in page's code, which every other screen needs too. */
const firstScreen = reachedFrom("first-screen", ["main.tsx", "identity/sessions/login.tsx"]);

/** The public pages and the widget load nothing of the application. */
const apart = reachedFrom("apart", ["public/client.ts", "answering/widget/frame.ts"]);

/** From this many screens on, a module is in the file that all of them share. */
const sharedFrom = 3;

/** Screens of the application, and the small script and style of the public pages that `scripts/render-public.ts` renders. */
export default defineConfig({
  root,
  publicDir: "static",
  plugins: [react(), pdfParts(), firstScreen, apart],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // the policy allows no data: fonts and scripts
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: `${root}/index.html`,
        public: `${root}/public/client.ts`,
        widget: `${root}/widget.html`,
        preview: `${root}/widget-preview.html`,
      },
      output: {
        codeSplitting: {
          groups: [
            { name: "first-screen", test: (id) => firstScreen.has(id) && !apart.has(id), priority: 2 },
            { name: "screens", test: (id) => !apart.has(id), minShareCount: sharedFrom, priority: 1 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { "^/api/": { target: "http://localhost:3000", changeOrigin: false } } },
});

/**
 * What pdf.js fetches by name while it draws a page: its worker, character maps, the standard fonts and the decoders of
 * JPEG 2000 and JBIG2; of the copy that react-pdf brings. Its engine for a file's own scripts is not among them.
 */
function pdfParts(): Plugin {
  const parts = ["cmaps", "standard_fonts", "wasm", "iccs"];
  return {
    name: "pdf-parts",
    apply: "build",
    generateBundle() {
      const fromReactPdf = createRequire(createRequire(import.meta.url).resolve("react-pdf"));
      const folder = dirname(fromReactPdf.resolve("pdfjs-dist/package.json"));
      const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
        version: string;
      };
      const files = parts.flatMap((part) => readdirSync(join(folder, part)).map((name) => `${part}/${name}`));
      const emit = (from: string, to: string) =>
        this.emitFile({
          type: "asset",
          fileName: `assets/pdf-${version}/${to}`,
          source: readFileSync(join(folder, from)),
        });
      emit("build/pdf.worker.min.mjs", "pdf.worker.min.mjs");
      for (const file of files) if (!file.includes("quickjs")) emit(file, file);
    },
  };
}

/** Files that name all of a library: which of it the roots use is known only after unused code is dropped. */
const barrel = /node_modules\/(?:@mantine|lucide-react)\/.*\.m?js$/;

/**
 * All modules that the roots import statically. In one file they arrive together: divided by who else uses them, they are
 * forty requests, the last of which begin when the first have run.
 */
function reachedFrom(name: string, roots: string[]) {
  const reached = new Set<string>();
  return {
    name,
    apply: "build",
    has: (id: string) => reached.has(id),
    buildEnd() {
      const follow = (id: string) => {
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) {
          if (reached.has(imported) || barrel.test(imported)) continue;
          reached.add(imported);
          follow(imported);
        }
      };
      for (const path of roots) follow(`${root}/${path}`);
    },
  } satisfies Plugin & { has(id: string): boolean };
}
