import { spawn } from "node:child_process";
import { once } from "node:events";
import type { BenchOptions } from "../options.ts";

/** P30's number of sequences; `--sequences` asks for another. */
const promised = 10_000;

/** The promise's test with as many sequences as were promised. */
export async function run({ sequences = String(promised), seed }: BenchOptions): Promise<void> {
  const vitest = spawn(
    "vitest",
    ["run", "--project", "promises", "server/promises/two-engines.api.test.ts"],
    {
      stdio: "inherit",
      env: {
        ...process.env,
        OPERATION_SEQUENCES: sequences,
        ...(seed === undefined ? {} : { OPERATION_SEED: seed }),
      },
    },
  );
  const [code] = (await once(vitest, "exit")) as [number | null];
  if (code !== 0) throw new Error("The engines, or one of them and the model, answered differently.");
}
