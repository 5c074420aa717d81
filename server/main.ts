import type { RunningServer } from "./start.ts";

// Loading the program takes a second. As process 1 of a container it gets no signal that it has no handler for, and a
// container stopped within that second would be waited for and then killed: so the handlers come first. A module that
// is imported below is loaded before the line after it runs.

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
