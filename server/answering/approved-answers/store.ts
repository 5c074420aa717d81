import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { ApprovedState } from "#contract/answering/approved-answers.ts";
import type { SelectedTags } from "#contract/kernel/values.ts";
import type { CheckedClaim } from "#engine/draft.ts";
import type { FoundPassage } from "#engine/evidence.ts";
import type { PassageRef } from "#engine/index/vectors.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { answeringVersions, isAmong } from "#server/knowledge/documents/shared-store.ts";

type Key = { company_id: number; id: number };

/** Changes of a theme's contents and of its approved answers follow one another; held until the transaction ends. */
export async function holdTheme(ctx: Context, theme: Key): Promise<void> {
  await ctx.db
    .selectFrom("themes")
    .select("id")
    .where("company_id", "=", theme.company_id)
    .where("id", "=", theme.id)
    .forNoKeyUpdate()
    .execute();
}

/** The first passage of the document's answering version that holds these words; null if none does. */
export async function findWords(
  ctx: Context,
  theme: Key,
  { documentId, quote }: { documentId: number; quote: string },
): Promise<{ document: number; passage: number } | null> {
  const row = await answeringVersions(ctx.db)
    .innerJoin("passages as p", (join) =>
      join.onRef("p.company_id", "=", "v.company_id").onRef("p.version_id", "=", "v.id"),
    )
    .select(["v.id as document", "p.ordinal as passage"])
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id)
    .where("d.id", "=", documentId)
    .where(
      sql<boolean>`strpos(regexp_replace(p.text, '\\s+', ' ', 'g'), trim(regexp_replace(${quote}, '\\s+', ' ', 'g'))) > 0`,
    )
    .orderBy("p.ordinal")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** If a passage shares less than this of the quoted words, by trigrams, it is another rule (as in look-back). */
const leastSimilarity = 0.3;

/** The passage of the document's answering version that is most like these words. */
export async function nearestToWords(
  ctx: Context,
  theme: Key,
  { documentId, quote }: { documentId: number; quote: string },
): Promise<{ document: number; passage: number } | null> {
  const likeness = sql<number>`word_similarity(${quote}, p.text)`;
  const row = await answeringVersions(ctx.db)
    .innerJoin("passages as p", (join) =>
      join.onRef("p.company_id", "=", "v.company_id").onRef("p.version_id", "=", "v.id"),
    )
    .select(["v.id as document", "p.ordinal as passage"])
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id)
    .where("d.id", "=", documentId)
    .where(sql<boolean>`${likeness} >= ${leastSimilarity}`)
    .orderBy(likeness, "desc")
    .orderBy("p.ordinal")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function isDocumentOf(ctx: Context, theme: Key, documentId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("documents")
    .select("id")
    .where("company_id", "=", theme.company_id)
    .where("theme_id", "=", theme.id)
    .where("id", "=", documentId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** A citation with the passage that holds its words. */
export type Bound = {
  marker: number;
  quote: string;
  passage: FoundPassage;
  pageNumber: number | null;
  pageIndex: number;
};

export type ApprovedValues = {
  question: string;
  other_questions: string[];
  answer: string;
  claims: CheckedClaim[];
  citations_sha256: string;
  tags: SelectedTags;
  owner_id: number;
  review_on: string | null;
};

type Approval = {
  state: ApprovedState;
  reason: string;
  approver_id: number | null;
  approved_at: Date | null;
};

export async function insertApproved(
  ctx: Context,
  theme: Key,
  { tags, claims, ...values }: ApprovedValues,
  approval: Approval,
  interactionId: number | null,
): Promise<number> {
  const row = await ctx.db
    .insertInto("approved_answers")
    .values({
      ...values,
      ...approval,
      company_id: theme.company_id,
      theme_id: theme.id,
      claims: JSON.stringify(claims),
      selected_tags: JSON.stringify(tags),
      author_id: personOf(ctx).id,
      interaction_id: interactionId,
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** `author`: the caller wrote the present words. */
export async function setApproved(
  ctx: Context,
  answer: Allowed<Key, "edit">,
  { tags, claims, ...values }: ApprovedValues,
  { isAuthor, ...approval }: Partial<Approval> & { isAuthor: boolean },
): Promise<void> {
  await ctx.db
    .updateTable("approved_answers")
    .set({
      ...values,
      ...approval,
      claims: JSON.stringify(claims),
      selected_tags: JSON.stringify(tags),
      ...(isAuthor ? { author_id: personOf(ctx).id } : {}),
    })
    .where("company_id", "=", answer.company_id)
    .where("id", "=", answer.id)
    .execute();
}

export async function setState(ctx: Context, answer: Key, approval: Partial<Approval>): Promise<void> {
  await ctx.db
    .updateTable("approved_answers")
    .set(approval)
    .where("company_id", "=", answer.company_id)
    .where("id", "=", answer.id)
    .execute();
}

export async function replaceCitations(ctx: Context, answer: Key, bound: readonly Bound[]): Promise<void> {
  await ctx.db
    .deleteFrom("approved_citations")
    .where("company_id", "=", answer.company_id)
    .where("approved_answer_id", "=", answer.id)
    .execute();
  await ctx.db
    .insertInto("approved_citations")
    .values(
      bound.map(({ marker, quote, passage, pageNumber, pageIndex }) => ({
        company_id: answer.company_id,
        approved_answer_id: answer.id,
        marker,
        quote,
        quote_sha256: createHash("sha256").update(quote).digest("hex"),
        document_id: passage.documentId,
        document_name: passage.documentName,
        version_id: passage.versionId,
        version: passage.version,
        passage_ordinal: passage.ordinal,
        passage_text: passage.text,
        section: passage.section,
        page_number: pageNumber,
        page_index: pageIndex,
      })),
    )
    .execute();
}

/** The current version of its document doesn't contain the words of the citation (k). */
const hasFallen = (ctx: Context) =>
  sql<boolean>`not exists ${answeringVersions(ctx.db)
    .select("v.id")
    .where("d.company_id", "=", sql<number>`k.company_id`)
    .where("d.id", "=", sql<number>`k.document_id`)
    .where("v.id", "=", sql<number>`k.version_id`)
    .where("t.deleted_at", "is", null)
    // moved to another theme, it answers there
    .where(sql<boolean>`exists (select 1 from approved_answers b where b.company_id = k.company_id
      and b.id = k.approved_answer_id and b.theme_id = d.theme_id)`)
    .where(sql<boolean>`stands_in(k.company_id, k.version_id, k.quote)`)}`;

/** The citations (k) of a theme's active answers (a). */
const citationsOfActive = (ctx: Context, theme: Key) =>
  ctx.db
    .selectFrom("approved_answers as a")
    .innerJoin("approved_citations as k", (join) =>
      join.onRef("k.company_id", "=", "a.company_id").onRef("k.approved_answer_id", "=", "a.id"),
    )
    .where("a.company_id", "=", theme.company_id)
    .where("a.theme_id", "=", theme.id)
    .where("a.state", "=", "active");

/** Active answers of a theme with a citation that no longer stands, and those citations. */
export function listFallen(ctx: Context, theme: Key) {
  return citationsOfActive(ctx, theme)
    .select([
      "a.id",
      "a.company_id",
      "a.question",
      "a.owner_id",
      "k.marker",
      "k.document_id",
      "k.document_name",
      "k.version",
    ])
    .where(hasFallen(ctx))
    .orderBy("a.id")
    .orderBy("k.marker")
    .execute();
}

/** The active answers of a theme with their questions. */
export function listActive(ctx: Context, theme: Key) {
  return ctx.db
    .selectFrom("approved_answers")
    .select(["id", "question", "other_questions", "selected_tags"])
    .where("company_id", "=", theme.company_id)
    .where("theme_id", "=", theme.id)
    .where("state", "=", "active")
    .orderBy("id")
    .execute();
}

/** Citations of these passages by active answers. */
export function listCiting(ctx: Context, theme: Key, passages: readonly PassageRef[]) {
  return citationsOfActive(ctx, theme)
    .select(["a.id", "a.selected_tags", "k.version_id", "k.passage_ordinal"])
    .where(isAmong(passages, "k", "passage_ordinal"))
    .orderBy("a.id")
    .execute();
}

/** Held until the transaction ends, in which it answers: null if it is no longer active or its documents no longer contain its words. */
export async function holdStanding(ctx: Context, place: Key & { version: number }): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("approved_answers as a")
    .select("a.id")
    .where("a.company_id", "=", place.company_id)
    .where("a.id", "=", place.id)
    .where("a.version", "=", place.version)
    .where("a.state", "=", "active")
    .forShare()
    .executeTakeFirst();
  if (row === undefined) return false;
  const fallen = await ctx.db
    .selectFrom("approved_citations as k")
    .select("k.marker")
    .where("k.company_id", "=", place.company_id)
    .where("k.approved_answer_id", "=", place.id)
    .where(hasFallen(ctx))
    .limit(1)
    .executeTakeFirst();
  return fallen === undefined;
}

export async function insertUses(
  ctx: Context,
  interaction: { companyId: number; id: number },
  uses: { id: number; isAnswer: boolean; version: number; approverId: number; approvedAt: Date }[],
): Promise<void> {
  if (uses.length === 0) return;
  const rows = JSON.stringify(uses);
  // nothing is added to an answer that was stopped in the meantime
  await sql`insert into approved_uses
      (company_id, interaction_id, approved_answer_id, is_answer, version, approver_id, approved_at)
    select i.company_id, i.id, u.id, u."isAnswer", u.version, u."approverId", u."approvedAt"
    from json_to_recordset(${rows}::json)
        as u(id integer, "isAnswer" boolean, version integer, "approverId" integer, "approvedAt" timestamptz)
      join interactions i on i.company_id = ${interaction.companyId} and i.id = ${interaction.id} and i.outcome = 'pending'`.execute(
    ctx.db,
  );
}

/** Most themes have none: then nothing more is read. */
export async function hasActive(ctx: Context, theme: Key): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("approved_answers")
    .select("id")
    .where("company_id", "=", theme.company_id)
    .where("theme_id", "=", theme.id)
    .where("state", "=", "active")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
