import type { getOpening as contract } from "#contract/knowledge/documents.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { listDefinitions, listHeadings, listSubjects, newestDocuments } from "./opening-store.ts";
import { questionsFrom } from "./opening-questions.ts";

/** Questions come from this many of the newest documents, and from the first passages of each: more only takes time. */
const documentsRead = 8;
const passagesRead = 300;
const named = 5;

/** A preview of a theme's documents before the first question. */
export async function getOpening(
  ctx: Context,
  { id }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  return openingOf(ctx, await getTheme(ctx, id));
}

/** The same for a loaded theme. */
export async function openingOf(ctx: Context, theme: ThemeRow): Promise<Result<typeof contract>> {
  const { rows, total } = await newestDocuments(ctx, theme, documentsRead);
  // the question around the name is in English
  const english = rows.filter(({ language }) => language === "en");
  return {
    questions: english.length === 0 ? [] : await makeQuestions(ctx, theme.company_id, english),
    documents: total,
    updatedOn: rows[0]?.uploaded_at.toISOString().slice(0, 10) ?? null,
    names: rows.slice(0, named).map((row) => ({ id: row.id, name: row.name, version: row.version })),
  };
}

async function makeQuestions(
  ctx: Context,
  companyId: number,
  documents: { id: number; version_id: number; name: string }[],
): Promise<string[]> {
  const versions = documents.map((row) => row.version_id);
  const ids = documents.map((row) => row.id);
  return questionsFrom({
    headings: await listHeadings(ctx, companyId, versions, passagesRead),
    definitions: await listDefinitions(ctx, companyId, versions, passagesRead),
    names: documents.map(({ name }) => name),
    subjects: await listSubjects(ctx, companyId, ids),
  });
}
