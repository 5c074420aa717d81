import { spawn } from "node:child_process";
import { ensureBuilt, ensureInstalled, environment, nodeBinary, serveArguments } from "./ensure.mjs";

// `npm start`: install, build, serve with the demo scenario; each only when it is needed.
ensureInstalled();
ensureBuilt();
const server = spawn(nodeBinary(), [...serveArguments(), ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...environment, SCENARIO: process.env.SCENARIO ?? "demo" },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));

// npm can be ended without passing the signal on: the server goes with it
const parent = process.ppid;
setInterval(() => process.ppid !== parent && server.kill("SIGTERM"), 1000).unref();
