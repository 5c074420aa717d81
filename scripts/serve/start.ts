import { existsSync } from "node:fs";
import { readConfig } from "#server/kernel/config/config.ts";
import { describeCell } from "#reading/child/sandbox.ts";
import { readersCell } from "#reading/child/child-process.ts";
import { setV8Flags } from "#server/platform/v8-flags.ts";
import { startServer, type RunningServer } from "#server/operation/start/start.ts";
import { startupFailure } from "#server/operation/start/startup-failure.ts";
import { fillEmpty } from "#seed/scenarios.ts";

/** Starts the server that environment and arguments describe; ends the process with a message if it cannot. */
export async function serve(): Promise<RunningServer> {
  setV8Flags();
  try {
    if (existsSync(".env")) process.loadEnvFile(".env");
    const config = readConfig();
    const began = performance.now();
    const filled: string[] = [];
    const server = await startServer(config, async (services) => {
      filled.push(...(await fillEmpty(services)));
    });
    // only now is it sure that these sign-ins are for this server
    if (filled.length > 0) process.stdout.write(`${filled.join("\n")}\n`);
    if (config.roles.worker) process.stdout.write(`${describeCell(readersCell())}\n`);
    if (process.getuid?.() === 0)
      process.stdout.write(
        "Warning: Footnote is running as root. Run it as its own user (docs/running.md) before it serves real documents.\n",
      );
    process.stdout.write(
      server.address === null
        ? "Footnote worker started.\n"
        : `Footnote is ready on ${config.publicUrl} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`,
    );
    return server;
  } catch (error) {
    process.stderr.write(`Footnote could not start.\n${startupFailure(error)}\n`);
    process.exit(1);
  }
}
