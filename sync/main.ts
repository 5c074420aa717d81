#!/usr/bin/env node
import { defaultState, readOptions, usage, UsageError } from "./options.ts";
import { run } from "./run.ts";
import { openSource } from "./sources/open.ts";
import { openState } from "./state.ts";
import type { Counts } from "./step.ts";
import { reasonOf } from "./calls.ts";
import { openTarget } from "./target.ts";

/** 0: in step. 1: something failed. 2: wrong usage. 3: more would have been deleted than may be. 130: interrupted. */
process.exitCode = await main();

async function main(): Promise<number> {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => interrupted.abort(new Error("interrupted")));
  const { signal } = interrupted;
  try {
    const options = readOptions(process.argv.slice(2), process.env);
    if (options === null) {
      process.stdout.write(usage);
      return 0;
    }
    const { url, key, themeId, isDryRun, mostDeleted, parallel } = options;
    const patience = { signal, told: (sentence: string) => tell("waiting", "-", sentence) };
    const source = await openSource(options.source, patience);
    const prefix = `${options.name ?? source.name}/`;
    const state = openState(
      options.state ?? defaultState(process.env, url, String(themeId), source.address, prefix),
    );
    const target = openTarget({ url, key, themeId, ...patience });
    const counts = await run({
      source,
      target,
      state,
      signal,
      options: { prefix, isDryRun, mostDeleted, parallel },
      report: {
        act: (act, path, detail) => tell(isDryRun ? `would be ${act}` : act, path, detail),
        progress,
      },
    });
    tell("finished", source.address, sumOf(counts));
    return counts.failed > 0 ? 1 : counts.kept > 0 ? 3 : 0;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${usage}`);
      return 2;
    }
    if (signal.aborted) {
      tell("interrupted", "-", "run it again to go on");
      return 130;
    }
    tell("failed", "-", reasonOf(error));
    return 1;
  }
}

/** One line per act: time, act, path, detail, with tabs between. */
function tell(act: string, path: string, detail: string): void {
  const clean = (text: string) => text.replace(/\p{Cc}/gu, (sign) => JSON.stringify(sign).slice(1, -1));
  process.stdout.write(
    `${[new Date().toISOString(), act, clean(path), clean(detail)].join("\t").trimEnd()}\n`,
  );
}

function progress(done: number, of: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${of} files${done === of ? "\n" : ""}`);
}

function sumOf(counts: Counts): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([act, count]) => `${count} ${act}`)
    .join(", ");
}
