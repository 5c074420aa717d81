import { SECTION_NUMBER, termsIn, termsOf } from "#engine/text/analyze.ts";
import { numberInWords } from "#engine/text/numbers.ts";
import { STOP_WORDS } from "#engine/text/stop-words.ts";
import { isCommon, isEveryday } from "./asking-words.ts";

/**
 * A part of a document that a question asks for by its number: `3.2`, `iv`, `two`. `kind`: its whole word, without an ending.
 * `item`: the mark of one of its paragraphs, the `(2)` of `§ 3 (2)` or the `4.` of step 4. `document`: terms that name its
 * document, as in `clause 3 of the lease` and `the lease's clause 3`.
 */
export type AskedSection = {
  number: string;
  kind: string | null;
  item: string | null;
  document: readonly string[];
};

const attached = "annex|appendix|schedule|exhibit";
/** Parts whose own parts have numbers of their own: clause 2.1 is no part of schedule 2. */
export const ATTACHED: ReadonlySet<string> = new Set(attached.split("|"));
/** Paragraphs of a list, not headings. */
const LISTED = new Set(["step", "point", "item"]);
const WHOLE_WORDS = new Map([
  ["sec", "section"],
  ["sect", "section"],
  ["chap", "chapter"],
  ["ch", "chapter"],
  ["para", "paragraph"],
  ["art", "article"],
]);
const KINDS = `sections?|sec|sect|clauses?|chapters?|chap|ch|paragraphs?|paras?|articles?|arts?|parts?|points?|steps?|items?|rules?|subsections?|${attached}|title`;
const KIND = String.raw`(?:(?<sign>§{1,2})|\b(?<kind>${KINDS})\b\.?)\s*(?:no\.?|number)?\s*`;
const NUMBERED = new RegExp(
  String.raw`${KIND}(?<number>${SECTION_NUMBER}|[ivxlc]{1,7}\b|(?<=\b(?:${attached}|part)\s)[a-z]\b|${numberInWords}|one\b)`,
  "i",
);
/** `… and 3.1`, `…, § 4`, `… to 2.3`, after a part's number. */
const FURTHER = new RegExp(
  String.raw`^\s*(?:,?\s*(?:and|or|&)|[,;]|(?<range>to|through|until|[-–—]))\s*(?:${KIND})?(?<number>${SECTION_NUMBER})(?![\p{L}\p{N}%]|[.,]\d)`,
  "iu",
);
const BARE = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?<number>\d+[a-z]?(?:\.\d+[a-z]?)+(?:\([a-z0-9]{1,4}\))*)(?![\p{L}\p{N}%])`,
  "iu",
);
const ITEM = /^\s\([a-z0-9]{1,4}\)/i;
/** Words that ask for a part's text. */
const SAYING = new Set([
  ...termsOf(
    "say cover contain state stipulate read provide deal concern include regulate govern rule require talk quote cite text content wording summarize compare difference",
  ),
]);

/** Parts that one question asks for. */
const MOST_ASKED = 12;

/** The parts that a question asks for by nothing but their numbers; none for a question with a subject of its own. */
export function askedSections(question: string): AskedSection[] {
  const named: (AskedSection & { isEnd: boolean })[] = [];
  let [left, rest] = [question, ""];
  for (;;) {
    const further = named.length === 0 ? null : FURTHER.exec(left);
    const match = further ?? NUMBERED.exec(left) ?? (named.length === 0 ? BARE.exec(left) : null);
    const number = match?.groups?.["number"]?.toLowerCase();
    if (match === null || number === undefined || named.length === MOST_ASKED) break;
    const owner = ownerBefore(left.slice(0, match.index));
    rest += ` ${owner.rest}`;
    left = left.slice(match.index + match[0].length);
    const kind = kindOf(match.groups?.["kind"]) ?? (further === null ? null : (named.at(-1)?.kind ?? null));
    const [mark = null] = ITEM.exec(left) ?? [];
    left = left.slice(mark?.length ?? 0);
    const item = mark?.trim() ?? (kind !== null && LISTED.has(kind) ? `${number}.` : null);
    named.push({
      number,
      kind,
      item,
      document: termsIn(owner.name),
      isEnd: match.groups?.["range"] !== undefined,
    });
    left = withDocuments(named, left);
  }
  rest += ` ${left}`;
  const hasSubject = [...termsOf(rest.toLowerCase())].some(
    (term) => !SAYING.has(term) && !isEveryday(term) && !isCommon(term) && !STOP_WORDS.has(term),
  );
  if (hasSubject || /\d/.test(rest)) return [];
  return named
    .flatMap(({ isEnd, ...section }, at) => [
      ...(isEnd ? between(named[at - 1]?.number ?? "", section.number) : []).map((number) => ({
        ...section,
        number,
      })),
      // `clause 2 of the lease and clause 3`
      {
        ...section,
        document: section.document.length > 0 ? section.document : (named[at - 1]?.document ?? []),
      },
    ])
    .slice(0, MOST_ASKED);
}

/**
 * Gives the parts without a document the one that is named after them; of two that are named, such as `of the lease and of the
 * handbook`, each has them all. Returns what follows.
 */
function withDocuments(named: (AskedSection & { isEnd: boolean })[], after: string): string {
  const first = documentNamed(after, OF_DOCUMENT);
  if (first.name === "") return after;
  const own = named.slice(named.findLastIndex(({ document }) => document.length > 0) + 1);
  for (const section of own) section.document = termsIn(first.name);
  let { rest } = first;
  let further = documentNamed(rest, AND_DOCUMENT);
  while (further.name !== "" && named.length + own.length <= MOST_ASKED) {
    const document = termsIn(further.name);
    named.push(...own.map((section) => ({ ...section, document })));
    ({ rest } = further);
    further = documentNamed(rest, AND_DOCUMENT);
  }
  return rest;
}

/** The numbers between two of one part: 2.2 between 2.1 and 2.3. */
function between(first: string, last: string): string[] {
  const [from, to] = [first, last].map((number) => /^(?<above>(?:\d+\.)*)(?<own>\d+)$/.exec(number)?.groups);
  if (from === undefined || to === undefined || from["above"] !== to["above"]) return [];
  const count = Math.min(Number(to["own"]) - Number(from["own"]) - 1, MOST_ASKED);
  return Array.from(
    { length: Math.max(count, 0) },
    (_, at) => `${from["above"]}${Number(from["own"]) + at + 1}`,
  );
}

function kindOf(written: string | undefined): string | null {
  if (written === undefined) return null;
  const one = written.toLowerCase().replace(/(?<!s)s$/, "");
  return WHOLE_WORDS.get(one) ?? one;
}

const DETERMINER = "(?:the|our|your|this|that|these|those)";
const OF_DOCUMENT = new RegExp(String.raw`^(?:\s(?:say|state|read))?\s(?:of|in)\s${DETERMINER}\s`, "i");
/** `… and of the handbook`, `, the handbook`. */
const AND_DOCUMENT = new RegExp(
  String.raw`^,?\s?(?:and |or )?(?:of |in )?${DETERMINER}\s(?!(?:\S+\s){0,4}(?:${KINDS})\b)`,
  "i",
);
/** `the lease's` before a part. */
const OWNER = new RegExp(String.raw`\b${DETERMINER}\s((?:\S+\s){0,3}\S+?)(?:['’]s|(?<=s)['’])\s*$`, "i");
const longestName = 6;

function ownerBefore(before: string): { name: string; rest: string } {
  const owner = OWNER.exec(before);
  return { name: owner?.[1] ?? "", rest: owner === null ? before : before.slice(0, owner.index) };
}

/** The words after the opening, such as `of the` or `in our`, up to the question's end or its next part, and all others. */
function documentNamed(after: string, opens: RegExp): { name: string; rest: string } {
  const [opening = ""] = opens.exec(after) ?? [];
  if (opening === "") return { name: "", rest: after };
  const words = after.slice(opening.length).split(" ");
  const end = words.findIndex((word) => isAfterName(word));
  const name = words.slice(0, end < 0 ? undefined : end);
  // a comma ends the name, too
  const comma = name.findIndex((word) => word.endsWith(",")) + 1;
  if (comma > 0) name.length = comma;
  if (name.length > longestName) return { name: "", rest: after };
  const rest = [...(comma > 0 ? [","] : []), ...words.slice(name.length)].join(" ");
  return { name: name.join(" ").replace(/,$/, ""), rest };
}

/** Whether a word asks, or begins the subject: `say about pets`, `on refunds`; but documents are called rules. */
const isAfterName = (word: string) =>
  STOP_WORDS.has(word.toLowerCase()) ||
  [...termsOf(word.toLowerCase())].some((term) => SAYING.has(term) && term !== "rule");
