import type { RunningServer } from "./start.ts";

// Loading the program takes a second. Process 1 of a container receives only the signals that it handles, so a
// container stopped within that second would not react until it is killed: the handlers come first. A module imported
// below is loaded before the line after it runs.

let isStopping = false;
let starting: Promise<RunningServer> | null = null;

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // a connection that does not close must not keep the program from exiting
  setTimeout(() => process.exit(1), 20_000).unref();
  await (await starting)?.stop();
  process.exit(0);
}

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());

starting = import("./serve.ts").then(({ serve }) => serve());
