import { insertKeyUser } from "#server/identity/users/shared-store.ts";
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { directoryScope } from "#contract/kernel/permissions.ts";
import { personOf, type CompanyId, type Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Allowed } from "#server/kernel/policy.ts";

/** An API key, or a directory's SCIM token, distinguished by the one scope that no API key can have. */
export type KeyKind = "key" | "token";

function isOfKind(kind: KeyKind) {
  return sql<boolean>`(${directoryScope} = any(scopes)) = ${kind === "token"}`;
}

const allowedOrigins = sql<string[]>`array(select o.origin from api_key_origins o
  where o.company_id = k.company_id and o.key_id = k.id order by o.origin)`;

function selectKeys(ctx: Context, kind: KeyKind) {
  const query = ctx.db
    .selectFrom("api_keys as k")
    .innerJoin("companies as c", "c.id", "k.company_id")
    // a company may see a super admin's name once its record contains it, so not yet when the key is created
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom(sql<{ email: string; name: string }>`person_name(k.created_by)`.as("p"))
          .select(["p.name"])
          .as("maker"),
      (join) => join.onTrue(),
    )
    .select([
      "k.id",
      "k.company_id",
      "c.name as company_name",
      "k.name",
      "k.user_id",
      "k.last_four",
      "k.scopes",
      "k.addresses",
      "maker.name as created_by_name",
      "k.created_at",
      "k.expires_at",
      "k.last_used_at",
      "k.revoked_at",
      "k.widget_key",
      "k.visitor_questions_per_hour",
      "k.questions_per_day",
      allowedOrigins.as("allowed_origins"),
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("api_key_themes as a")
          .innerJoin("themes as t", (join) =>
            join.onRef("t.company_id", "=", "a.company_id").onRef("t.id", "=", "a.theme_id"),
          )
          .select(["t.id", "t.name"])
          .whereRef("a.company_id", "=", "k.company_id")
          .whereRef("a.key_id", "=", "k.id")
          .where("t.deleted_at", "is", null)
          .orderBy("t.name"),
      ).as("themes"),
    )
    .where("c.deleted_at", "is", null)
    .where(isOfKind(kind));
  return ctx.company === null ? query : query.where("k.company_id", "=", ctx.company);
}

export type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>["executeTakeFirstOrThrow"]>>;

/** More than a company can keep track of; older ones are left out. */
const mostListed = 500;

export function listKeys(ctx: Context, kind: KeyKind): Promise<KeyRow[]> {
  return selectKeys(ctx, kind).orderBy("k.id", "desc").limit(mostListed).execute();
}

export function getKey(ctx: Context, kind: KeyKind, id: number): Promise<KeyRow> {
  return selectKeys(ctx, kind).where("k.id", "=", id).executeTakeFirstOrThrow(notFound);
}

export async function countActive(ctx: Context, kind: KeyKind, companyId: CompanyId): Promise<number> {
  const row = await ctx.db
    .selectFrom("api_keys")
    .select(sql<number>`count(*)`.as("count"))
    .where("company_id", "=", companyId)
    .where(isOfKind(kind))
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The key with its own user, which nobody can sign in as. */
export async function insertKey(
  ctx: Context,
  companyId: CompanyId,
  key: {
    name: string;
    secret_hash: Buffer;
    last_four: string;
    scopes: string[];
    addresses: string[];
    allowedOrigins: string[];
    expires_at: Date | null;
    widget_key: string | null;
    visitor_questions_per_hour: number | null;
    questions_per_day: number | null;
    themes: number[];
  },
): Promise<number> {
  const { themes, allowedOrigins: origins, ...values } = key;
  const userId = await insertKeyUser(ctx, companyId, key.name);
  const row = await ctx.db
    .insertInto("api_keys")
    .values({
      ...values,
      company_id: companyId,
      user_id: userId,
      created_by: personOf(ctx).id,
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (themes.length > 0)
    await ctx.db
      .insertInto("api_key_themes")
      .values(themes.map((theme_id) => ({ company_id: companyId, key_id: row.id, theme_id })))
      .execute();
  if (origins.length > 0)
    await ctx.db
      .insertInto("api_key_origins")
      .values(origins.map((origin) => ({ company_id: companyId, key_id: row.id, origin })))
      .execute();
  return row.id;
}

export async function setRevoked(
  ctx: Context,
  key: Allowed<KeyRow, "revoke"> | Allowed<KeyRow, "revoke-token">,
): Promise<void> {
  await ctx.db
    .updateTable("api_keys")
    .set({ revoked_at: ctx.now })
    .where("company_id", "=", key.company_id)
    .where("id", "=", key.id)
    .where("revoked_at", "is", null)
    .execute();
}

/** Of a key `k` of a company `c`: not revoked, expired or of a deleted company. */
const isInUse = (ctx: Context) => sql<boolean>`k.revoked_at is null and c.deleted_at is null
  and (k.expires_at is null or k.expires_at > ${ctx.now})`;

/** How a key ends while its company goes on. */
export type Ended = "revoked" | "expired";

/** The key with this secret, and how it ended, if it did; none of a deleted company. */
export function findByHash(ctx: Context, secretHash: Buffer) {
  return ctx.db
    .selectFrom("api_keys as k")
    .innerJoin("companies as c", "c.id", "k.company_id")
    .select([
      "k.id",
      "k.company_id",
      "k.name",
      "k.user_id",
      "k.scopes",
      "k.addresses",
      "k.last_used_at",
      "k.visitor_questions_per_hour",
      "k.questions_per_day",
      allowedOrigins.as("allowed_origins"),
      sql<Ended | null>`case when k.revoked_at is not null then 'revoked'
        when k.expires_at <= ${ctx.now} then 'expired' end`.as("ended"),
    ])
    .where("k.secret_hash", "=", secretHash)
    .where("c.deleted_at", "is", null)
    .executeTakeFirst();
}

export async function hasKeyForOrigin(ctx: Context, origin: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom("api_key_origins as o")
    .innerJoin("api_keys as k", (join) =>
      join.onRef("k.company_id", "=", "o.company_id").onRef("k.id", "=", "o.key_id"),
    )
    .innerJoin("companies as c", "c.id", "k.company_id")
    .select("k.id")
    .where("o.origin", "=", origin)
    .where(isInUse(ctx))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function noteUse(ctx: Context, key: { id: number; company_id: number }): Promise<void> {
  await ctx.db
    .updateTable("api_keys")
    .set({ last_used_at: ctx.now })
    .where("company_id", "=", key.company_id)
    .where("id", "=", key.id)
    .execute();
}

/** Those of these themes that exist within the caller's reach, with their companies. */
export function listNamedThemes(ctx: Context, ids: number[]): Promise<{ id: number; company_id: number }[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const query = ctx.db
    .selectFrom("themes")
    .select(["id", "company_id"])
    .where("id", "in", ids)
    .where("deleted_at", "is", null);
  return (ctx.company === null ? query : query.where("company_id", "=", ctx.company)).execute();
}
