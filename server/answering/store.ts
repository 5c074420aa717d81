import { sql } from "kysely";
import type { SelectedTags } from "#contract/values.ts";
import type { Rating } from "#contract/answers.ts";
import { personOf } from "#server/context.ts";
import { currentVersions } from "#server/documents/current-versions.ts";
import type { Context } from "#server/context.ts";
import { notFound } from "#server/errors.ts";
import type { Hit } from "#server/retrieval/theme-index.ts";
import type { Allowed } from "#server/policy.ts";
import type { ThemeRow } from "#server/themes/store.ts";
import type { Draft } from "./draft.ts";
import { isSamePassage, pageOf, turnOf } from "./evidence.ts";
import type { Evidence, FoundPassage } from "./evidence.ts";
import type { Turn } from "./prompt.ts";
import type { Written } from "./write.ts";

/** The question exists before the first word of its answer. */
export async function insertInteraction(
  ctx: Context,
  theme: Allowed<ThemeRow, "ask">,
  question: {
    text: string;
    sessionId: string;
    selectedTags: SelectedTags;
    mode: "model" | "extractive";
    model: string | null;
    promptVersion: string | null;
  },
): Promise<number> {
  const person = personOf(ctx);
  const row = await ctx.db
    .insertInto("interactions")
    .values({
      company_id: theme.company_id,
      theme_id: theme.id,
      user_id: person.id,
      user_role: person.role,
      session_id: question.sessionId,
      question: question.text,
      selected_tags: JSON.stringify(question.selectedTags),
      mode: question.mode,
      model: question.model,
      prompt_version: question.promptVersion,
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Earlier turns of this chat and this person, oldest first. */
export async function listTurns(
  ctx: Context,
  theme: ThemeRow,
  sessionId: string,
  limit: number,
): Promise<Turn[]> {
  const rows = await ctx.db
    .selectFrom("interactions")
    .select(["question", "answer"])
    .where("company_id", "=", theme.company_id)
    .where("theme_id", "=", theme.id)
    .where("user_id", "=", personOf(ctx).id)
    .where("session_id", "=", sessionId)
    .where("outcome", "in", ["answered", "abstained"])
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.toReversed();
}

const categories = {
  distributionPartners: "distribution_partner",
  products: "product",
  topics: "topic",
  states: "state",
} as const;

/** Versions of the theme's documents that carry at least one of the chosen tags; null when none was chosen. */
export async function versionsWithTags(
  ctx: Context,
  theme: ThemeRow,
  tags: SelectedTags,
): Promise<Set<number> | null> {
  const chosen = (Object.keys(categories) as (keyof SelectedTags)[]).flatMap((group) =>
    tags[group].map((tag) => ({ category: categories[group], tag })),
  );
  if (chosen.length === 0) return null;
  const rows = await currentVersions(ctx.db)
    .innerJoin("document_tags as g", (join) =>
      join.onRef("g.company_id", "=", "d.company_id").onRef("g.document_id", "=", "d.id"),
    )
    .select("v.id")
    .distinct()
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id)
    .where((eb) =>
      eb.or(
        chosen.map(({ category, tag }) => eb.and([eb("g.category", "=", category), eb("g.tag", "=", tag)])),
      ),
    )
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** The passages behind hits; only of this theme's living documents, whatever the index in memory held. */
export async function loadPassages(ctx: Context, theme: ThemeRow, hits: Hit[]): Promise<FoundPassage[]> {
  if (hits.length === 0) return [];
  const rows = await ctx.db
    .selectFrom("passages as p")
    .innerJoin("document_versions as v", (join) =>
      join.onRef("v.company_id", "=", "p.company_id").onRef("v.id", "=", "p.version_id"),
    )
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "v.company_id").onRef("d.id", "=", "v.document_id"),
    )
    .innerJoin("pages as g", (join) =>
      join
        .onRef("g.company_id", "=", "p.company_id")
        .onRef("g.version_id", "=", "p.version_id")
        .onRef("g.page_index", "=", "p.page_from"),
    )
    .leftJoin("pages as h", (join) =>
      join
        .onRef("h.company_id", "=", "p.company_id")
        .onRef("h.version_id", "=", "p.version_id")
        .onRef("h.page_index", "=", "p.page_to")
        .onRef("h.page_index", ">", "p.page_from"),
    )
    .select([
      "p.version_id",
      "p.ordinal",
      "p.text",
      "p.section",
      "p.page_from",
      "p.page_to",
      "p.start_offset",
      "g.number",
      "h.number as next_number",
      "v.version",
      "d.id as document_id",
      "d.name",
    ])
    .select((eb) =>
      // only of the few passages that go over a page
      eb.case().when("h.page_index", "is not", null).then(eb.ref("g.text")).end().as("first_page"),
    )
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id)
    .where("d.deleted_at", "is", null)
    .where(
      sql<boolean>`(p.version_id, p.ordinal) in (select * from unnest(${hits.map((hit) => hit.document)}::int[], ${hits.map((hit) => hit.passage)}::int[]))`,
    )
    .execute();
  return rows.map((row) => ({
    documentId: row.document_id,
    documentName: row.name,
    versionId: row.version_id,
    version: row.version,
    ordinal: row.ordinal,
    text: row.text,
    section: row.section,
    pageNumber: row.number,
    pageIndex: row.page_from,
    turn:
      row.first_page === null
        ? null
        : {
            at: turnOf(row.text, row.first_page, row.start_offset),
            pageNumber: row.next_number,
            pageIndex: row.page_to,
          },
  }));
}

export type Finish = Written & { totalMs: number };

/** Writes the finished answer with its sources and claims; false when it was finished before. */
export async function finishInteraction(
  ctx: Context,
  place: { companyId: number; id: number },
  finish: Finish,
): Promise<boolean> {
  const { draft } = finish;
  const claims = draft.claims;
  const updated = await ctx.db
    .updateTable("interactions")
    .set({
      answer: draft.text,
      outcome: draft.outcome,
      reason: draft.reason,
      mode: finish.mode,
      model: finish.model,
      fallback: finish.fallback,
      retrieval_ms: finish.retrievalMs,
      first_token_ms: finish.firstTokenMs,
      total_ms: finish.totalMs,
      input_tokens: finish.inputTokens,
      output_tokens: finish.outputTokens,
      claims_checked: claims.length,
      claims_supported: claims.filter((claim) => claim.verdict === "supported").length,
      claims_unsupported: claims.filter((claim) => claim.verdict === "unsupported").length,
      finished_at: ctx.now,
    })
    .where("company_id", "=", place.companyId)
    .where("id", "=", place.id)
    .where("outcome", "=", "pending")
    .executeTakeFirst();
  if (Number(updated.numUpdatedRows) !== 1) return false;
  const key = { company_id: place.companyId, interaction_id: place.id };
  const rows = sourceRows(draft, finish.evidence);
  if (rows.length > 0)
    await ctx.db
      .insertInto("interaction_sources")
      .values(rows.map((row, index) => ({ ...key, ...row, rank: index + 1 })))
      .execute();
  if (claims.length > 0) {
    await ctx.db
      .insertInto("claims")
      .values(
        claims.map((claim, ordinal) => ({
          ...key,
          ordinal,
          start_offset: claim.start,
          end_offset: claim.end,
          markers: claim.markers,
          verdict: claim.verdict,
        })),
      )
      .execute();
  }
  return true;
}

/** Cited sources by mark, then what was found and not cited: the record keeps everything the answer was made from. */
function sourceRows(draft: Draft, evidence: Evidence[]) {
  const cited = draft.sources.map(({ marker, evidence: item, quote }) => ({ marker, quote, item }));
  const others = evidence
    .filter((item) => !draft.sources.some((source) => isSamePassage(source.evidence, item)))
    .map((item) => ({ marker: null, quote: "", item }));
  return [...cited, ...others].map(({ marker, quote, item }) => ({
    marker,
    quote,
    score: item.score,
    document_id: item.documentId,
    document_name: item.documentName,
    version_id: item.versionId,
    version: item.version,
    passage_ordinal: item.ordinal,
    passage_text: item.text,
    section: item.section,
    page_number: pageOf(item, quote).pageNumber,
    page_index: pageOf(item, quote).pageIndex,
  }));
}

export async function failInteraction(
  ctx: Context,
  place: { companyId: number; id: number },
  reason: string,
): Promise<boolean> {
  const updated = await ctx.db
    .updateTable("interactions")
    .set({ outcome: "failed", reason, finished_at: ctx.now })
    .where("company_id", "=", place.companyId)
    .where("id", "=", place.id)
    .where("outcome", "=", "pending")
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) === 1;
}

/** Answers whose process ended while they were written. */
export async function failAbandoned(ctx: Context, olderThan: Date): Promise<number> {
  const updated = await ctx.db
    .updateTable("interactions")
    .set({ outcome: "failed", reason: "The answer was interrupted. Ask again.", finished_at: ctx.now })
    .where("outcome", "=", "pending")
    .where("created_at", "<", olderThan)
    .executeTakeFirst();
  return Number(updated.numUpdatedRows);
}

/** An interaction the caller may rate: one's own, or for admins any of the company. */
export async function getRatable(ctx: Context, id: number) {
  const person = personOf(ctx);
  let query = ctx.db
    .selectFrom("interactions as i")
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "i.company_id").onRef("t.id", "=", "i.theme_id"),
    )
    .select([
      "i.id",
      "i.company_id",
      "i.user_id",
      "i.rating",
      "i.question",
      "i.outcome",
      "t.name as theme_name",
    ])
    .where("i.id", "=", id);
  if (ctx.company !== null) query = query.where("i.company_id", "=", ctx.company);
  if (person.role === "agent") query = query.where("i.user_id", "=", person.id);
  return query.executeTakeFirstOrThrow(notFound);
}

export async function setRating(
  ctx: Context,
  interaction: { id: number; company_id: number },
  rating: { rating: Rating; feedback: string | null },
): Promise<void> {
  await ctx.db
    .insertInto("ratings")
    .values({
      ...rating,
      company_id: interaction.company_id,
      interaction_id: interaction.id,
      user_id: personOf(ctx).id,
      created_at: ctx.now,
    })
    .execute();
  await ctx.db
    .updateTable("interactions")
    .set({ rating: rating.rating })
    .where("company_id", "=", interaction.company_id)
    .where("id", "=", interaction.id)
    .execute();
}
