import { sql, type RawBuilder } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";

export type Part = {
  version?: number | undefined;
  pageIndex?: number | undefined;
  passage?: number | undefined;
};

/** A document the caller can access, deleted or not: its answers stay on record. */
export async function getLookedAt(ctx: Context, id: number) {
  let query = ctx.db
    .selectFrom("documents as d")
    .select(["d.id", "d.company_id", "d.theme_id", "d.name", "d.deleted_at"])
    .where("d.id", "=", id);
  if (ctx.company !== null) query = query.where("d.company_id", "=", ctx.company);
  return query.executeTakeFirstOrThrow(notFound);
}

export type LookedAt = Awaited<ReturnType<typeof getLookedAt>>;

export async function listVersionNumbers(ctx: Context, { company_id, id }: LookedAt): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom("document_versions")
    .select("version")
    .where("company_id", "=", company_id)
    .where("document_id", "=", id)
    .orderBy("version", "desc")
    .execute();
  return rows.map(({ version }) => version);
}

/** Citations of a part of a document (s), with their answers (i). */
function cited({ company_id, id }: LookedAt, { version, pageIndex, passage }: Part): RawBuilder<unknown> {
  return sql`interaction_sources s
    join interactions i on i.company_id = s.company_id and i.id = s.interaction_id
    where s.company_id = ${company_id} and s.document_id = ${id} and s.marker is not null
      and i.outcome = 'answered' and i.erased_at is null
      and (${version ?? null}::int is null or s.version = ${version ?? null}::int)
      and (${pageIndex ?? null}::int is null or s.page_index = ${pageIndex ?? null}::int)
      and (${passage ?? null}::int is null or s.passage_ordinal = ${passage ?? null}::int)`;
}

export async function countCited(
  ctx: Context,
  document: LookedAt,
  part: Part,
): Promise<{ answers: number; people: number }> {
  const { rows } = await sql<{ answers: number; people: number }>`
    select count(distinct i.id)::int as answers, count(distinct i.user_id)::int as people
    from ${cited(document, part)}`.execute(ctx.db);
  return rows[0] ?? { answers: 0, people: 0 };
}

type Page = { page: number; pageSize: number };
const onPage = ({ page, pageSize }: Page) => sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

export type PersonRow = {
  id: number;
  name: string;
  email: string;
  is_active: boolean;
  answers: number;
  last_at: Date;
};

export async function listPeople(
  ctx: Context,
  document: LookedAt,
  part: Part,
  page: Page,
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select r.id, p.name, p.email, r.answers, r.last_at,
      coalesce((select u.is_active from users u where u.id = r.id), false) as is_active
    from (select i.user_id as id, count(distinct i.id)::int as answers, max(i.created_at) as last_at
        from ${cited(document, part)} group by i.user_id order by 3 desc, 1 ${onPage(page)}) r
      cross join lateral person_name(r.id) p
    order by r.last_at desc, r.id`.execute(ctx.db);
  return rows;
}

export type AnswerRow = {
  id: number;
  at: Date;
  question: string;
  person: string;
  version: number;
  pages: number[];
  approved: { id: number; version: number; by: string; at: string } | null;
};

/** The approved answer that an answer (`company`, `id`) was, with who had approved it when. */
const approvedOf = (company: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`(select json_build_object('id', u.approved_answer_id, 'version', u.version,
      'by', (select p.name from person_name(u.approver_id) p), 'at', u.approved_at)
    from approved_uses u where u.company_id = ${company} and u.interaction_id = ${id} and u.is_answer)`;

export async function listAnswers(
  ctx: Context,
  document: LookedAt,
  part: Part,
  page: Page,
): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select i.id, i.created_at as at, i.question, max(s.version) as version,
      ${approvedOf(sql`i.company_id`, sql`i.id`)} as approved,
      (select p.name from person_name(i.user_id) p) as person,
      coalesce(array_agg(distinct s.page_number order by s.page_number) filter (where s.page_number is not null), '{}') as pages
    from ${cited(document, part)}
    group by i.company_id, i.id, i.created_at, i.question, i.user_id order by i.created_at desc, i.id desc ${onPage(page)}`.execute(
    ctx.db,
  );
  return rows;
}

export type CitationRow = {
  id: number;
  rank: number;
  at: Date;
  name: string;
  email: string;
  role: string;
  theme: string;
  question: string;
  version: number;
  page: number | null;
  section: string;
  quote: string;
  approved: AnswerRow["approved"];
};

/** For exports: citations in the order of answers, oldest first. */
export async function nextCitations(
  ctx: Context,
  document: LookedAt,
  part: Part,
  { after, limit }: { after: { id: number; rank: number }; limit: number },
): Promise<CitationRow[]> {
  const { rows } = await sql<CitationRow>`
    select c.*, p.name, p.email, t.name as theme,
      ${approvedOf(sql`${document.company_id}`, sql`c.id`)} as approved
    from (select i.id, s.rank, i.created_at as at, i.user_id, i.user_role as role, i.theme_id, i.question, s.version,
          s.page_number as page, s.section, s.quote
        from ${cited(document, part)} and (i.id, s.rank) > (${after.id}, ${after.rank})
        order by i.id, s.rank limit ${limit}) c
      join themes t on t.company_id = ${document.company_id} and t.id = c.theme_id
      cross join lateral person_name(c.user_id) p
    order by c.id, c.rank`.execute(ctx.db);
  return rows;
}
