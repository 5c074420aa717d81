import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { privacyVersion, termsVersion } from "#contract/identity/sessions.ts";
import type { CompanyId, Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import { inNameOrder } from "#server/platform/database/names.ts";

function selectUsers(ctx: Context) {
  return ctx.db
    .selectFrom("users")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "users.id",
      "users.company_id",
      "companies.name as company_name",
      "users.email",
      "users.first_name",
      "users.last_name",
      "users.role",
      "users.is_active",
      "users.version",
      "users.must_change_password",
      "users.last_login_at",
      "users.created_at",
      "companies.require_second_factor",
    ])
    .select(sql<boolean>`users.released_at is not null`.as("is_released"))
    .select((eb) => [
      eb
        .and([
          eb("users.temp_password_sealed", "is not", null),
          eb("users.temp_password_expires_at", ">", ctx.now),
        ])
        .$castTo<boolean>()
        .as("has_temp_password"),
      accepted("terms", termsVersion).as("has_accepted_terms"),
      accepted("privacy", privacyVersion).as("has_accepted_privacy"),
      hasSecondFactor().as("has_second_factor"),
      jsonArrayFrom(
        eb
          .selectFrom("memberships as m")
          .innerJoin("workspaces as w", (join) =>
            join.onRef("w.company_id", "=", "m.company_id").onRef("w.id", "=", "m.workspace_id"),
          )
          .select(["w.id", "w.name", "m.is_primary as primary"])
          .whereRef("m.user_id", "=", "users.id")
          .where("w.deleted_at", "is", null)
          .orderBy("m.is_primary", "desc")
          .orderBy(inNameOrder(sql`w.name`)),
      ).as("workspaces"),
    ]);
}

function accepted(document: string, version: string) {
  return sql<boolean>`exists (select 1 from terms_acceptances t
    where t.user_id = users.id and t.document = ${document} and t.version = ${version})`;
}

export function hasSecondFactor() {
  return sql<boolean>`exists (select 1 from second_factors f where f.user_id = users.id and f.confirmed_at is not null)`;
}

export type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>["executeTakeFirstOrThrow"]>>;

/** The caller's reach: their company or, for a super admin without one, all in use. */
export function inReach(ctx: Context) {
  const query = selectUsers(ctx)
    .where("companies.deleted_at", "is", null)
    .where("users.is_key", "=", false)
    .where("users.erased_at", "is", null);
  return ctx.company === null ? query : query.where("users.company_id", "=", ctx.company);
}

/** The caller's own record, whatever the reach. */
export async function findUser(ctx: Context, id: number): Promise<UserRow> {
  return selectUsers(ctx).where("users.id", "=", id).executeTakeFirstOrThrow(notFound);
}

/** Some of them, whatever the reach; missing ones are left out. */
export function listUsersById(ctx: Context, ids: number[]): Promise<UserRow[]> {
  return selectUsers(ctx)
    .where(sql<boolean>`users.id = any(${ids}::int[])`)
    .execute();
}

export async function getUser(ctx: Context, id: number): Promise<UserRow> {
  return inReach(ctx).where("users.id", "=", id).executeTakeFirstOrThrow(notFound);
}

export async function findForSignIn(ctx: Context, email: string) {
  const row = await ctx.db
    .selectFrom("users")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "users.id",
      "users.company_id",
      "users.email",
      "users.role",
      "users.first_name",
      "users.last_name",
      "users.is_active",
      "users.password_hash",
      "users.must_change_password",
      "users.temp_password_expires_at",
    ])
    .select(hasSecondFactor().as("has_second_factor"))
    .where("users.email", "=", email)
    .where("users.released_at", "is", null)
    .where("companies.deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Records the sign-in; false if its temporary password was spent or too old. */
export async function recordSignIn(
  ctx: Context,
  user: { id: number; must_change_password: boolean; temp_password_expires_at: Date | null },
): Promise<boolean> {
  let query = ctx.db.updateTable("users").set({ last_login_at: ctx.now }).where("id", "=", user.id);
  if (user.must_change_password) {
    query = query
      .set({ temp_password_sealed: null, temp_password_used_at: ctx.now })
      .where("temp_password_used_at", "is", null)
      .where("temp_password_expires_at", ">", ctx.now);
  }
  return Number((await query.executeTakeFirst()).numUpdatedRows) === 1;
}

/** A sign-in verified by an identity provider. */
export async function noteSignIn(ctx: Context, id: number): Promise<void> {
  await ctx.db.updateTable("users").set({ last_login_at: ctx.now }).where("id", "=", id).execute();
}

export async function findForPasswordChange(ctx: Context, id: number) {
  return ctx.db
    .selectFrom("users")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "users.company_id",
      "users.role",
      "users.email",
      "users.first_name",
      "users.last_name",
      "users.password_hash",
      "users.must_change_password",
      "companies.name as company_name",
    ])
    .where("users.id", "=", id)
    .executeTakeFirstOrThrow(notFound);
}

export async function replaceHash(ctx: Context, id: number, hash: string): Promise<void> {
  await ctx.db.updateTable("users").set({ password_hash: hash }).where("id", "=", id).execute();
}

export async function setPassword(ctx: Context, id: number, hash: string): Promise<void> {
  await ctx.db
    .updateTable("users")
    .set({
      password_hash: hash,
      must_change_password: false,
      temp_password_sealed: null,
      temp_password_expires_at: null,
      updated_at: ctx.now,
    })
    .where("id", "=", id)
    .execute();
}

/** The one row from which every list and record takes the name; nobody signs in with it again. */
export async function replaceName(
  ctx: Context,
  person: { id: number },
  pseudonym: [string, string],
): Promise<void> {
  const [firstName, lastName] = pseudonym;
  await ctx.db
    .updateTable("users")
    .set({
      email: `erased-${person.id}@footnote.invalid`,
      first_name: firstName,
      last_name: lastName,
      password_hash: "",
      temp_password_sealed: null,
      temp_password_expires_at: null,
      must_change_password: false,
      is_active: false,
      erased_at: ctx.now,
      released_at: ctx.now,
      updated_at: ctx.now,
    })
    .where("id", "=", person.id)
    .execute();
}

/** The user behind an API key, who can neither sign in nor receive mail (RFC 2606). */
export async function insertKeyUser(ctx: Context, companyId: CompanyId, name: string): Promise<number> {
  const user = await ctx.db
    .insertInto("users")
    .values({
      company_id: companyId,
      email: `key-${crypto.randomUUID()}@api-key.invalid`,
      first_name: name,
      role: "agent",
      is_key: true,
      is_active: false,
      password_hash: "",
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return user.id;
}

/** An examiner's account ends with the examination. */
export async function deactivateExaminer(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .updateTable("users")
    .set({ is_active: false, updated_at: ctx.now })
    .where("id", "=", id)
    .where("role", "=", "examiner")
    .execute();
}
