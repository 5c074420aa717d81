import { join } from "node:path";
import { build } from "vite";

// Node strips types only outside node_modules, so the package carries JavaScript.
const folder = join(import.meta.dirname, "../sync");
await build({
  root: folder,
  configFile: false,
  build: {
    ssr: join(folder, "main.ts"),
    outDir: join(folder, "dist"),
    target: "node24",
    minify: false,
  },
});
