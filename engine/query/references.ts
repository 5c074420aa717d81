import { SECTION_NUMBER } from "#engine/text/analyze.ts";

const NAMED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?<name>(?:[Ss]ections?|[Ss]ec\.|[Cc]lauses?|[Cc]hapters?|[Pp]aragraphs?|[Aa]rticles?|[Pp]arts?|[Aa]nnex(?:es)?|[Aa]ppendi(?:x|ces)|[Ss]chedules?|[Ee]xhibits?|§{1,2})\s{0,2}(?:${SECTION_NUMBER}|[A-Z](?![\p{L}\p{N}.])|[IVX]{2,5}(?![\p{L}\p{N}])))`,
  "gu",
);

/** The parts that a text refers to: 'section 5', 'Annex B'; not the one that its own heading names. */
export function sectionsNamedIn(text: string): string[] {
  const names = [...text.matchAll(NAMED)].flatMap(({ index, groups }) => {
    const isHeading = index === 0 || text[index - 1] === "\n";
    return isHeading || groups?.["name"] === undefined ? [] : [groups["name"]];
  });
  return [...new Set(names)];
}

const TERM = /(?<!\p{L})\p{Lu}\p{Ll}{2,30}(?: (?:of )?\p{Lu}\p{Ll}{2,30}){1,3}(?!\p{L})/gu;
const DETERMINER = /^(?:The|Any|Each|Every|This|That|These|All|Such|Our|Your|Its|See) /;

/** Inside a sentence. */
const WORD = /(?<=\p{Ll},? )\p{Lu}\p{Ll}{2,30}(?!\p{L})/gu;

/**
 * Terms that a text writes as names, those in several words first, then the most frequent: a contract defines some of them
 * elsewhere, the others are names.
 */
export function termsUsedIn(text: string): string[] {
  const [names, words] = [new Map<string, number>(), new Map<string, number>()];
  const count = (written: string) => {
    const one = written.replace(DETERMINER, "").replace(/(?<!s)s$/, "");
    const counts = one.includes(" ") ? names : words;
    counts.set(one, (counts.get(one) ?? 0) + 1);
    return "";
  };
  for (const [word] of text.replace(TERM, count).matchAll(WORD)) count(word);
  return [names, words].flatMap((counts) =>
    [...counts].toSorted(([, one], [, other]) => other - one).map(([term]) => term),
  );
}

const MEANING =
  /^s?["”’'*]{0,3},? {0,2}(?:shall mean|means?|refers? to|has the meaning|is defined as|are defined as|\(["“])/;

/** Whether a text says what the term means. */
export function defines(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1))
    if (MEANING.test(text.slice(at + term.length, at + term.length + 40))) return true;
  return false;
}
