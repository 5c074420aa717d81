import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import type { Database } from "#server/platform/database/database.ts";

type Versions = { terms: string; privacy: string };

/** People who may be let in: active, of no company or an existing one, with what the gates ask of them. */
function selectAccounts({ db }: { db: Database }, versions: Versions) {
  return db
    .selectFrom("users")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "users.id as user_id",
      "users.company_id",
      "users.role",
      "users.created_at",
      "users.email",
      "users.first_name",
      "users.last_name",
      "users.must_change_password",
      "companies.require_second_factor",
    ])
    .select((eb) => [
      eb
        .selectFrom("terms_acceptances as t")
        .whereRef("t.user_id", "=", "users.id")
        .where((e) =>
          e.or([
            e.and([e("t.document", "=", "terms"), e("t.version", "=", versions.terms)]),
            e.and([e("t.document", "=", "privacy"), e("t.version", "=", versions.privacy)]),
          ]),
        )
        .select(sql<string>`count(*)`.as("count"))
        .as("accepted"),
      eb
        .exists(
          eb
            .selectFrom("second_factors as f")
            .select("f.user_id")
            .whereRef("f.user_id", "=", "users.id")
            .where("f.confirmed_at", "is not", null),
        )
        .as("has_second_factor"),
    ])
    .where("users.is_active", "=", true)
    .where("companies.deleted_at", "is", null);
}

type SelectedAccount = Awaited<ReturnType<ReturnType<typeof selectAccounts>["executeTakeFirstOrThrow"]>>;
export type AccountRow = Omit<SelectedAccount, "accepted"> & { accepted: number };

export async function findSession(
  on: { db: Database },
  secret: { kind: "token" | "cookie"; hash: Buffer },
  versions: Versions,
) {
  const row = await selectAccounts(on, versions)
    .innerJoin("sessions", "sessions.user_id", "users.id")
    .select([
      "sessions.id",
      "sessions.expires_at",
      "sessions.last_seen_at",
      "sessions.idle_seconds",
      "sessions.proved_at",
    ])
    .where(secret.kind === "token" ? "sessions.token_hash" : "sessions.cookie_hash", "=", secret.hash)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, accepted: Number(row.accepted) };
}

export async function findAccount(
  ctx: Context,
  userId: number,
  versions: Versions,
): Promise<AccountRow | null> {
  const row = await selectAccounts(ctx, versions).where("users.id", "=", userId).executeTakeFirst();
  return row === undefined ? null : { ...row, accepted: Number(row.accepted) };
}

/** At most once a minute: a read should not cause a write every time. */
export async function touchSession(ctx: Context, id: string): Promise<void> {
  await ctx.db.updateTable("sessions").set({ last_seen_at: ctx.now }).where("id", "=", id).execute();
}

export async function renewProof(ctx: Context, id: string): Promise<void> {
  await ctx.db.updateTable("sessions").set({ proved_at: ctx.now }).where("id", "=", id).execute();
}

/** When the person last gave the password in this session. */
export async function findProof(ctx: Context, id: string): Promise<Date | null> {
  const row = await ctx.db.selectFrom("sessions").select("proved_at").where("id", "=", id).executeTakeFirst();
  return row?.proved_at ?? null;
}

/** A sign-in counts as a proof. */
export async function insertSession(
  ctx: Context,
  session: {
    company_id: number | null;
    user_id: number;
    token_hash: Buffer;
    cookie_hash: Buffer;
    expires_at: Date;
    idle_seconds: number | null;
    browser: string;
  },
): Promise<string> {
  const row = await ctx.db
    .insertInto("sessions")
    .values({
      ...session,
      address: ctx.address,
      created_at: ctx.now,
      last_seen_at: ctx.now,
      proved_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export function listSessionsOf(ctx: Context, userId: number) {
  return ctx.db
    .selectFrom("sessions")
    .select(["id", "created_at", "last_seen_at", "expires_at", "address", "browser"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", ctx.now)
    .orderBy("last_seen_at", "desc")
    .limit(100)
    .execute();
}

/** Whether the person chose to be remembered; only then is there no idle timeout. */
export async function isRemembered(ctx: Context, id: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("sessions")
    .select("idle_seconds")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.idle_seconds === null;
}

/** Those of these sessions that are still open. */
export async function listLiveSessions(ctx: Context, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom("sessions")
    .select("id")
    .where("id", "in", ids)
    .where("expires_at", ">", ctx.now)
    .where(
      sql<boolean>`(idle_seconds is null or last_seen_at >= ${ctx.now}::timestamptz - make_interval(secs => idle_seconds))`,
    )
    .execute();
  return rows.map((row) => row.id);
}

export async function insertAcceptances(
  ctx: Context,
  user: { id: number; companyId: number | null },
  versions: { terms: string; privacy: string },
): Promise<void> {
  await ctx.db
    .insertInto("terms_acceptances")
    .values(
      (["terms", "privacy"] as const).map((document) => ({
        company_id: user.companyId,
        user_id: user.id,
        document,
        version: versions[document],
        accepted_at: ctx.now,
        address: ctx.address,
      })),
    )
    .onConflict((conflict) => conflict.columns(["user_id", "document", "version"]).doNothing())
    .execute();
}

export async function insertReset(
  ctx: Context,
  reset: { company_id: number | null; user_id: number; token_hash: Buffer; expires_at: Date },
): Promise<void> {
  // a newer link invalidates earlier ones; two made at the same moment wait for each other
  await ctx.db.selectFrom("users").select("id").where("id", "=", reset.user_id).forUpdate().execute();
  await endResets(ctx, reset.user_id);
  await ctx.db
    .insertInto("password_resets")
    .values({ ...reset, created_at: ctx.now })
    .execute();
}

/** Marks a reset token used and returns its owner; a second use finds nothing, even simultaneously. */
export async function takeReset(ctx: Context, tokenHash: Buffer): Promise<{ user_id: number } | null> {
  const row = await ctx.db
    .updateTable("password_resets")
    .set({ used_at: ctx.now })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", ctx.now)
    .returning("user_id")
    .executeTakeFirst();
  if (row === undefined) return null;
  await endResets(ctx, row.user_id);
  return row;
}

async function endResets(ctx: Context, userId: number): Promise<void> {
  await ctx.db
    .updateTable("password_resets")
    .set({ used_at: ctx.now })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
}

/** That the terms were accepted stays; from where does not. */
export async function forgetAddressOfAcceptance(ctx: Context, userId: number): Promise<void> {
  await ctx.db.updateTable("terms_acceptances").set({ address: "" }).where("user_id", "=", userId).execute();
}
