import { spawn } from "node:child_process";
import { join } from "node:path";
import { binaries, ensureInstalled, environment, nodeBinary } from "./ensure.mjs";

// `npm run dev`: the server restarts when its files change; the screens update in place (http://localhost:5173).
ensureInstalled();
const children = [
  spawn(
    nodeBinary(),
    [
      "--watch-path=server",
      "--watch-path=engine",
      "--watch-path=reading",
      "--watch-path=spreadsheets",
      "--watch-path=contract",
      "--watch-path=seed",
      "scripts/serve.ts",
    ],
    {
      stdio: "inherit",
      env: { ...environment, SCENARIO: process.env.SCENARIO ?? "demo" },
    },
  ),
  spawn(join(binaries, "vite"), [], { stdio: "inherit", env: environment }),
];
const stop = () => children.forEach((child) => child.kill("SIGTERM"));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
for (const child of children) child.on("exit", stop);
