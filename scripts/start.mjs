import { spawn } from "node:child_process";
import { ensureBuilt, ensureInstalled, environment, nodeBinary, serveArguments } from "./ensure.mjs";

// `npm start`: installs, builds, and serves with the demo scenario; each step only if needed.
ensureInstalled();
ensureBuilt();
const server = spawn(nodeBinary(), [...serveArguments(), ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...environment, SCENARIO: process.env.SCENARIO ?? "demo" },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));

// npm may exit without passing the signal on; the server ends with it
const parent = process.ppid;
setInterval(() => process.ppid !== parent && server.kill("SIGTERM"), 1000).unref();
