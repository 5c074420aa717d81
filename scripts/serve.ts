import type { RunningServer } from "#server/operation/start/start.ts";

// Loading the program takes a second. Process 1 of a container receives only the signals that it handles, so a
// container stopped within that second would not react until it is killed: the handlers come first. A module imported
// below is loaded before the line after it runs.

let isStopping = false;
let starting: Promise<RunningServer> | null = null;

/** A connection that does not close must not keep the program from exiting. */
const closingMs = 10_000;

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const server = await starting;
  if (server !== null) {
    const { delaySeconds, graceSeconds } = server.services.config.stop;
    setTimeout(() => process.exit(1), (delaySeconds + graceSeconds) * 1000 + closingMs).unref();
    // a person at the terminal, without a load balancer in front
    await server.stop(signal === "SIGINT");
  }
  process.exit(0);
}

process.on("SIGTERM", (signal) => void stop(signal));
process.on("SIGINT", (signal) => void stop(signal));

starting = import("./serve/start.ts").then(({ serve }) => serve());
