import type { proposeTheme as contract } from "#contract/knowledge/documents.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { themeName, titleOfFile } from "#contract/knowledge/theme-name.ts";
import type { Context } from "#server/kernel/context.ts";
import { allow } from "#server/knowledge/themes/policy.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { chapterOf } from "./headings.ts";
import { listBeginnings, listHeadings, newestDocuments, sampled } from "./opening-store.ts";

/** A name and a purpose for a theme, from the titles and chapters of what was read. */
export async function proposeTheme(
  ctx: Context,
  { id }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const theme = allow(ctx, "edit", await getTheme(ctx, id));
  const { rows, total } = await newestDocuments(ctx, theme, sampled.documents);
  if (rows.length === 0) return { name: null, purpose: null };
  // the order in which they were added
  const documents = rows.toReversed();
  const versions = documents.map(({ version_id: version }) => version);
  const beginnings = new Map(
    (await listBeginnings(ctx, theme.company_id, versions)).map(({ version_id, text }) => [version_id, text]),
  );
  const headings = await listHeadings(ctx, theme.company_id, versions, sampled.passages);
  return proposalFrom(
    documents.map(({ version_id: version, name, title }) => ({
      title: titleOf({ name, title, beginning: beginnings.get(version) ?? "" }),
      chapters: headings.filter(({ version_id }) => version_id === version),
    })),
    total,
  );
}

type Read = { title: string; chapters: { section: string; passages: number }[] };

/** Chapters that name a part of a document rather than its subject. */
const general =
  /^(?:scope|purpose|introduction|overview|background|general|definitions?|glossary|contents|table of contents|(?:change|revision|version) history|contacts?|references?|appendix|annex|notes?|summary|exceptions|responsibilities|effective date|approvals?|questions|reporting|changes|other|miscellaneous|examples?|data protection|about|how to)\b/i;

const mostTitles = 3;
const mostChapters = 4;

/** @param total of the theme's documents, of which some may be read here */
export function proposalFrom(documents: Read[], total = documents.length): { name: string; purpose: string } {
  const titles = [...new Set(documents.map(({ title }) => title))];
  const known = titles.map((title) => title.toLowerCase());
  const chapters = inTurn(documents.map(({ chapters }) => longestFirst(chapters)))
    .filter((chapter) => isSubject(chapter) && !known.includes(chapter.toLowerCase()))
    .slice(0, mostChapters)
    .map(withinSentence);
  const rest = total - Math.min(titles.length, mostTitles);
  const named =
    titles.length <= mostTitles && total <= documents.length
      ? titles
      : [...titles.slice(0, mostTitles), `${rest} more ${rest === 1 ? "document" : "documents"}`];
  const from = list(named);
  return {
    name: themeName(titles),
    purpose:
      chapters.length === 0
        ? `Answers questions from ${from}.`
        : `Answers questions about ${list(chapters)}, from ${from}.`,
  };
}

const list = (names: string[]) => new Intl.ListFormat("en").format(names);

/** A document is about what most of it says; a preface is short. */
function longestFirst(headings: Read["chapters"]): string[] {
  const lengths = new Map<string, number>();
  for (const { section, passages } of headings) {
    const chapter = chapterOf(section);
    lengths.set(chapter, (lengths.get(chapter) ?? 0) + passages);
  }
  return [...lengths].toSorted(([, one], [, other]) => other - one).map(([chapter]) => chapter);
}

/** One of each, then a second of each: a long document must not name all. Each once. */
function inTurn(lists: string[][]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all = Array.from({ length: longest }, (_, index) => lists.flatMap((one) => one[index] ?? [])).flat();
  return [...new Map(all.map((chapter) => [chapter.toLowerCase(), chapter])).values()];
}

function isSubject(chapter: string): boolean {
  return /^\p{L}[\p{L}’' -]{3,40}$/u.test(chapter) && !general.test(chapter) && !isLoud(chapter);
}

const isLoud = (text: string) => text === text.toUpperCase();

/** The capital of a sentence is lowered, in a heading that capitalizes each word too; those of 'IRS' and 'FedRAMP' stay. */
function withinSentence(chapter: string): string {
  return chapter
    .split(" ")
    .map((word) => (/^\p{Lu}[\p{Ll}’'-]+$/u.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word))
    .join(" ");
}

/** A longer first line is a sentence, not a title. */
const longestTitle = 80;

/** The title inside the file, else its first line if that reads as one, else the file's name. */
function titleOf({
  name,
  title,
  beginning,
}: {
  name: string;
  title: string | null;
  beginning: string;
}): string {
  const first = beginning.trimStart().split("\n", 1)[0]?.trim() ?? "";
  const isTitle =
    first.length >= 4 && first.length <= longestTitle && /\p{L}/u.test(first) && !/[.:;,]$/.test(first);
  const found = title?.trim() || (isTitle ? first : titleOfFile(name));
  const cut = found.length <= longestTitle ? found : found.slice(0, longestTitle).toWellFormed().trim();
  return isLoud(cut) ? lowered(cut) : cut;
}

/** 'HOLIDAY RULES 2025' is 'Holiday Rules 2025'. */
const lowered = (text: string) =>
  text
    .toLowerCase()
    .replace(/(^|[\s(/-])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
