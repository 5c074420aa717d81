import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { Plugin } from "vite";

const root = fileURLToPath(new URL("web", import.meta.url));

/** Screens of the application, and the small script and style of the public pages that `scripts/render-public.ts` renders. */
export default defineConfig({
  root,
  publicDir: "static",
  plugins: [react(), pdfParts()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // the policy allows no data: fonts and scripts
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { index: `${root}/index.html`, public: `${root}/public/client.ts` } },
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
