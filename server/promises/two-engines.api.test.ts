import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startDebianPostgres } from "#testing/debian-postgres.ts";
import { createEmptyDatabase } from "#testing/empty-database.ts";
import { openEngine, runSequence, type Engine } from "#testing/operations/run.ts";
import { sequences } from "#testing/operations/vocabulary.ts";

/** P30: the database of this run and Debian's own give the answers that a model of the product predicts, byte for byte alike. */
const count = Number(process.env.OPERATION_SEQUENCES ?? 120);
const seed = Number(process.env.OPERATION_SEED ?? 20_261_126);
/** While one waits for a database, another works. */
const atOnce = 4;
const ends: (() => Promise<void> | void)[] = [];
const engines: Engine[] = [];

beforeAll(async () => {
  const database = await createEmptyDatabase();
  ends.push(database.drop);
  const here = "host" in inject("connection") ? "the embedded PostgreSQL" : "DATABASE_URL";
  engines.push(await openEngine(here, database.connection));
  const debian = await startDebianPostgres();
  if (debian === null) {
    process.stderr.write("No PostgreSQL of Debian here: answers are compared with the model only.\n");
    return;
  }
  ends.push(debian.stop);
  engines.push(await openEngine(debian.version, debian.connection));
});

afterAll(async () => {
  for (const { app } of engines) await app.close();
  for (const end of ends.toReversed()) await end();
});

test(
  "generated sequences of calls get the answers that the model predicts, and the same ones from both databases",
  { timeout: 60_000 + count * 2_000 },
  async () => {
    let run = 0;
    let calls = 0;
    const property = fc.asyncProperty(sequences, async (operations) => {
      const number = `s${(run += 1)}`;
      calls += operations.length;
      const [first = [], ...others] = await Promise.all(
        engines.map((engine) => runSequence(engine, operations, number)),
      );
      for (const replies of others) expect(replies).toEqual(first);
    });
    await Promise.all(
      Array.from({ length: atOnce }, (_, lane) =>
        fc.assert(property, { numRuns: Math.ceil(count / atOnce), seed: seed + lane }),
      ),
    );
    console.info(
      `${run} sequences of ${calls} calls (seed ${seed}): ${engines.map(({ name }) => name).join(" and ")} answered as the model, and alike`,
    );
  },
);
