import { sql, type RawBuilder } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { CompanyId, Context } from "#server/kernel/context.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import { notFilterable, type Comparison } from "./filter.ts";

/** The directory's identifier of a person, unless it was removed. */
const told = sql<string | null>`case when not p.hides_external_id then p.external_id end`;
const userName = sql<string>`coalesce(p.user_name, u.email)`;

/**
 * The people a directory can see: those of the company it could have sent. Examiners come from outside, and people
 * deleted over SCIM are gone for it.
 */
function selectPeople(ctx: Context, company: CompanyId) {
  return ctx.db
    .selectFrom("users as u")
    .leftJoin("provisioned_people as p", (join) =>
      join.onRef("p.company_id", "=", "u.company_id").onRef("p.user_id", "=", "u.id"),
    )
    .select(["u.id", "u.email", "u.first_name", "u.last_name", "u.is_active", "u.created_at", "u.updated_at"])
    .select([told.as("external_id"), "p.external_id as tied_to", userName.as("user_name")])
    .select(sql<boolean>`p.user_id is not null`.as("is_provisioned"))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("directory_group_members as m")
          .innerJoin("directory_groups as g", (join) =>
            join.onRef("g.company_id", "=", "m.company_id").onRef("g.id", "=", "m.group_id"),
          )
          .select(["g.id", "g.display_name as name"])
          .whereRef("m.company_id", "=", "u.company_id")
          .whereRef("m.user_id", "=", "u.id")
          .orderBy("g.id"),
      ).as("groups"),
    )
    .where("u.company_id", "=", company)
    .where("u.role", "in", ["agent", "workspace_admin"])
    .where("u.is_key", "=", false)
    .where("u.erased_at", "is", null)
    .where("p.removed_at", "is", null);
}

export type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>["executeTakeFirstOrThrow"]>>;

export function getPerson(ctx: Context, company: CompanyId, id: number): Promise<PersonRow> {
  return selectPeople(ctx, company).where("u.id", "=", id).executeTakeFirstOrThrow(notFound);
}

/** An identifier beyond PostgreSQL's integers belongs to nobody. */
const integer = (value: string) => (/^\d{1,9}$/.test(value) ? Number(value) : 0);

function condition({ attribute, value }: Comparison): RawBuilder<boolean> {
  switch (attribute) {
    case "id":
      return sql`u.id = ${integer(value)}`;
    case "username":
      return sql`lower(${userName}) = lower(${value})`;
    case "externalid":
      return sql`${told} = ${value}`;
    case "emails":
    case "emails.value":
      return sql`u.email = lower(${value})`;
    case "active":
      return sql`u.is_active = ${value.toLowerCase() === "true"}`;
    default:
      throw notFilterable(attribute);
  }
}

export async function listPeople(
  ctx: Context,
  company: CompanyId,
  filter: Comparison[],
  page: { offset: number; limit: number },
): Promise<{ rows: PersonRow[]; total: number }> {
  const query = filter.reduce((q, one) => q.where(condition(one)), selectPeople(ctx, company));
  const { total } = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as("total"))
    .executeTakeFirstOrThrow();
  if (page.limit === 0) return { rows: [], total };
  const rows = await query.orderBy("u.id").limit(page.limit).offset(page.offset).execute();
  return { rows, total };
}

/** Those of these people the directory can see. */
export async function listKnown(ctx: Context, company: CompanyId, ids: number[]): Promise<Set<number>> {
  const rows = await selectPeople(ctx, company)
    .clearSelect()
    .select("u.id")
    .where(sql<boolean>`u.id = any(${ids}::int[])`)
    .execute();
  return new Set((rows as { id: number }[]).map(({ id }) => id));
}

/** The account with this identifier that was deleted over SCIM, or null. */
export async function findRemoved(
  ctx: Context,
  company: CompanyId,
  externalId: string,
): Promise<number | null> {
  const row = await ctx.db
    .selectFrom("provisioned_people as p")
    .innerJoin("users as u", (join) =>
      join.onRef("u.company_id", "=", "p.company_id").onRef("u.id", "=", "p.user_id"),
    )
    .select("u.id")
    .where("p.company_id", "=", company)
    .where("p.external_id", "=", externalId)
    .where("p.removed_at", "is not", null)
    .where("u.role", "in", ["agent", "workspace_admin"])
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Another person of the company with the same directory identifier. */
export async function isNameTaken(
  ctx: Context,
  company: CompanyId,
  name: string,
  exceptId: number,
): Promise<boolean> {
  const row = await selectPeople(ctx, company)
    .where(sql<boolean>`lower(${userName}) = lower(${name})`)
    .where("u.id", "!=", exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

/** `external_id`: whose account it is; `hides_external_id`: the directory removed it. */
export async function putIdentifiers(
  ctx: Context,
  company: CompanyId,
  userId: number,
  values: {
    user_name: string;
    external_id: string | null;
    hides_external_id: boolean;
    removed_at: Date | null;
  },
): Promise<void> {
  try {
    await ctx.db
      .insertInto("provisioned_people")
      .values({ company_id: company, user_id: userId, ...values })
      .onConflict((conflict) => conflict.columns(["company_id", "user_id"]).doUpdateSet(values))
      .execute();
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (constraint === "provisioned_people_subject")
      throw new AppError(
        "conflict",
        "Another account of your company has this externalId. Nothing was changed.",
      );
    if (constraint === "provisioned_people_name") throw nameTaken();
    throw error;
  }
}

export function nameTaken(): AppError {
  return new AppError(
    "conflict",
    "Another account of your company has this userName. Nothing was changed. Change that account instead, or give this person another name.",
  );
}
