import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Problem } from "#server/evidence/record/check.ts";
import { storeHeads } from "#server/evidence/record/store-heads.ts";
import { workersOf } from "#server/operation/jobs/jobs.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { checkRecord } from "#testing/check-record.ts";
import { tamper } from "#testing/tamper.ts";
import { companyWithLog } from "#testing/write-events.ts";

/** P14: no bit of the record can be flipped undetected, not even by the superuser of its database. */
let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), "footnote-bit-flips-"));
beforeAll(async () => {
  app = await startTestApp({ env: { RECORD_PLACES: `file://${folder}` }, worker: false });
  // checks run only on the test's request
  await app.services.queue.work({ ...workersOf(app.services), "check-record": () => Promise.resolve() });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const found = async (stream: number): Promise<Problem | null> => (await checkRecord(app, stream)).problem;

type Column = { name: string; type: string };
type Flip = { column: Column; bit: number };

const columnsOf = (client: pg.Client) =>
  client
    .query<Column>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_name = 'audit_events' order by ordinal_position`,
    )
    .then(({ rows }) => rows);

/** The number of bits of a value, as the database stores it or, for JSON, writes it. */
function bitsOf({ name, type }: Column): string {
  if (type === "bytea") return `length(${name}) * 8`;
  if (type === "text") return `octet_length(${name}) * 8`;
  if (type === "jsonb") return `octet_length(${name}::text) * 8`;
  return `case when ${name} is not null then ${type === "integer" ? 31 : type === "bigint" ? 62 : 50} end`;
}

function flipped({ column: { name, type }, bit }: Flip): string {
  const flip = (bytes: string) => `set_bit(${bytes}, ${bit}, 1 - get_bit(${bytes}, ${bit}))`;
  if (type === "bytea") return flip(name);
  if (type === "text") return `convert_from(${flip(`convert_to(${name}, 'UTF8')`)}, 'UTF8')`;
  if (type === "jsonb") return `convert_from(${flip(`convert_to(${name}::text, 'UTF8')`)}, 'UTF8')::jsonb`;
  if (type === "integer" || type === "bigint") return `${name} # (1::${type} << ${bit})`;
  // times are stored in microseconds
  return `to_timestamp((((extract(epoch from ${name}) * 1000000)::bigint # (1::bigint << ${bit}))) / 1000000.0)`;
}

/** Flips a bit and checks, then reverts it. `null`: the database rejects it, or nothing changes. */
async function afterFlip(
  client: pg.Client,
  place: { stream: number; seq: number },
  flip: Flip,
): Promise<Problem | "unseen" | null> {
  const where = `stream = ${place.stream} and seq = ${place.seq}`;
  const { rows: before } = await client.query<{ row: string }>(
    `select to_jsonb(e)::text as row from audit_events e where ${where}`,
  );
  try {
    const done = await client.query(
      `update audit_events set ${flip.column.name} = ${flipped(flip)}
       where ${where} and ${flip.column.name}::text is distinct from (${flipped(flip)})::${flip.column.type === "bytea" ? "bytea" : flip.column.type.replace("timestamp with time zone", "timestamptz(3)")}::text`,
    );
    if (done.rowCount === 0) return null;
  } catch {
    return null;
  }
  const problem = await found(place.stream);
  const moved = flip.column.name === "seq" || flip.column.name === "stream";
  await client.query(
    moved
      ? `delete from audit_events where request_id = (($1::jsonb) ->> 'request_id') and target_id = (($1::jsonb) ->> 'target_id') and action = 'test.write'
           and salt = ((jsonb_populate_record(null::audit_events, $1::jsonb)).salt)`
      : `delete from audit_events where ${where} and $1::text is not null`,
    [before[0]?.row],
  );
  await client.query(
    "insert into audit_events select * from jsonb_populate_record(null::audit_events, $1::jsonb)",
    [before[0]?.row],
  );
  return problem ?? "unseen";
}

/** Each with one complete subtree of 256 and more events after it: four short logs are checked faster than a long one. */
const eventsPerLog = 260;

/** The log of the one event: each of its thousands of bits needs a check, whose time grows with the log. */
const eventsOfShortLog = 12;

test("every bit of one event, and a random bit in each of 1,000 others, is found at its place", async () => {
  const short = await companyWithLog(app, eventsOfShortLog);
  const long: number[] = [];
  for (let n = 0; n < 4; n++) long.push(await companyWithLog(app, eventsPerLog));
  const streams = [short, ...long];
  await storeHeads(app.services);
  for (const stream of streams) expect(await found(stream)).toBeNull();
  const missed: string[] = [];
  let flips = 0;
  let refused = 0;
  const tryFlip = async (client: pg.Client, place: { stream: number; seq: number }, flip: Flip) => {
    const problem = await afterFlip(client, place, flip);
    if (problem === null) {
      refused += 1;
      return false;
    }
    flips += 1;
    if (problem === "unseen" || problem.from !== place.seq)
      missed.push(`event ${place.seq}, ${flip.column.name} bit ${flip.bit}: ${JSON.stringify(problem)}`);
    return true;
  };
  await tamper(app, async (client) => {
    const columns = await columnsOf(client);
    const { rows } = await client.query<Record<string, number | null>>(
      `select ${columns.map((column) => `${bitsOf(column)} as ${column.name}`).join(", ")}
       from audit_events where stream = ${short} and seq = 3`,
    );
    const all = columns.flatMap((column) =>
      Array.from({ length: rows[0]?.[column.name] ?? 0 }, (_, bit): Flip => ({ column, bit })),
    );
    for (const flip of all) await tryFlip(client, { stream: short, seq: 3 }, flip);
    const others = long.flatMap((stream) =>
      Array.from({ length: eventsPerLog }, (_, n) => ({ stream, seq: n + 1 })),
    );
    for (const place of others) {
      // until one is stored: half of all flips of a text are invalid text
      for (let n = 0; n < 40; n++) {
        const flip = all[Math.floor(Math.random() * all.length)];
        if (flip !== undefined && (await tryFlip(client, place, flip))) break;
      }
    }
    console.info(
      `${all.length} bits of one event and one of each of ${others.length} others: ${flips} stored and looked for, ${missed.length} not found at their place, ${refused} that the database does not store`,
    );
  });
  expect(missed).toEqual([]);
  expect(flips).toBeGreaterThan(2000);
  for (const stream of streams) expect(await found(stream)).toBeNull();
}, 900_000);
