import type { Context } from "#server/kernel/context.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { listTexts, newestDocuments } from "./opening-store.ts";
import { questionsOfSentences } from "./questions-of-sentences.ts";
import type { SentenceQuestion } from "./questions-of-sentences.ts";

/** As for an opening: more documents and passages only take time. */
const documentsRead = 8;
const passagesRead = 300;

export type DocumentQuestion = SentenceQuestion & { document_id: number; version_id: number; name: string };

/**
 * Questions that the theme's newest documents answer in one sentence, in turn from each of them, so that a long one
 * doesn't ask all of them. In English, since the words around the sentence are.
 */
export async function questionsOfDocuments(
  ctx: Context,
  theme: ThemeRow,
  most: number,
): Promise<DocumentQuestion[]> {
  const { rows } = await newestDocuments(ctx, theme, documentsRead);
  const english = rows.filter(({ language }) => language === "en");
  if (english.length === 0) return [];
  const texts = Map.groupBy(
    await listTexts(
      ctx,
      theme.company_id,
      english.map(({ version_id: id }) => id),
      passagesRead,
    ),
    ({ version_id: id }) => id,
  );
  const queues = english.map((document) => {
    const text = (texts.get(document.version_id) ?? []).map((passage) => passage.text).join("\n\n");
    return questionsOfSentences(text).map((question) => ({
      ...question,
      document_id: document.id,
      version_id: document.version_id,
      name: document.name,
    }));
  });
  const chosen: DocumentQuestion[] = [];
  for (let round = 0; queues.some((queue) => queue.length > round); round += 1)
    for (const queue of queues) {
      const next = queue[round];
      if (next === undefined || chosen.some(({ question }) => question === next.question)) continue;
      chosen.push(next);
      if (chosen.length === most) return chosen;
    }
  return chosen;
}
