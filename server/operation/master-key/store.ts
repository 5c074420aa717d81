import { sql, type Selectable } from "kysely";
import { keyBinding } from "#server/identity/companies/model-keys.ts";
import type { Context } from "#server/kernel/context.ts";
import type { DB } from "#server/platform/database/schema.gen.ts";
import { recordKeyBinding } from "#server/evidence/record/signing-key.ts";
import { streamBinding } from "#server/evidence/record/stream/destination.ts";
import { factorBinding } from "#server/identity/second-factor/shared-store.ts";
import { clientSecretBinding, samlKeyBinding } from "#server/identity/sign-on/shared-store.ts";
import { tempPasswordBinding } from "#server/identity/users/invite.ts";
import { webhookBinding } from "#server/notices/webhooks/secret.ts";

type Sealed = { bound: string; sealed: Buffer; put(ctx: Context, next: Buffer): Promise<unknown> };

type Row = Record<string, unknown>;
type SealedColumn = { table: keyof DB; column: string; key: readonly string[]; bound(row: Row): string };

/** A column of sealed secrets: its primary key columns, and the binding of a row's secret. */
function sealedColumn<Table extends keyof DB, Key extends keyof Selectable<DB[Table]> & string>(
  table: Table,
  column: keyof DB[Table] & string,
  key: readonly Key[],
  bound: (row: Pick<Selectable<DB[Table]>, Key>) => string,
): SealedColumn {
  return { table, column, key, bound };
}

/** Every column that stores sealed secrets; new ones must be added here. */
const sealedColumns: SealedColumn[] = [
  sealedColumn("record_keys", "sealed", ["id", "public_key"], (row) => recordKeyBinding(row.public_key)),
  sealedColumn("identity_providers", "sealed", ["company_id"], (row) => clientSecretBinding(row.company_id)),
  sealedColumn("identity_providers", "key_sealed", ["company_id"], (row) => samlKeyBinding(row.company_id)),
  sealedColumn("identity_providers", "next_key_sealed", ["company_id"], (row) =>
    samlKeyBinding(row.company_id),
  ),
  sealedColumn("model_keys", "sealed", ["company_id", "model_type"], (row) =>
    keyBinding(row.company_id, row.model_type),
  ),
  sealedColumn("users", "temp_password_sealed", ["id"], (row) => tempPasswordBinding(row.id)),
  sealedColumn("record_streams", "sealed", ["log"], (row) => streamBinding(row.log)),
  sealedColumn("webhooks", "sealed", ["company_id", "id"], (row) => webhookBinding(row.company_id, row.id)),
  sealedColumn("webhooks", "previous_sealed", ["company_id", "id"], (row) =>
    webhookBinding(row.company_id, row.id),
  ),
  sealedColumn("second_factors", "sealed", ["user_id"], (row) => factorBinding(row.user_id)),
];

export async function listSealed(ctx: Pick<Context, "db">): Promise<Sealed[]> {
  const found: Sealed[] = [];
  for (const at of sealedColumns) found.push(...(await sealedAt(ctx, at)));
  return found;
}

async function sealedAt(
  ctx: Pick<Context, "db">,
  { table, column, key, bound }: SealedColumn,
): Promise<Sealed[]> {
  const named = sql.join(key.map((name) => sql.ref(name)));
  const { rows } = await sql<Row & { sealed_now: Buffer }>`
    select ${named}, ${sql.ref(column)} as sealed_now from ${sql.table(table)}
    where ${sql.ref(column)} is not null`.execute(ctx.db);
  return rows.map((row) => ({
    bound: bound(row),
    sealed: row.sealed_now,
    // a row that changed in the meantime is left as it is
    put: (inner, next) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${next}
        where ${sql.ref(column)} = ${row.sealed_now}
          and ${sql.join(
            key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
            sql` and `,
          )}`.execute(inner.db),
  }));
}
