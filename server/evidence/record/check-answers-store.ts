import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";

/** A manifest, with the product's rows of the same answer as JSON. */
export type StoredAnswer = {
  id: number;
  content: string | null;
  salt: Buffer | null;
  commitment: Buffer | null;
  asker: string | null;
  askerSalt: Buffer | null;
  /** The end user named by a calling program, as the product shows it. */
  endUser: string | null;
  shown: {
    question: string;
    askedAt: string;
    answer: string;
    outcome: string;
    asker: number;
    theme: number;
    claims: {
      start: number;
      end: number;
      markers: number[];
      verdict: string;
      condition?: string;
      isApplied?: boolean;
    }[];
    sources: {
      rank: number;
      marker: number | null;
      document: number;
      name: string;
      version: number;
      file: string;
      passage: string;
      page: number | null;
      quote: string;
    }[];
  } | null;
};

export async function answersOf(ctx: Context, companyId: number, ids: number[]): Promise<StoredAnswer[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StoredAnswer>`
    select w.id, m.content, m.salt, m.commitment, m.asker, m.asker_salt as "askerSalt", i.end_user as "endUser",
      case when i.id is not null then jsonb_build_object(
        'question', i.question,
        'askedAt', to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'answer', i.answer, 'outcome', i.outcome, 'asker', i.user_id, 'theme', i.theme_id,
        'claims', coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('start', c.start_offset, 'end', c.end_offset,
              'markers', c.markers, 'verdict', c.verdict, 'condition', c.condition, 'isApplied', c.is_applied)) order by c.ordinal)
            from claims c where c.company_id = i.company_id and c.interaction_id = i.id), '[]'),
        'sources', coalesce((select jsonb_agg(jsonb_build_object('rank', s.rank, 'marker', s.marker,
              'document', s.document_id, 'name', s.document_name, 'version', s.version, 'file', v.sha256,
              'passage', encode(sha256(convert_to(s.passage_text, 'UTF8')), 'hex'), 'page', s.page_number,
              'quote', s.quote) order by s.rank)
            from interaction_sources s
            left join document_versions v on v.company_id = s.company_id and v.id = s.version_id
            where s.company_id = i.company_id and s.interaction_id = i.id), '[]')) end as shown
    from unnest(${ids}::int[]) w(id)
    left join record_manifests m on m.company_id = ${companyId} and m.interaction_id = w.id
    left join interactions i on i.company_id = ${companyId} and i.id = w.id`.execute(ctx.db);
  return rows;
}
