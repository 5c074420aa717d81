import { sql } from "kysely";
import type { createLead, leadStatuses, suspicions } from "#contract/operation/leads.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import { pageOf, holdsText, type ListRequest } from "#server/platform/database/list.ts";
import { inNameOrder } from "#server/platform/database/names.ts";

export type LeadStatus = (typeof leadStatuses)[number];

function selectLeads(ctx: Context) {
  return ctx.db.selectFrom("leads").selectAll();
}
export type LeadRow = Awaited<ReturnType<ReturnType<typeof selectLeads>["executeTakeFirstOrThrow"]>>;

type LeadFilters = { status?: LeadStatus; search?: string };

function filtered(ctx: Context, filters: LeadFilters) {
  let query = selectLeads(ctx);
  if (filters.status !== undefined) query = query.where("status", "=", filters.status);
  if (filters.search) {
    const text = sql`first_name || ' ' || last_name || ' ' || email || ' ' || company`;
    query = query.where(holdsText(text, filters.search));
  }
  return query;
}

/** Batches for an export, newest first. */
export function nextLeads(
  ctx: Context,
  filters: LeadFilters,
  before: number | null,
  size: number,
): Promise<LeadRow[]> {
  let query = filtered(ctx, filters);
  if (before !== null) query = query.where("id", "<", before);
  return query.orderBy("id", "desc").limit(size).execute();
}

export function listLeads(
  ctx: Context,
  filters: ListRequest & LeadFilters,
): Promise<{ rows: LeadRow[]; total: number }> {
  return pageOf(
    filtered(ctx, filters),
    filters,
    {
      name: inNameOrder(sql`last_name || ' ' || first_name`),
      company: inNameOrder(sql`company`),
      status: sql`status`,
      createdAt: sql`created_at`,
    },
    sql`created_at desc, id desc`,
  );
}

export function getLead(ctx: Context, id: number): Promise<LeadRow> {
  return selectLeads(ctx).where("id", "=", id).executeTakeFirstOrThrow(notFound);
}

/** @returns null if the request is stored already */
export async function insertLead(
  ctx: Context,
  lead: Input<typeof createLead>,
  suspicion: (typeof suspicions)[number] | null,
): Promise<number | null> {
  const row = await ctx.db
    .insertInto("leads")
    .values({
      first_name: lead.firstName,
      last_name: lead.lastName,
      email: lead.email,
      phone: lead.phone,
      company: lead.company,
      job_title: lead.jobTitle,
      industry: lead.industry ?? null,
      company_size: lead.companySize ?? null,
      use_case: lead.useCase,
      timeframe: lead.timeframe ?? null,
      budget: lead.budget ?? null,
      source: lead.source,
      suspicion,
      sent_by: lead.stamp === "" ? "api" : "form",
      request_key: lead.requestKey || null,
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.column("request_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function setLead(
  ctx: Context,
  lead: LeadRow,
  values: { status?: LeadStatus; notes?: string },
): Promise<void> {
  await ctx.db.updateTable("leads").set(values).where("id", "=", lead.id).execute();
}

export async function removeLead(ctx: Context, lead: Pick<LeadRow, "id">): Promise<void> {
  await ctx.db.deleteFrom("leads").where("id", "=", lead.id).execute();
}

/** `months`: null: forever. */
export function retentionOfLeads(ctx: Context): Promise<{ months: number | null; version: number }> {
  return ctx.db.selectFrom("lead_retention").select(["months", "version"]).executeTakeFirstOrThrow();
}

export async function setRetentionOfLeads(ctx: Context, months: number | null): Promise<void> {
  await ctx.db.updateTable("lead_retention").set({ months }).execute();
}

const isDue = (months: number, now: Date) =>
  sql<boolean>`created_at < ${now}::timestamptz - make_interval(months => ${months})`;

export async function countDue(ctx: Context, months: number | null): Promise<number> {
  if (months === null) return 0;
  const { due } = await ctx.db
    .selectFrom("leads")
    .select((eb) => eb.fn.countAll<number>().as("due"))
    .where(isDue(months, ctx.now))
    .executeTakeFirstOrThrow();
  return due;
}

/** The next due ones, oldest first. */
export function nextDue(ctx: Context, months: number, limit: number): Promise<{ id: number }[]> {
  return ctx.db
    .selectFrom("leads")
    .select("id")
    .where(isDue(months, ctx.now))
    .orderBy("id")
    .limit(limit)
    .execute();
}
