import type pg from "pg";

/** @throws Error if the database does not respond */
export async function ping(pool: pg.Pool): Promise<void> {
  await pool.query("select 1");
}

/** The database's time. */
export async function clockOf(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now");
  const [row] = rows;
  if (row === undefined) throw new Error("a database has a time");
  return row.now;
}

/** The server's version, such as 18.1, and its clock. */
export async function versionAndClock(client: pg.Client): Promise<{ version: string; now: Date }> {
  const { rows } = await client.query<{ version: string; now: Date }>(
    "select current_setting('server_version') as version, now() as now",
  );
  const [row] = rows;
  if (row === undefined) throw new Error("a database has a version");
  return row;
}
