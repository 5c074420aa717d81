import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const root = fileURLToPath(new URL("web", import.meta.url));

/** Screens of the application, and the small script and style of the public pages that `scripts/render-public.ts` renders. */
export default defineConfig({
  root,
  publicDir: "static",
  plugins: [react()],
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
