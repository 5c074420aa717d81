import { sql, type RawBuilder } from "kysely";
import type * as contract from "#contract/answering/interactions.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { startOfDay } from "#server/platform/database/days.ts";
import { pageOf, holdsText } from "#server/platform/database/list.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import { isAboutTopic } from "#server/answering/reports/shared-store.ts";
import { selectInteractions, withParts, type InteractionRow } from "./shared-store.ts";

export type InteractionListRow = Awaited<
  ReturnType<ReturnType<typeof selectInteractions>["executeTakeFirstOrThrow"]>
>;
export type InteractionFilters = Omit<Input<typeof contract.listInteractions>, "pageSize"> & {
  pageSize?: number;
  ids?: number[] | undefined;
};

/**
 * The filtered interactions, as ids: a million are counted and sorted from the index alone, and only the visible page
 * is read in full.
 */
function narrowed(ctx: Context, filters: InteractionFilters) {
  let query = ctx.db
    .selectFrom("interactions as i")
    .select(["i.id"])
    .where("i.outcome", "!=", "pending")
    .where("i.erased_at", "is", null);
  if (ctx.company !== null) query = query.where("i.company_id", "=", ctx.company);
  if (filters.search) query = query.where(holdsText(sql`i.question`, filters.search));
  if (filters.answer) query = query.where(holdsText(sql`i.answer`, filters.answer));
  if (filters.themeId !== undefined) query = query.where("i.theme_id", "=", filters.themeId);
  if (filters.ids !== undefined) query = query.where(sql<boolean>`i.id = any(${filters.ids}::int[])`);
  if (filters.userId !== undefined) query = query.where("i.user_id", "=", filters.userId);
  if (filters.workspaceId !== undefined) {
    const workspaceId = filters.workspaceId;
    query = query.where("i.theme_id", "in", (eb) =>
      eb.selectFrom("themes as w").select("w.id").where("w.workspace_id", "=", workspaceId),
    );
  }
  if (filters.from !== undefined)
    query = query.where(sql<boolean>`i.created_at >= ${startOfDay(filters.from, filters.timeZone)}`);
  if (filters.to !== undefined)
    query = query.where(sql<boolean>`i.created_at < ${startOfDay(filters.to, filters.timeZone, 1)}`);
  if (filters.rating === "none") query = query.where("i.rating", "is", null);
  else if (filters.rating === "any") query = query.where("i.rating", "is not", null);
  else if (filters.rating !== undefined) query = query.where("i.rating", "=", filters.rating);
  if (filters.outcome !== undefined) query = query.where("i.outcome", "=", filters.outcome);
  if (filters.mode !== undefined) query = query.where("i.mode", "=", filters.mode);
  if (filters.model === "-") query = query.where("i.model", "is", null);
  else if (filters.model !== undefined) query = query.where("i.model", "=", filters.model);
  if (filters.tag !== undefined) {
    const { tag, tagGroup = null } = filters;
    query = query.where(
      sql<boolean>`(exists (select 1 from jsonb_each(i.selected_tags) g, jsonb_array_elements_text(g.value) v
        where v = ${tag} and g.key = coalesce(${tagGroup}::text, g.key))
        or ${tagGroup}::text is null and exists (select 1 from interaction_tags g
          where g.company_id = i.company_id and g.interaction_id = i.id and g.tag = ${tag}))`,
    );
  }
  if (filters.topic !== undefined) query = query.where(isAboutTopic(filters.topic));
  if (filters.isReduced !== undefined)
    query = query.where("i.claims_unsupported", filters.isReduced ? ">" : "=", 0);
  if (filters.approvedId !== undefined) {
    const { approvedId } = filters;
    query = query.where(
      sql<boolean>`exists (select 1 from approved_uses a where a.company_id = i.company_id
        and a.interaction_id = i.id and a.approved_answer_id = ${approvedId} and a.is_answer)`,
    );
  }
  if (filters.citedDocumentId !== undefined) {
    const { citedDocumentId } = filters;
    query = query.where(
      sql<boolean>`exists (select 1 from interaction_sources s where s.company_id = i.company_id
        and s.interaction_id = i.id and s.document_id = ${citedDocumentId} and s.marker is not null)`,
    );
  }
  if (filters.documentId !== undefined) {
    const { documentId, documentVersion } = filters;
    query = query.where((eb) => {
      const used = eb
        .selectFrom("interaction_sources as u")
        .select("u.rank")
        .whereRef("u.company_id", "=", "i.company_id")
        .whereRef("u.interaction_id", "=", "i.id")
        .where("u.document_id", "=", documentId);
      return eb.exists(documentVersion === undefined ? used : used.where("u.version", "=", documentVersion));
    });
  }
  if (filters.reviewed !== undefined) {
    const reviewed = filters.reviewed;
    query = query.where((eb) => {
      const exists = eb.exists(
        eb
          .selectFrom("reviews as f")
          .select("f.id")
          .whereRef("f.company_id", "=", "i.company_id")
          .whereRef("f.interaction_id", "=", "i.id"),
      );
      return reviewed ? exists : eb.not(exists);
    });
  }
  if (filters.verdict !== undefined) {
    const { verdict } = filters;
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom("review_cases as rc")
          .select("rc.verdict")
          .whereRef("rc.company_id", "=", "i.company_id")
          .whereRef("rc.interaction_id", "=", "i.id")
          .where("rc.status", "=", "done")
          .where("rc.verdict", "=", verdict),
      ),
    );
  }
  return query;
}

export async function listInteractions(
  ctx: Context,
  filters: InteractionFilters,
): Promise<{ rows: InteractionListRow[]; total: number }> {
  const byName = filters.sort?.replace(/^-/, "");
  let query = narrowed(ctx, filters);
  // the names are joined only if the sort order needs them
  if (byName === "theme") {
    const named = ctx.db.selectFrom("themes").select(["id", nameOrder(sql`name`)]);
    query = query.innerJoin(named.as("t"), "t.id", "i.theme_id");
  }
  if (byName === "agent") {
    const named = ctx.db.selectFrom("users").select(["id", nameOrder(sql`email`)]);
    query = query.leftJoin(named.as("u"), "u.id", "i.user_id");
  }
  const { rows, total } = await pageOf(
    query,
    filters,
    {
      createdAt: sql`i.created_at`,
      theme: sql`t.place`,
      agent: sql`u.place`,
      rating: sql`i.rating`,
      outcome: sql`i.outcome`,
    },
    sql`i.created_at desc, i.id desc`,
  );
  return { rows: await inOrder(ctx, rows), total };
}

/** Each name is ranked once, so a million interactions sort by numbers. */
function nameOrder(name: RawBuilder<unknown>) {
  return sql<number>`dense_rank() over (order by ${inNameOrder(name)})`.as("place");
}

/** The rows with these ids, in the same order. */
async function inOrder(ctx: Context, ids: { id: number }[]): Promise<InteractionListRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectInteractions(ctx)
    .where(
      "i.id",
      "in",
      ids.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap(({ id }) => byId.get(id) ?? []);
}

/**
 * A position in the order of an export; the time as PostgreSQL writes it, since a JavaScript date drops microseconds.
 */
export type ExportCursor = { at: string; id: number };

/** Batches for an export, newest first, with only one batch in memory. */
export async function nextInteractions(
  ctx: Context,
  filters: InteractionFilters,
  after: ExportCursor | null,
  size: number,
): Promise<{ rows: InteractionListRow[]; last: ExportCursor | null }> {
  let query = narrowed(ctx, filters).select(sql<string>`i.created_at::text`.as("at"));
  if (after !== null)
    query = query.where(
      sql<boolean>`(i.created_at, i.id) < (${after.at}::timestamptz, ${after.id}::integer)`,
    );
  const ids = await query.orderBy("i.created_at", "desc").orderBy("i.id", "desc").limit(size).execute();
  return { rows: await inOrder(ctx, ids), last: ids.at(-1) ?? null };
}

/** Names of the models that wrote answers: from settled days, and from days not yet settled. */
export async function listModels(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`
    select model from (select distinct key as model from report_days d
      where d.dimension = 'writer' and key not in ('model', 'extractive', 'approved') and ${inCompany(ctx, "d")}
    union
    select distinct i.model from interactions i
      where i.model is not null and i.outcome <> 'pending' and ${inCompany(ctx, "i")}
        and i.created_at > coalesce((select max(day) from report_settled), '-infinity')::timestamp at time zone 'UTC'
    ) known order by ${inNameOrder(sql`model`)} limit 200`.execute(ctx.db);
  return rows.map(({ model }) => model);
}

/** Tags that reviewers gave. */
export async function listReviewTags(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from (select distinct g.tag from interaction_tags g where ${inCompany(ctx, "g")}) known
    order by ${inNameOrder(sql`tag`)} limit 200`.execute(ctx.db);
  return rows.map(({ tag }) => tag);
}

function inCompany(ctx: Context, alias: string) {
  return ctx.company === null ? sql`true` : sql`${sql.ref(`${alias}.company_id`)} = ${ctx.company}`;
}

export function listOwn(
  ctx: Context,
  filters: { search?: string; sessionId?: string; themeId?: number; before?: number; limit: number },
): Promise<InteractionRow[]> {
  let query = withParts(ctx).where("i.user_id", "=", personOf(ctx).id);
  if (filters.search) {
    const typed = filters.search;
    query = query.where((eb) => eb.or([holdsText(sql`i.question`, typed), holdsText(sql`i.answer`, typed)]));
  }
  if (filters.sessionId !== undefined) query = query.where("i.session_id", "=", filters.sessionId);
  if (filters.themeId !== undefined) query = query.where("i.theme_id", "=", filters.themeId);
  if (filters.before !== undefined) query = query.where("i.id", "<", filters.before);
  return query.orderBy("i.id", "desc").limit(filters.limit).execute();
}
