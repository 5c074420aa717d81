import type pg from "pg";

/** Distance between the ids of one copy and the next; the model's own ids are below it. */
const stride = 10_000;

/** Belong to a browser, or are signed and can't be copied. */
const leftOut = [
  "sessions",
  "known_devices",
  "record_heads",
  "record_deliveries",
  "record_nodes",
  "record_checks",
];

type Column = {
  table: string;
  column: string;
  isIdentity: boolean;
  /** The table that the column refers to; null for other columns. */
  refers: string | null;
};

/**
 * Copies everything a company has, `copies` times, from the catalog of the database: each row with the ids of its own
 * copy. @returns the ids of the new companies
 */
export async function cloneCompany(client: pg.Client, model: number, copies: number): Promise<number[]> {
  const columns = await columnsOf(client);
  const tables = Map.groupBy(columns, ({ table }) => table);
  const ids = new Map<string, number[]>();
  for (const table of new Set(columns.flatMap(({ refers }) => (refers === null ? [] : [refers])))) {
    const { rows } = await client.query<{ id: number }>(
      `select id::int from ${table} where ${table === "companies" ? "id" : "company_id"} = ${model}`,
    );
    ids.set(
      table,
      rows.map(({ id }) => id),
    );
  }
  const highest = Math.max(...[...ids.values()].flat());
  if (highest >= stride) throw new RangeError(`the company's ids reach ${highest}, beyond ${stride}`);
  await client.query("set session_replication_role = replica");
  for (const [table, own] of tables) {
    const names = own.map(({ column }) => column);
    const values = own.map((column) => valueOf(column, ids));
    await client.query(
      `insert into ${table} (${names.join(", ")}) overriding system value
       select ${values.join(", ")} from ${table} t cross join generate_series(1, ${copies}) as k
       where t.${table === "companies" ? "id" : "company_id"} = ${model}`,
    );
    const identity = own.find(({ isIdentity }) => isIdentity)?.column;
    if (identity !== undefined)
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', '${identity}'), ${stride * (copies + 2)})`,
      );
  }
  await client.query("set session_replication_role = origin");
  await client.query("analyze");
  return Array.from({ length: copies }, (_, n) => model + (n + 1) * stride);
}

/** Above every id of a copy. */
const aboveCopies = 500_000_000;

/** Where each table keeps the ids that tell one copy of a document from another. */
const ofDocument = {
  documents: ["id"],
  document_versions: ["id", "document_id"],
  pages: ["version_id"],
  passages: ["version_id"],
  segments: ["version_id"],
};

/**
 * Copies the documents of a company, `copies` times, into the same themes. PostgreSQL's statistics stay as they were, as
 * after uploads that are few among those of all companies.
 */
export async function multiplyDocuments(client: pg.Client, company: number, copies: number): Promise<void> {
  const columns = await columnsOf(client);
  await client.query("set session_replication_role = replica");
  for (const [table, shifted] of Object.entries(ofDocument)) {
    const names = columns.flatMap(({ table: of, column }) => (of === table ? [column] : []));
    const values = names.map((name) =>
      shifted.includes(name) ? `${aboveCopies} + t.${name} * ${copies + 1} + k` : `t.${name}`,
    );
    await client.query(
      `insert into ${table} (${names.join(", ")}) overriding system value
       select ${values.join(", ")} from ${table} t cross join generate_series(1, ${copies}) as k
       where t.company_id = ${company}`,
    );
  }
  await client.query("set session_replication_role = origin");
}

function valueOf({ table, column, isIdentity, refers }: Column, ids: Map<string, number[]>): string {
  if (isIdentity) return `t.${column} + k * ${stride}`;
  if (table === "companies" && column === "name") return "'Company ' || k";
  if (table === "users" && column === "email") return "'c' || k || '-' || t.email";
  if (refers === null) return `t.${column}`;
  // other ids, such as a super admin's, stay
  const own = ids.get(refers) ?? [];
  return `case when t.${column} = any (array[${own.join(", ")}]::int[]) then t.${column} + k * ${stride} else t.${column} end`;
}

/** The columns of every table with rows of companies, and of `companies` itself. */
async function columnsOf(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.table_name as "table", c.column_name as "column", c.is_identity = 'YES' as "isIdentity",
       case when c.column_name in ('company_id', 'stream') then 'companies' else (
         select f.confrelid::regclass::text from pg_constraint f
           join pg_attribute a on a.attrelid = f.conrelid and a.attname = c.column_name
           join unnest(f.conkey, f.confkey) as pair (own, other) on pair.own = a.attnum
           join pg_attribute o on o.attrelid = f.confrelid and o.attnum = pair.other and o.attname = 'id'
         where f.contype = 'f' and f.conrelid = c.table_name::regclass limit 1) end as refers
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and (c.table_name = 'companies' or exists (
         select from information_schema.columns k
         where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = 'company_id'))
       and c.table_name <> all ($1) order by 1, c.ordinal_position`,
    [leftOut],
  );
  return rows;
}
