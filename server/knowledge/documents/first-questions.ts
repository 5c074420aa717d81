import { sentencesOf } from "#engine/text/sentences.ts";
import type { Context } from "#server/kernel/context.ts";
import { listTexts, newestDocuments, sampled } from "./opening-store.ts";
import { headingOf } from "./headings.ts";
import { questionsOfSentences, type SentenceQuestion } from "./questions-of-sentences.ts";

export type DocumentQuestion = SentenceQuestion & { document_id: number; version_id: number; name: string };

/**
 * Questions that the theme's newest documents answer in one sentence, in turn from each of them, so that a long one
 * doesn't ask all of them. In English, since the words around the sentence are.
 */
export async function questionsOfDocuments(
  ctx: Context,
  theme: { company_id: number; id: number },
  most: number,
): Promise<DocumentQuestion[]> {
  const { rows } = await newestDocuments(ctx, theme, sampled.documents);
  const english = rows.filter(({ language }) => language === "en");
  if (english.length === 0) return [];
  const texts = Map.groupBy(
    await listTexts(
      ctx,
      theme.company_id,
      english.map(({ version_id: id }) => id),
      sampled.passages,
    ),
    ({ version_id: id }) => id,
  );
  const queues = english.map((document) => {
    const passages = texts.get(document.version_id) ?? [];
    const text = passages.map((passage) => passage.text).join("\n\n");
    return [...askedByHeadings(passages), ...questionsOfSentences(text)].map((question) => ({
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

/** Fewer words are a title with a question mark; more are a paragraph. */
const wordsOfHeading = { least: 4, most: 20 };

/** Headings that are questions already, each with the first sentence below it. */
export function askedByHeadings(passages: { section: string; text: string }[]): SentenceQuestion[] {
  const seen = new Set<string>();
  const written = new Set(passages.flatMap(({ text }) => text.match(/(?<!\p{L})\p{Ll}+/gu) ?? []));
  return passages.flatMap(({ section, text }) => {
    const heading = headingOf(section);
    const question = askedByHeading(inSentenceCase(heading, written));
    const words = question.split(" ").length;
    if (!question.endsWith("?") || seen.has(question)) return [];
    seen.add(question);
    if (words < wordsOfHeading.least || words > wordsOfHeading.most) return [];
    // a passage begins with its headings
    const [answer] = sentencesOf(text.slice(text.indexOf(heading) + heading.length).trim());
    return answer === undefined || !text.includes(heading) ? [] : [{ question, sentence: answer.text }];
  });
}

/**
 * 'Who Should Use This Guide?' asks 'Who should use this guide?': words of a heading in title case are lowered if the
 * document also writes them so, which it doesn't do with names.
 */
const inSentenceCase = (heading: string, written: Set<string>) =>
  /\s\p{Ll}{4}/u.test(heading)
    ? heading
    : heading.replaceAll(/(?<=\s)\p{Lu}\p{Ll}+/gu, (word) => {
        const lower = word.toLowerCase();
        return written.has(lower) ? lower : word;
      });

/** 'How to return your order' asks 'How do I return my order?'. */
const askedByHeading = (heading: string) =>
  /^how to \p{Ll}/iu.test(heading)
    ? // the word after 'How to' is a verb, so never a name
      `How do I ${heading.charAt("How to ".length).toLowerCase()}${heading.slice("How to ".length + 1).replaceAll(/\byour\b/g, "my")}?`
    : heading;
